// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math or /fp:fast: it cannot
// see through an empty instruction, nor know what is left in a volatile variable.
static inline float isonoise2_exact(float x) {
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

static inline uint32_t isonoise2_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float isonoise2_real(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint32_t ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint32_t ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise2_guard(float x) {
    return (isonoise2_bits(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint32_t ISONOISE2_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint32_t ISONOISE2_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise2_guard_fraction(float f) {
    return isonoise2_bits(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int32_t isonoise2_whole(float p) { return (int32_t)floorf(isonoise2_guard(p)); }

// A coordinate's position within its cell.
static inline float isonoise2_fraction(float p) {
    const float x = isonoise2_guard(p);
    const float r = isonoise2_exact(x - floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise2_snap(float x) { return fabsf(x) < isonoise2_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise2_scaled(float n, float scale) {
    const float r = isonoise2_exact(n * scale);
    return isonoise2_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise2_quintic(float t) {
    const float inner = isonoise2_exact(isonoise2_exact(t * isonoise2_exact(isonoise2_exact(t * 6.0f) - 15.0f)) +
        10.0f);
    const float r = isonoise2_exact(isonoise2_exact(isonoise2_exact(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise2_quintic_slope(float t) {
    const float s = isonoise2_exact(t * isonoise2_exact(t - 1.0f));
    const float r = isonoise2_exact(30.0f * isonoise2_exact(s * s));
    return r;
}

static inline float isonoise2_lerp(float a, float b, float t) {
    const float r = isonoise2_exact(a + isonoise2_exact(t * isonoise2_exact(b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint32_t isonoise2_wrap(int32_t cell, uint32_t period) {
    if (period == 0u) return (uint32_t)cell;
    const float rate = isonoise2_exact(0.999999f / (float)period);
    const float about = isonoise2_exact((float)cell * rate);
    uint32_t rest = (uint32_t)cell - (uint32_t)(int32_t)floorf(about) * period;
    const float more = isonoise2_exact((float)(int32_t)rest * rate);
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
static inline uint32_t isonoise2_factor(float lacunarity) {
    const float scaled = isonoise2_exact(lacunarity * 8388608.0f);
    return (uint32_t)scaled;
}
static inline float isonoise2_part(uint32_t n) {
    const float part = isonoise2_exact(isonoise2_real(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f);
    return part;
}
static inline void isonoise2_finer(uint32_t *cell, float *f, float lacunarity, uint32_t factor, float part) {
    const uint32_t low = *cell * factor;
    const float share = isonoise2_exact((float)(int32_t)*cell * part);
    uint32_t next = *cell * (factor >> 23) + (uint32_t)(int32_t)share;
    next = next + (uint32_t)((int32_t)(low - (next << 23)) >> 23);
    const float t = isonoise2_exact(isonoise2_exact(*f * lacunarity) + isonoise2_part(low));
    const int32_t whole = (int32_t)t;
    const float left = isonoise2_exact(t - (float)whole);
    *f = left;
    *cell = next + (uint32_t)whole;
}

static const uint32_t ISONOISE2_PRIME_X = 0x9E3779B1u;
static const uint32_t ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint32_t ISONOISE2_OFFSET_Y = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
static const uint32_t ISONOISE2_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint32_t isonoise2_seeded(uint32_t seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint32_t isonoise2_key(uint32_t t, uint32_t offset) {
    const uint32_t u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint32_t isonoise2_hash(uint32_t k) {
    const uint32_t m = k & 0xFFFFFFu;
    return m * m + k;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
static const float ISONOISE2_SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
static const float ISONOISE2_TANGENT = 13898701.0f / 33554432.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float isonoise2_flip(float x, uint32_t h, uint32_t bit) {
    return isonoise2_real(isonoise2_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float isonoise2_select(int32_t h, int32_t bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
static inline float isonoise2_total(float vx, float vy, float vz, float vw) {
    const float pairs_x = isonoise2_exact(vx + vy);
    const float pairs_y = isonoise2_exact(vz + vw);
    const float r = isonoise2_exact(pairs_x + pairs_y);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
static inline void isonoise2_corners(uint32_t h0, uint32_t h1, uint32_t h2, uint32_t h3, float fx, float fy, float
    *result_x, float *result_y, float *result_z, float *result_w) {
    const float gx = isonoise2_exact(1.0f - fx);
    const float gy = isonoise2_exact(1.0f - fy);
    const float low_x = isonoise2_exact(ISONOISE2_TANGENT * fx);
    const float low_y = isonoise2_exact(ISONOISE2_TANGENT * fy);
    const float high_x = isonoise2_exact(ISONOISE2_TANGENT * gx);
    const float high_y = isonoise2_exact(ISONOISE2_TANGENT * gy);
    const int32_t n0 = (int32_t)h0;
    const int32_t n1 = (int32_t)h1;
    const int32_t n2 = (int32_t)h2;
    const int32_t n3 = (int32_t)h3;
    const float px = isonoise2_select(n0, 0, fx, low_x);
    const float py = isonoise2_select(n0, 0, low_y, fy);
    const float qx = isonoise2_select(n1, 0, gx, high_x);
    const float qy = isonoise2_select(n1, 0, low_y, fy);
    const float rx = isonoise2_select(n2, 0, fx, low_x);
    const float ry = isonoise2_select(n2, 0, high_y, gy);
    const float sx = isonoise2_select(n3, 0, gx, high_x);
    const float sy = isonoise2_select(n3, 0, high_y, gy);
    const float ux = isonoise2_flip(px, h0, 30u);
    const float uy = isonoise2_flip(qx, h1, 30u);
    const float uz = isonoise2_flip(rx, h2, 30u);
    const float uw = isonoise2_flip(sx, h3, 30u);
    const float vx = isonoise2_flip(py, h0, 29u);
    const float vy = isonoise2_flip(qy, h1, 29u);
    const float vz = isonoise2_flip(ry, h2, 29u);
    const float vw = isonoise2_flip(sy, h3, 29u);
    const float a = isonoise2_exact(ux + vx);
    const float b = isonoise2_exact(vy - uy);
    const float c = isonoise2_exact(uz - vz);
    const float d = isonoise2_exact(-uw - vw);
    *result_x = a;
    *result_y = b;
    *result_z = c;
    *result_w = d;
}

static inline float isonoise2_perlin(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, float fx, float fy) {
    const float wx = isonoise2_quintic(fx);
    float result_x, result_y, result_z, result_w;
    isonoise2_corners(a0, a1, a2, a3, fx, fy, &result_x, &result_y, &result_z, &result_w);
    return isonoise2_scaled(isonoise2_lerp(isonoise2_lerp(result_x, result_y, wx), isonoise2_lerp(result_z, result_w,
        wx), isonoise2_quintic(fy)), ISONOISE2_SCALE2);
}
static inline float isonoise2_perlin_gradient(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, float fx, float fy,
    float *gradient_x, float *gradient_y) {
    const float wx = isonoise2_quintic(fx);
    const float wy = isonoise2_quintic(fy);
    float result_x, result_y, result_z, result_w;
    isonoise2_corners(a0, a1, a2, a3, fx, fy, &result_x, &result_y, &result_z, &result_w);
    const float dx_x = isonoise2_exact(result_y - result_x);
    const float dx_y = isonoise2_exact(result_w - result_z);
    const float x0 = isonoise2_exact(result_x + isonoise2_exact(wx * dx_x));
    const float dy = isonoise2_exact(isonoise2_exact(result_z + isonoise2_exact(wx * dx_y)) - x0);
    const float vx = isonoise2_exact(1.0f - wx);
    const float vy = isonoise2_exact(1.0f - wy);
    const float rx = isonoise2_exact(vx * vy);
    const float ry = isonoise2_exact(wx * vy);
    const float rz = isonoise2_exact(vx * wy);
    const float rw = isonoise2_exact(wx * wy);
    const float shorter_x = isonoise2_exact(ISONOISE2_TANGENT * rx);
    const float shorter_y = isonoise2_exact(ISONOISE2_TANGENT * ry);
    const float shorter_z = isonoise2_exact(ISONOISE2_TANGENT * rz);
    const float shorter_w = isonoise2_exact(ISONOISE2_TANGENT * rw);
    const int32_t n0 = (int32_t)a0;
    const int32_t n1 = (int32_t)a1;
    const int32_t n2 = (int32_t)a2;
    const int32_t n3 = (int32_t)a3;
    const float rx3 = isonoise2_exact(isonoise2_total(isonoise2_flip(isonoise2_select(n0, 0, rx, shorter_x), a0, 30u),
        isonoise2_flip(isonoise2_select(n1, 0, ry, shorter_y), a1, 30u), isonoise2_flip(isonoise2_select(n2, 0, rz,
        shorter_z), a2, 30u), isonoise2_flip(isonoise2_select(n3, 0, rw, shorter_w), a3, 30u)) +
        isonoise2_exact(isonoise2_quintic_slope(fx) * isonoise2_lerp(dx_x, dx_y, wy)));
    const float ry3 = isonoise2_exact(isonoise2_total(isonoise2_flip(isonoise2_select(n0, 0, shorter_x, rx), a0, 29u),
        isonoise2_flip(isonoise2_select(n1, 0, shorter_y, ry), a1, 29u), isonoise2_flip(isonoise2_select(n2, 0,
        shorter_z, rz), a2, 29u), isonoise2_flip(isonoise2_select(n3, 0, shorter_w, rw), a3, 29u)) +
        isonoise2_exact(isonoise2_quintic_slope(fy) * dy));
    const float n = isonoise2_exact(x0 + isonoise2_exact(wy * dy));
    *gradient_x = isonoise2_scaled(rx3, ISONOISE2_SCALE2);
    *gradient_y = isonoise2_scaled(ry3, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
static inline float isonoise2_perlin_ivec2(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed) {
    const uint32_t offset = isonoise2_seeded(seed);
    const uint32_t t = (uint32_t)cell_x * ISONOISE2_PRIME_X;
    const uint32_t x0 = isonoise2_key(t, offset);
    const uint32_t x1 = isonoise2_key(t + ISONOISE2_PRIME_X, offset);
    const uint32_t t2 = (uint32_t)cell_y * ISONOISE2_PRIME_Y;
    const uint32_t y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const uint32_t y1 = isonoise2_key(t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy);
}
static inline float isonoise2_perlin_gradient_ivec2(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed,
    float *gradient_x, float *gradient_y) {
    const uint32_t offset = isonoise2_seeded(seed);
    const uint32_t t = (uint32_t)cell_x * ISONOISE2_PRIME_X;
    const uint32_t x0 = isonoise2_key(t, offset);
    const uint32_t x1 = isonoise2_key(t + ISONOISE2_PRIME_X, offset);
    const uint32_t t2 = (uint32_t)cell_y * ISONOISE2_PRIME_Y;
    const uint32_t y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const uint32_t y1 = isonoise2_key(t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin_gradient(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy, gradient_x, gradient_y);
}
static inline float isonoise2_perlin_period(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed,
    uint32_t period_x, uint32_t period_y) {
    const uint32_t cell = isonoise2_wrap(cell_x, period_x);
    const uint32_t offset = isonoise2_seeded(seed);
    const uint32_t t = cell * ISONOISE2_PRIME_X;
    const uint32_t x0 = isonoise2_key(t, offset);
    const uint32_t x1 = isonoise2_key(cell + 1u == period_x ? 0u : t + ISONOISE2_PRIME_X, offset);
    const uint32_t cell2 = isonoise2_wrap(cell_y, period_y);
    const uint32_t t2 = cell2 * ISONOISE2_PRIME_Y;
    const uint32_t y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const uint32_t y1 = isonoise2_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy);
}
static inline float isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(int32_t cell_x, int32_t cell_y, float fx, float fy,
    uint32_t seed, uint32_t period_x, uint32_t period_y, float *gradient_x, float *gradient_y) {
    const uint32_t cell = isonoise2_wrap(cell_x, period_x);
    const uint32_t offset = isonoise2_seeded(seed);
    const uint32_t t = cell * ISONOISE2_PRIME_X;
    const uint32_t x0 = isonoise2_key(t, offset);
    const uint32_t x1 = isonoise2_key(cell + 1u == period_x ? 0u : t + ISONOISE2_PRIME_X, offset);
    const uint32_t cell2 = isonoise2_wrap(cell_y, period_y);
    const uint32_t t2 = cell2 * ISONOISE2_PRIME_Y;
    const uint32_t y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const uint32_t y1 = isonoise2_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin_gradient(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy, gradient_x, gradient_y);
}

static inline float perlin2(float x, float y, uint32_t seed) {
    return isonoise2_perlin_ivec2(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed);
}
static inline float perlin2_cell(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed) {
    return isonoise2_perlin_ivec2(cell_x, cell_y, isonoise2_guard_fraction(fx), isonoise2_guard_fraction(fy), seed);
}
static inline float perlin2_gradient(float x, float y, uint32_t seed, float gradient[2]) {
    const float n = isonoise2_perlin_gradient_ivec2(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed, &gradient[0], &gradient[1]);
    return n;
}
static inline float perlin2_gradient_cell(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed,
    float gradient[2]) {
    const float n = isonoise2_perlin_gradient_ivec2(cell_x, cell_y, isonoise2_guard_fraction(fx),
        isonoise2_guard_fraction(fy), seed, &gradient[0], &gradient[1]);
    return n;
}
static inline float perlin2_periodic(float x, float y, uint32_t seed, uint32_t period_x, uint32_t period_y) {
    return isonoise2_perlin_period(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed, period_x, period_y);
}
static inline float perlin2_periodic_cell(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed,
    uint32_t period_x, uint32_t period_y) {
    return isonoise2_perlin_period(cell_x, cell_y, isonoise2_guard_fraction(fx), isonoise2_guard_fraction(fy), seed,
        period_x, period_y);
}
static inline float perlin2_periodic_gradient(float x, float y, uint32_t seed, uint32_t period_x, uint32_t period_y,
    float gradient[2]) {
    const float n = isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(isonoise2_whole(x), isonoise2_whole(y),
        isonoise2_fraction(x), isonoise2_fraction(y), seed, period_x, period_y, &gradient[0], &gradient[1]);
    return n;
}
static inline float perlin2_periodic_gradient_cell(int32_t cell_x, int32_t cell_y, float fx, float fy, uint32_t seed,
    uint32_t period_x, uint32_t period_y, float gradient[2]) {
    const float n = isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(cell_x, cell_y, isonoise2_guard_fraction(fx),
        isonoise2_guard_fraction(fy), seed, period_x, period_y, &gradient[0], &gradient[1]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= isonoise2_real(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise2_faded(float amplitude, float rest) {
    const float r = isonoise2_exact(amplitude * (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin2_fbm(float x, float y, uint32_t seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint32_t cell_x = (uint32_t)isonoise2_whole(x);
    uint32_t cell_y = (uint32_t)isonoise2_whole(y);
    float fx = isonoise2_fraction(x);
    float fy = isonoise2_fraction(y);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) return 0.0f;
    const uint32_t factor = isonoise2_factor(lacunarity);
    const float part = isonoise2_part(factor);
    while (true) {
        const float i = isonoise2_exact(octaves - rest);
        const uint32_t octave_seed = seed ^ ((uint32_t)i * ISONOISE2_OCTAVE);
        const float n = isonoise2_perlin_ivec2((int32_t)cell_x, (int32_t)cell_y, fx, fy, octave_seed);
        sum = isonoise2_exact(sum + isonoise2_exact(isonoise2_faded(amplitude, rest) * n));
        amplitude = isonoise2_exact(amplitude * persistence);
        rest = isonoise2_exact(rest - 1.0f);
        if (!isonoise2_has_octave(rest, amplitude)) break;
        isonoise2_finer(&cell_x, &fx, lacunarity, factor, part);
        isonoise2_finer(&cell_y, &fy, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static inline float perlin2_fbm_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    volatile double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        const float rest = isonoise2_exact(octaves - i);
        const float faded = isonoise2_exact(amplitude * (rest < 1.0f ? rest : 1.0f));
        sum = sum + (double)faded;
        amplitude = isonoise2_exact(amplitude * persistence);
        i = isonoise2_exact(i + 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
#endif
