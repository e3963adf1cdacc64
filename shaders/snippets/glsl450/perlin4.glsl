// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN4
#define ISONOISE_PERLIN4

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise4_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec4 isonoise4_guarded(vec4 x, vec4 y) {
    return vec4(isonoise4_guarded(x.x, y.x), isonoise4_guarded(x.y, y.y), isonoise4_guarded(x.z, y.z),
        isonoise4_guarded(x.w, y.w));
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise4_snap(float x) {
    return (floatBitsToUint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise4_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}
vec2 isonoise4_scaled(vec2 v, float scale, uint least) {
    return vec2(isonoise4_scaled(v.x, scale, least), isonoise4_scaled(v.y, scale, least));
}
vec4 isonoise4_scaled(vec4 v, float scale, uint least) {
    return vec4(isonoise4_scaled(v.xy, scale, least), isonoise4_scaled(v.zw, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec4 isonoise4_quintic(vec4 t) {
    precise vec4 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise vec4 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
vec4 isonoise4_quintic_slope(vec4 t) {
    precise vec4 s = t * (t - 1.0);
    precise vec4 r = 30.0 * (s * s);
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
vec3 isonoise4_lerp(vec3 a, vec3 b, float t) {
    precise vec3 r = a + t * (b - a);
    return r;
}
vec4 isonoise4_lerp(vec4 a, vec4 b, float t) {
    precise vec4 r = a + t * (b - a);
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise4_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    precise float rate = 0.999999 / float(period);
    precise float about = float(cell) * rate;
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    precise float more = float(int(rest)) * rate;
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise4_ends(uint cell) { return uvec2(cell, cell + 1u); }
uvec2 isonoise4_ends(uint cell, uint period) {
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
uint isonoise4_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise4_part(uint n) {
    precise float part = uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise4_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise4_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

float isonoise4_interpolate2(vec4 a, vec2 w) {
    precise vec2 x = isonoise4_lerp(a.xz, a.yw, w.x);
    return isonoise4_lerp(x.x, x.y, w.y);
}
float isonoise4_interpolate3(vec4 a, vec4 b, vec3 w) {
    precise vec4 x = isonoise4_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec2 y = isonoise4_lerp(x.xz, x.yw, w.y);
    return isonoise4_lerp(y.x, y.y, w.z);
}
float isonoise4_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec4 x = isonoise4_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec4 y = isonoise4_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    precise vec4 xy = isonoise4_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    precise vec2 z = isonoise4_lerp(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

vec2 isonoise4_slope2(vec4 a, vec2 w) {
    precise float low = a.y - a.x;
    precise float high = a.w - a.z;
    precise float x = isonoise4_lerp(low, high, w.y);
    precise float y = isonoise4_lerp(a.z, a.w, w.x) - isonoise4_lerp(a.x, a.y, w.x);
    return vec2(x, y);
}
vec3 isonoise4_slope3(vec4 a, vec4 b, vec3 w) {
    precise vec2 xy = isonoise4_lerp(isonoise4_slope2(a, w.xy), isonoise4_slope2(b, w.xy), w.z);
    precise float z = isonoise4_interpolate2(b, w.xy) - isonoise4_interpolate2(a, w.xy);
    return vec3(xy, z);
}
vec4 isonoise4_slope4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec3 xyz = isonoise4_lerp(isonoise4_slope3(a, b, w.xyz), isonoise4_slope3(c, d, w.xyz), w.w);
    precise float t = isonoise4_interpolate3(c, d, w.xyz) - isonoise4_interpolate3(a, b, w.xyz);
    return vec4(xyz, t);
}

const float ISONOISE4_SCALE4 = 682407.0 / 1048576.0;

const uint ISONOISE4_LEAST4 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise4_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1, by bits 31 to 27. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x
// is 0 twice as often as it should be and w never.)
vec4 isonoise4_placed4(uint h, float a, float b, float c) {
    bool q = h < 0x40000000u, r = h < 0x80000000u, s = h < 0xC0000000u;
    return vec4(s ? a : 0.0, r ? b : s ? 0.0 : a, q ? c : r ? 0.0 : b, q ? 0.0 : c);
}

float isonoise4_below4(uint h, uint limit, float low, float high) { return h < limit ? low : high; }
vec4 isonoise4_corners4(uvec4 h, vec2 f, float z, float w) {
    precise vec2 g = f - 1.0;
    precise vec4 a = vec4(isonoise4_below4(h.x, 0xC0000000u, f.x, f.y), isonoise4_below4(h.y, 0xC0000000u, g.x, f.y),
        isonoise4_below4(h.z, 0xC0000000u, f.x, g.y), isonoise4_below4(h.w, 0xC0000000u, g.x, g.y));
    precise vec4 b = vec4(isonoise4_below4(h.x, 0x80000000u, f.y, z), isonoise4_below4(h.y, 0x80000000u, f.y, z),
        isonoise4_below4(h.z, 0x80000000u, g.y, z), isonoise4_below4(h.w, 0x80000000u, g.y, z));
    precise vec4 c = vec4(isonoise4_below4(h.x, 0x40000000u, z, w), isonoise4_below4(h.y, 0x40000000u, z, w),
        isonoise4_below4(h.z, 0x40000000u, z, w), isonoise4_below4(h.w, 0x40000000u, z, w));
    precise vec4 r = isonoise4_flip(a, h << 4) + isonoise4_flip(b, h << 3) + isonoise4_flip(c, h << 2);
    return r;
}

float isonoise4_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    precise vec2 g = f.zw - 1.0;
    return isonoise4_interpolate4(isonoise4_corners4(a, f.xy, f.z, f.w), isonoise4_corners4(b, f.xy, g.x, f.w),
        isonoise4_corners4(c, f.xy, f.z, g.y), isonoise4_corners4(d, f.xy, g.x, g.y), w);
}

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
vec4 isonoise4_square_weights(vec2 w, float rest) {
    precise float u = 1.0 - w.x;
    precise float low = rest * (1.0 - w.y);
    precise float high = rest * w.y;
    precise vec4 r = vec4(u, w.x, u, w.x) * vec4(low, low, high, high);
    return r;
}

vec4 isonoise4_square4(uvec4 h, vec4 w) {
    precise vec4 a = isonoise4_flip(w, h << 4);
    precise vec4 b = isonoise4_flip(w, h << 3);
    precise vec4 c = isonoise4_flip(w, h << 2);
    precise vec4 low = isonoise4_placed4(h.x, a.x, b.x, c.x) + isonoise4_placed4(h.y, a.y, b.y, c.y);
    precise vec4 high = isonoise4_placed4(h.z, a.z, b.z, c.z) + isonoise4_placed4(h.w, a.w, b.w, c.w);
    precise vec4 r = low + high;
    return r;
}
float isonoise4_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w, vec4 s, out vec4 gradient) {
    precise vec2 g = f.zw - 1.0;
    precise vec4 zw = isonoise4_square_weights(w.zw, 1.0);
    precise vec4 t = isonoise4_corners4(a, f.xy, f.z, f.w);
    precise vec4 p = isonoise4_square4(a, isonoise4_square_weights(w.xy, zw.x));
    precise vec4 u = isonoise4_corners4(b, f.xy, g.x, f.w);
    precise vec4 q = isonoise4_square4(b, isonoise4_square_weights(w.xy, zw.y));
    precise vec4 v = isonoise4_corners4(c, f.xy, f.z, g.y);
    precise vec4 n = isonoise4_square4(c, isonoise4_square_weights(w.xy, zw.z));
    precise vec4 r = isonoise4_corners4(d, f.xy, g.x, g.y);
    precise vec4 m = isonoise4_square4(d, isonoise4_square_weights(w.xy, zw.w));
    precise vec4 inner = p + q + (n + m);
    precise vec4 sum = inner + s * isonoise4_slope4(t, u, v, r, w);
    gradient = sum;
    return isonoise4_interpolate4(t, u, v, r, w);
}

const uint ISONOISE4_PRIME_X = 0x9E3779B1u;
const uint ISONOISE4_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE4_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE4_PRIME_W = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE4_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise4_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise4_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise4_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise4_scatter(uint coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }
uvec2 isonoise4_scatter(uvec2 coordinate, uint prime) { return isonoise4_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise4_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise4_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise4_fold(isonoise4_scatter(x, ISONOISE4_PRIME_X));
    uvec2 v = isonoise4_fold(isonoise4_scatter(y, ISONOISE4_PRIME_Y));
    return isonoise4_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise4_hash4(uvec2 x, uvec2 y, uint z, uint w, uint seed) {
    return isonoise4_square(x, y, isonoise4_fold(isonoise4_scatter(z, ISONOISE4_PRIME_Z) ^ isonoise4_scatter(w,
        ISONOISE4_PRIME_W) ^ seed));
}

float isonoise4_perlin4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 f, vec4 weight) {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight);
}

float isonoise4_perlin4_kernel(uvec2 x, uvec2 y, uvec2 z, uvec2 w, uint seed, vec4 f, vec4 weight, vec4 s,
    out vec4 gradient) {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight, s, gradient);
}

float perlin4_periodic(vec4 p, uint seed, uvec4 period) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    ivec4 cell = ivec4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends(isonoise4_wrap(cell.y, period.y), period.y), isonoise4_ends(isonoise4_wrap(cell.z, period.z),
        period.z), isonoise4_ends(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4_periodic_gradient(vec4 p, uint seed, uvec4 period, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    ivec4 cell = ivec4(isonoise4_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends(isonoise4_wrap(cell.y, period.y), period.y), isonoise4_ends(isonoise4_wrap(cell.z, period.z),
        period.z), isonoise4_ends(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f), isonoise4_quintic_slope(f), inner);
    gradient = isonoise4_scaled(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4(vec4 p, uint seed) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    ivec4 cell = ivec4(isonoise4_guarded(p, c));
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
float perlin4_gradient(vec4 p, uint seed, out vec4 gradient) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    ivec4 cell = ivec4(isonoise4_guarded(p, c));
    precise vec4 inner;
    precise float n = isonoise4_perlin4_kernel(isonoise4_ends(uint(cell.x)), isonoise4_ends(uint(cell.y)),
        isonoise4_ends(uint(cell.z)), isonoise4_ends(uint(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f),
        isonoise4_quintic_slope(f), inner);
    gradient = isonoise4_scaled(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise4_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise4_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

void isonoise4_finer(inout uvec4 cell, inout vec4 f, float lacunarity, uint factor, float part) {
    isonoise4_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise4_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise4_finer(cell.z, f.z, lacunarity, factor, part);
    isonoise4_finer(cell.w, f.w, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin4_fbm(vec4 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise vec4 c = floor(p);
    precise vec4 left = p - c;
    precise vec4 f = isonoise4_guarded(p, left);
    uvec4 cell = uvec4(ivec4(isonoise4_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise4_factor(lacunarity);
    precise float part = isonoise4_part(factor);
    while (true) {
        precise float i = octaves - rest;
        uint mixed = isonoise4_mix(seed ^ (uint(i) * ISONOISE4_OCTAVE));
        precise float n = isonoise4_perlin4_kernel(isonoise4_ends(cell.x), isonoise4_ends(cell.y),
            isonoise4_ends(cell.z), isonoise4_ends(cell.w), mixed, f, isonoise4_quintic(f));
        precise float r = isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
        sum = sum + isonoise4_faded(amplitude, rest) * r;
        amplitude = amplitude * persistence;
        rest = rest - 1.0;
        if (!isonoise4_has_octave(rest, amplitude)) break;
        isonoise4_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}
#endif
