// `value`: value noise, often mistaken for Perlin noise. Interpolates numbers in [-1, 1) at the lattice points.
// Twin of core/isonoise/definition/value.hpp.
//
//   float valueN(vecN p, uint seed, uvecN period)                   at a coordinate
//   float valueN(ivecN cell, vecN f, uint seed, uvecN period)       in a cell, at fraction f of it, each in [0, 1]
//   valueN_gradient(..., uvecN period, out vecN gradient)           also returns the derivative by each coordinate
#ifndef ISONOISE_VALUE_GLSL
#define ISONOISE_VALUE_GLSL
#include "isonoise/hash.glsl"
#include "isonoise/interpolate.glsl"

// The number at a lattice point: 25 bits of its hash.
float isonoise_number(uint h) {
    ISO_PRECISE float r = ISO_EXACT(float(int(h) >> 7) * 0.000000059604644775390625);
    return r;
}
vec2 isonoise_number(uvec2 h) { return vec2(isonoise_number(h.x), isonoise_number(h.y)); }
vec4 isonoise_number(uvec4 h) {
    return vec4(isonoise_number(h.x), isonoise_number(h.y), isonoise_number(h.z), isonoise_number(h.w));
}

// In a cell whose corners have the hashes h or a (b, c, d), in the order of interpolate.glsl. w holds the weights and s
// their derivatives.
float isonoise_value_noise(uvec2 h, float w) { return isonoise_interpolate(isonoise_number(h), w); }
float isonoise_value_noise(uvec2 h, float w, float s, out float gradient) {
    ISO_PRECISE float slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_number(h), w, slope);
    ISO_PRECISE float r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value_noise(uvec4 h, vec2 w) { return isonoise_interpolate(isonoise_number(h), w); }
float isonoise_value_noise(uvec4 h, vec2 w, vec2 s, out vec2 gradient) {
    ISO_PRECISE vec2 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_number(h), w, slope);
    ISO_PRECISE vec2 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value_noise(uvec4 a, uvec4 b, vec3 w) {
    return isonoise_interpolate(isonoise_number(a), isonoise_number(b), w);
}
float isonoise_value_noise(uvec4 a, uvec4 b, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_number(a), isonoise_number(b), w, slope);
    ISO_PRECISE vec3 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 w) {
    return isonoise_interpolate(isonoise_number(a), isonoise_number(b), isonoise_number(c), isonoise_number(d), w);
}
float isonoise_value_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 w, vec4 s, out vec4 gradient) {
    ISO_PRECISE vec4 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_number(a), isonoise_number(b), isonoise_number(c),
                                               isonoise_number(d), w, slope);
    ISO_PRECISE vec4 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}

float isonoise_value(int cell, float f, uint seed, uint period) {
    return isonoise_snap(isonoise_value_noise(isonoise_hashes(cell, seed, period), isonoise_quintic(f)));
}
float isonoise_value(int cell, float f, uint seed, uint period, out float gradient) {
    uvec2 h = isonoise_hashes(cell, seed, period);
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_value_noise(h, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value1(float p, uint seed, uint period) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value1(int cell, float f, uint seed, uint period) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period);
}
float value1_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value1_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_snap(isonoise_value_noise(isonoise_hashes(cell, seed, period), isonoise_quintic(f)));
}
float isonoise_value(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    uvec4 h = isonoise_hashes(cell, seed, period);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_value_noise(h, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value2(vec2 p, uint seed, uvec2 period) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value2(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period);
}
float value2_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value2_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, period, a, b);
    return isonoise_snap(isonoise_value_noise(a, b, isonoise_quintic(f)));
}
float isonoise_value(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, period, a, b);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_value_noise(a, b, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value3(vec3 p, uint seed, uvec3 period) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value3(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period);
}
float value3_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value3_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, period, a, b, c, d);
    return isonoise_snap(isonoise_value_noise(a, b, c, d, isonoise_quintic(f)));
}
float isonoise_value(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, period, a, b, c, d);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_value_noise(a, b, c, d, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value4(vec4 p, uint seed, uvec4 period) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value4(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period);
}
float value4_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_value(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value4_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_value(cell, isonoise_guard_fraction(f), seed, period, gradient);
}
#endif
