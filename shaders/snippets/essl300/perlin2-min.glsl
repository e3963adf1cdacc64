// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core with ISONOISE_EXACT defined, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2
precision highp float;
precision highp int;

// With ISONOISE_EXACT defined no compiler can fuse or reorder operations: a uniform stands between them that is
// always 0. Uniforms start as 0, so nobody needs to set it.
#ifdef ISONOISE_EXACT
#ifndef ISONOISE_ZERO
#define ISONOISE_ZERO
uniform uint isonoise_zero;
#endif
#define EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise_zero)
#else
#define EXACT(x) (x)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise2_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec2 isonoise2_guarded(vec2 x, vec2 y) { return vec2(isonoise2_guarded(x.x, y.x), isonoise2_guarded(x.y, y.y)); }

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise2_scaled(float n, float scale, uint least) {
    float r = EXACT(n * scale);
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec2 isonoise2_quintic(vec2 t) {
    vec2 inner = EXACT(t * (EXACT(t * 6.0) - 15.0)) + 10.0;
    vec2 r = EXACT(EXACT(EXACT(t * t) * t) * inner);
    return r;
}

float isonoise2_lerp(float a, float b, float t) {
    float r = EXACT(a + EXACT(t * (b - a)));
    return r;
}
vec2 isonoise2_lerp(vec2 a, vec2 b, float t) {
    vec2 r = EXACT(a + EXACT(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise2_ends(uint cell) { return uvec2(cell, cell + 1u); }

float isonoise2_interpolate2(vec4 a, vec2 w) {
    vec2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const float ISONOISE2_SCALE2 = 1465999.0 / 1048576.0;

// The bits of the least numbers that with these scales make 2^-64: see isonoise2_scaled.
const uint ISONOISE2_LEAST2 = 0x1F371B87u;

// The tangent of 22.5 degrees.
const float ISONOISE2_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise2_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// Four gradients . offsets at a time, with the bits of the twin's gradientN.
float isonoise2_either2(uint h, float x, float y) { return (h & 0x20000000u) != 0u ? x : y; }
vec4 isonoise2_corners2(uvec4 h, vec2 f) {
    vec2 g = EXACT(f - 1.0);
    vec4 u = vec4(isonoise2_either2(h.x, f.x, f.y), isonoise2_either2(h.y, g.x, f.y), isonoise2_either2(h.z, f.x,
        g.y), isonoise2_either2(h.w, g.x, g.y));
    vec2 low = EXACT(ISONOISE2_TANGENT * f);
    vec2 high = EXACT(ISONOISE2_TANGENT * g);
    vec4 shorter = vec4(isonoise2_either2(h.x, low.y, low.x), isonoise2_either2(h.y, low.y, high.x),
        isonoise2_either2(h.z, high.y, low.x), isonoise2_either2(h.w, high.y, high.x));
    vec4 r = EXACT(isonoise2_flip(u, h) + isonoise2_flip(shorter, h << 1));
    return r;
}

float isonoise2_noise2(uvec4 a, vec2 f, vec2 w) { return isonoise2_interpolate2(isonoise2_corners2(a, f), w); }

const uint ISONOISE2_PRIME_X = 0x9E3779B1u;
const uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise2_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise2_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise2_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uvec2 isonoise2_scatter(uvec2 coordinate, uint prime) { return isonoise2_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise2_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise2_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise2_fold(isonoise2_scatter(x, ISONOISE2_PRIME_X));
    uvec2 v = isonoise2_fold(isonoise2_scatter(y, ISONOISE2_PRIME_Y));
    return isonoise2_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise2_hash2(uvec2 x, uvec2 y, uint seed) { return isonoise2_square(x, y, isonoise2_fold(seed)); }

float isonoise2_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight) {
    return isonoise2_noise2(isonoise2_hash2(x, y, seed), f, weight);
}

float perlin2(vec2 p, uint seed) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    ivec2 cell = ivec2(isonoise2_guarded(p, c));
    float n = isonoise2_perlin2_kernel(isonoise2_ends(uint(cell.x)), isonoise2_ends(uint(cell.y)),
        isonoise2_mix(seed), f, isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}

#undef EXACT
#endif
