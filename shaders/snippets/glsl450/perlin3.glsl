// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN3
#define ISONOISE_PERLIN3

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise3_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}
vec3 isonoise3_guarded(vec3 x, vec3 y) {
    return vec3(isonoise3_guarded(x.x, y.x), isonoise3_guarded(x.y, y.y), isonoise3_guarded(x.z, y.z));
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise3_snap(float x) {
    return (floatBitsToUint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise3_scaled(float n, float scale, uint least) {
    precise float r = n * scale;
    return (floatBitsToUint(n) & 0x7FFFFFFFu) < least ? 0.0 : r;
}
vec2 isonoise3_scaled(vec2 v, float scale, uint least) {
    return vec2(isonoise3_scaled(v.x, scale, least), isonoise3_scaled(v.y, scale, least));
}
vec3 isonoise3_scaled(vec3 v, float scale, uint least) {
    return vec3(isonoise3_scaled(v.xy, scale, least), isonoise3_scaled(v.z, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec3 isonoise3_quintic(vec3 t) {
    precise vec3 inner = t * (t * 6.0 - 15.0) + 10.0;
    precise vec3 r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
vec3 isonoise3_quintic_slope(vec3 t) {
    precise vec3 s = t * (t - 1.0);
    precise vec3 r = 30.0 * (s * s);
    return r;
}

float isonoise3_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
vec2 isonoise3_lerp(vec2 a, vec2 b, float t) {
    precise vec2 r = a + t * (b - a);
    return r;
}
vec4 isonoise3_lerp(vec4 a, vec4 b, float t) {
    precise vec4 r = a + t * (b - a);
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise3_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    precise float rate = 0.999999 / float(period);
    precise float about = float(cell) * rate;
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    precise float more = float(int(rest)) * rate;
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise3_ends(uint cell) { return uvec2(cell, cell + 1u); }
uvec2 isonoise3_ends(uint cell, uint period) {
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
uint isonoise3_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise3_part(uint n) {
    precise float part = uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise3_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise3_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

float isonoise3_interpolate2(vec4 a, vec2 w) {
    precise vec2 x = isonoise3_lerp(a.xz, a.yw, w.x);
    return isonoise3_lerp(x.x, x.y, w.y);
}
float isonoise3_interpolate3(vec4 a, vec4 b, vec3 w) {
    precise vec4 x = isonoise3_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec2 y = isonoise3_lerp(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

vec2 isonoise3_slope2(vec4 a, vec2 w) {
    precise float low = a.y - a.x;
    precise float high = a.w - a.z;
    precise float x = isonoise3_lerp(low, high, w.y);
    precise float y = isonoise3_lerp(a.z, a.w, w.x) - isonoise3_lerp(a.x, a.y, w.x);
    return vec2(x, y);
}
vec3 isonoise3_slope3(vec4 a, vec4 b, vec3 w) {
    precise vec2 xy = isonoise3_lerp(isonoise3_slope2(a, w.xy), isonoise3_slope2(b, w.xy), w.z);
    precise float z = isonoise3_interpolate2(b, w.xy) - isonoise3_interpolate2(a, w.xy);
    return vec3(xy, z);
}

const float ISONOISE3_SCALE3 = 1011792.0 / 1048576.0;

const uint ISONOISE3_LEAST3 = 0x1F84A74Bu;

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise3_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// 3D: the 12 edges of a cube. By thirds of the range of h, as a signed number: (y, z), (x, z), (x, y); the top bits
// of 3h are what is left of h in its third, and give the signs.
vec3 isonoise3_placed3(uint h, float u, float v) {
    bool no_x = int(h) < -715827882, z = int(h) < 715827883;
    return vec3(no_x ? 0.0 : u, no_x ? u : z ? 0.0 : v, z ? v : 0.0);
}

float isonoise3_first3(uint h, float x, float y) { return int(h) < -715827882 ? y : x; }
float isonoise3_second3(uint h, float y, float z) { return int(h) < 715827883 ? z : y; }
vec4 isonoise3_corners3(uvec4 h, vec2 f, float z) {
    precise vec2 g = f - 1.0;
    precise vec4 u = vec4(isonoise3_first3(h.x, f.x, f.y), isonoise3_first3(h.y, g.x, f.y), isonoise3_first3(h.z, f.x,
        g.y), isonoise3_first3(h.w, g.x, g.y));
    precise vec4 v = vec4(isonoise3_second3(h.x, f.y, z), isonoise3_second3(h.y, f.y, z), isonoise3_second3(h.z, g.y,
        z), isonoise3_second3(h.w, g.y, z));
    uvec4 rest = h * 3u;
    precise vec4 r = isonoise3_flip(u, rest) + isonoise3_flip(v, rest << 1);
    return r;
}

float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    precise float g = f.z - 1.0;
    return isonoise3_interpolate3(isonoise3_corners3(a, f.xy, f.z), isonoise3_corners3(b, f.xy, g), w);
}

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
vec4 isonoise3_square_weights(vec2 w, float rest) {
    precise float u = 1.0 - w.x;
    precise float low = rest * (1.0 - w.y);
    precise float high = rest * w.y;
    precise vec4 r = vec4(u, w.x, u, w.x) * vec4(low, low, high, high);
    return r;
}

vec3 isonoise3_square3(uvec4 h, vec4 w) {
    uvec4 rest = h * 3u;
    precise vec4 u = isonoise3_flip(w, rest);
    precise vec4 v = isonoise3_flip(w, rest << 1);
    precise vec3 low = isonoise3_placed3(h.x, u.x, v.x) + isonoise3_placed3(h.y, u.y, v.y);
    precise vec3 high = isonoise3_placed3(h.z, u.z, v.z) + isonoise3_placed3(h.w, u.w, v.w);
    precise vec3 r = low + high;
    return r;
}
float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    precise float g = f.z - 1.0;
    precise float rest = 1.0 - w.z;
    precise vec4 u = isonoise3_corners3(a, f.xy, f.z);
    precise vec3 low = isonoise3_square3(a, isonoise3_square_weights(w.xy, rest));
    precise vec4 v = isonoise3_corners3(b, f.xy, g);
    precise vec3 high = isonoise3_square3(b, isonoise3_square_weights(w.xy, w.z));
    precise vec3 inner = low + high;
    precise vec3 r = inner + s * isonoise3_slope3(u, v, w);
    gradient = r;
    return isonoise3_interpolate3(u, v, w);
}

const uint ISONOISE3_PRIME_X = 0x9E3779B1u;
const uint ISONOISE3_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE3_PRIME_Z = 0xC2B2AE3Du;

// Octave i is seeded with seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE3_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise3_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise3_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise3_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise3_scatter(uint coordinate, uint prime) { return isonoise3_fold(coordinate) * prime; }
uvec2 isonoise3_scatter(uvec2 coordinate, uint prime) { return isonoise3_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise3_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise3_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise3_fold(isonoise3_scatter(x, ISONOISE3_PRIME_X));
    uvec2 v = isonoise3_fold(isonoise3_scatter(y, ISONOISE3_PRIME_Y));
    return isonoise3_hash(u.xyxy ^ v.xxyy ^ rest);
}

uvec4 isonoise3_hash3(uvec2 x, uvec2 y, uint z, uint seed) {
    return isonoise3_square(x, y, isonoise3_fold(isonoise3_scatter(z, ISONOISE3_PRIME_Z) ^ seed));
}

float isonoise3_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight) {
    return isonoise3_noise3(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight);
}

float isonoise3_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight, vec3 s, out vec3 gradient) {
    return isonoise3_noise3(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight, s, gradient);
}

float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    ivec3 cell = ivec3(isonoise3_guarded(p, c));
    precise float n = isonoise3_perlin3_kernel(isonoise3_ends(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends(isonoise3_wrap(cell.y, period.y), period.y), isonoise3_ends(isonoise3_wrap(cell.z, period.z),
        period.z), isonoise3_mix(seed), f, isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    ivec3 cell = ivec3(isonoise3_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise3_perlin3_kernel(isonoise3_ends(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends(isonoise3_wrap(cell.y, period.y), period.y), isonoise3_ends(isonoise3_wrap(cell.z, period.z),
        period.z), isonoise3_mix(seed), f, isonoise3_quintic(f), isonoise3_quintic_slope(f), inner);
    gradient = isonoise3_scaled(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3(vec3 p, uint seed) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    ivec3 cell = ivec3(isonoise3_guarded(p, c));
    precise float n = isonoise3_perlin3_kernel(isonoise3_ends(uint(cell.x)), isonoise3_ends(uint(cell.y)),
        isonoise3_ends(uint(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    ivec3 cell = ivec3(isonoise3_guarded(p, c));
    precise vec3 inner;
    precise float n = isonoise3_perlin3_kernel(isonoise3_ends(uint(cell.x)), isonoise3_ends(uint(cell.y)),
        isonoise3_ends(uint(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f), isonoise3_quintic_slope(f), inner);
    gradient = isonoise3_scaled(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise3_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

void isonoise3_finer(inout uvec3 cell, inout vec3 f, float lacunarity, uint factor, float part) {
    isonoise3_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise3_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise3_finer(cell.z, f.z, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise vec3 c = floor(p);
    precise vec3 left = p - c;
    precise vec3 f = isonoise3_guarded(p, left);
    uvec3 cell = uvec3(ivec3(isonoise3_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise3_factor(lacunarity);
    precise float part = isonoise3_part(factor);
    while (true) {
        precise float i = octaves - rest;
        uint mixed = isonoise3_mix(seed ^ (uint(i) * ISONOISE3_OCTAVE));
        precise float n = isonoise3_perlin3_kernel(isonoise3_ends(cell.x), isonoise3_ends(cell.y),
            isonoise3_ends(cell.z), mixed, f, isonoise3_quintic(f));
        precise float r = isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
        sum = sum + isonoise3_faded(amplitude, rest) * r;
        amplitude = amplitude * persistence;
        rest = rest - 1.0;
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
#endif
