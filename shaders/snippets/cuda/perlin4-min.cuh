// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, whatever the compiler's flags.
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

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
ISONOISE_FUNCTION float isonoise4_exact(float x) {
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

ISONOISE_FUNCTION unsigned int isonoise4_bits(float x) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __float_as_uint(x);
#else
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
#endif
}
ISONOISE_FUNCTION float isonoise4_real(unsigned int bits) {
#if defined(__CUDA_ARCH__) || defined(__AMDGCN__)
    return __uint_as_float(bits);
#else
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
#endif
}

// NVIDIA's compilers never fuse operations that say how they round.
ISONOISE_FUNCTION float isonoise4_add(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise4_exact(a + b);
#endif
}
ISONOISE_FUNCTION float isonoise4_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise4_exact(a - b);
#endif
}
ISONOISE_FUNCTION float isonoise4_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise4_exact(a * b);
#endif
}
ISONOISE_FUNCTION float isonoise4_div(float a, float b) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
#else
    return isonoise4_exact(a / b);
#endif
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static constexpr unsigned int ISONOISE4_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static constexpr unsigned int ISONOISE4_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
ISONOISE_FUNCTION float isonoise4_guard(float x) {
    return (isonoise4_bits(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
ISONOISE_FUNCTION float isonoise4_guard_fraction(float f) {
    return isonoise4_bits(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
ISONOISE_FUNCTION int isonoise4_whole(float p) { return (int)floorf(isonoise4_guard(p)); }

// A coordinate's position within its cell.
ISONOISE_FUNCTION float isonoise4_fraction(float p) {
    const float x = isonoise4_guard(p);
    const float r = isonoise4_sub(x, floorf(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
ISONOISE_FUNCTION float isonoise4_snap(float x) { return fabsf(x) < isonoise4_real(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
ISONOISE_FUNCTION float isonoise4_scaled(float n, float scale) {
    const float r = isonoise4_mul(n, scale);
    return isonoise4_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
ISONOISE_FUNCTION float isonoise4_quintic(float t) {
    const float inner = isonoise4_add(isonoise4_mul(t, isonoise4_sub(isonoise4_mul(t, 6.0f), 15.0f)), 10.0f);
    const float r = isonoise4_mul(isonoise4_mul(isonoise4_mul(t, t), t), inner);
    return r;
}

ISONOISE_FUNCTION float isonoise4_lerp(float a, float b, float t) {
    const float r = isonoise4_add(a, isonoise4_mul(t, isonoise4_sub(b, a)));
    return r;
}

static constexpr unsigned int ISONOISE4_PRIME_X = 0x9E3779B1u;
static constexpr unsigned int ISONOISE4_PRIME_Y = 0x85EBCA77u;
static constexpr unsigned int ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static constexpr unsigned int ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static constexpr unsigned int ISONOISE4_OFFSET_Y = 0x243F6A88u;
static constexpr unsigned int ISONOISE4_OFFSET_Z = 0x85A308D3u;
static constexpr unsigned int ISONOISE4_OFFSET_W = 0x13198A2Eu;

// The offset along x. A bijection: no two seeds give the same noise.
ISONOISE_FUNCTION unsigned int isonoise4_seeded(unsigned int seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
ISONOISE_FUNCTION unsigned int isonoise4_key(unsigned int t, unsigned int offset) {
    const unsigned int u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
ISONOISE_FUNCTION unsigned int isonoise4_hash(unsigned int k) {
    const unsigned int m = k & 0xFFFFFFu;
    return m * m + k;
}

static constexpr float ISONOISE4_SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
ISONOISE_FUNCTION float isonoise4_flip(float x, unsigned int h, unsigned int bit) {
    return isonoise4_real(isonoise4_bits(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
ISONOISE_FUNCTION float isonoise4_select(unsigned int h, unsigned int bound, float x, float y) {
    return h < bound ? x : y;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
ISONOISE_FUNCTION float isonoise4_corners4(unsigned int h, float x, float y, float z, float w) {
    const float a = isonoise4_select(h, 0xC0000000u, x, y);
    const float b = isonoise4_select(h, 0x80000000u, y, z);
    const float c = isonoise4_select(h, 0x40000000u, z, w);
    const float ab = isonoise4_add(isonoise4_flip(a, h, 27u), isonoise4_flip(b, h, 28u));
    const float r = isonoise4_add(ab, isonoise4_flip(c, h, 29u));
    return r;
}
ISONOISE_FUNCTION float isonoise4_perlin4_at(int cell_x, int cell_y, int cell_z, int cell_w, float fx, float fy,
    float fz, float fw, unsigned int seed) {
    const unsigned int offset = isonoise4_seeded(seed);
    const unsigned int t = (unsigned int)cell_x * ISONOISE4_PRIME_X;
    const unsigned int t2 = (unsigned int)cell_y * ISONOISE4_PRIME_Y;
    const unsigned int t3 = (unsigned int)cell_z * ISONOISE4_PRIME_Z;
    const unsigned int t4 = (unsigned int)cell_w * ISONOISE4_PRIME_W;
    const unsigned int x0 = isonoise4_key(t, offset);
    const unsigned int x1 = isonoise4_key(t + ISONOISE4_PRIME_X, offset);
    const unsigned int y0 = isonoise4_key(t2, ISONOISE4_OFFSET_Y);
    const unsigned int y1 = isonoise4_key(t2 + ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    const unsigned int z0 = isonoise4_key(t3, ISONOISE4_OFFSET_Z);
    const unsigned int z1 = isonoise4_key(t3 + ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    const unsigned int w0 = isonoise4_key(t4, ISONOISE4_OFFSET_W);
    const unsigned int w1 = isonoise4_key(t4 + ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    const unsigned int rest = z0 ^ w0;
    const unsigned int rest2 = z1 ^ w0;
    const unsigned int rest3 = z0 ^ w1;
    const unsigned int rest4 = z1 ^ w1;
    const float wx = isonoise4_quintic(fx);
    const float wy = isonoise4_quintic(fy);
    const float wz = isonoise4_quintic(fz);
    const float gx = isonoise4_sub(fx, 1.0f);
    const float gy = isonoise4_sub(fy, 1.0f);
    const float gz = isonoise4_sub(fz, 1.0f);
    const float gw = isonoise4_sub(fw, 1.0f);
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

ISONOISE_FUNCTION float perlin4(float x, float y, float z, float w, unsigned int seed) {
    return isonoise4_perlin4_at(isonoise4_whole(x), isonoise4_whole(y), isonoise4_whole(z), isonoise4_whole(w),
        isonoise4_fraction(x), isonoise4_fraction(y), isonoise4_fraction(z), isonoise4_fraction(w), seed);
}
ISONOISE_FUNCTION float perlin4_cell(int cell_x, int cell_y, int cell_z, int cell_w, float fx, float fy, float fz,
    float fw, unsigned int seed) {
    return isonoise4_perlin4_at(cell_x, cell_y, cell_z, cell_w, isonoise4_guard_fraction(fx),
        isonoise4_guard_fraction(fy), isonoise4_guard_fraction(fz), isonoise4_guard_fraction(fw), seed);
}
#endif
