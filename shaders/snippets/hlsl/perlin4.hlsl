// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise4_guarded(float x, float y) {
    uint m = asuint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
float4 isonoise4_guarded(float4 x, float4 y) {
    return float4(isonoise4_guarded(x.x, y.x), isonoise4_guarded(x.y, y.y), isonoise4_guarded(x.z, y.z),
        isonoise4_guarded(x.w, y.w));
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise4_snap(float x) {
    return (asuint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise4_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (asuint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}
float2 isonoise4_scaled(float2 v, float scale, uint least) {
    return float2(isonoise4_scaled(v.x, scale, least), isonoise4_scaled(v.y, scale, least));
}
float4 isonoise4_scaled(float4 v, float scale, uint least) {
    return float4(isonoise4_scaled(v.xy, scale, least), isonoise4_scaled(v.zw, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
float4 isonoise4_quintic(float4 t) {
    precise float4 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float4 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float4 isonoise4_quintic_slope(float4 t) {
    precise float4 s = t * (t - 1.0);
    precise float4 r = 30.0 * (s * s);
    return r;
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

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise4_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    precise float rate = 0.999999 / float(period);
    precise float about = float(cell) * rate;
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    precise float more = float(int(rest)) * rate;
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uint2 isonoise4_ends(uint cell) { return uint2(cell, cell + 1u); }
uint2 isonoise4_ends(uint cell, uint period) {
    uint next = cell + 1u;
    return uint2(cell, next == period ? 0u : next);
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and
// 8 nothing does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. Its low 32 bits have nine of them; the others are
// those of an estimate, which is wrong by less than 256. What all axes and octaves share is given: the lacunarity in
// multiples of 2^-23, and what of it isn't whole.
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

float isonoise4_interpolate2(float4 a, float2 w) {
    precise float2 x = isonoise4_lerp(a.xz, a.yw, w.x);
    return isonoise4_lerp(x.x, x.y, w.y);
}
float isonoise4_interpolate3(float4 a, float4 b, float3 w) {
    precise float4 x = isonoise4_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    precise float2 y = isonoise4_lerp(x.xz, x.yw, w.y);
    return isonoise4_lerp(y.x, y.y, w.z);
}
float isonoise4_interpolate4(float4 a, float4 b, float4 c, float4 d, float4 w) {
    precise float4 x = isonoise4_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    precise float4 y = isonoise4_lerp(float4(c.xz, d.xz), float4(c.yw, d.yw), w.x);
    precise float4 xy = isonoise4_lerp(float4(x.xz, y.xz), float4(x.yw, y.yw), w.y);
    precise float2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

float2 isonoise4_slope2(float4 a, float2 w) {
    precise float low = a.y - a.x;
    precise float high = a.w - a.z;
    precise float x = isonoise4_lerp(low, high, w.y);
    precise float y = isonoise4_lerp(a.z, a.w, w.x) - isonoise4_lerp(a.x, a.y, w.x);
    return float2(x, y);
}
float3 isonoise4_slope3(float4 a, float4 b, float3 w) {
    precise float2 xy = isonoise4_lerp(isonoise4_slope2(a, w.xy), isonoise4_slope2(b, w.xy), w.z);
    precise float z = isonoise4_interpolate2(b, w.xy) - isonoise4_interpolate2(a, w.xy);
    return float3(xy, z);
}
float4 isonoise4_slope4(float4 a, float4 b, float4 c, float4 d, float4 w) {
    precise float3 xyz = isonoise4_lerp(isonoise4_slope3(a, b, w.xyz), isonoise4_slope3(c, d, w.xyz), w.w);
    precise float t = isonoise4_interpolate3(c, d, w.xyz) - isonoise4_interpolate3(a, b, w.xyz);
    return float4(xyz, t);
}

static const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

static const uint ISONOISE4_LEAST4 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
float4 isonoise4_flip(float4 x, uint4 bits) {
    return asfloat(asuint(x) ^ (bits & 0x80000000u));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1, by bits 31 to 27. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x
// is 0 twice as often as it should be and w never.)
float4 isonoise4_placed4(uint h, float a, float b, float c) {
    bool q = h < 0x40000000u, r = h < 0x80000000u, s = h < 0xC0000000u;
    return float4(s ? a : 0.0, r ? b : s ? 0.0 : a, q ? c : r ? 0.0 : b, q ? 0.0 : c);
}

float isonoise4_below4(uint h, uint limit, float low, float high) { return h < limit ? low : high; }
float4 isonoise4_corners4(uint4 h, float2 f, float z, float w) {
    precise float2 g = f - 1.0;
    precise float4 a = float4(isonoise4_below4(h.x, 0xC0000000u, f.x, f.y), isonoise4_below4(h.y, 0xC0000000u, g.x,
        f.y), isonoise4_below4(h.z, 0xC0000000u, f.x, g.y), isonoise4_below4(h.w, 0xC0000000u, g.x, g.y));
    precise float4 b = float4(isonoise4_below4(h.x, 0x80000000u, f.y, z), isonoise4_below4(h.y, 0x80000000u, f.y, z),
        isonoise4_below4(h.z, 0x80000000u, g.y, z), isonoise4_below4(h.w, 0x80000000u, g.y, z));
    precise float4 c = float4(isonoise4_below4(h.x, 0x40000000u, z, w), isonoise4_below4(h.y, 0x40000000u, z, w),
        isonoise4_below4(h.z, 0x40000000u, z, w), isonoise4_below4(h.w, 0x40000000u, z, w));
    precise float4 r = isonoise4_flip(a, h << 4) + isonoise4_flip(b, h << 3) + isonoise4_flip(c, h << 2);
    return r;
}

float isonoise4_noise4(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, float4 w) {
    precise float2 g = f.zw - 1.0;
    return isonoise4_interpolate4(isonoise4_corners4(a, f.xy, f.z, f.w), isonoise4_corners4(b, f.xy, g.x, f.w),
        isonoise4_corners4(c, f.xy, f.z, g.y), isonoise4_corners4(d, f.xy, g.x, g.y), w);
}

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
float4 isonoise4_square_weights(float2 w, float rest) {
    precise float u = 1.0 - w.x;
    precise float low = rest * (1.0 - w.y);
    precise float high = rest * w.y;
    precise float4 r = float4(u, w.x, u, w.x) * float4(low, low, high, high);
    return r;
}

float4 isonoise4_square4(uint4 h, float4 w) {
    precise float4 a = isonoise4_flip(w, h << 4);
    precise float4 b = isonoise4_flip(w, h << 3);
    precise float4 c = isonoise4_flip(w, h << 2);
    precise float4 low = isonoise4_placed4(h.x, a.x, b.x, c.x) + isonoise4_placed4(h.y, a.y, b.y, c.y);
    precise float4 high = isonoise4_placed4(h.z, a.z, b.z, c.z) + isonoise4_placed4(h.w, a.w, b.w, c.w);
    precise float4 r = low + high;
    return r;
}
float isonoise4_noise4(uint4 a, uint4 b, uint4 c, uint4 d, float4 f, float4 w, float4 s, out float4 gradient) {
    precise float2 g = f.zw - 1.0;
    precise float4 zw = isonoise4_square_weights(w.zw, 1.0);
    precise float4 t = isonoise4_corners4(a, f.xy, f.z, f.w);
    precise float4 p = isonoise4_square4(a, isonoise4_square_weights(w.xy, zw.x));
    precise float4 u = isonoise4_corners4(b, f.xy, g.x, f.w);
    precise float4 q = isonoise4_square4(b, isonoise4_square_weights(w.xy, zw.y));
    precise float4 v = isonoise4_corners4(c, f.xy, f.z, g.y);
    precise float4 n = isonoise4_square4(c, isonoise4_square_weights(w.xy, zw.z));
    precise float4 r = isonoise4_corners4(d, f.xy, g.x, g.y);
    precise float4 m = isonoise4_square4(d, isonoise4_square_weights(w.xy, zw.w));
    precise float4 inner = p + q + (n + m);
    precise float4 sum = inner + s * isonoise4_slope4(t, u, v, r, w);
    gradient = sum;
    return isonoise4_interpolate4(t, u, v, r, w);
}

static const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
static const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
static const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE4_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise4_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise4_fold(uint h) { return h ^ (h >> 16); }
uint2 isonoise4_fold(uint2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise4_scatter(uint coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }
uint2 isonoise4_scatter(uint2 coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uint4 isonoise4_hash(uint4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uint4 isonoise4_square(uint2 x, uint2 y, uint rest) {
    uint2 u = isonoise4_fold(isonoise4_scatter(x, ISONOISE4_PRIME_X));
    uint2 v = isonoise4_fold(isonoise4_scatter(y, ISONOISE4_PRIME_Y));
    return isonoise4_hash(u.xyxy ^ v.xxyy ^ rest);
}

uint4 isonoise4_hash4(uint2 x, uint2 y, uint z, uint w, uint seed) {
    return isonoise4_square(x, y, isonoise4_fold(isonoise4_scatter(z, ISONOISE4_PRIME_Z) ^ isonoise4_scatter(w,
        ISONOISE4_PRIME_W) ^ seed));
}

float isonoise4_perlin4_kernel(uint2 x, uint2 y, uint2 z, uint2 w, uint seed, float4 f, float4 weight) {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight);
}

float isonoise4_perlin4_kernel(uint2 x, uint2 y, uint2 z, uint2 w, uint seed, float4 f, float4 weight, float4 s,
    out float4 gradient) {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight, s, gradient);
}

float perlin4_periodic(float4 p, uint seed, uint4 period) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    int4 cell = int4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends(isonoise4_wrap(cell.y, period.y), period.y), isonoise4_ends(isonoise4_wrap(cell.z, period.z),
        period.z), isonoise4_ends(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4_periodic_gradient(float4 p, uint seed, uint4 period, out float4 gradient) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    int4 cell = int4(isonoise4_guarded(p, c));
    precise float4 inner;
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends(isonoise4_wrap(cell.y, period.y), period.y), isonoise4_ends(isonoise4_wrap(cell.z, period.z),
        period.z), isonoise4_ends(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f), isonoise4_quintic_slope(f), inner);
    gradient = isonoise4_scaled(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4(float4 p, uint seed) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    int4 cell = int4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4_gradient(float4 p, uint seed, out float4 gradient) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    int4 cell = int4(isonoise4_guarded(p, c));
    precise float4 inner;
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f),
        isonoise4_quintic_slope(f), inner);
    gradient = isonoise4_scaled(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise4_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise4_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

void isonoise4_finer(inout uint4 cell, inout float4 f, float lacunarity, uint factor, float part) {
    isonoise4_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise4_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise4_finer(cell.z, f.z, lacunarity, factor, part);
    isonoise4_finer(cell.w, f.w, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin4_fbm(float4 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    uint4 cell = uint4(int4(isonoise4_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise4_factor(lacunarity);
    precise float part = isonoise4_part(factor);
    while (true) {
        precise float i = octaves - rest;
        uint mixed = isonoise4_mix(seed ^ (uint(i) * ISONOISE4_OCTAVE));
        precise float n = isonoise4_perlin4_kernel(isonoise4_ends(cell.x), isonoise4_ends(cell.y),
            isonoise4_ends(cell.z), isonoise4_ends(cell.w), mixed, f, isonoise4_quintic(f));
        precise float r = isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
        sum = sum + isonoise4_faded(amplitude, rest) * r;
        amplitude = amplitude * persistence;
        rest = rest - 1.0;
        if (!isonoise4_has_octave(rest, amplitude)) break;
        isonoise4_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}
#endif
