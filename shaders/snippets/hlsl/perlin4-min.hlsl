// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
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

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise4_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (asuint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
float4 isonoise4_quintic(float4 t) {
    precise float4 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float4 r = t * t * t * inner;
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
float4 isonoise4_lerp(float4 a, float4 b, float t) {
    precise float4 r = a + t * (b - a);
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uint2 isonoise4_ends(uint cell) { return uint2(cell, cell + 1u); }

float isonoise4_interpolate4(float4 a, float4 b, float4 c, float4 d, float4 w) {
    precise float4 x = isonoise4_lerp(float4(a.xz, b.xz), float4(a.yw, b.yw), w.x);
    precise float4 y = isonoise4_lerp(float4(c.xz, d.xz), float4(c.yw, d.yw), w.x);
    precise float4 xy = isonoise4_lerp(float4(x.xz, y.xz), float4(x.yw, y.yw), w.y);
    precise float2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

static const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

static const uint ISONOISE4_LEAST4 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
float4 isonoise4_flip(float4 x, uint4 bits) {
    return asfloat(asuint(x) ^ (bits & 0x80000000u));
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

static const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
static const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
static const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
static const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

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

float perlin4(float4 p, uint seed) {
    precise float4 c = floor(p);
    precise float4 left = p - c;
    precise float4 f = isonoise4_guarded(p, left);
    int4 cell = int4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
#endif
