// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core where compilers keep each operation, see below; else within 2^-18.

// Stands between operations, so that no compiler can fuse or reorder them, once your shader has set the variable to
// a 0 that the compiler cannot know, as one from a buffer. Left alone it costs nothing.
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

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
fn isonoise4_guarded(x: f32, y: f32) -> f32 {
    let m = bitcast<u32>(x) & 0x7FFFFFFFu;
    return select(0.0, y, (m - 0x2B800000u) < 0x23800000u);
}
fn isonoise4_guarded_vec4(x: vec4f, y: vec4f) -> vec4f {
    return vec4f(isonoise4_guarded(x.x, y.x), isonoise4_guarded(x.y, y.y), isonoise4_guarded(x.z, y.z),
        isonoise4_guarded(x.w, y.w));
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise4_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise4_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
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

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise4_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }

fn isonoise4_interpolate4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f) -> f32 {
    let x = isonoise4_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise4_lerp_vec4(vec4f(c.xz, d.xz), vec4f(c.yw, d.yw), w.x);
    let xy = isonoise4_lerp_vec4(vec4f(x.xz, y.xz), vec4f(x.yw, y.yw), w.y);
    let z = isonoise4_lerp_vec2(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

const ISONOISE4_SCALE4: f32 = 682407.0 / 1048576.0;

const ISONOISE4_LEAST4: u32 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise4_flip(x: vec4f, bits: vec4u) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ (bits & vec4u(0x80000000u)));
}

fn isonoise4_below4(h: u32, limit: u32, low: f32, high: f32) -> f32 { return select(high, low, h < limit); }
fn isonoise4_corners4(h: vec4u, f: vec2f, z: f32, w: f32) -> vec4f {
    let g = isonoise4_exact_vec2(f - 1.0);
    let a = vec4f(isonoise4_below4(h.x, 0xC0000000u, f.x, f.y), isonoise4_below4(h.y, 0xC0000000u, g.x, f.y),
        isonoise4_below4(h.z, 0xC0000000u, f.x, g.y), isonoise4_below4(h.w, 0xC0000000u, g.x, g.y));
    let b = vec4f(isonoise4_below4(h.x, 0x80000000u, f.y, z), isonoise4_below4(h.y, 0x80000000u, f.y, z),
        isonoise4_below4(h.z, 0x80000000u, g.y, z), isonoise4_below4(h.w, 0x80000000u, g.y, z));
    let c = vec4f(isonoise4_below4(h.x, 0x40000000u, z, w), isonoise4_below4(h.y, 0x40000000u, z, w),
        isonoise4_below4(h.z, 0x40000000u, z, w), isonoise4_below4(h.w, 0x40000000u, z, w));
    let r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_flip(a, h << vec4u(4)) + isonoise4_flip(b, h <<
        vec4u(3))) + isonoise4_flip(c, h << vec4u(2)));
    return r;
}

fn isonoise4_noise4(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, w: vec4f) -> f32 {
    let g = isonoise4_exact_vec2(f.zw - 1.0);
    return isonoise4_interpolate4(isonoise4_corners4(a, f.xy, f.z, f.w), isonoise4_corners4(b, f.xy, g.x, f.w),
        isonoise4_corners4(c, f.xy, f.z, g.y), isonoise4_corners4(d, f.xy, g.x, g.y), w);
}

const ISONOISE4_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE4_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE4_PRIME_Z: u32 = 0xC2B2AE3Du;
const ISONOISE4_PRIME_W: u32 = 0x27D4EB2Fu;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
fn isonoise4_mix(h_in: u32) -> u32 {
    var h = h_in;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
fn isonoise4_fold(h: u32) -> u32 { return h ^ (h >> 16); }
fn isonoise4_fold_uvec2(h: vec2u) -> vec2u { return h ^ (h >> vec2u(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
fn isonoise4_scatter(coordinate: u32, prime: u32) -> u32 { return isonoise4_fold(coordinate) * prime; }
fn isonoise4_scatter_uvec2(coordinate: vec2u, prime: u32) -> vec2u { return isonoise4_fold_uvec2(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
fn isonoise4_hash(key: vec4u) -> vec4u { return key * (key | vec4u(1u)); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
fn isonoise4_square(x: vec2u, y: vec2u, rest: u32) -> vec4u {
    let u = isonoise4_fold_uvec2(isonoise4_scatter_uvec2(x, ISONOISE4_PRIME_X));
    let v = isonoise4_fold_uvec2(isonoise4_scatter_uvec2(y, ISONOISE4_PRIME_Y));
    return isonoise4_hash((u.xyxy ^ v.xxyy) ^ vec4u(rest));
}

fn isonoise4_hash4(x: vec2u, y: vec2u, z: u32, w: u32, seed: u32) -> vec4u {
    return isonoise4_square(x, y, isonoise4_fold((isonoise4_scatter(z, ISONOISE4_PRIME_Z) ^ isonoise4_scatter(w,
        ISONOISE4_PRIME_W)) ^ seed));
}

fn isonoise4_perlin4_kernel(x: vec2u, y: vec2u, z: vec2u, w: vec2u, seed: u32, f: vec4f, weight: vec4f) -> f32 {
    return isonoise4_noise4(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight);
}

fn perlin4(p: vec4f, seed: u32) -> f32 {
    let c = floor(p);
    let left = isonoise4_exact_vec4(p - c);
    let f = isonoise4_guarded_vec4(p, left);
    let cell = vec4i(isonoise4_guarded_vec4(p, c));
    let n = isonoise4_perlin4_kernel(isonoise4_ends(u32(cell.x)), isonoise4_ends(u32(cell.y)),
        isonoise4_ends(u32(cell.z)), isonoise4_ends(u32(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
