// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

// No compiler may fuse or reorder the operations below. `precise` ensures that or, where GLSL lacks it, a number that
// is always 0, which no compiler knows: four consecutive numbers multiplied, modulo 8. To measure the cost, define
// ISONOISE_FAST.
#if defined(ISONOISE_FAST)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE
#define ISO_BARRIER(b)
#elif 400 <= __VERSION__ || (defined(GL_ES) && 320 <= __VERSION__)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#define ISO_BARRIER(b)
#else
uint isonoise3_barrier = 0u;
void isonoise3_raise(uvec3 b) {
    uint x = (b.x + b.y + b.z) & 0x7FFu, u = x * (x + 3u);
    isonoise3_barrier = (u * (u + 2u)) & 7u;
}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise3_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(b) isonoise3_raise(b)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE3_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE3_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise3_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE ? x : 0.0;
}
vec3 isonoise3_guard(vec3 v) { return vec3(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint ISONOISE3_TINY = 0x2B800000u;         // the bits of 2^-40
const uint ISONOISE3_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise3_guard_fraction(float f) {
    return floatBitsToUint(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE ? f : 0.0;
}
vec3 isonoise3_guard_fraction(vec3 v) {
    ISO_PRECISE vec3 f = vec3(isonoise3_guard_fraction(v.x), isonoise3_guard_fraction(v.y),
        isonoise3_guard_fraction(v.z));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
ivec3 isonoise3_whole(vec3 p) { return ivec3(floor(isonoise3_guard(p))); }

// A coordinate's position within its cell.
vec3 isonoise3_fraction(vec3 p) {
    ISO_PRECISE vec3 x = isonoise3_guard(p);
    ISO_PRECISE vec3 r = ISO_EXACT(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise3_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise3_scaled(float n, float scale) {
    ISO_PRECISE float r = ISO_EXACT(n * scale);
    return isonoise3_snap(r);
}
vec3 isonoise3_scaled(vec3 v, float scale) {
    return vec3(isonoise3_scaled(v.x, scale), isonoise3_scaled(v.y, scale), isonoise3_scaled(v.z, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
vec3 isonoise3_quintic(vec3 t) {
    ISO_PRECISE vec3 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec3 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise3_quintic_slope(float t) {
    ISO_PRECISE float s = ISO_EXACT(t * ISO_EXACT(t - 1.0));
    ISO_PRECISE float r = ISO_EXACT(30.0 * ISO_EXACT(s * s));
    return r;
}
vec3 isonoise3_quintic_slope(vec3 t) {
    return vec3(isonoise3_quintic_slope(t.x), isonoise3_quintic_slope(t.y), isonoise3_quintic_slope(t.z));
}

float isonoise3_lerp(float a, float b, float t) {
    ISO_PRECISE float r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec2 isonoise3_lerp(vec2 a, vec2 b, float t) {
    ISO_PRECISE vec2 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec4 isonoise3_lerp(vec4 a, vec4 b, float t) {
    ISO_PRECISE vec4 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise3_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    ISO_PRECISE float rate = ISO_EXACT(0.999999 / float(period));
    ISO_PRECISE float about = ISO_EXACT(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    ISO_PRECISE float more = ISO_EXACT(float(int(rest)) * rate);
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint isonoise3_factor(float lacunarity) {
    ISO_PRECISE float scaled = ISO_EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise3_part(uint n) {
    ISO_PRECISE float part = ISO_EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise3_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    ISO_PRECISE float share = ISO_EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    ISO_PRECISE float t = ISO_EXACT(ISO_EXACT(f * lacunarity) + isonoise3_part(low));
    int whole = int(t);
    ISO_PRECISE float left = ISO_EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

const uint ISONOISE3_PRIME_X = 0x9E3779B1u;
const uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE3_OFFSET_Y = 0x243F6A88u;
const uint ISONOISE3_OFFSET_Z = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE3_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise3_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise3_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise3_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise3_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise3_key(t, offset), isonoise3_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uvec4 isonoise3_hash(uvec4 k) {
    uvec4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uvec4 isonoise3_hashes(uvec2 x, uvec2 y, uint rest) { return isonoise3_hash(x.xyxy ^ y.xxyy ^ rest); }
void isonoise3_hashes(uvec2 x, uvec2 y, uvec2 z, out uvec4 a, out uvec4 b) {
    a = isonoise3_hashes(x, y, z.x);
    b = isonoise3_hashes(x, y, z.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
void isonoise3_hashes(ivec3 cell, uint seed, out uvec4 a, out uvec4 b) {
    uvec2 x = isonoise3_keys(uint(cell.x), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uvec2 y = isonoise3_keys(uint(cell.y), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uvec2 z = isonoise3_keys(uint(cell.z), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}
void isonoise3_hashes(ivec3 cell, uint seed, uvec3 period, out uvec4 a, out uvec4 b) {
    uvec2 x = isonoise3_keys(isonoise3_wrap(cell.x, period.x), period.x, ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    uvec2 y = isonoise3_keys(isonoise3_wrap(cell.y, period.y), period.y, ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    uvec2 z = isonoise3_keys(isonoise3_wrap(cell.z, period.z), period.z, ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes(x, y, z, a, b);
}

float isonoise3_interpolate(vec4 a, vec4 b, vec3 w) {
    ISO_PRECISE vec4 x = isonoise3_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    ISO_PRECISE vec2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise3_interpolate(vec4 a, vec4 b, vec3 w, out vec3 slope) {
    ISO_PRECISE vec4 low = vec4(a.xz, b.xz);
    ISO_PRECISE vec4 dx = ISO_EXACT(vec4(a.yw, b.yw) - low);
    ISO_PRECISE vec4 x = ISO_EXACT(low + ISO_EXACT(w.x * dx));
    ISO_PRECISE vec2 dy = ISO_EXACT(x.yw - x.xz);
    ISO_PRECISE vec2 y = ISO_EXACT(x.xz + ISO_EXACT(w.y * dy));
    ISO_PRECISE float dz = ISO_EXACT(y.y - y.x);
    ISO_PRECISE float z = ISO_EXACT(y.x + ISO_EXACT(w.z * dz));
    ISO_PRECISE vec2 ex = isonoise3_lerp(dx.xz, dx.yw, w.y);
    slope = vec3(isonoise3_lerp(vec2(ex.x, dy.x), vec2(ex.y, dy.y), w.z), dz);
    return z;
}

const float ISONOISE3_SCALE3 = 1011792.0 / 1048576.0;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
const int ISONOISE3_THIRD1 = -715827882;
const int ISONOISE3_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
vec4 isonoise3_flip(vec4 x, uvec4 h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
vec4 isonoise3_select(ivec4 h, int bound, vec4 x, vec4 y) {
    return vec4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise3_total(vec4 v) {
    ISO_PRECISE vec2 pairs = ISO_EXACT(v.xz + v.yw);
    ISO_PRECISE float r = ISO_EXACT(pairs.x + pairs.y);
    return r;
}
float isonoise3_total(vec4 a, vec4 b) {
    ISO_PRECISE vec4 sum = ISO_EXACT(a + b);
    return isonoise3_total(sum);
}

// The weights of a square's corners, times `rest`.
vec4 isonoise3_corner_weights(vec2 w, float rest) {
    ISO_PRECISE vec2 v = ISO_EXACT(1.0 - w);
    ISO_PRECISE vec2 y = ISO_EXACT(rest * vec2(v.y, w.y));
    ISO_PRECISE vec4 r = ISO_EXACT(vec4(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
vec4 isonoise3_corners(uvec4 h, vec4 x, vec4 y, vec4 z) {
    uvec4 rest = (h << 1) + h;
    ISO_PRECISE vec4 u = isonoise3_select(ivec4(h), ISONOISE3_THIRD1, y, x);
    ISO_PRECISE vec4 v = isonoise3_select(ivec4(h), ISONOISE3_THIRD2, z, y);
    ISO_PRECISE vec4 r = ISO_EXACT(isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u));
    return r;
}
void isonoise3_weighted(uvec4 h, vec4 w, out vec4 x, out vec4 y, out vec4 z) {
    uvec4 rest = (h << 1) + h;
    ivec4 n = ivec4(h);
    ISO_PRECISE vec4 u = isonoise3_flip(w, rest, 31u);
    ISO_PRECISE vec4 v = isonoise3_flip(w, rest, 30u);
    x = isonoise3_select(n, ISONOISE3_THIRD1, vec4(0.0), u);
    y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, vec4(0.0), v));
    z = isonoise3_select(n, ISONOISE3_THIRD2, v, vec4(0.0));
}

float isonoise3_noise(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise3_interpolate(isonoise3_corners(a, x, y, vec4(f.z)), isonoise3_corners(b, x, y, vec4(g.z)), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise3_noise(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n = isonoise3_interpolate(isonoise3_corners(a, x, y, vec4(f.z)), isonoise3_corners(b, x, y,
        vec4(g.z)), w, slope);
    ISO_PRECISE float rest = ISO_EXACT(1.0 - w.z);
    ISO_PRECISE vec4 ax, ay, az;
    ISO_PRECISE vec4 bx, by, bz;
    isonoise3_weighted(a, isonoise3_corner_weights(w.xy, rest), ax, ay, az);
    isonoise3_weighted(b, isonoise3_corner_weights(w.xy, w.z), bx, by, bz);
    ISO_PRECISE vec3 inner = vec3(isonoise3_total(ax, bx), isonoise3_total(ay, by), isonoise3_total(az, bz));
    ISO_PRECISE vec3 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}

float isonoise3_perlin(uvec4 a, uvec4 b, vec3 f) {
    return isonoise3_scaled(isonoise3_noise(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
float isonoise3_perlin(uvec4 a, uvec4 b, vec3 f, out vec3 gradient) {
    ISO_PRECISE vec3 w = isonoise3_quintic(f);
    ISO_PRECISE vec3 g;
    ISO_PRECISE float n = isonoise3_noise(a, b, f, w, isonoise3_quintic_slope(f), g);
    gradient = isonoise3_scaled(g, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
float isonoise3_perlin(ivec3 cell, vec3 f, uint seed) {
    uvec4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f);
}
float isonoise3_perlin(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    uvec4 a, b;
    isonoise3_hashes(cell, seed, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}
float isonoise3_perlin(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    uvec4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f);
}
float isonoise3_perlin(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    uvec4 a, b;
    isonoise3_hashes(cell, seed, period, a, b);
    return isonoise3_perlin(a, b, f, gradient);
}

float perlin3(vec3 p, uint seed) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed);
}
float perlin3(ivec3 cell, vec3 f, uint seed) {
    ISO_BARRIER(floatBitsToUint(f) + uvec3(cell) + seed);
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed);
}
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, gradient);
}
float perlin3_gradient(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec3(cell) + seed);
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, gradient);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period);
}
float perlin3_periodic(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    ISO_BARRIER(floatBitsToUint(f) + uvec3(cell) + seed);
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise3_perlin(isonoise3_whole(p), isonoise3_fraction(p), seed, period, gradient);
}
float perlin3_periodic_gradient(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec3(cell) + seed);
    return isonoise3_perlin(cell, isonoise3_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise3_faded(float amplitude, float rest) {
    ISO_PRECISE float r = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise3_factor and isonoise3_part of the
// lacunarity.
void isonoise3_finer(inout uvec3 cell, inout vec3 f, float lacunarity, uint factor, float part) {
    isonoise3_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise3_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise3_finer(cell.z, f.z, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    uvec3 cell = uvec3(isonoise3_whole(p));
    ISO_PRECISE vec3 f = isonoise3_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = normalization;
    ISO_PRECISE float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise3_factor(lacunarity);
    ISO_PRECISE float part = isonoise3_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE3_OCTAVE);
        ISO_PRECISE float n = isonoise3_perlin(ivec3(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise3_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}

#undef ISO_EXACT
#undef ISO_PRECISE
#undef ISO_BARRIER
#endif
