// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise3_guard(float x) {
    return (asuint(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0;
}
float3 isonoise3_guard(float3 v) { return float3(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint ISONOISE3_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint ISONOISE3_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise3_guard_fraction(float f) {
    return asuint(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE ? f : 0.0;
}
float3 isonoise3_guard_fraction(float3 v) {
    precise float3 f = float3(isonoise3_guard_fraction(v.x), isonoise3_guard_fraction(v.y),
        isonoise3_guard_fraction(v.z));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
int3 isonoise3_whole(float3 p) { return int3(floor(isonoise3_guard(p))); }

// A coordinate's position within its cell.
float3 isonoise3_fraction(float3 p) {
    precise float3 x = isonoise3_guard(p);
    precise float3 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise3_snap(float x) { return abs(x) < asfloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise3_scaled(float n, float scale) {
    precise float r = n * scale;
    return isonoise3_snap(r);
}
float3 isonoise3_scaled(float3 v, float scale) {
    return float3(isonoise3_scaled(v.x, scale), isonoise3_scaled(v.y, scale), isonoise3_scaled(v.z, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float3 isonoise3_quintic(float3 t) {
    precise float3 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float3 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise3_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}
float3 isonoise3_quintic_slope(float3 t) {
    return float3(isonoise3_quintic_slope(t.x), isonoise3_quintic_slope(t.y), isonoise3_quintic_slope(t.z));
}

float isonoise3_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
float2 isonoise3_lerp(float2 a, float2 b, float t) {
    precise float2 r = a + t * (b - a);
    return r;
}
float4 isonoise3_lerp(float4 a, float4 b, float t) {
    precise float4 r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise3_wrap(int cell, uint period) {
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
uint isonoise3_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise3_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise3_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise3_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

static const uint ISONOISE3_PRIME_X = 0x9E3779B1u;
static const uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
static const uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
static const uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE3_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise3_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise3_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uint2 isonoise3_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uint2 isonoise3_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise3_key(t, offset), isonoise3_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uint4 isonoise3_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uint4 isonoise3_hashes(uint2 x, uint2 y, uint rest) { return isonoise3_hash(x.xyxy ^ y.xxyy ^ rest); }
void isonoise3_hashes(uint2 x, uint2 y, uint2 z, out uint4 a, out uint4 b) {
    a = isonoise3_hashes(x, y, z.x);
    b = isonoise3_hashes(x, y, z.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
void isonoise3_hashes(int3 cell, uint seed, out uint4 a, out uint4 b) {
    uint2 x = isonoise3_keys(uint(cell.x), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uint2 y = isonoise3_keys(uint(cell.y), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uint2 z = isonoise3_keys(uint(cell.z), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}
void isonoise3_hashes(int3 cell, uint seed, uint3 period, out uint4 a, out uint4 b) {
    uint2 x = isonoise3_keys(isonoise3_wrap(cell.x, period.x), period.x, ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uint2 y = isonoise3_keys(isonoise3_wrap(cell.y, period.y), period.y, ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uint2 z = isonoise3_keys(isonoise3_wrap(cell.z, period.z), period.z, ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}

float isonoise3_interpolate(float4 a, float4 b, float3 w) {
    precise float4 x = isonoise3_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    precise float2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise3_interpolate(float4 a, float4 b, float3 w, out float3 slope) {
    precise float4 low = float4(a.xz, b.xz);
    precise float4 dx = float4(a.yw, b.yw) - low;
    precise float4 x = low + w.x * dx;
    precise float2 dy = x.yw - x.xz;
    precise float2 y = x.xz + w.y * dy;
    precise float dz = y.y - y.x;
    precise float z = y.x + w.z * dz;
    precise float2 ex = isonoise3_lerp(dx.xz, dx.yw, w.y);
    slope = float3(isonoise3_lerp(float2(ex.x, dy.x), float2(ex.y, dy.y), w.z), dz);
    return z;
}

static const float ISONOISE3_SCALE3 = 1011792.0 / 1048576.0;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
static const int ISONOISE3_THIRD1 = -715827882;
static const int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
float4 isonoise3_flip(float4 x, uint4 h, uint bit) {
    return asfloat(asuint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
float4 isonoise3_select(int4 h, int bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise3_total(float4 v) {
    precise float2 pairs = v.xz + v.yw;
    precise float r = pairs.x + pairs.y;
    return r;
}
float isonoise3_total(float4 a, float4 b) {
    precise float4 sum = a + b;
    return isonoise3_total(sum);
}

// The weights of a square's corners, times `rest`.
float4 isonoise3_corner_weights(float2 w, float rest) {
    precise float2 v = 1.0 - w;
    precise float2 y = rest * float2(v.y, w.y);
    precise float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
float4 isonoise3_corners(uint4 h, float4 x, float4 y, float4 z) {
    uint4 rest = (h << 1) + h;
    precise float4 u = isonoise3_select(int4(h), ISONOISE3_THIRD1, y, x);
    precise float4 v = isonoise3_select(int4(h), ISONOISE3_THIRD2, z, y);
    precise float4 r = isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u);
    return r;
}
void isonoise3_weighted(uint4 h, float4 w, out float4 x, out float4 y, out float4 z) {
    uint4 rest = (h << 1) + h;
    int4 n = int4(h);
    precise float4 u = isonoise3_flip(w, rest, 31u);
    precise float4 v = isonoise3_flip(w, rest, 30u);
    x = isonoise3_select(n, ISONOISE3_THIRD1, (float4)0.0, u);
    y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, (float4)0.0, v));
    z = isonoise3_select(n, ISONOISE3_THIRD2, v, (float4)0.0);
}

float isonoise3_noise(uint4 a, uint4 b, float3 f, float3 w) {
    precise float3 g = f - 1.0;
    precise float4 x = float4(f.x, g.x, f.x, g.x);
    precise float4 y = float4(f.yy, g.yy);
    return isonoise3_interpolate(isonoise3_corners(a, x, y, (float4)f.z), isonoise3_corners(b, x, y, (float4)g.z), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise3_noise(uint4 a, uint4 b, float3 f, float3 w, float3 s, out float3 gradient) {
    precise float3 g = f - 1.0;
    precise float4 x = float4(f.x, g.x, f.x, g.x);
    precise float4 y = float4(f.yy, g.yy);
    precise float3 slope;
    precise float n = isonoise3_interpolate(isonoise3_corners(a, x, y, (float4)f.z), isonoise3_corners(b, x, y,
        (float4)g.z), w, slope);
    precise float rest = 1.0 - w.z;
    precise float4 ax, ay, az;
    precise float4 bx, by, bz;
    isonoise3_weighted(a, isonoise3_corner_weights(w.xy, rest), ax, ay, az);
    isonoise3_weighted(b, isonoise3_corner_weights(w.xy, w.z), bx, by, bz);
    precise float3 inner = float3(isonoise3_total(ax, bx), isonoise3_total(ay, by), isonoise3_total(az, bz));
    precise float3 r = inner + s * slope;
    gradient = r;
    return n;
}

float isonoise3_perlin(uint4 a, uint4 b, float3 f) {
    return isonoise3_scaled(isonoise3_noise(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
float isonoise3_perlin(uint4 a, uint4 b, float3 f, out float3 gradient) {
    precise float3 w = isonoise3_quintic(f);
    precise float3 g;
    precise float n = isonoise3_noise(a, b, f, w, isonoise3_quintic_slope(f), g);
    gradient = isonoise3_scaled(g, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
float isonoise3_perlin(int3 cell, float3 f, uint seed) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f);
}
float isonoise3_perlin(int3 cell, float3 f, uint seed, out float3 gradient) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}
float isonoise3_perlin(int3 cell, float3 f, uint seed, uint3 period) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f);
}
float isonoise3_perlin(int3 cell, float3 f, uint seed, uint3 period, out float3 gradient) {
    uint4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}

float perlin3(float3 p, uint seed) { return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed); }
float perlin3(int3 cell, float3 f, uint seed) { return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed); }
float perlin3_gradient(float3 p, uint seed, out float3 gradient) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, gradient);
}
float perlin3_gradient(int3 cell, float3 f, uint seed, out float3 gradient) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, gradient);
}
float perlin3_periodic(float3 p, uint seed, uint3 period) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period);
}
float perlin3_periodic(int3 cell, float3 f, uint seed, uint3 period) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period);
}
float perlin3_periodic_gradient(float3 p, uint seed, uint3 period, out float3 gradient) {
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period, gradient);
}
float perlin3_periodic_gradient(int3 cell, float3 f, uint seed, uint3 period, out float3 gradient) {
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise3_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise3_factor and isonoise3_part of the
// lacunarity.
void isonoise3_finer(inout uint3 cell, inout float3 f, float lacunarity, uint factor, float part) {
    isonoise3_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise3_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise3_finer(cell.z, f.z, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin3_fbm(float3 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float result;
    uint3 cell = uint3(isonoise3_whole(p));
    precise float3 f = isonoise3_fraction(p);
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) {
        result = 0.0;
    } else {
        uint factor = isonoise3_factor(lacunarity);
        precise float part = isonoise3_part(factor);
        while (true) {
            precise float i = octaves - rest;
            uint octave_seed = seed ^ (uint(i) * ISONOISE3_OCTAVE);
            precise float n = isonoise3_perlin(int3(cell), f, octave_seed);
            sum = sum + isonoise3_faded(amplitude, rest) * n;
            amplitude = amplitude * persistence;
            rest = rest - 1.0;
            if (!isonoise3_has_octave(rest, amplitude)) break;
            isonoise3_finer(cell, f, lacunarity, factor, part);
        }
        result = isonoise3_snap(sum);
    }
    return result;
}
#endif
