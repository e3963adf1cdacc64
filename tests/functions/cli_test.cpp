// Functions of the user on the command line.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "bake/sphere.hpp"
#include "filled.hpp"
#include "functions/at.hpp"
#include "temporary.hpp"

using namespace isonoise;

TEST(FunctionCli, RendersSeveralChannels) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& text, const std::string& flags) {
        write_file(temporary.path() / "f.glsl", text);
        const Out out = shell(
            fmt::format("cd '{}' && " ISONOISE_BINARY " render f.glsl {} 2>&1", temporary.path().string(), flags));
        EXPECT_EQ(out.exit, 0) << out.text;
        return out.text;
    };
    // Red, green, blue and alpha.
    run("vec4 noise(vec2 p) { return vec4(p, 0.25, p.x); }", "--size 64x64 --span 2 --center 0.5,0.5 -o f.png");
    const Image colours = read_png(temporary.path() / "f.png");
    ASSERT_EQ(colours.channels, 4);
    for (int i = 0; i < 64 * 64; ++i) {
        const double x = (i % 64 - 31.5) / 32 + 0.5, y = (i / 64 - 31.5) / 32 + 0.5;
        const std::array wanted{x, y, 0.25, x};
        for (int c = 0; c < 4; ++c)
            ASSERT_NEAR(colours.samples[static_cast<std::size_t>(4 * i + c)],
                        255 * std::clamp(wanted[static_cast<std::size_t>(c)], 0.0, 1.0), 1.001);
    }
    // Numbers, all of them and exact.
    run("vec2 noise(vec2 p) { return vec2(p.y, 3.0 * p.x); }", "--size 4x2 --span 2 -o f.npy");
    EXPECT_EQ(
        read_npy(temporary.path() / "f.npy", "(2, 4, 2)"),
        (std::vector<float>{-0.5, -4.5, -0.5, -1.5, -0.5, 1.5, -0.5, 4.5, 0.5, -4.5, 0.5, -1.5, 0.5, 1.5, 0.5, 4.5}));
    run("vec4 noise(vec2 p) { return vec4(p, 7.0, 0.5); }", "--what values --size 2x1 --span 1 -o f.r32");
    EXPECT_EQ(numbers<float>(read_file(temporary.path() / "f.r32")),
              (std::vector<float>{-0.5, 0.0, 7.0, 0.5, 0.5, 0.0, 7.0, 0.5}));

    // The colours are the lengths of vectors. White arrows, one in each cell of 20 pixels, point along them: the head
    // is the wider end.
    const auto arrows = [&](const char* vector) {
        run(fmt::format("vec2 noise(vec2 p) {{ return {}; }}", vector),
            "--colormap grey --range 0,1 --size 200x200 --span 1 -o f.png");
        const Image image = read_png(temporary.path() / "f.png");
        EXPECT_EQ(image.channels, 1);
        std::array<int, 4> white{};  // left, right, top, bottom
        for (int i = 0; i < 200 * 200; ++i) {
            const int x = i % 200 % 20, y = i / 200 % 20,
                      sample = static_cast<int>(image.samples[static_cast<std::size_t>(i)]);
            if (x == 0 && y == 0) {
                EXPECT_NEAR(sample, 127.5, 1.001) << "the length is 0.5";
            }
            if (sample < 250) continue;
            ++white[x < 10 ? 0 : 1];
            ++white[y < 10 ? 2 : 3];
        }
        return white;
    };
    const auto right = arrows("vec2(0.5, 0.0)"), left = arrows("vec2(-0.5, 0.0)"), down = arrows("vec2(0.0, 0.5)");
    EXPECT_GT(right[1], right[0] + 100);
    EXPECT_EQ(right[2], right[3]);
    EXPECT_GT(left[0], left[1] + 100);
    EXPECT_GT(down[3], down[2] + 100) << "y points down, as in all pictures";
    // Without a range, that of the lengths.
    EXPECT_NE(run("vec2 noise(vec2 p) { return vec2(3.0, 4.0) * step(0.0, p.x); }", "--size 20x20 -o f.png")
                  .find("measured levels 0 to 5"),
              std::string::npos);
}

// The comment at the top of a text is printed first, even if the declaration below it is not printed at all.
TEST(FunctionCli, PrintsComments) {
    const TemporaryDirectory temporary;
    const std::filesystem::path file = temporary.path() / "f.glsl";
    const auto printed = [&](const std::string& text, const char* lang) {
        write_file(file, text);
        return shell(fmt::format("{} snippet --lang {} '{}'", ISONOISE_BINARY, lang, file.string())).text;
    };
    for (const char* lang : {"glsl", "js", "csharp", "wgsl", "rust"}) {
        for (const char* text : {"// Dunes\n// look: --span 3\n\n// by me\nstruct S { float a; };\nfloat noise(vec2 p) "
                                 "{ return S(p.x).a; }\n",
                                 "/* Dunes\n\n   by me */\n#define K 2.0\nfloat noise(vec2 p) { return K * p.x; }\n",
                                 "/*\n   Dunes\n\n   by me\n*/\n\nfloat noise(vec2 p) { return p.x; }\n",
                                 "// Dunes\n//\n// by me\n\n// Twice.\nfloat twice(float x) { return 2.0 * x; }\n"
                                 "float noise(vec2 p) { return twice(p.x); }\n"}) {
            const std::string all = printed(text, lang), head = "core's.\n//\n// Dunes\n";
            ASSERT_NE(all.find(head), all.npos) << all;
            const std::size_t by = all.find("// by me\n");
            EXPECT_LT(by, all.find(head) + head.size() + 4) << all;
            EXPECT_EQ(all.find("Dunes", by), all.npos) << all;
            EXPECT_EQ(all.find("// look"), all.npos) << all;
        }
        const std::string all =
            printed("// The x of it.\nfloat noise(vec2 p) {\n    if (p.x > 1.0) {\n        p.x = 1.0;\n"
                    "        // no more\n    }\n    // low\n    else {\n        p.x *= 2.0;\n    }\n"
                    "    return p.x;\n}\n",
                    lang);
        EXPECT_GT(all.find("// The x of it.\n"), all.find("core's.\n") + 10) << "it is about the function";
        EXPECT_LT(all.find("// no more\n"), all.find("// low\n")) << all;
        EXPECT_LT(all.find("// low\n"), all.rfind("else")) << all;
        EXPECT_NE(all.find("        // no more\n"), all.npos) << "as far in as the statements" << all;
    }
}

// The verbs that take a function.
TEST(FunctionCli, SamplesBakesAndRefuses) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        return shell(fmt::format("cd '{}' && {}", temporary.path().string(),
                                 filled(command, {{"isonoise ", ISONOISE_BINARY " "}})));
    };
    write_file(temporary.path() / "f.glsl",
               "uniform float k = 2.0;  // 0..5\nfloat noise(vec2 p) { return k * p.x + p.y; }\n");
    write_file(temporary.path() / "bent.glsl",
               "float noise(vec2 p) { vec2 g; float n = perlin2_gradient(p, 1u, g); return g.x; }\n");
    write_file(temporary.path() / "two.glsl", "// noise(p): no noise\nvec2 noise(vec2 p) { return p.yx; }\n");
    write_file(temporary.path() / "rgb.glsl", "vec3 noise(vec2 p) { return vec3(p, 0.5); }\n");
    write_file(temporary.path() / "rgba.glsl", "vec4 noise(vec2 p) { return vec4(p, 0.5, 0.5); }\n");
    write_file(temporary.path() / "p.json", R"({"schema": 1, "function": "f.glsl", "set": "k=3"})");
    write_file(temporary.path() / "bad.glsl", "float noise(vec2 p) {\n    return q;\n}\n");
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample f.glsl").text, "2.5\n");
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample --set k=3 f.glsl").text, "3.5\n");
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample --gradient --set k=3 f.glsl").text, "3.5 3 1\n");
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample two.glsl").text, "0.5 1\n");
    EXPECT_EQ(run("isonoise bake f.glsl --size 3x2 --step 1 -o f.r32 2>&1 && od -An -f f.r32 | tr -s ' \n' ' '")
                      .text.substr(0, 400)
                      .find("0 2 4 1 3 5") != std::string::npos,
              true);
    EXPECT_NE(run("isonoise snippet --lang js --arguments f.glsl")
                  .text.find("//   k  2, 0..5\nexport function noise(x, y, k) {"),
              std::string::npos);
    EXPECT_NE(run("isonoise snippet --lang csharp two.glsl").text.find("// Noise(p): no noise\n"), std::string::npos);
    EXPECT_EQ(run("isonoise verify two.glsl --points 1000").exit, 0);
    // A preset of a function, too.
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample p.json").text, "3.5\n");
    EXPECT_EQ(run("echo 1 0.5 | isonoise sample --set k=4 p.json").text, "4.5\n");
    EXPECT_EQ(run("isonoise verify p.json --points 1000").exit, 0);
    EXPECT_NE(run("isonoise snippet --lang c p.json").text.find("ISONOISE_k = 3.0f"), std::string::npos);
    for (const auto& [command, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"echo 1 0.5 | isonoise sample bad.glsl", "bad.glsl:2:12: "},
             {"isonoise snippet --lang c bad.glsl", "    return q;"},
             {"isonoise snippet --lang c none.glsl", "none.glsl"},
             {"isonoise snippet --lang cpp f.glsl", "isonoise::Function"},
             {"isonoise snippet --lang c --octaves 3 f.glsl", "expected no settings"},
             {"isonoise snippet --lang c --set k=9 f.glsl", "k: expected a number from 0 to 5, got 9"},
             {"isonoise snippet --lang c --set q=1 f.glsl", "no parameter 'q'"},
             {"isonoise snippet --lang c --set k f.glsl", "NAME=NUMBER"},
             {"isonoise snippet --lang c --set k=x f.glsl", "expected a number"},
             {"isonoise snippet --lang c --set k=1", "needs a function"},
             {"isonoise snippet --lang c --name Ab f.glsl", "name:"},
             {"isonoise snippet --lang c --name class f.glsl", "name: 'class' has another meaning in C"},
             {"isonoise snippet --lang c --arguments --set k=1 f.glsl", "set: not with --arguments"},
             {"isonoise snippet --lang c --arguments", "arguments: needs a function"},
             {"isonoise snippet --write d --arguments", "write: expected no other option"},
             {"isonoise verify --only perlin f.glsl", "none of --json, --only and --reproduce"},
             {"isonoise verify f.txt", "f.txt"},
             {"isonoise verify terrain",
              "expected a function: FILE.glsl, a name of `isonoise functions`, or a preset of one, got 'terrain'"},
             {"isonoise bake f.glsl --size 4x4x4 -o f.npy", "size:"},
             {"isonoise bake rgb.glsl --size 4x4 -o f.npy", "returns one number"},
             {"isonoise bake two.glsl --size 4x4 -o f.npy", "returns one number"},
             {"isonoise bake p.json --size 4x4 --cube 3 -o f.npy", "size: not for a sphere"},
             {"isonoise bake rgb.glsl --size 4x4 --mesh -o f.glb", "returns one number"},
             {"isonoise bake f.glsl --size 4x4x4 --mesh -o f.glb", "size:"},
             {"isonoise bake f.glsl --size 4x4 --mesh --value 1 -o f.glb", "value: only for a surface"},
             {"isonoise bake f.glsl --size 4 --mesh --planet -o f.glb", "dim: expected 3 or 4 for a planet, got '2'"},
             {"isonoise bench terrain", "expected a function: FILE.glsl"},
             {"isonoise bench --set k=1", "set: needs a function"},
             {"isonoise bench --scenes f.glsl", "scenes: not with a function"},
             {"isonoise bench bad.glsl", "bad.glsl:2:12: "},
             {"isonoise gallery d terrain", "expected a function: FILE.glsl"},
             {"isonoise gallery d --set k=1", "set: needs a function"},
             {"isonoise gallery d bad.glsl", "bad.glsl:2:12: "},
             {"isonoise bake f.glsl --size 4x4 --seed 2 -o f.npy", "seed: a function has its own parameters"},
             {"isonoise bake f.glsl --size 4x4 --backend gpu -o f.npy", "a function is baked on the CPU"},
             {"isonoise bake f.glsl --cube 8 -o f.npy", "cube: expected noise of 3 or 4 dimensions, got --dim 2"},
             {"isonoise bake f.glsl --size 5x5 --tiles 3x3 -o 'f{x}{y}.r16'", "range: needed"},
             {"isonoise render f.glsl --scene clouds -o f.png",
              "clouds expects a function of 3 to 4 coordinates, this one takes 2"},
             {"isonoise render rgb.glsl --scene terrain -o f.png", "drawn as map, not as terrain"},
             {"isonoise render f.glsl --octaves 3 -o f.png", "octaves: a function has its own parameters"},
             {"isonoise render bent.glsl --what normals-gl -o f.png", "no normals: bent.glsl:1:41: "},
             {"isonoise snippet --lang c --with fbm f.glsl", "with: expected a list of gradient, cells, got 'fbm'"},
             {"isonoise snippet --lang c --with gradient two.glsl", "expected a function that returns one number"},
             {"isonoise sample --gradient bent.glsl", "the derivative of 'perlin2_gradient' is not known"},
             {"isonoise render f.glsl --set q=1 -o f.png", "no parameter 'q'"},
             {"isonoise render two.glsl --scene terrain -o f.png", "returns vectors is drawn as map, not as terrain"},
             {"isonoise render two.glsl --what values -o f.png", "expected picture, or values in NPY"},
             {"isonoise render rgba.glsl -o f.mp4", "format: mp4 holds no transparency"},
             {"isonoise render map --set k=1 -o f.png", "needs a function"},
             {"isonoise view --set k=1", "set: needs a function"},
             {"isonoise view bad.glsl", "bad.glsl:2:12: "},
             {"isonoise view f.glsl --octaves 3", "octaves: a function has its own parameters"},
             {"isonoise view p.json --octaves 3", "octaves: a function has its own parameters"},
             {"isonoise snippet --lang c --octaves 3 p.json", "expected no settings"},
             {"isonoise sample --seed 3 p.json", "expected no settings"},
             {"isonoise sample --set k=2 terrain", "set: needs a function"},
             {"isonoise render p.json --set k=9 -o f.png", "k: expected a number from 0 to 5, got 9"},
             {"isonoise render bad.glsl -o f.png", "bad.glsl:2:12: "},
             {"isonoise render rgb.glsl --contours 3 -o f.png", "contours: expected none"},
             {"isonoise render rgb.glsl --colormap grey -o f.png", "colormap: expected none"},
             {"isonoise render rgb.glsl --what values -o f.png", "what: expected picture"}}) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 2) << command;
        EXPECT_NE(out.text.find(words), std::string::npos) << command << ": " << out.text;
    }
    for (const char* name : {"f.npy", "f.png", "f.glb", "d"})
        EXPECT_FALSE(std::filesystem::exists(temporary.path() / name)) << name;
}

TEST(FunctionCli, TakesTheProgramsOwnFunctionsByName) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        return shell(fmt::format("cd '{}' && {}", temporary.path().string(),
                                 filled(command, {{"isonoise ", ISONOISE_BINARY " "}})));
    };
    const std::string list = run("isonoise functions").text;
    for (const std::filesystem::path& file : std::filesystem::directory_iterator(ISONOISE_FUNCTION_SHELF)) {
        const std::string name = file.stem().string(), text = read_file(file);
        EXPECT_EQ(run("isonoise functions " + name).text, text);
        EXPECT_EQ(text.find("// " + name + ".glsl: "), 0u) << name;
        EXPECT_NE(list.find(text.substr(name.size() + 10, text.find('\n') - name.size() - 10)), std::string::npos);
        EXPECT_LE(std::ranges::count(text, '\n'), 60) << name;
    }
    run("isonoise functions islands > mine.glsl");
    const std::string value = run("echo 0.5 0.25 | isonoise sample --set mountains=0.3 mine.glsl").text;
    EXPECT_EQ(run("echo 0.5 0.25 | isonoise sample --set mountains=0.3 islands").text, value);
    write_file(temporary.path() / "p.json", R"({"schema": 1, "function": "islands", "set": "mountains=0.3"})");
    for (const char* command :
         {"bake islands --set mountains=0.3", "bake p.json", "bake mine.glsl --set mountains=0.3"})
        EXPECT_EQ(run(fmt::format("isonoise {} --size 8x8 -o - --format raw32f | sha256sum", command)).text,
                  run("isonoise bake mine.glsl --set mountains=0.3 --size 8x8 -o - --format raw32f | sha256sum").text);
    EXPECT_NE(run("isonoise snippet --lang c --arguments wood").text.find("float noise(float x, float y, float z, "),
              std::string::npos);
    EXPECT_EQ(run("isonoise render veins --size 16x16 -o v.png").exit, 0);
    EXPECT_NE(run("isonoise verify nothing").text.find("no such file, preset or function"), std::string::npos);
    EXPECT_NE(run("isonoise functions nothing").text.find("'nothing': no such function; expected one of"),
              std::string::npos);
    // A file of that name comes first.
    write_file(temporary.path() / "wood", R"({"schema": 1, "dim": 1})");
    EXPECT_EQ(run("isonoise bake wood --size 2 -o - --format raw32f | wc -c").text, "8\n");
}

TEST(FunctionCli, BakesWorldsTilesAndSpheres) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        return shell(fmt::format("cd '{}' && " ISONOISE_BINARY " bake {} 2>&1", temporary.path().string(), command));
    };
    const auto floats = [&](const char* name) { return numbers<float>(read_file(temporary.path() / name)); };
    write_file(temporary.path() / "f.glsl", "uniform float k = 2.0;\nfloat noise(vec2 p) { return k * p.x + p.y; }\n");
    write_file(temporary.path() / "other.glsl",
               "uniform float k = 2.0;\nfloat noise(vec2 p) { return k * p.x - p.y; }\n");
    write_file(temporary.path() / "ball.glsl", "float noise(vec3 p) { return p.x + 10.0 * p.y + 100.0 * p.z; }\n");
    write_file(temporary.path() / "p.json", R"({"schema": 1, "function": "f.glsl", "set": "k=3"})");
    // A world in parts, of the file or of a preset with it.
    const std::string world = " --size 5x4 --step 1 --chunk 3x2 -o w.zarr";
    EXPECT_EQ(run("f.glsl --set k=3 --part 1/2" + world).exit, 0);
    EXPECT_EQ(run("p.json --part 2/2" + world).exit, 0);
    const std::vector<float> corner = floats("w.zarr/noise/1/1");
    ASSERT_EQ(corner.size(), 6u);
    EXPECT_EQ(corner[0], 3 * 3 + 2);
    EXPECT_EQ(corner[4], 3 * 4 + 3);
    for (const auto& [command, words] : std::initializer_list<std::pair<std::string, const char*>>{
             {"f.glsl" + world, "set is \"k=3\" there and \"\" here"},
             {"other.glsl --set k=3" + world,
              "return k * p.x + p.y; }' there and 'float noise(vec2 p) { return k * p.x"},
             {"--dim 2" + world, "a function is there, and a noise here"}}) {
        const Out out = run(command);
        EXPECT_EQ(out.exit, 2) << command;
        EXPECT_NE(out.text.find(words), std::string::npos) << command << ": " << out.text;
    }
    std::filesystem::remove(temporary.path() / "f.glsl");  // the world has its text
    EXPECT_EQ(run("--check w.zarr --points all").exit, 0);
    std::string chunk = read_file(temporary.path() / "w.zarr/noise/1/1");
    chunk[0] = static_cast<char>(chunk[0] ^ 1);
    write_file(temporary.path() / "w.zarr/noise/1/1", chunk);
    EXPECT_EQ(run("--check w.zarr --points all").exit, 1);
    // Tiles share their border.
    EXPECT_EQ(run("other.glsl --size 5x3 --step 1 --tiles 3x3 -o 't{x}.r32'").exit, 0);
    const std::vector<float> left = floats("t0.r32"), right = floats("t1.r32");
    ASSERT_EQ(right.size(), 9u);
    for (std::size_t i = 0; i < 9; ++i) {
        const auto x = static_cast<float>(i % 3), y = static_cast<float>(i / 3);
        EXPECT_EQ(left[i], 2 * x - y) << i;
        EXPECT_EQ(right[i], 2 * (x + 2) - y) << i;
    }
    EXPECT_NE(read_file(temporary.path() / "tiles.json").find("return k * p.x - p.y"), std::string::npos);
    // A sphere around a point.
    EXPECT_EQ(run("ball.glsl --cube 3 --radius 2 --offset 1,2,3 -o c.r32").exit, 0);
    const std::vector<float> cube = floats("c.r32");
    ASSERT_EQ(cube.size(), 54u);
    for (int i = 0; i < 54; ++i) {
        const glm::dvec3 p = glm::dvec3(1, 2, 3) + 2.0 * cube_direction(i / 9, i % 3, i / 3 % 3, 3);
        EXPECT_NEAR(static_cast<double>(cube[static_cast<std::size_t>(i)]), p.x + 10 * p.y + 100 * p.z, 1e-4) << i;
    }
}

TEST(FunctionCli, Renders) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        const Out out = shell(fmt::format("cd '{}' && " ISONOISE_BINARY " {}", temporary.path().string(), command));
        EXPECT_EQ(out.exit, 0) << out.text;
        return out.text;
    };
    const auto floats = [&] { return numbers<float>(read_file(temporary.path() / "out.r32")); };
    write_file(temporary.path() / "f.glsl",
               "uniform float k = 2.0;\nfloat noise(vec3 p) { return k * p.x * p.x + p.y - p.z; }\n");
    const Function function("float noise(vec3 p) { return 3.0 * p.x * p.x + p.y - p.z; }");
    // Wider than a texture that is drawn at once.
    run("render f.glsl --set k=3 --size 2500x4 --span 0.125 --center 0.25,-1 --time 4 -o out.r32");
    const std::vector<float> values = floats();
    ASSERT_EQ(values.size(), 10000u);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = static_cast<double>(i % 2500), y = static_cast<double>(i / 2500), step = 0.125 / 4;
        ASSERT_EQ(values[i], at(function, {static_cast<float>(0.25 + (x + 0.5 - 1250) * step),
                                           static_cast<float>(-1 + (y + 0.5 - 2) * step), 4.0f}))
            << i;
    }
    run("render f.glsl --size 8x8 --frames 3 --time-step 0.5 -o 'f{frame}.npy'");  // z is time
    EXPECT_NE(read_file(temporary.path() / "f0.npy"), read_file(temporary.path() / "f2.npy"));

    // Without --range the least and the greatest value are black and white.
    EXPECT_NE(run("render f.glsl --set k=0 --colormap grey --size 64x64 --span 2 -o out.png 2>&1")
                  .find("measured levels -0.984375 to 0.984375"),
              std::string::npos);
    const Image grey = read_png(temporary.path() / "out.png");
    EXPECT_LE(grey.samples.front(), 1);
    EXPECT_GE(grey.samples.back(), 254);
    // NaN is the low end, and no channel.
    write_file(temporary.path() / "nan.glsl", "float noise(vec2 p) { return sqrt(p.x); }\n");
    run("render nan.glsl --colormap grey --size 4x1 --span 1 -o out.png 2>&1");
    EXPECT_LE(read_png(temporary.path() / "out.png").samples[0], 1);
    write_file(temporary.path() / "rgb.glsl", "vec3 noise(vec2 p) { return vec3(p, 0.25); }\n");
    for (const auto& [range, low, size] : {std::tuple("", 0.0, 1.0), {"--range -1,3 ", -1.0, 4.0}}) {
        run(fmt::format("render rgb.glsl --size 64x64 --span 2 --center 0.5,0.5 {}-o out.png", range));
        const Image colours = read_png(temporary.path() / "out.png");
        ASSERT_EQ(colours.channels, 3);
        for (int i = 0; i < 64 * 64; ++i) {
            const std::array wanted{(i % 64 - 31.5) / 32 + 0.5, (i / 64 - 31.5) / 32 + 0.5, 0.25};
            for (int c = 0; c < 3; ++c)
                ASSERT_NEAR(colours.samples[static_cast<std::size_t>(3 * i + c)],
                            255 * std::clamp((wanted[static_cast<std::size_t>(c)] - low) / size, 0.0, 1.0), 1.001)
                    << range;
        }
    }

    // Normals from the derivatives: x right, y up, of a plane the same everywhere.
    write_file(temporary.path() / "plane.glsl", "float noise(vec2 p) { return 0.75 * p.x - 0.5 * p.y; }\n");
    run("render plane.glsl --what normals-gl --strength 2 --size 5x3 -o out.npy");
    const std::string npy = read_file(temporary.path() / "out.npy");
    const auto normals = numbers<float>(npy.substr(npy.size() - 5 * 3 * 3 * sizeof(float)));
    const double length = std::sqrt(1.5 * 1.5 + 1.0 + 1.0);
    for (std::size_t i = 0; i < normals.size(); i += 3) {
        EXPECT_NEAR(static_cast<double>(normals[i]), -1.5 / length, 1e-6);
        EXPECT_NEAR(static_cast<double>(normals[i + 1]), -1.0 / length, 1e-6);
        EXPECT_NEAR(static_cast<double>(normals[i + 2]), 1 / length, 1e-6);
    }

    const auto levels = [&](const std::string& command, const char* told) {
        const std::string text = run(command + " -o f.r16 2>&1");
        EXPECT_NE(text.find(told), std::string::npos) << command << ": " << text;
        return numbers<std::uint16_t>(read_file(temporary.path() / "f.r16"));
    };
    std::vector<std::uint16_t> found = levels("bake f.glsl --size 3x3x1 --step 1", "measured levels 0 to 10");
    EXPECT_EQ(found.front(), 0);
    EXPECT_EQ(found.back(), 65535);
    // In a scene, too, all values of the picture are measured, and none is cut off.
    found = levels("render f.glsl --scene terrain --what values --span 1000 --size 64x36", "measured levels");
    EXPECT_LT(std::count(found.begin(), found.end(), 0) + std::count(found.begin(), found.end(), 65535), 40);
    // A curve has one row of values.
    write_file(temporary.path() / "high.glsl", "float noise(vec2 p) { return 1000.0 + p.x; }\n");
    levels("render high.glsl --scene line --what values --span 2 --size 20x10", "measured levels 998");
    // One value lies in the middle; NaN is 0.
    write_file(temporary.path() / "five.glsl",
               "float noise(vec2 p) { return p.x < 0.0 ? p.x / 0.0 - p.x / 0.0 : 5.0; }\n");
    found = levels("bake five.glsl --size 4x1 --step 1 --offset=-2,0", "levels 4.995 to 5.005");
    EXPECT_EQ(found, (std::vector<std::uint16_t>{0, 0, 32768, 32768}));
    write_file(temporary.path() / "five.glsl", "float noise(vec2 p) { return 5.0; }\n");
    EXPECT_EQ(levels("bake five.glsl --size 2x1", "proved levels 4.995 to 5.005")[1], 32768);
}

// The vertices and faces of an OBJ, and in numbers the vertices and normals.
struct Obj {
    std::string text;
    std::vector<double> positions, normals;
};

static Obj obj_of(const std::string& file) {
    Obj obj;
    std::istringstream lines(file);
    for (std::string line, word; std::getline(lines, line);) {
        if (line[0] != 'v' && line[0] != 'f') continue;
        obj.text += line + '\n';
        std::istringstream words(line);
        words >> word;
        std::vector<double>& to = word == "vn" ? obj.normals : obj.positions;
        for (double x; line[0] == 'v' && words >> x;)
            to.push_back(x);
    }
    return obj;
}

TEST(FunctionCli, BakesMeshes) {
    const TemporaryDirectory temporary;
    const auto write = [&](const char* name, const char* text) { write_file(temporary.path() / name, text); };
    write("two.glsl", "float noise(vec2 p) { return perlin2_fbm(p, 7u, 4.0, 0.5, 2.0); }\n");
    write("three.glsl", "float noise(vec3 p) { return perlin3_fbm(p, 7u, 3.0, 0.5, 2.0); }\n");
    write("four.glsl", "float noise(vec4 p) { return perlin4(p, 7u); }\n");
    write("bent.glsl", "float noise(vec3 p) { vec3 g; return perlin3_gradient(p, 7u, g); }\n");
    write("flat.glsl", "float noise(vec2 p) { vec2 g; return perlin2_gradient(p, 7u, g); }\n");
    write("hole.glsl", "float noise(vec2 p) { return sqrt(p.x - 0.5); }\n");
    write("pole.glsl", "float noise(vec3 p) { return 1.0 / p.x; }\n");
    write("high.glsl", "float noise(vec3 p) { return 8.0 * perlin3(p, 7u); }\n");
    const auto bake = [&](const std::string& arguments) {
        return shell(
            fmt::format("cd '{}' && '{}' bake --mesh {}", temporary.path().string(), ISONOISE_BINARY, arguments));
    };
    const auto obj = [&](const std::string& arguments) {
        const Out out = bake(arguments + " -o m.obj");
        EXPECT_EQ(out.exit, 0) << arguments << ": " << out.text;
        return obj_of(read_file(temporary.path() / "m.obj"));
    };
    // A function that is the noise has its mesh: every vertex, normal and triangle, where floats hold the points.
    for (const auto& [function, noise, shape] : std::initializer_list<std::array<const char*, 3>>{
             {"two.glsl", "--octaves 4", "--size 40x30 --chunk 16x16 --relief 0.5"},
             {"three.glsl", "--dim 3 --octaves 3", "--size 24x20x16 --step 0.0625 --chunk 16x16x16 --value 0.1"},
             {"three.glsl", "--dim 3 --octaves 3", "--size 24x20x1 --offset 0,0,0.375"},
             {"three.glsl", "--dim 3 --octaves 3", "--size 20 --planet --relief 0.2"},
             {"four.glsl", "--dim 4", "--size 20x20x20x1 --offset 0,0,0,0.375 --step 0.0625 --value 0.1"}}) {
        const Obj ours = obj(fmt::format("{} {}", function, shape));
        EXPECT_GT(ours.positions.size(), 1000u) << shape;
        EXPECT_EQ(ours.text, obj(fmt::format("--seed 7 {} {}", noise, shape)).text) << function << " " << shape;
    }
    // Without a derivative, vertices lie within 0.0015 cells of the surface and normals are those of differences.
    for (const auto& [function, noise, shape] : std::initializer_list<std::array<const char*, 3>>{
             {"bent.glsl", "--dim 3", "--size 24x20x16 --step 0.0625 --value 0.1"},
             {"flat.glsl", "", "--size 40x30"}}) {
        const Obj ours = obj(fmt::format("{} {}", function, shape)),
                  exact = obj(fmt::format("--seed 7 {} {}", noise, shape));
        ASSERT_EQ(ours.positions.size(), exact.positions.size()) << shape;
        ASSERT_EQ(ours.normals.size(), exact.normals.size()) << shape;
        double apart = 0, turned = 0;
        for (std::size_t i = 0; i < ours.positions.size(); ++i)
            apart = std::max(apart, std::fabs(ours.positions[i] - exact.positions[i]));
        for (std::size_t i = 0; i < ours.normals.size(); ++i)
            turned = std::max(turned, std::fabs(ours.normals[i] - exact.normals[i]));
        EXPECT_LT(apart, 2 * 0.0015 * 0.0625) << shape;
        EXPECT_LT(turned, 0.02) << shape;
        EXPECT_GT(turned, 0.0) << shape;
    }
    // NaN counts as 0.
    const Obj hole = obj("hole.glsl --size 64x2");
    EXPECT_TRUE(std::all_of(hole.positions.begin(), hole.positions.end(), [](double x) { return std::isfinite(x); }));
    EXPECT_EQ(hole.positions.size(), 3u * 65 * 3);
    EXPECT_EQ(hole.positions[1], 0.0);
    EXPECT_GT(hole.positions[3 * 64 + 1], 0.5);
    for (const auto& [arguments, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"pole.glsl --planet --size 8 -o n.stl", "planet: expected a function whose range is proved"},
             {"high.glsl --planet --size 8 -o n.stl", "relief: expected -0.0625 to 0.0625 for a function whose values"},
             {"pole.glsl --size 8x8x8 --seed 3 -o n.stl", "seed: a function has its own parameters"}}) {
        const Out out = bake(arguments);
        EXPECT_EQ(out.exit, 2) << arguments;
        EXPECT_NE(out.text.find(words), std::string::npos) << arguments << ": " << out.text;
    }
    EXPECT_FALSE(std::filesystem::exists(temporary.path() / "n.stl"));
    EXPECT_EQ(bake("high.glsl --planet --size 8 --relief 0.05 -o n.stl").exit, 0);
}

TEST(FunctionCli, GalleryDrawsTheScenesOfItsDimension) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& arguments) {
        return shell(fmt::format("cd '{}' && '{}' {}", temporary.path().string(), ISONOISE_BINARY, arguments));
    };
    const auto picture = [&](const char* name) { return read_file(temporary.path() / name); };
    write_file(temporary.path() / "two.glsl",
               "uniform float k = 1.0;\nfloat noise(vec2 p) { return k * perlin2(p, 7u) + sin(3.0 * p.x); }\n");
    write_file(temporary.path() / "three.glsl", "float noise(vec3 p) { return perlin3(p, 7u); }\n");
    write_file(temporary.path() / "rgb.glsl", "vec3 noise(vec2 p) { return vec3(fract(p), 0.5); }\n");
    for (const auto& [name, scenes] : std::initializer_list<std::pair<const char*, std::vector<std::string>>>{
             {"two", {"line", "map", "terrain"}},
             {"three", {"clouds", "density", "fire", "line", "map", "marble", "planet", "sea", "terrain"}},
             {"rgb", {"map"}}}) {
        const Out out = run(fmt::format("gallery {0} {0}.glsl --size 32x18", name));
        EXPECT_EQ(out.exit, 0) << out.text;
        std::vector<std::string> written;
        for (const auto& entry : std::filesystem::directory_iterator(temporary.path() / name))
            written.push_back(entry.path().stem().string());
        std::sort(written.begin(), written.end());
        EXPECT_EQ(written, scenes) << name;
    }
    // They are what `render` draws.
    for (const char* scene : {"map", "terrain"}) {
        EXPECT_EQ(run(fmt::format("render two.glsl --scene {} --size 32x18 -o own.png", scene)).exit, 0);
        EXPECT_TRUE(picture("own.png") == picture(fmt::format("two/{}.png", scene).c_str())) << scene;
    }
    EXPECT_EQ(run("gallery other two.glsl --set k=0 --size 32x18").exit, 0);
    EXPECT_FALSE(picture("other/map.png") == picture("two/map.png"));
}

TEST(FunctionCli, BenchMeasuresIt) {
    const TemporaryDirectory temporary;
    write_file(temporary.path() / "f.glsl", "float noise(vec2 p) { return perlin2(p, 7u) + sin(p.x); }\n");
    write_file(temporary.path() / "rgb.glsl", "vec3 noise(vec2 p) { return vec3(p, 0.5); }\n");
    for (const auto& [name, has_gradient] : {std::pair("f.glsl", true), {"rgb.glsl", false}}) {
        const Out out = shell(fmt::format("cd '{0}' && '{1}' bench {2} --rounds 3 --json b.json",
                                          temporary.path().string(), ISONOISE_BINARY, name));
        ASSERT_EQ(out.exit, 0) << out.text;
        const auto report = nlohmann::json::parse(read_file(temporary.path() / "b.json"));
        EXPECT_EQ(report["function"], name);
        EXPECT_EQ(report["rounds"], 3);
        for (const auto& row : report["on_cpu"])
            EXPECT_GT(row["values_per_second"], 0.0) << row;
        for (const char* where : {"on_cpu", "on_gpu"}) {
            std::string names;
            for (const auto& row : report[where])
                names += row["name"].get<std::string>() + "\n";
            EXPECT_NE(names.find("function, points at random"), std::string::npos) << names;
            EXPECT_NE(names.find("perlin 2D, points at random"), std::string::npos) << names;
            EXPECT_EQ(names.find("function with gradient") != std::string::npos, has_gradient) << names;
        }
    }
}

TEST(FunctionCli, WritesAPresetAsAFunction) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        return shell(fmt::format("cd '{}' && {}", temporary.path().string(), command));
    };
    write_file(temporary.path() / "hills.json", R"({"schema": 1, "seed": 7, "octaves": 5, "warp": 0.4})");
    ASSERT_EQ(run(ISONOISE_BINARY " functions --from hills.json > hills.glsl").exit, 0);
    const std::string points = "printf '0.5 0.25\\n-31.2 7\\n' | " ISONOISE_BINARY " sample ";
    const Out noise = run(points + "hills.json"), function = run(points + "hills.glsl");
    EXPECT_EQ(function.exit, 0);
    EXPECT_EQ(function.text, noise.text);
    EXPECT_EQ(run(points + "--set seed=8 hills.glsl").text, run(points + "--seed 8 hills.json").text);
    EXPECT_TRUE(run(ISONOISE_BINARY " functions --from terrain-alps").text.starts_with("// terrain-alps.glsl: "));

    write_file(temporary.path() / "flow.json", R"({"schema": 1, "flow": 0.5})");
    write_file(temporary.path() / "own.json", R"({"schema": 1, "function": "hills.glsl"})");
    for (const auto& [words, expected] : {std::pair("--from flow.json", "from: 'flow.json': flow 0.5: the functions'"),
                                          {"--from own.json", "from: 'own.json' has a function already"},
                                          {"--from none.json", "none.json"},
                                          {"wood --from hills.json", "from: expected no name beside it, got 'wood'"}}) {
        const Out out = run(fmt::format("{} functions {} 2>&1", ISONOISE_BINARY, words));
        EXPECT_EQ(out.exit, 2) << words;
        EXPECT_NE(out.text.find(expected), std::string::npos) << out.text;
    }
}
