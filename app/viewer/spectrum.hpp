// The power spectrum of the noise.
#pragma once

#include <array>

#include "isonoise/settings.hpp"

namespace isonoise {

struct Spectrum {
    static constexpr int kCount = 120;
    // Cycles per cell of the first octave, evenly spaced in octaves from kLow to kHigh.
    static constexpr double kLow = 1.0 / 8, kHigh = 16.0;
    static double frequency(int index);
    static constexpr float kFloor = -80.0f;
    // In decibels relative to the maximum, at least kFloor; constant noise has kFloor everywhere.
    std::array<float, kCount> power{};
};

// Averaged over two squares of 16 x 16 cells in the plane of x and y, 32 points per cell, with a Hann window: the mean
// of the squared Fourier transform over all directions (Welch's method, 1967). For 1D noise, over many lines of that
// length. The mean of the values is removed; octaves above kHigh alias.
Spectrum spectrum_of(const Settings& settings);

}  // namespace isonoise
