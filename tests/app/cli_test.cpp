// The program as a user calls it: its output, the input it refuses, the files it leaves behind.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "app/read_image.hpp"
#include "conformance/points.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/look.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

namespace fs = std::filesystem;

namespace {

struct Result {
    int exit = -1;
    std::string out, err;
};

class Cli : public testing::Test {
  protected:
    static std::string read(const fs::path& path) { return read_file(path); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(dir / name, std::ios::binary) << text;
    }

    // `line` is a shell command in which `isonoise` is the program; `in` is its standard input.
    Result shell(const std::string& line, const std::string& in = "") const {
        write(".in", in);
        const std::string command = "cd '" + dir.string() + "' && isonoise() { '" ISONOISE_BINARY "' \"$@\"; } && { " +
                                    line + "; } <.in >.out 2>.err";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, read(dir / ".out"), read(dir / ".err")};
    }
    Result run(const std::string& arguments, const std::string& in = "") const {
        return shell("isonoise " + arguments, in);
    }

    // Files in the working directory other than the test's own.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(dir)) {
            const std::string name = entry.path().filename().string();
            if (name[0] != '.') names.push_back(name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path();
};

}  // namespace

TEST_F(Cli, HelpAndVersion) {
    for (const char* arguments : {"--help", "-h", "sample --help", "render --help", "verify --help", "view --help",
                                  "gallery --help", "snippet --help", "bench --help", "bake --help", "--version"}) {
        const Result r = run(arguments);
        EXPECT_EQ(r.exit, 0) << arguments;
        EXPECT_NE(r.out, "") << arguments;
        EXPECT_EQ(r.err, "") << arguments;
    }
    EXPECT_EQ(run("--version").out, "isonoise " ISONOISE_VERSION "\n");
    const std::string help = run("--help").out;
    for (const char* verb : {"view", "render", "sample", "verify", "snippet", "gallery", "bench", "bake"})
        EXPECT_NE(help.find(verb), std::string::npos);
    // the help lists every setting by name
    const std::string sample = run("sample --help").out;
    isonoise::Settings settings;
    isonoise::for_each_setting(settings, [&](const isonoise::SettingInfo& info, auto&) {
        EXPECT_NE(sample.find("--" + std::string(info.name)), std::string::npos) << info.name;
    });
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

TEST_F(Cli, BadInputGivesOneLineAndExit2) {
    write("truncated.json", "{\"schema\": 1, \"dim\": 3");
    write("later.json", "{\"schema\": 99}");
    write("unknown.json", "{\"schema\": 1, \"colour\": 1}");
    write("deep.json", R"({"schema": 1, "dim": )" + std::string(400000, '['));
    write("large.json", std::string(2000000, ' ') + "{}");
    write("old.png", "old");
    fs::create_directories(dir / "folder");
    fs::create_directories(dir / "bad/scenes");
    fs::copy(ISONOISE_SHADERS, dir / "bad", fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    write("bad/scenes/map.frag", "void main() {\n  oops;\n}\n");
    static const struct {
        const char *arguments, *in, *word;
    } bad[] = {
        {"", "", "verb"},
        {"paint", "", "'paint'"},
        {"sample --colour red", "", "--colour"},
        {"sample extra", "", "extra"},
        {"sample --algorithm simplex", "", "simplex"},
        {"sample --algorithm slope", "", "dim: slope has 1 dimension"},
        {"sample --algorithm axis --dim 3", "", "dim: axis has 2 dimensions"},
        {"sample --algorithm improved --warp 1", "", "warp: improved does not have it; it has frequency"},
        {"sample --algorithm diagonal --seed 1", "", "seed: diagonal does not have it"},
        {"sample --algorithm axis --fade linear", "", "fade: axis does not have it"},
        {"sample --algorithm value --fractal ridged", "", "fractal: value does not have it"},
        {"sample --fractal hybrid", "", "fractal: expected one of fbm"},
        {"sample --fade sine", "", "fade: expected one of"},
        {"sample --warp 17", "", "warp"},
        {"sample --dim 3 --flow 1", "", "flow: is for 2 dimensions"},
        {"sample --flow x", "", "flow"},
        {"sample --filter-width -1", "", "filter-width"},
        {"sample --loop 0.5", "", "loop"},
        {"sample --period 5", "", "period: expected 2 counts"},
        {"sample --period 5,5,5", "", "period: expected 2 counts"},
        {"sample --period 5,", "", "period"},
        {"sample --period 5,x", "", "period"},
        {"sample --period 5,-5", "", "period"},
        {"sample --period 5,2147483648", "", "period"},
        {"sample --period 5,7 --loop 6", "", "loop"},
        {"sample --period 5,5 --octaves 4 --lacunarity 2.1", "", "lacunarity: a period of 5"},
        {"sample --period 5,1000000000 --octaves 4", "", "octaves: a period of 1000000000"},
        {"sample --cells --frequency 2", "", "cells"},
        {"sample --cells", "1 2 0.5\n", "line 1: expected 4 numbers"},
        {"sample --cells", "1 2.5 0.5 0.5\n", "line 1: expected a cell"},
        {"sample --cells", "1 2 0.5 1.5\n", "line 1: expected a fraction"},
        {"sample --cells", "1 2 0.5 nan\n", "line 1: expected a fraction"},
        {"sample --fractal eroded --gradient", "", "gradient: fractal eroded has none"},
        {"sample --algorithm axis --gradient", "", "gradient: algorithm axis has none"},
        {"sample --slope", "", "slope"},
        {"sample --mode slow", "", "mode"},
        {"verify --only nothing", "", "only"},
        {"render -o a.png --loop 3 --time-step 1", "", "time-step"},
        {"render --scene moon -o a.png", "", "sea"},
        {"render --scene terrain --dim 1 -o a.png", "", "terrain draws 2 to 4"},
        {"render --scene anatomy --dim 3 -o a.png", "", "anatomy draws 2"},
        {"sample --dim 0", "", "dim"},
        {"sample --dim 5", "", "dim"},
        {"sample --dim", "", "dim"},
        {"sample --seed -1", "", "seed"},
        {"sample --seed 4294967296", "", "seed"},
        {"sample --octaves 0", "", "octaves"},
        {"sample --octaves -2", "", "octaves"},
        {"sample --octaves 1000", "", "octaves"},
        {"sample --persistence NaN", "", "persistence"},
        {"sample --persistence -1", "", "persistence"},
        {"sample --persistence 3", "", "persistence"},
        {"sample --lacunarity 0", "", "lacunarity"},
        {"sample --frequency 0", "", "frequency"},
        {"sample --frequency Inf", "", "frequency"},
        {"sample --backend tpu", "", "backend"},
        {"sample --gl 9.9", "", "9.9"},
        {"sample --gl 3.7", "", "3.7"},
        {"sample", "1 2\n3 x\n", "line 2"},
        {"sample", "1 2\n3\n", "line 2: expected 2 numbers, got 1"},
        {"sample", "1 2 3\n", "line 1: expected 2 numbers, got 3"},
        {"sample --dim 1", "1\n\n2\n", "line 2: expected 1 number, got 0"},
        {"sample --dim 1", "1e39\n", "too large"},
        {"sample", "0.5,,0.25\n", "line 1"},
        {"sample --dim 3", "0.5,,0.25\n", "expected a number"},
        {"sample", "1,2,\n", "line 1"},
        {"sample", ",1,2\n", "line 1"},
        {"sample --dim 1", "1\x1b[2J\n", "\\x1b"},
        {"sample --dim", "", "--dim: expected one value"},
        {"sample --foo 4", "", "--foo 4"},
        {"--foo", "", "'--foo'"},
        {"render '' -o a.png", "", "empty"},
        {"render -o a.png --time-step x", "", "time-step"},
        {"render -o "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "aaa"
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png",
         "", "too long"},
        {"sample --dim 1", "1.5.2\n", "1.5.2"},
        {"render", "", "-o"},
        {"render -o a.png --size 0x0", "", "size"},
        {"render -o a.png --size 1000000x1000000", "", "size"},
        {"render -o a.png --size 1000001x1", "", "size"},
        {"render -o a.png --format gif", "", "format: expected one of png"},
        {"render -o a.dat", "", "a.dat"},
        {"render -o a.r16 --depth 16", "", "depth: is for PNG"},
        {"render -o a.npy --depth 16", "", "depth: is for PNG"},
        {"render -o a.png --what heights", "", "what: expected one of picture"},
        {"render -o a.npy --what values --scene terrain", "", "what: scene terrain has no values"},
        {"render -o a.png --what normals-gl --scene line", "", "what: scene line has no normals"},
        {"render -o a.png --what normals-dx --strength x", "", "strength"},
        {"render -o a.png --what normals-dx --strength -1", "", "strength"},
        {"render -o a.png --strength 2", "", "strength: is for"},
        {"render -o a.png --size 10", "", "size"},
        {"render -o a.png --size -5x5", "", "size"},
        {"render -o a.gif", "", "a.gif"},
        {"render -o a.png --depth 12", "", "depth"},
        {"render -o a.png --frames 0", "", "frames"},
        {"render -o a.png --frames 2", "", "{frame"},
        {"render -o 'a{frame:x}.png' --frames 2", "", "{frame"},
        {"render -o a.png --time nan", "", "time"},
        {"render -o a.png --span 0", "", "span"},
        {"render -o a.png --range 1,0", "", "range"},
        {"render -o a.png --center 1,2,3,4,5", "", "center"},
        {"render -o folder", "", "folder"},
        {"render -o folder/none/a.png", "", "folder/none/a.png"},
        {"render -o old.png --shader-dir folder", "", "cannot read shader"},
        {"render -o old.png --shader-dir bad", "", "scenes/map.frag:2"},
        {"render -o a.png --shader-dir nowhere", "", "nowhere"},
        {"render nothing.json -o a.png", "", "nothing.json"},
        {"render folder -o a.png", "", "directory"},
        {"render truncated.json -o a.png", "", "truncated.json"},
        {"render deep.json -o a.png", "", "nested"},
        {"render large.json -o a.png", "", "larger"},
        {"render later.json -o a.png", "", "schema 99"},
        {"render unknown.json -o a.png", "", "'colour'"},
        {"bake", "", "-o FILE"},
        {"bake -o old.png", "", "--size"},
        {"bake -o ''", "", "-o FILE"},
        {"bake --size 4x4 -o -", "", "--format"},
        {"bake --size 4x4 -o a.gif", "", "a.gif"},
        {"bake --size 4x4 -o a.npy --format gif", "", "format: expected one of png"},
        {"bake --size 0x4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4x-4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size=-4x4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4.5x4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4x4x -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4,4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4x4x4 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 4x4 --dim 3 -o a.npy", "", "size: expected 3 counts"},
        {"bake --size 9223372036854775807x1 -o a.npy", "", "got '9223372036854775807x1'"},
        {"bake --size 9223372036854775808x1 -o a.npy", "", "got '9223372036854775808x1'"},
        {"bake --size 99999999999999999999x1 -o a.npy", "", "size: expected 2 counts"},
        {"bake --size 2147483648x2147483648 -o a.npy", "", "2^48"},
        {"bake --dim 4 --size 2000000000x2000000000x2000000000x2000000000 -o old.png --format raw16", "", "2^48"},
        {"bake --size 16777216x16777216 -o a.r32", "", "a.r32': it takes 1024.0 TiB, and its disk has "},
        {"bake --size 16777216x16777216 -o folder/a.raw", "", "takes 512.0 TiB"},
        {"bake --size 4x4 -o a.npy --step 0", "", "step: expected a number other than 0"},
        {"bake --size 4x4 -o a.npy --step 1,-0", "", "step: expected a number other than 0"},
        {"bake --size 4x4 -o a.npy --step nan", "", "step"},
        {"bake --size 4x4 -o a.npy --step inf", "", "step"},
        {"bake --size 4x4 -o a.npy --step 1e999", "", "step"},
        {"bake --size 4x4 -o a.npy --step 1,2,3", "", "step: expected one number for all axes, or 2"},
        {"bake --size 4x4 -o a.npy --step 1,", "", "step"},
        {"bake --size 4x4 -o a.npy --offset nan", "", "offset"},
        {"bake --size 4x4 -o a.npy --offset 0,x", "", "offset"},
        {"bake --dim 3 --size 4x4x4 -o old.png", "", "png holds one plane"},
        {"bake --dim 4 --size 4x4x1x2 -o a.exr", "", "exr holds one plane"},
        {"bake --size 1000001x1 -o a.png", "", "png holds up to"},
        {"bake --size 4x4 -o a.exr --range 0,1", "", "range: is for png and raw16"},
        {"bake --size 4x4 -o a.png --range 1,0", "", "range"},
        {"bake --size 4x4 -o a.npy --threads 1025", "", "threads"},
        {"bake --size 4x4 -o a.npy --threads -1", "", "threads"},
        {"bake --size 4x4 -o a.npy --threads 9223372036854775808", "", "threads"},
        {"bake --size 4x4 -o a.npy --backend tpu", "", "backend: expected one of cpu, gpu, auto"},
        {"bake --size 4x4 -o a.npy --backend gpu --gl 9.9", "", "9.9"},
        {"bake --size 4x4 -o a.npy --colormap magma", "", "--colormap"},
        {"bake --size 4x4 -o a.npy --period 3", "", "period: expected 2 counts"},
        {"bake nothing.json --size 4x4 -o a.npy", "", "nothing.json"},
        {"bake --size 4x4 -o folder/none/a.npy", "", "folder/none/a.npy"},
        {"bake --size 4x4 --format npy -o folder", "", "folder"},
        {"bake --size 4x4 --backend gpu --shader-dir nowhere -o old.png", "", "nowhere"},
        {"verify --points 0", "", "points"},
        {"verify --points many", "", "points"},
        {"verify --seed x", "", "seed"},
        {"verify --json folder", "", "folder"},
        {"bench --rounds 2", "", "rounds"},
        {"bench --rounds 1e9", "", "rounds"},
        {"bench --json folder", "", "folder"},
        {"verify --only compute --gl 4.2", "", "compute shaders"},
        {"bench --peers", "", "./run bench --peers"},
        {"bench --gl 9.9", "", "9.9"},
        {"bench --shader-dir nowhere", "", "nowhere"},
        {"gallery old.png", "", "old.png"},
        {"snippet", "", "glsl330, glsl450"},
        {"snippet --lang klingon", "", "'klingon'"},
        {"snippet --lang wgsl --dim 5", "", "dim"},
        {"snippet --lang wgsl --with curl", "", "'curl'"},
        {"snippet --lang wgsl --with gradient,", "", "''"},
        {"snippet --lang wgsl --octaves 3", "", "--bake"},
        {"snippet --lang wgsl --bake --with fbm", "", "with"},
        {"snippet --lang wgsl --bake nothing.json", "", "nothing.json"},
        {"snippet --lang wgsl --shader-dir nowhere", "", "nowhere"},
        {"snippet --lang wgsl --bake clouds --colormap magma", "", "--colormap"},
        {"snippet --lang wgsl --bake nosuchpreset", "", "nosuchpreset"},
        {"snippet --lang wgsl --bake --name Rock", "", "name: expected"},
        {"snippet --lang cpp --bake --name rock", "", "name:"},
        {"snippet --lang wgsl --bake --name ''", "", "name: expected"},
        {"snippet --write ''", "", "empty"},
        {"snippet --lang wgsl --name rock", "", "--bake"},
        {"snippet --lang wgsl --bake unknown.json", "", "'colour'"},
        {"snippet --lang glsl330 clouds", "", "--bake"},
        {"snippet --write old.png", "", "old.png"},
        {"snippet --write old.png/new", "", "old.png"},
        {"snippet --write /proc/nope", "", "/proc/nope"},
        {"snippet --write folder --lang wgsl", "", "write"},
    };
    const auto before = files();
    for (const auto& [arguments, in, word] : bad) {
        const Result r = run(arguments, in);
        EXPECT_EQ(r.exit, 2) << arguments;
        EXPECT_EQ(r.err.find("isonoise: "), 0u) << arguments << ": " << r.err;
        EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
        EXPECT_EQ(files(), before) << arguments << " left something";
        EXPECT_EQ(read(dir / "old.png"), "old") << arguments;
        if (!std::string_view(arguments).starts_with("render -o old.png --shader-dir bad")) {
            EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << arguments << ": " << r.err;
        }
    }
}

TEST_F(Cli, WhatCannotBeWrittenIsSaid) {
    Result r;
    for (const char* format : {"png", "exr", "npy", "raw16", "raw32f"}) {
        r = run("render -o /dev/full --size 64x64 --format " + std::string(format));
        EXPECT_EQ(r.exit, 2);
        EXPECT_NE(r.err.find("/dev/full"), std::string::npos) << r.err;
    }
    r = shell("isonoise sample --dim 1 >/dev/full", "0.5\n");
    EXPECT_EQ(r.exit, 2);
    EXPECT_NE(r.err.find("standard output"), std::string::npos) << r.err;
    for (const char* format : {"png", "exr", "npy", "raw16", "raw32f"}) {
        r = run("bake -o /dev/full --size 3000x3000 --format " + std::string(format));
        EXPECT_EQ(r.exit, 2);
        EXPECT_EQ(r.err, "isonoise: cannot write '/dev/full': No space left on device\n") << format;
    }
    // A disk that fills up midway, and one that fills just before the end, where OpenEXR reports nothing; simulated by
    // a file size limit. No partial file may appear under the name, and the old one must survive.
    for (const char* name : {"old.r16", "old.npy", "old.exr", "old.png"}) {
        for (const std::string make : {"render --size 64x64 --colormap magma -o ", "bake --size 3000x1000 -o "}) {
            ASSERT_EQ(run(make + name).exit, 0);
            const auto size = fs::file_size(dir / name);
            write(name, "old");
            for (const auto limit : {size / 2, size - 64}) {
                r = shell("trap '' XFSZ; prlimit --fsize=" + std::to_string(limit) + " '" ISONOISE_BINARY "' " + make +
                          name);
                EXPECT_EQ(r.exit, 2) << name << " of " << size << " in " << limit;
                EXPECT_NE(r.err.find(name), std::string::npos) << r.err;
                EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
                EXPECT_TRUE(read(dir / name) == "old") << name;
            }
        }
    }
    for (const char* name : {"old.r16", "old.npy", "old.png"})
        fs::remove(dir / name);
    EXPECT_EQ(read(dir / "old.exr"), "old");
    EXPECT_EQ(files(), (std::vector<std::string>{"old.exr"}));
    r = shell("isonoise verify --points 1 --json r.json >&-");
    EXPECT_EQ(r.exit, 2);
    EXPECT_FALSE(fs::exists(dir / "r.json"));
    // A pipe cannot seek, as EXR would; a link is followed and its target written.
    r = shell("mkfifo pipe.exr; cat pipe.exr >got.exr & isonoise render --format exr --size 9x9 -o pipe.exr && wait && "
              "isonoise render --size 9x9 -o want.exr && cmp got.exr want.exr && rm got.exr want.exr pipe.exr");
    EXPECT_EQ(r.exit, 0) << r.err;
    r = shell(
        "mkdir sub && ln -s sub/real.png link.png && isonoise render --size 9x9 -o link.png && test -L link.png && "
        "test -s sub/real.png && rm -r sub link.png");
    EXPECT_EQ(r.exit, 0) << r.err;
    // After an interrupt nothing may be left either.
    r = shell("'" ISONOISE_BINARY
              "' render --dim 4 --octaves 32 --size 4000x4000 -o slow.png & sleep 0.7; kill -INT $!; wait $!");
    EXPECT_EQ(r.exit, 130);
    EXPECT_EQ(files(), (std::vector<std::string>{"old.exr"}));
    for (const auto& [signal, exit] : {std::pair{"INT", 130}, {"TERM", 143}}) {
        r = shell(fmt::format("'" ISONOISE_BINARY "' bake --dim 4 --octaves 32 --size 400x400x400x400 --format raw16 "
                              "-o old.exr & sleep 0.7; kill -{} $!; wait $!",
                              signal));
        EXPECT_EQ(r.exit, exit);
        EXPECT_EQ(r.err, "");
        EXPECT_EQ(read(dir / "old.exr"), "old");
        EXPECT_EQ(files(), (std::vector<std::string>{"old.exr"}));
    }
    // output closed early, as by `| head`
    r = shell("{ yes '0.5 0.5' | head -n 500000 | isonoise sample; echo $? >code; } | head -n 1");
    EXPECT_EQ(read(dir / "code"), "2\n");
    EXPECT_EQ(r.err, "isonoise: cannot write to standard output: it was closed early\n");
    r = shell("{ isonoise render -o - --size 2000x2000; echo $? >code; } | head -c 10");
    EXPECT_EQ(read(dir / "code"), "2\n");
    EXPECT_EQ(r.err, "isonoise: cannot write to standard output: it was closed early\n");
}

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

// The planes of a looping grid are the frames that render makes of it.
TEST_F(Cli, BakedLoopsAreRendersFrames) {
    const std::string noise = " --dim 3 --octaves 3 --frequency 0.5 --period 4,4,0 --loop 2 ";
    ASSERT_EQ(run("bake" + noise + "--size 8x8x7 -o tile.r32").exit, 0);
    ASSERT_EQ(run("render" + noise + "--span 8 --center 3.5,3.5 --size 8x8 --frames 7 -o 'f{frame}.r32'").exit, 0);
    std::string frames;
    for (int i = 0; i < 7; ++i)
        frames += read(dir / fmt::format("f{}.r32", i));
    EXPECT_TRUE(frames == read(dir / "tile.r32"));
    // Given in steps, the grid continues past the period.
    ASSERT_EQ(run("bake" + noise + "--size 16x8x7 --step 1,1,0.5714285714285714 -o steps.r32").exit, 0);
    const std::string steps = read(dir / "steps.r32");
    for (std::size_t row = 0; row < steps.size(); row += 64)
        ASSERT_EQ(steps.substr(row, 32), steps.substr(row + 32, 32)) << row;
}

TEST_F(Cli, BakeNeedsNoDriver) {
    write("none.json", R"({"file_format_version": "1.0.0", "ICD": {"library_path": "libnone.so.0"}})");
    const std::string without = "DISPLAY= WAYLAND_DISPLAY= __EGL_VENDOR_LIBRARY_FILENAMES=none.json '" ISONOISE_BINARY
                                "' bake --size 2500x2000 -o a.r16 ";
    Result r = shell(without);  // more points than go to the CPU by default
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
    // A software driver is no reason to leave the CPU path.
    r = shell("LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe isonoise bake --size 2500x2000 -o a.r16");
    EXPECT_NE(r.err.find("by the CPU"), std::string::npos) << r.err;
    EXPECT_EQ(read(dir / "a.r16"), on_cpu);
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

// A baked snippet takes every noise setting of the preset and none of the picture's.
TEST_F(Cli, ABakedSnippetIsOfThePresetsNoise) {
    for (const isonoise::BuiltinPreset& builtin : isonoise::builtin_presets()) {
        const isonoise::Preset preset = isonoise::parse_preset(builtin.json, builtin.file);
        std::string flags;
        isonoise::for_each_setting(preset.settings, [&](const isonoise::SettingInfo& info, const auto&) {
            flags += fmt::format(" --{}={}", info.name, isonoise::get(preset, info.name));
        });
        for (const char* language : {"glsl450", "cpp"}) {
            const std::string bake = fmt::format("snippet --lang {} --bake ", language);
            const Result by_name = run(bake + std::string(builtin.name())), by_flags = run(bake + flags);
            EXPECT_EQ(by_name.exit, 0) << by_name.err;
            EXPECT_TRUE(by_name.out == by_flags.out) << builtin.name() << ", not" << flags;
        }
    }
    // A scene's dimensions are those of its picture.
    EXPECT_NE(run("snippet --lang wgsl --bake clouds --dim 2").out.find("isonoise(p: vec2f)"), std::string::npos);
    // A file may contain noise settings alone, in any order, at their widest values.
    write("odd.json", R"({"octaves": 28.5, "schema": 1, "period": [3, 0, 7], "dim": 3, "seed": 4294967295,)"
                      R"("persistence": 2, "warp": 16, "filter-width": 0.001, "frequency": 0.00000095367431640625})");
    const Result odd = run("snippet --lang glsl450 --bake odd.json");
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
    write("all/glsl330/perlin1.glsl", "old");
    const std::string before = listing();
    EXPECT_EQ(std::count(before.begin(), before.end(), '\n'), 56);
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
    EXPECT_EQ(read(dir / "all/glsl330/perlin1.glsl"), "old");
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
    EXPECT_EQ(read(dir / "d.exr").size(), read(dir / "e.exr").size());
    ASSERT_EQ(run("render --size 8x8 --dim 3 --frames 3 -o 'f{frame:03}.png'").exit, 0);
    EXPECT_EQ(files(), (std::vector<std::string>{"a.png", "b.png", "c.png", "d.exr", "e.exr", "f000.png", "f001.png",
                                                 "f002.png"}));
    EXPECT_NE(read(dir / "f000.png"), read(dir / "f001.png"));
    ASSERT_EQ(run("render --size 8x8 --dim 3 --time 0.1 -o g.png").exit, 0);
    ASSERT_EQ(run("render --size 8x8 --dim 3 --time 0.05 --time-step 0.05 --frames 2 -o 'h{frame}.png'").exit, 0);
    EXPECT_EQ(read(dir / "g.png"), read(dir / "h1.png"));
    // more rows than one band holds, to prove that bands do not show
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
        // The same place by cell and fraction, and 2^32 cells further.
        const Result cells = run("sample --dim 3 --octaves 4 --hex --gradient --cells" + on,
                                 "5 6 7 0 0 0.5\n4294967301,6,-4294967289,0,0,0.5\n");
        ASSERT_EQ(cells.exit, 0) << cells.err;
        const std::string last = slopes.out.substr(slopes.out.find('\n') + 1);
        EXPECT_EQ(cells.out, last + last);
        const Result eroded = run("sample --fractal eroded --octaves 4 --slope" + on, "0.3 0.7\n");
        EXPECT_EQ(std::count(eroded.out.begin(), eroded.out.end(), ' '), 2) << eroded.err;
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
    // With several threads, their figure is listed next to one thread's on the same grid.
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

TEST_F(Cli, VerifyReports) {
    const Result r = run("verify --points 3000 --seed 5 --only perlin3 --json report.json");
    EXPECT_EQ(r.exit, 0) << r.err;
    for (const char* word : {"renderer", "version", "seed      5", "mode precise", "unprotected",
                             "perlin3 fbm gradient", "perlin3_periodic(cell)", "The contract holds: 0 of "}) {
        EXPECT_NE(r.out.find(word), std::string::npos) << word;
    }
    const auto report = nlohmann::json::parse(read(dir / "report.json"));
    EXPECT_GT(report["functions"].size(), 20u);
    EXPECT_EQ(report["points"], 3000u * report["functions"].size());
    EXPECT_EQ(report["differing"], 0);
    EXPECT_EQ(report["integers"]["differing"], 0);
    EXPECT_EQ(report["probe"]["precise"]["fuses"], false);
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
    // A bad size is refused, as by render, before anything is made.
    for (const char* size : {"10", "-5x5", "0x0", "1000001x1", "1000000x1000000"}) {
        r = run("gallery none --size=" + std::string(size));
        EXPECT_EQ(r.exit, 2) << size;
        EXPECT_EQ(r.err, run("render -o none.png --size=" + std::string(size)).err);
        EXPECT_FALSE(fs::exists(dir / "none")) << size;
    }
    // An interrupt leaves whole pictures or none.
    r = shell("'" ISONOISE_BINARY "' gallery some --size 1600x900 & sleep 2; kill -INT $!; wait $!");
    EXPECT_EQ(r.exit, 130);
    for (const auto& entry : fs::directory_iterator(dir / "some")) {
        ASSERT_EQ(entry.path().extension(), ".png") << entry.path();
        EXPECT_EQ(read_png(entry.path()).width, 1600) << entry.path();
    }
}
