// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core where compilers keep each operation, see below; else within 2^-18.

// Stands between operations, so that no compiler can fuse or reorder them, once your shader has set the variable to
// a 0 that the compiler cannot know, as one from a buffer. Left alone it costs nothing.
var<private> isonoise2_zero: u32 = 0u;
fn isonoise2_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise2_zero);
}
fn isonoise2_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise2_zero);
}
fn isonoise2_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise2_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
fn isonoise2_guarded(x: f32, y: f32) -> f32 {
    let m = bitcast<u32>(x) & 0x7FFFFFFFu;
    return select(0.0, y, (m - 0x2B800000u) < 0x23800000u);
}
fn isonoise2_guarded_vec2(x: vec2f, y: vec2f) -> vec2f {
    return vec2f(isonoise2_guarded(x.x, y.x), isonoise2_guarded(x.y, y.y));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise2_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise2_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
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

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise2_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }

fn isonoise2_interpolate2(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise2_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const ISONOISE2_SCALE2: f32 = 1465999.0 / 1048576.0;

// The bits of the least numbers that with these scales make 2^-64: see isonoise2_scaled.
const ISONOISE2_LEAST2: u32 = 0x1F371B87u;

// The tangent of 22.5 degrees.
const ISONOISE2_TANGENT: f32 = 13898701.0 / 33554432.0;

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise2_flip(x: vec4f, bits: vec4u) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ (bits & vec4u(0x80000000u)));
}

// Four gradients . offsets at a time, with the bits of the twin's gradientN.
fn isonoise2_either2(h: u32, x: f32, y: f32) -> f32 { return select(y, x, (h & 0x20000000u) != 0u); }
fn isonoise2_corners2(h: vec4u, f: vec2f) -> vec4f {
    let g = isonoise2_exact_vec2(f - 1.0);
    let u = vec4f(isonoise2_either2(h.x, f.x, f.y), isonoise2_either2(h.y, g.x, f.y), isonoise2_either2(h.z, f.x,
        g.y), isonoise2_either2(h.w, g.x, g.y));
    let low = isonoise2_exact_vec2(ISONOISE2_TANGENT * f);
    let high = isonoise2_exact_vec2(ISONOISE2_TANGENT * g);
    let shorter = vec4f(isonoise2_either2(h.x, low.y, low.x), isonoise2_either2(h.y, low.y, high.x),
        isonoise2_either2(h.z, high.y, low.x), isonoise2_either2(h.w, high.y, high.x));
    let r = isonoise2_exact_vec4(isonoise2_flip(u, h) + isonoise2_flip(shorter, h << vec4u(1)));
    return r;
}

fn isonoise2_noise2(a: vec4u, f: vec2f, w: vec2f) -> f32 { return isonoise2_interpolate2(isonoise2_corners2(a, f), w); }

const ISONOISE2_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE2_PRIME_Y: u32 = 0x85EBCA77u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
fn isonoise2_mix(h_in: u32) -> u32 {
    var h = h_in;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
fn isonoise2_fold(h: u32) -> u32 { return h ^ (h >> 16); }
fn isonoise2_fold_uvec2(h: vec2u) -> vec2u { return h ^ (h >> vec2u(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
fn isonoise2_scatter(coordinate: vec2u, prime: u32) -> vec2u { return isonoise2_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
fn isonoise2_hash(key: vec4u) -> vec4u { return key * (key | vec4u(1u)); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
fn isonoise2_square(x: vec2u, y: vec2u, rest: u32) -> vec4u {
    let u = isonoise2_fold_uvec2(isonoise2_scatter(x, ISONOISE2_PRIME_X));
    let v = isonoise2_fold_uvec2(isonoise2_scatter(y, ISONOISE2_PRIME_Y));
    return isonoise2_hash((u.xyxy ^ v.xxyy) ^ vec4u(rest));
}

fn isonoise2_hash2(x: vec2u, y: vec2u, seed: u32) -> vec4u { return isonoise2_square(x, y, isonoise2_fold(seed)); }

fn isonoise2_perlin2_kernel(x: vec2u, y: vec2u, seed: u32, f: vec2f, weight: vec2f) -> f32 {
    return isonoise2_noise2(isonoise2_hash2(x, y, seed), f, weight);
}

fn perlin2(p: vec2f, seed: u32) -> f32 {
    let c = floor(p);
    let left = isonoise2_exact_vec2(p - c);
    let f = isonoise2_guarded_vec2(p, left);
    let cell = vec2i(isonoise2_guarded_vec2(p, c));
    let n = isonoise2_perlin2_kernel(isonoise2_ends(u32(cell.x)), isonoise2_ends(u32(cell.y)), isonoise2_mix(seed), f,
        isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
