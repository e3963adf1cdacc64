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

// The kernels: the noise from the keys of a cell's ends along each axis and a fraction's weights. s is the weights'
// derivative.
float isonoise_value1_kernel(uvec2 x, float w) {
    return isonoise_interpolate1(isonoise_number(isonoise_hash(x)), w);
}
float isonoise_value1_kernel(uvec2 x, float w, float s, out float gradient) {
    ISO_PRECISE float slope;
    ISO_PRECISE float n = isonoise_interpolate1(isonoise_number(isonoise_hash(x)), w, slope);
    ISO_PRECISE float r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value2_kernel(uvec2 x, uvec2 y, vec2 w) {
    return isonoise_interpolate2(isonoise_number(isonoise_square(x, y, 0u)), w);
}
float isonoise_value2_kernel(uvec2 x, uvec2 y, vec2 w, vec2 s, out vec2 gradient) {
    ISO_PRECISE vec2 slope;
    ISO_PRECISE float n = isonoise_interpolate2(isonoise_number(isonoise_square(x, y, 0u)), w, slope);
    ISO_PRECISE vec2 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value3_kernel(uvec2 x, uvec2 y, uvec2 z, vec3 w) {
    return isonoise_interpolate3(isonoise_number(isonoise_square(x, y, z.x)),
                                 isonoise_number(isonoise_square(x, y, z.y)), w);
}
float isonoise_value3_kernel(uvec2 x, uvec2 y, uvec2 z, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n = isonoise_interpolate3(isonoise_number(isonoise_square(x, y, z.x)),
                                                isonoise_number(isonoise_square(x, y, z.y)), w, slope);
    ISO_PRECISE vec3 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}
float isonoise_value4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 weight) {
    return isonoise_interpolate4(isonoise_number(isonoise_square(x, y, z.x ^ w.x)),
                                 isonoise_number(isonoise_square(x, y, z.y ^ w.x)),
                                 isonoise_number(isonoise_square(x, y, z.x ^ w.y)),
                                 isonoise_number(isonoise_square(x, y, z.y ^ w.y)), weight);
}
float isonoise_value4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 weight, vec4 s, out vec4 gradient) {
    ISO_PRECISE vec4 slope;
    ISO_PRECISE float n = isonoise_interpolate4(isonoise_number(isonoise_square(x, y, z.x ^ w.x)),
                                                isonoise_number(isonoise_square(x, y, z.y ^ w.x)),
                                            isonoise_number(isonoise_square(x, y, z.x ^ w.y)),
                                            isonoise_number(isonoise_square(x, y, z.y ^ w.y)), weight, slope);
    ISO_PRECISE vec4 r = ISO_EXACT(s * slope);
    gradient = r;
    return n;
}

float isonoise_value1(int cell, float f, uint seed, uint period) {
    return isonoise_snap(isonoise_value1_kernel(isonoise_keys_x(cell, seed, period), isonoise_quintic(f)));
}
float isonoise_value1_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    uvec2 x = isonoise_keys_x(cell, seed, period);
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_value1_kernel(x, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value1(float p, uint seed, uint period) {
    return isonoise_value1(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value1(int cell, float f, uint seed, uint period) {
    return isonoise_value1(cell, isonoise_guard_fraction(f), seed, period);
}
float value1_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise_value1_gradient(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value1_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_value1_gradient(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value2(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    return isonoise_snap(isonoise_value2_kernel(x, y, isonoise_quintic(f)));
}
float isonoise_value2_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_value2_kernel(x, y, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value2(vec2 p, uint seed, uvec2 period) {
    return isonoise_value2(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value2(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_value2(cell, isonoise_guard_fraction(f), seed, period);
}
float value2_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_value2_gradient(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value2_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_value2_gradient(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value3(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    uvec2 z = isonoise_keys_z(cell.z, period.z);
    return isonoise_snap(isonoise_value3_kernel(x, y, z, isonoise_quintic(f)));
}
float isonoise_value3_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    uvec2 z = isonoise_keys_z(cell.z, period.z);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_value3_kernel(x, y, z, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value3(vec3 p, uint seed, uvec3 period) {
    return isonoise_value3(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value3(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_value3(cell, isonoise_guard_fraction(f), seed, period);
}
float value3_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_value3_gradient(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value3_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_value3_gradient(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_value4(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    uvec2 z = isonoise_keys_z(cell.z, period.z), w = isonoise_keys_w(cell.w, period.w);
    return isonoise_snap(isonoise_value4_kernel(x, y, z, w, isonoise_quintic(f)));
}
float isonoise_value4_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    uvec2 x = isonoise_keys_x(cell.x, seed, period.x), y = isonoise_keys_y(cell.y, period.y);
    uvec2 z = isonoise_keys_z(cell.z, period.z), w = isonoise_keys_w(cell.w, period.w);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_value4_kernel(x, y, z, w, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}

float value4(vec4 p, uint seed, uvec4 period) {
    return isonoise_value4(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float value4(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_value4(cell, isonoise_guard_fraction(f), seed, period);
}
float value4_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_value4_gradient(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float value4_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_value4_gradient(cell, isonoise_guard_fraction(f), seed, period, gradient);
}
#endif
