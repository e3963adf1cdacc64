// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise3_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec3 isonoise3_guarded(vec3 x, vec3 y) {
    return vec3(isonoise3_guarded(x.x, y.x), isonoise3_guarded(x.y, y.y), isonoise3_guarded(x.z, y.z));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise3_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec3 isonoise3_quintic(vec3 t) {
    precise vec3 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise vec3 r = t * t * t * inner;
    return r;
}

float isonoise3_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
vec2 isonoise3_lerp(vec2 a, vec2 b, float t) {
    precise vec2 r = a + t * (b - a);
    return r;
}
vec4 isonoise3_lerp(vec4 a, vec4 b, float t) {
    precise vec4 r = a + t * (b - a);
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise3_ends(uint cell) { return uvec2(cell, cell + 1u); }

float isonoise3_interpolate3(vec4 a, vec4 b, vec3 w) {
    precise vec4 x = isonoise3_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

const float ISONOISE3_SCALE3 = 1011792.0 / 1048576.0;

const uint ISONOISE3_LEAST3 = 0x1F84A74Bu;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise3_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

float isonoise3_first3(uint h, float x, float y) { return int(h) < -715827882 ? y : x; }
float isonoise3_second3(uint h, float y, float z) { return int(h) < 715827883 ? z : y; }
vec4 isonoise3_corners3(uvec4 h, vec2 f, float z) {
    precise vec2 g = f - 1.0;
    precise vec4 u = vec4(isonoise3_first3(h.x, f.x, f.y), isonoise3_first3(h.y, g.x, f.y), isonoise3_first3(h.z, f.x,
        g.y), isonoise3_first3(h.w, g.x, g.y));
    precise vec4 v = vec4(isonoise3_second3(h.x, f.y, z), isonoise3_second3(h.y, f.y, z), isonoise3_second3(h.z, g.y,
        z), isonoise3_second3(h.w, g.y, z));
    uvec4 rest = h * 3u;
    precise vec4 r = isonoise3_flip(u, rest) + isonoise3_flip(v, rest << 1);
    return r;
}

float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    precise float g = f.z - 1.0;
    return isonoise3_interpolate3(isonoise3_corners3(a, f.xy, f.z), isonoise3_corners3(b, f.xy, g), w);
}

const uint ISONOISE3_PRIME_X = 0x9E3779B1u;
const uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise3_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise3_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise3_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise3_scatter(uint coordinate, uint prime) { return isonoise3_fold(coordinate) * prime; }
uvec2 isonoise3_scatter(uvec2 coordinate, uint prime) { return isonoise3_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise3_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise3_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise3_fold(isonoise3_scatter(x, ISONOISE3_PRIME_X));
    uvec2 v = isonoise3_fold(isonoise3_scatter(y, ISONOISE3_PRIME_Y));
    return isonoise3_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise3_hash3(uvec2 x, uvec2 y, uint z, uint seed) {
    return isonoise3_square(x, y, isonoise3_fold(isonoise3_scatter(z, ISONOISE3_PRIME_Z) ^ seed));
}

float isonoise3_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight) {
    return isonoise3_noise3(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight);
}

float perlin3(vec3 p, uint seed) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    ivec3 cell = ivec3(isonoise3_guarded(p, c));
    precise float n = isonoise3_perlin3_kernel(isonoise3_ends(uint(cell.x)), isonoise3_ends(uint(cell.y)),
        isonoise3_ends(uint(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
#endif
