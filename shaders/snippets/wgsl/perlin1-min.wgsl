// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.

// Separates operations, so that no compiler can fuse or reorder them, once your shader has set it to a 0 that the
// compiler cannot know, such as one from a buffer. Left unset it costs nothing.
var<private> isonoise1_zero: u32 = 0u;
fn isonoise1_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise1_zero);
}
fn isonoise1_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise1_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE1_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE1_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise1_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE1_TWICE_TINY < ISONOISE1_TWICE_RANGE);
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

fn isonoise1_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

const ISONOISE1_PRIME_X: u32 = 0x9E3779B1u;

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

fn isonoise1_keys_x(cell: i32, seed: u32) -> vec2u {
    return isonoise1_keys(u32(cell), ISONOISE1_PRIME_X, isonoise1_seeded(seed));
}

// Hashes the xor of a lattice point's keys.
fn isonoise1_hash(k: vec2u) -> vec2u {
    let m = k & vec2u(0xFFFFFFu);
    return m * m + k;
}

fn isonoise1_interpolate1(a: vec2f, w: f32) -> f32 { return isonoise1_lerp(a.x, a.y, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
fn isonoise1_vector1(h: u32) -> f32 {
    return bitcast<f32>(((h & 0x80000000u) | 0x3F800000u) | ((h >> 8) & 0x7FFFFFu));
}
fn isonoise1_corners1(h: vec2u, f: f32) -> vec2f {
    let offset = vec2f(f, isonoise1_exact(f - 1.0));
    let r = isonoise1_exact_vec2(vec2f(isonoise1_vector1(h.x), isonoise1_vector1(h.y)) * offset);
    return r;
}

fn isonoise1_noise1(a: vec2u, f: f32, w: f32) -> f32 { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

fn isonoise1_perlin1(x: vec2u, f: f32) -> f32 {
    return isonoise1_snap(isonoise1_noise1(isonoise1_hash(x), f, isonoise1_quintic(f)));
}
fn isonoise1_perlin1_at(cell: i32, f: f32, seed: u32) -> f32 {
    return isonoise1_perlin1(isonoise1_keys_x(cell, seed), f);
}

fn perlin1(p: f32, seed: u32) -> f32 { return isonoise1_perlin1_at(isonoise1_whole(p), isonoise1_fraction(p), seed); }
