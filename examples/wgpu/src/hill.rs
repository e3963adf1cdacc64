// perlin, 2 dimensions, seed 16, frequency 0.011, octaves 7, persistence 0.47, lacunarity 2.03 (isonoise 0.1.0)
// isonoise, isonoise_cell, isonoise_gradient, isonoise_gradient_cell: in [-1, 1].
// Bits: the same as the C++ core's.
// (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html

// f32::floor and f32::abs are not in core. From 2^23 on all floats are whole.
fn floor(x: f32) -> f32 {
    let whole = x as i32 as f32;
    if abs(x) >= 8388608.0 { x } else if whole > x { whole - 1.0 } else { whole }
}
fn abs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7FFFFFFF)
}

const PLAN_FREQUENCY: f32 = 1476395.0 / 134217728.0;  // cells per unit of coordinate
const PLAN_LACUNARITY: f32 = 8514437.0 / 4194304.0;  // frequency ratio of successive octaves
const PLAN_SCALE: f32 = 1465999.0 / 1048576.0;  // from the kernel's result to [-1, 1]
const PLAN_BIAS: f32 = 0.0;  // the mean of the octaves that filter-width removes
const PLAN_COUNT: u32 = 7;  // number of nonzero octaves
const PLAN_UNIT: u32 = 0;  // 1 where output is unit
const PLAN_SLOPE_UNIT: f32 = 3145883.0 / 536870912.0;  // gradients are in multiples of this

// Of each octave:
// together at most 1
static OCTAVE_AMPLITUDE: [f32; 7] = [558573.0 / 1048576.0, 4200469.0 / 16777216.0, 15793763.0 / 134217728.0,
    14846137.0 / 268435456.0, 13955369.0 / 536870912.0, 13118047.0 / 1073741824.0, 3082741.0 / 536870912.0];

// its part of the gradient, relative to octave 0
static OCTAVE_SLOPE: [f32; 7] = [1.0, 8003571.0 / 8388608.0, 15272413.0 / 16777216.0, 14571409.0 / 16777216.0,
    6951291.0 / 8388608.0, 13264453.0 / 16777216.0, 6327807.0 / 8388608.0];

// the offset of its keys along x
static OCTAVE_SEED: [u32; 7] = [0x2ACE8F3D, 0xFD2E9C22, 0xCCF54EA7, 0x9A22A6CC, 0x69E95951, 0x3C496636, 0x0C1018BB];

// its number of windows of 2^32 cells
static OCTAVE_WINDOWS: [u32; 7] = [1, 1, 1, 1, 1, 1, 1];

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

// A lattice coordinate is xored with its window times this.
const WINDOW: u32 = 0xD1B54A35;

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
const PRIME_Y: u32 = 0x85EBCA77;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;

// The key of a lattice coordinate; t is its product with the axis's prime.
fn key(t: u32, offset: u32) -> u32 {
    let u: u32 = t.wrapping_add(offset);
    (u >> 16).wrapping_mul(u & 0xFFFF).wrapping_add(t)
}

// The same for any two lattice coordinates.
fn keys(ends: u32, prime: u32, offset: u32) -> u32 { key(ends.wrapping_mul(prime), offset) }

// Hashes the xor of a lattice point's keys.
fn hash(k: u32) -> u32 {
    let m: u32 = k & 0xFFFFFF;
    m.wrapping_mul(m).wrapping_add(k)
}

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

fn place(cell: i32, f: f32, place_cell: &mut u32, place_high: &mut u32, place_f: &mut f32) {
    *place_cell = cell as u32;
    *place_high = 0;
    *place_f = f;
}

// Steps to the next octave along one axis; `period` and `windows` belong to that octave.
fn next_of(cell: &mut u32, f: &mut f32, period: u32) {
    let factor: u32 = factor_of(PLAN_LACUNARITY);
    let part: f32 = part_of(factor);
    let low: u32 = (*cell).wrapping_mul(factor);
    let next: u32 = (*cell).wrapping_mul(factor >> 23).wrapping_add((*cell as i32 as f32 * part) as i32 as u32);
    let next2: u32 = next.wrapping_add((low.wrapping_sub(next << 23) as i32 >> 23) as u32);
    let t: f32 = *f * PLAN_LACUNARITY + part_of(low);
    let whole: i32 = t as i32;
    *f = t - whole as f32;
    *cell = next2.wrapping_add(whole as u32);
    if *cell == period {
        *cell = 0;
    }
}

// The selected fade, and its derivative.
fn fade(t: f32) -> f32 {
    quintic(t)
}
fn fade_slope(t: f32) -> f32 {
    quintic_slope(t)
}
fn weights(f: f32) -> f32 { fade(f) }
fn weight_slopes(f: f32) -> f32 { fade_slope(f) }
#[allow(clippy::too_many_arguments)]
fn ends_at_at(at_cell_x: u32, at_cell_y: u32, at_high_x: u32, at_high_y: u32, i: u32, seed: u32, ends_at_x_x:
    &mut u32, ends_at_x_y: &mut u32, ends_at_y_x: &mut u32, ends_at_y_y: &mut u32) {
    let windows: u32 = OCTAVE_WINDOWS[i as usize];
    let next: u32 = at_high_x.wrapping_add(1);
    let next2: u32 = if at_cell_x != 0x7FFFFFFF { at_high_x } else { if next == windows { 0 } else { next } };
    let next3: u32 = at_cell_x.wrapping_add(1);
    *ends_at_x_x = keys(at_cell_x ^ at_high_x.wrapping_mul(WINDOW), PRIME_X, seed);
    *ends_at_x_y = keys((if next3 == 0 { 0 } else { next3 }) ^ next2.wrapping_mul(WINDOW), PRIME_X, seed);
    let next4: u32 = at_high_y.wrapping_add(1);
    let next5: u32 = if at_cell_y != 0x7FFFFFFF { at_high_y } else { if next4 == windows { 0 } else { next4 } };
    let next6: u32 = at_cell_y.wrapping_add(1);
    *ends_at_y_x = keys(at_cell_y ^ at_high_y.wrapping_mul(WINDOW), PRIME_Y, OFFSET_Y);
    *ends_at_y_y = keys((if next6 == 0 { 0 } else { next6 }) ^ next5.wrapping_mul(WINDOW), PRIME_Y, OFFSET_Y);
}

// Applies the fractal to an octave; shape_slope() is the derivative.
fn shaped(n: f32) -> f32 {
    n
}
fn shape_slope() -> f32 {
    1.0
}

fn count_of() -> u32 { PLAN_COUNT }

// The octaves, summed. fbm.glsl explains where the loop breaks.
fn sum_of(mut at_cell_x: u32, mut at_cell_y: u32, at_high_x: u32, at_high_y: u32, mut at_f_x: f32, mut at_f_y: f32,
    layer: u32) -> f32 {
    let mut sum: f32 = PLAN_BIAS;
    let count: u32 = count_of();
    let mut i: u32 = 0;
    loop {
        let at_cell_x2: u32 = at_cell_x;
        let at_cell_y2: u32 = at_cell_y;
        let at_high_x2: u32 = at_high_x;
        let at_high_y2: u32 = at_high_y;
        let at_f_x2: f32 = at_f_x;
        let at_f_y2: f32 = at_f_y;
        let i2: u32 = i;
        let seed: u32 = OCTAVE_SEED[i as usize] ^ layer;
        let mut e_x_x: u32 = 0;
        let mut e_x_y: u32 = 0;
        let mut e_y_x: u32 = 0;
        let mut e_y_y: u32 = 0;
        ends_at_at(at_cell_x2, at_cell_y2, at_high_x2, at_high_y2, i2, seed, &mut e_x_x, &mut e_x_y, &mut e_y_x,
            &mut e_y_y);
        let wx: f32 = weights(at_f_x2);
        let mut result_x: f32 = 0.0;
        let mut result_y: f32 = 0.0;
        let mut result_z: f32 = 0.0;
        let mut result_w: f32 = 0.0;
        corners(hash(e_x_x ^ e_y_x), hash(e_x_y ^ e_y_x), hash(e_x_x ^ e_y_y), hash(e_x_y ^ e_y_y), at_f_x2, at_f_y2,
            &mut result_x, &mut result_y, &mut result_z, &mut result_w);
        let n: f32 = lerp(lerp(result_x, result_y, wx), lerp(result_z, result_w, wx), weights(at_f_y2));
        let n2: f32 = scaled_of(n, PLAN_SCALE);
        sum += OCTAVE_AMPLITUDE[i as usize] * shaped(n2);
        if i.wrapping_add(1) >= count {
            break;
        }
        next_of(&mut at_cell_x, &mut at_f_x, 0);
        next_of(&mut at_cell_y, &mut at_f_y, 0);
        i += 1;
    }
    snap(sum)
}

// With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
#[allow(clippy::too_many_arguments)]
fn sum_gradient(mut at_cell_x: u32, mut at_cell_y: u32, at_high_x: u32, at_high_y: u32, mut at_f_x: f32, mut at_f_y:
    f32, layer: u32, gradient_x: &mut f32, gradient_y: &mut f32) -> f32 {
    let mut sum: f32 = PLAN_BIAS;
    let mut slope_x: f32 = 0.0;
    let mut slope_y: f32 = 0.0;
    let count: u32 = count_of();
    let mut i: u32 = 0;
    loop {
        let at_cell_x2: u32 = at_cell_x;
        let at_cell_y2: u32 = at_cell_y;
        let at_high_x2: u32 = at_high_x;
        let at_high_y2: u32 = at_high_y;
        let at_f_x2: f32 = at_f_x;
        let at_f_y2: f32 = at_f_y;
        let i2: u32 = i;
        let seed: u32 = OCTAVE_SEED[i as usize] ^ layer;
        let mut e_x_x: u32 = 0;
        let mut e_x_y: u32 = 0;
        let mut e_y_x: u32 = 0;
        let mut e_y_y: u32 = 0;
        ends_at_at(at_cell_x2, at_cell_y2, at_high_x2, at_high_y2, i2, seed, &mut e_x_x, &mut e_x_y, &mut e_y_x,
            &mut e_y_y);
        let a0: u32 = hash(e_x_x ^ e_y_x);
        let a1: u32 = hash(e_x_y ^ e_y_x);
        let a2: u32 = hash(e_x_x ^ e_y_y);
        let a3: u32 = hash(e_x_y ^ e_y_y);
        let wx: f32 = weights(at_f_x2);
        let wy: f32 = weights(at_f_y2);
        let mut result_x: f32 = 0.0;
        let mut result_y: f32 = 0.0;
        let mut result_z: f32 = 0.0;
        let mut result_w: f32 = 0.0;
        corners(a0, a1, a2, a3, at_f_x2, at_f_y2, &mut result_x, &mut result_y, &mut result_z, &mut result_w);
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
            flip(select(n2, 0, rz, shorter_z), a2, 30), flip(select(n3, 0, rw, shorter_w), a3, 30)) +
            weight_slopes(at_f_x2) * lerp(dx_x, dx_y, wy);
        let ry3: f32 = total(flip(select(n0, 0, shorter_x, rx), a0, 29), flip(select(n1, 0, shorter_y, ry), a1, 29),
            flip(select(n2, 0, shorter_z, rz), a2, 29), flip(select(n3, 0, shorter_w, rw), a3, 29)) +
            weight_slopes(at_f_y2) * dy;
        let n: f32 = scaled_of(x0 + wy * dy, PLAN_SCALE);
        sum += OCTAVE_AMPLITUDE[i as usize] * shaped(n);
        let share: f32 = OCTAVE_SLOPE[i as usize];
        let factor: f32 = share * shape_slope();
        slope_x += factor * scaled_of(rx3, PLAN_SCALE);
        slope_y += factor * scaled_of(ry3, PLAN_SCALE);
        if i.wrapping_add(1) >= count {
            break;
        }
        next_of(&mut at_cell_x, &mut at_f_x, 0);
        next_of(&mut at_cell_y, &mut at_f_y, 0);
        i += 1;
    }
    *gradient_x = slope_x;
    *gradient_y = slope_y;
    snap(sum)
}

fn output(n: f32) -> f32 {
    let unit: f32 = (n + 1.0) * 0.5;
    if PLAN_UNIT != 0 { unit } else { n }
}

fn value(at_cell_x: u32, at_cell_y: u32, at_high_x: u32, at_high_y: u32, at_f_x: f32, at_f_y: f32) -> f32 {
    let n: f32 = sum_of(at_cell_x, at_cell_y, at_high_x, at_high_y, at_f_x, at_f_y, 0);
    output(n)
}

#[allow(clippy::too_many_arguments)]
fn value_gradient(at_cell_x: u32, at_cell_y: u32, at_high_x: u32, at_high_y: u32, at_f_x: f32, at_f_y: f32,
    gradient_x: &mut f32, gradient_y: &mut f32) -> f32 {
    let mut slope_x: f32 = 0.0;
    let mut slope_y: f32 = 0.0;
    let n = sum_gradient(at_cell_x, at_cell_y, at_high_x, at_high_y, at_f_x, at_f_y, 0, &mut slope_x, &mut slope_y);
    let n2: f32 = n;
    let scaled_x: f32 = slope_x * PLAN_SLOPE_UNIT;
    let scaled_y: f32 = slope_y * PLAN_SLOPE_UNIT;
    let halved_x: f32 = scaled_x * 0.5;
    let halved_y: f32 = scaled_y * 0.5;
    let yes: bool = PLAN_UNIT != 0;
    *gradient_x = snap(if yes { halved_x } else { scaled_x });
    *gradient_y = snap(if yes { halved_y } else { scaled_y });
    output(n2)
}

// The noise at a coordinate.
pub fn isonoise(x: f32, y: f32) -> f32 {
    let qx: f32 = x * PLAN_FREQUENCY;
    let qy: f32 = y * PLAN_FREQUENCY;
    let mut place_cell_x: u32 = 0;
    let mut place_high_x: u32 = 0;
    let mut place_f_x: f32 = 0.0;
    place(whole_of(qx), fraction(qx), &mut place_cell_x, &mut place_high_x, &mut place_f_x);
    let mut place_cell_y: u32 = 0;
    let mut place_high_y: u32 = 0;
    let mut place_f_y: f32 = 0.0;
    place(whole_of(qy), fraction(qy), &mut place_cell_y, &mut place_high_y, &mut place_f_y);
    value(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)
}

// In a cell, after frequency, at a fraction of it, for worlds of any size.
pub fn isonoise_cell(cell_x: i32, cell_y: i32, fraction_x: f32, fraction_y: f32) -> f32 {
    let mut place_cell_x: u32 = 0;
    let mut place_high_x: u32 = 0;
    let mut place_f_x: f32 = 0.0;
    place(cell_x, guard_fraction(fraction_x), &mut place_cell_x, &mut place_high_x, &mut place_f_x);
    let mut place_cell_y: u32 = 0;
    let mut place_high_y: u32 = 0;
    let mut place_f_y: f32 = 0.0;
    place(cell_y, guard_fraction(fraction_y), &mut place_cell_y, &mut place_high_y, &mut place_f_y);
    value(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)
}

// Also returns the derivative by each coordinate.
pub fn isonoise_gradient(x: f32, y: f32, gradient: &mut [f32; 2]) -> f32 {
    let [gradient_0, gradient_1] = gradient;
    let qx: f32 = x * PLAN_FREQUENCY;
    let qy: f32 = y * PLAN_FREQUENCY;
    let mut place_cell_x: u32 = 0;
    let mut place_high_x: u32 = 0;
    let mut place_f_x: f32 = 0.0;
    place(whole_of(qx), fraction(qx), &mut place_cell_x, &mut place_high_x, &mut place_f_x);
    let mut place_cell_y: u32 = 0;
    let mut place_high_y: u32 = 0;
    let mut place_f_y: f32 = 0.0;
    place(whole_of(qy), fraction(qy), &mut place_cell_y, &mut place_high_y, &mut place_f_y);
    let mut gradient_x: f32 = 0.0;
    let mut gradient_y: f32 = 0.0;
    let n = value_gradient(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y,
        &mut gradient_x, &mut gradient_y);
    let n2: f32 = n;
    *gradient_0 = gradient_x;
    *gradient_1 = gradient_y;
    n2
}
pub fn isonoise_gradient_cell(cell_x: i32, cell_y: i32, fraction_x: f32, fraction_y: f32, gradient: &mut [f32; 2]) ->
    f32 {
    let [gradient_0, gradient_1] = gradient;
    let mut place_cell_x: u32 = 0;
    let mut place_high_x: u32 = 0;
    let mut place_f_x: f32 = 0.0;
    place(cell_x, guard_fraction(fraction_x), &mut place_cell_x, &mut place_high_x, &mut place_f_x);
    let mut place_cell_y: u32 = 0;
    let mut place_high_y: u32 = 0;
    let mut place_f_y: f32 = 0.0;
    place(cell_y, guard_fraction(fraction_y), &mut place_cell_y, &mut place_high_y, &mut place_f_y);
    let mut gradient_x: f32 = 0.0;
    let mut gradient_y: f32 = 0.0;
    let n = value_gradient(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y,
        &mut gradient_x, &mut gradient_y);
    let n2: f32 = n;
    *gradient_0 = gradient_x;
    *gradient_1 = gradient_y;
    n2
}
