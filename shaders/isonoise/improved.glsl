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
uvec4 isonoise_permute2(uvec2 x, uvec2 y) {
    uvec2 a = isonoise_permute(x);
    return isonoise_permute(uvec4(a.x + y.x, a.y + y.x, a.x + y.y, a.y + y.y));
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published.
vec4 isonoise_edge_corners3(uvec4 h, vec4 x, vec4 y, vec4 z) {
    uvec4 i = h & 15u;
    uvec4 other = (i ^ 12u) & 13u;  // 0 where v is along x
    ISO_PRECISE vec4 u = isonoise_select(i, 8u, x, y);
    ISO_PRECISE vec4 v = isonoise_select(i, 4u, y, isonoise_select(other, 1u, x, z));
    ISO_PRECISE vec4 r = ISO_EXACT(isonoise_flip(u, h, 0u) + isonoise_flip(v, h, 1u));
    return r;
}
void isonoise_weighted_edges3(uvec4 h, vec4 w, out vec4 x, out vec4 y, out vec4 z) {
    uvec4 i = h & 15u;
    uvec4 other = (i ^ 12u) & 13u;  // 0 where v is along x
    ISO_PRECISE vec4 u = isonoise_flip(w, h, 0u);
    ISO_PRECISE vec4 v = isonoise_flip(w, h, 1u);
    x = isonoise_select(i, 8u, u, isonoise_select(other, 1u, v, vec4(0.0)));
    y = isonoise_select(i, 4u, v, isonoise_select(i, 8u, vec4(0.0), u));
    z = isonoise_select(i, 4u, vec4(0.0), isonoise_select(other, 1u, vec4(0.0), v));
}
// The counterpart of isonoise_noise3 in gradient.glsl.
float isonoise_edges3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise_interpolate3(isonoise_edge_corners3(a, x, y, vec4(f.z)),
                                 isonoise_edge_corners3(b, x, y, vec4(g.z)), w);
}
float isonoise_edges3(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n = isonoise_interpolate3(isonoise_edge_corners3(a, x, y, vec4(f.z)),
                                                isonoise_edge_corners3(b, x, y, vec4(g.z)), w, slope);
    ISO_PRECISE float rest = ISO_EXACT(1.0 - w.z);
    ISO_PRECISE vec4 ax, ay, az;
    ISO_PRECISE vec4 bx, by, bz;
    isonoise_weighted_edges3(a, isonoise_square_weights(w.xy, rest), ax, ay, az);
    isonoise_weighted_edges3(b, isonoise_square_weights(w.xy, w.z), bx, by, bz);
    ISO_PRECISE vec3 inner = vec3(isonoise_total8(ax, bx), isonoise_total8(ay, by), isonoise_total8(az, bz));
    ISO_PRECISE vec3 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}

// The kernels: the unscaled noise from both lattice coordinates along each axis, a fraction and its weights. With the
// gradient, s is the weights' derivative.
float isonoise_improved1_kernel(uvec2 x, float f, float weight) {
    return isonoise_noise1(isonoise_permute(x) << 24, f, weight);
}
float isonoise_improved2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 weight) {
    return isonoise_noise2(isonoise_permute2(x, y) << 29, f, weight);
}
float isonoise_improved3_kernel(uvec2 x, uvec2 y, uvec2 z, vec3 f, vec3 weight) {
    uvec4 h = isonoise_permute2(x, y);
    return isonoise_edges3(isonoise_permute(h + z.x), isonoise_permute(h + z.y), f, weight);
}
float isonoise_improved4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f, vec4 weight) {
    uvec4 h = isonoise_permute2(x, y);
    uvec4 a = isonoise_permute(h + z.x), b = isonoise_permute(h + z.y);
    return isonoise_noise4(isonoise_permute(a + w.x) << 27, isonoise_permute(b + w.x) << 27,
                           isonoise_permute(a + w.y) << 27, isonoise_permute(b + w.y) << 27, f, weight);
}

float isonoise_improved1_kernel(uvec2 x, float f, float weight, float s, out float gradient) {
    return isonoise_noise1(isonoise_permute(x) << 24, f, weight, s, gradient);
}
float isonoise_improved2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 weight, vec2 s, out vec2 gradient) {
    return isonoise_noise2(isonoise_permute2(x, y) << 29, f, weight, s, gradient);
}
float isonoise_improved3_kernel(uvec2 x, uvec2 y, uvec2 z, vec3 f, vec3 weight, vec3 s, out vec3 gradient) {
    uvec4 h = isonoise_permute2(x, y);
    return isonoise_edges3(isonoise_permute(h + z.x), isonoise_permute(h + z.y), f, weight, s, gradient);
}
float isonoise_improved4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f, vec4 weight, vec4 s, out vec4 gradient) {
    uvec4 h = isonoise_permute2(x, y);
    uvec4 a = isonoise_permute(h + z.x), b = isonoise_permute(h + z.y);
    return isonoise_noise4(isonoise_permute(a + w.x) << 27, isonoise_permute(b + w.x) << 27,
                           isonoise_permute(a + w.y) << 27, isonoise_permute(b + w.y) << 27, f, weight, s, gradient);
}

float isonoise_improved1(int cell, float f, uint period) {
    return isonoise_snap(isonoise_improved1_kernel(isonoise_ends_in(cell, period), f, isonoise_quintic(f)));
}
float isonoise_improved1_gradient(int cell, float f, uint period, out float gradient) {
    uvec2 x = isonoise_ends_in(cell, period);
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_improved1_kernel(x, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved1(float p, uint period) { return isonoise_improved1(isonoise_whole(p), isonoise_fraction(p), period); }
float improved1(int cell, float f, uint period) { return isonoise_improved1(cell, isonoise_guard_fraction(f), period); }
float improved1_gradient(float p, uint period, out float gradient) {
    return isonoise_improved1_gradient(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved1_gradient(int cell, float f, uint period, out float gradient) {
    return isonoise_improved1_gradient(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved2(ivec2 cell, vec2 f, uvec2 period) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    return isonoise_scaled(isonoise_improved2_kernel(x, y, f, isonoise_quintic(f)), ISONOISE_SCALE2);
}
float isonoise_improved2_gradient(ivec2 cell, vec2 f, uvec2 period, out vec2 gradient) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_improved2_kernel(x, y, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE2);
    return isonoise_scaled(n, ISONOISE_SCALE2);
}

float improved2(vec2 p, uvec2 period) { return isonoise_improved2(isonoise_whole(p), isonoise_fraction(p), period); }
float improved2(ivec2 cell, vec2 f, uvec2 period) {
    return isonoise_improved2(cell, isonoise_guard_fraction(f), period);
}
float improved2_gradient(vec2 p, uvec2 period, out vec2 gradient) {
    return isonoise_improved2_gradient(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved2_gradient(ivec2 cell, vec2 f, uvec2 period, out vec2 gradient) {
    return isonoise_improved2_gradient(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved3(ivec3 cell, vec3 f, uvec3 period) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    uvec2 z = isonoise_ends_in(cell.z, period.z);
    return isonoise_snap(isonoise_improved3_kernel(x, y, z, f, isonoise_quintic(f)));
}
float isonoise_improved3_gradient(ivec3 cell, vec3 f, uvec3 period, out vec3 gradient) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    uvec2 z = isonoise_ends_in(cell.z, period.z);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_improved3_kernel(x, y, z, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved3(vec3 p, uvec3 period) { return isonoise_improved3(isonoise_whole(p), isonoise_fraction(p), period); }
float improved3(ivec3 cell, vec3 f, uvec3 period) {
    return isonoise_improved3(cell, isonoise_guard_fraction(f), period);
}
float improved3_gradient(vec3 p, uvec3 period, out vec3 gradient) {
    return isonoise_improved3_gradient(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved3_gradient(ivec3 cell, vec3 f, uvec3 period, out vec3 gradient) {
    return isonoise_improved3_gradient(cell, isonoise_guard_fraction(f), period, gradient);
}

float isonoise_improved4(ivec4 cell, vec4 f, uvec4 period) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    uvec2 z = isonoise_ends_in(cell.z, period.z), w = isonoise_ends_in(cell.w, period.w);
    return isonoise_snap(isonoise_improved4_kernel(x, y, z, w, f, isonoise_quintic(f)));
}
float isonoise_improved4_gradient(ivec4 cell, vec4 f, uvec4 period, out vec4 gradient) {
    uvec2 x = isonoise_ends_in(cell.x, period.x), y = isonoise_ends_in(cell.y, period.y);
    uvec2 z = isonoise_ends_in(cell.z, period.z), w = isonoise_ends_in(cell.w, period.w);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_improved4_kernel(x, y, z, w, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float improved4(vec4 p, uvec4 period) { return isonoise_improved4(isonoise_whole(p), isonoise_fraction(p), period); }
float improved4(ivec4 cell, vec4 f, uvec4 period) {
    return isonoise_improved4(cell, isonoise_guard_fraction(f), period);
}
float improved4_gradient(vec4 p, uvec4 period, out vec4 gradient) {
    return isonoise_improved4_gradient(isonoise_whole(p), isonoise_fraction(p), period, gradient);
}
float improved4_gradient(ivec4 cell, vec4 f, uvec4 period, out vec4 gradient) {
    return isonoise_improved4_gradient(cell, isonoise_guard_fraction(f), period, gradient);
}
#endif
