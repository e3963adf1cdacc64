// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2
#include <metal_stdlib>
using namespace metal;

// Operations are neither fused nor reordered, from here to the end of the file. Metal before 3.2 knows the second line
// alone: set MTLCompileOptions.fastMathEnabled to false there, or compile with -fno-fast-math.
#if __METAL_VERSION__ >= 320
#pragma METAL fp math_mode(safe)
#endif
#pragma METAL fp contract(off)

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
constant uint ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise2_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0f;
}
static inline float2 isonoise2_guard(float2 v) { return float2(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
constant uint ISONOISE2_TINY = 0x2B800000u;         // the bits of 2^-40
constant uint ISONOISE2_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise2_guard_fraction(float f) {
    return as_type<uint>(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE ? f : 0.0f;
}
static inline float2 isonoise2_guard_fraction(float2 v) {
    float2 f = float2(isonoise2_guard_fraction(v.x), isonoise2_guard_fraction(v.y));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int2 isonoise2_whole(float2 p) { return int2(floor(isonoise2_guard(p))); }

// A coordinate's position within its cell.
static inline float2 isonoise2_fraction(float2 p) {
    float2 x = isonoise2_guard(p);
    float2 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise2_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise2_scaled(float n, float scale) {
    float r = n * scale;
    return isonoise2_snap(r);
}
static inline float2 isonoise2_scaled(float2 v, float scale) {
    return float2(isonoise2_scaled(v.x, scale), isonoise2_scaled(v.y, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float2 isonoise2_quintic(float2 t) {
    float2 inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float2 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise2_quintic_slope(float t) {
    float s = t * (t - 1.0f);
    float r = 30.0f * (s * s);
    return r;
}
static inline float2 isonoise2_quintic_slope(float2 t) {
    return float2(isonoise2_quintic_slope(t.x), isonoise2_quintic_slope(t.y));
}

static inline float isonoise2_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}
static inline float2 isonoise2_lerp(float2 a, float2 b, float t) {
    float2 r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint isonoise2_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    float rate = 0.999999f / float(period);
    float about = float(cell) * rate;
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    float more = float(int(rest)) * rate;
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
static inline uint isonoise2_factor(float lacunarity) {
    float scaled = lacunarity * 8388608.0f;
    return uint(scaled);
}
static inline float isonoise2_part(uint n) {
    float part = as_type<float>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f;
    return part;
}
static inline void isonoise2_finer(thread uint& cell, thread float& f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    float t = f * lacunarity + isonoise2_part(low);
    int whole = int(t);
    float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

constant uint ISONOISE2_PRIME_X = 0x9E3779B1u;
constant uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
constant uint ISONOISE2_OFFSET_Y = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
constant uint ISONOISE2_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise2_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise2_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise2_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise2_key(t, offset), isonoise2_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
static inline uint2 isonoise2_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise2_key(t, offset), isonoise2_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
static inline uint4 isonoise2_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
static inline uint4 isonoise2_hashes(uint2 x, uint2 y, uint rest) { return isonoise2_hash(x.xyxy ^ y.xxyy ^ rest); }

// Hashes the corners of a cell. `period` is in cells; 0 means none.
static inline uint4 isonoise2_hashes(int2 cell, uint seed) {
    uint2 x = isonoise2_keys(uint(cell.x), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uint2 y = isonoise2_keys(uint(cell.y), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}
static inline uint4 isonoise2_hashes(int2 cell, uint seed, uint2 period) {
    uint2 x = isonoise2_keys(isonoise2_wrap(cell.x, period.x), period.x, ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uint2 y = isonoise2_keys(isonoise2_wrap(cell.y, period.y), period.y, ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}

static inline float isonoise2_interpolate(float4 a, float2 w) {
    float2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
static inline float isonoise2_interpolate(float4 a, float2 w, thread float2& slope) {
    float2 dx = a.yw - a.xz;
    float2 x = a.xz + w.x * dx;
    float dy = x.y - x.x;
    float y = x.x + w.y * dy;
    slope = float2(isonoise2_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
constant float ISONOISE2_SCALE2 = 1465999.0f / 1048576.0f;

// The tangent of 22.5 degrees.
constant float ISONOISE2_TANGENT = 13898701.0f / 33554432.0f;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float4 isonoise2_flip(float4 x, uint4 h, uint bit) {
    return as_type<float4>(as_type<uint4>(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float2 isonoise2_select(int h, int bound, float2 x, float2 y) {
    return float2(h < bound ? x.x : y.x, h < bound ? x.y : y.y);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
static inline float isonoise2_total(float4 v) {
    float2 pairs = v.xz + v.yw;
    float r = pairs.x + pairs.y;
    return r;
}

// The weights of a square's corners, times `rest`.
static inline float4 isonoise2_corner_weights(float2 w, float rest) {
    float2 v = 1.0f - w;
    float2 y = rest * float2(v.y, w.y);
    float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
static inline float4 isonoise2_corners(uint4 h, float2 f) {
    float2 g = 1.0f - f;
    float2 low = ISONOISE2_TANGENT * f;
    float2 high = ISONOISE2_TANGENT * g;
    int4 n = int4(h);
    float2 p = isonoise2_select(n.x, 0, float2(f.x, low.y), float2(low.x, f.y));
    float2 q = isonoise2_select(n.y, 0, float2(g.x, low.y), float2(high.x, f.y));
    float2 r = isonoise2_select(n.z, 0, float2(f.x, high.y), float2(low.x, g.y));
    float2 s = isonoise2_select(n.w, 0, float2(g.x, high.y), float2(high.x, g.y));
    float4 u = isonoise2_flip(float4(p.x, q.x, r.x, s.x), h, 30u);
    float4 v = isonoise2_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
    float a = u.x + v.x;
    float b = v.y - u.y;
    float c = u.z - v.z;
    float d = -u.w - v.w;
    return float4(a, b, c, d);
}
static inline void isonoise2_weighted(uint4 h, float4 w, thread float4& x, thread float4& y) {
    float4 shorter = ISONOISE2_TANGENT * w;
    int4 n = int4(h);
    float2 p = isonoise2_select(n.x, 0, float2(w.x, shorter.x), float2(shorter.x, w.x));
    float2 q = isonoise2_select(n.y, 0, float2(w.y, shorter.y), float2(shorter.y, w.y));
    float2 r = isonoise2_select(n.z, 0, float2(w.z, shorter.z), float2(shorter.z, w.z));
    float2 s = isonoise2_select(n.w, 0, float2(w.w, shorter.w), float2(shorter.w, w.w));
    x = isonoise2_flip(float4(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    y = isonoise2_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
}

static inline float isonoise2_noise(uint4 a, float2 f, float2 w) {
    return isonoise2_interpolate(isonoise2_corners(a, f), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
static inline float isonoise2_noise(uint4 a, float2 f, float2 w, float2 s, thread float2& gradient) {
    float2 slope;
    float n = isonoise2_interpolate(isonoise2_corners(a, f), w, slope);
    float4 x, y;
    isonoise2_weighted(a, isonoise2_corner_weights(w, 1.0f), x, y);
    float2 r = float2(isonoise2_total(x), isonoise2_total(y)) + s * slope;
    gradient = r;
    return n;
}

static inline float isonoise2_perlin(uint4 a, float2 f) {
    return isonoise2_scaled(isonoise2_noise(a, f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
static inline float isonoise2_perlin(uint4 a, float2 f, thread float2& gradient) {
    float2 w = isonoise2_quintic(f);
    float2 g;
    float n = isonoise2_noise(a, f, w, isonoise2_quintic_slope(f), g);
    gradient = isonoise2_scaled(g, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
static inline float isonoise2_perlin(int2 cell, float2 f, uint seed) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed), f);
}
static inline float isonoise2_perlin(int2 cell, float2 f, uint seed, thread float2& gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed), f, gradient);
}
static inline float isonoise2_perlin(int2 cell, float2 f, uint seed, uint2 period) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f);
}
static inline float isonoise2_perlin(int2 cell, float2 f, uint seed, uint2 period, thread float2& gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f, gradient);
}

static inline float perlin2(float2 p, uint seed) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed);
}
static inline float perlin2(int2 cell, float2 f, uint seed) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed);
}
static inline float perlin2_gradient(float2 p, uint seed, thread float2& gradient) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, gradient);
}
static inline float perlin2_gradient(int2 cell, float2 f, uint seed, thread float2& gradient) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, gradient);
}
static inline float perlin2_periodic(float2 p, uint seed, uint2 period) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period);
}
static inline float perlin2_periodic(int2 cell, float2 f, uint seed, uint2 period) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period);
}
static inline float perlin2_periodic_gradient(float2 p, uint seed, uint2 period, thread float2& gradient) {
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period, gradient);
}
static inline float perlin2_periodic_gradient(int2 cell, float2 f, uint seed, uint2 period, thread float2& gradient) {
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= as_type<float>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise2_faded(float amplitude, float rest) {
    float r = amplitude * (rest < 1.0f ? rest : 1.0f);
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise2_factor and isonoise2_part of the
// lacunarity.
static inline void isonoise2_finer(thread uint2& cell, thread float2& f, float lacunarity, uint factor, float part) {
    uint part1 = cell.x;
    float part2 = f.x;
    isonoise2_finer(part1, part2, lacunarity, factor, part);
    cell.x = part1;
    f.x = part2;
    uint part3 = cell.y;
    float part4 = f.y;
    isonoise2_finer(part3, part4, lacunarity, factor, part);
    cell.y = part3;
    f.y = part4;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin2_fbm(float2 p, uint seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint2 cell = uint2(isonoise2_whole(p));
    float2 f = isonoise2_fraction(p);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) return 0.0f;
    uint factor = isonoise2_factor(lacunarity);
    float part = isonoise2_part(factor);
    while (true) {
        float i = octaves - rest;
        uint octave_seed = seed ^ (uint(i) * ISONOISE2_OCTAVE);
        float n = isonoise2_perlin(int2(cell), f, octave_seed);
        sum = sum + isonoise2_faded(amplitude, rest) * n;
        amplitude = amplitude * persistence;
        rest = rest - 1.0f;
        if (!isonoise2_has_octave(rest, amplitude)) break;
        isonoise2_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}
#endif
