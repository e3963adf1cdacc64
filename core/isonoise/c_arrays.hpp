// Reads, writes and checks the C interface's arrays of any shape. Not installed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "isonoise/c_guard.hpp"
#include "isonoise/layout.hpp"

namespace isonoise {

template <class T> T load(const char* from) {  // NumPy's arrays need not be aligned
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Rounds doubles to floats. Doubles too large for a float become infinite.
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

inline std::int64_t count_of(std::span<const std::int64_t> shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

struct InputArray {
    const char* data;
    int type;
    Layout layout;

    InputArray(const isonoise_input& from, std::span<const std::int64_t> shape)
        : data(static_cast<const char*>(from.data)), type(from.type), layout(shape, from.strides, size_of(type)) {}
    static std::size_t size_of(int type) { return type == ISONOISE_FLOAT32 ? 4 : 8; }

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

struct OutputArray {
    float* data;
    Layout layout;

    OutputArray(const isonoise_output& to, std::span<const std::int64_t> shape)
        : data(to.data), layout(shape, to.strides, sizeof(float)) {}

    void write(std::int64_t first, std::int64_t count, const float* from) const {
        layout.rows(first, count, [&](auto done, auto offset, auto stride, auto row) {
            float* to = data + offset / std::ptrdiff_t{sizeof(float)};
            for (std::int64_t i = 0; i < row; ++i)
                to[i * (stride / std::ptrdiff_t{sizeof(float)})] = from[done + i];
        });
    }
};

// Rejects outputs whose floats overlap or are misaligned. `sizes` has the size of each axis.
inline void check_output(const isonoise_output& to, std::span<const std::int64_t> sizes, const std::string& name) {
    constexpr std::ptrdiff_t size = sizeof(float);
    bool good = std::bit_cast<std::uintptr_t>(to.data) % size == 0;
    std::vector<std::array<std::int64_t, 2>> axes;  // stride, size
    for (std::size_t axis = 0; axis < sizes.size() && to.strides != nullptr; ++axis) {
        // Larger ones than any memory would overflow below.
        constexpr std::ptrdiff_t most = std::ptrdiff_t{1} << 60;
        good = good && to.strides[axis] % size == 0;
        if (sizes[axis] > 1 && (to.strides[axis] < -most / sizes[axis] || to.strides[axis] > most / sizes[axis]))
            refuse(name + ": expected strides within memory");
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

// An output with its name in messages.
struct Named {
    isonoise_output output;
    std::string name;
};

// Rejects results that share memory with other results or with the inputs. Outputs may be NULL; inputs are
// the coordinates of four axes, then their cells.
inline void check_memory(std::span<const Named> results, std::span<const std::int64_t> shape,
                         std::span<const isonoise_input> inputs = {}) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return;
    const auto span = [&](const void* data, const std::ptrdiff_t* strides, std::size_t size) {
        return Span{std::bit_cast<std::uintptr_t>(data), static_cast<std::int64_t>(size), Layout(shape, strides, size)};
    };
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto& [output, name] = results[i];
        if (output.data == nullptr) continue;
        const Span written = span(output.data, output.strides, sizeof(float));
        for (std::size_t other = 0; other < i; ++other) {
            const isonoise_output& o = results[other].output;
            if (o.data != nullptr && share_memory(written, span(o.data, o.strides, sizeof(float))))
                refuse(name + ": expected memory of its own, got some of " + results[other].name);
        }
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            const isonoise_input& from = inputs[k];
            if (from.data != nullptr &&
                share_memory(written, span(from.data, from.strides, InputArray::size_of(from.type))))
                refuse(name + ": expected memory of its own, got some of the input " + kAxisNames[k % 4]);
        }
    }
}

// The coordinates and cells of `dim` axes, in the order that check_memory names.
inline std::array<isonoise_input, 8> inputs_of(const isonoise_arrays& points, int dim) {
    std::array<isonoise_input, 8> inputs{};
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
        inputs[c] = points.coordinates[c];
        inputs[c + 4] = points.cells[c];
    }
    return inputs;
}

inline bool has_cells(const isonoise_arrays& points) {
    return std::any_of(points.cells, points.cells + 4, [](auto& cells) { return cells.data != nullptr; });
}

// Rejects points that `dim` axes cannot have.
inline void check_points(const isonoise_arrays* points, int dim) {
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
    const bool cells = has_cells(*points);
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
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
}

}  // namespace isonoise
