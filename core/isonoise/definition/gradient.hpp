// Gradient sets: the top bits of a lattice point's hash h choose a gradient, and a corner's value is gradient . offset.
// Twin of shaders/isonoise/gradient.glsl.
//
// Every set has mean 0 and, in 2D to 4D, evenly spread gradients of equal length: 8 directions, the 12 edges of a cube,
// the 32 edges of a tesseract. Chosen by measurement: see docs/algorithm.md.
//
// Products with -1, 0 and 1 and sums with 0 are exact. Shaders therefore choose which components to add, and flip their
// signs, and get the same bits.
#pragma once

#include "isonoise/definition/hash.hpp"

namespace isonoise::definition {

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), rounded slightly
// towards 0 so that results never leave [-1, 1]. Fractions with a power of two as denominator: exact however a driver
// parses decimals.
inline constexpr float kScale2 = 1465999.0f / 1048576.0f;
inline constexpr float kScale3 = 1011792.0f / 1048576.0f;
inline constexpr float kScale4 = 682407.0f / 1048576.0f;

// The tangent of 22.5 degrees.
inline constexpr float kTangent = 13898701.0f / 33554432.0f;

// Thirds of the range of a hash as a signed number: below kThird1, below kThird2, the rest.
inline constexpr int kThird1 = -715827882;
inline constexpr int kThird2 = 715827883;

// x with its sign flipped where bit `bit` of h is set.
inline float flip(float x, uint h, int bit) { return (h >> bit & 1u) != 0u ? -x : x; }

// x where h is below a bound, else y.
template <class Whole, class T> T select(Whole h, Whole bound, T x, T y) { return h < bound ? x : y; }
// The sum over all corners, in pairs along z, w, x and y.
template <int n> vec<n> total(Corners<vec<n>, n> v) {
    for (const int axis : {2, 3, 0, 1})
        for (int i = 0; axis < n && i < v.size(); ++i)
            if (!is_far(i, axis)) v[i] = v[i] + v[i | 1 << axis];
    return v[0];
}

// The weight of each corner: x * (z * w * y).
template <int n> Corners<float, n> corner_weights(vec<n> w) {
    Corners<float, n> weights;
    for (int i = 0; i < weights.size(); ++i) {
        const auto weight = [&](int c) { return is_far(i, c) ? w[c] : 1.0f - w[c]; };
        float rest = 1.0f;
        for (int c = 2; c < n; ++c)
            rest = rest * weight(c);
        weights[i] = n == 1 ? weight(0) : weight(0) * (rest * weight(1));
    }
    return weights;
}

template <int n> vec<n> vector(uint h);
// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
template <> inline vec<1> vector<1>(uint h) {
    return vec<1>(std::bit_cast<float>((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)));
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
template <> inline vec<2> vector<2>(uint h) {
    return {flip(select(int(h), 0, 1.0f, kTangent), h, 30), flip(select(int(h), 0, kTangent, 1.0f), h, 29)};
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
template <> inline vec<3> vector<3>(uint h) {
    const uint rest = (h << 1) + h;
    const float u = flip(1.0f, rest, 31), v = flip(1.0f, rest, 30);
    return select(int(h), kThird1, vec<3>(0.0f, u, v), select(int(h), kThird2, vec<3>(u, 0.0f, v), vec<3>(u, v, 0.0f)));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x; bits
// 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends the
// same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
template <> inline vec<4> vector<4>(uint h) {
    const float a = flip(1.0f, h, 27), b = flip(1.0f, h, 28), c = flip(1.0f, h, 29);
    return select(h, 0x40000000u, vec<4>(a, b, c, 0.0f),
                  select(h, 0x80000000u, vec<4>(a, b, 0.0f, c),
                         select(h, 0xC0000000u, vec<4>(a, 0.0f, b, c), vec<4>(0.0f, a, b, c))));
}

template <int n> Corners<vec<n>, n> vectors(const Corners<uint, n>& h) {
    Corners<vec<n>, n> g;
    for (int i = 0; i < h.size(); ++i)
        g[i] = vector<n>(h[i]);
    return g;
}

// gradient . offset at each corner of a cell; f is the fraction.
template <int n> Corners<float, n> corners(const Corners<vec<n>, n>& g, vec<n> f) {
    Corners<float, n> dots;
    for (int i = 0; i < g.size(); ++i) {
        dots[i] = 0.0f;
        for (int c = 0; c < n; ++c)
            dots[i] = dots[i] + g[i][c] * (is_far(i, c) ? f[c] - 1.0f : f[c]);
    }
    return dots;
}

// The gradients interpolated: their weighted sum.
template <int n> vec<n> weighted(Corners<vec<n>, n> g, vec<n> w) {
    if constexpr (n == 1) return vec<1>(lerp(g[0].x, g[1].x, w.x));
    const Corners<float, n> weights = corner_weights<n>(w);
    for (int i = 0; i < g.size(); ++i)
        g[i] = weights[i] * g[i];
    return total<n>(g);
}

// Unscaled gradient noise in a cell whose corners have the gradients g, or the hashes h. f is the fraction, w its fade
// and s the fade's derivative. Also returns the derivative by f: the weighted sum of the gradients plus the derivative
// of the weights.
template <int n> float noise(const Corners<vec<n>, n>& g, vec<n> f, vec<n> w, vec<n> s, vec<n>& gradient) {
    vec<n> slope;
    const float value = interpolate<n>(corners<n>(g, f), w, slope);
    gradient = weighted<n>(g, w) + s * slope;
    return value;
}
template <int n> float noise(const Corners<uint, n>& h, vec<n> f, vec<n> w, vec<n> s, vec<n>& gradient) {
    return noise<n>(vectors<n>(h), f, w, s, gradient);
}

}  // namespace isonoise::definition
