// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// perlin4_cell(cell, fraction, seed) and so on: in a world of any size.
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
static const uint32_t ISONOISE4_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint32_t ISONOISE4_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise4_guard_fraction(float f) {
    return isonoise4_bits(f) - ISONOISE4_TINY <= ISONOISE4_TINY_TO_ONE ? f : 0.0f;
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

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise4_quintic_slope(float t) {
    const float s = isonoise4_exact(t * isonoise4_exact(t - 1.0f));
    const float r = isonoise4_exact(30.0f * isonoise4_exact(s * s));
    return r;
}

static inline float isonoise4_lerp(float a, float b, float t) {
    const float r = isonoise4_exact(a + isonoise4_exact(t * isonoise4_exact(b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint32_t isonoise4_wrap(int32_t cell, uint32_t period) {
    if (period == 0u) return (uint32_t)cell;
    const float rate = isonoise4_exact(0.999999f / (float)period);
    const float about = isonoise4_exact((float)cell * rate);
    uint32_t rest = (uint32_t)cell - (uint32_t)(int32_t)floorf(about) * period;
    const float more = isonoise4_exact((float)(int32_t)rest * rate);
    rest = rest - (uint32_t)(int32_t)floorf(more) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
static inline uint32_t isonoise4_factor(float lacunarity) {
    const float scaled = isonoise4_exact(lacunarity * 8388608.0f);
    return (uint32_t)scaled;
}
static inline float isonoise4_part(uint32_t n) {
    const float part = isonoise4_exact(isonoise4_real(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f);
    return part;
}
static inline void isonoise4_finer(uint32_t *cell, float *f, float lacunarity, uint32_t factor, float part) {
    const uint32_t low = *cell * factor;
    const float share = isonoise4_exact((float)(int32_t)*cell * part);
    uint32_t next = *cell * (factor >> 23) + (uint32_t)(int32_t)share;
    next = next + (uint32_t)((int32_t)(low - (next << 23)) >> 23);
    const float t = isonoise4_exact(isonoise4_exact(*f * lacunarity) + isonoise4_part(low));
    const int32_t whole = (int32_t)t;
    const float left = isonoise4_exact(t - (float)whole);
    *f = left;
    *cell = next + (uint32_t)whole;
}

static const uint32_t ISONOISE4_PRIME_X = 0x9E3779B1u;
static const uint32_t ISONOISE4_PRIME_Y = 0x85EBCA77u;
static const uint32_t ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static const uint32_t ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint32_t ISONOISE4_OFFSET_Y = 0x243F6A88u;
static const uint32_t ISONOISE4_OFFSET_Z = 0x85A308D3u;
static const uint32_t ISONOISE4_OFFSET_W = 0x13198A2Eu;

// Octave i uses seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
static const uint32_t ISONOISE4_OCTAVE = 0x9E3779B9u;

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

// Hashes the corners of a cell. `period` is in cells; 0 means none.
static inline void isonoise4_hashes_ivec4(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w,
    uint32_t seed, uint32_t *a0, uint32_t *a1, uint32_t *a2, uint32_t *a3, uint32_t *b0, uint32_t *b1, uint32_t *b2,
    uint32_t *b3, uint32_t *c0, uint32_t *c1, uint32_t *c2, uint32_t *c3, uint32_t *d0, uint32_t *d1, uint32_t *d2,
    uint32_t *d3) {
    const uint32_t offset = isonoise4_seeded(seed);
    const uint32_t t = (uint32_t)cell_x * ISONOISE4_PRIME_X;
    const uint32_t x0 = isonoise4_key(t, offset);
    const uint32_t x1 = isonoise4_key(t + ISONOISE4_PRIME_X, offset);
    const uint32_t t2 = (uint32_t)cell_y * ISONOISE4_PRIME_Y;
    const uint32_t y0 = isonoise4_key(t2, ISONOISE4_OFFSET_Y);
    const uint32_t y1 = isonoise4_key(t2 + ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    const uint32_t t3 = (uint32_t)cell_z * ISONOISE4_PRIME_Z;
    const uint32_t z0 = isonoise4_key(t3, ISONOISE4_OFFSET_Z);
    const uint32_t z1 = isonoise4_key(t3 + ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    const uint32_t t4 = (uint32_t)cell_w * ISONOISE4_PRIME_W;
    const uint32_t w0 = isonoise4_key(t4, ISONOISE4_OFFSET_W);
    const uint32_t w1 = isonoise4_key(t4 + ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    const uint32_t rest = z0 ^ w0;
    *a0 = isonoise4_hash(x0 ^ y0 ^ rest);
    *a1 = isonoise4_hash(x1 ^ y0 ^ rest);
    *a2 = isonoise4_hash(x0 ^ y1 ^ rest);
    *a3 = isonoise4_hash(x1 ^ y1 ^ rest);
    const uint32_t rest2 = z1 ^ w0;
    *b0 = isonoise4_hash(x0 ^ y0 ^ rest2);
    *b1 = isonoise4_hash(x1 ^ y0 ^ rest2);
    *b2 = isonoise4_hash(x0 ^ y1 ^ rest2);
    *b3 = isonoise4_hash(x1 ^ y1 ^ rest2);
    const uint32_t rest3 = z0 ^ w1;
    *c0 = isonoise4_hash(x0 ^ y0 ^ rest3);
    *c1 = isonoise4_hash(x1 ^ y0 ^ rest3);
    *c2 = isonoise4_hash(x0 ^ y1 ^ rest3);
    *c3 = isonoise4_hash(x1 ^ y1 ^ rest3);
    const uint32_t rest4 = z1 ^ w1;
    *d0 = isonoise4_hash(x0 ^ y0 ^ rest4);
    *d1 = isonoise4_hash(x1 ^ y0 ^ rest4);
    *d2 = isonoise4_hash(x0 ^ y1 ^ rest4);
    *d3 = isonoise4_hash(x1 ^ y1 ^ rest4);
}
static inline void isonoise4_hashes_d_ivec4(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w,
    uint32_t seed, uint32_t period_x, uint32_t period_y, uint32_t period_z, uint32_t period_w, uint32_t *a0, uint32_t
    *a1, uint32_t *a2, uint32_t *a3, uint32_t *b0, uint32_t *b1, uint32_t *b2, uint32_t *b3, uint32_t *c0, uint32_t
    *c1, uint32_t *c2, uint32_t *c3, uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3) {
    const uint32_t cell = isonoise4_wrap(cell_x, period_x);
    const uint32_t offset = isonoise4_seeded(seed);
    const uint32_t t = cell * ISONOISE4_PRIME_X;
    const uint32_t x0 = isonoise4_key(t, offset);
    const uint32_t x1 = isonoise4_key(cell + 1u == period_x ? 0u : t + ISONOISE4_PRIME_X, offset);
    const uint32_t cell2 = isonoise4_wrap(cell_y, period_y);
    const uint32_t t2 = cell2 * ISONOISE4_PRIME_Y;
    const uint32_t y0 = isonoise4_key(t2, ISONOISE4_OFFSET_Y);
    const uint32_t y1 = isonoise4_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    const uint32_t cell3 = isonoise4_wrap(cell_z, period_z);
    const uint32_t t3 = cell3 * ISONOISE4_PRIME_Z;
    const uint32_t z0 = isonoise4_key(t3, ISONOISE4_OFFSET_Z);
    const uint32_t z1 = isonoise4_key(cell3 + 1u == period_z ? 0u : t3 + ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    const uint32_t cell4 = isonoise4_wrap(cell_w, period_w);
    const uint32_t t4 = cell4 * ISONOISE4_PRIME_W;
    const uint32_t w0 = isonoise4_key(t4, ISONOISE4_OFFSET_W);
    const uint32_t w1 = isonoise4_key(cell4 + 1u == period_w ? 0u : t4 + ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    const uint32_t rest = z0 ^ w0;
    *a0 = isonoise4_hash(x0 ^ y0 ^ rest);
    *a1 = isonoise4_hash(x1 ^ y0 ^ rest);
    *a2 = isonoise4_hash(x0 ^ y1 ^ rest);
    *a3 = isonoise4_hash(x1 ^ y1 ^ rest);
    const uint32_t rest2 = z1 ^ w0;
    *b0 = isonoise4_hash(x0 ^ y0 ^ rest2);
    *b1 = isonoise4_hash(x1 ^ y0 ^ rest2);
    *b2 = isonoise4_hash(x0 ^ y1 ^ rest2);
    *b3 = isonoise4_hash(x1 ^ y1 ^ rest2);
    const uint32_t rest3 = z0 ^ w1;
    *c0 = isonoise4_hash(x0 ^ y0 ^ rest3);
    *c1 = isonoise4_hash(x1 ^ y0 ^ rest3);
    *c2 = isonoise4_hash(x0 ^ y1 ^ rest3);
    *c3 = isonoise4_hash(x1 ^ y1 ^ rest3);
    const uint32_t rest4 = z1 ^ w1;
    *d0 = isonoise4_hash(x0 ^ y0 ^ rest4);
    *d1 = isonoise4_hash(x1 ^ y0 ^ rest4);
    *d2 = isonoise4_hash(x0 ^ y1 ^ rest4);
    *d3 = isonoise4_hash(x1 ^ y1 ^ rest4);
}

static const float ISONOISE4_SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float isonoise4_flip(float x, uint32_t h, uint32_t bit) {
    return isonoise4_real(isonoise4_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float isonoise4_select(uint32_t h, uint32_t bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
static inline float isonoise4_total(float vx, float vy, float vz, float vw) {
    const float pairs_x = isonoise4_exact(vx + vy);
    const float pairs_y = isonoise4_exact(vz + vw);
    const float r = isonoise4_exact(pairs_x + pairs_y);
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static inline float isonoise4_corners(uint32_t h, float x, float y, float z, float w) {
    const float a = isonoise4_select(h, 0xC0000000u, x, y);
    const float b = isonoise4_select(h, 0x80000000u, y, z);
    const float c = isonoise4_select(h, 0x40000000u, z, w);
    const float ab = isonoise4_exact(isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u));
    const float r = isonoise4_exact(ab + isonoise4_flip(c, h, 29u));
    return r;
}
static inline void isonoise4_weighted(uint32_t h, float weight, float *x, float *y, float *z, float *w) {
    const float a = isonoise4_flip(weight, h, 27u);
    const float b = isonoise4_flip(weight, h, 28u);
    const float c = isonoise4_flip(weight, h, 29u);
    *x = isonoise4_select(h, 0xC0000000u, a, 0.0f);
    *y = isonoise4_select(h, 0x80000000u, b, isonoise4_select(h, 0xC0000000u, 0.0f, a));
    *z = isonoise4_select(h, 0x40000000u, c, isonoise4_select(h, 0x80000000u, 0.0f, b));
    *w = isonoise4_select(h, 0x40000000u, 0.0f, c);
}

static inline float isonoise4_perlin(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t b0, uint32_t b1,
    uint32_t b2, uint32_t b3, uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t d0, uint32_t d1,
    uint32_t d2, uint32_t d3, float fx, float fy, float fz, float fw) {
    const float wx = isonoise4_quintic(fx);
    const float wy = isonoise4_quintic(fy);
    const float wz = isonoise4_quintic(fz);
    const float gx = isonoise4_exact(fx - 1.0f);
    const float gy = isonoise4_exact(fy - 1.0f);
    const float gz = isonoise4_exact(fz - 1.0f);
    const float gw = isonoise4_exact(fw - 1.0f);
    const float x0 = isonoise4_lerp(isonoise4_corners(a0, fx, fy, fz, fw), isonoise4_corners(a1, gx, fy, fz, fw), wx);
    const float x1 = isonoise4_lerp(isonoise4_corners(a2, fx, gy, fz, fw), isonoise4_corners(a3, gx, gy, fz, fw), wx);
    const float x2 = isonoise4_lerp(isonoise4_corners(b0, fx, fy, gz, fw), isonoise4_corners(b1, gx, fy, gz, fw), wx);
    const float x3 = isonoise4_lerp(isonoise4_corners(b2, fx, gy, gz, fw), isonoise4_corners(b3, gx, gy, gz, fw), wx);
    const float y0 = isonoise4_lerp(isonoise4_corners(c0, fx, fy, fz, gw), isonoise4_corners(c1, gx, fy, fz, gw), wx);
    const float y1 = isonoise4_lerp(isonoise4_corners(c2, fx, gy, fz, gw), isonoise4_corners(c3, gx, gy, fz, gw), wx);
    const float y2 = isonoise4_lerp(isonoise4_corners(d0, fx, fy, gz, gw), isonoise4_corners(d1, gx, fy, gz, gw), wx);
    const float y3 = isonoise4_lerp(isonoise4_corners(d2, fx, gy, gz, gw), isonoise4_corners(d3, gx, gy, gz, gw), wx);
    return isonoise4_scaled(isonoise4_lerp(isonoise4_lerp(isonoise4_lerp(x0, x1, wy), isonoise4_lerp(x2, x3, wy), wz),
        isonoise4_lerp(isonoise4_lerp(y0, y1, wy), isonoise4_lerp(y2, y3, wy), wz), isonoise4_quintic(fw)),
        ISONOISE4_SCALE4);
}
static inline float isonoise4_perlin_gradient(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t b0,
    uint32_t b1, uint32_t b2, uint32_t b3, uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t d0,
    uint32_t d1, uint32_t d2, uint32_t d3, float fx, float fy, float fz, float fw, float *gradient_x, float
    *gradient_y, float *gradient_z, float *gradient_w) {
    const float wx = isonoise4_quintic(fx);
    const float wy = isonoise4_quintic(fy);
    const float wz = isonoise4_quintic(fz);
    const float ww = isonoise4_quintic(fw);
    const float gx = isonoise4_exact(fx - 1.0f);
    const float gy = isonoise4_exact(fy - 1.0f);
    const float gz = isonoise4_exact(fz - 1.0f);
    const float gw = isonoise4_exact(fw - 1.0f);
    const float rest_x = isonoise4_exact(1.0f - wx);
    const float rest_y = isonoise4_exact(1.0f - wy);
    const float vx = isonoise4_exact(1.0f - wz);
    const float vy = isonoise4_exact(1.0f - ww);
    const float rx = isonoise4_exact(vx * vy);
    const float ry = isonoise4_exact(wz * vy);
    const float rz = isonoise4_exact(vx * ww);
    const float rw = isonoise4_exact(wz * ww);
    const float front_x = isonoise4_exact(rx * rest_y);
    const float front_y = isonoise4_exact(ry * rest_y);
    const float front_z = isonoise4_exact(rz * rest_y);
    const float front_w = isonoise4_exact(rw * rest_y);
    const float back_x = isonoise4_exact(rx * wy);
    const float back_y = isonoise4_exact(ry * wy);
    const float back_z = isonoise4_exact(rz * wy);
    const float back_w = isonoise4_exact(rw * wy);
    const float kx = isonoise4_corners(a0, fx, fy, fz, fw);
    const float ky = isonoise4_corners(b0, fx, fy, gz, fw);
    const float kz = isonoise4_corners(c0, fx, fy, fz, gw);
    const float kw = isonoise4_corners(d0, fx, fy, gz, gw);
    float x0, y0, z0, wx2;
    isonoise4_weighted(a0, isonoise4_exact(rest_x * front_x), &x0, &y0, &z0, &wx2);
    float x1, y1, z1, wy2;
    isonoise4_weighted(b0, isonoise4_exact(rest_x * front_y), &x1, &y1, &z1, &wy2);
    float x2, y2, z2, wz2;
    isonoise4_weighted(c0, isonoise4_exact(rest_x * front_z), &x2, &y2, &z2, &wz2);
    float x3, y3, z3, ww2;
    isonoise4_weighted(d0, isonoise4_exact(rest_x * front_w), &x3, &y3, &z3, &ww2);
    float x0_2, y0_2, z0_2, wx3;
    isonoise4_weighted(a1, isonoise4_exact(wx * front_x), &x0_2, &y0_2, &z0_2, &wx3);
    float x1_2, y1_2, z1_2, wy3;
    isonoise4_weighted(b1, isonoise4_exact(wx * front_y), &x1_2, &y1_2, &z1_2, &wy3);
    float x2_2, y2_2, z2_2, wz3;
    isonoise4_weighted(c1, isonoise4_exact(wx * front_z), &x2_2, &y2_2, &z2_2, &wz3);
    float x3_2, y3_2, z3_2, ww3;
    isonoise4_weighted(d1, isonoise4_exact(wx * front_w), &x3_2, &y3_2, &z3_2, &ww3);
    const float low_x2 = isonoise4_exact(isonoise4_total(x0, x1, x2, x3) + isonoise4_total(x0_2, x1_2, x2_2, x3_2));
    const float low_y2 = isonoise4_exact(isonoise4_total(y0, y1, y2, y3) + isonoise4_total(y0_2, y1_2, y2_2, y3_2));
    const float low_z2 = isonoise4_exact(isonoise4_total(z0, z1, z2, z3) + isonoise4_total(z0_2, z1_2, z2_2, z3_2));
    const float low_w2 = isonoise4_exact(isonoise4_total(wx2, wy2, wz2, ww2) + isonoise4_total(wx3, wy3, wz3, ww3));
    const float mx = isonoise4_corners(a2, fx, gy, fz, fw);
    const float my = isonoise4_corners(b2, fx, gy, gz, fw);
    const float mz = isonoise4_corners(c2, fx, gy, fz, gw);
    const float mw = isonoise4_corners(d2, fx, gy, gz, gw);
    float x0_3, y0_3, z0_3, wx4;
    isonoise4_weighted(a2, isonoise4_exact(rest_x * back_x), &x0_3, &y0_3, &z0_3, &wx4);
    float x1_3, y1_3, z1_3, wy4;
    isonoise4_weighted(b2, isonoise4_exact(rest_x * back_y), &x1_3, &y1_3, &z1_3, &wy4);
    float x2_3, y2_3, z2_3, wz4;
    isonoise4_weighted(c2, isonoise4_exact(rest_x * back_z), &x2_3, &y2_3, &z2_3, &wz4);
    float x3_3, y3_3, z3_3, ww4;
    isonoise4_weighted(d2, isonoise4_exact(rest_x * back_w), &x3_3, &y3_3, &z3_3, &ww4);
    float x0_4, y0_4, z0_4, wx5;
    isonoise4_weighted(a3, isonoise4_exact(wx * back_x), &x0_4, &y0_4, &z0_4, &wx5);
    float x1_4, y1_4, z1_4, wy5;
    isonoise4_weighted(b3, isonoise4_exact(wx * back_y), &x1_4, &y1_4, &z1_4, &wy5);
    float x2_4, y2_4, z2_4, wz5;
    isonoise4_weighted(c3, isonoise4_exact(wx * back_z), &x2_4, &y2_4, &z2_4, &wz5);
    float x3_4, y3_4, z3_4, ww5;
    isonoise4_weighted(d3, isonoise4_exact(wx * back_w), &x3_4, &y3_4, &z3_4, &ww5);
    const float high_x2 = isonoise4_exact(isonoise4_total(x0_3, x1_3, x2_3, x3_3) + isonoise4_total(x0_4, x1_4, x2_4,
        x3_4));
    const float high_y2 = isonoise4_exact(isonoise4_total(y0_3, y1_3, y2_3, y3_3) + isonoise4_total(y0_4, y1_4, y2_4,
        y3_4));
    const float high_z2 = isonoise4_exact(isonoise4_total(z0_3, z1_3, z2_3, z3_3) + isonoise4_total(z0_4, z1_4, z2_4,
        z3_4));
    const float high_w2 = isonoise4_exact(isonoise4_total(wx4, wy4, wz4, ww4) + isonoise4_total(wx5, wy5, wz5, ww5));
    const float dx_x = isonoise4_exact(isonoise4_corners(a1, gx, fy, fz, fw) - kx);
    const float dx_y = isonoise4_exact(isonoise4_corners(a3, gx, gy, fz, fw) - mx);
    const float dx_z = isonoise4_exact(isonoise4_corners(b1, gx, fy, gz, fw) - ky);
    const float dx_w = isonoise4_exact(isonoise4_corners(b3, gx, gy, gz, fw) - my);
    const float ex_x = isonoise4_exact(isonoise4_corners(c1, gx, fy, fz, gw) - kz);
    const float ex_y = isonoise4_exact(isonoise4_corners(c3, gx, gy, fz, gw) - mz);
    const float ex_z = isonoise4_exact(isonoise4_corners(d1, gx, fy, gz, gw) - kw);
    const float ex_w = isonoise4_exact(isonoise4_corners(d3, gx, gy, gz, gw) - mw);
    const float x0_5 = isonoise4_exact(kx + isonoise4_exact(wx * dx_x));
    const float x2_5 = isonoise4_exact(ky + isonoise4_exact(wx * dx_z));
    const float y0_5 = isonoise4_exact(kz + isonoise4_exact(wx * ex_x));
    const float y2_5 = isonoise4_exact(kw + isonoise4_exact(wx * ex_z));
    const float dy_x = isonoise4_exact(isonoise4_exact(mx + isonoise4_exact(wx * dx_y)) - x0_5);
    const float dy_y = isonoise4_exact(isonoise4_exact(my + isonoise4_exact(wx * dx_w)) - x2_5);
    const float dy_z = isonoise4_exact(isonoise4_exact(mz + isonoise4_exact(wx * ex_y)) - y0_5);
    const float dy_w = isonoise4_exact(isonoise4_exact(mw + isonoise4_exact(wx * ex_w)) - y2_5);
    const float xy_x = isonoise4_exact(x0_5 + isonoise4_exact(wy * dy_x));
    const float xy_z = isonoise4_exact(y0_5 + isonoise4_exact(wy * dy_z));
    const float dz_x = isonoise4_exact(isonoise4_exact(x2_5 + isonoise4_exact(wy * dy_y)) - xy_x);
    const float dz_y = isonoise4_exact(isonoise4_exact(y2_5 + isonoise4_exact(wy * dy_w)) - xy_z);
    const float z0_5 = isonoise4_exact(xy_x + isonoise4_exact(wz * dz_x));
    const float dw = isonoise4_exact(isonoise4_exact(xy_z + isonoise4_exact(wz * dz_y)) - z0_5);
    const float slope_x = isonoise4_lerp(isonoise4_lerp(isonoise4_lerp(dx_x, dx_y, wy), isonoise4_lerp(dx_z, dx_w,
        wy), wz), isonoise4_lerp(isonoise4_lerp(ex_x, ex_y, wy), isonoise4_lerp(ex_z, ex_w, wy), wz), ww);
    const float ry2 = isonoise4_exact(isonoise4_exact(low_y2 + high_y2) + isonoise4_exact(isonoise4_quintic_slope(fy)
        * isonoise4_lerp(isonoise4_lerp(dy_x, dy_y, wz), isonoise4_lerp(dy_z, dy_w, wz), ww)));
    const float rz2 = isonoise4_exact(isonoise4_exact(low_z2 + high_z2) + isonoise4_exact(isonoise4_quintic_slope(fz)
        * isonoise4_lerp(dz_x, dz_y, ww)));
    const float n2 = isonoise4_exact(z0_5 + isonoise4_exact(ww * dw));
    *gradient_x = isonoise4_scaled(isonoise4_exact(isonoise4_exact(low_x2 + high_x2) +
        isonoise4_exact(isonoise4_quintic_slope(fx) * slope_x)), ISONOISE4_SCALE4);
    *gradient_y = isonoise4_scaled(ry2, ISONOISE4_SCALE4);
    *gradient_z = isonoise4_scaled(rz2, ISONOISE4_SCALE4);
    *gradient_w = isonoise4_scaled(isonoise4_exact(isonoise4_exact(low_w2 + high_w2) +
        isonoise4_exact(isonoise4_quintic_slope(fw) * dw)), ISONOISE4_SCALE4);
    return isonoise4_scaled(n2, ISONOISE4_SCALE4);
}
static inline float isonoise4_perlin_ivec4(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx,
    float fy, float fz, float fw, uint32_t seed) {
    uint32_t a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    isonoise4_hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed, &a0, &a1, &a2, &a3, &b0, &b1, &b2, &b3, &c0, &c1,
        &c2, &c3, &d0, &d1, &d2, &d3);
    return isonoise4_perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
static inline float isonoise4_perlin_gradient_ivec4(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w,
    float fx, float fy, float fz, float fw, uint32_t seed, float *gradient_x, float *gradient_y, float *gradient_z,
    float *gradient_w) {
    uint32_t a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    isonoise4_hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed, &a0, &a1, &a2, &a3, &b0, &b1, &b2, &b3, &c0, &c1,
        &c2, &c3, &d0, &d1, &d2, &d3);
    return isonoise4_perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw,
        gradient_x, gradient_y, gradient_z, gradient_w);
}
static inline float isonoise4_perlin_period(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx,
    float fy, float fz, float fw, uint32_t seed, uint32_t period_x, uint32_t period_y, uint32_t period_z,
    uint32_t period_w) {
    uint32_t a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    isonoise4_hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed, period_x, period_y, period_z, period_w, &a0, &a1,
        &a2, &a3, &b0, &b1, &b2, &b3, &c0, &c1, &c2, &c3, &d0, &d1, &d2, &d3);
    return isonoise4_perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
static inline float isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(int32_t cell_x, int32_t cell_y, int32_t cell_z,
    int32_t cell_w, float fx, float fy, float fz, float fw, uint32_t seed, uint32_t period_x, uint32_t period_y,
    uint32_t period_z, uint32_t period_w, float *gradient_x, float *gradient_y, float *gradient_z, float *gradient_w) {
    uint32_t a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    isonoise4_hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed, period_x, period_y, period_z, period_w, &a0, &a1,
        &a2, &a3, &b0, &b1, &b2, &b3, &c0, &c1, &c2, &c3, &d0, &d1, &d2, &d3);
    return isonoise4_perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw,
        gradient_x, gradient_y, gradient_z, gradient_w);
}

static inline float perlin4(float x, float y, float z, float w, uint32_t seed) {
    return isonoise4_perlin_ivec4(isonoise4_whole(x), isonoise4_whole(y), isonoise4_whole(z), isonoise4_whole(w),
        isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z), isonoise4_fraction(w), seed);
}
static inline float perlin4_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx, float fy,
    float fz, float fw, uint32_t seed) {
    return isonoise4_perlin_ivec4(cell_x, cell_y, cell_z, cell_w, isonoise4_guard_fraction(fx),
        isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz), isonoise4_guard_fraction(fw), seed);
}
static inline float perlin4_gradient(float x, float y, float z, float w, uint32_t seed, float gradient[4]) {
    const float n = isonoise4_perlin_gradient_ivec4(isonoise4_whole(x), isonoise4_whole(y), isonoise4_whole(z),
        isonoise4_whole(w), isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z),
        isonoise4_fraction(w), seed, &gradient[0], &gradient[1], &gradient[2], &gradient[3]);
    return n;
}
static inline float perlin4_gradient_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx,
    float fy, float fz, float fw, uint32_t seed, float gradient[4]) {
    const float n = isonoise4_perlin_gradient_ivec4(cell_x, cell_y, cell_z, cell_w, isonoise4_guard_fraction(fx),
        isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz), isonoise4_guard_fraction(fw), seed, &gradient[0],
        &gradient[1], &gradient[2], &gradient[3]);
    return n;
}
static inline float perlin4_periodic(float x, float y, float z, float w, uint32_t seed, uint32_t period_x,
    uint32_t period_y, uint32_t period_z, uint32_t period_w) {
    return isonoise4_perlin_period(isonoise4_whole(x), isonoise4_whole(y), isonoise4_whole(z), isonoise4_whole(w),
        isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z), isonoise4_fraction(w), seed, period_x,
        period_y, period_z, period_w);
}
static inline float perlin4_periodic_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w, float fx,
    float fy, float fz, float fw, uint32_t seed, uint32_t period_x, uint32_t period_y, uint32_t period_z,
    uint32_t period_w) {
    return isonoise4_perlin_period(cell_x, cell_y, cell_z, cell_w, isonoise4_guard_fraction(fx),
        isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz), isonoise4_guard_fraction(fw), seed, period_x,
        period_y, period_z, period_w);
}
static inline float perlin4_periodic_gradient(float x, float y, float z, float w, uint32_t seed, uint32_t period_x,
    uint32_t period_y, uint32_t period_z, uint32_t period_w, float gradient[4]) {
    const float n = isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(isonoise4_whole(x), isonoise4_whole(y),
        isonoise4_whole(z), isonoise4_whole(w), isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z),
        isonoise4_fraction(w), seed, period_x, period_y, period_z, period_w, &gradient[0], &gradient[1], &gradient[2],
        &gradient[3]);
    return n;
}
static inline float perlin4_periodic_gradient_cell(int32_t cell_x, int32_t cell_y, int32_t cell_z, int32_t cell_w,
    float fx, float fy, float fz, float fw, uint32_t seed, uint32_t period_x, uint32_t period_y, uint32_t period_z,
    uint32_t period_w, float gradient[4]) {
    const float n = isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(cell_x, cell_y, cell_z, cell_w,
        isonoise4_guard_fraction(fx), isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz),
        isonoise4_guard_fraction(fw), seed, period_x, period_y, period_z, period_w, &gradient[0], &gradient[1],
        &gradient[2], &gradient[3]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise4_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= isonoise4_real(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise4_faded(float amplitude, float rest) {
    const float r = isonoise4_exact(amplitude * (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin4_fbm(float x, float y, float z, float w, uint32_t seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    uint32_t cell_x = (uint32_t)isonoise4_whole(x);
    uint32_t cell_y = (uint32_t)isonoise4_whole(y);
    uint32_t cell_z = (uint32_t)isonoise4_whole(z);
    uint32_t cell_w = (uint32_t)isonoise4_whole(w);
    float fx = isonoise4_fraction(x);
    float fy = isonoise4_fraction(y);
    float fz = isonoise4_fraction(z);
    float fw = isonoise4_fraction(w);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) return 0.0f;
    const uint32_t factor = isonoise4_factor(lacunarity);
    const float part = isonoise4_part(factor);
    while (true) {
        const float i = isonoise4_exact(octaves - rest);
        const uint32_t octave_seed = seed ^ ((uint32_t)i * ISONOISE4_OCTAVE);
        const float n = isonoise4_perlin_ivec4((int32_t)cell_x, (int32_t)cell_y, (int32_t)cell_z, (int32_t)cell_w, fx,
            fy, fz, fw, octave_seed);
        sum = isonoise4_exact(sum + isonoise4_exact(isonoise4_faded(amplitude, rest) * n));
        amplitude = isonoise4_exact(amplitude * persistence);
        rest = isonoise4_exact(rest - 1.0f);
        if (!isonoise4_has_octave(rest, amplitude)) break;
        isonoise4_finer(&cell_x, &fx, lacunarity, factor, part);
        isonoise4_finer(&cell_y, &fy, lacunarity, factor, part);
        isonoise4_finer(&cell_z, &fz, lacunarity, factor, part);
        isonoise4_finer(&cell_w, &fw, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static inline float perlin4_fbm_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    volatile double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        const float rest = isonoise4_exact(octaves - i);
        const float faded = isonoise4_exact(amplitude * (rest < 1.0f ? rest : 1.0f));
        sum = sum + (double)faded;
        amplitude = isonoise4_exact(amplitude * persistence);
        i = isonoise4_exact(i + 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
#endif
