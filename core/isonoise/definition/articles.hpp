// The systems in well-known articles on Perlin noise, as published: `axis` and `diagonal` (2D) and `slope` (1D). Twin
// of shaders/isonoise/articles.glsl.
#pragma once

#include "isonoise/definition/improved.hpp"

namespace isonoise::definition {

// axis: gradients (1,0), (-1,0), (0,1), (0,-1), chosen by two bits of a byte; a prime hash of the lattice point picks
// it from 1024 bytes of a seeded generator.
inline uint axis_hash(uint x, uint y) {
    return (x * 1836311903u) ^ (y * 2971215073u + 512559680u);  // 4807526976 modulo 2^32
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
inline vec<1> slope_vector(uint h) { return vec<1>(float(h) * 2.0f - 255.0f); }

// Each in a cell, at fraction f of it.
inline float axis2(ivec<2> cell, vec<2> f, const AxisTable& table) {
    const Ends<2> e = ends<2>(uvec<2>(cell), uvec<2>(0u));
    Corners<vec<2>, 2> g;
    for (int i = 0; i < g.size(); ++i)
        g[i] = axis_vector(two_bits(table, axis_hash(e[0][is_far(i, 0)], e[1][is_far(i, 1)])));
    vec<2> unused;
    return snap(noise<2>(g, f, quintic<2>(f), quintic_slope<2>(f), unused));
}
inline float diagonal2(ivec<2> cell, vec<2> f, const Permutation& table) {
    const Corners<uint, 2> h = permuted<2>(table, ends<2>(uvec<2>(cell), uvec<2>(0u)));
    Corners<vec<2>, 2> g;
    for (int i = 0; i < g.size(); ++i)
        g[i] = diagonal_vector(h[i]);
    vec<2> unused;
    return snap(noise<2>(g, f, quintic<2>(f), quintic_slope<2>(f), unused));
}
inline float slope1(int cell, float f, const Permutation& table) {
    const uvec<2> e = ends(wrap(cell, 255u), 255u);
    const float low = slope_vector(permute(table, e.x)).x * f;
    const float high = slope_vector(permute(table, e.y)).x * (f - 1.0f);
    return snap(lerp(low, high, cubic(f)) * kSlopeScale);
}

}  // namespace isonoise::definition
