// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0; leave it unset.
uniform int isonoise1_zero;
float isonoise1_exact(float x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise1_zero));
}
vec2 isonoise1_exact_vec2(vec2 x) {
    return uintBitsToFloat(floatBitsToUint(x) + uint(isonoise1_zero));
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE1_TWICE_TINY = uint(0x57000000);   // twice the bits of 2^-40
const uint ISONOISE1_TWICE_RANGE = uint(0x47000000);  // from there to twice the bits of 2^31
float isonoise1_guard(float x) {
    return (floatBitsToUint(x) << uint(1)) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE ? x : 0.0;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise1_whole(float p) { return int(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
float isonoise1_fraction(float p) {
    float x = isonoise1_guard(p);
    float r = isonoise1_exact(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise1_snap(float x) { return abs(x) < uintBitsToFloat(uint(0x1F800000)) ? 0.0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    float inner = isonoise1_exact(t * (isonoise1_exact(t * 6.0) - 15.0)) + 10.0;
    float r = isonoise1_exact(isonoise1_exact(isonoise1_exact(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise1_quintic_slope(float t) {
    float s = isonoise1_exact(t * (t - 1.0));
    float r = isonoise1_exact(30.0 * isonoise1_exact(s * s));
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    float r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise1_wrap(int cell, uint period) {
    if (period == uint(0)) return uint(cell);
    float rate = isonoise1_exact(0.999999 / float(period));
    float about = isonoise1_exact(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    float more = isonoise1_exact(float(int(rest)) * rate);
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
uint isonoise1_factor(float lacunarity) {
    float scaled = isonoise1_exact(lacunarity * (65536.0 * 128.0));
    return uint(scaled);
}
float isonoise1_part(uint n) {
    float part = isonoise1_exact(uintBitsToFloat(uint(0x3F800000) | (n & uint(0x7FFFFF))) - 1.0);
    return part;
}
void isonoise1_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    float share = isonoise1_exact(float(int(cell)) * part);
    uint next = cell * (factor >> uint(23)) + uint(int(share));
    next += uint(int(low - (next << uint(23))) >> 23);
    float t = isonoise1_exact(isonoise1_exact(f * lacunarity) + isonoise1_part(low));
    int whole = int(t);
    float left = isonoise1_exact(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

const uint ISONOISE1_PRIME_X = uint(-1640531535);

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE1_OCTAVE = uint(-1640531527);

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise1_seeded(uint seed) { return seed * uint(0x7FEB352D) + uint(0x2C1B3C6D); }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise1_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> uint(16)) * (u & uint(0xFFFF)) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise1_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise1_keys_offset(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise1_key(t, offset), isonoise1_key(cell + uint(1) == period ? uint(0) : t + prime, offset));
}

uvec2 isonoise1_keys_x(int cell, uint seed) {
    return isonoise1_keys(uint(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed));
}

uvec2 isonoise1_keys_x_period(int cell, uint seed, uint period) {
    return isonoise1_keys_offset(isonoise1_wrap(cell, period), period, ISONOISE1_PRIME_X, isonoise1_seeded(seed));
}

// Hashes the xor of a lattice point's keys.
uvec2 isonoise1_hash(uvec2 k) {
    uvec2 m = k & uvec2(uint(0xFFFFFF));
    return m * m + k;
}

float isonoise1_interpolate1(vec2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise1_interpolate1_slope(vec2 a, float w, out float slope) {
    float d = isonoise1_exact(a.y - a.x);
    float n = isonoise1_exact(a.x + isonoise1_exact(w * d));
    slope = d;
    return n;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise1_vector1(uint h) {
    return uintBitsToFloat((h & (uint(1) << uint(31))) | uint(0x3F800000) | ((h >> uint(8)) & uint(0x7FFFFF)));
}
vec2 isonoise1_corners1(uvec2 h, float f) {
    vec2 offset = vec2(f, isonoise1_exact(f - 1.0));
    vec2 r = isonoise1_exact_vec2(vec2(isonoise1_vector1(h.x), isonoise1_vector1(h.y)) * offset);
    return r;
}

float isonoise1_noise1(uvec2 a, float f, float w) { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise1_noise1_gradient(uvec2 a, float f, float w, float s, out float gradient) {
    float slope;
    float n = isonoise1_interpolate1_slope(isonoise1_corners1(a, f), w, slope);
    float inner = isonoise1_interpolate1(vec2(isonoise1_vector1(a.x), isonoise1_vector1(a.y)), w);
    float r = isonoise1_exact(inner + isonoise1_exact(s * slope));
    gradient = r;
    return n;
}

float isonoise1_perlin1(uvec2 x, float f) {
    return isonoise1_snap(isonoise1_noise1(isonoise1_hash(x), f, isonoise1_quintic(f)));
}
float isonoise1_perlin1_gradient(uvec2 x, float f, out float gradient) {
    float g;
    float n = isonoise1_noise1_gradient(isonoise1_hash(x), f, isonoise1_quintic(f), isonoise1_quintic_slope(f), g);
    gradient = isonoise1_snap(g);
    return isonoise1_snap(n);
}
float isonoise1_perlin1_at(int cell, float f, uint seed) {
    return isonoise1_perlin1(isonoise1_keys_x(cell, seed), f);
}
float isonoise1_perlin1_gradient_at(int cell, float f, uint seed, out float gradient) {
    return isonoise1_perlin1_gradient(isonoise1_keys_x(cell, seed), f, gradient);
}
float isonoise1_perlin1_periodic_at(int cell, float f, uint seed, uint period) {
    return isonoise1_perlin1(isonoise1_keys_x_period(cell, seed, period), f);
}
float isonoise1_perlin1_periodic_gradient_at(int cell, float f, uint seed, uint period, out float gradient) {
    return isonoise1_perlin1_gradient(isonoise1_keys_x_period(cell, seed, period), f, gradient);
}

float perlin1(float p, uint seed) { return isonoise1_perlin1_at(isonoise1_whole(p), isonoise1_fraction(p), seed); }
float perlin1_gradient(float p, uint seed, out float gradient) {
    return isonoise1_perlin1_gradient_at(isonoise1_whole(p), isonoise1_fraction(p), seed, gradient);
}
float perlin1_periodic(float p, uint seed, uint period) {
    return isonoise1_perlin1_periodic_at(isonoise1_whole(p), isonoise1_fraction(p), seed, period);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    return isonoise1_perlin1_periodic_gradient_at(isonoise1_whole(p), isonoise1_fraction(p), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(uint(0x21800000));
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise1_faded(float amplitude, float rest) {
    float r = isonoise1_exact(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
float perlin1_fbm(float p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    uint cell = uint(isonoise1_whole(p));
    float f = isonoise1_fraction(p);
    float sum = 0.0;
    float amplitude = normalization;
    float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise1_factor(lacunarity);
    float part = isonoise1_part(factor);
    while (true) {
        float i = isonoise1_exact(octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE1_OCTAVE);
        float n = isonoise1_perlin1_at(int(cell), f, octave_seed);
        sum = isonoise1_exact(sum + isonoise1_exact(isonoise1_faded(amplitude, rest) * n));
        amplitude = isonoise1_exact(amplitude * persistence);
        rest = isonoise1_exact(rest - 1.0);
        if (!isonoise1_has_octave(rest, amplitude)) break;
        isonoise1_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise1_snap(sum);
}
