// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
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
fn isonoise4_exact_vec3(x: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(x) + isonoise4_zero);
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

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
fn isonoise4_snap(x: f32) -> f32 {
    return select(x, 0.0, (bitcast<u32>(x) & 0x7FFFFFFFu) < 0x1F800000u);
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise4_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise4_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}
fn isonoise4_scaled_vec2(v: vec2f, scale: f32, least: u32) -> vec2f {
    return vec2f(isonoise4_scaled(v.x, scale, least), isonoise4_scaled(v.y, scale, least));
}
fn isonoise4_scaled_vec4(v: vec4f, scale: f32, least: u32) -> vec4f {
    return vec4f(isonoise4_scaled_vec2(v.xy, scale, least), isonoise4_scaled_vec2(v.zw, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
fn isonoise4_quintic(t: vec4f) -> vec4f {
    let inner = isonoise4_exact_vec4(t * (isonoise4_exact_vec4(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_exact_vec4(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise4_quintic_slope(t: vec4f) -> vec4f {
    let s = isonoise4_exact_vec4(t * (t - 1.0));
    let r = isonoise4_exact_vec4(30.0 * isonoise4_exact_vec4(s * s));
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
fn isonoise4_lerp_vec3(a: vec3f, b: vec3f, t: f32) -> vec3f {
    let r = isonoise4_exact_vec3(a + isonoise4_exact_vec3(t * (b - a)));
    return r;
}
fn isonoise4_lerp_vec4(a: vec4f, b: vec4f, t: f32) -> vec4f {
    let r = isonoise4_exact_vec4(a + isonoise4_exact_vec4(t * (b - a)));
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
fn isonoise4_wrap(cell: i32, period: u32) -> u32 {
    if (period == 0u) {
        return u32(cell);
    }
    let rate = isonoise4_exact(0.999999 / f32(period));
    let about = isonoise4_exact(f32(cell) * rate);
    var rest: u32 = u32(cell) - u32(i32(floor(about))) * period;
    let more = isonoise4_exact(f32(i32(rest)) * rate);
    rest -= u32(i32(floor(more))) * period;
    return select(rest, rest - period, rest >= period);
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise4_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }
fn isonoise4_ends_period(cell: u32, period: u32) -> vec2u {
    let next = cell + 1u;
    return vec2u(cell, select(next, 0u, next == period));
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and
// 8 nothing does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. Its low 32 bits have nine of them; the others are
// those of an estimate, which is wrong by less than 256. What all axes and octaves share is given: the lacunarity in
// multiples of 2^-23, and what of it isn't whole.
fn isonoise4_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise4_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise4_part(n: u32) -> f32 {
    let part = isonoise4_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise4_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise4_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise4_exact(isonoise4_exact(*f * lacunarity) + isonoise4_part(low));
    let whole = i32(t);
    let left = isonoise4_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

fn isonoise4_interpolate2(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise4_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise4_lerp(x.x, x.y, w.y);
}
fn isonoise4_interpolate3(a: vec4f, b: vec4f, w: vec3f) -> f32 {
    let x = isonoise4_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise4_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise4_lerp(y.x, y.y, w.z);
}
fn isonoise4_interpolate4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f) -> f32 {
    let x = isonoise4_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise4_lerp_vec4(vec4f(c.xz, d.xz), vec4f(c.yw, d.yw), w.x);
    let xy = isonoise4_lerp_vec4(vec4f(x.xz, y.xz), vec4f(x.yw, y.yw), w.y);
    let z = isonoise4_lerp_vec2(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

fn isonoise4_slope2(a: vec4f, w: vec2f) -> vec2f {
    let low = isonoise4_exact(a.y - a.x);
    let high = isonoise4_exact(a.w - a.z);
    let x = isonoise4_lerp(low, high, w.y);
    let y = isonoise4_exact(isonoise4_lerp(a.z, a.w, w.x) - isonoise4_lerp(a.x, a.y, w.x));
    return vec2f(x, y);
}
fn isonoise4_slope3(a: vec4f, b: vec4f, w: vec3f) -> vec3f {
    let xy = isonoise4_lerp_vec2(isonoise4_slope2(a, w.xy), isonoise4_slope2(b, w.xy), w.z);
    let z = isonoise4_exact(isonoise4_interpolate2(b, w.xy) - isonoise4_interpolate2(a, w.xy));
    return vec3f(xy, z);
}
fn isonoise4_slope4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f) -> vec4f {
    let xyz = isonoise4_lerp_vec3(isonoise4_slope3(a, b, w.xyz), isonoise4_slope3(c, d, w.xyz), w.w);
    let t = isonoise4_exact(isonoise4_interpolate3(c, d, w.xyz) - isonoise4_interpolate3(a, b, w.xyz));
    return vec4f(xyz, t);
}

const ISONOISE4_SCALE4: f32 = 682407.0 / 1048576.0;

const ISONOISE4_LEAST4: u32 = 0x1FC4AECDu;

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise4_flip(x: vec4f, bits: vec4u) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ (bits & vec4u(0x80000000u)));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1, by bits 31 to 27. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x
// is 0 twice as often as it should be and w never.)
fn isonoise4_placed4(h: u32, a: f32, b: f32, c: f32) -> vec4f {
    let q = h < 0x40000000u;
    let r = h < 0x80000000u;
    let s = h < 0xC0000000u;
    return vec4f(select(0.0, a, s), select(select(a, 0.0, s), b, r), select(select(b, 0.0, r), c, q), select(c, 0.0,
        q));
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

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
fn isonoise4_square_weights(w: vec2f, rest: f32) -> vec4f {
    let u = 1.0 - w.x;
    let low = isonoise4_exact(rest * (1.0 - w.y));
    let high = isonoise4_exact(rest * w.y);
    let r = isonoise4_exact_vec4(vec4f(u, w.x, u, w.x) * vec4f(low, low, high, high));
    return r;
}

fn isonoise4_square4(h: vec4u, w: vec4f) -> vec4f {
    let a = isonoise4_flip(w, h << vec4u(4));
    let b = isonoise4_flip(w, h << vec4u(3));
    let c = isonoise4_flip(w, h << vec4u(2));
    let low = isonoise4_exact_vec4(isonoise4_placed4(h.x, a.x, b.x, c.x) + isonoise4_placed4(h.y, a.y, b.y, c.y));
    let high = isonoise4_exact_vec4(isonoise4_placed4(h.z, a.z, b.z, c.z) + isonoise4_placed4(h.w, a.w, b.w, c.w));
    let r = isonoise4_exact_vec4(low + high);
    return r;
}
fn isonoise4_noise4_gradient(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, w: vec4f, s: vec4f, gradient:
    ptr<function, vec4f>) -> f32 {
    let g = isonoise4_exact_vec2(f.zw - 1.0);
    let zw = isonoise4_square_weights(w.zw, 1.0);
    let t = isonoise4_corners4(a, f.xy, f.z, f.w);
    let p = isonoise4_square4(a, isonoise4_square_weights(w.xy, zw.x));
    let u = isonoise4_corners4(b, f.xy, g.x, f.w);
    let q = isonoise4_square4(b, isonoise4_square_weights(w.xy, zw.y));
    let v = isonoise4_corners4(c, f.xy, f.z, g.y);
    let n = isonoise4_square4(c, isonoise4_square_weights(w.xy, zw.z));
    let r = isonoise4_corners4(d, f.xy, g.x, g.y);
    let m = isonoise4_square4(d, isonoise4_square_weights(w.xy, zw.w));
    let inner = isonoise4_exact_vec4(isonoise4_exact_vec4(p + q) + isonoise4_exact_vec4(n + m));
    let sum = isonoise4_exact_vec4(inner + isonoise4_exact_vec4(s * isonoise4_slope4(t, u, v, r, w)));
    *gradient = sum;
    return isonoise4_interpolate4(t, u, v, r, w);
}

const ISONOISE4_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE4_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE4_PRIME_Z: u32 = 0xC2B2AE3Du;
const ISONOISE4_PRIME_W: u32 = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE4_OCTAVE: u32 = 0x9E3779B9u;

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

fn isonoise4_perlin4_kernel_gradient(x: vec2u, y: vec2u, z: vec2u, w: vec2u, seed: u32, f: vec4f, weight: vec4f, s:
    vec4f, gradient: ptr<function, vec4f>) -> f32 {
    return isonoise4_noise4_gradient(isonoise4_hash4(x, y, z.x, w.x, seed), isonoise4_hash4(x, y, z.y, w.x, seed),
        isonoise4_hash4(x, y, z.x, w.y, seed), isonoise4_hash4(x, y, z.y, w.y, seed), f, weight, s, gradient);
}

fn perlin4_periodic(p: vec4f, seed: u32, period: vec4u) -> f32 {
    let c = floor(p);
    let left = isonoise4_exact_vec4(p - c);
    let f = isonoise4_guarded_vec4(p, left);
    let cell = vec4i(isonoise4_guarded_vec4(p, c));
    let n = isonoise4_perlin4_kernel(isonoise4_ends_period(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends_period(isonoise4_wrap(cell.y, period.y), period.y),
        isonoise4_ends_period(isonoise4_wrap(cell.z, period.z), period.z),
        isonoise4_ends_period(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f));
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}
fn perlin4_periodic_gradient(p: vec4f, seed: u32, period: vec4u, gradient: ptr<function, vec4f>) -> f32 {
    let c = floor(p);
    let left = isonoise4_exact_vec4(p - c);
    let f = isonoise4_guarded_vec4(p, left);
    let cell = vec4i(isonoise4_guarded_vec4(p, c));
    var inner: vec4f;
    let n = isonoise4_perlin4_kernel_gradient(isonoise4_ends_period(isonoise4_wrap(cell.x, period.x), period.x),
        isonoise4_ends_period(isonoise4_wrap(cell.y, period.y), period.y),
        isonoise4_ends_period(isonoise4_wrap(cell.z, period.z), period.z),
        isonoise4_ends_period(isonoise4_wrap(cell.w, period.w), period.w), isonoise4_mix(seed), f,
        isonoise4_quintic(f), isonoise4_quintic_slope(f), &inner);
    *gradient = isonoise4_scaled_vec4(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
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
fn perlin4_gradient(p: vec4f, seed: u32, gradient: ptr<function, vec4f>) -> f32 {
    let c = floor(p);
    let left = isonoise4_exact_vec4(p - c);
    let f = isonoise4_guarded_vec4(p, left);
    let cell = vec4i(isonoise4_guarded_vec4(p, c));
    var inner: vec4f;
    let n = isonoise4_perlin4_kernel_gradient(isonoise4_ends(u32(cell.x)), isonoise4_ends(u32(cell.y)),
        isonoise4_ends(u32(cell.z)), isonoise4_ends(u32(cell.w)), isonoise4_mix(seed), f, isonoise4_quintic(f),
        isonoise4_quintic_slope(f), &inner);
    *gradient = isonoise4_scaled_vec4(inner, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
fn isonoise4_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
fn isonoise4_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise4_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

fn isonoise4_finer_uvec4(cell: ptr<function, vec4u>, f: ptr<function, vec4f>, lacunarity: f32, factor: u32, part: f32) {
    var part1 = (*cell).x;
    var part2 = (*f).x;
    isonoise4_finer(&part1, &part2, lacunarity, factor, part);
    (*cell).x = part1;
    (*f).x = part2;
    var part3 = (*cell).y;
    var part4 = (*f).y;
    isonoise4_finer(&part3, &part4, lacunarity, factor, part);
    (*cell).y = part3;
    (*f).y = part4;
    var part5 = (*cell).z;
    var part6 = (*f).z;
    isonoise4_finer(&part5, &part6, lacunarity, factor, part);
    (*cell).z = part5;
    (*f).z = part6;
    var part7 = (*cell).w;
    var part8 = (*f).w;
    isonoise4_finer(&part7, &part8, lacunarity, factor, part);
    (*cell).w = part7;
    (*f).w = part8;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
fn perlin4_fbm(p: vec4f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    let c = floor(p);
    let left = isonoise4_exact_vec4(p - c);
    var f = isonoise4_guarded_vec4(p, left);
    var cell = vec4u(vec4i(isonoise4_guarded_vec4(p, c)));
    var sum: f32 = 0.0;
    var amplitude: f32 = normalization;
    var rest: f32 = octaves;
    if (!isonoise4_has_octave(rest, amplitude)) {
        return 0.0;
    }
    let factor = isonoise4_factor(lacunarity);
    let part = isonoise4_part(factor);
    while (true) {
        let i = isonoise4_exact(octaves - rest);
        let mixed = isonoise4_mix(seed ^ (u32(i) * ISONOISE4_OCTAVE));
        let n = isonoise4_perlin4_kernel(isonoise4_ends(cell.x), isonoise4_ends(cell.y), isonoise4_ends(cell.z),
            isonoise4_ends(cell.w), mixed, f, isonoise4_quintic(f));
        let r = isonoise4_scaled(n, ISONOISE4_SCALE4, ISONOISE4_LEAST4);
        sum = isonoise4_exact(sum + isonoise4_exact(isonoise4_faded(amplitude, rest) * r));
        amplitude = isonoise4_exact(amplitude * persistence);
        rest = isonoise4_exact(rest - 1.0);
        if (!isonoise4_has_octave(rest, amplitude)) {
            break;
        }
        isonoise4_finer_uvec4(&cell, &f, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}
