// Proved ranges of functions: no value leaves them, and they are as narrow as one would see by hand.
#include <bit>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>

#include "app/shell.hpp"
#include "conformance/points.hpp"
#include "functions/at.hpp"
#include "functions/generator.hpp"
#include "isonoise/function/function.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

using Range = std::optional<std::array<double, 2>>;

// Near 0 and far out, on lattice points and beside them.
float coordinate(Random& random) {
    const auto bits = static_cast<std::uint32_t>(random.next() >> 32);
    const float unit = static_cast<float>(bits >> 8) * 0x1p-24f, sign = (bits & 1u) != 0u ? -1.0f : 1.0f;
    switch (bits >> 1 & 7u) {
    case 0: return sign * std::floor(16 * unit);
    case 1: return sign * std::exp2(std::floor(121 * unit - 60));
    case 2: return sign * 0x1p30f * unit;
    case 3: return sign * 0.5f * std::floor(16 * unit) + 0x1p-20f * unit;
    case 4: return sign * 0x1p60f * unit;
    case 5: return sign * 1000 * unit;
    default: return sign * 8 * unit;
    }
}

void set_at_random(Function& function, Random& random) {
    const std::vector<Parameter> parameters = function.parameters();
    for (const Parameter& p : parameters) {
        const auto [least, most] = p.range();
        std::vector<double> values;
        for (int c = 0; c < p.size; ++c) {
            const double low = std::max(least, -8.0), high = std::min(most, 8.0),
                         x = low + (high - low) * static_cast<double>(random.next() >> 40) * 0x1p-24;
            values.push_back(p.kind == Parameter::real ? x : std::round(x));
        }
        function.set(p.name, values);
    }
}

// Returns how many of its channels have a range.
int expect_within(const Function& function, std::size_t count, Random& random) {
    const auto channels = static_cast<std::size_t>(function.channels());
    std::vector<std::vector<float>> points(4, std::vector<float>(count)), results(channels, points[0]);
    Points list;
    list.count = static_cast<std::int64_t>(count);
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
        for (float& x : points[c])
            x = coordinate(random);
        list.coordinates[c] = points[c].data();
    }
    std::vector<float*> to;
    for (auto& channel : results)
        to.push_back(channel.data());
    EXPECT_TRUE(function.evaluate(list, to));
    int known = 0;
    for (std::size_t c = 0; c < channels; ++c) {
        const Range range = function.proved_range(static_cast<int>(c));
        if (!range) continue;
        ++known;
        const auto left = std::find_if(results[c].begin(), results[c].end(), [&](float value) {
            return !(static_cast<double>(value) >= (*range)[0] && static_cast<double>(value) <= (*range)[1]);
        });
        if (left == results[c].end()) continue;
        const auto i = static_cast<std::size_t>(left - results[c].begin());
        ADD_FAILURE() << fmt::format("channel {} is {} at {} {} {} {}, not from {} to {}\n", c, *left, points[0][i],
                                     points[1][i], points[2][i], points[3][i], (*range)[0], (*range)[1])
                      << function.text();
    }
    return known;
}

Range range_of(const std::string& body) { return Function("float noise(vec2 p) { " + body + " }").proved_range(); }

}  // namespace

TEST(FunctionRange, HoldsTheValuesOfTheCorpus) {
    Random random(1);
    int known = 0;
    for (const std::filesystem::path& file : function_files()) {
        SCOPED_TRACE(file.filename().string());
        Function function(read_file(file), file.filename().string());
        known += expect_within(function, 100000, random) > 0;
        for (int i = 0; i < 3 && !function.parameters().empty(); ++i) {
            set_at_random(function, random);
            expect_within(function, 20000, random);
        }
    }
    EXPECT_GE(known, 18);
}

TEST(FunctionRange, HoldsTheValuesOfTextsAtRandom) {
    Random random(2);
    const char* count = std::getenv("ISONOISE_TEST_FUNCTIONS");
    int known = 0;
    for (std::uint64_t i = 0; i < (count ? std::strtoull(count, nullptr, 10) : 400); ++i) {
        SCOPED_TRACE(i);
        try {
            Function function(Generator(i).text());
            set_at_random(function, random);
            known += expect_within(function, 4000, random);
        } catch (const Error&) {  // too slow: FunctionGpu tells other errors
        }
    }
    EXPECT_GE(known, 60);
}

TEST(FunctionRange, IsAsNarrowAsByHand) {
    struct Case {
        const char* body;
        double least, most, more = 0;  // how far beyond them the ends may be
    };
    const Case cases[] = {
        {"return 1.0 - abs(perlin2(p, 1u));", 0, 1},
        {"float n = perlin2(p, 1u); return n * n;", 0, 1},
        {"return 3.0;", 3, 3},
        {"return mix(0.25, 4.0, 0.5 + 0.5 * perlin2(p, 1u));", 0.25, 4},
        {"return mix(perlin2(p, 1u), 2.0 * perlin2(p, 2u), fract(p.x));", -2, 2},
        {"return smoothstep(-1.0, 3.0, 7.0 * perlin2(p, 1u));", 0, 1},
        {"return smoothstep(-1.0, 3.0, perlin2(p, 1u));", 0, 0.5, 1e-6},
        {"return clamp(p.x * p.y, -0.5, 2.0);", -0.5, 2},
        {"return min(p.x, 1.0) > max(p.x, 1.0) + 1.0 ? 5.0 : step(0.0, p.y);", 0, 1},
        {"return fract(3.0 * p.x) + (p.y - floor(p.y));", 0, 2},
        {"return mod(p.x, 4.0);", 0, 4, 1e-15},
        {"return mod(perlin2(p, 1u), 3.0);", 0, 3, 1e-5},
        {"return sin(p.x) * cos(p.y);", -1, 1},
        {"return sin(perlin2(p, 1u));", -0.84147, 0.84147, 1e-5},
        {"return cos(2.0 * perlin2(p, 1u));", -0.41615, 1, 1e-5},
        {"return exp(-abs(p.x));", 0, 1},
        {"return exp2(perlin2(p, 1u));", 0.5, 2, 1e-6},
        {"return pow(abs(perlin2(p, 1u)), 0.5);", 0, 1},
        {"return sqrt(abs(perlin2(p, 1u))) + inversesqrt(1.0 + dot(p, p));", 0, 2, 1e-15},
        {"return 1.0 / (1.0 + dot(p, p));", 0, 1, 1e-15},
        {"return atan(p.y, p.x);", -3.14159, 3.14159, 1e-5},
        {"return atan(p.y) + asin(perlin2(p, 1u));", -3.14159, 3.14159, 1e-5},
        {"return floor(4.0 * perlin2(p, 1u)) + sign(p.x);", -5, 5},
        {"return float(hash2(ivec2(floor(p)), 3u) >> 8) / 16777215.0;", 0, 1},
        {"return float((int(floor(p.x)) & 3) + int(p.y) % 5) + float(hash1(int(p.x), 1u) % 10u);", -4, 16},
        {"float s = 0.0, a = 0.5; for (int i = 0; i < 4; i++) { s += a * perlin2(p, uint(i)); a *= 0.5; p *= 2.0; }"
         "    return s;",
         -0.9375, 0.9375},
        {"float s = p.x; while (s > 1.0) s *= 0.5; return fract(s);", 0, 1},
        {"float n = 0.5 + 0.5 * perlin2(p, 1u); return 4.0 * n * (1.0 - n);", 0, 1, 0.07},
        {"float n = perlin2(p, 1u); return n < 0.0 ? -n : n * 0.5;", 0, 1},
        {"float w = fract(p.x); return w < 0.75 ? w / 0.75 : (1.0 - w) / 0.25;", 0, 1},
        {"float r = length(p); if (r < 0.5) return 0.0; return 1.0 / r;", 0, 2},
        {"float n = perlin2(p, 1u); if (n < -0.5) return 7.0; if (n > 0.5) { return 8.0; } return n;", -0.5, 8},
        {"float a[2]; a[0] = perlin2(p, 1u); a[1] = 3.0; return a[int(p.x) & 1];", -1, 3},
        {"return perlin2_fbm(p, 1u, 5.0, 0.5, 2.0) + perlin2_periodic(p, 2u, uvec2(3u));", -2, 2},
        {"return perlin2(ivec2(p), fract(p), 1u) * 0.5;", -0.5, 0.5},
        {"bool b = perlin2(p, 1u) > 0.0; return float(b) + float(int(p.x > 0.0) * 2);", 0, 3},
    };
    for (const auto& [body, least, most, more] : cases) {
        const Range range = range_of(body);
        ASSERT_TRUE(range) << body;
        EXPECT_LE(std::fabs((*range)[0] - least), more) << body << ' ' << (*range)[0];
        EXPECT_LE(std::fabs((*range)[1] - most), more) << body << ' ' << (*range)[1];
        Random random(3);
        expect_within(Function(std::string("float noise(vec2 p) { ") + body + " }"), 20000, random);
    }
}

TEST(FunctionRange, FollowsTheParameters) {
    Function function("uniform float height = 2.0;\nuniform int octaves = 3;  // 1..8\n"
                      "float noise(vec2 p) { float s = 0.0;\n"
                      "for (int i = 0; i < octaves; i++) s += perlin2(p, uint(i)); return height * s; }");
    EXPECT_EQ(function.proved_range(), (Range{{-6, 6}}));
    function.set("height", std::vector<double>{0.5});
    function.set("octaves", std::vector<double>{8});
    EXPECT_EQ(function.proved_range(), (Range{{-4, 4}}));
    const Function colour("vec3 noise(vec2 p) { return vec3(p.x, 0.5, perlin2(p, 1u)); }");
    EXPECT_EQ(colour.proved_range(0), Range());
    EXPECT_EQ(colour.proved_range(1), (Range{{0.5, 0.5}}));
    EXPECT_EQ(colour.proved_range(2), (Range{{-1, 1}}));
}

TEST(FunctionRange, IsNotKnownWithoutABound) {
    for (const char* body :
         {"return p.x;", "return 1.0 / p.x;", "return 1.0 / perlin2(p, 1u);", "return log(abs(perlin2(p, 1u)));",
          "return sqrt(perlin2(p, 1u));", "return asin(1.5 * perlin2(p, 1u));", "return pow(perlin2(p, 1u), 2.0);",
          "return normalize(p).x;", "return exp(p.x);", "return tan(p.x);", "return log2(1.0 + abs(p.x));",
          "return mod(p.x, 3.0);", "return perlin2(p, 1u) + 1e-9 * p.y;", "return inversesqrt(abs(p.x));",
          "return clamp(1.0 / p.x - 1.0 / p.y, 0.0, 1.0);",
          "float x = sqrt(perlin2(p, 1u)); return x < 9.0 ? 0.5 : min(7.0, x);", "return perlin2(p, 1u) / 0.0;"})
        EXPECT_EQ(range_of(body), Range()) << body;
}

// Colours and files of integers use the proved range if it is not much wider than the values seen.
TEST(FunctionRangeCli, IsThatOfFilesAndColours) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        const Out out =
            shell(fmt::format("cd '{}' && " ISONOISE_BINARY " {} 2>&1", temporary.path().string(), command));
        EXPECT_EQ(out.exit, 0) << out.text;
        return out.text;
    };
    const auto expect = [&](const std::string& command, const char* words) {
        const std::string text = run(command);
        EXPECT_NE(text.find(words), std::string::npos) << command << "\n" << text;
    };
    write_file(temporary.path() / "f.glsl",
               "uniform float k = 2.0;\nfloat noise(vec2 p) { return k * perlin2(p, 1u); }\n");
    write_file(
        temporary.path() / "wide.glsl",
        "float noise(vec2 p) { float n = 0.0; for (int i = 0; i < 5; i++) n += perlin2(p, uint(i)); return n; }\n");
    expect("bake f.glsl --size 32x32 -o a.r16", "bake: proved levels -2 to 2, see --range");
    expect("bake f.glsl --set k=0.5 --size 32x32 -o c.png", "bake: proved levels -0.5 to 0.5");
    expect("bake wide.glsl --size 32x32 -o c.png", "bake: proved levels -5 to 5");
    expect("render f.glsl --size 32x32 -o c.png", "render: proved levels -2 to 2, see --range");
    expect("render wide.glsl --size 32x32 -o c.png", "render: measured levels");
    expect("render wide.glsl --what values --size 32x32 -o c.png", "render: proved levels -5 to 5");
    expect("render f.glsl --what values --auto-levels --size 32x32 -o c.png", "render: levels -");
    // Parts of a grid have the values of the whole.
    run("bake f.glsl --size 16x32 --offset 0.25,0 -o b.r16");
    const std::string whole = read_file(temporary.path() / "a.r16"), part = read_file(temporary.path() / "b.r16");
    for (std::size_t row = 0; row < 32; ++row)
        EXPECT_EQ(whole.substr(row * 64 + 32, 32), part.substr(row * 32, 32)) << row;
}

// At 200 points whose first coordinate is -100 to 99.
TEST(FunctionOctaves, AreThoseThatPointsTake) {
    std::vector<float> x(200), y(200, 0.5f);
    std::iota(x.begin(), x.end(), -100.0f);
    const Points points{.coordinates = {x.data(), y.data()}, .count = 200};
    const function::Include hills = [](const std::string&) {
        return std::optional<std::string>(R"({"schema": 1, "dim": 2, "octaves": 5, "warp": 0.3})");
    };
    for (const auto& [body, expected] : std::initializer_list<std::pair<const char*, double>>{
             {"return float(hash2(ivec2(p), 3u)) + p.x;", 0},
             {"return perlin2(p, 1u);", 1},
             {"return perlin2_fbm(p, 1u, 4.25, 0.5, 2.0);", 5},
             {"return perlin2_ridged(p, 1u, 99.0, 0.5, 2.0) + value2(p, 2u, uvec2(0u));", 33},
             {"vec2 g; return perlin2_gradient(p, 1u, g) + perlin3_periodic(vec3(p, 0.5), 1u, uvec3(2u));", 2},
             {"if (p.x < -50.0) return perlin2_fbm(p, 1u, 8.0, 0.5, 2.0); return 0.0;", 2},
             {"if (p.x < 50.0) return perlin2_fbm(p, 1u, 8.0, 0.5, 2.0); return 0.0;", 6},
             {"return perlin2_fbm(p, 1u, p.x < 0.0 ? 3.0 : 7.0, 0.5, 2.0);", 5},
             {"float s = 0.0; for (int i = 0; i < 6; ++i) { s += perlin2(p, uint(i)); if (p.x < 0.0) break; } return "
              "s;",
              3.5},
             {"return hills(p);", 7}}) {
        const Function f(std::string("#include \"hills.json\"\nfloat noise(vec2 p) { ") + body + " }", "f", hills);
        EXPECT_EQ(f.octaves(points), expected) << body;
    }
    EXPECT_EQ(Function("float noise(vec2 p) { return perlin2(2.0 * p, 1u); }").with_cells().octaves(points), 1);
    EXPECT_EQ(
        Function("float noise(float p) { return perlin1(p, 1u); }").octaves({.coordinates = {x.data()}, .count = 0}),
        0);
}
