// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3_cell(cell, fraction, seed) and so on: in a world of any size.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;
const OFFSET_Z: u32 = 0x85A308D3;

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

const SCALE3: f32 = 1011792.0 / 1048576.0;

// Thirds of the range of a hash as a signed number: below THIRD1, below THIRD2, the rest.
const THIRD1: i32 = -715827882;
const THIRD2: i32 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn flip(x: f32, h: u32, bit: u32) -> f32 {
    f32::from_bits(f32::to_bits(x).wrapping_add((h & (1 << bit)) << 31u32.wrapping_sub(bit)))
}

// x where h is below a bound, else y.
fn select(h: i32, bound: i32, x: f32, y: f32) -> f32 { if h < bound { x } else { y } }

// The sum of all four, added in pairs; or of a and b, which are added first.
#[allow(clippy::too_many_arguments)]
fn total_b(a0: f32, a1: f32, a2: f32, a3: f32, b0: f32, b1: f32, b2: f32, b3: f32) -> f32 {
    let sum_x: f32 = a0 + b0;
    let sum_y: f32 = a1 + b1;
    let sum_z: f32 = a2 + b2;
    let sum_w: f32 = a3 + b3;
    sum_x + sum_y + (sum_z + sum_w)
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
fn corners(h: u32, x: f32, y: f32, z: f32) -> f32 {
    let rest: u32 = (h << 1).wrapping_add(h);
    let u: f32 = select(h as i32, THIRD1, y, x);
    let v: f32 = select(h as i32, THIRD2, z, y);
    let r: f32 = flip(u, rest, 31) + flip(v, rest, 30);
    r
}
fn weighted(h: u32, w: f32, x: &mut f32, y: &mut f32, z: &mut f32) {
    let rest: u32 = (h << 1).wrapping_add(h);
    let n: i32 = h as i32;
    let u: f32 = flip(w, rest, 31);
    let v: f32 = flip(w, rest, 30);
    *x = select(n, THIRD1, 0.0, u);
    *y = select(n, THIRD1, u, select(n, THIRD2, 0.0, v));
    *z = select(n, THIRD2, v, 0.0);
}

#[allow(clippy::too_many_arguments)]
fn perlin(a0: u32, a1: u32, a2: u32, a3: u32, b0: u32, b1: u32, b2: u32, b3: u32, fx: f32, fy: f32, fz: f32) -> f32 {
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let gx: f32 = fx - 1.0;
    let gy: f32 = fy - 1.0;
    let gz: f32 = fz - 1.0;
    let x0: f32 = lerp(corners(a0, fx, fy, fz), corners(a1, gx, fy, fz), wx);
    let x1: f32 = lerp(corners(a2, fx, gy, fz), corners(a3, gx, gy, fz), wx);
    let x2: f32 = lerp(corners(b0, fx, fy, gz), corners(b1, gx, fy, gz), wx);
    let x3: f32 = lerp(corners(b2, fx, gy, gz), corners(b3, gx, gy, gz), wx);
    scaled_of(lerp(lerp(x0, x1, wy), lerp(x2, x3, wy), quintic(fz)), SCALE3)
}
#[allow(clippy::too_many_arguments)]
fn perlin_gradient(a0: u32, a1: u32, a2: u32, a3: u32, b0: u32, b1: u32, b2: u32, b3: u32, fx: f32, fy: f32, fz: f32,
    gradient_x: &mut f32, gradient_y: &mut f32, gradient_z: &mut f32) -> f32 {
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let wz: f32 = quintic(fz);
    let gx: f32 = fx - 1.0;
    let gy: f32 = fy - 1.0;
    let gz: f32 = fz - 1.0;
    let a0_2: f32 = corners(a0, fx, fy, fz);
    let a2_2: f32 = corners(a2, fx, gy, fz);
    let b0_2: f32 = corners(b0, fx, fy, gz);
    let b2_2: f32 = corners(b2, fx, gy, gz);
    let dx_x: f32 = corners(a1, gx, fy, fz) - a0_2;
    let dx_y: f32 = corners(a3, gx, gy, fz) - a2_2;
    let dx_z: f32 = corners(b1, gx, fy, gz) - b0_2;
    let dx_w: f32 = corners(b3, gx, gy, gz) - b2_2;
    let x0: f32 = a0_2 + wx * dx_x;
    let x2: f32 = b0_2 + wx * dx_z;
    let dy_x: f32 = a2_2 + wx * dx_y - x0;
    let dy_y: f32 = b2_2 + wx * dx_w - x2;
    let y0: f32 = x0 + wy * dy_x;
    let dz: f32 = x2 + wy * dy_y - y0;
    let rest: f32 = 1.0 - wz;
    let vx: f32 = 1.0 - wx;
    let y0_2: f32 = rest * (1.0 - wy);
    let y1: f32 = rest * wy;
    let mut ax_x: f32 = 0.0;
    let mut ay_x: f32 = 0.0;
    let mut az_x: f32 = 0.0;
    weighted(a0, vx * y0_2, &mut ax_x, &mut ay_x, &mut az_x);
    let mut ax_y: f32 = 0.0;
    let mut ay_y: f32 = 0.0;
    let mut az_y: f32 = 0.0;
    weighted(a1, wx * y0_2, &mut ax_y, &mut ay_y, &mut az_y);
    let mut ax_z: f32 = 0.0;
    let mut ay_z: f32 = 0.0;
    let mut az_z: f32 = 0.0;
    weighted(a2, vx * y1, &mut ax_z, &mut ay_z, &mut az_z);
    let mut ax_w: f32 = 0.0;
    let mut ay_w: f32 = 0.0;
    let mut az_w: f32 = 0.0;
    weighted(a3, wx * y1, &mut ax_w, &mut ay_w, &mut az_w);
    let vx2: f32 = 1.0 - wx;
    let y0_3: f32 = wz * (1.0 - wy);
    let y1_3: f32 = wz * wy;
    let mut bx_x: f32 = 0.0;
    let mut by_x: f32 = 0.0;
    let mut bz_x: f32 = 0.0;
    weighted(b0, vx2 * y0_3, &mut bx_x, &mut by_x, &mut bz_x);
    let mut bx_y: f32 = 0.0;
    let mut by_y: f32 = 0.0;
    let mut bz_y: f32 = 0.0;
    weighted(b1, wx * y0_3, &mut bx_y, &mut by_y, &mut bz_y);
    let mut bx_z: f32 = 0.0;
    let mut by_z: f32 = 0.0;
    let mut bz_z: f32 = 0.0;
    weighted(b2, vx2 * y1_3, &mut bx_z, &mut by_z, &mut bz_z);
    let mut bx_w: f32 = 0.0;
    let mut by_w: f32 = 0.0;
    let mut bz_w: f32 = 0.0;
    weighted(b3, wx * y1_3, &mut bx_w, &mut by_w, &mut bz_w);
    let rx3: f32 = total_b(ax_x, ax_y, ax_z, ax_w, bx_x, bx_y, bx_z, bx_w) + quintic_slope(fx) * lerp(lerp(dx_x, dx_y,
        wy), lerp(dx_z, dx_w, wy), wz);
    let ry3: f32 = total_b(ay_x, ay_y, ay_z, ay_w, by_x, by_y, by_z, by_w) + quintic_slope(fy) * lerp(dy_x, dy_y, wz);
    let rz3: f32 = total_b(az_x, az_y, az_z, az_w, bz_x, bz_y, bz_z, bz_w) + quintic_slope(fz) * dz;
    let n: f32 = y0 + wz * dz;
    *gradient_x = scaled_of(rx3, SCALE3);
    *gradient_y = scaled_of(ry3, SCALE3);
    *gradient_z = scaled_of(rz3, SCALE3);
    scaled_of(n, SCALE3)
}
fn perlin_ivec3(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32) -> f32 {
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
    perlin(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0 ^ z1),
        hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz)
}
#[allow(clippy::too_many_arguments)]
fn perlin_gradient_ivec3(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32, gradient_x:
    &mut f32, gradient_y: &mut f32, gradient_z: &mut f32) -> f32 {
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
    perlin_gradient(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^
        y0 ^ z1), hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y,
        gradient_z)
}
#[allow(clippy::too_many_arguments)]
fn perlin_period(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32, period_x: u32, period_y:
    u32, period_z: u32) -> f32 {
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
    perlin(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0 ^ z1),
        hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz)
}
#[allow(clippy::too_many_arguments)]
fn perlin_ivec3_vec3_uint_uvec3_vec3(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32,
    period_x: u32, period_y: u32, period_z: u32, gradient_x: &mut f32, gradient_y: &mut f32, gradient_z: &mut f32) ->
    f32 {
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
    perlin_gradient(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^
        y0 ^ z1), hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz, gradient_x, gradient_y,
        gradient_z)
}

pub fn perlin3(x: f32, y: f32, z: f32, seed: u32) -> f32 {
    perlin_ivec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z), seed)
}
pub fn perlin3_cell(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32) -> f32 {
    perlin_ivec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed)
}
pub fn perlin3_gradient(x: f32, y: f32, z: f32, seed: u32, gradient: &mut [f32; 3]) -> f32 {
    let [gradient_0, gradient_1, gradient_2] = gradient;
    let n: f32 = perlin_gradient_ivec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z),
        seed, gradient_0, gradient_1, gradient_2);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin3_gradient_cell(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32, gradient:
    &mut [f32; 3]) -> f32 {
    let [gradient_0, gradient_1, gradient_2] = gradient;
    let n: f32 = perlin_gradient_ivec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy),
        guard_fraction(fz), seed, gradient_0, gradient_1, gradient_2);
    n
}
pub fn perlin3_periodic(x: f32, y: f32, z: f32, seed: u32, period_x: u32, period_y: u32, period_z: u32) -> f32 {
    perlin_period(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z), seed, period_x,
        period_y, period_z)
}
#[allow(clippy::too_many_arguments)]
pub fn perlin3_periodic_cell(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32, period_x:
    u32, period_y: u32, period_z: u32) -> f32 {
    perlin_period(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed,
        period_x, period_y, period_z)
}
#[allow(clippy::too_many_arguments)]
pub fn perlin3_periodic_gradient(x: f32, y: f32, z: f32, seed: u32, period_x: u32, period_y: u32, period_z: u32,
    gradient: &mut [f32; 3]) -> f32 {
    let [gradient_0, gradient_1, gradient_2] = gradient;
    let n: f32 = perlin_ivec3_vec3_uint_uvec3_vec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y),
        fraction(z), seed, period_x, period_y, period_z, gradient_0, gradient_1, gradient_2);
    n
}
#[allow(clippy::too_many_arguments)]
pub fn perlin3_periodic_gradient_cell(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32,
    period_x: u32, period_y: u32, period_z: u32, gradient: &mut [f32; 3]) -> f32 {
    let [gradient_0, gradient_1, gradient_2] = gradient;
    let n: f32 = perlin_ivec3_vec3_uint_uvec3_vec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy),
        guard_fraction(fz), seed, period_x, period_y, period_z, gradient_0, gradient_1, gradient_2);
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
pub fn perlin3_fbm(x: f32, y: f32, z: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization:
    f32) -> f32 {
    let mut cell_x: u32 = whole_of(x) as u32;
    let mut cell_y: u32 = whole_of(y) as u32;
    let mut cell_z: u32 = whole_of(z) as u32;
    let mut fx: f32 = fraction(x);
    let mut fy: f32 = fraction(y);
    let mut fz: f32 = fraction(z);
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
        let n: f32 = perlin_ivec3(cell_x as i32, cell_y as i32, cell_z as i32, fx, fy, fz, octave_seed);
        sum += faded_of(amplitude, rest) * n;
        amplitude *= persistence;
        rest -= 1.0;
        if !has_octave(rest, amplitude) {
            break;
        }
        finer(&mut cell_x, &mut fx, lacunarity, factor, part);
        finer(&mut cell_y, &mut fy, lacunarity, factor, part);
        finer(&mut cell_z, &mut fz, lacunarity, factor, part);
    }
    snap(sum)
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
#[allow(clippy::neg_cmp_op_on_partial_ord)]
pub fn perlin3_fbm_normalization(octaves: f32, persistence: f32) -> f32 {
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
