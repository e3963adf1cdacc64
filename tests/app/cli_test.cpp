// The program from the user's perspective: its output, and the drivers that it needs.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli.hpp"
#include "cli/command_line.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "io/decimal.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/preset.hpp"
#include "snippet/languages.hpp"

TEST_F(Cli, HelpAndVersion) {
    for (const char* arguments :
         {"--help", "-h", "sample --help", "render --help", "verify --help", "view --help", "gallery --help",
          "functions --help", "snippet --help", "bench --help", "bake --help", "--version"}) {
        const Result r = run(arguments);
        EXPECT_EQ(r.exit, 0) << arguments;
        EXPECT_NE(r.out, "") << arguments;
        EXPECT_EQ(r.err, "") << arguments;
    }
    EXPECT_EQ(run("--version").out, "isonoise " ISONOISE_VERSION "\n");
    const std::string help = run("--help").out;
    for (const char* verb :
         {"view", "render", "sample", "verify", "snippet", "functions", "gallery", "bench", "bake", "generate"})
        EXPECT_NE(help.find(verb), std::string::npos);
    // the help lists every setting by name
    const std::string sample = run("sample --help").out;
    isonoise::Settings settings;
    isonoise::for_each_setting(settings, [&](const isonoise::SettingInfo& info, auto&) {
        EXPECT_NE(sample.find("--" + std::string(info.name)), std::string::npos) << info.name;
    });
}

// Help fits 80 columns, except for examples, which stay on one line for copying.
TEST_F(Cli, HelpFitsATerminal) {
    for (const char* verb :
         {"", "view", "render", "sample", "verify", "snippet", "functions", "gallery", "bench", "bake", "generate"}) {
        std::istringstream help(run(verb + std::string(" --help")).out);
        int lines = 0;
        for (std::string line; std::getline(help, line); ++lines) {
            EXPECT_TRUE(line.size() <= 80 || line.starts_with("  isonoise ")) << verb << ": " << line;
            EXPECT_TRUE(line.empty() || line.back() != ' ') << verb << ": " << line;
        }
        EXPECT_GT(lines, 10) << verb;
    }
}

// Programs of the tests and measurements use the same command line under names of their own.
TEST_F(Cli, HelpNamesTheProgram) {
    isonoise::CommandLine line("other", "does other things");
    isonoise::Verb& verb = line.verb("go", "goes");
    verb.run([] { return 0; });
    EXPECT_NE(isonoise::help(verb.info()).find("Usage: other go [OPTIONS]"), std::string::npos);
    const std::string all = isonoise::help("other", "does other things", line.verbs());
    EXPECT_EQ(all.rfind("other: does other things\n\nUsage: other VERB [OPTIONS]", 0), 0u) << all;
    EXPECT_EQ(all.find("isonoise"), std::string::npos) << all;
    const auto refusal = [&](const std::vector<std::string>& words) {
        try {
            line.run(words);
        } catch (const isonoise::Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal({}), "expected a verb, one of go; see other --help");
    EXPECT_EQ(refusal({"--go"}), "unknown option '--go': see other --help");
    EXPECT_EQ(refusal({"--go", "go"}), "'--go': expected a verb before its options; see other --help");
    EXPECT_EQ(refusal({"go", "--fast"}), "go: unexpected: '--fast' (see other go --help)");
}

// Every digit of printf's, for floats of all sizes.
TEST(Decimals, AreThoseOfPrintf) {
    const auto check = [](float value) {
        std::string text = "x";
        isonoise::append_decimal(text, value);
        ASSERT_EQ(text, fmt::format("x{:.9g}", value));
    };
    for (const float value : {0.0f, 1.0f, 0.5f, 0.99999994f, 1.0000001f, 123456.789f, 16777216.0f, 16777217.0f, 3e38f})
        check(value);
    for (float ten = 1e-12f; ten < 1e12f; ten *= 10) {  // around changes in the number of digits
        float at = ten;
        for (int i = 0; i < 200; ++i)
            at = std::nextafter(at, 0.0f);
        for (int i = 0; i < 400; ++i, at = std::nextafter(at, 1e30f))
            check(at), check(-at);
    }
    std::mt19937 random(1);
    for (int i = 0; i < 400000; ++i) {
        check(std::ldexp(static_cast<float>(random()), static_cast<int>(random() % 60) - 60));
        const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(any)) check(any);
    }
}

// Each line is answered before the next one arrives; a line may arrive in pieces.
TEST_F(Cli, SampleAnswersEachLineAtOnce) {
    const Result r = shell("mkfifo in out; isonoise sample <in >out & exec 3>in 4<out; "
                           "echo 0.5 0.25 >&3; read a <&4; printf '1.5 ' >&3; sleep 0.2; "
                           "echo 2.25 >&3; read b <&4; echo $a; echo $b; exec 3>&-; wait; rm in out");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(r.out, run("sample", "0.5 0.25\n1.5 2.25\n").out);
}

// Binary points give the floats of the same points as text.
TEST_F(Cli, SampleReadsAndWritesBinaryNumbers) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> anywhere(-100, 100), fraction(0, 1);
    const auto add = [](std::string& bytes, auto number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const std::string options : {"", " --gradient", " --cells", " --cells --gradient", " --backend gpu"}) {
        const bool cells = options.find("cells") != std::string::npos;
        std::string text, singles, doubles;
        for (int i = 0; i < 1000; ++i) {
            for (int axis = 0; axis < 3 && cells; ++axis) {
                const std::int64_t cell = (std::int64_t{1} << 40) * (axis - 1) + static_cast<int>(random() % 1000);
                text += fmt::format("{} ", cell);
                add(singles, cell);
                add(doubles, cell);
            }
            for (int axis = 0; axis < 3; ++axis) {
                const float at = static_cast<float>(cells ? fraction(random) : anywhere(random));
                text += fmt::format("{} ", at);
                add(singles, at);
                add(doubles, static_cast<double>(at));
            }
            text += "\n";
        }
        const std::string sample = "sample --dim 3 --octaves 3" + options;
        std::string expected;
        std::istringstream numbers(run(sample + " --hex", text).out);
        for (std::string word; numbers >> word;)
            add(expected, std::strtof(word.c_str(), nullptr));
        ASSERT_EQ(expected.size(), options.find("gradient") == std::string::npos ? 4000u : 16000u) << options;
        EXPECT_TRUE(run(sample + " --format f32", singles).out == expected) << options;
        EXPECT_TRUE(run(sample + " --format f64", doubles).out == expected) << options;
    }
    // Doubles are rounded once, like text; an incomplete record is reported after the answers before it.
    std::string point, part;
    add(point, 0.1);
    add(part, 0.1f);
    EXPECT_EQ(run("sample --dim 1 --format f64", point).out, run("sample --dim 1 --format f32", part).out);
    // A double too large for a float acts as 0, like infinity; other values are unaffected.
    std::string far, zero;
    for (const double number : {0.1, 1e39, -1.7e308, 0.3}) {
        add(far, number);
        add(zero, std::fabs(number) < 1 ? number : 0.0);
    }
    EXPECT_EQ(run("sample --dim 1 --format f64", far).exit, 0);
    EXPECT_EQ(run("sample --dim 1 --format f64", far).out, run("sample --dim 1 --format f64", zero).out);
    const Result cut = run("sample --dim 1 --format f64", point + "abc");
    EXPECT_EQ(cut.exit, 2);
    EXPECT_EQ(cut.out, run("sample --dim 1 --format f64", point).out);
    EXPECT_EQ(cut.err, "isonoise: point 2: expected 8 bytes, got 3 before the end\n");
}

// 200 MB without a line break took 4.3 GB.
TEST_F(Cli, SampleLimitsALine) {
    const Result r = shell("{ echo 0.5 0.25; head -c 200000000 /dev/zero | tr '\\0' 1; } | "
                           "isonoise sample");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.out, run("sample", "0.5 0.25\n").out);
    EXPECT_EQ(r.err, "isonoise: line 2: expected at most 65536 bytes\n");
    const std::string longest = std::string(65533, ' ') + "1 2\n";
    EXPECT_EQ(run("sample", longest).out, run("sample", "1 2\n").out);
    EXPECT_EQ(run("sample", " " + longest).exit, 2);
}

TEST_F(Cli, SampleGivesTheNoise) {
    Result r = run("sample", "0.5 0.25\n1.5,2.25\n 1e0\t,0x1p1 \r\n");
    EXPECT_EQ(r.exit, 0) << r.err;
    float a = 0, b = 0, c = 1;
    ASSERT_EQ(std::sscanf(r.out.c_str(), "%f %f %f", &a, &b, &c), 3) << r.out;
    EXPECT_EQ(a, isonoise::perlin2({0.5f, 0.25f}, 0u));
    EXPECT_EQ(b, isonoise::perlin2({1.5f, 2.25f}, 0u));
    EXPECT_EQ(c, 0.0f);
    EXPECT_EQ(run("sample --algorithm improved --dim 3", "3.14 42 7\n").out, "0.13692005\n");
    EXPECT_EQ(run("sample --dim 1 --hex", "nan\n-inf\n1e-45\n7\n").out, "0x0p+0\n0x0p+0\n0x0p+0\n0x0p+0\n");
    EXPECT_EQ(run("sample --dim 1", "-0\n").out, "0\n");
    EXPECT_EQ(run("sample").out, "") << "no points, no values";
    r = run("sample --dim 2", "0.5 0.25");
    EXPECT_EQ(r.exit, 0) << "the last line needs no newline";
    EXPECT_NE(r.out, "");
}

TEST_F(Cli, TheReadmesExampleIsTrue) {
    const std::string readme = read(ISONOISE_SHADERS "/../README.md");
    const std::regex example("\\$ echo (.*) \\| ./run (sample.*)\\n(.*)\\n");
    int count = 0;
    for (std::sregex_iterator it(readme.begin(), readme.end(), example), end; it != end; ++it, ++count) {
        EXPECT_EQ(run((*it)[2].str(), (*it)[1].str() + "\n").out, (*it)[3].str() + "\n");
    }
    EXPECT_EQ(count, 2);
}

TEST_F(Cli, SamplePrintsTheSameOnBothBackends) {
    isonoise::Random random(50);
    for (const char* arguments :
         {"--dim 1", "--dim 2 --seed 4294967295", "--dim 3 --octaves 5.5 --frequency 0.37 --output unit",
          "--dim 4 --octaves 3 --persistence 0.9 --lacunarity 1.7 --hex",
          "--algorithm improved --dim 4 --seed 8 --octaves 8"}) {
        const std::string dim = std::regex_replace(arguments, std::regex(".*--dim (.).*"), "$1");
        std::string points;
        for (int i = 0; i < 3000; ++i) {
            for (int c = 0; c < std::stoi(dim); ++c)
                points += (c ? " " : "") + std::to_string(random.between(-90, 90));
            points += "\n";
        }
        points += dim == "1" ? "nan\n1e30\n" : "";
        const Result cpu = run(std::string("sample --backend cpu ") + arguments, points);
        const Result gpu = run(std::string("sample --backend gpu ") + arguments, points);
        EXPECT_EQ(cpu.exit, 0) << cpu.err;
        EXPECT_EQ(gpu.exit, 0) << gpu.err;
        EXPECT_EQ(std::count(cpu.out.begin(), cpu.out.end(), '\n'), std::count(points.begin(), points.end(), '\n'));
        EXPECT_TRUE(cpu.out == gpu.out) << arguments;
    }
}

// A baked snippet uses all noise settings of the preset, and none of the picture's.
TEST_F(Cli, ABakedSnippetIsOfThePresetsNoise) {
    for (const isonoise::BuiltinPreset& builtin : isonoise::builtin_presets()) {
        const isonoise::Preset preset = isonoise::parse_preset(builtin.json, builtin.file);
        std::string flags;
        isonoise::for_each_setting(preset.settings, [&](const isonoise::SettingInfo& info, const auto&) {
            flags += fmt::format(" --{}={}", info.name, isonoise::get(preset, info.name));
        });
        for (const char* language : {"glsl", "cpp"}) {
            const std::string bake = fmt::format("snippet --lang {} --bake ", language);
            const Result by_name = run(bake + std::string(builtin.name())), by_flags = run(bake + flags);
            EXPECT_EQ(by_name.exit, 0) << by_name.err;
            EXPECT_TRUE(by_name.out == by_flags.out) << builtin.name() << ", not" << flags;
        }
    }
    // A scene's dimensions are its picture's.
    EXPECT_NE(run("snippet --lang wgsl --bake clouds --dim 2").out.find("isonoise(p: vec2f)"), std::string::npos);
    // A file may contain noise settings alone, in any order, at their widest values.
    write("odd.json", R"({"octaves": 28.5, "schema": 1, "period": [3, 0, 7], "dim": 3, "seed": 4294967295,)"
                      R"("persistence": 2, "warp": 16, "filter-width": 0.001, "frequency": 0.00000095367431640625})");
    const Result odd = run("snippet --lang glsl --bake odd.json");
    EXPECT_EQ(odd.exit, 0) << odd.err;
    for (const char* words : {"seed 4294967295", "octaves 28.5", "persistence 2", "period 3,0,7", "warp 16",
                              "filter-width 0.001", "frequency 9.536743e-07"})
        EXPECT_NE(odd.out.find(words), std::string::npos) << words << " in " << odd.out.substr(0, 300);
}

TEST_F(Cli, SnippetsAreWrittenAllOrNone) {
    // The disk fills up after some files; simulated by a file size limit.
    const std::string full = "trap '' XFSZ; prlimit --fsize=16000 '" ISONOISE_BINARY "' snippet --write ";
    Result r = shell(full + "new/deep");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_EQ(files(), std::vector<std::string>{});

    ASSERT_EQ(run("snippet --write all").exit, 0);
    const auto listing = [&] { return shell("find all -type f | sort | xargs cksum").out; };
    write("all/glsl/perlin1.glsl", "old");
    const std::string before = listing();
    const auto languages = static_cast<std::ptrdiff_t>(isonoise::languages().size()) - 1;  // without cpp
    EXPECT_EQ(std::count(before.begin(), before.end(), '\n'), 4 * languages + 1);
    EXPECT_EQ(shell(full + "all").exit, 2);
    EXPECT_EQ(listing(), before);
    fs::remove(dir / "all/wgsl/perlin4.wgsl");
    fs::create_directory(dir / "all/wgsl/perlin4.wgsl");
    const std::string without = listing();
    r = run("snippet --write all");
    EXPECT_EQ(r.exit, 2);
    EXPECT_NE(r.err.find("is a directory"), std::string::npos) << r.err;
    EXPECT_EQ(listing(), without);
    // Root can write anywhere until it drops that capability.
    const std::string bound = geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : "";
    r = shell("rm -r all/wgsl && chmod a-w all && " + bound + "'" ISONOISE_BINARY "' snippet --write all");
    EXPECT_EQ(r.exit, 2);
    EXPECT_NE(r.err.find("Permission denied"), std::string::npos) << r.err;
    EXPECT_EQ(read(dir / "all/glsl/perlin1.glsl"), "old");
    fs::permissions(dir / "all", fs::perms::owner_all);
}

TEST_F(Cli, NoOrTooOldDriverIsSaid) {
    // Mesa's variables set the capabilities of its software driver.
    const std::string mesa = "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe DISPLAY= WAYLAND_DISPLAY= ";
    Result r = shell(mesa + "MESA_GL_VERSION_OVERRIDE=3.1 isonoise verify --points 1");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_NE(r.err.find("too old: llvmpipe"), std::string::npos) << r.err;
    // GLSL 3.30 without `precise` falls back to the opaque zero.
    r = shell(mesa + "MESA_EXTENSION_OVERRIDE=-GL_ARB_gpu_shader5 MESA_GL_VERSION_OVERRIDE=3.3 isonoise verify "
                     "--points 5000 --only 'perlin3 gradient'");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_NE(r.out.find("mode zero"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("precise                         not there"), std::string::npos) << r.out;
    r = shell(mesa + "isonoise sample --backend gpu --gl 4.6", "0 0\n");
    EXPECT_EQ(r.exit, 2);
    EXPECT_NE(r.err.find("4.6"), std::string::npos) << r.err;
    write("none.json", R"({"file_format_version": "1.0.0", "ICD": {"library_path": "libnone.so.0"}})");
    r = shell(mesa + "__EGL_VENDOR_LIBRARY_FILENAMES=none.json isonoise verify --points 1");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_NE(r.err.find("OpenGL"), std::string::npos) << r.err;
    r = shell(mesa + "__EGL_VENDOR_LIBRARY_FILENAMES=none.json isonoise bench --rounds 3");  // the CPU still works
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_NE(r.out.find("gpu       none: "), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("on the CPU"), std::string::npos) << r.out;
    EXPECT_EQ(r.out.find("on the GPU"), std::string::npos) << r.out;
    EXPECT_EQ(std::regex_search(r.out, std::regex("[0-9]+ threads .* times one thread\n")),
              std::thread::hardware_concurrency() > 1)
        << r.out;
    r = shell("env -u DISPLAY -u WAYLAND_DISPLAY '" ISONOISE_BINARY "' view");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_NE(r.err.find("display"), std::string::npos) << r.err;
}

TEST_F(Cli, APresetIsTheSameAsItsFlags) {
    write("p.json", R"({"schema": 1, "dim": 4, "octaves": 4, "seed": 9, "colormap": "magma", "span": 3})");
    ASSERT_EQ(run("render p.json --size 40x30 -o a.png").exit, 0);
    ASSERT_EQ(run("render --dim 4 --octaves 4 --seed 9 --colormap magma --span 3 --size 40x30 -o b.png").exit, 0);
    EXPECT_EQ(read(dir / "a.png"), read(dir / "b.png"));
    ASSERT_EQ(run("render p.json --seed 10 --size 40x30 -o c.png").exit, 0);
    EXPECT_NE(read(dir / "a.png"), read(dir / "c.png")) << "flags go over the preset";
}

TEST_F(Cli, SampleGivesGradientsAndTakesCells) {
    for (const char* backend : {"", " --backend gpu", " --backend gpu --mode zero"}) {
        const std::string on = backend;
        const Result plain = run("sample --dim 3 --octaves 4 --hex" + on, "0.3 -1.7 2.2\n5 6 7.5\n");
        const Result slopes = run("sample --dim 3 --octaves 4 --hex --gradient" + on, "0.3 -1.7 2.2\n5 6 7.5\n");
        ASSERT_EQ(slopes.exit, 0) << slopes.err;
        std::istringstream values(plain.out), lines(slopes.out);
        int count = 0;
        for (std::string value, line; std::getline(values, value) && std::getline(lines, line); ++count) {
            EXPECT_EQ(line.substr(0, line.find(' ')), value);
            EXPECT_EQ(std::count(line.begin(), line.end(), ' '), 3);
        }
        EXPECT_EQ(count, 2);
        // The same point by cell and fraction, and 2^32 cells farther.
        const Result cells = run("sample --dim 3 --octaves 4 --hex --gradient --cells" + on,
                                 "5 6 7 0 0 0.5\n4294967301,6,-4294967289,0,0,0.5\n");
        ASSERT_EQ(cells.exit, 0) << cells.err;
        const std::string last = slopes.out.substr(slopes.out.find('\n') + 1);
        EXPECT_EQ(cells.out, last + last);
        const Result eroded = run("sample --fractal eroded --octaves 4 --slope" + on, "0.3 0.7\n");
        EXPECT_EQ(std::count(eroded.out.begin(), eroded.out.end(), ' '), 2) << eroded.err;
    }
}

// Octaves are counted by the shaders themselves: marble takes its own few, polygons mostly those of their tables.
TEST_F(Cli, BenchCountsTheOctavesOfScenes) {
    const Result r = run("bench --scenes --size 64x36 --rounds 3 --json -");
    ASSERT_EQ(r.exit, 0) << r.err;
    const auto report = nlohmann::json::parse(r.out);
    std::map<std::string, nlohmann::json> scenes;
    for (const auto& row : report["scenes"])
        scenes[row["name"]] = row;
    for (const char* name :
         {"clouds", "density", "density-blocks", "density-polygons", "fire", "marble", "planet", "sea", "terrain"}) {
        ASSERT_TRUE(scenes.contains(name)) << name;
        EXPECT_GT(scenes[name]["octaves_per_pixel"], 1) << name;
        EXPECT_GT(scenes[name]["milliseconds"], 0) << name;
        EXPECT_GE(scenes[name]["tables"], 0) << name;
        EXPECT_LE(scenes[name]["tables"], 1) << name;
    }
    EXPECT_LT(scenes["marble"]["octaves_per_pixel"], 10);
    EXPECT_GT(scenes["clouds"]["octaves_per_pixel"], 50);
    EXPECT_GT(scenes["density-polygons"]["octaves_per_pixel"], 1000);  // a table for so few pixels
    // Nearly all of them at the corners, in the first of two passes.
    const auto& passes = scenes["density-polygons"]["passes"];
    ASSERT_EQ(passes.size(), 2u);
    EXPECT_EQ(passes[0]["shader"], "scenes/density-corners.frag");
    EXPECT_GT(passes[0]["octaves_per_pixel"], 0.8 * double(scenes["density-polygons"]["octaves_per_pixel"]));
    EXPECT_EQ(passes[1]["octaves_per_pixel"], 0);
    EXPECT_GT(passes[0]["time"], 0);
    EXPECT_EQ(scenes["clouds"]["passes"].size(), 2u);
    EXPECT_EQ(scenes["planet"]["passes"].size(), 0u);
}

TEST_F(Cli, BenchReports) {
    const Result r = run("bench --rounds 3 --json -");
    EXPECT_EQ(r.exit, 0) << r.err;
    const auto report = nlohmann::json::parse(r.out);
    EXPECT_NE(report["cpu"]["instructions"], "");
    EXPECT_EQ(report["gpu"]["software"], true);
    for (const char* where : {"on_cpu", "on_gpu"}) {
        EXPECT_GT(report[where].size(), 5u);
    }
    for (const auto& row : report["on_cpu"]) {  // on a busy machine the GPU's net time may be zero
        EXPECT_GT(row["values_per_second"], 0.0) << row;
        EXPECT_LE(row["lower_quartile"], row["values_per_second"]) << row;
        EXPECT_LE(row["values_per_second"], row["upper_quartile"]) << row;
    }
    // With several threads, their row follows one thread's on the same grid.
    const unsigned threads = report["cpu"]["threads"];
    int compared = 0;
    for (std::size_t i = 1; i < report["on_cpu"].size(); ++i) {
        const auto& row = report["on_cpu"][i];
        const std::string name = row["name"], before = report["on_cpu"][i - 1]["name"];
        if (!row.contains("times_one_thread")) continue;
        ++compared;
        EXPECT_EQ(row["threads"], threads);
        EXPECT_GT(row["times_one_thread"], 0.0);
        EXPECT_EQ(name, replaced_all(before, "1 thread", std::to_string(threads) + " threads"));
        EXPECT_NE(name.find("2^24"), std::string::npos) << name;
    }
    EXPECT_EQ(compared, threads > 1 ? 3 : 0);
}

TEST_F(Cli, BenchOfFiles) {
#ifdef ISONOISE_SANITIZED
    GTEST_SKIP() << "takes a minute";
#endif
    const Result r = run("bench --files . --rounds 3 --json files.json");
    EXPECT_EQ(r.exit, 0) << r.err;
    const auto rows = nlohmann::json::parse(read(dir / "files.json"))["files"];
    std::map<std::string, double> bytes;
    for (const auto& row : rows) {
        const std::string name = row["name"];
        EXPECT_NE(r.out.find(name + ", a " + std::string(row["unit"])), std::string::npos) << name;
        EXPECT_GT(row["ns"], 0.0) << name;
        EXPECT_LE(row["lower_quartile"], row["upper_quartile"]) << name;
        EXPECT_GT(row["times_copy"], 0.0) << name;
        bytes[name] = row["bytes"];
    }
    EXPECT_EQ(rows[0]["times_copy"], 1.0);
    EXPECT_EQ(bytes["raw32f"], 4.0);
    EXPECT_EQ(bytes["raw16"], 2.0);
    EXPECT_LT(bytes["png, 16 bits"], 2.0);
    EXPECT_GT(bytes["obj"], bytes["glb"]);
    EXPECT_FALSE(fs::exists(dir / "isonoise-bench"));
    fs::create_directory(dir / "isonoise-bench");  // somebody else's
    EXPECT_EQ(run("bench --files . --rounds 3").exit, 2);
    EXPECT_TRUE(fs::exists(dir / "isonoise-bench"));
}

TEST_F(Cli, VerifyReports) {
    const Result r = run("verify --points 3000 --seed 5 --only perlin3 --json report.json");
    EXPECT_EQ(r.exit, 0) << r.err;
    for (const char* word :
         {"renderer", "version", "seed      5", "mode precise", "unprotected", "perlin3 fbm gradient",
          "perlin3_periodic(cell)", "perlin3 any settings", "The contract holds: 0 of "}) {
        EXPECT_NE(r.out.find(word), std::string::npos) << word;
    }
    const auto report = nlohmann::json::parse(read(dir / "report.json"))["runs"][0];
    EXPECT_GT(report["functions"].size(), 20u);
    EXPECT_EQ(report["points"], 3000u * report["functions"].size());
    EXPECT_EQ(report["differing"], 0);
    EXPECT_EQ(report["integers"]["differing"], 0);
    for (const auto& function : report["functions"]) {
        EXPECT_GE(function["fast"]["points"], 3000u) << function;
        EXPECT_EQ(function["fast"]["differing"], 0) << function;
        EXPECT_FALSE(function["fast"].contains("first")) << function;
    }
    EXPECT_EQ(report["arithmetic"]["precise"]["fuses"], false);
    EXPECT_TRUE(report["holds"]);
    // A wrong shader: exit status 1, the first inputs in hexadecimal, and feeding the point back gives that value.
    fs::copy(ISONOISE_SHADERS, dir / "wrong", fs::copy_options::recursive);
    const fs::path lattice = dir / "wrong/isonoise/lattice.glsl";
    write_file(lattice, replaced_all(read(lattice), "15.0", "15.00001"));
    const Result wrong = run("verify --points 3000 --only 'perlin3 fbm' --shader-dir wrong");
    EXPECT_EQ(wrong.exit, 1);
    EXPECT_NE(wrong.out.find("BROKEN"), std::string::npos);
    std::smatch match;
    ASSERT_TRUE(
        std::regex_search(wrong.out, match, std::regex("at \\((.*?)\\) value cpu (\\S+) gpu (\\S+) with( .*)")));
    const std::string sample = "sample --hex" + match[4].str();
    EXPECT_EQ(run(sample, match[1].str() + "\n").out, match[2].str() + "\n");
    EXPECT_EQ(run(sample + " --backend gpu --shader-dir wrong", match[1].str() + "\n").out, match[3].str() + "\n");
    // The smallest tests, in the folder that the user names or beside the report.
    EXPECT_FALSE(fs::exists(dir / "report-cases"));
    EXPECT_EQ(run("verify --points 100 --only perlin,3d,fbm --shader-dir wrong --json wrong.json").exit, 1);
    EXPECT_EQ(run("verify --points 100 --only perlin,3d,fbm --shader-dir wrong --reproduce a/b").exit, 1);
    for (const char* folder : {"wrong-cases", "a/b"}) {
        for (const char* extension : {".shader_test", ".amber", ".frag", ".webgl2.html"})
            EXPECT_TRUE(fs::exists(dir / folder / (std::string("isonoise-quintic") + extension)))
                << folder << extension;
    }
    EXPECT_EQ(run("verify --quick --only perlin,2d").exit, 0);
    // Words and words to leave out share out the functions.
    const auto functions = [&](const std::string& only) {
        std::set<std::string> names;
        const std::string text = run("verify --points 16 --json - --only " + only).out;
        for (const auto& function : nlohmann::json::parse(text)["runs"][0]["functions"])
            names.insert(function["name"]);
        return names;
    };
    std::set<std::string> both = functions("value,2d,fbm");
    const std::set<std::string> all = functions("value,2d"), without = functions("value,2d,-fbm");
    EXPECT_EQ(both.size() + without.size(), all.size());
    both.insert(without.begin(), without.end());
    EXPECT_EQ(both, all);
}

// Wrong overloads of one function are several faults, and a fault found later leaves the files of an earlier one.
TEST_F(Cli, VerifyKeepsCasesApart) {
    fs::copy(ISONOISE_SHADERS, dir / "wrong", fs::copy_options::recursive);
    const fs::path lattice = dir / "wrong/isonoise/lattice.glsl";
    const auto break_in = [&](const std::string& type) {
        const std::string line = "ISO_PRECISE " + type + " r = ISO_EXACT(x - floor(x));";
        const std::string text = read(lattice);
        ASSERT_NE(text.find(line), std::string::npos) << type;
        write_file(lattice, replaced_all(text, line, "ISO_PRECISE " + type + " r = ISO_EXACT(x - ceil(x));"));
    };
    const auto cases = [&] {
        std::set<std::string> texts;
        for (const auto& file : fs::directory_iterator(dir / "cases"))
            if (file.path().extension() == ".frag") texts.insert(read(file.path()));
        return texts;
    };
    const auto verify = [&](const std::string& only) {
        EXPECT_EQ(run("verify --points 64 --shader-dir wrong --reproduce cases --only " + only).exit, 1) << only;
    };
    break_in("float");
    verify("value1");
    const std::set<std::string> first = cases();
    EXPECT_EQ(first.size(), 1u);
    verify("value1");  // the same again
    EXPECT_EQ(cases(), first);
    break_in("vec2");
    break_in("vec3");
    verify("value,-4d,-any,-cell,-fbm,-gradient,-grid,-compute");
    const std::set<std::string> all = cases();
    EXPECT_TRUE(std::includes(all.begin(), all.end(), first.begin(), first.end()));
    for (const char* type :
         {"float isonoise_fraction(float", "vec2 isonoise_fraction(vec2", "vec3 isonoise_fraction(vec3"})
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& text) { return text.find(type) != text.npos; }))
            << type;
}

// A compiler that sees through the opaque zero is reported as such: here it is in the shader itself.
TEST_F(Cli, VerifySaysThatACompilerSeesThroughTheZero) {
    EXPECT_EQ(run("verify --es --points 100 --only 'perlin1()'").out.find("sees through"), std::string::npos);
    fs::copy(ISONOISE_SHADERS, dir / "known", fs::copy_options::recursive);
    const fs::path lattice = dir / "known/isonoise/lattice.glsl";
    write_file(lattice, replaced_all(read(lattice), "(u * (u + 2u)) & 7u", "0u"));
    const std::string told = run("verify --es --points 100 --only 'perlin1()' --shader-dir known").out;
    EXPECT_TRUE(std::regex_search(told, std::regex("opaque zero +reorders.*; this compiler sees through it"))) << told;
}
