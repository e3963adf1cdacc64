// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core where compilers keep each operation, see below; else within 2^-18.

// Stands between operations, so that no compiler can fuse or reorder them, once your shader has set the variable to
// a 0 that the compiler cannot know, as one from a buffer. Left alone it costs nothing.
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

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
fn isonoise3_guarded(x: f32, y: f32) -> f32 {
    let m = bitcast<u32>(x) & 0x7FFFFFFFu;
    return select(0.0, y, (m - 0x2B800000u) < 0x23800000u);
}
fn isonoise3_guarded_vec3(x: vec3f, y: vec3f) -> vec3f {
    return vec3f(isonoise3_guarded(x.x, y.x), isonoise3_guarded(x.y, y.y), isonoise3_guarded(x.z, y.z));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise3_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise3_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
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

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise3_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }

fn isonoise3_interpolate3(a: vec4f, b: vec4f, w: vec3f) -> f32 {
    let x = isonoise3_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

const ISONOISE3_SCALE3: f32 = 1011792.0 / 1048576.0;

const ISONOISE3_LEAST3: u32 = 0x1F84A74Bu;

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise3_flip(x: vec4f, bits: vec4u) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ (bits & vec4u(0x80000000u)));
}

fn isonoise3_first3(h: u32, x: f32, y: f32) -> f32 { return select(x, y, i32(h) < -715827882); }
fn isonoise3_second3(h: u32, y: f32, z: f32) -> f32 { return select(y, z, i32(h) < 715827883); }
fn isonoise3_corners3(h: vec4u, f: vec2f, z: f32) -> vec4f {
    let g = isonoise3_exact_vec2(f - 1.0);
    let u = vec4f(isonoise3_first3(h.x, f.x, f.y), isonoise3_first3(h.y, g.x, f.y), isonoise3_first3(h.z, f.x, g.y),
        isonoise3_first3(h.w, g.x, g.y));
    let v = vec4f(isonoise3_second3(h.x, f.y, z), isonoise3_second3(h.y, f.y, z), isonoise3_second3(h.z, g.y, z),
        isonoise3_second3(h.w, g.y, z));
    let rest = h * 3u;
    let r = isonoise3_exact_vec4(isonoise3_flip(u, rest) + isonoise3_flip(v, rest << vec4u(1)));
    return r;
}

fn isonoise3_noise3(a: vec4u, b: vec4u, f: vec3f, w: vec3f) -> f32 {
    let g = isonoise3_exact(f.z - 1.0);
    return isonoise3_interpolate3(isonoise3_corners3(a, f.xy, f.z), isonoise3_corners3(b, f.xy, g), w);
}

const ISONOISE3_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE3_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE3_PRIME_Z: u32 = 0xC2B2AE3Du;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
fn isonoise3_mix(h_in: u32) -> u32 {
    var h = h_in;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
fn isonoise3_fold(h: u32) -> u32 { return h ^ (h >> 16); }
fn isonoise3_fold_uvec2(h: vec2u) -> vec2u { return h ^ (h >> vec2u(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
fn isonoise3_scatter(coordinate: u32, prime: u32) -> u32 { return isonoise3_fold(coordinate) * prime; }
fn isonoise3_scatter_uvec2(coordinate: vec2u, prime: u32) -> vec2u { return isonoise3_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
fn isonoise3_hash(key: vec4u) -> vec4u { return key * (key | vec4u(1u)); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
fn isonoise3_square(x: vec2u, y: vec2u, rest: u32) -> vec4u {
    let u = isonoise3_fold_uvec2(isonoise3_scatter_uvec2(x, ISONOISE3_PRIME_X));
    let v = isonoise3_fold_uvec2(isonoise3_scatter_uvec2(y, ISONOISE3_PRIME_Y));
    return isonoise3_hash((u.xyxy ^ v.xxyy) ^ vec4u(rest));
}

fn isonoise3_hash3(x: vec2u, y: vec2u, z: u32, seed: u32) -> vec4u {
    return isonoise3_square(x, y, isonoise3_fold(isonoise3_scatter(z, ISONOISE3_PRIME_Z) ^ seed));
}

fn isonoise3_perlin3_kernel(x: vec2u, y: vec2u, z: vec2u, seed: u32, f: vec3f, weight: vec3f) -> f32 {
    return isonoise3_noise3(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight);
}

fn perlin3(p: vec3f, seed: u32) -> f32 {
    let c = floor(p);
    let left = isonoise3_exact_vec3(p - c);
    let f = isonoise3_guarded_vec3(p, left);
    let cell = vec3i(isonoise3_guarded_vec3(p, c));
    let n = isonoise3_perlin3_kernel(isonoise3_ends(u32(cell.x)), isonoise3_ends(u32(cell.y)),
        isonoise3_ends(u32(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
