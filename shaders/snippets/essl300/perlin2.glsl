// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core with ISONOISE_EXACT defined, see below; else within 2^-18.
#ifndef ISONOISE_PERLIN2
#define ISONOISE_PERLIN2
precision highp float;
precision highp int;

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
float isonoise2_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec2 isonoise2_guarded(vec2 x, vec2 y) { return vec2(isonoise2_guarded(x.x, y.x), isonoise2_guarded(x.y, y.y)); }

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise2_snap(float x) {
    return (floatBitsToUint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise2_scaled(float n, float scale, uint least) {
    float r = EXACT(n * scale);
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}
vec2 isonoise2_scaled(vec2 v, float scale, uint least) {
    return vec2(isonoise2_scaled(v.x, scale, least), isonoise2_scaled(v.y, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec2 isonoise2_quintic(vec2 t) {
    vec2 inner = EXACT(t * (EXACT(t * 6.0) - 15.0)) + 10.0;
    vec2 r = EXACT(EXACT(EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
vec2 isonoise2_quintic_slope(vec2 t) {
    vec2 s = EXACT(t * (t - 1.0));
    vec2 r = EXACT(30.0 * EXACT(s * s));
    return r;
}

float isonoise2_lerp(float a, float b, float t) {
    float r = EXACT(a + EXACT(t * (b - a)));
    return r;
}
vec2 isonoise2_lerp(vec2 a, vec2 b, float t) {
    vec2 r = EXACT(a + EXACT(t * (b - a)));
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise2_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    float rate = EXACT(0.999999 / float(period));
    float about = EXACT(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    float more = EXACT(float(int(rest)) * rate);
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise2_ends(uint cell) { return uvec2(cell, cell + 1u); }
uvec2 isonoise2_ends(uint cell, uint period) {
    uint next = cell + 1u;
    return uvec2(cell, next == period ? 0u : next);
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and
// 8 nothing does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. Its low 32 bits have nine of them; the others are
// those of an estimate, which is wrong by less than 256. What all axes and octaves share is given: the lacunarity in
// multiples of 2^-23, and what of it isn't whole.
uint isonoise2_factor(float lacunarity) {
    float scaled = EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise2_part(uint n) {
    float part = EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise2_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    float share = EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    float t = EXACT(EXACT(f * lacunarity) + isonoise2_part(low));
    int whole = int(t);
    float left = EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

float isonoise2_interpolate2(vec4 a, vec2 w) {
    vec2 x = isonoise2_lerp(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

vec2 isonoise2_slope2(vec4 a, vec2 w) {
    float low = EXACT(a.y - a.x);
    float high = EXACT(a.w - a.z);
    float x = isonoise2_lerp(low, high, w.y);
    float y = EXACT(isonoise2_lerp(a.z, a.w, w.x) - isonoise2_lerp(a.x, a.y, w.x));
    return vec2(x, y);
}

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const float ISONOISE2_SCALE2 = 1465999.0 / 1048576.0;

// The bits of the least numbers that with these scales make 2^-64: see isonoise2_scaled.
const uint ISONOISE2_LEAST2 = 0x1F371B87u;

// The tangent of 22.5 degrees.
const float ISONOISE2_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise2_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// Four gradients . offsets at a time, with the bits of the twin's gradientN.
float isonoise2_either2(uint h, float x, float y) { return (h & 0x20000000u) != 0u ? x : y; }
vec4 isonoise2_corners2(uvec4 h, vec2 f) {
    vec2 g = EXACT(f - 1.0);
    vec4 u = vec4(isonoise2_either2(h.x, f.x, f.y), isonoise2_either2(h.y, g.x, f.y), isonoise2_either2(h.z, f.x,
        g.y), isonoise2_either2(h.w, g.x, g.y));
    vec2 low = EXACT(ISONOISE2_TANGENT * f);
    vec2 high = EXACT(ISONOISE2_TANGENT * g);
    vec4 shorter = vec4(isonoise2_either2(h.x, low.y, low.x), isonoise2_either2(h.y, low.y, high.x),
        isonoise2_either2(h.z, high.y, low.x), isonoise2_either2(h.w, high.y, high.x));
    vec4 r = EXACT(isonoise2_flip(u, h) + isonoise2_flip(shorter, h << 1));
    return r;
}

float isonoise2_noise2(uvec4 a, vec2 f, vec2 w) { return isonoise2_interpolate2(isonoise2_corners2(a, f), w); }

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
vec4 isonoise2_square_weights(vec2 w, float rest) {
    float u = 1.0 - w.x;
    float low = EXACT(rest * (1.0 - w.y));
    float high = EXACT(rest * w.y);
    vec4 r = EXACT(vec4(u, w.x, u, w.x) * vec4(low, low, high, high));
    return r;
}

// A square's gradients, component by component. What needs values and gradients takes both from these: products with 1
// are exact, so the value's bits are those of corners2.
void isonoise2_vectors2(uvec4 h, out vec4 x, out vec4 y) {
    vec4 u = isonoise2_flip(vec4(1.0), h);
    vec4 v = isonoise2_flip(vec4(ISONOISE2_TANGENT), h << 1);
    x = vec4(isonoise2_either2(h.x, u.x, v.x), isonoise2_either2(h.y, u.y, v.y), isonoise2_either2(h.z, u.z, v.z),
        isonoise2_either2(h.w, u.w, v.w));
    y = vec4(isonoise2_either2(h.x, v.x, u.x), isonoise2_either2(h.y, v.y, u.y), isonoise2_either2(h.z, v.z, u.z),
        isonoise2_either2(h.w, v.w, u.w));
}

// A square's gradients, weighted and summed.
vec2 isonoise2_square2(vec4 x, vec4 y, vec4 w) {
    vec4 u = EXACT(x * w);
    vec4 v = EXACT(y * w);
    vec4 pairs = EXACT(vec4(u.xz, v.xz) + vec4(u.yw, v.yw));
    vec2 r = EXACT(pairs.xz + pairs.yw);
    return r;
}
float isonoise2_noise2(uvec4 a, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    vec2 g = f - 1.0;
    vec4 x;
    vec4 y;
    isonoise2_vectors2(a, x, y);
    vec4 v = EXACT(EXACT(x * vec4(f.x, g.x, f.x, g.x)) + EXACT(y * vec4(f.yy, g.yy)));
    vec2 inner = isonoise2_square2(x, y, isonoise2_square_weights(w, 1.0));
    vec2 r = EXACT(inner + EXACT(s * isonoise2_slope2(v, w)));
    gradient = r;
    return isonoise2_interpolate2(v, w);
}

const uint ISONOISE2_PRIME_X = 0x9E3779B1u;
const uint ISONOISE2_PRIME_Y = 0x85EBCA77u;

// Octave i is seeded with seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE2_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise2_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise2_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise2_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uvec2 isonoise2_scatter(uvec2 coordinate, uint prime) { return isonoise2_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise2_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise2_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise2_fold(isonoise2_scatter(x, ISONOISE2_PRIME_X));
    uvec2 v = isonoise2_fold(isonoise2_scatter(y, ISONOISE2_PRIME_Y));
    return isonoise2_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise2_hash2(uvec2 x, uvec2 y, uint seed) { return isonoise2_square(x, y, isonoise2_fold(seed)); }

float isonoise2_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight) {
    return isonoise2_noise2(isonoise2_hash2(x, y, seed), f, weight);
}

float isonoise2_perlin2_kernel(uvec2 x, uvec2 y, uint seed, vec2 f, vec2 weight, vec2 s, out vec2 gradient) {
    return isonoise2_noise2(isonoise2_hash2(x, y, seed), f, weight, s, gradient);
}

float perlin2_periodic(vec2 p, uint seed, uvec2 period) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    ivec2 cell = ivec2(isonoise2_guarded(p, c));
    float n = isonoise2_perlin2_kernel(isonoise2_ends(isonoise2_wrap(cell.x, period.x), period.x),
        isonoise2_ends(isonoise2_wrap(cell.y, period.y), period.y), isonoise2_mix(seed), f, isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
float perlin2_periodic_gradient(vec2 p, uint seed, uvec2 period, out vec2 gradient) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    ivec2 cell = ivec2(isonoise2_guarded(p, c));
    vec2 inner;
    float n = isonoise2_perlin2_kernel(isonoise2_ends(isonoise2_wrap(cell.x, period.x), period.x),
        isonoise2_ends(isonoise2_wrap(cell.y, period.y), period.y), isonoise2_mix(seed), f, isonoise2_quintic(f),
        isonoise2_quintic_slope(f), inner);
    gradient = isonoise2_scaled(inner, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
float perlin2(vec2 p, uint seed) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    ivec2 cell = ivec2(isonoise2_guarded(p, c));
    float n = isonoise2_perlin2_kernel(isonoise2_ends(uint(cell.x)), isonoise2_ends(uint(cell.y)),
        isonoise2_mix(seed), f, isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
float perlin2_gradient(vec2 p, uint seed, out vec2 gradient) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    ivec2 cell = ivec2(isonoise2_guarded(p, c));
    vec2 inner;
    float n = isonoise2_perlin2_kernel(isonoise2_ends(uint(cell.x)), isonoise2_ends(uint(cell.y)),
        isonoise2_mix(seed), f, isonoise2_quintic(f), isonoise2_quintic_slope(f), inner);
    gradient = isonoise2_scaled(inner, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise2_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise2_faded(float amplitude, float rest) {
    float r = EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

void isonoise2_finer(inout uvec2 cell, inout vec2 f, float lacunarity, uint factor, float part) {
    isonoise2_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise2_finer(cell.y, f.y, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin2_fbm(vec2 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    vec2 c = floor(p);
    vec2 left = EXACT(p - c);
    vec2 f = isonoise2_guarded(p, left);
    uvec2 cell = uvec2(ivec2(isonoise2_guarded(p, c)));
    float sum = 0.0;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise2_factor(lacunarity);
    float part = isonoise2_part(factor);
    while (true) {
        float i = EXACT(octaves - rest);
        uint mixed = isonoise2_mix(seed ^ (uint(i) * ISONOISE2_OCTAVE));
        float n = isonoise2_perlin2_kernel(isonoise2_ends(cell.x), isonoise2_ends(cell.y), mixed, f,
            isonoise2_quintic(f));
        float r = isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
        sum = EXACT(sum + EXACT(isonoise2_faded(amplitude, rest) * r));
        amplitude = EXACT(amplitude * persistence);
        rest = EXACT(rest - 1.0);
        if (!isonoise2_has_octave(rest, amplitude)) break;
        isonoise2_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}

#undef EXACT
#endif
