// Invalid input, unwritable files, and interrupts: the message, the exit status, and the files left behind.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli.hpp"
#include "isonoise/untrusted.hpp"

namespace {

struct BadCall {
    const char *arguments, *in, *word;  // `word` must be in the message
};

// Files that cause errors.
class Refusals : public Cli {
  protected:
    Refusals() {
        write("truncated.json", "{\"schema\": 1, \"dim\": 3");
        write("later.json", "{\"schema\": 99}");
        write("unknown.json", "{\"schema\": 1, \"colour\": 1}");
        write("deep.json", R"({"schema": 1, "dim": )" + std::string(400000, '['));
        write("large.json", std::string(2000000, ' ') + "{}");
        write("old.png", "old");
        fs::create_directories(dir / "folder");
    }

    // Each call exits with status 2 and one line that contains its word, and leaves all files as they are.
    void expect_refused(const std::vector<BadCall>& calls) {
        const auto before = files();
        for (const auto& [arguments, in, word] : calls) {
            const Result r = run(arguments, in);
            EXPECT_EQ(r.exit, 2) << arguments;
            EXPECT_EQ(r.err.find("isonoise: "), 0u) << arguments << ": " << r.err;
            EXPECT_NE(r.err.find(word), std::string::npos) << arguments << ": " << r.err;
            EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << arguments << ": " << r.err;
            EXPECT_EQ(files(), before) << arguments << " left something";
            EXPECT_EQ(read(dir / "old.png"), "old") << arguments;
        }
    }
};

}  // namespace

TEST_F(Refusals, UnknownVerbsAndOptions) {
    expect_refused({
        {"", "", "verb"},
        {"paint", "", "'paint'"},
        {"--foo", "", "isonoise: unknown option '--foo': see isonoise --help"},
        {"--oct render", "", "isonoise: '--oct': expected a verb before its options; see isonoise --help"},
        {"--octaves 3 sample", "", "isonoise: '--octaves': expected a verb before its options"},
        {"render --oct", "", "isonoise: render: unexpected: '--oct' (see isonoise render --help)"},
    });
}

// Same as Python's from_preset().
TEST_F(Refusals, AnUnknownPresetGetsTheList) {
    for (const char* call : {"render nopreset -o a.png", "bake nopreset -o a.npy", "view nopreset",
                             "snippet --lang wgsl --bake nopreset", "render map-tile -o a.png"}) {
        const Result r = run(call);
        EXPECT_EQ(r.exit, 2) << call;
        EXPECT_NE(r.err.find("': no such file, preset or function; expected a file or one of anatomy, "),
                  std::string::npos)
            << r.err;
        EXPECT_NE(r.err.find(", map, map-agate, "), std::string::npos) << r.err;
        EXPECT_EQ(r.err.find("No such file"), std::string::npos) << r.err;
    }
    expect_refused({{"render ./nopreset -o a.png", "", "cannot read preset './nopreset': No such file or directory"},
                    {"render nopreset.json -o a.png", "", "cannot read preset 'nopreset.json': No such file"}});
}

// Whatever the message quotes.
TEST_F(Refusals, MessagesHaveAGreatestLength) {
    const std::string digits(100000, '9');
    const std::vector<std::string> presets = {
        R"({"schema": 1, "octaves": )" + digits + "}",      R"({"schema": )" + digits + "}",
        R"({"schema": 1, "octaves": 1e)" + digits + "}",    R"({"schema": 1, ")" + digits + R"(": 1})",
        R"({"schema": 1, "fractal": ")" + digits + R"("})", "{\"schema\": 1, \"octaves\": \xff\xc2\x9b}"};
    for (const std::string& json : presets) {
        write("long.json", json);
        const Result r = run("render long.json -o a.png");
        EXPECT_EQ(r.exit, 2);
        EXPECT_EQ(r.err.find("isonoise: 'long.json': "), 0u) << r.err;
        EXPECT_LE(r.err.size(), std::string("isonoise: \n").size() + 4000);
        EXPECT_EQ(escaped(r.err, true), r.err);
    }
    for (const char* call :
         {"render --octaves %s -o a.png", "%s", "--%s", "render --%s", "sample --%s=4", "render -o %s",
          "render --size %s -o a.png", "bake --size %s -o a.npy", "verify --only %s", "snippet --lang %s",
          "snippet --lang wgsl --name %s", "gallery --frames %s", "render %s"}) {
        const Result r = run(replaced_all(call, "%s", digits));
        EXPECT_EQ(r.exit, 2) << call;
        EXPECT_LE(r.err.size(), std::string("isonoise: \n").size() + 4000) << call;
    }
}

TEST_F(Refusals, SettingsOfTheNoise) {
    expect_refused({
        {"sample --colour red", "", "--colour"},
        {"sample extra", "", "extra"},
        {"sample --algorithm simplex", "", "simplex"},
        {"sample --algorithm slope", "", "dim: slope has 1 dimension"},
        {"sample --algorithm axis --dim 3", "", "dim: axis has 2 dimensions"},
        {"sample --algorithm improved --warp 1", "", "warp: improved lacks this setting; it has frequency"},
        {"sample --algorithm diagonal --seed 1", "", "seed: diagonal lacks this setting"},
        {"sample --algorithm axis --fade linear", "", "fade: axis lacks this setting"},
        {"sample --algorithm value --fractal ridged", "", "fractal: value lacks this setting"},
        {"sample --fractal hybrid", "", "fractal: expected one of fbm"},
        {"sample --fade sine", "", "fade: expected one of"},
        {"sample --warp 17", "", "warp"},
        {"sample --dim 3 --flow 1", "", "flow: expected 2 dimensions"},
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
        {"sample --period 5,5 --octaves 4 --lacunarity 2.1", "",
         "lacunarity: expected a value that keeps a period "
         "of 5"},
        {"sample --period 5,1000000000 --octaves 4", "", "octaves: a period of 1000000000"},
        {"sample --cells --frequency 2", "", "cells"},
        {"sample --fractal eroded --gradient", "", "gradient: fractal eroded has none"},
        {"sample --algorithm axis --gradient", "", "gradient: algorithm axis has none"},
        {"sample --slope", "", "slope"},
        {"sample --mode slow", "", "mode"},
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
        {"sample --dim", "", "--dim: expected one value"},
        {"sample --foo 4", "", "'--foo'"},
    });
}

TEST_F(Refusals, View) {
    for (const char* scale : {"0", "9", "0.49", "nan", "inf", "big", "''"}) {
        const Result result = run(std::string("view --no-config --scale ") + scale);
        EXPECT_EQ(result.exit, 2) << scale;
        EXPECT_NE(result.err.find("--scale: expected a number"), std::string::npos) << result.err;
    }
}

TEST_F(Refusals, Points) {
    expect_refused({
        {"sample --cells", "1 2 0.5\n", "line 1: expected 4 numbers"},
        {"sample --cells", "1 2.5 0.5 0.5\n", "line 1: expected a cell"},
        {"sample --cells", "1 2 0.5 1.5\n", "line 1: expected a fraction"},
        {"sample --cells", "1 2 0.5 nan\n", "line 1: expected a fraction"},
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
        {"sample --dim 1", "1.5.2\n", "1.5.2"},
        {"sample --format f16", "", "format: expected one of text, f32, f64"},
        {"sample --format f32 --hex", "", "hex: only with --format text"},
        {"sample --format f32", "12345678901", "point 2: expected 8 bytes, got 3 before the end"},
        {"sample --format f32 --dim 1 --cells", "12345678@@@@", "point 1: expected a fraction from 0 to 1, got 3"},
    });
}

TEST_F(Refusals, Render) {
    expect_refused({
        {"render -o a.png --loop 3 --time-step 1", "", "time-step"},
        {"render --scene moon -o a.png", "", "sea"},
        {"render --scene terrain --dim 1 -o a.png", "", "terrain expects 2 to 4"},
        {"render --scene anatomy --dim 3 -o a.png", "", "anatomy expects 2"},
        {"render '' -o a.png", "", "empty"},
        {"render -o a.png --time-step x", "", "time-step"},
        {"render -o 'a{frame}.png' --frames 2 --time-step 1e300", "",
         "time-step: at the last frame, time: expected a number from -2147483648 to 2147483648, got '1e+300'"},
        {"render -o 'a{frame}.png' --frames 3 --time=-2147483648 --time-step=-0.5", "", "got '-2147483649'"},
        {"render -o a.png --center 1e16", "", "center: expected 1 to 4 numbers from -2147483648 to 2147483648"},
        {"render -o a.png --time 1e300", "", "time: expected a number from -2147483648 to 2147483648"},
        {"render", "", "-o"},
        {"render -o a.png --size 0x0", "", "size"},
        {"render -o a.png --size 1000000x1000000", "", "size"},
        {"render -o a.png --size 1000001x1", "", "size"},
        {"render -o a.png --format gif", "", "format: expected one of png"},
        {"render -o a.dat", "", "a.dat"},
        {"render -o a.r16 --depth 16", "", "depth: only for PNG"},
        {"render -o a.npy --depth 16", "", "depth: only for PNG"},
        {"render -o a.png --what height", "", "what: expected one of picture"},
        {"render -o a.npy --what heights --scene sea", "", "what: scene sea has no heights"},
        {"render -o a.png --what normals-gl --scene line", "", "what: scene line has one row"},
        {"render -o a.png --auto-levels", "", "auto-levels: only for values and heights"},
        {"render -o a.npy --what values --auto-levels", "", "auto-levels: only for values and heights"},
        {"render -o a.png --what values --auto-levels --size 1x1", "", "auto-levels: expected different values, got 0"},
        {"render -o a.png --one-tile", "", "one-tile: expected a period along x and y, such as --period 4,4"},
        {"render -o a.png --one-tile --period 3,7", "", "expects a size of 3 to 7"},
        {"render -o a.png --one-tile --period 4,4 --size 64x65", "", "expects a size of 1 to 1, got '64x65'"},
        {"render -o a.png --what normals-dx --strength x", "", "strength"},
        {"render -o a.png --what normals-dx --strength -1", "", "strength"},
        {"render -o a.png --strength 2", "", "strength: only for"},
        {"render --scene map --water .5 -o a.png", "",
         "water: scene map lacks this setting; it is for terrain, planet"},
        {"render terrain --stage lattice -o a.png", "", "stage: scene terrain lacks this setting; it is for anatomy"},
        {"render terrain --scene map --water .5 -o a.png", "", "water: scene map lacks"},
        {"render --size 1000000x1000 --frames 1000000 -o 'f{frame}.npy'", "", "f0.npy': it needs 3638.0 TiB, but"},
        {"render terrain --size 1000000x17000 --frames 100000 -o 'f{frame}.r16'", "",
         "f0.r16': it needs 9276.8 TiB, but"},
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
        {"render -o a.png --shader-dir nowhere", "", "nowhere"},
        {"render nothing.json -o a.png", "", "nothing.json"},
        {"render folder -o a.png", "", "directory"},
        {"render truncated.json -o a.png", "", "truncated.json"},
        {"render deep.json -o a.png", "", "nested"},
        {"render large.json -o a.png", "", "larger"},
        {"render later.json -o a.png", "", "schema 99"},
        {"render --gradient red,blue -o a.png", "", "gradient: expected none, or 2 to 16 stops"},
        {"render --gradient '#000 60%,#fff 40%' -o a.png", "", "gradient"},
        {"render map-clouds -o a.mp4", "", "gradient: mp4 holds no transparency"},
        {"render --dim 3 --slices 0 -o a.npy", "", "slices"},
        {"render --dim 3 --slices 2 --what normals-gl -o a.png", "", "slices: only for values"},
        {"render --dim 3 --slices 2 -o a.webp", "", "slices: a video or WebP holds frames"},
        {"render --slices 2 -o a.npy", "", "slices: expected 3D or 4D noise"},
        {"render unknown.json -o a.png", "", "'colour'"},
    });
}

// Names may contain anything, but messages stay on one line and characters stay complete.
TEST_F(Refusals, NamesInMessages) {
    expect_refused({
        {"render -o \"$(printf 'fol\\nder/none/a.png')\"", "", "'fol\\x0ader/none/a.png'"},
        {"render \"$(printf 'no\\nthing.json')\" -o a.png", "", "'no\\x0athing.json'"},
        {"render --shader-dir \"$(printf 'no\\nthing')\" -o a.png", "", "'no\\x0athing' is not a directory"},
        {"render -o \"$(printf '{frame}\\nx')\" --frames 2 --size 5x5", "", "\\x0a"},
    });
    const std::string name = std::string(59, 'a') + "\u00e9";  // its bytes are the 60th and the 61st
    EXPECT_EQ(run("sample --fade " + name).err.find("got '" + std::string(59, 'a') + "…'") == std::string::npos, false);
}

// Drivers print their own warnings, and the standard library's messages name neither file nor cause.
TEST_F(Refusals, OneMessageOfOurs) {
    Result r = shell("LIBGL_DRIVERS_PATH=/none isonoise render -o a.png");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err, "isonoise: no OpenGL driver that can render without a window (Debian: libegl1 libgl1-mesa-dri)\n");
    fs::create_directories(dir / "closed/shaders");
    fs::permissions(dir / "closed", fs::perms::none);
    const std::string bound = geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : "";
    r = shell(bound + "'" ISONOISE_BINARY "' render --shader-dir closed/shaders -o a.png");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err, "isonoise: shader-dir: 'closed/shaders' is not a directory: Permission denied\n");
    r = shell(bound + "'" ISONOISE_BINARY "' render closed/preset.json -o a.png");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err.find("isonoise: cannot read preset 'closed/preset.json': "), 0u) << r.err;
    fs::permissions(dir / "closed", fs::perms::owner_all);
}

TEST_F(Refusals, NamesTooLongForAFile) {
    const std::string call = "render -o " + std::string(272, 'a') + ".png";
    expect_refused({{call.c_str(), "", "too long"}});
}

// The driver's message, at its file and line, may take several lines.
TEST_F(Refusals, ShadersThatDoNotCompile) {
    const fs::path shaders = temporary.shaders();
    write_file(shaders / "scenes/map.frag", "void main() {\n  oops;\n}\n");
    const auto before = files();
    const Result r = run("render -o old.png --shader-dir shaders");
    EXPECT_EQ(r.exit, 2);
    EXPECT_EQ(r.err.find("isonoise: "), 0u) << r.err;
    EXPECT_NE(r.err.find("scenes/map.frag:2"), std::string::npos) << r.err;
    EXPECT_EQ(files(), before);
    EXPECT_EQ(read(dir / "old.png"), "old");
}

TEST_F(Refusals, Bake) {
    expect_refused({
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
        {"bake --size 16777216x16777216 -o a.r32", "", "a.r32': it needs 1024.0 TiB, but its disk has "},
        {"bake --size 16777216x16777216 -o folder/a.raw", "", "needs 512.0 TiB"},
        {"bake --size 4x4 -o a.npy --step 0", "", "step: expected a number other than 0"},
        {"bake --size 4x4 -o a.npy --step 1,-0", "", "step: expected a number other than 0"},
        {"bake --size 4x4 -o a.npy --step nan", "", "step"},
        {"bake --size 4x4 -o a.npy --step inf", "", "step"},
        {"bake --size 4x4 -o a.npy --step 1e999", "", "step"},
        {"bake --size 4x4 -o a.npy --step 1,2,3", "", "step: expected one number for all axes, or 2"},
        {"bake --size 4x4 -o a.npy --step 1,", "", "step"},
        {"bake --size 4x4 -o a.npy --offset nan", "", "offset"},
        {"bake --size 4x4 -o a.npy --offset 0,x", "", "offset"},
        {"bake --size 4x4 -o a.npy --offset 1e16", "",
         "points of axis x: expected offset + i*step less than 2^52 cells"},
        {"bake --size 4x4 -o old.png --offset 0,1e300", "", "points of axis y"},
        {"bake --size 4x4 -o a.npy --offset 4503599627370496", "", "got 4503599627370496"},
        {"bake --size 4x4 -o a.npy --offset 4503599627370495 --step 0.5", "", "got 4503599627370496"},
        {"bake --size 4x4 -o a.npy --step=-1,-1e308", "", "from 0, got -inf"},
        {"bake --size 4x4 -o a.npy --offset 1e10 --frequency 1048576", "", "got 1.048576e+16"},
        {"bake --size 4x4 -o a.npy --period 4,4 --offset 1e16", "", "points of axis x"},
        {"bake --size 4x4 -o a.npy --backend gpu --offset 1e16", "", "points of axis x"},
        {"bake --dim 3 --size 4x4x4 -o old.png", "", "png holds one plane"},
        {"bake --dim 4 --size 4x4x1x2 -o a.exr", "", "exr holds one plane"},
        {"bake --size 1000001x1 -o a.png", "", "png holds up to"},
        {"bake --size 4x4 -o a.exr --range 0,1", "", "range: only for png and raw16"},
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
        {"gallery old.png", "", "old.png"},
        {"gallery folder/new/deep --shader-dir folder", "", "cannot read shader"},
        {"bake --size 4x4 --format npy -o folder", "", "folder"},
        {"bake --size 4x4 --backend gpu --shader-dir nowhere -o old.png", "", "nowhere"},
    });
}

TEST_F(Refusals, VerifyBenchAndGallery) {
    expect_refused({
        {"verify --only nothing", "", "only"},
        {"verify --points 0", "", "points"},
        {"verify --points many", "", "points"},
        {"verify --seed x", "", "seed"},
        {"verify --quick --points 3", "", "quick"},
        {"verify --only perlin,9d", "", "'9d'"},
        {"verify --only perlin2,-perlin", "", "only: no function is left without 'perlin'"},
        {"verify --only perlin2,,fbm", "", "only: expected words with commas between"},
        {"verify --only -", "", "only: expected words"},
        {"verify --gl 4.5 --es", "", "gl: not with --es"},
        {"verify --mode precise --es", "", "mode: GLSL ES 3.00 has no precise"},
        {"verify --reproduce ''", "", "reproduce"},
        {"verify --only perlin1 --points 1 --reproduce old.png", "", "old.png"},
        {"verify --compare old.png", "", "compare: expected two reports"},
        {"verify --compare none.json old.png", "", "none.json"},
        {"verify --compare a.json b.json --only perlin1", "", "compare: expected no other option"},
        {"verify --json folder", "", "folder"},
        {"bench --rounds 2", "", "rounds"},
        {"bench --rounds 1e9", "", "rounds"},
        {"bench --json folder", "", "folder"},
        {"bench --scenes --size 5000x2", "", "size: expected at most 4096x4096, got 5000x2"},
        {"verify --only compute --gl 4.2", "", "compute shaders"},
        {"bench --peers", "", "./run bench --peers"},
        {"bench --files missing", "", "cannot make a folder 'missing/isonoise-bench'"},
        {"bench --files ''", "", "files: expected a folder"},
        {"bench --files . --scenes", "", "files: expected no function"},
        {"bench --files . --vulkan", "", "files: expected no function"},
        {"bench --gl 9.9", "", "9.9"},
        {"bench --shader-dir nowhere", "", "nowhere"},
        {"gallery old.png", "", "old.png"},
    });
}

TEST_F(Refusals, Snippet) {
    expect_refused({
        {"snippet", "", "glsl, hlsl"},
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
        {"snippet --lang js --bake --name floor", "", "name: 'floor' has another meaning in JavaScript"},
        {"snippet --lang csharp --bake --name math", "", "name: 'math' has another meaning in C#"},
        {"snippet --lang wgsl --bake --name ''", "", "name: expected"},
        {"snippet --write ''", "", "empty"},
        {"snippet --lang wgsl --name rock", "", "--bake"},
        {"snippet --lang wgsl --bake unknown.json", "", "'colour'"},
        {"snippet --lang glsl clouds", "", "--bake"},
        {"snippet --write old.png", "", "old.png"},
        {"snippet --write old.png/new", "", "old.png"},
        {"snippet --write /proc/nope", "", "/proc/nope"},
        {"snippet --write folder --lang wgsl", "", "write"},
    });
}
