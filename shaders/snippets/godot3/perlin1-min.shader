// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0; leave it unset.
uniform int isonoise1_zero;
float isonoise1_exact(float x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise1_zero));
}
vec2 isonoise1_exact_vec2(vec2 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise1_zero));
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE1_TWICE_TINY = uint(0x57000000);   // twice the bits of 2^-40
const uint ISONOISE1_TWICE_RANGE = uint(0x47000000);  // from there to twice the bits of 2^31
float isonoise1_guard(float x) {
    return (floatBitsToUint(x) << uint(1)) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
float isonoise1_fraction(float p) {
    float x = isonoise1_guard(p);
    float r = isonoise1_exact(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise1_snap(float x) { return abs(x) < uintBitsToFloat(uint(0x1F800000)) ? 0.0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    float inner = isonoise1_exact(t * (isonoise1_exact(t * 6.0) - 15.0)) + 10.0;
    float r = isonoise1_exact(isonoise1_exact(isonoise1_exact(t * t) * t) * inner);
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    float r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

const uint ISONOISE1_PRIME_X = uint(-1640531535);

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise1_seeded(uint seed) { return seed * uint(0x7FEB352D) + uint(0x2C1B3C6D); }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> uint(16)) * (u & uint(0xFFFF)) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise1_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

uvec2 isonoise1_keys_x(int cell, uint seed) {
    return isonoise1_keys(uint(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed));
}

// Hashes the xor of a lattice point's keys.
uvec2 isonoise1_hash(uvec2 k) {
    uvec2 m = k & uvec2(uint(0xFFFFFF));
    return m * m + k;
}

float isonoise1_interpolate1(vec2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise1_vector1(uint h) {
    return uintBitsToFloat((h & (uint(1) << uint(31))) | uint(0x3F800000) | ((h >> uint(8)) & uint(0x7FFFFF)));
}
vec2 isonoise1_corners1(uvec2 h, float f) {
    vec2 offset = vec2(f, isonoise1_exact(f - 1.0));
    vec2 r = isonoise1_exact_vec2(vec2(isonoise1_vector1(h.x), isonoise1_vector1(h.y)) * offset);
    return r;
}

float isonoise1_noise1(uvec2 a, float f, float w) { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

float isonoise1_perlin1(uvec2 x, float f) {
    return isonoise1_snap(isonoise1_noise1(isonoise1_hash(x), f, isonoise1_quintic(f)));
}
float isonoise1_perlin1_at(int cell, float f, uint seed) {
    return isonoise1_perlin1(isonoise1_keys_x(cell, seed), f);
}

float perlin1(float p, uint seed) { return isonoise1_perlin1_at(isonoise1_whole(p), isonoise1_fraction(p), seed); }
