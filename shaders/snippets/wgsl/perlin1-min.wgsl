// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
// Bits: the very bits of the C++ core where compilers keep each operation, see below; else within 2^-18.

// Stands between operations, so that no compiler can fuse or reorder them, once your shader has set the variable to
// a 0 that the compiler cannot know, as one from a buffer. Left alone it costs nothing.
var<private> isonoise1_zero: u32 = 0u;
fn isonoise1_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise1_zero);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
fn isonoise1_guarded(x: f32, y: f32) -> f32 {
    let m = bitcast<u32>(x) & 0x7FFFFFFFu;
    return select(0.0, y, (m - 0x2B800000u) < 0x23800000u);
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
fn isonoise1_snap(x: f32) -> f32 {
    return select(x, 0.0, (bitcast<u32>(x) & 0x7FFFFFFFu) < 0x1F800000u);
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
fn isonoise1_quintic(t: f32) -> f32 {
    let inner = isonoise1_exact(t * (isonoise1_exact(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise1_exact(isonoise1_exact(isonoise1_exact(t * t) * t) * inner);
    return r;
}

fn isonoise1_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise1_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }

fn isonoise1_interpolate1(a: vec2f, w: f32) -> f32 { return isonoise1_lerp(a.x, a.y, w); }

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise1_flip(x: f32, bits: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ (bits & 0x80000000u));
}

// 1D: any slope of magnitude 1 to 2, its sign from bit 31 and its size from bits 30 to 8.
fn isonoise1_vector1(h: u32) -> f32 {
    return isonoise1_flip(bitcast<f32>(0x3F800000u | ((h >> 8) & 0x7FFFFFu)), h);
}
fn isonoise1_gradient1(h: u32, x: f32) -> f32 {
    let r = isonoise1_exact(isonoise1_vector1(h) * x);
    return r;
}

// The corners of a square, as interpolate.glsl orders them: f is the offset from the low corner in x and y, and in z
// and w that from whichever corner.
fn isonoise1_corners1(h: vec2u, f: f32) -> vec2f {
    let g = isonoise1_exact(f - 1.0);
    return vec2f(isonoise1_gradient1(h.x, f), isonoise1_gradient1(h.y, g));
}

fn isonoise1_noise1(a: vec2u, f: f32, w: f32) -> f32 { return isonoise1_interpolate1(isonoise1_corners1(a, f), w); }

const ISONOISE1_PRIME_X: u32 = 0x9E3779B1u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
fn isonoise1_mix(h_in: u32) -> u32 {
    var h = h_in;
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
fn isonoise1_fold(h: vec2u) -> vec2u { return h ^ (h >> vec2u(16)); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
fn isonoise1_scatter(coordinate: vec2u, prime: u32) -> vec2u { return isonoise1_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
fn isonoise1_hash(key: vec2u) -> vec2u { return key * (key | vec2u(1u)); }

// The hashes of a cell's corners, in the order of interpolate.glsl, one square at a time: x, y, z and w are its
// lattice coordinates (ends) and `seed` is mixed.
fn isonoise1_hash1(x: vec2u, seed: u32) -> vec2u {
    return isonoise1_hash(isonoise1_fold(isonoise1_scatter(x, ISONOISE1_PRIME_X) ^ vec2u(seed)));
}

// The kernels: from a cell's lattice coordinates (ends), the mixed seed, a fraction and its weights to the noise
// before it is scaled.
fn isonoise1_perlin1_kernel(x: vec2u, seed: u32, f: f32, weight: f32) -> f32 {
    return isonoise1_noise1(isonoise1_hash1(x, seed), f, weight);
}

fn perlin1(p: f32, seed: u32) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    let f = isonoise1_guarded(p, left);
    let cell = i32(isonoise1_guarded(p, c));
    let n = isonoise1_perlin1_kernel(isonoise1_ends(u32(cell)), isonoise1_mix(seed), f, isonoise1_quintic(f));
    return isonoise1_snap(n);
}
