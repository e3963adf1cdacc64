// perlin, 2 dimensions, seed 16, frequency 0.011, octaves 7, persistence 0.47, lacunarity 2.03 (isonoise 0.1.0)
// isonoise, isonoise_cell, isonoise_gradient, isonoise_gradient_cell: in [-1, 1].
// Bits: the same as the C++ core's.
// (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html

// Separates operations, so that no compiler can fuse or reorder them. It is always 0, which no compiler knows: four
// consecutive numbers multiplied, modulo 8.
var<private> isonoise_barrier: u32 = 0u;
fn isonoise_raise(b: vec2u) {
    let x = (b.x + b.y) & 0x7FFu;
    let u = x * (x + 3u);
    isonoise_barrier = (u * (u + 2u)) & 7u;
}
fn isonoise_exact(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) + isonoise_barrier);
}
fn isonoise_exact_vec2(x: vec2f) -> vec2f {
    return bitcast<vec2f>(bitcast<vec2u>(x) + isonoise_barrier);
}
fn isonoise_exact_vec4(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + isonoise_barrier);
}

const ISONOISE_PLAN_FREQUENCY: f32 = 1476395.0 / 134217728.0;  // cells per unit of coordinate
const ISONOISE_PLAN_LACUNARITY: f32 = 8514437.0 / 4194304.0;  // frequency ratio of successive octaves
const ISONOISE_PLAN_SCALE: f32 = 1465999.0 / 1048576.0;  // from the kernel's result to [-1, 1]
const ISONOISE_PLAN_BIAS: f32 = 0.0;  // the mean of the octaves that filter-width removes
const ISONOISE_PLAN_COUNT: u32 = 7u;  // number of nonzero octaves
const ISONOISE_PLAN_UNIT: u32 = 0u;  // 1 where output is unit
const ISONOISE_PLAN_SLOPE_UNIT: f32 = 3145883.0 / 536870912.0;  // gradients are in multiples of this

// Of each octave:
// together at most 1
const ISONOISE_OCTAVE_AMPLITUDE = array<f32, 7>(558573.0 / 1048576.0, 4200469.0 / 16777216.0, 15793763.0 /
    134217728.0, 14846137.0 / 268435456.0, 13955369.0 / 536870912.0, 13118047.0 / 1073741824.0, 3082741.0 /
    536870912.0);

// its part of the gradient, relative to octave 0
const ISONOISE_OCTAVE_SLOPE = array<f32, 7>(1.0, 8003571.0 / 8388608.0, 15272413.0 / 16777216.0, 14571409.0 /
    16777216.0, 6951291.0 / 8388608.0, 13264453.0 / 16777216.0, 6327807.0 / 8388608.0);

// the offset of its keys along x
const ISONOISE_OCTAVE_SEED = array<u32, 7>(0x2ACE8F3Du, 0xFD2E9C22u, 0xCCF54EA7u, 0x9A22A6CCu, 0x69E95951u,
    0x3C496636u, 0x0C1018BBu);

// its number of windows of 2^32 cells
const ISONOISE_OCTAVE_WINDOWS = array<u32, 7>(1u, 1u, 1u, 1u, 1u, 1u, 1u);

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const ISONOISE_TWICE_TINY: u32 = 0x57000000u;   // twice the bits of 2^-40
const ISONOISE_TWICE_RANGE: u32 = 0x47000000u;  // from there to twice the bits of 2^31
fn isonoise_guard(x: f32) -> f32 {
    return select(0.0, x, (bitcast<u32>(x) << 1) - ISONOISE_TWICE_TINY < ISONOISE_TWICE_RANGE);
}
fn isonoise_guard_vec4(v: vec4f) -> vec4f {
    return vec4f(isonoise_guard(v.x), isonoise_guard(v.y), isonoise_guard(v.z), isonoise_guard(v.w));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const ISONOISE_TINY: u32 = 0x2B800000u;         // the bits of 2^-40
const ISONOISE_TINY_TO_ONE: u32 = 0x14000000u;  // from there to the bits of 1
fn isonoise_guard_fraction(f: f32) -> f32 {
    return select(0.0, f, bitcast<u32>(f) - ISONOISE_TINY <= ISONOISE_TINY_TO_ONE);
}
fn isonoise_guard_fraction_vec4(v: vec4f) -> vec4f {
    let f = vec4f(isonoise_guard_fraction(v.x), isonoise_guard_fraction(v.y), isonoise_guard_fraction(v.z),
        isonoise_guard_fraction(v.w));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
fn isonoise_whole(p: vec4f) -> vec4i { return vec4i(floor(isonoise_guard_vec4(p))); }

// A coordinate's position within its cell.
fn isonoise_fraction(p: vec4f) -> vec4f {
    let x = isonoise_guard_vec4(p);
    let r = isonoise_exact_vec4(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
fn isonoise_snap(x: f32) -> f32 { return select(x, 0.0, abs(x) < bitcast<f32>(0x1F800000u)); }
fn isonoise_snap_vec4(v: vec4f) -> vec4f {
    return vec4f(isonoise_snap(v.x), isonoise_snap(v.y), isonoise_snap(v.z), isonoise_snap(v.w));
}

// Scaled and snapped.
fn isonoise_scaled(n: f32, scale: f32) -> f32 {
    let r = isonoise_exact(n * scale);
    return isonoise_snap(r);
}
fn isonoise_scaled_vec4(v: vec4f, scale: f32) -> vec4f {
    return vec4f(isonoise_scaled(v.x, scale), isonoise_scaled(v.y, scale), isonoise_scaled(v.z, scale),
        isonoise_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
fn isonoise_quintic(t: f32) -> f32 {
    let inner = isonoise_exact(t * (isonoise_exact(t * 6.0) - 15.0)) + 10.0;
    let r = isonoise_exact(isonoise_exact(isonoise_exact(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
fn isonoise_quintic_slope(t: f32) -> f32 {
    let s = isonoise_exact(t * isonoise_exact(t - 1.0));
    let r = isonoise_exact(30.0 * isonoise_exact(s * s));
    return r;
}

fn isonoise_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise_exact(a + isonoise_exact(t * (b - a)));
    return r;
}
fn isonoise_lerp_vec2(a: vec2f, b: vec2f, t: f32) -> vec2f {
    let r = isonoise_exact_vec2(a + isonoise_exact_vec2(t * (b - a)));
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, those of a wrapped cell.
fn isonoise_ends(cell: u32, period: u32) -> vec2u {
    let next = cell + 1u;
    return vec2u(cell, select(next, 0u, next == period));
}

// A lattice coordinate is xored with its window times this.
const ISONOISE_WINDOW: u32 = 0xD1B54A35u;

// In worlds of any size an octave has more than 2^32 cells along an axis. `cell` then holds the low 32 bits of the
// cell, and `high` is its window of 2^32 cells, centred on a multiple of 2^32, counted modulo `windows`, their number.
// The origin's window is 0 and changes nothing: there the lattice coordinates are those of isonoise_ends().
fn isonoise_ends_far(cell: u32, high: u32, period: u32, windows: u32) -> vec2u {
    var next: u32 = high + 1u;
    next = select(select(next, 0u, next == windows), high, cell != 0x7FFFFFFFu);
    let e = isonoise_ends(cell, period);
    return vec2u(e.x ^ (high * ISONOISE_WINDOW), e.y ^ (next * ISONOISE_WINDOW));
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
fn isonoise_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise_part(n: u32) -> f32 {
    let part = isonoise_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise_exact(isonoise_exact(*f * lacunarity) + isonoise_part(low));
    let whole = i32(t);
    let left = isonoise_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

const ISONOISE_PRIME_X: u32 = 0x9E3779B1u;
const ISONOISE_PRIME_Y: u32 = 0x85EBCA77u;
const ISONOISE_PRIME_Z: u32 = 0xC2B2AE3Du;
const ISONOISE_PRIME_W: u32 = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const ISONOISE_OFFSET_Y: u32 = 0x243F6A88u;
const ISONOISE_OFFSET_Z: u32 = 0x85A308D3u;
const ISONOISE_OFFSET_W: u32 = 0x13198A2Eu;

// The key of a lattice coordinate; t is its product with the axis's prime.
fn isonoise_key(t: u32, offset: u32) -> u32 {
    let u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The same for any two lattice coordinates.
fn isonoise_keys(ends: vec2u, prime: u32, offset: u32) -> vec2u {
    return vec2u(isonoise_key(ends.x * prime, offset), isonoise_key(ends.y * prime, offset));
}

// Hashes the xor of a lattice point's keys.
fn isonoise_hash(k: vec4u) -> vec4u {
    let m = k & vec4u(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
fn isonoise_hashes(x: vec2u, y: vec2u, rest: u32) -> vec4u { return isonoise_hash((x.xyxy ^ y.xxyy) ^ vec4u(rest)); }

fn isonoise_interpolate(a: vec4f, w: vec2f) -> f32 {
    let x = isonoise_lerp_vec2(a.xz, a.yw, w.x);
    return isonoise_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
fn isonoise_interpolate_slope(a: vec4f, w: vec2f, slope: ptr<function, vec2f>) -> f32 {
    let dx = isonoise_exact_vec2(a.yw - a.xz);
    let x = isonoise_exact_vec2(a.xz + isonoise_exact_vec2(w.x * dx));
    let dy = isonoise_exact(x.y - x.x);
    let y = isonoise_exact(x.x + isonoise_exact(w.y * dy));
    *slope = vec2f(isonoise_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// The tangent of 22.5 degrees.
const ISONOISE_TANGENT: f32 = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
fn isonoise_flip(x: vec4f, h: vec4u, bit: u32) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) + ((h & vec4u((1u << bit))) << vec4u((31u - bit))));
}

// x where h is below a bound, else y.
fn isonoise_select(h: i32, bound: i32, x: vec2f, y: vec2f) -> vec2f {
    return vec2f(select(y.x, x.x, h < bound), select(y.y, x.y, h < bound));
}

// The sum of all four, added in pairs; or of a and b, which are added first.
fn isonoise_total(v: vec4f) -> f32 {
    let pairs = isonoise_exact_vec2(v.xz + v.yw);
    let r = isonoise_exact(pairs.x + pairs.y);
    return r;
}

// The weights of a square's corners, times `rest`.
fn isonoise_corner_weights(w: vec2f, rest: f32) -> vec4f {
    let v = isonoise_exact_vec2(1.0 - w);
    let y = isonoise_exact_vec2(rest * vec2f(v.y, w.y));
    let r = isonoise_exact_vec4(vec4f(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
fn isonoise_corners(h: vec4u, f: vec2f) -> vec4f {
    let g = isonoise_exact_vec2(1.0 - f);
    let low = isonoise_exact_vec2(ISONOISE_TANGENT * f);
    let high = isonoise_exact_vec2(ISONOISE_TANGENT * g);
    let n = vec4i(h);
    let p = isonoise_select(n.x, 0, vec2f(f.x, low.y), vec2f(low.x, f.y));
    let q = isonoise_select(n.y, 0, vec2f(g.x, low.y), vec2f(high.x, f.y));
    let r = isonoise_select(n.z, 0, vec2f(f.x, high.y), vec2f(low.x, g.y));
    let s = isonoise_select(n.w, 0, vec2f(g.x, high.y), vec2f(high.x, g.y));
    let u = isonoise_flip(vec4f(p.x, q.x, r.x, s.x), h, 30u);
    let v = isonoise_flip(vec4f(p.y, q.y, r.y, s.y), h, 29u);
    let a = isonoise_exact(u.x + v.x);
    let b = isonoise_exact(v.y - u.y);
    let c = isonoise_exact(u.z - v.z);
    let d = isonoise_exact(-u.w - v.w);
    return vec4f(a, b, c, d);
}
fn isonoise_weighted(h: vec4u, w: vec4f, x: ptr<function, vec4f>, y: ptr<function, vec4f>) {
    let shorter = isonoise_exact_vec4(ISONOISE_TANGENT * w);
    let n = vec4i(h);
    let p = isonoise_select(n.x, 0, vec2f(w.x, shorter.x), vec2f(shorter.x, w.x));
    let q = isonoise_select(n.y, 0, vec2f(w.y, shorter.y), vec2f(shorter.y, w.y));
    let r = isonoise_select(n.z, 0, vec2f(w.z, shorter.z), vec2f(shorter.z, w.z));
    let s = isonoise_select(n.w, 0, vec2f(w.w, shorter.w), vec2f(shorter.w, w.w));
    *x = isonoise_flip(vec4f(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    *y = isonoise_flip(vec4f(p.y, q.y, r.y, s.y), h, 29u);
}

fn isonoise_noise(a: vec4u, f: vec2f, w: vec2f) -> f32 { return isonoise_interpolate(isonoise_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
fn isonoise_noise_gradient(a: vec4u, f: vec2f, w: vec2f, s: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    var slope: vec2f;
    let n = isonoise_interpolate_slope(isonoise_corners(a, f), w, &slope);
    var x: vec4f;
    var y: vec4f;
    isonoise_weighted(a, isonoise_corner_weights(w, 1.0), &x, &y);
    let r = isonoise_exact_vec2(vec2f(isonoise_total(x), isonoise_total(y)) + isonoise_exact_vec2(s * slope));
    *gradient = r;
    return n;
}

// A point in an octave: along each axis a wrapped cell, its window in far worlds, and a fraction.
struct IsonoisePlace {
    cell: vec4u,
    high: vec4u,
    f: vec4f,
}

fn isonoise_place(cell: vec4i, f: vec4f) -> IsonoisePlace {
    return IsonoisePlace(vec4u(cell), vec4u(0u), f);
}
fn isonoise_place_vec4(p: vec4f) -> IsonoisePlace {
    let f = isonoise_fraction(p);
    let cell = isonoise_whole(p);
    return isonoise_place(cell, f);
}

// Steps to the next octave along one axis; `period` and `windows` belong to that octave.
fn isonoise_next(cell: ptr<function, u32>, f: ptr<function, f32>, period: u32) {
    let factor = isonoise_factor(ISONOISE_PLAN_LACUNARITY);
    let part = isonoise_part(factor);
    isonoise_finer(cell, f, ISONOISE_PLAN_LACUNARITY, factor, part);
    if (*cell == period) {
        *cell = 0u;
    }
}
fn isonoise_next_at(at: ptr<function, IsonoisePlace>) {
    let period = vec4u(0u);
    var part1 = (*at).cell.x;
    var part2 = (*at).f.x;
    isonoise_next(&part1, &part2, period.x);
    (*at).cell.x = part1;
    (*at).f.x = part2;
    var part3 = (*at).cell.y;
    var part4 = (*at).f.y;
    isonoise_next(&part3, &part4, period.y);
    (*at).cell.y = part3;
    (*at).f.y = part4;
}

// The selected fade, and its derivative.
fn isonoise_fade(t: f32) -> f32 {
    return isonoise_quintic(t);
}
fn isonoise_fade_slope(t: f32) -> f32 {
    return isonoise_quintic_slope(t);
}
fn isonoise_weights(f: vec4f) -> vec4f {
    return vec4f(isonoise_fade(f.x), isonoise_fade(f.y), isonoise_fade(f.z), isonoise_fade(f.w));
}
fn isonoise_weight_slopes(f: vec4f) -> vec4f {
    return vec4f(isonoise_fade_slope(f.x), isonoise_fade_slope(f.y), isonoise_fade_slope(f.z),
        isonoise_fade_slope(f.w));
}

// Both ends of a cell along one axis: their keys for `perlin` and `value`, else their lattice coordinates.
fn isonoise_ends_at(cell: u32, high: u32, period: u32, windows: u32, prime: u32, offset: u32) -> vec2u {
    return isonoise_keys(isonoise_ends_far(cell, high, period, windows), prime, offset);
}

// The ends of a place's cell along each axis in octave i, whose offset along x is `seed`.
struct IsonoiseEnds {
    x: vec2u,
    y: vec2u,
    z: vec2u,
    w: vec2u,
}
fn isonoise_ends_at_at(at: IsonoisePlace, i: u32, seed: u32) -> IsonoiseEnds {
    let period = vec4u(0u);
    let windows = ISONOISE_OCTAVE_WINDOWS[i];
    return IsonoiseEnds(isonoise_ends_at(at.cell.x, at.high.x, period.x, windows, ISONOISE_PRIME_X, seed),
        isonoise_ends_at(at.cell.y, at.high.y, period.y, windows, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y),
        isonoise_ends_at(at.cell.z, at.high.z, period.z, windows, ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z),
        isonoise_ends_at(at.cell.w, at.high.w, period.w, windows, ISONOISE_PRIME_W, ISONOISE_OFFSET_W));
}

// One octave of the algorithm, scaled.
fn isonoise_base(at: IsonoisePlace, i: u32, seed: u32) -> f32 {
    let e = isonoise_ends_at_at(at, i, seed);
    var a: vec4u;
    a = isonoise_hashes(e.x, e.y, 0u);
    let f = at.f;
    let w = isonoise_weights(f);
    let n = isonoise_noise(a, (f).xy, (w).xy);
    return isonoise_scaled(n, ISONOISE_PLAN_SCALE);
}

// The same with the derivative by the coordinate in cells.
fn isonoise_base_gradient(at: IsonoisePlace, i: u32, seed: u32, gradient: ptr<function, vec4f>) -> f32 {
    let e = isonoise_ends_at_at(at, i, seed);
    var a: vec4u;
    a = isonoise_hashes(e.x, e.y, 0u);
    let f = at.f;
    let w = isonoise_weights(f);
    let s = isonoise_weight_slopes(f);
    var g: vec2f;
    let n = isonoise_noise_gradient(a, (f).xy, (w).xy, (s).xy, &g);
    let wide = vec4f(g, 0.0, 0.0);
    *gradient = isonoise_scaled_vec4(wide, ISONOISE_PLAN_SCALE);
    return isonoise_scaled(n, ISONOISE_PLAN_SCALE);
}

// Applies the fractal to an octave; isonoise_shape_slope() is the derivative.
fn isonoise_shaped(n: f32) -> f32 {
    return n;
}
fn isonoise_shape_slope() -> f32 {
    return 1.0;
}

fn isonoise_count() -> u32 { return ISONOISE_PLAN_COUNT; }

// The octaves, summed. fbm.glsl explains where the loop breaks.
fn isonoise_sum(at_in: IsonoisePlace, layer: u32) -> f32 {
    var at = at_in;
    var sum: f32 = ISONOISE_PLAN_BIAS;
    let count = isonoise_count();
    for (var i: u32 = 0u; true; i++) {
        let n = isonoise_base(at, i, ISONOISE_OCTAVE_SEED[i] ^ layer);
        sum = isonoise_exact(sum + isonoise_exact(ISONOISE_OCTAVE_AMPLITUDE[i] * isonoise_shaped(n)));
        if (i + 1u >= count) {
            break;
        }
        isonoise_next_at(&at);
    }
    return isonoise_snap(sum);
}

// With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
fn isonoise_sum_gradient(at_in: IsonoisePlace, layer: u32, gradient: ptr<function, vec4f>) -> f32 {
    var at = at_in;
    var sum: f32 = ISONOISE_PLAN_BIAS;
    var slope = vec4f(0.0);
    let count = isonoise_count();
    for (var i: u32 = 0u; true; i++) {
        var g: vec4f;
        let n = isonoise_base_gradient(at, i, ISONOISE_OCTAVE_SEED[i] ^ layer, &g);
        sum = isonoise_exact(sum + isonoise_exact(ISONOISE_OCTAVE_AMPLITUDE[i] * isonoise_shaped(n)));
        let share = ISONOISE_OCTAVE_SLOPE[i];
        slope = isonoise_exact_vec4(slope + isonoise_exact_vec4(isonoise_exact(share * isonoise_shape_slope()) * g));
        if (i + 1u >= count) {
            break;
        }
        isonoise_next_at(&at);
    }
    *gradient = slope;
    return isonoise_snap(sum);
}

fn isonoise_output(n: f32) -> f32 {
    let unit = isonoise_exact(isonoise_exact(n + 1.0) * 0.5);
    return select(n, unit, ISONOISE_PLAN_UNIT != 0u);
}

fn isonoise_value(at: IsonoisePlace) -> f32 {
    let n = isonoise_sum(at, 0u);
    return isonoise_output(n);
}

fn isonoise_value_gradient(at: IsonoisePlace, gradient: ptr<function, vec4f>) -> f32 {
    var slope: vec4f;
    let n = isonoise_sum_gradient(at, 0u, &slope);
    let scaled = isonoise_exact_vec4(slope * ISONOISE_PLAN_SLOPE_UNIT);
    let halved = isonoise_exact_vec4(scaled * 0.5);
    *gradient = isonoise_snap_vec4(select(scaled, halved, ISONOISE_PLAN_UNIT != 0u));
    return isonoise_output(n);
}

fn isonoise_gradient_gradient(p: vec4f, gradient: ptr<function, vec4f>) -> f32 {
    let q = isonoise_exact_vec4(p * ISONOISE_PLAN_FREQUENCY);
    return isonoise_value_gradient(isonoise_place_vec4(q), gradient);
}
fn isonoise_gradient_ivec4(cell: vec4i, fraction: vec4f, gradient: ptr<function, vec4f>) -> f32 {
    return isonoise_value_gradient(isonoise_place(cell, isonoise_guard_fraction_vec4(fraction)), gradient);
}

fn isonoise_vec4(p: vec4f) -> f32 {
    let q = isonoise_exact_vec4(p * ISONOISE_PLAN_FREQUENCY);
    return isonoise_value(isonoise_place_vec4(q));
}
fn isonoise_ivec4(cell: vec4i, fraction: vec4f) -> f32 {
    return isonoise_value(isonoise_place(cell, isonoise_guard_fraction_vec4(fraction)));
}

// The noise at a coordinate.
fn isonoise(p: vec2f) -> f32 {
    isonoise_raise(bitcast<vec2u>(p));
    return isonoise_vec4(vec4f(p, 0.0, 0.0));
}

// In a cell, after frequency, at a fraction of it, for worlds of any size.
fn isonoise_cell(cell: vec2i, fraction: vec2f) -> f32 {
    isonoise_raise(bitcast<vec2u>(fraction) + vec2u(cell));
    return isonoise_ivec4(vec4i(cell, 0, 0), vec4f(fraction, 0.0, 0.0));
}

// Also returns the derivative by each coordinate.
fn isonoise_gradient(p: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    isonoise_raise(bitcast<vec2u>(p));
    var g: vec4f;
    let n = isonoise_gradient_gradient(vec4f(p, 0.0, 0.0), &g);
    *gradient = g.xy;
    return n;
}
fn isonoise_gradient_cell(cell: vec2i, fraction: vec2f, gradient: ptr<function, vec2f>) -> f32 {
    isonoise_raise(bitcast<vec2u>(fraction) + vec2u(cell));
    var g: vec4f;
    let n = isonoise_gradient_ivec4(vec4i(cell, 0, 0), vec4f(fraction, 0.0, 0.0), &g);
    *gradient = g.xy;
    return n;
}
