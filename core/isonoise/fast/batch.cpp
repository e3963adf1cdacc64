// Everything around the SIMD kernels: checks the request, cuts it into pieces, makes the tables, runs the threads.
#include "isonoise/batch.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "isonoise/fast/batch_kernels.hpp"
#include "isonoise/fast/instructions.hpp"
#include "isonoise/fast/parallel.hpp"
#include "isonoise/fast/targets.hpp"

#include <hwy/targets.h>  // after batch_kernels.hpp, whose macros configure it

namespace isonoise {
namespace {

using batch::kLanes;
using batch::Row;

constexpr std::int64_t kFurthest = std::int64_t{1} << 52;
constexpr std::int64_t kMostPerPeriod = std::int64_t{1} << 31;

// Approximate points per job: a few milliseconds at most, short enough to balance threads.
constexpr std::int64_t kPiece = std::int64_t{1} << 17;

// True if the SIMD kernels compute this noise; all else is computed point by point.
bool has_kernels(const Noise& noise) {
    return noise.plain_reach() != Noise::kDefinition && hashes_keys(noise.settings().algorithm) && batch::has_kernels();
}

batch::Form form_of(const Noise& noise) {
    const Settings& s = noise.settings();
    return {noise.plan(), s.algorithm, s.fractal, used_fade(s), s.dim, s.flow != 0.0f};
}

// Aligned for vectors of any size: two of the largest fill a block.
constexpr std::align_val_t kAligned{128};
struct Free {
    void operator()(void* numbers) const { ::operator delete(numbers, kAligned); }
};
template <class T> using Aligned = std::unique_ptr<T[], Free>;
template <class T> Aligned<T> allocate(std::size_t count) {
    return Aligned<T>(static_cast<T*>(::operator new(count * sizeof(T), kAligned)));
}

// A point's coordinate along an axis in cells, before `along` and the period's fractions are added.
double cells_at(const Plan& plan, const GridAxis& points, std::int64_t i) {
    const auto frequency = static_cast<double>(plan.frequency);
    if (points.per_period != 0) return points.offset * frequency;
    return (points.offset + static_cast<double>(points.first + i) * points.step) * frequency;
}

std::string decimal(double number) {
    char digits[32];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("batch: " + what); }

void check(const Noise& noise, const Channels& to) {
    bool any = to.value.data != nullptr;
    for (int c = 0; c < 4; ++c) {
        if (to.gradient[static_cast<std::size_t>(c)].data == nullptr) continue;
        any = true;
        if (!has_gradient(noise.settings()) && !has_slope(noise.settings()))
            refuse("gradient: these settings have no gradient");
        if (c >= noise.settings().dim) refuse(std::string("gradient: the noise has no axis ") + kAxisNames[c]);
    }
    if (!any) refuse("no output requested: neither values nor gradients");
}

// The first problem of one axis.
std::string axis_problem(const Noise& noise, const GridAxis& axis, int c) {
    const std::string where = std::string(" of axis ") + kAxisNames[c] + ": expected ";
    const bool used = c < noise.settings().dim;
    if (axis.count < 1 || axis.count > kMostPoints)
        return "count" + where + "1 to 2^48, got " + std::to_string(axis.count);
    if (!used && axis.count != 1)
        return "count" + where + "1, since the noise lacks this axis, got " + std::to_string(axis.count);
    if (!std::isfinite(axis.offset)) return "offset" + where + "a number, got " + decimal(axis.offset);
    if (!std::isfinite(axis.step) || (axis.step == 0.0 && axis.count > 1))
        return "step" + where + "a number other than 0, got " + decimal(axis.step);
    if (axis.per_period < 0 || axis.per_period > kMostPerPeriod)
        return "per_period" + where + "0 to 2^31, got " + std::to_string(axis.per_period);
    if (axis.per_period != 0 && periods(noise.settings())[static_cast<std::size_t>(c)] == 0)
        return std::string("per_period of axis ") + kAxisNames[c] + ": the noise has no period along this axis";
    if (axis.first < -kFurthest || axis.first > kFurthest)
        return "first" + where + "-2^52 to 2^52, got " + std::to_string(axis.first);
    if (!(axis.along.fraction >= 0.0 && axis.along.fraction < 1.0))
        return "fraction" + where + "at least 0 and less than 1, got " + decimal(axis.along.fraction);
    for (const std::int64_t i : {std::int64_t{0}, axis.count - 1}) {  // the others lie in between
        const double at = cells_at(noise.plan(), axis, i);
        if (used && !(std::fabs(at) < static_cast<double>(kFurthest)))
            return "points" + where + "offset + i*step less than 2^52 cells from 0, got " + decimal(at);
    }
    return "";
}

void check(const Noise& noise, const GridAxes& grid) {
    if (const std::string what = problem(noise, grid); !what.empty()) refuse(what);
}

// The strides, or those of a dense grid if none are given.
std::array<std::ptrdiff_t, 4> strides(const Channel& channel, const GridAxes& grid) {
    if (channel.strides != std::array<std::ptrdiff_t, 4>{}) return channel.strides;
    std::array<std::ptrdiff_t, 4> dense{1};
    for (std::size_t c = 1; c < 4; ++c)
        dense[c] = dense[c - 1] * static_cast<std::ptrdiff_t>(grid[c - 1].count);
    return dense;
}

// The tables along an axis, kept until different ones are requested.
class AxisTable {
  public:
    // octaves: 0 if only cells and fractions are needed.
    AxisTable(const Noise& noise, const GridAxes& grid, int axis, std::uint32_t octaves, bool slopes = false)
        : noise_(noise), points_(grid[static_cast<std::size_t>(axis)]), axis_(axis), slopes_(slopes), rows_(octaves) {}

    void make(std::int64_t first, std::int64_t count) {
        if (first == first_ && count == count_) return;
        first_ = first;
        count_ = count;
        const std::size_t pitch = (static_cast<std::size_t>(count) + kLanes - 1) / kLanes * kLanes;
        if (pitch > pitch_) {
            pitch_ = pitch;
            const std::size_t floats = slopes_ ? 3 : 2;
            floats_ = allocate<float>(pitch * (1 + floats * rows_.size()));
            words_ = allocate<std::uint32_t>(pitch * (1 + 2 * rows_.size()));
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                float* f = floats_.get() + (1 + floats * i) * pitch;
                std::uint32_t* ends = words_.get() + (1 + 2 * i) * pitch;
                rows_[i] = {f, f + pitch, slopes_ ? f + 2 * pitch : nullptr, ends, ends + pitch};
            }
        }
        batch::make_rows({form_of(noise_), axis_, &points_, first, static_cast<std::size_t>(count), words_.get(),
                          floats_.get(), rows_.empty() ? nullptr : rows_.data()});
    }
    const std::uint32_t* cells() const { return words_.get(); }
    const float* fractions() const { return floats_.get(); }
    const Row* octaves() const { return rows_.data(); }

  private:
    const Noise& noise_;
    const GridAxis& points_;
    int axis_;
    bool slopes_;
    std::int64_t first_ = 0;
    std::int64_t count_ = 0;
    std::size_t pitch_ = 0;
    Aligned<float> floats_;
    Aligned<std::uint32_t> words_;
    std::vector<Row> rows_;
};

// A grid cut into pieces of several columns, rows and planes.
class Pieces {
  public:
    Pieces(const GridAxes& grid, std::int64_t columns)
        : grid_(grid), columns_(columns), rows_(std::min<std::int64_t>(grid[1].count, 256)),
          stack_(std::clamp<std::int64_t>(kPiece / (std::min(columns, grid[0].count) * rows_), 1, planes())) {}

    std::int64_t count() const { return chunks() * bands() * ((planes() + stack_ - 1) / stack_); }

    // Pieces that share columns are consecutive.
    struct Piece {
        std::int64_t x, columns, y, rows, first, end;  // planes first to end
    };
    Piece operator[](std::int64_t i) const {
        const std::int64_t stacks = (planes() + stack_ - 1) / stack_;
        const std::int64_t x = i / stacks / bands() * columns_, y = i / stacks % bands() * rows_;
        const std::int64_t first = i % stacks * stack_;
        return {x,     std::min(columns_, grid_[0].count - x), y, std::min(rows_, grid_[1].count - y),
                first, std::min(planes(), first + stack_)};
    }

  private:
    std::int64_t planes() const { return grid_[2].count * grid_[3].count; }
    std::int64_t chunks() const { return (grid_[0].count + columns_ - 1) / columns_; }
    std::int64_t bands() const { return (grid_[1].count + rows_ - 1) / rows_; }

    const GridAxes& grid_;
    std::int64_t columns_, rows_, stack_;
};

// Copies floats that may be strided; most are not.
void copy(const float* from, std::ptrdiff_t gap, std::int64_t count, float* to, std::ptrdiff_t stride) {
    if (gap == 1 && stride == 1) {
        std::copy_n(from, count, to);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        to[i * stride] = from[i * gap];
}

bool wants_gradient(const Channels& to) {
    return std::any_of(to.gradient.begin(), to.gradient.end(), [](const Channel& c) { return c.data != nullptr; });
}

// Grids of a noise with separate axes: planes on SIMD.
class Planes {
  public:
    Planes(const Noise& noise, const GridAxes& grid, const Channels& to)
        : noise_(noise), grid_(grid), dim_(noise.settings().dim), gradient_(wants_gradient(to)),
          pieces_(grid, static_cast<std::int64_t>(batch::most_columns(dim_, gradient_))) {
        channels_[0] = to.value;
        std::copy(to.gradient.begin(), to.gradient.end(), channels_ + 1);
        for (Channel& channel : channels_)
            channel.strides = strides(channel, grid);
    }
    std::int64_t pieces() const { return pieces_.count(); }

    struct Scratch {
        explicit Scratch(const Planes& of)
            : x(table(of, 0)), y(table(of, 1)), z(table(of, 2)), w(table(of, 3)),
              block(allocate<float>(batch::block_size(of.dim_, of.gradient_))) {}
        static AxisTable table(const Planes& of, int axis) {
            return AxisTable(of.noise_, of.grid_, axis, of.noise_.plan().count, of.gradient_);
        }
        AxisTable x, y, z, w;
        Aligned<float> block;
        std::vector<float> rows[5];  // for channels that cannot be written directly
    };
    Scratch scratch() const { return Scratch(*this); }

    void operator()(std::int64_t i, Scratch& s) const {
        const Pieces::Piece piece = pieces_[i];
        s.x.make(piece.x, piece.columns);
        if (dim_ > 1) s.y.make(piece.y, piece.rows);
        for (std::int64_t p = piece.first; p < piece.end; ++p)
            plane(s, piece, p % grid_[2].count, p / grid_[2].count);
    }

  private:
    // True if the channel is unwanted or its columns are not contiguous. Also for sums of gradients: the caller's
    // channels may overlap, and then must not be read back.
    bool copied(const Channel& channel) const {
        return channel.data == nullptr || channel.strides[0] != 1 || (gradient_ && noise_.plan().count > 1);
    }

    void plane(Scratch& s, const Pieces::Piece& piece, std::int64_t k, std::int64_t l) const {
        if (dim_ > 2) s.z.make(k, 1);
        if (dim_ > 3) s.w.make(l, 1);
        // Sums of octaves and copied rows stay in the L2 cache.
        const std::size_t outputs = gradient_ ? static_cast<std::size_t>(dim_) + 1 : 1;
        const std::uint32_t count = noise_.plan().count;
        const bool few = count > 1 || std::any_of(channels_, channels_ + outputs, [&](auto& c) { return copied(c); });
        const std::int64_t most = few ? gradient_ ? 16 : 64 : piece.rows;
        Row y[32];
        for (std::int64_t j = 0; j < piece.rows; j += most) {
            for (std::uint32_t octave = 0; octave < count && dim_ > 1; ++octave) {
                const Row& row = s.y.octaves()[octave];
                y[octave] = {row.f + j, row.w + j, gradient_ ? row.s + j : nullptr, row.low + j, row.high + j};
            }
            const std::int64_t rows = std::min(most, piece.rows - j);
            batch::Plane plane{form_of(noise_),
                               static_cast<std::size_t>(piece.columns),
                               static_cast<std::size_t>(rows),
                               s.x.octaves(),
                               y,
                               s.z.octaves(),
                               s.w.octaves(),
                               s.block.get(),
                               {},
                               {}};
            for (std::size_t c = 0; c < outputs; ++c) {
                const Channel& channel = channels_[c];
                batch::Plane::Output& output = c == 0 ? plane.value : plane.gradient[c - 1];
                if (copied(channel)) {
                    s.rows[c].resize(static_cast<std::size_t>(piece.columns * most));
                    output = {s.rows[c].data(), static_cast<std::ptrdiff_t>(piece.columns)};
                } else {
                    output = {start(channel, piece, j, k, l), channel.strides[1]};
                }
            }
            batch::fill_plane(plane);
            for (std::size_t c = 0; c < outputs; ++c) {
                const Channel& channel = channels_[c];
                if (channel.data == nullptr || !copied(channel)) continue;
                float* to = start(channel, piece, j, k, l);
                const float* from = s.rows[c].data();
                for (std::int64_t row = 0; row < rows; ++row)
                    copy(from + row * piece.columns, 1, piece.columns, to + row * channel.strides[1],
                         channel.strides[0]);
            }
        }
    }
    static float* start(const Channel& channel, const Pieces::Piece& piece, std::int64_t j, std::int64_t k,
                        std::int64_t l) {
        return channel.data + piece.x * channel.strides[0] + (piece.y + j) * channel.strides[1] +
               k * channel.strides[2] + l * channel.strides[3];
    }

    const Noise& noise_;
    const GridAxes& grid_;
    Channel channels_[5];  // the value, and the gradient along each axis
    int dim_;
    bool gradient_;
    Pieces pieces_;
};

// Up to kRun points and their results.
struct Bundle {
    alignas(64) float at[4][batch::kRun];
    alignas(64) std::uint32_t cells[4][batch::kRun];
    alignas(64) float values[batch::kRun];
    alignas(64) float gradient[4][batch::kRun];

    // From coordinates, or from cells and fractions.
    void compute(const Noise& noise, std::size_t count, bool in_cells, bool with_gradient) {
        const Settings& settings = noise.settings();
        if (has_kernels(noise)) {
            batch::Run run{form_of(noise), count, {}, {}, values, {}};
            for (int c = 0; c < settings.dim; ++c) {
                run.at[c] = at[c];
                if (in_cells) run.cells[c] = cells[c];
                if (with_gradient) run.gradient[c] = gradient[c];
            }
            return batch::fill_run(run);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const detail::vec4 p{at[0][i], at[1][i], at[2][i], at[3][i]};
            const detail::ivec4 cell{int(cells[0][i]), int(cells[1][i]), int(cells[2][i]), int(cells[3][i])};
            if (!with_gradient) {
                values[i] = in_cells ? detail::value(noise, cell, p) : detail::value(noise, p);
                continue;
            }
            float g[4];
            if (has_slope(settings)) {
                values[i] = in_cells ? detail::slope(noise, cell, p, g) : detail::slope(noise, p, g);
            } else {
                values[i] = in_cells ? detail::gradient(noise, cell, p, g) : detail::gradient(noise, p, g);
            }
            for (int c = 0; c < settings.dim; ++c)
                gradient[c][i] = g[c];
        }
    }
};

// Grids that planes cannot compute: point by point.
class GridPoints {
  public:
    GridPoints(const Noise& noise, const GridAxes& grid, const Channels& to)
        : noise_(noise), grid_(grid), to_(to), gradient_(wants_gradient(to)),
          pieces_(grid, static_cast<std::int64_t>(batch::kRun)) {
        to_.value.strides = strides(to.value, grid);
        for (Channel& channel : to_.gradient)
            channel.strides = strides(channel, grid);
    }
    std::int64_t pieces() const { return pieces_.count(); }

    struct Scratch {
        explicit Scratch(const GridPoints& of)
            : axes{AxisTable(of.noise_, of.grid_, 0, 0), AxisTable(of.noise_, of.grid_, 1, 0),
                   AxisTable(of.noise_, of.grid_, 2, 0), AxisTable(of.noise_, of.grid_, 3, 0)},
              bundle(std::make_unique<Bundle>()) {}
        AxisTable axes[4];
        std::unique_ptr<Bundle> bundle;
    };
    Scratch scratch() const { return Scratch(*this); }

    void operator()(std::int64_t i, Scratch& s) const {
        const Pieces::Piece piece = pieces_[i];
        const int dim = noise_.settings().dim;
        Bundle& b = *s.bundle;
        const auto columns = static_cast<std::size_t>(piece.columns);
        s.axes[0].make(piece.x, piece.columns);
        if (dim > 1) s.axes[1].make(piece.y, piece.rows);
        const std::int64_t most = static_cast<std::int64_t>(batch::kRun) / piece.columns;  // rows at a time
        // Fills the coordinate along axis c of `count` points, starting at `from`, with that of grid point `point`.
        const auto fill = [&](int c, std::size_t from, std::size_t count, std::int64_t point) {
            std::fill_n(b.cells[c] + from, count, s.axes[c].cells()[point]);
            std::fill_n(b.at[c] + from, count, s.axes[c].fractions()[point]);
        };
        for (std::size_t from = 0; from + columns <= batch::kRun; from += columns) {
            std::copy_n(s.axes[0].cells(), columns, b.cells[0] + from);
            std::copy_n(s.axes[0].fractions(), columns, b.at[0] + from);
        }
        for (std::int64_t p = piece.first; p < piece.end; ++p) {
            const std::int64_t k = p % grid_[2].count, l = p / grid_[2].count;
            for (int c = 2; c < dim; ++c) {
                s.axes[c].make(c == 2 ? k : l, 1);
                fill(c, 0, batch::kRun, 0);
            }
            for (std::int64_t j = 0; j < piece.rows; j += most) {
                const auto rows = static_cast<std::size_t>(std::min(most, piece.rows - j));
                for (std::size_t row = 0; row < rows && dim > 1; ++row)
                    fill(1, row * columns, columns, j + static_cast<std::int64_t>(row));
                b.compute(noise_, rows * columns, true, gradient_);
                for (std::size_t row = 0; row < rows; ++row) {
                    const std::int64_t y = j + static_cast<std::int64_t>(row);
                    write(to_.value, b.values + row * columns, piece, y, k, l);
                    for (std::size_t c = 0; c < 4; ++c)
                        write(to_.gradient[c], b.gradient[c] + row * columns, piece, y, k, l);
                }
            }
        }
    }

  private:
    static void write(const Channel& to, const float* from, const Pieces::Piece& piece, std::int64_t j, std::int64_t k,
                      std::int64_t l) {
        if (to.data == nullptr) return;
        float* data =
            to.data + piece.x * to.strides[0] + (piece.y + j) * to.strides[1] + k * to.strides[2] + l * to.strides[3];
        copy(from, 1, piece.columns, data, to.strides[0]);
    }

    const Noise& noise_;
    const GridAxes& grid_;
    Channels to_;
    bool gradient_;
    Pieces pieces_;
};

class PointList {
  public:
    PointList(const Noise& noise, const Points& points, const Channels& to)
        : noise_(noise), points_(points), to_(to), gradient_(wants_gradient(to)), in_place_(can_in_place()) {}
    std::int64_t pieces() const { return (points_.count + kStretch - 1) / kStretch; }

    struct Scratch {};
    Scratch scratch() const { return {}; }

    void operator()(std::int64_t i, Scratch&) const {
        const std::int64_t end = std::min(points_.count, (i + 1) * kStretch);
        std::int64_t first = i * kStretch;
        if (in_place_) {
            // Vectors that straddle cache lines are slower: in long lists, compute a few points first to align.
            const auto odd = reinterpret_cast<std::uintptr_t>(points_.coordinates[0] + first) / sizeof(float) % kLanes;
            const std::int64_t few = odd == 0 || end - first < 4096 ? 0 : kLanes - static_cast<std::int64_t>(odd);
            if (few > 0) run(first, few);
            first += few;
            const std::int64_t whole = (end - first) / kLanes * kLanes;
            if (whole > 0) run_in_place(first, whole);
            first += whole;
        }
        for (; first < end; first += static_cast<std::int64_t>(batch::kRun))
            run(first, std::min<std::int64_t>(batch::kRun, end - first));
    }

  private:
    static constexpr std::int64_t kStretch = 1 << 15, kLanes = batch::kLanes;

    void run(std::int64_t first, std::int64_t count) const {
        Bundle b;
        const int dim = noise_.settings().dim;
        for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
            const std::ptrdiff_t gap = points_.strides[c];
            copy(points_.coordinates[c] + first * gap, gap, count, b.at[c], 1);
            std::fill(b.at[c] + count, b.at[c] + (count + kLanes - 1) / kLanes * kLanes, 1.0f);  // any usual number
        }
        b.compute(noise_, static_cast<std::size_t>(count), false, gradient_);
        write(to_.value, b.values, first, count);
        for (std::size_t c = 0; c < 4; ++c)
            write(to_.gradient[c], b.gradient[c], first, count);
    }
    void run_in_place(std::int64_t first, std::int64_t count) const {
        batch::Run run{form_of(noise_), static_cast<std::size_t>(count), {}, {}, to_.value.data + first, {}};
        for (int c = 0; c < noise_.settings().dim; ++c)
            run.at[c] = points_.coordinates[static_cast<std::size_t>(c)] + first;
        batch::fill_run(run);
    }
    // True if the vectors can read the coordinates and write the values directly.
    bool can_in_place() const {
        const auto dim = static_cast<std::size_t>(noise_.settings().dim);
        return has_kernels(noise_) && !gradient_ && stride(to_.value) == 1 &&
               std::all_of(points_.strides.begin(), points_.strides.begin() + dim, [](auto s) { return s == 1; });
    }
    static std::ptrdiff_t stride(const Channel& to) {
        return to.strides == std::array<std::ptrdiff_t, 4>{} ? 1 : to.strides[0];
    }
    static void write(const Channel& to, const float* from, std::int64_t first, std::int64_t count) {
        if (to.data == nullptr) return;
        copy(from, 1, count, to.data + first * stride(to), stride(to));
    }

    const Noise& noise_;
    const Points& points_;
    const Channels& to_;
    bool gradient_;
    bool in_place_;
};

}  // namespace

AxisPoint batch::point_of(const Plan& plan, const GridAxis& points, int axis, std::int64_t i) {
    const std::uint32_t period = plan.octaves[0].period[static_cast<std::size_t>(axis)];
    LoopPoint more = points.along;
    if (points.per_period != 0) {
        const LoopPoint at = loop_point(points.first + i, points.per_period, period);
        const double fraction = more.fraction + at.fraction, carry = std::floor(fraction);
        more = {wrapped_cell(more.cell, period) + at.cell + static_cast<std::int64_t>(carry), fraction - carry};
    }
    return axis_point(cells_at(plan, points, i), more, period);
}

AxisPoint grid_point(const Noise& noise, const GridAxis& points, int axis, std::int64_t i) {
    return batch::point_of(noise.plan(), points, axis, i);
}

std::string problem(const Noise& noise, const GridAxes& grid) {
    std::int64_t points = 1;
    for (int c = 0; c < 4; ++c) {
        const GridAxis& axis = grid[static_cast<std::size_t>(c)];
        if (std::string what = axis_problem(noise, axis, c); !what.empty()) return what;
        if (axis.count > kMostPoints / points) return "the grid has more than 2^48 points";
        points *= axis.count;
    }
    return "";
}

bool evaluate(const Noise& noise, const GridAxes& grid, const Channels& to, const BatchOptions& options) {
    check(noise, grid);
    check(noise, to);
    if (has_kernels(noise) && has_separate_axes(noise.settings()))
        return run_in_parallel(Planes(noise, grid, to), options);
    return run_in_parallel(GridPoints(noise, grid, to), options);
}

bool evaluate(const Noise& noise, const Points& points, const Channels& to, const BatchOptions& options) {
    check(noise, to);
    if (points.count < 0 || points.count > kMostPoints)
        refuse("count: expected 0 to 2^48, got " + std::to_string(points.count));
    for (int c = 0; c < noise.settings().dim; ++c) {
        if (points.coordinates[static_cast<std::size_t>(c)] == nullptr)
            refuse(std::string("coordinates: those of axis ") + kAxisNames[c] + " are missing");
    }
    if (points.count == 0) return true;
    return run_in_parallel(PointList(noise, points, to), options);
}

bool evaluate(const Noise& noise, const GridAxes& grid, std::span<float> values, const BatchOptions& options) {
    check(noise, grid);
    const std::int64_t points = grid.x.count * grid.y.count * grid.z.count * grid.w.count;
    if (static_cast<std::uint64_t>(points) != values.size())
        refuse("values: expected " + std::to_string(points) + " floats, got " + std::to_string(values.size()));
    Channels to;
    to.value.data = values.data();
    return evaluate(noise, grid, to, options);
}

const char* batch_instructions() { return batch::instructions(); }

namespace {

// An instruction set and Highway's bit for it. Sets that the kernels are not compiled for come last, under one name.
struct InstructionSet {
    std::string name;
    std::int64_t bit;
};
std::vector<InstructionSet> sets() {
    hwy::SetSupportedTargetsForTest(0);  // otherwise only the one in use is listed
    std::vector<InstructionSet> all;
    for (const bool compiled : {true, false}) {
        for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {  // lower bits are better
            const std::int64_t bit = rest & -rest;
            if (((bit & HWY_TARGETS) != 0) != compiled) continue;
            hwy::SetSupportedTargetsForTest(bit);
            const std::string name = batch::instructions();
            if (std::none_of(all.begin(), all.end(), [&](const auto& set) { return set.name == name; }))
                all.push_back({name, bit});
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    return all;
}

}  // namespace

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const InstructionSet& set : sets())
        names.push_back(set.name);
    return names;
}

void use_instructions(std::optional<std::size_t> set) {
    const std::int64_t bit = set ? sets()[*set].bit : 0;
    hwy::SetSupportedTargetsForTest(bit);
    allow_avx2(!set || ((bit & HWY_TARGETS) != 0 && bit <= HWY_AVX2));
}

}  // namespace isonoise
