// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0, which no compiler knows: four
// consecutive numbers multiplied, modulo 8.
var<private> isonoise1_barrier: u32 = 0u;
fn isonoise1_raise(b: u32) {
    let x = b & 0x7FFu;
    let u = x * (x + 3u);
    isonoise1_barrier = (u * (u + 2u)) & 7u;
}
fn isonoise1_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise1_barrier);
}
fn isonoise1_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise1_barrier);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE1_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE1_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise1_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE);
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const ISONOISE1_TINY: u32 = 0x2B800000u;         // the bits of 2^-40
const ISONOISE1_TINY_TO_ONE: u32 = 0x14000000u;  // from there to the bits of 1
fn isonoise1_guard_fraction(f: f32) -> f32 {
    return select(0.0, f, bitcast<u32>(f) - ISONOISE1_TINY <= ISONOISE1_TINY_TO_ONE);
}

// The cell of a coordinate: its whole part, rounded down.
fn isonoise1_whole(p: f32) -> i32 { return i32(floor(isonoise1_guard(p))); }

// A coordinate's position within its cell.
fn isonoise1_fraction(p: f32) -> f32 {
    let x = isonoise1_guard(p);
    let r = isonoise1_exact(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise1_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise1_quintic(t: f32) -> f32 {
    let inner = isonoise1_exact(t * (isonoise1_exact(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise1_exact(isonoise1_exact(isonoise1_exact(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise1_quintic_slope(t: f32) -> f32 {
    let s = isonoise1_exact(t * isonoise1_exact(t - 1.0));
    let r = isonoise1_exact(30.0 * isonoise1_exact(s * s));
    return r;
}

fn isonoise1_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
fn isonoise1_wrap(cell: i32, period: u32) -> u32 {
    if (period == 0u) {
        return u32(cell);
    }
    let rate = isonoise1_exact(0.999999 / f32(period));
    let about = isonoise1_exact(f32(cell) * rate);
    var rest: u32 = u32(cell) - u32(i32(floor(about))) * period;
    let more = isonoise1_exact(f32(i32(rest)) * rate);
    rest -= u32(i32(floor(more))) * period;
    return select(rest, rest - period, rest >= period);
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
fn isonoise1_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise1_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise1_part(n: u32) -> f32 {
    let part = isonoise1_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise1_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise1_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise1_exact(isonoise1_exact(*f * lacunarity) + isonoise1_part(low));
    let whole = i32(t);
    let left = isonoise1_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

const ISONOISE1_PRIME_X: u32 = 0x9E3779B1u;

// Octave i uses seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE1_OCTAVE: u32 = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
fn isonoise1_seeded(seed: u32) -> u32 { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise1_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
fn isonoise1_keys(cell: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise1_key(t, offset), isonoise1_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
fn isonoise1_keys_offset(cell: u32, period: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise1_key(t, offset), isonoise1_key(select(t + prime, 0u, cell + 1u == period), offset));
}

// Hashes the xor of a lattice point's keys.
fn isonoise1_hash(k: vec2u) -> vec2u {
    let m = k & vec2u(0xFFFFFFu);
    return m * m + k;
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
fn isonoise1_hashes(cell: i32, seed: u32) -> vec2u {
    return isonoise1_hash(isonoise1_keys(u32(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed)));
}
fn isonoise1_hashes_period(cell: i32, seed: u32, period: u32) -> vec2u {
    return isonoise1_hash(isonoise1_keys_offset(isonoise1_wrap(cell, period), period, ISONOISE1_PRIME_X,
        isonoise1_seeded(seed)));
}

fn isonoise1_interpolate(a: vec2f, w: f32) -> f32 { return isonoise1_lerp(a.x, a.y, w); }

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
fn isonoise1_interpolate_slope(a: vec2f, w: f32, slope: ptr<function, f32>) -> f32 {
    let d = isonoise1_exact(a.y - a.x);
    let n = isonoise1_exact(a.x + isonoise1_exact(w * d));
    *slope = d;
    return n;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
fn isonoise1_vector(h: u32) -> f32 { return bitcast<f32>(((h & 0x80000000u) | 0x3F800000u) | ((h >> 8) & 0x7FFFFFu)); }
fn isonoise1_vectors(h: vec2u) -> vec2f { return vec2f(isonoise1_vector(h.x), isonoise1_vector(h.y)); }
fn isonoise1_corners(h: vec2u, f: f32) -> vec2f {
    let offset = vec2f(f, isonoise1_exact(f - 1.0));
    let r = isonoise1_exact_vec2(isonoise1_vectors(h) * offset);
    return r;
}

fn isonoise1_noise(a: vec2u, f: f32, w: f32) -> f32 { return isonoise1_interpolate(isonoise1_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
fn isonoise1_noise_gradient(a: vec2u, f: f32, w: f32, s: f32, gradient: ptr<function, f32>) -> f32 {
    var slope: f32;
    let n = isonoise1_interpolate_slope(isonoise1_corners(a, f), w, &slope);
    let inner = isonoise1_interpolate(isonoise1_vectors(a), w);
    let r = isonoise1_exact(inner + isonoise1_exact(s * slope));
    *gradient = r;
    return n;
}

fn isonoise1_perlin(a: vec2u, f: f32) -> f32 { return isonoise1_snap(isonoise1_noise(a, f, isonoise1_quintic(f))); }
fn isonoise1_perlin_gradient(a: vec2u, f: f32, gradient: ptr<function, f32>) -> f32 {
    let w = isonoise1_quintic(f);
    var g: f32;
    let n = isonoise1_noise_gradient(a, f, w, isonoise1_quintic_slope(f), &g);
    *gradient = isonoise1_snap(g);
    return isonoise1_snap(n);
}
fn isonoise1_perlin_int(cell: i32, f: f32, seed: u32) -> f32 {
    return isonoise1_perlin(isonoise1_hashes(cell, seed), f);
}
fn isonoise1_perlin_gradient_int(cell: i32, f: f32, seed: u32, gradient: ptr<function, f32>) -> f32 {
    return isonoise1_perlin_gradient(isonoise1_hashes(cell, seed), f, gradient);
}
fn isonoise1_perlin_period(cell: i32, f: f32, seed: u32, period: u32) -> f32 {
    return isonoise1_perlin(isonoise1_hashes_period(cell, seed, period), f);
}
fn isonoise1_perlin_int_float_uint_uint_float(cell: i32, f: f32, seed: u32, period: u32, gradient: ptr<function, f32>)
    -> f32 {
    return isonoise1_perlin_gradient(isonoise1_hashes_period(cell, seed, period), f, gradient);
}

fn perlin1(p: f32, seed: u32) -> f32 {
    isonoise1_raise(bitcast<u32>(p) + seed);
    return isonoise1_perlin_int(isonoise1_whole(p), isonoise1_fraction(p), seed);
}
fn perlin1_cell(cell: i32, f: f32, seed: u32) -> f32 {
    isonoise1_raise(bitcast<u32>(f) + u32(cell) + seed);
    return isonoise1_perlin_int(cell, isonoise1_guard_fraction(f), seed);
}
fn perlin1_gradient(p: f32, seed: u32, gradient: ptr<function, f32>) -> f32 {
    isonoise1_raise(bitcast<u32>(p) + seed);
    return isonoise1_perlin_gradient_int(isonoise1_whole(p), isonoise1_fraction(p), seed, gradient);
}
fn perlin1_gradient_cell(cell: i32, f: f32, seed: u32, gradient: ptr<function, f32>) -> f32 {
    isonoise1_raise(bitcast<u32>(f) + u32(cell) + seed);
    return isonoise1_perlin_gradient_int(cell, isonoise1_guard_fraction(f), seed, gradient);
}
fn perlin1_periodic(p: f32, seed: u32, period: u32) -> f32 {
    isonoise1_raise(bitcast<u32>(p) + seed);
    return isonoise1_perlin_period(isonoise1_whole(p), isonoise1_fraction(p), seed, period);
}
fn perlin1_periodic_cell(cell: i32, f: f32, seed: u32, period: u32) -> f32 {
    isonoise1_raise(bitcast<u32>(f) + u32(cell) + seed);
    return isonoise1_perlin_period(cell, isonoise1_guard_fraction(f), seed, period);
}
fn perlin1_periodic_gradient(p: f32, seed: u32, period: u32, gradient: ptr<function, f32>) -> f32 {
    isonoise1_raise(bitcast<u32>(p) + seed);
    return isonoise1_perlin_int_float_uint_uint_float(isonoise1_whole(p), isonoise1_fraction(p), seed, period,
        gradient);
}
fn perlin1_periodic_gradient_cell(cell: i32, f: f32, seed: u32, period: u32, gradient: ptr<function, f32>) -> f32 {
    isonoise1_raise(bitcast<u32>(f) + u32(cell) + seed);
    return isonoise1_perlin_int_float_uint_uint_float(cell, isonoise1_guard_fraction(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
fn isonoise1_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
fn isonoise1_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise1_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
fn perlin1_fbm(p: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    isonoise1_raise(bitcast<u32>(p) + seed);
    var cell: u32 = u32(isonoise1_whole(p));
    var f: f32 = isonoise1_fraction(p);
    var sum: f32 = 0.0;
    var amplitude: f32 = normalization;
    var rest: f32 = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) {
        return 0.0;
    }
    let factor = isonoise1_factor(lacunarity);
    let part = isonoise1_part(factor);
    while (true) {
        let i = isonoise1_exact(octaves - rest);
        let octave_seed = seed ^ (u32(i) * ISONOISE1_OCTAVE);
        let n = isonoise1_perlin_int(i32(cell), f, octave_seed);
        sum = isonoise1_exact(sum + isonoise1_exact(isonoise1_faded(amplitude, rest) * n));
        amplitude = isonoise1_exact(amplitude * persistence);
        rest = isonoise1_exact(rest - 1.0);
        if (!isonoise1_has_octave(rest, amplitude)) {
            break;
        }
        isonoise1_finer(&cell, &f, lacunarity, factor, part);
    }
    return isonoise1_snap(sum);
}
