// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's.

// f32::floor and f32::abs are not in core. |x| < 2^31 here.
fn floor(x: f32) -> f32 {
    let whole = x as i32 as f32;
    if whole > x { whole - 1.0 } else { whole }
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
fn guard_fraction(f: f32) -> f32 {
    if f32::to_bits(f).wrapping_sub(0x2B800000) <= 0x14000000 { f } else { 0.0 }
}

// The cell of a coordinate: its whole part, rounded down.
fn whole(p: f32) -> i32 { floor(guard(p)) as i32 }

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
fn scaled(n: f32, scale: f32) -> f32 {
    let r: f32 = n * scale;
    snap(r)
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn quintic(t: f32) -> f32 {
    let inner: f32 = t * (t * 6.0 - 15.0) + 10.0;
    let r: f32 = t * t * t * inner;
    r
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    let r: f32 = a + t * (b - a);
    r
}

const PRIME_X: u32 = 0x9E3779B1;
const PRIME_Y: u32 = 0x85EBCA77;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;

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

// The same for x that are not negative.
fn sign(x: f32, h: u32, bit: u32) -> f32 {
    f32::from_bits(f32::to_bits(x) | ((h & (1 << bit)) << 31u32.wrapping_sub(bit)))
}

// x where h is below a bound, else y.
fn select(h: i32, bound: i32, x: f32, y: f32) -> f32 { if h < bound { x } else { y } }
fn perlin2_at(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell_x as u32).wrapping_mul(PRIME_X);
    let t2: u32 = (cell_y as u32).wrapping_mul(PRIME_Y);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(t.wrapping_add(PRIME_X), offset);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(t2.wrapping_add(PRIME_Y), OFFSET_Y);
    let a0: u32 = hash(x0 ^ y0);
    let a1: u32 = hash(x1 ^ y0);
    let a2: u32 = hash(x0 ^ y1);
    let a3: u32 = hash(x1 ^ y1);
    let wx: f32 = quintic(fx);
    let gx: f32 = 1.0 - fx;
    let gy: f32 = 1.0 - fy;
    let low_x: f32 = TANGENT * fx;
    let low_y: f32 = TANGENT * fy;
    let high_x: f32 = TANGENT * gx;
    let high_y: f32 = TANGENT * gy;
    let a: f32 = sign(select(a0 as i32, 0, fx, low_x), a0, 30) + sign(select(a0 as i32, 0, low_y, fy), a0, 29);
    let b: f32 = sign(select(a1 as i32, 0, low_y, fy), a1, 29) - sign(select(a1 as i32, 0, gx, high_x), a1, 30);
    let c: f32 = sign(select(a2 as i32, 0, fx, low_x), a2, 30) - sign(select(a2 as i32, 0, high_y, gy), a2, 29);
    let d: f32 = -sign(select(a3 as i32, 0, gx, high_x), a3, 30) - sign(select(a3 as i32, 0, high_y, gy), a3, 29);
    scaled(lerp(lerp(a, b, wx), lerp(c, d, wx), quintic(fy)), SCALE2)
}

pub fn perlin2(x: f32, y: f32, seed: u32) -> f32 {
    perlin2_at(whole(x), whole(y), fraction(x), fraction(y), seed)
}
pub fn perlin2_cell(cell_x: i32, cell_y: i32, fx: f32, fy: f32, seed: u32) -> f32 {
    perlin2_at(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed)
}
