// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// perlin4_cell(cell, fraction, seed) and so on: in a world of any size.
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
const PRIME_Z: u32 = 0xC2B2AE3D;
const PRIME_W: u32 = 0x27D4EB2F;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;
const OFFSET_Z: u32 = 0x85A308D3;
const OFFSET_W: u32 = 0x13198A2E;

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

// Hashes the corners of a cell. `period` is in cells; 0 means none.
#[allow(clippy::too_many_arguments)]
fn hashes_ivec4(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, seed: u32, a0: &mut u32, a1: &mut u32, a2:
    &mut u32, a3: &mut u32, b0: &mut u32, b1: &mut u32, b2: &mut u32, b3: &mut u32, c0: &mut u32, c1: &mut u32, c2:
    &mut u32, c3: &mut u32, d0: &mut u32, d1: &mut u32, d2: &mut u32, d3: &mut u32) {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell_x as u32).wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(t.wrapping_add(PRIME_X), offset);
    let t2: u32 = (cell_y as u32).wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(t2.wrapping_add(PRIME_Y), OFFSET_Y);
    let t3: u32 = (cell_z as u32).wrapping_mul(PRIME_Z);
    let z0: u32 = key(t3, OFFSET_Z);
    let z1: u32 = key(t3.wrapping_add(PRIME_Z), OFFSET_Z);
    let t4: u32 = (cell_w as u32).wrapping_mul(PRIME_W);
    let w0: u32 = key(t4, OFFSET_W);
    let w1: u32 = key(t4.wrapping_add(PRIME_W), OFFSET_W);
    let rest: u32 = z0 ^ w0;
    *a0 = hash(x0 ^ y0 ^ rest);
    *a1 = hash(x1 ^ y0 ^ rest);
    *a2 = hash(x0 ^ y1 ^ rest);
    *a3 = hash(x1 ^ y1 ^ rest);
    let rest2: u32 = z1 ^ w0;
    *b0 = hash(x0 ^ y0 ^ rest2);
    *b1 = hash(x1 ^ y0 ^ rest2);
    *b2 = hash(x0 ^ y1 ^ rest2);
    *b3 = hash(x1 ^ y1 ^ rest2);
    let rest3: u32 = z0 ^ w1;
    *c0 = hash(x0 ^ y0 ^ rest3);
    *c1 = hash(x1 ^ y0 ^ rest3);
    *c2 = hash(x0 ^ y1 ^ rest3);
    *c3 = hash(x1 ^ y1 ^ rest3);
    let rest4: u32 = z1 ^ w1;
    *d0 = hash(x0 ^ y0 ^ rest4);
    *d1 = hash(x1 ^ y0 ^ rest4);
    *d2 = hash(x0 ^ y1 ^ rest4);
    *d3 = hash(x1 ^ y1 ^ rest4);
}
#[allow(clippy::too_many_arguments)]
fn hashes_d_ivec4(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, seed: u32, period_x: u32, period_y: u32,
    period_z: u32, period_w: u32, a0: &mut u32, a1: &mut u32, a2: &mut u32, a3: &mut u32, b0: &mut u32, b1: &mut u32,
    b2: &mut u32, b3: &mut u32, c0: &mut u32, c1: &mut u32, c2: &mut u32, c3: &mut u32, d0: &mut u32, d1: &mut u32,
    d2: &mut u32, d3: &mut u32) {
    let cell: u32 = wrap(cell_x, period_x);
    let offset: u32 = seeded(seed);
    let t: u32 = cell.wrapping_mul(PRIME_X);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(if cell.wrapping_add(1) == period_x { 0 } else { t.wrapping_add(PRIME_X) }, offset);
    let cell2: u32 = wrap(cell_y, period_y);
    let t2: u32 = cell2.wrapping_mul(PRIME_Y);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(if cell2.wrapping_add(1) == period_y { 0 } else { t2.wrapping_add(PRIME_Y) }, OFFSET_Y);
    let cell3: u32 = wrap(cell_z, period_z);
    let t3: u32 = cell3.wrapping_mul(PRIME_Z);
    let z0: u32 = key(t3, OFFSET_Z);
    let z1: u32 = key(if cell3.wrapping_add(1) == period_z { 0 } else { t3.wrapping_add(PRIME_Z) }, OFFSET_Z);
    let cell4: u32 = wrap(cell_w, period_w);
    let t4: u32 = cell4.wrapping_mul(PRIME_W);
    let w0: u32 = key(t4, OFFSET_W);
    let w1: u32 = key(if cell4.wrapping_add(1) == period_w { 0 } else { t4.wrapping_add(PRIME_W) }, OFFSET_W);
    let rest: u32 = z0 ^ w0;
    *a0 = hash(x0 ^ y0 ^ rest);
    *a1 = hash(x1 ^ y0 ^ rest);
    *a2 = hash(x0 ^ y1 ^ rest);
    *a3 = hash(x1 ^ y1 ^ rest);
    let rest2: u32 = z1 ^ w0;
    *b0 = hash(x0 ^ y0 ^ rest2);
    *b1 = hash(x1 ^ y0 ^ rest2);
    *b2 = hash(x0 ^ y1 ^ rest2);
    *b3 = hash(x1 ^ y1 ^ rest2);
    let rest3: u32 = z0 ^ w1;
    *c0 = hash(x0 ^ y0 ^ rest3);
    *c1 = hash(x1 ^ y0 ^ rest3);
    *c2 = hash(x0 ^ y1 ^ rest3);
    *c3 = hash(x1 ^ y1 ^ rest3);
    let rest4: u32 = z1 ^ w1;
    *d0 = hash(x0 ^ y0 ^ rest4);
    *d1 = hash(x1 ^ y0 ^ rest4);
    *d2 = hash(x0 ^ y1 ^ rest4);
    *d3 = hash(x1 ^ y1 ^ rest4);
}

const SCALE4: f32 = 682407.0 / 1048576.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn flip(x: f32, h: u32, bit: u32) -> f32 {
    f32::from_bits(f32::to_bits(x).wrapping_add((h & (1 << bit)) << 31u32.wrapping_sub(bit)))
}

// x where h is below a bound, else y.
fn select(h: u32, bound: u32, x: f32, y: f32) -> f32 { if h < bound { x } else { y } }

// The sum of all four, added in pairs; or of a and b, which are added first.
fn total(vx: f32, vy: f32, vz: f32, vw: f32) -> f32 {
    let pairs_x: f32 = vx + vy;
    let pairs_y: f32 = vz + vw;
    let r: f32 = pairs_x + pairs_y;
    r
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
fn corners(h: u32, x: f32, y: f32, z: f32, w: f32) -> f32 {
    let a: f32 = select(h, 0xC0000000, x, y);
    let b: f32 = select(h, 0x80000000, y, z);
    let c: f32 = select(h, 0x40000000, z, w);
    let ab: f32 = flip(a, h, 27) + flip(b, h, 28);
    let r: f32 = ab + flip(c, h, 29);
    r
}
fn weighted(h: u32, weight: f32, x: &mut f32, y: &mut f32, z: &mut f32, w: &mut f32) {
    let a: f32 = flip(weight, h, 27);
    let b: f32 = flip(weight, h, 28);
    let c: f32 = flip(weight, h, 29);
    *x = select(h, 0xC0000000, a, 0.0);
    *y = select(h, 0x80000000, b, select(h, 0xC0000000, 0.0, a));
    *z = select(h, 0x40000000, c, select(h, 0x80000000, 0.0, b));
    *w = select(h, 0x40000000, 0.0, c);
}

#[allow(clippy::too_many_arguments)]
fn perlin(a0: u32, a1: u32, a2: u32, a3: u32, b0: u32, b1: u32, b2: u32, b3: u32, c0: u32, c1: u32, c2: u32, c3: u32,
    d0: u32, d1: u32, d2: u32, d3: u32, fx: f32, fy: f32, fz: f32, fw: f32) -> f32 {
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let wz: f32 = quintic(fz);
    let gx: f32 = fx - 1.0;
    let gy: f32 = fy - 1.0;
    let gz: f32 = fz - 1.0;
    let gw: f32 = fw - 1.0;
    let x0: f32 = lerp(corners(a0, fx, fy, fz, fw), corners(a1, gx, fy, fz, fw), wx);
    let x1: f32 = lerp(corners(a2, fx, gy, fz, fw), corners(a3, gx, gy, fz, fw), wx);
    let x2: f32 = lerp(corners(b0, fx, fy, gz, fw), corners(b1, gx, fy, gz, fw), wx);
    let x3: f32 = lerp(corners(b2, fx, gy, gz, fw), corners(b3, gx, gy, gz, fw), wx);
    let y0: f32 = lerp(corners(c0, fx, fy, fz, gw), corners(c1, gx, fy, fz, gw), wx);
    let y1: f32 = lerp(corners(c2, fx, gy, fz, gw), corners(c3, gx, gy, fz, gw), wx);
    let y2: f32 = lerp(corners(d0, fx, fy, gz, gw), corners(d1, gx, fy, gz, gw), wx);
    let y3: f32 = lerp(corners(d2, fx, gy, gz, gw), corners(d3, gx, gy, gz, gw), wx);
    scaled_of(lerp(lerp(lerp(x0, x1, wy), lerp(x2, x3, wy), wz), lerp(lerp(y0, y1, wy), lerp(y2, y3, wy), wz),
        quintic(fw)), SCALE4)
}
#[allow(clippy::too_many_arguments)]
fn perlin_gradient(a0: u32, a1: u32, a2: u32, a3: u32, b0: u32, b1: u32, b2: u32, b3: u32, c0: u32, c1: u32, c2: u32,
    c3: u32, d0: u32, d1: u32, d2: u32, d3: u32, fx: f32, fy: f32, fz: f32, fw: f32, gradient_x: &mut f32, gradient_y:
    &mut f32, gradient_z: &mut f32, gradient_w: &mut f32) -> f32 {
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let wz: f32 = quintic(fz);
    let ww: f32 = quintic(fw);
    let gx: f32 = fx - 1.0;
    let gy: f32 = fy - 1.0;
    let gz: f32 = fz - 1.0;
    let gw: f32 = fw - 1.0;
    let rest_x: f32 = 1.0 - wx;
    let rest_y: f32 = 1.0 - wy;
    let vx: f32 = 1.0 - wz;
    let vy: f32 = 1.0 - ww;
    let rx: f32 = vx * vy;
    let ry: f32 = wz * vy;
    let rz: f32 = vx * ww;
    let rw: f32 = wz * ww;
    let front_x: f32 = rx * rest_y;
    let front_y: f32 = ry * rest_y;
    let front_z: f32 = rz * rest_y;
    let front_w: f32 = rw * rest_y;
    let back_x: f32 = rx * wy;
    let back_y: f32 = ry * wy;
    let back_z: f32 = rz * wy;
    let back_w: f32 = rw * wy;
    let kx: f32 = corners(a0, fx, fy, fz, fw);
    let ky: f32 = corners(b0, fx, fy, gz, fw);
    let kz: f32 = corners(c0, fx, fy, fz, gw);
    let kw: f32 = corners(d0, fx, fy, gz, gw);
    let mut x0: f32 = 0.0;
    let mut y0: f32 = 0.0;
    let mut z0: f32 = 0.0;
    let mut wx2: f32 = 0.0;
    weighted(a0, rest_x * front_x, &mut x0, &mut y0, &mut z0, &mut wx2);
    let mut x1: f32 = 0.0;
    let mut y1: f32 = 0.0;
    let mut z1: f32 = 0.0;
    let mut wy2: f32 = 0.0;
    weighted(b0, rest_x * front_y, &mut x1, &mut y1, &mut z1, &mut wy2);
    let mut x2: f32 = 0.0;
    let mut y2: f32 = 0.0;
    let mut z2: f32 = 0.0;
    let mut wz2: f32 = 0.0;
    weighted(c0, rest_x * front_z, &mut x2, &mut y2, &mut z2, &mut wz2);
    let mut x3: f32 = 0.0;
    let mut y3: f32 = 0.0;
    let mut z3: f32 = 0.0;
    let mut ww2: f32 = 0.0;
    weighted(d0, rest_x * front_w, &mut x3, &mut y3, &mut z3, &mut ww2);
    let mut x0_2: f32 = 0.0;
    let mut y0_2: f32 = 0.0;
    let mut z0_2: f32 = 0.0;
    let mut wx3: f32 = 0.0;
    weighted(a1, wx * front_x, &mut x0_2, &mut y0_2, &mut z0_2, &mut wx3);
    let mut x1_2: f32 = 0.0;
    let mut y1_2: f32 = 0.0;
    let mut z1_2: f32 = 0.0;
    let mut wy3: f32 = 0.0;
    weighted(b1, wx * front_y, &mut x1_2, &mut y1_2, &mut z1_2, &mut wy3);
    let mut x2_2: f32 = 0.0;
    let mut y2_2: f32 = 0.0;
    let mut z2_2: f32 = 0.0;
    let mut wz3: f32 = 0.0;
    weighted(c1, wx * front_z, &mut x2_2, &mut y2_2, &mut z2_2, &mut wz3);
    let mut x3_2: f32 = 0.0;
    let mut y3_2: f32 = 0.0;
    let mut z3_2: f32 = 0.0;
    let mut ww3: f32 = 0.0;
    weighted(d1, wx * front_w, &mut x3_2, &mut y3_2, &mut z3_2, &mut ww3);
    let low_x2: f32 = total(x0, x1, x2, x3) + total(x0_2, x1_2, x2_2, x3_2);
    let low_y2: f32 = total(y0, y1, y2, y3) + total(y0_2, y1_2, y2_2, y3_2);
    let low_z2: f32 = total(z0, z1, z2, z3) + total(z0_2, z1_2, z2_2, z3_2);
    let low_w2: f32 = total(wx2, wy2, wz2, ww2) + total(wx3, wy3, wz3, ww3);
    let mx: f32 = corners(a2, fx, gy, fz, fw);
    let my: f32 = corners(b2, fx, gy, gz, fw);
    let mz: f32 = corners(c2, fx, gy, fz, gw);
    let mw: f32 = corners(d2, fx, gy, gz, gw);
    let mut x0_3: f32 = 0.0;
    let mut y0_3: f32 = 0.0;
    let mut z0_3: f32 = 0.0;
    let mut wx4: f32 = 0.0;
    weighted(a2, rest_x * back_x, &mut x0_3, &mut y0_3, &mut z0_3, &mut wx4);
    let mut x1_3: f32 = 0.0;
    let mut y1_3: f32 = 0.0;
    let mut z1_3: f32 = 0.0;
    let mut wy4: f32 = 0.0;
    weighted(b2, rest_x * back_y, &mut x1_3, &mut y1_3, &mut z1_3, &mut wy4);
    let mut x2_3: f32 = 0.0;
    let mut y2_3: f32 = 0.0;
    let mut z2_3: f32 = 0.0;
    let mut wz4: f32 = 0.0;
    weighted(c2, rest_x * back_z, &mut x2_3, &mut y2_3, &mut z2_3, &mut wz4);
    let mut x3_3: f32 = 0.0;
    let mut y3_3: f32 = 0.0;
    let mut z3_3: f32 = 0.0;
    let mut ww4: f32 = 0.0;
    weighted(d2, rest_x * back_w, &mut x3_3, &mut y3_3, &mut z3_3, &mut ww4);
    let mut x0_4: f32 = 0.0;
    let mut y0_4: f32 = 0.0;
    let mut z0_4: f32 = 0.0;
    let mut wx5: f32 = 0.0;
    weighted(a3, wx * back_x, &mut x0_4, &mut y0_4, &mut z0_4, &mut wx5);
    let mut x1_4: f32 = 0.0;
    let mut y1_4: f32 = 0.0;
    let mut z1_4: f32 = 0.0;
    let mut wy5: f32 = 0.0;
    weighted(b3, wx * back_y, &mut x1_4, &mut y1_4, &mut z1_4, &mut wy5);
    let mut x2_4: f32 = 0.0;
    let mut y2_4: f32 = 0.0;
    let mut z2_4: f32 = 0.0;
    let mut wz5: f32 = 0.0;
    weighted(c3, wx * back_z, &mut x2_4, &mut y2_4, &mut z2_4, &mut wz5);
    let mut x3_4: f32 = 0.0;
    let mut y3_4: f32 = 0.0;
    let mut z3_4: f32 = 0.0;
    let mut ww5: f32 = 0.0;
    weighted(d3, wx * back_w, &mut x3_4, &mut y3_4, &mut z3_4, &mut ww5);
    let high_x2: f32 = total(x0_3, x1_3, x2_3, x3_3) + total(x0_4, x1_4, x2_4, x3_4);
    let high_y2: f32 = total(y0_3, y1_3, y2_3, y3_3) + total(y0_4, y1_4, y2_4, y3_4);
    let high_z2: f32 = total(z0_3, z1_3, z2_3, z3_3) + total(z0_4, z1_4, z2_4, z3_4);
    let high_w2: f32 = total(wx4, wy4, wz4, ww4) + total(wx5, wy5, wz5, ww5);
    let dx_x: f32 = corners(a1, gx, fy, fz, fw) - kx;
    let dx_y: f32 = corners(a3, gx, gy, fz, fw) - mx;
    let dx_z: f32 = corners(b1, gx, fy, gz, fw) - ky;
    let dx_w: f32 = corners(b3, gx, gy, gz, fw) - my;
    let ex_x: f32 = corners(c1, gx, fy, fz, gw) - kz;
    let ex_y: f32 = corners(c3, gx, gy, fz, gw) - mz;
    let ex_z: f32 = corners(d1, gx, fy, gz, gw) - kw;
    let ex_w: f32 = corners(d3, gx, gy, gz, gw) - mw;
    let x0_5: f32 = kx + wx * dx_x;
    let x2_5: f32 = ky + wx * dx_z;
    let y0_5: f32 = kz + wx * ex_x;
    let y2_5: f32 = kw + wx * ex_z;
    let dy_x: f32 = mx + wx * dx_y - x0_5;
    let dy_y: f32 = my + wx * dx_w - x2_5;
    let dy_z: f32 = mz + wx * ex_y - y0_5;
    let dy_w: f32 = mw + wx * ex_w - y2_5;
    let xy_x: f32 = x0_5 + wy * dy_x;
    let xy_z: f32 = y0_5 + wy * dy_z;
    let dz_x: f32 = x2_5 + wy * dy_y - xy_x;
    let dz_y: f32 = y2_5 + wy * dy_w - xy_z;
    let z0_5: f32 = xy_x + wz * dz_x;
    let dw: f32 = xy_z + wz * dz_y - z0_5;
    let slope_x: f32 = lerp(lerp(lerp(dx_x, dx_y, wy), lerp(dx_z, dx_w, wy), wz), lerp(lerp(ex_x, ex_y, wy),
        lerp(ex_z, ex_w, wy), wz), ww);
    let ry2: f32 = low_y2 + high_y2 + quintic_slope(fy) * lerp(lerp(dy_x, dy_y, wz), lerp(dy_z, dy_w, wz), ww);
    let rz2: f32 = low_z2 + high_z2 + quintic_slope(fz) * lerp(dz_x, dz_y, ww);
    let n2: f32 = z0_5 + ww * dw;
    *gradient_x = scaled_of(low_x2 + high_x2 + quintic_slope(fx) * slope_x, SCALE4);
    *gradient_y = scaled_of(ry2, SCALE4);
    *gradient_z = scaled_of(rz2, SCALE4);
    *gradient_w = scaled_of(low_w2 + high_w2 + quintic_slope(fw) * dw, SCALE4);
    scaled_of(n2, SCALE4)
}
#[allow(clippy::too_many_arguments)]
fn perlin_ivec4(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32, seed: u32) ->
    f32 {
    let mut a0: u32 = 0;
    let mut a1: u32 = 0;
    let mut a2: u32 = 0;
    let mut a3: u32 = 0;
    let mut b0: u32 = 0;
    let mut b1: u32 = 0;
    let mut b2: u32 = 0;
    let mut b3: u32 = 0;
    let mut c0: u32 = 0;
    let mut c1: u32 = 0;
    let mut c2: u32 = 0;
    let mut c3: u32 = 0;
    let mut d0: u32 = 0;
    let mut d1: u32 = 0;
    let mut d2: u32 = 0;
    let mut d3: u32 = 0;
    hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed, &mut a0, &mut a1, &mut a2, &mut a3, &mut b0, &mut b1, &mut b2,
        &mut b3, &mut c0, &mut c1, &mut c2, &mut c3, &mut d0, &mut d1, &mut d2, &mut d3);
    perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)
}
#[allow(clippy::too_many_arguments)]
fn perlin_gradient_ivec4(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32, seed:
    u32, gradient_x: &mut f32, gradient_y: &mut f32, gradient_z: &mut f32, gradient_w: &mut f32) -> f32 {
    let mut a0: u32 = 0;
    let mut a1: u32 = 0;
    let mut a2: u32 = 0;
    let mut a3: u32 = 0;
    let mut b0: u32 = 0;
    let mut b1: u32 = 0;
    let mut b2: u32 = 0;
    let mut b3: u32 = 0;
    let mut c0: u32 = 0;
    let mut c1: u32 = 0;
    let mut c2: u32 = 0;
    let mut c3: u32 = 0;
    let mut d0: u32 = 0;
    let mut d1: u32 = 0;
    let mut d2: u32 = 0;
    let mut d3: u32 = 0;
    hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed, &mut a0, &mut a1, &mut a2, &mut a3, &mut b0, &mut b1, &mut b2,
        &mut b3, &mut c0, &mut c1, &mut c2, &mut c3, &mut d0, &mut d1, &mut d2, &mut d3);
    perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw, gradient_x,
        gradient_y, gradient_z, gradient_w)
}
#[allow(clippy::too_many_arguments)]
fn perlin_period(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32, seed: u32,
    period_x: u32, period_y: u32, period_z: u32, period_w: u32) -> f32 {
    let mut a0: u32 = 0;
    let mut a1: u32 = 0;
    let mut a2: u32 = 0;
    let mut a3: u32 = 0;
    let mut b0: u32 = 0;
    let mut b1: u32 = 0;
    let mut b2: u32 = 0;
    let mut b3: u32 = 0;
    let mut c0: u32 = 0;
    let mut c1: u32 = 0;
    let mut c2: u32 = 0;
    let mut c3: u32 = 0;
    let mut d0: u32 = 0;
    let mut d1: u32 = 0;
    let mut d2: u32 = 0;
    let mut d3: u32 = 0;
    hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed, period_x, period_y, period_z, period_w, &mut a0, &mut a1,
        &mut a2, &mut a3, &mut b0, &mut b1, &mut b2, &mut b3, &mut c0, &mut c1, &mut c2, &mut c3, &mut d0, &mut d1,
        &mut d2, &mut d3);
    perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)
}
#[allow(clippy::too_many_arguments)]
fn perlin_ivec4_vec4_uint_uvec4_vec4(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32,
    fw: f32, seed: u32, period_x: u32, period_y: u32, period_z: u32, period_w: u32, gradient_x: &mut f32, gradient_y:
    &mut f32, gradient_z: &mut f32, gradient_w: &mut f32) -> f32 {
    let mut a0: u32 = 0;
    let mut a1: u32 = 0;
    let mut a2: u32 = 0;
    let mut a3: u32 = 0;
    let mut b0: u32 = 0;
    let mut b1: u32 = 0;
    let mut b2: u32 = 0;
    let mut b3: u32 = 0;
    let mut c0: u32 = 0;
    let mut c1: u32 = 0;
    let mut c2: u32 = 0;
    let mut c3: u32 = 0;
    let mut d0: u32 = 0;
    let mut d1: u32 = 0;
    let mut d2: u32 = 0;
    let mut d3: u32 = 0;
    hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed, period_x, period_y, period_z, period_w, &mut a0, &mut a1,
        &mut a2, &mut a3, &mut b0, &mut b1, &mut b2, &mut b3, &mut c0, &mut c1, &mut c2, &mut c3, &mut d0, &mut d1,
        &mut d2, &mut d3);
    perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw, gradient_x,
        gradient_y, gradient_z, gradient_w)
}

pub fn perlin4(x: f32, y: f32, z: f32, w: f32, seed: u32) -> f32 {
    perlin_ivec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y), fraction(z),
        fraction(w), seed)
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_cell(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32, seed: u32)
    -> f32 {
    perlin_ivec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz),
        guard_fraction(fw), seed)
}
pub fn perlin4_gradient(x: f32, y: f32, z: f32, w: f32, seed: u32, gradient: &mut [f32; 4]) -> f32 {
    let [gradient_0, gradient_1, gradient_2, gradient_3] = gradient;
    let n: f32 = perlin_gradient_ivec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y),
        fraction(z), fraction(w), seed, gradient_0, gradient_1, gradient_2, gradient_3);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_gradient_cell(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32,
    seed: u32, gradient: &mut [f32; 4]) -> f32 {
    let [gradient_0, gradient_1, gradient_2, gradient_3] = gradient;
    let n: f32 = perlin_gradient_ivec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy),
        guard_fraction(fz), guard_fraction(fw), seed, gradient_0, gradient_1, gradient_2, gradient_3);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_periodic(x: f32, y: f32, z: f32, w: f32, seed: u32, period_x: u32, period_y: u32, period_z: u32,
    period_w: u32) -> f32 {
    perlin_period(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y), fraction(z),
        fraction(w), seed, period_x, period_y, period_z, period_w)
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_periodic_cell(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32, fw: f32,
    seed: u32, period_x: u32, period_y: u32, period_z: u32, period_w: u32) -> f32 {
    perlin_period(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz),
        guard_fraction(fw), seed, period_x, period_y, period_z, period_w)
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_periodic_gradient(x: f32, y: f32, z: f32, w: f32, seed: u32, period_x: u32, period_y: u32, period_z:
    u32, period_w: u32, gradient: &mut [f32; 4]) -> f32 {
    let [gradient_0, gradient_1, gradient_2, gradient_3] = gradient;
    let n: f32 = perlin_ivec4_vec4_uint_uvec4_vec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x),
        fraction(y), fraction(z), fraction(w), seed, period_x, period_y, period_z, period_w, gradient_0, gradient_1,
        gradient_2, gradient_3);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin4_periodic_gradient_cell(cell_x: i32, cell_y: i32, cell_z: i32, cell_w: i32, fx: f32, fy: f32, fz: f32,
    fw: f32, seed: u32, period_x: u32, period_y: u32, period_z: u32, period_w: u32, gradient: &mut [f32; 4]) -> f32 {
    let [gradient_0, gradient_1, gradient_2, gradient_3] = gradient;
    let n: f32 = perlin_ivec4_vec4_uint_uvec4_vec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx),
        guard_fraction(fy), guard_fraction(fz), guard_fraction(fw), seed, period_x, period_y, period_z, period_w,
        gradient_0, gradient_1, gradient_2, gradient_3);
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
#[allow(clippy::too_many_arguments)]
pub fn perlin4_fbm(x: f32, y: f32, z: f32, w: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32,
    normalization: f32) -> f32 {
    let mut cell_x: u32 = whole_of(x) as u32;
    let mut cell_y: u32 = whole_of(y) as u32;
    let mut cell_z: u32 = whole_of(z) as u32;
    let mut cell_w: u32 = whole_of(w) as u32;
    let mut fx: f32 = fraction(x);
    let mut fy: f32 = fraction(y);
    let mut fz: f32 = fraction(z);
    let mut fw: f32 = fraction(w);
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
        let n: f32 = perlin_ivec4(cell_x as i32, cell_y as i32, cell_z as i32, cell_w as i32, fx, fy, fz, fw,
            octave_seed);
        sum += faded_of(amplitude, rest) * n;
        amplitude *= persistence;
        rest -= 1.0;
        if !has_octave(rest, amplitude) {
            break;
        }
        finer(&mut cell_x, &mut fx, lacunarity, factor, part);
        finer(&mut cell_y, &mut fy, lacunarity, factor, part);
        finer(&mut cell_z, &mut fz, lacunarity, factor, part);
        finer(&mut cell_w, &mut fw, lacunarity, factor, part);
    }
    snap(sum)
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
#[allow(clippy::neg_cmp_op_on_partial_ord)]
pub fn perlin4_fbm_normalization(octaves: f32, persistence: f32) -> f32 {
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
