// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core with ISONOISE_EXACT defined, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

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
float isonoise1_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise1_snap(float x) {
    return (floatBitsToUint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    float inner = EXACT(t * (EXACT(t * 6.0) - 15.0)) + 10.0;
    float r = EXACT(EXACT(EXACT(t * t) * t) * inner);
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    float r = EXACT(a + EXACT(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise1_ends(uint cell) { return uvec2(cell, cell + 1u); }

float isonoise1_interpolate1(vec2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// x with its sign flipped where bit 31 of `bits` is set.
float isonoise1_flip(float x, uint bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// 1D: any slope of magnitude 1 to 2, its sign from bit 31 and its size from bits 30 to 8.
float isonoise1_vector1(uint h) {
    return isonoise1_flip(uintBitsToFloat(0x3F800000u | ((h >> 8) & 0x7FFFFFu)), h);
}
float isonoise1_gradient1(uint h, float x) {
    float r = EXACT(isonoise1_vector1(h) * x);
    return r;
}

// The corners of a square, as interpolate.glsl orders them: f is the offset from the low corner in x and y, and in z
// and w that from whichever corner.
vec2 isonoise1_corners1(uvec2 h, float f) {
    float g = EXACT(f - 1.0);
    return vec2(isonoise1_gradient1(h.x, f), isonoise1_gradient1(h.y, g));
}

float isonoise1_noise1(uvec2 a, float f, float w) { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

const uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise1_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uvec2 isonoise1_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uvec2 isonoise1_scatter(uvec2 coordinate, uint prime) { return isonoise1_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec2 isonoise1_hash(uvec2 key) { return key * (key | 1u); }

// The hashes of a cell's corners, in the order of interpolate.glsl, one square at a time: x, y, z and w are its
// lattice coordinates (ends) and `seed` is mixed.
uvec2 isonoise1_hash1(uvec2 x, uint seed) {
    return isonoise1_hash(isonoise1_fold(isonoise1_scatter(x, ISONOISE1_PRIME_X) ^ seed));
}

// The kernels: from a cell's lattice coordinates (ends), the mixed seed, a fraction and its weights to the noise
// before it is scaled.
float isonoise1_perlin1_kernel(uvec2 x, uint seed, float f, float weight) {
    return isonoise1_noise1(isonoise1_hash1(x, seed), f, weight);
}

float perlin1(float p, uint seed) {
    float c = floor(p);
    float left = EXACT(p - c);
    float f = isonoise1_guarded(p, left);
    int cell = int(isonoise1_guarded(p, c));
    float n = isonoise1_perlin1_kernel(isonoise1_ends(uint(cell)), isonoise1_mix(seed), f, isonoise1_quintic(f));
    return isonoise1_snap(n);
}

#undef EXACT
#endif
