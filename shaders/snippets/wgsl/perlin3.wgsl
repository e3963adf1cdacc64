// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
// perlin3_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0, which no compiler knows: four
// consecutive numbers multiplied, modulo 8.
var<private> isonoise3_barrier: u32 = 0u;
fn isonoise3_raise(b: vec3u) {
    let x = (b.x + b.y + b.z) & 0x7FFu;
    let u = x * (x + 3u);
    isonoise3_barrier = (u * (u + 2u)) & 7u;
}
fn isonoise3_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise3_barrier);
}
fn isonoise3_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise3_barrier);
}
fn isonoise3_exact_vec3(x: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(x) + isonoise3_barrier);
}
fn isonoise3_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise3_barrier);
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

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const ISONOISE3_TINY: u32 = 0x2B800000u;         // the bits of 2^-40
const ISONOISE3_TINY_TO_ONE: u32 = 0x14000000u;  // from there to the bits of 1
fn isonoise3_guard_fraction(f: f32) -> f32 {
    return select(0.0, f, bitcast<u32>(f) - ISONOISE3_TINY <= ISONOISE3_TINY_TO_ONE);
}
fn isonoise3_guard_fraction_vec3(v: vec3f) -> vec3f {
    let f = vec3f(isonoise3_guard_fraction(v.x), isonoise3_guard_fraction(v.y), isonoise3_guard_fraction(v.z));
    return f;
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
fn isonoise3_scaled_vec3(v: vec3f, scale: f32) -> vec3f {
    return vec3f(isonoise3_scaled(v.x, scale), isonoise3_scaled(v.y, scale), isonoise3_scaled(v.z, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise3_quintic(t: vec3f) -> vec3f {
    let inner = isonoise3_exact_vec3(t * (isonoise3_exact_vec3(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise3_exact_vec3(isonoise3_exact_vec3(isonoise3_exact_vec3(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise3_quintic_slope(t: f32) -> f32 {
    let s = isonoise3_exact(t * isonoise3_exact(t - 1.0));
    let r = isonoise3_exact(30.0 * isonoise3_exact(s * s));
    return r;
}
fn isonoise3_quintic_slope_vec3(t: vec3f) -> vec3f {
    return vec3f(isonoise3_quintic_slope(t.x), isonoise3_quintic_slope(t.y), isonoise3_quintic_slope(t.z));
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

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
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

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
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

const ISONOISE3_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE3_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE3_PRIME_Z: u32 = 0xC2B2AE3Du;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE3_OFFSET_Y: u32 = 0x243F6A88u;
const ISONOISE3_OFFSET_Z: u32 = 0x85A308D3u;

// Octave i uses seed ^ i*ISONOISE3_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE3_OCTAVE: u32 = 0x9E3779B9u;

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

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
fn isonoise3_keys_offset(cell: u32, period: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise3_key(t, offset), isonoise3_key(select(t + prime, 0u, cell + 1u == period), offset));
}

// Hashes the xor of a lattice point's keys.
fn isonoise3_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
fn isonoise3_hashes(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise3_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }
fn isonoise3_hashes_b(x: vec2u, y: vec2u, z: vec2u, a: ptr<function, vec4u>, b: ptr<function, vec4u>) {
    *a = isonoise3_hashes(x, y, z.x);
    *b = isonoise3_hashes(x, y, z.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
fn isonoise3_hashes_ivec3(cell: vec3i, seed: u32, a: ptr<function, vec4u>, b: ptr<function, vec4u>) {
    let x = isonoise3_keys(u32(cell.x), ISONOISE3_PRIME_X, isonoise3_seeded(seed));
    let y = isonoise3_keys(u32(cell.y), ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    let z = isonoise3_keys(u32(cell.z), ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes_b(x, y, z, a, b);
}
fn isonoise3_hashes_b_ivec3(cell: vec3i, seed: u32, period: vec3u, a: ptr<function, vec4u>, b: ptr<function, vec4u>) {
    let x = isonoise3_keys_offset(isonoise3_wrap(cell.x, period.x), period.x, ISONOISE3_PRIME_X,
        isonoise3_seeded(seed));
    let y = isonoise3_keys_offset(isonoise3_wrap(cell.y, period.y), period.y, ISONOISE3_PRIME_Y, ISONOISE3_OFFSET_Y);
    let z = isonoise3_keys_offset(isonoise3_wrap(cell.z, period.z), period.z, ISONOISE3_PRIME_Z, ISONOISE3_OFFSET_Z);
    isonoise3_hashes_b(x, y, z, a, b);
}

fn isonoise3_interpolate(a: vec4f, b: vec4f, w: vec3f) -> f32 {
    let x = isonoise3_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise3_lerp_vec2(x.xz, x.yw, w.y);
    return isonoise3_lerp(y.x, y.y, w.z);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
fn isonoise3_interpolate_slope(a: vec4f, b: vec4f, w: vec3f, slope: ptr<function, vec3f>) -> f32 {
    let low = vec4f(a.xz, b.xz);
    let dx = isonoise3_exact_vec4(vec4f(a.yw, b.yw) - low);
    let x = isonoise3_exact_vec4(low + isonoise3_exact_vec4(w.x * dx));
    let dy = isonoise3_exact_vec2(x.yw - x.xz);
    let y = isonoise3_exact_vec2(x.xz + isonoise3_exact_vec2(w.y * dy));
    let dz = isonoise3_exact(y.y - y.x);
    let z = isonoise3_exact(y.x + isonoise3_exact(w.z * dz));
    let ex = isonoise3_lerp_vec2(dx.xz, dx.yw, w.y);
    *slope = vec3f(isonoise3_lerp_vec2(vec2f(ex.x, dy.x), vec2f(ex.y, dy.y), w.z), dz);
    return z;
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

// The sum of all four, added in pairs; or of a and b, which are added first.
fn isonoise3_total(v: vec4f) -> f32 {
    let pairs = isonoise3_exact_vec2(v.xz + v.yw);
    let r = isonoise3_exact(pairs.x + pairs.y);
    return r;
}
fn isonoise3_total_b(a: vec4f, b: vec4f) -> f32 {
    let sum = isonoise3_exact_vec4(a + b);
    return isonoise3_total(sum);
}

// The weights of a square's corners, times `rest`.
fn isonoise3_corner_weights(w: vec2f, rest: f32) -> vec4f {
    let v = isonoise3_exact_vec2(1.0 - w);
    let y = isonoise3_exact_vec2(rest * vec2f(v.y, w.y));
    let r = isonoise3_exact_vec4(vec4f(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
fn isonoise3_corners(h: vec4u, x: vec4f, y: vec4f, z: vec4f) -> vec4f {
    let rest = (h << vec4u(1)) + h;
    let u = isonoise3_select(vec4i(h), ISONOISE3_THIRD1, y, x);
    let v = isonoise3_select(vec4i(h), ISONOISE3_THIRD2, z, y);
    let r = isonoise3_exact_vec4(isonoise3_flip(u, rest, 31u) + isonoise3_flip(v, rest, 30u));
    return r;
}
fn isonoise3_weighted(h: vec4u, w: vec4f, x: ptr<function, vec4f>, y: ptr<function, vec4f>, z: ptr<function, vec4f>) {
    let rest = (h << vec4u(1)) + h;
    let n = vec4i(h);
    let u = isonoise3_flip(w, rest, 31u);
    let v = isonoise3_flip(w, rest, 30u);
    *x = isonoise3_select(n, ISONOISE3_THIRD1, vec4f(0.0), u);
    *y = isonoise3_select(n, ISONOISE3_THIRD1, u, isonoise3_select(n, ISONOISE3_THIRD2, vec4f(0.0), v));
    *z = isonoise3_select(n, ISONOISE3_THIRD2, v, vec4f(0.0));
}

fn isonoise3_noise(a: vec4u, b: vec4u, f: vec3f, w: vec3f) -> f32 {
    let g = isonoise3_exact_vec3(f - 1.0);
    let x = vec4f(f.x, g.x, f.x, g.x);
    let y = vec4f(f.yy, g.yy);
    return isonoise3_interpolate(isonoise3_corners(a, x, y, vec4f(f.z)), isonoise3_corners(b, x, y, vec4f(g.z)), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
fn isonoise3_noise_gradient(a: vec4u, b: vec4u, f: vec3f, w: vec3f, s: vec3f, gradient: ptr<function, vec3f>) -> f32 {
    let g = isonoise3_exact_vec3(f - 1.0);
    let x = vec4f(f.x, g.x, f.x, g.x);
    let y = vec4f(f.yy, g.yy);
    var slope: vec3f;
    let n = isonoise3_interpolate_slope(isonoise3_corners(a, x, y, vec4f(f.z)), isonoise3_corners(b, x, y,
        vec4f(g.z)), w, &slope);
    let rest = isonoise3_exact(1.0 - w.z);
    var ax: vec4f;
    var ay: vec4f;
    var az: vec4f;
    var bx: vec4f;
    var by: vec4f;
    var bz: vec4f;
    isonoise3_weighted(a, isonoise3_corner_weights(w.xy, rest), &ax, &ay, &az);
    isonoise3_weighted(b, isonoise3_corner_weights(w.xy, w.z), &bx, &by, &bz);
    let inner = vec3f(isonoise3_total_b(ax, bx), isonoise3_total_b(ay, by), isonoise3_total_b(az, bz));
    let r = isonoise3_exact_vec3(inner + isonoise3_exact_vec3(s * slope));
    *gradient = r;
    return n;
}

fn isonoise3_perlin(a: vec4u, b: vec4u, f: vec3f) -> f32 {
    return isonoise3_scaled(isonoise3_noise(a, b, f, isonoise3_quintic(f)), ISONOISE3_SCALE3);
}
fn isonoise3_perlin_gradient(a: vec4u, b: vec4u, f: vec3f, gradient: ptr<function, vec3f>) -> f32 {
    let w = isonoise3_quintic(f);
    var g: vec3f;
    let n = isonoise3_noise_gradient(a, b, f, w, isonoise3_quintic_slope_vec3(f), &g);
    *gradient = isonoise3_scaled_vec3(g, ISONOISE3_SCALE3);
    return isonoise3_scaled(n, ISONOISE3_SCALE3);
}
fn isonoise3_perlin_ivec3(cell: vec3i, f: vec3f, seed: u32) -> f32 {
    var a: vec4u;
    var b: vec4u;
    isonoise3_hashes_ivec3(cell, seed, &a, &b);
    return isonoise3_perlin(a, b, f);
}
fn isonoise3_perlin_gradient_ivec3(cell: vec3i, f: vec3f, seed: u32, gradient: ptr<function, vec3f>) -> f32 {
    var a: vec4u;
    var b: vec4u;
    isonoise3_hashes_ivec3(cell, seed, &a, &b);
    return isonoise3_perlin_gradient(a, b, f, gradient);
}
fn isonoise3_perlin_period(cell: vec3i, f: vec3f, seed: u32, period: vec3u) -> f32 {
    var a: vec4u;
    var b: vec4u;
    isonoise3_hashes_b_ivec3(cell, seed, period, &a, &b);
    return isonoise3_perlin(a, b, f);
}
fn isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(cell: vec3i, f: vec3f, seed: u32, period: vec3u, gradient:
    ptr<function, vec3f>) -> f32 {
    var a: vec4u;
    var b: vec4u;
    isonoise3_hashes_b_ivec3(cell, seed, period, &a, &b);
    return isonoise3_perlin_gradient(a, b, f, gradient);
}

fn perlin3(p: vec3f, seed: u32) -> f32 {
    isonoise3_raise(bitcast<vec3u>(p) + seed);
    return isonoise3_perlin_ivec3(isonoise3_whole(p), isonoise3_fraction(p), seed);
}
fn perlin3_cell(cell: vec3i, f: vec3f, seed: u32) -> f32 {
    isonoise3_raise(bitcast<vec3u>(f) + vec3u(cell) + seed);
    return isonoise3_perlin_ivec3(cell, isonoise3_guard_fraction_vec3(f), seed);
}
fn perlin3_gradient(p: vec3f, seed: u32, gradient: ptr<function, vec3f>) -> f32 {
    isonoise3_raise(bitcast<vec3u>(p) + seed);
    return isonoise3_perlin_gradient_ivec3(isonoise3_whole(p), isonoise3_fraction(p), seed, gradient);
}
fn perlin3_gradient_cell(cell: vec3i, f: vec3f, seed: u32, gradient: ptr<function, vec3f>) -> f32 {
    isonoise3_raise(bitcast<vec3u>(f) + vec3u(cell) + seed);
    return isonoise3_perlin_gradient_ivec3(cell, isonoise3_guard_fraction_vec3(f), seed, gradient);
}
fn perlin3_periodic(p: vec3f, seed: u32, period: vec3u) -> f32 {
    isonoise3_raise(bitcast<vec3u>(p) + seed);
    return isonoise3_perlin_period(isonoise3_whole(p), isonoise3_fraction(p), seed, period);
}
fn perlin3_periodic_cell(cell: vec3i, f: vec3f, seed: u32, period: vec3u) -> f32 {
    isonoise3_raise(bitcast<vec3u>(f) + vec3u(cell) + seed);
    return isonoise3_perlin_period(cell, isonoise3_guard_fraction_vec3(f), seed, period);
}
fn perlin3_periodic_gradient(p: vec3f, seed: u32, period: vec3u, gradient: ptr<function, vec3f>) -> f32 {
    isonoise3_raise(bitcast<vec3u>(p) + seed);
    return isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(isonoise3_whole(p), isonoise3_fraction(p), seed, period,
        gradient);
}
fn perlin3_periodic_gradient_cell(cell: vec3i, f: vec3f, seed: u32, period: vec3u, gradient: ptr<function, vec3f>) ->
    f32 {
    isonoise3_raise(bitcast<vec3u>(f) + vec3u(cell) + seed);
    return isonoise3_perlin_ivec3_vec3_uint_uvec3_vec3(cell, isonoise3_guard_fraction_vec3(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
fn isonoise3_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
fn isonoise3_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise3_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise3_factor and isonoise3_part of the
// lacunarity.
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
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
fn perlin3_fbm(p: vec3f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    isonoise3_raise(bitcast<vec3u>(p) + seed);
    var cell = vec3u(isonoise3_whole(p));
    var f = isonoise3_fraction(p);
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
        let octave_seed = seed ^ (u32(i) * ISONOISE3_OCTAVE);
        let n = isonoise3_perlin_ivec3(vec3i(cell), f, octave_seed);
        sum = isonoise3_exact(sum + isonoise3_exact(isonoise3_faded(amplitude, rest) * n));
        amplitude = isonoise3_exact(amplitude * persistence);
        rest = isonoise3_exact(rest - 1.0);
        if (!isonoise3_has_octave(rest, amplitude)) {
            break;
        }
        isonoise3_finer_uvec3(&cell, &f, lacunarity, factor, part);
    }
    return isonoise3_snap(sum);
}
