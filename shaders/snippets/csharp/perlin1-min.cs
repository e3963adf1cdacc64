// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin1: in [-1, 1], 0 at lattice points.
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
static float GuardFraction(float f) { return unchecked(BitsOf(f) - 0x2B800000u) <= 0x14000000u ? f : 0.0f; }

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

static float Lerp(float a, float b, float t) {
    float r = (float)(a + (float)(t * (float)(b - a)));
    return r;
}

const uint PRIME_X = 0x9E3779B1u;

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

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static float Vector1(uint h) {
    return RealOf((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
static float Perlin1At(int cell, float f, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cell * PRIME_X);
    float ry = (float)(Vector1(Hash(Key(unchecked(t + PRIME_X), offset))) * (float)(f - 1.0f));
    return Snap(Lerp((float)(Vector1(Hash(Key(t, offset))) * f), ry, Quintic(f)));
}

public static float Perlin1(float x, uint seed) { return Perlin1At(Whole(x), Fraction(x), seed); }
public static float Perlin1Cell(int cell, float f, uint seed) { return Perlin1At(cell, GuardFraction(f), seed); }
}
#pragma warning restore 0162, 0429
