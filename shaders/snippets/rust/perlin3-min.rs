// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
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
const PRIME_Z: u32 = 0xC2B2AE3D;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y: u32 = 0x243F6A88;
const OFFSET_Z: u32 = 0x85A308D3;

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

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
fn corners3(h: u32, x: f32, y: f32, z: f32) -> f32 {
    let rest: u32 = (h << 1).wrapping_add(h);
    let u: f32 = select(h as i32, THIRD1, y, x);
    let v: f32 = select(h as i32, THIRD2, z, y);
    let r: f32 = flip(u, rest, 31) + flip(v, rest, 30);
    r
}
fn perlin3_at(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell_x as u32).wrapping_mul(PRIME_X);
    let t2: u32 = (cell_y as u32).wrapping_mul(PRIME_Y);
    let t3: u32 = (cell_z as u32).wrapping_mul(PRIME_Z);
    let x0: u32 = key(t, offset);
    let x1: u32 = key(t.wrapping_add(PRIME_X), offset);
    let y0: u32 = key(t2, OFFSET_Y);
    let y1: u32 = key(t2.wrapping_add(PRIME_Y), OFFSET_Y);
    let z0: u32 = key(t3, OFFSET_Z);
    let z1: u32 = key(t3.wrapping_add(PRIME_Z), OFFSET_Z);
    let wx: f32 = quintic(fx);
    let wy: f32 = quintic(fy);
    let gx: f32 = fx - 1.0;
    let gy: f32 = fy - 1.0;
    let gz: f32 = fz - 1.0;
    let x0_2: f32 = lerp(corners3(hash(x0 ^ y0 ^ z0), fx, fy, fz), corners3(hash(x1 ^ y0 ^ z0), gx, fy, fz), wx);
    let x1_2: f32 = lerp(corners3(hash(x0 ^ y1 ^ z0), fx, gy, fz), corners3(hash(x1 ^ y1 ^ z0), gx, gy, fz), wx);
    let x2: f32 = lerp(corners3(hash(x0 ^ y0 ^ z1), fx, fy, gz), corners3(hash(x1 ^ y0 ^ z1), gx, fy, gz), wx);
    let x3: f32 = lerp(corners3(hash(x0 ^ y1 ^ z1), fx, gy, gz), corners3(hash(x1 ^ y1 ^ z1), gx, gy, gz), wx);
    scaled(lerp(lerp(x0_2, x1_2, wy), lerp(x2, x3, wy), quintic(fz)), SCALE3)
}

pub fn perlin3(x: f32, y: f32, z: f32, seed: u32) -> f32 {
    perlin3_at(whole(x), whole(y), whole(z), fraction(x), fraction(y), fraction(z), seed)
}
pub fn perlin3_cell(cell_x: i32, cell_y: i32, cell_z: i32, fx: f32, fy: f32, fz: f32, seed: u32) -> f32 {
    perlin3_at(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed)
}
