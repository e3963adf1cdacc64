// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
// perlin4_cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

// Separates operations, so that no compiler can fuse or reorder them. It is always 0, which no compiler knows: four
// consecutive numbers multiplied, modulo 8.
var<private> isonoise4_barrier: u32 = 0u;
fn isonoise4_raise(b: vec4u) {
    let x = (b.x + b.y + b.z + (b.w >> 1u)) & 0x7FFu;
    let u = x * (x + 3u);
    isonoise4_barrier = (u * (u + 2u)) & 7u;
}
fn isonoise4_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise4_barrier);
}
fn isonoise4_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise4_barrier);
}
fn isonoise4_exact_vec3(x: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(x) + isonoise4_barrier);
}
fn isonoise4_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise4_barrier);
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE4_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE4_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise4_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE4_TWICE_TINY < ISONOISE4_TWICE_RANGE);
}
fn isonoise4_guard_vec4(v: vec4f) -> vec4f {
    return vec4f(isonoise4_guard(v.x), isonoise4_guard(v.y), isonoise4_guard(v.z), isonoise4_guard(v.w));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const ISONOISE4_TINY: u32 = 0x2B800000u;         // the bits of 2^-40
const ISONOISE4_TINY_TO_ONE: u32 = 0x14000000u;  // from there to the bits of 1
fn isonoise4_guard_fraction(f: f32) -> f32 {
    return select(0.0, f, bitcast<u32>(f) - ISONOISE4_TINY <= ISONOISE4_TINY_TO_ONE);
}
fn isonoise4_guard_fraction_vec4(v: vec4f) -> vec4f {
    let f = vec4f(isonoise4_guard_fraction(v.x), isonoise4_guard_fraction(v.y), isonoise4_guard_fraction(v.z),
        isonoise4_guard_fraction(v.w));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
fn isonoise4_whole(p: vec4f) -> vec4i { return vec4i(floor(isonoise4_guard_vec4(p))); }

// A coordinate's position within its cell.
fn isonoise4_fraction(p: vec4f) -> vec4f {
    let x = isonoise4_guard_vec4(p);
    let r = isonoise4_exact_vec4(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise4_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }

// Scaled and snapped.
fn isonoise4_scaled(n: f32, scale: f32) -> f32 {
    let r = isonoise4_exact(n * scale);
    return isonoise4_snap(r);
}
fn isonoise4_scaled_vec4(v: vec4f, scale: f32) -> vec4f {
    return vec4f(isonoise4_scaled(v.x, scale), isonoise4_scaled(v.y, scale), isonoise4_scaled(v.z, scale),
        isonoise4_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise4_quintic(t: vec4f) -> vec4f {
    let inner = isonoise4_exact_vec4(t * (isonoise4_exact_vec4(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise4_exact_vec4(isonoise4_exact_vec4(isonoise4_exact_vec4(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise4_quintic_slope(t: f32) -> f32 {
    let s = isonoise4_exact(t * isonoise4_exact(t - 1.0));
    let r = isonoise4_exact(30.0 * isonoise4_exact(s * s));
    return r;
}
fn isonoise4_quintic_slope_vec4(t: vec4f) -> vec4f {
    return vec4f(isonoise4_quintic_slope(t.x), isonoise4_quintic_slope(t.y), isonoise4_quintic_slope(t.z),
        isonoise4_quintic_slope(t.w));
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

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
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

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
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

const ISONOISE4_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE4_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE4_PRIME_Z: u32 = 0xC2B2AE3Du;
const ISONOISE4_PRIME_W: u32 = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE4_OFFSET_Y: u32 = 0x243F6A88u;
const ISONOISE4_OFFSET_Z: u32 = 0x85A308D3u;
const ISONOISE4_OFFSET_W: u32 = 0x13198A2Eu;

// Octave i uses seed ^ i*ISONOISE4_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE4_OCTAVE: u32 = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
fn isonoise4_seeded(seed: u32) -> u32 { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise4_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
fn isonoise4_keys(cell: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise4_key(t, offset), isonoise4_key(t + prime, offset));
}

// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
fn isonoise4_keys_offset(cell: u32, period: u32, prime: u32, offset: u32) -> vec2u {
    let t = cell * prime;
    return vec2u(isonoise4_key(t, offset), isonoise4_key(select(t + prime, 0u, cell + 1u == period), offset));
}

// Hashes the xor of a lattice point's keys.
fn isonoise4_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
fn isonoise4_hashes(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise4_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }
fn isonoise4_hashes_d(x: vec2u, y: vec2u, z: vec2u, w: vec2u, a: ptr<function, vec4u>, b: ptr<function, vec4u>, c:
    ptr<function, vec4u>, d: ptr<function, vec4u>) {
    *a = isonoise4_hashes(x, y, z.x ^ w.x);
    *b = isonoise4_hashes(x, y, z.y ^ w.x);
    *c = isonoise4_hashes(x, y, z.x ^ w.y);
    *d = isonoise4_hashes(x, y, z.y ^ w.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
fn isonoise4_hashes_ivec4(cell: vec4i, seed: u32, a: ptr<function, vec4u>, b: ptr<function, vec4u>, c: ptr<function,
    vec4u>, d: ptr<function, vec4u>) {
    let x = isonoise4_keys(u32(cell.x), ISONOISE4_PRIME_X, isonoise4_seeded(seed));
    let y = isonoise4_keys(u32(cell.y), ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    let z = isonoise4_keys(u32(cell.z), ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    let w = isonoise4_keys(u32(cell.w), ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes_d(x, y, z, w, a, b, c, d);
}
fn isonoise4_hashes_d_ivec4(cell: vec4i, seed: u32, period: vec4u, a: ptr<function, vec4u>, b: ptr<function, vec4u>,
    c: ptr<function, vec4u>, d: ptr<function, vec4u>) {
    let x = isonoise4_keys_offset(isonoise4_wrap(cell.x, period.x), period.x, ISONOISE4_PRIME_X,
        isonoise4_seeded(seed));
    let y = isonoise4_keys_offset(isonoise4_wrap(cell.y, period.y), period.y, ISONOISE4_PRIME_Y, ISONOISE4_OFFSET_Y);
    let z = isonoise4_keys_offset(isonoise4_wrap(cell.z, period.z), period.z, ISONOISE4_PRIME_Z, ISONOISE4_OFFSET_Z);
    let w = isonoise4_keys_offset(isonoise4_wrap(cell.w, period.w), period.w, ISONOISE4_PRIME_W, ISONOISE4_OFFSET_W);
    isonoise4_hashes_d(x, y, z, w, a, b, c, d);
}

fn isonoise4_interpolate(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f) -> f32 {
    let x = isonoise4_lerp_vec4(vec4f(a.xz, b.xz), vec4f(a.yw, b.yw), w.x);
    let y = isonoise4_lerp_vec4(vec4f(c.xz, d.xz), vec4f(c.yw, d.yw), w.x);
    let xy = isonoise4_lerp_vec4(vec4f(x.xz, y.xz), vec4f(x.yw, y.yw), w.y);
    let z = isonoise4_lerp_vec2(xy.xz, xy.yw, w.z);
    return isonoise4_lerp(z.x, z.y, w.w);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
fn isonoise4_interpolate_slope(a: vec4f, b: vec4f, c: vec4f, d: vec4f, w: vec4f, slope: ptr<function, vec4f>) -> f32 {
    let low = vec4f(a.xz, b.xz);
    let high = vec4f(c.xz, d.xz);
    let dx = isonoise4_exact_vec4(vec4f(a.yw, b.yw) - low);
    let ex = isonoise4_exact_vec4(vec4f(c.yw, d.yw) - high);
    let x = isonoise4_exact_vec4(low + isonoise4_exact_vec4(w.x * dx));
    let y = isonoise4_exact_vec4(high + isonoise4_exact_vec4(w.x * ex));
    let front = vec4f(x.xz, y.xz);
    let dy = isonoise4_exact_vec4(vec4f(x.yw, y.yw) - front);
    let xy = isonoise4_exact_vec4(front + isonoise4_exact_vec4(w.y * dy));
    let dz = isonoise4_exact_vec2(xy.yw - xy.xz);
    let z = isonoise4_exact_vec2(xy.xz + isonoise4_exact_vec2(w.z * dz));
    let dw = isonoise4_exact(z.y - z.x);
    let n = isonoise4_exact(z.x + isonoise4_exact(w.w * dw));
    let fx = isonoise4_lerp_vec4(vec4f(dx.xz, ex.xz), vec4f(dx.yw, ex.yw), w.y);
    let gx = isonoise4_lerp_vec2(fx.xz, fx.yw, w.z);
    let gy = isonoise4_lerp_vec2(dy.xz, dy.yw, w.z);
    *slope = vec4f(isonoise4_lerp_vec3(vec3f(gx.x, gy.x, dz.x), vec3f(gx.y, gy.y, dz.y), w.w), dw);
    return n;
}

const ISONOISE4_SCALE4: f32 = 682407.0 / 1048576.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn isonoise4_flip(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise4_select(h: vec4u, bound: u32, x: vec4f, y: vec4f) -> vec4f {
    return vec4f(select(y.x, x.x, h.x < bound), select(y.y, x.y, h.y < bound), select(y.z, x.z, h.z < bound),
        select(y.w, x.w, h.w < bound));
}

// The sum of all four, added in pairs; or of a and b, which are added first.
fn isonoise4_total(v: vec4f) -> f32 {
    let pairs = isonoise4_exact_vec2(v.xz + v.yw);
    let r = isonoise4_exact(pairs.x + pairs.y);
    return r;
}

// The weights of a square's corners, times `rest`.
fn isonoise4_corner_weights(w: vec2f, rest: f32) -> vec4f {
    let v = isonoise4_exact_vec2(1.0 - w);
    let y = isonoise4_exact_vec2(rest * vec2f(v.y, w.y));
    let r = isonoise4_exact_vec4(vec4f(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
fn isonoise4_corners(h: vec4u, x: vec4f, y: vec4f, z: vec4f, w: vec4f) -> vec4f {
    let a = isonoise4_select(h, 0xC0000000u, x, y);
    let b = isonoise4_select(h, 0x80000000u, y, z);
    let c = isonoise4_select(h, 0x40000000u, z, w);
    let ab = isonoise4_exact_vec4(isonoise4_flip(a, h, 27u) + isonoise4_flip(b, h, 28u));
    let r = isonoise4_exact_vec4(ab + isonoise4_flip(c, h, 29u));
    return r;
}
fn isonoise4_weighted(h: vec4u, weight: vec4f, x: ptr<function, vec4f>, y: ptr<function, vec4f>, z: ptr<function,
    vec4f>, w: ptr<function, vec4f>) {
    let a = isonoise4_flip(weight, h, 27u);
    let b = isonoise4_flip(weight, h, 28u);
    let c = isonoise4_flip(weight, h, 29u);
    *x = isonoise4_select(h, 0xC0000000u, a, vec4f(0.0));
    *y = isonoise4_select(h, 0x80000000u, b, isonoise4_select(h, 0xC0000000u, vec4f(0.0), a));
    *z = isonoise4_select(h, 0x40000000u, c, isonoise4_select(h, 0x80000000u, vec4f(0.0), b));
    *w = isonoise4_select(h, 0x40000000u, vec4f(0.0), c);
}

// The sum of these gradients.
fn isonoise4_total_uvec4(h: vec4u, weight: vec4f) -> vec4f {
    var x: vec4f;
    var y: vec4f;
    var z: vec4f;
    var w: vec4f;
    isonoise4_weighted(h, weight, &x, &y, &z, &w);
    return vec4f(isonoise4_total(x), isonoise4_total(y), isonoise4_total(z), isonoise4_total(w));
}

fn isonoise4_noise(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, w: vec4f) -> f32 {
    let g = isonoise4_exact_vec4(f - 1.0);
    let x = vec4f(f.x, g.x, f.x, g.x);
    let y = vec4f(f.yy, g.yy);
    return isonoise4_interpolate(isonoise4_corners(a, x, y, vec4f(f.z), vec4f(f.w)), isonoise4_corners(b, x, y,
        vec4f(g.z), vec4f(f.w)), isonoise4_corners(c, x, y, vec4f(f.z), vec4f(g.w)), isonoise4_corners(d, x, y,
        vec4f(g.z), vec4f(g.w)), w);
}

// From corner to corner of all four squares: compilers keep what a corner's value and its gradient have in common. For
// 16 corners at once, that takes more registers than there are.
fn isonoise4_noise_gradient(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, w: vec4f, s: vec4f, gradient:
    ptr<function, vec4f>) -> f32 {
    let g = isonoise4_exact_vec4(f - 1.0);
    let z = vec4f(f.z, g.z, f.z, g.z);
    let t = vec4f(f.ww, g.ww);
    let rest = isonoise4_exact_vec2(1.0 - w.xy);
    let zw = isonoise4_corner_weights(w.zw, 1.0);
    let front = isonoise4_exact_vec4(zw * rest.y);
    let back = isonoise4_exact_vec4(zw * w.y);
    var h = vec4u(a.x, b.x, c.x, d.x);
    let k = isonoise4_corners(h, vec4f(f.x), vec4f(f.y), z, t);
    var low = isonoise4_total_uvec4(h, isonoise4_exact_vec4(rest.x * front));
    h = vec4u(a.y, b.y, c.y, d.y);
    let l = isonoise4_corners(h, vec4f(g.x), vec4f(f.y), z, t);
    var more = isonoise4_total_uvec4(h, isonoise4_exact_vec4(w.x * front));
    low = isonoise4_exact_vec4(low + more);
    h = vec4u(a.z, b.z, c.z, d.z);
    let m = isonoise4_corners(h, vec4f(f.x), vec4f(g.y), z, t);
    var high = isonoise4_total_uvec4(h, isonoise4_exact_vec4(rest.x * back));
    h = vec4u(a.w, b.w, c.w, d.w);
    let o = isonoise4_corners(h, vec4f(g.x), vec4f(g.y), z, t);
    more = isonoise4_total_uvec4(h, isonoise4_exact_vec4(w.x * back));
    high = isonoise4_exact_vec4(high + more);
    let inner = isonoise4_exact_vec4(low + high);
    var slope: vec4f;
    let n = isonoise4_interpolate_slope(vec4f(k.x, l.x, m.x, o.x), vec4f(k.y, l.y, m.y, o.y), vec4f(k.z, l.z, m.z,
        o.z), vec4f(k.w, l.w, m.w, o.w), w, &slope);
    let r = isonoise4_exact_vec4(inner + isonoise4_exact_vec4(s * slope));
    *gradient = r;
    return n;
}

fn isonoise4_perlin(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f) -> f32 {
    return isonoise4_scaled(isonoise4_noise(a, b, c, d, f, isonoise4_quintic(f)), ISONOISE4_SCALE4);
}
fn isonoise4_perlin_gradient(a: vec4u, b: vec4u, c: vec4u, d: vec4u, f: vec4f, gradient: ptr<function, vec4f>) -> f32 {
    let w = isonoise4_quintic(f);
    var g: vec4f;
    let n = isonoise4_noise_gradient(a, b, c, d, f, w, isonoise4_quintic_slope_vec4(f), &g);
    *gradient = isonoise4_scaled_vec4(g, ISONOISE4_SCALE4);
    return isonoise4_scaled(n, ISONOISE4_SCALE4);
}
fn isonoise4_perlin_ivec4(cell: vec4i, f: vec4f, seed: u32) -> f32 {
    var a: vec4u;
    var b: vec4u;
    var c: vec4u;
    var d: vec4u;
    isonoise4_hashes_ivec4(cell, seed, &a, &b, &c, &d);
    return isonoise4_perlin(a, b, c, d, f);
}
fn isonoise4_perlin_gradient_ivec4(cell: vec4i, f: vec4f, seed: u32, gradient: ptr<function, vec4f>) -> f32 {
    var a: vec4u;
    var b: vec4u;
    var c: vec4u;
    var d: vec4u;
    isonoise4_hashes_ivec4(cell, seed, &a, &b, &c, &d);
    return isonoise4_perlin_gradient(a, b, c, d, f, gradient);
}
fn isonoise4_perlin_period(cell: vec4i, f: vec4f, seed: u32, period: vec4u) -> f32 {
    var a: vec4u;
    var b: vec4u;
    var c: vec4u;
    var d: vec4u;
    isonoise4_hashes_d_ivec4(cell, seed, period, &a, &b, &c, &d);
    return isonoise4_perlin(a, b, c, d, f);
}
fn isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(cell: vec4i, f: vec4f, seed: u32, period: vec4u, gradient:
    ptr<function, vec4f>) -> f32 {
    var a: vec4u;
    var b: vec4u;
    var c: vec4u;
    var d: vec4u;
    isonoise4_hashes_d_ivec4(cell, seed, period, &a, &b, &c, &d);
    return isonoise4_perlin_gradient(a, b, c, d, f, gradient);
}

fn perlin4(p: vec4f, seed: u32) -> f32 {
    isonoise4_raise(bitcast<vec4u>(p) + seed);
    return isonoise4_perlin_ivec4(isonoise4_whole(p), isonoise4_fraction(p), seed);
}
fn perlin4_cell(cell: vec4i, f: vec4f, seed: u32) -> f32 {
    isonoise4_raise(bitcast<vec4u>(f) + vec4u(cell) + seed);
    return isonoise4_perlin_ivec4(cell, isonoise4_guard_fraction_vec4(f), seed);
}
fn perlin4_gradient(p: vec4f, seed: u32, gradient: ptr<function, vec4f>) -> f32 {
    isonoise4_raise(bitcast<vec4u>(p) + seed);
    return isonoise4_perlin_gradient_ivec4(isonoise4_whole(p), isonoise4_fraction(p), seed, gradient);
}
fn perlin4_gradient_cell(cell: vec4i, f: vec4f, seed: u32, gradient: ptr<function, vec4f>) -> f32 {
    isonoise4_raise(bitcast<vec4u>(f) + vec4u(cell) + seed);
    return isonoise4_perlin_gradient_ivec4(cell, isonoise4_guard_fraction_vec4(f), seed, gradient);
}
fn perlin4_periodic(p: vec4f, seed: u32, period: vec4u) -> f32 {
    isonoise4_raise(bitcast<vec4u>(p) + seed);
    return isonoise4_perlin_period(isonoise4_whole(p), isonoise4_fraction(p), seed, period);
}
fn perlin4_periodic_cell(cell: vec4i, f: vec4f, seed: u32, period: vec4u) -> f32 {
    isonoise4_raise(bitcast<vec4u>(f) + vec4u(cell) + seed);
    return isonoise4_perlin_period(cell, isonoise4_guard_fraction_vec4(f), seed, period);
}
fn perlin4_periodic_gradient(p: vec4f, seed: u32, period: vec4u, gradient: ptr<function, vec4f>) -> f32 {
    isonoise4_raise(bitcast<vec4u>(p) + seed);
    return isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(isonoise4_whole(p), isonoise4_fraction(p), seed, period,
        gradient);
}
fn perlin4_periodic_gradient_cell(cell: vec4i, f: vec4f, seed: u32, period: vec4u, gradient: ptr<function, vec4f>) ->
    f32 {
    isonoise4_raise(bitcast<vec4u>(f) + vec4u(cell) + seed);
    return isonoise4_perlin_ivec4_vec4_uint_uvec4_vec4(cell, isonoise4_guard_fraction_vec4(f), seed, period, gradient);
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
fn isonoise4_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
fn isonoise4_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise4_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise4_factor and isonoise4_part of the
// lacunarity.
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
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
fn perlin4_fbm(p: vec4f, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    isonoise4_raise(bitcast<vec4u>(p) + seed);
    var cell = vec4u(isonoise4_whole(p));
    var f = isonoise4_fraction(p);
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
        let octave_seed = seed ^ (u32(i) * ISONOISE4_OCTAVE);
        let n = isonoise4_perlin_ivec4(vec4i(cell), f, octave_seed);
        sum = isonoise4_exact(sum + isonoise4_exact(isonoise4_faded(amplitude, rest) * n));
        amplitude = isonoise4_exact(amplitude * persistence);
        rest = isonoise4_exact(rest - 1.0);
        if (!isonoise4_has_octave(rest, amplitude)) {
            break;
        }
        isonoise4_finer_uvec4(&cell, &f, lacunarity, factor, part);
    }
    return isonoise4_snap(sum);
}
