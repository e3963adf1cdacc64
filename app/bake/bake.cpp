#include "bake/bake.hpp"

#include <algorithm>
#include <future>

#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/range.hpp"
#include "paths.hpp"
#include "platform/worker.hpp"

namespace isonoise {

// Does the format hold a single plane, row by row?
static bool is_plane(Format format) { return format == Format::png || format == Format::exr; }

std::int64_t points_of(const GridAxes& axes) { return axes[0].count * axes[1].count * axes[2].count * axes[3].count; }

std::string problem(const Noise& noise, const Bake& order) {
    std::int64_t points = 1;
    for (const GridAxis& axis : {order.axes.x, order.axes.y, order.axes.z, order.axes.w}) {
        if (axis.count < 1 || axis.count > kMostOfAnAxis) {
            return fmt::format("size: expected counts from 1 to {}, got '{}'", kMostOfAnAxis, axis.count);
        }
        if (axis.count > kMostOfAGrid / points) return "size: expected at most 2^48 points in all";
        points *= axis.count;
    }
    const char* format = kFormats[static_cast<int>(order.format)];
    if (is_moving(order.format) || order.format == Format::svg)
        return fmt::format("format: {} holds pictures, not numbers; expected npy, raw16, raw32f, png or exr", format);
    const std::int64_t width = order.axes[0].count, height = order.axes[1].count;
    if (is_plane(order.format)) {
        if (width * height != points) {
            return fmt::format("format: {} holds one plane, but this grid has {}; npy, raw16 and raw32f hold any",
                               format, points / (width * height));
        }
        if (width > kLargestSide || height > kLargestSide || points > kMostPixels) {
            return fmt::format(
                "format: {} holds up to {} points per side and {} in all; npy, raw16 and raw32f hold any", format,
                kLargestSide, kMostPixels);
        }
    }
    if (order.range && !is_whole(order.format)) {
        return fmt::format("range: only for png and raw16; {} holds the values themselves", format);
    }
    return problem(noise, order.axes);
}

namespace {

// Cuts a grid into boxes of about `points` points whose values are contiguous in the file: a run of points along one
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

Grid points_along(const Noise& noise, const GridAxes& axes) {
    Grid grid;
    for (std::size_t c = 0; c < static_cast<std::size_t>(noise.settings().dim); ++c) {
        for (std::int64_t i = 0; i < axes[c].count; ++i)
            grid[c].push_back(grid_point(noise, axes[c], static_cast<int>(c), i));
    }
    return grid;
}

}  // namespace

std::unique_ptr<ImageWriter> grid_writer(OutputFile& file, Format format, std::span<const std::int64_t> shape,
                                         const std::array<double, 2>& range, unsigned threads) {
    const Levels levels{range[0], range[1]};
    const auto width = static_cast<int>(shape.back());
    std::int64_t height = 1;
    for (const std::int64_t count : shape.first(shape.size() - 1))
        height *= count;
    switch (format) {
    case Format::png: return png_writer(file, width, static_cast<int>(height), 1, 16, levels, false, 0, threads);
    case Format::exr: return exr_writer(file, width, static_cast<int>(height), 1, threads);
    case Format::raw16: return raw16_writer(file, levels);
    case Format::raw32f: return raw32f_writer(file);
    case Format::npy: return npy_writer(file, shape);
    case Format::webp:
    case Format::mp4:
    case Format::webm:
    case Format::svg: break;  // see problem()
    }
    return nullptr;
}

void grid_values(const Noise& noise, const Function* function, const GridAxes& axes, std::span<float> values,
                 const BatchOptions& options) {
    if (function)
        function->evaluate(axes, values, options);
    else
        evaluate(noise, axes, values, options);
}

void compute(const Noise& noise, const GridAxes& axes, const Computing& how,
             const std::function<void(std::span<const float>)>& take, const std::function<void(double)>& progress) {
    const Boxes boxes(axes, how.piece, how.whole_rows);
    const auto all = static_cast<double>(boxes.count());
    std::array<std::vector<float>, 2> values;  // one is written while the other is computed
    std::future<void> taking;
    Readback grids;  // the GPU computes a piece while the previous one is read back and written
    if (how.gpu) how.gpu->begin_grid(noise, points_along(noise, boxes[0]), grids);
    for (std::int64_t i = 0; i < boxes.count(); ++i) {
        const GridAxes box = boxes[i];
        std::vector<float>& now = values[static_cast<std::size_t>(i % 2)];
        now.resize(static_cast<std::size_t>(points_of(box)));
        if (how.gpu) {
            if (i + 1 < boxes.count()) how.gpu->begin_grid(noise, points_along(noise, boxes[i + 1]), grids);
            grids.take(now);
            if (progress) progress(static_cast<double>(i + 1) / all);
        } else {
            const BatchOptions options{how.threads, [&](double done) {
                                           if (progress) progress((static_cast<double>(i) + done) / all);
                                           return true;
                                       }};
            grid_values(noise, how.function, box, now, options);
        }
        if (taking.valid()) taking.get();
        taking = std::async(kBeside, take, std::span<const float>(now));
    }
    taking.get();
}

void bake_file(const Noise& noise, const Bake& order, Evaluator* gpu, const std::function<void(double)>& progress) {
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    OutputFile file(order.path);
    file.expect(bytes_of(order));
    std::vector<std::int64_t> shape;
    for (int c = noise.settings().dim; c-- > 0;)
        shape.push_back(order.axes[static_cast<std::size_t>(c)].count);
    const auto image =
        grid_writer(file, order.format, shape, order.range.value_or(value_range(noise.settings())), order.threads);
    const auto row = static_cast<std::size_t>(order.axes[0].count);
    auto write = [&](std::span<const float> values) {
        if (!is_plane(order.format)) return image->row(values);
        for (std::size_t at = 0; at < values.size(); at += row)
            image->row(values.subspan(at, row));
    };

    compute(noise, order.axes,
            {.gpu = gpu,
             .threads = order.threads,
             .piece = order.piece,
             .whole_rows = is_plane(order.format),
             .function = order.function},
            write, progress);
    image->finish();
    file.commit();
}

}  // namespace isonoise
