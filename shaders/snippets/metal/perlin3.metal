// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3
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
constant uint ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
constant uint ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise3_guard(float x) {
    return (as_type<uint>(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0f;
}
static inline float3 isonoise3_guard(float3 v) {
    return float3(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
constant uint ISONOISE3_TINY = 0x2B800000u;         // the bits of 2^-40
constant uint ISONOISE3_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise3_guard_fraction(float f) {
    return as_type<uint>(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE ? f : 0.0f;
}
static inline float3 isonoise3_guard_fraction(float3 v) {
    float3 f = float3(isonoise3_guard_fraction(v.x), isonoise3_guard_fraction(v.y), isonoise3_guard_fraction(v.z));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
static inline int3 isonoise3_whole(float3 p) { return int3(floor(isonoise3_guard(p))); }

// A coordinate's position within its cell.
static inline float3 isonoise3_fraction(float3 p) {
    float3 x = isonoise3_guard(p);
    float3 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise3_snap(float x) { return abs(x) < as_type<float>(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise3_scaled(float n, float scale) {
    float r = n * scale;
    return isonoise3_snap(r);
}
static inline float3 isonoise3_scaled(float3 v, float scale) {
    return float3(isonoise3_scaled(v.x, scale), isonoise3_scaled(v.y, scale), isonoise3_scaled(v.z, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float3 isonoise3_quintic(float3 t) {
    float3 inner = t * (t * 6.0f - 15.0f) + 10.0f;
    float3 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise3_quintic_slope(float t) {
    float s = t * (t - 1.0f);
    float r = 30.0f * (s * s);
    return r;
}
static inline float3 isonoise3_quintic_slope(float3 t) {
    return float3(isonoise3_quintic_slope(t.x), isonoise3_quintic_slope(t.y), isonoise3_quintic_slope(t.z));
}

static inline float isonoise3_lerp(float a, float b, float t) {
    float r = a + t * (b - a);
    return r;
}
static inline float2 isonoise3_lerp(float2 a, float2 b, float t) {
    float2 r = a + t * (b - a);
    return r;
}
static inline float4 isonoise3_lerp(float4 a, float4 b, float t) {
    float4 r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint isonoise3_wrap(int cell, uint period) {
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
static inline uint isonoise3_factor(float lacunarity) {
    float scaled = lacunarity * 8388608.0f;
    return uint(scaled);
}
static inline float isonoise3_part(uint n) {
    float part = as_type<float>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f;
    return part;
}
static inline void isonoise3_finer(thread uint& cell, thread float& f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    float t = f * lacunarity + isonoise3_part(low);
    int whole = int(t);
    float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

constant uint ISONOISE3_PRIME_X = 0x9E3779B1u;
constant uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
constant uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
constant uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
constant uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
constant uint ISONOISE3_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise3_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise3_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
static inline uint2 isonoise3_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
static inline uint2 isonoise3_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise3_key(t, offset), isonoise3_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
static inline uint4 isonoise3_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
static inline uint4 isonoise3_hashes(uint2 x, uint2 y, uint rest) { return isonoise3_hash(x.xyxy ^ y.xxyy ^ rest); }
static inline void isonoise3_hashes(uint2 x, uint2 y, uint2 z, thread uint4& a, thread uint4& b) {
    a = isonoise3_hashes(x, y, z.x);
    b = isonoise3_hashes(x, y, z.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
static inline void isonoise3_hashes(int3 cell, uint seed, thread uint4& a, thread uint4& b) {
    uint2 x = isonoise3_keys(uint(cell.x), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uint2 y = isonoise3_keys(uint(cell.y), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uint2 z = isonoise3_keys(uint(cell.z), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}
static inline void isonoise3_hashes(int3 cell, uint seed, uint3 period, thread uint4& a, thread uint4& b) {
    uint2 x = isonoise3_keys(isonoise3_wrap(cell.x, period.x), period.x, ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uint2 y = isonoise3_keys(isonoise3_wrap(cell.y, period.y), period.y, ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uint2 z = isonoise3_keys(isonoise3_wrap(cell.z, period.z), period.z, ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}

static inline float isonoise3_interpolate(float4 a, float4 b, float3 w) {
    float4 x = isonoise3_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    float2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
static inline float isonoise3_interpolate(float4 a, float4 b, float3 w, thread float3& slope) {
    float4 low = float4(a.xz, b.xz);
    float4 dx = float4(a.yw, b.yw) - low;
    float4 x = low + w.x * dx;
    float2 dy = x.yw - x.xz;
    float2 y = x.xz + w.y * dy;
    float dz = y.y - y.x;
    float z = y.x + w.z * dz;
    float2 ex = isonoise3_lerp(dx.xz, dx.yw, w.y);
    slope = float3(isonoise3_lerp(float2(ex.x, dy.x), float2(ex.y, dy.y), w.z), dz);
    return z;
}

constant float ISONOISE3_SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
constant int ISONOISE3_THIRD1 = -715827882;
constant int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float4 isonoise3_flip(float4 x, uint4 h, uint bit) {
    return as_type<float4>(as_type<uint4>(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float4 isonoise3_select(int4 h, int bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
static inline float isonoise3_total(float4 v) {
    float2 pairs = v.xz + v.yw;
    float r = pairs.x + pairs.y;
    return r;
}
static inline float isonoise3_total(float4 a, float4 b) {
    float4 sum = a + b;
    return isonoise3_total(sum);
}

// The weights of a square's corners, times `rest`.
static inline float4 isonoise3_corner_weights(float2 w, float rest) {
    float2 v = 1.0f - w;
    float2 y = rest * float2(v.y, w.y);
    float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static inline float4 isonoise3_corners(uint4 h, float4 x, float4 y, float4 z) {
    uint4 rest = (h << 1) + h;
    float4 u = isonoise3_select(int4(h), ISONOISE3_THIRD1, y, x);
    float4 v = isonoise3_select(int4(h), ISONOISE3_THIRD2, z, y);
    float4 r = isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u);
    return r;
}
static inline void isonoise3_weighted(uint4 h, float4 w, thread float4& x, thread float4& y, thread float4& z) {
    uint4 rest = (h << 1) + h;
    int4 n = int4(h);
    float4 u = isonoise3_flip(w, rest, 31u);
    float4 v = isonoise3_flip(w, rest, 30u);
    x = isonoise3_select(n, ISONOISE3_THIRD1, float4(0.0f), u);
    y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, float4(0.0f), v));
    z = isonoise3_select(n, ISONOISE3_THIRD2, v, float4(0.0f));
}

static inline float isonoise3_noise(uint4 a, uint4 b, float3 f, float3 w) {
    float3 g = f - 1.0f;
    float4 x = float4(f.x, g.x, f.x, g.x);
    float4 y = float4(f.yy, g.yy);
    return isonoise3_interpolate(isonoise3_corners(a, x, y, float4(f.z)), isonoise3_corners(b, x, y, float4(g.z)), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
static inline float isonoise3_noise(uint4 a, uint4 b, float3 f, float3 w, float3 s, thread float3& gradient) {
    float3 g = f - 1.0f;
    float4 x = float4(f.x, g.x, f.x, g.x);
    float4 y = float4(f.yy, g.yy);
    float3 slope;
    float n = isonoise3_interpolate(isonoise3_corners(a, x, y, float4(f.z)), isonoise3_corners(b, x, y, float4(g.z)),
        w, slope);
    float rest = 1.0f - w.z;
    float4 ax, ay, az;
    float4 bx, by, bz;
    isonoise3_weighted(a, isonoise3_corner_weights(w.xy, rest), ax, ay, az);
    isonoise3_weighted(b, isonoise3_corner_weights(w.xy, w.z), bx, by, bz);
    float3 inner = float3(isonoise3_total(ax, bx), isonoise3_total(ay, by), isonoise3_total(az, bz));
    float3 r = inner + s * slope;
    gradient = r;
    return n;
}

static inline float isonoise3_perlin(uint4 a, uint4 b, float3 f) {
    return isonoise3_scaled(isonoise3_noise(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
static inline float isonoise3_perlin(uint4 a, uint4 b, float3 f, thread float3& gradient) {
    float3 w = isonoise3_quintic(f);
    float3 g;
    float n = isonoise3_noise(a, b, f, w, isonoise3_quintic_slope(f), g);
    gradient = isonoise3_scaled(g, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
static inline float isonoise3_perlin(int3 cell, float3 f, uint seed) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f);
}
static inline float isonoise3_perlin(int3 cell, float3 f, uint seed, thread float3& gradient) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}
static inline float isonoise3_perlin(int3 cell, float3 f, uint seed, uint3 period) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f);
}
static inline float isonoise3_perlin(int3 cell, float3 f, uint seed, uint3 period, thread float3& gradient) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}

static inline float perlin3(float3 p, uint seed) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed);
}
static inline float perlin3(int3 cell, float3 f, uint seed) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed);
}
static inline float perlin3_gradient(float3 p, uint seed, thread float3& gradient) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, gradient);
}
static inline float perlin3_gradient(int3 cell, float3 f, uint seed, thread float3& gradient) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, gradient);
}
static inline float perlin3_periodic(float3 p, uint seed, uint3 period) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period);
}
static inline float perlin3_periodic(int3 cell, float3 f, uint seed, uint3 period) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period);
}
static inline float perlin3_periodic_gradient(float3 p, uint seed, uint3 period, thread float3& gradient) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period, gradient);
}
static inline float perlin3_periodic_gradient(int3 cell, float3 f, uint seed, uint3 period, thread float3& gradient) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= as_type<float>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise3_faded(float amplitude, float rest) {
    float r = amplitude * (rest < 1.0f ? rest : 1.0f);
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise3_factor and isonoise3_part of the
// lacunarity.
static inline void isonoise3_finer(thread uint3& cell, thread float3& f, float lacunarity, uint factor, float part) {
    uint part1 = cell.x;
    float part2 = f.x;
    isonoise3_finer(part1, part2, lacunarity, factor, part);
    cell.x = part1;
    f.x = part2;
    uint part3 = cell.y;
    float part4 = f.y;
    isonoise3_finer(part3, part4, lacunarity, factor, part);
    cell.y = part3;
    f.y = part4;
    uint part5 = cell.z;
    float part6 = f.z;
    isonoise3_finer(part5, part6, lacunarity, factor, part);
    cell.z = part5;
    f.z = part6;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin3_fbm(float3 p, uint seed, float octaves, float persistence, float lacunarity,
    float normalization) {
    uint3 cell = uint3(isonoise3_whole(p));
    float3 f = isonoise3_fraction(p);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0f;
    uint factor = isonoise3_factor(lacunarity);
    float part = isonoise3_part(factor);
    while (true) {
        float i = octaves - rest;
        uint octave_seed = seed ^ (uint(i) * ISONOISE3_OCTAVE);
        float n = isonoise3_perlin(int3(cell), f, octave_seed);
        sum = sum + isonoise3_faded(amplitude, rest) * n;
        amplitude = amplitude * persistence;
        rest = rest - 1.0f;
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
#endif
