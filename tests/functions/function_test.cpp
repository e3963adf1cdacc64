// Functions of the user: the language, its limits, and its bits on the GPU. tests/golden has their texts in the
// languages of the CPU.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "conformance/function_check.hpp"
#include "functions/at.hpp"
#include "functions/generator.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/definition/math.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/isonoise.hpp"
#include "snippet/function_text.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace math = definition::math;

namespace {

using ::at;
float at(const std::string& text, const std::vector<float>& point) { return at(Function(text), point); }

std::string error_of(const std::string& text) {
    try {
        Function{text, "a.glsl"};
        return "no error";
    } catch (const Error& e) {
        return e.what();
    }
}

// Coordinate c of point i of a list.
float coordinate(std::size_t i, std::size_t c) {
    return static_cast<float>((i * (7 + 5 * c)) % 1013) * 0.0625f - 20.0f + 0.01f * static_cast<float>(c);
}

// The function's value at a list of points on a grid, by channels.
std::vector<std::vector<float>> listed(const Function& function, std::size_t count, unsigned threads) {
    std::vector<std::vector<float>> points(4, std::vector<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < 4; ++c)
            points[c][i] = coordinate(i, c);
    }
    Points list;
    list.count = static_cast<std::int64_t>(count);
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c)
        list.coordinates[c] = points[c].data();
    std::vector<std::vector<float>> results(static_cast<std::size_t>(function.channels()), std::vector<float>(count));
    std::vector<float*> to;
    for (auto& channel : results)
        to.push_back(channel.data());
    EXPECT_TRUE(function.evaluate(list, to, {.threads = threads}));
    return results;
}

bool are_same(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b) {
    for (std::size_t c = 0; c < a.size(); ++c) {
        for (std::size_t i = 0; i < a[c].size(); ++i)
            if (std::bit_cast<std::uint32_t>(a[c][i]) != std::bit_cast<std::uint32_t>(b[c][i])) return false;
    }
    return a.size() == b.size();
}

}  // namespace

TEST(Function, HasTheBitsOfTheSameStepsInCpp) {
    const Function islands(read_file(std::string(ISONOISE_FUNCTION_SHELF) + "/islands.glsl"));
    for (int i = 0; i < 2000; ++i) {
        const glm::vec2 p(static_cast<float>(i % 43) * 0.37f - 8, static_cast<float>(i) * 0.011f);
        const Fbm five = fbm(5, 0.5f, 2), eight = fbm(8, 0.5f, 2);
        const float land = perlin2_fbm(p, 7, five);
        const float x = perlin2(0.25f * p, 8) + 0.6f - 0.5f;
        const float t = std::min(std::max((x - 0.1f) / (0.5f - 0.1f), 0.0f), 1.0f);
        const float high = t * t * (3.0f - 2.0f * t);
        const float ridge = 1.0f - std::fabs(perlin2_fbm(3.0f * p, 9, eight));
        const float expected = 0.4f * land * (1.0f - high) + ridge * ridge * high;
        ASSERT_EQ(at(islands, {p.x, p.y}), expected) << p.x << ' ' << p.y;
    }
}

TEST(Function, FbmIsNormalizedAsByTheLibrary) {
    for (int i = 0; i < 3000; ++i) {
        const float octaves = static_cast<float>(4 + i % 97) * 0.25f, persistence = static_cast<float>(i) * 0.0006f;
        const Function function(
            fmt::format("float noise(float p) {{ return perlin1_fbm(p, 3u, {}, {}, 2.0); }}",
                        octaves == std::floor(octaves) ? fmt::format("{}.0", octaves) : fmt::format("{}", octaves),
                        i == 0 ? "0.0" : fmt::format("{:.8f}", persistence)));
        const float given = std::strtof(fmt::format("{:.8f}", persistence).c_str(), nullptr);
        ASSERT_EQ(at(function, {0.3f}), perlin1_fbm(0.3f, 3, fbm(octaves, given, 2))) << octaves << ' ' << persistence;
    }
}

namespace {

// Compares a fractal with Noise at points whose x is at most `most`, beyond which it has other octaves: a list of
// points with both is computed one by one.
void expect_bits_of(const Settings& s, float most) {
    const bool eroded = s.fractal == Fractal::eroded;
    // fBm's slopes are rounded after each octave.
    const bool slopes = s.fractal != Fractal::fbm || s.persistence * s.lacunarity == 1.0f;
    const std::string type = s.dim == 1 ? "float" : fmt::format("vec{}", s.dim), x = s.dim == 1 ? "p" : "p.x";
    const std::string name = fmt::format("perlin{}_{}", s.dim, detail::kFractals[static_cast<std::size_t>(s.fractal)]);
    const std::string arguments = fmt::format("p, {}u, {} > {:.1f} ? 2.0 : {:.2f}, {:.1f}, {:.1f}", s.seed, x, most,
                                              s.octaves, s.persistence, s.lacunarity);
    SCOPED_TRACE(name + "(" + arguments + ")");
    const Function value(fmt::format("float noise({} p) {{ return {}({}); }}", type, name, arguments));
    const Function slope(fmt::format("{0} noise({0} p) {{ {0} g; {1}{2}({3}, g); return g; }}", type, name,
                                     eroded ? "_slope" : "_gradient", arguments));
    const Noise noise(s);
    const auto n = listed(value, 700, 1), g = listed(slope, 700, 1);
    for (std::size_t i = 0; i < 700; ++i) {
        const glm::vec4 p(coordinate(i, 0), coordinate(i, 1), coordinate(i, 2), coordinate(i, 3));
        if (p.x > most) continue;
        glm::vec4 wanted;
        ASSERT_EQ(n[0][i], eroded ? noise.slope(p, wanted) : noise.gradient(p, wanted)) << i;
        for (std::size_t c = 0; slopes && c < g.size(); ++c)
            ASSERT_EQ(g[c][i], wanted[static_cast<int>(c)]) << i << " by axis " << c;
    }
}

}  // namespace

TEST(Function, FractalsHaveTheBitsOfTheSettings) {
    constexpr float sums[4][3] = {{5, 0.5f, 2}, {4.25f, 0.6f, 2.1f}, {8, 0.9f, 3.7f}, {1, 1.3f, 1.1f}};
    for (int dim = 1; dim <= 4; ++dim) {
        for (int i = 0; i < 5; ++i) {
            for (const auto& [octaves, persistence, lacunarity] : sums) {
                Settings settings{.dim = dim, .seed = 9, .fractal = static_cast<Fractal>(i)};
                settings.octaves = octaves;
                settings.persistence = persistence;
                settings.lacunarity = lacunarity;
                expect_bits_of(settings, 100);
                expect_bits_of(settings, 30);
            }
        }
    }
}

TEST(Function, ComputesWhatGlslSays) {
    const std::pair<const char*, float> cases[] = {
        {"float a = p; a += 2.0; a *= a; return a;", 6.25f},
        {"int i = 7; i /= 2; i <<= 3; return float(i % 5);", 4},
        {"int i = -7; return float(i / 2) + 10.0 * float(i % 4);", -33},
        {"uint u = 0u; u -= 1u; return float(u >> 28);", 15},
        {"return 1.0 / 0.0;", INFINITY},
        {"int z = int(p) - int(p); return float(5 / z);", 0},
        {"int n = int(p) + 33; return float(1 << n);", 2},
        {"return float(int(3e9));", 0},
        {"vec3 v = vec3(1.0, 2.0, 3.0); v.zx = v.xy; return v.x * 100.0 + v.y * 10.0 + v.z;", 221},
        {"mat2 m = mat2(1.0, 2.0, 3.0, 4.0); vec2 v = m * vec2(1.0, 10.0); return v.x * 100.0 + v.y;", 3142},
        {"mat2 m = mat2(1.0, 2.0, 3.0, 4.0); vec2 v = vec2(1.0, 10.0) * m; return v.x * 100.0 + v.y;", 2143},
        {"float s = 0.0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; s += float(i); } "
         "return s;",
         12},
        {"float s = 0.0; int i = 0; while (i < 5) { s += 1.0; i++; } return s;", 5},
        {"float a[3]; a[0] = 1.0; a[1] = 2.0; a[2] = 4.0; a[int(p) + 1] = 9.0; return a[0] + a[1] + a[2];", 14},
        {"const float t[3] = float[](5.0, 6.0, 7.0); int i = int(p); return t[i + 40];", 7},
        {"bool b = p > 0.0 ^^ true; return b ? 1.0 : 2.0;", 2},
        {"return round(2.5) + 10.0 * round(3.5) + 100.0 * round(-0.5);", 42},
        {"return mod(-1.0, 3.0) + 10.0 * fract(-0.25) + 100.0 * sign(-3.0) + 1000.0 * trunc(-1.5);",
         2 + 7.5f - 100 - 1000},
        {"return step(0.5, 0.5) + 10.0 * smoothstep(0.0, 1.0, 0.5) + 100.0 * mix(1.0, 3.0, 0.5);", 206},
        {"return dot(vec3(1.0, 2.0, 3.0), vec3(1.0)) + length(vec2(3.0, 4.0)) + distance(1.0, 3.0);", 13},
        {"return cross(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)).z + reflect(vec2(1.0, -1.0), vec2(0.0, 1.0)).y;", 2},
        {"return clamp(5.0, 0.0, 1.0) + min(2.0, 3.0) + max(2.0, 3.0) + abs(-1.0) + ceil(0.2);", 8},
        {"return vec2(1.0, 2.0) == vec2(1.0, 2.0) && ivec2(1) != ivec2(1, 2) ? 1.0 : 0.0;", 1},
    };
    for (const auto& [body, expected] : cases)
        EXPECT_EQ(at(fmt::format("float noise(float p) {{ {} }}", body), {0.5f}), expected) << body;
}

TEST(Function, SaysWhereItsTextIsWrong) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "a.glsl: the text is empty"},
        {"float f(vec2 p) { return 1.0; }", "there is no function named noise"},
        {"float noise(vec2 p) {\n    return perlin2(p);\n}", "a.glsl:2:12: "},
        {"float noise(vec2 p) {\n    return perlin2(p);\n}", "    return perlin2(p);\n               ^"},
        {"float noise(vec2 p) {\n    return p;\n}", "'float' is expected"},
        {"float noise(vec2 p) { return p.z; }", "a.glsl:1:31: "},
        {"float noise(vec2 p) { return 1 + 1.0; }", "'int' and 'float'"},
        {"float noise(vec2 p) { return texture(t, p).x; }", "a texture cannot have the same bits everywhere"},
        {"float noise(vec2 p) { return dFdx(p.x); }", "cannot be had on a CPU"},
        {"float noise(vec2 p) { double d; return 1.0; }", "most GPUs lack doubles"},
        {"float noise(vec2 p) { return 1.0 }", "expected ';'"},
        {"float noise(vec2 p) { return 1.0;", "this bracket is not closed"},
        {"float noise(vec2 p) { return (1.0; }", "this bracket is not closed"},
        {"float noise(vec2 p) { return f(p.x); }", "'f'"},
        {"float f(float x) { return f(x); } float noise(float p) { return f(p); }", "calls itself"},
        {"float a(float x); float noise(float p) { return p; }", "'a'"},
        {"float noise(vec2 p) { return 1.0; } float noise(vec3 p) { return 1.0; }", "a second function named noise"},
        {"vec2 noise(vec2 p, float t) { return p; }", "expected a point"},
        {"int noise(vec2 p) { return 1; }", "expected a point"},
        {"float sin(float x) { return x; } float noise(float p) { return sin(p); }",
         "GLSL has a function named 'sin' already"},
        {"float abs(vec2 x) { return x.x; } float noise(float p) { return p; }",
         "GLSL has a function named 'abs' already"},
        {"float noise(float if) { return if; }", "a.glsl:1:1: 'if' is a word of GLSL's"},
        {"float noise(float p) { float out = p; return out; }", "'out' is a word of GLSL's"},
        {"float perlin2(vec2 x, uint s) { return x.x; } float noise(vec2 p) { return 1.0; }", "named 'perlin2'"},
        {"float noise(float p) { float isonoise_x = p; return p; }", "is reserved"},
        {"const float A = perlin1(0.5, 1u) + B; float noise(float p) { return A; }", "'B'"},
        {"uniform mat2 m; float noise(float p) { return p; }", "a uniform must be a number"},
        {"uniform float a = b; float noise(float p) { return p; }", "'b'"},
        {"float a = 1.0; float a = 2.0; float noise(float p) { return p; }", "a second time"},
        {"float noise(float p) { if (p > 0.0) return 1.0; }", "does not end with return"},
        {"float noise(float p) { float x = (p = 2.0); return x; }", "an assignment must be a statement by itself"},
        {"float noise(float p) { return p @ 2.0; }", "a.glsl:1:33: "},
        {"#include \"none.glsl\"\nfloat noise(float p) { return p; }", "a.glsl:1:1: cannot read"},
        {"float noise(float p) { float s = 0.0; for (int i = 0; i < 5000; i++) for (int j = 0; j < 5000; j++) s += p; "
         "return s; }",
         "more than 1048576 steps"},
        {"float noise(float p) { float a[9999]; return p; }", "the length of an array"},
        {"float noise(float p) { return 99999999999999999999u > 1u ? 1.0 : 2.0; }", "a.glsl:1:"},
        {"float noise(float p) { return 1e99; }", "is too large"},
    };
    for (const auto& [text, expected] : cases)
        EXPECT_NE(error_of(text).find(expected), std::string::npos) << text << "\n-> " << error_of(text);
}

TEST(Function, AlwaysEnds) {
    EXPECT_EQ(at("float noise(float p) { float n = 0.0; while (true) n += 1.0; return n; }", {0}), 1024);
    EXPECT_EQ(
        at("float noise(float p) { float n = 0.0; for (float x = p; x < 1e9; x += 1.0) n += 1.0; return n; }", {0}),
        1024);
    EXPECT_EQ(at("float noise(float p) { float n = 0.0; for (int i = 0; i < 4000; i++) n += 1.0; return n; }", {0}),
              4000);
}

TEST(Function, HasParametersWithRangesAndMeanings) {
    Function function("uniform uint seed = 7u;\nuniform float share = 0.25;  // 0..1: how much\n"
                      "uniform vec2 shift = vec2(1.0, -2.0);  // where\nuniform bool on;\n"
                      "float noise(float p) { return on ? share + shift.y : float(seed); }");
    ASSERT_EQ(function.parameters().size(), 4u);
    EXPECT_EQ(function.parameters()[0].value, std::vector<double>{7});
    EXPECT_EQ(function.parameters()[1].most, 1.0);
    EXPECT_EQ(function.parameters()[1].about, "how much");
    EXPECT_EQ(function.parameters()[2].value, (std::vector<double>{1, -2}));
    EXPECT_EQ(function.parameters()[2].about, "where");
    EXPECT_EQ(at(function, {0}), 7);
    function.set("seed", std::vector<double>{4294967295});
    EXPECT_EQ(at(function, {0}), 4294967296.0f);
    function.set("on", std::vector<double>{1});
    function.set("share", std::vector<double>{0.5});
    EXPECT_EQ(at(function, {0}), -1.5f);
    EXPECT_THROW(function.set("share", std::vector<double>{1.5}), Error);
    EXPECT_THROW(function.set("shift", std::vector<double>{1}), Error);
    EXPECT_THROW(function.set("seed", std::vector<double>{0.5}), Error);
    EXPECT_THROW(function.set("none", std::vector<double>{1}), Error);
}

TEST(Function, IncludesFiles) {
    const function::Include include = [](const std::string& name) -> std::optional<std::string> {
        if (name == "b.glsl") return "#include \"c.glsl\"\nfloat b(float x) { return c(x) + 1.0; }\n";
        if (name == "c.glsl") return "float c(float x) { return 2.0 * x; }\n";
        return {};
    };
    const Function function("#include \"b.glsl\"\n#include \"c.glsl\"\nfloat noise(float p) { return b(p); }", "a.glsl",
                            include);
    EXPECT_EQ(at(function, {3}), 7);
}

TEST(Function, IsTheSameOnAnyNumberOfThreadsAndPoints) {
    for (const std::filesystem::path& file : function_files()) {
        const Function function(read_file(file), file.filename().string());
        const auto all = listed(function, 20000, 1);
        EXPECT_TRUE(are_same(all, listed(function, 20000, 3))) << file;
        std::vector<std::vector<float>> part = listed(function, 777, 1);
        for (std::size_t c = 0; c < part.size(); ++c)
            EXPECT_TRUE(std::equal(part[c].begin(), part[c].end(), all[c].begin(), [](float a, float b) {
                return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
            })) << file;
    }
}

TEST(Function, IsTheSameOnGrids) {
    const Function function(read_file(std::string(ISONOISE_FUNCTION_SHELF) + "/wood.glsl"));
    GridAxes grid;
    grid.x = {.offset = -1.5, .step = 0.125, .count = 37, .first = 3};
    grid.y = {.offset = 2, .step = -0.5, .count = 19};
    grid.z = {.offset = 0.3, .step = 0.01, .count = 5};
    std::vector<float> values(37 * 19 * 5);
    ASSERT_TRUE(function.evaluate(grid, values, {.threads = 2}));
    for (int i = 0; i < 37 * 19 * 5; i += 7) {
        const float x = static_cast<float>(-1.5 + (3 + i % 37) * 0.125), y = static_cast<float>(2 - i / 37 % 19 * 0.5),
                    z = static_cast<float>(0.3 + i / 37 / 19 * 0.01);
        ASSERT_EQ(values[static_cast<std::size_t>(i)], at(function, {x, y, z})) << i;
    }
    EXPECT_THROW(function.evaluate(grid, std::span(values).first(5)), std::invalid_argument);
}

namespace {

void expect_equal_bits(const Function& function, const GlInfo& info, std::uint64_t points) {
    Shaders shaders(info.glsl, ShaderFiles());
    Evaluator driver(shaders, info);
    const FunctionResult result =
        check_function(driver, function, function_shader(function, ShaderFiles()), points, 1, [](std::uint64_t) {});
    std::string words;
    for (const std::string& one : result.first)
        words += one + "\n";
    EXPECT_EQ(result.differing, 0u) << words << function.text();
}

std::uint64_t environment_number(const char* variable, std::uint64_t usual) {
    const char* text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : usual;
}
std::uint64_t points_of(std::uint64_t usual) { return environment_number("ISONOISE_TEST_POINTS", usual); }

}  // namespace

// The counter that ends a loop after 1024 rounds has a name that no text has.
TEST(Function, LimitsOfLoopsLeaveNamesAlone) {
    const std::string body = "int rounds1 = 5; float x = 0.0; while (x < p.x) x += float(rounds1); return x;";
    EXPECT_EQ(at("float noise(vec2 p) { " + body + " }", {12, 0}), 15.0f);
}

// A few points are computed without the preparations that serve long lists.
TEST(Function, ListsOfAnyLengthHaveTheSameBits) {
    for (const std::filesystem::path& file : function_files()) {
        SCOPED_TRACE(file.filename().string());
        const Function function(read_file(file), file.filename().string());
        constexpr std::size_t kCount = 600;
        const auto all = listed(function, kCount, 1);
        std::array<std::vector<float>, 4> coordinates;
        for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
            for (std::size_t i = 0; i < kCount; ++i)
                coordinates[c].push_back(coordinate(i, c));
        }
        for (const std::size_t count : {1, 2, 4, 5, 16, 17, 511, 513}) {
            for (const std::size_t from : {0, 37}) {
                std::vector<std::vector<float>> some(all.size(), std::vector<float>(count));
                std::vector<float*> to;
                for (auto& channel : some)
                    to.push_back(channel.data());
                Points points{.count = static_cast<std::int64_t>(count)};
                for (std::size_t c = 0; c < coordinates.size() && !coordinates[c].empty(); ++c)
                    points.coordinates[c] = &coordinates[c][from];
                function.evaluate(points, to);
                for (std::size_t k = 0; k < some.size(); ++k)
                    ASSERT_EQ(std::memcmp(some[k].data(), &all[k][from], 4 * count), 0) << count;
            }
        }
    }
}

TEST(FunctionGpu, HasTheBitsOfTheCpu) {
    const HeadlessContext context;
    for (const std::filesystem::path& file : function_files()) {
        SCOPED_TRACE(file.filename().string());
        expect_equal_bits(Function(read_file(file), file.filename().string()), context.info(), points_of(65536));
    }
}

TEST(FunctionCellsGpu, HaveTheBitsOfTheCpu) {
    const HeadlessContext context;
    const bool all = std::getenv("ISONOISE_TEST_FUNCTIONS") != nullptr;
    int number = 0;
    for (const std::filesystem::path& file : function_files()) {
        if (++number % 4 != 0 && !all) continue;  // a driver compiles each for seconds
        SCOPED_TRACE(file.filename().string());
        expect_equal_bits(Function(read_file(file), file.filename().string()).with_cells(), context.info(),
                          points_of(16384));
    }
}

TEST(FunctionGpu, LocalsHaveTheBitsOfTheCpu) {
    const HeadlessContext context;
    for (const char* name : {"islands", "turned", "cellular"}) {
        const Function function(
            read_file(std::filesystem::path(ISONOISE_FUNCTION_SHELF) / (std::string(name) + ".glsl")));
        ASSERT_FALSE(function.locals().empty());
        for (std::size_t i = 0; i < function.locals().size(); ++i) {
            SCOPED_TRACE(name + (": " + function.locals()[i].name));
            expect_equal_bits(function.with_local(i), context.info(), points_of(4096));
        }
    }
}

TEST(FunctionGpu, HasTheBitsOfTheCpuForTextsAtRandom) {
    const HeadlessContext context;
    for (std::uint64_t i = 0; i < environment_number("ISONOISE_TEST_FUNCTIONS", 25); ++i) {
        const std::string text = Generator(i).text();
        SCOPED_TRACE(i);
        try {
            const Function function(text);
            expect_equal_bits(function, context.info(), points_of(16384));
            if (i < 12) expect_equal_bits(function.with_cells(), context.info(), points_of(4096));
        } catch (const Error& e) {
            if (!is_slow(e.what())) ADD_FAILURE() << e.what() << "\n" << text;
        }
    }
}

// ---- Gradients

namespace {

// Central differences by a function of doubles in floats; too coarse near a step or a bend.
double difference(const Function& function, std::vector<float> point, std::size_t c, float step) {
    std::vector<float> low = point, high = point;
    low[c] -= step;
    high[c] += step;
    return (static_cast<double>(at(function, high)) - static_cast<double>(at(function, low))) /
           (static_cast<double>(high[c]) - static_cast<double>(low[c]));
}

std::vector<float> gradient_at(const Function& function, const std::vector<float>& point) {
    std::vector<float> all(point.size() + 1);
    function.at(point, all);
    return all;
}

std::string gradient_error(const std::string& text) {
    try {
        (void)Function(text, "a.glsl").with_gradient();
        return "no error";
    } catch (const Error& e) {
        return e.what();
    }
}

}  // namespace

// Each rule, and each way to write it, at points where the function is smooth.
// Nothing if the function has several channels or calls a gradient itself.
static std::optional<Function> gradient_of(const Function& function) {
    if (function.channels() != 1) return {};
    try {
        return function.with_gradient();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("since it is one already"), std::string::npos) << e.what();
        return {};
    }
}

TEST(FunctionGradient, IsTheDifferenceForEachRule) {
    const char* const bodies[] = {
        "return p.x * p.y - 3.0 * p.x / (p.y + 2.0);",
        "vec2 q = p; q *= 2.0; q.x += q.y; q /= vec2(3.0, 1.0 + p.x); q -= p.yx; return dot(q, q);",
        "return -p.x + (+p.y) - (p.x - 2.0) * -p.y;",
        "return abs(p.x - 3.0) + min(p.x, 2.0 * p.y) * max(p.x * p.x, p.y) + clamp(p.x * p.y, 0.1, 0.6);",
        "vec2 q = abs(p - vec2(0.1, 9.0)); q = clamp(q, p.yx * 0.2, vec2(3.0)); return q.x * q.y;",
        "return sqrt(p.x) + inversesqrt(p.y + 0.5) * exp(-p.x) + exp2(p.y);",
        "return log(p.x + 1.0) * log2(p.y + 3.0) + pow(p.x, 2.5) + pow(2.0, p.y) + pow(p.x, p.y);",
        "return sin(3.0 * p.x) * cos(p.y) + tan(0.5 * p.x) + asin(0.5 * p.x) * acos(0.3 * p.y);",
        "return atan(p.x) + atan(p.y, p.x) + radians(p.x * 90.0) + degrees(p.y);",
        "return fract(p.x + 0.1) + mod(3.0 * p.y, 7.0) * mod(p.x, 5.0 + p.y) + floor(p.x) + ceil(p.y) + round(p.x);",
        "return mix(p.x, p.y, p.x * p.y) + smoothstep(-1.0, 2.0 + p.x, p.y) + step(9.0, p.x) + sign(p.y) * p.x;",
        "return length(p) + distance(p, vec2(3.0, -1.0)) + dot(normalize(p), vec2(0.3, 2.0));",
        "vec3 v = cross(vec3(p, 1.0), vec3(0.5, p.yx)); vec3 r = reflect(v, normalize(vec3(p.y, 1.0, 2.0)));"
        "    return dot(r, vec3(1.0, 2.0, 3.0));",
        "return sinh(p.x) * cosh(3.0 * p.y) + tanh(p.x - p.y) + tanh(0.3 * p.y) + sinh(5.0 * p.y);",
        "vec2 w; vec2 f = modf(3.0 * p, w); return f.x * f.y + w.y;",
        "const int n = 2; float a[2 * n]; a[3] = p.x * p.y; float k = k * p.x; return a[3] * a[3] + k;",
        "vec2 v = early(p); return v.x * p.y + v.y * v.y;",
        "mat2 m = inverse(mat2(p.x + 3.0, 1.0, p.y, 2.0)) - mat2(mat3(p.x)); return determinant(m / p.x) - m[1].x;",
        "vec2 q = p; float a = p.x; for (int i = 0, j = 3; i < j; ++i, --j, a *= p.y) a += shift(q, 0.3) * float(j);"
        "    return a + shift(q.yx, p.x) * q.x;",
        "mat2 m = mat2(p.x, 1.0, p.y, 2.0); vec2 v = m * p + p * m; return v.x - v.y;",
        "float s = 0.0; for (int i = 0; i < 5; ++i) { if (i == 3) continue; s += p.x * float(i); s *= p.y; }"
        "    return s;",
        "float s = p.x; while (is_below(s, 9.0)) { s = s * 2.0 + p.y; } return s;",
        "float s = p.x; for (int i = 0; is_below(s, float(9 - i)); i++) { s = s * 1.5 + p.y + 0.1; } return s;",
        "float s = p.x; for (float t = p.x; is_below(t, 9.0); t += 1.0 + p.y) { s += t; } return s;",
        "float s = p.x; int n = 0; while (s < 9.0 && n < 4) { s = s * (1.5 + p.y); n++; } return s;",
        "float s = 0.0; for (float t = p.x; t < 20.0; t *= 2.0) { s += t * t; } return s;",
        "if (p.x > 0.2) return p.x * p.y; return p.y * p.y;",
        "float r; if (p.x > 0.2) { r = p.x * p.y; } else r = p.y * p.y; return r;",
        "return p.x > 9.0 ? perlin2(p, 1u) : p.y > 0.0 ? sin(p.x) * p.y : 1.0;",
        "float a[3] = float[3](p.x, p.y, 2.0); a[1] *= a[0]; float s = 1.0; for (int i = 0; i < 3; i++) s *= a[i];"
        "    return s;",
        "float a[4]; for (int i = 0; i < 4; i++) a[i] = p.x * float(i) + p.y; return a[int(floor(p.x)) + 2];",
        "S s = S(p.x, 3, p * p.y); s.v.x += s.h; s = twice(s); return s.h * s.v.x + s.v.y * float(s.n);",
        "float x = p.x * p.y; { float x = x * x; x += 1.0; p.x = x; } return x * p.x;",
        "vec2 q = p; float n = shift(q, 2.0) + q.x; return n * q.y + first(3.0) * p.x;",
        "return perlin2(2.0 * p, 7u) + perlin1(p.x * p.y, 3u) + perlin3(vec3(p, p.x * 0.5), 5u);",
        "return perlin4(vec4(p, p.yx), 9u) + perlin2_periodic(p, 4u, uvec2(3u, 5u));",
        "return perlin2(ivec2(5, -3), fract(p), 7u) + perlin2_fbm(3.0 * p, 2u, 4.5, 0.6, 2.1);",
        "return perlin1_fbm(p.x, 2u, 3.0, 0.5, 2.0) * perlin3_fbm(vec3(p, 1.0), 2u, 3.0, 0.5, 2.0)"
        "    + perlin4_fbm(vec4(p, p), 1u, 2.0, 0.5, 2.0);",
        "return perlin2_ridged(p, 2u, 3.0, 0.5, 2.0) * perlin3_billow(vec3(p, 1.0), 2u, 2.5, 0.6, 2.1)"
        "    + perlin4_turbulence(vec4(p, p), 1u, 2.0, 0.5, 2.0) + perlin1_ridged(p.x * p.y, 1u, 2.0, 0.7, 1.9);",
        "vec2 w = vec2(perlin2(p, 1u), perlin2(p, 2u)); return perlin2(p + 0.3 * w, 3u);",
        "p = p.yx * k; return p.x * p.x * p.y;",
    };
    const std::string declarations =
        "uniform float k = 1.5;\nconst vec2 AXIS = vec2(0.5, 2.0);\nstruct S { float h; int n; vec2 v; };\n"
        "S twice(S s) { s.h *= 2.0; s.v = s.v * AXIS; s.n += 1; return s; }\n"
        "bool is_below(float x, float y) { return x * x < y * y; }\n"
        "vec2 early(vec2 v) { for (int i = 0; i < 3; ++i) { if (v.x > 0.7) return v.yx * v; v *= 1.5; } return v * v; "
        "}\n"
        "float first(float x) { return x * x; }\nfloat first(vec2 x) { return x.x; }\n"
        "float shift(inout vec2 q, float by) { if (by > 100.0) return 0.0; q += by * q.yx; return q.x * by; }\n";
    for (const char* body : bodies) {
        const Function function(declarations + "float noise(vec2 p) {\n" + body + "\n}\n"),
            with = function.with_gradient();
        ASSERT_EQ(with.channels(), 3);
        for (int i = 0; i < 60; ++i) {
            const std::vector<float> point = {0.03f + 0.0157f * static_cast<float>(i),
                                              0.05f + 0.0131f * static_cast<float>(i * 7 % 60)};
            const std::vector<float> all = gradient_at(with, point);
            ASSERT_EQ(all[0], at(function, point)) << body;
            for (std::size_t c = 0; c < 2; ++c) {
                // A bend or a step between the two points makes them useless: then halves differ.
                const double wide = difference(function, point, c, 1.0f / 256),
                             narrow = difference(function, point, c, 1.0f / 512);
                if (std::fabs(wide - narrow) > 0.01 * (1 + std::fabs(narrow))) continue;
                EXPECT_NEAR(static_cast<double>(all[c + 1]), narrow, 0.02 * (1 + std::fabs(narrow)))
                    << body << " at " << point[0] << ' ' << point[1] << " by "
                    << "xy"[c];
            }
        }
    }
}

TEST(FunctionGradient, IsThatOfTheWholeCorpus) {
    int functions = 0;
    for (const std::filesystem::path& file : function_files()) {
        const Function function(read_file(file), file.filename().string());
        SCOPED_TRACE(file.filename().string());
        const auto with = gradient_of(function);
        if (!with) continue;
        ++functions;
        int compared = 0, wrong = 0;
        for (int i = 0; i < 400; ++i) {
            std::vector<float> point;
            for (int c = 0; c < function.dim(); ++c)
                point.push_back(static_cast<float>(i * (37 + 11 * c) % 401) * 0.0157f - 3.1f);
            const std::vector<float> all = gradient_at(*with, point);
            ASSERT_TRUE(all[0] == at(function, point) || std::isnan(all[0]));
            for (std::size_t c = 0; c < point.size(); ++c) {
                const double wide = difference(function, point, c, 1.0f / 512),
                             narrow = difference(function, point, c, 1.0f / 2048);
                if (!(std::fabs(wide - narrow) < 0.005 * (0.1 + std::fabs(narrow)))) continue;
                ++compared;
                wrong += !(std::fabs(static_cast<double>(all[c + 1]) - narrow) < 0.05 * (0.1 + std::fabs(narrow)));
            }
        }
        EXPECT_LE(wrong, compared / 50) << "of " << compared;  // where a difference crosses two bends
    }
    EXPECT_GE(functions, 10);
}

TEST(FunctionGradient, SaysWhereThereIsNone) {
    for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
             {"vec2 noise(vec2 p) { return p; }", "a.glsl:1:1: noise_gradient: expected a function that returns one"},
             {"float noise(vec2 p) {\n    vec2 g; perlin2_gradient(p, 1u, g);\n    return g.x;\n}",
              "a.glsl:2:13: noise_gradient: the derivative of 'perlin2_gradient' is not known"},
             {"float noise(vec2 p) { return perlin2_fbm(p, 1u, p.x, 0.5, 2.0); }", "by its octaves is not known"},
             {"float noise(vec2 p) { return perlin2_eroded(p, 1u, 3.0, 0.5, 2.0); }",
              "'perlin2_eroded' is not known; 'perlin2_eroded_slope' has the slope that it accumulates"},
             {"float noise_gradient(vec2 p) { return p.x; }\nfloat noise(vec2 p) { return noise_gradient(p); }",
              "named noise_gradient already"}})
        EXPECT_NE(gradient_error(text).find(words), std::string::npos) << gradient_error(text);
}

// A bend has the derivative of one side, and a root at 0 has none, which counts as 0.
TEST(FunctionGradient, IsOneSidedAtBends) {
    const auto slope = [](const std::string& body, float x) {
        return gradient_at(Function("float noise(float x) { return " + body + "; }").with_gradient(), {x})[1];
    };
    EXPECT_EQ(slope("abs(x)", 0), 1);
    EXPECT_EQ(slope("abs(x)", -1), -1);
    EXPECT_EQ(slope("max(x, 0.0)", 0), 1);
    EXPECT_EQ(slope("min(x, 0.0)", 0), 1);
    EXPECT_EQ(slope("sqrt(x)", 0), 0);
    EXPECT_EQ(slope("acos(x)", 1), 0);
    EXPECT_EQ(slope("atan(x, 0.0)", 0), 0);
    EXPECT_EQ(slope("length(vec2(x, 0.0))", 0), 0);
    EXPECT_EQ(slope("floor(x) + step(0.0, x)", 0), 0);
    EXPECT_EQ(slope("3.0", 0), 0);
}

TEST(FunctionGradientGpu, HasTheBitsOfTheCpu) {
    const HeadlessContext context;
    for (const std::filesystem::path& file : function_files()) {
        SCOPED_TRACE(file.filename().string());
        const auto with = gradient_of(Function(read_file(file), file.filename().string()));
        if (with) expect_equal_bits(*with, context.info(), points_of(65536));
    }
}

TEST(FunctionGradientGpu, HasTheBitsOfTheCpuForTextsAtRandom) {
    const HeadlessContext context;
    int functions = 0;
    for (std::uint64_t i = 0; i < environment_number("ISONOISE_TEST_FUNCTIONS", 60); ++i) {
        const std::string text = Generator(i).text();
        SCOPED_TRACE(i);
        try {
            const Function function(text);
            if (function.channels() != 1) continue;
            expect_equal_bits(function.with_gradient(), context.info(), points_of(16384));
            if (functions++ % 4 != 0) continue;
            expect_equal_bits(function.with_gradient().with_cells(), context.info(), points_of(4096));
        } catch (const Error& e) {
            const std::string what = e.what();
            if (!is_slow(what) && what.find("is not known") == what.npos) ADD_FAILURE() << what << "\n" << text;
        }
    }
    EXPECT_GE(functions, 3);
}
