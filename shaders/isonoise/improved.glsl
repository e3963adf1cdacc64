// `improved`: Ken Perlin's improved noise of 2002 with a permutation table of 256 entries; 3D exactly as published,
// 1D, 2D and 4D its natural kin. Twin of core/isonoise/improved.cpp and improved.hpp.
//
//   float improvedN(vecN p, uvecN period)                      at a coordinate
//   float improvedN(ivecN cell, vecN f, uvecN period)          in a cell, at fraction f of it, each in [0, 1]
//   improvedN_gradient(..., uvecN period, out vecN gradient)     the same value, and the derivative by each coordinate
//
// Repeats after `period` cells, and every 256 cells where that is 0.
// The table is 256 bytes, four in a component, lowest first, of what isonoise::permutation(seed) gives.
// Suprema: 1D 0.9960938; 2D 1 (scaled); 3D 1.0363538 and 4D 1.5365823, the scale that was published.
#ifndef ISONOISE_IMPROVED_GLSL
#define ISONOISE_IMPROVED_GLSL
#include "isonoise/gradient.glsl"
#include "isonoise/table.glsl"

uvec2 isonoise_permute(uvec2 i) { return uvec2(isonoise_permute(i.x), isonoise_permute(i.y)); }
uvec4 isonoise_permute(uvec4 i) {
    return uvec4(isonoise_permute(i.x), isonoise_permute(i.y), isonoise_permute(i.z), isonoise_permute(i.w));
}

// p[p[X] + Y] at the corners of a square, in the order of interpolate.glsl; another axis adds its coordinate and
// looks up once more.
uvec4 isonoise_permute2(uvec2 x, uvec2 y) {
    uvec2 a = isonoise_permute(x);
    return isonoise_permute(uvec4(a.x + y.x, a.y + y.x, a.x + y.y, a.y + y.y));
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published.
float isonoise_edge3(uint h, vec3 p) {
    uint i = h & 15u;
    precise float u = i < 8u ? p.x : p.y;
    precise float v = i < 4u ? p.y : ((i & 13u) == 12u ? p.x : p.z);
    precise float r = EXACT(isonoise_flip(u, h << 31) + isonoise_flip(v, h << 30));
    return r;
}
vec3 isonoise_weighted_edge3(uint h, float w) {
    uint i = h & 15u;
    precise float u = isonoise_flip(w, h << 31);
    precise float v = isonoise_flip(w, h << 30);
    bool y = i < 4u, x = (i & 13u) == 12u;
    return vec3(i < 8u ? u : x ? v : 0.0, y ? v : i < 8u ? 0.0 : u, y || x ? 0.0 : v);
}
vec4 isonoise_edge_corners3(uvec4 h, vec2 f, float z) {
    precise vec2 g = EXACT(f - 1.0);
    return vec4(isonoise_edge3(h.x, vec3(f.x, f.y, z)), isonoise_edge3(h.y, vec3(g.x, f.y, z)),
                isonoise_edge3(h.z, vec3(f.x, g.y, z)), isonoise_edge3(h.w, vec3(g.x, g.y, z)));
}
vec3 isonoise_edge_square3(uvec4 h, vec4 w) {
    precise vec3 low = EXACT(isonoise_weighted_edge3(h.x, w.x) + isonoise_weighted_edge3(h.y, w.y));
    precise vec3 high = EXACT(isonoise_weighted_edge3(h.z, w.z) + isonoise_weighted_edge3(h.w, w.w));
    precise vec3 r = EXACT(low + high);
    return r;
}
// As isonoise_noise3 of gradient.glsl.
float isonoise_edges3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    precise float g = EXACT(f.z - 1.0);
    return isonoise_interpolate3(isonoise_edge_corners3(a, f.xy, f.z), isonoise_edge_corners3(b, f.xy, g), w);
}
float isonoise_edges3(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    precise float g = EXACT(f.z - 1.0);
    precise vec4 u = isonoise_edge_corners3(a, f.xy, f.z);
    precise vec4 v = isonoise_edge_corners3(b, f.xy, g);
    precise float rest = EXACT(1.0 - w.z);
    precise vec3 low = isonoise_edge_square3(a, isonoise_square_weights(w.xy, rest));
    precise vec3 high = isonoise_edge_square3(b, isonoise_square_weights(w.xy, w.z));
    precise vec3 inner = EXACT(low + high);
    precise vec3 r = EXACT(inner + EXACT(s * isonoise_slope3(u, v, w)));
    gradient = r;
    return isonoise_interpolate3(u, v, w);
}

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

// The same with the derivative by the fraction; s is that of the weights.
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

float improved1(int cell, float fraction, uint period) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_improved1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved1(float p, uint period) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float n = isonoise_improved1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved1_gradient(int cell, float fraction, uint period, out float gradient) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float inner;
    precise float n = isonoise_improved1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float improved1_gradient(float p, uint period, out float gradient) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float inner;
    precise float n = isonoise_improved1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float improved2(ivec2 cell, vec2 fraction, uvec2 period) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_improved2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float improved2(vec2 p, uvec2 period) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise float n = isonoise_improved2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float improved2_gradient(ivec2 cell, vec2 fraction, uvec2 period, out vec2 gradient) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise vec2 inner;
    precise float n = isonoise_improved2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float improved2_gradient(vec2 p, uvec2 period, out vec2 gradient) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise vec2 inner;
    precise float n = isonoise_improved2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}

float improved3(ivec3 cell, vec3 fraction, uvec3 period) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_improved3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved3(vec3 p, uvec3 period) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise float n = isonoise_improved3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved3_gradient(ivec3 cell, vec3 fraction, uvec3 period, out vec3 gradient) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise vec3 inner;
    precise float n = isonoise_improved3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float improved3_gradient(vec3 p, uvec3 period, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise_improved3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float improved4(ivec4 cell, vec4 fraction, uvec4 period) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_improved4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved4(vec4 p, uvec4 period) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise float n = isonoise_improved4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float improved4_gradient(ivec4 cell, vec4 fraction, uvec4 period, out vec4 gradient) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise vec4 inner;
    precise float n = isonoise_improved4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float improved4_gradient(vec4 p, uvec4 period, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise_improved4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), f, isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
#endif
