// Functions of the user in the C interface, against isonoise::Function: the same bits for arrays of any shape, their
// parameters, and a message for any mistake.
#include <bit>
#include <cstdint>

#include "c.hpp"

#include "isonoise/function/function.hpp"

namespace {

struct DestroyFunction {
    void operator()(isonoise_function* function) const { isonoise_function_destroy(function); }
};
using FunctionHandle = std::unique_ptr<isonoise_function, DestroyFunction>;

FunctionHandle function_of(const char* text) {
    isonoise_function* function = nullptr;
    EXPECT_EQ(isonoise_function_create(text, "test.glsl", nullptr, nullptr, &function), ISONOISE_OK)
        << isonoise_message();
    return FunctionHandle(function);
}

const char* const kTexts[] = {
    "float noise(float x) { return perlin1_fbm(x, 3u, 4.0, 0.5, 2.0) / x; }",
    "vec2 noise(vec2 p) { return vec2(perlin2(p, 1u), length(p)); }",
    "uniform float k = 0.5;\nvec3 noise(vec3 p) { return k * p + perlin3(p, 5u); }",
    "vec4 noise(vec4 p) { return p.w > 0.0 ? p : p.wzyx; }",
};

// Columns of cells and fractions, twice as far apart as they are wide; of the period 3 only the rest counts.
TEST(CFunction, GoesOnAtCells) {
    const char* const text = "uniform uvec2 period = uvec2(3u, 0u);\n"
                             "float noise(vec2 p) { return perlin2_periodic(p, 4u, period) + fract(p.y); }";
    const FunctionHandle plain = function_of(text);
    isonoise_function* derived = nullptr;
    ASSERT_EQ(isonoise_function_with_gradient(plain.get(), &derived), ISONOISE_OK) << isonoise_message();
    const FunctionHandle handle(derived);
    const isonoise::Function expected = isonoise::Function(text).with_gradient().with_cells();
    constexpr std::size_t count = 9000;
    const std::int64_t shape[] = {count};
    const std::ptrdiff_t wide[] = {16};
    std::mt19937_64 random(5);
    std::vector<std::int64_t> cells[2];
    std::vector<double> fractions[2];
    std::vector<std::int32_t> wrapped[2];
    std::vector<float> inside[2];
    isonoise_arrays points{1, shape, {}, {}};
    isonoise::CellPoints own{.count = count};
    for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t i = 0; i < count; ++i) {
            cells[c].insert(cells[c].end(), {static_cast<std::int64_t>(random()), 0});
            const std::int64_t cell = cells[c][2 * i], rest = (cell % 3 + 3) % 3;
            wrapped[c].push_back(static_cast<std::int32_t>(c == 0 ? rest : cell));
            fractions[c].insert(fractions[c].end(), {static_cast<double>(random() >> 40) * 0x1p-24, 0});
            if (i == 7) fractions[c][2 * i] = 1.5;  // none: counts as 0
            inside[c].push_back(i == 7 ? 0.0f : static_cast<float>(fractions[c][2 * i]));
        }
        points.coordinates[c] = {fractions[c].data(), wide, ISONOISE_FLOAT64};
        points.cells[c] = {cells[c].data(), wide, ISONOISE_INT64};
        own.cells[c] = wrapped[c].data();
        own.fractions[c] = inside[c].data();
    }
    std::vector<float> results(3 * count), mine(3 * count);
    const isonoise_output to[] = {{&results[0], nullptr}, {&results[count], nullptr}, {&results[2 * count], nullptr}};
    float* const channels[] = {&mine[0], &mine[count], &mine[2 * count]};
    ASSERT_EQ(isonoise_function_evaluate(handle.get(), &points, to, nullptr), ISONOISE_OK) << isonoise_message();
    ASSERT_TRUE(expected.evaluate(own, channels));
    for (std::size_t i = 0; i < results.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(results[i]), std::bit_cast<std::uint32_t>(mine[i])) << i;
}

// Whole rows, rows with gaps, columns, single numbers: 2 axes, of which either may repeat the same number.
TEST(CFunction, HasTheBitsOfFunctionForArraysOfAnyShape) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-50.0, 50.0);
    for (const char* text : kTexts) {
        const FunctionHandle handle = function_of(text);
        const isonoise::Function expected(text);
        const auto dim = static_cast<std::size_t>(isonoise_function_dim(handle.get()));
        const auto channels = static_cast<std::size_t>(isonoise_function_channels(handle.get()));
        ASSERT_EQ(static_cast<int>(dim), expected.dim());
        ASSERT_EQ(static_cast<int>(channels), expected.channels());
        for (const std::int64_t rows : {1, 3, 181}) {
            for (const std::int64_t columns : {1, 7, 182, 400}) {
                const std::int64_t shape[] = {rows, columns};
                const auto count = static_cast<std::size_t>(rows * columns);
                std::vector<double> wide[4];
                std::vector<float> narrow[4];
                std::ptrdiff_t strides[4][2];
                isonoise_arrays points{2, shape, {}, {}};
                const auto at = [&](std::size_t c, std::size_t i) {
                    const auto row = static_cast<std::int64_t>(i) / columns,
                               column = static_cast<std::int64_t>(i) % columns;
                    const std::ptrdiff_t offset = row * strides[c][0] + column * strides[c][1];
                    return c % 2 == 0 ? static_cast<float>(wide[c][static_cast<std::size_t>(offset / 8)])
                                      : narrow[c][static_cast<std::size_t>(offset / 4)];
                };
                for (std::size_t c = 0; c < dim; ++c) {
                    const std::ptrdiff_t item = c % 2 == 0 ? 8 : 4;
                    const auto kind = random() % 3;  // all numbers, one row, one column
                    strides[c][0] = kind == 1 ? 0 : kind == 0 ? 2 * columns * item : item;
                    strides[c][1] = kind == 2 ? 0 : item;
                    wide[c].resize(2 * count);
                    narrow[c].resize(2 * count);
                    for (std::size_t i = 0; i < 2 * count; ++i)
                        narrow[c][i] = static_cast<float>(wide[c][i] = uniform(random));
                    const void* data = c % 2 == 0 ? static_cast<const void*>(wide[c].data()) : narrow[c].data();
                    points.coordinates[c] = {data, strides[c], c % 2 == 0 ? ISONOISE_FLOAT64 : ISONOISE_FLOAT32};
                }
                std::vector<float> results[4];
                isonoise_output to[4] = {};
                const std::ptrdiff_t down[] = {4, 4 * rows};  // the other axis runs fastest
                for (std::size_t c = 0; c < channels; ++c) {
                    results[c].assign(count, 9.0f);
                    to[c] = {results[c].data(), c == 1 ? down : nullptr};
                }
                const isonoise_options options{static_cast<int>(random() % 3), nullptr, nullptr};
                ASSERT_EQ(isonoise_function_evaluate(handle.get(), &points, to, &options), ISONOISE_OK)
                    << isonoise_message();
                for (std::size_t i = 0; i < count; ++i) {
                    float point[4], value[4];
                    for (std::size_t c = 0; c < dim; ++c)
                        point[c] = at(c, i);
                    expected.at({point, dim}, {value, channels});
                    const auto r = static_cast<std::size_t>(rows), n = static_cast<std::size_t>(columns);
                    for (std::size_t c = 0; c < channels; ++c) {
                        const float got = results[c][c == 1 ? i / n + i % n * r : i];
                        ASSERT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(value[c]))
                            << text << ": channel " << c << " of point " << i << " of " << rows << " x " << columns;
                    }
                }
            }
        }
    }
}

TEST(CFunction, ParametersAreDescribedAndSet) {
    const FunctionHandle f =
        function_of("uniform float height = 0.25;  // 0..2: of the hills\n"
                    "uniform ivec2 cell = ivec2(3, -4);\n"
                    "uniform uint seed = 4294967295u; // which world\n"
                    "uniform bool on = true;\n"
                    "float noise(float x) { return on ? height + x : float(cell.x) + float(seed); }");
    isonoise_parameter p{};
    ASSERT_EQ(isonoise_function_parameter(f.get(), 0, &p), 1);
    EXPECT_STREQ(p.name, "height");
    EXPECT_STREQ(p.about, "of the hills");
    EXPECT_EQ(p.kind, ISONOISE_REAL);
    EXPECT_EQ(p.size, 1);
    EXPECT_EQ(p.value[0], 0.25);
    EXPECT_EQ(p.least, 0.0);
    EXPECT_EQ(p.most, 2.0);
    ASSERT_EQ(isonoise_function_parameter(f.get(), 1, &p), 1);
    EXPECT_EQ(p.kind, ISONOISE_INTEGER);
    EXPECT_EQ(p.size, 2);
    EXPECT_EQ(p.value[1], -4.0);
    EXPECT_STREQ(p.about, "");
    EXPECT_TRUE(std::isnan(p.least) && std::isnan(p.most));
    ASSERT_EQ(isonoise_function_parameter(f.get(), 2, &p), 1);
    EXPECT_EQ(p.kind, ISONOISE_NATURAL);
    EXPECT_EQ(p.value[0], 4294967295.0);
    EXPECT_STREQ(p.about, "which world");
    ASSERT_EQ(isonoise_function_parameter(f.get(), 3, &p), 1);
    EXPECT_EQ(p.kind, ISONOISE_BOOLEAN);
    EXPECT_EQ(p.value[0], 1.0);
    EXPECT_EQ(isonoise_function_parameter(f.get(), 4, &p), 0);
    EXPECT_EQ(isonoise_function_parameter(f.get(), 0, nullptr), 0);

    const auto value = [&] {
        const float x = 1.0f;
        float result = 9.0f;
        const isonoise_arrays point{0, nullptr, {{&x, nullptr, ISONOISE_FLOAT32}}, {}};
        const isonoise_output to{&result, nullptr};
        EXPECT_EQ(isonoise_function_evaluate(f.get(), &point, &to, nullptr), ISONOISE_OK) << isonoise_message();
        return result;
    };
    EXPECT_EQ(value(), 1.25f);
    const double one[] = {1.5}, two[] = {7, 8}, zero[] = {0}, nothing[] = {std::nan("")}, half[] = {0.5};
    EXPECT_EQ(isonoise_function_set(f.get(), "height", one, 1), ISONOISE_OK);
    EXPECT_EQ(value(), 2.5f);
    EXPECT_EQ(isonoise_function_set(f.get(), "cell", two, 2), ISONOISE_OK);
    EXPECT_EQ(isonoise_function_set(f.get(), "seed", zero, 1), ISONOISE_OK);
    EXPECT_EQ(isonoise_function_set(f.get(), "on", zero, 1), ISONOISE_OK);
    EXPECT_EQ(value(), 7.0f);
    const auto refused = [&](const char* name, const double* values, std::size_t count) {
        EXPECT_EQ(isonoise_function_set(f.get(), name, values, count), ISONOISE_INVALID);
        return std::string(isonoise_message());
    };
    EXPECT_EQ(refused("height", two, 1), "height: expected a number from 0 to 2, got 7");
    EXPECT_EQ(refused("height", nothing, 1), "height: expected a number from 0 to 2, got nan");
    EXPECT_EQ(refused("seed", half, 1), "seed: expected a whole number from 0 to 4294967295, got 0.5");
    const double much[] = {1e12}, tenth[] = {0.1};
    const FunctionHandle wide = function_of("uniform int n;  // 0..1e12\nuniform float a = 0.1;  // 0..0.1\n"
                                            "float noise(float x) { return float(n) * a; }");
    EXPECT_EQ(isonoise_function_set(wide.get(), "a", tenth, 1), ISONOISE_OK) << isonoise_message();
    EXPECT_EQ(isonoise_function_set(wide.get(), "n", much, 1), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "n: expected a whole number from 0 to 2147483647, got 1e+12");
    EXPECT_EQ(refused("on", two, 1), "on: expected a whole number from 0 to 1, got 7");
    EXPECT_EQ(refused("cell", two, 1), "cell: expected 2 numbers, got 1");
    EXPECT_EQ(refused("hight", two, 1), "test.glsl has no parameter 'hight', expected one of height, cell, seed, on");
    EXPECT_EQ(refused("height", nullptr, 1), "height: expected numbers, got NULL");
    EXPECT_EQ(refused("height", nullptr, 0), "height: expected 1 number, got 0");
    EXPECT_EQ(refused(nullptr, two, 1), "parameter: expected a name, got NULL");
    EXPECT_EQ(value(), 7.0f);
}

TEST(CFunction, IncludesWhatTheCallbackGives) {
    std::string asked;
    const auto include = [](const char* name, void* data) -> const char* {
        *static_cast<std::string*>(data) += name;
        return std::strcmp(name, "twice.glsl") == 0 ? "float twice(float x) { return 2.0 * x; }" : nullptr;
    };
    isonoise_function* function = nullptr;
    ASSERT_EQ(isonoise_function_create("#include \"twice.glsl\"\nfloat noise(float x) { return twice(x); }", nullptr,
                                       include, &asked, &function),
              ISONOISE_OK)
        << isonoise_message();
    isonoise_function_destroy(function);
    EXPECT_EQ(asked, "twice.glsl");
    const char* const other = "#include \"other.glsl\"\nfloat noise(float x) { return x; }";
    EXPECT_EQ(isonoise_function_create(other, nullptr, include, &asked, &function), ISONOISE_INVALID);
    EXPECT_EQ(std::string(isonoise_message()).find("function:1:"), 0u) << isonoise_message();
    EXPECT_EQ(isonoise_function_create(other, nullptr, nullptr, nullptr, &function), ISONOISE_INVALID);
    EXPECT_EQ(function, nullptr);
}

TEST(CFunction, EveryMistakeHasAMessageAndWritesNothing) {
    isonoise_function* function = reinterpret_cast<isonoise_function*>(&function);
    EXPECT_EQ(
        isonoise_function_create("float noise(vec2 p) {\n    return q;\n}", "a.glsl", nullptr, nullptr, &function),
        ISONOISE_INVALID);
    EXPECT_EQ(function, nullptr);
    const std::string message = isonoise_message();
    EXPECT_EQ(message.find("a.glsl:2:12: "), 0u) << message;
    EXPECT_NE(message.find("\n        return q;\n               ^"), std::string::npos) << message;
    EXPECT_EQ(isonoise_function_create(nullptr, nullptr, nullptr, nullptr, &function), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "text: expected that of a function, got NULL");
    EXPECT_EQ(isonoise_function_create("", nullptr, nullptr, nullptr, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_function_dim(nullptr) + isonoise_function_channels(nullptr), 0);
    EXPECT_EQ(isonoise_function_parameter(nullptr, 0, nullptr), 0);
    isonoise_function_destroy(nullptr);

    const FunctionHandle f = function_of(kTexts[1]);
    float x[4] = {1, 2, 3, 4}, y[4] = {}, a[8], b[4];
    std::fill_n(a, 8, 9.0f);
    const std::int64_t shape[] = {4};
    std::int64_t cells[4] = {};
    isonoise_arrays points{1, shape, {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}}, {}};
    const auto refused = [&](isonoise_output first, isonoise_output second, const isonoise_options* options = nullptr) {
        const isonoise_output to[] = {first, second};
        EXPECT_EQ(isonoise_function_evaluate(f.get(), &points, to, options), ISONOISE_INVALID);
        return std::string(isonoise_message());
    };
    const std::ptrdiff_t odd[] = {6}, same[] = {0}, far[] = {-(std::ptrdiff_t{1} << 60)};
    EXPECT_EQ(refused({a, far}, {b, nullptr}), "channel 0: expected strides within memory");
    EXPECT_EQ(refused({a, nullptr}, {nullptr, nullptr}), "channel 1: expected where to put it, got NULL");
    EXPECT_EQ(refused({a, odd}, {b, nullptr}),
              "channel 0: expected an address and strides that are multiples of 4 bytes");
    EXPECT_EQ(refused({a, same}, {b, nullptr}),
              "channel 0: expected strides that give each result an address of its own");
    EXPECT_EQ(refused({a, nullptr}, {a + 2, nullptr}), "channel 1: expected memory of its own, got some of channel 0");
    EXPECT_EQ(refused({a, nullptr}, {y, nullptr}), "channel 1: expected memory of its own, got some of the input y");
    const isonoise_options many{2000, nullptr, nullptr};
    EXPECT_EQ(refused({a, nullptr}, {b, nullptr}, &many),
              "threads: expected a whole number from 0 to 1024, got '2000'");
    points.cells[0] = {cells, nullptr, ISONOISE_INT64};
    EXPECT_EQ(refused({a, nullptr}, {b, nullptr}), "cells: those of axis y are missing");
    points.cells[0] = points.cells[1] = {};
    points.coordinates[1].data = nullptr;
    EXPECT_EQ(refused({a, nullptr}, {b, nullptr}), "y: expected coordinates, got NULL");
    EXPECT_EQ(isonoise_function_evaluate(f.get(), &points, nullptr, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_function_evaluate(nullptr, &points, nullptr, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "function: expected one from isonoise_function_create, got NULL");
    for (const float untouched : a)
        EXPECT_EQ(untouched, 9.0f);
    const std::int64_t none[] = {0};
    points = {1, none, {{nullptr, nullptr, ISONOISE_FLOAT32}, {nullptr, nullptr, ISONOISE_FLOAT32}}, {}};
    const isonoise_output to[2] = {};
    EXPECT_EQ(isonoise_function_evaluate(f.get(), &points, to, nullptr), ISONOISE_OK) << isonoise_message();
}

// `progress` stops it, as for noises.
TEST(CFunction, Stops) {
    const FunctionHandle f = function_of("float noise(vec2 p) { return perlin2_fbm(p, 1u, 32.0, 1.0, 2.0); }");
    const std::int64_t shape[] = {1 << 23};
    const float x = 0.5f;
    const std::ptrdiff_t same[] = {0};
    std::vector<float> values(static_cast<std::size_t>(shape[0]));
    const isonoise_arrays points{1, shape, {{&x, same, ISONOISE_FLOAT32}, {&x, same, ISONOISE_FLOAT32}}, {}};
    const isonoise_output to{values.data(), nullptr};
    const isonoise_options options{1, [](double, void*) { return 0; }, nullptr};
    EXPECT_EQ(isonoise_function_evaluate(f.get(), &points, &to, &options), ISONOISE_STOPPED);
}

}  // namespace

TEST(CFunction, HasItsRange) {
    isonoise_function* function = nullptr;
    ASSERT_EQ(isonoise_function_create("uniform float k = 2.0;\n"
                                       "vec2 noise(vec2 p) { return vec2(k * perlin2(p, 1u) + 3.0, p.y); }",
                                       nullptr, nullptr, nullptr, &function),
              ISONOISE_OK);
    double range[2] = {7, 7};
    ASSERT_EQ(isonoise_function_proved_range(function, 0, range), ISONOISE_OK) << isonoise_message();
    EXPECT_EQ((std::pair{range[0], range[1]}), (std::pair{1.0, 5.0}));
    const double half = 0.5;
    ASSERT_EQ(isonoise_function_set(function, "k", &half, 1), ISONOISE_OK);
    ASSERT_EQ(isonoise_function_proved_range(function, 0, range), ISONOISE_OK);
    EXPECT_EQ((std::pair{range[0], range[1]}), (std::pair{2.5, 3.5}));
    ASSERT_EQ(isonoise_function_proved_range(function, 1, range), ISONOISE_OK);
    EXPECT_EQ((std::pair{range[0], range[1]}), (std::pair{-HUGE_VAL, HUGE_VAL}));
    for (const int channel : {-1, 2}) {
        EXPECT_EQ(isonoise_function_proved_range(function, channel, range), ISONOISE_INVALID);
        EXPECT_EQ(isonoise_message(), "channel: expected 0 to 1, got " + std::to_string(channel));
    }
    EXPECT_EQ(isonoise_function_proved_range(function, 0, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_function_proved_range(nullptr, 0, range), ISONOISE_INVALID);
    isonoise_function_destroy(function);
}

TEST(CFunction, HasItsDerivatives) {
    isonoise_function *function = nullptr, *derived = nullptr;
    ASSERT_EQ(isonoise_function_create("uniform float k = 2.0;\nfloat noise(vec4 p) { return k * p.x * p.y + p.w; }",
                                       nullptr, nullptr, nullptr, &function),
              ISONOISE_OK);
    const double three = 3;
    ASSERT_EQ(isonoise_function_set(function, "k", &three, 1), ISONOISE_OK);
    ASSERT_EQ(isonoise_function_with_gradient(function, &derived), ISONOISE_OK) << isonoise_message();
    isonoise_function_destroy(function);
    EXPECT_EQ(isonoise_function_dim(derived), 4);
    EXPECT_EQ(isonoise_function_channels(derived), 5);
    const float point[] = {2, 5, 7, 11};
    float all[5] = {};
    isonoise_arrays points{};
    isonoise_output results[5]{};
    for (int c = 0; c < 4; ++c)
        points.coordinates[c] = {&point[c], nullptr, ISONOISE_FLOAT32};
    for (int c = 0; c < 5; ++c)
        results[c].data = &all[c];
    ASSERT_EQ(isonoise_function_evaluate(derived, &points, results, nullptr), ISONOISE_OK) << isonoise_message();
    EXPECT_EQ(std::vector<float>(all, all + 5), (std::vector<float>{41, 15, 6, 0, 1}));
    isonoise_function_destroy(derived);

    ASSERT_EQ(isonoise_function_create("vec2 noise(vec2 p) { return p; }", nullptr, nullptr, nullptr, &function),
              ISONOISE_OK);
    derived = function;
    EXPECT_NE(isonoise_function_with_gradient(function, &derived), ISONOISE_OK);
    EXPECT_EQ(derived, nullptr);
    EXPECT_NE(std::string(isonoise_message()).find("expected a function that returns one number"), std::string::npos);
    EXPECT_NE(isonoise_function_with_gradient(function, nullptr), ISONOISE_OK);
    EXPECT_NE(isonoise_function_with_gradient(nullptr, &derived), ISONOISE_OK);
    isonoise_function_destroy(function);
}
