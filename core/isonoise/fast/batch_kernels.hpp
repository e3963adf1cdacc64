// The interface between batch.cpp and the SIMD kernels, which are compiled once per instruction set. Private.
#pragma once

// Compiled for all of Ice Lake's AVX-512 (-march=native), Highway 1.0.3 does not use it unless asked.
#ifdef __AVX512BITALG__
#define HWY_WANT_AVX3_DL
#endif

#include <cstddef>
#include <cstdint>

#include "isonoise/axis.hpp"
#include "isonoise/octaves.hpp"

namespace isonoise::batch {

// The kernels' view of a noise: numbers instead of settings, so that editing settings.hpp does not recompile the
// kernels, which is slow.
struct Form {
    const Plan& plan;
    Algorithm algorithm;
    Fractal fractal;
    Fade fade;
    int dim;
    bool turns;  // flow
};

// True if the noise is a single octave of its algorithm and nothing else.
inline bool is_plain(const Form& noise) {
    const Plan& plan = noise.plan;
    return plan.count == 1u && plan.octaves[0].amplitude == 1.0f && plan.bias == 0.0f && plan.unit == 0u &&
           noise.fractal == Fractal::fbm && plan.warp == 0.0f;
}

// The cell and fraction of point i along an axis, after frequency and period.
AxisPoint point_of(const Plan& plan, const GridAxis& points, int axis, std::int64_t i);

// Tables are padded to a multiple of the widest vector.
inline constexpr std::size_t kLanes = 16;

// Points along an axis in one octave: the fractions within their cells, their fade and its derivative (null: not
// wanted), and the keys of the cells' ends (hash.hpp).
struct Row {
    float *f, *w, *s;
    std::uint32_t *low, *high;
};

// The tables of `count` points along an axis, starting at `first`: their wrapped cells in octave 0, and a row per
// octave. Everything is padded: entries past the points may hold anything.
struct AxisRows {
    Form noise;
    int axis;
    const GridAxis* points;
    std::int64_t first;
    std::size_t count;
    std::uint32_t* cell;
    float* fraction;
    const Row* octaves;  // null if the noise is computed from cells and fractions
};
void make_rows(const AxisRows& axis);

// A block of adjacent columns of one plane of a grid of `perlin` or `value`, with tables for each octave.
struct Plane {
    Form noise;
    std::size_t columns;
    std::size_t rows;
    const Row* x;
    const Row* y;      // starts at the plane's first row
    const Row *z, *w;  // one point
    float* block;      // scratch: block_size()
    struct Output {
        float* to;
        std::ptrdiff_t stride;  // from row to row
    };
    Output value;
    Output gradient[4];  // null: not wanted; as many as the noise has dimensions, or none
};
// The parts of a corner in a block (batch_grid.cpp), one float per column each: without and with a gradient.
constexpr std::size_t corner_parts(int dim, bool gradient) {
    const std::size_t parts[] = {1, 2, 2, 3, 2, 3, 4, 6};
    return parts[dim - 1 + (gradient ? 4 : 0)];
}
// The maximum number of columns whose block still fits the L1 cache.
constexpr std::size_t most_columns(int dim, bool gradient) {
    return (dim < 3 ? 512 : dim == 3 ? 256 : 128) / (gradient ? 2 : 1);
}
constexpr std::size_t block_size(int dim, bool gradient) {
    return (corner_parts(dim, gradient) << dim) * most_columns(dim, gradient);
}
void fill_plane(const Plane& plane);

// Points of `perlin` or `value`, padded: coordinates along each axis or, if cells are given, wrapped cells and
// fractions. Computed kRun at a time, so that intermediates stay in the L1 cache; more than kRun only from coordinates
// and without gradients.
inline constexpr std::size_t kRun = 256;
struct Run {
    Form noise;
    std::size_t count;
    const float* at[4];
    const std::uint32_t* cells[4];
    float* values;
    float* gradient[4];  // null: not wanted; all or none
};
void fill_run(const Run& run);

// False if the kernels are not compiled for any instruction set of this CPU: fill_plane() and fill_run() then do
// nothing, and make_rows() makes no octaves.
bool has_kernels();
const char* instructions();

}  // namespace isonoise::batch
