// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise4_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec4 isonoise4_guarded(vec4 x, vec4 y) {
    return vec4(isonoise4_guarded(x.x, y.x), isonoise4_guarded(x.y, y.y), isonoise4_guarded(x.z, y.z),
        isonoise4_guarded(x.w, y.w));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise4_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec4 isonoise4_quintic(vec4 t) {
    precise vec4 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise vec4 r = t * t * t * inner;
    return r;
}

float isonoise4_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
vec2 isonoise4_lerp(vec2 a, vec2 b, float t) {
    precise vec2 r = a + t * (b - a);
    return r;
}
vec4 isonoise4_lerp(vec4 a, vec4 b, float t) {
    precise vec4 r = a + t * (b - a);
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise4_ends(uint cell) { return uvec2(cell, cell + 1u); }

float isonoise4_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec4 x = isonoise4_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec4 y = isonoise4_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    precise vec4 xy = isonoise4_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    precise vec2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

const uint ISONOISE4_LEAST4 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise4_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

float isonoise4_below4(uint h, uint limit, float low, float high) { return h < limit ? low : high; }
vec4 isonoise4_corners4(uvec4 h, vec2 f, float z, float w) {
    precise vec2 g = f - 1.0;
    precise vec4 a = vec4(isonoise4_below4(h.x, 0xC0000000u, f.x, f.y), isonoise4_below4(h.y, 0xC0000000u, g.x, f.y),
        isonoise4_below4(h.z, 0xC0000000u, f.x, g.y), isonoise4_below4(h.w, 0xC0000000u, g.x, g.y));
    precise vec4 b = vec4(isonoise4_below4(h.x, 0x80000000u, f.y, z), isonoise4_below4(h.y, 0x80000000u, f.y, z),
        isonoise4_below4(h.z, 0x80000000u, g.y, z), isonoise4_below4(h.w, 0x80000000u, g.y, z));
    precise vec4 c = vec4(isonoise4_below4(h.x, 0x40000000u, z, w), isonoise4_below4(h.y, 0x40000000u, z, w),
        isonoise4_below4(h.z, 0x40000000u, z, w), isonoise4_below4(h.w, 0x40000000u, z, w));
    precise vec4 r = isonoise4_flip(a, h << 4) + isonoise4_flip(b, h << 3) + isonoise4_flip(c, h << 2);
    return r;
}

float isonoise4_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    precise vec2 g = f.zw - 1.0;
    return isonoise4_interpolate4(isonoise4_corners4(a, f.xy, f.z, f.w), isonoise4_corners4(b, f.xy, g.x, f.w),
        isonoise4_corners4(c, f.xy, f.z, g.y), isonoise4_corners4(d, f.xy, g.x, g.y), w);
}

const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

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
uvec2 isonoise4_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise4_scatter(uint coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }
uvec2 isonoise4_scatter(uvec2 coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise4_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise4_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise4_fold(isonoise4_scatter(x, ISONOISE4_PRIME_X));
    uvec2 v = isonoise4_fold(isonoise4_scatter(y, ISONOISE4_PRIME_Y));
    return isonoise4_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise4_hash4(uvec2 x, uvec2 y, uint z, uint w, uint seed) {
    return isonoise4_square(x, y, isonoise4_fold(isonoise4_scatter(z, ISONOISE4_PRIME_Z) ^ isonoise4_scatter(w,
        ISONOISE4_PRIME_W) ^ seed));
}

float isonoise4_perlin4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 f, vec4 weight) {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight);
}

float perlin4(vec4 p, uint seed) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    ivec4 cell = ivec4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
#endif
