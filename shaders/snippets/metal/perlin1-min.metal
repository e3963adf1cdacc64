// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1
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
constant uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise1_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
static inline float isonoise1_fraction(float p) {
    float x = isonoise1_guard(p);
    float r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise1_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise1_quintic(float t) {
    float inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float r = t * t * t * inner;
    return r;
}

static inline float isonoise1_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}

constant uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise1_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

static inline uint2 isonoise1_keys_x(int cell, uint seed) {
    return isonoise1_keys(uint(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed));
}

// Hashes the xor of a lattice point's keys.
static inline uint2 isonoise1_hash(uint2 k) {
    uint2 m = k & 0xFFFFFFu;
    return m * m + k;
}

static inline float isonoise1_interpolate1(float2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static inline float isonoise1_vector1(uint h) {
    return as_type<float>((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
static inline float2 isonoise1_corners1(uint2 h, float f) {
    float2 offset = float2(f, f - 1.0f);
    float2 r = float2(isonoise1_vector1(h.x), isonoise1_vector1(h.y)) * offset;
    return r;
}

static inline float isonoise1_noise1(uint2 a, float f, float w) {
    return isonoise1_interpolate1(isonoise1_corners1(a, f), w);
}

static inline float isonoise1_perlin1(uint2 x, float f) {
    return isonoise1_snap(isonoise1_noise1(isonoise1_hash(x), f, isonoise1_quintic(f)));
}
static inline float isonoise1_perlin1_at(int cell, float f, uint seed) {
    return isonoise1_perlin1(isonoise1_keys_x(cell, seed), f);
}

static inline float perlin1(float p, uint seed) {
    return isonoise1_perlin1_at(isonoise1_whole(p), isonoise1_fraction(p), seed);
}
#endif
