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
#include "isonoise/interpolate.glsl"
#include "isonoise/table.glsl"

const float ISONOISE_SLOPE_SCALE = 8421505.0 / 1073741824.0;  // 1 / 127.5, rounded to float

// axis: gradients (1,0), (-1,0), (0,1), (0,-1), chosen by two bits of a byte; a prime hash of the lattice point picks
// it from 1024 bytes of a seeded generator.
float isonoise_axis2_corner(uint x, uint y, float dx, float dy) {
    uint i = (x * 1836311903u) ^ (y * 2971215073u + 512559680u);  // 4807526976 modulo 2^32
    uint g = isonoise_two_bits(i);
    ISO_PRECISE float d = g < 2u ? dx : dy;
    return (g & 1u) != 0u ? -d : d;
}
float isonoise_axis2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 w) {
    ISO_PRECISE vec2 g = ISO_EXACT(f - 1.0);
    return isonoise_interpolate2(
        vec4(isonoise_axis2_corner(x.x, y.x, f.x, f.y), isonoise_axis2_corner(x.y, y.x, g.x, f.y),
             isonoise_axis2_corner(x.x, y.y, f.x, g.y), isonoise_axis2_corner(x.y, y.y, g.x, g.y)),
                                 w);
}

// diagonal: gradients (1,1), (-1,1), (-1,-1), (1,-1), chosen by p[p[X] + Y] of Perlin's table.
float isonoise_diagonal2_corner(uint x, uint y, float dx, float dy) {
    uint g = isonoise_permute(isonoise_permute(x) + (y & 255u)) & 3u;
    ISO_PRECISE float a = g == 1u || g == 2u ? -dx : dx;
    ISO_PRECISE float b = g >= 2u ? -dy : dy;
    ISO_PRECISE float r = ISO_EXACT(a + b);
    return r;
}
float isonoise_diagonal2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 w) {
    ISO_PRECISE vec2 g = ISO_EXACT(f - 1.0);
    return isonoise_interpolate2(
        vec4(isonoise_diagonal2_corner(x.x, y.x, f.x, f.y), isonoise_diagonal2_corner(x.y, y.x, g.x, f.y),
             isonoise_diagonal2_corner(x.x, y.y, f.x, g.y), isonoise_diagonal2_corner(x.y, y.y, g.x, g.y)),
        w);
}

// slope: slopes 2p[i] - 255 from Perlin's table, of which the article uses 255 entries; divided by 127.5, its
// supremum.
float isonoise_slope1_corner(uint i) {
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(float(isonoise_permute(i)) * 2.0) - 255.0);
    return r;
}
float isonoise_slope1_kernel(uvec2 x, float f, float w) {
    ISO_PRECISE float a = ISO_EXACT(isonoise_slope1_corner(x.x) * f);
    ISO_PRECISE float b = ISO_EXACT(isonoise_slope1_corner(x.y) * (f - 1.0));
    ISO_PRECISE float r = ISO_EXACT(isonoise_lerp(a, b, w) * ISONOISE_SLOPE_SCALE);
    return r;
}

float axis2(ivec2 cell, vec2 fraction) {
    ISO_PRECISE vec2 f = isonoise_guard_fraction(fraction);
    return isonoise_snap(isonoise_axis2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), f,
                                               isonoise_quintic(f)));
}
float axis2(vec2 p) {
    return axis2(isonoise_whole(p), isonoise_fraction(p));
}

float diagonal2(ivec2 cell, vec2 fraction) {
    ISO_PRECISE vec2 f = isonoise_guard_fraction(fraction);
    return isonoise_snap(isonoise_diagonal2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), f,
                                                   isonoise_quintic(f)));
}
float diagonal2(vec2 p) {
    return diagonal2(isonoise_whole(p), isonoise_fraction(p));
}

float slope1(int cell, float fraction) {
    ISO_PRECISE float f = isonoise_guard_fraction(fraction);
    return isonoise_snap(isonoise_slope1_kernel(isonoise_ends_in(cell, 255u), f, isonoise_cubic(f)));
}
float slope1(float p) {
    return slope1(isonoise_whole(p), isonoise_fraction(p));
}
#endif
