// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core (`precise` keeps them).
#ifndef ISONOISE_PERLIN1
#define ISONOISE_PERLIN1

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise1_guarded(float x, float y) {
    uint m = asuint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? y : 0.0;
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
float isonoise1_snap(float x) {
    return (asuint(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0 : x;
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
float isonoise1_quintic(float t) {
    precise float inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise1_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}

float isonoise1_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
uint isonoise1_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    precise float rate = 0.999999 / float(period);
    precise float about = float(cell) * rate;
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    precise float more = float(int(rest)) * rate;
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
uint2 isonoise1_ends(uint cell) { return uint2(cell, cell + 1u); }
uint2 isonoise1_ends(uint cell, uint period) {
    uint next = cell + 1u;
    return uint2(cell, next == period ? 0u : next);
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and
// 8 nothing does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. Its low 32 bits have nine of them; the others are
// those of an estimate, which is wrong by less than 256. What all axes and octaves share is given: the lacunarity in
// multiples of 2^-23, and what of it isn't whole.
uint isonoise1_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float isonoise1_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void isonoise1_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + isonoise1_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

float isonoise1_interpolate1(float2 a, float w) { return isonoise1_lerp(a.x, a.y, w); }

// The derivative of the above by each weight.
float isonoise1_slope1(float2 a) {
    precise float r = a.y - a.x;
    return r;
}

// x with its sign flipped where bit 31 of `bits` is set.
float isonoise1_flip(float x, uint bits) {
    return asfloat(asuint(x) ^ (bits & 0x80000000u));
}

// 1D: any slope of magnitude 1 to 2, its sign from bit 31 and its size from bits 30 to 8.
float isonoise1_vector1(uint h) {
    return isonoise1_flip(asfloat(0x3F800000u | ((h >> 8) & 0x7FFFFFu)), h);
}
float isonoise1_gradient1(uint h, float x) {
    precise float r = isonoise1_vector1(h) * x;
    return r;
}

// The corners of a square, as interpolate.glsl orders them: f is the offset from the low corner in x and y, and in z
// and w that from whichever corner.
float2 isonoise1_corners1(uint2 h, float f) {
    precise float g = f - 1.0;
    return float2(isonoise1_gradient1(h.x, f), isonoise1_gradient1(h.y, g));
}

float isonoise1_noise1(uint2 a, float f, float w) { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

// The same with the derivative by f: that of the corner values, which is the gradients interpolated, and that of the
// weights.
float isonoise1_noise1(uint2 a, float f, float w, float s, out float gradient) {
    precise float2 v = isonoise1_corners1(a, f);
    precise float inner = isonoise1_interpolate1(float2(isonoise1_vector1(a.x), isonoise1_vector1(a.y)), w);
    precise float r = inner + s * isonoise1_slope1(v);
    gradient = r;
    return isonoise1_interpolate1(v, w);
}

static const uint ISONOISE1_PRIME_X = 0x9E3779B1u;

// Octave i is seeded with seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
static const uint ISONOISE1_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise1_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint2 isonoise1_fold(uint2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint2 isonoise1_scatter(uint2 coordinate, uint prime) { return isonoise1_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uint2 isonoise1_hash(uint2 key) { return key * (key | 1u); }

// The hashes of a cell's corners, in the order of interpolate.glsl, one square at a time: x, y, z and w are its
// lattice coordinates (ends) and `seed` is mixed.
uint2 isonoise1_hash1(uint2 x, uint seed) {
    return isonoise1_hash(isonoise1_fold(isonoise1_scatter(x, ISONOISE1_PRIME_X) ^ seed));
}

// The kernels: from a cell's lattice coordinates (ends), the mixed seed, a fraction and its weights to the noise
// before it is scaled.
float isonoise1_perlin1_kernel(uint2 x, uint seed, float f, float weight) {
    return isonoise1_noise1(isonoise1_hash1(x, seed), f, weight);
}

// The same with the derivative by the fraction; s is that of the weights.
float isonoise1_perlin1_kernel(uint2 x, uint seed, float f, float weight, float s, out float gradient) {
    return isonoise1_noise1(isonoise1_hash1(x, seed), f, weight, s, gradient);
}

float perlin1_periodic(float p, uint seed, uint period) {
    precise float c = floor(p);
    precise float left = p - c;
    precise float f = isonoise1_guarded(p, left);
    int cell = int(isonoise1_guarded(p, c));
    precise float n = isonoise1_perlin1_kernel(isonoise1_ends(isonoise1_wrap(cell, period), period),
        isonoise1_mix(seed), f, isonoise1_quintic(f));
    return isonoise1_snap(n);
}
float perlin1_periodic_gradient(float p, uint seed, uint period, out float gradient) {
    precise float c = floor(p);
    precise float left = p - c;
    precise float f = isonoise1_guarded(p, left);
    int cell = int(isonoise1_guarded(p, c));
    precise float inner;
    precise float n = isonoise1_perlin1_kernel(isonoise1_ends(isonoise1_wrap(cell, period), period),
        isonoise1_mix(seed), f, isonoise1_quintic(f), isonoise1_quintic_slope(f), inner);
    gradient = isonoise1_snap(inner);
    return isonoise1_snap(n);
}
float perlin1(float p, uint seed) {
    precise float c = floor(p);
    precise float left = p - c;
    precise float f = isonoise1_guarded(p, left);
    int cell = int(isonoise1_guarded(p, c));
    precise float n = isonoise1_perlin1_kernel(isonoise1_ends(uint(cell)), isonoise1_mix(seed), f,
        isonoise1_quintic(f));
    return isonoise1_snap(n);
}
float perlin1_gradient(float p, uint seed, out float gradient) {
    precise float c = floor(p);
    precise float left = p - c;
    precise float f = isonoise1_guarded(p, left);
    int cell = int(isonoise1_guarded(p, c));
    precise float inner;
    precise float n = isonoise1_perlin1_kernel(isonoise1_ends(uint(cell)), isonoise1_mix(seed), f,
        isonoise1_quintic(f), isonoise1_quintic_slope(f), inner);
    gradient = isonoise1_snap(inner);
    return isonoise1_snap(n);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise1_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= asfloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise1_faded(float amplitude, float rest) {
    precise float r = amplitude * (rest < 1.0 ? rest : 1.0);
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
float perlin1_fbm(float p, uint seed, float octaves, float persistence, float lacunarity, float normalization) {
    precise float c = floor(p);
    precise float left = p - c;
    precise float f = isonoise1_guarded(p, left);
    uint cell = uint(int(isonoise1_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = normalization;
    precise float rest = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise1_factor(lacunarity);
    precise float part = isonoise1_part(factor);
    while (true) {
        precise float i = octaves - rest;
        uint mixed = isonoise1_mix(seed ^ (uint(i) * ISONOISE1_OCTAVE));
        precise float n = isonoise1_perlin1_kernel(isonoise1_ends(cell), mixed, f, isonoise1_quintic(f));
        sum = sum + isonoise1_faded(amplitude, rest) * isonoise1_snap(n);
        amplitude = amplitude * persistence;
        rest = rest - 1.0;
        if (!isonoise1_has_octave(rest, amplitude)) break;
        isonoise1_finer(cell, f, lacunarity, factor, part);
    }
    return isonoise1_snap(sum);
}
#endif
