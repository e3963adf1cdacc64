// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core.

// Stands between operations, so that no compiler can fuse or reorder them: it is always 0, and nobody sets it.
uniform int isonoise2_zero;
float isonoise2_exact(float x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise2_zero));
}
vec2 isonoise2_exact_vec2(vec2 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise2_zero));
}
vec4 isonoise2_exact_vec4(vec4 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise2_zero));
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise2_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & uint(0x7FFFFFFF);
    return (m - uint(0x2B800000)) < uint(0x23800000) ? y : 0.0;
}
vec2 isonoise2_guarded_vec2(vec2 x, vec2 y) { return vec2(isonoise2_guarded(x.x, y.x), isonoise2_guarded(x.y, y.y)); }

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise2_scaled(float n, float scale, uint least) {
    float r = isonoise2_exact(n * scale);
    return (floatBitsToUint(n) & uint(0x7FFFFFFF)) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec2 isonoise2_quintic(vec2 t) {
    vec2 inner = isonoise2_exact_vec2(t * (isonoise2_exact_vec2(t * 6.0) - 15.0)) + 10.0;
    vec2 r = isonoise2_exact_vec2(isonoise2_exact_vec2(isonoise2_exact_vec2(t * t) * t) * inner);
    return r;
}

float isonoise2_lerp(float a, float b, float t) {
    float r = isonoise2_exact(a + isonoise2_exact(t * (b - a)));
    return r;
}
vec2 isonoise2_lerp_vec2(vec2 a, vec2 b, float t) {
    vec2 r = isonoise2_exact_vec2(a + isonoise2_exact_vec2(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise2_ends(uint cell) { return uvec2(cell, cell + uint(1)); }

float isonoise2_interpolate2(vec4 a, vec2 w) {
    vec2 x = isonoise2_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const float ISONOISE2_SCALE2 = (1465.0 * 1000.0 + 999.0) / (65536.0 * 16.0);

// The bits of the least numbers that with these scales make 2^-64: see isonoise2_scaled.
const uint ISONOISE2_LEAST2 = uint(0x1F371B87);

// The tangent of 22.5 degrees.
const float ISONOISE2_TANGENT = (13898.0 * 1000.0 + 701.0) / (65536.0 * 512.0);

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise2_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & uvec4((uint(1) << uint(31)))));
}

// Four gradients . offsets at a time, with the bits of the twin's gradientN.
float isonoise2_either2(uint h, float x, float y) { return (h & uint(0x20000000)) != uint(0) ? x : y; }
vec4 isonoise2_corners2(uvec4 h, vec2 f) {
    vec2 g = isonoise2_exact_vec2(f - 1.0);
    vec4 u = vec4(isonoise2_either2(h.x, f.x, f.y), isonoise2_either2(h.y, g.x, f.y), isonoise2_either2(h.z, f.x,
        g.y), isonoise2_either2(h.w, g.x, g.y));
    vec2 low = isonoise2_exact_vec2(ISONOISE2_TANGENT * f);
    vec2 high = isonoise2_exact_vec2(ISONOISE2_TANGENT * g);
    vec4 shorter = vec4(isonoise2_either2(h.x, low.y, low.x), isonoise2_either2(h.y, low.y, high.x),
        isonoise2_either2(h.z, high.y, low.x), isonoise2_either2(h.w, high.y, high.x));
    vec4 r = isonoise2_exact_vec4(isonoise2_flip(u, h) + isonoise2_flip(shorter, h << uint(1)));
    return r;
}

float isonoise2_noise2(uvec4 a, vec2 f, vec2 w) { return isonoise2_interpolate2(isonoise2_corners2(a, f), w); }

const uint ISONOISE2_PRIME_X = uint(-1640531535);
const uint ISONOISE2_PRIME_Y = uint(-2048144777);

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise2_mix(uint h) {
    h = h ^ (h >> uint(16));
    h *= uint(0x7FEB352D);
    h = h ^ (h >> uint(15));
    h *= uint(-2073254261);
    h = h ^ (h >> uint(16));
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise2_fold(uint h) { return h ^ (h >> uint(16)); }
uvec2 isonoise2_fold_uvec2(uvec2 h) { return h ^ (h >> uint(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uvec2 isonoise2_scatter(uvec2 coordinate, uint prime) { return isonoise2_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise2_hash(uvec4 key) { return key * (key | uvec4(uint(1))); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise2_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise2_fold_uvec2(isonoise2_scatter(x, ISONOISE2_PRIME_X));
    uvec2 v = isonoise2_fold_uvec2(isonoise2_scatter(y, ISONOISE2_PRIME_Y));
    return isonoise2_hash(u.xyxy ^ v.xxyy ^ uvec4(rest));
}

uvec4 isonoise2_hash2(uvec2 x, uvec2 y, uint seed) { return isonoise2_square(x, y, isonoise2_fold(seed)); }

float isonoise2_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight) {
    return isonoise2_noise2(isonoise2_hash2(x, y, seed), f, weight);
}

float perlin2(vec2 p, uint seed) {
    vec2 c = floor(p);
    vec2 left = isonoise2_exact_vec2(p - c);
    vec2 f = isonoise2_guarded_vec2(p, left);
    ivec2 cell = ivec2(isonoise2_guarded_vec2(p, c));
    float n = isonoise2_perlin2_kernel(isonoise2_ends(uint(cell.x)), isonoise2_ends(uint(cell.y)),
        isonoise2_mix(seed), f, isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
