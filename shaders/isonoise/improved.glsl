// `improved`: Ken Perlin's improved noise of 2002 with a permutation table of 256 entries; 3D exactly as published,
// 1D, 2D and 4D built the same way. Twin of
// core/isonoise/definition/improved.hpp.
//
//   float improvedN(vecN p, uvecN period)                     at a coordinate
//   float improvedN(ivecN cell, vecN f, uvecN period)         in a cell, at fraction f of it, each in [0, 1]
//   improvedN_gradient(..., uvecN period, out vecN gradient)  also returns the derivative by each coordinate
//
// Repeats after `period` cells, or after 256 if that is 0. The table (table.glsl) is isonoise::permutation(seed).
// Suprema: 1D 0.9960938; 2D 1 (scaled); 3D 1.0363538 and 4D 1.5365823, the published scale.
#ifndef ISONOISE_IMPROVED_GLSL
#define ISONOISE_IMPROVED_GLSL
#include "isonoise/gradient.glsl"
#include "isonoise/table.glsl"

uvec2 isonoise_permute(uvec2 i) { return uvec2(isonoise_permute(i.x), isonoise_permute(i.y)); }
uvec4 isonoise_permute(uvec4 i) {
    return uvec4(isonoise_permute(i.x), isonoise_permute(i.y), isonoise_permute(i.z), isonoise_permute(i.w));
}

// p[p[X] + Y] at the corners of a square, in the order of interpolate.glsl; each further axis adds its coordinate and
// looks up once more.
uvec4 isonoise_permuted(uvec2 x, uvec2 y) {
    uvec2 a = isonoise_permute(x);
    return isonoise_permute(uvec4(a.x + y.x, a.y + y.x, a.x + y.y, a.y + y.y));
}
void isonoise_permuted(uvec2 x, uvec2 y, uvec2 z, out uvec4 a, out uvec4 b) {
    uvec4 h = isonoise_permuted(x, y);
    a = isonoise_permute(h + z.x);
    b = isonoise_permute(h + z.y);
}
void isonoise_permuted(uvec2 x, uvec2 y, uvec2 z, uvec2 w, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    uvec4 low, high;
    isonoise_permuted(x, y, z, low, high);
    a = isonoise_permute(low + w.x);
    b = isonoise_permute(high + w.x);
    c = isonoise_permute(low + w.y);
    d = isonoise_permute(high + w.y);
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published. The counterparts of
// `corners` and `weighted` in gradient.glsl.
vec4 isonoise_edges(uvec4 h, vec4 x, vec4 y, vec4 z) {
    uvec4 i = h & 15u;
    uvec4 other = (i ^ 12u) & 13u;  // 0 where v is along x
    ISO_PRECISE vec4 u = isonoise_select(i, 8u, x, y);
    ISO_PRECISE vec4 v = isonoise_select(i, 4u, y, isonoise_select(other, 1u, x, z));
    ISO_PRECISE vec4 r = ISO_EXACT(isonoise_flip(u, h, 0u) + isonoise_flip(v, h, 1u));
    return r;
}
void isonoise_edges(uvec4 h, vec4 w, out vec4 x, out vec4 y, out vec4 z) {
    uvec4 i = h & 15u;
    uvec4 other = (i ^ 12u) & 13u;  // 0 where v is along x
    ISO_PRECISE vec4 u = isonoise_flip(w, h, 0u);
    ISO_PRECISE vec4 v = isonoise_flip(w, h, 1u);
    x = isonoise_select(i, 8u, u, isonoise_select(other, 1u, v, vec4(0.0)));
    y = isonoise_select(i, 4u, v, isonoise_select(i, 8u, vec4(0.0), u));
    z = isonoise_select(i, 4u, vec4(0.0), isonoise_select(other, 1u, vec4(0.0), v));
}

// Unscaled noise in a cell whose corners have the hashes h or a (b, c, d), in the order of interpolate.glsl. 1D, 2D and
// 4D choose from the sets of `perlin`, whose hashes use the top bits.
float isonoise_improved_noise(uvec2 h, float f, float w) { return isonoise_noise(h << 24, f, w); }
float isonoise_improved_noise(uvec2 h, float f, float w, float s, out float gradient) {
    return isonoise_noise(h << 24, f, w, s, gradient);
}
float isonoise_improved_noise(uvec4 h, vec2 f, vec2 w) { return isonoise_noise(h << 29, f, w); }
float isonoise_improved_noise(uvec4 h, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    return isonoise_noise(h << 29, f, w, s, gradient);
}
float isonoise_improved_noise(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise_interpolate(isonoise_edges(a, x, y, vec4(f.z)), isonoise_edges(b, x, y, vec4(g.z)), w);
}
float isonoise_improved_noise(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n =
        isonoise_interpolate(isonoise_edges(a, x, y, vec4(f.z)), isonoise_edges(b, x, y, vec4(g.z)), w, slope);
    ISO_PRECISE float rest = ISO_EXACT(1.0 - w.z);
    ISO_PRECISE vec4 ax, ay, az;
    ISO_PRECISE vec4 bx, by, bz;
    isonoise_edges(a, isonoise_corner_weights(w.xy, rest), ax, ay, az);
    isonoise_edges(b, isonoise_corner_weights(w.xy, w.z), bx, by, bz);
    ISO_PRECISE vec3 inner = vec3(isonoise_total(ax, bx), isonoise_total(ay, by), isonoise_total(az, bz));
    ISO_PRECISE vec3 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
float isonoise_improved_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    return isonoise_noise(a << 27, b << 27, c << 27, d << 27, f, w);
}
float isonoise_improved_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w, vec4 s, out vec4 gradient) {
    return isonoise_noise(a << 27, b << 27, c << 27, d << 27, f, w, s, gradient);
}

float isonoise_improved(int cell, float f, uint period) {
    uvec2 h = isonoise_permute(isonoise_ends(cell, period));
    return isonoise_snap(isonoise_improved_noise(h, f, isonoise_quintic(f)));
}
float isonoise_improved(int cell, float f, uint period, out float gradient) {
    uvec2 h = isonoise_permute(isonoise_ends(cell, period));
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_improved_noise(h, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved1(float p, uint period) { return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period); }
float improved1(int cell, float f, uint period) { return isonoise_improved(cell, isonoise_guard_fraction(f), period); }
float improved1_gradient(float p, uint period, out float gradient) {
    return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved1_gradient(int cell, float f, uint period, out float gradient) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved(ivec2 cell, vec2 f, uvec2 period) {
    uvec4 h = isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y));
    return isonoise_scaled(isonoise_improved_noise(h, f, isonoise_quintic(f)), ISONOISE_SCALE2);
}
float isonoise_improved(ivec2 cell, vec2 f, uvec2 period, out vec2 gradient) {
    uvec4 h = isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y));
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_improved_noise(h, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE2);
    return isonoise_scaled(n, ISONOISE_SCALE2);
}

float improved2(vec2 p, uvec2 period) { return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period); }
float improved2(ivec2 cell, vec2 f, uvec2 period) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period);
}
float improved2_gradient(vec2 p, uvec2 period, out vec2 gradient) {
    return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved2_gradient(ivec2 cell, vec2 f, uvec2 period, out vec2 gradient) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved(ivec3 cell, vec3 f, uvec3 period) {
    uvec4 a, b;
    isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y),
                      isonoise_ends(cell.z, period.z), a, b);
    return isonoise_snap(isonoise_improved_noise(a, b, f, isonoise_quintic(f)));
}
float isonoise_improved(ivec3 cell, vec3 f, uvec3 period, out vec3 gradient) {
    uvec4 a, b;
    isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y),
                      isonoise_ends(cell.z, period.z), a, b);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_improved_noise(a, b, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved3(vec3 p, uvec3 period) { return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period); }
float improved3(ivec3 cell, vec3 f, uvec3 period) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period);
}
float improved3_gradient(vec3 p, uvec3 period, out vec3 gradient) {
    return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved3_gradient(ivec3 cell, vec3 f, uvec3 period, out vec3 gradient) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved(ivec4 cell, vec4 f, uvec4 period) {
    uvec4 a, b, c, d;
    isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y),
                      isonoise_ends(cell.z, period.z), isonoise_ends(cell.w, period.w), a, b, c, d);
    return isonoise_snap(isonoise_improved_noise(a, b, c, d, f, isonoise_quintic(f)));
}
float isonoise_improved(ivec4 cell, vec4 f, uvec4 period, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise_permuted(isonoise_ends(cell.x, period.x), isonoise_ends(cell.y, period.y),
                      isonoise_ends(cell.z, period.z), isonoise_ends(cell.w, period.w), a, b, c, d);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_improved_noise(a, b, c, d, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved4(vec4 p, uvec4 period) { return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period); }
float improved4(ivec4 cell, vec4 f, uvec4 period) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period);
}
float improved4_gradient(vec4 p, uvec4 period, out vec4 gradient) {
    return isonoise_improved(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved4_gradient(ivec4 cell, vec4 f, uvec4 period, out vec4 gradient) {
    return isonoise_improved(cell, isonoise_guard_fraction(f), period, gradient);
}
#endif
