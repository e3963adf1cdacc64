// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

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
ISONOISE_FUNCTION float isonoise1_exact(float x) {
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

ISONOISE_FUNCTION unsigned int isonoise1_bits(float x) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __float_as_uint(x);
#else
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
#endif
}
ISONOISE_FUNCTION float isonoise1_real(unsigned int bits) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __uint_as_float(bits);
#else
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
#endif
}

// NVIDIA's compilers never fuse operations that say how they round.
ISONOISE_FUNCTION float isonoise1_add(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise1_exact(a + b);
#endif
}
ISONOISE_FUNCTION float isonoise1_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise1_exact(a - b);
#endif
}
ISONOISE_FUNCTION float isonoise1_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise1_exact(a * b);
#endif
}
ISONOISE_FUNCTION float isonoise1_div(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise1_exact(a / b);
#endif
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static constexpr unsigned int ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static constexpr unsigned int ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
ISONOISE_FUNCTION float isonoise1_guard(float x) {
    return (isonoise1_bits(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
ISONOISE_FUNCTION float isonoise1_guard_fraction(float f) {
    return isonoise1_bits(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
ISONOISE_FUNCTION int isonoise1_whole(float x) { return (int)floorf(isonoise1_guard(x)); }

// A coordinate's position within its cell.
ISONOISE_FUNCTION float isonoise1_fraction(float x) {
    const float x2 = isonoise1_guard(x);
    const float r = isonoise1_sub(x2, floorf(x2));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
ISONOISE_FUNCTION float isonoise1_snap(float x) { return fabsf(x) < isonoise1_real(0x1F800000u) ? 0.0f : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
ISONOISE_FUNCTION float isonoise1_quintic(float t) {
    const float inner = isonoise1_add(isonoise1_mul(t, isonoise1_sub(isonoise1_mul(t, 6.0f), 15.0f)), 10.0f);
    const float r = isonoise1_mul(isonoise1_mul(isonoise1_mul(t, t), t), inner);
    return r;
}

ISONOISE_FUNCTION float isonoise1_lerp(float a, float b, float t) {
    const float r = isonoise1_add(a, isonoise1_mul(t, isonoise1_sub(b, a)));
    return r;
}

static constexpr unsigned int ISONOISE1_PRIME_X = 0x9E3779B1u;

// The offset along x. A bijection: no two seeds give the same noise.
ISONOISE_FUNCTION unsigned int isonoise1_seeded(unsigned int seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
ISONOISE_FUNCTION unsigned int isonoise1_key(unsigned int t, unsigned int offset) {
    const unsigned int u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
ISONOISE_FUNCTION unsigned int isonoise1_hash(unsigned int k) {
    const unsigned int m = k & 0xFFFFFFu;
    return m * m + k;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
ISONOISE_FUNCTION float isonoise1_vector1(unsigned int h) {
    return isonoise1_real((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
ISONOISE_FUNCTION float isonoise1_perlin1_at(int cell, float f, unsigned int seed) {
    const unsigned int offset = isonoise1_seeded(seed);
    const unsigned int t = (unsigned int)cell * ISONOISE1_PRIME_X;
    const float ry = isonoise1_mul(isonoise1_vector1(isonoise1_hash(isonoise1_key(t + ISONOISE1_PRIME_X, offset))),
        isonoise1_sub(f, 1.0f));
    return isonoise1_snap(isonoise1_lerp(isonoise1_mul(isonoise1_vector1(isonoise1_hash(isonoise1_key(t, offset))),
        f), ry, isonoise1_quintic(f)));
}

ISONOISE_FUNCTION float perlin1(float x, unsigned int seed) {
    return isonoise1_perlin1_at(isonoise1_whole(x), isonoise1_fraction(x), seed);
}
ISONOISE_FUNCTION float perlin1_cell(int cell, float f, unsigned int seed) {
    return isonoise1_perlin1_at(cell, isonoise1_guard_fraction(f), seed);
}
#endif
