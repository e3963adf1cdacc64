// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// perlin4(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4
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
uint isonoise4_barrier = 0u;
void isonoise4_raise(uvec4 b) {
    uint x = (b.x + b.y + b.z + (b.w >> 1u)) & 0x7FFu, u = x * (x + 3u);
    isonoise4_barrier = (u * (u + 2u)) & 7u;
}
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise4_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(b) isonoise4_raise(b)
#endif

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

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint ISONOISE4_TINY = 0x2B800000u;         // the bits of 2^-40
const uint ISONOISE4_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise4_guard_fraction(float f) {
    return floatBitsToUint(f) - ISONOISE4_TINY <= ISONOISE4_TINY_TO_ONE ? f : 0.0;
}
vec4 isonoise4_guard_fraction(vec4 v) {
    ISO_PRECISE vec4 f = vec4(isonoise4_guard_fraction(v.x), isonoise4_guard_fraction(v.y),
        isonoise4_guard_fraction(v.z), isonoise4_guard_fraction(v.w));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
ivec4 isonoise4_whole(vec4 p) { return ivec4(floor(isonoise4_guard(p))); }

// A coordinate's position within its cell.
vec4 isonoise4_fraction(vec4 p) {
    ISO_PRECISE vec4 x = isonoise4_guard(p);
    ISO_PRECISE vec4 r = ISO_EXACT(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise4_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }

// Scaled and snapped.
float isonoise4_scaled(float n, float scale) {
    ISO_PRECISE float r = ISO_EXACT(n * scale);
    return isonoise4_snap(r);
}
vec4 isonoise4_scaled(vec4 v, float scale) {
    return vec4(isonoise4_scaled(v.x, scale), isonoise4_scaled(v.y, scale), isonoise4_scaled(v.z, scale),
        isonoise4_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
vec4 isonoise4_quintic(vec4 t) {
    ISO_PRECISE vec4 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec4 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise4_quintic_slope(float t) {
    ISO_PRECISE float s = ISO_EXACT(t * ISO_EXACT(t - 1.0));
    ISO_PRECISE float r = ISO_EXACT(30.0 * ISO_EXACT(s * s));
    return r;
}
vec4 isonoise4_quintic_slope(vec4 t) {
    return vec4(isonoise4_quintic_slope(t.x), isonoise4_quintic_slope(t.y), isonoise4_quintic_slope(t.z),
        isonoise4_quintic_slope(t.w));
}

float isonoise4_lerp(float a, float b, float t) {
    ISO_PRECISE float r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec2 isonoise4_lerp(vec2 a, vec2 b, float t) {
    ISO_PRECISE vec2 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec3 isonoise4_lerp(vec3 a, vec3 b, float t) {
    ISO_PRECISE vec3 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec4 isonoise4_lerp(vec4 a, vec4 b, float t) {
    ISO_PRECISE vec4 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise4_wrap(int cell, uint period) {
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
uint isonoise4_factor(float lacunarity) {
    ISO_PRECISE float scaled = ISO_EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise4_part(uint n) {
    ISO_PRECISE float part = ISO_EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise4_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    ISO_PRECISE float share = ISO_EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    ISO_PRECISE float t = ISO_EXACT(ISO_EXACT(f * lacunarity) + isonoise4_part(low));
    int whole = int(t);
    ISO_PRECISE float left = ISO_EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE4_OFFSET_Y = 0x243F6A88u;
const uint ISONOISE4_OFFSET_Z = 0x85A308D3u;
const uint ISONOISE4_OFFSET_W = 0x13198A2Eu;

// Octave i uses seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE4_OCTAVE = 0x9E3779B9u;

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

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise4_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise4_key(t, offset), isonoise4_key(cell + 1u == period ? 0u : t + prime, offset));
}

// Hashes the xor of a lattice point's keys.
uvec4 isonoise4_hash(uvec4 k) {
    uvec4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uvec4 isonoise4_hashes(uvec2 x, uvec2 y, uint rest) { return isonoise4_hash(x.xyxy ^ y.xxyy ^ rest); }
void isonoise4_hashes(uvec2 x, uvec2 y, uvec2 z, uvec2 w, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    a = isonoise4_hashes(x, y, z.x ^ w.x);
    b = isonoise4_hashes(x, y, z.y ^ w.x);
    c = isonoise4_hashes(x, y, z.x ^ w.y);
    d = isonoise4_hashes(x, y, z.y ^ w.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
void isonoise4_hashes(ivec4 cell, uint seed, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    uvec2 x = isonoise4_keys(uint(cell.x), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
    uvec2 y = isonoise4_keys(uint(cell.y), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    uvec2 z = isonoise4_keys(uint(cell.z), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    uvec2 w = isonoise4_keys(uint(cell.w), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes(x, y, z, w, a, b, c, d);
}
void isonoise4_hashes(ivec4 cell, uint seed, uvec4 period, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    uvec2 x = isonoise4_keys(isonoise4_wrap(cell.x, period.x), period.x, ISONOISE4_PRIME_X, isonoise4_seeded(seed));
    uvec2 y = isonoise4_keys(isonoise4_wrap(cell.y, period.y), period.y, ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    uvec2 z = isonoise4_keys(isonoise4_wrap(cell.z, period.z), period.z, ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    uvec2 w = isonoise4_keys(isonoise4_wrap(cell.w, period.w), period.w, ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes(x, y, z, w, a, b, c, d);
}

float isonoise4_interpolate(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    ISO_PRECISE vec4 x = isonoise4_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    ISO_PRECISE vec4 y = isonoise4_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    ISO_PRECISE vec4 xy = isonoise4_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    ISO_PRECISE vec2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise4_interpolate(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w, out vec4 slope) {
    ISO_PRECISE vec4 low = vec4(a.xz, b.xz);
    ISO_PRECISE vec4 high = vec4(c.xz, d.xz);
    ISO_PRECISE vec4 dx = ISO_EXACT(vec4(a.yw, b.yw) - low);
    ISO_PRECISE vec4 ex = ISO_EXACT(vec4(c.yw, d.yw) - high);
    ISO_PRECISE vec4 x = ISO_EXACT(low + ISO_EXACT(w.x * dx));
    ISO_PRECISE vec4 y = ISO_EXACT(high + ISO_EXACT(w.x * ex));
    ISO_PRECISE vec4 front = vec4(x.xz, y.xz);
    ISO_PRECISE vec4 dy = ISO_EXACT(vec4(x.yw, y.yw) - front);
    ISO_PRECISE vec4 xy = ISO_EXACT(front + ISO_EXACT(w.y * dy));
    ISO_PRECISE vec2 dz = ISO_EXACT(xy.yw - xy.xz);
    ISO_PRECISE vec2 z = ISO_EXACT(xy.xz + ISO_EXACT(w.z * dz));
    ISO_PRECISE float dw = ISO_EXACT(z.y - z.x);
    ISO_PRECISE float n = ISO_EXACT(z.x + ISO_EXACT(w.w * dw));
    ISO_PRECISE vec4 fx = isonoise4_lerp(vec4(dx.xz, ex.xz), vec4(dx.yw, ex.yw), w.y);
    ISO_PRECISE vec2 gx = isonoise4_lerp(fx.xz, fx.yw, w.z);
    ISO_PRECISE vec2 gy = isonoise4_lerp(dy.xz, dy.yw, w.z);
    slope = vec4(isonoise4_lerp(vec3(gx.x, gy.x, dz.x), vec3(gx.y, gy.y, dz.y), w.w), dw);
    return n;
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

// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise4_total(vec4 v) {
    ISO_PRECISE vec2 pairs = ISO_EXACT(v.xz + v.yw);
    ISO_PRECISE float r = ISO_EXACT(pairs.x + pairs.y);
    return r;
}

// The weights of a square's corners, times `rest`.
vec4 isonoise4_corner_weights(vec2 w, float rest) {
    ISO_PRECISE vec2 v = ISO_EXACT(1.0 - w);
    ISO_PRECISE vec2 y = ISO_EXACT(rest * vec2(v.y, w.y));
    ISO_PRECISE vec4 r = ISO_EXACT(vec4(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
vec4 isonoise4_corners(uvec4 h, vec4 x, vec4 y, vec4 z, vec4 w) {
    ISO_PRECISE vec4 a = isonoise4_select(h, 0xC0000000u, x, y);
    ISO_PRECISE vec4 b = isonoise4_select(h, 0x80000000u, y, z);
    ISO_PRECISE vec4 c = isonoise4_select(h, 0x40000000u, z, w);
    ISO_PRECISE vec4 ab = ISO_EXACT(isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u));
    ISO_PRECISE vec4 r = ISO_EXACT(ab + isonoise4_flip(c, h, 29u));
    return r;
}
void isonoise4_weighted(uvec4 h, vec4 weight, out vec4 x, out vec4 y, out vec4 z, out vec4 w) {
    ISO_PRECISE vec4 a = isonoise4_flip(weight, h, 27u);
    ISO_PRECISE vec4 b = isonoise4_flip(weight, h, 28u);
    ISO_PRECISE vec4 c = isonoise4_flip(weight, h, 29u);
    x = isonoise4_select(h, 0xC0000000u, a, vec4(0.0));
    y = isonoise4_select(h, 0x80000000u, b, isonoise4_select(h, 0xC0000000u, vec4(0.0), a));
    z = isonoise4_select(h, 0x40000000u, c, isonoise4_select(h, 0x80000000u, vec4(0.0), b));
    w = isonoise4_select(h, 0x40000000u, vec4(0.0), c);
}

// The sum of these gradients.
vec4 isonoise4_total(uvec4 h, vec4 weight) {
    ISO_PRECISE vec4 x, y, z, w;
    isonoise4_weighted(h, weight, x, y, z, w);
    return vec4(isonoise4_total(x), isonoise4_total(y), isonoise4_total(z), isonoise4_total(w));
}

float isonoise4_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    ISO_PRECISE vec4 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise4_interpolate(isonoise4_corners(a, x, y, vec4(f.z), vec4(f.w)), isonoise4_corners(b, x, y,
        vec4(g.z), vec4(f.w)), isonoise4_corners(c, x, y, vec4(f.z), vec4(g.w)), isonoise4_corners(d, x, y, vec4(g.z),
        vec4(g.w)), w);
}

// From corner to corner of all four squares: compilers keep what a corner's value and its gradient have in common. For
// 16 corners at once, that takes more registers than there are.
float isonoise4_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w, vec4 s, out vec4 gradient) {
    ISO_PRECISE vec4 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 z = vec4(f.z, g.z, f.z, g.z);
    ISO_PRECISE vec4 t = vec4(f.ww, g.ww);
    ISO_PRECISE vec2 rest = ISO_EXACT(1.0 - w.xy);
    ISO_PRECISE vec4 zw = isonoise4_corner_weights(w.zw, 1.0);
    ISO_PRECISE vec4 front = ISO_EXACT(zw * rest.y);
    ISO_PRECISE vec4 back = ISO_EXACT(zw * w.y);
    uvec4 h = uvec4(a.x, b.x, c.x, d.x);
    ISO_PRECISE vec4 k = isonoise4_corners(h, vec4(f.x), vec4(f.y), z, t);
    ISO_PRECISE vec4 low = isonoise4_total(h, ISO_EXACT(rest.x * front));
    h = uvec4(a.y, b.y, c.y, d.y);
    ISO_PRECISE vec4 l = isonoise4_corners(h, vec4(g.x), vec4(f.y), z, t);
    ISO_PRECISE vec4 more = isonoise4_total(h, ISO_EXACT(w.x * front));
    low = ISO_EXACT(low + more);
    h = uvec4(a.z, b.z, c.z, d.z);
    ISO_PRECISE vec4 m = isonoise4_corners(h, vec4(f.x), vec4(g.y), z, t);
    ISO_PRECISE vec4 high = isonoise4_total(h, ISO_EXACT(rest.x * back));
    h = uvec4(a.w, b.w, c.w, d.w);
    ISO_PRECISE vec4 o = isonoise4_corners(h, vec4(g.x), vec4(g.y), z, t);
    more = isonoise4_total(h, ISO_EXACT(w.x * back));
    high = ISO_EXACT(high + more);
    ISO_PRECISE vec4 inner = ISO_EXACT(low + high);
    ISO_PRECISE vec4 slope;
    ISO_PRECISE float n = isonoise4_interpolate(vec4(k.x, l.x, m.x, o.x), vec4(k.y, l.y, m.y, o.y), vec4(k.z, l.z,
        m.z, o.z), vec4(k.w, l.w, m.w, o.w), w, slope);
    ISO_PRECISE vec4 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}

float isonoise4_perlin(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f) {
    return isonoise4_scaled(isonoise4_noise(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
float isonoise4_perlin(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, out vec4 gradient) {
    ISO_PRECISE vec4 w = isonoise4_quintic(f);
    ISO_PRECISE vec4 g;
    ISO_PRECISE float n = isonoise4_noise(a, b, c, d, f, w, isonoise4_quintic_slope(f), g);
    gradient = isonoise4_scaled(g, ISONOISE4_SCALE4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4);
}
float isonoise4_perlin(ivec4 cell, vec4 f, uint seed) {
    uvec4 a, b, c, d;
    isonoise4_hashes(cell, seed, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f);
}
float isonoise4_perlin(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise4_hashes(cell, seed, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f, gradient);
}
float isonoise4_perlin(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    uvec4 a, b, c, d;
    isonoise4_hashes(cell, seed, period, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f);
}
float isonoise4_perlin(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    uvec4 a, b, c, d;
    isonoise4_hashes(cell, seed, period, a, b, c, d);
    return isonoise4_perlin(a, b, c, d, f, gradient);
}

float perlin4(vec4 p, uint seed) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed);
}
float perlin4(ivec4 cell, vec4 f, uint seed) {
    ISO_BARRIER(floatBitsToUint(f) + uvec4(cell) + seed);
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed);
}
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, gradient);
}
float perlin4_gradient(ivec4 cell, vec4 f, uint seed, out vec4 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec4(cell) + seed);
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, gradient);
}
float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, period);
}
float perlin4_periodic(ivec4 cell, vec4 f, uint seed, uvec4 period) {
    ISO_BARRIER(floatBitsToUint(f) + uvec4(cell) + seed);
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, period);
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    return isonoise4_perlin(isonoise4_whole(p), isonoise4_fraction(p), seed, period, gradient);
}
float perlin4_periodic_gradient(ivec4 cell, vec4 f, uint seed, uvec4 period, out vec4 gradient) {
    ISO_BARRIER(floatBitsToUint(f) + uvec4(cell) + seed);
    return isonoise4_perlin(cell, isonoise4_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise4_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise4_faded(float amplitude, float rest) {
    ISO_PRECISE float r = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise4_factor and isonoise4_part of the
// lacunarity.
void isonoise4_finer(inout uvec4 cell, inout vec4 f, float lacunarity, uint factor, float part) {
    isonoise4_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise4_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise4_finer(cell.z, f.z, lacunarity, factor, part);
    isonoise4_finer(cell.w, f.w, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin4_fbm(vec4 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    ISO_BARRIER(floatBitsToUint(p) + seed);
    uvec4 cell = uvec4(isonoise4_whole(p));
    ISO_PRECISE vec4 f = isonoise4_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = normalization;
    ISO_PRECISE float rest = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise4_factor(lacunarity);
    ISO_PRECISE float part = isonoise4_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE4_OCTAVE);
        ISO_PRECISE float n = isonoise4_perlin(ivec4(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise4_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise4_has_octave(rest, amplitude)) break;
        isonoise4_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}

#undef ISO_EXACT
#undef ISO_PRECISE
#undef ISO_BARRIER
#endif
