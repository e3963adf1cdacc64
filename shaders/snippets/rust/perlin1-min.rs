// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
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
fn whole(x: f32) -> i32 { floor(guard(x)) as i32 }

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

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    let r: f32 = a + t * (b - a);
    r
}

const PRIME_X: u32 = 0x9E3779B1;

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

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
fn vector1(h: u32) -> f32 {
    f32::from_bits((h & 0x80000000) | 0x3F800000 | ((h >> 8) & 0x7FFFFF))
}
fn perlin1_at(cell: i32, f: f32, seed: u32) -> f32 {
    let offset: u32 = seeded(seed);
    let t: u32 = (cell as u32).wrapping_mul(PRIME_X);
    let ry: f32 = vector1(hash(key(t.wrapping_add(PRIME_X), offset))) * (f - 1.0);
    snap(lerp(vector1(hash(key(t, offset))) * f, ry, quintic(f)))
}

pub fn perlin1(x: f32, seed: u32) -> f32 { perlin1_at(whole(x), fraction(x), seed) }
pub fn perlin1_cell(cell: i32, f: f32, seed: u32) -> f32 { perlin1_at(cell, guard_fraction(f), seed) }
