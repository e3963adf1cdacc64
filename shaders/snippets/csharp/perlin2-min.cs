// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin2: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.
#pragma warning disable 0162, 0429  // settings are constants
using System;

public static class Isonoise2 {

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
static int Whole(float p) { return unchecked((int)(float)Math.Floor(Guard(p))); }

// A coordinate's position within its cell.
static float Fraction(float p) {
    float x = Guard(p);
    float r = (float)(x - (float)Math.Floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static float Snap(float x) { return Math.Abs(x) < RealOf(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static float Scaled(float n, float scale) {
    float r = (float)(n * scale);
    return Snap(r);
}

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
const uint PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;

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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const float SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
const float TANGENT = 13898701.0f / 33554432.0f;

// The same for x that are not negative.
static float Sign(float x, uint h, uint bit) {
    return RealOf(BitsOf(x) | ((h & (1u << (int)bit)) << (int)(unchecked(31u - bit))));
}

// x where h is below a bound, else y.
static float Select(int h, int bound, float x, float y) { return h < bound ? x : y; }
static float Perlin2At(int cellX, int cellY, float fx, float fy, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    uint a0 = Hash(x0 ^ y0);
    uint a1 = Hash(x1 ^ y0);
    uint a2 = Hash(x0 ^ y1);
    uint a3 = Hash(x1 ^ y1);
    float wx = Quintic(fx);
    float gx = (float)(1.0f - fx);
    float gy = (float)(1.0f - fy);
    float lowX = (float)(TANGENT * fx);
    float lowY = (float)(TANGENT * fy);
    float highX = (float)(TANGENT * gx);
    float highY = (float)(TANGENT * gy);
    float a = (float)(Sign(Select(unchecked((int)a0), 0, fx, lowX), a0, 30u) + Sign(Select(unchecked((int)a0), 0,
        lowY, fy), a0, 29u));
    float b = (float)(Sign(Select(unchecked((int)a1), 0, lowY, fy), a1, 29u) - Sign(Select(unchecked((int)a1), 0, gx,
        highX), a1, 30u));
    float c = (float)(Sign(Select(unchecked((int)a2), 0, fx, lowX), a2, 30u) - Sign(Select(unchecked((int)a2), 0,
        highY, gy), a2, 29u));
    float d = (float)(-Sign(Select(unchecked((int)a3), 0, gx, highX), a3, 30u) - Sign(Select(unchecked((int)a3), 0,
        highY, gy), a3, 29u));
    return Scaled(Lerp(Lerp(a, b, wx), Lerp(c, d, wx), Quintic(fy)), SCALE2);
}

public static float Perlin2(float x, float y, uint seed) {
    return Perlin2At(Whole(x), Whole(y), Fraction(x), Fraction(y), seed);
}
public static float Perlin2Cell(int cellX, int cellY, float fx, float fy, uint seed) {
    return Perlin2At(cellX, cellY, GuardFraction(fx), GuardFraction(fy), seed);
}
}
#pragma warning restore 0162, 0429
