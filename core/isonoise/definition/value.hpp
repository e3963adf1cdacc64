// `value`: value noise, often mistaken for Perlin noise. Interpolates numbers in [-1, 1) at the lattice points. Twin of
// shaders/isonoise/value.glsl.
#pragma once

#include "isonoise/definition/hash.hpp"

namespace isonoise::definition {

// The number at a lattice point: 25 bits of its hash.
inline float number(uint h) { return float(int(h) >> 7) * 0x1p-24f; }

// In a cell whose corners have the hashes h; w holds the weights and s their derivatives.
template <int n> float value_noise(const Corners<uint, n>& h, vec<n> w, vec<n> s, vec<n>& gradient) {
    Corners<float, n> numbers;
    for (int i = 0; i < h.size(); ++i)
        numbers[i] = number(h[i]);
    vec<n> slope;
    const float value = interpolate<n>(numbers, w, slope);
    gradient = s * slope;
    return value;
}

}  // namespace isonoise::definition
