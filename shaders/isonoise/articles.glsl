// The systems in well-known articles on Perlin noise, as published: `axis` and `diagonal` (2D) and `slope` (1D).
// Twin of core/isonoise/definition/articles.hpp.
//
//   float axis2(vec2 p)         with the table isonoise::axis_table(seed). Supremum 0.535
//   float diagonal2(vec2 p)     with the table isonoise::permutation(0). Supremum 1
//   float slope1(float p)       with the same table; divided by its supremum, 127.5
//
// Each also takes a cell (int or ivec2) and a fraction of it.
#ifndef ISONOISE_ARTICLES_GLSL
#define ISONOISE_ARTICLES_GLSL
#include "isonoise/improved.glsl"

const float ISONOISE_SLOPE_SCALE = 8421505.0 / 1073741824.0;  // 1 / 127.5, rounded to float

// axis: gradients (1,0), (-1,0), (0,1), (0,-1), chosen by two bits of a byte; a prime hash of the lattice point picks
// it from 1024 bytes of a seeded generator.
uvec4 isonoise_axis_hash(uvec2 x, uvec2 y) {
    return (x.xyxy * 1836311903u) ^ (y.xxyy * 2971215073u + 512559680u);  // 4807526976 modulo 2^32
}
vec2 isonoise_axis_vector(uint two) {
    ISO_PRECISE float one = (two & 1u) != 0u ? -1.0 : 1.0;
    return two < 2u ? vec2(one, 0.0) : vec2(0.0, one);
}

// diagonal: gradients (1,1), (-1,1), (-1,-1), (1,-1), chosen by p[p[X] + Y] of Perlin's table.
vec2 isonoise_diagonal_vector(uint h) {
    uint two = h & 3u;
    return vec2(two == 1u || two == 2u ? -1.0 : 1.0, two >= 2u ? -1.0 : 1.0);
}

// slope: slopes 2p[i] - 255 from Perlin's table, of which the article uses 255 entries; divided by 127.5, its supremum.
float isonoise_slope_vector(uint h) {
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(float(h) * 2.0) - 255.0);
    return r;
}

// Interpolates gradient . offset at the corners of a square with these gradients.
float isonoise_article_noise(vec2 a, vec2 b, vec2 c, vec2 d, vec2 f, vec2 w) {
    ISO_PRECISE vec2 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = ISO_EXACT(vec4(a.x, b.x, c.x, d.x) * vec4(f.x, g.x, f.x, g.x));
    ISO_PRECISE vec4 y = ISO_EXACT(vec4(a.y, b.y, c.y, d.y) * vec4(f.yy, g.yy));
    ISO_PRECISE vec4 dots = ISO_EXACT(x + y);
    return isonoise_interpolate(dots, w);
}

// In a cell whose corners have the hashes h.
float isonoise_axis_noise(uvec4 h, vec2 f, vec2 w) {
    return isonoise_article_noise(isonoise_axis_vector(isonoise_two_bits(h.x)),
                                  isonoise_axis_vector(isonoise_two_bits(h.y)),
                                  isonoise_axis_vector(isonoise_two_bits(h.z)),
                                  isonoise_axis_vector(isonoise_two_bits(h.w)), f, w);
}
float isonoise_diagonal_noise(uvec4 h, vec2 f, vec2 w) {
    return isonoise_article_noise(isonoise_diagonal_vector(h.x), isonoise_diagonal_vector(h.y),
                                  isonoise_diagonal_vector(h.z), isonoise_diagonal_vector(h.w), f, w);
}
float isonoise_slope_noise(uvec2 h, float f, float w) {
    ISO_PRECISE float low = ISO_EXACT(isonoise_slope_vector(isonoise_permute(h.x)) * f);
    ISO_PRECISE float high = ISO_EXACT(isonoise_slope_vector(isonoise_permute(h.y)) * ISO_EXACT(f - 1.0));
    ISO_PRECISE float r = ISO_EXACT(isonoise_lerp(low, high, w) * ISONOISE_SLOPE_SCALE);
    return r;
}

float axis2(ivec2 cell, vec2 fraction) {
    ISO_PRECISE vec2 f = isonoise_guard_fraction(fraction);
    uvec4 h = isonoise_axis_hash(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)));
    return isonoise_snap(isonoise_axis_noise(h, f, isonoise_quintic(f)));
}
float axis2(vec2 p) { return axis2(isonoise_whole(p), isonoise_fraction(p)); }

float diagonal2(ivec2 cell, vec2 fraction) {
    ISO_PRECISE vec2 f = isonoise_guard_fraction(fraction);
    uvec4 h = isonoise_permuted(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)));
    return isonoise_snap(isonoise_diagonal_noise(h, f, isonoise_quintic(f)));
}
float diagonal2(vec2 p) { return diagonal2(isonoise_whole(p), isonoise_fraction(p)); }

float slope1(int cell, float fraction) {
    ISO_PRECISE float f = isonoise_guard_fraction(fraction);
    return isonoise_snap(isonoise_slope_noise(isonoise_ends(cell, 255u), f, isonoise_cubic(f)));
}
float slope1(float p) { return slope1(isonoise_whole(p), isonoise_fraction(p)); }
#endif
