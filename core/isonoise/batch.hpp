// Many values at once: grids in 1D to 4D and lists of points, with the CPU's best instruction set and any number of
// threads. Every value has the bits that Noise gives for that point, regardless of instructions, threads and the part
// of the grid you ask for.
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

// The maximum number of points per call, in a list or a grid.
inline constexpr std::int64_t kMostPoints = std::int64_t{1} << 48;

// Point i along an axis, after frequency and period.
AxisPoint grid_point(const Noise& noise, const GridAxis& points, int axis, std::int64_t i);

// Output: the result for point (i, j, k, l) goes to data[i*strides[0] + j*strides[1] + k*strides[2] + l*strides[3]].
// Strides are in floats and may be negative. All 0: dense, x running fastest. Where channels overlap, the last one
// written stays: the value first, then the gradient by axis.
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
    // Called on the calling thread every few milliseconds with the progress, 0 to 1. Return false to stop soon after;
    // results not yet computed are left untouched.
    std::function<bool(double done)> progress = {};
};

// Returns an empty string if `grid` fits the noise. Otherwise says in one line what is out of range: its name, the
// axis, expected, got.
std::string problem(const Noise& noise, const GridAxes& grid);

// Both return false if `progress` did. Before writing anything, they throw std::invalid_argument if problem() is not
// empty, a list's count is out of range, coordinates are missing, no output is requested, or the noise lacks the
// requested gradients.
bool evaluate(const Noise& noise, const GridAxes& grid, const Channels& to, const BatchOptions& options = {});
bool evaluate(const Noise& noise, const Points& points, const Channels& to, const BatchOptions& options = {});

// A dense grid, x running fastest; also throws if `values` is not exactly that size.
bool evaluate(const Noise& noise, const GridAxes& grid, std::span<float> values, const BatchOptions& options = {});

// The instruction set in use, by Highway's name: "AVX3", "AVX2", "SSE4", "NEON"...
const char* batch_instructions();

}  // namespace isonoise
