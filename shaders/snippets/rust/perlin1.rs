// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
// perlin1_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

// f32::floor and f32::abs are not in core. From 2^23 on all floats are whole.
fn floor(x: f32) -> f32 {
    let whole = x as i32 as f32;
    if abs(x) >= 8388608.0 { x } else if whole > x { whole - 1.0 } else { whole }
}
fn abs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7FFFFFFF)
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const TWICE_TINY: u32 = 0x57000000;   // twice the bits of 2^-40
const TWICE_RANGE: u32 = 0x47000000;  // from there to twice the bits of 2^31
fn guard(x: f32) -> f32 {
    if (f32::to_bits(x) << 1).wrapping_sub(TWICE_TINY) < TWICE_RANGE { x } else { 0.0 }
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const TINY: u32 = 0x2B800000;         // the bits of 2^-40
const TINY_TO_ONE: u32 = 0x14000000;  // from there to the bits of 1
fn guard_fraction(f: f32) -> f32 {
    if f32::to_bits(f).wrapping_sub(TINY) <= TINY_TO_ONE { f } else { 0.0 }
}

// The cell of a coordinate: its whole part, rounded down.
fn whole_of(x: f32) -> i32 { floor(guard(x)) as i32 }

// A coordinate's position within its cell.
fn fraction(x: f32) -> f32 {
    let x2: f32 = guard(x);
    let r: f32 = x2 - floor(x2);
    r
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn snap(x: f32) -> f32 { if abs(x) < f32::from_bits(0x1F800000) { 0.0 } else { x } }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn quintic(t: f32) -> f32 {
    let inner: f32 = t * (t * 6.0 - 15.0) + 10.0;
    let r: f32 = t * t * t * inner;
    r
}

// Its derivative, 30t^2(t-1)^2.
fn quintic_slope(t: f32) -> f32 {
    let s: f32 = t * (t - 1.0);
    let r: f32 = 30.0 * (s * s);
    r
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    let r: f32 = a + t * (b - a);
    r
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
fn wrap(cell: i32, period: u32) -> u32 {
    if period == 0 {
        return cell as u32;
    }
    let rate: f32 = 0.999999 / period as f32;
    let about: f32 = cell as f32 * rate;
    let mut rest: u32 = (cell as u32).wrapping_sub((floor(about) as i32 as u32).wrapping_mul(period));
    let more: f32 = rest as i32 as f32 * rate;
    rest = rest.wrapping_sub((floor(more) as i32 as u32).wrapping_mul(period));
    if rest >= period { rest.wrapping_sub(period) } else { rest }
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
fn factor_of(lacunarity: f32) -> u32 {
    let scaled: f32 = lacunarity * 8388608.0;
    scaled as u32
}
fn part_of(n: u32) -> f32 {
    let part: f32 = f32::from_bits(0x3F800000 | (n & 0x7FFFFF)) - 1.0;
    part
}

const PRIME_X: u32 = 0x9E3779B1;

// Octave i uses seed ^ i*OCTAVE, so that no octave repeats another's lattice.
const OCTAVE: u32 = 0x9E3779B9;

// The offset along x. A bijection: no two seeds give the same noise.
fn seeded(seed: u32) -> u32 { seed.wrapping_mul(0x7FEB352D).wrapping_add(0x2C1B3C6D) }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn key(t: u32, offset: u32) -> u32 {
    let u: u32 = t.wrapping_add(offset);
    (u >> 16).wrapping_mul(u & 0xFFFF).wrapping_add(t)
}

// Hashes the xor of a lattice point's keys.
fn hash(k: u32) -> u32 {
    let m: u32 = k & 0xFFFFFF;
    m.wrapping_mul(m).wrapping_add(k)
}

fn interpolate(a0: f32, a1: f32, w: f32) -> f32 { lerp(a0, a1, w) }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
fn vector(h: u32) -> f32 { f32::from_bits((h & 0x80000000) | 0x3F800000 | ((h >> 8) & 0x7FFFFF)) }
fn vectors(h: u32) -> f32 { vector(h) }

fn perlin(a0: u32, a1: u32, f: f32) -> f32 {
    snap(interpolate(vectors(a0) * f, vectors(a1) * (f - 1.0), quintic(f)))
}
fn perlin_gradient(a0: u32, a1: u32, f: f32, gradient: &mut f32) -> f32 {
    let w: f32 = quintic(f);
    let rx: f32 = vectors(a0) * f;
    let d: f32 = vectors(a1) * (f - 1.0) - rx;
    let r: f32 = interpolate(vectors(a0), vectors(a1), w) + quintic_slope(f) * d;
    let n2: f32 = rx + w * d;
    *gradient = snap(r);
    snap(n2)
}
fn perlin_int(cell: i32, f: f32, seed: u32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell as u32).wrapping_mul(PRIME_X);
    perlin(hash(key(t, offset)), hash(key(t.wrapping_add(PRIME_X), offset)), f)
}
fn perlin_gradient_int(cell: i32, f: f32, seed: u32, gradient: &mut f32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell as u32).wrapping_mul(PRIME_X);
    perlin_gradient(hash(key(t, offset)), hash(key(t.wrapping_add(PRIME_X), offset)), f, gradient)
}
fn perlin_period(cell: i32, f: f32, seed: u32, period: u32) -> f32 {
    let cell2: u32 = wrap(cell, period);
    let offset: u32 = seeded(seed);
    let t: u32 = cell2.wrapping_mul(PRIME_X);
    perlin(hash(key(t, offset)), hash(key(if cell2.wrapping_add(1) == period { 0 } else {
        t.wrapping_add(PRIME_X) }, offset)), f)
}
fn perlin_int_float_uint_uint_float(cell: i32, f: f32, seed: u32, period: u32, gradient: &mut f32) -> f32 {
    let cell2: u32 = wrap(cell, period);
    let offset: u32 = seeded(seed);
    let t: u32 = cell2.wrapping_mul(PRIME_X);
    perlin_gradient(hash(key(t, offset)), hash(key(if cell2.wrapping_add(1) == period { 0 } else {
        t.wrapping_add(PRIME_X) }, offset)), f, gradient)
}

pub fn perlin1(x: f32, seed: u32) -> f32 { perlin_int(whole_of(x), fraction(x), seed) }
pub fn perlin1_cell(cell: i32, f: f32, seed: u32) -> f32 { perlin_int(cell, guard_fraction(f), seed) }
pub fn perlin1_gradient(x: f32, seed: u32, gradient: &mut [f32; 1]) -> f32 {
    let [gradient_0] = gradient;
    let n: f32 = perlin_gradient_int(whole_of(x), fraction(x), seed, gradient_0);
    n
}
pub fn perlin1_gradient_cell(cell: i32, f: f32, seed: u32, gradient: &mut [f32; 1]) -> f32 {
    let [gradient_0] = gradient;
    let n: f32 = perlin_gradient_int(cell, guard_fraction(f), seed, gradient_0);
    n
}
pub fn perlin1_periodic(x: f32, seed: u32, period: u32) -> f32 {
    perlin_period(whole_of(x), fraction(x), seed, period)
}
pub fn perlin1_periodic_cell(cell: i32, f: f32, seed: u32, period: u32) -> f32 {
    perlin_period(cell, guard_fraction(f), seed, period)
}
pub fn perlin1_periodic_gradient(x: f32, seed: u32, period: u32, gradient: &mut [f32; 1]) -> f32 {
    let [gradient_0] = gradient;
    let n: f32 = perlin_int_float_uint_uint_float(whole_of(x), fraction(x), seed, period, gradient_0);
    n
}
pub fn perlin1_periodic_gradient_cell(cell: i32, f: f32, seed: u32, period: u32, gradient: &mut [f32; 1]) -> f32 {
    let [gradient_0] = gradient;
    let n: f32 = perlin_int_float_uint_uint_float(cell, guard_fraction(f), seed, period, gradient_0);
    n
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
fn has_octave(rest: f32, amplitude: f32) -> bool {
    rest > 0.0 && amplitude >= f32::from_bits(0x21800000)
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
fn faded_of(amplitude: f32, rest: f32) -> f32 {
    let r: f32 = amplitude * (if rest < 1.0 { rest } else { 1.0 });
    r
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
pub fn perlin1_fbm(x: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    let mut cell: u32 = whole_of(x) as u32;
    let mut f: f32 = fraction(x);
    let mut sum: f32 = 0.0;
    let mut amplitude: f32 = normalization;
    let mut rest: f32 = octaves;
    if !has_octave(rest, amplitude) {
        return 0.0;
    }
    let factor: u32 = factor_of(lacunarity);
    let part: f32 = part_of(factor);
    loop {
        let i: f32 = octaves - rest;
        let octave_seed: u32 = seed ^ (i as u32).wrapping_mul(OCTAVE);
        let n: f32 = perlin_int(cell as i32, f, octave_seed);
        sum += faded_of(amplitude, rest) * n;
        amplitude *= persistence;
        rest -= 1.0;
        if !has_octave(rest, amplitude) {
            break;
        }
        let low: u32 = cell.wrapping_mul(factor);
        let next: u32 = cell.wrapping_mul(factor >> 23).wrapping_add((cell as i32 as f32 * part) as i32 as u32);
        let next2: u32 = next.wrapping_add((low.wrapping_sub(next << 23) as i32 >> 23) as u32);
        let t: f32 = f * lacunarity + part_of(low);
        let whole: i32 = t as i32;
        f = t - whole as f32;
        cell = next2.wrapping_add(whole as u32);
    }
    snap(sum)
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
#[allow(clippy::neg_cmp_op_on_partial_ord)]
pub fn perlin1_fbm_normalization(octaves: f32, persistence: f32) -> f32 {
    if !(octaves > 1.0) {
        return 1.0;
    }
    let mut sum: f64 = 0.0;
    let mut amplitude: f32 = 1.0;
    let mut i: f32 = 0.0;
    while i < octaves {
        let rest: f32 = octaves - i;
        let faded: f32 = amplitude * (if rest < 1.0 { rest } else { 1.0 });
        sum += faded as f64;
        amplitude *= persistence;
        i += 1.0;
    }
    (0.9999961853027344 / sum) as f32
}
