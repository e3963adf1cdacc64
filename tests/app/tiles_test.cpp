// Tiles with shared borders and their manifest; spheres as cube faces and as maps; names with placeholders.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <nlohmann/json.hpp>

#include "app/cli.hpp"
#include "app/read_image.hpp"
#include "bake/sphere.hpp"
#include "error.hpp"
#include "io/name_pattern.hpp"
#include "isonoise/range.hpp"
#include "scene/planet.hpp"
#include "scene/preset.hpp"

using namespace isonoise;

namespace {

class TileFiles : public Cli {
  protected:
    std::vector<std::uint16_t> levels(const std::string& name) const {
        return numbers<std::uint16_t>(read(dir / name));
    }
    std::vector<float> values(const std::string& name, const std::string& shape) const {
        return read_npy(dir / name, shape);
    }
    Result good(const std::string& arguments) const {
        Result r = run(arguments);
        EXPECT_EQ(r.exit, 0) << arguments << ": " << r.err;
        return r;
    }
};

class Spheres : public TileFiles {};

}  // namespace

TEST(NamePattern, PlaceholdersAreFilled) {
    const NameField fields[] = {{"x", 7}, {"y", -12}, {"face", 0, "px"}};
    EXPECT_EQ(fill_name("a_{x}_{y}.r16", fields), "a_7_-12.r16");
    EXPECT_EQ(fill_name("{x:03}{x:1}{x:03", fields), "007{x:1}{x:03");
    EXPECT_EQ(fill_name("{face}{face:02}", fields), "pxpx");
    for (const char* text : {"{", "{x", "{z}", "{}", "{x:}", "{x:0}x", "{x:099}", "{x: 3}", "}{", "x"}) {
        const std::string name = fill_name(text, fields);
        EXPECT_EQ(name, std::string(text) == "{x:0}x" ? "7x" : text);
        EXPECT_EQ(has_field(text, "x"), std::string(text) == "{x:0}x") << text;
    }
    EXPECT_TRUE(has_field("a{{x:02}", "x"));
}

TEST(NamePattern, NumbersThatRunTogetherAreKnown) {
    const NameField many[] = {{"x", 11}, {"y", 11}, {"z", 0}}, few[] = {{"x", 9}, {"y", 9}, {"z", 9}};
    for (const char* text : {"{x}{y}", "{x:01}{y}", "{x}1{y}.r16", "{y}{x:02}", "a{x}{x}{y}", "{x}{z}{y}"}) {
        EXPECT_FALSE(has_own_names(text, many)) << text;
        EXPECT_TRUE(has_own_names(text, few)) << text;
    }
    for (const char* text : {"{x}_{y}", "{x:02}{y}", "{x}/{x}{z}", "{x}/{x}_{y}", "{z}{x:02}{y:02}", "1{x}1", ""})
        EXPECT_TRUE(has_own_names(text, many)) << text;
}

TEST_F(TileFiles, TogetherAreTheWhole) {
    const std::string noise = "bake --octaves 5 --fractal ridged --offset 3.5,-2 --step 0.013,0.05 ";
    good(noise + "--size 61x37 -o whole.r16");
    const auto whole = levels("whole.r16");
    for (const int overlap : {0, 1, 4}) {
        const int width = (61 - overlap) / 4 + overlap, height = (37 - overlap) / 3 + overlap;
        const int w = 4 * (width - overlap) + overlap, h = 3 * (height - overlap) + overlap;
        const std::string name = fmt::format("t{}/a{{y:02}}-{{x}}.r16", overlap);
        good(noise +
             fmt::format("--size {}x{} --tiles {}x{} --overlap {} -o '{}'", w, h, width, height, overlap, name));
        const nlohmann::json manifest = nlohmann::json::parse(read(dir / fmt::format("t{}/tiles.json", overlap)));
        ASSERT_EQ(manifest["tiles"].size(), 12u);
        EXPECT_EQ(manifest["size"], (nlohmann::json{w, h}));
        EXPECT_EQ(manifest["range"], nlohmann::json(value_range({.octaves = 5, .fractal = Fractal::ridged})));
        EXPECT_EQ(manifest["isonoise"]["offset"], (nlohmann::json{3.5, -2.0}));
        for (const nlohmann::json& tile : manifest["tiles"]) {
            const auto file = levels(fmt::format("t{}/{}", overlap, tile["file"].get<std::string>()));
            ASSERT_EQ(file.size(), static_cast<std::size_t>(width * height));
            EXPECT_EQ(tile["file"], fmt::format("a{:02}-{}.r16", tile["y"].get<int>(), tile["x"].get<int>()));
            EXPECT_EQ(tile["first"], (nlohmann::json{tile["x"].get<int>() * (width - overlap),
                                                     tile["y"].get<int>() * (height - overlap)}));
            for (int j = 0; j < height; ++j)
                for (int i = 0; i < width; ++i)
                    ASSERT_EQ(file[static_cast<std::size_t>(j * width + i)],
                              whole[static_cast<std::size_t>((tile["first"][1].get<int>() + j) * 61 +
                                                             tile["first"][0].get<int>() + i)]);
        }
    }
}

TEST_F(TileFiles, RangeAndManifestAreThoseAskedFor) {
    good("bake --octaves 2 --size 21x11 --range -0.4,0.3 -o whole.r16");
    good("bake --octaves 2 --size 21x11 --range -0.4,0.3 --tiles 11x11 -o a/b/{x}.r16 --manifest a/c/all.json");
    const nlohmann::json manifest = nlohmann::json::parse(read(dir / "a/c/all.json"));
    EXPECT_EQ(manifest["range"], (nlohmann::json{-0.4, 0.3}));
    EXPECT_EQ(manifest["tiles"][1]["file"], "../b/1.r16");  // relative to the manifest
    EXPECT_FALSE(fs::exists(dir / "a/b/tiles.json"));
    const auto whole = levels("whole.r16"), tile = levels("a/b/1.r16");
    ASSERT_EQ(tile.size(), 121u);
    for (std::size_t j = 0; j < 11; ++j)
        for (std::size_t i = 0; i < 11; ++i)
            EXPECT_EQ(tile[j * 11 + i], whole[j * 21 + 10 + i]);
}

TEST_F(TileFiles, EnginesHaveTheirSizes) {
    for (const auto& [engine, size, tile] :
         {std::tuple{"unreal", 2017, 1009}, {"unity", 2049, 1025}, {"terrain3d", 2048, 1024}}) {
        good(fmt::format("bake --size {0}x{0} --tiles {1} -o {1}/{{x}}_{{y}}.r16", size, engine));
        const auto a = levels(fmt::format("{}/0_1.r16", engine)), b = levels(fmt::format("{}/1_1.r16", engine));
        ASSERT_EQ(a.size(), static_cast<std::size_t>(tile * tile)) << engine;
        if (std::string(engine) == "terrain3d") continue;
        for (int j = 0; j < tile; ++j)
            ASSERT_EQ(a[static_cast<std::size_t>((j + 1) * tile - 1)], b[static_cast<std::size_t>(j * tile)]) << engine;
    }
}

TEST_F(TileFiles, PartsAndWhatIsMissing) {
    const std::string noise = "bake --octaves 3 --size 31x31 --tiles 11x11 -o '{x}{y}.png' ";
    good(noise + "--part 2/4");
    EXPECT_EQ(files(), (std::vector<std::string>{"01.png", "11.png", "tiles.json"}));
    const std::string one = read(dir / "01.png");
    EXPECT_NE(good(noise + "--resume").err.find("in 7 tiles, 2 tiles were there"), std::string::npos);
    EXPECT_EQ(read(dir / "01.png"), one);
    EXPECT_EQ(files().size(), 10u);
    for (const char* other : {"--seed 2", "--range -2,2", "--step 0.1"}) {
        for (const char* flag : {" --resume", " --part 1/2"}) {
            const Result r = run(noise + other + flag);
            EXPECT_EQ(r.exit, 2);
            EXPECT_NE(r.err.find("is of other tiles: "), std::string::npos) << r.err;
        }
    }
    EXPECT_EQ(read(dir / "01.png"), one);
    good(noise + "--seed 2");  // all of them, so that nothing is mixed
    EXPECT_NE(read(dir / "01.png"), one);
}

TEST_F(TileFiles, WhatIsWrongIsSaid) {
    for (const auto& [arguments, word] : std::vector<std::pair<const char*, const char*>>{
             {"--size 100x100 --tiles 11x11 -o '{x}{y}.r16'", "cover 91 (9 tiles) or 101 (10 tiles), got 100"},
             {"--size 5x5 --tiles 11x11 -o '{x}{y}.r16'", "cover 11 (1 tile)"},
             {"--size 101x101 --tiles 11x11 -o a.r16", "expected a name with {x}"},
             {"--size 101x101 --tiles 11x11 -o 'a{x}.r16'", "expected a name with {y}"},
             {"--size 101x101 --tiles 11x11 -o -", "-o: expected"},
             {"--size 121x121 --tiles 11x11 -o '{x}{y}.r16'", "-o: expected a name of its own for each tile"},
             {"--size 11x11 --tiles 11x11 -o $(printf '\\300.r16')", "-o: expected a name in UTF-8"},
             {"--size 44x2 --mesh --chunk 4x1 -o '{x}{y}.stl'", "-o: expected a name of its own for each chunk"},
             {"--size 101x101 --tiles 11 -o '{x}{y}.r16'", "tiles: expected 2 counts"},
             {"--size 101x101 --tiles godot -o '{x}{y}.r16'", "tiles: expected"},
             {"--size 101x101 --tiles 11x11 --overlap 11 -o '{x}{y}.r16'", "overlap: expected 0 to 10"},
             {"--size 101x101 --tiles 11x11 --overlap -1 -o '{x}{y}.r16'", "overlap: expected"},
             {"--size 101x101 --tiles 11x11 -o '{x}{y}.jpg'", "-o: expected"},
             {"--size 101x101 --tiles 11x11 --range 0,1 -o '{x}{y}.r32'", "range: only for"},
             {"--size 1000001x1000001 --tiles 11x11 -o '{x}{y}.r16'", "at most 4096"},
             {"--size 2147483648x2147483648 --tiles 2x2 --overlap 0 -o '{x}{y}.r16'", "at most 4096"},
             {"--dim 1 --size 101 --tiles 11x11 -o '{x}{y}.r16'", "--dim 1"},
             {"--dim 3 --size 101x101x2 --tiles 11x11 -o '{x}{y}.r16'", "one point along z"},
             {"--size 101x101 --overlap 2 -o a.r16", "overlap: not for a file"},
             {"--size 101x101 --manifest a -o a.r16", "manifest: not for a file"},
             {"--dim 3 --cube 1 -o a.npy", "cube: expected"},
             {"--dim 3 --cube 1048577 -o a.npy", "cube: expected"},
             {"--dim 2 --cube 10 -o a.npy", "3 or 4 dimensions"},
             {"--dim 3 --cube 10 --equirect 2x2 -o a.npy", "got both"},
             {"--dim 3 --equirect 20 -o a.npy", "equirect: expected 2 counts"},
             {"--dim 3 --cube 10 --size 5x5x5 -o a.npy", "size: not for a sphere"},
             {"--dim 3 --cube 10 --radius 0 -o a.npy", "radius: expected"},
             {"--dim 3 --cube 10 --radius 1e300 -o a.npy", "2^52 cells"},
             {"--dim 3 --cube 10 --range 0,1 -o a.npy", "range: only for"},
             {"--dim 3 --cube 10 --backend gpu -o a.npy", "backend: expected"},
             {"--dim 3 --size 2x2x2 --radius 2 -o a.npy", "radius: not for a file"}}) {
        const Result r = run(std::string("bake ") + arguments);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
        EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
        EXPECT_EQ(files(), std::vector<std::string>{}) << arguments;
    }
}

TEST_F(Spheres, FacesMeetToTheBit) {
    for (const int side : {2, 5, 64}) {
        good(fmt::format("bake --dim 3 --octaves 4 --offset 5,1e6,-3 --radius 2.5 --cube {} -o '{{face}}.npy'", side));
        const std::string shape = fmt::format("({0}, {0})", side);
        std::array<std::vector<float>, 6> faces;
        for (std::size_t f = 0; f < 6; ++f)
            faces[f] = values(std::string(kCubeFaces[f]) + ".npy", shape);
        // Every point on an edge of a face is also on another face, a corner on two others.
        std::map<std::array<double, 3>, std::vector<std::uint32_t>> points;
        const auto n = static_cast<std::int64_t>(side);
        for (int f = 0; f < 6; ++f) {
            for (std::int64_t j = 0; j < n; ++j) {
                for (std::int64_t i = 0; i < n; ++i) {
                    const glm::dvec3 p = cube_direction(f, i, j, n);
                    EXPECT_NEAR(glm::length(p), 1, 1e-15);
                    points[{p.x + 0.0, p.y + 0.0, p.z + 0.0}].push_back(std::bit_cast<std::uint32_t>(
                        faces[static_cast<std::size_t>(f)][static_cast<std::size_t>(j * n + i)]));
                }
            }
        }
        std::array<std::int64_t, 4> shared = {};
        for (const auto& [place, bits] : points) {
            ASSERT_LE(bits.size(), 3u);
            ++shared[bits.size()];
            EXPECT_EQ(std::adjacent_find(bits.begin(), bits.end(), std::not_equal_to<>()), bits.end());
        }
        EXPECT_EQ(shared, (std::array<std::int64_t, 4>{0, 6 * (n - 2) * (n - 2), 12 * (n - 2), 8}));
        // As one file with the faces below each other, the values are the same.
        good(fmt::format("bake --dim 3 --octaves 4 --offset 5,1e6,-3 --radius 2.5 --cube {} -o all.npy --threads 3",
                         side));
        std::vector<float> all;
        for (const auto& face : faces)
            all.insert(all.end(), face.begin(), face.end());
        EXPECT_EQ(values("all.npy", fmt::format("(6, {0}, {0})", side)), all);
    }
}

TEST_F(Spheres, ValuesAreThoseOfThePoints) {
    const Settings settings{.dim = 4, .frequency = 3, .octaves = 3, .period = {}, .loop = 2};
    const Noise noise(settings);
    const auto value = [&](const glm::dvec3& p) {
        const double at[] = {1 + 0.5 * p.x, 2 + 0.5 * p.y, 3 + 0.5 * p.z, 0.7};
        glm::ivec4 cell;
        glm::vec4 fraction;
        for (int c = 0; c < 4; ++c) {
            const AxisPoint point = axis_point(at[c] * 3, {}, periods(settings)[static_cast<std::size_t>(c)]);
            cell[c] = point.cell;
            fraction[c] = point.fraction;
        }
        return noise(cell, fraction);
    };
    const std::string words = "bake --dim 4 --frequency 3 --octaves 3 --loop 2 --offset 1,2,3,0.7 --radius 0.5 ";
    good(words + "--equirect 40x20 -o map.npy");
    good(words + "--cube 9 -o cube.npy");
    const auto map = values("map.npy", "(20, 40)"), cube = values("cube.npy", "(6, 9, 9)");
    for (std::int64_t j = 0; j < 20; ++j)
        for (std::int64_t i = 0; i < 40; ++i)
            EXPECT_EQ(map[static_cast<std::size_t>(j * 40 + i)], value(map_direction(i, j, 40, 20)));
    // With more rows than one block.
    good(words + "--equirect 700x333 -o large.npy");
    const auto large = values("large.npy", "(333, 700)");
    for (std::int64_t k = 0; k < 333 * 700; k += 97)
        EXPECT_EQ(large[static_cast<std::size_t>(k)], value(map_direction(k % 700, k / 700, 700, 333))) << k;
    for (int f = 0; f < 6; ++f)
        for (std::int64_t k = 0; k < 81; ++k)
            EXPECT_EQ(cube[static_cast<std::size_t>(f * 81 + k)], value(cube_direction(f, k % 9, k / 9, 9)));
    // OpenGL 4.6, table 8.19: s and t from -1 to 1, the largest axis of the face.
    EXPECT_EQ(cube_direction(0, 4, 4, 9), glm::dvec3(1, 0, 0));
    EXPECT_EQ(cube_direction(3, 4, 4, 9), glm::dvec3(0, -1, 0));
    const double third = 1 / std::sqrt(3.0);
    EXPECT_EQ(cube_direction(0, 0, 0, 9), glm::dvec3(third, third, third));
    EXPECT_EQ(cube_direction(2, 0, 0, 9), glm::dvec3(-third, third, -third));
    EXPECT_EQ(cube_direction(5, 0, 8, 9), glm::dvec3(third, -third, -third));
}

TEST_F(Spheres, MapsLieAsScenePlanet) {
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 1}, {7, 5}, {360, 180}, {8192, 4096}}) {
        for (int n = 0; n < 500; ++n) {
            const std::int64_t i = n * 7919 % width, j = n * 104729 % height;
            const glm::dvec3 expected = planet_direction(360 * (static_cast<double>(i) + 0.5) / width - 180,
                                                         90 - 180 * (static_cast<double>(j) + 0.5) / height);
            const glm::dvec3 found = map_direction(i, j, width, height);
            EXPECT_LT(glm::length(found - expected), 1e-15 * 4) << width << ": " << i << " " << j;
        }
    }
    // Symmetric to the bit.
    for (std::int64_t i = 0; i < 100; ++i) {
        const glm::dvec3 a = map_direction(i, 3, 100, 50), b = map_direction(99 - i, 3, 100, 50);
        EXPECT_EQ(a, glm::dvec3(-b.x, b.y, b.z));
    }
    // Also on the diagonals, at equal distance from both axes.
    for (const int width : {4, 12, 20}) {
        for (int i = width / 8; i < width; i += width / 4) {
            const glm::dvec3 p = map_direction(i, 0, width, 1);
            EXPECT_EQ(std::fabs(p.x), std::fabs(p.z)) << width << ": " << i;
            EXPECT_NEAR(p.x * p.x + p.z * p.z, 1, 1e-15);
        }
    }
}

TEST_F(Spheres, FormatsAndRanges) {
    good("bake --dim 3 --octaves 2 --equirect 30x15 -o a.npy");
    good("bake --dim 3 --octaves 2 --equirect 30x15 --range -0.5,0.25 -o a.png");
    good("bake --dim 3 --octaves 2 --equirect 30x15 -o a.exr");
    good("bake --dim 3 --octaves 2 --equirect 30x15 -o a.r32");
    good("bake --dim 3 --octaves 2 --cube 15 --range -0.5,0.25 -o '{face}.r16'");
    const auto expected = values("a.npy", "(15, 30)");
    EXPECT_EQ(read_exr(dir / "a.exr").values, expected);
    EXPECT_EQ(numbers<float>(read(dir / "a.r32")), expected);
    const Image png = read_png(dir / "a.png");
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(png.samples[i],
                  std::lround(std::clamp((static_cast<double>(expected[i]) + 0.5) / 0.75, 0.0, 1.0) * 65535));
    EXPECT_EQ(fs::file_size(dir / "ny.r16"), 15 * 15 * 2u);
    // If one write fails, none of the six files is left.
    fs::create_directory(dir / "faces");
    fs::create_directory(dir / "faces/pz.r16");
    const Result r = run("bake --dim 3 --cube 15 -o 'faces/{face}.r16'");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::distance(fs::directory_iterator(dir / "faces"), fs::directory_iterator()), 1);
}
