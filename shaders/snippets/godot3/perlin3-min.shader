// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0; leave it unset.
uniform int isonoise3_zero;
float isonoise3_exact(float x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise3_zero));
}
vec2 isonoise3_exact_vec2(vec2 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise3_zero));
}
vec3 isonoise3_exact_vec3(vec3 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise3_zero));
}
vec4 isonoise3_exact_vec4(vec4 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise3_zero));
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE3_TWICE_TINY = uint(0x57000000);   // twice the bits of 2^-40
const uint ISONOISE3_TWICE_RANGE = uint(0x47000000);  // from there to twice the bits of 2^31
float isonoise3_guard(float x) {
    return (floatBitsToUint(x) << uint(1)) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0;
}
vec3 isonoise3_guard_vec3(vec3 v) { return vec3(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z)); }

// The cell of a coordinate: its whole part, rounded down.
ivec3 isonoise3_whole(vec3 p) { return ivec3(floor(isonoise3_guard_vec3(p))); }

// A coordinate's position within its cell.
vec3 isonoise3_fraction(vec3 p) {
    vec3 x = isonoise3_guard_vec3(p);
    vec3 r = isonoise3_exact_vec3(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise3_snap(float x) { return abs(x) < uintBitsToFloat(uint(0x1F800000)) ? 0.0 : x; }

// Scaled and snapped.
float isonoise3_scaled(float n, float scale) {
    float r = isonoise3_exact(n * scale);
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
vec3 isonoise3_quintic(vec3 t) {
    vec3 inner = isonoise3_exact_vec3(t * (isonoise3_exact_vec3(t * 6.0) - 15.0)) + 10.0;
    vec3 r = isonoise3_exact_vec3(isonoise3_exact_vec3(isonoise3_exact_vec3(t * t) * t) * inner);
    return r;
}

float isonoise3_lerp(float a, float b, float t) {
    float r = isonoise3_exact(a + isonoise3_exact(t * (b - a)));
    return r;
}
vec2 isonoise3_lerp_vec2(vec2 a, vec2 b, float t) {
    vec2 r = isonoise3_exact_vec2(a + isonoise3_exact_vec2(t * (b - a)));
    return r;
}
vec4 isonoise3_lerp_vec4(vec4 a, vec4 b, float t) {
    vec4 r = isonoise3_exact_vec4(a + isonoise3_exact_vec4(t * (b - a)));
    return r;
}

const uint ISONOISE3_PRIME_X = uint(-1640531535);
const uint ISONOISE3_PRIME_Y = uint(-2048144777);
const uint ISONOISE3_PRIME_Z = uint(-1028477379);

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE3_OFFSET_Y = uint(0x243F6A88);
const uint ISONOISE3_OFFSET_Z = uint(-2052912941);

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise3_seeded(uint seed) { return seed * uint(0x7FEB352D) + uint(0x2C1B3C6D); }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise3_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> uint(16)) * (u & uint(0xFFFF)) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise3_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

uvec2 isonoise3_keys_x(int cell, uint seed) {
    return isonoise3_keys(uint(cell), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
}
uvec2 isonoise3_keys_y(int cell) { return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y); }
uvec2 isonoise3_keys_z(int cell) { return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z); }

// Hashes the xor of a lattice point's keys.
uvec4 isonoise3_hash(uvec4 k) {
    uvec4 m = k & uvec4(uint(0xFFFFFF));
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
uvec4 isonoise3_square(uvec2 x, uvec2 y, uint rest) { return isonoise3_hash(x.xyxy ^ y.xxyy ^ uvec4(rest)); }

float isonoise3_interpolate3(vec4 a, vec4 b, vec3 w) {
    vec4 x = isonoise3_lerp_vec4(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    vec2 y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

const float ISONOISE3_SCALE3 = (63237.0 * 16.0) / (65536.0 * 16.0);

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
const int ISONOISE3_THIRD1 = -715827882;
const int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
vec4 isonoise3_flip(vec4 x, uvec4 h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & uvec4((uint(1) << bit))) << (uint(31) - bit)));
}

// x where h is below a bound, else y.
vec4 isonoise3_select(ivec4 h, int bound, vec4 x, vec4 y) {
    return vec4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
vec4 isonoise3_corners3(uvec4 h, vec4 x, vec4 y, vec4 z) {
    uvec4 rest = (h << uint(1)) + h;
    vec4 u = isonoise3_select(ivec4(h), ISONOISE3_THIRD1, y, x);
    vec4 v = isonoise3_select(ivec4(h), ISONOISE3_THIRD2, z, y);
    vec4 r = isonoise3_exact_vec4(isonoise3_flip(u, rest, uint(31)) + isonoise3_flip(v, rest, uint(30)));
    return r;
}

float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    vec3 g = isonoise3_exact_vec3(f - 1.0);
    vec4 x = vec4(f.x, g.x, f.x, g.x);
    vec4 y = vec4(f.yy, g.yy);
    return isonoise3_interpolate3(isonoise3_corners3(a, x, y, vec4(f.z)), isonoise3_corners3(b, x, y, vec4(g.z)), w);
}

float isonoise3_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f) {
    uvec4 a = isonoise3_square(x, y, z.x), b = isonoise3_square(x, y, z.y);
    return isonoise3_scaled(isonoise3_noise3(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
float isonoise3_perlin3_at(ivec3 cell, vec3 f, uint seed) {
    return isonoise3_perlin3(isonoise3_keys_x(cell.x, seed), isonoise3_keys_y(cell.y), isonoise3_keys_z(cell.z), f);
}

float perlin3(vec3 p, uint seed) { return isonoise3_perlin3_at(isonoise3_whole(p), isonoise3_fraction(p), seed); }
