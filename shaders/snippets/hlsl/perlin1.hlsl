// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise1_guard(float x) {
    return (asuint(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint ISONOISE1_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint ISONOISE1_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise1_guard_fraction(float f) {
    return asuint(f) - ISONOISE1_TINY <= ISONOISE1_TINY_TO_ONE ? f : 0.0;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
float isonoise1_fraction(float p) {
    precise float x = isonoise1_guard(p);
    precise float r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise1_snap(float x) { return abs(x) < asfloat(0x1F800000u) ? 0.0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    precise float inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise1_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise1_wrap(int cell, uint period) {
    uint result;
    if (period == 0u) {
        result = uint(cell);
    } else {
        precise float rate = 0.999999 / float(period);
        precise float about = float(cell) * rate;
        uint rest = uint(cell) - uint(int(floor(about))) * period;
        precise float more = float(int(rest)) * rate;
        rest -= uint(int(floor(more))) * period;
        result = rest >= period ? rest - period : rest;
    }
    return result;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint isonoise1_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise1_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise1_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise1_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

static const uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE1_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uint2 isonoise1_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uint2 isonoise1_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise1_key(t, offset), isonoise1_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uint2 isonoise1_hash(uint2 k) {
    uint2 m = k & 0xFFFFFFu;
    return m * m + k;
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
uint2 isonoise1_hashes(int cell, uint seed) {
    return isonoise1_hash(isonoise1_keys(uint(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed)));
}
uint2 isonoise1_hashes(int cell, uint seed, uint period) {
    return isonoise1_hash(isonoise1_keys(isonoise1_wrap(cell, period), period, ISONOISE1_PRIME_X,
        isonoise1_seeded(seed)));
}

float isonoise1_interpolate(float2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise1_interpolate(float2 a, float w, out float slope) {
    precise float d = a.y - a.x;
    precise float n = a.x + w * d;
    slope = d;
    return n;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise1_vector(uint h) { return asfloat((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)); }
float2 isonoise1_vectors(uint2 h) { return float2(isonoise1_vector(h.x), isonoise1_vector(h.y)); }
float2 isonoise1_corners(uint2 h, float f) {
    precise float2 offset = float2(f, f - 1.0);
    precise float2 r = isonoise1_vectors(h) * offset;
    return r;
}

float isonoise1_noise(uint2 a, float f, float w) { return isonoise1_interpolate(isonoise1_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise1_noise(uint2 a, float f, float w, float s, out float gradient) {
    precise float slope;
    precise float n = isonoise1_interpolate(isonoise1_corners(a, f), w, slope);
    precise float inner = isonoise1_interpolate(isonoise1_vectors(a), w);
    precise float r = inner + s * slope;
    gradient = r;
    return n;
}

float isonoise1_perlin(uint2 a, float f) { return isonoise1_snap(isonoise1_noise(a, f, isonoise1_quintic(f))); }
float isonoise1_perlin(uint2 a, float f, out float gradient) {
    precise float w = isonoise1_quintic(f);
    precise float g;
    precise float n = isonoise1_noise(a, f, w, isonoise1_quintic_slope(f), g);
    gradient = isonoise1_snap(g);
    return isonoise1_snap(n);
}
float isonoise1_perlin(int cell, float f, uint seed) { return isonoise1_perlin(isonoise1_hashes(cell, seed), f); }
float isonoise1_perlin(int cell, float f, uint seed, out float gradient) {
    return isonoise1_perlin(isonoise1_hashes(cell, seed), f, gradient);
}
float isonoise1_perlin(int cell, float f, uint seed, uint period) {
    return isonoise1_perlin(isonoise1_hashes(cell, seed, period), f);
}
float isonoise1_perlin(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise1_perlin(isonoise1_hashes(cell, seed, period), f, gradient);
}

float perlin1(float p, uint seed) { return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed); }
float perlin1(int cell, float f, uint seed) { return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed); }
float perlin1_gradient(float p, uint seed, out float gradient) {
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, gradient);
}
float perlin1_gradient(int cell, float f, uint seed, out float gradient) {
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, period);
}
float perlin1_periodic(int cell, float f, uint seed, uint period) {
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, period);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, period, gradient);
}
float perlin1_periodic_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise1_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin1_fbm(float p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float result;
    uint cell = uint(isonoise1_whole(p));
    precise float f = isonoise1_fraction(p);
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) {
        result = 0.0;
    } else {
        uint factor = isonoise1_factor(lacunarity);
        precise float part = isonoise1_part(factor);
        while (true) {
            precise float i = octaves - rest;
            uint octave_seed = seed ^ (uint(i) * ISONOISE1_OCTAVE);
            precise float n = isonoise1_perlin(int(cell), f, octave_seed);
            sum = sum + isonoise1_faded(amplitude, rest) * n;
            amplitude = amplitude * persistence;
            rest = rest - 1.0;
            if (!isonoise1_has_octave(rest, amplitude)) break;
            isonoise1_finer(cell, f, lacunarity, factor, part);
        }
        result = isonoise1_snap(sum);
    }
    return result;
}
#endif
