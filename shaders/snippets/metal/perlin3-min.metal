// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3
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
constant uint ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise3_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0f;
}
static inline float3 isonoise3_guard(float3 v) {
    return float3(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z));
}

// The cell of a coordinate: its whole part, rounded down.
static inline int3 isonoise3_whole(float3 p) { return int3(floor(isonoise3_guard(p))); }

// A coordinate's position within its cell.
static inline float3 isonoise3_fraction(float3 p) {
    float3 x = isonoise3_guard(p);
    float3 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise3_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise3_scaled(float n, float scale) {
    float r = n * scale;
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float3 isonoise3_quintic(float3 t) {
    float3 inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float3 r = t * t * t * inner;
    return r;
}

static inline float isonoise3_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}
static inline float2 isonoise3_lerp(float2 a, float2 b, float t) {
    float2 r = a + t * (b - a);
    return r;
}
static inline float4 isonoise3_lerp(float4 a, float4 b, float t) {
    float4 r = a + t * (b - a);
    return r;
}

constant uint ISONOISE3_PRIME_X = 0x9E3779B1u;
constant uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
constant uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
constant uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
constant uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise3_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise3_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise3_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

static inline uint2 isonoise3_keys_x(int cell, uint seed) {
    return isonoise3_keys(uint(cell), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
}
static inline uint2 isonoise3_keys_y(int cell) {
    return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
}
static inline uint2 isonoise3_keys_z(int cell) {
    return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
}

// Hashes the xor of a lattice point's keys.
static inline uint4 isonoise3_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
static inline uint4 isonoise3_square(uint2 x, uint2 y, uint rest) { return isonoise3_hash(x.xyxy ^ y.xxyy ^ rest); }

static inline float isonoise3_interpolate3(float4 a, float4 b, float3 w) {
    float4 x = isonoise3_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    float2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

constant float ISONOISE3_SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
constant int ISONOISE3_THIRD1 = -715827882;
constant int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float4 isonoise3_flip(float4 x, uint4 h, uint bit) {
    return as_type<float4>(as_type<uint4>(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float4 isonoise3_select(int4 h, int bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static inline float4 isonoise3_corners3(uint4 h, float4 x, float4 y, float4 z) {
    uint4 rest = (h << 1) + h;
    float4 u = isonoise3_select(int4(h), ISONOISE3_THIRD1, y, x);
    float4 v = isonoise3_select(int4(h), ISONOISE3_THIRD2, z, y);
    float4 r = isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u);
    return r;
}

static inline float isonoise3_noise3(uint4 a, uint4 b, float3 f, float3 w) {
    float3 g = f - 1.0f;
    float4 x = float4(f.x, g.x, f.x, g.x);
    float4 y = float4(f.yy, g.yy);
    return isonoise3_interpolate3(isonoise3_corners3(a, x, y, float4(f.z)), isonoise3_corners3(b, x, y, float4(g.z)),
        w);
}

static inline float isonoise3_perlin3(uint2 x, uint2 y, uint2 z, float3 f) {
    uint4 a = isonoise3_square(x, y, z.x), b = isonoise3_square(x, y, z.y);
    return isonoise3_scaled(isonoise3_noise3(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
static inline float isonoise3_perlin3_at(int3 cell, float3 f, uint seed) {
    return isonoise3_perlin3(isonoise3_keys_x(cell.x, seed), isonoise3_keys_y(cell.y), isonoise3_keys_z(cell.z), f);
}

static inline float perlin3(float3 p, uint seed) {
    return isonoise3_perlin3_at(isonoise3_whole(p), isonoise3_fraction(p), seed);
}
#endif
