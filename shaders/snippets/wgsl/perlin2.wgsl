// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
// perlin2_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0, which no compiler knows: four
// consecutive numbers multiplied, modulo 8.
var<private> isonoise2_barrier: u32 = 0u;
fn isonoise2_raise(b: vec2u) {
    let x = (b.x + b.y) & 0x7FFu;
    let u = x * (x + 3u);
    isonoise2_barrier = (u * (u + 2u)) & 7u;
}
fn isonoise2_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise2_barrier);
}
fn isonoise2_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise2_barrier);
}
fn isonoise2_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise2_barrier);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE2_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE2_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise2_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE2_TWICE_TINY < ISONOISE2_TWICE_RANGE);
}
fn isonoise2_guard_vec2(v: vec2f) -> vec2f { return vec2f(isonoise2_guard(v.x), isonoise2_guard(v.y)); }

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const ISONOISE2_TINY: u32 = 0x2B800000u;         // the bits of 2^-40
const ISONOISE2_TINY_TO_ONE: u32 = 0x14000000u;  // from there to the bits of 1
fn isonoise2_guard_fraction(f: f32) -> f32 {
    return select(0.0, f, bitcast<u32>(f) - ISONOISE2_TINY <= ISONOISE2_TINY_TO_ONE);
}
fn isonoise2_guard_fraction_vec2(v: vec2f) -> vec2f {
    let f = vec2f(isonoise2_guard_fraction(v.x), isonoise2_guard_fraction(v.y));
    return f;
}

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
fn isonoise2_scaled_vec2(v: vec2f, scale: f32) -> vec2f {
    return vec2f(isonoise2_scaled(v.x, scale), isonoise2_scaled(v.y, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise2_quintic(t: vec2f) -> vec2f {
    let inner = isonoise2_exact_vec2(t * (isonoise2_exact_vec2(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise2_exact_vec2(isonoise2_exact_vec2(isonoise2_exact_vec2(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise2_quintic_slope(t: f32) -> f32 {
    let s = isonoise2_exact(t * isonoise2_exact(t - 1.0));
    let r = isonoise2_exact(30.0 * isonoise2_exact(s * s));
    return r;
}
fn isonoise2_quintic_slope_vec2(t: vec2f) -> vec2f {
    return vec2f(isonoise2_quintic_slope(t.x), isonoise2_quintic_slope(t.y));
}

fn isonoise2_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise2_exact(a + isonoise2_exact(t * (b - a)));
    return r;
}
fn isonoise2_lerp_vec2(a: vec2f, b: vec2f, t: f32) -> vec2f {
    let r = isonoise2_exact_vec2(a + isonoise2_exact_vec2(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
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

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
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

const ISONOISE2_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE2_PRIME_Y: u32 = 0x85EBCA77u;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE2_OFFSET_Y: u32 = 0x243F6A88u;

// Octave i uses seed ^ i*ISONOISE2_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE2_OCTAVE: u32 = 0x9E3779B9u;

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

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
fn isonoise2_keys_offset(cell: u32, period: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise2_key(t, offset), isonoise2_key(select(t + prime, 0u, cell + 1u == period), offset));
}

// Hashes the xor of a lattice point's keys.
fn isonoise2_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
fn isonoise2_hashes(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise2_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }

// Hashes the corners of a cell. `period` is in cells; 0 means none.
fn isonoise2_hashes_ivec2(cell: vec2i, seed: u32) -> vec4u {
    let x = isonoise2_keys(u32(cell.x), ISONOISE2_PRIME_X, isonoise2_seeded(seed));
    let y = isonoise2_keys(u32(cell.y), ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}
fn isonoise2_hashes_period(cell: vec2i, seed: u32, period: vec2u) -> vec4u {
    let x = isonoise2_keys_offset(isonoise2_wrap(cell.x, period.x), period.x, ISONOISE2_PRIME_X,
        isonoise2_seeded(seed));
    let y = isonoise2_keys_offset(isonoise2_wrap(cell.y, period.y), period.y, ISONOISE2_PRIME_Y, ISONOISE2_OFFSET_Y);
    return isonoise2_hashes(x, y, 0u);
}

fn isonoise2_interpolate(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise2_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise2_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
fn isonoise2_interpolate_slope(a: vec4f, w: vec2f, slope: ptr<function, vec2f>) -> f32 {
    let dx = isonoise2_exact_vec2(a.yw - a.xz);
    let x = isonoise2_exact_vec2(a.xz + isonoise2_exact_vec2(w.x * dx));
    let dy = isonoise2_exact(x.y - x.x);
    let y = isonoise2_exact(x.x + isonoise2_exact(w.y * dy));
    *slope = vec2f(isonoise2_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const ISONOISE2_SCALE2: f32 = 1465999.0 / 1048576.0;

// The tangent of 22.5 degrees.
const ISONOISE2_TANGENT: f32 = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn isonoise2_flip(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise2_select(h: i32, bound: i32, x: vec2f, y: vec2f) -> vec2f {
    return vec2f(select(y.x, x.x, h < bound), select(y.y, x.y, h < bound));
}

// The sum of all four, added in pairs; or of a and b, which are added first.
fn isonoise2_total(v: vec4f) -> f32 {
    let pairs = isonoise2_exact_vec2(v.xz + v.yw);
    let r = isonoise2_exact(pairs.x + pairs.y);
    return r;
}

// The weights of a square's corners, times `rest`.
fn isonoise2_corner_weights(w: vec2f, rest: f32) -> vec4f {
    let v = isonoise2_exact_vec2(1.0 - w);
    let y = isonoise2_exact_vec2(rest * vec2f(v.y, w.y));
    let r = isonoise2_exact_vec4(vec4f(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
fn isonoise2_corners(h: vec4u, f: vec2f) -> vec4f {
    let g = isonoise2_exact_vec2(1.0 - f);
    let low = isonoise2_exact_vec2(ISONOISE2_TANGENT * f);
    let high = isonoise2_exact_vec2(ISONOISE2_TANGENT * g);
    let n = vec4i(h);
    let p = isonoise2_select(n.x, 0, vec2f(f.x, low.y), vec2f(low.x, f.y));
    let q = isonoise2_select(n.y, 0, vec2f(g.x, low.y), vec2f(high.x, f.y));
    let r = isonoise2_select(n.z, 0, vec2f(f.x, high.y), vec2f(low.x, g.y));
    let s = isonoise2_select(n.w, 0, vec2f(g.x, high.y), vec2f(high.x, g.y));
    let u = isonoise2_flip(vec4f(p.x, q.x, r.x, s.x), h, 30u);
    let v = isonoise2_flip(vec4f(p.y, q.y, r.y, s.y), h, 29u);
    let a = isonoise2_exact(u.x + v.x);
    let b = isonoise2_exact(v.y - u.y);
    let c = isonoise2_exact(u.z - v.z);
    let d = isonoise2_exact(-u.w - v.w);
    return vec4f(a, b, c, d);
}
fn isonoise2_weighted(h: vec4u, w: vec4f, x: ptr<function, vec4f>, y: ptr<function, vec4f>) {
    let shorter = isonoise2_exact_vec4(ISONOISE2_TANGENT * w);
    let n = vec4i(h);
    let p = isonoise2_select(n.x, 0, vec2f(w.x, shorter.x), vec2f(shorter.x, w.x));
    let q = isonoise2_select(n.y, 0, vec2f(w.y, shorter.y), vec2f(shorter.y, w.y));
    let r = isonoise2_select(n.z, 0, vec2f(w.z, shorter.z), vec2f(shorter.z, w.z));
    let s = isonoise2_select(n.w, 0, vec2f(w.w, shorter.w), vec2f(shorter.w, w.w));
    *x = isonoise2_flip(vec4f(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    *y = isonoise2_flip(vec4f(p.y, q.y, r.y, s.y), h, 29u);
}

fn isonoise2_noise(a: vec4u, f: vec2f, w: vec2f) -> f32 { return isonoise2_interpolate(isonoise2_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
fn isonoise2_noise_gradient(a: vec4u, f: vec2f, w: vec2f, s: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    var slope: vec2f;
    let n = isonoise2_interpolate_slope(isonoise2_corners(a, f), w, &slope);
    var x: vec4f;
    var y: vec4f;
    isonoise2_weighted(a, isonoise2_corner_weights(w, 1.0), &x, &y);
    let r = isonoise2_exact_vec2(vec2f(isonoise2_total(x), isonoise2_total(y)) + isonoise2_exact_vec2(s * slope));
    *gradient = r;
    return n;
}

fn isonoise2_perlin(a: vec4u, f: vec2f) -> f32 {
    return isonoise2_scaled(isonoise2_noise(a, f, isonoise2_quintic(f)), ISONOISE2_SCALE2);
}
fn isonoise2_perlin_gradient(a: vec4u, f: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    let w = isonoise2_quintic(f);
    var g: vec2f;
    let n = isonoise2_noise_gradient(a, f, w, isonoise2_quintic_slope_vec2(f), &g);
    *gradient = isonoise2_scaled_vec2(g, ISONOISE2_SCALE2);
    return isonoise2_scaled(n, ISONOISE2_SCALE2);
}
fn isonoise2_perlin_ivec2(cell: vec2i, f: vec2f, seed: u32) -> f32 {
    return isonoise2_perlin(isonoise2_hashes_ivec2(cell, seed), f);
}
fn isonoise2_perlin_gradient_ivec2(cell: vec2i, f: vec2f, seed: u32, gradient: ptr<function, vec2f>) -> f32 {
    return isonoise2_perlin_gradient(isonoise2_hashes_ivec2(cell, seed), f, gradient);
}
fn isonoise2_perlin_period(cell: vec2i, f: vec2f, seed: u32, period: vec2u) -> f32 {
    return isonoise2_perlin(isonoise2_hashes_period(cell, seed, period), f);
}
fn isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(cell: vec2i, f: vec2f, seed: u32, period: vec2u, gradient:
    ptr<function, vec2f>) -> f32 {
    return isonoise2_perlin_gradient(isonoise2_hashes_period(cell, seed, period), f, gradient);
}

fn perlin2(p: vec2f, seed: u32) -> f32 {
    isonoise2_raise(bitcast<vec2u>(p) + seed);
    return isonoise2_perlin_ivec2(isonoise2_whole(p), isonoise2_fraction(p), seed);
}
fn perlin2_cell(cell: vec2i, f: vec2f, seed: u32) -> f32 {
    isonoise2_raise(bitcast<vec2u>(f) + vec2u(cell) + seed);
    return isonoise2_perlin_ivec2(cell, isonoise2_guard_fraction_vec2(f), seed);
}
fn perlin2_gradient(p: vec2f, seed: u32, gradient: ptr<function, vec2f>) -> f32 {
    isonoise2_raise(bitcast<vec2u>(p) + seed);
    return isonoise2_perlin_gradient_ivec2(isonoise2_whole(p), isonoise2_fraction(p), seed, gradient);
}
fn perlin2_gradient_cell(cell: vec2i, f: vec2f, seed: u32, gradient: ptr<function, vec2f>) -> f32 {
    isonoise2_raise(bitcast<vec2u>(f) + vec2u(cell) + seed);
    return isonoise2_perlin_gradient_ivec2(cell, isonoise2_guard_fraction_vec2(f), seed, gradient);
}
fn perlin2_periodic(p: vec2f, seed: u32, period: vec2u) -> f32 {
    isonoise2_raise(bitcast<vec2u>(p) + seed);
    return isonoise2_perlin_period(isonoise2_whole(p), isonoise2_fraction(p), seed, period);
}
fn perlin2_periodic_cell(cell: vec2i, f: vec2f, seed: u32, period: vec2u) -> f32 {
    isonoise2_raise(bitcast<vec2u>(f) + vec2u(cell) + seed);
    return isonoise2_perlin_period(cell, isonoise2_guard_fraction_vec2(f), seed, period);
}
fn perlin2_periodic_gradient(p: vec2f, seed: u32, period: vec2u, gradient: ptr<function, vec2f>) -> f32 {
    isonoise2_raise(bitcast<vec2u>(p) + seed);
    return isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(isonoise2_whole(p), isonoise2_fraction(p), seed, period,
        gradient);
}
fn perlin2_periodic_gradient_cell(cell: vec2i, f: vec2f, seed: u32, period: vec2u, gradient: ptr<function, vec2f>) ->
    f32 {
    isonoise2_raise(bitcast<vec2u>(f) + vec2u(cell) + seed);
    return isonoise2_perlin_ivec2_vec2_uint_uvec2_vec2(cell, isonoise2_guard_fraction_vec2(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
fn isonoise2_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
fn isonoise2_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise2_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise2_factor and isonoise2_part of the
// lacunarity.
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
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
fn perlin2_fbm(p: vec2f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    isonoise2_raise(bitcast<vec2u>(p) + seed);
    var cell = vec2u(isonoise2_whole(p));
    var f = isonoise2_fraction(p);
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
        let octave_seed = seed ^ (u32(i) * ISONOISE2_OCTAVE);
        let n = isonoise2_perlin_ivec2(vec2i(cell), f, octave_seed);
        sum = isonoise2_exact(sum + isonoise2_exact(isonoise2_faded(amplitude, rest) * n));
        amplitude = isonoise2_exact(amplitude * persistence);
        rest = isonoise2_exact(rest - 1.0);
        if (!isonoise2_has_octave(rest, amplitude)) {
            break;
        }
        isonoise2_finer_uvec2(&cell, &f, lacunarity, factor, part);
    }
    return isonoise2_snap(sum);
}
