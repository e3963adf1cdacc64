// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise2_guard(float x) {
    return (asuint(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0;
}
float2 isonoise2_guard(float2 v) { return float2(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint ISONOISE2_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint ISONOISE2_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise2_guard_fraction(float f) {
    return asuint(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE ? f : 0.0;
}
float2 isonoise2_guard_fraction(float2 v) {
    precise float2 f = float2(isonoise2_guard_fraction(v.x), isonoise2_guard_fraction(v.y));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
int2 isonoise2_whole(float2 p) { return int2(floor(isonoise2_guard(p))); }

// A coordinate's position within its cell.
float2 isonoise2_fraction(float2 p) {
    precise float2 x = isonoise2_guard(p);
    precise float2 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise2_snap(float x) { return abs(x) < asfloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise2_scaled(float n, float scale) {
    precise float r = n * scale;
    return isonoise2_snap(r);
}
float2 isonoise2_scaled(float2 v, float scale) {
    return float2(isonoise2_scaled(v.x, scale), isonoise2_scaled(v.y, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float2 isonoise2_quintic(float2 t) {
    precise float2 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float2 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise2_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}
float2 isonoise2_quintic_slope(float2 t) { return float2(isonoise2_quintic_slope(t.x), isonoise2_quintic_slope(t.y)); }

float isonoise2_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
float2 isonoise2_lerp(float2 a, float2 b, float t) {
    precise float2 r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise2_wrap(int cell, uint period) {
    uint result;
    if (period == 0u) {
        result = uint(cell);
    } else {
        precise float rate = 0.999999 / float(period);
        precise float about = float(cell) * rate;
        uint rest = uint(cell) - uint(int(floor(about))) * period;
        precise float more = float(int(rest)) * rate;
        rest -= uint(int(floor(more))) * period;
        result = rest >= period ? rest - period : rest;
    }
    return result;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint isonoise2_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise2_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise2_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise2_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

static const uint ISONOISE2_PRIME_X = 0x9E3779B1u;
static const uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint ISONOISE2_OFFSET_Y = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE2_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise2_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise2_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uint2 isonoise2_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise2_key(t, offset), isonoise2_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uint2 isonoise2_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise2_key(t, offset), isonoise2_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uint4 isonoise2_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uint4 isonoise2_hashes(uint2 x, uint2 y, uint rest) { return isonoise2_hash(x.xyxy ^ y.xxyy ^ rest); }

// Hashes the corners of a cell. `period` is in cells; 0 means none.
uint4 isonoise2_hashes(int2 cell, uint seed) {
    uint2 x = isonoise2_keys(uint(cell.x), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uint2 y = isonoise2_keys(uint(cell.y), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}
uint4 isonoise2_hashes(int2 cell, uint seed, uint2 period) {
    uint2 x = isonoise2_keys(isonoise2_wrap(cell.x, period.x), period.x, ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uint2 y = isonoise2_keys(isonoise2_wrap(cell.y, period.y), period.y, ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}

float isonoise2_interpolate(float4 a, float2 w) {
    precise float2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise2_interpolate(float4 a, float2 w, out float2 slope) {
    precise float2 dx = a.yw - a.xz;
    precise float2 x = a.xz + w.x * dx;
    precise float dy = x.y - x.x;
    precise float y = x.x + w.y * dy;
    slope = float2(isonoise2_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
static const float ISONOISE2_SCALE2 = 1465999.0 / 1048576.0;

// The tangent of 22.5 degrees.
static const float ISONOISE2_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
float4 isonoise2_flip(float4 x, uint4 h, uint bit) {
    return asfloat(asuint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
float2 isonoise2_select(int h, int bound, float2 x, float2 y) {
    return float2(h < bound ? x.x : y.x, h < bound ? x.y : y.y);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise2_total(float4 v) {
    precise float2 pairs = v.xz + v.yw;
    precise float r = pairs.x + pairs.y;
    return r;
}

// The weights of a square's corners, times `rest`.
float4 isonoise2_corner_weights(float2 w, float rest) {
    precise float2 v = 1.0 - w;
    precise float2 y = rest * float2(v.y, w.y);
    precise float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
float4 isonoise2_corners(uint4 h, float2 f) {
    precise float2 g = 1.0 - f;
    precise float2 low = ISONOISE2_TANGENT * f;
    precise float2 high = ISONOISE2_TANGENT * g;
    int4 n = int4(h);
    precise float2 p = isonoise2_select(n.x, 0, float2(f.x, low.y), float2(low.x, f.y));
    precise float2 q = isonoise2_select(n.y, 0, float2(g.x, low.y), float2(high.x, f.y));
    precise float2 r = isonoise2_select(n.z, 0, float2(f.x, high.y), float2(low.x, g.y));
    precise float2 s = isonoise2_select(n.w, 0, float2(g.x, high.y), float2(high.x, g.y));
    precise float4 u = isonoise2_flip(float4(p.x, q.x, r.x, s.x), h, 30u);
    precise float4 v = isonoise2_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
    precise float a = u.x + v.x;
    precise float b = v.y - u.y;
    precise float c = u.z - v.z;
    precise float d = -u.w - v.w;
    return float4(a, b, c, d);
}
void isonoise2_weighted(uint4 h, float4 w, out float4 x, out float4 y) {
    precise float4 shorter = ISONOISE2_TANGENT * w;
    int4 n = int4(h);
    precise float2 p = isonoise2_select(n.x, 0, float2(w.x, shorter.x), float2(shorter.x, w.x));
    precise float2 q = isonoise2_select(n.y, 0, float2(w.y, shorter.y), float2(shorter.y, w.y));
    precise float2 r = isonoise2_select(n.z, 0, float2(w.z, shorter.z), float2(shorter.z, w.z));
    precise float2 s = isonoise2_select(n.w, 0, float2(w.w, shorter.w), float2(shorter.w, w.w));
    x = isonoise2_flip(float4(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    y = isonoise2_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
}

float isonoise2_noise(uint4 a, float2 f, float2 w) { return isonoise2_interpolate(isonoise2_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise2_noise(uint4 a, float2 f, float2 w, float2 s, out float2 gradient) {
    precise float2 slope;
    precise float n = isonoise2_interpolate(isonoise2_corners(a, f), w, slope);
    precise float4 x, y;
    isonoise2_weighted(a, isonoise2_corner_weights(w, 1.0), x, y);
    precise float2 r = float2(isonoise2_total(x), isonoise2_total(y)) + s * slope;
    gradient = r;
    return n;
}

float isonoise2_perlin(uint4 a, float2 f) {
    return isonoise2_scaled(isonoise2_noise(a, f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
float isonoise2_perlin(uint4 a, float2 f, out float2 gradient) {
    precise float2 w = isonoise2_quintic(f);
    precise float2 g;
    precise float n = isonoise2_noise(a, f, w, isonoise2_quintic_slope(f), g);
    gradient = isonoise2_scaled(g, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
float isonoise2_perlin(int2 cell, float2 f, uint seed) { return isonoise2_perlin(isonoise2_hashes(cell, seed), f); }
float isonoise2_perlin(int2 cell, float2 f, uint seed, out float2 gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed), f, gradient);
}
float isonoise2_perlin(int2 cell, float2 f, uint seed, uint2 period) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f);
}
float isonoise2_perlin(int2 cell, float2 f, uint seed, uint2 period, out float2 gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f, gradient);
}

float perlin2(float2 p, uint seed) { return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed); }
float perlin2(int2 cell, float2 f, uint seed) { return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed); }
float perlin2_gradient(float2 p, uint seed, out float2 gradient) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, gradient);
}
float perlin2_gradient(int2 cell, float2 f, uint seed, out float2 gradient) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, gradient);
}
float perlin2_periodic(float2 p, uint seed, uint2 period) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period);
}
float perlin2_periodic(int2 cell, float2 f, uint seed, uint2 period) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period);
}
float perlin2_periodic_gradient(float2 p, uint seed, uint2 period, out float2 gradient) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period, gradient);
}
float perlin2_periodic_gradient(int2 cell, float2 f, uint seed, uint2 period, out float2 gradient) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise2_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise2_factor and isonoise2_part of the
// lacunarity.
void isonoise2_finer(inout uint2 cell, inout float2 f, float lacunarity, uint factor, float part) {
    isonoise2_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise2_finer(cell.y, f.y, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin2_fbm(float2 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float result;
    uint2 cell = uint2(isonoise2_whole(p));
    precise float2 f = isonoise2_fraction(p);
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) {
        result = 0.0;
    } else {
        uint factor = isonoise2_factor(lacunarity);
        precise float part = isonoise2_part(factor);
        while (true) {
            precise float i = octaves - rest;
            uint octave_seed = seed ^ (uint(i) * ISONOISE2_OCTAVE);
            precise float n = isonoise2_perlin(int2(cell), f, octave_seed);
            sum = sum + isonoise2_faded(amplitude, rest) * n;
            amplitude = amplitude * persistence;
            rest = rest - 1.0;
            if (!isonoise2_has_octave(rest, amplitude)) break;
            isonoise2_finer(cell, f, lacunarity, factor, part);
        }
        result = isonoise2_snap(sum);
    }
    return result;
}
#endif
