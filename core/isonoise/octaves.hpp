// Shared by all sums of octaves.
#pragma once

#include "isonoise/plan.hpp"

namespace isonoise {

static inline bool is_whole(float lacunarity) { return lacunarity == float(int(lacunarity)); }

// True for perlin and value, which hash one key per axis: their octaves count windows of 2^32 cells, and grids are
// computed from one table per axis. (value_two_layer hashes keys too, but takes the definition's path.)
static inline bool hashes_keys(Algorithm algorithm) {
    return algorithm == Algorithm::perlin || algorithm == Algorithm::value;
}

// True if octave i exists. The sum ends when an amplitude falls below 2^-60: anything further would be invisible, and
// no subnormal arises that a driver may flush.
static inline bool has_octave(float octaves, int i, float amplitude) {
    return float(i) < octaves && amplitude >= 0x1p-60f;
}

// The amplitude of octave i: a fractional octave gets that fraction of its amplitude.
static inline float faded(float amplitude, float octaves, float i) {
    float rest = octaves - i;
    return rest < 1.0f ? amplitude * rest : amplitude;
}

// The sums of the amplitudes of all octaves, starting from 1, and of their squares.
struct OctaveSums {
    double amplitudes = 0.0;
    double squares = 0.0;
};
static inline OctaveSums octave_sums(float octaves, float persistence) {
    OctaveSums sums;
    float amplitude = 1.0f;
    for (int i = 0; float(i) < octaves; ++i) {
        const auto a = double(faded(amplitude, octaves, float(i)));
        sums.amplitudes += a;
        sums.squares += a * a;
        amplitude = amplitude * persistence;
    }
    return sums;
}

// The mean of an octave of this fractal of perlin. Flow has its own scale: `relative` is its ratio to the usual one.
static inline double mean_of(Fractal fractal, int dim, Fade fade, double relative) {
    // By fade; docs/algorithm.md has the command that measures them.
    constexpr double mean_abs[3][4] = {
        {0.2779, 0.2509, 0.1840, 0.1251}, {0.2782, 0.2571, 0.2000, 0.1424}, {0.2884, 0.2666, 0.2124, 0.1548}};
    constexpr double variance[3][4] = {
        {0.1558, 0.0997, 0.0523, 0.0242}, {0.1406, 0.1020, 0.0610, 0.0311}, {0.1385, 0.1066, 0.0679, 0.0363}};
    const int row = fade == Fade::linear ? 0 : fade == Fade::cubic ? 1 : 2;
    const double a = relative * mean_abs[row][dim - 1], b = relative * relative * variance[row][dim - 1];
    switch (fractal) {
    case Fractal::turbulence: return a;
    case Fractal::billow: return 2 * a - 1;
    case Fractal::ridged: return 2 * (1 - 2 * a + b) - 1;
    default: return 0;
    }
}

}  // namespace isonoise
