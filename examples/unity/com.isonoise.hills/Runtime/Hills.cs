// perlin, 2 dimensions, seed 16, frequency 0.011, octaves 7, persistence 0.47, lacunarity 2.03 (isonoise 0.1.0)
// At, AtCell, Gradient, GradientCell: in [-1, 1].
// Bits: the same as the C++ core's.
// (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
#pragma warning disable 0162, 0429  // settings are constants
using System;

public static class Hills {

static uint BitsOf(float x) { return unchecked((uint)BitConverter.SingleToInt32Bits(x)); }
static float RealOf(uint x) { return BitConverter.Int32BitsToSingle(unchecked((int)x)); }

const float PLAN_FREQUENCY = 1476395.0f / 134217728.0f;  // cells per unit of coordinate
const float PLAN_LACUNARITY = 8514437.0f / 4194304.0f;  // frequency ratio of successive octaves
const float PLAN_SCALE = 1465999.0f / 1048576.0f;  // from the kernel's result to [-1, 1]
const float PLAN_BIAS = 0.0f;  // the mean of the octaves that filter-width removes
const uint PLAN_COUNT = 7u;  // number of nonzero octaves
const uint PLAN_UNIT = 0u;  // 1 where output is unit
const float PLAN_SLOPE_UNIT = 3145883.0f / 536870912.0f;  // gradients are in multiples of this

// Of each octave:
// together at most 1
static readonly float[] OCTAVE_AMPLITUDE = { 558573.0f / 1048576.0f, 4200469.0f / 16777216.0f, 15793763.0f /
    134217728.0f, 14846137.0f / 268435456.0f, 13955369.0f / 536870912.0f, 13118047.0f / 1073741824.0f, 3082741.0f /
    536870912.0f };

// its part of the gradient, relative to octave 0
static readonly float[] OCTAVE_SLOPE = { 1.0f, 8003571.0f / 8388608.0f, 15272413.0f / 16777216.0f, 14571409.0f /
    16777216.0f, 6951291.0f / 8388608.0f, 13264453.0f / 16777216.0f, 6327807.0f / 8388608.0f };

// the offset of its keys along x
static readonly uint[] OCTAVE_SEED = { 0x2ACE8F3Du, 0xFD2E9C22u, 0xCCF54EA7u, 0x9A22A6CCu, 0x69E95951u, 0x3C496636u,
    0x0C1018BBu };

// its number of windows of 2^32 cells
static readonly uint[] OCTAVE_WINDOWS = { 1u, 1u, 1u, 1u, 1u, 1u, 1u };

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

// A lattice coordinate is xored with its window times this.
const uint WINDOW = 0xD1B54A35u;

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
const uint PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint OFFSET_Y = 0x243F6A88u;

// The key of a lattice coordinate; t is its product with the axis's prime.
static uint Key(uint t, uint offset) {
    uint u = unchecked(t + offset);
    return unchecked((u >> 16) * (u & 0xFFFFu) + t);
}

// The same for any two lattice coordinates.
static uint Keys(uint ends, uint prime, uint offset) { return Key(unchecked(ends * prime), offset); }

// Hashes the xor of a lattice point's keys.
static uint Hash(uint k) {
    uint m = k & 0xFFFFFFu;
    return unchecked(m * m + k);
}

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

static void Place(int cell, float f, out uint placeCell, out uint placeHigh, out float placeF) {
    placeCell = unchecked((uint)cell);
    placeHigh = 0u;
    placeF = f;
}

// Steps to the next octave along one axis; `period` and `windows` belong to that octave.
static void Next(ref uint cell, ref float f, uint period) {
    uint factor = Factor(PLAN_LACUNARITY);
    float part = Part(factor);
    uint low = unchecked(cell * factor);
    uint next = unchecked(cell * (factor >> 23) + (uint)(int)((float)((float)(int)cell * part)));
    uint next2 = unchecked(next + (uint)((int)(low - (next << 23)) >> 23));
    float t = (float)((float)(f * PLAN_LACUNARITY) + Part(low));
    int whole = unchecked((int)t);
    f = (float)(t - (float)whole);
    cell = unchecked(next2 + (uint)whole);
    if (cell == period) cell = 0u;
}

// The selected fade, and its derivative.
static float Fade(float t) {
    return Quintic(t);
}
static float FadeSlope(float t) {
    return QuinticSlope(t);
}
static float Weights(float f) { return Fade(f); }
static float WeightSlopes(float f) { return FadeSlope(f); }
static void EndsAtAt(uint atCellX, uint atCellY, uint atHighX, uint atHighY, uint i, uint seed, out uint endsAtXX,
    out uint endsAtXY, out uint endsAtYX, out uint endsAtYY) {
    uint windows = OCTAVE_WINDOWS[i];
    uint next = unchecked(atHighX + 1u);
    uint next2 = atCellX != 0x7FFFFFFFu ? atHighX : next == windows ? 0u : next;
    uint next3 = unchecked(atCellX + 1u);
    endsAtXX = Keys(atCellX ^ unchecked(atHighX * WINDOW), PRIME_X, seed);
    endsAtXY = Keys((next3 == 0u ? 0u : next3) ^ unchecked(next2 * WINDOW), PRIME_X, seed);
    uint next4 = unchecked(atHighY + 1u);
    uint next5 = atCellY != 0x7FFFFFFFu ? atHighY : next4 == windows ? 0u : next4;
    uint next6 = unchecked(atCellY + 1u);
    endsAtYX = Keys(atCellY ^ unchecked(atHighY * WINDOW), PRIME_Y, OFFSET_Y);
    endsAtYY = Keys((next6 == 0u ? 0u : next6) ^ unchecked(next5 * WINDOW), PRIME_Y, OFFSET_Y);
}

// Applies the fractal to an octave; ShapeSlope() is the derivative.
static float Shaped(float n) {
    return n;
}
static float ShapeSlope() {
    return 1.0f;
}

static uint Count() { return PLAN_COUNT; }

// The octaves, summed. fbm.glsl explains where the loop breaks.
static float Sum(uint atCellX, uint atCellY, uint atHighX, uint atHighY, float atFX, float atFY, uint layer) {
    float sum = PLAN_BIAS;
    uint count = Count();
    for (uint i = 0u; true; ++i) {
        uint atCellX2 = atCellX;
        uint atCellY2 = atCellY;
        uint atHighX2 = atHighX;
        uint atHighY2 = atHighY;
        float atFX2 = atFX;
        float atFY2 = atFY;
        uint i2 = i;
        uint seed = OCTAVE_SEED[i] ^ layer;
        uint eXX, eXY, eYX, eYY;
        EndsAtAt(atCellX2, atCellY2, atHighX2, atHighY2, i2, seed, out eXX, out eXY, out eYX, out eYY);
        float wx = Weights(atFX2);
        float resultX, resultY, resultZ, resultW;
        Corners(Hash(eXX ^ eYX), Hash(eXY ^ eYX), Hash(eXX ^ eYY), Hash(eXY ^ eYY), atFX2, atFY2, out resultX,
            out resultY, out resultZ, out resultW);
        float n = Lerp(Lerp(resultX, resultY, wx), Lerp(resultZ, resultW, wx), Weights(atFY2));
        float n2 = Scaled(n, PLAN_SCALE);
        sum = (float)(sum + (float)(OCTAVE_AMPLITUDE[i] * Shaped(n2)));
        if (unchecked(i + 1u) >= count) break;
        Next(ref atCellX, ref atFX, 0u);
        Next(ref atCellY, ref atFY, 0u);
    }
    return Snap(sum);
}

// With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
static float SumGradient(uint atCellX, uint atCellY, uint atHighX, uint atHighY, float atFX, float atFY, uint layer,
    out float gradientX, out float gradientY) {
    float sum = PLAN_BIAS;
    float slopeX = 0.0f;
    float slopeY = 0.0f;
    uint count = Count();
    for (uint i = 0u; true; ++i) {
        uint atCellX2 = atCellX;
        uint atCellY2 = atCellY;
        uint atHighX2 = atHighX;
        uint atHighY2 = atHighY;
        float atFX2 = atFX;
        float atFY2 = atFY;
        uint i2 = i;
        uint seed = OCTAVE_SEED[i] ^ layer;
        uint eXX, eXY, eYX, eYY;
        EndsAtAt(atCellX2, atCellY2, atHighX2, atHighY2, i2, seed, out eXX, out eXY, out eYX, out eYY);
        uint a0 = Hash(eXX ^ eYX);
        uint a1 = Hash(eXY ^ eYX);
        uint a2 = Hash(eXX ^ eYY);
        uint a3 = Hash(eXY ^ eYY);
        float wx = Weights(atFX2);
        float wy = Weights(atFY2);
        float resultX, resultY, resultZ, resultW;
        Corners(a0, a1, a2, a3, atFX2, atFY2, out resultX, out resultY, out resultZ, out resultW);
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
        float rx3 = (float)(Total(Flip(Select(n0, 0, rx, shorterX), a0, 30u), Flip(Select(n1, 0, ry, shorterY), a1,
            30u), Flip(Select(n2, 0, rz, shorterZ), a2, 30u), Flip(Select(n3, 0, rw, shorterW), a3, 30u)) +
            (float)(WeightSlopes(atFX2) * Lerp(dxX, dxY, wy)));
        float ry3 = (float)(Total(Flip(Select(n0, 0, shorterX, rx), a0, 29u), Flip(Select(n1, 0, shorterY, ry), a1,
            29u), Flip(Select(n2, 0, shorterZ, rz), a2, 29u), Flip(Select(n3, 0, shorterW, rw), a3, 29u)) +
            (float)(WeightSlopes(atFY2) * dy));
        float n = Scaled((float)(x0 + (float)(wy * dy)), PLAN_SCALE);
        sum = (float)(sum + (float)(OCTAVE_AMPLITUDE[i] * Shaped(n)));
        float share = OCTAVE_SLOPE[i];
        float factor = (float)(share * ShapeSlope());
        slopeX = (float)(slopeX + (float)(factor * Scaled(rx3, PLAN_SCALE)));
        slopeY = (float)(slopeY + (float)(factor * Scaled(ry3, PLAN_SCALE)));
        if (unchecked(i + 1u) >= count) break;
        Next(ref atCellX, ref atFX, 0u);
        Next(ref atCellY, ref atFY, 0u);
    }
    gradientX = slopeX;
    gradientY = slopeY;
    return Snap(sum);
}

static float Output(float n) {
    float unit = (float)((float)(n + 1.0f) * 0.5f);
    return PLAN_UNIT != 0u ? unit : n;
}

static float Value(uint atCellX, uint atCellY, uint atHighX, uint atHighY, float atFX, float atFY) {
    float n = Sum(atCellX, atCellY, atHighX, atHighY, atFX, atFY, 0u);
    return Output(n);
}

static float ValueGradient(uint atCellX, uint atCellY, uint atHighX, uint atHighY, float atFX, float atFY,
    out float gradientX, out float gradientY) {
    float slopeX, slopeY;
    float n = SumGradient(atCellX, atCellY, atHighX, atHighY, atFX, atFY, 0u, out slopeX, out slopeY);
    float n2 = n;
    float scaledX = (float)(slopeX * PLAN_SLOPE_UNIT);
    float scaledY = (float)(slopeY * PLAN_SLOPE_UNIT);
    float halvedX = (float)(scaledX * 0.5f);
    float halvedY = (float)(scaledY * 0.5f);
    bool yes = PLAN_UNIT != 0u;
    gradientX = Snap(yes ? halvedX : scaledX);
    gradientY = Snap(yes ? halvedY : scaledY);
    return Output(n2);
}

// The noise at a coordinate.
public static float At(float x, float y) {
    float qx = (float)(x * PLAN_FREQUENCY);
    float qy = (float)(y * PLAN_FREQUENCY);
    uint placeCellX, placeHighX;
    float placeFX;
    Place(Whole(qx), Fraction(qx), out placeCellX, out placeHighX, out placeFX);
    uint placeCellY, placeHighY;
    float placeFY;
    Place(Whole(qy), Fraction(qy), out placeCellY, out placeHighY, out placeFY);
    return Value(placeCellX, placeCellY, placeHighX, placeHighY, placeFX, placeFY);
}

// In a cell, after frequency, at a fraction of it, for worlds of any size.
public static float AtCell(int cellX, int cellY, float fractionX, float fractionY) {
    uint placeCellX, placeHighX;
    float placeFX;
    Place(cellX, GuardFraction(fractionX), out placeCellX, out placeHighX, out placeFX);
    uint placeCellY, placeHighY;
    float placeFY;
    Place(cellY, GuardFraction(fractionY), out placeCellY, out placeHighY, out placeFY);
    return Value(placeCellX, placeCellY, placeHighX, placeHighY, placeFX, placeFY);
}

// Also returns the derivative by each coordinate.
public static float Gradient(float x, float y, float[] gradient) {
    float qx = (float)(x * PLAN_FREQUENCY);
    float qy = (float)(y * PLAN_FREQUENCY);
    uint placeCellX, placeHighX;
    float placeFX;
    Place(Whole(qx), Fraction(qx), out placeCellX, out placeHighX, out placeFX);
    uint placeCellY, placeHighY;
    float placeFY;
    Place(Whole(qy), Fraction(qy), out placeCellY, out placeHighY, out placeFY);
    float gradientX, gradientY;
    float n = ValueGradient(placeCellX, placeCellY, placeHighX, placeHighY, placeFX, placeFY, out gradientX,
        out gradientY);
    float n2 = n;
    gradient[0] = gradientX;
    gradient[1] = gradientY;
    return n2;
}
public static float GradientCell(int cellX, int cellY, float fractionX, float fractionY, float[] gradient) {
    uint placeCellX, placeHighX;
    float placeFX;
    Place(cellX, GuardFraction(fractionX), out placeCellX, out placeHighX, out placeFX);
    uint placeCellY, placeHighY;
    float placeFY;
    Place(cellY, GuardFraction(fractionY), out placeCellY, out placeHighY, out placeFY);
    float gradientX, gradientY;
    float n = ValueGradient(placeCellX, placeCellY, placeHighX, placeHighY, placeFX, placeFY, out gradientX,
        out gradientY);
    float n2 = n;
    gradient[0] = gradientX;
    gradient[1] = gradientY;
    return n2;
}
}
#pragma warning restore 0162, 0429
