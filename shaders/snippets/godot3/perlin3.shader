// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core.

// Stands between operations, so that no compiler can fuse or reorder them: it is always 0, and nobody sets it.
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

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise3_guarded(float x, float y) {
    uint m = floatBitsToUint(x) & uint(0x7FFFFFFF);
    return (m - uint(0x2B800000)) < uint(0x23800000) ? y : 0.0;
}
vec3 isonoise3_guarded_vec3(vec3 x, vec3 y) {
    return vec3(isonoise3_guarded(x.x, y.x), isonoise3_guarded(x.y, y.y), isonoise3_guarded(x.z, y.z));
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise3_snap(float x) {
    return (floatBitsToUint(x) & uint(0x7FFFFFFF)) < uint(0x1F800000) ? 0.0 : x;
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
float isonoise3_scaled(float n, float scale, uint least) {
    float r = isonoise3_exact(n * scale);
    return (floatBitsToUint(n) & uint(0x7FFFFFFF)) < least ? 0.0 : r;
}
vec2 isonoise3_scaled_vec2(vec2 v, float scale, uint least) {
    return vec2(isonoise3_scaled(v.x, scale, least), isonoise3_scaled(v.y, scale, least));
}
vec3 isonoise3_scaled_vec3(vec3 v, float scale, uint least) {
    return vec3(isonoise3_scaled_vec2(v.xy, scale, least), isonoise3_scaled(v.z, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
vec3 isonoise3_quintic(vec3 t) {
    vec3 inner = isonoise3_exact_vec3(t * (isonoise3_exact_vec3(t * 6.0) - 15.0)) + 10.0;
    vec3 r = isonoise3_exact_vec3(isonoise3_exact_vec3(isonoise3_exact_vec3(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
vec3 isonoise3_quintic_slope(vec3 t) {
    vec3 s = isonoise3_exact_vec3(t * (t - 1.0));
    vec3 r = isonoise3_exact_vec3(30.0 * isonoise3_exact_vec3(s * s));
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

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise3_wrap(int cell, uint period) {
    if (period == uint(0)) return uint(cell);
    float rate = isonoise3_exact(0.999999 / float(period));
    float about = isonoise3_exact(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    float more = isonoise3_exact(float(int(rest)) * rate);
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uvec2 isonoise3_ends(uint cell) { return uvec2(cell, cell + uint(1)); }
uvec2 isonoise3_ends_period(uint cell, uint period) {
    uint next = cell + uint(1);
    return uvec2(cell, next == period ? uint(0) : next);
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and
// 8 nothing does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. Its low 32 bits have nine of them; the others are
// those of an estimate, which is wrong by less than 256. What all axes and octaves share is given: the lacunarity in
// multiples of 2^-23, and what of it isn't whole.
uint isonoise3_factor(float lacunarity) {
    float scaled = isonoise3_exact(lacunarity * (65536.0 * 128.0));
    return uint(scaled);
}
float isonoise3_part(uint n) {
    float part = isonoise3_exact(uintBitsToFloat(uint(0x3F800000) | (n & uint(0x7FFFFF))) - 1.0);
    return part;
}
void isonoise3_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    float share = isonoise3_exact(float(int(cell)) * part);
    uint next = cell * (factor >> uint(23)) + uint(int(share));
    next += uint(int(low - (next << uint(23))) >> 23);
    float t = isonoise3_exact(isonoise3_exact(f * lacunarity) + isonoise3_part(low));
    int whole = int(t);
    float left = isonoise3_exact(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

float isonoise3_interpolate2(vec4 a, vec2 w) {
    vec2 x = isonoise3_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise3_lerp(x.x, x.y, w.y);
}
float isonoise3_interpolate3(vec4 a, vec4 b, vec3 w) {
    vec4 x = isonoise3_lerp_vec4(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    vec2 y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

vec2 isonoise3_slope2(vec4 a, vec2 w) {
    float low = isonoise3_exact(a.y - a.x);
    float high = isonoise3_exact(a.w - a.z);
    float x = isonoise3_lerp(low, high, w.y);
    float y = isonoise3_exact(isonoise3_lerp(a.z, a.w, w.x) - isonoise3_lerp(a.x, a.y, w.x));
    return vec2(x, y);
}
vec3 isonoise3_slope3(vec4 a, vec4 b, vec3 w) {
    vec2 xy = isonoise3_lerp_vec2(isonoise3_slope2(a, w.xy), isonoise3_slope2(b, w.xy), w.z);
    float z = isonoise3_exact(isonoise3_interpolate2(b, w.xy) - isonoise3_interpolate2(a, w.xy));
    return vec3(xy, z);
}

const float ISONOISE3_SCALE3 = (63237.0 * 16.0) / (65536.0 * 16.0);

const uint ISONOISE3_LEAST3 = uint(0x1F84A74B);

// x with its sign flipped where bit 31 of `bits` is set.
vec4 isonoise3_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & uvec4((uint(1) << uint(31)))));
}

// 3D: the 12 edges of a cube. By thirds of the range of h, as a signed number: (y, z), (x, z), (x, y); the top bits
// of 3h are what is left of h in its third, and give the signs.
vec3 isonoise3_placed3(uint h, float u, float v) {
    bool no_x = int(h) < -715827882, z = int(h) < 715827883;
    return vec3(no_x ? 0.0 : u, no_x ? u : (z ? 0.0 : v), z ? v : 0.0);
}

float isonoise3_first3(uint h, float x, float y) { return int(h) < -715827882 ? y : x; }
float isonoise3_second3(uint h, float y, float z) { return int(h) < 715827883 ? z : y; }
vec4 isonoise3_corners3(uvec4 h, vec2 f, float z) {
    vec2 g = isonoise3_exact_vec2(f - 1.0);
    vec4 u = vec4(isonoise3_first3(h.x, f.x, f.y), isonoise3_first3(h.y, g.x, f.y), isonoise3_first3(h.z, f.x, g.y),
        isonoise3_first3(h.w, g.x, g.y));
    vec4 v = vec4(isonoise3_second3(h.x, f.y, z), isonoise3_second3(h.y, f.y, z), isonoise3_second3(h.z, g.y, z),
        isonoise3_second3(h.w, g.y, z));
    uvec4 rest = h * uint(3);
    vec4 r = isonoise3_exact_vec4(isonoise3_flip(u, rest) + isonoise3_flip(v, rest << uint(1)));
    return r;
}

float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    float g = isonoise3_exact(f.z - 1.0);
    return isonoise3_interpolate3(isonoise3_corners3(a, f.xy, f.z), isonoise3_corners3(b, f.xy, g), w);
}

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
vec4 isonoise3_square_weights(vec2 w, float rest) {
    float u = 1.0 - w.x;
    float low = isonoise3_exact(rest * (1.0 - w.y));
    float high = isonoise3_exact(rest * w.y);
    vec4 r = isonoise3_exact_vec4(vec4(u, w.x, u, w.x) * vec4(low, low, high, high));
    return r;
}

vec3 isonoise3_square3(uvec4 h, vec4 w) {
    uvec4 rest = h * uint(3);
    vec4 u = isonoise3_flip(w, rest);
    vec4 v = isonoise3_flip(w, rest << uint(1));
    vec3 low = isonoise3_exact_vec3(isonoise3_placed3(h.x, u.x, v.x) + isonoise3_placed3(h.y, u.y, v.y));
    vec3 high = isonoise3_exact_vec3(isonoise3_placed3(h.z, u.z, v.z) + isonoise3_placed3(h.w, u.w, v.w));
    vec3 r = isonoise3_exact_vec3(low + high);
    return r;
}
float isonoise3_noise3_gradient(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    float g = isonoise3_exact(f.z - 1.0);
    float rest = isonoise3_exact(1.0 - w.z);
    vec4 u = isonoise3_corners3(a, f.xy, f.z);
    vec3 low = isonoise3_square3(a, isonoise3_square_weights(w.xy, rest));
    vec4 v = isonoise3_corners3(b, f.xy, g);
    vec3 high = isonoise3_square3(b, isonoise3_square_weights(w.xy, w.z));
    vec3 inner = isonoise3_exact_vec3(low + high);
    vec3 r = isonoise3_exact_vec3(inner + isonoise3_exact_vec3(s * isonoise3_slope3(u, v, w)));
    gradient = r;
    return isonoise3_interpolate3(u, v, w);
}

const uint ISONOISE3_PRIME_X = uint(-1640531535);
const uint ISONOISE3_PRIME_Y = uint(-2048144777);
const uint ISONOISE3_PRIME_Z = uint(-1028477379);

// Octave i is seeded with seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE3_OCTAVE = uint(-1640531527);

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise3_mix(uint h) {
    h = h ^ (h >> uint(16));
    h *= uint(0x7FEB352D);
    h = h ^ (h >> uint(15));
    h *= uint(-2073254261);
    h = h ^ (h >> uint(16));
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise3_fold(uint h) { return h ^ (h >> uint(16)); }
uvec2 isonoise3_fold_uvec2(uvec2 h) { return h ^ (h >> uint(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise3_scatter(uint coordinate, uint prime) { return isonoise3_fold(coordinate) * prime; }
uvec2 isonoise3_scatter_uvec2(uvec2 coordinate, uint prime) { return isonoise3_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec4 isonoise3_hash(uvec4 key) { return key * (key | uvec4(uint(1))); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise3_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise3_fold_uvec2(isonoise3_scatter_uvec2(x, ISONOISE3_PRIME_X));
    uvec2 v = isonoise3_fold_uvec2(isonoise3_scatter_uvec2(y, ISONOISE3_PRIME_Y));
    return isonoise3_hash(u.xyxy ^ v.xxyy ^ uvec4(rest));
}

uvec4 isonoise3_hash3(uvec2 x, uvec2 y, uint z, uint seed) {
    return isonoise3_square(x, y, isonoise3_fold(isonoise3_scatter(z, ISONOISE3_PRIME_Z) ^ seed));
}

float isonoise3_perlin3_kernel(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight) {
    return isonoise3_noise3(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight);
}

float isonoise3_perlin3_kernel_gradient(uvec2 x, uvec2 y, uvec2 z, uint seed, vec3 f, vec3 weight, vec3 s,
    out vec3 gradient) {
    return isonoise3_noise3_gradient(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight, s,
        gradient);
}

float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    vec3 c = floor(p);
    vec3 left = isonoise3_exact_vec3(p - c);
    vec3 f = isonoise3_guarded_vec3(p, left);
    ivec3 cell = ivec3(isonoise3_guarded_vec3(p, c));
    float n = isonoise3_perlin3_kernel(isonoise3_ends_period(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends_period(isonoise3_wrap(cell.y, period.y), period.y),
        isonoise3_ends_period(isonoise3_wrap(cell.z, period.z), period.z), isonoise3_mix(seed), f,
        isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    vec3 c = floor(p);
    vec3 left = isonoise3_exact_vec3(p - c);
    vec3 f = isonoise3_guarded_vec3(p, left);
    ivec3 cell = ivec3(isonoise3_guarded_vec3(p, c));
    vec3 inner;
    float n = isonoise3_perlin3_kernel_gradient(isonoise3_ends_period(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends_period(isonoise3_wrap(cell.y, period.y), period.y),
        isonoise3_ends_period(isonoise3_wrap(cell.z, period.z), period.z), isonoise3_mix(seed), f,
        isonoise3_quintic(f), isonoise3_quintic_slope(f), inner);
    gradient = isonoise3_scaled_vec3(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3(vec3 p, uint seed) {
    vec3 c = floor(p);
    vec3 left = isonoise3_exact_vec3(p - c);
    vec3 f = isonoise3_guarded_vec3(p, left);
    ivec3 cell = ivec3(isonoise3_guarded_vec3(p, c));
    float n = isonoise3_perlin3_kernel(isonoise3_ends(uint(cell.x)), isonoise3_ends(uint(cell.y)),
        isonoise3_ends(uint(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    vec3 c = floor(p);
    vec3 left = isonoise3_exact_vec3(p - c);
    vec3 f = isonoise3_guarded_vec3(p, left);
    ivec3 cell = ivec3(isonoise3_guarded_vec3(p, c));
    vec3 inner;
    float n = isonoise3_perlin3_kernel_gradient(isonoise3_ends(uint(cell.x)), isonoise3_ends(uint(cell.y)),
        isonoise3_ends(uint(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f), isonoise3_quintic_slope(f), inner);
    gradient = isonoise3_scaled_vec3(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(uint(0x21800000));
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise3_faded(float amplitude, float rest) {
    float r = isonoise3_exact(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

void isonoise3_finer_uvec3(inout uvec3 cell, inout vec3 f, float lacunarity, uint factor, float part) {
    isonoise3_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise3_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise3_finer(cell.z, f.z, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    vec3 c = floor(p);
    vec3 left = isonoise3_exact_vec3(p - c);
    vec3 f = isonoise3_guarded_vec3(p, left);
    uvec3 cell = uvec3(ivec3(isonoise3_guarded_vec3(p, c)));
    float sum = 0.0;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise3_factor(lacunarity);
    float part = isonoise3_part(factor);
    while (true) {
        float i = isonoise3_exact(octaves - rest);
        uint mixed = isonoise3_mix(seed ^ (uint(i) * ISONOISE3_OCTAVE));
        float n = isonoise3_perlin3_kernel(isonoise3_ends(cell.x), isonoise3_ends(cell.y), isonoise3_ends(cell.z),
            mixed, f, isonoise3_quintic(f));
        float r = isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
        sum = isonoise3_exact(sum + isonoise3_exact(isonoise3_faded(amplitude, rest) * r));
        amplitude = isonoise3_exact(amplitude * persistence);
        rest = isonoise3_exact(rest - 1.0);
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer_uvec3(cell, f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
