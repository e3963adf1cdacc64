// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
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

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
fn isonoise3_snap(x: f32) -> f32 {
    return select(x, 0.0, (bitcast<u32>(x) & 0x7FFFFFFFu) < 0x1F800000u);
}

// Scaled and snapped, with the bits of the core's snap of the product. `least` are the bits of the smallest number that
// the scale does not let fall below 2^-64: so what is to be snapped is known as soon as the product is.
fn isonoise3_scaled(n: f32, scale: f32, least: u32) -> f32 {
    let r = isonoise3_exact(n * scale);
    return select(r, 0.0, (bitcast<u32>(n) & 0x7FFFFFFFu) < least);
}
fn isonoise3_scaled_vec2(v: vec2f, scale: f32, least: u32) -> vec2f {
    return vec2f(isonoise3_scaled(v.x, scale, least), isonoise3_scaled(v.y, scale, least));
}
fn isonoise3_scaled_vec3(v: vec3f, scale: f32, least: u32) -> vec3f {
    return vec3f(isonoise3_scaled_vec2(v.xy, scale, least), isonoise3_scaled(v.z, scale, least));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
fn isonoise3_quintic(t: vec3f) -> vec3f {
    let inner = isonoise3_exact_vec3(t * (isonoise3_exact_vec3(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise3_exact_vec3(isonoise3_exact_vec3(isonoise3_exact_vec3(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise3_quintic_slope(t: vec3f) -> vec3f {
    let s = isonoise3_exact_vec3(t * (t - 1.0));
    let r = isonoise3_exact_vec3(30.0 * isonoise3_exact_vec3(s * s));
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

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
fn isonoise3_wrap(cell: i32, period: u32) -> u32 {
    if (period == 0u) {
        return u32(cell);
    }
    let rate = isonoise3_exact(0.999999 / f32(period));
    let about = isonoise3_exact(f32(cell) * rate);
    var rest: u32 = u32(cell) - u32(i32(floor(about))) * period;
    let more = isonoise3_exact(f32(i32(rest)) * rate);
    rest -= u32(i32(floor(more))) * period;
    return select(rest, rest - period, rest >= period);
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise3_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }
fn isonoise3_ends_period(cell: u32, period: u32) -> vec2u {
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
fn isonoise3_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise3_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise3_part(n: u32) -> f32 {
    let part = isonoise3_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise3_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise3_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise3_exact(isonoise3_exact(*f * lacunarity) + isonoise3_part(low));
    let whole = i32(t);
    let left = isonoise3_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

fn isonoise3_interpolate2(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise3_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise3_lerp(x.x, x.y, w.y);
}
fn isonoise3_interpolate3(a: vec4f, b: vec4f, w: vec3f) -> f32 {
    let x = isonoise3_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

fn isonoise3_slope2(a: vec4f, w: vec2f) -> vec2f {
    let low = isonoise3_exact(a.y - a.x);
    let high = isonoise3_exact(a.w - a.z);
    let x = isonoise3_lerp(low, high, w.y);
    let y = isonoise3_exact(isonoise3_lerp(a.z, a.w, w.x) - isonoise3_lerp(a.x, a.y, w.x));
    return vec2f(x, y);
}
fn isonoise3_slope3(a: vec4f, b: vec4f, w: vec3f) -> vec3f {
    let xy = isonoise3_lerp_vec2(isonoise3_slope2(a, w.xy), isonoise3_slope2(b, w.xy), w.z);
    let z = isonoise3_exact(isonoise3_interpolate2(b, w.xy) - isonoise3_interpolate2(a, w.xy));
    return vec3f(xy, z);
}

const ISONOISE3_SCALE3: f32 = 1011792.0 / 1048576.0;

const ISONOISE3_LEAST3: u32 = 0x1F84A74Bu;

// x with its sign flipped where bit 31 of `bits` is set.
fn isonoise3_flip(x: vec4f, bits: vec4u) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ (bits & vec4u(0x80000000u)));
}

// 3D: the 12 edges of a cube. By thirds of the range of h, as a signed number: (y, z), (x, z), (x, y); the top bits
// of 3h are what is left of h in its third, and give the signs.
fn isonoise3_placed3(h: u32, u: f32, v: f32) -> vec3f {
    let no_x = i32(h) < -715827882;
    let z = i32(h) < 715827883;
    return vec3f(select(u, 0.0, no_x), select(select(v, 0.0, z), u, no_x), select(0.0, v, z));
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

// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
fn isonoise3_square_weights(w: vec2f, rest: f32) -> vec4f {
    let u = 1.0 - w.x;
    let low = isonoise3_exact(rest * (1.0 - w.y));
    let high = isonoise3_exact(rest * w.y);
    let r = isonoise3_exact_vec4(vec4f(u, w.x, u, w.x) * vec4f(low, low, high, high));
    return r;
}

fn isonoise3_square3(h: vec4u, w: vec4f) -> vec3f {
    let rest = h * 3u;
    let u = isonoise3_flip(w, rest);
    let v = isonoise3_flip(w, rest << vec4u(1));
    let low = isonoise3_exact_vec3(isonoise3_placed3(h.x, u.x, v.x) + isonoise3_placed3(h.y, u.y, v.y));
    let high = isonoise3_exact_vec3(isonoise3_placed3(h.z, u.z, v.z) + isonoise3_placed3(h.w, u.w, v.w));
    let r = isonoise3_exact_vec3(low + high);
    return r;
}
fn isonoise3_noise3_gradient(a: vec4u, b: vec4u, f: vec3f, w: vec3f, s: vec3f, gradient: ptr<function, vec3f>) -> f32 {
    let g = isonoise3_exact(f.z - 1.0);
    let rest = isonoise3_exact(1.0 - w.z);
    let u = isonoise3_corners3(a, f.xy, f.z);
    let low = isonoise3_square3(a, isonoise3_square_weights(w.xy, rest));
    let v = isonoise3_corners3(b, f.xy, g);
    let high = isonoise3_square3(b, isonoise3_square_weights(w.xy, w.z));
    let inner = isonoise3_exact_vec3(low + high);
    let r = isonoise3_exact_vec3(inner + isonoise3_exact_vec3(s * isonoise3_slope3(u, v, w)));
    *gradient = r;
    return isonoise3_interpolate3(u, v, w);
}

const ISONOISE3_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE3_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE3_PRIME_Z: u32 = 0xC2B2AE3Du;

// Octave i is seeded with seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE3_OCTAVE: u32 = 0x9E3779B9u;

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

fn isonoise3_perlin3_kernel_gradient(x: vec2u, y: vec2u, z: vec2u, seed: u32, f: vec3f, weight: vec3f, s: vec3f,
    gradient: ptr<function, vec3f>) -> f32 {
    return isonoise3_noise3_gradient(isonoise3_hash3(x, y, z.x, seed), isonoise3_hash3(x, y, z.y, seed), f, weight, s,
        gradient);
}

fn perlin3_periodic(p: vec3f, seed: u32, period: vec3u) -> f32 {
    let c = floor(p);
    let left = isonoise3_exact_vec3(p - c);
    let f = isonoise3_guarded_vec3(p, left);
    let cell = vec3i(isonoise3_guarded_vec3(p, c));
    let n = isonoise3_perlin3_kernel(isonoise3_ends_period(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends_period(isonoise3_wrap(cell.y, period.y), period.y),
        isonoise3_ends_period(isonoise3_wrap(cell.z, period.z), period.z), isonoise3_mix(seed), f,
        isonoise3_quintic(f));
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}
fn perlin3_periodic_gradient(p: vec3f, seed: u32, period: vec3u, gradient: ptr<function, vec3f>) -> f32 {
    let c = floor(p);
    let left = isonoise3_exact_vec3(p - c);
    let f = isonoise3_guarded_vec3(p, left);
    let cell = vec3i(isonoise3_guarded_vec3(p, c));
    var inner: vec3f;
    let n = isonoise3_perlin3_kernel_gradient(isonoise3_ends_period(isonoise3_wrap(cell.x, period.x), period.x),
        isonoise3_ends_period(isonoise3_wrap(cell.y, period.y), period.y),
        isonoise3_ends_period(isonoise3_wrap(cell.z, period.z), period.z), isonoise3_mix(seed), f,
        isonoise3_quintic(f), isonoise3_quintic_slope(f), &inner);
    *gradient = isonoise3_scaled_vec3(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
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
fn perlin3_gradient(p: vec3f, seed: u32, gradient: ptr<function, vec3f>) -> f32 {
    let c = floor(p);
    let left = isonoise3_exact_vec3(p - c);
    let f = isonoise3_guarded_vec3(p, left);
    let cell = vec3i(isonoise3_guarded_vec3(p, c));
    var inner: vec3f;
    let n = isonoise3_perlin3_kernel_gradient(isonoise3_ends(u32(cell.x)), isonoise3_ends(u32(cell.y)),
        isonoise3_ends(u32(cell.z)), isonoise3_mix(seed), f, isonoise3_quintic(f), isonoise3_quintic_slope(f), &inner);
    *gradient = isonoise3_scaled_vec3(inner, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
fn isonoise3_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
fn isonoise3_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise3_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

fn isonoise3_finer_uvec3(cell: ptr<function, vec3u>, f: ptr<function, vec3f>, lacunarity: f32, factor: u32, part: f32) {
    var part1 = (*cell).x;
    var part2 = (*f).x;
    isonoise3_finer(&part1, &part2, lacunarity, factor, part);
    (*cell).x = part1;
    (*f).x = part2;
    var part3 = (*cell).y;
    var part4 = (*f).y;
    isonoise3_finer(&part3, &part4, lacunarity, factor, part);
    (*cell).y = part3;
    (*f).y = part4;
    var part5 = (*cell).z;
    var part6 = (*f).z;
    isonoise3_finer(&part5, &part6, lacunarity, factor, part);
    (*cell).z = part5;
    (*f).z = part6;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
fn perlin3_fbm(p: vec3f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    let c = floor(p);
    let left = isonoise3_exact_vec3(p - c);
    var f = isonoise3_guarded_vec3(p, left);
    var cell = vec3u(vec3i(isonoise3_guarded_vec3(p, c)));
    var sum: f32 = 0.0;
    var amplitude: f32 = normalization;
    var rest: f32 = octaves;
    if (!isonoise3_has_octave(rest, amplitude)) {
        return 0.0;
    }
    let factor = isonoise3_factor(lacunarity);
    let part = isonoise3_part(factor);
    while (true) {
        let i = isonoise3_exact(octaves - rest);
        let mixed = isonoise3_mix(seed ^ (u32(i) * ISONOISE3_OCTAVE));
        let n = isonoise3_perlin3_kernel(isonoise3_ends(cell.x), isonoise3_ends(cell.y), isonoise3_ends(cell.z),
            mixed, f, isonoise3_quintic(f));
        let r = isonoise3_scaled(n, ISONOISE3_SCALE3, ISONOISE3_LEAST3);
        sum = isonoise3_exact(sum + isonoise3_exact(isonoise3_faded(amplitude, rest) * r));
        amplitude = isonoise3_exact(amplitude * persistence);
        rest = isonoise3_exact(rest - 1.0);
        if (!isonoise3_has_octave(rest, amplitude)) {
            break;
        }
        isonoise3_finer_uvec3(&cell, &f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
