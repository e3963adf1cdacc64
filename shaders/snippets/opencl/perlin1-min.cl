// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, unless the program is built with options for fast arithmetic, see below.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

// Operations are neither fused nor reordered, from here to the end of the program. clang needs the
// second line if its options allow more.
#pragma OPENCL FP_CONTRACT OFF
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
__constant uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
__constant uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise1_guard(float x) {
    return (as_uint(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static inline float isonoise1_guard_fraction(float f) { return as_uint(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f; }

// The cell of a coordinate: its whole part, rounded down.
static inline int isonoise1_whole(float x) { return (int)floor(isonoise1_guard(x)); }

// A coordinate's position within its cell.
static inline float isonoise1_fraction(float x) {
    const float x2 = isonoise1_guard(x);
    const float r = x2 - floor(x2);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise1_snap(float x) { return fabs(x) < as_float(0x1F800000u) ? 0.0f : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise1_quintic(float t) {
    const float inner = t * (t * 6.0f - 15.0f) + 10.0f;
    const float r = t * t * t * inner;
    return r;
}

static inline float isonoise1_lerp(float a, float b, float t) {
    const float r = a + t * (b - a);
    return r;
}

__constant uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise1_key(uint t, uint offset) {
    const uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint isonoise1_hash(uint k) {
    const uint m = k & 0xFFFFFFu;
    return m * m + k;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static inline float isonoise1_vector1(uint h) {
    return as_float((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
static inline float isonoise1_perlin1_at(int cell, float f, uint seed) {
    const uint offset = isonoise1_seeded(seed);
    const uint t = (uint)cell * ISONOISE1_PRIME_X;
    const float ry = isonoise1_vector1(isonoise1_hash(isonoise1_key(t + ISONOISE1_PRIME_X, offset))) * (f - 1.0f);
    return isonoise1_snap(isonoise1_lerp(isonoise1_vector1(isonoise1_hash(isonoise1_key(t, offset))) * f, ry,
        isonoise1_quintic(f)));
}

static inline float perlin1(float x, uint seed) {
    return isonoise1_perlin1_at(isonoise1_whole(x), isonoise1_fraction(x), seed);
}
static inline float perlin1_cell(int cell, float f, uint seed) {
    return isonoise1_perlin1_at(cell, isonoise1_guard_fraction(f), seed);
}
#endif
