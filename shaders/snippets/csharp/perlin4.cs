// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin4, Perlin4Gradient, Perlin4Periodic, Perlin4PeriodicGradient, Perlin4Fbm: in [-1, 1], 0 at lattice points.
// Perlin4Cell(cell, fraction, seed) and so on: in a world of any size.
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
const uint TINY = 0x2B800000u;         // the bits of 2^-40
const uint TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static float GuardFraction(float f) {
    return unchecked(BitsOf(f) - TINY) <= TINY_TO_ONE ? f : 0.0f;
}

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
static void Finer(ref uint cell, ref float f, float lacunarity, uint factor, float part) {
    uint low = unchecked(cell * factor);
    float share = (float)((float)unchecked((int)cell) * part);
    uint next = unchecked(cell * (factor >> 23) + (uint)(int)share);
    next = unchecked(next + (uint)((int)(low - (next << 23)) >> 23));
    float t = (float)((float)(f * lacunarity) + Part(low));
    int whole = unchecked((int)t);
    float left = (float)(t - (float)whole);
    f = left;
    cell = unchecked(next + (uint)whole);
}

const uint PRIME_X = 0x9E3779B1u;
const uint PRIME_Y = 0x85EBCA77u;
const uint PRIME_Z = 0xC2B2AE3Du;
const uint PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;
const uint OFFSET_Z = 0x85A308D3u;
const uint OFFSET_W = 0x13198A2Eu;

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

// Hashes the corners of a cell. `period` is in cells; 0 means none.
static void HashesIvec4(int cellX, int cellY, int cellZ, int cellW, uint seed, out uint a0, out uint a1, out uint a2,
    out uint a3, out uint b0, out uint b1, out uint b2, out uint b3, out uint c0, out uint c1, out uint c2,
    out uint c3, out uint d0, out uint d1, out uint d2, out uint d3) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    uint t3 = unchecked((uint)cellZ * PRIME_Z);
    uint z0 = Key(t3, OFFSET_Z);
    uint z1 = Key(unchecked(t3 + PRIME_Z), OFFSET_Z);
    uint t4 = unchecked((uint)cellW * PRIME_W);
    uint w0 = Key(t4, OFFSET_W);
    uint w1 = Key(unchecked(t4 + PRIME_W), OFFSET_W);
    uint rest = z0 ^ w0;
    a0 = Hash(x0 ^ y0 ^ rest);
    a1 = Hash(x1 ^ y0 ^ rest);
    a2 = Hash(x0 ^ y1 ^ rest);
    a3 = Hash(x1 ^ y1 ^ rest);
    uint rest2 = z1 ^ w0;
    b0 = Hash(x0 ^ y0 ^ rest2);
    b1 = Hash(x1 ^ y0 ^ rest2);
    b2 = Hash(x0 ^ y1 ^ rest2);
    b3 = Hash(x1 ^ y1 ^ rest2);
    uint rest3 = z0 ^ w1;
    c0 = Hash(x0 ^ y0 ^ rest3);
    c1 = Hash(x1 ^ y0 ^ rest3);
    c2 = Hash(x0 ^ y1 ^ rest3);
    c3 = Hash(x1 ^ y1 ^ rest3);
    uint rest4 = z1 ^ w1;
    d0 = Hash(x0 ^ y0 ^ rest4);
    d1 = Hash(x1 ^ y0 ^ rest4);
    d2 = Hash(x0 ^ y1 ^ rest4);
    d3 = Hash(x1 ^ y1 ^ rest4);
}
static void HashesDIvec4(int cellX, int cellY, int cellZ, int cellW, uint seed, uint periodX, uint periodY,
    uint periodZ, uint periodW, out uint a0, out uint a1, out uint a2, out uint a3, out uint b0, out uint b1,
    out uint b2, out uint b3, out uint c0, out uint c1, out uint c2, out uint c3, out uint d0, out uint d1,
    out uint d2, out uint d3) {
    uint cell = Wrap(cellX, periodX);
    uint offset = Seeded(seed);
    uint t = unchecked(cell * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(cell + 1u) == periodX ? 0u : unchecked(t + PRIME_X), offset);
    uint cell2 = Wrap(cellY, periodY);
    uint t2 = unchecked(cell2 * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(cell2 + 1u) == periodY ? 0u : unchecked(t2 + PRIME_Y), OFFSET_Y);
    uint cell3 = Wrap(cellZ, periodZ);
    uint t3 = unchecked(cell3 * PRIME_Z);
    uint z0 = Key(t3, OFFSET_Z);
    uint z1 = Key(unchecked(cell3 + 1u) == periodZ ? 0u : unchecked(t3 + PRIME_Z), OFFSET_Z);
    uint cell4 = Wrap(cellW, periodW);
    uint t4 = unchecked(cell4 * PRIME_W);
    uint w0 = Key(t4, OFFSET_W);
    uint w1 = Key(unchecked(cell4 + 1u) == periodW ? 0u : unchecked(t4 + PRIME_W), OFFSET_W);
    uint rest = z0 ^ w0;
    a0 = Hash(x0 ^ y0 ^ rest);
    a1 = Hash(x1 ^ y0 ^ rest);
    a2 = Hash(x0 ^ y1 ^ rest);
    a3 = Hash(x1 ^ y1 ^ rest);
    uint rest2 = z1 ^ w0;
    b0 = Hash(x0 ^ y0 ^ rest2);
    b1 = Hash(x1 ^ y0 ^ rest2);
    b2 = Hash(x0 ^ y1 ^ rest2);
    b3 = Hash(x1 ^ y1 ^ rest2);
    uint rest3 = z0 ^ w1;
    c0 = Hash(x0 ^ y0 ^ rest3);
    c1 = Hash(x1 ^ y0 ^ rest3);
    c2 = Hash(x0 ^ y1 ^ rest3);
    c3 = Hash(x1 ^ y1 ^ rest3);
    uint rest4 = z1 ^ w1;
    d0 = Hash(x0 ^ y0 ^ rest4);
    d1 = Hash(x1 ^ y0 ^ rest4);
    d2 = Hash(x0 ^ y1 ^ rest4);
    d3 = Hash(x1 ^ y1 ^ rest4);
}

const float SCALE4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static float Flip(float x, uint h, uint bit) {
    return RealOf(unchecked(BitsOf(x) + ((h & (1u << (int)bit)) << (int)(31u - bit))));
}

// x where h is below a bound, else y.
static float Select(uint h, uint bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
static float Total(float vx, float vy, float vz, float vw) {
    float pairsX = (float)(vx + vy);
    float pairsY = (float)(vz + vw);
    float r = (float)(pairsX + pairsY);
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static float Corners(uint h, float x, float y, float z, float w) {
    float a = Select(h, 0xC0000000u, x, y);
    float b = Select(h, 0x80000000u, y, z);
    float c = Select(h, 0x40000000u, z, w);
    float ab = (float)(Flip(a, h, 27u) + Flip(b, h, 28u));
    float r = (float)(ab + Flip(c, h, 29u));
    return r;
}
static void Weighted(uint h, float weight, out float x, out float y, out float z, out float w) {
    float a = Flip(weight, h, 27u);
    float b = Flip(weight, h, 28u);
    float c = Flip(weight, h, 29u);
    x = Select(h, 0xC0000000u, a, 0.0f);
    y = Select(h, 0x80000000u, b, Select(h, 0xC0000000u, 0.0f, a));
    z = Select(h, 0x40000000u, c, Select(h, 0x80000000u, 0.0f, b));
    w = Select(h, 0x40000000u, 0.0f, c);
}

static float Perlin(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3, uint c0, uint c1, uint c2,
    uint c3, uint d0, uint d1, uint d2, uint d3, float fx, float fy, float fz, float fw) {
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float wz = Quintic(fz);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float gw = (float)(fw - 1.0f);
    float x0 = Lerp(Corners(a0, fx, fy, fz, fw), Corners(a1, gx, fy, fz, fw), wx);
    float x1 = Lerp(Corners(a2, fx, gy, fz, fw), Corners(a3, gx, gy, fz, fw), wx);
    float x2 = Lerp(Corners(b0, fx, fy, gz, fw), Corners(b1, gx, fy, gz, fw), wx);
    float x3 = Lerp(Corners(b2, fx, gy, gz, fw), Corners(b3, gx, gy, gz, fw), wx);
    float y0 = Lerp(Corners(c0, fx, fy, fz, gw), Corners(c1, gx, fy, fz, gw), wx);
    float y1 = Lerp(Corners(c2, fx, gy, fz, gw), Corners(c3, gx, gy, fz, gw), wx);
    float y2 = Lerp(Corners(d0, fx, fy, gz, gw), Corners(d1, gx, fy, gz, gw), wx);
    float y3 = Lerp(Corners(d2, fx, gy, gz, gw), Corners(d3, gx, gy, gz, gw), wx);
    return Scaled(Lerp(Lerp(Lerp(x0, x1, wy), Lerp(x2, x3, wy), wz), Lerp(Lerp(y0, y1, wy), Lerp(y2, y3, wy), wz),
        Quintic(fw)), SCALE4);
}
static float PerlinGradient(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3, uint c0, uint c1,
    uint c2, uint c3, uint d0, uint d1, uint d2, uint d3, float fx, float fy, float fz, float fw, out float gradientX,
    out float gradientY, out float gradientZ, out float gradientW) {
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float wz = Quintic(fz);
    float ww = Quintic(fw);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float gw = (float)(fw - 1.0f);
    float restX = (float)(1.0f - wx);
    float restY = (float)(1.0f - wy);
    float vx = (float)(1.0f - wz);
    float vy = (float)(1.0f - ww);
    float rx = (float)(vx * vy);
    float ry = (float)(wz * vy);
    float rz = (float)(vx * ww);
    float rw = (float)(wz * ww);
    float frontX = (float)(rx * restY);
    float frontY = (float)(ry * restY);
    float frontZ = (float)(rz * restY);
    float frontW = (float)(rw * restY);
    float backX = (float)(rx * wy);
    float backY = (float)(ry * wy);
    float backZ = (float)(rz * wy);
    float backW = (float)(rw * wy);
    float kx = Corners(a0, fx, fy, fz, fw);
    float ky = Corners(b0, fx, fy, gz, fw);
    float kz = Corners(c0, fx, fy, fz, gw);
    float kw = Corners(d0, fx, fy, gz, gw);
    float x0, y0, z0, wx2;
    Weighted(a0, (float)(restX * frontX), out x0, out y0, out z0, out wx2);
    float x1, y1, z1, wy2;
    Weighted(b0, (float)(restX * frontY), out x1, out y1, out z1, out wy2);
    float x2, y2, z2, wz2;
    Weighted(c0, (float)(restX * frontZ), out x2, out y2, out z2, out wz2);
    float x3, y3, z3, ww2;
    Weighted(d0, (float)(restX * frontW), out x3, out y3, out z3, out ww2);
    float x02, y02, z02, wx3;
    Weighted(a1, (float)(wx * frontX), out x02, out y02, out z02, out wx3);
    float x12, y12, z12, wy3;
    Weighted(b1, (float)(wx * frontY), out x12, out y12, out z12, out wy3);
    float x22, y22, z22, wz3;
    Weighted(c1, (float)(wx * frontZ), out x22, out y22, out z22, out wz3);
    float x32, y32, z32, ww3;
    Weighted(d1, (float)(wx * frontW), out x32, out y32, out z32, out ww3);
    float lowX2 = (float)(Total(x0, x1, x2, x3) + Total(x02, x12, x22, x32));
    float lowY2 = (float)(Total(y0, y1, y2, y3) + Total(y02, y12, y22, y32));
    float lowZ2 = (float)(Total(z0, z1, z2, z3) + Total(z02, z12, z22, z32));
    float lowW2 = (float)(Total(wx2, wy2, wz2, ww2) + Total(wx3, wy3, wz3, ww3));
    float mx = Corners(a2, fx, gy, fz, fw);
    float my = Corners(b2, fx, gy, gz, fw);
    float mz = Corners(c2, fx, gy, fz, gw);
    float mw = Corners(d2, fx, gy, gz, gw);
    float x03, y03, z03, wx4;
    Weighted(a2, (float)(restX * backX), out x03, out y03, out z03, out wx4);
    float x13, y13, z13, wy4;
    Weighted(b2, (float)(restX * backY), out x13, out y13, out z13, out wy4);
    float x23, y23, z23, wz4;
    Weighted(c2, (float)(restX * backZ), out x23, out y23, out z23, out wz4);
    float x33, y33, z33, ww4;
    Weighted(d2, (float)(restX * backW), out x33, out y33, out z33, out ww4);
    float x04, y04, z04, wx5;
    Weighted(a3, (float)(wx * backX), out x04, out y04, out z04, out wx5);
    float x14, y14, z14, wy5;
    Weighted(b3, (float)(wx * backY), out x14, out y14, out z14, out wy5);
    float x24, y24, z24, wz5;
    Weighted(c3, (float)(wx * backZ), out x24, out y24, out z24, out wz5);
    float x34, y34, z34, ww5;
    Weighted(d3, (float)(wx * backW), out x34, out y34, out z34, out ww5);
    float highX2 = (float)(Total(x03, x13, x23, x33) + Total(x04, x14, x24, x34));
    float highY2 = (float)(Total(y03, y13, y23, y33) + Total(y04, y14, y24, y34));
    float highZ2 = (float)(Total(z03, z13, z23, z33) + Total(z04, z14, z24, z34));
    float highW2 = (float)(Total(wx4, wy4, wz4, ww4) + Total(wx5, wy5, wz5, ww5));
    float dxX = (float)(Corners(a1, gx, fy, fz, fw) - kx);
    float dxY = (float)(Corners(a3, gx, gy, fz, fw) - mx);
    float dxZ = (float)(Corners(b1, gx, fy, gz, fw) - ky);
    float dxW = (float)(Corners(b3, gx, gy, gz, fw) - my);
    float exX = (float)(Corners(c1, gx, fy, fz, gw) - kz);
    float exY = (float)(Corners(c3, gx, gy, fz, gw) - mz);
    float exZ = (float)(Corners(d1, gx, fy, gz, gw) - kw);
    float exW = (float)(Corners(d3, gx, gy, gz, gw) - mw);
    float x05 = (float)(kx + (float)(wx * dxX));
    float x25 = (float)(ky + (float)(wx * dxZ));
    float y05 = (float)(kz + (float)(wx * exX));
    float y25 = (float)(kw + (float)(wx * exZ));
    float dyX = (float)((float)(mx + (float)(wx * dxY)) - x05);
    float dyY = (float)((float)(my + (float)(wx * dxW)) - x25);
    float dyZ = (float)((float)(mz + (float)(wx * exY)) - y05);
    float dyW = (float)((float)(mw + (float)(wx * exW)) - y25);
    float xyX = (float)(x05 + (float)(wy * dyX));
    float xyZ = (float)(y05 + (float)(wy * dyZ));
    float dzX = (float)((float)(x25 + (float)(wy * dyY)) - xyX);
    float dzY = (float)((float)(y25 + (float)(wy * dyW)) - xyZ);
    float z05 = (float)(xyX + (float)(wz * dzX));
    float dw = (float)((float)(xyZ + (float)(wz * dzY)) - z05);
    float slopeX = Lerp(Lerp(Lerp(dxX, dxY, wy), Lerp(dxZ, dxW, wy), wz), Lerp(Lerp(exX, exY, wy), Lerp(exZ, exW, wy),
        wz), ww);
    float ry2 = (float)((float)(lowY2 + highY2) + (float)(QuinticSlope(fy) * Lerp(Lerp(dyX, dyY, wz), Lerp(dyZ, dyW,
        wz), ww)));
    float rz2 = (float)((float)(lowZ2 + highZ2) + (float)(QuinticSlope(fz) * Lerp(dzX, dzY, ww)));
    float n2 = (float)(z05 + (float)(ww * dw));
    gradientX = Scaled((float)((float)(lowX2 + highX2) + (float)(QuinticSlope(fx) * slopeX)), SCALE4);
    gradientY = Scaled(ry2, SCALE4);
    gradientZ = Scaled(rz2, SCALE4);
    gradientW = Scaled((float)((float)(lowW2 + highW2) + (float)(QuinticSlope(fw) * dw)), SCALE4);
    return Scaled(n2, SCALE4);
}
static float PerlinIvec4(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw,
    uint seed) {
    uint a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    HashesIvec4(cellX, cellY, cellZ, cellW, seed, out a0, out a1, out a2, out a3, out b0, out b1, out b2, out b3,
        out c0, out c1, out c2, out c3, out d0, out d1, out d2, out d3);
    return Perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
static float PerlinGradientIvec4(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw,
    uint seed, out float gradientX, out float gradientY, out float gradientZ, out float gradientW) {
    uint a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    HashesIvec4(cellX, cellY, cellZ, cellW, seed, out a0, out a1, out a2, out a3, out b0, out b1, out b2, out b3,
        out c0, out c1, out c2, out c3, out d0, out d1, out d2, out d3);
    return PerlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw,
        out gradientX, out gradientY, out gradientZ, out gradientW);
}
static float PerlinPeriod(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw,
    uint seed, uint periodX, uint periodY, uint periodZ, uint periodW) {
    uint a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    HashesDIvec4(cellX, cellY, cellZ, cellW, seed, periodX, periodY, periodZ, periodW, out a0, out a1, out a2, out a3,
        out b0, out b1, out b2, out b3, out c0, out c1, out c2, out c3, out d0, out d1, out d2, out d3);
    return Perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
static float PerlinIvec4Vec4UintUvec4Vec4(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz,
    float fw, uint seed, uint periodX, uint periodY, uint periodZ, uint periodW, out float gradientX,
    out float gradientY, out float gradientZ, out float gradientW) {
    uint a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    HashesDIvec4(cellX, cellY, cellZ, cellW, seed, periodX, periodY, periodZ, periodW, out a0, out a1, out a2, out a3,
        out b0, out b1, out b2, out b3, out c0, out c1, out c2, out c3, out d0, out d1, out d2, out d3);
    return PerlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw,
        out gradientX, out gradientY, out gradientZ, out gradientW);
}

public static float Perlin4(float x, float y, float z, float w, uint seed) {
    return PerlinIvec4(Whole(x), Whole(y), Whole(z), Whole(w), Fraction(x), Fraction(y), Fraction(z), Fraction(w),
        seed);
}
public static float Perlin4Cell(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz, float fw,
    uint seed) {
    return PerlinIvec4(cellX, cellY, cellZ, cellW, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz),
        GuardFraction(fw), seed);
}
public static float Perlin4Gradient(float x, float y, float z, float w, uint seed, float[] gradient) {
    float n = PerlinGradientIvec4(Whole(x), Whole(y), Whole(z), Whole(w), Fraction(x), Fraction(y), Fraction(z),
        Fraction(w), seed, out gradient[0], out gradient[1], out gradient[2], out gradient[3]);
    return n;
}
public static float Perlin4GradientCell(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz,
    float fw, uint seed, float[] gradient) {
    float n = PerlinGradientIvec4(cellX, cellY, cellZ, cellW, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz),
        GuardFraction(fw), seed, out gradient[0], out gradient[1], out gradient[2], out gradient[3]);
    return n;
}
public static float Perlin4Periodic(float x, float y, float z, float w, uint seed, uint periodX, uint periodY,
    uint periodZ, uint periodW) {
    return PerlinPeriod(Whole(x), Whole(y), Whole(z), Whole(w), Fraction(x), Fraction(y), Fraction(z), Fraction(w),
        seed, periodX, periodY, periodZ, periodW);
}
public static float Perlin4PeriodicCell(int cellX, int cellY, int cellZ, int cellW, float fx, float fy, float fz,
    float fw, uint seed, uint periodX, uint periodY, uint periodZ, uint periodW) {
    return PerlinPeriod(cellX, cellY, cellZ, cellW, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz),
        GuardFraction(fw), seed, periodX, periodY, periodZ, periodW);
}
public static float Perlin4PeriodicGradient(float x, float y, float z, float w, uint seed, uint periodX, uint periodY,
    uint periodZ, uint periodW, float[] gradient) {
    float n = PerlinIvec4Vec4UintUvec4Vec4(Whole(x), Whole(y), Whole(z), Whole(w), Fraction(x), Fraction(y),
        Fraction(z), Fraction(w), seed, periodX, periodY, periodZ, periodW, out gradient[0], out gradient[1],
        out gradient[2], out gradient[3]);
    return n;
}
public static float Perlin4PeriodicGradientCell(int cellX, int cellY, int cellZ, int cellW, float fx, float fy,
    float fz, float fw, uint seed, uint periodX, uint periodY, uint periodZ, uint periodW, float[] gradient) {
    float n = PerlinIvec4Vec4UintUvec4Vec4(cellX, cellY, cellZ, cellW, GuardFraction(fx), GuardFraction(fy),
        GuardFraction(fz), GuardFraction(fw), seed, periodX, periodY, periodZ, periodW, out gradient[0],
        out gradient[1], out gradient[2], out gradient[3]);
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
public static float Perlin4Fbm(float x, float y, float z, float w, uint seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    uint cellX = unchecked((uint)Whole(x));
    uint cellY = unchecked((uint)Whole(y));
    uint cellZ = unchecked((uint)Whole(z));
    uint cellW = unchecked((uint)Whole(w));
    float fx = Fraction(x);
    float fy = Fraction(y);
    float fz = Fraction(z);
    float fw = Fraction(w);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!HasOctave(rest, amplitude)) return 0.0f;
    uint factor = Factor(lacunarity);
    float part = Part(factor);
    while (true) {
        float i = (float)(octaves - rest);
        uint octaveSeed = seed ^ unchecked((uint)i * OCTAVE);
        float n = PerlinIvec4(unchecked((int)cellX), unchecked((int)cellY), unchecked((int)cellZ),
            unchecked((int)cellW), fx, fy, fz, fw, octaveSeed);
        sum = (float)(sum + (float)(Faded(amplitude, rest) * n));
        amplitude = (float)(amplitude * persistence);
        rest = (float)(rest - 1.0f);
        if (!HasOctave(rest, amplitude)) break;
        Finer(ref cellX, ref fx, lacunarity, factor, part);
        Finer(ref cellY, ref fy, lacunarity, factor, part);
        Finer(ref cellZ, ref fz, lacunarity, factor, part);
        Finer(ref cellW, ref fw, lacunarity, factor, part);
    }
    return Snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
public static float Perlin4FbmNormalization(float octaves, float persistence) {
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
