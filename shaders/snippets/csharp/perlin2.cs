// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// Perlin2, Perlin2Gradient, Perlin2Periodic, Perlin2PeriodicGradient, Perlin2Fbm: in [-1, 1], 0 at lattice points.
// Perlin2Cell(cell, fraction, seed) and so on: in a world of any size.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;

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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const float SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
const float TANGENT = 13898701.0f / 33554432.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static float Flip(float x, uint h, uint bit) {
    return RealOf(unchecked(BitsOf(x) + ((h & (1u << (int)bit)) << (int)(31u - bit))));
}

// x where h is below a bound, else y.
static float Select(int h, int bound, float x, float y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
static float Total(float vx, float vy, float vz, float vw) {
    float pairsX = (float)(vx + vy);
    float pairsY = (float)(vz + vw);
    float r = (float)(pairsX + pairsY);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
static void Corners(uint h0, uint h1, uint h2, uint h3, float fx, float fy, out float resultX, out float resultY,
    out float resultZ, out float resultW) {
    float gx = (float)(1.0f - fx);
    float gy = (float)(1.0f - fy);
    float lowX = (float)(TANGENT * fx);
    float lowY = (float)(TANGENT * fy);
    float highX = (float)(TANGENT * gx);
    float highY = (float)(TANGENT * gy);
    int n0 = unchecked((int)h0);
    int n1 = unchecked((int)h1);
    int n2 = unchecked((int)h2);
    int n3 = unchecked((int)h3);
    float px = Select(n0, 0, fx, lowX);
    float py = Select(n0, 0, lowY, fy);
    float qx = Select(n1, 0, gx, highX);
    float qy = Select(n1, 0, lowY, fy);
    float rx = Select(n2, 0, fx, lowX);
    float ry = Select(n2, 0, highY, gy);
    float sx = Select(n3, 0, gx, highX);
    float sy = Select(n3, 0, highY, gy);
    float ux = Flip(px, h0, 30u);
    float uy = Flip(qx, h1, 30u);
    float uz = Flip(rx, h2, 30u);
    float uw = Flip(sx, h3, 30u);
    float vx = Flip(py, h0, 29u);
    float vy = Flip(qy, h1, 29u);
    float vz = Flip(ry, h2, 29u);
    float vw = Flip(sy, h3, 29u);
    float a = (float)(ux + vx);
    float b = (float)(vy - uy);
    float c = (float)(uz - vz);
    float d = (float)(-uw - vw);
    resultX = a;
    resultY = b;
    resultZ = c;
    resultW = d;
}

static float Perlin(uint a0, uint a1, uint a2, uint a3, float fx, float fy) {
    float wx = Quintic(fx);
    float resultX, resultY, resultZ, resultW;
    Corners(a0, a1, a2, a3, fx, fy, out resultX, out resultY, out resultZ, out resultW);
    return Scaled(Lerp(Lerp(resultX, resultY, wx), Lerp(resultZ, resultW, wx), Quintic(fy)), SCALE2);
}
static float PerlinGradient(uint a0, uint a1, uint a2, uint a3, float fx, float fy, out float gradientX,
    out float gradientY) {
    float wx = Quintic(fx);
    float wy = Quintic(fy);
    float resultX, resultY, resultZ, resultW;
    Corners(a0, a1, a2, a3, fx, fy, out resultX, out resultY, out resultZ, out resultW);
    float dxX = (float)(resultY - resultX);
    float dxY = (float)(resultW - resultZ);
    float x0 = (float)(resultX + (float)(wx * dxX));
    float dy = (float)((float)(resultZ + (float)(wx * dxY)) - x0);
    float vx = (float)(1.0f - wx);
    float vy = (float)(1.0f - wy);
    float rx = (float)(vx * vy);
    float ry = (float)(wx * vy);
    float rz = (float)(vx * wy);
    float rw = (float)(wx * wy);
    float shorterX = (float)(TANGENT * rx);
    float shorterY = (float)(TANGENT * ry);
    float shorterZ = (float)(TANGENT * rz);
    float shorterW = (float)(TANGENT * rw);
    int n0 = unchecked((int)a0);
    int n1 = unchecked((int)a1);
    int n2 = unchecked((int)a2);
    int n3 = unchecked((int)a3);
    float rx3 = (float)(Total(Flip(Select(n0, 0, rx, shorterX), a0, 30u), Flip(Select(n1, 0, ry, shorterY), a1, 30u),
        Flip(Select(n2, 0, rz, shorterZ), a2, 30u), Flip(Select(n3, 0, rw, shorterW), a3, 30u)) +
        (float)(QuinticSlope(fx) * Lerp(dxX, dxY, wy)));
    float ry3 = (float)(Total(Flip(Select(n0, 0, shorterX, rx), a0, 29u), Flip(Select(n1, 0, shorterY, ry), a1, 29u),
        Flip(Select(n2, 0, shorterZ, rz), a2, 29u), Flip(Select(n3, 0, shorterW, rw), a3, 29u)) +
        (float)(QuinticSlope(fy) * dy));
    float n = (float)(x0 + (float)(wy * dy));
    gradientX = Scaled(rx3, SCALE2);
    gradientY = Scaled(ry3, SCALE2);
    return Scaled(n, SCALE2);
}
static float PerlinIvec2(int cellX, int cellY, float fx, float fy, uint seed) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    return Perlin(Hash(x0 ^ y0), Hash(x1 ^ y0), Hash(x0 ^ y1), Hash(x1 ^ y1), fx, fy);
}
static float PerlinGradientIvec2(int cellX, int cellY, float fx, float fy, uint seed, out float gradientX,
    out float gradientY) {
    uint offset = Seeded(seed);
    uint t = unchecked((uint)cellX * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(t + PRIME_X), offset);
    uint t2 = unchecked((uint)cellY * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(t2 + PRIME_Y), OFFSET_Y);
    return PerlinGradient(Hash(x0 ^ y0), Hash(x1 ^ y0), Hash(x0 ^ y1), Hash(x1 ^ y1), fx, fy, out gradientX,
        out gradientY);
}
static float PerlinPeriod(int cellX, int cellY, float fx, float fy, uint seed, uint periodX, uint periodY) {
    uint cell = Wrap(cellX, periodX);
    uint offset = Seeded(seed);
    uint t = unchecked(cell * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(cell + 1u) == periodX ? 0u : unchecked(t + PRIME_X), offset);
    uint cell2 = Wrap(cellY, periodY);
    uint t2 = unchecked(cell2 * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(cell2 + 1u) == periodY ? 0u : unchecked(t2 + PRIME_Y), OFFSET_Y);
    return Perlin(Hash(x0 ^ y0), Hash(x1 ^ y0), Hash(x0 ^ y1), Hash(x1 ^ y1), fx, fy);
}
static float PerlinIvec2Vec2UintUvec2Vec2(int cellX, int cellY, float fx, float fy, uint seed, uint periodX,
    uint periodY, out float gradientX, out float gradientY) {
    uint cell = Wrap(cellX, periodX);
    uint offset = Seeded(seed);
    uint t = unchecked(cell * PRIME_X);
    uint x0 = Key(t, offset);
    uint x1 = Key(unchecked(cell + 1u) == periodX ? 0u : unchecked(t + PRIME_X), offset);
    uint cell2 = Wrap(cellY, periodY);
    uint t2 = unchecked(cell2 * PRIME_Y);
    uint y0 = Key(t2, OFFSET_Y);
    uint y1 = Key(unchecked(cell2 + 1u) == periodY ? 0u : unchecked(t2 + PRIME_Y), OFFSET_Y);
    return PerlinGradient(Hash(x0 ^ y0), Hash(x1 ^ y0), Hash(x0 ^ y1), Hash(x1 ^ y1), fx, fy, out gradientX,
        out gradientY);
}

public static float Perlin2(float x, float y, uint seed) {
    return PerlinIvec2(Whole(x), Whole(y), Fraction(x), Fraction(y), seed);
}
public static float Perlin2Cell(int cellX, int cellY, float fx, float fy, uint seed) {
    return PerlinIvec2(cellX, cellY, GuardFraction(fx), GuardFraction(fy), seed);
}
public static float Perlin2Gradient(float x, float y, uint seed, float[] gradient) {
    float n = PerlinGradientIvec2(Whole(x), Whole(y), Fraction(x), Fraction(y), seed, out gradient[0], out gradient[1]);
    return n;
}
public static float Perlin2GradientCell(int cellX, int cellY, float fx, float fy, uint seed, float[] gradient) {
    float n = PerlinGradientIvec2(cellX, cellY, GuardFraction(fx), GuardFraction(fy), seed, out gradient[0],
        out gradient[1]);
    return n;
}
public static float Perlin2Periodic(float x, float y, uint seed, uint periodX, uint periodY) {
    return PerlinPeriod(Whole(x), Whole(y), Fraction(x), Fraction(y), seed, periodX, periodY);
}
public static float Perlin2PeriodicCell(int cellX, int cellY, float fx, float fy, uint seed, uint periodX,
    uint periodY) {
    return PerlinPeriod(cellX, cellY, GuardFraction(fx), GuardFraction(fy), seed, periodX, periodY);
}
public static float Perlin2PeriodicGradient(float x, float y, uint seed, uint periodX, uint periodY, float[] gradient) {
    float n = PerlinIvec2Vec2UintUvec2Vec2(Whole(x), Whole(y), Fraction(x), Fraction(y), seed, periodX, periodY,
        out gradient[0], out gradient[1]);
    return n;
}
public static float Perlin2PeriodicGradientCell(int cellX, int cellY, float fx, float fy, uint seed, uint periodX,
    uint periodY, float[] gradient) {
    float n = PerlinIvec2Vec2UintUvec2Vec2(cellX, cellY, GuardFraction(fx), GuardFraction(fy), seed, periodX, periodY,
        out gradient[0], out gradient[1]);
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
public static float Perlin2Fbm(float x, float y, uint seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint cellX = unchecked((uint)Whole(x));
    uint cellY = unchecked((uint)Whole(y));
    float fx = Fraction(x);
    float fy = Fraction(y);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!HasOctave(rest, amplitude)) return 0.0f;
    uint factor = Factor(lacunarity);
    float part = Part(factor);
    while (true) {
        float i = (float)(octaves - rest);
        uint octaveSeed = seed ^ unchecked((uint)i * OCTAVE);
        float n = PerlinIvec2(unchecked((int)cellX), unchecked((int)cellY), fx, fy, octaveSeed);
        sum = (float)(sum + (float)(Faded(amplitude, rest) * n));
        amplitude = (float)(amplitude * persistence);
        rest = (float)(rest - 1.0f);
        if (!HasOctave(rest, amplitude)) break;
        Finer(ref cellX, ref fx, lacunarity, factor, part);
        Finer(ref cellY, ref fy, lacunarity, factor, part);
    }
    return Snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
public static float Perlin2FbmNormalization(float octaves, float persistence) {
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
