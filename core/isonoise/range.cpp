#include "isonoise/range.hpp"

#include <cmath>
#include <cstddef>

#include "isonoise/octaves.hpp"

namespace isonoise {

// The supremum of the magnitude of one octave: docs/algorithm.md, rounded up.
static double supremum(const Settings& s) {
    static constexpr double improved3[] = {1.0648283, 1.0449053, 1.0363539},  // by fade
        improved4[] = {1.5653133, 1.5452, 1.5365825};
    const std::size_t fade = static_cast<std::size_t>(used_fade(s)) - 1;
    if (s.algorithm == Algorithm::axis) return 0.5352765;
    if (s.algorithm != Algorithm::improved || s.dim == 2) return 1.0;
    return s.dim == 1 ? 0.99609375 : s.dim == 3 ? improved3[fade] : improved4[fade];
}

std::array<double, 2> value_range(const Settings& s) {
    // A fractal is a weighted mean of octaves, possibly minus their means, so it has the range of one octave.
    const double most = supremum(s), least = s.fractal == Fractal::turbulence ? 0.0 : -most;
    if (s.output == Output::unit) return {(least + 1) / 2, (most + 1) / 2};
    return {least, most};
}

// Standard deviation of one octave, by dimension; tests/core/range_test.cpp measures it.
static double octave_sigma(const Settings& settings) {
    static constexpr double perlin[] = {0.372, 0.326, 0.260, 0.191};
    static constexpr double improved[] = {0.373, 0.326, 0.270, 0.293};
    static constexpr double value[] = {0.510, 0.452, 0.400, 0.354};
    const auto i = static_cast<std::size_t>(settings.dim - 1);
    switch (settings.algorithm) {
    case Algorithm::perlin: return perlin[i];
    case Algorithm::improved: return improved[i];
    case Algorithm::value: return value[i];
    case Algorithm::value_two_layer: return 0.321;
    case Algorithm::axis: return 0.216;
    case Algorithm::diagonal: return 0.304;
    case Algorithm::slope: return 0.285;
    }
    return 0.3;
}

// Mean and standard deviation of a fractal, from those of an octave: see docs/algorithm.md.
static std::array<double, 2> shape_moments(const Settings& settings, double sigma) {
    const double mean_abs = (settings.dim == 1 ? 0.775 : 0.815) * sigma,
                 sigma_abs = std::sqrt(sigma * sigma - mean_abs * mean_abs);
    switch (settings.fractal) {
    case Fractal::turbulence: return {mean_abs, sigma_abs};
    case Fractal::billow: return {2 * mean_abs - 1, 2 * sigma_abs};
    case Fractal::ridged: return {2 * (1 - 2 * mean_abs + sigma * sigma) - 1, 4 * (1 - 1.2 * mean_abs) * sigma_abs};
    default: return {0, sigma};
    }
}

double mean(const Settings& s) { return shape_moments(s, octave_sigma(s))[0]; }

double standard_deviation(const Settings& s) {
    // Octaves are nearly independent: their variances add up.
    const OctaveSums sums = octave_sums(s.octaves, s.persistence);
    return shape_moments(s, octave_sigma(s))[1] * std::sqrt(sums.squares) / sums.amplitudes;
}

}  // namespace isonoise
