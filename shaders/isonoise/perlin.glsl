// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of core/isonoise/perlin.cpp.
//   float perlinN(vecN p, uint seed)                    at a coordinate
//   float perlinN(ivecN cell, vecN f, uint seed)        in a cell, at fraction f of it, each in [0, 1]
//   perlinN_gradient(..., out vecN gradient)            the same value, and the derivative by each coordinate
//   perlinN_periodic(..., uvecN period[, gradient])     repeats after `period` cells, 1 to 2^31 - 1; 0 is none
// Range [-1, 1]; 0 at every lattice point. Quintic fade. isonoise_perlinN takes the keys of a cell's ends (hash.glsl).
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
float perlin1(float p, uint seed) {
    int cell;
    ISO_PRECISE float f = isonoise_split(p, cell);
    return isonoise_perlin1(isonoise_keys_x(cell, seed), f);
}
float perlin1(int cell, float f, uint seed) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed), isonoise_guard_fraction(f));
}
float perlin1_gradient(float p, uint seed, out float gradient) {
    int cell;
    ISO_PRECISE float f = isonoise_split(p, cell);
    return isonoise_perlin1(isonoise_keys_x(cell, seed), f, gradient);
}
float perlin1_gradient(int cell, float f, uint seed, out float gradient) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed), isonoise_guard_fraction(f), gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    int cell;
    ISO_PRECISE float f = isonoise_split(p, cell);
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), f);
}
float perlin1_periodic(int cell, float f, uint seed, uint period) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), isonoise_guard_fraction(f));
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    int cell;
    ISO_PRECISE float f = isonoise_split(p, cell);
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), f, gradient);
}
float perlin1_periodic_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise_perlin1(isonoise_keys_x(cell, seed, period), isonoise_guard_fraction(f), gradient);
}
float isonoise_perlin2(uvec2 x, uvec2 y, vec2 f) {
    return isonoise_scaled(isonoise_noise2(isonoise_square(x, y, 0u), f, isonoise_quintic(f)), ISONOISE_SCALE2);
}
float isonoise_perlin2(uvec2 x, uvec2 y, vec2 f, out vec2 gradient) {
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise_noise2(isonoise_square(x, y, 0u), f, isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE2);
    return isonoise_scaled(n, ISONOISE_SCALE2);
}
float perlin2(vec2 p, uint seed) {
    ivec2 cell;
    ISO_PRECISE vec2 f = isonoise_split(p, cell);
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), f);
}
float perlin2(ivec2 cell, vec2 f, uint seed) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_guard_fraction(f));
}
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    ivec2 cell;
    ISO_PRECISE vec2 f = isonoise_split(p, cell);
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), f, gradient);
}
float perlin2_gradient(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_guard_fraction(f),
                            gradient);
}
float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    ivec2 cell;
    ISO_PRECISE vec2 f = isonoise_split(p, cell);
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y), f);
}
float perlin2_periodic(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_guard_fraction(f));
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    ivec2 cell;
    ISO_PRECISE vec2 f = isonoise_split(p, cell);
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y), f, gradient);
}
float perlin2_periodic_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise_perlin2(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_guard_fraction(f), gradient);
}
float isonoise_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f) {
    return isonoise_scaled(isonoise_noise3(isonoise_square(x, y, z.x), isonoise_square(x, y, z.y), f,
                                           isonoise_quintic(f)), ISONOISE_SCALE3);
}
float isonoise_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f, out vec3 gradient) {
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise_noise3(isonoise_square(x, y, z.x), isonoise_square(x, y, z.y), f, isonoise_quintic(f),
                                          isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE3);
    return isonoise_scaled(n, ISONOISE_SCALE3);
}
float perlin3(vec3 p, uint seed) {
    ivec3 cell;
    ISO_PRECISE vec3 f = isonoise_split(p, cell);
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z), f);
}
float perlin3(ivec3 cell, vec3 f, uint seed) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_guard_fraction(f));
}
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    ivec3 cell;
    ISO_PRECISE vec3 f = isonoise_split(p, cell);
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z), f,
                            gradient);
}
float perlin3_gradient(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_guard_fraction(f), gradient);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    ivec3 cell;
    ISO_PRECISE vec3 f = isonoise_split(p, cell);
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), f);
}
float perlin3_periodic(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_guard_fraction(f));
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    ivec3 cell;
    ISO_PRECISE vec3 f = isonoise_split(p, cell);
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), f, gradient);
}
float perlin3_periodic_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise_perlin3(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_guard_fraction(f), gradient);
}
float isonoise_perlin4(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f) {
    return isonoise_scaled(isonoise_noise4(isonoise_square(x, y, z.x ^ w.x), isonoise_square(x, y, z.y ^ w.x),
                                           isonoise_square(x, y, z.x ^ w.y), isonoise_square(x, y, z.y ^ w.y), f,
                                           isonoise_quintic(f)), ISONOISE_SCALE4);
}
float isonoise_perlin4(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f, out vec4 gradient) {
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise_noise4(isonoise_square(x, y, z.x ^ w.x), isonoise_square(x, y, z.y ^ w.x),
                                          isonoise_square(x, y, z.x ^ w.y), isonoise_square(x, y, z.y ^ w.y), f,
                                      isonoise_quintic(f), isonoise_quintic_slope(f), g);
    gradient = isonoise_scaled(g, ISONOISE_SCALE4);
    return isonoise_scaled(n, ISONOISE_SCALE4);
}
float perlin4(vec4 p, uint seed) {
    ivec4 cell;
    ISO_PRECISE vec4 f = isonoise_split(p, cell);
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), f);
}
float perlin4(ivec4 cell, vec4 f, uint seed) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), isonoise_guard_fraction(f));
}
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    ivec4 cell;
    ISO_PRECISE vec4 f = isonoise_split(p, cell);
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), f, gradient);
}
float perlin4_gradient(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed), isonoise_keys_y(cell.y), isonoise_keys_z(cell.z),
                            isonoise_keys_w(cell.w), isonoise_guard_fraction(f), gradient);
}
float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    ivec4 cell;
    ISO_PRECISE vec4 f = isonoise_split(p, cell);
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w), f);
}
float perlin4_periodic(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w),
                            isonoise_guard_fraction(f));
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    ivec4 cell;
    ISO_PRECISE vec4 f = isonoise_split(p, cell);
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w), f, gradient);
}
float perlin4_periodic_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    return isonoise_perlin4(isonoise_keys_x(cell.x, seed, period.x), isonoise_keys_y(cell.y, period.y),
                            isonoise_keys_z(cell.z, period.z), isonoise_keys_w(cell.w, period.w),
                            isonoise_guard_fraction(f), gradient);
}
#endif
