// Rendered noise for spectra and pictures.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "conformance/points.hpp"
#include "fft.hpp"
#include "kernel.hpp"

namespace measure {

using GoodHash = ShiftedLowbias;  // used when only the set is judged

inline constexpr int kFieldSize = 256;      // points along an edge
inline constexpr float kFieldStep = 0.25f;  // cells between points

// The greatest value of noise with these gradients: each corner of a cell has its best one, and hill climbing finds the
// position.
double supremum(const std::vector<Vec>& set, int dim);

// The frequency of each orientation of the noise's slope in the plane xy, relative to the mean; bin 0 is the x axis.
// Weighted by the square of the slope. This tells sets apart, unlike the mean power spectrum, which depends only on the
// set's second moments.
template <class Set, std::size_t Bins> std::array<double, Bins> orientations() {
    isonoise::Random random(4);
    constexpr float step = 1.0f / 64;
    std::array<double, Bins> histogram{};
    double weights = 0;
    for (int i = 0; i < 1 << 20; ++i) {
        Point p{};
        for (std::size_t c = 0; c < Set::kDim; ++c)
            p[c] = static_cast<float>(random.between(-500, 500));
        auto slope = [&](std::size_t axis) {
            Point a = p, b = p;
            a[axis] -= step;
            b[axis] += step;
            return static_cast<double>(noise<GoodHash, Set>(b, 1) - noise<GoodHash, Set>(a, 1));
        };
        const double x = slope(0), y = slope(1), w = x * x + y * y;
        const auto bin = std::lround(std::atan2(y, x) / (2 * std::numbers::pi) * Bins) + static_cast<long>(Bins);
        histogram[static_cast<std::size_t>(bin) % Bins] += w;
        weights += w;
    }
    for (double& h : histogram)
        h *= Bins / weights;
    return histogram;
}

// A set's noise on a slice of the plane xy at the given z and w.
template <class Set> std::vector<Complex> noise_field(uint seed, float z, float w) {
    std::vector<Complex> field;
    field.reserve(kFieldSize * kFieldSize);
    for (int y = 0; y < kFieldSize; ++y) {
        for (int x = 0; x < kFieldSize; ++x) {
            const Point p = {static_cast<float>(x) * kFieldStep, static_cast<float>(y) * kFieldStep, z, w};
            field.emplace_back(noise<GoodHash, Set>(p, seed));
        }
    }
    return field;
}

// The power spectrum of that noise, with a Hann window; the mean over seeds, each with slices at random z and w.
template <class Set> std::vector<double> mean_spectrum(uint seeds) {
    std::vector<double> window, mean(kFieldSize * kFieldSize);
    for (int i = 0; i < kFieldSize; ++i)
        window.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * (i + 0.5) / kFieldSize));
    isonoise::Random random(7);
    for (uint seed = 0; seed < seeds; ++seed) {
        const auto z = static_cast<float>(random.between(0, 100)), w = static_cast<float>(random.between(0, 100));
        std::vector<Complex> field = noise_field<Set>(seed, z, w);
        for (std::size_t y = 0; y < kFieldSize; ++y)
            for (std::size_t x = 0; x < kFieldSize; ++x)
                field[y * kFieldSize + x] *= window[x] * window[y];
        const std::vector<double> power = power_spectrum(std::move(field), kFieldSize);
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += power[i] / seeds;
    }
    return mean;
}

}  // namespace measure
