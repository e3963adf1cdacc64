// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.

// Separates operations, so that no compiler can fuse or reorder them, once your shader has set it to a 0 that the
// compiler cannot know, such as one from a buffer. Left unset it costs nothing.
var<private> isonoise4_zero: u32 = 0u;
fn isonoise4_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise4_zero);
}
fn isonoise4_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise4_zero);
}
fn isonoise4_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise4_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE4_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE4_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise4_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE);
}
fn isonoise4_guard_vec4(v: vec4f) -> vec4f {
    return vec4f(isonoise4_guard(v.x), isonoise4_guard(v.y), isonoise4_guard(v.z), isonoise4_guard(v.w));
}

// The cell of a coordinate: its whole part, rounded down.
fn isonoise4_whole(p: vec4f) -> vec4i { return vec4i(floor(isonoise4_guard_vec4(p))); }

// A coordinate's position within its cell.
fn isonoise4_fraction(p: vec4f) -> vec4f {
    let x = isonoise4_guard_vec4(p);
    let r = isonoise4_exact_vec4(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise4_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }

// Scaled and snapped.
fn isonoise4_scaled(n: f32, scale: f32) -> f32 {
    let r = isonoise4_exact(n * scale);
    return isonoise4_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise4_quintic(t: vec4f) -> vec4f {
    let inner = isonoise4_exact_vec4(t * (isonoise4_exact_vec4(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_exact_vec4(t * t) * t) * inner);
    return r;
}

fn isonoise4_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise4_exact(a + isonoise4_exact(t * (b - a)));
    return r;
}
fn isonoise4_lerp_vec2(a: vec2f, b: vec2f, t: f32) -> vec2f {
    let r = isonoise4_exact_vec2(a + isonoise4_exact_vec2(t * (b - a)));
    return r;
}
fn isonoise4_lerp_vec4(a: vec4f, b: vec4f, t: f32) -> vec4f {
    let r = isonoise4_exact_vec4(a + isonoise4_exact_vec4(t * (b - a)));
    return r;
}

const ISONOISE4_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE4_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE4_PRIME_Z: u32 = 0xC2B2AE3Du;
const ISONOISE4_PRIME_W: u32 = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE4_OFFSET_Y: u32 = 0x243F6A88u;
const ISONOISE4_OFFSET_Z: u32 = 0x85A308D3u;
const ISONOISE4_OFFSET_W: u32 = 0x13198A2Eu;

// The offset along x. A bijection: no two seeds give the same noise.
fn isonoise4_seeded(seed: u32) -> u32 { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise4_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
fn isonoise4_keys(cell: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise4_key(t, offset), isonoise4_key(t + prime, offset));
}

fn isonoise4_keys_x(cell: i32, seed: u32) -> vec2u {
    return isonoise4_keys(u32(cell), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
}
fn isonoise4_keys_y(cell: i32) -> vec2u { return isonoise4_keys(u32(cell), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y); }
fn isonoise4_keys_z(cell: i32) -> vec2u { return isonoise4_keys(u32(cell), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z); }
fn isonoise4_keys_w(cell: i32) -> vec2u { return isonoise4_keys(u32(cell), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W); }

// Hashes the xor of a lattice point's keys.
fn isonoise4_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
fn isonoise4_square(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise4_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }

fn isonoise4_interpolate4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f) -> f32 {
    let x = isonoise4_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise4_lerp_vec4(vec4f(c.xz, d.xz), vec4f(c.yw, d.yw), w.x);
    let xy = isonoise4_lerp_vec4(vec4f(x.xz, y.xz), vec4f(x.yw, y.yw), w.y);
    let z = isonoise4_lerp_vec2(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

const ISONOISE4_SCALE4: f32 = 682407.0 / 1048576.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn isonoise4_flip(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise4_select(h: vec4u, bound: u32, x: vec4f, y: vec4f) -> vec4f {
    return vec4f(select(y.x, x.x, h.x < bound), select(y.y, x.y, h.y < bound), select(y.z, x.z, h.z < bound),
        select(y.w, x.w, h.w < bound));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
fn isonoise4_corners4(h: vec4u, x: vec4f, y: vec4f, z: vec4f, w: vec4f) -> vec4f {
    let a = isonoise4_select(h, 0xC0000000u, x, y);
    let b = isonoise4_select(h, 0x80000000u, y, z);
    let c = isonoise4_select(h, 0x40000000u, z, w);
    let ab = isonoise4_exact_vec4(isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u));
    let r = isonoise4_exact_vec4(ab + isonoise4_flip(c, h, 29u));
    return r;
}

fn isonoise4_noise4(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, w: vec4f) -> f32 {
    let g = isonoise4_exact_vec4(f - 1.0);
    let x = vec4f(f.x, g.x, f.x, g.x);
    let y = vec4f(f.yy, g.yy);
    return isonoise4_interpolate4(isonoise4_corners4(a, x, y, vec4f(f.z), vec4f(f.w)), isonoise4_corners4(b, x, y,
        vec4f(g.z), vec4f(f.w)), isonoise4_corners4(c, x, y, vec4f(f.z), vec4f(g.w)), isonoise4_corners4(d, x, y,
        vec4f(g.z), vec4f(g.w)), w);
}

fn isonoise4_perlin4(x: vec2u, y: vec2u, z: vec2u, w: vec2u, f: vec4f) -> f32 {
    let a = isonoise4_square(x, y, z.x ^ w.x);
    let b = isonoise4_square(x, y, z.y ^ w.x);
    let c = isonoise4_square(x, y, z.x ^ w.y);
    let d = isonoise4_square(x, y, z.y ^ w.y);
    return isonoise4_scaled(isonoise4_noise4(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
fn isonoise4_perlin4_at(cell: vec4i, f: vec4f, seed: u32) -> f32 {
    return isonoise4_perlin4(isonoise4_keys_x(cell.x, seed), isonoise4_keys_y(cell.y), isonoise4_keys_z(cell.z),
        isonoise4_keys_w(cell.w), f);
}

fn perlin4(p: vec4f, seed: u32) -> f32 { return isonoise4_perlin4_at(isonoise4_whole(p), isonoise4_fraction(p), seed); }
