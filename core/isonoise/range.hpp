// The values to expect of a noise: the range that it never leaves, and estimates of its mean and spread.
//
//   const auto [low, high] = isonoise::value_range(settings);
//   const float height = (noise(p) - low) / (high - low);  // 0 to 1
#pragma once

#include <array>

#include "isonoise/settings.hpp"

namespace isonoise {

// The lowest and the highest value that the noise of these valid settings can have, at any seed and point. Turbulence
// lies in [0, 1], everything else in [-1, 1], except for algorithms that keep their published scale: axis in
// +-0.5352765, improved in +-0.99609375 in 1D, +-1.0363539 in 3D and +-1.5365825 in 4D (a little more with the other
// fades). Output unit is (v + 1) / 2 of these. docs/algorithm.md has the proofs. One octave comes close to both ends,
// though in 4D rarely; a sum of octaves seldom leaves three standard deviations.
std::array<double, 2> value_range(const Settings& settings);

// Estimates from measurements, for output signed (unit: (mean + 1) / 2 and half the standard deviation). Octaves
// removed by filter-width still count.
double mean(const Settings& settings);
double standard_deviation(const Settings& settings);

}  // namespace isonoise
