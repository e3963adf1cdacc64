// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18.

// Separates operations, so that no compiler can fuse or reorder them, once your shader has set it to a 0 that the
// compiler cannot know, such as one from a buffer. Left unset it costs nothing.
var<private> isonoise3_zero: u32 = 0u;
fn isonoise3_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise3_zero);
}
fn isonoise3_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise3_zero);
}
fn isonoise3_exact_vec3(x: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(x) + isonoise3_zero);
}
fn isonoise3_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise3_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE3_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE3_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise3_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE3_TWICE_TINY < ISONOISE3_TWICE_RANGE);
}
fn isonoise3_guard_vec3(v: vec3f) -> vec3f {
    return vec3f(isonoise3_guard(v.x), isonoise3_guard(v.y), isonoise3_guard(v.z));
}

// The cell of a coordinate: its whole part, rounded down.
fn isonoise3_whole(p: vec3f) -> vec3i { return vec3i(floor(isonoise3_guard_vec3(p))); }

// A coordinate's position within its cell.
fn isonoise3_fraction(p: vec3f) -> vec3f {
    let x = isonoise3_guard_vec3(p);
    let r = isonoise3_exact_vec3(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise3_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }

// Scaled and snapped.
fn isonoise3_scaled(n: f32, scale: f32) -> f32 {
    let r = isonoise3_exact(n * scale);
    return isonoise3_snap(r);
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise3_quintic(t: vec3f) -> vec3f {
    let inner = isonoise3_exact_vec3(t * (isonoise3_exact_vec3(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise3_exact_vec3(isonoise3_exact_vec3(isonoise3_exact_vec3(t * t) * t) * inner);
    return r;
}

fn isonoise3_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise3_exact(a + isonoise3_exact(t * (b - a)));
    return r;
}
fn isonoise3_lerp_vec2(a: vec2f, b: vec2f, t: f32) -> vec2f {
    let r = isonoise3_exact_vec2(a + isonoise3_exact_vec2(t * (b - a)));
    return r;
}
fn isonoise3_lerp_vec4(a: vec4f, b: vec4f, t: f32) -> vec4f {
    let r = isonoise3_exact_vec4(a + isonoise3_exact_vec4(t * (b - a)));
    return r;
}

const ISONOISE3_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE3_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE3_PRIME_Z: u32 = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE3_OFFSET_Y: u32 = 0x243F6A88u;
const ISONOISE3_OFFSET_Z: u32 = 0x85A308D3u;

// The offset along x. A bijection: no two seeds give the same noise.
fn isonoise3_seeded(seed: u32) -> u32 { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise3_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
fn isonoise3_keys(cell: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise3_key(t, offset), isonoise3_key(t + prime, offset));
}

fn isonoise3_keys_x(cell: i32, seed: u32) -> vec2u {
    return isonoise3_keys(u32(cell), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
}
fn isonoise3_keys_y(cell: i32) -> vec2u { return isonoise3_keys(u32(cell), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y); }
fn isonoise3_keys_z(cell: i32) -> vec2u { return isonoise3_keys(u32(cell), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z); }

// Hashes the xor of a lattice point's keys.
fn isonoise3_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a square's corners, in the order of interpolate.glsl, from the keys along x and y; `rest` is the xor of
// the keys along the other axes.
fn isonoise3_square(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise3_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }

fn isonoise3_interpolate3(a: vec4f, b: vec4f, w: vec3f) -> f32 {
    let x = isonoise3_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

const ISONOISE3_SCALE3: f32 = 1011792.0 / 1048576.0;

// Thirds of the range of a hash as a signed number: below ISONOISE3_THIRD1, below ISONOISE3_THIRD2, the rest.
const ISONOISE3_THIRD1: i32 = -715827882;
const ISONOISE3_THIRD2: i32 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn isonoise3_flip(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise3_select(h: vec4i, bound: i32, x: vec4f, y: vec4f) -> vec4f {
    return vec4f(select(y.x, x.x, h.x < bound), select(y.y, x.y, h.y < bound), select(y.z, x.z, h.z < bound),
        select(y.w, x.w, h.w < bound));
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
fn isonoise3_corners3(h: vec4u, x: vec4f, y: vec4f, z: vec4f) -> vec4f {
    let rest = (h << vec4u(1)) + h;
    let u = isonoise3_select(vec4i(h), ISONOISE3_THIRD1, y, x);
    let v = isonoise3_select(vec4i(h), ISONOISE3_THIRD2, z, y);
    let r = isonoise3_exact_vec4(isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u));
    return r;
}

fn isonoise3_noise3(a: vec4u, b: vec4u, f: vec3f, w: vec3f) -> f32 {
    let g = isonoise3_exact_vec3(f - 1.0);
    let x = vec4f(f.x, g.x, f.x, g.x);
    let y = vec4f(f.yy, g.yy);
    return isonoise3_interpolate3(isonoise3_corners3(a, x, y, vec4f(f.z)), isonoise3_corners3(b, x, y, vec4f(g.z)), w);
}

fn isonoise3_perlin3(x: vec2u, y: vec2u, z: vec2u, f: vec3f) -> f32 {
    let a = isonoise3_square(x, y, z.x);
    let b = isonoise3_square(x, y, z.y);
    return isonoise3_scaled(isonoise3_noise3(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
fn isonoise3_perlin3_at(cell: vec3i, f: vec3f, seed: u32) -> f32 {
    return isonoise3_perlin3(isonoise3_keys_x(cell.x, seed), isonoise3_keys_y(cell.y), isonoise3_keys_z(cell.z), f);
}

fn perlin3(p: vec3f, seed: u32) -> f32 { return isonoise3_perlin3_at(isonoise3_whole(p), isonoise3_fraction(p), seed); }
