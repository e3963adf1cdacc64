// Shared by the captions and the probe of scene anatomy: number formatting, and 1D noise taken apart.
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

// A point of 1D noise with the seed, fade and period of `settings`.
struct LineAnatomy {
    LineAnatomy(const Settings& settings, const AxisPoint& at);
    float fraction, fade, value;
    std::array<float, 2> slopes, ramps;  // at the integers before and after the point
};

}  // namespace isonoise
