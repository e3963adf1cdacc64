// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
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
ISONOISE_FUNCTION float isonoise2_guard_fraction(float f) {
    return isonoise2_bits(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f;
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

ISONOISE_FUNCTION float isonoise2_lerp(float a, float b, float t) {
    const float r = isonoise2_add(a, isonoise2_mul(t, isonoise2_sub(b, a)));
    return r;
}

static constexpr unsigned int ISONOISE2_PRIME_X = 0x9E3779B1u;
static constexpr unsigned int ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static constexpr unsigned int ISONOISE2_OFFSET_Y = 0x243F6A88u;

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

// The same for x that are not negative.
ISONOISE_FUNCTION float isonoise2_sign(float x, unsigned int h, unsigned int bit) {
    return isonoise2_real(isonoise2_bits(x) | ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
ISONOISE_FUNCTION float isonoise2_select(int h, int bound, float x, float y) { return h < bound ? x : y; }
ISONOISE_FUNCTION float isonoise2_perlin2_at(int cell_x, int cell_y, float fx, float fy, unsigned int seed) {
    const unsigned int offset = isonoise2_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE2_PRIME_X;
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE2_PRIME_Y;
    const unsigned int x0 = isonoise2_key(t, offset);
    const unsigned int x1 = isonoise2_key(t + ISONOISE2_PRIME_X, offset);
    const unsigned int y0 = isonoise2_key(t2, ISONOISE2_OFFSET_Y);
    const unsigned int y1 = isonoise2_key(t2 + ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    const unsigned int a0 = isonoise2_hash(x0 ^ y0);
    const unsigned int a1 = isonoise2_hash(x1 ^ y0);
    const unsigned int a2 = isonoise2_hash(x0 ^ y1);
    const unsigned int a3 = isonoise2_hash(x1 ^ y1);
    const float wx = isonoise2_quintic(fx);
    const float gx = isonoise2_sub(1.0f, fx);
    const float gy = isonoise2_sub(1.0f, fy);
    const float low_x = isonoise2_mul(ISONOISE2_TANGENT, fx);
    const float low_y = isonoise2_mul(ISONOISE2_TANGENT, fy);
    const float high_x = isonoise2_mul(ISONOISE2_TANGENT, gx);
    const float high_y = isonoise2_mul(ISONOISE2_TANGENT, gy);
    const float a = isonoise2_add(isonoise2_sign(isonoise2_select((int)a0, 0, fx, low_x), a0, 30u),
        isonoise2_sign(isonoise2_select((int)a0, 0, low_y, fy), a0, 29u));
    const float b = isonoise2_sub(isonoise2_sign(isonoise2_select((int)a1, 0, low_y, fy), a1, 29u),
        isonoise2_sign(isonoise2_select((int)a1, 0, gx, high_x), a1, 30u));
    const float c = isonoise2_sub(isonoise2_sign(isonoise2_select((int)a2, 0, fx, low_x), a2, 30u),
        isonoise2_sign(isonoise2_select((int)a2, 0, high_y, gy), a2, 29u));
    const float d = isonoise2_sub(-isonoise2_sign(isonoise2_select((int)a3, 0, gx, high_x), a3, 30u),
        isonoise2_sign(isonoise2_select((int)a3, 0, high_y, gy), a3, 29u));
    return isonoise2_scaled(isonoise2_lerp(isonoise2_lerp(a, b, wx), isonoise2_lerp(c, d, wx), isonoise2_quintic(fy)),
        ISONOISE2_SCALE2);
}

ISONOISE_FUNCTION float perlin2(float x, float y, unsigned int seed) {
    return isonoise2_perlin2_at(isonoise2_whole(x), isonoise2_whole(y), isonoise2_fraction(x), isonoise2_fraction(y),
        seed);
}
ISONOISE_FUNCTION float perlin2_cell(int cell_x, int cell_y, float fx, float fy, unsigned int seed) {
    return isonoise2_perlin2_at(cell_x, cell_y, isonoise2_guard_fraction(fx), isonoise2_guard_fraction(fy), seed);
}
#endif
