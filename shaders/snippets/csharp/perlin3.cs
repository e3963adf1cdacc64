// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin3, Perlin3Gradient, Perlin3Periodic, Perlin3PeriodicGradient, Perlin3Fbm: in [-1, 1], 0 at lattice points.
// Perlin3Cell(cell, fraction, seed) and so on: in a world of any size.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;
const uint OFFSET_Z = 0x85A308D3u;

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

// The sum of all four, added in pairs; or of a and b, which are added first.
static float TotalB(float a0, float a1, float a2, float a3, float b0, float b1, float b2, float b3) {
    float sumX = (float)(a0 + b0);
    float sumY = (float)(a1 + b1);
    float sumZ = (float)(a2 + b2);
    float sumW = (float)(a3 + b3);
    return (float)((float)(sumX + sumY) + (float)(sumZ + sumW));
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static float Corners(uint h, float x, float y, float z) {
    uint rest = unchecked((h << 1) + h);
    float u = Select(unchecked((int)h), THIRD1, y, x);
    float v = Select(unchecked((int)h), THIRD2, z, y);
    float r = (float)(Flip(u, rest, 31u) + Flip(v, rest, 30u));
    return r;
}
static void Weighted(uint h, float w, out float x, out float y, out float z) {
    uint rest = unchecked((h << 1) + h);
    int n = unchecked((int)h);
    float u = Flip(w, rest, 31u);
    float v = Flip(w, rest, 30u);
    x = Select(n, THIRD1, 0.0f, u);
    y = Select(n, THIRD1, u, Select(n, THIRD2, 0.0f, v));
    z = Select(n, THIRD2, v, 0.0f);
}

static float Perlin(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3, float fx, float fy,
    float fz) {
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float x0 = Lerp(Corners(a0, fx, fy, fz), Corners(a1, gx, fy, fz), wx);
    float x1 = Lerp(Corners(a2, fx, gy, fz), Corners(a3, gx, gy, fz), wx);
    float x2 = Lerp(Corners(b0, fx, fy, gz), Corners(b1, gx, fy, gz), wx);
    float x3 = Lerp(Corners(b2, fx, gy, gz), Corners(b3, gx, gy, gz), wx);
    return Scaled(Lerp(Lerp(x0, x1, wy), Lerp(x2, x3, wy), Quintic(fz)), SCALE3);
}
static float PerlinGradient(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3, float fx,
    float fy, float fz, out float gradientX, out float gradientY, out float gradientZ) {
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float wz = Quintic(fz);
    float gx = (float)(fx - 1.0f);
    float gy = (float)(fy - 1.0f);
    float gz = (float)(fz - 1.0f);
    float a02 = Corners(a0, fx, fy, fz);
    float a22 = Corners(a2, fx, gy, fz);
    float b02 = Corners(b0, fx, fy, gz);
    float b22 = Corners(b2, fx, gy, gz);
    float dxX = (float)(Corners(a1, gx, fy, fz) - a02);
    float dxY = (float)(Corners(a3, gx, gy, fz) - a22);
    float dxZ = (float)(Corners(b1, gx, fy, gz) - b02);
    float dxW = (float)(Corners(b3, gx, gy, gz) - b22);
    float x0 = (float)(a02 + (float)(wx * dxX));
    float x2 = (float)(b02 + (float)(wx * dxZ));
    float dyX = (float)((float)(a22 + (float)(wx * dxY)) - x0);
    float dyY = (float)((float)(b22 + (float)(wx * dxW)) - x2);
    float y0 = (float)(x0 + (float)(wy * dyX));
    float dz = (float)((float)(x2 + (float)(wy * dyY)) - y0);
    float rest = (float)(1.0f - wz);
    float vx = (float)(1.0f - wx);
    float y02 = (float)(rest * (float)(1.0f - wy));
    float y1 = (float)(rest * wy);
    float axX, ayX, azX;
    Weighted(a0, (float)(vx * y02), out axX, out ayX, out azX);
    float axY, ayY, azY;
    Weighted(a1, (float)(wx * y02), out axY, out ayY, out azY);
    float axZ, ayZ, azZ;
    Weighted(a2, (float)(vx * y1), out axZ, out ayZ, out azZ);
    float axW, ayW, azW;
    Weighted(a3, (float)(wx * y1), out axW, out ayW, out azW);
    float vx2 = (float)(1.0f - wx);
    float y03 = (float)(wz * (float)(1.0f - wy));
    float y13 = (float)(wz * wy);
    float bxX, byX, bzX;
    Weighted(b0, (float)(vx2 * y03), out bxX, out byX, out bzX);
    float bxY, byY, bzY;
    Weighted(b1, (float)(wx * y03), out bxY, out byY, out bzY);
    float bxZ, byZ, bzZ;
    Weighted(b2, (float)(vx2 * y13), out bxZ, out byZ, out bzZ);
    float bxW, byW, bzW;
    Weighted(b3, (float)(wx * y13), out bxW, out byW, out bzW);
    float rx3 = (float)(TotalB(axX, axY, axZ, axW, bxX, bxY, bxZ, bxW) + (float)(QuinticSlope(fx) * Lerp(Lerp(dxX,
        dxY, wy), Lerp(dxZ, dxW, wy), wz)));
    float ry3 = (float)(TotalB(ayX, ayY, ayZ, ayW, byX, byY, byZ, byW) + (float)(QuinticSlope(fy) * Lerp(dyX, dyY,
        wz)));
    float rz3 = (float)(TotalB(azX, azY, azZ, azW, bzX, bzY, bzZ, bzW) + (float)(QuinticSlope(fz) * dz));
    float n = (float)(y0 + (float)(wz * dz));
    gradientX = Scaled(rx3, SCALE3);
    gradientY = Scaled(ry3, SCALE3);
    gradientZ = Scaled(rz3, SCALE3);
    return Scaled(n, SCALE3);
}
static float PerlinIvec3(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed) {
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
    return Perlin(Hash(x0 ^ y0 ^ z0), Hash(x1 ^ y0 ^ z0), Hash(x0 ^ y1 ^ z0), Hash(x1 ^ y1 ^ z0), Hash(x0 ^ y0 ^ z1),
        Hash(x1 ^ y0 ^ z1), Hash(x0 ^ y1 ^ z1), Hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
static float PerlinGradientIvec3(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed,
    out float gradientX, out float gradientY, out float gradientZ) {
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
    return PerlinGradient(Hash(x0 ^ y0 ^ z0), Hash(x1 ^ y0 ^ z0), Hash(x0 ^ y1 ^ z0), Hash(x1 ^ y1 ^ z0), Hash(x0 ^ y0
        ^ z1), Hash(x1 ^ y0 ^ z1), Hash(x0 ^ y1 ^ z1), Hash(x1 ^ y1 ^ z1), fx, fy, fz, out gradientX, out gradientY,
        out gradientZ);
}
static float PerlinPeriod(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed, uint periodX,
    uint periodY, uint periodZ) {
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
    return Perlin(Hash(x0 ^ y0 ^ z0), Hash(x1 ^ y0 ^ z0), Hash(x0 ^ y1 ^ z0), Hash(x1 ^ y1 ^ z0), Hash(x0 ^ y0 ^ z1),
        Hash(x1 ^ y0 ^ z1), Hash(x0 ^ y1 ^ z1), Hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
static float PerlinIvec3Vec3UintUvec3Vec3(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed,
    uint periodX, uint periodY, uint periodZ, out float gradientX, out float gradientY, out float gradientZ) {
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
    return PerlinGradient(Hash(x0 ^ y0 ^ z0), Hash(x1 ^ y0 ^ z0), Hash(x0 ^ y1 ^ z0), Hash(x1 ^ y1 ^ z0), Hash(x0 ^ y0
        ^ z1), Hash(x1 ^ y0 ^ z1), Hash(x0 ^ y1 ^ z1), Hash(x1 ^ y1 ^ z1), fx, fy, fz, out gradientX, out gradientY,
        out gradientZ);
}

public static float Perlin3(float x, float y, float z, uint seed) {
    return PerlinIvec3(Whole(x), Whole(y), Whole(z), Fraction(x), Fraction(y), Fraction(z), seed);
}
public static float Perlin3Cell(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed) {
    return PerlinIvec3(cellX, cellY, cellZ, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz), seed);
}
public static float Perlin3Gradient(float x, float y, float z, uint seed, float[] gradient) {
    float n = PerlinGradientIvec3(Whole(x), Whole(y), Whole(z), Fraction(x), Fraction(y), Fraction(z), seed,
        out gradient[0], out gradient[1], out gradient[2]);
    return n;
}
public static float Perlin3GradientCell(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed,
    float[] gradient) {
    float n = PerlinGradientIvec3(cellX, cellY, cellZ, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz), seed,
        out gradient[0], out gradient[1], out gradient[2]);
    return n;
}
public static float Perlin3Periodic(float x, float y, float z, uint seed, uint periodX, uint periodY, uint periodZ) {
    return PerlinPeriod(Whole(x), Whole(y), Whole(z), Fraction(x), Fraction(y), Fraction(z), seed, periodX, periodY,
        periodZ);
}
public static float Perlin3PeriodicCell(int cellX, int cellY, int cellZ, float fx, float fy, float fz, uint seed,
    uint periodX, uint periodY, uint periodZ) {
    return PerlinPeriod(cellX, cellY, cellZ, GuardFraction(fx), GuardFraction(fy), GuardFraction(fz), seed, periodX,
        periodY, periodZ);
}
public static float Perlin3PeriodicGradient(float x, float y, float z, uint seed, uint periodX, uint periodY,
    uint periodZ, float[] gradient) {
    float n = PerlinIvec3Vec3UintUvec3Vec3(Whole(x), Whole(y), Whole(z), Fraction(x), Fraction(y), Fraction(z), seed,
        periodX, periodY, periodZ, out gradient[0], out gradient[1], out gradient[2]);
    return n;
}
public static float Perlin3PeriodicGradientCell(int cellX, int cellY, int cellZ, float fx, float fy, float fz,
    uint seed, uint periodX, uint periodY, uint periodZ, float[] gradient) {
    float n = PerlinIvec3Vec3UintUvec3Vec3(cellX, cellY, cellZ, GuardFraction(fx), GuardFraction(fy),
        GuardFraction(fz), seed, periodX, periodY, periodZ, out gradient[0], out gradient[1], out gradient[2]);
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
public static float Perlin3Fbm(float x, float y, float z, uint seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    uint cellX = unchecked((uint)Whole(x));
    uint cellY = unchecked((uint)Whole(y));
    uint cellZ = unchecked((uint)Whole(z));
    float fx = Fraction(x);
    float fy = Fraction(y);
    float fz = Fraction(z);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!HasOctave(rest, amplitude)) return 0.0f;
    uint factor = Factor(lacunarity);
    float part = Part(factor);
    while (true) {
        float i = (float)(octaves - rest);
        uint octaveSeed = seed ^ unchecked((uint)i * OCTAVE);
        float n = PerlinIvec3(unchecked((int)cellX), unchecked((int)cellY), unchecked((int)cellZ), fx, fy, fz,
            octaveSeed);
        sum = (float)(sum + (float)(Faded(amplitude, rest) * n));
        amplitude = (float)(amplitude * persistence);
        rest = (float)(rest - 1.0f);
        if (!HasOctave(rest, amplitude)) break;
        Finer(ref cellX, ref fx, lacunarity, factor, part);
        Finer(ref cellY, ref fy, lacunarity, factor, part);
        Finer(ref cellZ, ref fz, lacunarity, factor, part);
    }
    return Snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
public static float Perlin3FbmNormalization(float octaves, float persistence) {
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
