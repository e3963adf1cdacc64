// Points along an axis, at a cell and a fraction, in worlds of any size. isonoise.hpp includes this header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace isonoise {

inline constexpr const char* kAxisNames[] = {"x", "y", "z", "w"};

// The position of frame `frame` of `frames` in an animation that closes after `loop` cells. Computed from integers, so
// frame and frame + frames are the same point. frames is 1 to 2^31.
struct LoopPoint {
    std::int64_t cell = 0;  // below loop
    double fraction = 0.0;  // in [0, 1)
    bool operator==(const LoopPoint&) const = default;
};
LoopPoint loop_point(std::int64_t frame, std::int64_t frames, std::uint32_t loop);

// A coordinate along one axis, after frequency: a cell and a fraction. Pictures, grids and bakes use tables of these,
// computed once in double and read by CPU and GPU, so both round coordinates alike and can use the whole range of
// cells.
struct AxisPoint {
    std::int32_t cell = 0;
    float fraction = 0.0f;
    bool operator==(const AxisPoint&) const = default;
};

// `coordinate` is in cells; `along` is added exactly. `period` comes from periods(settings). From 2^52 on a double has
// no fraction; from 2^62 on the coordinate counts as 0.
AxisPoint axis_point(double coordinate, const LoopPoint& along = {}, std::uint32_t period = 0);

// Reduces a cell of a world larger than an int: modulo `period`, taken from periods(settings), or if that is 0 to its
// low 32 bits, since the lattice repeats after 2^32 cells.
std::int32_t wrapped_cell(std::int64_t cell, std::uint32_t period);

// Points along one axis: point i lies at offset + (first + i) * step, in units of coordinate, computed in double. Times
// frequency, it is split into a cell and a fraction (axis_point); `along` is added exactly.
//
// All points must lie less than 2^52 cells from 0 (before `along`), where a double still has a fraction: halves of a
// cell up to 2^52, 64ths up to 2^47. Larger worlds put whole cells into `along`, which is unlimited. (Single
// coordinates are floats and end at 2^31.)
struct GridAxis {
    double offset = 0.0;
    double step = 1.0;       // not 0 if there are two points or more
    std::int64_t count = 1;  // 1 to 2^48
    std::int64_t first = 0;  // parts of a grid have the bits of the whole; within +-2^52
    LoopPoint along = {};    // any cell; a fraction in [0, 1)
    // If not 0 (up to 2^31): this many points cover the axis's period once in equal steps, computed from integers
    // (loop_point), so point i equals point i + per_period to the bit. `step` is then ignored.
    std::int64_t per_period = 0;
};

// Only as many axes as the noise has dimensions are used; the others must have one point.
struct GridAxes {
    GridAxis x = {}, y = {}, z = {}, w = {};
    GridAxis& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
    const GridAxis& operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : axis == 2 ? z : w; }
};

}  // namespace isonoise
