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
inline vec<3> edge3(uint h) {
    const uint i = h & 15u;
    const float u = flip(1.0f, h, 0), v = flip(1.0f, h, 1);
    vec<3> g(0.0f);
    g[i < 8u ? 0 : 1] = u;
    g[i < 4u ? 1 : i == 12u || i == 14u ? 0 : 2] = v;
    return g;
}

// The others choose from the sets of `perlin`, whose hashes use the top bits.
template <int n> vec<n> improved_vector(uint h) {
    if constexpr (n == 1) return vector1(h << 24);
    if constexpr (n == 2) return vector2(h << 29);
    if constexpr (n == 3) return edge3(h);
    if constexpr (n == 4) return vector4(h << 27);
}

}  // namespace isonoise::definition
