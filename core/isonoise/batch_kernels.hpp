// What batch.cpp hands to the functions on vectors, which are compiled once for each instruction set. Private.
#pragma once

// Compiled for all of Ice Lake's AVX-512 (-march=native), Highway 1.0.3 forgets that it may use it.
#ifdef __AVX512BITALG__
#define HWY_WANT_AVX3_DL
#endif

#include <cstddef>
#include <cstdint>

#include "isonoise/batch.hpp"

namespace isonoise::batch {

// Whether the noise is one octave of its algorithm and nothing else.
inline bool is_plain(const Noise& noise) {
    const Plan& plan = noise.plan();
    const Settings& s = noise.settings();
    return plan.count == 1u && plan.octaves[0].amplitude == 1.0f && plan.bias == 0.0f && plan.unit == 0u &&
           s.fractal == Fractal::fbm && s.warp == 0.0f;
}

// Tables are padded to a multiple of the widest vector.
inline constexpr std::size_t kLanes = 16;

// Points along an axis in one octave: the fractions of their cells, the fade of these and its derivative (null: not
// wanted), and the keys of the cells' ends (hash.hpp).
struct Row {
    float *f, *w, *s;
    std::uint32_t *low, *high;
};

// The tables of `count` points along an axis from `first` on: their cells in octave 0, wrapped, and a row an octave.
// All is padded: what is beyond the points may be anything.
struct AxisRows {
    const Noise* noise;
    int axis;
    const GridAxis* along;
    std::int64_t first;
    std::size_t count;
    std::uint32_t* cell;
    float* fraction;
    const Row* octaves;  // none where the noise is computed from cells and fractions
};
void make_rows(const AxisRows& axis);

// A block of a plane of a grid, of `perlin` or `value`: columns next to each other, of each octave.
struct Plane {
    const Noise* noise;
    std::size_t columns;
    std::size_t rows;
    const Row* x;
    const Row* y;      // from the plane's first row on
    const Row *z, *w;  // one point
    float* block;      // scratch: block_size()
    struct Output {
        float* to;
        std::ptrdiff_t stride;  // from row to row
    };
    Output value;
    Output gradient[4];  // null: not wanted; as many as the noise has dimensions, or none
};
// The parts of a corner in a block (batch_grid.cpp), a float a column each: those of its value, and with a gradient.
constexpr std::size_t corner_parts(int dim, bool gradient) {
    const std::size_t parts[] = {1, 2, 2, 3, 2, 3, 4, 6};
    return parts[dim - 1 + (gradient ? 4 : 0)];
}
// Columns that a plane may have, so that the scratch of a block of rows stays in the first cache.
constexpr std::size_t most_columns(int dim, bool gradient) {
    return (dim < 3 ? 512 : dim == 3 ? 256 : 128) / (gradient ? 2 : 1);
}
constexpr std::size_t block_size(int dim, bool gradient) {
    return (corner_parts(dim, gradient) << dim) * most_columns(dim, gradient);
}
void fill_plane(const Plane& plane);

// Points of `perlin` or `value`, padded: coordinates along each axis, or, where there are cells, cells, wrapped, and
// fractions. kRun of them are computed at a time, so that what is between lies in the first cache.
inline constexpr std::size_t kRun = 256;
struct Run {
    const Noise* noise;
    std::size_t count;
    const float* at[4];
    const std::uint32_t* cells[4];
    float* values;
    float* gradient[4];  // null: not wanted; all or none
};
void fill_run(const Run& run);

const char* instructions();

}  // namespace isonoise::batch
