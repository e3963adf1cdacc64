// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1_cell(cell, fraction, seed) and so on: in a world of any size.
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
static constexpr unsigned int ISONOISE1_TINY = 0x2B800000u;         // the bits of 2^-40
static constexpr unsigned int ISONOISE1_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
ISONOISE_FUNCTION float isonoise1_guard_fraction(float f) {
    return isonoise1_bits(f) - ISONOISE1_TINY <= ISONOISE1_TINY_TO_ONE ? f : 0.0f;
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

// Its derivative, 30t^2(t-1)^2.
ISONOISE_FUNCTION float isonoise1_quintic_slope(float t) {
    const float s = isonoise1_mul(t, isonoise1_sub(t, 1.0f));
    const float r = isonoise1_mul(30.0f, isonoise1_mul(s, s));
    return r;
}

ISONOISE_FUNCTION float isonoise1_lerp(float a, float b, float t) {
    const float r = isonoise1_add(a, isonoise1_mul(t, isonoise1_sub(b, a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
ISONOISE_FUNCTION unsigned int isonoise1_wrap(int cell, unsigned int period) {
    if (period == 0u) return (unsigned int)cell;
    const float rate = isonoise1_div(0.999999f, (float)period);
    const float about = isonoise1_mul((float)cell, rate);
    unsigned int rest = (unsigned int)cell - (unsigned int)(int)floorf(about) * period;
    const float more = isonoise1_mul((float)(int)rest, rate);
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
ISONOISE_FUNCTION unsigned int isonoise1_factor(float lacunarity) {
    const float scaled = isonoise1_mul(lacunarity, 8388608.0f);
    return (unsigned int)scaled;
}
ISONOISE_FUNCTION float isonoise1_part(unsigned int n) {
    const float part = isonoise1_sub(isonoise1_real(0x3F800000u | (n & 0x7FFFFFu)), 1.0f);
    return part;
}

static constexpr unsigned int ISONOISE1_PRIME_X = 0x9E3779B1u;

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
static constexpr unsigned int ISONOISE1_OCTAVE = 0x9E3779B9u;

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

ISONOISE_FUNCTION float isonoise1_interpolate(float a0, float a1, float w) { return isonoise1_lerp(a0, a1, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
ISONOISE_FUNCTION float isonoise1_vector(unsigned int h) {
    return isonoise1_real((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
ISONOISE_FUNCTION float isonoise1_vectors(unsigned int h) { return isonoise1_vector(h); }

ISONOISE_FUNCTION float isonoise1_perlin(unsigned int a0, unsigned int a1, float f) {
    return isonoise1_snap(isonoise1_interpolate(isonoise1_mul(isonoise1_vectors(a0), f),
        isonoise1_mul(isonoise1_vectors(a1), isonoise1_sub(f, 1.0f)), isonoise1_quintic(f)));
}
ISONOISE_FUNCTION float isonoise1_perlin_gradient(unsigned int a0, unsigned int a1, float f, float *gradient) {
    const float w = isonoise1_quintic(f);
    const float rx = isonoise1_mul(isonoise1_vectors(a0), f);
    const float d = isonoise1_sub(isonoise1_mul(isonoise1_vectors(a1), isonoise1_sub(f, 1.0f)), rx);
    const float r = isonoise1_add(isonoise1_interpolate(isonoise1_vectors(a0), isonoise1_vectors(a1), w),
        isonoise1_mul(isonoise1_quintic_slope(f), d));
    const float n2 = isonoise1_add(rx, isonoise1_mul(w, d));
    *gradient = isonoise1_snap(r);
    return isonoise1_snap(n2);
}
ISONOISE_FUNCTION float isonoise1_perlin_int(int cell, float f, unsigned int seed) {
    const unsigned int offset = isonoise1_seeded(seed);
    const unsigned int t = (unsigned int)cell * ISONOISE1_PRIME_X;
    return isonoise1_perlin(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(t +
        ISONOISE1_PRIME_X, offset)), f);
}
ISONOISE_FUNCTION float isonoise1_perlin_gradient_int(int cell, float f, unsigned int seed, float *gradient) {
    const unsigned int offset = isonoise1_seeded(seed);
    const unsigned int t = (unsigned int)cell * ISONOISE1_PRIME_X;
    return isonoise1_perlin_gradient(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(t +
        ISONOISE1_PRIME_X, offset)), f, gradient);
}
ISONOISE_FUNCTION float isonoise1_perlin_period(int cell, float f, unsigned int seed, unsigned int period) {
    const unsigned int cell2 = isonoise1_wrap(cell, period);
    const unsigned int offset = isonoise1_seeded(seed);
    const unsigned int t = cell2 * ISONOISE1_PRIME_X;
    return isonoise1_perlin(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(cell2 + 1u ==
        period ? 0u : t + ISONOISE1_PRIME_X, offset)), f);
}
ISONOISE_FUNCTION float isonoise1_perlin_int_float_uint_uint_float(int cell, float f, unsigned int seed,
    unsigned int period, float *gradient) {
    const unsigned int cell2 = isonoise1_wrap(cell, period);
    const unsigned int offset = isonoise1_seeded(seed);
    const unsigned int t = cell2 * ISONOISE1_PRIME_X;
    return isonoise1_perlin_gradient(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(cell2 + 1u
        == period ? 0u : t + ISONOISE1_PRIME_X, offset)), f, gradient);
}

ISONOISE_FUNCTION float perlin1(float x, unsigned int seed) {
    return isonoise1_perlin_int(isonoise1_whole(x), isonoise1_fraction(x), seed);
}
ISONOISE_FUNCTION float perlin1_cell(int cell, float f, unsigned int seed) {
    return isonoise1_perlin_int(cell, isonoise1_guard_fraction(f), seed);
}
ISONOISE_FUNCTION float perlin1_gradient(float x, unsigned int seed, float gradient[1]) {
    const float n = isonoise1_perlin_gradient_int(isonoise1_whole(x), isonoise1_fraction(x), seed, &gradient[0]);
    return n;
}
ISONOISE_FUNCTION float perlin1_gradient_cell(int cell, float f, unsigned int seed, float gradient[1]) {
    const float n = isonoise1_perlin_gradient_int(cell, isonoise1_guard_fraction(f), seed, &gradient[0]);
    return n;
}
ISONOISE_FUNCTION float perlin1_periodic(float x, unsigned int seed, unsigned int period) {
    return isonoise1_perlin_period(isonoise1_whole(x), isonoise1_fraction(x), seed, period);
}
ISONOISE_FUNCTION float perlin1_periodic_cell(int cell, float f, unsigned int seed, unsigned int period) {
    return isonoise1_perlin_period(cell, isonoise1_guard_fraction(f), seed, period);
}
ISONOISE_FUNCTION float perlin1_periodic_gradient(float x, unsigned int seed, unsigned int period, float gradient[1]) {
    const float n = isonoise1_perlin_int_float_uint_uint_float(isonoise1_whole(x), isonoise1_fraction(x), seed,
        period, &gradient[0]);
    return n;
}
ISONOISE_FUNCTION float perlin1_periodic_gradient_cell(int cell, float f, unsigned int seed, unsigned int period,
    float gradient[1]) {
    const float n = isonoise1_perlin_int_float_uint_uint_float(cell, isonoise1_guard_fraction(f), seed, period,
        &gradient[0]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
ISONOISE_FUNCTION bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= isonoise1_real(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
ISONOISE_FUNCTION float isonoise1_faded(float amplitude, float rest) {
    const float r = isonoise1_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
ISONOISE_FUNCTION float perlin1_fbm(float x, unsigned int seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    unsigned int cell = (unsigned int)isonoise1_whole(x);
    float f = isonoise1_fraction(x);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) return 0.0f;
    const unsigned int factor = isonoise1_factor(lacunarity);
    const float part = isonoise1_part(factor);
    while (true) {
        const float i = isonoise1_sub(octaves, rest);
        const unsigned int octave_seed = seed ^ ((unsigned int)i * ISONOISE1_OCTAVE);
        const float n = isonoise1_perlin_int((int)cell, f, octave_seed);
        sum = isonoise1_add(sum, isonoise1_mul(isonoise1_faded(amplitude, rest), n));
        amplitude = isonoise1_mul(amplitude, persistence);
        rest = isonoise1_sub(rest, 1.0f);
        if (!isonoise1_has_octave(rest, amplitude)) break;
        const unsigned int low = cell * factor;
        const unsigned int next = cell * (factor >> 23) + (unsigned int)(int)(isonoise1_mul((float)(int)cell, part));
        const unsigned int next2 = next + (unsigned int)((int)(low - (next << 23)) >> 23);
        const float t = isonoise1_add(isonoise1_mul(f, lacunarity), isonoise1_part(low));
        const int whole = (int)t;
        f = isonoise1_sub(t, (float)whole);
        cell = next2 + (unsigned int)whole;
    }
    return isonoise1_snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
ISONOISE_FUNCTION float perlin1_fbm_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    volatile double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        const float rest = isonoise1_sub(octaves, i);
        const float faded = isonoise1_mul(amplitude, (rest < 1.0f ? rest : 1.0f));
        sum = sum + (double)faded;
        amplitude = isonoise1_mul(amplitude, persistence);
        i = isonoise1_add(i, 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
#endif
