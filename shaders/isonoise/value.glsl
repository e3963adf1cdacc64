// `value`: value noise, what people often mistake for Perlin noise: numbers in [-1, 1) at the lattice points, interpolated.
// Twin of core/isonoise/value.cpp and value.hpp.
//
//   float valueN(vecN p, uint seed, uvecN period)                     at a coordinate
//   float valueN(ivecN cell, vecN f, uint seed, uvecN period)         in a cell, at fraction f of it, each in [0, 1]
//   valueN_gradient(..., uvecN period, out vecN gradient)               the same value, and the derivative by each coordinate
#ifndef ISONOISE_VALUE_GLSL
#define ISONOISE_VALUE_GLSL
#include "isonoise/hash.glsl"
#include "isonoise/interpolate.glsl"

// The number at a lattice point: 25 bits of its hash.
float isonoise_number(uint h) {
    precise float r = EXACT(float(int(h) >> 7) * 0.000000059604644775390625);
    return r;
}
vec2 isonoise_number(uvec2 h) { return vec2(isonoise_number(h.x), isonoise_number(h.y)); }
vec4 isonoise_number(uvec4 h) {
    return vec4(isonoise_number(h.x), isonoise_number(h.y), isonoise_number(h.z), isonoise_number(h.w));
}

// The kernels: from a cell's lattice coordinates (ends), the mixed seed, a fraction's weights to the noise.
float isonoise_value1_kernel(uvec2 x, uint seed, float weight) {
    precise vec2 a = isonoise_number(isonoise_hash1(x, seed));
    return isonoise_interpolate1(a, weight);
}
float isonoise_value1_kernel(uvec2 x, uint seed, float weight, float s, out float gradient) {
    precise vec2 a = isonoise_number(isonoise_hash1(x, seed));
    precise float r = EXACT(s * isonoise_slope1(a));
    gradient = r;
    return isonoise_interpolate1(a, weight);
}
float isonoise_value2_kernel(uvec2 x, uvec2 y, uint seed, vec2 weight) {
    precise vec4 a = isonoise_number(isonoise_hash2(x, y, seed));
    return isonoise_interpolate2(a, weight);
}
float isonoise_value2_kernel(uvec2 x, uvec2 y, uint seed, vec2 weight, vec2 s, out vec2 gradient) {
    precise vec4 a = isonoise_number(isonoise_hash2(x, y, seed));
    precise vec2 r = EXACT(s * isonoise_slope2(a, weight));
    gradient = r;
    return isonoise_interpolate2(a, weight);
}
float isonoise_value3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 weight) {
    precise vec4 a = isonoise_number(isonoise_hash3(x, y, z.x, seed));
    precise vec4 b = isonoise_number(isonoise_hash3(x, y, z.y, seed));
    return isonoise_interpolate3(a, b, weight);
}
float isonoise_value3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 weight, vec3 s, out vec3 gradient) {
    precise vec4 a = isonoise_number(isonoise_hash3(x, y, z.x, seed));
    precise vec4 b = isonoise_number(isonoise_hash3(x, y, z.y, seed));
    precise vec3 r = EXACT(s * isonoise_slope3(a, b, weight));
    gradient = r;
    return isonoise_interpolate3(a, b, weight);
}
float isonoise_value4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 weight) {
    precise vec4 a = isonoise_number(isonoise_hash4(x, y, z.x, w.x, seed));
    precise vec4 b = isonoise_number(isonoise_hash4(x, y, z.y, w.x, seed));
    precise vec4 c = isonoise_number(isonoise_hash4(x, y, z.x, w.y, seed));
    precise vec4 d = isonoise_number(isonoise_hash4(x, y, z.y, w.y, seed));
    return isonoise_interpolate4(a, b, c, d, weight);
}
float isonoise_value4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 weight, vec4 s, out vec4 gradient) {
    precise vec4 a = isonoise_number(isonoise_hash4(x, y, z.x, w.x, seed));
    precise vec4 b = isonoise_number(isonoise_hash4(x, y, z.y, w.x, seed));
    precise vec4 c = isonoise_number(isonoise_hash4(x, y, z.x, w.y, seed));
    precise vec4 d = isonoise_number(isonoise_hash4(x, y, z.y, w.y, seed));
    precise vec4 r = EXACT(s * isonoise_slope4(a, b, c, d, weight));
    gradient = r;
    return isonoise_interpolate4(a, b, c, d, weight);
}

float value1(int cell, float fraction, uint seed, uint period) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_value1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value1(float p, uint seed, uint period) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float n = isonoise_value1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value1_gradient(int cell, float fraction, uint seed, uint period, out float gradient) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float inner;
    precise float n = isonoise_value1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float value1_gradient(float p, uint seed, uint period, out float gradient) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float inner;
    precise float n = isonoise_value1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float value2(ivec2 cell, vec2 fraction, uint seed, uvec2 period) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_value2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value2(vec2 p, uint seed, uvec2 period) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise float n = isonoise_value2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value2_gradient(ivec2 cell, vec2 fraction, uint seed, uvec2 period, out vec2 gradient) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise vec2 inner;
    precise float n = isonoise_value2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float value2_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise vec2 inner;
    precise float n = isonoise_value2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float value3(ivec3 cell, vec3 fraction, uint seed, uvec3 period) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_value3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value3(vec3 p, uint seed, uvec3 period) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise float n = isonoise_value3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value3_gradient(ivec3 cell, vec3 fraction, uint seed, uvec3 period, out vec3 gradient) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise vec3 inner;
    precise float n = isonoise_value3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float value3_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise_value3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float value4(ivec4 cell, vec4 fraction, uint seed, uvec4 period) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_value4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value4(vec4 p, uint seed, uvec4 period) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise float n = isonoise_value4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), isonoise_quintic(f));
    return isonoise_snap(n);
}
float value4_gradient(ivec4 cell, vec4 fraction, uint seed, uvec4 period, out vec4 gradient) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise vec4 inner;
    precise float n = isonoise_value4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float value4_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise_value4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), isonoise_quintic(f), isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
#endif
