// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's (`precise` keeps them).
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE4_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE4_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise4_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE ? x : 0.0;
}
vec4 isonoise4_guard(vec4 v) {
    return vec4(isonoise4_guard(v.x), isonoise4_guard(v.y), isonoise4_guard(v.z), isonoise4_guard(v.w));
}

// The cell of a coordinate: its whole part, rounded down.
ivec4 isonoise4_whole(vec4 p) { return ivec4(floor(isonoise4_guard(p))); }

// A coordinate's position within its cell.
vec4 isonoise4_fraction(vec4 p) {
    precise vec4 x = isonoise4_guard(p);
    precise vec4 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise4_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise4_scaled(float n, float scale) {
    precise float r = n * scale;
    return isonoise4_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
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

const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE4_OFFSET_Y = 0x243F6A88u;
const uint ISONOISE4_OFFSET_Z = 0x85A308D3u;
const uint ISONOISE4_OFFSET_W = 0x13198A2Eu;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise4_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise4_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise4_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise4_key(t, offset), isonoise4_key(t + prime, offset));
}

uvec2 isonoise4_keys_x(int cell, uint seed) {
    return isonoise4_keys(uint(cell), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
}
uvec2 isonoise4_keys_y(int cell) { return isonoise4_keys(uint(cell), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y); }
uvec2 isonoise4_keys_z(int cell) { return isonoise4_keys(uint(cell), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z); }
uvec2 isonoise4_keys_w(int cell) { return isonoise4_keys(uint(cell), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W); }

// Hashes the xor of a lattice point's keys.
uvec4 isonoise4_hash(uvec4 k) {
    uvec4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
uvec4 isonoise4_square(uvec2 x, uvec2 y, uint rest) { return isonoise4_hash(x.xyxy ^ y.xxyy ^ rest); }

float isonoise4_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec4 x = isonoise4_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec4 y = isonoise4_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    precise vec4 xy = isonoise4_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    precise vec2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
vec4 isonoise4_flip(vec4 x, uvec4 h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
vec4 isonoise4_select(uvec4 h, uint bound, vec4 x, vec4 y) {
    return vec4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
vec4 isonoise4_corners4(uvec4 h, vec4 x, vec4 y, vec4 z, vec4 w) {
    precise vec4 a = isonoise4_select(h, 0xC0000000u, x, y);
    precise vec4 b = isonoise4_select(h, 0x80000000u, y, z);
    precise vec4 c = isonoise4_select(h, 0x40000000u, z, w);
    precise vec4 ab = isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u);
    precise vec4 r = ab + isonoise4_flip(c, h, 29u);
    return r;
}

float isonoise4_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    precise vec4 g = f - 1.0;
    precise vec4 x = vec4(f.x, g.x, f.x, g.x);
    precise vec4 y = vec4(f.yy, g.yy);
    return isonoise4_interpolate4(isonoise4_corners4(a, x, y, vec4(f.z), vec4(f.w)), isonoise4_corners4(b, x, y,
        vec4(g.z), vec4(f.w)), isonoise4_corners4(c, x, y, vec4(f.z), vec4(g.w)), isonoise4_corners4(d, x, y,
        vec4(g.z), vec4(g.w)), w);
}

float isonoise4_perlin4(uvec2 x, uvec2 y, uvec2 z, uvec2 w, vec4 f) {
    uvec4 a = isonoise4_square(x, y, z.x ^ w.x), b = isonoise4_square(x, y, z.y ^ w.x);
    uvec4 c = isonoise4_square(x, y, z.x ^ w.y), d = isonoise4_square(x, y, z.y ^ w.y);
    return isonoise4_scaled(isonoise4_noise4(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
float isonoise4_perlin4_at(ivec4 cell, vec4 f, uint seed) {
    return isonoise4_perlin4(isonoise4_keys_x(cell.x, seed), isonoise4_keys_y(cell.y), isonoise4_keys_z(cell.z),
        isonoise4_keys_w(cell.w), f);
}

float perlin4(vec4 p, uint seed) { return isonoise4_perlin4_at(isonoise4_whole(p), isonoise4_fraction(p), seed); }
#endif
