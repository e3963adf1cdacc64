// Functions of the user at cells and fractions: far from the origin, where floats are coarse.
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "functions/at.hpp"
#include "functions/generator.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/isonoise.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

constexpr std::int32_t kFar = 1'000'000'007;

struct Place {
    std::array<std::int32_t, 4> cell;
    std::array<float, 4> fraction;
};

std::vector<float> all_at(const Function& function, const Place& place) {
    CellPoints point;
    point.count = 1;
    std::vector<float> results(static_cast<std::size_t>(function.channels()));
    std::vector<float*> to;
    for (std::size_t c = 0; c < 4; ++c) {
        point.cells[c] = &place.cell[c];
        point.fractions[c] = &place.fraction[c];
    }
    for (float& result : results)
        to.push_back(&result);
    EXPECT_TRUE(function.evaluate(point, to));
    return results;
}
float at(const Function& function, const Place& place) { return all_at(function, place)[0]; }

Function of(const std::string& text) { return Function(text, "f.glsl").with_cells(); }

// At how many of 300 points near the origin a function at cells differs from it by more than rounding?
int differing_near_the_origin(const Function& plain) {
    const Function cells = plain.with_cells();
    EXPECT_TRUE(cells.has_cells());
    std::vector<float> a(static_cast<std::size_t>(plain.channels())), b = a, beside = a;
    int apart = 0;
    for (int i = 0; i < 300; ++i) {
        std::vector<float> p = {static_cast<float>(i % 17) * 0.40625f - 3.0f, static_cast<float>(i) * 0.0625f - 9.0f,
                                0.25f, 0.25f};
        p.resize(static_cast<std::size_t>(plain.dim()));
        plain.at(p, a);
        cells.at(p, b);
        for (float& x : p)
            x *= 1 + 0x1p-22f;  // what rounding may make of the point
        plain.at(p, beside);
        float largest = 0;
        for (std::size_t c = 0; c < a.size(); ++c)
            largest = std::max(largest, std::fabs(a[c]));
        for (std::size_t c = 0; c < a.size(); ++c)
            apart += std::fabs(a[c] - b[c]) > 1e-4f * std::max(1.0f, largest) + 4 * std::fabs(a[c] - beside[c]);
    }
    return apart;
}

// A cell of 32 bits, which wraps around, and a fraction.
Place split(double x, double y) {
    Place place{};
    const double p[] = {x, y};
    for (std::size_t c = 0; c < 2; ++c) {
        const double whole = std::floor(p[c]);
        place.cell[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(whole)));
        place.fraction[c] = static_cast<float>(p[c] - whole);
    }
    return place;
}

}  // namespace

TEST(FunctionCells, GiveTheValuesOfTheTextNearTheOrigin) {
    for (const auto& file : function_files()) {
        if (file.stem() == "folds") continue;  // each octave makes much of what the one before rounds
        SCOPED_TRACE(file.filename().string());
        const Function plain(read_file(file.string()), file.filename().string(), [&](const std::string& name) {
            return std::optional(read_file((file.parent_path() / name).string()));
        });
        EXPECT_LE(differing_near_the_origin(plain), 3) << "a point may lie at a step";
        try {
            EXPECT_LE(differing_near_the_origin(plain.with_gradient()), 6);
        } catch (const Error&) {  // has no gradient
        }
    }
}

TEST(FunctionCells, HaveTheGradientFarOut) {
    constexpr double factors[] = {1, 3, -2, 0.109375, 1.0 / 1024};
    for (const double k : factors) {
        const Function function = Function(fmt::format("float noise(vec2 p) {{\n"
                                                       "    vec2 q = mix(p, {:.10f} * p, 1.0) + vec2(0.5, -3.25);\n"
                                                       "    return 3.0 * perlin2(q, 9u) + fract(p.x);\n}}\n",
                                                       k))
                                      .with_cells()
                                      .with_gradient();
        ASSERT_EQ(function.channels(), 3);
        EXPECT_TRUE(function == Function(function.text()).with_gradient().with_cells());
        for (int i = 0; i < 200; ++i) {
            const double x = kFar - 40.0 * i + i / 64.0, y = -kFar + 1000.0 * i + (63 - i % 64) / 64.0;
            const Place q = split(k * x + 0.5, k * y - 3.25);
            glm::vec2 g;
            const float value =
                3 * perlin2_gradient(glm::ivec2(q.cell[0], q.cell[1]), {q.fraction[0], q.fraction[1]}, 9, g);
            const std::vector<float> own = all_at(function, split(x, y));
            const auto factor = static_cast<float>(3 * k);
            ASSERT_NEAR(own[0], value + split(x, y).fraction[0], 1e-5f) << k << ' ' << i;
            ASSERT_NEAR(own[1], factor * g.x + 1, 1e-5f * (1 + std::fabs(factor))) << k << ' ' << i;
            ASSERT_NEAR(own[2], factor * g.y, 1e-5f * (1 + std::fabs(factor))) << k << ' ' << i;
        }
    }
}

TEST(FunctionCells, TakeTextsAtRandom) {
    for (std::uint64_t i = 0; i < 200; ++i) {
        const std::string text = Generator(i).text();
        try {
            const Function function(text, "f.glsl");
            (void)function.with_cells();
        } catch (const Error& e) {
            EXPECT_TRUE(is_slow(e.what())) << e.what() << "\n" << text;
        }
    }
}

TEST(FunctionCells, NoisesTakeCellsFarOut) {
    constexpr double factors[] = {1, 3, 0.25, -2, 0.109375, 16, 1.0 / 1024};
    for (const double k : factors) {
        const Function function =
            of(fmt::format("float noise(vec2 p) {{ return perlin2({:.10f} * p + vec2(0.5, -3.25), 9u); }}", k));
        EXPECT_TRUE(function.rounded_places().empty());
        for (int i = 0; i < 200; ++i) {
            const double x = kFar - 40.0 * i + i / 64.0, y = -kFar + 1000.0 * i + (63 - i % 64) / 64.0;
            const Place q = split(k * x + 0.5, k * y - 3.25);
            const float expected = perlin2(glm::ivec2(q.cell[0], q.cell[1]), {q.fraction[0], q.fraction[1]}, 9);
            // The sum of three fractions rounds.
            ASSERT_NEAR(at(function, split(x, y)), expected, 1e-6f) << k << ' ' << i;
        }
    }
}

TEST(FunctionCells, FractalsHaveTheBitsOfTheSettings) {
    for (const Fractal fractal :
         {Fractal::fbm, Fractal::turbulence, Fractal::ridged, Fractal::billow, Fractal::eroded}) {
        const char* name = detail::kFractals[static_cast<std::size_t>(fractal)];
        const Function function =
            of(fmt::format("float noise(vec2 p) {{ return perlin2_{}(p, 7u, 4.5, 0.5, 2.1); }}", name));
        EXPECT_TRUE(function.rounded_places().empty());
        Settings settings{.dim = 2, .seed = 7, .fractal = fractal};
        settings.octaves = 4.5f;
        settings.persistence = 0.5f;
        settings.lacunarity = 2.1f;
        GridAxes grid;
        grid.x = {.offset = 0.25, .step = 1.0 / 16, .count = 40, .along = {100'000'007, 0}};
        grid.y = {.offset = -3, .step = 1.0 / 8, .count = 30, .along = {-90'000'001, 0}};
        std::vector<float> own(1200), expected(1200);
        ASSERT_TRUE(function.evaluate(grid, own));
        ASSERT_TRUE(evaluate(Noise(settings), grid, expected));
        for (std::size_t i = 0; i < own.size(); ++i)
            ASSERT_EQ(own[i], expected[i]) << name << ' ' << i;
    }
}

TEST(FunctionCells, StayExactThroughTheLanguage) {
    // At x = 1000000007.75, y = -1000000007.75. Floats are 64 apart there.
    const std::pair<const char*, float> cases[] = {
        {"return fract(p.x) + 10.0 * fract(p.y);", 0.75f + 2.5f},
        {"vec2 q = p.yx; q.x += 0.5; return fract(q.x) + 10.0 * fract(q.y);", 0.75f + 7.5f},
        {"vec2 q = p; q -= floor(q); return q.x + 10.0 * q.y;", 0.75f + 2.5f},
        {"vec2 f = p - floor(p); return dot(f, vec2(1.0, 10.0));", 0.75f + 2.5f},
        {"ivec2 c = ivec2(floor(p)); vec2 f = p - vec2(c); return f.x + 10.0 * f.y;", 0.75f + 2.5f},
        {"return float(int(p.x) - 1000000000) + float(int(p.y) + 1000000000) * 100.0;", 7 - 700},
        {"vec3 q = vec3(p.x, 1.0, p.y); return (q.x + q.z) * 4.0 + q.y;", 1},
        {"mat2 m = mat2(1.0, 1.0, 2.0, 1.0); vec2 q = m * p; return fract(q.x) + q.y;", 0.25f},
        {"return p.x + p.y + dot(p, vec2(1.0, 1.0));", 0},
        {"float s = 0.0; for (int i = 0; i < 4; i++) s += i < 2 ? p.x : p.y; return s;", 0},
        {"float s = p.x; while (s > 1.0) { s += 0.25 + p.y; } return s;", 0.25f},
        {"return mix(p, p + 4.0, 0.25).x - p.x;", 1},
        {"return abs(p.y) - p.x + ceil(p.x) - floor(p.x);", 1},
        {"return -p.x - p.y + p.x / 8.0 * 8.0 + p.y;", 0},
        {"vec2 q = p; q[1] = p.x; q[int(p.x) - 1000000007] = 3.0; return q[1] - p.x + q[0];", 3},
        {"return 0.375 * p.x + 0.375 * p.y;", 0},
        {"return ((p.x)) * (2.0) - p.x - p.x;", 0},
    };
    for (const auto& [body, expected] : cases) {
        const Function function = of(fmt::format("float noise(vec2 p) {{ {} }}", body));
        EXPECT_EQ(at(function, split(kFar + 0.75, -kFar - 0.75)), expected) << body;
    }
    const Function calls = of("void shifted(inout vec2 q, out float left) { left = q.y - q.x; q += vec2(2.0, 1.0); }\n"
                              "vec2 twice(vec2 q) { if (q.x < 0.0) return q; return q + q; }\n"
                              "float noise(vec2 p) {\n    vec2 q = p;\n    float r;\n    shifted(q, r);\n"
                              "    return q.x - p.x + q.y - p.y + r + p.x - p.y + twice(q - 2.0).x - p.x - p.x;\n}");
    EXPECT_EQ(at(calls, split(kFar + 0.75, -kFar - 0.75)), 3);
}

TEST(FunctionCells, CellsJoinWithoutASeam) {
    const Function function =
        of("float noise(vec2 p) {\n    vec2 q = p + 0.3 * vec2(perlin2(1.7 * p, 1u), perlin2(p.yx, 2u));\n"
           "    return perlin2_fbm(0.37 * q, 7u, 6.0, 0.5, 1.9) + 0.2 * perlin1(dot(q, vec2(0.6, -0.8)), 3u);\n}");
    for (int i = 0; i < 300; ++i) {
        const std::int32_t x = -kFar + 7654321 * (i % 250), y = kFar - 1234567 * i;
        const float v = static_cast<float>(i % 64) / 64;
        constexpr float kLast = 1 - 0x1p-24f;
        EXPECT_NEAR(at(function, {{x, y}, {kLast, v}}), at(function, {{x + 1, y}, {0, v}}), 2e-5f) << i;
        EXPECT_NEAR(at(function, {{x, y}, {v, kLast}}), at(function, {{x, y + 1}, {v, 0}}), 2e-5f) << i;
    }
}

TEST(FunctionCells, SayWhereACoordinateIsRounded) {
    const auto places = [](const std::string& body) {
        return of("float noise(vec2 p) {\n    " + body + "\n}\n").rounded_places();
    };
    using Places = std::vector<std::string>;
    EXPECT_EQ(places("return perlin2(3.0 * p, 1u);"), Places());
    EXPECT_EQ(places("return perlin2(3.0 * p, 1u) + sin(p.x);"), Places{"f.glsl:2:39"});
    EXPECT_EQ(places("vec2 q = 2.0 * p;\n    return q.x * q.y;"), (Places{"f.glsl:3:12", "f.glsl:3:18"}));
    EXPECT_EQ(places("return perlin2(p / 3.0, 1u);"), Places{"f.glsl:2:20"});
    EXPECT_EQ(places("return perlin2(p / 4.0, 1u) + 0.001 * p.y;"), Places());
    EXPECT_EQ(places("return p.x < 3.0 ? 1.0 : 0.0;"), Places{"f.glsl:2:12"});
}

TEST(FunctionCells, RefuseWhatTheyCannotDo) {
    const Function plain("float noise(vec2 p) { return perlin2(p, 1u); }");
    std::array<float, 1> value{};
    float* const to[] = {value.data()};
    EXPECT_THROW(plain.evaluate(CellPoints{}, to), std::invalid_argument);
    EXPECT_THROW(plain.with_cells().evaluate(CellPoints{}, to), std::invalid_argument);
    EXPECT_FALSE(plain == plain.with_cells());
    const Function named("float noise_gradient(float x) { return x; }\nfloat noise(vec2 p) { return p.x; }");
    EXPECT_EQ(at(named.with_cells(), Place{{3, 0}, {0.25f, 0}}), 3.25f);
    const auto message = [](const std::string& text) {
        try {
            of(text);
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(message("float noise_cell(float x) { return x; }\nfloat noise(vec2 p) { return p.x; }")
                  .find("f.glsl:2:1: the text has a function named noise_cell already"),
              0u);
    EXPECT_THROW(
        of("float noise_gradient_cell(float x) { return x; }\nfloat noise(vec2 p) { return p.x; }").with_gradient(),
        Error);
    EXPECT_EQ(message("void set(out float x) { x = 1.0; }\nfloat noise(vec2 p) { set(p.x); return p.y; }")
                  .find("f.glsl:2:28: noise_cell: expected a variable of its own for what the call sets, got 'p'"),
              0u);
}

TEST(FunctionCells, HaveARange) {
    const auto range =
        of("float noise(vec2 p) { return 0.5 * perlin2(3.0 * p, 1u) + 0.25 * fract(p.x); }").proved_range();
    ASSERT_TRUE(range.has_value());
    EXPECT_NEAR((*range)[0], -0.5, 1e-6);
    EXPECT_NEAR((*range)[1], 0.75, 1e-6);
    EXPECT_FALSE(of("float noise(vec2 p) { return p.x; }").proved_range().has_value());
}
