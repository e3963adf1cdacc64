// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin1, Perlin1Gradient, Perlin1Periodic, Perlin1PeriodicGradient, Perlin1Fbm: in [-1, 1], 0 at lattice points.
// Perlin1Cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.
#pragma warning disable 0162, 0429  // settings are constants
using System;

public static class Isonoise1 {

static uint BitsOf(float x) { return unchecked((uint)BitConverter.SingleToInt32Bits(x)); }
static float RealOf(uint x) { return BitConverter.Int32BitsToSingle(unchecked((int)x)); }

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static float Guard(float x) {
    return unchecked((BitsOf(x) << 1) - TWICE_TINY) < TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint TINY = 0x2B800000u;         // the bits of 2^-40
const uint TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static float GuardFraction(float f) {
    return unchecked(BitsOf(f) - TINY) <= TINY_TO_ONE ? f : 0.0f;
}

// The cell of a coordinate: its whole part, rounded down.
static int Whole(float x) { return unchecked((int)(float)Math.Floor(Guard(x))); }

// A coordinate's position within its cell.
static float Fraction(float x) {
    float x2 = Guard(x);
    float r = (float)(x2 - (float)Math.Floor(x2));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static float Snap(float x) { return Math.Abs(x) < RealOf(0x1F800000u) ? 0.0f : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static float Quintic(float t) {
    float inner = (float)((float)(t * (float)((float)(t * 6.0f) - 15.0f)) + 10.0f);
    float r = (float)((float)((float)(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
static float QuinticSlope(float t) {
    float s = (float)(t * (float)(t - 1.0f));
    float r = (float)(30.0f * (float)(s * s));
    return r;
}

static float Lerp(float a, float b, float t) {
    float r = (float)(a + (float)(t * (float)(b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static uint Wrap(int cell, uint period) {
    if (period == 0u) return unchecked((uint)cell);
    float rate = (float)(0.999999f / (float)period);
    float about = (float)((float)cell * rate);
    uint rest = unchecked((uint)cell - (uint)(int)(float)Math.Floor(about) * period);
    float more = (float)((float)unchecked((int)rest) * rate);
    rest = unchecked(rest - (uint)(int)(float)Math.Floor(more) * period);
    return rest >= period ? unchecked(rest - period) : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
static uint Factor(float lacunarity) {
    float scaled = (float)(lacunarity * 8388608.0f);
    return unchecked((uint)scaled);
}
static float Part(uint n) {
    float part = (float)(RealOf(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f);
    return part;
}

const uint PRIME_X = 0x9E3779B1u;

// Octave i uses seed ^ i*OCTAVE, so that no octave repeats another's lattice.
const uint OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
static uint Seeded(uint seed) { return unchecked(seed * 0x7FEB352Du + 0x2C1B3C6Du); }

// The key of a lattice coordinate; t is its product with the axis's prime.
static uint Key(uint t, uint offset) {
    uint u = unchecked(t + offset);
    return unchecked((u >> 16) * (u & 0xFFFFu) + t);
}

// Hashes the xor of a lattice point's keys.
static uint Hash(uint k) {
    uint m = k & 0xFFFFFFu;
    return unchecked(m * m + k);
}

static float Interpolate(float a0, float a1, float w) { return Lerp(a0, a1, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static float Vector(uint h) { return RealOf((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)); }
static float Vectors(uint h) { return Vector(h); }

static float Perlin(uint a0, uint a1, float f) {
    return Snap(Interpolate((float)(Vectors(a0) * f), (float)(Vectors(a1) * (float)(f - 1.0f)), Quintic(f)));
}
static float PerlinGradient(uint a0, uint a1, float f, out float gradient) {
    float w = Quintic(f);
    float rx = (float)(Vectors(a0) * f);
    float d = (float)((float)(Vectors(a1) * (float)(f - 1.0f)) - rx);
    float r = (float)(Interpolate(Vectors(a0), Vectors(a1), w) + (float)(QuinticSlope(f) * d));
    float n2 = (float)(rx + (float)(w * d));
    gradient = Snap(r);
    return Snap(n2);
}
static float PerlinInt(int cell, float f, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cell * PRIME_X);
    return Perlin(Hash(Key(t, offset)), Hash(Key(unchecked(t + PRIME_X), offset)), f);
}
static float PerlinGradientInt(int cell, float f, uint seed, out float gradient) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cell * PRIME_X);
    return PerlinGradient(Hash(Key(t, offset)), Hash(Key(unchecked(t + PRIME_X), offset)), f, out gradient);
}
static float PerlinPeriod(int cell, float f, uint seed, uint period) {
    uint cell2 = Wrap(cell, period);
    uint offset = Seeded(seed);
    uint t = unchecked(cell2 * PRIME_X);
    return Perlin(Hash(Key(t, offset)), Hash(Key(unchecked(cell2 + 1u) == period ? 0u : unchecked(t + PRIME_X),
        offset)), f);
}
static float PerlinIntFloatUintUintFloat(int cell, float f, uint seed, uint period, out float gradient) {
    uint cell2 = Wrap(cell, period);
    uint offset = Seeded(seed);
    uint t = unchecked(cell2 * PRIME_X);
    return PerlinGradient(Hash(Key(t, offset)), Hash(Key(unchecked(cell2 + 1u) == period ? 0u : unchecked(t +
        PRIME_X), offset)), f, out gradient);
}

public static float Perlin1(float x, uint seed) { return PerlinInt(Whole(x), Fraction(x), seed); }
public static float Perlin1Cell(int cell, float f, uint seed) { return PerlinInt(cell, GuardFraction(f), seed); }
public static float Perlin1Gradient(float x, uint seed, float[] gradient) {
    float n = PerlinGradientInt(Whole(x), Fraction(x), seed, out gradient[0]);
    return n;
}
public static float Perlin1GradientCell(int cell, float f, uint seed, float[] gradient) {
    float n = PerlinGradientInt(cell, GuardFraction(f), seed, out gradient[0]);
    return n;
}
public static float Perlin1Periodic(float x, uint seed, uint period) {
    return PerlinPeriod(Whole(x), Fraction(x), seed, period);
}
public static float Perlin1PeriodicCell(int cell, float f, uint seed, uint period) {
    return PerlinPeriod(cell, GuardFraction(f), seed, period);
}
public static float Perlin1PeriodicGradient(float x, uint seed, uint period, float[] gradient) {
    float n = PerlinIntFloatUintUintFloat(Whole(x), Fraction(x), seed, period, out gradient[0]);
    return n;
}
public static float Perlin1PeriodicGradientCell(int cell, float f, uint seed, uint period, float[] gradient) {
    float n = PerlinIntFloatUintUintFloat(cell, GuardFraction(f), seed, period, out gradient[0]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static bool HasOctave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= RealOf(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static float Faded(float amplitude, float rest) {
    float r = (float)(amplitude * (rest < 1.0f ? rest : 1.0f));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
public static float Perlin1Fbm(float x, uint seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint cell = unchecked((uint)Whole(x));
    float f = Fraction(x);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!HasOctave(rest, amplitude)) return 0.0f;
    uint factor = Factor(lacunarity);
    float part = Part(factor);
    while (true) {
        float i = (float)(octaves - rest);
        uint octaveSeed = seed ^ unchecked((uint)i * OCTAVE);
        float n = PerlinInt(unchecked((int)cell), f, octaveSeed);
        sum = (float)(sum + (float)(Faded(amplitude, rest) * n));
        amplitude = (float)(amplitude * persistence);
        rest = (float)(rest - 1.0f);
        if (!HasOctave(rest, amplitude)) break;
        uint low = unchecked(cell * factor);
        uint next = unchecked(cell * (factor >> 23) + (uint)(int)((float)((float)(int)cell * part)));
        uint next2 = unchecked(next + (uint)((int)(low - (next << 23)) >> 23));
        float t = (float)((float)(f * lacunarity) + Part(low));
        int whole = unchecked((int)t);
        f = (float)(t - (float)whole);
        cell = unchecked(next2 + (uint)whole);
    }
    return Snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
public static float Perlin1FbmNormalization(float octaves, float persistence) {
    if (!(octaves > 1.0f)) return 1.0f;
    double sum = 0.0;
    float amplitude = 1.0f;
    float i = 0.0f;
    while (i < octaves) {
        float rest = (float)(octaves - i);
        float faded = (float)(amplitude * (rest < 1.0f ? rest : 1.0f));
        sum += (double)faded;
        amplitude = (float)(amplitude * persistence);
        i = (float)(i + 1.0f);
    }
    return (float)(0.999996185302734375 / sum);
}
}
#pragma warning restore 0162, 0429
