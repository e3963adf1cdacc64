// The C interface, against Noise and batch: the same bits for arrays of any shape, and a message for any mistake.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "isonoise/isonoise.h"
#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"

namespace {

using Text = std::vector<const char*>;

struct Destroy {
    void operator()(isonoise_noise* noise) const { isonoise_destroy(noise); }
};
using Handle = std::unique_ptr<isonoise_noise, Destroy>;

Handle create(Text settings) {
    settings.push_back(nullptr);
    isonoise_noise* noise = nullptr;
    EXPECT_EQ(isonoise_create(settings.data(), &noise), ISONOISE_OK) << isonoise_message();
    return Handle(noise);
}
isonoise::Noise direct(const Text& settings) {
    isonoise::Settings s;
    for (std::size_t i = 0; i < settings.size(); i += 2)
        EXPECT_EQ(set(s, settings[i], settings[i + 1]), "");
    return isonoise::Noise(s);
}

// The message for invalid settings.
std::string refused(Text settings) {
    settings.push_back(nullptr);
    isonoise_noise* noise = reinterpret_cast<isonoise_noise*>(&settings);
    EXPECT_EQ(isonoise_create(settings.data(), &noise), ISONOISE_INVALID);
    EXPECT_EQ(noise, nullptr);
    return isonoise_message();
}

isonoise_axis along(std::int64_t count, double step, double offset = 0.0, std::int64_t first = 0, std::int64_t cell = 0,
                    double fraction = 0.0) {
    return {count, step, offset, first, cell, fraction, 0};
}

const Text kNoises[] = {
    {},
    {"dim", "1", "octaves", "3"},
    {"octaves", "6.5", "fractal", "ridged", "seed", "4294967295"},
    {"dim", "3", "octaves", "2", "warp", "0.5", "output", "unit"},
    {"dim", "4", "algorithm", "improved"},
    {"dim", "3", "algorithm", "value", "period", "8,4,2"},
    {"fractal", "eroded", "octaves", "3"},
    {"algorithm", "axis", "octaves", "2"},
    {"dim", "1", "algorithm", "slope"},
};

// The strides of a dense array.
std::vector<std::ptrdiff_t> dense(const std::vector<std::int64_t>& shape, std::ptrdiff_t item) {
    std::vector<std::ptrdiff_t> strides(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; item *= shape[axis])
        strides[axis] = item;
    return strides;
}

TEST(C, PointsHaveTheBitsOfNoise) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-100.0, 100.0);
    for (const Text& settings : kNoises) {
        const Handle noise = create(settings);
        const isonoise::Noise expected = direct(settings);
        const auto dim = static_cast<std::size_t>(isonoise_dim(noise.get()));
        ASSERT_EQ(static_cast<int>(dim), expected.settings().dim);
        for (const std::int64_t count : {0, 1, 3, 8, 9, 1000, 16384, 16385, 32767, 40000}) {  // pieces of 16384
            std::vector<double> at[4];
            const double* points[4] = {};
            for (std::size_t c = 0; c < dim; ++c) {
                at[c].resize(static_cast<std::size_t>(count));
                for (double& x : at[c])
                    x = uniform(random);
                if (count > 2) at[c][2] = std::nan("");
                points[c] = at[c].data();
            }
            std::vector<float> values(static_cast<std::size_t>(count), 9.0f);
            ASSERT_EQ(isonoise_points(noise.get(), points, count, values.data()), ISONOISE_OK) << isonoise_message();
            for (std::size_t i = 0; i < values.size(); ++i) {
                glm::vec4 p(0.0f);
                for (std::size_t c = 0; c < dim; ++c)
                    p[static_cast<int>(c)] = static_cast<float>(at[c][i]);
                ASSERT_EQ(values[i], expected(p)) << i << " of " << count;
            }
        }
    }
}

// An array with `item` bytes per number and shape `shape`, with random strides: gaps, reversed and permuted axes; with
// `any` also repeated numbers (stride 0) and misaligned ones.
struct Scattered {
    std::vector<std::int64_t> shape;
    std::vector<std::ptrdiff_t> strides;
    std::vector<char> bytes;
    std::ptrdiff_t origin = 0;

    Scattered(const std::vector<std::int64_t>& sizes, std::ptrdiff_t item, bool any, std::mt19937& random)
        : shape(sizes), strides(sizes.size()) {
        std::vector<std::size_t> order(sizes.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        std::ptrdiff_t extent = item, gap = item;
        if (any && random() % 2 == 0) origin = static_cast<std::ptrdiff_t>(random() % 8);
        if (any && random() % 2 == 0) gap = static_cast<std::ptrdiff_t>(1 + random() % 7);
        for (const std::size_t axis : order) {
            if (any && random() % 3 == 0) continue;  // stride 0
            strides[axis] = extent + gap * static_cast<std::ptrdiff_t>(random() % 2);
            extent += strides[axis] * (shape[axis] - 1);
            if (random() % 3 == 0 && shape[axis] > 0) {
                origin += strides[axis] * (shape[axis] - 1);
                strides[axis] = -strides[axis];
            }
        }
        bytes.resize(static_cast<std::size_t>(extent) + 8);
    }
    template <class T> T* data() { return reinterpret_cast<T*>(bytes.data() + origin); }
    char* place(std::int64_t point) {
        std::ptrdiff_t offset = origin;
        for (std::size_t axis = shape.size(); axis-- > 0; point /= shape[axis])
            offset += strides[axis] * (point % shape[axis]);
        return bytes.data() + offset;
    }
    template <class T> void set(std::int64_t point, T value) { std::memcpy(place(point), &value, sizeof value); }
    template <class T> T get(std::int64_t point) {
        T value;
        std::memcpy(&value, place(point), sizeof value);
        return value;
    }
};

TEST(C, ArraysOfAnyLayoutHaveTheBitsOfNoise) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> uniform(-50.0, 50.0), unit(0.0, 1.0);
    const std::vector<std::int64_t> shapes[] = {
        {}, {1}, {7}, {9}, {40000}, {2, 3}, {3, 1, 5}, {170, 201}, {2, 3, 4, 5, 6, 7}};
    for (const Text& settings : kNoises) {
        const Handle noise = create(settings);
        const isonoise::Noise expected = direct(settings);
        const auto dim = static_cast<std::size_t>(isonoise_dim(noise.get()));
        for (const auto& shape : shapes) {
            for (const bool with_cells : {false, true}) {
                std::int64_t count = 1;
                for (const std::int64_t size : shape)
                    count *= size;
                isonoise_arrays points{static_cast<int>(shape.size()), shape.data(), {}, {}};
                isonoise_results to{};
                std::vector<Scattered> in, cells, out;
                const bool wide = random() % 2 == 0;
                for (std::size_t c = 0; c < dim; ++c) {
                    in.emplace_back(shape, wide ? 8 : 4, true, random);
                    cells.emplace_back(shape, 8, true, random);
                }
                const bool gradient = isonoise_has(noise.get()) != ISONOISE_NONE && random() % 2 == 0;
                for (std::size_t c = 0; c <= dim; ++c)
                    out.emplace_back(shape, 4, false, random);
                for (std::size_t c = 0; c < dim; ++c) {
                    points.coordinates[c] = {in[c].data<char>(), in[c].strides.data(),
                                             wide ? ISONOISE_FLOAT64 : ISONOISE_FLOAT32};
                    if (with_cells) points.cells[c] = {cells[c].data<char>(), cells[c].strides.data(), ISONOISE_INT64};
                    for (std::int64_t i = 0; i < count; ++i) {
                        const double x = with_cells ? unit(random) : uniform(random);
                        if (wide) {
                            in[c].set(i, x);
                        } else {
                            in[c].set(i, static_cast<float>(x));
                        }
                        cells[c].set(i, static_cast<std::int64_t>(random()) - 2147483648);
                    }
                    if (gradient) to.gradient[c] = {out[c + 1].data<float>(), out[c + 1].strides.data()};
                }
                const bool value = !gradient || random() % 4 != 0;
                if (value) to.value = {out[0].data<float>(), out[0].strides.data()};
                const isonoise_options options{static_cast<int>(random() % 4), nullptr, nullptr};
                ASSERT_EQ(isonoise_evaluate(noise.get(), &points, &to, &options), ISONOISE_OK) << isonoise_message();
                for (std::int64_t i = 0; i < count; ++i) {
                    glm::vec4 p(0.0f), g(0.0f);
                    glm::ivec4 cell(0);
                    for (std::size_t c = 0; c < dim; ++c) {
                        const auto axis = static_cast<int>(c);
                        p[axis] = wide ? static_cast<float>(in[c].get<double>(i)) : in[c].get<float>(i);
                        cell[axis] =
                            isonoise::wrapped_cell(cells[c].get<std::int64_t>(i), periods(expected.settings())[c]);
                    }
                    float n = with_cells ? expected(cell, p) : expected(p);
                    if (gradient && isonoise_has(noise.get()) == ISONOISE_SLOPE) {
                        n = with_cells ? expected.slope(cell, p, g) : expected.slope(p, g);
                    } else if (gradient) {
                        n = with_cells ? expected.gradient(cell, p, g) : expected.gradient(p, g);
                    }
                    if (value) {
                        ASSERT_EQ(out[0].get<float>(i), n) << i << " of " << count;
                    }
                    for (std::size_t c = 0; gradient && c < dim; ++c)
                        ASSERT_EQ(out[c + 1].get<float>(i), g[static_cast<int>(c)]) << i << " of " << count;
                }
            }
        }
    }
}

TEST(C, AStrideNeedNotBeAMultipleOfFour) {
    const Handle noise = create({"dim", "1"});
    const isonoise::Noise expected = direct({"dim", "1"});
    constexpr std::int64_t count = 20;
    alignas(4) char bytes[count * 7 + 4] = {};
    for (const std::ptrdiff_t stride : {1, 2, 3, 5, 6, 7}) {
        const auto number = [&](std::int64_t i) { return bytes + i * stride; };
        for (std::int64_t i = 0; i < count; ++i) {
            const float x = static_cast<float>(i) * 0.3f;
            std::memcpy(number(i), &x, sizeof x);  // with strides below 4, overlaps the previous one
        }
        float values[count];
        const isonoise_arrays points{1, &count, {{bytes, &stride, ISONOISE_FLOAT32}}, {}};
        const isonoise_results to{{values, nullptr}, {}};
        ASSERT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_OK) << isonoise_message();
        for (std::int64_t i = 0; i < count; ++i) {
            float x;
            std::memcpy(&x, number(i), sizeof x);
            EXPECT_EQ(values[i], expected(glm::vec4(x, 0, 0, 0))) << stride << ' ' << i;
        }
    }
}

// Doubles beyond the range of floats, anywhere in a request. Few points are evaluated one by one, more of them in
// chunks.
TEST(C, DoublesTooLargeForAFloatActAsZero) {
    const Handle noise = create({});
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const std::int64_t columns : {2, 3, 9, 40000}) {
        const std::int64_t shape[] = {3, columns};
        const auto count = static_cast<std::size_t>(3 * columns);
        const auto values_with = [&](double far, bool cells) {
            std::vector<double> x(count, 0.375), y(count, 0.25);
            std::vector<std::int64_t> cell(count, 7);
            for (std::size_t i = 0; i < count; i += 2)
                y[i] = i % 4 == 0 ? far : -far;
            std::vector<float> values(count, 7.0f);
            isonoise_arrays points{
                2, shape, {{x.data(), nullptr, ISONOISE_FLOAT64}, {y.data(), nullptr, ISONOISE_FLOAT64}}, {}};
            if (cells) points.cells[0] = points.cells[1] = {cell.data(), nullptr, ISONOISE_INT64};
            const isonoise_results to{{values.data(), nullptr}, {}};
            EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_OK) << isonoise_message();
            return values;
        };
        for (const bool cells : {false, true}) {
            const std::vector<float> expected = values_with(0.0, cells);
            for (const double far : {3e9, 1e38, 3.4028236e38, 1e39, 1.7e308, infinity})
                EXPECT_EQ(values_with(far, cells), expected) << far;
        }
    }
}

// Programs compiled with an older header rely on these sizes: other sizes require a new ISONOISE_ABI.
TEST(C, StructsKeepTheirLayout) {
    if (sizeof(void*) != 8) GTEST_SKIP() << "these are the sizes of 64-bit systems";
    EXPECT_EQ(ISONOISE_ABI, 1);
    EXPECT_EQ(sizeof(isonoise_options), 24u);
    EXPECT_EQ(sizeof(isonoise_output), 16u);
    EXPECT_EQ(sizeof(isonoise_results), 80u);
    EXPECT_EQ(sizeof(isonoise_input), 24u);
    EXPECT_EQ(sizeof(isonoise_arrays), 208u);
    EXPECT_EQ(sizeof(isonoise_axis), 56u);
}

TEST(C, AnEmptyShapeIsFine) {
    const Handle noise = create({});
    const std::int64_t shape[] = {3, 0, std::int64_t{1} << 40};
    isonoise_arrays points{3, shape, {{nullptr, nullptr, ISONOISE_FLOAT32}, {nullptr, nullptr, ISONOISE_FLOAT64}}, {}};
    float value = 5.0f;
    const std::ptrdiff_t strides[] = {4, 4, 4};  // irrelevant
    for (const std::ptrdiff_t* s : {static_cast<const std::ptrdiff_t*>(nullptr), strides}) {
        const isonoise_results to{{&value, s}, {}};
        EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_OK) << isonoise_message();
    }
    EXPECT_EQ(value, 5.0f);
}

TEST(C, CellsReachAnywhere) {
    for (const Text& settings : {kNoises[0], kNoises[4], kNoises[8], Text{"period", "5,7"}}) {
        const Handle noise = create(settings);
        const isonoise::Noise expected = direct(settings);
        const auto dim = static_cast<std::size_t>(isonoise_dim(noise.get()));
        std::mt19937_64 random(3);
        constexpr std::int64_t count = 20000;
        std::vector<std::int64_t> cells[4];
        std::vector<float> fractions[4];
        isonoise_arrays points{1, &count, {}, {}};
        for (std::size_t c = 0; c < dim; ++c) {
            for (std::int64_t i = 0; i < count; ++i) {
                cells[c].push_back(static_cast<std::int64_t>(random()));
                fractions[c].push_back(static_cast<float>(random() % 1025) / 1024.0f);
            }
            points.coordinates[c] = {fractions[c].data(), nullptr, ISONOISE_FLOAT32};
            points.cells[c] = {cells[c].data(), nullptr, ISONOISE_INT64};
        }
        std::vector<float> values(count);
        const isonoise_results to{{values.data(), nullptr}, {}};
        const isonoise_options options{2, nullptr, nullptr};
        ASSERT_EQ(isonoise_evaluate(noise.get(), &points, &to, &options), ISONOISE_OK) << isonoise_message();
        for (std::size_t i = 0; i < count; ++i) {
            glm::ivec4 cell(0);
            glm::vec4 p(0.0f);
            for (std::size_t c = 0; c < dim; ++c) {
                cell[static_cast<int>(c)] = isonoise::wrapped_cell(cells[c][i], periods(expected.settings())[c]);
                p[static_cast<int>(c)] = fractions[c][i];
            }
            ASSERT_EQ(values[i], expected(cell, p)) << i;
        }
    }
}

TEST(C, GridsHaveTheBitsOfNoise) {
    for (const Text& settings : kNoises) {
        const Handle noise = create(settings);
        const isonoise::Noise expected = direct(settings);
        const auto dim = static_cast<std::size_t>(isonoise_dim(noise.get()));
        isonoise_axis axes[4] = {along(33, 0.125, -1.5), along(5, -0.25, 3.0, 7),
                                 along(4, 0.5, 0.0, 0, std::int64_t{1} << 40, 0.25), along(3, 0.1)};
        std::int64_t counts[4] = {1, 1, 1, 1};
        for (std::size_t c = 0; c < dim; ++c)
            counts[c] = axes[c].count;
        const std::int64_t count = counts[0] * counts[1] * counts[2] * counts[3];
        // Last axis fastest, unlike without strides.
        std::vector<std::int64_t> shape(counts, counts + dim);
        const std::vector<std::ptrdiff_t> strides = dense(shape, sizeof(float));
        std::vector<float> values(static_cast<std::size_t>(count)), plain(values);
        isonoise_results to{{values.data(), strides.data()}, {}};
        const isonoise_results simple{{plain.data(), nullptr}, {}};
        std::vector<float> slopes[4];
        const isonoise_derivatives has = isonoise_has(noise.get());
        for (std::size_t c = 0; c < dim && has != ISONOISE_NONE; ++c) {
            slopes[c].resize(values.size());
            to.gradient[c] = {slopes[c].data(), strides.data()};
        }
        ASSERT_EQ(isonoise_grid(noise.get(), axes, &to, nullptr), ISONOISE_OK) << isonoise_message();
        ASSERT_EQ(isonoise_grid(noise.get(), axes, &simple, nullptr), ISONOISE_OK) << isonoise_message();
        std::int64_t i[4];
        for (i[3] = 0; i[3] < counts[3]; ++i[3])
            for (i[2] = 0; i[2] < counts[2]; ++i[2])
                for (i[1] = 0; i[1] < counts[1]; ++i[1])
                    for (i[0] = 0; i[0] < counts[0]; ++i[0]) {
                        glm::ivec4 cell(0);
                        glm::vec4 p(0.0f);
                        std::int64_t last_fastest = 0;
                        for (std::size_t c = 0; c < dim; ++c) {
                            const isonoise_axis& a = axes[c];
                            const auto at =
                                isonoise::axis_point(a.offset + static_cast<double>(a.first + i[c]) * a.step,
                                                     {a.cell, a.fraction}, periods(expected.settings())[c]);
                            cell[static_cast<int>(c)] = at.cell;
                            p[static_cast<int>(c)] = at.fraction;
                            last_fastest = last_fastest * counts[c] + i[c];
                        }
                        const float value = expected(cell, p);
                        ASSERT_EQ(values[static_cast<std::size_t>(last_fastest)], value);
                        glm::vec4 g(0.0f);
                        if (has == ISONOISE_SLOPE) {
                            expected.slope(cell, p, g);
                        } else if (has == ISONOISE_GRADIENT) {
                            expected.gradient(cell, p, g);
                        }
                        for (std::size_t c = 0; c < dim && has != ISONOISE_NONE; ++c)
                            ASSERT_EQ(slopes[c][static_cast<std::size_t>(last_fastest)], g[static_cast<int>(c)]);
                        const auto x_fastest = i[0] + counts[0] * (i[1] + counts[1] * (i[2] + counts[2] * i[3]));
                        ASSERT_EQ(plain[static_cast<std::size_t>(x_fastest)], value);
                    }
    }
}

TEST(C, ProgressCanStopIt) {
    const Handle noise = create({"octaves", "8"});
    const isonoise_axis axes[2] = {along(8192, 0.01), along(8192, 0.01)};
    std::vector<float> values(std::size_t{8192} * 8192, 9.0f);
    const isonoise_results to{{values.data(), nullptr}, {}};
    double shares[2] = {-1.0, -1.0};
    const isonoise_options options{1,
                                   [](double done, void* data) {
                                       auto* s = static_cast<double*>(data);
                                       s[s[0] >= 0.0 ? 1 : 0] = done;
                                       return s[1] < 0.0 ? 1 : 0;
                                   },
                                   shares};
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &to, &options), ISONOISE_STOPPED);
    EXPECT_STREQ(isonoise_message(), "stopped");
    EXPECT_GT(shares[0], 0.0);
    EXPECT_GT(shares[1], shares[0]);
    EXPECT_LT(shares[1], 1.0);
    EXPECT_EQ(values.back(), 9.0f);
}

TEST(C, SettingsAreThoseOfTheCommandLine) {
    std::vector<std::string> names;
    for (std::size_t i = 0; isonoise_setting(i) != nullptr; ++i)
        names.emplace_back(isonoise_setting(i));
    std::vector<std::string> expected;
    isonoise::for_each_setting([&](const isonoise::SettingInfo& info, auto) {
        expected.emplace_back(info.name);
        EXPECT_STREQ(isonoise_about(info.name), info.about);
    });
    EXPECT_EQ(names, expected);
    EXPECT_EQ(isonoise_about("octave"), nullptr);
    EXPECT_EQ(isonoise_about(nullptr), nullptr);

    const Handle noise = create({"octaves", "6.5", "fractal", "ridged", "period", "8,16"});
    char text[16];
    EXPECT_EQ(isonoise_get(noise.get(), "octaves", text, sizeof text), 3u);
    EXPECT_STREQ(text, "6.5");
    EXPECT_EQ(isonoise_get(noise.get(), "fractal", text, 4), 6u);
    EXPECT_STREQ(text, "rid");
    EXPECT_EQ(isonoise_get(noise.get(), "period", nullptr, 0), 4u);
    EXPECT_EQ(isonoise_get(noise.get(), "octave", text, sizeof text), 0u);
    EXPECT_STREQ(text, "");
    EXPECT_EQ(isonoise_get(noise.get(), "period", nullptr, sizeof text), 4u);
    EXPECT_EQ(isonoise_get(noise.get(), "period", text, 1), 4u);
    EXPECT_STREQ(text, "");
    text[0] = 'x';
    EXPECT_EQ(isonoise_get(noise.get(), "period", text, 0), 4u);
    EXPECT_EQ(text[0], 'x');
    EXPECT_EQ(isonoise_get(noise.get(), "octave", text, 1), 0u);
    EXPECT_STREQ(text, "");
    text[0] = 'x';
    EXPECT_EQ(isonoise_get(nullptr, "octaves", text, sizeof text), 0u);
    EXPECT_STREQ(text, "");
    text[0] = 'x';
    EXPECT_EQ(isonoise_get(nullptr, "octaves", text, 1), 0u);
    EXPECT_STREQ(text, "");
    const std::string before = isonoise_message();
    text[0] = 'x';
    EXPECT_EQ(isonoise_get(noise.get(), nullptr, text, sizeof text), 0u);
    EXPECT_STREQ(text, "");
    EXPECT_EQ(isonoise_get(noise.get(), "octaves", nullptr, 0), 3u);
    EXPECT_EQ(isonoise_get(noise.get(), "octaves", text, sizeof text), 3u);
    EXPECT_EQ(isonoise_message(), before) << "none of these failed";
    EXPECT_EQ(isonoise_has(nullptr), ISONOISE_NONE);
    EXPECT_EQ(isonoise_dim(nullptr), 0);

    EXPECT_EQ(refused({"octaves", "0"}), "octaves: expected a number from 1 to 32, got '0'");
    EXPECT_EQ(refused({"octaves", "many\n"}), "octaves: expected a number from 1 to 32, got 'many\\x0a'");
    EXPECT_EQ(refused({"octave", "3"}), "unknown setting 'octave'");
    EXPECT_EQ(refused({"octaves"}), "'octaves': expected a value after this name");
    EXPECT_EQ(refused({"algorithm", "slope"}), "dim: slope has 1 dimension, got '2'");
    EXPECT_EQ(refused({"period", "8"}), "period: expected 2 counts, one per axis, got '8'");
    EXPECT_LT(refused({"fractal", std::string(100000, 'x').c_str()}).size(), 300u);
    EXPECT_EQ(isonoise_create(nullptr, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_abi_version(), ISONOISE_ABI);
    EXPECT_STREQ(isonoise_version(), ISONOISE_VERSION);
}

TEST(C, WhatIsOnTheLimitIsAllowed) {
    const Handle noise = create({});
    float x[4] = {}, y[4] = {}, out[4];
    std::vector<std::int64_t> shape(64, 1);
    shape[30] = 2;
    isonoise_arrays points{64, shape.data(), {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}}, {}};
    isonoise_results to{{out, nullptr}, {}};
    const isonoise_options options{1024, nullptr, nullptr};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, &options), ISONOISE_OK) << isonoise_message();
    // 2^48 points are allowed, one more is not.
    const std::int64_t most[] = {std::int64_t{1} << 48, 1},
                       more[] = {std::int64_t{1} << 24, (std::int64_t{1} << 24) + 1};
    points = {2, most, {{nullptr, nullptr, ISONOISE_FLOAT32}}, {}};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "x: expected coordinates, got NULL");
    points.shape = more;
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "shape: expected 2^48 points at most");
    points.rank = 0;  // one point
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "x: expected coordinates, got NULL");
    points = {1, nullptr, {}, {}};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "shape: expected sizes, got NULL");
    const double zero = 0;
    const double* lists[] = {&zero, &zero};
    EXPECT_EQ(isonoise_points(noise.get(), lists, 1, nullptr), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "values: expected where to put them, got NULL");
    EXPECT_EQ(isonoise_points(noise.get(), lists, -1, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "count: expected 0 to 2^48, got -1");
    EXPECT_EQ(isonoise_points(noise.get(), lists, (std::int64_t{1} << 48) + 1, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "count: expected 0 to 2^48, got 281474976710657");
    EXPECT_EQ(isonoise_points(noise.get(), lists, 0, nullptr), ISONOISE_OK);
}

// Results may be adjacent, and strides of axes with one point do not count.
TEST(C, ResultsHaveAnAddressEach) {
    const Handle noise = create({});
    float x[12] = {}, y[12] = {}, out[24], other[24];
    const auto status = [&](std::vector<std::int64_t> shape, std::vector<std::ptrdiff_t> strides) {
        const isonoise_arrays points{static_cast<int>(shape.size()),
                                     shape.data(),
                                     {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}},
                                     {}};
        isonoise_results to{{out, strides.data()}, {}};
        const isonoise_status of_value = isonoise_evaluate(noise.get(), &points, &to, nullptr);
        for (std::size_t c = 0; c < 2; ++c) {  // as in one of the gradient's components
            to = {{out, nullptr}, {}};
            to.gradient[c] = {other, strides.data()};
            EXPECT_EQ(isonoise_evaluate(noise.get(), &points, &to, nullptr), of_value);
        }
        return of_value;
    };
    EXPECT_EQ(status({3, 4}, {16, 4}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {4, 12}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {12, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({3, 4}, {4, 8}), ISONOISE_INVALID);
    EXPECT_EQ(status({2, 3}, {0, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({2, 3}, {8, 4}), ISONOISE_INVALID);
    EXPECT_EQ(status({1, 4}, {0, 4}), ISONOISE_OK);
    EXPECT_EQ(status({4, 1}, {4, 4}), ISONOISE_OK);
    EXPECT_EQ(status({3, 4}, {16, 6}), ISONOISE_INVALID);
}

// Results may be interleaved, but must not overlap each other or coordinates still to be read.
TEST(C, ResultsAndCoordinatesShareNoMemory) {
    const Handle noise = create({});
    alignas(16) float memory[4096] = {};
    double doubles[64] = {};
    struct Array {
        float* data;
        std::vector<std::ptrdiff_t> strides;
    };
    const auto message = [&](std::vector<std::int64_t> shape, Array value, Array gradient, const void* x = nullptr,
                             int type = ISONOISE_FLOAT32, std::vector<std::ptrdiff_t> of_x = {}) -> std::string {
        static float zeros[4096] = {};
        const isonoise_arrays points{
            static_cast<int>(shape.size()),
            shape.data(),
            {{x ? x : zeros, of_x.empty() ? nullptr : of_x.data(), type}, {zeros, nullptr, ISONOISE_FLOAT32}},
            {}};
        isonoise_results to{{value.data, value.strides.empty() ? nullptr : value.strides.data()}, {}};
        to.gradient[1] = {gradient.data, gradient.strides.empty() ? nullptr : gradient.strides.data()};
        return isonoise_evaluate(noise.get(), &points, &to, nullptr) == ISONOISE_OK ? "" : isonoise_message();
    };
    const std::string shared = "value: expected memory of its own, got some of gradient by y";
    EXPECT_EQ(message({12}, {memory, {}}, {memory, {}}), shared);
    EXPECT_EQ(message({12}, {memory, {}}, {memory + 12, {}}), "");
    EXPECT_EQ(message({12}, {memory, {}}, {memory + 11, {}}), shared);
    EXPECT_EQ(message({12}, {memory + 11, {}}, {memory, {}}), shared);
    EXPECT_EQ(message({12}, {memory, {8}}, {memory + 1, {8}}), "") << "pairs";
    EXPECT_EQ(message({12}, {memory, {8}}, {memory + 2, {8}}), shared);
    EXPECT_EQ(message({12}, {memory, {12}}, {memory + 1, {8}}), shared) << "9 = 3 * 3 = 1 + 4 * 2";
    EXPECT_EQ(message({2}, {memory, {12}}, {memory + 1, {4}}), "") << "0, 3 and 1, 2";
    EXPECT_EQ(message({12}, {memory + 22, {-8}}, {memory + 1, {8}}), "") << "backwards";
    EXPECT_EQ(message({12}, {memory + 11, {-4}}, {memory, {4}}), shared);
    EXPECT_EQ(message({4, 5}, {memory, {80, 16}}, {memory + 1, {80, 16}}), "") << "records";
    EXPECT_EQ(message({4, 5}, {memory, {80, 16}}, {memory + 16, {80, 16}}), shared);
    EXPECT_EQ(message({4, 5}, {memory, {40, 8}}, {memory + 1, {8, 40}}), "") << "rows and columns, apart";
    EXPECT_EQ(message({4, 5}, {memory, {20, 4}}, {memory + 19, {4, 16}}), shared);
    EXPECT_EQ(message({0}, {memory, {}}, {memory, {}}), "") << "nothing is written";
    // Records of three with columns between them, in three axes.
    EXPECT_EQ(message({3, 4, 5}, {memory, {400, 80, 12}}, {memory + 1, {400, 80, 12}}), "");
    EXPECT_EQ(message({3, 4, 5}, {memory, {400, 80, 12}}, {memory + 20, {400, 80, 12}}), shared);

    const std::string read = "value: expected memory of its own, got some of the input x";
    EXPECT_EQ(message({12}, {memory, {}}, {nullptr, {}}, memory), read);
    EXPECT_EQ(message({12}, {memory, {8}}, {nullptr, {}}, memory + 1, ISONOISE_FLOAT32, {8}), "");
    EXPECT_EQ(message({12}, {memory + 3, {}}, {nullptr, {}}, memory + 3, ISONOISE_FLOAT32, {0}), read);
    float* const in_double = reinterpret_cast<float*>(doubles + 11) + 1;
    EXPECT_EQ(message({12}, {in_double, {}}, {nullptr, {}}, doubles, ISONOISE_FLOAT64), read);
    EXPECT_EQ(message({12}, {in_double + 1, {}}, {nullptr, {}}, doubles, ISONOISE_FLOAT64), "");

    const isonoise_axis axes[2] = {along(4, 1.0), along(3, 1.0)};
    const auto grid = [&](float* value, const std::ptrdiff_t* strides, float* gradient) -> std::string {
        isonoise_results to{{value, strides}, {}};
        to.gradient[0] = {gradient, strides};
        return isonoise_grid(noise.get(), axes, &to, nullptr) == ISONOISE_OK ? "" : isonoise_message();
    };
    const std::ptrdiff_t pairs[] = {8, 32};
    EXPECT_EQ(grid(memory, nullptr, memory), "value: expected memory of its own, got some of gradient by x");
    EXPECT_EQ(grid(memory, nullptr, memory + 11), "value: expected memory of its own, got some of gradient by x");
    EXPECT_EQ(grid(memory, nullptr, memory + 12), "");
    EXPECT_EQ(grid(memory, pairs, memory + 1), "");
    EXPECT_EQ(grid(memory, pairs, memory + 2), "value: expected memory of its own, got some of gradient by x");
}

// As header and documentation promise: one line of UTF-8, whatever bytes a caller passes.
TEST(C, MessagesAreUtf8) {
    EXPECT_EQ(refused({"\xff\xc3(", "1"}), "unknown setting '\\xff\\xc3('");
    EXPECT_EQ(refused({"fractal", "\xed\xb3\xbf"}),
              "fractal: expected one of fbm, turbulence, ridged, billow, eroded, got '\\xed\\xb3\\xbf'");
    const std::string names(2000, '\xc3');
    EXPECT_LT(refused({names.c_str(), "1"}).size(), 300u);
}

// Requests with one mistake each.
TEST(C, AMistakeGetsOneMessage) {
    const Handle noise = create({}), three = create({"dim", "3"}), wide = create({"frequency", "2"}),
                 axis = create({"algorithm", "axis"});
    float x[12] = {}, y[12] = {}, out[12], other[12];
    std::int64_t cell[12] = {};
    const std::int64_t shape[] = {3, 4}, negative[] = {3, -4}, huge[] = {std::int64_t{1} << 40, std::int64_t{1} << 40},
                       zero[] = {std::int64_t{1} << 40, std::int64_t{1} << 40, 0};
    const std::ptrdiff_t odd[] = {16, 2}, repeated[] = {0, 4}, crossing[] = {4, 4};
    const isonoise_arrays good{2, shape, {{x, nullptr, ISONOISE_FLOAT32}, {y, nullptr, ISONOISE_FLOAT32}}, {}};
    const isonoise_results both{{out, nullptr}, {}};

    const auto message = [&](const isonoise_noise* n, const isonoise_arrays* points, const isonoise_results* to,
                             const isonoise_options* options = nullptr) -> std::string {
        std::fill_n(out, 12, 9.0f);
        EXPECT_EQ(isonoise_evaluate(n, points, to, options), ISONOISE_INVALID);
        EXPECT_EQ(std::count(out, out + 12, 9.0f), 12);
        return isonoise_message();
    };
    const auto points = [&](auto change) {
        isonoise_arrays bad = good;
        change(bad);
        return message(noise.get(), &bad, &both);
    };
    const auto results = [&](auto change) {
        isonoise_results bad = both;
        change(bad);
        return message(noise.get(), &good, &bad);
    };
    EXPECT_EQ(isonoise_evaluate(noise.get(), &good, &both, nullptr), ISONOISE_OK);
    EXPECT_EQ(message(nullptr, &good, &both), "noise: expected one from isonoise_create, got NULL");
    EXPECT_EQ(message(noise.get(), nullptr, &both), "points: expected arrays, got NULL");
    EXPECT_EQ(message(noise.get(), &good, nullptr), "results: expected a value or a gradient, got NULL");
    EXPECT_EQ(message(three.get(), &good, &both), "z: expected coordinates, got NULL");
    EXPECT_EQ(points([](auto& p) { p.rank = 65; }), "rank: expected 0 to 64, got 65");
    EXPECT_EQ(points([](auto& p) { p.rank = -1; }), "rank: expected 0 to 64, got -1");
    EXPECT_EQ(points([](auto& p) { p.shape = nullptr; }), "shape: expected sizes, got NULL");
    EXPECT_EQ(points([&](auto& p) { p.shape = negative; }), "shape: expected sizes of 0 or more, got -4");
    EXPECT_EQ(points([&](auto& p) { p.shape = huge; }), "shape: expected 2^48 points at most");
    EXPECT_EQ(points([&](auto& p) { p.shape = zero, p.rank = 3; }), "shape: expected 2^48 points at most");
    EXPECT_EQ(points([](auto& p) { p.coordinates[1].type = ISONOISE_INT64; }),
              "y: expected type ISONOISE_FLOAT32 or ISONOISE_FLOAT64, got 3");
    EXPECT_EQ(points([&](auto& p) {
                  p.cells[1] = {cell, nullptr, ISONOISE_INT64};
              }),
              "cells: those of axis x are missing");
    EXPECT_EQ(points([&](auto& p) {
                  p.cells[0] = {cell, nullptr, ISONOISE_FLOAT64};
                  p.cells[1] = p.cells[0];
              }),
              "cells: expected type ISONOISE_INT64, got 2");
    EXPECT_EQ(results([](auto& r) { r.value.data = nullptr; }), "results: expected a value or a gradient, got neither");
    EXPECT_EQ(results([&](auto& r) { r.gradient[2].data = other; }), "gradient by z: the noise has no axis z");
    EXPECT_EQ(results([&](auto& r) { r.value.strides = odd; }),
              "value: expected an address and strides that are multiples of 4 bytes");
    EXPECT_EQ(results([&](auto& r) { r.value.data = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + 1); }),
              "value: expected an address and strides that are multiples of 4 bytes");
    EXPECT_EQ(results([&](auto& r) { r.value.strides = repeated; }),
              "value: expected strides that give each result an address of its own");
    EXPECT_EQ(results([&](auto& r) { r.value.strides = crossing; }),
              "value: expected strides that give each result an address of its own");
    isonoise_results gradient = both;
    gradient.gradient[0].data = other;
    EXPECT_EQ(message(axis.get(), &good, &gradient), "gradient: algorithm axis has none");
    isonoise_options options{1025, nullptr, nullptr};
    EXPECT_EQ(message(noise.get(), &good, &both, &options),
              "threads: expected a whole number from 0 to 1024, got '1025'");
    options.threads = -1;
    EXPECT_EQ(message(noise.get(), &good, &both, &options),
              "threads: expected a whole number from 0 to 1024, got '-1'");

    isonoise_arrays cells = good;
    cells.cells[0] = cells.cells[1] = {cell, nullptr, ISONOISE_INT64};
    EXPECT_EQ(message(wide.get(), &cells, &both), "cells: expected frequency 1");
    double far[12] = {};
    far[11] = -1e39;
    isonoise_arrays doubles = good;
    doubles.coordinates[1] = {far, nullptr, ISONOISE_FLOAT64};
    EXPECT_EQ(isonoise_evaluate(noise.get(), &doubles, &both, nullptr), ISONOISE_OK);

    const double* lists[] = {far, nullptr};
    EXPECT_EQ(isonoise_points(noise.get(), lists, 12, out), ISONOISE_INVALID);
    EXPECT_STREQ(isonoise_message(), "y: expected coordinates, got NULL");
    EXPECT_EQ(isonoise_points(noise.get(), nullptr, 12, out), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(noise.get(), lists, -1, out), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(noise.get(), lists, 12, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_points(nullptr, lists, 12, out), ISONOISE_INVALID);

    isonoise_axis axes[2] = {along(4, 1.0), along(3, 1.0)};
    const auto grid = [&](auto change) -> std::string {
        isonoise_axis bad[2] = {axes[0], axes[1]};
        change(bad);
        EXPECT_EQ(isonoise_grid(noise.get(), bad, &both, nullptr), ISONOISE_INVALID);
        return isonoise_message();
    };
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &both, nullptr), ISONOISE_OK);
    EXPECT_EQ(isonoise_grid(noise.get(), nullptr, &both, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_grid(nullptr, axes, &both, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(isonoise_grid(noise.get(), axes, nullptr, nullptr), ISONOISE_INVALID);
    EXPECT_EQ(grid([](auto* a) { a[1].count = 0; }), "count of axis y: expected 1 to 2^48, got 0");
    EXPECT_EQ(grid([](auto* a) { a[0].count = a[1].count = std::int64_t{1} << 40; }),
              "the grid has more than 2^48 points");
    EXPECT_EQ(grid([](auto* a) { a[0].step = 0.0; }).substr(0, 15), "step of axis x:");
    EXPECT_EQ(grid([](auto* a) { a[0].offset = 1e300; }).substr(0, 17), "points of axis x:");
    EXPECT_EQ(grid([](auto* a) { a[0].fraction = std::nan(""); }),
              "fraction of axis x: expected at least 0 and less than 1, got nan");
    EXPECT_EQ(grid([](auto* a) { a[0].per_period = 4; }),
              "per_period of axis x: the noise has no period along this axis");
    const isonoise_results overlapping{{out, repeated}, {}};
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &overlapping, nullptr), ISONOISE_INVALID);
}

// Random bytes for every number: rejected, or computed within the arrays.
TEST(C, AnyNumbersAreSafe) {
    std::mt19937_64 random(4);
    const auto any = [&](auto& value) {
        switch (random() % 4) {
        case 0: value = static_cast<std::decay_t<decltype(value)>>(random() % 5); break;
        case 1: value = static_cast<std::decay_t<decltype(value)>>(random() % 64); break;
        default: {
            const std::uint64_t bits = random();
            std::memcpy(&value, &bits, sizeof value);
        }
        }
    };
    int computed = 0;
    for (int round = 0; round < 20000; ++round) {
        const Handle noise = create(kNoises[random() % std::size(kNoises)]);
        isonoise_axis axes[4];
        double product = 1.0;
        for (isonoise_axis& a : axes) {
            a = along(static_cast<std::int64_t>(random() % 8), 1.0);
            if (random() % 4 == 0) any(a.count);
            if (random() % 2 == 0) any(a.step);
            if (random() % 2 == 0) any(a.offset);
            if (random() % 2 == 0) any(a.first);
            if (random() % 2 == 0) any(a.cell);
            if (random() % 4 == 0) any(a.fraction);
            if (random() % 4 == 0) any(a.per_period);
        }
        for (int c = 0; c < isonoise_dim(noise.get()); ++c)
            product *= static_cast<double>(axes[c].count);
        std::vector<float> values(5000);
        if (product > 5000.0) continue;  // more than the array holds
        const isonoise_results to{{values.data(), nullptr}, {}};
        const isonoise_status status = isonoise_grid(noise.get(), axes, &to, nullptr);
        ASSERT_TRUE(status == ISONOISE_OK || status == ISONOISE_INVALID) << isonoise_message();
        if (status == ISONOISE_OK) ++computed;
        for (const float value : values)
            ASSERT_TRUE(std::fabs(value) <= 2.0f);
        std::vector<double> at(64);
        const double* points[] = {at.data(), at.data(), at.data(), at.data()};
        for (double& x : at)
            any(x);
        const isonoise_status list = isonoise_points(noise.get(), points, std::ssize(at), values.data());
        ASSERT_TRUE(list == ISONOISE_OK || list == ISONOISE_INVALID) << isonoise_message();
    }
    EXPECT_GT(computed, 500);
}

}  // namespace
