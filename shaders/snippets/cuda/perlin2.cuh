// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2

#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)  // NVRTC and hipRTC: no headers, and all is one file
#ifndef ISONOISE_FUNCTION
#define ISONOISE_FUNCTION __host__ __device__ __attribute__((unused)) static inline
#endif
#else
#include <math.h>
#include <string.h>
#ifndef ISONOISE_FUNCTION
#if defined(__CUDACC__) || defined(__HIPCC__)
#define ISONOISE_FUNCTION __host__ __device__ static inline
#else
#define ISONOISE_FUNCTION static inline
#endif
#endif
#endif

// Separates operations, so that no compiler can fuse or reorder them, not even with -ffast-math or /fp:fast: it cannot
// see through an empty instruction, nor know what is left in a volatile variable.
ISONOISE_FUNCTION float isonoise2_exact(float x) {
#if defined(__CUDA_ARCH__)  // not called
    return x;
#elif defined(__AMDGCN__)
    asm("" : "+v"(x));
    return x;
#elif !defined(__GNUC__) && !defined(__clang__)
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

ISONOISE_FUNCTION unsigned int isonoise2_bits(float x) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __float_as_uint(x);
#else
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
#endif
}
ISONOISE_FUNCTION float isonoise2_real(unsigned int bits) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __uint_as_float(bits);
#else
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
#endif
}

// NVIDIA's compilers never fuse operations that say how they round.
ISONOISE_FUNCTION float isonoise2_add(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise2_exact(a + b);
#endif
}
ISONOISE_FUNCTION float isonoise2_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise2_exact(a - b);
#endif
}
ISONOISE_FUNCTION float isonoise2_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise2_exact(a * b);
#endif
}
ISONOISE_FUNCTION float isonoise2_div(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise2_exact(a / b);
#endif
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static constexpr unsigned int ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static constexpr unsigned int ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
ISONOISE_FUNCTION float isonoise2_guard(float x) {
    return (isonoise2_bits(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static constexpr unsigned int ISONOISE2_TINY = 0x2B800000u;         // the bits of 2^-40
static constexpr unsigned int ISONOISE2_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
ISONOISE_FUNCTION float isonoise2_guard_fraction(float f) {
    return isonoise2_bits(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
ISONOISE_FUNCTION int isonoise2_whole(float p) { return (int)floorf(isonoise2_guard(p)); }

// A coordinate's position within its cell.
ISONOISE_FUNCTION float isonoise2_fraction(float p) {
    const float x = isonoise2_guard(p);
    const float r = isonoise2_sub(x, floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
ISONOISE_FUNCTION float isonoise2_snap(float x) { return fabsf(x) < isonoise2_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
ISONOISE_FUNCTION float isonoise2_scaled(float n, float scale) {
    const float r = isonoise2_mul(n, scale);
    return isonoise2_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
ISONOISE_FUNCTION float isonoise2_quintic(float t) {
    const float inner = isonoise2_add(isonoise2_mul(t, isonoise2_sub(isonoise2_mul(t, 6.0f), 15.0f)), 10.0f);
    const float r = isonoise2_mul(isonoise2_mul(isonoise2_mul(t, t), t), inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
ISONOISE_FUNCTION float isonoise2_quintic_slope(float t) {
    const float s = isonoise2_mul(t, isonoise2_sub(t, 1.0f));
    const float r = isonoise2_mul(30.0f, isonoise2_mul(s, s));
    return r;
}

ISONOISE_FUNCTION float isonoise2_lerp(float a, float b, float t) {
    const float r = isonoise2_add(a, isonoise2_mul(t, isonoise2_sub(b, a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
ISONOISE_FUNCTION unsigned int isonoise2_wrap(int cell, unsigned int period) {
    if (period == 0u) return (unsigned int)cell;
    const float rate = isonoise2_div(0.999999f, (float)period);
    const float about = isonoise2_mul((float)cell, rate);
    unsigned int rest = (unsigned int)cell - (unsigned int)(int)floorf(about) * period;
    const float more = isonoise2_mul((float)(int)rest, rate);
    rest = rest - (unsigned int)(int)floorf(more) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
ISONOISE_FUNCTION unsigned int isonoise2_factor(float lacunarity) {
    const float scaled = isonoise2_mul(lacunarity, 8388608.0f);
    return (unsigned int)scaled;
}
ISONOISE_FUNCTION float isonoise2_part(unsigned int n) {
    const float part = isonoise2_sub(isonoise2_real(0x3F800000u | (n & 0x7FFFFFu)), 1.0f);
    return part;
}
ISONOISE_FUNCTION void isonoise2_finer(unsigned int *cell, float *f, float lacunarity, unsigned int factor,
    float part) {
    const unsigned int low = *cell * factor;
    const float share = isonoise2_mul((float)(int)*cell, part);
    unsigned int next = *cell * (factor >> 23) + (unsigned int)(int)share;
    next = next + (unsigned int)((int)(low - (next << 23)) >> 23);
    const float t = isonoise2_add(isonoise2_mul(*f, lacunarity), isonoise2_part(low));
    const int whole = (int)t;
    const float left = isonoise2_sub(t, (float)whole);
    *f = left;
    *cell = next + (unsigned int)whole;
}

static constexpr unsigned int ISONOISE2_PRIME_X = 0x9E3779B1u;
static constexpr unsigned int ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static constexpr unsigned int ISONOISE2_OFFSET_Y = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
static constexpr unsigned int ISONOISE2_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
ISONOISE_FUNCTION unsigned int isonoise2_seeded(unsigned int seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
ISONOISE_FUNCTION unsigned int isonoise2_key(unsigned int t, unsigned int offset) {
    const unsigned int u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
ISONOISE_FUNCTION unsigned int isonoise2_hash(unsigned int k) {
    const unsigned int m = k & 0xFFFFFFu;
    return m * m + k;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
static constexpr float ISONOISE2_SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
static constexpr float ISONOISE2_TANGENT = 13898701.0f / 33554432.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
ISONOISE_FUNCTION float isonoise2_flip(float x, unsigned int h, unsigned int bit) {
    return isonoise2_real(isonoise2_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
ISONOISE_FUNCTION float isonoise2_select(int h, int bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
ISONOISE_FUNCTION float isonoise2_total(float vx, float vy, float vz, float vw) {
    const float pairs_x = isonoise2_add(vx, vy);
    const float pairs_y = isonoise2_add(vz, vw);
    const float r = isonoise2_add(pairs_x, pairs_y);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
ISONOISE_FUNCTION void isonoise2_corners(unsigned int h0, unsigned int h1, unsigned int h2, unsigned int h3, float fx,
    float fy, float *result_x, float *result_y, float *result_z, float *result_w) {
    const float gx = isonoise2_sub(1.0f, fx);
    const float gy = isonoise2_sub(1.0f, fy);
    const float low_x = isonoise2_mul(ISONOISE2_TANGENT, fx);
    const float low_y = isonoise2_mul(ISONOISE2_TANGENT, fy);
    const float high_x = isonoise2_mul(ISONOISE2_TANGENT, gx);
    const float high_y = isonoise2_mul(ISONOISE2_TANGENT, gy);
    const int n0 = (int)h0;
    const int n1 = (int)h1;
    const int n2 = (int)h2;
    const int n3 = (int)h3;
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
    const float a = isonoise2_add(ux, vx);
    const float b = isonoise2_sub(vy, uy);
    const float c = isonoise2_sub(uz, vz);
    const float d = isonoise2_sub(-uw, vw);
    *result_x = a;
    *result_y = b;
    *result_z = c;
    *result_w = d;
}

ISONOISE_FUNCTION float isonoise2_perlin(unsigned int a0, unsigned int a1, unsigned int a2, unsigned int a3, float fx,
    float fy) {
    const float wx = isonoise2_quintic(fx);
    float result_x, result_y, result_z, result_w;
    isonoise2_corners(a0, a1, a2, a3, fx, fy, &result_x, &result_y, &result_z, &result_w);
    return isonoise2_scaled(isonoise2_lerp(isonoise2_lerp(result_x, result_y, wx), isonoise2_lerp(result_z, result_w,
        wx), isonoise2_quintic(fy)), ISONOISE2_SCALE2);
}
ISONOISE_FUNCTION float isonoise2_perlin_gradient(unsigned int a0, unsigned int a1, unsigned int a2, unsigned int a3,
    float fx, float fy, float *gradient_x, float *gradient_y) {
    const float wx = isonoise2_quintic(fx);
    const float wy = isonoise2_quintic(fy);
    float result_x, result_y, result_z, result_w;
    isonoise2_corners(a0, a1, a2, a3, fx, fy, &result_x, &result_y, &result_z, &result_w);
    const float dx_x = isonoise2_sub(result_y, result_x);
    const float dx_y = isonoise2_sub(result_w, result_z);
    const float x0 = isonoise2_add(result_x, isonoise2_mul(wx, dx_x));
    const float dy = isonoise2_sub(isonoise2_add(result_z, isonoise2_mul(wx, dx_y)), x0);
    const float vx = isonoise2_sub(1.0f, wx);
    const float vy = isonoise2_sub(1.0f, wy);
    const float rx = isonoise2_mul(vx, vy);
    const float ry = isonoise2_mul(wx, vy);
    const float rz = isonoise2_mul(vx, wy);
    const float rw = isonoise2_mul(wx, wy);
    const float shorter_x = isonoise2_mul(ISONOISE2_TANGENT, rx);
    const float shorter_y = isonoise2_mul(ISONOISE2_TANGENT, ry);
    const float shorter_z = isonoise2_mul(ISONOISE2_TANGENT, rz);
    const float shorter_w = isonoise2_mul(ISONOISE2_TANGENT, rw);
    const int n0 = (int)a0;
    const int n1 = (int)a1;
    const int n2 = (int)a2;
    const int n3 = (int)a3;
    const float rx3 = isonoise2_add(isonoise2_total(isonoise2_flip(isonoise2_select(n0, 0, rx, shorter_x), a0, 30u),
        isonoise2_flip(isonoise2_select(n1, 0, ry, shorter_y), a1, 30u), isonoise2_flip(isonoise2_select(n2, 0, rz,
        shorter_z), a2, 30u), isonoise2_flip(isonoise2_select(n3, 0, rw, shorter_w), a3, 30u)),
        isonoise2_mul(isonoise2_quintic_slope(fx), isonoise2_lerp(dx_x, dx_y, wy)));
    const float ry3 = isonoise2_add(isonoise2_total(isonoise2_flip(isonoise2_select(n0, 0, shorter_x, rx), a0, 29u),
        isonoise2_flip(isonoise2_select(n1, 0, shorter_y, ry), a1, 29u), isonoise2_flip(isonoise2_select(n2, 0,
        shorter_z, rz), a2, 29u), isonoise2_flip(isonoise2_select(n3, 0, shorter_w, rw), a3, 29u)),
        isonoise2_mul(isonoise2_quintic_slope(fy), dy));
    const float n = isonoise2_add(x0, isonoise2_mul(wy, dy));
    *gradient_x = isonoise2_scaled(rx3, ISONOISE2_SCALE2);
    *gradient_y = isonoise2_scaled(ry3, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
ISONOISE_FUNCTION float isonoise2_perlin_ivec2(int cell_x, int cell_y, float fx, float fy, unsigned int seed) {
    const unsigned int offset = isonoise2_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE2_PRIME_X;
    const unsigned int x0 = isonoise2_key(t, offset);
    const unsigned int x1 = isonoise2_key(t + ISONOISE2_PRIME_X, offset);
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE2_PRIME_Y;
    const unsigned int y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const unsigned int y1 = isonoise2_key(t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy);
}
ISONOISE_FUNCTION float isonoise2_perlin_gradient_ivec2(int cell_x, int cell_y, float fx, float fy, unsigned int seed,
    float *gradient_x, float *gradient_y) {
    const unsigned int offset = isonoise2_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE2_PRIME_X;
    const unsigned int x0 = isonoise2_key(t, offset);
    const unsigned int x1 = isonoise2_key(t + ISONOISE2_PRIME_X, offset);
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE2_PRIME_Y;
    const unsigned int y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const unsigned int y1 = isonoise2_key(t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin_gradient(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy, gradient_x, gradient_y);
}
ISONOISE_FUNCTION float isonoise2_perlin_period(int cell_x, int cell_y, float fx, float fy, unsigned int seed,
    unsigned int period_x, unsigned int period_y) {
    const unsigned int cell = isonoise2_wrap(cell_x, period_x);
    const unsigned int offset = isonoise2_seeded(seed);
    const unsigned int t = cell * ISONOISE2_PRIME_X;
    const unsigned int x0 = isonoise2_key(t, offset);
    const unsigned int x1 = isonoise2_key(cell + 1u == period_x ? 0u : t + ISONOISE2_PRIME_X, offset);
    const unsigned int cell2 = isonoise2_wrap(cell_y, period_y);
    const unsigned int t2 = cell2 * ISONOISE2_PRIME_Y;
    const unsigned int y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const unsigned int y1 = isonoise2_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy);
}
ISONOISE_FUNCTION float isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(int cell_x, int cell_y, float fx, float fy,
    unsigned int seed, unsigned int period_x, unsigned int period_y, float *gradient_x, float *gradient_y) {
    const unsigned int cell = isonoise2_wrap(cell_x, period_x);
    const unsigned int offset = isonoise2_seeded(seed);
    const unsigned int t = cell * ISONOISE2_PRIME_X;
    const unsigned int x0 = isonoise2_key(t, offset);
    const unsigned int x1 = isonoise2_key(cell + 1u == period_x ? 0u : t + ISONOISE2_PRIME_X, offset);
    const unsigned int cell2 = isonoise2_wrap(cell_y, period_y);
    const unsigned int t2 = cell2 * ISONOISE2_PRIME_Y;
    const unsigned int y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const unsigned int y1 = isonoise2_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_perlin_gradient(isonoise2_hash(x0 ^ y0), isonoise2_hash(x1 ^ y0), isonoise2_hash(x0 ^ y1),
        isonoise2_hash(x1 ^ y1), fx, fy, gradient_x, gradient_y);
}

ISONOISE_FUNCTION float perlin2(float x, float y, unsigned int seed) {
    return isonoise2_perlin_ivec2(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed);
}
ISONOISE_FUNCTION float perlin2_cell(int cell_x, int cell_y, float fx, float fy, unsigned int seed) {
    return isonoise2_perlin_ivec2(cell_x, cell_y, isonoise2_guard_fraction(fx), isonoise2_guard_fraction(fy), seed);
}
ISONOISE_FUNCTION float perlin2_gradient(float x, float y, unsigned int seed, float gradient[2]) {
    const float n = isonoise2_perlin_gradient_ivec2(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed, &gradient[0], &gradient[1]);
    return n;
}
ISONOISE_FUNCTION float perlin2_gradient_cell(int cell_x, int cell_y, float fx, float fy, unsigned int seed,
    float gradient[2]) {
    const float n = isonoise2_perlin_gradient_ivec2(cell_x, cell_y, isonoise2_guard_fraction(fx),
        isonoise2_guard_fraction(fy), seed, &gradient[0], &gradient[1]);
    return n;
}
ISONOISE_FUNCTION float perlin2_periodic(float x, float y, unsigned int seed, unsigned int period_x,
    unsigned int period_y) {
    return isonoise2_perlin_period(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x),
        isonoise2_fraction(y), seed, period_x, period_y);
}
ISONOISE_FUNCTION float perlin2_periodic_cell(int cell_x, int cell_y, float fx, float fy, unsigned int seed,
    unsigned int period_x, unsigned int period_y) {
    return isonoise2_perlin_period(cell_x, cell_y, isonoise2_guard_fraction(fx), isonoise2_guard_fraction(fy), seed,
        period_x, period_y);
}
ISONOISE_FUNCTION float perlin2_periodic_gradient(float x, float y, unsigned int seed, unsigned int period_x,
    unsigned int period_y, float gradient[2]) {
    const float n = isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(isonoise2_whole(x), isonoise2_whole(y),
        isonoise2_fraction(x), isonoise2_fraction(y), seed, period_x, period_y, &gradient[0], &gradient[1]);
    return n;
}
ISONOISE_FUNCTION float perlin2_periodic_gradient_cell(int cell_x, int cell_y, float fx, float fy, unsigned int seed,
    unsigned int period_x, unsigned int period_y, float gradient[2]) {
    const float n = isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(cell_x, cell_y, isonoise2_guard_fraction(fx),
        isonoise2_guard_fraction(fy), seed, period_x, period_y, &gradient[0], &gradient[1]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
ISONOISE_FUNCTION bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= isonoise2_real(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
ISONOISE_FUNCTION float isonoise2_faded(float amplitude, float rest) {
    const float r = isonoise2_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
ISONOISE_FUNCTION float perlin2_fbm(float x, float y, unsigned int seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    unsigned int cell_x = (unsigned int)isonoise2_whole(x);
    unsigned int cell_y = (unsigned int)isonoise2_whole(y);
    float fx = isonoise2_fraction(x);
    float fy = isonoise2_fraction(y);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) return 0.0f;
    const unsigned int factor = isonoise2_factor(lacunarity);
    const float part = isonoise2_part(factor);
    while (true) {
        const float i = isonoise2_sub(octaves, rest);
        const unsigned int octave_seed = seed ^ ((unsigned int)i * ISONOISE2_OCTAVE);
        const float n = isonoise2_perlin_ivec2((int)cell_x, (int)cell_y, fx, fy, octave_seed);
        sum = isonoise2_add(sum, isonoise2_mul(isonoise2_faded(amplitude, rest), n));
        amplitude = isonoise2_mul(amplitude, persistence);
        rest = isonoise2_sub(rest, 1.0f);
        if (!isonoise2_has_octave(rest, amplitude)) break;
        isonoise2_finer(&cell_x, &fx, lacunarity, factor, part);
        isonoise2_finer(&cell_y, &fy, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
ISONOISE_FUNCTION float perlin2_fbm_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    volatile double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        const float rest = isonoise2_sub(octaves, i);
        const float faded = isonoise2_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
        sum = sum + (double)faded;
        amplitude = isonoise2_mul(amplitude, persistence);
        i = isonoise2_add(i, 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
#endif
