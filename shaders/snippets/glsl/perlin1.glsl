// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

// No compiler may fuse or reorder the operations below. `precise` ensures that or, where GLSL lacks it, a number that
// is always 0, which no compiler knows: four consecutive numbers multiplied, modulo 8. To measure the cost, define
// ISONOISE_FAST.
#if defined(ISONOISE_FAST)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE
#define ISO_BARRIER(b)
#elif 400 <= __VERSION__ || (defined(GL_ES) && 320 <= __VERSION__)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#define ISO_BARRIER(b)
#else
uint isonoise1_barrier = 0u;
void isonoise1_raise(uint b) {
    uint x = b & 0x7FFu, u = x * (x + 3u);
    isonoise1_barrier = (u * (u + 2u)) & 7u;
}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise1_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(b) isonoise1_raise(b)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise1_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint ISONOISE1_TINY = 0x2B800000u;         // the bits of 2^-40
const uint ISONOISE1_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise1_guard_fraction(float f) {
    return floatBitsToUint(f) - ISONOISE1_TINY <= ISONOISE1_TINY_TO_ONE ? f : 0.0;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
float isonoise1_fraction(float p) {
    ISO_PRECISE float x = isonoise1_guard(p);
    ISO_PRECISE float r = ISO_EXACT(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise1_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    ISO_PRECISE float inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise1_quintic_slope(float t) {
    ISO_PRECISE float s = ISO_EXACT(t * ISO_EXACT(t - 1.0));
    ISO_PRECISE float r = ISO_EXACT(30.0 * ISO_EXACT(s * s));
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    ISO_PRECISE float r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise1_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    ISO_PRECISE float rate = ISO_EXACT(0.999999 / float(period));
    ISO_PRECISE float about = ISO_EXACT(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    ISO_PRECISE float more = ISO_EXACT(float(int(rest)) * rate);
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint isonoise1_factor(float lacunarity) {
    ISO_PRECISE float scaled = ISO_EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise1_part(uint n) {
    ISO_PRECISE float part = ISO_EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise1_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    ISO_PRECISE float share = ISO_EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    ISO_PRECISE float t = ISO_EXACT(ISO_EXACT(f * lacunarity) + isonoise1_part(low));
    int whole = int(t);
    ISO_PRECISE float left = ISO_EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

const uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE1_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise1_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise1_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise1_key(t, offset), isonoise1_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uvec2 isonoise1_hash(uvec2 k) {
    uvec2 m = k & 0xFFFFFFu;
    return m * m + k;
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
uvec2 isonoise1_hashes(int cell, uint seed) {
    return isonoise1_hash(isonoise1_keys(uint(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed)));
}
uvec2 isonoise1_hashes(int cell, uint seed, uint period) {
    return isonoise1_hash(isonoise1_keys(isonoise1_wrap(cell, period), period, ISONOISE1_PRIME_X,
        isonoise1_seeded(seed)));
}

float isonoise1_interpolate(vec2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise1_interpolate(vec2 a, float w, out float slope) {
    ISO_PRECISE float d = ISO_EXACT(a.y - a.x);
    ISO_PRECISE float n = ISO_EXACT(a.x + ISO_EXACT(w * d));
    slope = d;
    return n;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise1_vector(uint h) { return uintBitsToFloat((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)); }
vec2 isonoise1_vectors(uvec2 h) { return vec2(isonoise1_vector(h.x), isonoise1_vector(h.y)); }
vec2 isonoise1_corners(uvec2 h, float f) {
    ISO_PRECISE vec2 offset = vec2(f, ISO_EXACT(f - 1.0));
    ISO_PRECISE vec2 r = ISO_EXACT(isonoise1_vectors(h) * offset);
    return r;
}

float isonoise1_noise(uvec2 a, float f, float w) { return isonoise1_interpolate(isonoise1_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise1_noise(uvec2 a, float f, float w, float s, out float gradient) {
    ISO_PRECISE float slope;
    ISO_PRECISE float n = isonoise1_interpolate(isonoise1_corners(a, f), w, slope);
    ISO_PRECISE float inner = isonoise1_interpolate(isonoise1_vectors(a), w);
    ISO_PRECISE float r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}

float isonoise1_perlin(uvec2 a, float f) { return isonoise1_snap(isonoise1_noise(a, f, isonoise1_quintic(f))); }
float isonoise1_perlin(uvec2 a, float f, out float gradient) {
    ISO_PRECISE float w = isonoise1_quintic(f);
    ISO_PRECISE float g;
    ISO_PRECISE float n = isonoise1_noise(a, f, w, isonoise1_quintic_slope(f), g);
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

float perlin1(float p, uint seed) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed);
}
float perlin1(int cell, float f, uint seed) {
    ISO_BARRIER(floatBitsToUint(f) + uint(cell) + seed);
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed);
}
float perlin1_gradient(float p, uint seed, out float gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, gradient);
}
float perlin1_gradient(int cell, float f, uint seed, out float gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uint(cell) + seed);
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, period);
}
float perlin1_periodic(int cell, float f, uint seed, uint period) {
    ISO_BARRIER(floatBitsToUint(f) + uint(cell) + seed);
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, period);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise1_perlin(isonoise1_whole(p), isonoise1_fraction(p), seed, period, gradient);
}
float perlin1_periodic_gradient(int cell, float f, uint seed, uint period, out float gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uint(cell) + seed);
    return isonoise1_perlin(cell, isonoise1_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise1_faded(float amplitude, float rest) {
    ISO_PRECISE float r = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin1_fbm(float p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    uint cell = uint(isonoise1_whole(p));
    ISO_PRECISE float f = isonoise1_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = normalization;
    ISO_PRECISE float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise1_factor(lacunarity);
    ISO_PRECISE float part = isonoise1_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE1_OCTAVE);
        ISO_PRECISE float n = isonoise1_perlin(int(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise1_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise1_has_octave(rest, amplitude)) break;
        isonoise1_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise1_snap(sum);
}

#undef ISO_EXACT
#undef ISO_PRECISE
#undef ISO_BARRIER
#endif
