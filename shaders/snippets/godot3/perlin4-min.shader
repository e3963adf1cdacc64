// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core.

// Stands between operations, so that no compiler can fuse or reorder them: it is always 0, and nobody sets it.
uniform int isonoise4_zero;
float isonoise4_exact(float x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise4_zero));
}
vec2 isonoise4_exact_vec2(vec2 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise4_zero));
}
vec4 isonoise4_exact_vec4(vec4 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise4_zero));
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise4_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & uint(0x7FFFFFFF);
    return (m - uint(0x2B800000)) < uint(0x23800000) ? y : 0.0;
}
vec4 isonoise4_guarded_vec4(vec4 x, vec4 y) {
    return vec4(isonoise4_guarded(x.x, y.x), isonoise4_guarded(x.y, y.y), isonoise4_guarded(x.z, y.z),
        isonoise4_guarded(x.w, y.w));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise4_scaled(float n, float scale, uint least) {
    float r = isonoise4_exact(n * scale);
    return (floatBitsToUint(n) & uint(0x7FFFFFFF)) < least ? 0.0 : r;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec4 isonoise4_quintic(vec4 t) {
    vec4 inner = isonoise4_exact_vec4(t * (isonoise4_exact_vec4(t * 6.0) - 15.0)) + 10.0;
    vec4 r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_exact_vec4(t * t) * t) * inner);
    return r;
}

float isonoise4_lerp(float a, float b, float t) {
    float r = isonoise4_exact(a + isonoise4_exact(t * (b - a)));
    return r;
}
vec2 isonoise4_lerp_vec2(vec2 a, vec2 b, float t) {
    vec2 r = isonoise4_exact_vec2(a + isonoise4_exact_vec2(t * (b - a)));
    return r;
}
vec4 isonoise4_lerp_vec4(vec4 a, vec4 b, float t) {
    vec4 r = isonoise4_exact_vec4(a + isonoise4_exact_vec4(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise4_ends(uint cell) { return uvec2(cell, cell + uint(1)); }

float isonoise4_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    vec4 x = isonoise4_lerp_vec4(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    vec4 y = isonoise4_lerp_vec4(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    vec4 xy = isonoise4_lerp_vec4(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    vec2 z = isonoise4_lerp_vec2(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

const float ISONOISE4_SCALE4 = 682407.0 / (65536.0 * 16.0);

const uint ISONOISE4_LEAST4 = uint(0x1FC4AECD);

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise4_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & uvec4((uint(1) << uint(31)))));
}

float isonoise4_below4(uint h, uint limit, float low, float high) { return h < limit ? low : high; }
vec4 isonoise4_corners4(uvec4 h, vec2 f, float z, float w) {
    vec2 g = isonoise4_exact_vec2(f - 1.0);
    vec4 a = vec4(isonoise4_below4(h.x, uint(-1073741824), f.x, f.y), isonoise4_below4(h.y, uint(-1073741824), g.x,
        f.y), isonoise4_below4(h.z, uint(-1073741824), f.x, g.y), isonoise4_below4(h.w, uint(-1073741824), g.x, g.y));
    vec4 b = vec4(isonoise4_below4(h.x, (uint(1) << uint(31)), f.y, z), isonoise4_below4(h.y, (uint(1) << uint(31)),
        f.y, z), isonoise4_below4(h.z, (uint(1) << uint(31)), g.y, z), isonoise4_below4(h.w, (uint(1) << uint(31)),
        g.y, z));
    vec4 c = vec4(isonoise4_below4(h.x, uint(0x40000000), z, w), isonoise4_below4(h.y, uint(0x40000000), z, w),
        isonoise4_below4(h.z, uint(0x40000000), z, w), isonoise4_below4(h.w, uint(0x40000000), z, w));
    vec4 r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_flip(a, h << uint(4)) + isonoise4_flip(b, h <<
        uint(3))) + isonoise4_flip(c, h << uint(2)));
    return r;
}

float isonoise4_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    vec2 g = isonoise4_exact_vec2(f.zw - 1.0);
    return isonoise4_interpolate4(isonoise4_corners4(a, f.xy, f.z, f.w), isonoise4_corners4(b, f.xy, g.x, f.w),
        isonoise4_corners4(c, f.xy, f.z, g.y), isonoise4_corners4(d, f.xy, g.x, g.y), w);
}

const uint ISONOISE4_PRIME_X = uint(-1640531535);
const uint ISONOISE4_PRIME_Y = uint(-2048144777);
const uint ISONOISE4_PRIME_Z = uint(-1028477379);
const uint ISONOISE4_PRIME_W = uint(0x27D4EB2F);

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise4_mix(uint h) {
    h = h ^ (h >> uint(16));
    h *= uint(0x7FEB352D);
    h = h ^ (h >> uint(15));
    h *= uint(-2073254261);
    h = h ^ (h >> uint(16));
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise4_fold(uint h) { return h ^ (h >> uint(16)); }
uvec2 isonoise4_fold_uvec2(uvec2 h) { return h ^ (h >> uint(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise4_scatter(uint coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }
uvec2 isonoise4_scatter_uvec2(uvec2 coordinate, uint prime) { return isonoise4_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise4_hash(uvec4 key) { return key * (key | uvec4(uint(1))); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise4_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise4_fold_uvec2(isonoise4_scatter_uvec2(x, ISONOISE4_PRIME_X));
    uvec2 v = isonoise4_fold_uvec2(isonoise4_scatter_uvec2(y, ISONOISE4_PRIME_Y));
    return isonoise4_hash(u.xyxy ^ v.xxyy ^ uvec4(rest));
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
    vec4 c = floor(p);
    vec4 left = isonoise4_exact_vec4(p - c);
    vec4 f = isonoise4_guarded_vec4(p, left);
    ivec4 cell = ivec4(isonoise4_guarded_vec4(p, c));
    float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
