// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
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

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
fn isonoise2_snap(x: f32) -> f32 {
    return select(x, 0.0, (bitcast<u32>(x) & 0x7FFFFFFFu) < 0x1F800000u);
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise2_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise2_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}
fn isonoise2_scaled_vec2(v: vec2f, scale: f32, least: u32) -> vec2f {
    return vec2f(isonoise2_scaled(v.x, scale, least), isonoise2_scaled(v.y, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
fn isonoise2_quintic(t: vec2f) -> vec2f {
    let inner = isonoise2_exact_vec2(t * (isonoise2_exact_vec2(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise2_exact_vec2(isonoise2_exact_vec2(isonoise2_exact_vec2(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise2_quintic_slope(t: vec2f) -> vec2f {
    let s = isonoise2_exact_vec2(t * (t - 1.0));
    let r = isonoise2_exact_vec2(30.0 * isonoise2_exact_vec2(s * s));
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

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
fn isonoise2_wrap(cell: i32, period: u32) -> u32 {
    if (period == 0u) {
        return u32(cell);
    }
    let rate = isonoise2_exact(0.999999 / f32(period));
    let about = isonoise2_exact(f32(cell) * rate);
    var rest: u32 = u32(cell) - u32(i32(floor(about))) * period;
    let more = isonoise2_exact(f32(i32(rest)) * rate);
    rest -= u32(i32(floor(more))) * period;
    return select(rest, rest - period, rest >= period);
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise2_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }
fn isonoise2_ends_period(cell: u32, period: u32) -> vec2u {
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
fn isonoise2_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise2_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise2_part(n: u32) -> f32 {
    let part = isonoise2_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise2_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise2_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise2_exact(isonoise2_exact(*f * lacunarity) + isonoise2_part(low));
    let whole = i32(t);
    let left = isonoise2_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

fn isonoise2_interpolate2(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise2_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

fn isonoise2_slope2(a: vec4f, w: vec2f) -> vec2f {
    let low = isonoise2_exact(a.y - a.x);
    let high = isonoise2_exact(a.w - a.z);
    let x = isonoise2_lerp(low, high, w.y);
    let y = isonoise2_exact(isonoise2_lerp(a.z, a.w, w.x) - isonoise2_lerp(a.x, a.y, w.x));
    return vec2f(x, y);
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

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
fn isonoise2_square_weights(w: vec2f, rest: f32) -> vec4f {
    let u = 1.0 - w.x;
    let low = isonoise2_exact(rest * (1.0 - w.y));
    let high = isonoise2_exact(rest * w.y);
    let r = isonoise2_exact_vec4(vec4f(u, w.x, u, w.x) * vec4f(low, low, high, high));
    return r;
}

// A square's gradients, component by component. What needs values and gradients takes both from these: products with 1
// are exact, so the value's bits are those of corners2.
fn isonoise2_vectors2(h: vec4u, x: ptr<function, vec4f>, y: ptr<function, vec4f>) {
    let u = isonoise2_flip(vec4f(1.0), h);
    let v = isonoise2_flip(vec4f(ISONOISE2_TANGENT), h << vec4u(1));
    *x = vec4f(isonoise2_either2(h.x, u.x, v.x), isonoise2_either2(h.y, u.y, v.y), isonoise2_either2(h.z, u.z, v.z),
        isonoise2_either2(h.w, u.w, v.w));
    *y = vec4f(isonoise2_either2(h.x, v.x, u.x), isonoise2_either2(h.y, v.y, u.y), isonoise2_either2(h.z, v.z, u.z),
        isonoise2_either2(h.w, v.w, u.w));
}

// A square's gradients, weighted and summed.
fn isonoise2_square2(x: vec4f, y: vec4f, w: vec4f) -> vec2f {
    let u = isonoise2_exact_vec4(x * w);
    let v = isonoise2_exact_vec4(y * w);
    let pairs = isonoise2_exact_vec4(vec4f(u.xz, v.xz) + vec4f(u.yw, v.yw));
    let r = isonoise2_exact_vec2(pairs.xz + pairs.yw);
    return r;
}
fn isonoise2_noise2_gradient(a: vec4u, f: vec2f, w: vec2f, s: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    let g = f - 1.0;
    var x: vec4f;
    var y: vec4f;
    isonoise2_vectors2(a, &x, &y);
    let v = isonoise2_exact_vec4(isonoise2_exact_vec4(x * vec4f(f.x, g.x, f.x, g.x)) + isonoise2_exact_vec4(y *
        vec4f(f.yy, g.yy)));
    let inner = isonoise2_square2(x, y, isonoise2_square_weights(w, 1.0));
    let r = isonoise2_exact_vec2(inner + isonoise2_exact_vec2(s * isonoise2_slope2(v, w)));
    *gradient = r;
    return isonoise2_interpolate2(v, w);
}

const ISONOISE2_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE2_PRIME_Y: u32 = 0x85EBCA77u;

// Octave i is seeded with seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE2_OCTAVE: u32 = 0x9E3779B9u;

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

fn isonoise2_perlin2_kernel_gradient(x: vec2u, y: vec2u, seed: u32, f: vec2f, weight: vec2f, s: vec2f, gradient:
    ptr<function, vec2f>) -> f32 {
    return isonoise2_noise2_gradient(isonoise2_hash2(x, y, seed), f, weight, s, gradient);
}

fn perlin2_periodic(p: vec2f, seed: u32, period: vec2u) -> f32 {
    let c = floor(p);
    let left = isonoise2_exact_vec2(p - c);
    let f = isonoise2_guarded_vec2(p, left);
    let cell = vec2i(isonoise2_guarded_vec2(p, c));
    let n = isonoise2_perlin2_kernel(isonoise2_ends_period(isonoise2_wrap(cell.x, period.x), period.x),
        isonoise2_ends_period(isonoise2_wrap(cell.y, period.y), period.y), isonoise2_mix(seed), f,
        isonoise2_quintic(f));
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}
fn perlin2_periodic_gradient(p: vec2f, seed: u32, period: vec2u, gradient: ptr<function, vec2f>) -> f32 {
    let c = floor(p);
    let left = isonoise2_exact_vec2(p - c);
    let f = isonoise2_guarded_vec2(p, left);
    let cell = vec2i(isonoise2_guarded_vec2(p, c));
    var inner: vec2f;
    let n = isonoise2_perlin2_kernel_gradient(isonoise2_ends_period(isonoise2_wrap(cell.x, period.x), period.x),
        isonoise2_ends_period(isonoise2_wrap(cell.y, period.y), period.y), isonoise2_mix(seed), f,
        isonoise2_quintic(f), isonoise2_quintic_slope(f), &inner);
    *gradient = isonoise2_scaled_vec2(inner, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
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
fn perlin2_gradient(p: vec2f, seed: u32, gradient: ptr<function, vec2f>) -> f32 {
    let c = floor(p);
    let left = isonoise2_exact_vec2(p - c);
    let f = isonoise2_guarded_vec2(p, left);
    let cell = vec2i(isonoise2_guarded_vec2(p, c));
    var inner: vec2f;
    let n = isonoise2_perlin2_kernel_gradient(isonoise2_ends(u32(cell.x)), isonoise2_ends(u32(cell.y)),
        isonoise2_mix(seed), f, isonoise2_quintic(f), isonoise2_quintic_slope(f), &inner);
    *gradient = isonoise2_scaled_vec2(inner, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
fn isonoise2_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
fn isonoise2_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise2_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

fn isonoise2_finer_uvec2(cell: ptr<function, vec2u>, f: ptr<function, vec2f>, lacunarity: f32, factor: u32, part: f32) {
    var part1 = (*cell).x;
    var part2 = (*f).x;
    isonoise2_finer(&part1, &part2, lacunarity, factor, part);
    (*cell).x = part1;
    (*f).x = part2;
    var part3 = (*cell).y;
    var part4 = (*f).y;
    isonoise2_finer(&part3, &part4, lacunarity, factor, part);
    (*cell).y = part3;
    (*f).y = part4;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
fn perlin2_fbm(p: vec2f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    let c = floor(p);
    let left = isonoise2_exact_vec2(p - c);
    var f = isonoise2_guarded_vec2(p, left);
    var cell = vec2u(vec2i(isonoise2_guarded_vec2(p, c)));
    var sum: f32 = 0.0;
    var amplitude: f32 = normalization;
    var rest: f32 = octaves;
    if (!isonoise2_has_octave(rest, amplitude)) {
        return 0.0;
    }
    let factor = isonoise2_factor(lacunarity);
    let part = isonoise2_part(factor);
    while (true) {
        let i = isonoise2_exact(octaves - rest);
        let mixed = isonoise2_mix(seed ^ (u32(i) * ISONOISE2_OCTAVE));
        let n = isonoise2_perlin2_kernel(isonoise2_ends(cell.x), isonoise2_ends(cell.y), mixed, f,
            isonoise2_quintic(f));
        let r = isonoise2_scaled(n, ISONOISE2_SCALE2, ISONOISE2_LEAST2);
        sum = isonoise2_exact(sum + isonoise2_exact(isonoise2_faded(amplitude, rest) * r));
        amplitude = isonoise2_exact(amplitude * persistence);
        rest = isonoise2_exact(rest - 1.0);
        if (!isonoise2_has_octave(rest, amplitude)) {
            break;
        }
        isonoise2_finer_uvec2(&cell, &f, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}
