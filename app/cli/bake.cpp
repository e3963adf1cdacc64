// isonoise bake: writes noise on a grid of 1 to 4 dimensions to a file.
#include "cli/bake.hpp"

#include <algorithm>
#include <charconv>
#include <future>
#include <thread>

#include <unistd.h>

#include "cli/options.hpp"
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "io/image.hpp"
#include "io/progress.hpp"

namespace isonoise {

// Does the format hold a single plane, row by row?
static bool is_plane(Format format) { return format == Format::png || format == Format::exr; }

std::int64_t points_of(const GridAxes& axes) { return axes[0].count * axes[1].count * axes[2].count * axes[3].count; }

std::string problem(const Bake& order) {
    std::int64_t points = 1;
    for (const GridAxis& axis : {order.axes.x, order.axes.y, order.axes.z, order.axes.w}) {
        if (axis.count < 1 || axis.count > kMostOfAnAxis) {
            return fmt::format("size: expected counts from 1 to {}, got '{}'", kMostOfAnAxis, axis.count);
        }
        if (axis.count > kMostOfAGrid / points) return "size: expected at most 2^48 points in all";
        points *= axis.count;
    }
    const char* format = kFormats[static_cast<int>(order.format)];
    const std::int64_t width = order.axes[0].count, height = order.axes[1].count;
    if (is_plane(order.format)) {
        if (width * height != points) {
            return fmt::format("format: {} holds one plane, and this grid has {}; npy, raw16 and raw32f hold any",
                               format, points / (width * height));
        }
        if (width > kLargestSide || height > kLargestSide || points > kMostPixels) {
            return fmt::format(
                "format: {} holds up to {} points a side and {} in all; npy, raw16 and raw32f any number", format,
                kLargestSide, kMostPixels);
        }
    }
    if (order.range && !is_whole(order.format)) {
        return fmt::format("range: is for png and raw16; {} holds the values themselves", format);
    }
    return {};
}

namespace {

// A grid cut into boxes of about `points` points whose values are contiguous in the file: a run of points along one
// axis, all points of the axes before it, one point of each axis after it.
class Boxes {
  public:
    Boxes(const GridAxes& axes, std::int64_t points, bool whole_rows) : axes_(axes) {
        std::int64_t inner = 1;
        while (axis_ < 3 && (inner * axes[axis_].count <= points || (whole_rows && axis_ == 0)))
            inner *= axes[axis_++].count;
        length_ = std::clamp<std::int64_t>(points / inner, 1, axes[axis_].count);
        per_line_ = (axes[axis_].count + length_ - 1) / length_;
        count_ = per_line_;
        for (std::size_t c = axis_ + 1; c < 4; ++c)
            count_ *= axes[c].count;
    }

    std::int64_t count() const { return count_; }

    GridAxes operator[](std::int64_t i) const {
        GridAxes box = axes_;
        const std::int64_t from = i % per_line_ * length_;
        box[axis_].first += from;
        box[axis_].count = std::min(length_, axes_[axis_].count - from);
        std::int64_t rest = i / per_line_;
        for (std::size_t c = axis_ + 1; c < 4; ++c) {
            box[c].first += rest % axes_[c].count;
            box[c].count = 1;
            rest /= axes_[c].count;
        }
        return box;
    }

  private:
    GridAxes axes_;
    std::size_t axis_ = 0;  // the axis that is cut
    std::int64_t length_ = 1, per_line_ = 1, count_ = 1;
};

// The file's size without its header; 0 if unknown before compression.
std::uint64_t bytes_of(const Bake& order) {
    if (is_plane(order.format)) return 0;
    return static_cast<std::uint64_t>(points_of(order.axes)) * (order.format == Format::raw16 ? 2 : 4);
}

std::unique_ptr<ImageWriter> writer(OutputFile& file, const Noise& noise, const Bake& order) {
    const auto range = order.range.value_or(value_range(noise.settings()));
    const Levels levels{range[0], range[1]};
    const auto width = static_cast<int>(order.axes[0].count), height = static_cast<int>(order.axes[1].count);
    switch (order.format) {
    case Format::png: return png_writer(file, width, height, 1, 16, levels, false);
    case Format::exr: return exr_writer(file, width, height, 1);
    case Format::raw16: return raw16_writer(file, levels);
    case Format::raw32f: return raw32f_writer(file);
    case Format::npy: {
        std::vector<std::int64_t> shape;
        for (int c = noise.settings().dim; c-- > 0;)
            shape.push_back(order.axes[static_cast<std::size_t>(c)].count);
        return npy_writer(file, shape);
    }
    }
    return nullptr;
}

Grid points_along(const Noise& noise, const GridAxes& axes) {
    Grid grid;
    for (std::size_t c = 0; c < static_cast<std::size_t>(noise.settings().dim); ++c) {
        for (std::int64_t i = 0; i < axes[c].count; ++i)
            grid[c].push_back(grid_point(noise, axes[c], static_cast<int>(c), i));
    }
    return grid;
}

}  // namespace

void bake_file(const Noise& noise, const Bake& order, Evaluator* gpu, const std::function<void(double)>& progress) {
    if (std::string what = problem(order); !what.empty()) throw Error(what);
    OutputFile file(order.path);
    file.expect(bytes_of(order));
    const auto image = writer(file, noise, order);
    const auto row = static_cast<std::size_t>(order.axes[0].count);
    auto write = [&](std::span<const float> values) {
        if (!is_plane(order.format)) return image->row(values);
        for (std::size_t at = 0; at < values.size(); at += row)
            image->row(values.subspan(at, row));
    };

    const Boxes boxes(order.axes, order.piece, is_plane(order.format));
    const auto all = static_cast<double>(boxes.count());
    std::array<std::vector<float>, 2> values;  // one is written while the other is computed
    std::future<void> writing;
    Readback grids;  // the GPU computes a piece while the previous one is read back and written
    if (gpu) gpu->begin_grid(noise, points_along(noise, boxes[0]), grids);
    for (std::int64_t i = 0; i < boxes.count(); ++i) {
        const GridAxes box = boxes[i];
        std::vector<float>& now = values[static_cast<std::size_t>(i % 2)];
        now.resize(static_cast<std::size_t>(points_of(box)));
        if (gpu) {
            if (i + 1 < boxes.count()) gpu->begin_grid(noise, points_along(noise, boxes[i + 1]), grids);
            grids.take(now);
            if (progress) progress(static_cast<double>(i + 1) / all);
        } else {
            evaluate(noise, box, now, {order.threads, [&](double share) {
                                           if (progress) progress((static_cast<double>(i) + share) / all);
                                           return true;
                                       }});
        }
        if (writing.valid()) writing.get();
        writing = std::async(std::launch::async, write, std::span<const float>(now));
    }
    writing.get();
    image->finish();
    file.commit();
}

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
};

constexpr const char* kBackends[] = {"cpu", "gpu", "auto"};
enum class Backend { cpu, gpu, automatic };

// "512x512x64"
std::vector<std::int64_t> parse_counts(const std::string& text, int dim) {
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
        fail("size: expected {} count{}, one an axis of --dim {}, each from 1 to {}, as in {}, got {}", dim,
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
        fail("{}: expected one number for all axes, or {}, one an axis, separated by commas, got {}", name, dim,
             in_quotes(text));
    }
    return numbers;
}

GridAxes parse_axes(const BakeOptions& options, const Settings& settings) {
    const int dim = settings.dim;
    const auto counts = parse_counts(options.size, dim);
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

void bake(const BakeOptions& options) {
    const Backend backend = parse_word<Backend>("backend", kBackends, options.backend);
    options.gpu.gl();  // rejects bad values even if unused
    options.gpu.mode();
    Preset preset = options.preset.preset();
    if (options.output.empty()) fail("bake: -o FILE is missing (- is standard output)");
    if (options.size.empty()) fail("bake: --size is missing: counts along each axis, as in 512x512x64");
    Bake order;
    order.path = options.output;
    order.format = parse_format(options.format, options.output);
    order.axes = parse_axes(options, preset.settings);
    if (!options.range.empty()) {
        if (std::string what = set(preset, "range", options.range); !what.empty()) throw Error(what);
        order.range = preset.look.range;
    }
    order.threads = static_cast<unsigned>(parse_whole("threads", options.threads, 0, 1024));
    if (order.threads == 0) order.threads = std::max(1u, std::thread::hardware_concurrency());
    if (options.output == "-" && isatty(STDOUT_FILENO)) fail("-o -: not writing a grid to a terminal");
    if (std::string what = problem(order); !what.empty()) throw Error(what);

    std::optional<Gpu> gpu;
    if (backend == Backend::gpu) gpu.emplace(options.gpu);
    if (backend == Backend::automatic && points_of(order.axes) > kFew) {
        try {
            gpu.emplace(options.gpu);
        } catch (const Error&) {  // no GL
        }
        if (gpu && gpu->info().software) gpu.reset();
    }
    std::optional<Evaluator> evaluator;
    if (gpu) evaluator.emplace(gpu->shaders(), gpu->info());

    Progress progress;
    const Stopwatch time;
    double last = 0;
    bake_file(Noise(preset.settings), order, evaluator ? &*evaluator : nullptr, [&](double share) {
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

void add_bake(CLI::App& app, int&) {
    auto options = std::make_shared<BakeOptions>();
    CLI::App* verb = app.add_subcommand("bake", "write the noise on a grid of 1 to 4 dimensions");
    verb->footer(
        "Point i along an axis lies at offset + i * step, in units of coordinate. Along an axis with a period "
        "(--period, "
        "--loop) and no --step the points divide the period, from integers: the grid is one tile, and the point after "
        "the last would be the first.\n"
        "Formats: RAW16 (.r16, .raw: whole numbers of 16 bits), RAW32F (.r32, .f32: 32-bit floats), both lowest byte "
        "first and nothing else; NumPy's (.npy: 32-bit floats of shape (w, z, y, x)); of planes PNG of 16 bits (.png) "
        "and EXR of 32-bit floats (.exr). x runs fastest, then y, z, w.\n"
        "In RAW16 and PNG 0 is the low end of --range, 65535 its high end and a value v round(65535 * (v - LOW) / "
        "(HIGH - LOW)); without --range they are the range of the noise, [-1, 1] say. The others hold the values bit "
        "for bit.\n"
        "The file does not depend on the backend, the threads or the machine. Memory does not grow with it.\n\n"
        "  isonoise bake --octaves 8 --size 16385x16385 --step 0.001 -o height.r16\n"
        "  isonoise bake --dim 3 --octaves 4 --period 4,4,4 --size 128x128x128 -o tile.npy\n"
        "  isonoise bake --dim 3 --octaves 4 --period 8,8,0 --loop 2 --size 256x256x60 -o loop.r32    (60 frames that "
        "close)\n"
        "  isonoise bake terrain --size 4097x4097 --range -0.8,0.8 -o terrain.png\n"
        "  isonoise bake --dim 4 --size 64x64x64x64 --format raw16 -o - | zstd >noise.zst\n\n"
        "Built-in presets:" +
        builtin_preset_names());
    options->preset.add(*verb, PresetFlags::noise);
    verb->add_option("-o", options->output, "file to write; - is standard output")->type_name("FILE");
    verb->add_option("--size", options->size, "points along each axis, up to 2^31, and up to 2^48 in all")
        ->type_name("NxNx...");
    verb->add_option("--offset", options->offset,
                     "coordinate of the first point; one number for all axes or one each [0]")
        ->type_name("X,Y,...");
    verb->add_option("--step", options->step,
                     "from point to point, in units of coordinate; one number for all axes or one each [the period by "
                     "the points; without a period a 64th of a cell]")
        ->type_name("X,Y,...");
    verb->add_option("--format", options->format, "png, exr, raw16, raw32f or npy [as FILE's name says]")
        ->type_name("WORD");
    verb->add_option("--range", options->range,
                     "of PNG and RAW16: the values that become 0 and 65535, within -16..16 [those of the noise]")
        ->type_name("LOW,HIGH");
    verb->add_option("--backend", options->backend,
                     "what computes: cpu, gpu, or auto: the GPU where there is one, not a software driver [auto]")
        ->type_name("WORD");
    verb->add_option("--threads", options->threads, "threads of the CPU, up to 1024; 0 is all that it has [0]")
        ->type_name("N");
    options->gpu.add(*verb);
    verb->callback([options] { bake(*options); });
}

}  // namespace isonoise
