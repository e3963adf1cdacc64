// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2
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
uint isonoise2_barrier = 0u;
void isonoise2_raise(uvec2 b) {
    uint x = (b.x + b.y) & 0x7FFu, u = x * (x + 3u);
    isonoise2_barrier = (u * (u + 2u)) & 7u;
}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise2_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(b) isonoise2_raise(b)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE2_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE2_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise2_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE ? x : 0.0;
}
vec2 isonoise2_guard(vec2 v) { return vec2(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint ISONOISE2_TINY = 0x2B800000u;         // the bits of 2^-40
const uint ISONOISE2_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise2_guard_fraction(float f) {
    return floatBitsToUint(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE ? f : 0.0;
}
vec2 isonoise2_guard_fraction(vec2 v) {
    ISO_PRECISE vec2 f = vec2(isonoise2_guard_fraction(v.x), isonoise2_guard_fraction(v.y));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
ivec2 isonoise2_whole(vec2 p) { return ivec2(floor(isonoise2_guard(p))); }

// A coordinate's position within its cell.
vec2 isonoise2_fraction(vec2 p) {
    ISO_PRECISE vec2 x = isonoise2_guard(p);
    ISO_PRECISE vec2 r = ISO_EXACT(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise2_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise2_scaled(float n, float scale) {
    ISO_PRECISE float r = ISO_EXACT(n * scale);
    return isonoise2_snap(r);
}
vec2 isonoise2_scaled(vec2 v, float scale) { return vec2(isonoise2_scaled(v.x, scale), isonoise2_scaled(v.y, scale)); }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
vec2 isonoise2_quintic(vec2 t) {
    ISO_PRECISE vec2 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec2 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise2_quintic_slope(float t) {
    ISO_PRECISE float s = ISO_EXACT(t * ISO_EXACT(t - 1.0));
    ISO_PRECISE float r = ISO_EXACT(30.0 * ISO_EXACT(s * s));
    return r;
}
vec2 isonoise2_quintic_slope(vec2 t) { return vec2(isonoise2_quintic_slope(t.x), isonoise2_quintic_slope(t.y)); }

float isonoise2_lerp(float a, float b, float t) {
    ISO_PRECISE float r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec2 isonoise2_lerp(vec2 a, vec2 b, float t) {
    ISO_PRECISE vec2 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise2_wrap(int cell, uint period) {
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
uint isonoise2_factor(float lacunarity) {
    ISO_PRECISE float scaled = ISO_EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise2_part(uint n) {
    ISO_PRECISE float part = ISO_EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise2_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    ISO_PRECISE float share = ISO_EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    ISO_PRECISE float t = ISO_EXACT(ISO_EXACT(f * lacunarity) + isonoise2_part(low));
    int whole = int(t);
    ISO_PRECISE float left = ISO_EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

const uint ISONOISE2_PRIME_X = 0x9E3779B1u;
const uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE2_OFFSET_Y = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE2_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise2_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise2_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise2_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise2_key(t, offset), isonoise2_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise2_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise2_key(t, offset), isonoise2_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uvec4 isonoise2_hash(uvec4 k) {
    uvec4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uvec4 isonoise2_hashes(uvec2 x, uvec2 y, uint rest) { return isonoise2_hash(x.xyxy ^ y.xxyy ^ rest); }

// Hashes the corners of a cell. `period` is in cells; 0 means none.
uvec4 isonoise2_hashes(ivec2 cell, uint seed) {
    uvec2 x = isonoise2_keys(uint(cell.x), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uvec2 y = isonoise2_keys(uint(cell.y), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}
uvec4 isonoise2_hashes(ivec2 cell, uint seed, uvec2 period) {
    uvec2 x = isonoise2_keys(isonoise2_wrap(cell.x, period.x), period.x, ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    uvec2 y = isonoise2_keys(isonoise2_wrap(cell.y, period.y), period.y, ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}

float isonoise2_interpolate(vec4 a, vec2 w) {
    ISO_PRECISE vec2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise2_interpolate(vec4 a, vec2 w, out vec2 slope) {
    ISO_PRECISE vec2 dx = ISO_EXACT(a.yw - a.xz);
    ISO_PRECISE vec2 x = ISO_EXACT(a.xz + ISO_EXACT(w.x * dx));
    ISO_PRECISE float dy = ISO_EXACT(x.y - x.x);
    ISO_PRECISE float y = ISO_EXACT(x.x + ISO_EXACT(w.y * dy));
    slope = vec2(isonoise2_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const float ISONOISE2_SCALE2 = 1465999.0 / 1048576.0;

// The tangent of 22.5 degrees.
const float ISONOISE2_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
vec4 isonoise2_flip(vec4 x, uvec4 h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
vec2 isonoise2_select(int h, int bound, vec2 x, vec2 y) {
    return vec2(h < bound ? x.x : y.x, h < bound ? x.y : y.y);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise2_total(vec4 v) {
    ISO_PRECISE vec2 pairs = ISO_EXACT(v.xz + v.yw);
    ISO_PRECISE float r = ISO_EXACT(pairs.x + pairs.y);
    return r;
}

// The weights of a square's corners, times `rest`.
vec4 isonoise2_corner_weights(vec2 w, float rest) {
    ISO_PRECISE vec2 v = ISO_EXACT(1.0 - w);
    ISO_PRECISE vec2 y = ISO_EXACT(rest * vec2(v.y, w.y));
    ISO_PRECISE vec4 r = ISO_EXACT(vec4(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
vec4 isonoise2_corners(uvec4 h, vec2 f) {
    ISO_PRECISE vec2 g = ISO_EXACT(1.0 - f);
    ISO_PRECISE vec2 low = ISO_EXACT(ISONOISE2_TANGENT * f);
    ISO_PRECISE vec2 high = ISO_EXACT(ISONOISE2_TANGENT * g);
    ivec4 n = ivec4(h);
    ISO_PRECISE vec2 p = isonoise2_select(n.x, 0, vec2(f.x, low.y), vec2(low.x, f.y));
    ISO_PRECISE vec2 q = isonoise2_select(n.y, 0, vec2(g.x, low.y), vec2(high.x, f.y));
    ISO_PRECISE vec2 r = isonoise2_select(n.z, 0, vec2(f.x, high.y), vec2(low.x, g.y));
    ISO_PRECISE vec2 s = isonoise2_select(n.w, 0, vec2(g.x, high.y), vec2(high.x, g.y));
    ISO_PRECISE vec4 u = isonoise2_flip(vec4(p.x, q.x, r.x, s.x), h, 30u);
    ISO_PRECISE vec4 v = isonoise2_flip(vec4(p.y, q.y, r.y, s.y), h, 29u);
    ISO_PRECISE float a = ISO_EXACT(u.x + v.x);
    ISO_PRECISE float b = ISO_EXACT(v.y - u.y);
    ISO_PRECISE float c = ISO_EXACT(u.z - v.z);
    ISO_PRECISE float d = ISO_EXACT(-u.w - v.w);
    return vec4(a, b, c, d);
}
void isonoise2_weighted(uvec4 h, vec4 w, out vec4 x, out vec4 y) {
    ISO_PRECISE vec4 shorter = ISO_EXACT(ISONOISE2_TANGENT * w);
    ivec4 n = ivec4(h);
    ISO_PRECISE vec2 p = isonoise2_select(n.x, 0, vec2(w.x, shorter.x), vec2(shorter.x, w.x));
    ISO_PRECISE vec2 q = isonoise2_select(n.y, 0, vec2(w.y, shorter.y), vec2(shorter.y, w.y));
    ISO_PRECISE vec2 r = isonoise2_select(n.z, 0, vec2(w.z, shorter.z), vec2(shorter.z, w.z));
    ISO_PRECISE vec2 s = isonoise2_select(n.w, 0, vec2(w.w, shorter.w), vec2(shorter.w, w.w));
    x = isonoise2_flip(vec4(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    y = isonoise2_flip(vec4(p.y, q.y, r.y, s.y), h, 29u);
}

float isonoise2_noise(uvec4 a, vec2 f, vec2 w) { return isonoise2_interpolate(isonoise2_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise2_noise(uvec4 a, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    ISO_PRECISE vec2 slope;
    ISO_PRECISE float n = isonoise2_interpolate(isonoise2_corners(a, f), w, slope);
    ISO_PRECISE vec4 x, y;
    isonoise2_weighted(a, isonoise2_corner_weights(w, 1.0), x, y);
    ISO_PRECISE vec2 r = ISO_EXACT(vec2(isonoise2_total(x), isonoise2_total(y)) + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}

float isonoise2_perlin(uvec4 a, vec2 f) {
    return isonoise2_scaled(isonoise2_noise(a, f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
float isonoise2_perlin(uvec4 a, vec2 f, out vec2 gradient) {
    ISO_PRECISE vec2 w = isonoise2_quintic(f);
    ISO_PRECISE vec2 g;
    ISO_PRECISE float n = isonoise2_noise(a, f, w, isonoise2_quintic_slope(f), g);
    gradient = isonoise2_scaled(g, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
float isonoise2_perlin(ivec2 cell, vec2 f, uint seed) { return isonoise2_perlin(isonoise2_hashes(cell, seed), f); }
float isonoise2_perlin(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed), f, gradient);
}
float isonoise2_perlin(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f);
}
float isonoise2_perlin(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    return isonoise2_perlin(isonoise2_hashes(cell, seed, period), f, gradient);
}

float perlin2(vec2 p, uint seed) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed);
}
float perlin2(ivec2 cell, vec2 f, uint seed) {
    ISO_BARRIER(floatBitsToUint(f) + uvec2(cell) + seed);
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed);
}
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, gradient);
}
float perlin2_gradient(ivec2 cell, vec2 f, uint seed, out vec2 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec2(cell) + seed);
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, gradient);
}
float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period);
}
float perlin2_periodic(ivec2 cell, vec2 f, uint seed, uvec2 period) {
    ISO_BARRIER(floatBitsToUint(f) + uvec2(cell) + seed);
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period);
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise2_perlin(isonoise2_whole(p), isonoise2_fraction(p), seed, period, gradient);
}
float perlin2_periodic_gradient(ivec2 cell, vec2 f, uint seed, uvec2 period, out vec2 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec2(cell) + seed);
    return isonoise2_perlin(cell, isonoise2_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise2_faded(float amplitude, float rest) {
    ISO_PRECISE float r = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise2_factor and isonoise2_part of the
// lacunarity.
void isonoise2_finer(inout uvec2 cell, inout vec2 f, float lacunarity, uint factor, float part) {
    isonoise2_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise2_finer(cell.y, f.y, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin2_fbm(vec2 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    uvec2 cell = uvec2(isonoise2_whole(p));
    ISO_PRECISE vec2 f = isonoise2_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = normalization;
    ISO_PRECISE float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise2_factor(lacunarity);
    ISO_PRECISE float part = isonoise2_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE2_OCTAVE);
        ISO_PRECISE float n = isonoise2_perlin(ivec2(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise2_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise2_has_octave(rest, amplitude)) break;
        isonoise2_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}

#undef ISO_EXACT
#undef ISO_PRECISE
#undef ISO_BARRIER
#endif
