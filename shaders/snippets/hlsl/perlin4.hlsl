// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// perlin4(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint ISONOISE4_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint ISONOISE4_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise4_guard(float x) {
    return (asuint(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE ? x : 0.0;
}
float4 isonoise4_guard(float4 v) {
    return float4(isonoise4_guard(v.x), isonoise4_guard(v.y), isonoise4_guard(v.z), isonoise4_guard(v.w));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint ISONOISE4_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint ISONOISE4_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise4_guard_fraction(float f) {
    return asuint(f) - ISONOISE4_TINY <= ISONOISE4_TINY_TO_ONE ? f : 0.0;
}
float4 isonoise4_guard_fraction(float4 v) {
    precise float4 f = float4(isonoise4_guard_fraction(v.x), isonoise4_guard_fraction(v.y),
        isonoise4_guard_fraction(v.z), isonoise4_guard_fraction(v.w));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
int4 isonoise4_whole(float4 p) { return int4(floor(isonoise4_guard(p))); }

// A coordinate's position within its cell.
float4 isonoise4_fraction(float4 p) {
    precise float4 x = isonoise4_guard(p);
    precise float4 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise4_snap(float x) { return abs(x) < asfloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise4_scaled(float n, float scale) {
    precise float r = n * scale;
    return isonoise4_snap(r);
}
float4 isonoise4_scaled(float4 v, float scale) {
    return float4(isonoise4_scaled(v.x, scale), isonoise4_scaled(v.y, scale), isonoise4_scaled(v.z, scale),
        isonoise4_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float4 isonoise4_quintic(float4 t) {
    precise float4 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float4 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise4_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}
float4 isonoise4_quintic_slope(float4 t) {
    return float4(isonoise4_quintic_slope(t.x), isonoise4_quintic_slope(t.y), isonoise4_quintic_slope(t.z),
        isonoise4_quintic_slope(t.w));
}

float isonoise4_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
float2 isonoise4_lerp(float2 a, float2 b, float t) {
    precise float2 r = a + t * (b - a);
    return r;
}
float3 isonoise4_lerp(float3 a, float3 b, float t) {
    precise float3 r = a + t * (b - a);
    return r;
}
float4 isonoise4_lerp(float4 a, float4 b, float t) {
    precise float4 r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise4_wrap(int cell, uint period) {
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
uint isonoise4_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise4_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise4_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise4_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

static const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
static const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
static const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint ISONOISE4_OFFSET_Y = 0x243F6A88u;
static const uint ISONOISE4_OFFSET_Z = 0x85A308D3u;
static const uint ISONOISE4_OFFSET_W = 0x13198A2Eu;

// Octave i uses seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE4_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise4_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise4_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uint2 isonoise4_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise4_key(t, offset), isonoise4_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uint2 isonoise4_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uint2(isonoise4_key(t, offset), isonoise4_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uint4 isonoise4_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uint4 isonoise4_hashes(uint2 x, uint2 y, uint rest) { return isonoise4_hash(x.xyxy ^ y.xxyy ^ rest); }
void isonoise4_hashes(uint2 x, uint2 y, uint2 z, uint2 w, out uint4 a, out uint4 b, out uint4 c, out uint4 d) {
    a = isonoise4_hashes(x, y, z.x ^ w.x);
    b = isonoise4_hashes(x, y, z.y ^ w.x);
    c = isonoise4_hashes(x, y, z.x ^ w.y);
    d = isonoise4_hashes(x, y, z.y ^ w.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
void isonoise4_hashes(int4 cell, uint seed, out uint4 a, out uint4 b, out uint4 c, out uint4 d) {
    uint2 x = isonoise4_keys(uint(cell.x), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
    uint2 y = isonoise4_keys(uint(cell.y), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    uint2 z = isonoise4_keys(uint(cell.z), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    uint2 w = isonoise4_keys(uint(cell.w), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes(x, y, z, w, a, b, c, d);
}
void isonoise4_hashes(int4 cell, uint seed, uint4 period, out uint4 a, out uint4 b, out uint4 c, out uint4 d) {
    uint2 x = isonoise4_keys(isonoise4_wrap(cell.x, period.x), period.x, ISONOISE4_PRIME_X, isonoise4_seeded(seed));
    uint2 y = isonoise4_keys(isonoise4_wrap(cell.y, period.y), period.y, ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    uint2 z = isonoise4_keys(isonoise4_wrap(cell.z, period.z), period.z, ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    uint2 w = isonoise4_keys(isonoise4_wrap(cell.w, period.w), period.w, ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes(x, y, z, w, a, b, c, d);
}

float isonoise4_interpolate(float4 a, float4 b, float4 c, float4 d, float4 w) {
    precise float4 x = isonoise4_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    precise float4 y = isonoise4_lerp(float4(c.xz, d.xz), float4(c.yw, d.yw), w.x);
    precise float4 xy = isonoise4_lerp(float4(x.xz, y.xz), float4(x.yw, y.yw), w.y);
    precise float2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise4_interpolate(float4 a, float4 b, float4 c, float4 d, float4 w, out float4 slope) {
    precise float4 low = float4(a.xz, b.xz);
    precise float4 high = float4(c.xz, d.xz);
    precise float4 dx = float4(a.yw, b.yw) - low;
    precise float4 ex = float4(c.yw, d.yw) - high;
    precise float4 x = low + w.x * dx;
    precise float4 y = high + w.x * ex;
    precise float4 front = float4(x.xz, y.xz);
    precise float4 dy = float4(x.yw, y.yw) - front;
    precise float4 xy = front + w.y * dy;
    precise float2 dz = xy.yw - xy.xz;
    precise float2 z = xy.xz + w.z * dz;
    precise float dw = z.y - z.x;
    precise float n = z.x + w.w * dw;
    precise float4 fx = isonoise4_lerp(float4(dx.xz, ex.xz), float4(dx.yw, ex.yw), w.y);
    precise float2 gx = isonoise4_lerp(fx.xz, fx.yw, w.z);
    precise float2 gy = isonoise4_lerp(dy.xz, dy.yw, w.z);
    slope = float4(isonoise4_lerp(float3(gx.x, gy.x, dz.x), float3(gx.y, gy.y, dz.y), w.w), dw);
    return n;
}

static const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
float4 isonoise4_flip(float4 x, uint4 h, uint bit) {
    return asfloat(asuint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
float4 isonoise4_select(uint4 h, uint bound, float4 x, float4 y) {
    return float4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise4_total(float4 v) {
    precise float2 pairs = v.xz + v.yw;
    precise float r = pairs.x + pairs.y;
    return r;
}

// The weights of a square's corners, times `rest`.
float4 isonoise4_corner_weights(float2 w, float rest) {
    precise float2 v = 1.0 - w;
    precise float2 y = rest * float2(v.y, w.y);
    precise float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
float4 isonoise4_corners(uint4 h, float4 x, float4 y, float4 z, float4 w) {
    precise float4 a = isonoise4_select(h, 0xC0000000u, x, y);
    precise float4 b = isonoise4_select(h, 0x80000000u, y, z);
    precise float4 c = isonoise4_select(h, 0x40000000u, z, w);
    precise float4 ab = isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u);
    precise float4 r = ab + isonoise4_flip(c, h, 29u);
    return r;
}
void isonoise4_weighted(uint4 h, float4 weight, out float4 x, out float4 y, out float4 z, out float4 w) {
    precise float4 a = isonoise4_flip(weight, h, 27u);
    precise float4 b = isonoise4_flip(weight, h, 28u);
    precise float4 c = isonoise4_flip(weight, h, 29u);
    x = isonoise4_select(h, 0xC0000000u, a, (float4)0.0);
    y = isonoise4_select(h, 0x80000000u, b, isonoise4_select(h, 0xC0000000u, (float4)0.0, a));
    z = isonoise4_select(h, 0x40000000u, c, isonoise4_select(h, 0x80000000u, (float4)0.0, b));
    w = isonoise4_select(h, 0x40000000u, (float4)0.0, c);
}

// The sum of these gradients.
float4 isonoise4_total(uint4 h, float4 weight) {
    precise float4 x, y, z, w;
    isonoise4_weighted(h, weight, x, y, z, w);
    return float4(isonoise4_total(x), isonoise4_total(y), isonoise4_total(z), isonoise4_total(w));
}

float isonoise4_noise(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, float4 w) {
    precise float4 g = f - 1.0;
    precise float4 x = float4(f.x, g.x, f.x, g.x);
    precise float4 y = float4(f.yy, g.yy);
    return isonoise4_interpolate(isonoise4_corners(a, x, y, (float4)f.z, (float4)f.w), isonoise4_corners(b, x, y,
        (float4)g.z, (float4)f.w), isonoise4_corners(c, x, y, (float4)f.z, (float4)g.w), isonoise4_corners(d, x, y,
        (float4)g.z, (float4)g.w), w);
}

// From corner to corner of all four squares: compilers keep what a corner's value and its gradient have in common. For
// 16 corners at once, that takes more registers than there are.
float isonoise4_noise(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, float4 w, float4 s, out float4 gradient) {
    precise float4 g = f - 1.0;
    precise float4 z = float4(f.z, g.z, f.z, g.z);
    precise float4 t = float4(f.ww, g.ww);
    precise float2 rest = 1.0 - w.xy;
    precise float4 zw = isonoise4_corner_weights(w.zw, 1.0);
    precise float4 front = zw * rest.y;
    precise float4 back = zw * w.y;
    uint4 h = uint4(a.x, b.x, c.x, d.x);
    precise float4 k = isonoise4_corners(h, (float4)f.x, (float4)f.y, z, t);
    precise float4 low = isonoise4_total(h, rest.x * front);
    h = uint4(a.y, b.y, c.y, d.y);
    precise float4 l = isonoise4_corners(h, (float4)g.x, (float4)f.y, z, t);
    precise float4 more = isonoise4_total(h, w.x * front);
    low = low + more;
    h = uint4(a.z, b.z, c.z, d.z);
    precise float4 m = isonoise4_corners(h, (float4)f.x, (float4)g.y, z, t);
    precise float4 high = isonoise4_total(h, rest.x * back);
    h = uint4(a.w, b.w, c.w, d.w);
    precise float4 o = isonoise4_corners(h, (float4)g.x, (float4)g.y, z, t);
    more = isonoise4_total(h, w.x * back);
    high = high + more;
    precise float4 inner = low + high;
    precise float4 slope;
    precise float n = isonoise4_interpolate(float4(k.x, l.x, m.x, o.x), float4(k.y, l.y, m.y, o.y), float4(k.z, l.z,
        m.z, o.z), float4(k.w, l.w, m.w, o.w), w, slope);
    precise float4 r = inner + s * slope;
    gradient = r;
    return n;
}

float isonoise4_perlin(uint4 a, uint4 b, uint4 c, uint4 d, float4 f) {
    return isonoise4_scaled(isonoise4_noise(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
float isonoise4_perlin(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, out float4 gradient) {
    precise float4 w = isonoise4_quintic(f);
    precise float4 g;
    precise float n = isonoise4_noise(a, b, c, d, f, w, isonoise4_quintic_slope(f), g);
    gradient = isonoise4_scaled(g, ISONOISE4_SCALE4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4);
}
float isonoise4_perlin(int4 cell, float4 f, uint seed) {
    uint4 a, b, c, d;
    isonoise4_hashes(cell, seed, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f);
}
float isonoise4_perlin(int4 cell, float4 f, uint seed, out float4 gradient) {
    uint4 a, b, c, d;
    isonoise4_hashes(cell, seed, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f, gradient);
}
float isonoise4_perlin(int4 cell, float4 f, uint seed, uint4 period) {
    uint4 a, b, c, d;
    isonoise4_hashes(cell, seed, period, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f);
}
float isonoise4_perlin(int4 cell, float4 f, uint seed, uint4 period, out float4 gradient) {
    uint4 a, b, c, d;
    isonoise4_hashes(cell, seed, period, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f, gradient);
}

float perlin4(float4 p, uint seed) { return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed); }
float perlin4(int4 cell, float4 f, uint seed) { return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed); }
float perlin4_gradient(float4 p, uint seed, out float4 gradient) {
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, gradient);
}
float perlin4_gradient(int4 cell, float4 f, uint seed, out float4 gradient) {
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, gradient);
}
float perlin4_periodic(float4 p, uint seed, uint4 period) {
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, period);
}
float perlin4_periodic(int4 cell, float4 f, uint seed, uint4 period) {
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, period);
}
float perlin4_periodic_gradient(float4 p, uint seed, uint4 period, out float4 gradient) {
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, period, gradient);
}
float perlin4_periodic_gradient(int4 cell, float4 f, uint seed, uint4 period, out float4 gradient) {
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise4_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise4_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise4_factor and isonoise4_part of the
// lacunarity.
void isonoise4_finer(inout uint4 cell, inout float4 f, float lacunarity, uint factor, float part) {
    isonoise4_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise4_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise4_finer(cell.z, f.z, lacunarity, factor, part);
    isonoise4_finer(cell.w, f.w, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin4_fbm(float4 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float result;
    uint4 cell = uint4(isonoise4_whole(p));
    precise float4 f = isonoise4_fraction(p);
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) {
        result = 0.0;
    } else {
        uint factor = isonoise4_factor(lacunarity);
        precise float part = isonoise4_part(factor);
        while (true) {
            precise float i = octaves - rest;
            uint octave_seed = seed ^ (uint(i) * ISONOISE4_OCTAVE);
            precise float n = isonoise4_perlin(int4(cell), f, octave_seed);
            sum = sum + isonoise4_faded(amplitude, rest) * n;
            amplitude = amplitude * persistence;
            rest = rest - 1.0;
            if (!isonoise4_has_octave(rest, amplitude)) break;
            isonoise4_finer(cell, f, lacunarity, factor, part);
        }
        result = isonoise4_snap(sum);
    }
    return result;
}
#endif
