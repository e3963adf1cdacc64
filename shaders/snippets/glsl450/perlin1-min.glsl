// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE1_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE1_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise1_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
float isonoise1_fraction(float p) {
    precise float x = isonoise1_guard(p);
    precise float r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise1_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    precise float inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float r = t * t * t * inner;
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}

const uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise1_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
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
    uvec2 m = k & 0xFFFFFFu;
    return m * m + k;
}

float isonoise1_interpolate1(vec2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise1_vector1(uint h) {
    return uintBitsToFloat((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu));
}
vec2 isonoise1_corners1(uvec2 h, float f) {
    precise vec2 offset = vec2(f, f - 1.0);
    precise vec2 r = vec2(isonoise1_vector1(h.x), isonoise1_vector1(h.y)) * offset;
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
#endif
