// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2_cell(cell, fraction, seed) and so on: in a world of any size.
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
fn whole_of(p: f32) -> i32 { floor(guard(p)) as i32 }

// A coordinate's position within its cell.
fn fraction(p: f32) -> f32 {
    let x: f32 = guard(p);
    let r: f32 = x - floor(x);
    r
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn snap(x: f32) -> f32 { if abs(x) < f32::from_bits(0x1F800000) { 0.0 } else { x } }

// Scaled and snapped.
fn scaled_of(n: f32, scale: f32) -> f32 {
    let r: f32 = n * scale;
    snap(r)
}

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
fn finer(cell: &mut u32, f: &mut f32, lacunarity: f32, factor: u32, part: f32) {
    let low: u32 = (*cell).wrapping_mul(factor);
    let share: f32 = *cell as i32 as f32 * part;
    let mut next: u32 = (*cell).wrapping_mul(factor >> 23).wrapping_add(share as i32 as u32);
    next = next.wrapping_add((low.wrapping_sub(next << 23) as i32 >> 23) as u32);
    let t: f32 = *f * lacunarity + part_of(low);
    let whole: i32 = t as i32;
    let left: f32 = t - whole as f32;
    *f = left;
    *cell = next.wrapping_add(whole as u32);
}

const PRIME_X: u32 = 0x9E3779B1;
const PRIME_Y: u32 = 0x85EBCA77;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;

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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const SCALE2: f32 = 1465999.0 / 1048576.0;

// The tangent of 22.5 degrees.
const TANGENT: f32 = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn flip(x: f32, h: u32, bit: u32) -> f32 {
    f32::from_bits(f32::to_bits(x).wrapping_add((h & (1 << bit)) << 31u32.wrapping_sub(bit)))
}

// x where h is below a bound, else y.
fn select(h: i32, bound: i32, x: f32, y: f32) -> f32 { if h < bound { x } else { y } }

// The sum of all four, added in pairs; or of a and b, which are added first.
fn total(vx: f32, vy: f32, vz: f32, vw: f32) -> f32 {
    let pairs_x: f32 = vx + vy;
    let pairs_y: f32 = vz + vw;
    let r: f32 = pairs_x + pairs_y;
    r
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
#[allow(clippy::too_many_arguments)]
fn corners(h0: u32, h1: u32, h2: u32, h3: u32, fx: f32, fy: f32, result_x: &mut f32, result_y: &mut f32, result_z:
    &mut f32, result_w: &mut f32) {
    let gx: f32 = 1.0 - fx;
    let gy: f32 = 1.0 - fy;
    let low_x: f32 = TANGENT * fx;
    let low_y: f32 = TANGENT * fy;
    let high_x: f32 = TANGENT * gx;
    let high_y: f32 = TANGENT * gy;
    let n0: i32 = h0 as i32;
    let n1: i32 = h1 as i32;
    let n2: i32 = h2 as i32;
    let n3: i32 = h3 as i32;
    let px: f32 = select(n0, 0, fx, low_x);
    let py: f32 = select(n0, 0, low_y, fy);
    let qx: f32 = select(n1, 0, gx, high_x);
    let qy: f32 = select(n1, 0, low_y, fy);
    let rx: f32 = select(n2, 0, fx, low_x);
    let ry: f32 = select(n2, 0, high_y, gy);
    let sx: f32 = select(n3, 0, gx, high_x);
    let sy: f32 = select(n3, 0, high_y, gy);
    let ux: f32 = flip(px, h0, 30);
    let uy: f32 = flip(qx, h1, 30);
    let uz: f32 = flip(rx, h2, 30);
    let uw: f32 = flip(sx, h3, 30);
    let vx: f32 = flip(py, h0, 29);
    let vy: f32 = flip(qy, h1, 29);
    let vz: f32 = flip(ry, h2, 29);
    let vw: f32 = flip(sy, h3, 29);
    let a: f32 = ux + vx;
    let b: f32 = vy - uy;
    let c: f32 = uz - vz;
    let d: f32 = -uw - vw;
    *result_x = a;
    *result_y = b;
    *result_z = c;
    *result_w = d;
}

fn perlin(a0: u32, a1: u32, a2: u32, a3: u32, fx: f32, fy: f32) -> f32 {
    let wx: f32 = quintic(fx);
    let mut result_x: f32 = 0.0;
    let mut result_y: f32 = 0.0;
    let mut result_z: f32 = 0.0;
    let mut result_w: f32 = 0.0;
    corners(a0, a1, a2, a3, fx, fy, &mut result_x, &mut result_y, &mut result_z, &mut result_w);
    scaled_of(lerp(lerp(result_x, result_y, wx), lerp(result_z, result_w, wx), quintic(fy)), SCALE2)
}
#[allow(clippy::too_many_arguments)]
fn perlin_gradient(a0: u32, a1: u32, a2: u32, a3: u32, fx: f32, fy: f32, gradient_x: &mut f32, gradient_y: &mut f32)
    -> f32 {
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let mut result_x: f32 = 0.0;
    let mut result_y: f32 = 0.0;
    let mut result_z: f32 = 0.0;
    let mut result_w: f32 = 0.0;
    corners(a0, a1, a2, a3, fx, fy, &mut result_x, &mut result_y, &mut result_z, &mut result_w);
    let dx_x: f32 = result_y - result_x;
    let dx_y: f32 = result_w - result_z;
    let x0: f32 = result_x + wx * dx_x;
    let dy: f32 = result_z + wx * dx_y - x0;
    let vx: f32 = 1.0 - wx;
    let vy: f32 = 1.0 - wy;
    let rx: f32 = vx * vy;
    let ry: f32 = wx * vy;
    let rz: f32 = vx * wy;
    let rw: f32 = wx * wy;
    let shorter_x: f32 = TANGENT * rx;
    let shorter_y: f32 = TANGENT * ry;
    let shorter_z: f32 = TANGENT * rz;
    let shorter_w: f32 = TANGENT * rw;
    let n0: i32 = a0 as i32;
    let n1: i32 = a1 as i32;
    let n2: i32 = a2 as i32;
    let n3: i32 = a3 as i32;
    let rx3: f32 = total(flip(select(n0, 0, rx, shorter_x), a0, 30), flip(select(n1, 0, ry, shorter_y), a1, 30),
        flip(select(n2, 0, rz, shorter_z), a2, 30), flip(select(n3, 0, rw, shorter_w), a3, 30)) + quintic_slope(fx) *
        lerp(dx_x, dx_y, wy);
    let ry3: f32 = total(flip(select(n0, 0, shorter_x, rx), a0, 29), flip(select(n1, 0, shorter_y, ry), a1, 29),
        flip(select(n2, 0, shorter_z, rz), a2, 29), flip(select(n3, 0, shorter_w, rw), a3, 29)) + quintic_slope(fy) *
        dy;
    let n: f32 = x0 + wy * dy;
    *gradient_x = scaled_of(rx3, SCALE2);
    *gradient_y = scaled_of(ry3, SCALE2);
    scaled_of(n, SCALE2)
}
fn perlin_ivec2(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell_x as u32).wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(t.wrapping_add(PRIME_X), offset);
    let t2: u32 = (cell_y as u32).wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(t2.wrapping_add(PRIME_Y), OFFSET_Y);
    perlin(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy)
}
fn perlin_gradient_ivec2(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, gradient_x: &mut f32, gradient_y:
    &mut f32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell_x as u32).wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(t.wrapping_add(PRIME_X), offset);
    let t2: u32 = (cell_y as u32).wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(t2.wrapping_add(PRIME_Y), OFFSET_Y);
    perlin_gradient(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy, gradient_x, gradient_y)
}
fn perlin_period(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, period_x: u32, period_y: u32) -> f32 {
    let cell: u32 = wrap(cell_x, period_x);
    let offset: u32 = seeded(seed);
    let t: u32 = cell.wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(if cell.wrapping_add(1) == period_x { 0 } else { t.wrapping_add(PRIME_X) }, offset);
    let cell2: u32 = wrap(cell_y, period_y);
    let t2: u32 = cell2.wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(if cell2.wrapping_add(1) == period_y { 0 } else { t2.wrapping_add(PRIME_Y) }, OFFSET_Y);
    perlin(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy)
}
#[allow(clippy::too_many_arguments)]
fn perlin_ivec2_vec2_uint_uvec2_vec2(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, period_x: u32, period_y:
    u32, gradient_x: &mut f32, gradient_y: &mut f32) -> f32 {
    let cell: u32 = wrap(cell_x, period_x);
    let offset: u32 = seeded(seed);
    let t: u32 = cell.wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(if cell.wrapping_add(1) == period_x { 0 } else { t.wrapping_add(PRIME_X) }, offset);
    let cell2: u32 = wrap(cell_y, period_y);
    let t2: u32 = cell2.wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(if cell2.wrapping_add(1) == period_y { 0 } else { t2.wrapping_add(PRIME_Y) }, OFFSET_Y);
    perlin_gradient(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy, gradient_x, gradient_y)
}

pub fn perlin2(x: f32, y: f32, seed: u32) -> f32 {
    perlin_ivec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed)
}
pub fn perlin2_cell(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32) -> f32 {
    perlin_ivec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed)
}
pub fn perlin2_gradient(x: f32, y: f32, seed: u32, gradient: &mut [f32; 2]) -> f32 {
    let [gradient_0, gradient_1] = gradient;
    let n: f32 = perlin_gradient_ivec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed, gradient_0,
        gradient_1);
    n
}
pub fn perlin2_gradient_cell(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, gradient: &mut [f32; 2]) -> f32 {
    let [gradient_0, gradient_1] = gradient;
    let n: f32 = perlin_gradient_ivec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed, gradient_0,
        gradient_1);
    n
}
pub fn perlin2_periodic(x: f32, y: f32, seed: u32, period_x: u32, period_y: u32) -> f32 {
    perlin_period(whole_of(x), whole_of(y), fraction(x), fraction(y), seed, period_x, period_y)
}
pub fn perlin2_periodic_cell(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, period_x: u32, period_y: u32) ->
    f32 {
    perlin_period(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed, period_x, period_y)
}
pub fn perlin2_periodic_gradient(x: f32, y: f32, seed: u32, period_x: u32, period_y: u32, gradient: &mut [f32; 2]) ->
    f32 {
    let [gradient_0, gradient_1] = gradient;
    let n: f32 = perlin_ivec2_vec2_uint_uvec2_vec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed, period_x,
        period_y, gradient_0, gradient_1);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin2_periodic_gradient_cell(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32, period_x: u32, period_y:
    u32, gradient: &mut [f32; 2]) -> f32 {
    let [gradient_0, gradient_1] = gradient;
    let n: f32 = perlin_ivec2_vec2_uint_uvec2_vec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed,
        period_x, period_y, gradient_0, gradient_1);
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
pub fn perlin2_fbm(x: f32, y: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) ->
    f32 {
    let mut cell_x: u32 = whole_of(x) as u32;
    let mut cell_y: u32 = whole_of(y) as u32;
    let mut fx: f32 = fraction(x);
    let mut fy: f32 = fraction(y);
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
        let n: f32 = perlin_ivec2(cell_x as i32, cell_y as i32, fx, fy, octave_seed);
        sum += faded_of(amplitude, rest) * n;
        amplitude *= persistence;
        rest -= 1.0;
        if !has_octave(rest, amplitude) {
            break;
        }
        finer(&mut cell_x, &mut fx, lacunarity, factor, part);
        finer(&mut cell_y, &mut fy, lacunarity, factor, part);
    }
    snap(sum)
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
#[allow(clippy::neg_cmp_op_on_partial_ord)]
pub fn perlin2_fbm_normalization(octaves: f32, persistence: f32) -> f32 {
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
