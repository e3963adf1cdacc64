// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's, unless the program is built with options for fast arithmetic, see below.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

// Operations are neither fused nor reordered, from here to the end of the program. clang needs the
// second line if its options allow more.
#pragma OPENCL FP_CONTRACT OFF
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
__constant uint ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
__constant uint ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
static inline float isonoise3_guard(float x) {
    return (as_uint(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0f;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static inline float isonoise3_guard_fraction(float f) { return as_uint(f) - 0x2B800000u <= 0x14000000u ? f : 0.0f; }

// The cell of a coordinate: its whole part, rounded down.
static inline int isonoise3_whole(float p) { return (int)floor(isonoise3_guard(p)); }

// A coordinate's position within its cell.
static inline float isonoise3_fraction(float p) {
    const float x = isonoise3_guard(p);
    const float r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static inline float isonoise3_snap(float x) { return fabs(x) < as_float(0x1F800000u) ? 0.0f : x; }

// Scaled and snapped.
static inline float isonoise3_scaled(float n, float scale) {
    const float r = n * scale;
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float isonoise3_quintic(float t) {
    const float inner = t * (t * 6.0f - 15.0f) + 10.0f;
    const float r = t * t * t * inner;
    return r;
}

static inline float isonoise3_lerp(float a, float b, float t) {
    const float r = a + t * (b - a);
    return r;
}

__constant uint ISONOISE3_PRIME_X = 0x9E3779B1u;
__constant uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
__constant uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
__constant uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
__constant uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// The offset along x. A bijection: no two seeds give the same noise.
static inline uint isonoise3_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
static inline uint isonoise3_key(uint t, uint offset) {
    const uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// Hashes the xor of a lattice point's keys.
static inline uint isonoise3_hash(uint k) {
    const uint m = k & 0xFFFFFFu;
    return m * m + k;
}

__constant float ISONOISE3_SCALE3 = 1011792.0f / 1048576.0f;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
__constant int ISONOISE3_THIRD1 = -715827882;
__constant int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static inline float isonoise3_flip(float x, uint h, uint bit) {
    return as_float(as_uint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
static inline float isonoise3_select(int h, int bound, float x, float y) { return h < bound ? x : y; }

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static inline float isonoise3_corners3(uint h, float x, float y, float z) {
    const uint rest = (h << 1) + h;
    const float u = isonoise3_select((int)h, ISONOISE3_THIRD1, y, x);
    const float v = isonoise3_select((int)h, ISONOISE3_THIRD2, z, y);
    const float r = isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u);
    return r;
}
static inline float isonoise3_perlin3_at(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz, uint seed) {
    const uint offset = isonoise3_seeded(seed);
    const uint t = (uint)cell_x * ISONOISE3_PRIME_X;
    const uint t2 = (uint)cell_y * ISONOISE3_PRIME_Y;
    const uint t3 = (uint)cell_z * ISONOISE3_PRIME_Z;
    const uint x0 = isonoise3_key(t, offset);
    const uint x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const uint y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float gx = fx - 1.0f;
    const float gy = fy - 1.0f;
    const float gz = fz - 1.0f;
    const float x0_2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y0 ^ z0), fx, fy, fz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y0 ^ z0), gx, fy, fz), wx);
    const float x1_2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y1 ^ z0), fx, gy, fz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y1 ^ z0), gx, gy, fz), wx);
    const float x2 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y0 ^ z1), fx, fy, gz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y0 ^ z1), gx, fy, gz), wx);
    const float x3 = isonoise3_lerp(isonoise3_corners3(isonoise3_hash(x0 ^ y1 ^ z1), fx, gy, gz),
        isonoise3_corners3(isonoise3_hash(x1 ^ y1 ^ z1), gx, gy, gz), wx);
    return isonoise3_scaled(isonoise3_lerp(isonoise3_lerp(x0_2, x1_2, wy), isonoise3_lerp(x2, x3, wy),
        isonoise3_quintic(fz)), ISONOISE3_SCALE3);
}

static inline float perlin3(float x, float y, float z, uint seed) {
    return isonoise3_perlin3_at(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed);
}
static inline float perlin3_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz, uint seed) {
    return isonoise3_perlin3_at(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed);
}
#endif
