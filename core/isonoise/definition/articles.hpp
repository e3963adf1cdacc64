// The systems in well-known articles on Perlin noise, as published: `axis` and `diagonal` (2D) and `slope` (1D). Twin
// of shaders/isonoise/articles.glsl.
#pragma once

#include "isonoise/definition/improved.hpp"

namespace isonoise::definition {

// axis: gradients (1,0), (-1,0), (0,1), (0,-1), chosen by two bits of a byte; a prime hash of the lattice point picks
// it from 1024 bytes of a seeded generator.
inline Corners<uint, 2> axis_hash(const Ends<2>& e) {
    Corners<uint, 2> h;
    for (int i = 0; i < h.size(); ++i)
        h[i] = (e[0][is_far(i, 0)] * 1836311903u) ^
               (e[1][is_far(i, 1)] * 2971215073u + 512559680u);  // 4807526976 modulo 2^32
    return h;
}
inline uint two_bits(const AxisTable& table, uint i) { return table[i & 1023u] & 3u; }
inline vec<2> axis_vector(uint two) {
    const float one = flip(1.0f, two, 0);
    return two < 2u ? vec<2>(one, 0.0f) : vec<2>(0.0f, one);
}

// diagonal: gradients (1,1), (-1,1), (-1,-1), (1,-1), chosen by p[p[X] + Y] of Perlin's table.
inline vec<2> diagonal_vector(uint h) {
    const uint two = h & 3u;
    return {two == 1u || two == 2u ? -1.0f : 1.0f, two >= 2u ? -1.0f : 1.0f};
}

// slope: slopes 2p[i] - 255 from Perlin's table, of which the article uses 255 entries; divided by 127.5, its supremum.
inline float slope_vector(uint h) { return float(h) * 2.0f - 255.0f; }

inline constexpr float kSlopeScale = isonoise::kSlopeScale;  // 1 / 127.5, rounded to float

// Interpolates gradient . offset at the corners of a square with these gradients.
inline float article_noise(const Corners<vec<2>, 2>& g, vec<2> f, vec<2> w) {
    vec<2> unused;
    return interpolate<2>(corners<2>(g, f), w, unused);
}

// In a cell whose corners have the hashes h.
inline float axis_noise(const AxisTable& table, const Corners<uint, 2>& h, vec<2> f, vec<2> w) {
    Corners<vec<2>, 2> g;
    for (int i = 0; i < h.size(); ++i)
        g[i] = axis_vector(two_bits(table, h[i]));
    return article_noise(g, f, w);
}
inline float diagonal_noise(const Corners<uint, 2>& h, vec<2> f, vec<2> w) {
    Corners<vec<2>, 2> g;
    for (int i = 0; i < h.size(); ++i)
        g[i] = diagonal_vector(h[i]);
    return article_noise(g, f, w);
}
inline float slope_noise(const Permutation& table, const Corners<uint, 1>& h, vec<1> f, vec<1> w) {
    const float low = slope_vector(permute(table, h[0])) * f.x;
    const float high = slope_vector(permute(table, h[1])) * (f.x - 1.0f);
    return lerp(low, high, w.x) * kSlopeScale;
}

// In a cell, at fraction f.
inline float axis2(ivec<2> cell, vec<2> f, const AxisTable& table) {
    return snap(axis_noise(table, axis_hash(ends<2>(cell, uvec<2>(0u))), f, quintic<2>(f)));
}
inline float diagonal2(ivec<2> cell, vec<2> f, const Permutation& table) {
    return snap(diagonal_noise(permuted<2>(table, ends<2>(cell, uvec<2>(0u))), f, quintic<2>(f)));
}
inline float slope1(int cell, float f, const Permutation& table) {
    const uvec<2> e = ends(cell, 255u);
    return snap(slope_noise(table, {e.x, e.y}, vec<1>(f), vec<1>(cubic(f))));
}

}  // namespace isonoise::definition
