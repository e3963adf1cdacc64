// Many values at once: grids in 1D to 4D and lists of points, with the best instructions that the CPU has and as many
// threads as you like. Every value has the bits that Noise gives for it alone, whatever the instructions, the threads
// and the part of a grid that is asked for.
//
// Fast where coordinates repeat: a grid's cells are hashed once for all its points in them. Of `perlin` and `value`
// everything runs on vectors; the other algorithms are computed point by point, on as many threads.
// What it does not do: no files, no GL. It allocates a scratch of less than a megabyte a thread, whatever is asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// Points along one axis: point i lies at offset + (first + i) * step, in units of coordinate, computed in double.
// Times frequency it is split into a cell and a fraction (axis_point), and `along` is added exactly.
struct GridAxis {
    double offset = 0.0;
    double step = 1.0;       // not 0 where there are two points or more
    std::int64_t count = 1;  // 1 to 2^48
    std::int64_t first = 0;  // a part of a grid has the bits of the whole; within +-2^52
    LoopPoint along = {};
    // Not 0, up to 2^31: so many points go once round the axis's period in equal steps, from integers (loop_point), and
    // point i is point i + per_period to the bit. `step` does not count then.
    std::int64_t per_period = 0;
};

// As many axes count as the noise has dimensions; the others have one point.
struct GridAxes {
    GridAxis x = {}, y = {}, z = {}, w = {};
    GridAxis& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
    const GridAxis& operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
};

// Point i along an axis, after frequency and period.
AxisPoint grid_point(const Noise& noise, const GridAxis& along, int axis, std::int64_t i);

// Where results go: that of point (i, j, k, l) to data[i*strides[0] + j*strides[1] + k*strides[2] + l*strides[3]].
// Strides are counted in floats and may be negative. All 0: dense, x running fastest.
struct Channel {
    float* data = nullptr;  // null: not wanted
    std::array<std::ptrdiff_t, 4> strides = {};
};
struct Channels {
    Channel value;
    // The derivatives by the coordinates, as Noise::gradient gives them; of fractal eroded the slope (Noise::slope).
    std::array<Channel, 4> gradient;
};

// Points anywhere: coordinate c of point i is coordinates[c][i*strides[c]]. Results go to data[i*strides[0]].
struct Points {
    std::array<const float*, 4> coordinates = {};  // as many as the noise has dimensions
    std::array<std::ptrdiff_t, 4> strides = {1, 1, 1, 1};
    std::int64_t count = 0;
};

struct BatchOptions {
    unsigned threads = 1;  // 0: one for each that the hardware runs at once
    // Called on the calling thread every few milliseconds with the share that is done, 0 to 1. Returning false ends the
    // work soon after; what is not done yet keeps what was there.
    std::function<bool(double done)> progress = {};
};

// Both return false where `progress` did. They throw std::invalid_argument, before anything is written: a count, step,
// offset or first out of range, points along an axis that the noise does not have, nothing wanted, or gradients that
// the noise does not have.
bool evaluate(const Noise& noise, const GridAxes& grid, const Channels& to, const BatchOptions& options = {});
bool evaluate(const Noise& noise, const Points& points, const Channels& to, const BatchOptions& options = {});

// A dense grid, x running fastest; throws too if `values` is not just as large.
bool evaluate(const Noise& noise, const GridAxes& grid, std::span<float> values, const BatchOptions& options = {});

// The instructions in use: "AVX3", "AVX2", "SSE4", "NEON"...: Highway's names.
const char* batch_instructions();

}  // namespace isonoise
