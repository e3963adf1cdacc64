// isonoise bake: writes noise on a grid of 1 to 4 dimensions to a file.
#include <algorithm>
#include <thread>

#include "bake/bake.hpp"
#include "cli/bake_mesh.hpp"
#include "cli/grids.hpp"
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/progress.hpp"
#include "platform/system.hpp"

namespace isonoise {
namespace {

struct BakeOptions {
    PresetOptions preset;
    GpuOptions gpu;
    GridOptions grid;
    MeshOptions mesh;
    std::string range;
    std::string format;
    std::string backend = "auto";
    std::string threads = "0";
    std::string output;
};

constexpr const char* kBackends[] = {"cpu", "gpu", "auto"};
enum class Backend { cpu, gpu, automatic };

// Small grids finish before a driver has even loaded.
constexpr std::int64_t kFew = std::int64_t{1} << 22;

void bake(const BakeOptions& options) {
    const Backend backend = parse_word<Backend>("backend", kBackends, options.backend);
    options.gpu.gl();  // rejects bad values even if unused
    options.gpu.mode();
    Preset preset = options.preset.preset();
    if (options.output.empty()) fail("bake: -o FILE is missing (- is standard output)");
    if (options.grid.size.empty()) fail("bake: --size is missing: the points along each axis, such as 512x512x64");
    const auto threads = static_cast<unsigned>(parse_whole("threads", options.threads, 0, 1024));
    if (options.mesh.is_wanted) {
        if (!options.range.empty()) fail("range: only for png and raw16, not for meshes");
        if (backend == Backend::gpu)
            fail("backend: expected cpu or auto for a mesh, which the CPU computes, got 'gpu'");
        return bake_mesh(options.mesh, preset, options.grid, options.format, options.output, threads);
    }
    options.mesh.check_unused(options.output);
    Bake order;
    order.path = options.output;
    order.format = parse_format(options.format, options.output);
    order.axes = parse_axes(options.grid, preset.settings);
    if (!options.range.empty()) {
        if (std::string what = set(preset, "range", options.range); !what.empty()) throw Error(what);
        order.range = preset.look.range;
    }
    order.threads = threads;
    if (order.threads == 0) order.threads = std::max(1u, std::thread::hardware_concurrency());
    if (options.output == "-" && is_terminal(stdout)) fail("-o -: not writing a grid to a terminal");
    const Noise noise(preset.settings);
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);

    options.gpu.check();
    std::optional<Gpu> gpu;
    if (backend == Backend::gpu) gpu.emplace(options.gpu);
    if (backend == Backend::automatic && points_of(order.axes) > kFew && may_have_gpu()) {
        try {
            gpu.emplace(options.gpu);
        } catch (const std::exception&) {  // no GL, or too little memory for it
        }
        if (gpu && gpu->info().software) gpu.reset();
    }
    std::optional<Evaluator> evaluator;
    if (gpu) evaluator.emplace(gpu->shaders(), gpu->info());

    Progress progress;
    const Stopwatch time;
    double last = 0;
    bake_file(noise, order, evaluator ? &*evaluator : nullptr, [&](double share) {
        if (time.seconds() - last < 0.2) return;
        last = time.seconds();
        progress.show(options.output + ": " + text_of(ExportState{0, 1, share, time.seconds_left(share)}));
    });
    progress.clear();
    fmt::print(
        stderr, "isonoise: {}: {} points in {:.2f} s by the {}\n",
        options.output == "-" ? "standard output" : options.output, points_of(order.axes), time.seconds(),
        gpu ? "GPU (" + gpu->info().renderer + ")"
            : fmt::format("CPU ({}, {} thread{})", batch_instructions(), order.threads, order.threads == 1 ? "" : "s"));
}

}  // namespace

void add_bake(CommandLine& line) {
    auto options = std::make_shared<BakeOptions>();
    Verb& verb = line.verb("bake", "write the noise on a grid of 1 to 4 dimensions");
    verb.footer(
        "Point i along an axis lies at offset + i * step, in units of coordinate. On an axis with a period (--period, "
        "--loop) and no --step, the points divide the period exactly: the grid is one tile, and the point after the "
        "last would equal the first.\n"
        "Coordinates are doubles. Every point must lie less than 2^52 cells (4.5e15) from 0, frequency included; near "
        "there a double holds half cells, up to 2^47 cells 64ths.\n"
        "Formats: RAW16 (.r16, .raw: 16-bit integers) and RAW32F (.r32, .f32: 32-bit floats), both lowest byte first "
        "and without a header; NPY (.npy: 32-bit floats of shape (w, z, y, x)); for planes also PNG (.png: 16 bits) "
        "and EXR (.exr: 32-bit floats). x runs fastest, then y, z, w.\n"
        "In RAW16 and PNG a value v becomes round(65535 * (v - LOW) / (HIGH - LOW)), clamped to 0..65535. --range sets "
        "LOW and HIGH; by default they are the range of the noise, such as -1 and 1. The other formats hold the values "
        "bit for bit.\n"
        "The file does not depend on the backend, the threads or the machine. Memory use does not grow with its "
        "size.\n\n"
        "  isonoise bake --octaves 8 --size 16385x16385 --step 0.001 -o height.r16\n"
        "  isonoise bake --dim 3 --octaves 4 --period 4,4,4 --size 128x128x128 -o tile.npy\n"
        "  isonoise bake --dim 3 --octaves 4 --period 8,8,0 --loop 2 --size 256x256x60 -o loop.r32    (60 frames that "
        "close)\n"
        "  isonoise bake terrain --size 4097x4097 --range -0.8,0.8 -o terrain.png\n"
        "  isonoise bake --dim 4 --size 64x64x64x64 --format raw16 -o - | zstd >noise.zst\n\n"
        "Built-in presets:" +
        builtin_preset_names());
    options->preset.add(verb, PresetFlags::noise);
    verb.option("-o", options->output, "FILE", "file to write; - is standard output");
    verb.option("--size", options->grid.size, "NxNx...", "points along each axis, up to 2^31, and up to 2^48 in all");
    verb.option("--offset", options->grid.offset, "X,Y,...",
                "coordinate of the first point; one number for all axes or one each; all points less than 2^52 cells "
                "from 0 [0]");
    verb.option("--step", options->grid.step, "X,Y,...",
                "distance between points, in units of coordinate; one number for all axes or one each [on an axis with "
                "a period, the period divided by the points; else a 64th of a cell]");
    verb.option("--format", options->format, "WORD",
                "png, exr, raw16, raw32f or npy; for meshes glb, obj or stl [from FILE's extension]");
    verb.choices("--format", {"png", "exr", "raw16", "raw32f", "npy", "glb", "obj", "stl"});
    verb.option("--range", options->range, "LOW,HIGH",
                "for PNG and RAW16: the values that become 0 and 65535, within -16..16 [the range of the noise]");
    verb.option("--backend", options->backend, "WORD",
                "cpu, gpu, or auto: the GPU if there is a real one, not a software driver [auto]");
    verb.choices("--backend", words_of(kBackends));
    verb.option("--threads", options->threads, "N", "CPU threads, up to 1024; 0 is all [0]");
    options->mesh.add(verb);
    options->gpu.add(verb);
    verb.run([options] {
        bake(*options);
        return 0;
    });
}

}  // namespace isonoise
