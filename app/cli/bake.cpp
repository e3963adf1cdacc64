// isonoise bake: writes noise on a grid of 1 to 4 dimensions to a file.
#include <algorithm>
#include <charconv>
#include <thread>

#include "bake/bake.hpp"
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/progress.hpp"
#include "platform/system.hpp"
#include "world/world.hpp"

namespace isonoise {
namespace {

struct BakeOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string size;
    std::string offset;
    std::string step;
    std::string range;
    std::string format;
    std::string backend = "auto";
    std::string threads = "0";
    std::string output;

    // Of worlds
    std::optional<std::string> chunk;
    std::string compression = "none";
    std::optional<std::string> part;
    bool resume = false;
    std::optional<std::string> check;
    std::string points = "256";
};

constexpr const char* kBackends[] = {"cpu", "gpu", "auto"};
enum class Backend { cpu, gpu, automatic };

// "512x512x64"
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
        fail("{}: expected {} count{}, one per axis of --dim {}, each from 1 to {}, such as {}, got {}", name, dim,
             dim == 1 ? "" : "s", dim, kMostOfAnAxis, examples[dim - 1], in_quotes(text));
    }
    return counts;
}

// "0.1" for all axes, or "0.1,0.1,0.5".
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

GridAxes parse_axes(const BakeOptions& options, const Settings& settings) {
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

// Small grids finish before a driver has even loaded.
constexpr std::int64_t kFew = std::int64_t{1} << 22;

// The backend that was asked for, or that suits so many points.
class Computer {
  public:
    Computer(const BakeOptions& options, std::int64_t points)
        : threads_(static_cast<unsigned>(parse_whole("threads", options.threads, 0, 1024))) {
        if (threads_ == 0) threads_ = std::max(1u, std::thread::hardware_concurrency());
        const Backend backend = parse_word<Backend>("backend", kBackends, options.backend);
        options.gpu.check();
        if (backend == Backend::gpu) gpu_.emplace(options.gpu);
        if (backend == Backend::automatic && points > kFew && may_have_gpu()) {
            try {
                gpu_.emplace(options.gpu);
            } catch (const std::exception&) {  // no GL, or too little memory for it
            }
            if (gpu_ && gpu_->info().software) gpu_.reset();
        }
        if (gpu_) evaluator_.emplace(gpu_->shaders(), gpu_->info());
    }
    Evaluator* gpu() { return evaluator_ ? &*evaluator_ : nullptr; }
    unsigned threads() const { return threads_; }
    std::string name() const {
        if (gpu_) return "GPU (" + gpu_->info().renderer + ")";
        return fmt::format("CPU ({}, {} thread{})", batch_instructions(), threads_, threads_ == 1 ? "" : "s");
    }

  private:
    unsigned threads_;
    std::optional<Gpu> gpu_;
    std::optional<Evaluator> evaluator_;
};

// Shows how far the work on a file is.
class ShownProgress {
  public:
    explicit ShownProgress(const std::string& name) : name_(name) {}
    void operator()(double share) {
        if (time_.seconds() - last_ < 0.2) return;
        last_ = time_.seconds();
        line_.show(name_ + ": " + text_of(ExportState{0, 1, share, time_.seconds_left(share)}));
    }
    void clear() { line_.clear(); }
    double seconds() const { return time_.seconds(); }

  private:
    std::string name_;
    Progress line_;
    Stopwatch time_;
    double last_ = 0;
};

void bake_grid(const BakeOptions& options, const Preset& preset, Bake order) {
    order.format = parse_format(options.format, options.output);
    order.range = preset.look.range;
    if (options.output == "-" && is_terminal(stdout)) fail("-o -: not writing a grid to a terminal");
    const Noise noise(preset.settings);
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);

    Computer computer(options, points_of(order.axes));
    order.threads = computer.threads();
    ShownProgress progress(options.output);
    bake_file(noise, order, computer.gpu(), [&](double share) { progress(share); });
    progress.clear();
    fmt::print(stderr, "isonoise: {}: {} points in {:.2f} s by the {}\n",
               options.output == "-" ? "standard output" : options.output, points_of(order.axes), progress.seconds(),
               computer.name());
}

// "3/64"
WorldPart parse_part(const std::string& text) {
    const std::size_t slash = text.find('/');
    WorldPart part;
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

void bake_world(const BakeOptions& options, const Preset& preset, const GridAxes& axes) {
    if (!options.format.empty()) fail("format: a .zarr holds 32-bit floats alone; leave out --format");
    if (!options.range.empty()) fail("range: only for png and raw16; zarr holds the values themselves");
    World world{preset.settings, axes, usual_chunk(preset.settings.dim, axes),
                parse_word<Compression>("compression", kCompressions, options.compression)};
    if (options.chunk) {
        const auto counts = parse_counts("chunk", *options.chunk, preset.settings.dim);
        std::copy(counts.begin(), counts.end(), world.chunk.begin());
    }
    FillOptions order;
    if (options.part) order.part = parse_part(*options.part);
    order.resume = options.resume;
    if (std::string what = problem(world); !what.empty()) throw Error(what);

    if (!order.resume && world.compression == Compression::none) {
        const auto [from, to] = chunks_of(world, order.part);
        const auto& chunk = world.chunk;
        expect_space(path_of(options.output),
                     static_cast<std::uint64_t>(to - from) * 4 *
                         static_cast<std::uint64_t>(chunk[0] * chunk[1] * chunk[2] * chunk[3]));
    }

    Computer computer(options, points_of(axes) / order.part.count);
    order.threads = computer.threads();
    order.gpu = computer.gpu();
    const Store store(path_of(options.output), world);
    const std::string name = store.path().string() + (options.part ? " part " + *options.part : "");
    ShownProgress progress(name);
    order.progress = [&](double share) { progress(share); };
    const Filled filled = fill(store, order);
    progress.clear();
    fmt::print(stderr, "isonoise: {}: {} points in {} chunks in {:.2f} s by the {}{}\n", name, filled.points,
               filled.computed, progress.seconds(), computer.name(),
               options.resume ? fmt::format("; {} chunks were there", filled.kept) : "");
}

int check_world(const BakeOptions& options) {
    if (options.preset.any() || !options.output.empty() || !options.size.empty() || options.chunk || options.part ||
        options.resume)
        fail("check: the world says what it is made of; of other flags only --points and --threads matter");
    CheckOptions order;
    order.points = options.points == "all" ? 0 : parse_whole("points", options.points, 1, kMostOfAChunk);
    order.threads = static_cast<unsigned>(parse_whole("threads", options.threads, 0, 1024));
    const Store store(path_of(*options.check));
    ShownProgress progress(store.path().string());
    order.progress = [&](double share) { progress(share); };
    order.report = [&](const std::string& line) { print(line + "\n"); };
    const Checked checked = check(store, order);
    progress.clear();
    print(fmt::format("{}: {} chunks, {} missing, {} damaged; {} of {} points computed again differ\n",
                      store.path().string(), checked.chunks, checked.missing, checked.damaged, checked.differing,
                      checked.points));
    if (checked.good()) print(fmt::format("digest {:016x}\n", checked.digest));
    flush_output();
    return checked.good() ? 0 : 1;
}

int bake(const BakeOptions& options) {
    parse_word<Backend>("backend", kBackends, options.backend);
    options.gpu.gl();  // rejects bad values even if unused
    options.gpu.mode();
    if (options.check) return check_world(options);
    Preset preset = options.preset.preset();
    if (options.output.empty()) fail("bake: -o FILE is missing (- is standard output)");
    if (options.size.empty()) fail("bake: --size is missing: the points along each axis, such as 512x512x64");
    const GridAxes axes = parse_axes(options, preset.settings);
    if (names_world(path_of(options.output))) {
        bake_world(options, preset, axes);
        return 0;
    }
    if (options.chunk || options.part || options.resume || options.compression != BakeOptions().compression)
        fail(
            "bake: --chunk, --part, --resume and --compression are for arrays in chunks: expected -o NAME.zarr, got {}",
            in_quotes(options.output));
    if (!options.range.empty()) {
        if (std::string what = set(preset, "range", options.range); !what.empty()) throw Error(what);
    } else {
        preset.look.range.reset();
    }
    bake_grid(options, preset, {.path = options.output, .axes = axes});
    return 0;
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
        "  isonoise bake --check world.zarr\n\n"
        "Built-in presets:" +
        builtin_preset_names());
    options->preset.add(verb, PresetFlags::noise);
    verb.option("-o", options->output, "FILE", "file to write; - is standard output");
    verb.option("--size", options->size, "NxNx...", "points along each axis, up to 2^31, and up to 2^48 in all");
    verb.option("--offset", options->offset, "X,Y,...",
                "coordinate of the first point; one number for all axes or one each; all points less than 2^52 cells "
                "from 0 [0]");
    verb.option("--step", options->step, "X,Y,...",
                "distance between points, in units of coordinate; one number for all axes or one each [on an axis with "
                "a period, the period divided by the points; else a 64th of a cell]");
    verb.option("--format", options->format, "WORD", "png, exr, raw16, raw32f or npy [from FILE's extension]");
    verb.choices("--format", {"png", "exr", "raw16", "raw32f", "npy"});
    verb.option("--range", options->range, "LOW,HIGH",
                "for PNG and RAW16: the values that become 0 and 65535, within -16..16 [the range of the noise]");
    verb.option("--backend", options->backend, "WORD",
                "cpu, gpu, or auto: the GPU if there is a real one, not a software driver [auto]");
    verb.choices("--backend", words_of(kBackends));
    verb.option("--threads", options->threads, "N", "CPU threads, up to 1024; 0 is all [0]");
    options->gpu.add(verb);
    const char* worlds = "Arrays in chunks (-o NAME.zarr)";
    verb.option("--chunk", options->chunk, "NxNx...",
                "points of a chunk along each axis, up to 2^24 in all [about a million]", worlds);
    verb.option("--compression", options->compression, "WORD", "none or zlib [none]", worlds);
    verb.choices("--compression", words_of(kCompressions));
    verb.option("--part", options->part, "I/N", "compute only part I of N, from 1/N to N/N", worlds);
    verb.flag("--resume", options->resume, "leave the chunks alone that are there", worlds);
    verb.option(
        "--check", options->check, "NAME.zarr",
        "read a whole array: name each chunk that is missing or damaged, compute some points of each again, and "
        "print a digest; exits with 1 if anything is wrong",
        worlds);
    verb.option("--points", options->points, "N", "for --check: points of each chunk to compute again, or all [256]",
                worlds);
    verb.run([options] { return bake(*options); });
}

}  // namespace isonoise
