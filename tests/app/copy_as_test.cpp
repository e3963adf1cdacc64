// Runs the clipboard's contents: commands in the shell, C++ through the compiler, GLSL through the driver. Each must
// give the same bits.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <set>
#include <sstream>

#include <glm/common.hpp>
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "session/copy_as.hpp"
#include "snippet/baking.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/snippet.hpp"
#include "temporary.hpp"

#include "copy_as.hpp"
#include "drawn.hpp"
#include "shell.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

// Flags that let the compiler fuse products with sums, if this machine can run the result.
std::string fusing() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") ? "-mfma" : "";
#else
    return "";
#endif
}

}  // namespace

// The shell's parse of a command, one word per line, without the first two words: isonoise render.
static std::vector<std::string> words_of(const std::string& command) {
    const Out out = shell("set -- " + command + "; printf '%s\\n' \"$@\"");
    EXPECT_EQ(out.exit, 0) << out.text;
    std::vector<std::string> words;
    std::istringstream lines(out.text);
    for (std::string line; std::getline(lines, line);)
        words.push_back(line);
    EXPECT_GE(words.size(), 2u);
    return words;
}

TEST(CopyAs, ACommandIsReadBackAsThePreset) {
    std::vector<Preset> presets;
    for (const char* word : detail::kScenes) {
        Preset preset;
        set(preset, "scene", word);
        preset = default_preset(preset.look.scene);
        preset.settings.dim = std::max(preset.settings.dim, dims(preset.look.scene)[0]);
        presets.push_back(preset);
    }
    for (const BuiltinPreset& builtin : builtin_presets())
        presets.push_back(parse_preset(builtin.json, builtin.file));
    for (const Settings& settings : kCases) {
        Preset preset;
        preset.settings = settings;
        preset.look.center = {-1.0 / 3, 2e9, -0.5, 1e-9};
        preset.look.time = -7.7;
        preset.look.span = 0.1;
        preset.look.range = {-0.25, 0.1};
        preset.look.colormap = Colormap::diverging;
        preset.look.contours = 7;
        preset.look.tiling = Tiling::three;
        presets.push_back(preset);
    }
    for (const Preset& preset : presets) {
        const std::string command = to_command(preset);
        const auto words = words_of(command);
        EXPECT_EQ(words[0], "isonoise");
        EXPECT_EQ(words[1], "render");
        CommandLine line;
        Verb& verb = line.verb("render", "");
        PresetOptions options;
        options.add(verb, PresetFlags::all);
        std::string output;
        verb.option("-o", output, "FILE", "");
        verb.run([] { return 0; });
        try {
            line.run({words.begin() + 1, words.end()});
            EXPECT_EQ(to_json(options.preset()), to_json(preset)) << command;
        } catch (const std::exception& e) {
            ADD_FAILURE() << command << ": " << e.what();
        }
        EXPECT_EQ(output, "noise.png");
    }
    EXPECT_EQ(to_command(Preset()), "isonoise render --scene map -o noise.png");
}

TEST(CopyAs, ARangeThatIsNotSetIsSaid) {
    Preset preset;
    preset.look.range = {0.0, 1.0};
    EXPECT_EQ(set(preset, "range", "auto"), "");
    EXPECT_FALSE(preset.look.range);
}

// Lines and commands parse back to the preset, ignoring a command's file options.
TEST(CopyAs, ALineIsReadBackAsThePreset) {
    std::vector<Preset> presets;
    for (const BuiltinPreset& file : builtin_presets())
        presets.push_back(load_builtin_preset(std::string(file.name())));
    for (int fractal = 0; fractal < static_cast<int>(std::size(detail::kFractals)); ++fractal) {
        Preset steep = default_preset(Scene::terrain);  // with another fractal's relief
        steep.settings.fractal = static_cast<Fractal>(fractal);
        presets.push_back(steep);
    }
    Preset odd = default_preset(Scene::terrain);
    odd.settings = {.dim = 3, .frequency = 0.1f, .octaves = 3.5f, .period = {4, 0, 6}, .warp = 0.37f};
    odd.look.center = {-1073741824.125, 1.0 / 3, 0, 0};
    odd.look.sun = {-45, 12};
    presets.push_back(odd);
    odd = default_preset(Scene::map);
    odd.look.range = std::array{-0.25, 0.125};
    presets.push_back(odd);
    for (const Preset& preset : presets) {
        const std::string line = to_line(preset);
        EXPECT_EQ(line.find('\n'), line.npos);
        EXPECT_EQ(from_line(line), preset) << line;
        Export order{.path = "it's -o.png", .width = 3, .height = 5, .depth = 16};
        EXPECT_EQ(from_line("  " + to_command(preset, order) + "\n"), preset);
        EXPECT_EQ(from_line("./build/" + line), preset);
    }
    const auto error_of = [](const std::string& line) -> std::string {
        try {
            from_line(line);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_NE(error_of("hello world").find("isonoise view"), std::string::npos);
    EXPECT_NE(error_of("isonoise verify --points 3").find("isonoise view"), std::string::npos);
    EXPECT_NE(error_of("isonoise view --octaves 77").find("octaves"), std::string::npos);
    EXPECT_NE(error_of("isonoise view --octave 7").find("octave"), std::string::npos);
    EXPECT_NE(error_of("isonoise view --octaves").find("value is missing"), std::string::npos);
    EXPECT_NE(error_of("isonoise view 'a").find("quote"), std::string::npos);
    EXPECT_NE(error_of("I don't know").find("isonoise view"), std::string::npos);
    EXPECT_NE(error_of("isonoise view - x").find("expected a flag"), std::string::npos);
    EXPECT_NE(error_of("isonoise view -- x").find("expected a flag"), std::string::npos);
    EXPECT_LT(error_of("isonoise view " + std::string(1 << 20, '-') + "x").size(), 1000u);
    EXPECT_FALSE(from_line("isonoise view --range auto").look.range);
    EXPECT_EQ(from_line("isonoise render --what values --auto-levels --one-tile --seed 8").settings.seed, 8u);
    EXPECT_NE(error_of("isonoise view stray").find("stray"), std::string::npos);
    EXPECT_NE(error_of("isonoise view --dim 2 --scene clouds").find("dim"), std::string::npos);
}

// The terrain's height and the rock, pasted into a shader and a program: the bits of their rules in both.
TEST(CopyAs, TheScenesFormInGlslAndCpp) {
    Preset flat = default_preset(Scene::terrain), moving = flat, rock = default_preset(Scene::density),
           everywhere = rock;
    moving.settings = {.dim = 4, .seed = 5, .frequency = 1.7f, .octaves = 4, .fractal = Fractal::ridged};
    moving.look.center = {0, 0, 0.25, 3};
    moving.look.time = 1.5;
    moving.look.relief = 0.3;
    moving.look.water = -1;
    everywhere.settings = {.dim = 4, .octaves = 3, .output = Output::unit};
    everywhere.look.center[3] = 0.75;
    everywhere.look.relief = 0;
    everywhere.look.threshold = -0.2;
    const TemporaryDirectory temporary;
    const HeadlessContext context;
    Drawn drawn;
    const auto points = some_points(256);
    for (const Preset& preset : {flat, moving, rock, everywhere}) {
        const Noise noise(preset.settings);
        const Look& look = preset.look;
        const bool is_rock = look.scene == Scene::density;
        const bool unit = preset.settings.output == Output::unit;
        const double reach = 3 * standard_deviation(preset.settings) * (unit ? 0.5 : 1.0),
                     middle = unit ? 0.5 + mean(preset.settings) / 2 : mean(preset.settings);
        std::vector<float> expected;
        for (const glm::vec4& p : points) {
            if (is_rock) {
                const float w = preset.settings.dim == 4 ? 0.75f : 0.0f;
                float density =
                    noise(glm::vec4(p.x, p.y, p.z, w)) - static_cast<float>(middle + reach * look.threshold);
                const float rise = look.relief > 0 ? static_cast<float>(reach / look.relief) * p.y : 0.0f;
                if (look.relief > 0) density -= rise;
                expected.push_back(density);
            } else {
                const glm::vec4 rest = preset.settings.dim == 2 ? glm::vec4(0) : glm::vec4(0, 0, 0.25f, 4.5f);
                expected.push_back(static_cast<float>(look.relief) * noise(glm::vec4(p.x, p.y, rest.z, rest.w)));
            }
        }
        const std::string glsl = shape_snippet(preset, language("glsl"), ShaderFiles()),
                          cpp = shape_snippet(preset, language("cpp"), ShaderFiles());
        EXPECT_EQ(glsl.find("terrain_water") == glsl.npos, is_rock || look.water == -1);
        EXPECT_EQ(cpp.find("terrain_water") == cpp.npos, is_rock || look.water == -1);
        const std::string call = is_rock ? "rock_density(p.xyz)" : "terrain_height(p.xy)";
        write_file(temporary.path() / "shape.frag",
                   glsl +
                       "\nuniform highp usampler2D points;\nlayout(location = 0) out vec4 value;\n"
                       "layout(location = 1) out vec4 gradient;\nvoid main() {\n"
                       "    vec4 p = uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0));\n"
                       "    value = vec4(" +
                       call + ");\n    gradient = value;\n}\n");
        Shaders shaders(330, ShaderFiles(temporary.path()));
        const auto texels = drawn.draw(shaders.use("shape.frag"), points);

        write_file(temporary.path() / "shape.cpp",
                   cpp +
                       "#include <cstdio>\nint main(int, char** argv) {\n"
                       "    std::FILE* file = std::fopen(argv[1], \"rb\");\n    float p[4];\n"
                       "    while (std::fread(p, sizeof p, 1, file) == 1)\n"
                       "        std::printf(\"%a\\n\", double(" +
                       (is_rock ? "rock_density({p[0], p[1], p[2]})" : "terrain_height({p[0], p[1]})") +
                       "));\n    std::fclose(file);\n}\n");
        const std::string binary = (temporary.path() / "shape").string(), list = (temporary.path() / "points").string();
        // With fusing allowed, which the text must prevent where it matters.
        const Out built =
            shell(std::string(ISONOISE_CXX) + " -std=gnu++20 -O2 " + fusing() + " -Wall -Wextra -Werror '" + binary +
                  ".cpp' " + ISONOISE_CORE_FLAGS + " -o '" + binary + "'");
        ASSERT_EQ(built.exit, 0) << built.text << cpp;
        write_file(list, std::string(reinterpret_cast<const char*>(points.data()), points.size() * sizeof points[0]));
        const Out out = shell("'" + binary + "' '" + list + "'");
        std::istringstream lines(out.text);
        for (std::size_t i = 0; i < points.size(); ++i) {
            std::string line;
            ASSERT_TRUE(std::getline(lines, line));
            ASSERT_EQ(bits(std::strtof(line.c_str(), nullptr)), bits(expected[i])) << cpp;
            ASSERT_EQ(bits(texels[0][i].x), bits(expected[i])) << glsl.substr(glsl.size() - 400);
        }
    }
    EXPECT_THROW(shape_snippet(default_preset(Scene::clouds), language("cpp"), ShaderFiles()), Error);
    const std::string blocks = shape_snippet(load_builtin_preset("density-blocks"), language("cpp"), ShaderFiles());
    EXPECT_NE(blocks.find("cells of 4 blocks"), blocks.npos) << blocks;
    EXPECT_THROW(shape_snippet(load_builtin_preset("density"), language("wgsl"), ShaderFiles()), Error);
}

// The code that the viewer copies for a point and for a ground, run in every language with a compiler here: prints the
// exact value.
namespace {

struct Running {
    const char *language, *file, *check, *run;
    // The text with a program around it that prints a float in C's %.9g or its like.
    std::string (*program)(const std::string& text, const std::string& line, const std::string& value);
};
const Running kRunning[] = {
    {"c", "p.c", "gcc --version", "gcc -std=c99 -O2 -Wall -Wextra -Werror -Wno-unused-function p.c -o p -lm && ./p",
     [](const std::string& text, const std::string& line, const std::string& value) {
         return fmt::format("{}\n#include <stdio.h>\nint main(void) {{\n{}\nprintf(\"%.9g\\n\", (double){});\nreturn "
                            "0;\n}}\n",
                            text, line, value);
     }},
    {"cpp", "p.cpp", "g++ --version", nullptr,
     [](const std::string& text, const std::string& line, const std::string& value) {
         // The core's text computes the noise at x, y, z and w.
         return fmt::format("#include <cstdio>\n{}\nint main() {{\n{}\nstd::printf(\"%.9g\\n\", double({}));\n}}\n",
                            text, line, value);
     }},
    {"js", "p.mjs", "node --version", "node p.mjs",
     [](const std::string& text, const std::string& line, const std::string& value) {
         return fmt::format("{}\n{}\nconsole.log({});\n", text, line, value);
     }},
    {"csharp", "p.cs", "mcs --version", "mcs -warnaserror p.cs -out:p.exe && mono p.exe",
     [](const std::string& text, const std::string& line, const std::string& value) {
         return fmt::format(
             "{}\nclass Program {{ static void Main() {{\n{}\nConsole.WriteLine(((float){}).ToString(\"G9\"));"
             "\n}} }}\n",
             text, line, value);
     }},
    {"rust", "p.rs", "rustc --version", "rustc -D warnings -A dead_code -A clippy::all p.rs -o p && ./p",
     [](const std::string& text, const std::string& line, const std::string& value) {
         return fmt::format("{}\nfn main() {{\n{}\nprintln!(\"{{:.9e}}\", {});\n}}\n", text, line, value);
     }},
};

// The value that a program prints; NaN, with its output, on failure.
float printed(const fs::path& dir, const Running& with, const std::string& program) {
    write_file(dir / with.file, program);
    const std::string run = with.run ? with.run
                                     : std::string(ISONOISE_CXX) + " -std=c++20 -Wall -Wextra -Werror p.cpp " +
                                           ISONOISE_CORE_FLAGS + " -o p && ./p";
    const Out out = shell("cd '" + dir.string() + "' && " + run);
    EXPECT_EQ(out.exit, 0) << with.language << ": " << out.text << program.substr(program.size() - 400);
    return out.exit == 0 ? std::strtof(out.text.c_str(), nullptr) : NAN;
}

}  // namespace

TEST(CopyAs, APointsLineGivesItsValue) {
    const TemporaryDirectory temporary;
    std::vector<Preset> presets(3);
    presets[0].settings = {.dim = 1, .seed = 9, .frequency = 3, .octaves = 2};
    presets[1].settings = {.dim = 3, .seed = 5, .octaves = 4, .persistence = 0.6f, .period = {4, 0, 7}};
    presets[2].settings = {.dim = 4, .frequency = 0.3f, .octaves = 3, .fractal = Fractal::ridged, .warp = 0.5f};
    for (Preset& preset : presets) {
        preset.look.center = {0.35, -1.2, 2.7, -0.9};
        preset.look.time = 0.37;
        for (const bool far : {false, true}) {
            if (far) preset.look.center[0] = 40000.5;
            const PointSeen seen =
                point_seen(preset, {0.123, preset.settings.dim > 1 ? 0.456 : 0, 0}, far ? 1e-9 : 1e-3);
            ASSERT_EQ(seen.at.has_value(), !far);
            const float spoken = std::strtof(seen.text.substr(seen.text.rfind(' ')).c_str(), nullptr);
            EXPECT_EQ(bits(spoken), bits(seen.value)) << seen.text;
            EXPECT_EQ(bits(value_at(preset, seen.point)), bits(seen.value));
            for (const Running& with : kRunning) {
                if (shell(with.check).exit != 0) continue;
                std::string text = with.language == std::string("cpp")
                                       ? to_cpp(preset.settings)
                                       : baked_snippet(language(with.language), preset.settings, ShaderFiles());
                if (const auto example = text.find("float value = noise("); example != text.npos) {
                    text.resize(example);  // the reader has to supply x, y, z and w
                    std::string lines = point_line(with.language, preset.settings, seen);
                    const auto settings = text.find("isonoise::Settings");
                    lines = text.substr(settings) + lines;
                    text.resize(settings);
                    EXPECT_EQ(bits(printed(temporary.path(), with, with.program(text, lines, "here"))),
                              bits(seen.value));
                    continue;
                }
                const std::string line = point_line(with.language, preset.settings, seen);
                EXPECT_EQ(bits(printed(temporary.path(), with, with.program(text, line, "here"))), bits(seen.value))
                    << line;
            }
            const std::string line = point_line("shell", preset.settings, seen);
            std::string command = line.substr(0, line.find("  #"));
            command.replace(command.find("isonoise"), 8, std::string("'") + ISONOISE_BINARY + "'");
            const Out out = shell(command);
            EXPECT_EQ(bits(std::strtof(out.text.c_str(), nullptr)), bits(seen.value)) << command << "\n" << out.text;
        }
    }
    // Every language has its line, and GLSL's compiles.
    const Settings settings{.dim = 3, .octaves = 2};
    Preset preset;
    preset.settings = settings;
    const PointSeen seen = point_seen(preset, {-1.5, 2.25, 0}, 0.01);
    for (const auto& [name, title] : point_languages()) {
        const std::string line = point_line(name, settings, seen);
        EXPECT_NE(line.find("-1.5"), line.npos) << title;
        EXPECT_NE(line.find("2.25"), line.npos) << title;
        EXPECT_NE(line.find(fmt::format("{}", seen.value)), line.npos) << title;
        EXPECT_EQ(line.find('\n'), line.npos);
    }
    EXPECT_EQ(point_line("wgsl", settings, seen).substr(0, 47), "let here: f32 = isonoise(vec3f(-1.5, 2.25, 0.0)");
    if (shell("glslangValidator --version").exit != 0) return;
    write_file(temporary.path() / "p.frag",
               "#version 330\n" + baked_snippet(language("glsl"), settings, ShaderFiles()) +
                   "\nout vec4 c;\nvoid main() {\n" + point_line("glsl", settings, seen) + "\nc = vec4(here);\n}\n");
    const Out glsl = shell("glslangValidator '" + (temporary.path() / "p.frag").string() + "'");
    EXPECT_EQ(glsl.exit, 0) << glsl.text;
}

TEST(CopyAs, AGroundsHeightIsTheSameInEveryLanguage) {
    const TemporaryDirectory temporary;
    Preset flat = default_preset(Scene::terrain), moving = flat;
    moving.settings.dim = 3;
    moving.look.time = 0.7;
    flat.look.water = -1;
    for (const Preset& preset : {default_preset(Scene::terrain), moving, flat}) {
        const PointSeen seen = point_seen(preset, {0.21, -0.47, 0}, 1e-3);
        ASSERT_TRUE(seen.at);
        const float height = static_cast<float>(preset.look.relief) * seen.value;
        for (const Language& to : languages()) {
            if (to.name == std::string("glsl")) continue;
            const std::string text = shape_snippet(preset, to, ShaderFiles());
            std::string low = text;
            std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return std::tolower(c); });
            EXPECT_EQ(low.find("water") != low.npos, preset.look.water > -1) << to.name;
        }
        for (const Running& with : kRunning) {
            if (shell(with.check).exit != 0) continue;
            const std::string name = with.language, x = fmt::format("{:#}", (*seen.at)[0]),
                              y = fmt::format("{:#}", (*seen.at)[1]),
                              f = name == "c" || name == "csharp" || name == "cpp" ? "f" : "";
            const std::string function = name == "js"       ? "terrainHeight"
                                         : name == "csharp" ? "Terrain.Height"
                                                            : "terrain_height";
            const std::string call = name == "cpp" ? fmt::format("{}({{{}f, {}f}})", function, x, y)
                                                   : fmt::format("{}({}{}, {}{})", function, x, f, y, f);
            EXPECT_EQ(bits(printed(temporary.path(), with,
                                   with.program(shape_snippet(preset, language(name), ShaderFiles()), "", call))),
                      bits(height))
                << name << " " << call;
        }
    }
}

TEST(CopyAs, ACommandGivesTheSameFiles) {
    const TemporaryDirectory temporary;
    const fs::path& dir = temporary.path();
    const HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Painter painter(shaders, context.info());
    Preset preset;
    preset.settings = {.dim = 3, .octaves = 3, .fractal = Fractal::ridged, .flow = 0};
    preset.look.center = {-3, 2};
    preset.look.colormap = Colormap::magma;
    const std::string odd = "it's a $(file) `of` \"mine\" \\ *.png";
    std::vector<Export> orders = {
        {.path = odd, .width = 40, .height = 30, .depth = 16},
        {.path = "l.r16", .format = Format::raw16, .what = What::values, .width = 9, .height = 5, .auto_levels = true},
        {.path = "-minus.npy", .format = Format::npy, .what = What::values, .width = 9, .height = 5},
        {.path = "n.r16", .format = Format::raw16, .what = What::normals_dx, .width = 9, .height = 5, .strength = 0.25},
        {.path = "f{frame:02}.exr", .format = Format::exr, .what = What::picture, .frames = 2, .time_step = 0.125},
        {.path = "m.webp", .format = Format::webp, .width = 9, .height = 5, .frames = 3, .time_step = 0.25, .fps = 7},
        {.path = "s.webp", .format = Format::webp, .width = 9, .height = 5, .frames = 2, .time_step = 0.5 / 30},
        {.path = "t.webp", .format = Format::webp, .width = 9, .height = 5, .frames = 2},
        {.path = "no extension", .format = Format::raw32f, .what = What::values, .width = 3, .height = 3}};
    for (const Export& order : orders) {
        std::string command = to_command(preset, order);
        ASSERT_EQ(command.find("isonoise "), 0u);
        const Out out = shell("cd '" + dir.string() + "' && '" ISONOISE_BINARY "' " + command.substr(9));
        ASSERT_EQ(out.exit, 0) << command << "\n" << out.text;
        const std::int64_t last = order.frames - 1;
        const std::string theirs = read_file(dir / frame_name(order.path, last));
        fs::create_directories(dir / "own");
        Export own = order;
        own.path = (dir / "own" / order.path).string();
        ASSERT_TRUE(export_files(painter, preset, own));
        EXPECT_FALSE(theirs.empty());
        EXPECT_TRUE(read_file(frame_name(own.path, last)) == theirs) << command;
    }
}

// One program for all, linked to the core as any user would.
TEST(CopyAs, CppCompilesAndGivesTheSameBits) {
    const TemporaryDirectory temporary;
    const fs::path program = temporary.path() / "program.cpp";
    const auto points = some_points(64);
    std::string functions, calls;
    for (std::size_t i = 0; i < kCases.size(); ++i) {
        std::string text = to_cpp(kCases[i]);
        const std::string include = "#include <isonoise/isonoise.hpp>\n";
        text = replaced(text, include, "");
        // The lines with derivatives are comments; here they become code, to test them too.
        std::string more = "    values[1] = 0;\n";
        for (const char* word : {"gradient", "slope"}) {
            const std::string comment = std::string("// glm::vec4 ") + word + "; ";
            if (text.find(comment) == std::string::npos) continue;
            text = replaced(text, comment + "float value", std::string("glm::vec4 ") + word + ";\nfloat value2");
            more = std::string("    values[1] = value2 == value ? ") + word + ".x : 1e9f;\n";
        }
        functions +=
            "static void f" + std::to_string(i) +
            "([[maybe_unused]] float x, [[maybe_unused]] float y, [[maybe_unused]] float z, [[maybe_unused]] float "
            "w, float* values) {\n" +
            text + "values[0] = value;\n" + more + "}\n";
        calls += "f" + std::to_string(i) + ", ";
    }
    write_file(program, "#include <isonoise/isonoise.hpp>\n#include <cstdio>\n#include <cstdlib>\n" + functions +
                            "int main(int, char** argv) {\n"
                            "    void (*all[])(float, float, float, float, float*) = {" +
                            calls +
                            "};\n"
                            "    std::FILE* file = std::fopen(argv[1], \"rb\");\n"
                            "    float p[4], values[2];\n"
                            "    while (std::fread(p, sizeof p, 1, file) == 1) {\n"
                            "        for (auto f : all) {\n"
                            "            f(p[0], p[1], p[2], p[3], values);\n"
                            "            std::printf(\"%a %a\\n\", double(values[0]), double(values[1]));\n"
                            "        }\n    }\n    std::fclose(file);\n}\n");
    const std::string binary = (temporary.path() / "program").string();
    const Out built = shell(std::string(ISONOISE_CXX) + " -std=c++20 -Wall -Wextra -Werror '" + program.string() +
                            "' " + ISONOISE_CORE_FLAGS + " -o '" + binary + "'");
    ASSERT_EQ(built.exit, 0) << built.text;
    const std::string list = (temporary.path() / "points").string();
    write_file(list, std::string(reinterpret_cast<const char*>(points.data()), points.size() * sizeof points[0]));
    const Out out = shell("'" + binary + "' '" + list + "'");
    ASSERT_EQ(out.exit, 0) << out.text;
    std::istringstream lines(out.text);
    for (const glm::vec4& p : points) {
        for (const Settings& settings : kCases) {
            std::string line;
            ASSERT_TRUE(std::getline(lines, line));
            float value = 0, slope = 0;
            ASSERT_EQ(std::sscanf(line.c_str(), "%a %a", &value, &slope), 2);
            const Noise noise(settings);
            glm::vec4 q(0.0f), g(0.0f);
            for (int c = 0; c < settings.dim; ++c)
                q[c] = p[c];
            EXPECT_EQ(bits(value), bits(noise(q))) << name_of(settings);
            if (has_gradient(settings)) noise.gradient(q, g);
            if (settings.fractal == Fractal::eroded) noise.slope(q, g);
            EXPECT_EQ(bits(slope), bits(g.x)) << name_of(settings);
        }
    }
}
