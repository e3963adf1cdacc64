// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

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
ISONOISE_FUNCTION float isonoise3_exact(float x) {
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

ISONOISE_FUNCTION unsigned int isonoise3_bits(float x) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __float_as_uint(x);
#else
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
#endif
}
ISONOISE_FUNCTION float isonoise3_real(unsigned int bits) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __uint_as_float(bits);
#else
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
#endif
}

// NVIDIA's compilers never fuse operations that say how they round.
ISONOISE_FUNCTION float isonoise3_add(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise3_exact(a + b);
#endif
}
ISONOISE_FUNCTION float isonoise3_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise3_exact(a - b);
#endif
}
ISONOISE_FUNCTION float isonoise3_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise3_exact(a * b);
#endif
}
ISONOISE_FUNCTION float isonoise3_div(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise3_exact(a / b);
#endif
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static constexpr unsigned int ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static constexpr unsigned int ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
ISONOISE_FUNCTION float isonoise3_guard(float x) {
    return (isonoise3_bits(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static constexpr unsigned int ISONOISE3_TINY = 0x2B800000u;         // the bits of 2^-40
static constexpr unsigned int ISONOISE3_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
ISONOISE_FUNCTION float isonoise3_guard_fraction(float f) {
    return isonoise3_bits(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
ISONOISE_FUNCTION int isonoise3_whole(float p) { return (int)floorf(isonoise3_guard(p)); }

// A coordinate's position within its cell.
ISONOISE_FUNCTION float isonoise3_fraction(float p) {
    const float x = isonoise3_guard(p);
    const float r = isonoise3_sub(x, floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
ISONOISE_FUNCTION float isonoise3_snap(float x) { return fabsf(x) < isonoise3_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
ISONOISE_FUNCTION float isonoise3_scaled(float n, float scale) {
    const float r = isonoise3_mul(n, scale);
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
ISONOISE_FUNCTION float isonoise3_quintic(float t) {
    const float inner = isonoise3_add(isonoise3_mul(t, isonoise3_sub(isonoise3_mul(t, 6.0f), 15.0f)), 10.0f);
    const float r = isonoise3_mul(isonoise3_mul(isonoise3_mul(t, t), t), inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
ISONOISE_FUNCTION float isonoise3_quintic_slope(float t) {
    const float s = isonoise3_mul(t, isonoise3_sub(t, 1.0f));
    const float r = isonoise3_mul(30.0f, isonoise3_mul(s, s));
    return r;
}

ISONOISE_FUNCTION float isonoise3_lerp(float a, float b, float t) {
    const float r = isonoise3_add(a, isonoise3_mul(t, isonoise3_sub(b, a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
ISONOISE_FUNCTION unsigned int isonoise3_wrap(int cell, unsigned int period) {
    if (period == 0u) return (unsigned int)cell;
    const float rate = isonoise3_div(0.999999f, (float)period);
    const float about = isonoise3_mul((float)cell, rate);
    unsigned int rest = (unsigned int)cell - (unsigned int)(int)floorf(about) * period;
    const float more = isonoise3_mul((float)(int)rest, rate);
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
ISONOISE_FUNCTION unsigned int isonoise3_factor(float lacunarity) {
    const float scaled = isonoise3_mul(lacunarity, 8388608.0f);
    return (unsigned int)scaled;
}
ISONOISE_FUNCTION float isonoise3_part(unsigned int n) {
    const float part = isonoise3_sub(isonoise3_real(0x3F800000u | (n & 0x7FFFFFu)), 1.0f);
    return part;
}
ISONOISE_FUNCTION void isonoise3_finer(unsigned int *cell, float *f, float lacunarity, unsigned int factor,
    float part) {
    const unsigned int low = *cell * factor;
    const float share = isonoise3_mul((float)(int)*cell, part);
    unsigned int next = *cell * (factor >> 23) + (unsigned int)(int)share;
    next = next + (unsigned int)((int)(low - (next << 23)) >> 23);
    const float t = isonoise3_add(isonoise3_mul(*f, lacunarity), isonoise3_part(low));
    const int whole = (int)t;
    const float left = isonoise3_sub(t, (float)whole);
    *f = left;
    *cell = next + (unsigned int)whole;
}

static constexpr unsigned int ISONOISE3_PRIME_X = 0x9E3779B1u;
static constexpr unsigned int ISONOISE3_PRIME_Y = 0x85EBCA77u;
static constexpr unsigned int ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static constexpr unsigned int ISONOISE3_OFFSET_Y = 0x243F6A88u;
static constexpr unsigned int ISONOISE3_OFFSET_Z = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
static constexpr unsigned int ISONOISE3_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
ISONOISE_FUNCTION unsigned int isonoise3_seeded(unsigned int seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
ISONOISE_FUNCTION unsigned int isonoise3_key(unsigned int t, unsigned int offset) {
    const unsigned int u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
ISONOISE_FUNCTION unsigned int isonoise3_hash(unsigned int k) {
    const unsigned int m = k & 0xFFFFFFu;
    return m * m + k;
}

static constexpr float ISONOISE3_SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
static constexpr int ISONOISE3_THIRD1 = -715827882;
static constexpr int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
ISONOISE_FUNCTION float isonoise3_flip(float x, unsigned int h, unsigned int bit) {
    return isonoise3_real(isonoise3_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
ISONOISE_FUNCTION float isonoise3_select(int h, int bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
ISONOISE_FUNCTION float isonoise3_total_b(float a0, float a1, float a2, float a3, float b0, float b1, float b2,
    float b3) {
    const float sum_x = isonoise3_add(a0, b0);
    const float sum_y = isonoise3_add(a1, b1);
    const float sum_z = isonoise3_add(a2, b2);
    const float sum_w = isonoise3_add(a3, b3);
    return isonoise3_add(isonoise3_add(sum_x, sum_y), isonoise3_add(sum_z, sum_w));
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
ISONOISE_FUNCTION float isonoise3_corners(unsigned int h, float x, float y, float z) {
    const unsigned int rest = (h << 1) + h;
    const float u = isonoise3_select((int)h, ISONOISE3_THIRD1, y, x);
    const float v = isonoise3_select((int)h, ISONOISE3_THIRD2, z, y);
    const float r = isonoise3_add(isonoise3_flip(u, rest, 31u), isonoise3_flip(v, rest, 30u));
    return r;
}
ISONOISE_FUNCTION void isonoise3_weighted(unsigned int h, float w, float *x, float *y, float *z) {
    const unsigned int rest = (h << 1) + h;
    const int n = (int)h;
    const float u = isonoise3_flip(w, rest, 31u);
    const float v = isonoise3_flip(w, rest, 30u);
    *x = isonoise3_select(n, ISONOISE3_THIRD1, 0.0f, u);
    *y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, 0.0f, v));
    *z = isonoise3_select(n, ISONOISE3_THIRD2, v, 0.0f);
}

ISONOISE_FUNCTION float isonoise3_perlin(unsigned int a0, unsigned int a1, unsigned int a2, unsigned int a3,
    unsigned int b0, unsigned int b1, unsigned int b2, unsigned int b3, float fx, float fy, float fz) {
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float gx = isonoise3_sub(fx, 1.0f);
    const float gy = isonoise3_sub(fy, 1.0f);
    const float gz = isonoise3_sub(fz, 1.0f);
    const float x0 = isonoise3_lerp(isonoise3_corners(a0, fx, fy, fz), isonoise3_corners(a1, gx, fy, fz), wx);
    const float x1 = isonoise3_lerp(isonoise3_corners(a2, fx, gy, fz), isonoise3_corners(a3, gx, gy, fz), wx);
    const float x2 = isonoise3_lerp(isonoise3_corners(b0, fx, fy, gz), isonoise3_corners(b1, gx, fy, gz), wx);
    const float x3 = isonoise3_lerp(isonoise3_corners(b2, fx, gy, gz), isonoise3_corners(b3, gx, gy, gz), wx);
    return isonoise3_scaled(isonoise3_lerp(isonoise3_lerp(x0, x1, wy), isonoise3_lerp(x2, x3, wy),
        isonoise3_quintic(fz)), ISONOISE3_SCALE3);
}
ISONOISE_FUNCTION float isonoise3_perlin_gradient(unsigned int a0, unsigned int a1, unsigned int a2, unsigned int a3,
    unsigned int b0, unsigned int b1, unsigned int b2, unsigned int b3, float fx, float fy, float fz, float
    *gradient_x, float *gradient_y, float *gradient_z) {
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float wz = isonoise3_quintic(fz);
    const float gx = isonoise3_sub(fx, 1.0f);
    const float gy = isonoise3_sub(fy, 1.0f);
    const float gz = isonoise3_sub(fz, 1.0f);
    const float a0_2 = isonoise3_corners(a0, fx, fy, fz);
    const float a2_2 = isonoise3_corners(a2, fx, gy, fz);
    const float b0_2 = isonoise3_corners(b0, fx, fy, gz);
    const float b2_2 = isonoise3_corners(b2, fx, gy, gz);
    const float dx_x = isonoise3_sub(isonoise3_corners(a1, gx, fy, fz), a0_2);
    const float dx_y = isonoise3_sub(isonoise3_corners(a3, gx, gy, fz), a2_2);
    const float dx_z = isonoise3_sub(isonoise3_corners(b1, gx, fy, gz), b0_2);
    const float dx_w = isonoise3_sub(isonoise3_corners(b3, gx, gy, gz), b2_2);
    const float x0 = isonoise3_add(a0_2, isonoise3_mul(wx, dx_x));
    const float x2 = isonoise3_add(b0_2, isonoise3_mul(wx, dx_z));
    const float dy_x = isonoise3_sub(isonoise3_add(a2_2, isonoise3_mul(wx, dx_y)), x0);
    const float dy_y = isonoise3_sub(isonoise3_add(b2_2, isonoise3_mul(wx, dx_w)), x2);
    const float y0 = isonoise3_add(x0, isonoise3_mul(wy, dy_x));
    const float dz = isonoise3_sub(isonoise3_add(x2, isonoise3_mul(wy, dy_y)), y0);
    const float rest = isonoise3_sub(1.0f, wz);
    const float vx = isonoise3_sub(1.0f, wx);
    const float y0_2 = isonoise3_mul(rest, isonoise3_sub(1.0f, wy));
    const float y1 = isonoise3_mul(rest, wy);
    float ax_x, ay_x, az_x;
    isonoise3_weighted(a0, isonoise3_mul(vx, y0_2), &ax_x, &ay_x, &az_x);
    float ax_y, ay_y, az_y;
    isonoise3_weighted(a1, isonoise3_mul(wx, y0_2), &ax_y, &ay_y, &az_y);
    float ax_z, ay_z, az_z;
    isonoise3_weighted(a2, isonoise3_mul(vx, y1), &ax_z, &ay_z, &az_z);
    float ax_w, ay_w, az_w;
    isonoise3_weighted(a3, isonoise3_mul(wx, y1), &ax_w, &ay_w, &az_w);
    const float vx2 = isonoise3_sub(1.0f, wx);
    const float y0_3 = isonoise3_mul(wz, isonoise3_sub(1.0f, wy));
    const float y1_3 = isonoise3_mul(wz, wy);
    float bx_x, by_x, bz_x;
    isonoise3_weighted(b0, isonoise3_mul(vx2, y0_3), &bx_x, &by_x, &bz_x);
    float bx_y, by_y, bz_y;
    isonoise3_weighted(b1, isonoise3_mul(wx, y0_3), &bx_y, &by_y, &bz_y);
    float bx_z, by_z, bz_z;
    isonoise3_weighted(b2, isonoise3_mul(vx2, y1_3), &bx_z, &by_z, &bz_z);
    float bx_w, by_w, bz_w;
    isonoise3_weighted(b3, isonoise3_mul(wx, y1_3), &bx_w, &by_w, &bz_w);
    const float rx3 = isonoise3_add(isonoise3_total_b(ax_x, ax_y, ax_z, ax_w, bx_x, bx_y, bx_z, bx_w),
        isonoise3_mul(isonoise3_quintic_slope(fx), isonoise3_lerp(isonoise3_lerp(dx_x, dx_y, wy), isonoise3_lerp(dx_z,
        dx_w, wy), wz)));
    const float ry3 = isonoise3_add(isonoise3_total_b(ay_x, ay_y, ay_z, ay_w, by_x, by_y, by_z, by_w),
        isonoise3_mul(isonoise3_quintic_slope(fy), isonoise3_lerp(dy_x, dy_y, wz)));
    const float rz3 = isonoise3_add(isonoise3_total_b(az_x, az_y, az_z, az_w, bz_x, bz_y, bz_z, bz_w),
        isonoise3_mul(isonoise3_quintic_slope(fz), dz));
    const float n = isonoise3_add(y0, isonoise3_mul(wz, dz));
    *gradient_x = isonoise3_scaled(rx3, ISONOISE3_SCALE3);
    *gradient_y = isonoise3_scaled(ry3, ISONOISE3_SCALE3);
    *gradient_z = isonoise3_scaled(rz3, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
ISONOISE_FUNCTION float isonoise3_perlin_ivec3(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    unsigned int seed) {
    const unsigned int offset = isonoise3_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE3_PRIME_X;
    const unsigned int x0 = isonoise3_key(t, offset);
    const unsigned int x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE3_PRIME_Y;
    const unsigned int y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const unsigned int y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const unsigned int t3 = (unsigned int)cell_z * ISONOISE3_PRIME_Z;
    const unsigned int z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const unsigned int z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^ y1 ^ z0),
        isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1), isonoise3_hash(x0 ^
        y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
ISONOISE_FUNCTION float isonoise3_perlin_gradient_ivec3(int cell_x, int cell_y, int cell_z, float fx, float fy,
    float fz, unsigned int seed, float *gradient_x, float *gradient_y, float *gradient_z) {
    const unsigned int offset = isonoise3_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE3_PRIME_X;
    const unsigned int x0 = isonoise3_key(t, offset);
    const unsigned int x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE3_PRIME_Y;
    const unsigned int y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const unsigned int y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const unsigned int t3 = (unsigned int)cell_z * ISONOISE3_PRIME_Z;
    const unsigned int z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const unsigned int z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin_gradient(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^
        y1 ^ z0), isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1),
        isonoise3_hash(x0 ^ y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y, gradient_z);
}
ISONOISE_FUNCTION float isonoise3_perlin_period(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    unsigned int seed, unsigned int period_x, unsigned int period_y, unsigned int period_z) {
    const unsigned int cell = isonoise3_wrap(cell_x, period_x);
    const unsigned int offset = isonoise3_seeded(seed);
    const unsigned int t = cell * ISONOISE3_PRIME_X;
    const unsigned int x0 = isonoise3_key(t, offset);
    const unsigned int x1 = isonoise3_key(cell + 1u == period_x ? 0u : t + ISONOISE3_PRIME_X, offset);
    const unsigned int cell2 = isonoise3_wrap(cell_y, period_y);
    const unsigned int t2 = cell2 * ISONOISE3_PRIME_Y;
    const unsigned int y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const unsigned int y1 = isonoise3_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const unsigned int cell3 = isonoise3_wrap(cell_z, period_z);
    const unsigned int t3 = cell3 * ISONOISE3_PRIME_Z;
    const unsigned int z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const unsigned int z1 = isonoise3_key(cell3 + 1u == period_z ? 0u : t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^ y1 ^ z0),
        isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1), isonoise3_hash(x0 ^
        y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
ISONOISE_FUNCTION float isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(int cell_x, int cell_y, int cell_z, float fx,
    float fy, float fz, unsigned int seed, unsigned int period_x, unsigned int period_y, unsigned int period_z, float
    *gradient_x, float *gradient_y, float *gradient_z) {
    const unsigned int cell = isonoise3_wrap(cell_x, period_x);
    const unsigned int offset = isonoise3_seeded(seed);
    const unsigned int t = cell * ISONOISE3_PRIME_X;
    const unsigned int x0 = isonoise3_key(t, offset);
    const unsigned int x1 = isonoise3_key(cell + 1u == period_x ? 0u : t + ISONOISE3_PRIME_X, offset);
    const unsigned int cell2 = isonoise3_wrap(cell_y, period_y);
    const unsigned int t2 = cell2 * ISONOISE3_PRIME_Y;
    const unsigned int y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const unsigned int y1 = isonoise3_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const unsigned int cell3 = isonoise3_wrap(cell_z, period_z);
    const unsigned int t3 = cell3 * ISONOISE3_PRIME_Z;
    const unsigned int z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const unsigned int z1 = isonoise3_key(cell3 + 1u == period_z ? 0u : t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin_gradient(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^
        y1 ^ z0), isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1),
        isonoise3_hash(x0 ^ y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y, gradient_z);
}

ISONOISE_FUNCTION float perlin3(float x, float y, float z, unsigned int seed) {
    return isonoise3_perlin_ivec3(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed);
}
ISONOISE_FUNCTION float perlin3_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    unsigned int seed) {
    return isonoise3_perlin_ivec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed);
}
ISONOISE_FUNCTION float perlin3_gradient(float x, float y, float z, unsigned int seed, float gradient[3]) {
    const float n = isonoise3_perlin_gradient_ivec3(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z),
        isonoise3_fraction(x), isonoise3_fraction(y), isonoise3_fraction(z), seed, &gradient[0], &gradient[1],
        &gradient[2]);
    return n;
}
ISONOISE_FUNCTION float perlin3_gradient_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    unsigned int seed, float gradient[3]) {
    const float n = isonoise3_perlin_gradient_ivec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx),
        isonoise3_guard_fraction(fy), isonoise3_guard_fraction(fz), seed, &gradient[0], &gradient[1], &gradient[2]);
    return n;
}
ISONOISE_FUNCTION float perlin3_periodic(float x, float y, float z, unsigned int seed, unsigned int period_x,
    unsigned int period_y, unsigned int period_z) {
    return isonoise3_perlin_period(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed, period_x, period_y, period_z);
}
ISONOISE_FUNCTION float perlin3_periodic_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    unsigned int seed, unsigned int period_x, unsigned int period_y, unsigned int period_z) {
    return isonoise3_perlin_period(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed, period_x, period_y, period_z);
}
ISONOISE_FUNCTION float perlin3_periodic_gradient(float x, float y, float z, unsigned int seed, unsigned int period_x,
    unsigned int period_y, unsigned int period_z, float gradient[3]) {
    const float n = isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(isonoise3_whole(x), isonoise3_whole(y),
        isonoise3_whole(z), isonoise3_fraction(x), isonoise3_fraction(y), isonoise3_fraction(z), seed, period_x,
        period_y, period_z, &gradient[0], &gradient[1], &gradient[2]);
    return n;
}
ISONOISE_FUNCTION float perlin3_periodic_gradient_cell(int cell_x, int cell_y, int cell_z, float fx, float fy,
    float fz, unsigned int seed, unsigned int period_x, unsigned int period_y, unsigned int period_z,
    float gradient[3]) {
    const float n = isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx),
        isonoise3_guard_fraction(fy), isonoise3_guard_fraction(fz), seed, period_x, period_y, period_z, &gradient[0],
        &gradient[1], &gradient[2]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
ISONOISE_FUNCTION bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= isonoise3_real(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
ISONOISE_FUNCTION float isonoise3_faded(float amplitude, float rest) {
    const float r = isonoise3_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
ISONOISE_FUNCTION float perlin3_fbm(float x, float y, float z, unsigned int seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    unsigned int cell_x = (unsigned int)isonoise3_whole(x);
    unsigned int cell_y = (unsigned int)isonoise3_whole(y);
    unsigned int cell_z = (unsigned int)isonoise3_whole(z);
    float fx = isonoise3_fraction(x);
    float fy = isonoise3_fraction(y);
    float fz = isonoise3_fraction(z);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0f;
    const unsigned int factor = isonoise3_factor(lacunarity);
    const float part = isonoise3_part(factor);
    while (true) {
        const float i = isonoise3_sub(octaves, rest);
        const unsigned int octave_seed = seed ^ ((unsigned int)i * ISONOISE3_OCTAVE);
        const float n = isonoise3_perlin_ivec3((int)cell_x, (int)cell_y, (int)cell_z, fx, fy, fz, octave_seed);
        sum = isonoise3_add(sum, isonoise3_mul(isonoise3_faded(amplitude, rest), n));
        amplitude = isonoise3_mul(amplitude, persistence);
        rest = isonoise3_sub(rest, 1.0f);
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer(&cell_x, &fx, lacunarity, factor, part);
        isonoise3_finer(&cell_y, &fy, lacunarity, factor, part);
        isonoise3_finer(&cell_z, &fz, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
ISONOISE_FUNCTION float perlin3_fbm_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    volatile double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        const float rest = isonoise3_sub(octaves, i);
        const float faded = isonoise3_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
        sum = sum + (double)faded;
        amplitude = isonoise3_mul(amplitude, persistence);
        i = isonoise3_add(i, 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
#endif
