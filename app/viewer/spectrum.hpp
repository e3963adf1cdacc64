// The power spectrum of the noise, or of a function.
#pragma once

#include <array>

#include "isonoise/function/function.hpp"
#include "isonoise/settings.hpp"

namespace isonoise {

struct Spectrum {
    static constexpr int kCount = 120;
    // Cycles per cell of the first octave, evenly spaced in octaves from kLow to kHigh.
    static constexpr double kLow = 1.0 / 8, kHigh = 16.0;
    static double frequency(int index);
    static constexpr float kFloor = -80.0f;
    // In decibels below the greatest, down to kFloor; all kFloor if the noise is constant.
    std::array<float, kCount> power{};
};

// The mean of the squared Fourier transform over all directions (Welch's method, 1967), from two squares of 16 x 16
// cells in the plane of x and y, 32 points per cell, with a Hann window; for 1D noise from many lines of that length.
// Leaves out the values' mean. Octaves above kHigh fold back.
Spectrum spectrum_of(const Settings& settings);
// For a function, of the first number that it returns, in cycles a unit of coordinate. A value that is not finite
// counts as 0.
Spectrum spectrum_of(const Function& function);

}  // namespace isonoise
