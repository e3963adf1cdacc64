// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.

// Separates operations, so that no compiler can fuse or reorder them, once your shader has set it to a 0 that the
// compiler cannot know, such as one from a buffer. Left unset it costs nothing.
var<private> isonoise2_zero: u32 = 0u;
fn isonoise2_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise2_zero);
}
fn isonoise2_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise2_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE2_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE2_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise2_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE);
}
fn isonoise2_guard_vec2(v: vec2f) -> vec2f { return vec2f(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// The cell of a coordinate: its whole part, rounded down.
fn isonoise2_whole(p: vec2f) -> vec2i { return vec2i(floor(isonoise2_guard_vec2(p))); }

// A coordinate's position within its cell.
fn isonoise2_fraction(p: vec2f) -> vec2f {
    let x = isonoise2_guard_vec2(p);
    let r = isonoise2_exact_vec2(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise2_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }

// Scaled and snapped.
fn isonoise2_scaled(n: f32, scale: f32) -> f32 {
    let r = isonoise2_exact(n * scale);
    return isonoise2_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise2_quintic(t: vec2f) -> vec2f {
    let inner = isonoise2_exact_vec2(t * (isonoise2_exact_vec2(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise2_exact_vec2(isonoise2_exact_vec2(isonoise2_exact_vec2(t * t) * t) * inner);
    return r;
}

fn isonoise2_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise2_exact(a + isonoise2_exact(t * (b - a)));
    return r;
}
fn isonoise2_lerp_vec2(a: vec2f, b: vec2f, t: f32) -> vec2f {
    let r = isonoise2_exact_vec2(a + isonoise2_exact_vec2(t * (b - a)));
    return r;
}

const ISONOISE2_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE2_PRIME_Y: u32 = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE2_OFFSET_Y: u32 = 0x243F6A88u;

// The offset along x. A bijection: no two seeds give the same noise.
fn isonoise2_seeded(seed: u32) -> u32 { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise2_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
fn isonoise2_keys(cell: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise2_key(t, offset), isonoise2_key(t + prime, offset));
}

fn isonoise2_keys_x(cell: i32, seed: u32) -> vec2u {
    return isonoise2_keys(u32(cell), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
}
fn isonoise2_keys_y(cell: i32) -> vec2u { return isonoise2_keys(u32(cell), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y); }

// Hashes the xor of a lattice point's keys.
fn isonoise2_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
fn isonoise2_square(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise2_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }

fn isonoise2_interpolate2(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise2_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const ISONOISE2_SCALE2: f32 = 1465999.0 / 1048576.0;

// The tangent of 22.5 degrees.
const ISONOISE2_TANGENT: f32 = 13898701.0 / 33554432.0;

// The same for x that are not negative.
fn isonoise2_sign(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) | ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise2_select(h: vec4i, bound: i32, x: vec4f, y: vec4f) -> vec4f {
    return vec4f(select(y.x, x.x, h.x < bound), select(y.y, x.y, h.y < bound), select(y.z, x.z, h.z < bound),
        select(y.w, x.w, h.w < bound));
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
fn isonoise2_corners2(h: vec4u, f: vec2f) -> vec4f {
    let g = isonoise2_exact_vec2(1.0 - f);
    let low = isonoise2_exact_vec2(ISONOISE2_TANGENT * f);
    let high = isonoise2_exact_vec2(ISONOISE2_TANGENT * g);
    var u = isonoise2_select(vec4i(h), 0, vec4f(f.x, g.x, f.x, g.x), vec4f(low.x, high.x, low.x, high.x));
    var v = isonoise2_select(vec4i(h), 0, vec4f(low.yy, high.yy), vec4f(f.yy, g.yy));
    u = isonoise2_sign(u, h, 30u);
    v = isonoise2_sign(v, h, 29u);
    let a = isonoise2_exact(u.x + v.x);
    let b = isonoise2_exact(v.y - u.y);
    let c = isonoise2_exact(u.z - v.z);
    let d = isonoise2_exact(-u.w - v.w);
    return vec4f(a, b, c, d);
}

fn isonoise2_noise2(a: vec4u, f: vec2f, w: vec2f) -> f32 { return isonoise2_interpolate2(isonoise2_corners2(a, f), w); }

fn isonoise2_perlin2(x: vec2u, y: vec2u, f: vec2f) -> f32 {
    return isonoise2_scaled(isonoise2_noise2(isonoise2_square(x, y, 0u), f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
fn isonoise2_perlin2_at(cell: vec2i, f: vec2f, seed: u32) -> f32 {
    return isonoise2_perlin2(isonoise2_keys_x(cell.x, seed), isonoise2_keys_y(cell.y), f);
}

fn perlin2(p: vec2f, seed: u32) -> f32 { return isonoise2_perlin2_at(isonoise2_whole(p), isonoise2_fraction(p), seed); }
