// Many values at once: grids in 1D to 4D and lists of points, with the CPU's best instruction set and as many threads
// as you like. Every value has the bits that Noise gives for that point alone, regardless of instructions, threads and
// the part of the grid you ask for.
//
// Grids are fast because each cell is hashed once for all its points. `perlin` and `value` run entirely on SIMD; the
// other algorithms are computed point by point, on as many threads. No files, no GL. Scratch memory stays below a
// megabyte per thread, whatever the request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// Points along one axis: point i lies at offset + (first + i) * step, in units of coordinate, computed in double. Times
// frequency, it is split into a cell and a fraction (axis_point); `along` is added exactly.
//
// All points must lie less than 2^52 cells from 0 (before `along`), where a double still has a fraction: halves of a
// cell up to 2^52, 64ths up to 2^47. Worlds larger than that put whole cells into `along`, which may be any. That is
// further than the 2^31 of single coordinates, which are floats.
struct GridAxis {
    double offset = 0.0;
    double step = 1.0;       // not 0 if there are two points or more
    std::int64_t count = 1;  // 1 to 2^48
    std::int64_t first = 0;  // a part of a grid has the bits of the whole; within +-2^52
    LoopPoint along = {};    // any cell; a fraction in [0, 1)
    // If not 0 (up to 2^31): this many points cover the axis's period once in equal steps, computed from integers
    // (loop_point), so point i equals point i + per_period to the bit. `step` is then ignored.
    std::int64_t per_period = 0;
};

// Only the axes that the noise has are used; the others must have one point.
struct GridAxes {
    GridAxis x = {}, y = {}, z = {}, w = {};
    GridAxis& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
    const GridAxis& operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
};

// Point i along an axis, after frequency and period.
AxisPoint grid_point(const Noise& noise, const GridAxis& along, int axis, std::int64_t i);

// Output: the result for point (i, j, k, l) goes to data[i*strides[0] + j*strides[1] + k*strides[2] + l*strides[3]].
// Strides are in floats and may be negative. All 0: dense, x running fastest. Where channels overlap, the last stays:
// the value comes first, then the gradient by axis.
struct Channel {
    float* data = nullptr;  // null: not wanted
    std::array<std::ptrdiff_t, 4> strides = {};
};
struct Channels {
    Channel value;
    // The derivatives by the coordinates, as Noise::gradient gives them; for fractal eroded the slope (Noise::slope).
    std::array<Channel, 4> gradient;
};

// Arbitrary points: coordinate c of point i is coordinates[c][i*strides[c]]. Results go to data[i*strides[0]].
struct Points {
    std::array<const float*, 4> coordinates = {};  // as many as the noise has dimensions
    std::array<std::ptrdiff_t, 4> strides = {1, 1, 1, 1};
    std::int64_t count = 0;
};

struct BatchOptions {
    unsigned threads = 1;  // 0: one per hardware thread
    // Called on the calling thread every few milliseconds with the share done, 0 to 1. Return false to stop soon after;
    // results not yet computed are left untouched.
    std::function<bool(double done)> progress = {};
};

// Returns an empty string if `grid` fits the noise. Otherwise says in one line what is out of range: its name, the
// axis, expected, got.
std::string problem(const Noise& noise, const GridAxes& grid);

// Both return false if `progress` did. They throw std::invalid_argument, before writing anything, if problem() is not
// empty, if a list's count is out of range or its coordinates are missing, if no output is requested, or if gradients
// are requested that the noise does not have.
bool evaluate(const Noise& noise, const GridAxes& grid, const Channels& to, const BatchOptions& options = {});
bool evaluate(const Noise& noise, const Points& points, const Channels& to, const BatchOptions& options = {});

// A dense grid, x running fastest; also throws if `values` is not exactly that size.
bool evaluate(const Noise& noise, const GridAxes& grid, std::span<float> values, const BatchOptions& options = {});

// The instruction set in use, by Highway's name: "AVX3", "AVX2", "SSE4", "NEON"...
const char* batch_instructions();

}  // namespace isonoise
