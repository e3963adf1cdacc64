// The C interface, against Noise and batch: the same bits for arrays of any shape.
#include "c.hpp"

namespace {

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
    char* address(std::int64_t point) {
        std::ptrdiff_t offset = origin;
        for (std::size_t axis = shape.size(); axis-- > 0; point /= shape[axis])
            offset += strides[axis] * (point % shape[axis]);
        return bytes.data() + offset;
    }
    template <class T> void set(std::int64_t point, T value) { std::memcpy(address(point), &value, sizeof value); }
    template <class T> T get(std::int64_t point) {
        T value;
        std::memcpy(&value, address(point), sizeof value);
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
    EXPECT_EQ(sizeof(isonoise_parameter), 72u);
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
        isonoise_axis axes[4] = {axis_of(33, 0.125, -1.5), axis_of(5, -0.25, 3.0, 7),
                                 axis_of(4, 0.5, 0.0, 0, std::int64_t{1} << 40, 0.25), axis_of(3, 0.1)};
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
    const isonoise_axis axes[2] = {axis_of(8192, 0.01), axis_of(8192, 0.01)};
    std::vector<float> values(std::size_t{8192} * 8192, 9.0f);
    const isonoise_results to{{values.data(), nullptr}, {}};
    double progress[2] = {-1.0, -1.0};
    const isonoise_options options{1,
                                   [](double done, void* data) {
                                       auto* s = static_cast<double*>(data);
                                       s[s[0] >= 0.0 ? 1 : 0] = done;
                                       return s[1] < 0.0 ? 1 : 0;
                                   },
                                   progress};
    EXPECT_EQ(isonoise_grid(noise.get(), axes, &to, &options), ISONOISE_STOPPED);
    EXPECT_STREQ(isonoise_message(), "stopped");
    EXPECT_GT(progress[0], 0.0);
    EXPECT_GT(progress[1], progress[0]);
    EXPECT_LT(progress[1], 1.0);
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

}  // namespace
