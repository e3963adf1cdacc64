// For the captions and the probe of scene anatomy: numbers as they show them, and noise in 1D taken apart.
#pragma once

#include <array>
#include <cmath>

#include "isonoise/anatomy.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

// Rounds to 0 what would print as a negative zero.
inline double without_sign_of_zero(double value, int places = 2) {
    return std::fabs(value) < 0.5 * std::pow(10.0, -places) ? 0.0 : value;
}

// The noise before it is scaled: both mixes along x, mixed along y.
inline float mixed(const Anatomy& a) { return a.mixes.x + a.weights.y * (a.mixes.y - a.mixes.x); }

// A point of noise in 1D, which has the seed, the fade and the period of `settings`.
struct LineAnatomy {
    LineAnatomy(const Settings& settings, const AxisPoint& at);
    float fraction, fade, value;
    std::array<float, 2> slopes, ramps;  // of the whole numbers before and after the point
};

}  // namespace isonoise
