// isonoise bake: writes noise on a grid of 1 to 4 dimensions to a file, or hands the work on.
#include "cli/bake.hpp"

#include <algorithm>
#include <charconv>

#include "cli/verbs.hpp"
#include "error.hpp"
#include "platform/ahead.hpp"
#include "platform/system.hpp"
#include "scene/export.hpp"
#include "scene/function_file.hpp"
#include "scene/function_values.hpp"
#include "words.hpp"
#include "world/world.hpp"

namespace isonoise {

static constexpr const char* kBackends[] = {"cpu", "gpu", "auto"};
enum class Backend { cpu, gpu, automatic };

// Small grids finish before a driver has even loaded.
static constexpr std::int64_t kFew = std::int64_t{1} << 22;

unsigned parse_threads(const std::string& text) {
    return threads_for(static_cast<unsigned>(parse_whole("threads", text, 0, 1024)));
}

std::vector<std::int64_t> parse_counts(const char* name, const std::string& text, int dim) {
    std::vector<std::int64_t> counts;
    bool good = true;
    for (const char *at = text.data(), *end = at + text.size(); good;) {
        const auto [stop, error] = std::from_chars(at, end, counts.emplace_back());
        good = error == std::errc() && counts.back() >= 1 && counts.back() <= kMostOfAnAxis;
        if (stop == end) break;
        good = good && (*stop == 'x' || *stop == 'X');
        at = stop + 1;
    }
    if (!good || counts.size() != static_cast<std::size_t>(dim)) {
        static constexpr const char* examples[] = {"512", "512x512", "64x64x64", "32x32x32x32"};
        fail("{}: expected {}, one per axis, each from 1 to {}, such as {}, got {}", name, counted(dim, "count"),
             kMostOfAnAxis, examples[dim - 1], in_quotes(text));
    }
    return counts;
}

std::vector<double> parse_numbers(const char* name, const std::string& text, int dim) {
    std::vector<double> numbers;
    for (const std::string_view word : split_list(text))
        numbers.push_back(parse_finite(name, word));
    if (numbers.size() == 1) numbers.resize(static_cast<std::size_t>(dim), numbers[0]);
    if (numbers.size() != static_cast<std::size_t>(dim)) {
        fail("{}: expected one number for all axes, or {}, one per axis, separated by commas, got {}", name, dim,
             in_quotes(text));
    }
    return numbers;
}

GridAxes parse_axes(const GridOptions& options, const Settings& settings) {
    const int dim = settings.dim;
    const auto counts = parse_counts("size", options.size, dim);
    const auto offsets = parse_numbers("offset", options.offset.empty() ? "0" : options.offset, dim);
    const auto period = periods(settings);
    GridAxes axes;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
        axes[c].count = counts[c];
        axes[c].offset = offsets[c];
        if (period[c] != 0) {
            axes[c].per_period = counts[c];
        } else {
            axes[c].step = 1.0 / 64 / static_cast<double>(settings.frequency);
        }
    }
    if (options.step.empty()) return axes;
    const auto steps = parse_numbers("step", options.step, dim);
    for (std::size_t c = 0; c < steps.size(); ++c) {
        if (steps[c] == 0) fail("step: expected a number other than 0, got {}", in_quotes(options.step));
        axes[c].step = steps[c];
        axes[c].per_period = 0;
    }
    return axes;
}

BakePart parse_part(const std::string& text) {
    BakePart part;
    if (text.empty()) return part;
    const std::size_t slash = text.find('/');
    const auto number = [&](std::size_t from, std::size_t to, std::int64_t& value) {
        const char *begin = text.data() + from, *end = text.data() + to;
        const auto [stop, error] = std::from_chars(begin, end, value);
        return error == std::errc() && stop == end;
    };
    if (slash == std::string::npos || !number(0, slash, part.index) || !number(slash + 1, text.size(), part.count) ||
        part.index < 1 || part.index > part.count)
        fail("part: expected I/N with I from 1 to N, such as 3/64, got {}", in_quotes(text));
    return part;
}

std::optional<std::array<double, 2>> range_of(const BakeOptions& options) {
    if (options.range.empty()) return {};
    Preset ranged;
    if (std::string what = set(ranged, "range", options.range); !what.empty()) throw Error(what);
    return ranged.look.range;
}

std::array<double, 2> range_of_parts(const BakeOptions& options, const Preset& preset) {
    if (const auto range = range_of(options)) return *range;
    if (!preset.function) return value_range(preset.settings);
    if (const auto proved = preset.function_values.proved) return *proved;
    fail("range: needed, since the parts must agree and no range of the function is proved");
}

std::string text_of_kept(std::int64_t kept, const char* what) {
    return fmt::format(", {} {} there,", counted(kept, what), kept == 1 ? "was" : "were");
}

std::string name_of_cpu(unsigned threads) {
    return fmt::format("CPU ({}, {})", batch_instructions(), counted(threads, "thread"));
}

Device::Device(const BakeOptions& options, std::int64_t points, bool on_cpu)
    : threads_(parse_threads(options.threads)) {
    const Backend backend = parse_word<Backend>("backend", kBackends, options.backend);
    options.gpu.check();
    if (backend == Backend::gpu) gpu_.emplace(options.gpu);
    if (backend == Backend::automatic && !on_cpu && points > kFew && may_have_gpu()) {
        try {
            gpu_.emplace(options.gpu);
        } catch (const std::exception&) {  // no GL, or too little memory for it
        }
        if (gpu_ && gpu_->info().software) gpu_.reset();
    }
    if (gpu_) evaluator_.emplace(gpu_->shaders(), gpu_->info());
}

std::string Device::name() const { return gpu_ ? "GPU (" + gpu_->info().renderer + ")" : name_of_cpu(threads_); }

void ShownProgress::operator()(double done) {
    if (time_.seconds() - last_ < 0.2) return;
    last_ = time_.seconds();
    line_.show(name_ + ": " + text_of(ExportState{0, 1, done, time_.seconds_left(done)}));
}

namespace {

// The tasks of `bake`, one bit each, so that a flag can list those it applies to.
enum Task : unsigned { kFile = 1, kArray = 2, kTiles = 4, kSphere = 8, kMesh = 16, kCheck = 32, kAll = 63 };

Task task_of(const BakeOptions& options) {
    if (!options.check.empty()) return kCheck;
    if (options.mesh) return kMesh;
    if (!options.tiles.empty()) return kTiles;
    if (!options.cube.empty() || !options.equirect.empty()) return kSphere;
    return names_world(path_of(options.output)) ? kArray : kFile;
}

// Throws Error if a flag is given that does not apply to this task.
void check_flags(const BakeOptions& options, Task task) {
    struct Flag {
        const char* name;
        bool is_given;
        unsigned tasks;
    };
    const GridOptions& grid = options.grid;
    const Flag flags[] = {{"settings", options.preset.any(), kAll - kCheck},
                          {"-o", !options.output.empty(), kAll - kCheck},
                          {"size", !grid.size.empty(), kAll - kCheck - kSphere},
                          {"offset", !grid.offset.empty(), kAll - kCheck},
                          {"step", !grid.step.empty(), kAll - kCheck - kSphere},
                          {"format", !options.format.empty(), kFile | kTiles | kSphere | kMesh},
                          {"range", !options.range.empty(), kFile | kTiles | kSphere},
                          {"chunk", !options.chunk.empty(), kArray | kMesh},
                          {"part", !options.part.empty(), kArray | kTiles | kMesh | kCheck},
                          {"resume", options.resume, kArray | kTiles},
                          {"compression", !options.compression.empty(), kArray},
                          {"points", !options.points.empty(), kCheck},
                          {"planet", options.planet, kMesh},
                          {"relief", !options.relief.empty(), kMesh},
                          {"threshold", !options.threshold.empty(), kMesh},
                          {"value", !options.value.empty(), kMesh},
                          {"levels", !options.levels.empty(), kMesh},
                          {"mm", !options.mm.empty(), kMesh},
                          {"base", !options.base.empty(), kMesh},
                          {"all-pieces", options.all_pieces, kMesh},
                          {"tiles", !options.tiles.empty(), kTiles},
                          {"overlap", !options.overlap.empty(), kTiles},
                          {"manifest", !options.manifest.empty(), kTiles},
                          {"cube", !options.cube.empty(), kSphere},
                          {"equirect", !options.equirect.empty(), kSphere},
                          {"radius", !options.radius.empty(), kSphere}};
    static constexpr std::pair<Task, const char*> names[] = {
        {kFile, "a file"},           {kArray, "an array (-o NAME.zarr)"},
        {kTiles, "tiles (--tiles)"}, {kSphere, "a sphere (--cube, --equirect)"},
        {kMesh, "a mesh (--mesh)"},  {kCheck, "--check"}};
    for (const Flag& flag : flags) {
        if (!flag.is_given || (flag.tasks & task)) continue;
        std::string mine, others;
        unsigned left = flag.tasks;
        for (const auto& [each, name] : names) {
            if (each == task) mine = name;
            if (!(flag.tasks & each)) continue;
            left -= each;
            others += (others.empty() ? "" : left != 0 ? ", " : " and ") + std::string(name);
        }
        fail("{}: not for {}, only for {}", flag.name, mine, others);
    }
}

void bake_grid(const BakeOptions& options, const Preset& preset) {
    Bake order;
    order.path = path_of(options.output);
    order.axes = parse_axes(options.grid, preset.settings);
    order.format = parse_format(options.format, options.output);
    const std::shared_ptr<const Function> function = function_for(preset.function, order.axes);
    order.function = function.get();
    order.range = range_of(options);
    if (options.output == "-" && is_terminal(stdout)) fail("-o -: not writing a grid to a terminal");
    const Noise noise(preset.settings);
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);

    Device device(options, points_of(order.axes), preset.function != nullptr);
    order.threads = device.threads();
    if (order.function && is_whole(order.format) && !order.range) {
        order.range = preset.function_values.for_files();
        const char* found = order.range ? "proved" : "measured";
        if (!order.range) {
            MeasuredRange measured;
            compute(noise, order.axes, {.threads = order.threads, .function = order.function},
                    [&](std::span<const float> values) { measured.add(values); });
            order.range = measured.range();
        }
        tell([&] { return fmt::format("bake: {} {}, see --range", found, text_of_levels(*order.range)); });
    }
    if (order.function) tell_if_far("bake", *order.function, reach_of(order.axes, *order.function));
    ShownProgress progress(options.output, device.name());
    bake_file(noise, order, device.gpu(), [&](double done) { progress(done); });
    progress.finish([&] { return counted(points_of(order.axes), "point"); });
}

// The preset, with a function's settings as its grids need them.
Preset preset_of(const BakeOptions& options) {
    Preset preset = options.preset.preset();
    if (!preset.function) return preset;
    if (preset.function->channels() != 1)
        fail("{}: expected a function that returns one number, a float", in_quotes(options.preset.file()));
    if (options.backend == "gpu") fail("backend: a function is baked on the CPU");
    if (!preset.function_values.tiling_problem.empty()) throw Error(preset.function_values.tiling_problem);
    preset.settings = settings_of(*preset.function);
    return preset;
}

int bake(const BakeOptions& options) {
    const Task task = task_of(options);
    // Rejects invalid values even if unused.
    parse_word<Backend>("backend", kBackends, options.backend);
    parse_threads(options.threads);
    options.gpu.gl();
    options.gpu.mode();
    check_flags(options, task);
    if (task == kCheck) return check_world(options);
    const Preset preset = preset_of(options);
    if (options.output.empty()) fail("bake: -o FILE is missing (- is standard output)");
    if (options.grid.size.empty() && task != kSphere)
        fail("bake: --size is missing: the points along each axis, such as 512x512x64");
    switch (task) {
    case kArray: bake_world(options, preset); break;
    case kMesh: bake_mesh(options, preset); break;
    case kTiles: bake_tiles(options, preset); break;
    case kSphere: bake_sphere(options, preset); break;
    default: bake_grid(options, preset);
    }
    return 0;
}

}  // namespace

void add_bake(CommandLine& line) {
    auto options = std::make_shared<BakeOptions>();
    Verb& verb = line.verb("bake", "write the noise as a grid, an array in chunks, tiles, a sphere or polygons");
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
        "LOW and HIGH; by default they are the range of the noise, such as -1 and 1. For a function they are the range "
        "that is proved from its text or, if none is found, its least and greatest value. The other formats hold the "
        "values bit for bit.\n"
        "A name that ends in .zarr makes an array in chunks (Zarr version 2), one file per chunk, as the array noise "
        "of a "
        "group; NAME.zarr/height names it height, so that a group can have several. Programs on any number of machines "
        "can fill one array together, each with a --part of it. A chunk appears when it is complete. The digest that "
        "--check prints depends on the values alone. Axes are in the order of --size, x first; Zarr's are reversed.\n"
        "The file does not depend on the backend, the threads or the machine. Memory use does not grow with its "
        "size.\n\n"
        "  isonoise bake --octaves 8 --size 16385x16385 --step 0.001 -o height.r16\n"
        "  isonoise bake --dim 3 --octaves 4 --period 4,4,4 --size 128x128x128 -o tile.npy\n"
        "  isonoise bake --dim 3 --octaves 4 --period 8,8,0 --loop 2 --size 256x256x60 -o loop.r32    (60 frames that "
        "close)\n"
        "  isonoise bake terrain --size 4097x4097 --range -0.8,0.8 -o terrain.png\n"
        "  isonoise bake --dim 4 --size 64x64x64x64 --format raw16 -o - | zstd >noise.zst\n"
        "  isonoise bake --dim 3 --octaves 6 --size 4096x4096x512 -o world.zarr --part 3/64 --resume\n"
        "  isonoise bake --check world.zarr\n"
        "  isonoise bake terrain --mesh --size 1024x1024 --step 0.01 --levels 3 -o terrain.glb\n"
        "  isonoise bake density --mesh --size 256x128x256 --step 0.03 -o rock.glb\n"
        "  isonoise bake planet --mesh --planet --size 512 -o planet.glb\n"
        "  isonoise bake terrain --mesh --size 512x512 --step 0.01 --mm 120 -o terrain.stl    (closed, to be "
        "printed)\n"
        "  isonoise bake islands.glsl --set mountains=0.3 --size 4096x4096 -o islands.r16    (a function "
        "of your own; also as a --mesh)\n\n"
        "Built-in presets:" +
        builtin_preset_names());
    options->preset.add(verb, PresetFlags::noise);
    options->preset.add_function(verb);
    verb.option("-o", options->output, "FILE", "file to write; - is standard output");
    verb.option("--size", options->grid.size, "NxNx...",
                "points along each axis, up to 2^31, and up to 2^48 in all (arrays: 2^60); for meshes cells");
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
                "for PNG and RAW16: the values that become 0 and 65535, within -2^20..2^20 [the range of the noise, or "
                "of a function, proved or measured]");
    verb.option("--backend", options->backend, "WORD",
                "cpu, gpu, or auto: the GPU if there is a real one, not a software driver [auto]");
    verb.choices("--backend", words_of(kBackends));
    verb.option("--threads", options->threads, "N", "CPU threads, up to 1024; 0 is all [0]");
    verb.option(
        "--chunk", options->chunk, "NxNx...",
        "size of a chunk along each axis: for arrays in points, up to 2^24 in all [about a million]; for meshes in "
        "cells, up to 2^18 in all [128x64x32; 256x256]");
    verb.option("--part", options->part, "I/N",
                "compute or check only part I of N, from 1/N to N/N: some of the chunks");
    const char* arrays = "Arrays in chunks (-o NAME.zarr)";
    verb.flag("--resume", options->resume, "leave chunks and tiles alone that are there", arrays);
    verb.option("--compression", options->compression, "WORD", "none or zlib [none]", arrays);
    verb.choices("--compression", words_of(kCompressions));
    verb.option("--check", options->check, "NAME.zarr",
                "read an array: name each chunk that is missing or damaged, compute some points of each again, and "
                "print a digest; exits with 1 if anything is wrong",
                arrays);
    verb.option("--points", options->points, "N", "for --check: points of each chunk to compute again, or all [256]",
                arrays);
    const char* tiles = "Tiles for engines";
    verb.option(
        "--tiles", options->tiles, "NxN",
        "write --size as tiles of so many points, or those of an engine: unreal (1009x1009), unity (1025x1025), "
        "terrain3d (1024x1024, no overlap); -o is a name with {x} and {y}, such as tile_{x:02}_{y:02}.r16",
        tiles);
    verb.option("--overlap", options->overlap, "N", "points that neighbours share [1; for terrain3d 0]", tiles);
    verb.option("--manifest", options->manifest, "FILE",
                "JSON with the tiles' names and places, and the range of all [tiles.json beside the tiles or above "
                "their folders]",
                tiles);
    const char* spheres = "Spheres";
    verb.option(
        "--cube", options->cube, "N",
        "write 3D or 4D noise on a sphere as six faces of NxN points, which share the points of their edges; -o "
        "may have {face} (px, nx, py, ny, pz, nz), else the faces are below each other",
        spheres);
    verb.option("--equirect", options->equirect, "WxH",
                "the same as a map: longitude -180 to 180 degrees by latitude 90 to -90", spheres);
    verb.option("--radius", options->radius, "NUMBER", "of the sphere about --offset, in units of coordinate [1]",
                spheres);
    const char* meshes = "Meshes";
    verb.flag("--mesh", options->mesh,
              "write polygons: in 2D a height field, in 3D the surface of rock (3D with one cell along z: the height "
              "field of that plane; 4D with one cell along w: a surface)",
              meshes);
    verb.flag("--planet", options->planet,
              "a sphere of radius 1 raised and lowered by 3D noise; --size is a number of cells along an edge of the "
              "cube that it is made of, --offset its center",
              meshes);
    verb.option(
        "--relief", options->relief, "NUMBER",
        "height of a value of 1, in units of coordinate [the preset's; else 1, for a planet 0.1]; for a surface "
        "as in scene density: rock thins out upwards, 0 is the same at every height [the preset's; else 0]",
        meshes);
    verb.option("--threshold", options->threshold, "NUMBER",
                "how far above the noise's mean rock begins, in 3 sigma, as in scene density [the preset's; else 0]",
                meshes);
    verb.option("--value", options->value, "NUMBER",
                "instead of --threshold: rock is where the noise exceeds this value", meshes);
    verb.option(
        "--levels", options->levels, "N",
        "levels of detail, up to 8, each with about a quarter of the triangles of the one before; they end before "
        "one is off by more than a 50th of its chunk's side; glb only [1]",
        meshes);
    verb.option("--mm", options->mm, "NUMBER",
                "stl: millimetres of the longest side of what --size covers, or of a planet's diameter without its "
                "relief [100]",
                meshes);
    verb.option("--base", options->base, "NUMBER",
                "stl of a height field: millimetres below its lowest point, from 0.01 [2]", meshes);
    verb.flag("--all-pieces", options->all_pieces,
              "stl of a surface in one file: keep islands in the air and hollows in the rock too, not only the largest "
              "piece",
              meshes);
    options->gpu.add(verb);
    verb.run([options] { return bake(*options); });
}

}  // namespace isonoise
