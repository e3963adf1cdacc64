// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2
#include <metal_stdlib>
using namespace metal;

// Operations are neither fused nor reordered, from here to the end of the file. Metal before 3.2 knows the second line
// alone: set MTLCompileOptions.fastMathEnabled to false there, or compile with -fno-fast-math.
#if __METAL_VERSION__ >= 320
#pragma METAL fp math_mode(safe)
#endif
#pragma METAL fp contract(off)

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
constant uint ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise2_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0f;
}
static inline float2 isonoise2_guard(float2 v) { return float2(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// The cell of a coordinate: its whole part, rounded down.
static inline int2 isonoise2_whole(float2 p) { return int2(floor(isonoise2_guard(p))); }

// A coordinate's position within its cell.
static inline float2 isonoise2_fraction(float2 p) {
    float2 x = isonoise2_guard(p);
    float2 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise2_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise2_scaled(float n, float scale) {
    float r = n * scale;
    return isonoise2_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float2 isonoise2_quintic(float2 t) {
    float2 inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float2 r = t * t * t * inner;
    return r;
}

static inline float isonoise2_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}
static inline float2 isonoise2_lerp(float2 a, float2 b, float t) {
    float2 r = a + t * (b - a);
    return r;
}

constant uint ISONOISE2_PRIME_X = 0x9E3779B1u;
constant uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
constant uint ISONOISE2_OFFSET_Y = 0x243F6A88u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise2_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise2_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise2_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise2_key(t, offset), isonoise2_key(t + prime, offset));
}

static inline uint2 isonoise2_keys_x(int cell, uint seed) {
    return isonoise2_keys(uint(cell), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
}
static inline uint2 isonoise2_keys_y(int cell) {
    return isonoise2_keys(uint(cell), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
}

// Hashes the xor of a lattice point's keys.
static inline uint4 isonoise2_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
static inline uint4 isonoise2_square(uint2 x, uint2 y, uint rest) { return isonoise2_hash(x.xyxy ^ y.xxyy ^ rest); }

static inline float isonoise2_interpolate2(float4 a, float2 w) {
    float2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
constant float ISONOISE2_SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
constant float ISONOISE2_TANGENT = 13898701.0f / 33554432.0f;

// The same for x that are not negative.
static inline float4 isonoise2_sign(float4 x, uint4 h, uint bit) {
    return as_type<float4>(as_type<uint4>(x) | ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float4 isonoise2_select(int4 h, int bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
static inline float4 isonoise2_corners2(uint4 h, float2 f) {
    float2 g = 1.0f - f;
    float2 low = ISONOISE2_TANGENT * f;
    float2 high = ISONOISE2_TANGENT * g;
    float4 u = isonoise2_select(int4(h), 0, float4(f.x, g.x, f.x, g.x), float4(low.x, high.x, low.x, high.x));
    float4 v = isonoise2_select(int4(h), 0, float4(low.yy, high.yy), float4(f.yy, g.yy));
    u = isonoise2_sign(u, h, 30u);
    v = isonoise2_sign(v, h, 29u);
    float a = u.x + v.x;
    float b = v.y - u.y;
    float c = u.z - v.z;
    float d = -u.w - v.w;
    return float4(a, b, c, d);
}

static inline float isonoise2_noise2(uint4 a, float2 f, float2 w) {
    return isonoise2_interpolate2(isonoise2_corners2(a, f), w);
}

static inline float isonoise2_perlin2(uint2 x, uint2 y, float2 f) {
    return isonoise2_scaled(isonoise2_noise2(isonoise2_square(x, y, 0u), f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
static inline float isonoise2_perlin2_at(int2 cell, float2 f, uint seed) {
    return isonoise2_perlin2(isonoise2_keys_x(cell.x, seed), isonoise2_keys_y(cell.y), f);
}

static inline float perlin2(float2 p, uint seed) {
    return isonoise2_perlin2_at(isonoise2_whole(p), isonoise2_fraction(p), seed);
}
#endif
