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

// In a cell, at fraction f of it, each in [0, 1]; at a coordinate.
template <int n> float value(ivec<n> cell, vec<n> f, uint seed, uvec<n> period, vec<n>& gradient) {
    const float v = value_noise<n>(hashes<n>(cell, seed, period), quintic<n>(f), quintic_slope<n>(f), gradient);
    gradient = snap(gradient);
    return snap(v);
}
template <int n> float value(vec<n> p, uint seed, uvec<n> period, vec<n>& gradient) {
    return value<n>(whole(p), fraction(p), seed, period, gradient);
}

inline float value1(vec<1> p, uint seed, uvec<1> period) {
    vec<1> g;
    return value<1>(p, seed, period, g);
}
inline float value1_gradient(vec<1> p, uint seed, uvec<1> period, vec<1>& gradient) {
    return value<1>(p, seed, period, gradient);
}
inline float value2(vec<2> p, uint seed, uvec<2> period) {
    vec<2> g;
    return value<2>(p, seed, period, g);
}
inline float value2_gradient(vec<2> p, uint seed, uvec<2> period, vec<2>& gradient) {
    return value<2>(p, seed, period, gradient);
}
inline float value3(vec<3> p, uint seed, uvec<3> period) {
    vec<3> g;
    return value<3>(p, seed, period, g);
}
inline float value3_gradient(vec<3> p, uint seed, uvec<3> period, vec<3>& gradient) {
    return value<3>(p, seed, period, gradient);
}
inline float value4(vec<4> p, uint seed, uvec<4> period) {
    vec<4> g;
    return value<4>(p, seed, period, g);
}
inline float value4_gradient(vec<4> p, uint seed, uvec<4> period, vec<4>& gradient) {
    return value<4>(p, seed, period, gradient);
}

}  // namespace isonoise::definition
