// `improved`: Ken Perlin's improved noise of 2002 with a permutation table of 256 entries; 3D exactly as published, 1D,
// 2D and 4D built the same way. Twin of shaders/isonoise/improved.glsl.
//
// Repeats after 256 cells along each axis, or after a period. Suprema: 1D 0.9960938; 2D 1 (scaled); 3D 1.0363538 and 4D
// 1.5365823, the published scale.
#pragma once

#include "isonoise/definition/gradient.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise::definition {

// Entry i modulo 256.
inline uint permute(const Permutation& table, uint i) { return table[i & 255u]; }

// p[p[X] + Y] at the corners of a square; each further axis adds its coordinate and looks up once more.
template <int n> Corners<uint, n> permuted(const Permutation& table, const Ends<n>& ends) {
    Corners<uint, n> h;
    for (int i = 0; i < h.size(); ++i) {
        h[i] = 0u;
        for (int c = 0; c < n; ++c)
            h[i] = permute(table, h[i] + ends[c][is_far(i, c)]);
    }
    return h;
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published.
inline vec<3> edges(uint h) {
    const uint i = h & 15u;
    const float u = flip(1.0f, h, 0), v = flip(1.0f, h, 1);
    vec<3> g(0.0f);
    g[i < 8u ? 0 : 1] = u;
    g[i < 4u ? 1 : i == 12u || i == 14u ? 0 : 2] = v;
    return g;
}

// Unscaled noise in a cell whose corners have the hashes h. 1D, 2D and 4D choose from the sets of `perlin`, whose
// hashes use the top bits.
template <int n> float improved_noise(Corners<uint, n> h, vec<n> f, vec<n> w, vec<n> s, vec<n>& gradient) {
    Corners<vec<n>, n> g;
    for (int i = 0; i < h.size(); ++i) {
        if constexpr (n == 3) {
            g[i] = edges(h[i]);
        } else {
            g[i] = vector<n>(h[i] << (n == 1 ? 24 : n == 2 ? 29 : 27));
        }
    }
    return noise<n>(g, f, w, s, gradient);
}

// In a cell, at fraction f of it, each in [0, 1]; at a coordinate. Repeats after `period` cells, or after 256 if that
// is 0.
template <int n> float improved(ivec<n> cell, vec<n> f, const Permutation& table, uvec<n> period, vec<n>& gradient) {
    const Corners<uint, n> h = permuted<n>(table, ends<n>(cell, period));
    const float v = improved_noise<n>(h, f, quintic<n>(f), quintic_slope<n>(f), gradient);
    const float scale = n == 2 ? kScale2 : 1.0f;
    gradient = scaled(gradient, scale);
    return scaled(v, scale);
}
template <int n> float improved(vec<n> p, const Permutation& table, uvec<n> period, vec<n>& gradient) {
    return improved<n>(whole(p), fraction(p), table, period, gradient);
}

inline float improved1(vec<1> p, const Permutation& table, uvec<1> period) {
    vec<1> g;
    return improved<1>(p, table, period, g);
}
inline float improved1_gradient(vec<1> p, const Permutation& table, uvec<1> period, vec<1>& gradient) {
    return improved<1>(p, table, period, gradient);
}
inline float improved2(vec<2> p, const Permutation& table, uvec<2> period) {
    vec<2> g;
    return improved<2>(p, table, period, g);
}
inline float improved2_gradient(vec<2> p, const Permutation& table, uvec<2> period, vec<2>& gradient) {
    return improved<2>(p, table, period, gradient);
}
inline float improved3(vec<3> p, const Permutation& table, uvec<3> period) {
    vec<3> g;
    return improved<3>(p, table, period, g);
}
inline float improved3_gradient(vec<3> p, const Permutation& table, uvec<3> period, vec<3>& gradient) {
    return improved<3>(p, table, period, gradient);
}
inline float improved4(vec<4> p, const Permutation& table, uvec<4> period) {
    vec<4> g;
    return improved<4>(p, table, period, g);
}
inline float improved4_gradient(vec<4> p, const Permutation& table, uvec<4> period, vec<4>& gradient) {
    return improved<4>(p, table, period, gradient);
}

}  // namespace isonoise::definition
