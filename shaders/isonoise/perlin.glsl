// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of
// core/isonoise/definition/perlin.hpp.
//
//   float perlinN(vecN p, uint seed)                    at a coordinate
//   float perlinN(ivecN cell, vecN f, uint seed)        in a cell, at fraction f of it, each in [0, 1]
//   perlinN_gradient(..., out vecN gradient)            also returns the derivative by each coordinate
//   perlinN_periodic(..., uvecN period[, gradient])     repeats after `period` cells, 1 to 2^31 - 1; 0: no period
//
// Range [-1, 1]; 0 at every lattice point. Quintic fade. isonoise_perlinN takes the keys of a cell's ends
// (hash.glsl), isonoise_perlin..._at a cell and a fraction in [0, 1].
#ifndef ISONOISE_PERLIN_GLSL
#define ISONOISE_PERLIN_GLSL
#include "isonoise/gradient.glsl"

float isonoise_perlin1(uvec2 x, float f) {
    return isonoise_snap(isonoise_noise1(isonoise_hash(x), f, isonoise_quintic(f)));
}
float isonoise_perlin1(uvec2 x, float f, out float gradient) {
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise_noise1(isonoise_hash(x), f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_snap(g);
    return isonoise_snap(n);
}
float isonoise_perlin1_at(int cell, float f, uint seed) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed), f);
}
float isonoise_perlin1_gradient_at(int cell, float f, uint seed, out float gradient) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed), f, gradient);
}
float isonoise_perlin1_periodic_at(int cell, float f, uint seed, uint period) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), f);
}
float isonoise_perlin1_periodic_gradient_at(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), f, gradient);
}

float perlin1(float p, uint seed) { return isonoise_perlin1_at(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin1(int cell, float f, uint seed) { return isonoise_perlin1_at(cell, isonoise_guard_fraction(f), seed); }
float perlin1_gradient(float p, uint seed, out float gradient) {
    return isonoise_perlin1_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin1_gradient(int cell, float f, uint seed, out float gradient) {
    return isonoise_perlin1_gradient_at(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    return isonoise_perlin1_periodic_at(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin1_periodic(int cell, float f, uint seed, uint period) {
    return isonoise_perlin1_periodic_at(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise_perlin1_periodic_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin1_periodic_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_perlin1_periodic_gradient_at(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin2(uvec2 x, uvec2 y, vec2 f) {
    return isonoise_scaled(isonoise_noise2(isonoise_square(x, y, 0u), f, isonoise_quintic(f)), ISONOISE_SCALE2);
}
float isonoise_perlin2(uvec2 x, uvec2 y, vec2 f, out vec2 gradient) {
    uvec4 a = isonoise_square(x, y, 0u);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_noise2(a, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE2);
    return isonoise_scaled(n, ISONOISE_SCALE2);
}
float isonoise_perlin2_at(ivec2 cell, vec2 f, uint seed) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), f);
}
float isonoise_perlin2_gradient_at(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), f, gradient);
}
float isonoise_perlin2_periodic_at(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y), f);
}
float isonoise_perlin2_periodic_gradient_at(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y), f, gradient);
}

float perlin2(vec2 p, uint seed) { return isonoise_perlin2_at(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin2(ivec2 cell, vec2 f, uint seed) { return isonoise_perlin2_at(cell, isonoise_guard_fraction(f), seed); }
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    return isonoise_perlin2_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin2_gradient(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise_perlin2_gradient_at(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    return isonoise_perlin2_periodic_at(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin2_periodic(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_perlin2_periodic_at(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin2_periodic_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin2_periodic_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin2_periodic_gradient_at(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f) {
    uvec4 a = isonoise_square(x, y, z.x), b = isonoise_square(x, y, z.y);
    return isonoise_scaled(isonoise_noise3(a, b, f, isonoise_quintic(f)), ISONOISE_SCALE3);
}
float isonoise_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f, out vec3 gradient) {
    uvec4 a = isonoise_square(x, y, z.x), b = isonoise_square(x, y, z.y);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_noise3(a, b, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE3);
    return isonoise_scaled(n, ISONOISE_SCALE3);
}
float isonoise_perlin3_at(ivec3 cell, vec3 f, uint seed) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z), f);
}
float isonoise_perlin3_gradient_at(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z), f,
                            gradient);
}
float isonoise_perlin3_periodic_at(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), f);
}
float isonoise_perlin3_periodic_gradient_at(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), f, gradient);
}

float perlin3(vec3 p, uint seed) { return isonoise_perlin3_at(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin3(ivec3 cell, vec3 f, uint seed) { return isonoise_perlin3_at(cell, isonoise_guard_fraction(f), seed); }
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    return isonoise_perlin3_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin3_gradient(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    return isonoise_perlin3_gradient_at(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    return isonoise_perlin3_periodic_at(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin3_periodic(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_perlin3_periodic_at(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin3_periodic_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin3_periodic_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin3_periodic_gradient_at(cell, isonoise_guard_fraction(f), seed, period, gradient);
}

float isonoise_perlin4(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f) {
    uvec4 a = isonoise_square(x, y, z.x ^ w.x), b = isonoise_square(x, y, z.y ^ w.x);
    uvec4 c = isonoise_square(x, y, z.x ^ w.y), d = isonoise_square(x, y, z.y ^ w.y);
    return isonoise_scaled(isonoise_noise4(a, b, c, d, f, isonoise_quintic(f)), ISONOISE_SCALE4);
}
float isonoise_perlin4(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f, out vec4 gradient) {
    uvec4 a = isonoise_square(x, y, z.x ^ w.x), b = isonoise_square(x, y, z.y ^ w.x);
    uvec4 c = isonoise_square(x, y, z.x ^ w.y), d = isonoise_square(x, y, z.y ^ w.y);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_noise4(a, b, c, d, f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE4);
    return isonoise_scaled(n, ISONOISE_SCALE4);
}
float isonoise_perlin4_at(ivec4 cell, vec4 f, uint seed) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), f);
}
float isonoise_perlin4_gradient_at(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), f, gradient);
}
float isonoise_perlin4_periodic_at(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w), f);
}
float isonoise_perlin4_periodic_gradient_at(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w), f, gradient);
}

float perlin4(vec4 p, uint seed) { return isonoise_perlin4_at(isonoise_whole(p), isonoise_fraction(p), seed); }
float perlin4(ivec4 cell, vec4 f, uint seed) { return isonoise_perlin4_at(cell, isonoise_guard_fraction(f), seed); }
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    return isonoise_perlin4_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, gradient);
}
float perlin4_gradient(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    return isonoise_perlin4_gradient_at(cell, isonoise_guard_fraction(f), seed, gradient);
}
float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    return isonoise_perlin4_periodic_at(isonoise_whole(p), isonoise_fraction(p), seed, period);
}
float perlin4_periodic(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_perlin4_periodic_at(cell, isonoise_guard_fraction(f), seed, period);
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin4_periodic_gradient_at(isonoise_whole(p), isonoise_fraction(p), seed, period, gradient);
}
float perlin4_periodic_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin4_periodic_gradient_at(cell, isonoise_guard_fraction(f), seed, period, gradient);
}
#endif
