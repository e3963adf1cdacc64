// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of
// core/isonoise/definition/perlin.hpp.
//
//   float perlinN(vecN p, uint seed)                    at a coordinate
//   float perlinN(ivecN cell, vecN f, uint seed)        in a cell, at fraction f of it, each in [0, 1]
//   perlinN_gradient(..., out vecN gradient)            also returns the derivative by each coordinate
//   perlinN_periodic(..., uvecN period[, gradient])     repeats after `period` cells, 1 to 2^31 - 1; 0: no period
//
// Range [-1, 1]; 0 at every lattice point. Quintic fade. isonoise_perlin takes a cell, or the hashes of its corners,
// and a fraction in [0, 1].
#ifndef ISONOISE_PERLIN_GLSL
#define ISONOISE_PERLIN_GLSL
#include "isonoise/gradient.glsl"

float isonoise_perlin(uvec2 a, float f) { return isonoise_snap(isonoise_noise(a, f, isonoise_quintic(f))); }
float isonoise_perlin(uvec2 a, float f, out float gradient) {
    ISO_PRECISE float w = isonoise_quintic(f);
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_noise(a, f, w, isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}
float isonoise_perlin(int cell, float f, uint seed) { return isonoise_perlin(isonoise_hashes(cell, seed), f); }
float isonoise_perlin(int cell, float f, uint seed, out float gradient) {
    return isonoise_perlin(isonoise_hashes(cell, seed), f, gradient);
}
float isonoise_perlin(int cell, float f, uint seed, uint period) {
    return isonoise_perlin(isonoise_hashes(cell, seed, period), f);
}
float isonoise_perlin(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_perlin(isonoise_hashes(cell, seed, period), f, gradient);
}

float perlin1(float p, uint seed) { return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin1(int cell, float f, uint seed) { return isonoise_perlin(cell, isonoise_guard_fraction(f), seed); }
float perlin1_gradient(float p, uint seed, out float gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin1_gradient(int cell, float f, uint seed, out float gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin1_periodic(int cell, float f, uint seed, uint period) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin1_periodic_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin(uvec4 a, vec2 f) {
    return isonoise_scaled(isonoise_noise(a, f, isonoise_quintic(f)), ISONOISE_SCALE2);
}
float isonoise_perlin(uvec4 a, vec2 f, out vec2 gradient) {
    ISO_PRECISE vec2 w = isonoise_quintic(f);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_noise(a, f, w, isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE2);
    return isonoise_scaled(n, ISONOISE_SCALE2);
}
float isonoise_perlin(ivec2 cell, vec2 f, uint seed) { return isonoise_perlin(isonoise_hashes(cell, seed), f); }
float isonoise_perlin(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise_perlin(isonoise_hashes(cell, seed), f, gradient);
}
float isonoise_perlin(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_perlin(isonoise_hashes(cell, seed, period), f);
}
float isonoise_perlin(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin(isonoise_hashes(cell, seed, period), f, gradient);
}

float perlin2(vec2 p, uint seed) { return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin2(ivec2 cell, vec2 f, uint seed) { return isonoise_perlin(cell, isonoise_guard_fraction(f), seed); }
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin2_gradient(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin2_periodic(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin2_periodic_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin(uvec4 a, uvec4 b, vec3 f) {
    return isonoise_scaled(isonoise_noise(a, b, f, isonoise_quintic(f)), ISONOISE_SCALE3);
}
float isonoise_perlin(uvec4 a, uvec4 b, vec3 f, out vec3 gradient) {
    ISO_PRECISE vec3 w = isonoise_quintic(f);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_noise(a, b, f, w, isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE3);
    return isonoise_scaled(n, ISONOISE_SCALE3);
}
float isonoise_perlin(ivec3 cell, vec3 f, uint seed) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, a, b);
    return isonoise_perlin(a, b, f);
}
float isonoise_perlin(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, a, b);
    return isonoise_perlin(a, b, f, gradient);
}
float isonoise_perlin(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, period, a, b);
    return isonoise_perlin(a, b, f);
}
float isonoise_perlin(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    uvec4 a, b;
    isonoise_hashes(cell, seed, period, a, b);
    return isonoise_perlin(a, b, f, gradient);
}

float perlin3(vec3 p, uint seed) { return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin3(ivec3 cell, vec3 f, uint seed) { return isonoise_perlin(cell, isonoise_guard_fraction(f), seed); }
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin3_gradient(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin3_periodic(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin3_periodic_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f) {
    return isonoise_scaled(isonoise_noise(a, b, c, d, f, isonoise_quintic(f)), ISONOISE_SCALE4);
}
float isonoise_perlin(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, out vec4 gradient) {
    ISO_PRECISE vec4 w = isonoise_quintic(f);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_noise(a, b, c, d, f, w, isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE4);
    return isonoise_scaled(n, ISONOISE_SCALE4);
}
float isonoise_perlin(ivec4 cell, vec4 f, uint seed) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, a, b, c, d);
    return isonoise_perlin(a, b, c, d, f);
}
float isonoise_perlin(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, a, b, c, d);
    return isonoise_perlin(a, b, c, d, f, gradient);
}
float isonoise_perlin(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, period, a, b, c, d);
    return isonoise_perlin(a, b, c, d, f);
}
float isonoise_perlin(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise_hashes(cell, seed, period, a, b, c, d);
    return isonoise_perlin(a, b, c, d, f, gradient);
}

float perlin4(vec4 p, uint seed) { return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin4(ivec4 cell, vec4 f, uint seed) { return isonoise_perlin(cell, isonoise_guard_fraction(f), seed); }
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin4_gradient(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin4_periodic(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin4_periodic_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin(cell, isonoise_guard_fraction(f), seed, period, gradient);
}
#endif
