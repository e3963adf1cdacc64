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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
template <int n>
inline constexpr float kScale = n == 1   ? 1.0f
                                : n == 2 ? 1465999.0f / 1048576.0f
                                : n == 3 ? 1011792.0f / 1048576.0f
                                         : 682407.0f / 1048576.0f;

// The tangent of 22.5 degrees.
inline constexpr float kTangent = 13898701.0f / 33554432.0f;

// Thirds of the range of a hash as a signed number: below kThird1, below kThird2, the rest.
inline constexpr int kThird1 = -715827882, kThird2 = 715827883;

// x with its sign flipped where bit `bit` of h is set.
inline float flip(float x, uint h, int bit) { return (h >> bit & 1u) != 0u ? -x : x; }

// The sum over all corners, in pairs along z, w, x and y.
template <int n> vec<n> total(Corners<vec<n>, n> v) {
    for (const int axis : {2, 3, 0, 1})
        for (int i = 0; axis < n && i < v.size(); ++i)
            if (!is_far(i, axis)) v[i] = v[i] + v[i | 1 << axis];
    return v[0];
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
inline vec<1> vector1(uint h) {
    return vec<1>(std::bit_cast<float>((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)));
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
inline vec<2> vector2(uint h) {
    const bool longer = int(h) < 0;
    return {flip(longer ? 1.0f : kTangent, h, 30), flip(longer ? kTangent : 1.0f, h, 29)};
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
inline vec<3> vector3(uint h) {
    const uint rest = (h << 1) + h;
    const float u = flip(1.0f, rest, 31), v = flip(1.0f, rest, 30);
    return int(h) < kThird1 ? vec<3>(0.0f, u, v) : int(h) < kThird2 ? vec<3>(u, 0.0f, v) : vec<3>(u, v, 0.0f);
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x; bits
// 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends the
// same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
inline vec<4> vector4(uint h) {
    const float a = flip(1.0f, h, 27), b = flip(1.0f, h, 28), c = flip(1.0f, h, 29);
    switch (h >> 30) {
    case 0u: return {a, b, c, 0.0f};
    case 1u: return {a, b, 0.0f, c};
    case 2u: return {a, 0.0f, b, c};
    default: return {0.0f, a, b, c};
    }
}

template <int n> vec<n> vector(uint h) {
    if constexpr (n == 1) return vector1(h);
    if constexpr (n == 2) return vector2(h);
    if constexpr (n == 3) return vector3(h);
    if constexpr (n == 4) return vector4(h);
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
// The gradients interpolated: their weighted sum.
template <int n> vec<n> weighted(Corners<vec<n>, n> g, vec<n> w) {
    if constexpr (n == 1) return vec<1>(lerp(g[0].x, g[1].x, w.x));
    const Corners<float, n> weights = corner_weights<n>(w);
    for (int i = 0; i < g.size(); ++i)
        g[i] = weights[i] * g[i];
    return total<n>(g);
}

// Unscaled gradient noise in a cell whose corners have the gradients g. f is the fraction, w its fade and s the fade's
// derivative. Also returns the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
template <int n> float noise(const Corners<vec<n>, n>& g, vec<n> f, vec<n> w, vec<n> s, vec<n>& gradient) {
    vec<n> slope;
    const float value = interpolate<n>(corners<n>(g, f), w, slope);
    gradient = weighted<n>(g, w) + s * slope;
    return value;
}

}  // namespace isonoise::definition
