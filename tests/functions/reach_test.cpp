// How far functions hold: whether they repeat after their period, and where their coordinates are coarse.
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "filled.hpp"
#include "functions/at.hpp"
#include "isonoise/function/function.hpp"
#include "scene/function_file.hpp"
#include "scene/function_reach.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

std::string tried(const std::string& body, const std::string& period, const std::string& point = "vec2") {
    Function function("uniform u" + point + " period = u" + point + "(0u);\n" + body, "f.glsl");
    set_period(function, period, "");
    return tiling_problem(function);
}

}  // namespace

TEST(FunctionReach, TriesWhetherItRepeats) {
    const std::string tiled = "perlin2_periodic(4.0 * p, 3u, 4u * period)";
    const std::string two_pi = "vec2 a = 6.2831853 * p / vec2(period);\n";
    for (const std::string& body : std::initializer_list<std::string>{
             "return " + tiled + ";", "return 1e6 + " + tiled + ";",
             "return step(0.1, " + tiled + ") + floor(8.0 * fract(p.x)) + mod(p.y, float(period.y));",
             "return perlin2_periodic(0.5 * p, 3u, period / 2u);",
             // Equal only after rounding.
             two_pi + "return sin(a.x) + cos(3.0 * a.y);",
             two_pi + "return perlin4(7.3 * vec4(sin(a), cos(a)), 1u) + step(0.3, sin(a.x));",
             "vec2 q = 3.7 * (p - vec2(period) * floor(p / vec2(period)));\nreturn q.x * q.x - q.y;",
             // Without a value, and with nothing but jumps.
             "return sqrt(" + tiled + ");",
             "ivec2 cell = ivec2(floor(64.0 * p)) % ivec2(64u * period);\n"
             "cell += ivec2(negative(cell.x), negative(cell.y)) * ivec2(64u * period);\n"
             "return float(hash2(cell, 1u) >> 8);"})
        EXPECT_EQ(tried("int negative(int x) { return x < 0 ? 1 : 0; }\nfloat noise(vec2 p) { " + body + " }", "4,6"),
                  "")
            << body;
    for (const auto& [body, words] : std::initializer_list<std::pair<std::string, const char*>>{
             {"return perlin2(4.0 * p, 3u);", "along x"},
             {"return perlin2_periodic(4.0 * p, 3u, 3u * period);", "after 4 units along x"},
             {"return perlin2_periodic(p, 3u, uvec2(period.x, 4u));", "after 6 units along y"},
             {"return " + tiled + " + 1e-4 * perlin2(p, 3u);", "along x"},
             {"return " + tiled + " + max(0.0, perlin2(p, 3u) - 0.7);", "along x"},
             {"return perlin2(1024.0 * p, 3u);", "along x"},
             {two_pi + "return sin(a.x) + sin(1.01 * a.y);", "along y"},
             {"return " + tiled + " + 0.001 * abs(p.x);", "along x"},
             {"return sqrt(perlin2(p, 3u));", "is nan"}}) {
        const std::string what = tried("float noise(vec2 p) { " + body + " }", "4,6");
        EXPECT_NE(what.find(words), std::string::npos) << body << ": " << what;
        EXPECT_TRUE(what.empty() || what.starts_with("f.glsl: does not repeat after ")) << what;
    }
    // Axes without a period need not repeat, and each channel is tried.
    EXPECT_EQ(tried("float noise(vec2 p) { return perlin2_periodic(p, 1u, period) * p.y; }", "4,0"), "");
    EXPECT_NE(tried("vec3 noise(vec2 p) { return vec3(0.0, 0.0, perlin2(p, 1u)); }", "4,4"), "");
    EXPECT_EQ(tried("vec3 noise(vec4 p) { return vec3(perlin4_periodic(p, 1u, period)); }", "3,4,5,6", "vec4"), "");
}

// The message holds what `sample` prints.
TEST(FunctionReach, NamesAPointThatDiffers) {
    const Function function("uniform uint period = 5u;\nfloat noise(float p) { return 2.0 * p; }", "f.glsl");
    const std::string what = tiling_problem(function);
    float p = 0, here = 0, q = 0, there = 0;
    ASSERT_EQ(std::sscanf(what.c_str(),
                          "f.glsl: does not repeat after 5 units along x: noise(%f) is %f, noise(%f) is %f", &p, &here,
                          &q, &there),
              4)
        << what;
    EXPECT_EQ(q, p + 5);
    EXPECT_EQ(at(function, {p}), here);
    EXPECT_EQ(at(function, {q}), there);
}

TEST(FunctionReach, GridsAlongAPeriodRepeatToTheBit) {
    const Function function("uniform uvec2 period = uvec2(3u, 5u);\n"
                            "float noise(vec2 p) { return perlin2_periodic(3.0 * p, 1u, 3u * period); }");
    GridAxes grid;
    grid.x = {.offset = 0.3, .count = 14, .per_period = 7};
    grid.y = {.offset = -1e9, .count = 33, .first = 2, .per_period = 11};
    std::vector<float> values(14 * 33);
    ASSERT_TRUE(function.evaluate(grid, values));
    for (std::size_t y = 0; y < 33; ++y) {
        for (std::size_t x = 0; x < 14; ++x) {
            const double along_x = std::fmod(0.3 + static_cast<double>(x) * 3 / 7, 3.0),
                         along_y = std::fmod(static_cast<double>(y + 2) * 5 / 11, 5.0);
            EXPECT_EQ(values[y * 14 + x], values[y % 11 * 14 + x % 7]) << x << " " << y;
            EXPECT_NEAR(values[y * 14 + x], at(function, {static_cast<float>(along_x), static_cast<float>(along_y)}),
                        1e-5)
                << x << " " << y;
        }
    }
    const Function plain("float noise(vec2 p) { return p.x; }");
    EXPECT_THROW(plain.evaluate(grid, values), std::invalid_argument);
    grid.x.per_period = -1;
    EXPECT_THROW(function.evaluate(grid, values), std::invalid_argument);
}

TEST(FunctionReach, FollowsCoordinatesToCells) {
    using Cells = std::array<double, 4>;
    for (const auto& [body, cells] : std::initializer_list<std::pair<const char*, Cells>>{
             {"return perlin2(p, 1u);", {1, 1}},
             {"return perlin2(vec2(4.0, 0.5) * p + 7.0, 1u) + perlin2(2.0 * p, 1u);", {4, 2}},
             {"return perlin2_fbm(3.0 * p, 1u, 4.0, 0.5, 2.0);", {3, 3}},
             {"return perlin2(p + 0.5 * perlin2(8.0 * p, 1u), 1u);", {8, 8}},
             {"return perlin1(p.y / scale, 1u);", {0, 0.25}},
             {"vec2 cell = floor(16.0 * p);\nreturn perlin2(ivec2(cell), 16.0 * p - cell, 1u);", {16, 16}},
             {"return float(hash2(ivec2(p) * 3, 1u));", {1, 1}},
             {"float sum = 0.0;\nfor (int i = 0; i < 30; ++i) { sum += perlin2(p, 1u); p *= 1.5; }\nreturn sum;",
              {std::pow(1.5, 29), std::pow(1.5, 29)}},
             {"for (int i = 0; i < int(scale); ++i) p *= 2.0;\nreturn perlin2(p, 1u);", {16, 16}},
             {"return mod(p.x, 0.25);", {4, 0}},
             {"return p.x * p.y;", {0, 0}}}) {
        const Function function(std::string("uniform float scale = 4.0;\nfloat noise(vec2 p) { ") + body + " }");
        const Cells found = function.cells_per_unit();
        for (std::size_t c = 0; c < 4; ++c)
            EXPECT_NEAR(found[c], cells[c], 1e-4 * cells[c]) << body;
    }
}

TEST(FunctionReach, SaysFromWhereOnFloatsAreCoarse) {
    const auto note = [](const std::array<Reach, 4>& axes) { return far_note(axes, {1, 4, 0, 0}); };
    EXPECT_EQ(note({}), "");
    EXPECT_EQ(note({Reach{1048576, 0.0625}}), "");
    EXPECT_EQ(note({Reach{1048577, 0.0625}}),
              "x beyond 1048576: float coordinates are 0.125 apart or more, points 0.0625");
    EXPECT_EQ(note({Reach{2e6, 0.0625}, Reach{2e6, 0.0625}}),
              "x, y beyond 1048576: float coordinates are 0.125 apart or more, points 0.0625");
    // Just there floats are indeed that far apart.
    EXPECT_EQ(std::nextafter(1048576.0f, 2e6f), 1048576.125f);
    EXPECT_EQ(note({Reach{3e5, 0}, Reach{3e5, 0}, Reach{3e5, 0}}),
              "x beyond 262144: float coordinates are 0.03125 apart or more, cells 1; "
              "y beyond 65536: float coordinates are 0.007812 apart or more, cells 0.25");
}

namespace {

constexpr const char* kTiled = "uniform uvec2 period = uvec2(0u);  // 0..64\n"
                               "float noise(vec2 p) { return perlin2_periodic(4.0 * p, 1u, 4u * period); }\n";

// Runs commands in a folder with a few functions.
class Shell {
  public:
    Shell() {
        write_file(path() / "tiled.glsl", kTiled);
        write_file(path() / "wrong.glsl", "uniform uvec2 period = uvec2(0u);\n"
                                          "float noise(vec2 p) { return perlin2_periodic(p, 1u, 3u * period); }\n");
        write_file(path() / "plain.glsl", "float noise(vec2 p) { return perlin2(p, 1u); }\n");
        write_file(path() / "sines.glsl",
                   "float noise(vec2 p) {\n    return perlin2(p, 1u) + sin(p.x) + sin(p.y);\n}\n");
        write_file(path() / "line.glsl", "float noise(float p) { return perlin1(p, 1u); }\n");
        write_file(path() / "volume.glsl", "uniform uvec3 period = uvec3(0u);\n"
                                           "float noise(vec3 p) { return perlin3_periodic(p, 1u, period); }\n");
        write_file(path() / "p.json", R"({"schema": 1, "function": "tiled.glsl", "set": "period=4 2"})");
    }
    Out operator()(const std::string& command) const {
        return shell(
            fmt::format("cd '{}' && {}", path().string(), filled(command, {{"isonoise ", ISONOISE_BINARY " "}})));
    }
    std::filesystem::path path() const { return temporary_.path(); }

  private:
    TemporaryDirectory temporary_;
};

}  // namespace

TEST(FunctionReachCli, TakesAPeriodInEveryVerb) {
    const Shell run;
    EXPECT_EQ(run("echo 4.3125 2.59375 | isonoise sample --period 4,2 tiled.glsl").text,
              run("echo 0.3125 0.59375 | isonoise sample --set 'period=4 2' tiled.glsl").text);
    EXPECT_NE(run("echo 4.3125 2.59375 | isonoise sample tiled.glsl").text,
              run("echo 0.3125 0.59375 | isonoise sample tiled.glsl").text);
    EXPECT_EQ(run("isonoise verify --period 4,2 tiled.glsl --points 1000").exit, 0);
    EXPECT_EQ(run("isonoise snippet --lang c --period 4,2 tiled.glsl").text,
              run("isonoise snippet --lang c --set 'period=4 2' tiled.glsl").text);
    for (const auto& [command, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"isonoise bake plain.glsl --period 4,4 --size 8x8 -o f.npy",
              "period: expected a function that declares its period, with the line: uniform uvec2 period = uvec2(0u);"},
             {"isonoise render line.glsl --period 4 -o f.png", "uniform uint period = 0u;"},
             {"isonoise bake plain.glsl --loop 4 --size 8x8 -o f.npy", "loop: expected a function that declares"},
             {"isonoise sample --period 4,4 plain.glsl", "uniform uvec2 period"},
             {"isonoise verify --period 4,4 plain.glsl", "uniform uvec2 period"},
             {"isonoise snippet --lang c --period 4,4 plain.glsl", "uniform uvec2 period"},
             {"isonoise view --period 4,4 plain.glsl", "uniform uvec2 period"},
             {"isonoise verify --period 4,4", "period: needs a function"},
             {"isonoise bake tiled.glsl --period 4 --size 8x8 -o f.npy", "period: expected 2 counts, one per axis"},
             {"isonoise bake tiled.glsl --period 4,4,4 --size 8x8 -o f.npy", "period: expected 2 counts, one per axis"},
             {"isonoise bake tiled.glsl --period 4,x --size 8x8 -o f.npy", "period: expected one count per axis"},
             {"isonoise bake tiled.glsl --period 4,65 --size 8x8 -o f.npy", "from 0 to 64, got 65"},
             {"isonoise bake volume.glsl --period 4,4,2000000 --size 8x8x8 -o f.npy", "from 0 to 1048576"},
             {"isonoise bake tiled.glsl --period 4,4 --loop 3 --size 8x8 -o f.npy", "loop: expected the period"},
             {"isonoise bake tiled.glsl --octaves 3 --size 8x8 -o f.npy", "octaves: a function has its own"},
             {"isonoise render tiled.glsl --one-tile -o f.png",
              "one-tile: expected a period along x and y, such as --period 4,4"},
             {"isonoise render tiled.glsl --period 4,3 --one-tile --size 64x64 -o f.png", "a tile of 4 by 3 units"}}) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 2) << command;
        EXPECT_NE(out.text.find(words), std::string::npos) << command << ": " << out.text;
    }
}

TEST(FunctionReachCli, RefusesFilesThatWouldNotTile) {
    const Shell run;
    for (const char* command :
         {"isonoise bake wrong.glsl --period 4,4 --size 8x8 -o out",
          "isonoise bake wrong.glsl --set 'period=4 4' --size 8x8 -o out.zarr",
          "isonoise bake wrong.glsl --period 4,4 --size 9x9 --tiles 5x5 --range 0,1 -o 'out{x}{y}.r16'",
          "isonoise render wrong.glsl --period 4,4 --one-tile -o out.png",
          "isonoise render wrong.glsl --loop 4 --frames 4 -o 'out{frame}.png'"}) {
        const Out out = run(std::string(command) + (std::string(command).ends_with("-o out") ? ".npy" : ""));
        EXPECT_EQ(out.exit, 2) << command;
        EXPECT_NE(out.text.find("wrong.glsl: does not repeat after 4 units along "), std::string::npos)
            << command << ": " << out.text;
    }
    for (const auto& entry : std::filesystem::directory_iterator(run.path()))
        EXPECT_FALSE(entry.path().filename().string().starts_with("out")) << entry.path();
}

TEST(FunctionReachCli, WritesTiles) {
    const Shell run;
    const auto floats = [&](const char* name) { return numbers<float>(read_file(run.path() / name)); };
    const auto ok = [&](const std::string& command) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 0) << command << ": " << out.text;
    };
    // The point after the last equals the first, wherever the grid begins.
    ok("isonoise bake tiled.glsl --period 4,2 --size 24x12 --offset 8,-2 -o one.r32");
    ok("isonoise bake p.json --size 48x24 --step 0.16666666666666666 -o four.r32");
    const std::vector<float> one = floats("one.r32"), four = floats("four.r32");
    ASSERT_EQ(one.size(), 24u * 12);
    ASSERT_EQ(four.size(), 48u * 24);
    for (std::size_t i = 0; i < four.size(); ++i)
        EXPECT_NEAR(four[i], one[i / 48 % 12 * 24 + i % 24], 1e-5) << i;
    // Tiles for engines share their border, also that of the first and the last.
    ok("isonoise bake tiled.glsl --period 4,2 --size 16x8 -o whole.r32");
    ok("isonoise bake tiled.glsl --period 4,2 --size 16x8 --tiles 8x8 --overlap 0 -o 'half{x}.r32'");
    const std::vector<float> whole = floats("whole.r32"), left = floats("half0.r32"), right = floats("half1.r32");
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(left[i], whole[i / 8 * 16 + i % 8]);
        EXPECT_EQ(right[i], whole[i / 8 * 16 + i % 8 + 8]);
    }
    // Worlds in parts.
    const std::string world = "isonoise bake tiled.glsl --period 4,2 --size 16x8 --chunk 4x4 -o w.zarr";
    ok(world + " --part 1/2");
    ok(world + " --part 2/2");
    ok("isonoise bake --check w.zarr --points all");
    EXPECT_EQ(run("isonoise bake tiled.glsl --period 4,4 --size 16x8 --chunk 4x4 -o w.zarr").exit, 2);
    // Pictures: twice as many pixels show the tile twice.
    ok("isonoise render tiled.glsl --period 4,2 --one-tile --size 64x32 -o a.r32");
    ok("isonoise render tiled.glsl --period 4,2 --size 128x64 --span 4 -o b.r32");
    const std::vector<float> a = floats("a.r32"), b = floats("b.r32");
    ASSERT_EQ(a.size(), 64u * 32);
    ASSERT_EQ(b.size(), 128u * 64);
    for (std::size_t i = 0; i < b.size(); ++i)
        EXPECT_EQ(b[i], a[(i / 128 + 16) % 32 * 64 + (i % 128 + 32) % 64]) << i;
    // A film closes after the period of the last axis.
    ok("isonoise render volume.glsl --loop 2 --frames 8 --size 8x8 -o 'f{frame}.r32'");
    ok("isonoise render volume.glsl --size 8x8 --time 0.5 -o still.r32");
    EXPECT_EQ(floats("f2.r32"), floats("still.r32"));
}

TEST(FunctionReachCli, TellsWhereFloatsAreCoarse) {
    const Shell run;
    const std::string coarse = "float coordinates are ";
    for (const auto& [command, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"isonoise bake sines.glsl --size 8x8 --step 0.0625 --offset 1048576,0 -o f.r32",
              "bake: x beyond 1048576: float coordinates are 0.125 apart or more, points 0.0625 (in sines.glsl:2:"},
             {"isonoise bake sines.glsl --size 8x8 --step 0.0625 --offset=-2e6 -o f.zarr", "bake: x, y beyond 1048576"},
             {"isonoise bake sines.glsl --size 9x9 --step 0.0625 --offset 0,2e6 --tiles 5x5 -o 'f{x}{y}.r32'",
              "bake: y beyond 1048576"},
             {"isonoise bake volume.glsl --cube 9 --radius 0.001 --offset 70000,0,0 -o f.r32", "bake: x beyond 2048: "},
             {"isonoise render sines.glsl --size 64x64 --span 1 --center 300000,0 -o f.r32",
              "render: x beyond 262144: float coordinates are 0.03125 apart or more, points 0.01562 (in sines.glsl:2:"},
             {"echo 1000000 1 | isonoise sample plain.glsl",
              "sample: x beyond 262144: float coordinates are 0.03125 apart or more, cells 1\n"}}) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 0) << command << ": " << out.text;
        EXPECT_NE(out.text.find(words), std::string::npos) << command << ": " << out.text;
    }
    for (const char* command : {"isonoise bake sines.glsl --size 8x8 --step 0.0625 --offset 1048570,0 -o g.r32",
                                "isonoise bake plain.glsl --size 8x8 --step 0.0625 --offset 2e6 -o g.r32",
                                "isonoise bake tiled.glsl --period 4,4 --size 64x64 --offset 1e9 -o g.r32",
                                "isonoise bake --dim 2 --size 8x8 --step 0.0625 --offset 2e6 -o g.r32",
                                "isonoise render plain.glsl --size 64x64 --span 8 -o g.r32",
                                "isonoise render plain.glsl --size 64x64 --span 1 --center 300000,0 -o g.r32",
                                "echo 262144 inf | isonoise sample plain.glsl"})
        EXPECT_EQ(run(command).text.find(coarse), std::string::npos) << command;
    // Once, not for each point.
    const std::string text = run("printf '1000000 1\\n2000000 1\\n' | isonoise sample plain.glsl").text;
    EXPECT_EQ(text.find(coarse), text.rfind(coarse)) << text;
}

// Far out, files, tiles and worlds have the noise's own values, at cells and fractions.
TEST(FunctionReachCli, BakesFarOut) {
    const Shell run;
    const auto floats = [&](const char* name) { return numbers<float>(read_file(run.path() / name)); };
    const auto ok = [&](const std::string& command) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 0) << command << ": " << out.text;
        return out.text;
    };
    const std::string grid = " --size 16x8 --step 0.0625 --offset 1000000000,-3";
    ok("isonoise bake --dim 2 --seed 1" + grid + " -o noise.r32");
    ok("isonoise bake plain.glsl" + grid + " -o whole.r32");
    const std::vector<float> whole = floats("whole.r32");
    ASSERT_EQ(whole.size(), 16u * 8);
    EXPECT_EQ(whole, floats("noise.r32"));
    EXPECT_NE(whole[1], whole[2]) << "floats are 64 apart there";
    ok("isonoise bake plain.glsl" + grid + " --tiles 8x8 --overlap 0 -o 'half{x}.r32'");
    const std::vector<float> left = floats("half0.r32"), right = floats("half1.r32");
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(left[i], whole[i / 8 * 16 + i % 8]);
        EXPECT_EQ(right[i], whole[i / 8 * 16 + i % 8 + 8]);
    }
    const std::string world =
        "isonoise bake plain.glsl --size 16x8 --step 0.0625 --offset 1000000000,-3 --chunk 4x4 -o w.zarr";
    ok(world + " --part 1/2");
    ok(world + " --part 2/2");
    ok("isonoise bake --check w.zarr --points all");
    const std::string value = ok("echo 1000000000 -3 0.0625 0 | isonoise sample --cells plain.glsl");
    EXPECT_EQ(std::stof(value), whole[1]) << value;
    EXPECT_EQ(ok("echo 1000000000 -3 0.0625 0 | isonoise sample --cells --gradient plain.glsl"),
              ok("echo 1000000000 -3 0.0625 0 | isonoise sample --cells --gradient --dim 2 --seed 1"));
}
