// isonoise.h over isonoise::batch. Nothing may throw out of an exported function.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/batch.hpp"
#include "isonoise/characters.hpp"
#include "isonoise/fast/parallel.hpp"
#include "isonoise/isonoise.h"
#include "isonoise/layout.hpp"
#include "isonoise/text.hpp"

struct isonoise_noise {
    isonoise::Noise noise;
};

namespace isonoise {
namespace {

constexpr int kMostThreads = 1024;

// Points per chunk: with their results they fit the L2 cache.
constexpr std::int64_t kChunk = 1 << 14;

// For fewer points, starting the SIMD kernels costs more than it saves.
constexpr std::int64_t kFew = 8;

// Not a std::string, since memory may have run out.
thread_local char message[1024];

void say(std::string_view what) noexcept {
    const std::size_t size = cut_length(what, sizeof message - 1);
    std::copy_n(what.data(), size, message);
    message[size] = '\0';
}

struct Refusal : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};
[[noreturn]] void refuse(const std::string& what) { throw Refusal(what); }

// Calls work, which returns false if it was stopped, and turns exceptions into a status and a message.
template <class Work> isonoise_status guarded(const Work& work) noexcept {
    try {
        if (work()) return ISONOISE_OK;
        say("stopped");
        return ISONOISE_STOPPED;
    } catch (const std::invalid_argument& e) {
        say(e.what());
        return ISONOISE_INVALID;
    } catch (const std::bad_alloc&) {
        say("not enough memory");
        return ISONOISE_NO_MEMORY;
    } catch (const std::exception& e) {
        say(e.what());
    } catch (...) {
        say("unknown error");
    }
    return ISONOISE_INTERNAL;
}

const Noise& noise_of(const isonoise_noise* noise) {
    if (noise == nullptr) refuse("noise: expected one from isonoise_create, got NULL");
    return noise->noise;
}

BatchOptions options_of(const isonoise_options* options) {
    if (options == nullptr) return {};
    if (options->threads < 0 || options->threads > kMostThreads) {
        refuse("threads: expected a whole number from 0 to " + std::to_string(kMostThreads) + ", got '" +
               std::to_string(options->threads) + "'");
    }
    BatchOptions batch{.threads = static_cast<unsigned>(options->threads)};
    if (options->progress != nullptr)
        batch.progress = [o = *options](double done) { return o.progress(done, o.data) != 0; };
    return batch;
}

template <class T> T load(const char* from) {  // NumPy's arrays need not be aligned
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Rounds doubles to floats. Doubles too large for a float become infinite and so act as 0, like all coordinates from
// 2^31 cells on.
template <class T> void read_row(const char* from, std::ptrdiff_t stride, std::int64_t count, float* to) {
    const auto run = [&](auto gap) {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<float>(load<T>(from + i * gap));
    };
    if (stride == std::ptrdiff_t{sizeof(T)}) {
        run(std::integral_constant<std::ptrdiff_t, sizeof(T)>());  // which compilers vectorize
    } else {
        run(stride);
    }
}

struct Input {
    const char* data;
    int type;
    Layout layout;

    template <class T> T at(std::int64_t point) const {
        T value{};
        layout.rows(point, 1, [&](auto, auto offset, auto, auto) { value = load<T>(data + offset); });
        return value;
    }
    void read(std::int64_t first, std::int64_t count, float* to) const {
        layout.rows(first, count, [&](auto done, auto offset, auto stride, auto row) {
            const auto reader = type == ISONOISE_FLOAT32 ? read_row<float> : read_row<double>;
            reader(data + offset, stride, row, to + done);
        });
    }
};

struct Output {
    float* data;
    Layout layout;

    void write(std::int64_t first, std::int64_t count, const float* from) const {
        layout.rows(first, count, [&](auto done, auto offset, auto stride, auto row) {
            float* to = data + offset / std::ptrdiff_t{sizeof(float)};
            for (std::int64_t i = 0; i < row; ++i)
                to[i * (stride / std::ptrdiff_t{sizeof(float)})] = from[done + i];
        });
    }
};

// Rejects outputs whose floats overlap or are misaligned. `sizes` has the size of each axis.
void check_output(const isonoise_output& to, std::span<const std::int64_t> sizes, const std::string& name) {
    constexpr std::ptrdiff_t size = sizeof(float);
    bool good = std::bit_cast<std::uintptr_t>(to.data) % size == 0;
    std::vector<std::array<std::int64_t, 2>> axes;  // stride, size
    for (std::size_t axis = 0; axis < sizes.size() && to.strides != nullptr; ++axis) {
        good = good && to.strides[axis] % size == 0;
        if (sizes[axis] > 1) axes.push_back({std::abs(to.strides[axis]), sizes[axis]});
    }
    if (!good) refuse(name + ": expected an address and strides that are multiples of 4 bytes");
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
    std::sort(axes.begin(), axes.end());
    std::int64_t extent = size;
    for (const auto [stride, count] : axes) {
        if (stride < extent) refuse(name + ": expected strides that give each result an address of its own");
        extent += stride * (count - 1);
    }
}

std::string gradient_name(std::size_t axis) { return std::string("gradient by ") + kAxisNames[axis]; }

isonoise_derivatives derivatives(const Settings& settings) {
    if (has_slope(settings)) return ISONOISE_SLOPE;
    return has_gradient(settings) ? ISONOISE_GRADIENT : ISONOISE_NONE;
}

// Returns whether derivatives are wanted.
bool check_results(const Noise& noise, const isonoise_results* to, std::span<const std::int64_t> sizes) {
    if (to == nullptr) refuse("results: expected a value or a gradient, got NULL");
    bool any = false;
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    check_output(to->value, sizes, "value");
    for (std::size_t c = 0; c < 4; ++c) {
        if (to->gradient[c].data == nullptr) continue;
        any = true;
        if (derivatives(noise.settings()) == ISONOISE_NONE)
            refuse("gradient: algorithm " + get(noise.settings(), "algorithm") + " has none");
        if (c >= dim) refuse(gradient_name(c) + ": the noise has no axis " + kAxisNames[c]);
        check_output(to->gradient[c], sizes, gradient_name(c));
    }
    if (!any && to->value.data == nullptr) refuse("results: expected a value or a gradient, got neither");
    return any;
}

// Rejects results that share memory with other results or with the coordinates.
void check_memory(const isonoise_results& to, std::span<const std::int64_t> shape,
                  std::span<const isonoise_input> coordinates = {}, std::span<const isonoise_input> cells = {}) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return;
    const auto span = [&](const void* data, const std::ptrdiff_t* strides, std::size_t size) {
        return Span{std::bit_cast<std::uintptr_t>(data), static_cast<std::int64_t>(size), Layout(shape, strides, size)};
    };
    for (std::size_t c = 0; c < 5; ++c) {
        const isonoise_output& output = c == 4 ? to.value : to.gradient[c];
        if (output.data == nullptr) continue;
        const Span written = span(output.data, output.strides, sizeof(float));
        const std::string name = c == 4 ? "value" : gradient_name(c);
        for (std::size_t other = 0; other < std::min<std::size_t>(c, 4); ++other) {
            const isonoise_output& o = to.gradient[other];
            if (o.data != nullptr && share_memory(written, span(o.data, o.strides, sizeof(float))))
                refuse(name + ": expected memory of its own, got some of " + gradient_name(other));
        }
        for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
            const auto reads = [&](const isonoise_input& from) {
                return from.data != nullptr &&
                       share_memory(written, span(from.data, from.strides, from.type == ISONOISE_FLOAT32 ? 4 : 8));
            };
            if (reads(coordinates[axis]) || reads(cells[axis]))
                refuse(name + ": expected memory of its own, got some of the input " + kAxisNames[axis]);
        }
    }
}

// A checked request for points in arrays.
class Request {
  public:
    Request(const Noise& noise, const isonoise_arrays& points, const isonoise_results& to, bool gradient)
        : noise_(noise), shape_(points.shape, static_cast<std::size_t>(points.rank)), gradient_(gradient) {
        const auto dim = static_cast<std::size_t>(noise.settings().dim);
        for (const std::int64_t size : shape_)
            count_ *= size;
        for (std::size_t c = 0; c < dim; ++c)
            coordinates_.push_back(input(points.coordinates[c]));
        if (points.cells[0].data != nullptr) {
            for (std::size_t c = 0; c < dim; ++c)
                cells_.push_back(input(points.cells[c]));
        }
        const auto output = [&](const isonoise_output& o) {
            return Output{o.data, Layout(shape_, o.strides, sizeof(float))};
        };
        outputs_.push_back(output(to.value));
        for (std::size_t c = 0; c < dim && gradient; ++c)
            outputs_.push_back(output(to.gradient[c]));
    }

    bool run(const BatchOptions& options) const {
        if (count_ == 0) return true;
        if (count_ <= kFew) {
            one_by_one(0, count_);
            return true;
        }
        if (!all_lines()) return run_in_parallel(*this, options);
        Points points{.count = count_};
        for (std::size_t c = 0; c < coordinates_.size(); ++c) {
            points.coordinates[c] = reinterpret_cast<const float*>(coordinates_[c].data);
            points.strides[c] = coordinates_[c].layout.stride() / std::ptrdiff_t{sizeof(float)};
        }
        return evaluate(noise_, points, channels(0, nullptr), options);
    }

    std::int64_t pieces() const { return (count_ + kChunk - 1) / kChunk; }
    std::vector<float> scratch() const {
        return std::vector<float>(static_cast<std::size_t>(std::min(count_, kChunk)) *
                                  (coordinates_.size() + outputs_.size()));
    }
    void operator()(std::int64_t piece, std::vector<float>& scratch) const {
        const std::int64_t first = piece * kChunk, count = std::min(kChunk, count_ - first);
        if (!cells_.empty()) return one_by_one(first, count);
        Points points{.count = count};
        float* row = scratch.data();
        for (std::size_t c = 0; c < coordinates_.size(); ++c, row += count) {
            coordinates_[c].read(first, count, row);
            points.coordinates[c] = row;
        }
        evaluate(noise_, points, channels(first, row));
        for (std::size_t i = 0; i < outputs_.size(); ++i, row += count) {
            if (outputs_[i].data != nullptr && !outputs_[i].layout.is_line()) outputs_[i].write(first, count, row);
        }
    }

  private:
    Input input(const isonoise_input& from) const {
        return {static_cast<const char*>(from.data), from.type,
                Layout(shape_, from.strides, from.type == ISONOISE_FLOAT32 ? 4 : 8)};
    }

    // True if isonoise::batch can read and write the arrays as they are.
    bool all_lines() const {
        const auto is_line = [](const Input& from) {
            return from.type == ISONOISE_FLOAT32 && from.layout.is_line() &&
                   std::bit_cast<std::uintptr_t>(from.data) % sizeof(float) == 0 &&
                   from.layout.stride() % std::ptrdiff_t{sizeof(float)} == 0;
        };
        return cells_.empty() && std::all_of(coordinates_.begin(), coordinates_.end(), is_line) &&
               std::all_of(outputs_.begin(), outputs_.end(),
                           [](const Output& to) { return to.data == nullptr || to.layout.is_line(); });
    }

    // The results from point `first` on. Outputs without a stride of their own go to rows of kChunk floats starting at
    // `rows`.
    Channels channels(std::int64_t first, float* rows) const {
        Channels to;
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            Channel& channel = i == 0 ? to.value : to.gradient[i - 1];
            if (outputs_[i].data == nullptr) continue;
            if (outputs_[i].layout.is_line()) {
                const std::ptrdiff_t stride = outputs_[i].layout.stride() / std::ptrdiff_t{sizeof(float)};
                channel = {outputs_[i].data + first * stride, {stride}};
            } else {
                channel = {rows + static_cast<std::ptrdiff_t>(i) * std::min(kChunk, count_ - first), {1}};
            }
        }
        return to;
    }

    void one_by_one(std::int64_t first, std::int64_t count) const {
        for (std::int64_t i = first; i < first + count; ++i) {
            detail::vec4 p{}, gradient{};
            detail::ivec4 cell{};
            for (std::size_t c = 0; c < coordinates_.size(); ++c) {
                coordinates_[c].read(i, 1, &p[c]);
                if (cells_.empty()) continue;
                cell[c] = wrapped_cell(cells_[c].at<std::int64_t>(i), periods(noise_.settings())[c]);
            }
            float value = 0.0f;
            if (!gradient_) {
                value = cells_.empty() ? detail::value(noise_, p) : detail::value(noise_, cell, p);
            } else if (derivatives(noise_.settings()) == ISONOISE_SLOPE) {
                value = cells_.empty() ? detail::slope(noise_, p, gradient.data())
                                       : detail::slope(noise_, cell, p, gradient.data());
            } else {
                value = cells_.empty() ? detail::gradient(noise_, p, gradient.data())
                                       : detail::gradient(noise_, cell, p, gradient.data());
            }
            for (std::size_t o = 0; o < outputs_.size(); ++o) {
                const float result = o == 0 ? value : gradient[o - 1];
                if (outputs_[o].data != nullptr) outputs_[o].write(i, 1, &result);
            }
        }
    }

    const Noise& noise_;
    std::span<const std::int64_t> shape_;
    std::int64_t count_ = 1;
    bool gradient_;
    std::vector<Input> coordinates_, cells_;
    std::vector<Output> outputs_;
};

void check(const Noise& noise, const isonoise_arrays* points) {
    if (points == nullptr) refuse("points: expected arrays, got NULL");
    if (points->rank < 0 || points->rank > kMostAxes)
        refuse("rank: expected 0 to " + std::to_string(kMostAxes) + ", got " + std::to_string(points->rank));
    if (points->rank > 0 && points->shape == nullptr) refuse("shape: expected sizes, got NULL");
    const std::span<const std::int64_t> shape(points->shape, static_cast<std::size_t>(points->rank));
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        if (size < 0) refuse("shape: expected sizes of 0 or more, got " + std::to_string(size));
        if (size > 0 && count > kMostPoints / size) refuse("shape: expected 2^48 points at most");
        count *= std::max<std::int64_t>(size, 1);
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) count = 0;
    const bool cells = std::any_of(points->cells, points->cells + 4, [](auto& c) { return c.data != nullptr; });
    for (std::size_t c = 0; c < static_cast<std::size_t>(noise.settings().dim); ++c) {
        const isonoise_input& at = points->coordinates[c];
        const isonoise_input& cell = points->cells[c];
        if (at.data == nullptr && count > 0) refuse(std::string(kAxisNames[c]) + ": expected coordinates, got NULL");
        if (at.type != ISONOISE_FLOAT32 && at.type != ISONOISE_FLOAT64) {
            refuse(std::string(kAxisNames[c]) + ": expected type ISONOISE_FLOAT32 or ISONOISE_FLOAT64, got " +
                   std::to_string(at.type));
        }
        if (!cells) continue;
        if (cell.data == nullptr) refuse(std::string("cells: those of axis ") + kAxisNames[c] + " are missing");
        if (cell.type != ISONOISE_INT64)
            refuse("cells: expected type ISONOISE_INT64, got " + std::to_string(cell.type));
    }
    if (cells && noise.settings().frequency != 1.0f) refuse("cells: expected frequency 1");
}

bool run(const isonoise_noise* noise, const isonoise_arrays* points, const isonoise_results* to,
         const isonoise_options* options) {
    const Noise& n = noise_of(noise);
    check(n, points);
    const std::span<const std::int64_t> shape(points->shape, static_cast<std::size_t>(points->rank));
    const bool gradient = check_results(n, to, shape);
    const auto dim = static_cast<std::size_t>(n.settings().dim);
    check_memory(*to, shape, {points->coordinates, dim}, {points->cells, dim});
    return Request(n, *points, *to, gradient).run(options_of(options));
}

bool run(const isonoise_noise* noise, const isonoise_axis* axes, const isonoise_results* to,
         const isonoise_options* options) {
    const Noise& n = noise_of(noise);
    const auto dim = static_cast<std::size_t>(n.settings().dim);
    if (axes == nullptr) refuse("axes: expected as many as the noise has, got NULL");
    GridAxes grid;
    std::int64_t sizes[4] = {};
    for (std::size_t c = 0; c < dim; ++c) {
        const isonoise_axis& a = axes[c];
        sizes[c] = a.count;
        grid[c] = {a.offset, a.step, a.count, a.first, {a.cell, a.fraction}, a.per_period};
    }
    if (const std::string what = problem(n, grid); !what.empty()) refuse(what);
    check_results(n, to, {sizes, dim});
    std::ptrdiff_t dense[4] = {sizeof(float)};
    for (std::size_t c = 1; c < dim; ++c)
        dense[c] = dense[c - 1] * static_cast<std::ptrdiff_t>(sizes[c - 1]);
    isonoise_results all = *to;
    Channels channels;
    for (std::size_t c = 0; c < 5; ++c) {
        isonoise_output& output = c == 4 ? all.value : all.gradient[c];
        Channel& channel = c == 4 ? channels.value : channels.gradient[c];
        if (output.strides == nullptr) output.strides = dense;
        channel.data = output.data;
        for (std::size_t axis = 0; axis < dim; ++axis)
            channel.strides[axis] = output.strides[axis] / std::ptrdiff_t{sizeof(float)};
    }
    check_memory(all, {sizes, dim});
    return evaluate(n, grid, channels, options_of(options));
}

}  // namespace
}  // namespace isonoise

using namespace isonoise;

int isonoise_abi_version(void) { return ISONOISE_ABI; }
const char* isonoise_version(void) { return ISONOISE_VERSION; }
const char* isonoise_message(void) { return message; }

isonoise_status isonoise_create(const char* const* settings, isonoise_noise** noise) {
    if (noise != nullptr) *noise = nullptr;
    return guarded([&] {
        if (noise == nullptr) refuse("noise: expected where to put it, got NULL");
        Settings all;
        for (; settings != nullptr && *settings != nullptr; settings += 2) {
            if (settings[1] == nullptr) refuse(in_quotes(*settings) + ": expected a value after this name");
            if (const std::string what = set(all, settings[0], settings[1]); !what.empty()) refuse(what);
        }
        if (const std::string what = problem(all); !what.empty()) refuse(what);
        *noise = new isonoise_noise{Noise(all)};
        return true;
    });
}

void isonoise_destroy(isonoise_noise* noise) { delete noise; }

const char* isonoise_setting(size_t index) {
    const char* name = nullptr;
    for_each_setting([&](const SettingInfo& info, auto) {
        if (index-- == 0) name = info.name;
    });
    return name;
}

const char* isonoise_about(const char* setting) {
    const char* about = nullptr;
    for_each_setting([&](const SettingInfo& info, auto) {
        if (setting != nullptr && std::strcmp(setting, info.name) == 0) about = info.about;
    });
    return about;
}

size_t isonoise_get(const isonoise_noise* noise, const char* setting, char* text, size_t size) {
    std::size_t length = 0;
    if (text != nullptr && size > 0) *text = '\0';
    guarded([&] {
        if (setting == nullptr) return true;
        const std::string value = get(noise_of(noise).settings(), setting);
        length = value.size();
        if (text == nullptr || size == 0) return true;
        const std::size_t kept = std::min(length, size - 1);
        std::copy_n(value.data(), kept, text);
        text[kept] = '\0';
        return true;
    });
    return length;
}

int isonoise_dim(const isonoise_noise* noise) { return noise == nullptr ? 0 : noise->noise.settings().dim; }

isonoise_derivatives isonoise_has(const isonoise_noise* noise) {
    return noise == nullptr ? ISONOISE_NONE : derivatives(noise->noise.settings());
}

isonoise_status isonoise_points(const isonoise_noise* noise, const double* const* points, int64_t count,
                                float* values) {
    return guarded([&] {
        const Noise& n = noise_of(noise);
        if (points == nullptr) refuse("points: expected one array per axis, got NULL");
        if (values == nullptr && count > 0) refuse("values: expected where to put them, got NULL");
        if (count < 0 || count > kMostPoints) refuse("count: expected 0 to 2^48, got " + std::to_string(count));
        if (count == 0) return true;
        isonoise_arrays arrays{1, &count, {}, {}};
        for (int c = 0; c < n.settings().dim; ++c)
            arrays.coordinates[c] = {points[c], nullptr, ISONOISE_FLOAT64};
        const isonoise_results to{{values, nullptr}, {}};
        return run(noise, &arrays, &to, nullptr);
    });
}

isonoise_status isonoise_evaluate(const isonoise_noise* noise, const isonoise_arrays* points,
                                  const isonoise_results* to, const isonoise_options* options) {
    return guarded([&] { return run(noise, points, to, options); });
}

isonoise_status isonoise_grid(const isonoise_noise* noise, const isonoise_axis* axes, const isonoise_results* to,
                              const isonoise_options* options) {
    return guarded([&] { return run(noise, axes, to, options); });
}
