// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of core/isonoise/perlin.cpp and perlin.hpp.
//
//   float perlinN(vecN p, uint seed)                    at a coordinate
//   float perlinN(ivecN cell, vecN f, uint seed)        in a cell, at fraction f of it, each in [0, 1]
//   perlinN_gradient(..., out vecN gradient)              the same value, and the derivative by each coordinate
//   perlinN_periodic(..., uvecN period)                   repeats after `period` cells, 1 to 2^31 - 1; 0 is none
//   perlinN_periodic_gradient(..., uvecN period, out vecN gradient)
//
// Range [-1, 1]; 0 at every lattice point. Quintic fade.
#ifndef ISONOISE_PERLIN_GLSL
#define ISONOISE_PERLIN_GLSL
#include "isonoise/gradient.glsl"
#include "isonoise/hash.glsl"

// The kernels: from a cell's lattice coordinates (ends), the mixed seed, a fraction and its weights to the noise
// before it is scaled.
float isonoise_perlin1_kernel(uvec2 x, uint seed, float f, float weight) {
    return isonoise_noise1(isonoise_hash1(x, seed), f, weight);
}
float isonoise_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight) {
    return isonoise_noise2(isonoise_hash2(x, y, seed), f, weight);
}
float isonoise_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight) {
    return isonoise_noise3(isonoise_hash3(x, y, z.x, seed),
        isonoise_hash3(x, y, z.y, seed), f, weight);
}
float isonoise_perlin4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 f, vec4 weight) {
    return isonoise_noise4(isonoise_hash4(x, y, z.x, w.x, seed),
        isonoise_hash4(x, y, z.y, w.x, seed),
        isonoise_hash4(x, y, z.x, w.y, seed),
        isonoise_hash4(x, y, z.y, w.y, seed), f, weight);
}

// The same with the derivative by the fraction; s is that of the weights.
float isonoise_perlin1_kernel(uvec2 x, uint seed, float f, float weight, float s, out float gradient) {
    return isonoise_noise1(isonoise_hash1(x, seed), f, weight, s, gradient);
}
float isonoise_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight, vec2 s, out vec2 gradient) {
    return isonoise_noise2(isonoise_hash2(x, y, seed), f, weight, s, gradient);
}
float isonoise_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight, vec3 s, out vec3 gradient) {
    return isonoise_noise3(isonoise_hash3(x, y, z.x, seed),
        isonoise_hash3(x, y, z.y, seed), f, weight, s, gradient);
}
float isonoise_perlin4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 f, vec4 weight, vec4 s, out vec4 gradient) {
    return isonoise_noise4(isonoise_hash4(x, y, z.x, w.x, seed),
        isonoise_hash4(x, y, z.y, w.x, seed),
        isonoise_hash4(x, y, z.x, w.y, seed),
        isonoise_hash4(x, y, z.y, w.y, seed), f, weight, s, gradient);
}

// Flow noise: all gradients rotated by one angle, whose cosine and sine are `flow`. (K. Perlin, F. Neyret, "Flow
// Noise", SIGGRAPH 2001) Turning the offsets the other way is the same.
vec2 isonoise_unturned(vec2 p, vec2 flow) {
    precise float x = EXACT(EXACT(flow.x * p.x) + EXACT(flow.y * p.y));
    precise float y = EXACT(EXACT(flow.x * p.y) - EXACT(flow.y * p.x));
    return vec2(x, y);
}
vec4 isonoise_corners2_flow(uvec4 h, vec2 f, vec2 flow) {
    precise vec2 g = EXACT(f - 1.0);
    return vec4(isonoise_gradient2(h.x, isonoise_unturned(f, flow)),
                isonoise_gradient2(h.y, isonoise_unturned(vec2(g.x, f.y), flow)),
                isonoise_gradient2(h.z, isonoise_unturned(vec2(f.x, g.y), flow)),
                isonoise_gradient2(h.w, isonoise_unturned(g, flow)));
}
float isonoise_perlin2_flow_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 w, vec2 flow) {
    return isonoise_interpolate2(isonoise_corners2_flow(isonoise_hash2(x, y, seed), f, flow), w);
}
float isonoise_perlin2_flow_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 w, vec2 s, vec2 flow, out vec2 gradient) {
    uvec4 h = isonoise_hash2(x, y, seed);
    precise vec4 v = isonoise_corners2_flow(h, f, flow);
    precise vec4 gx;
    precise vec4 gy;
    isonoise_vectors2(h, gx, gy);
    precise vec2 inner = isonoise_square2(gx, gy, isonoise_square_weights(w, 1.0));
    precise float p = EXACT(EXACT(flow.x * inner.x) - EXACT(flow.y * inner.y));
    precise float q = EXACT(EXACT(flow.y * inner.x) + EXACT(flow.x * inner.y));
    precise vec2 r = EXACT(vec2(p, q) + EXACT(s * isonoise_slope2(v, w)));
    gradient = r;
    return isonoise_interpolate2(v, w);
}

float perlin1_periodic(int cell, float fraction, uint seed, uint period) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float perlin1_periodic(float p, uint seed, uint period) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float n = isonoise_perlin1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float perlin1_periodic_gradient(int cell, float fraction, uint seed, uint period, out float gradient) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float inner;
    precise float n = isonoise_perlin1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float inner;
    precise float n = isonoise_perlin1_kernel(isonoise_ends(isonoise_wrap(cell, period), period), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float perlin1(int cell, float fraction, uint seed) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin1_kernel(isonoise_ends(uint(cell)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float perlin1(float p, uint seed) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float n = isonoise_perlin1_kernel(isonoise_ends(uint(cell)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_snap(n);
}
float perlin1_gradient(int cell, float fraction, uint seed, out float gradient) {
    precise float f = isonoise_guard_fraction(fraction);
    precise float inner;
    precise float n = isonoise_perlin1_kernel(isonoise_ends(uint(cell)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}
float perlin1_gradient(float p, uint seed, out float gradient) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    int cell = int(isonoise_guarded(p, c));
    precise float inner;
    precise float n = isonoise_perlin1_kernel(isonoise_ends(uint(cell)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_snap(inner);
    return isonoise_snap(n);
}

float perlin2_periodic(ivec2 cell, vec2 fraction, uint seed, uvec2 period) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise float n = isonoise_perlin2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2_periodic_gradient(ivec2 cell, vec2 fraction, uint seed, uvec2 period, out vec2 gradient) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise vec2 inner;
    precise float n = isonoise_perlin2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise vec2 inner;
    precise float n = isonoise_perlin2_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2(ivec2 cell, vec2 fraction, uint seed) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2(vec2 p, uint seed) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise float n = isonoise_perlin2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2_gradient(ivec2 cell, vec2 fraction, uint seed, out vec2 gradient) {
    precise vec2 f = isonoise_guard_fraction(fraction);
    precise vec2 inner;
    precise float n = isonoise_perlin2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    ivec2 cell = ivec2(isonoise_guarded(p, c));
    precise vec2 inner;
    precise float n = isonoise_perlin2_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE2, ISONOISE_LEAST2);
    return isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
}

float perlin3_periodic(ivec3 cell, vec3 fraction, uint seed, uvec3 period) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise float n = isonoise_perlin3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3_periodic_gradient(ivec3 cell, vec3 fraction, uint seed, uvec3 period, out vec3 gradient) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise vec3 inner;
    precise float n = isonoise_perlin3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE3, ISONOISE_LEAST3);
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise_perlin3_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE3, ISONOISE_LEAST3);
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3(ivec3 cell, vec3 fraction, uint seed) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin3_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3(vec3 p, uint seed) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise float n = isonoise_perlin3_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3_gradient(ivec3 cell, vec3 fraction, uint seed, out vec3 gradient) {
    precise vec3 f = isonoise_guard_fraction(fraction);
    precise vec3 inner;
    precise float n = isonoise_perlin3_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE3, ISONOISE_LEAST3);
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    ivec3 cell = ivec3(isonoise_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise_perlin3_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE3, ISONOISE_LEAST3);
    return isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
}

float perlin4_periodic(ivec4 cell, vec4 fraction, uint seed, uvec4 period) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise float n = isonoise_perlin4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4_periodic_gradient(ivec4 cell, vec4 fraction, uint seed, uvec4 period, out vec4 gradient) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise vec4 inner;
    precise float n = isonoise_perlin4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE4, ISONOISE_LEAST4);
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise_perlin4_kernel(isonoise_ends(isonoise_wrap(cell.x, period.x), period.x), isonoise_ends(isonoise_wrap(cell.y, period.y), period.y), isonoise_ends(isonoise_wrap(cell.z, period.z), period.z), isonoise_ends(isonoise_wrap(cell.w, period.w), period.w), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE4, ISONOISE_LEAST4);
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4(ivec4 cell, vec4 fraction, uint seed) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise float n = isonoise_perlin4_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_ends(uint(cell.w)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4(vec4 p, uint seed) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise float n = isonoise_perlin4_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_ends(uint(cell.w)), isonoise_mix(seed), f, isonoise_quintic(f));
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4_gradient(ivec4 cell, vec4 fraction, uint seed, out vec4 gradient) {
    precise vec4 f = isonoise_guard_fraction(fraction);
    precise vec4 inner;
    precise float n = isonoise_perlin4_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_ends(uint(cell.w)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE4, ISONOISE_LEAST4);
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    ivec4 cell = ivec4(isonoise_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise_perlin4_kernel(isonoise_ends(uint(cell.x)), isonoise_ends(uint(cell.y)), isonoise_ends(uint(cell.z)), isonoise_ends(uint(cell.w)), isonoise_mix(seed), f, isonoise_quintic(f),
        isonoise_quintic_slope(f), inner);
    gradient = isonoise_scaled(inner, ISONOISE_SCALE4, ISONOISE_LEAST4);
    return isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
}
#endif
