// isonoise.h over isonoise::batch. Nothing may throw out of an exported function.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "isonoise/c_arrays.hpp"
#include "isonoise/fast/parallel.hpp"
#include "isonoise/text.hpp"

struct isonoise_noise {
    isonoise::Noise noise;
};

namespace isonoise {
namespace {

// Points per chunk: with their results they fit the L2 cache.
constexpr std::int64_t kChunk = 1 << 14;

// For fewer points, starting the SIMD kernels costs more than it saves.
constexpr std::int64_t kFew = 8;

const Noise& noise_of(const isonoise_noise* noise) {
    if (noise == nullptr) refuse("noise: expected one from isonoise_create, got NULL");
    return noise->noise;
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

std::array<Named, 5> named(const isonoise_results& to) {
    std::array<Named, 5> all;
    for (std::size_t c = 0; c < 4; ++c)
        all[c] = {to.gradient[c], gradient_name(c)};
    all[4] = {to.value, "value"};
    return all;
}

// A checked request for points in arrays.
class Request {
  public:
    Request(const Noise& noise, const isonoise_arrays& points, const isonoise_results& to, bool gradient)
        : noise_(noise), shape_(points.shape, static_cast<std::size_t>(points.rank)), gradient_(gradient) {
        const auto dim = static_cast<std::size_t>(noise.settings().dim);
        count_ = count_of(shape_);
        for (std::size_t c = 0; c < dim; ++c)
            coordinates_.emplace_back(points.coordinates[c], shape_);
        if (points.cells[0].data != nullptr) {
            for (std::size_t c = 0; c < dim; ++c)
                cells_.emplace_back(points.cells[c], shape_);
        }
        outputs_.emplace_back(to.value, shape_);
        for (std::size_t c = 0; c < dim && gradient; ++c)
            outputs_.emplace_back(to.gradient[c], shape_);
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
    // True if isonoise::batch can read and write the arrays as they are.
    bool all_lines() const {
        const auto is_line = [](const InputArray& from) {
            return from.type == ISONOISE_FLOAT32 && from.layout.is_line() &&
                   std::bit_cast<std::uintptr_t>(from.data) % sizeof(float) == 0 &&
                   from.layout.stride() % std::ptrdiff_t{sizeof(float)} == 0;
        };
        return cells_.empty() && std::all_of(coordinates_.begin(), coordinates_.end(), is_line) &&
               std::all_of(outputs_.begin(), outputs_.end(),
                           [](const OutputArray& to) { return to.data == nullptr || to.layout.is_line(); });
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
    std::int64_t count_;
    bool gradient_;
    std::vector<InputArray> coordinates_, cells_;
    std::vector<OutputArray> outputs_;
};

bool run(const isonoise_noise* noise, const isonoise_arrays* points, const isonoise_results* to,
         const isonoise_options* options) {
    const Noise& n = noise_of(noise);
    check_points(points, n.settings().dim);
    if (has_cells(*points) && n.settings().frequency != 1.0f) refuse("cells: expected frequency 1");
    const std::span<const std::int64_t> shape(points->shape, static_cast<std::size_t>(points->rank));
    const bool gradient = check_results(n, to, shape);
    check_memory(named(*to), shape, inputs_of(*points, n.settings().dim));
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
    check_memory(named(all), {sizes, dim});
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
        const auto dim = static_cast<std::size_t>(n.settings().dim);
        if (count == 1 && std::find(points, points + dim, nullptr) == points + dim) {  // without what lists need
            detail::vec4 p{};
            for (std::size_t c = 0; c < dim; ++c)
                p[c] = static_cast<float>(load<double>(reinterpret_cast<const char*>(points[c])));
            *values = detail::value(n, p);
            return true;
        }
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
