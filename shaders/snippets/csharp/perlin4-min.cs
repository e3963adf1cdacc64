// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.
#pragma warning disable 0162, 0429  // settings are constants
using System;

public static class Isonoise4 {

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
const uint PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;
const uint OFFSET_Z = 0x85A308D3u;
const uint OFFSET_W = 0x13198A2Eu;

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

const float SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static float Flip(float x, uint h, uint bit) {
    return RealOf(unchecked(BitsOf(x) + ((h & (1u << (int)bit)) << (int)(31u - bit))));
}

// x where h is below a bound, else y.
static float Select(uint h, uint bound, float x, float y) { return h < bound ? x : y; }

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static float Corners4(uint h, float x, float y, float z, float w) {
    float a = Select(h, 0xC0000000u, x, y);
    float b = Select(h, 0x80000000u, y, z);
    float c = Select(h, 0x40000000u, z, w);
    float ab = (float)(Flip(a, h, 27u) + Flip(b, h, 28u));
    float r = (float)(ab + Flip(c, h, 29u));
    return r;
}
static float Perlin4At(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint t3 = unchecked((uint)cellZ * PRIME_Z);
    uint t4 = unchecked((uint)cellW * PRIME_W);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    uint z0 = Key(t3, OFFSET_Z);
    uint z1 = Key(unchecked(t3 + PRIME_Z), OFFSET_Z);
    uint w0 = Key(t4, OFFSET_W);
    uint w1 = Key(unchecked(t4 + PRIME_W), OFFSET_W);
    uint rest = z0 ^ w0;
    uint rest2 = z1 ^ w0;
    uint rest3 = z0 ^ w1;
    uint rest4 = z1 ^ w1;
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float wz = Quintic(fz);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float gw = (float)(fw - 1.0f);
    float a0 = Corners4(Hash(x0 ^ y0 ^ rest), fx, fy, fz, fw);
    float a1 = Corners4(Hash(x1 ^ y0 ^ rest), gx, fy, fz, fw);
    float a2 = Corners4(Hash(x0 ^ y1 ^ rest), fx, gy, fz, fw);
    float a3 = Corners4(Hash(x1 ^ y1 ^ rest), gx, gy, fz, fw);
    float b0 = Corners4(Hash(x0 ^ y0 ^ rest2), fx, fy, gz, fw);
    float b1 = Corners4(Hash(x1 ^ y0 ^ rest2), gx, fy, gz, fw);
    float b2 = Corners4(Hash(x0 ^ y1 ^ rest2), fx, gy, gz, fw);
    float b3 = Corners4(Hash(x1 ^ y1 ^ rest2), gx, gy, gz, fw);
    float c0 = Corners4(Hash(x0 ^ y0 ^ rest3), fx, fy, fz, gw);
    float c1 = Corners4(Hash(x1 ^ y0 ^ rest3), gx, fy, fz, gw);
    float c2 = Corners4(Hash(x0 ^ y1 ^ rest3), fx, gy, fz, gw);
    float c3 = Corners4(Hash(x1 ^ y1 ^ rest3), gx, gy, fz, gw);
    float d0 = Corners4(Hash(x0 ^ y0 ^ rest4), fx, fy, gz, gw);
    float d1 = Corners4(Hash(x1 ^ y0 ^ rest4), gx, fy, gz, gw);
    float d2 = Corners4(Hash(x0 ^ y1 ^ rest4), fx, gy, gz, gw);
    float d3 = Corners4(Hash(x1 ^ y1 ^ rest4), gx, gy, gz, gw);
    float z02 = Lerp(Lerp(Lerp(a0, a1, wx), Lerp(a2, a3, wx), wy), Lerp(Lerp(b0, b1, wx), Lerp(b2, b3, wx), wy), wz);
    float z12 = Lerp(Lerp(Lerp(c0, c1, wx), Lerp(c2, c3, wx), wy), Lerp(Lerp(d0, d1, wx), Lerp(d2, d3, wx), wy), wz);
    return Scaled(Lerp(z02, z12, Quintic(fw)), SCALE4);
}

public static float Perlin4(float x, float y, float z, float w, uint seed) {
    return Perlin4At(Whole(x), Whole(y), Whole(z), Whole(w), Fraction(x), Fraction(y), Fraction(z), Fraction(w), seed);
}
public static float Perlin4Cell(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw,
    uint seed) {
    return Perlin4At(cellX, cellY, cellZ, cellW, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz),
        GuardFraction(fw), seed);
}
}
#pragma warning restore 0162, 0429
