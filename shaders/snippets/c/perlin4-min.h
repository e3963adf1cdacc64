// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math or /fp:fast: it cannot
// see through an empty instruction, nor know what is left in a volatile variable.
static inline float isonoise4_exact(float x) {
#if !defined(__GNUC__) && !defined(__clang__)
    volatile float left = x;
    return left;
#else
#if defined(__SSE2__) || defined(__x86_64__)
    __asm__("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__("" : "+w"(x));
#elif defined(__wasm__)
    __asm__("" : "+r"(x));
#else
    __asm__("" : "+m"(x));
#endif
    return x;
#endif
}

static inline uint32_t isonoise4_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float isonoise4_real(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint32_t ISONOISE4_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint32_t ISONOISE4_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise4_guard(float x) {
    return (isonoise4_bits(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static inline float isonoise4_guard_fraction(float f) {
    return isonoise4_bits(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int32_t isonoise4_whole(float p) { return (int32_t)floorf(isonoise4_guard(p)); }

// A coordinate's position within its cell.
static inline float isonoise4_fraction(float p) {
    const float x = isonoise4_guard(p);
    const float r = isonoise4_exact(x - floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise4_snap(float x) { return fabsf(x) < isonoise4_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise4_scaled(float n, float scale) {
    const float r = isonoise4_exact(n * scale);
    return isonoise4_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise4_quintic(float t) {
    const float inner = isonoise4_exact(isonoise4_exact(t * isonoise4_exact(isonoise4_exact(t * 6.0f) - 15.0f)) +
        10.0f);
    const float r = isonoise4_exact(isonoise4_exact(isonoise4_exact(t * t) * t) * inner);
    return r;
}

static inline float isonoise4_lerp(float a, float b, float t) {
    const float r = isonoise4_exact(a + isonoise4_exact(t * isonoise4_exact(b - a)));
    return r;
}

static const uint32_t ISONOISE4_PRIME_X = 0x9E3779B1u;
static const uint32_t ISONOISE4_PRIME_Y = 0x85EBCA77u;
static const uint32_t ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static const uint32_t ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint32_t ISONOISE4_OFFSET_Y = 0x243F6A88u;
static const uint32_t ISONOISE4_OFFSET_Z = 0x85A308D3u;
static const uint32_t ISONOISE4_OFFSET_W = 0x13198A2Eu;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint32_t isonoise4_seeded(uint32_t seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint32_t isonoise4_key(uint32_t t, uint32_t offset) {
    const uint32_t u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint32_t isonoise4_hash(uint32_t k) {
    const uint32_t m = k & 0xFFFFFFu;
    return m * m + k;
}

static const float ISONOISE4_SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float isonoise4_flip(float x, uint32_t h, uint32_t bit) {
    return isonoise4_real(isonoise4_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float isonoise4_select(uint32_t h, uint32_t bound, float x, float y) { return h < bound ? x : y; }

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static inline float isonoise4_corners4(uint32_t h, float x, float y, float z, float w) {
    const float a = isonoise4_select(h, 0xC0000000u, x, y);
    const float b = isonoise4_select(h, 0x80000000u, y, z);
    const float c = isonoise4_select(h, 0x40000000u, z, w);
    const float ab = isonoise4_exact(isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u));
    const float r = isonoise4_exact(ab + isonoise4_flip(c, h, 29u));
    return r;
}
static inline float isonoise4_perlin4_at(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx,
    float fy, float fz, float fw, uint32_t seed) {
    const uint32_t offset = isonoise4_seeded(seed);
    const uint32_t t = (uint32_t)cell_x * ISONOISE4_PRIME_X;
    const uint32_t t2 = (uint32_t)cell_y * ISONOISE4_PRIME_Y;
    const uint32_t t3 = (uint32_t)cell_z * ISONOISE4_PRIME_Z;
    const uint32_t t4 = (uint32_t)cell_w * ISONOISE4_PRIME_W;
    const uint32_t x0 = isonoise4_key(t, offset);
    const uint32_t x1 = isonoise4_key(t + ISONOISE4_PRIME_X, offset);
    const uint32_t y0 = isonoise4_key(t2, ISONOISE4_OFFSET_Y);
    const uint32_t y1 = isonoise4_key(t2 + ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    const uint32_t z0 = isonoise4_key(t3, ISONOISE4_OFFSET_Z);
    const uint32_t z1 = isonoise4_key(t3 + ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    const uint32_t w0 = isonoise4_key(t4, ISONOISE4_OFFSET_W);
    const uint32_t w1 = isonoise4_key(t4 + ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    const uint32_t rest = z0 ^ w0;
    const uint32_t rest2 = z1 ^ w0;
    const uint32_t rest3 = z0 ^ w1;
    const uint32_t rest4 = z1 ^ w1;
    const float wx = isonoise4_quintic(fx);
    const float wy = isonoise4_quintic(fy);
    const float wz = isonoise4_quintic(fz);
    const float gx = isonoise4_exact(fx - 1.0f);
    const float gy = isonoise4_exact(fy - 1.0f);
    const float gz = isonoise4_exact(fz - 1.0f);
    const float gw = isonoise4_exact(fw - 1.0f);
    const float a0 = isonoise4_corners4(isonoise4_hash(x0 ^ y0 ^ rest), fx, fy, fz, fw);
    const float a1 = isonoise4_corners4(isonoise4_hash(x1 ^ y0 ^ rest), gx, fy, fz, fw);
    const float a2 = isonoise4_corners4(isonoise4_hash(x0 ^ y1 ^ rest), fx, gy, fz, fw);
    const float a3 = isonoise4_corners4(isonoise4_hash(x1 ^ y1 ^ rest), gx, gy, fz, fw);
    const float b0 = isonoise4_corners4(isonoise4_hash(x0 ^ y0 ^ rest2), fx, fy, gz, fw);
    const float b1 = isonoise4_corners4(isonoise4_hash(x1 ^ y0 ^ rest2), gx, fy, gz, fw);
    const float b2 = isonoise4_corners4(isonoise4_hash(x0 ^ y1 ^ rest2), fx, gy, gz, fw);
    const float b3 = isonoise4_corners4(isonoise4_hash(x1 ^ y1 ^ rest2), gx, gy, gz, fw);
    const float c0 = isonoise4_corners4(isonoise4_hash(x0 ^ y0 ^ rest3), fx, fy, fz, gw);
    const float c1 = isonoise4_corners4(isonoise4_hash(x1 ^ y0 ^ rest3), gx, fy, fz, gw);
    const float c2 = isonoise4_corners4(isonoise4_hash(x0 ^ y1 ^ rest3), fx, gy, fz, gw);
    const float c3 = isonoise4_corners4(isonoise4_hash(x1 ^ y1 ^ rest3), gx, gy, fz, gw);
    const float d0 = isonoise4_corners4(isonoise4_hash(x0 ^ y0 ^ rest4), fx, fy, gz, gw);
    const float d1 = isonoise4_corners4(isonoise4_hash(x1 ^ y0 ^ rest4), gx, fy, gz, gw);
    const float d2 = isonoise4_corners4(isonoise4_hash(x0 ^ y1 ^ rest4), fx, gy, gz, gw);
    const float d3 = isonoise4_corners4(isonoise4_hash(x1 ^ y1 ^ rest4), gx, gy, gz, gw);
    const float z0_2 = isonoise4_lerp(isonoise4_lerp(isonoise4_lerp(a0, a1, wx), isonoise4_lerp(a2, a3, wx), wy),
        isonoise4_lerp(isonoise4_lerp(b0, b1, wx), isonoise4_lerp(b2, b3, wx), wy), wz);
    const float z1_2 = isonoise4_lerp(isonoise4_lerp(isonoise4_lerp(c0, c1, wx), isonoise4_lerp(c2, c3, wx), wy),
        isonoise4_lerp(isonoise4_lerp(d0, d1, wx), isonoise4_lerp(d2, d3, wx), wy), wz);
    return isonoise4_scaled(isonoise4_lerp(z0_2, z1_2, isonoise4_quintic(fw)), ISONOISE4_SCALE4);
}

static inline float perlin4(float x, float y, float z, float w, uint32_t seed) {
    return isonoise4_perlin4_at(isonoise4_whole(x), isonoise4_whole(y), isonoise4_whole(z), isonoise4_whole(w),
        isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z), isonoise4_fraction(w), seed);
}
static inline float perlin4_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx, float fy,
    float fz, float fw, uint32_t seed) {
    return isonoise4_perlin4_at(cell_x, cell_y, cell_z, cell_w, isonoise4_guard_fraction(fx),
        isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz), isonoise4_guard_fraction(fw), seed);
}
#endif
