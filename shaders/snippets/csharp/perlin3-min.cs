// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.
#pragma warning disable 0162, 0429  // settings are constants
using System;

public static class Isonoise3 {

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
const uint PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;
const uint OFFSET_Z = 0x85A308D3u;

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

const float SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below THIRD1, below THIRD2, the rest.
const int THIRD1 = -715827882;
const int THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static float Flip(float x, uint h, uint bit) {
    return RealOf(unchecked(BitsOf(x) + ((h & (1u << (int)bit)) << (int)(31u - bit))));
}

// x where h is below a bound, else y.
static float Select(int h, int bound, float x, float y) { return h < bound ? x : y; }

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static float Corners3(uint h, float x, float y, float z) {
    uint rest = unchecked((h << 1) + h);
    float u = Select(unchecked((int)h), THIRD1, y, x);
    float v = Select(unchecked((int)h), THIRD2, z, y);
    float r = (float)(Flip(u, rest, 31u) + Flip(v, rest, 30u));
    return r;
}
static float Perlin3At(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint t3 = unchecked((uint)cellZ * PRIME_Z);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    uint z0 = Key(t3, OFFSET_Z);
    uint z1 = Key(unchecked(t3 + PRIME_Z), OFFSET_Z);
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float x02 = Lerp(Corners3(Hash(x0 ^ y0 ^ z0), fx, fy, fz), Corners3(Hash(x1 ^ y0 ^ z0), gx, fy, fz), wx);
    float x12 = Lerp(Corners3(Hash(x0 ^ y1 ^ z0), fx, gy, fz), Corners3(Hash(x1 ^ y1 ^ z0), gx, gy, fz), wx);
    float x2 = Lerp(Corners3(Hash(x0 ^ y0 ^ z1), fx, fy, gz), Corners3(Hash(x1 ^ y0 ^ z1), gx, fy, gz), wx);
    float x3 = Lerp(Corners3(Hash(x0 ^ y1 ^ z1), fx, gy, gz), Corners3(Hash(x1 ^ y1 ^ z1), gx, gy, gz), wx);
    return Scaled(Lerp(Lerp(x02, x12, wy), Lerp(x2, x3, wy), Quintic(fz)), SCALE3);
}

public static float Perlin3(float x, float y, float z, uint seed) {
    return Perlin3At(Whole(x), Whole(y), Whole(z), Fraction(x), Fraction(y), Fraction(z), seed);
}
public static float Perlin3Cell(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed) {
    return Perlin3At(cellX, cellY, cellZ, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz), seed);
}
}
#pragma warning restore 0162, 0429
