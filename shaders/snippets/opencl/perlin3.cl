// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3_cell(cell, fraction, seed) and so on: in a world of any size.
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
__constant uint ISONOISE3_TINY = 0x2B800000u;         // the bits of 2^-40
__constant uint ISONOISE3_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
static inline float isonoise3_guard_fraction(float f) {
    return as_uint(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE ? f : 0.0f;
}

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

// Its derivative, 30t^2(t-1)^2.
static inline float isonoise3_quintic_slope(float t) {
    const float s = t * (t - 1.0f);
    const float r = 30.0f * (s * s);
    return r;
}

static inline float isonoise3_lerp(float a, float b, float t) {
    const float r = a + t * (b - a);
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
static inline uint isonoise3_wrap(int cell, uint period) {
    if (period == 0u) return (uint)cell;
    const float rate = 0.999999f / (float)period;
    const float about = (float)cell * rate;
    uint rest = (uint)cell - (uint)(int)floor(about) * period;
    const float more = (float)(int)rest * rate;
    rest = rest - (uint)(int)floor(more) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
static inline uint isonoise3_factor(float lacunarity) {
    const float scaled = lacunarity * 8388608.0f;
    return (uint)scaled;
}
static inline float isonoise3_part(uint n) {
    const float part = as_float(0x3F800000u | (n & 0x7FFFFFu)) - 1.0f;
    return part;
}
static inline void isonoise3_finer(uint *cell, float *f, float lacunarity, uint factor, float part) {
    const uint low = *cell * factor;
    const float share = (float)(int)*cell * part;
    uint next = *cell * (factor >> 23) + (uint)(int)share;
    next = next + (uint)((int)(low - (next << 23)) >> 23);
    const float t = *f * lacunarity + isonoise3_part(low);
    const int whole = (int)t;
    const float left = t - (float)whole;
    *f = left;
    *cell = next + (uint)whole;
}

__constant uint ISONOISE3_PRIME_X = 0x9E3779B1u;
__constant uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
__constant uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
__constant uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
__constant uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
__constant uint ISONOISE3_OCTAVE = 0x9E3779B9u;

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

// The sum of all four, added in pairs; or of a and b, which are added first.
static inline float isonoise3_total_b(float a0, float a1, float a2, float a3, float b0, float b1, float b2, float b3) {
    const float sum_x = a0 + b0;
    const float sum_y = a1 + b1;
    const float sum_z = a2 + b2;
    const float sum_w = a3 + b3;
    return sum_x + sum_y + (sum_z + sum_w);
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
static inline float isonoise3_corners(uint h, float x, float y, float z) {
    const uint rest = (h << 1) + h;
    const float u = isonoise3_select((int)h, ISONOISE3_THIRD1, y, x);
    const float v = isonoise3_select((int)h, ISONOISE3_THIRD2, z, y);
    const float r = isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u);
    return r;
}
static inline void isonoise3_weighted(uint h, float w, float *x, float *y, float *z) {
    const uint rest = (h << 1) + h;
    const int n = (int)h;
    const float u = isonoise3_flip(w, rest, 31u);
    const float v = isonoise3_flip(w, rest, 30u);
    *x = isonoise3_select(n, ISONOISE3_THIRD1, 0.0f, u);
    *y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, 0.0f, v));
    *z = isonoise3_select(n, ISONOISE3_THIRD2, v, 0.0f);
}

static inline float isonoise3_perlin(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3, float fx,
    float fy, float fz) {
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float gx = fx - 1.0f;
    const float gy = fy - 1.0f;
    const float gz = fz - 1.0f;
    const float x0 = isonoise3_lerp(isonoise3_corners(a0, fx, fy, fz), isonoise3_corners(a1, gx, fy, fz), wx);
    const float x1 = isonoise3_lerp(isonoise3_corners(a2, fx, gy, fz), isonoise3_corners(a3, gx, gy, fz), wx);
    const float x2 = isonoise3_lerp(isonoise3_corners(b0, fx, fy, gz), isonoise3_corners(b1, gx, fy, gz), wx);
    const float x3 = isonoise3_lerp(isonoise3_corners(b2, fx, gy, gz), isonoise3_corners(b3, gx, gy, gz), wx);
    return isonoise3_scaled(isonoise3_lerp(isonoise3_lerp(x0, x1, wy), isonoise3_lerp(x2, x3, wy),
        isonoise3_quintic(fz)), ISONOISE3_SCALE3);
}
static inline float isonoise3_perlin_gradient(uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, uint b2, uint b3,
    float fx, float fy, float fz, float *gradient_x, float *gradient_y, float *gradient_z) {
    const float wx = isonoise3_quintic(fx);
    const float wy = isonoise3_quintic(fy);
    const float wz = isonoise3_quintic(fz);
    const float gx = fx - 1.0f;
    const float gy = fy - 1.0f;
    const float gz = fz - 1.0f;
    const float a0_2 = isonoise3_corners(a0, fx, fy, fz);
    const float a2_2 = isonoise3_corners(a2, fx, gy, fz);
    const float b0_2 = isonoise3_corners(b0, fx, fy, gz);
    const float b2_2 = isonoise3_corners(b2, fx, gy, gz);
    const float dx_x = isonoise3_corners(a1, gx, fy, fz) - a0_2;
    const float dx_y = isonoise3_corners(a3, gx, gy, fz) - a2_2;
    const float dx_z = isonoise3_corners(b1, gx, fy, gz) - b0_2;
    const float dx_w = isonoise3_corners(b3, gx, gy, gz) - b2_2;
    const float x0 = a0_2 + wx * dx_x;
    const float x2 = b0_2 + wx * dx_z;
    const float dy_x = a2_2 + wx * dx_y - x0;
    const float dy_y = b2_2 + wx * dx_w - x2;
    const float y0 = x0 + wy * dy_x;
    const float dz = x2 + wy * dy_y - y0;
    const float rest = 1.0f - wz;
    const float vx = 1.0f - wx;
    const float y0_2 = rest * (1.0f - wy);
    const float y1 = rest * wy;
    float ax_x, ay_x, az_x;
    isonoise3_weighted(a0, vx * y0_2, &ax_x, &ay_x, &az_x);
    float ax_y, ay_y, az_y;
    isonoise3_weighted(a1, wx * y0_2, &ax_y, &ay_y, &az_y);
    float ax_z, ay_z, az_z;
    isonoise3_weighted(a2, vx * y1, &ax_z, &ay_z, &az_z);
    float ax_w, ay_w, az_w;
    isonoise3_weighted(a3, wx * y1, &ax_w, &ay_w, &az_w);
    const float vx2 = 1.0f - wx;
    const float y0_3 = wz * (1.0f - wy);
    const float y1_3 = wz * wy;
    float bx_x, by_x, bz_x;
    isonoise3_weighted(b0, vx2 * y0_3, &bx_x, &by_x, &bz_x);
    float bx_y, by_y, bz_y;
    isonoise3_weighted(b1, wx * y0_3, &bx_y, &by_y, &bz_y);
    float bx_z, by_z, bz_z;
    isonoise3_weighted(b2, vx2 * y1_3, &bx_z, &by_z, &bz_z);
    float bx_w, by_w, bz_w;
    isonoise3_weighted(b3, wx * y1_3, &bx_w, &by_w, &bz_w);
    const float rx3 = isonoise3_total_b(ax_x, ax_y, ax_z, ax_w, bx_x, bx_y, bx_z, bx_w) + isonoise3_quintic_slope(fx)
        * isonoise3_lerp(isonoise3_lerp(dx_x, dx_y, wy), isonoise3_lerp(dx_z, dx_w, wy), wz);
    const float ry3 = isonoise3_total_b(ay_x, ay_y, ay_z, ay_w, by_x, by_y, by_z, by_w) + isonoise3_quintic_slope(fy)
        * isonoise3_lerp(dy_x, dy_y, wz);
    const float rz3 = isonoise3_total_b(az_x, az_y, az_z, az_w, bz_x, bz_y, bz_z, bz_w) + isonoise3_quintic_slope(fz)
        * dz;
    const float n = y0 + wz * dz;
    *gradient_x = isonoise3_scaled(rx3, ISONOISE3_SCALE3);
    *gradient_y = isonoise3_scaled(ry3, ISONOISE3_SCALE3);
    *gradient_z = isonoise3_scaled(rz3, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
static inline float isonoise3_perlin_ivec3(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    uint seed) {
    const uint offset = isonoise3_seeded(seed);
    const uint t = (uint)cell_x * ISONOISE3_PRIME_X;
    const uint x0 = isonoise3_key(t, offset);
    const uint x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const uint t2 = (uint)cell_y * ISONOISE3_PRIME_Y;
    const uint y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint t3 = (uint)cell_z * ISONOISE3_PRIME_Z;
    const uint z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^ y1 ^ z0),
        isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1), isonoise3_hash(x0 ^
        y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
static inline float isonoise3_perlin_gradient_ivec3(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    uint seed, float *gradient_x, float *gradient_y, float *gradient_z) {
    const uint offset = isonoise3_seeded(seed);
    const uint t = (uint)cell_x * ISONOISE3_PRIME_X;
    const uint x0 = isonoise3_key(t, offset);
    const uint x1 = isonoise3_key(t + ISONOISE3_PRIME_X, offset);
    const uint t2 = (uint)cell_y * ISONOISE3_PRIME_Y;
    const uint y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint y1 = isonoise3_key(t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint t3 = (uint)cell_z * ISONOISE3_PRIME_Z;
    const uint z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint z1 = isonoise3_key(t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin_gradient(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^
        y1 ^ z0), isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1),
        isonoise3_hash(x0 ^ y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y, gradient_z);
}
static inline float isonoise3_perlin_period(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    uint seed, uint period_x, uint period_y, uint period_z) {
    const uint cell = isonoise3_wrap(cell_x, period_x);
    const uint offset = isonoise3_seeded(seed);
    const uint t = cell * ISONOISE3_PRIME_X;
    const uint x0 = isonoise3_key(t, offset);
    const uint x1 = isonoise3_key(cell + 1u == period_x ? 0u : t + ISONOISE3_PRIME_X, offset);
    const uint cell2 = isonoise3_wrap(cell_y, period_y);
    const uint t2 = cell2 * ISONOISE3_PRIME_Y;
    const uint y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint y1 = isonoise3_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint cell3 = isonoise3_wrap(cell_z, period_z);
    const uint t3 = cell3 * ISONOISE3_PRIME_Z;
    const uint z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint z1 = isonoise3_key(cell3 + 1u == period_z ? 0u : t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^ y1 ^ z0),
        isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1), isonoise3_hash(x0 ^
        y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
static inline float isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(int cell_x, int cell_y, int cell_z, float fx,
    float fy, float fz, uint seed, uint period_x, uint period_y, uint period_z, float *gradient_x, float *gradient_y,
    float *gradient_z) {
    const uint cell = isonoise3_wrap(cell_x, period_x);
    const uint offset = isonoise3_seeded(seed);
    const uint t = cell * ISONOISE3_PRIME_X;
    const uint x0 = isonoise3_key(t, offset);
    const uint x1 = isonoise3_key(cell + 1u == period_x ? 0u : t + ISONOISE3_PRIME_X, offset);
    const uint cell2 = isonoise3_wrap(cell_y, period_y);
    const uint t2 = cell2 * ISONOISE3_PRIME_Y;
    const uint y0 = isonoise3_key(t2, ISONOISE3_OFFSET_Y);
    const uint y1 = isonoise3_key(cell2 + 1u == period_y ? 0u : t2 + ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    const uint cell3 = isonoise3_wrap(cell_z, period_z);
    const uint t3 = cell3 * ISONOISE3_PRIME_Z;
    const uint z0 = isonoise3_key(t3, ISONOISE3_OFFSET_Z);
    const uint z1 = isonoise3_key(cell3 + 1u == period_z ? 0u : t3 + ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    return isonoise3_perlin_gradient(isonoise3_hash(x0 ^ y0 ^ z0), isonoise3_hash(x1 ^ y0 ^ z0), isonoise3_hash(x0 ^
        y1 ^ z0), isonoise3_hash(x1 ^ y1 ^ z0), isonoise3_hash(x0 ^ y0 ^ z1), isonoise3_hash(x1 ^ y0 ^ z1),
        isonoise3_hash(x0 ^ y1 ^ z1), isonoise3_hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y, gradient_z);
}

static inline float perlin3(float x, float y, float z, uint seed) {
    return isonoise3_perlin_ivec3(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed);
}
static inline float perlin3_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz, uint seed) {
    return isonoise3_perlin_ivec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed);
}
static inline float perlin3_gradient(float x, float y, float z, uint seed, float gradient[3]) {
    const float n = isonoise3_perlin_gradient_ivec3(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z),
        isonoise3_fraction(x), isonoise3_fraction(y), isonoise3_fraction(z), seed, &gradient[0], &gradient[1],
        &gradient[2]);
    return n;
}
static inline float perlin3_gradient_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz, uint seed,
    float gradient[3]) {
    const float n = isonoise3_perlin_gradient_ivec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx),
        isonoise3_guard_fraction(fy), isonoise3_guard_fraction(fz), seed, &gradient[0], &gradient[1], &gradient[2]);
    return n;
}
static inline float perlin3_periodic(float x, float y, float z, uint seed, uint period_x, uint period_y,
    uint period_z) {
    return isonoise3_perlin_period(isonoise3_whole(x), isonoise3_whole(y), isonoise3_whole(z), isonoise3_fraction(x),
        isonoise3_fraction(y), isonoise3_fraction(z), seed, period_x, period_y, period_z);
}
static inline float perlin3_periodic_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz, uint seed,
    uint period_x, uint period_y, uint period_z) {
    return isonoise3_perlin_period(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx), isonoise3_guard_fraction(fy),
        isonoise3_guard_fraction(fz), seed, period_x, period_y, period_z);
}
static inline float perlin3_periodic_gradient(float x, float y, float z, uint seed, uint period_x, uint period_y,
    uint period_z, float gradient[3]) {
    const float n = isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(isonoise3_whole(x), isonoise3_whole(y),
        isonoise3_whole(z), isonoise3_fraction(x), isonoise3_fraction(y), isonoise3_fraction(z), seed, period_x,
        period_y, period_z, &gradient[0], &gradient[1], &gradient[2]);
    return n;
}
static inline float perlin3_periodic_gradient_cell(int cell_x, int cell_y, int cell_z, float fx, float fy, float fz,
    uint seed, uint period_x, uint period_y, uint period_z, float gradient[3]) {
    const float n = isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(cell_x, cell_y, cell_z, isonoise3_guard_fraction(fx),
        isonoise3_guard_fraction(fy), isonoise3_guard_fraction(fz), seed, period_x, period_y, period_z, &gradient[0],
        &gradient[1], &gradient[2]);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static inline bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0f && amplitude >= as_float(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static inline float isonoise3_faded(float amplitude, float rest) {
    const float r = amplitude * (rest < 1.0f ? rest : 1.0f);
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static inline float perlin3_fbm(float x, float y, float z, uint seed, float octaves, float persistence,
    float lacunarity, float normalization) {
    uint cell_x = (uint)isonoise3_whole(x);
    uint cell_y = (uint)isonoise3_whole(y);
    uint cell_z = (uint)isonoise3_whole(z);
    float fx = isonoise3_fraction(x);
    float fy = isonoise3_fraction(y);
    float fz = isonoise3_fraction(z);
    float sum = 0.0f;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0f;
    const uint factor = isonoise3_factor(lacunarity);
    const float part = isonoise3_part(factor);
    while (true) {
        const float i = octaves - rest;
        const uint octave_seed = seed ^ ((uint)i * ISONOISE3_OCTAVE);
        const float n = isonoise3_perlin_ivec3((int)cell_x, (int)cell_y, (int)cell_z, fx, fy, fz, octave_seed);
        sum = sum + isonoise3_faded(amplitude, rest) * n;
        amplitude = amplitude * persistence;
        rest = rest - 1.0f;
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer(&cell_x, &fx, lacunarity, factor, part);
        isonoise3_finer(&cell_y, &fy, lacunarity, factor, part);
        isonoise3_finer(&cell_z, &fz, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
#endif
