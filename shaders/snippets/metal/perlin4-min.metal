// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4
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
constant uint ISONOISE4_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE4_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise4_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE ? x : 0.0f;
}
static inline float4 isonoise4_guard(float4 v) {
    return float4(isonoise4_guard(v.x), isonoise4_guard(v.y), isonoise4_guard(v.z), isonoise4_guard(v.w));
}

// The cell of a coordinate: its whole part, rounded down.
static inline int4 isonoise4_whole(float4 p) { return int4(floor(isonoise4_guard(p))); }

// A coordinate's position within its cell.
static inline float4 isonoise4_fraction(float4 p) {
    float4 x = isonoise4_guard(p);
    float4 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise4_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise4_scaled(float n, float scale) {
    float r = n * scale;
    return isonoise4_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float4 isonoise4_quintic(float4 t) {
    float4 inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float4 r = t * t * t * inner;
    return r;
}

static inline float isonoise4_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}
static inline float2 isonoise4_lerp(float2 a, float2 b, float t) {
    float2 r = a + t * (b - a);
    return r;
}
static inline float4 isonoise4_lerp(float4 a, float4 b, float t) {
    float4 r = a + t * (b - a);
    return r;
}

constant uint ISONOISE4_PRIME_X = 0x9E3779B1u;
constant uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
constant uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
constant uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
constant uint ISONOISE4_OFFSET_Y = 0x243F6A88u;
constant uint ISONOISE4_OFFSET_Z = 0x85A308D3u;
constant uint ISONOISE4_OFFSET_W = 0x13198A2Eu;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise4_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise4_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise4_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise4_key(t, offset), isonoise4_key(t + prime, offset));
}

static inline uint2 isonoise4_keys_x(int cell, uint seed) {
    return isonoise4_keys(uint(cell), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
}
static inline uint2 isonoise4_keys_y(int cell) {
    return isonoise4_keys(uint(cell), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
}
static inline uint2 isonoise4_keys_z(int cell) {
    return isonoise4_keys(uint(cell), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
}
static inline uint2 isonoise4_keys_w(int cell) {
    return isonoise4_keys(uint(cell), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
}

// Hashes the xor of a lattice point's keys.
static inline uint4 isonoise4_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
static inline uint4 isonoise4_square(uint2 x, uint2 y, uint rest) { return isonoise4_hash(x.xyxy ^ y.xxyy ^ rest); }

static inline float isonoise4_interpolate4(float4 a, float4 b, float4 c, float4 d, float4 w) {
    float4 x = isonoise4_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    float4 y = isonoise4_lerp(float4(c.xz, d.xz), float4(c.yw, d.yw), w.x);
    float4 xy = isonoise4_lerp(float4(x.xz, y.xz), float4(x.yw, y.yw), w.y);
    float2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

constant float ISONOISE4_SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float4 isonoise4_flip(float4 x, uint4 h, uint bit) {
    return as_type<float4>(as_type<uint4>(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float4 isonoise4_select(uint4 h, uint bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static inline float4 isonoise4_corners4(uint4 h, float4 x, float4 y, float4 z, float4 w) {
    float4 a = isonoise4_select(h, 0xC0000000u, x, y);
    float4 b = isonoise4_select(h, 0x80000000u, y, z);
    float4 c = isonoise4_select(h, 0x40000000u, z, w);
    float4 ab = isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u);
    float4 r = ab + isonoise4_flip(c, h, 29u);
    return r;
}

static inline float isonoise4_noise4(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, float4 w) {
    float4 g = f - 1.0f;
    float4 x = float4(f.x, g.x, f.x, g.x);
    float4 y = float4(f.yy, g.yy);
    return isonoise4_interpolate4(isonoise4_corners4(a, x, y, float4(f.z), float4(f.w)), isonoise4_corners4(b, x, y,
        float4(g.z), float4(f.w)), isonoise4_corners4(c, x, y, float4(f.z), float4(g.w)), isonoise4_corners4(d, x, y,
        float4(g.z), float4(g.w)), w);
}

static inline float isonoise4_perlin4(uint2 x, uint2 y, uint2 z, uint2 w, float4 f) {
    uint4 a = isonoise4_square(x, y, z.x ^ w.x), b = isonoise4_square(x, y, z.y ^ w.x);
    uint4 c = isonoise4_square(x, y, z.x ^ w.y), d = isonoise4_square(x, y, z.y ^ w.y);
    return isonoise4_scaled(isonoise4_noise4(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
static inline float isonoise4_perlin4_at(int4 cell, float4 f, uint seed) {
    return isonoise4_perlin4(isonoise4_keys_x(cell.x, seed), isonoise4_keys_y(cell.y), isonoise4_keys_z(cell.z),
        isonoise4_keys_w(cell.w), f);
}

static inline float perlin4(float4 p, uint seed) {
    return isonoise4_perlin4_at(isonoise4_whole(p), isonoise4_fraction(p), seed);
}
#endif
