// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's, unless the program is built with options for fast arithmetic, see below.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

// Operations are neither fused nor reordered, from here to the end of the program. clang needs the
// second line if its options allow more.
#pragma OPENCL FP_CONTRACT OFF
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
__constant uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
__constant uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise1_guard(float x) {
    return (as_uint(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
__constant uint ISONOISE1_TINY = 0x2B800000u;         // the bits of 2^-40
__constant uint ISONOISE1_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise1_guard_fraction(float f) {
    return as_uint(f) - ISONOISE1_TINY <= ISONOISE1_TINY_TO_ONE ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int isonoise1_whole(float x) { return (int)floor(isonoise1_guard(x)); }

// A coordinate's position within its cell.
static inline float isonoise1_fraction(float x) {
    const float x2 = isonoise1_guard(x);
    const float r = x2 - floor(x2);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise1_snap(float x) { return fabs(x) < as_float(0x1F800000u) ? 0.0f : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise1_quintic(float t) {
    const float inner = t * (t * 6.0f - 15.0f) + 10.0f;
    const float r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise1_quintic_slope(float t) {
    const float s = t * (t - 1.0f);
    const float r = 30.0f * (s * s);
    return r;
}

static inline float isonoise1_lerp(float a, float b, float t) {
    const float r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint isonoise1_wrap(int cell, uint period) {
    if (period == 0u) return (uint)cell;
    const float rate = 0.999999f / (float)period;
    const float about = (float)cell * rate;
    uint rest = (uint)cell - (uint)(int)floor(about) * period;
    const float more = (float)(int)rest * rate;
    rest = rest - (uint)(int)floor(more) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
static inline uint isonoise1_factor(float lacunarity) {
    const float scaled = lacunarity * 8388608.0f;
    return (uint)scaled;
}
static inline float isonoise1_part(uint n) {
    const float part = as_float(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f;
    return part;
}

__constant uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
__constant uint ISONOISE1_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise1_key(uint t, uint offset) {
    const uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint isonoise1_hash(uint k) {
    const uint m = k & 0xFFFFFFu;
    return m * m + k;
}

static inline float isonoise1_interpolate(float a0, float a1, float w) { return isonoise1_lerp(a0, a1, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static inline float isonoise1_vector(uint h) {
    return as_float((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
static inline float isonoise1_vectors(uint h) { return isonoise1_vector(h); }

static inline float isonoise1_perlin(uint a0, uint a1, float f) {
    return isonoise1_snap(isonoise1_interpolate(isonoise1_vectors(a0) * f, isonoise1_vectors(a1) * (f - 1.0f),
        isonoise1_quintic(f)));
}
static inline float isonoise1_perlin_gradient(uint a0, uint a1, float f, float *gradient) {
    const float w = isonoise1_quintic(f);
    const float rx = isonoise1_vectors(a0) * f;
    const float d = isonoise1_vectors(a1) * (f - 1.0f) - rx;
    const float r = isonoise1_interpolate(isonoise1_vectors(a0), isonoise1_vectors(a1), w) +
        isonoise1_quintic_slope(f) * d;
    const float n2 = rx + w * d;
    *gradient = isonoise1_snap(r);
    return isonoise1_snap(n2);
}
static inline float isonoise1_perlin_int(int cell, float f, uint seed) {
    const uint offset = isonoise1_seeded(seed);
    const uint t = (uint)cell * ISONOISE1_PRIME_X;
    return isonoise1_perlin(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(t +
        ISONOISE1_PRIME_X, offset)), f);
}
static inline float isonoise1_perlin_gradient_int(int cell, float f, uint seed, float *gradient) {
    const uint offset = isonoise1_seeded(seed);
    const uint t = (uint)cell * ISONOISE1_PRIME_X;
    return isonoise1_perlin_gradient(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(t +
        ISONOISE1_PRIME_X, offset)), f, gradient);
}
static inline float isonoise1_perlin_period(int cell, float f, uint seed, uint period) {
    const uint cell2 = isonoise1_wrap(cell, period);
    const uint offset = isonoise1_seeded(seed);
    const uint t = cell2 * ISONOISE1_PRIME_X;
    return isonoise1_perlin(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(cell2 + 1u ==
        period ? 0u : t + ISONOISE1_PRIME_X, offset)), f);
}
static inline float isonoise1_perlin_int_float_uint_uint_float(int cell, float f, uint seed, uint period, float
    *gradient) {
    const uint cell2 = isonoise1_wrap(cell, period);
    const uint offset = isonoise1_seeded(seed);
    const uint t = cell2 * ISONOISE1_PRIME_X;
    return isonoise1_perlin_gradient(isonoise1_hash(isonoise1_key(t, offset)), isonoise1_hash(isonoise1_key(cell2 + 1u
        == period ? 0u : t + ISONOISE1_PRIME_X, offset)), f, gradient);
}

static inline float perlin1(float x, uint seed) {
    return isonoise1_perlin_int(isonoise1_whole(x), isonoise1_fraction(x), seed);
}
static inline float perlin1_cell(int cell, float f, uint seed) {
    return isonoise1_perlin_int(cell, isonoise1_guard_fraction(f), seed);
}
static inline float perlin1_gradient(float x, uint seed, float gradient[1]) {
    const float n = isonoise1_perlin_gradient_int(isonoise1_whole(x), isonoise1_fraction(x), seed, &gradient[0]);
    return n;
}
static inline float perlin1_gradient_cell(int cell, float f, uint seed, float gradient[1]) {
    const float n = isonoise1_perlin_gradient_int(cell, isonoise1_guard_fraction(f), seed, &gradient[0]);
    return n;
}
static inline float perlin1_periodic(float x, uint seed, uint period) {
    return isonoise1_perlin_period(isonoise1_whole(x), isonoise1_fraction(x), seed, period);
}
static inline float perlin1_periodic_cell(int cell, float f, uint seed, uint period) {
    return isonoise1_perlin_period(cell, isonoise1_guard_fraction(f), seed, period);
}
static inline float perlin1_periodic_gradient(float x, uint seed, uint period, float gradient[1]) {
    const float n = isonoise1_perlin_int_float_uint_uint_float(isonoise1_whole(x), isonoise1_fraction(x), seed,
        period, &gradient[0]);
    return n;
}
static inline float perlin1_periodic_gradient_cell(int cell, float f, uint seed, uint period, float gradient[1]) {
    const float n = isonoise1_perlin_int_float_uint_uint_float(cell, isonoise1_guard_fraction(f), seed, period,
        &gradient[0]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= as_float(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise1_faded(float amplitude, float rest) {
    const float r = amplitude * (rest < 1.0f ? rest : 1.0f);
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin1_fbm(float x, uint seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint cell = (uint)isonoise1_whole(x);
    float f = isonoise1_fraction(x);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) return 0.0f;
    const uint factor = isonoise1_factor(lacunarity);
    const float part = isonoise1_part(factor);
    while (true) {
        const float i = octaves - rest;
        const uint octave_seed = seed ^ ((uint)i * ISONOISE1_OCTAVE);
        const float n = isonoise1_perlin_int((int)cell, f, octave_seed);
        sum = sum + isonoise1_faded(amplitude, rest) * n;
        amplitude = amplitude * persistence;
        rest = rest - 1.0f;
        if (!isonoise1_has_octave(rest, amplitude)) break;
        const uint low = cell * factor;
        const uint next = cell * (factor >> 23) + (uint)(int)((float)(int)cell * part);
        const uint next2 = next + (uint)((int)(low - (next << 23)) >> 23);
        const float t = f * lacunarity + isonoise1_part(low);
        const int whole = (int)t;
        f = t - (float)whole;
        cell = next2 + (uint)whole;
    }
    return isonoise1_snap(sum);
}
#endif
