// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math or /fp:fast: it cannot
// see through an empty instruction, nor know what is left in a volatile variable.
static inline float isonoise3_exact(float x) {
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

static inline uint32_t isonoise3_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float isonoise3_real(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint32_t ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint32_t ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise3_guard(float x) {
    return (isonoise3_bits(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static inline float isonoise3_guard_fraction(float f) {
    return isonoise3_bits(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int32_t isonoise3_whole(float p) { return (int32_t)floorf(isonoise3_guard(p)); }

// A coordinate's position within its cell.
static inline float isonoise3_fraction(float p) {
    const float x = isonoise3_guard(p);
    const float r = isonoise3_exact(x - floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise3_snap(float x) { return fabsf(x) < isonoise3_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise3_scaled(float n, float scale) {
    const float r = isonoise3_exact(n * scale);
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise3_quintic(float t) {
    const float inner = isonoise3_exact(isonoise3_exact(t * isonoise3_exact(isonoise3_exact(t * 6.0f) - 15.0f)) +
        10.0f);
    const float r = isonoise3_exact(isonoise3_exact(isonoise3_exact(t * t) * t) * inner);
    return r;
}

static inline float isonoise3_lerp(float a, float b, float t) {
    const float r = isonoise3_exact(a + isonoise3_exact(t * isonoise3_exact(b - a)));
    return r;
}

static const uint32_t ISONOISE3_PRIME_X = 0x9E3779B1u;
static const uint32_t ISONOISE3_PRIME_Y = 0x85EBCA77u;
static const uint32_t ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint32_t ISONOISE3_OFFSET_Y = 0x243F6A88u;
static const uint32_t ISONOISE3_OFFSET_Z = 0x85A308D3u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint32_t isonoise3_seeded(uint32_t seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint32_t isonoise3_key(uint32_t t, uint32_t offset) {
    const uint32_t u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint32_t isonoise3_hash(uint32_t k) {
    const uint32_t m = k & 0xFFFFFFu;
    return m * m + k;
}

static const float ISONOISE3_SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
static const int32_t ISONOISE3_THIRD1 = -715827882;
static const int32_t ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float isonoise3_flip(float x, uint32_t h, uint32_t bit) {
    return isonoise3_real(isonoise3_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float isonoise3_select(int32_t h, int32_t bound, float x, float y) { return h < bound ? x : y; }

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static inline float isonoise3_corners3(uint32_t h, float x, float y, float z) {
    const uint32_t rest = (h << 1) + h;
    const float u = isonoise3_select((int32_t)h, ISONOISE3_THIRD1, y, x);
    const float v = isonoise3_select((int32_t)h, ISONOISE3_THIRD2, z, y);
    const float r = isonoise3_exact(isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u));
    return r;
}
static inline float isonoise3_perlin3_at(int32_t cell_x, int32_t cell_y, int32_t cell_z, float fx, float fy, float fz,
    uint32_t seed) {
    const uint32_t offset = isonoise3_seeded(seed);
    const uint32_t t = (uint32_t)cell_x * ISONOISE3_PRIME_X;
    const uint32_t t2 = (uint32_t)cell_y * ISONOISE3_PRIME_Y;
    const uint32_t t3 = (uint32_t)cell_z * ISONOISE3_PRIME_Z;
    const uint32_t x0 = isonoise3_key(t, offset);
    const uint32_t x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const uint32_t y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint32_t y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint32_t z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint32_t z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float gx = isonoise3_exact(fx - 1.0f);
    const float gy = isonoise3_exact(fy - 1.0f);
    const float gz = isonoise3_exact(fz - 1.0f);
    const float x0_2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y0 ^ z0), fx, fy, fz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y0 ^ z0), gx, fy, fz), wx);
    const float x1_2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y1 ^ z0), fx, gy, fz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y1 ^ z0), gx, gy, fz), wx);
    const float x2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y0 ^ z1), fx, fy, gz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y0 ^ z1), gx, fy, gz), wx);
    const float x3 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y1 ^ z1), fx, gy, gz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y1 ^ z1), gx, gy, gz), wx);
    return isonoise3_scaled(isonoise3_lerp(isonoise3_lerp(x0_2, x1_2, wy), isonoise3_lerp(x2, x3, wy),
        isonoise3_quintic(fz)), ISONOISE3_SCALE3);
}

static inline float perlin3(float x, float y, float z, uint32_t seed) {
    return isonoise3_perlin3_at(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed);
}
static inline float perlin3_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, float fx, float fy, float fz,
    uint32_t seed) {
    return isonoise3_perlin3_at(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed);
}
#endif
