// The files that render, bake and gallery write.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "app/cli.hpp"
#include "app/read_image.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/look.hpp"

TEST_F(Cli, BakeWritesTheGridThatWasAskedFor) {
    // Coordinates that a float holds exactly.
    std::string points;
    for (int z = 0; z < 3; ++z) {
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 5; ++x)
                points += fmt::format("{} {} {}\n", -3 + x * 0.25, 0.5 + y * -0.125, 7 + z * 2.0);
        }
    }
    const std::string noise = " --dim 3 --octaves 4 --seed 3 --fractal ridged";
    const std::string grid = noise + " --size 5x4x3 --offset -3,0.5,7 --step 0.25,-0.125,2 ";
    std::string expected;
    std::istringstream lines(run("sample --hex" + noise, points).out);
    for (std::string line; std::getline(lines, line);) {
        const float value = std::strtof(line.c_str(), nullptr);
        expected.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    ASSERT_EQ(expected.size(), 240u);
    Result r = run("bake" + grid + "-o a.r32");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(r.out, "");
    EXPECT_TRUE(std::regex_match(
        r.err, std::regex("isonoise: a.r32: 60 points in \\d\\.\\d\\d s by the CPU \\(\\w+, \\d+ threads?\\)\n")))
        << r.err;
    EXPECT_EQ(read(dir / "a.r32"), expected);
    r = run("bake" + grid + "--format raw32f --backend gpu --threads 7 -o -");
    EXPECT_EQ(r.out, expected);
    EXPECT_NE(r.err.find("standard output: 60 points"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("by the GPU ("), std::string::npos) << r.err;
    EXPECT_EQ(run("bake" + grid + "-o a.f32").exit, 0);
    EXPECT_EQ(read(dir / "a.f32"), expected);
    // Every format to standard output and through a pipe; one number for all axes; a preset.
    for (const char* format : {"png", "exr", "npy", "raw16", "raw32f"}) {
        const std::string bake = fmt::format("isonoise bake terrain --size 70x50 --step 0.03 --format {} -o ", format);
        r = shell(bake + "a && " + bake + "- >b && cmp a b && mkfifo c && { cat c >d & " + bake +
                  "c && wait && cmp a d; } && rm c");
        EXPECT_EQ(r.exit, 0) << format << r.err;
    }
    ASSERT_EQ(run("bake terrain --size 70x50 --step 0.03,0.03 --offset 0 --threads 1 -o e.r32").exit, 0);
    EXPECT_EQ(read(dir / "e.r32"), read(dir / "a"));
    // The default step is a 64th of a cell; a slice of 3D is a plane.
    ASSERT_EQ(run("bake --frequency 4 --size 9x5 -o a.r16").exit, 0);
    ASSERT_EQ(run("bake --frequency 4 --size 9x5 --step 0.00390625 -o b.raw").exit, 0);
    EXPECT_EQ(read(dir / "a.r16"), read(dir / "b.raw"));
    ASSERT_EQ(run("bake --dim 3 --size 9x5x1 --offset 0,0,0.5 -o slice.png").exit, 0);
    EXPECT_EQ(read_png(dir / "slice.png").height, 5);
}

// The planes of a looping grid equal the frames that render makes.
TEST_F(Cli, BakedLoopsAreRendersFrames) {
    const std::string noise = " --dim 3 --octaves 3 --frequency 0.5 --period 4,4,0 --loop 2 ";
    ASSERT_EQ(run("bake" + noise + "--size 8x8x7 -o tile.r32").exit, 0);
    ASSERT_EQ(run("render" + noise + "--span 8 --center 3.5,3.5 --size 8x8 --frames 7 -o 'f{frame}.r32'").exit, 0);
    std::string frames;
    for (int i = 0; i < 7; ++i)
        frames += read(dir / fmt::format("f{}.r32", i));
    EXPECT_TRUE(frames == read(dir / "tile.r32"));
    // With steps, the grid continues past the period.
    ASSERT_EQ(run("bake" + noise + "--size 16x8x7 --step 1,1,0.5714285714285714 -o steps.r32").exit, 0);
    const std::string steps = read(dir / "steps.r32");
    for (std::size_t row = 0; row < steps.size(); row += 64)
        ASSERT_EQ(steps.substr(row, 32), steps.substr(row + 32, 32)) << row;
}

TEST_F(Cli, BakeNeedsNoDriver) {
    write("none.json", R"({"file_format_version": "1.0.0", "ICD": {"library_path": "libnone.so.0"}})");
    const std::string without = "DISPLAY= WAYLAND_DISPLAY= __EGL_VENDOR_LIBRARY_FILENAMES=none.json '" ISONOISE_BINARY
                                "' bake --size 2500x2000 -o a.r16 ";
    Result r = shell(without);  // more points than the CPU gets by default
    EXPECT_EQ(r.exit, 0);
    EXPECT_NE(r.err.find("by the CPU"), std::string::npos) << r.err;
    const std::string on_cpu = read(dir / "a.r16");
    EXPECT_EQ(on_cpu.size(), 10000000u);
    write("a.r16", "old");
    r = shell(without + "--backend gpu");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_NE(r.err.find("OpenGL"), std::string::npos) << r.err;
    EXPECT_EQ(read(dir / "a.r16"), "old");
#ifndef ISONOISE_SANITIZED  // which reserves terabytes
    // Nor memory for one.
    r = shell("ulimit -v 600000; isonoise bake --size 2500x2000 -o a.r16");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_NE(r.err.find("by the CPU"), std::string::npos) << r.err;
    EXPECT_EQ(read(dir / "a.r16"), on_cpu);
#endif
    // With a software driver, the CPU path is used all the same.
    r = shell("LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe isonoise bake --size 2500x2000 -o a.r16");
    EXPECT_NE(r.err.find("by the CPU"), std::string::npos) << r.err;
    EXPECT_EQ(read(dir / "a.r16"), on_cpu);
}

TEST_F(Cli, RenderedPixelsAreTheNoiseAtTheirCoordinates) {
    // 16 bits of grey: value and range, pixel by pixel.
    Result r = run("render --dim 3 --octaves 3 --seed 4 --colormap grey --depth 16 --range -1,1 --size 61x43 --span 5 "
                   "--center 1.5,-2,0.25 --time 0.5 -o a.png");
    ASSERT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(r.err, "");
    const Image image = read_png(dir / "a.png");
    ASSERT_EQ(image.width, 61);
    ASSERT_EQ(image.height, 43);
    EXPECT_EQ(image.channels, 1);
    EXPECT_EQ(image.depth, 16);
    const isonoise::Noise noise({.dim = 3, .seed = 4, .octaves = 3});
    for (int y = 0; y < 43; ++y) {
        for (int x = 0; x < 61; ++x) {
            const double step = 5.0 / 43;
            const glm::vec4 p(static_cast<float>(1.5 + (x + 0.5 - 30.5) * step),
                              static_cast<float>(-2 + (y + 0.5 - 21.5) * step), 0.75f, 0.0f);
            const double expected = (static_cast<double>(noise(p)) + 1) / 2 * 65535;
            ASSERT_NEAR(image.samples[static_cast<std::size_t>(y * 61 + x)], expected, 1.01) << x << " " << y;
        }
    }
}

// The printed levels, used as a range, give the same file.
TEST_F(Cli, AutoLevelsAreTold) {
    const std::string render = "render terrain --what heights --depth 16 --size 33x20 ";
    const Result automatic = run(render + "--auto-levels -o a.png");
    ASSERT_EQ(automatic.exit, 0) << automatic.err;
    EXPECT_EQ(automatic.out, "");
    double low = 0, high = 0;
    ASSERT_EQ(std::sscanf(automatic.err.c_str(), "isonoise: render: levels %lf to %lf\n", &low, &high), 2)
        << automatic.err;
    EXPECT_EQ(run(fmt::format("{} --range={},{} -o b.png", render, low, high)).exit, 0);
    EXPECT_TRUE(read(dir / "a.png") == read(dir / "b.png"));
}

TEST_F(Cli, RenderWritesEveryFormat) {
    ASSERT_EQ(run("render --size 33x17 -o a.png").exit, 0);
    Image image = read_png(dir / "a.png");
    EXPECT_EQ(image.channels, 3);
    EXPECT_EQ(image.depth, 8);
    ASSERT_EQ(run("render --size 33x17 --depth 16 --scene line -o b.png").exit, 0);
    image = read_png(dir / "b.png");
    EXPECT_EQ(image.channels, 3);
    EXPECT_EQ(image.depth, 16);
    ASSERT_EQ(run("render --size 33x17 -o - >c.png").exit, 0);
    EXPECT_EQ(read(dir / "a.png"), read(dir / "c.png"));
    ASSERT_EQ(run("render --size 33x17 -o d.exr").exit, 0);
    ASSERT_EQ(run("render --size 33x17 --format exr -o - >e.exr").exit, 0);
    EXPECT_EQ(read(dir / "d.exr").substr(0, 4), "\x76\x2f\x31\x01");
    EXPECT_TRUE(read(dir / "d.exr") == read(dir / "e.exr"));
    ASSERT_EQ(run("render --size 8x8 --dim 3 --frames 3 -o 'f{frame:03}.png'").exit, 0);
    EXPECT_EQ(files(), (std::vector<std::string>{"a.png", "b.png", "c.png", "d.exr", "e.exr", "f000.png", "f001.png",
                                                 "f002.png"}));
    EXPECT_NE(read(dir / "f000.png"), read(dir / "f001.png"));
    ASSERT_EQ(run("render --size 8x8 --dim 3 --time 0.1 -o g.png").exit, 0);
    ASSERT_EQ(run("render --size 8x8 --dim 3 --time 0.05 --time-step 0.05 --frames 2 -o 'h{frame}.png'").exit, 0);
    EXPECT_EQ(read(dir / "g.png"), read(dir / "h1.png"));
    // more rows than one band, to prove that bands do not show
    ASSERT_EQ(run("render --size 1x16384 -o tall.png").exit, 0);
    EXPECT_EQ(read_png(dir / "tall.png").height, 16384);
    ASSERT_EQ(run("render --size 16384x1 -o wide.png").exit, 0);
    EXPECT_EQ(read_png(dir / "wide.png").width, 16384);
}

TEST_F(Cli, RenderedValuesAreThoseOfSample) {
    // Coordinates that a float holds exactly: an eighth of a unit next to quarters.
    std::string points;
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 5; ++x)
            points += std::to_string(3 + (x - 2) * 0.25) + " " + std::to_string(-7 + (y - 1.5) * 0.25) + " 0.5\n";
    }
    const std::string noise = " --dim 3 --octaves 4 --seed 3 --fractal ridged";
    ASSERT_EQ(run("render --size 5x4 --span 1 --center 3,-7,0.5 -o a.r32" + noise).exit, 0);
    const std::string bytes = read(dir / "a.r32");
    ASSERT_EQ(bytes.size(), 80u);
    std::istringstream lines(run("sample --hex" + noise, points).out);
    for (std::size_t i = 0; i < 20; ++i) {
        std::string line;
        ASSERT_TRUE(std::getline(lines, line));
        float value;
        std::memcpy(&value, bytes.data() + 4 * i, 4);
        EXPECT_EQ(value, std::strtof(line.c_str(), nullptr)) << i;
    }
}

// slope's lattice repeats after 255 cells, but not its octaves.
TEST_F(Cli, EveryVerbGivesSlopeTheSameValue) {
    for (const std::string noise : {" --algorithm slope --dim 1 --octaves 4 --lacunarity 3.5",
                                    " --algorithm slope --dim 1 --octaves 29 --lacunarity 7"}) {
        for (const auto& [x, cell] : {std::pair{"300.5", "300"}, {"-0.5", "-1"}, {"254.5", "254"}}) {
            const std::string value = run("sample --hex" + noise, x).out, at = std::string(x) + noise;
            ASSERT_NE(value, "");
            EXPECT_EQ(run("sample --hex --cells" + noise, std::string(cell) + " 0.5").out, value) << at;
            EXPECT_EQ(run("sample --hex --cells --backend gpu" + noise, std::string(cell) + " 0.5").out, value) << at;
            for (const std::string verb :
                 {"bake --size 1 --backend cpu --offset=", "bake --size 1 --backend gpu --offset=",
                  "render --scene line --what values --size 1x1 --center="}) {
                const Result r = run(verb + at + " -o a.r32");
                ASSERT_EQ(r.exit, 0) << r.err;
                float got;
                const std::string bytes = read(dir / "a.r32");
                ASSERT_EQ(bytes.size(), sizeof got);
                std::memcpy(&got, bytes.data(), sizeof got);
                EXPECT_EQ(got, std::strtof(value.c_str(), nullptr)) << verb << at;
            }
        }
    }
}

TEST_F(Cli, ALoopClosesExactly) {
    // Frame i of F equals frame i + F, tested through the pictures' own periods: 3 frames against 6 of a loop twice as
    // long.
    const std::string look = "render --dim 3 --octaves 3 --warp 0.7 --fractal ridged --size 40x30 --span 4 ";
    ASSERT_EQ(run(look + "--loop 2 --frames 3 -o 'a{frame}.png'").exit, 0);
    ASSERT_EQ(run(look + "--loop 2 --time 2 --frames 3 -o 'b{frame}.png'").exit, 0);
    for (const char* frame : {"0", "1", "2"}) {
        EXPECT_EQ(read(dir / ("a" + std::string(frame) + ".png")), read(dir / ("b" + std::string(frame) + ".png")));
    }
    EXPECT_NE(read(dir / "a0.png"), read(dir / "a1.png"));
    EXPECT_NE(read(dir / "a1.png"), read(dir / "a2.png"));
}

TEST_F(Cli, GalleryWritesItsPictures) {
    Result r = run("gallery pictures --size 64x36");
    EXPECT_EQ(r.exit, 0) << r.err;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir / "pictures")) {
        const Image image = read_png(entry.path());
        EXPECT_EQ(image.width, 64);
        EXPECT_EQ(image.height, 36);
        names.push_back(entry.path().stem().string());
        EXPECT_NE(r.out.find("  pictures/" + names.back() + ".png  "), std::string::npos) << names.back();
    }
    EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), std::ptrdiff_t(names.size()) + 1) << r.out;
    for (const char* scene : isonoise::detail::kScenes)
        EXPECT_EQ(std::count(names.begin(), names.end(), scene), 1) << scene;
    // They match the presets of the same names.
    for (const std::string name : {"line", "map", "map-veins", "fire"}) {
        ASSERT_EQ(run("render " + name + " --size 64x36 -o own.png").exit, 0);
        EXPECT_TRUE(read(dir / "own.png") == read(dir / "pictures" / (name + ".png"))) << name;
    }
    // An invalid size is rejected like by render, before any file is created.
    for (const char* size : {"10", "-5x5", "0x0", "1000001x1", "1000000x1000000"}) {
        r = run("gallery none --size=" + std::string(size));
        EXPECT_EQ(r.exit, 2) << size;
        EXPECT_EQ(r.err, run("render -o none.png --size=" + std::string(size)).err);
        EXPECT_FALSE(fs::exists(dir / "none")) << size;
    }
    // An empty folder is removed, but not one that existed before.
    fs::create_directories(dir / "mine");
    fs::create_directories(dir / "shaders");
    for (const char* folder : {"none/deep", "mine"}) {
        r = shell("cp -r '" ISONOISE_SHADERS "'/* shaders; echo oops >shaders/scenes/line.frag; isonoise gallery " +
                  std::string(folder) + " --shader-dir shaders");
        EXPECT_EQ(r.exit, 2) << r.err;
    }
    EXPECT_FALSE(fs::exists(dir / "none"));
    EXPECT_TRUE(fs::exists(dir / "mine"));
    // An interrupt leaves whole pictures or none.
    r = shell("timeout -s INT --preserve-status 2 '" ISONOISE_BINARY "' gallery some --size 1600x900");
    EXPECT_EQ(r.exit, 130);
    for (const auto& entry : fs::directory_iterator(dir / "some")) {
        ASSERT_EQ(entry.path().extension(), ".png") << entry.path();
        EXPECT_EQ(read_png(entry.path()).width, 1600) << entry.path();
    }
}

// Unusual file names and counts of one must not break success messages.
TEST_F(Cli, LinesAboutSuccessEscapeNamesAndCount) {
    const std::string name = "$'\\x1b[31m\\na\\xc2\\x9b1m\\x7f'", shown = "\\x1b[31m\\x0aa\\xc2\\x9b1m\\x7f";
    const auto says = [&](const std::string& command, const std::string& words) {
        const Result r = shell("bash -c \"'" ISONOISE_BINARY "' " + command + "\"");
        EXPECT_EQ(r.exit, 0) << command << r.err;
        const std::string said = r.err + r.out;
        EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), std::count(words.begin(), words.end(), '\n') + 1) << said;
        EXPECT_TRUE(std::none_of(said.begin(), said.end(), [](char c) {
            return (c < ' ' && c >= 0 && c != '\n') || c == 127;
        })) << said;
        EXPECT_EQ(said.find("\xc2\x9b"), std::string::npos) << said;
        EXPECT_TRUE(std::regex_search(said, std::regex(words))) << said;
        EXPECT_NE(said.find(shown), std::string::npos) << said;
    };
    says("bake --size 1 --dim 1 -o " + name + ".npy", "1 point in ");
    says("bake --size 2 --dim 1 -o " + name + ".npy", "2 points in .*, 1 thread\\)|2 points in .*, [0-9]+ threads\\)");
    says("bake --size 1x1 --tiles 1x1 --overlap 0 -o " + name + ".r16", "1 point in 1 tile in ");
    says("bake --size 1x1 --tiles 1x1 --overlap 0 --resume -o " + name + ".r16",
         "0 points in 0 tiles, 1 tile was there, in ");
    says("bake --size 1x1 -o " + name + ".zarr", "1 point in 1 chunk in ");
    says("bake --size 1x1 --resume -o " + name + ".zarr", "0 points in 0 chunks, 1 chunk was there, in ");
    says("bake --check " + name + ".zarr",
         ": 1 chunk, 0 missing, 0 damaged; 0 of 1 point computed again differ\ndigest ");
    says("bake --dim 3 --equirect 2x1 -o " + name + ".npy", "2 points in ");
    says("bake --size 2x2 --mesh -o " + name + ".obj", "9 vertices, 8 triangles, 1 chunk in ");
}

TEST_F(Cli, AFullDiskIsSaid) {
    for (const char* format : {"png", "exr", "npy", "raw16", "raw32f"}) {
        Result r = run("render -o /dev/full --size 64x64 --format " + std::string(format));
        EXPECT_EQ(r.exit, 2);
        EXPECT_NE(r.err.find("/dev/full"), std::string::npos) << r.err;
        r = run("bake -o /dev/full --size 3000x3000 --format " + std::string(format));
        EXPECT_EQ(r.exit, 2);
        EXPECT_EQ(r.err, "isonoise: cannot write '/dev/full': No space left on device\n") << format;
    }
    const Result r = shell("isonoise sample --dim 1 >/dev/full", "0.5\n");
    EXPECT_EQ(r.exit, 2);
    EXPECT_NE(r.err.find("standard output"), std::string::npos) << r.err;
}

// A disk that fills up midway, and one that fills just before the end, when only buffers are left; simulated by a
// file size limit. No partial file may appear under the name, and the old one must survive.
TEST_F(Cli, ADiskThatFillsUpLeavesTheOldFile) {
    for (const char* name : {"old.r16", "old.npy", "old.exr", "old.png"}) {
        for (const std::string make : {"render --size 64x64 --colormap magma -o ", "bake --size 3000x1000 -o "}) {
            ASSERT_EQ(run(make + name).exit, 0);
            const auto size = fs::file_size(dir / name);
            write(name, "old");
            for (const auto limit : {size / 2, size - 64}) {
                const Result r = shell("trap '' XFSZ; prlimit --fsize=" + std::to_string(limit) +
                                       " '" ISONOISE_BINARY "' " + make + name);
                EXPECT_EQ(r.exit, 2) << name << " of " << size << " in " << limit;
                EXPECT_NE(r.err.find(name), std::string::npos) << r.err;
                EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
                EXPECT_TRUE(read(dir / name) == "old") << name;
            }
        }
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"old.exr", "old.npy", "old.png", "old.r16"}));
}

TEST_F(Cli, AReportThatCannotBePrintedLeavesNoFile) {
    const Result r = shell("isonoise verify --points 1 --json r.json >&-");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(files(), std::vector<std::string>{});
}

// A pipe cannot seek, as EXR would; a link is followed and its target written.
TEST_F(Cli, PipesAndLinksAreWritten) {
    Result r = shell("mkfifo pipe.exr; cat pipe.exr >got.exr & isonoise render --format exr --size 9x9 -o pipe.exr && "
                     "wait && isonoise render --size 9x9 -o want.exr && cmp got.exr want.exr");
    EXPECT_EQ(r.exit, 0) << r.err;
    r = shell("mkdir sub && ln -s sub/real.png link.png && isonoise render --size 9x9 -o link.png && "
              "test -L link.png && test -s sub/real.png");
    EXPECT_EQ(r.exit, 0) << r.err;
}

TEST_F(Cli, AnInterruptLeavesTheOldFile) {
    write("old.exr", "old");
    const auto ended = [&](const char* signal, const char* command) {
        return shell(fmt::format("timeout -s {} --preserve-status 0.7 '" ISONOISE_BINARY "' {}", signal, command));
    };
    EXPECT_EQ(ended("INT", "render --dim 4 --octaves 32 --size 4000x4000 -o slow.png").exit, 130);
    EXPECT_EQ(files(), (std::vector<std::string>{"old.exr"}));
    for (const auto& [signal, exit] : {std::pair{"INT", 130}, {"TERM", 143}, {"HUP", 129}, {"USR1", 138}}) {
        const Result r = ended(signal, "bake --dim 4 --octaves 32 --size 400x400x400x400 --format raw16 -o old.exr");
        EXPECT_EQ(r.exit, exit);
        EXPECT_EQ(r.err, "");
        EXPECT_EQ(read(dir / "old.exr"), "old");
        if (r.exit == 138) run("bake --size 2x2 -o new.r16");  // removes what is left, where files need a name
        std::error_code error;
        fs::remove(dir / "new.r16", error);
        EXPECT_EQ(files(), (std::vector<std::string>{"old.exr"})) << signal;
    }
}

TEST_F(Cli, OptionsAreCheckedEvenIfUnusedOrEmpty) {
    const std::pair<const char*, const char*> cases[] = {
        {"bake --step '' --size 8x8 -o x.r16", "step: expected a value, got ''"},
        {"bake --range '' --size 8x8 -o x.r16", "range: expected a value, got ''"},
        {"render --what '' -o x.png", "what: expected a value, got ''"},
        {"render --gl '' -o x.png", "gl: expected a value, got ''"},
        {"bench --mode nonsense", "mode: expected one of exact, precise, zero, fast, got 'nonsense'"},
        {"sample --shader-dir nowhere", "shader-dir: 'nowhere' is not a directory"},
        {"bake --backend cpu --shader-dir nowhere --size 8x8 -o x.r16", "shader-dir: 'nowhere' is not a directory"},
        {"sample --flow +-5", "flow: expected a number from -1e+06 to 1e+06, got '+-5'"},
    };
    for (const auto& [arguments, says] : cases) {
        const Result r = run(arguments);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_EQ(r.err, std::string("isonoise: ") + says + "\n") << arguments;
    }
    EXPECT_TRUE(files().empty());
}

// On file systems without nameless files: what a dead program left, the next one in the folder removes.
TEST_F(Cli, FilesAreWholeWhereTheyNeedNames) {
    write("old.r16", "old");
    fs::permissions(dir / "old.r16", fs::perms(0600));
    const std::string library = (dir / ".refuse.so").string();
    {
        std::ofstream code(dir / ".refuse.c");
        code << "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <stdarg.h>\n"
                "#define OPEN(name) int name(int folder, const char* path, int flags, ...) {\\\n"
                "    va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);\\\n"
                "    if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }\\\n"
                "    return ((int (*)(int, const char*, int, ...))dlsym(RTLD_NEXT, #name))(folder, path, flags, mode); "
                "}\n"
                "OPEN(openat) OPEN(openat64)\n";
    }
    ASSERT_EQ(shell("cc -shared -fPIC -o '" + library + "' .refuse.c -ldl").exit, 0);
    const auto bake = [&](const std::string& before, const std::string& options) {
        return shell("export LD_PRELOAD='" + library + "' ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0; " +
                     before + " '" ISONOISE_BINARY "' bake " + options);
    };
    const std::string endless = "--dim 4 --octaves 32 --size 400x400x400x400 -o old.r16";
    const auto left = [&] {
        std::vector<std::string> names;
        for (const std::string& name : files()) {
            if (!name.starts_with(".refuse")) names.push_back(name);
        }
        return names;
    };
    EXPECT_EQ(bake("timeout -s INT --preserve-status 0.7", endless).exit, 130);
    EXPECT_EQ(left(), std::vector<std::string>{"old.r16"});
    EXPECT_EQ(bake("", endless + " & sleep 2; kill -KILL $!; wait $!").exit, 137);
    EXPECT_EQ(left().size(), 2u) << "does it use nameless files?";
    EXPECT_EQ(read(dir / "old.r16"), "old");
    EXPECT_EQ(bake("", "--size 8x8 -o old.r16").exit, 0);
    EXPECT_EQ(left(), std::vector<std::string>{"old.r16"});
    EXPECT_EQ(fs::file_size(dir / "old.r16"), 128u);
    EXPECT_EQ(fs::status(dir / "old.r16").permissions(), fs::perms(0600));
}

// A shell's loop then ends too.
TEST_F(Cli, AnInterruptEndsItByTheSignal) {
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(dir.c_str()) == 0)
            execl(ISONOISE_BINARY, "isonoise", "bake", "--dim", "4", "--octaves", "32", "--size", "400x400x400x400",
                  "-o", "x.r16", nullptr);
        _exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
}

// As nohup has it.
TEST_F(Cli, AnIgnoredSignalStaysIgnored) {
    const Result r = shell("trap '' HUP; '" ISONOISE_BINARY "' bake --dim 4 --octaves 16 --size 60x60x60x40 -o x.r16 & "
                           "sleep 0.3; kill -HUP $!; wait $!");
    EXPECT_EQ(r.exit, 0) << r.err;
    EXPECT_EQ(fs::file_size(dir / "x.r16"), 60u * 60 * 60 * 40 * 2);
}

TEST_F(Cli, AFileThatGrowsTooLargeIsSaid) {
    write("x.r16", "old");
    const Result r = shell("ulimit -f 100; isonoise bake --size 3000x1000 -o x.r16");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err, "isonoise: cannot write 'x.r16': File too large\n");
    EXPECT_EQ(read(dir / "x.r16"), "old");
    EXPECT_EQ(files(), (std::vector<std::string>{"x.r16"}));
}

TEST_F(Cli, OutputsOfTheShell) {
    ASSERT_EQ(run("bake --size 8x8 -o want.r16").exit, 0);
    for (const char* line : {"isonoise bake --size 8x8 --format raw16 -o /dev/stdout | cat >got.r16",
                             "isonoise bake --size 8x8 --format raw16 -o /dev/stdout >got.r16",
                             "mkfifo pipe; cat pipe >got.r16 & isonoise bake --size 8x8 --format raw16 -o "
                             "/dev/fd/3 3>pipe; wait"}) {
        const Result r = shell(line);
        EXPECT_EQ(r.exit, 0) << line << ": " << r.err;
        EXPECT_EQ(read(dir / "got.r16"), read(dir / "want.r16")) << line;
        fs::remove(dir / "got.r16");
    }
}

TEST_F(Cli, NamesModesAndLinksOfFilesAreKept) {
    const std::string name = std::string(251, 'n') + ".r16";  // as long as file systems allow
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(run("bake --size 8x8 -o " + name).exit, 0);
    EXPECT_EQ(fs::file_size(dir / name), 128u);
    const Result r = run("bake --size 8x8 -o n" + name);
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err, "isonoise: cannot write 'n" + name + "': File name too long\n");

    write("own.r16", "old");
    fs::permissions(dir / "own.r16", fs::perms(0640));
    fs::create_symlink("own.r16", dir / "link.r16");
    EXPECT_EQ(run("bake --size 8x8 -o link.r16").exit, 0);
    EXPECT_EQ(fs::status(dir / "own.r16").permissions(), fs::perms(0640));
    EXPECT_TRUE(fs::is_symlink(dir / "link.r16"));
    EXPECT_EQ(fs::file_size(dir / "own.r16"), 128u);
}

// As by `| head`.
TEST_F(Cli, AnOutputThatIsClosedEarlyIsSaid) {
    for (const char* line : {"{ yes '0.5 0.5' | head -n 500000 | isonoise sample; echo $? >code; } | head -n 1",
                             "{ isonoise render -o - --size 2000x2000; echo $? >code; } | head -c 10"}) {
        const Result r = shell(line);
        EXPECT_EQ(read(dir / "code"), "2\n");
        EXPECT_EQ(r.err, "isonoise: cannot write to standard output: it was closed early\n");
    }
}

TEST_F(Cli, AFolderThatMayNotBeWrittenIsSaid) {
    fs::create_directories(dir / "closed");
    write("closed/old.npy", "old");
    fs::permissions(dir / "closed", fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                        fs::perms::others_exec | fs::perms::group_read | fs::perms::group_exec);
    // Root can write anywhere until it drops that capability.
    const std::string bound = geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : "";
    const Result r = shell(bound + "'" ISONOISE_BINARY "' render --size 8x8 -o closed/old.npy");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err, "isonoise: cannot write 'closed/old.npy': Permission denied\n");
    EXPECT_EQ(read(dir / "closed/old.npy"), "old");
    EXPECT_EQ(files(), (std::vector<std::string>{"closed"}));
    fs::permissions(dir / "closed", fs::perms::owner_all);
}
