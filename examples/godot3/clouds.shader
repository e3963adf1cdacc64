// Clouds at dusk. Godot 3 has no #include, so between the two lines of dashes is a copy of
// shaders/snippets/godot3/perlin3.shader; the clouds follow.
shader_type canvas_item;

// ---------------------------------------------------------------------------------------------------------------------
// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
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
vec3 isonoise3_snap_vec3(vec3 v) { return vec3(isonoise3_snap(v.x), isonoise3_snap(v.y), isonoise3_snap(v.z)); }

// Scaled and snapped.
float isonoise3_scaled(float n, float scale) {
    float r = isonoise3_exact(n * scale);
    return isonoise3_snap(r);
}
vec3 isonoise3_scaled_vec3(vec3 v, float scale) {
    vec3 r = isonoise3_exact_vec3(v * scale);
    return isonoise3_snap_vec3(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
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

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise3_wrap(int cell, uint period) {
    if (period == uint(0)) return uint(cell);
    float rate = isonoise3_exact(0.999999 / float(period));
    float about = isonoise3_exact(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    float more = isonoise3_exact(float(int(rest)) * rate);
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

const uint ISONOISE3_PRIME_X = uint(-1640531535);
const uint ISONOISE3_PRIME_Y = uint(-2048144777);
const uint ISONOISE3_PRIME_Z = uint(-1028477379);

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE3_OFFSET_Y = uint(0x243F6A88);
const uint ISONOISE3_OFFSET_Z = uint(-2052912941);

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE3_OCTAVE = uint(-1640531527);

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

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise3_keys_offset(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise3_key(t, offset), isonoise3_key(cell + uint(1) == period ? uint(0) : t + prime, offset));
}

uvec2 isonoise3_keys_x(int cell, uint seed) {
    return isonoise3_keys(uint(cell), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
}
uvec2 isonoise3_keys_y(int cell) { return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y); }
uvec2 isonoise3_keys_z(int cell) { return isonoise3_keys(uint(cell), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z); }

uvec2 isonoise3_keys_x_period(int cell, uint seed, uint period) {
    return isonoise3_keys_offset(isonoise3_wrap(cell, period), period, ISONOISE3_PRIME_X, isonoise3_seeded(seed));
}
uvec2 isonoise3_keys_y_period(int cell, uint period) {
    return isonoise3_keys_offset(isonoise3_wrap(cell, period), period, ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
}
uvec2 isonoise3_keys_z_period(int cell, uint period) {
    return isonoise3_keys_offset(isonoise3_wrap(cell, period), period, ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
}

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

float isonoise3_interpolate3_slope(vec4 a, vec4 b, vec3 w, out vec3 slope) {
    vec4 low = vec4(a.xz, b.xz);
    vec4 dx = isonoise3_exact_vec4(vec4(a.yw, b.yw) - low);
    vec4 x = isonoise3_exact_vec4(low + isonoise3_exact_vec4(w.x * dx));
    vec2 dy = isonoise3_exact_vec2(x.yw - x.xz);
    vec2 y = isonoise3_exact_vec2(x.xz + isonoise3_exact_vec2(w.y * dy));
    float dz = isonoise3_exact(y.y - y.x);
    float z = isonoise3_exact(y.x + isonoise3_exact(w.z * dz));
    vec2 ex = isonoise3_lerp_vec2(dx.xz, dx.yw, w.y);
    slope = vec3(isonoise3_lerp_vec2(vec2(ex.x, dy.x), vec2(ex.y, dy.y), w.z), dz);
    return z;
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

// The sum of all four, added in pairs; total8 adds a and b first.
float isonoise3_total(vec4 v) {
    vec2 pairs = isonoise3_exact_vec2(v.xz + v.yw);
    float r = isonoise3_exact(pairs.x + pairs.y);
    return r;
}
float isonoise3_total8(vec4 a, vec4 b) {
    vec4 sum = isonoise3_exact_vec4(a + b);
    return isonoise3_total(sum);
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
void isonoise3_weighted3(uvec4 h, vec4 w, out vec4 x, out vec4 y, out vec4 z) {
    uvec4 rest = (h << uint(1)) + h;
    ivec4 n = ivec4(h);
    vec4 u = isonoise3_flip(w, rest, uint(31));
    vec4 v = isonoise3_flip(w, rest, uint(30));
    x = isonoise3_select(n, ISONOISE3_THIRD1, vec4(0.0), u);
    y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, vec4(0.0), v));
    z = isonoise3_select(n, ISONOISE3_THIRD2, v, vec4(0.0));
}

float isonoise3_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    vec3 g = isonoise3_exact_vec3(f - 1.0);
    vec4 x = vec4(f.x, g.x, f.x, g.x);
    vec4 y = vec4(f.yy, g.yy);
    return isonoise3_interpolate3(isonoise3_corners3(a, x, y, vec4(f.z)), isonoise3_corners3(b, x, y, vec4(g.z)), w);
}

// The weights of a square's corners, times `rest`.
vec4 isonoise3_square_weights(vec2 w, float rest) {
    vec2 v = 1.0 - w;
    vec2 y = isonoise3_exact_vec2(rest * vec2(v.y, w.y));
    vec4 r = isonoise3_exact_vec4(vec4(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}
float isonoise3_noise3_gradient(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    vec3 g = isonoise3_exact_vec3(f - 1.0);
    vec4 x = vec4(f.x, g.x, f.x, g.x);
    vec4 y = vec4(f.yy, g.yy);
    vec3 slope;
    float n = isonoise3_interpolate3_slope(isonoise3_corners3(a, x, y, vec4(f.z)), isonoise3_corners3(b, x, y,
        vec4(g.z)), w, slope);
    float rest = isonoise3_exact(1.0 - w.z);
    vec4 ax, ay, az;
    vec4 bx, by, bz;
    isonoise3_weighted3(a, isonoise3_square_weights(w.xy, rest), ax, ay, az);
    isonoise3_weighted3(b, isonoise3_square_weights(w.xy, w.z), bx, by, bz);
    vec3 inner = vec3(isonoise3_total8(ax, bx), isonoise3_total8(ay, by), isonoise3_total8(az, bz));
    vec3 r = isonoise3_exact_vec3(inner + isonoise3_exact_vec3(s * slope));
    gradient = r;
    return n;
}

float isonoise3_perlin3(uvec2 x, uvec2 y, uvec2 z, vec3 f) {
    uvec4 a = isonoise3_square(x, y, z.x), b = isonoise3_square(x, y, z.y);
    return isonoise3_scaled(isonoise3_noise3(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
float isonoise3_perlin3_gradient(uvec2 x, uvec2 y, uvec2 z, vec3 f, out vec3 gradient) {
    uvec4 a = isonoise3_square(x, y, z.x), b = isonoise3_square(x, y, z.y);
    vec3 g;
    float n = isonoise3_noise3_gradient(a, b, f, isonoise3_quintic(f), isonoise3_quintic_slope(f), g);
    gradient = isonoise3_scaled_vec3(g, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
float isonoise3_perlin3_at(ivec3 cell, vec3 f, uint seed) {
    return isonoise3_perlin3(isonoise3_keys_x(cell.x, seed), isonoise3_keys_y(cell.y), isonoise3_keys_z(cell.z), f);
}
float isonoise3_perlin3_gradient_at(ivec3 cell, vec3 f, uint seed, out vec3 gradient) {
    return isonoise3_perlin3_gradient(isonoise3_keys_x(cell.x, seed), isonoise3_keys_y(cell.y),
        isonoise3_keys_z(cell.z), f, gradient);
}
float isonoise3_perlin3_periodic_at(ivec3 cell, vec3 f, uint seed, uvec3 period) {
    return isonoise3_perlin3(isonoise3_keys_x_period(cell.x, seed, period.x), isonoise3_keys_y_period(cell.y,
        period.y), isonoise3_keys_z_period(cell.z, period.z), f);
}
float isonoise3_perlin3_periodic_gradient_at(ivec3 cell, vec3 f, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise3_perlin3_gradient(isonoise3_keys_x_period(cell.x, seed, period.x), isonoise3_keys_y_period(cell.y,
        period.y), isonoise3_keys_z_period(cell.z, period.z), f, gradient);
}

float perlin3(vec3 p, uint seed) { return isonoise3_perlin3_at(isonoise3_whole(p), isonoise3_fraction(p), seed); }
float perlin3_gradient(vec3 p, uint seed, out vec3 gradient) {
    return isonoise3_perlin3_gradient_at(isonoise3_whole(p), isonoise3_fraction(p), seed, gradient);
}
float perlin3_periodic(vec3 p, uint seed, uvec3 period) {
    return isonoise3_perlin3_periodic_at(isonoise3_whole(p), isonoise3_fraction(p), seed, period);
}
float perlin3_periodic_gradient(vec3 p, uint seed, uvec3 period, out vec3 gradient) {
    return isonoise3_perlin3_periodic_gradient_at(isonoise3_whole(p), isonoise3_fraction(p), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise3_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(uint(0x21800000));
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise3_faded(float amplitude, float rest) {
    float r = isonoise3_exact(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise3_factor and isonoise3_part of the
// lacunarity.
void isonoise3_finer_uvec3(inout uvec3 cell, inout vec3 f, float lacunarity, uint factor, float part) {
    isonoise3_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise3_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise3_finer(cell.z, f.z, lacunarity, factor, part);
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    uvec3 cell = uvec3(isonoise3_whole(p));
    vec3 f = isonoise3_fraction(p);
    float sum = 0.0;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise3_factor(lacunarity);
    float part = isonoise3_part(factor);
    while (true) {
        float i = isonoise3_exact(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE3_OCTAVE);
        float n = isonoise3_perlin3_at(ivec3(cell), f, octave_seed);
        sum = isonoise3_exact(sum + isonoise3_exact(isonoise3_faded(amplitude, rest) * n));
        amplitude = isonoise3_exact(amplitude * persistence);
        rest = isonoise3_exact(rest - 1.0);
        if (!isonoise3_has_octave(rest, amplitude)) break;
        isonoise3_finer_uvec3(cell, f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
// ---------------------------------------------------------------------------------------------------------------------

// Five octaves, each half as strong as the one before: the amplitudes sum to 1.9375. A little less than 1 / 1.9375
// keeps the sum in [-1, 1], as isonoise::fbm() does.
float clouds(vec2 p, float time) {
    float n = perlin3_fbm(vec3(p.x + time * 0.08, p.y, time * 0.05), uint(11), 5.0, 0.5, 2.0, 0.516127);
    return smoothstep(-0.2, 0.4, n);
}

void fragment() {
    float low = UV.y;
    vec3 sky = mix(vec3(0.10, 0.16, 0.36), vec3(0.55, 0.40, 0.55), smoothstep(0.0, 0.6, low));
    sky = mix(sky, vec3(1.0, 0.62, 0.36), smoothstep(0.45, 1.0, low));
    // A cloud layer overhead: rows are farther apart towards the horizon.
    float away = 1.0 / (1.15 - low);
    vec2 p = vec2((UV.x - 0.5) * away * 2.2, away * 1.6);
    float cloud = clouds(p, TIME);
    // Edges with less cloud towards the low sun are lit.
    float lit = clamp(cloud - clouds(p + vec2(0.0, 0.12), TIME) + 0.35, 0.0, 1.0);
    vec3 colour = mix(vec3(0.30, 0.22, 0.38), vec3(1.0, 0.72, 0.52), lit);
    COLOR = vec4(mix(sky, colour, cloud * 0.9 * smoothstep(1.0, 0.8, low)), 1.0);
}
