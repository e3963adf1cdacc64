// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
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

// Its derivative, 30t^2(t-1)^2.
fn isonoise1_quintic_slope(t: f32) -> f32 {
    let s = isonoise1_exact(t * (t - 1.0));
    let r = isonoise1_exact(30.0 * isonoise1_exact(s * s));
    return r;
}

fn isonoise1_lerp(a: f32, b: f32, t: f32) -> f32 {
    let r = isonoise1_exact(a + isonoise1_exact(t * (b - a)));
    return r;
}

// A cell in a row of `period` cells that repeats; 0 is no period. That is the remainder of a division, but GLSL leaves
// open what % gives for negative numbers, and neither GPUs nor the vectors of CPUs can divide integers. So a quotient
// of floats, too small by a millionth, which is more than any driver errs: it leaves less than 2^12 periods, and its
// quotient in turn one more than it should at most.
fn isonoise1_wrap(cell: i32, period: u32) -> u32 {
    if (period == 0u) {
        return u32(cell);
    }
    let rate = isonoise1_exact(0.999999 / f32(period));
    let about = isonoise1_exact(f32(cell) * rate);
    var rest: u32 = u32(cell) - u32(i32(floor(about))) * period;
    let more = isonoise1_exact(f32(i32(rest)) * rate);
    rest -= u32(i32(floor(more))) * period;
    return select(rest, rest - period, rest >= period);
}

// Both lattice coordinates of a cell along one axis; with a period, of a wrapped one.
fn isonoise1_ends(cell: u32) -> vec2u { return vec2u(cell, cell + 1u); }
fn isonoise1_ends_period(cell: u32, period: u32) -> vec2u {
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
fn isonoise1_factor(lacunarity: f32) -> u32 {
    let scaled = isonoise1_exact(lacunarity * 8388608.0);
    return u32(scaled);
}
fn isonoise1_part(n: u32) -> f32 {
    let part = isonoise1_exact(bitcast<f32>(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
fn isonoise1_finer(cell: ptr<function, u32>, f: ptr<function, f32>, lacunarity: f32, factor: u32, part: f32) {
    let low = *cell * factor;
    let share = isonoise1_exact(f32(i32(*cell)) * part);
    var next: u32 = *cell * (factor >> 23) + u32(i32(share));
    next += u32(i32(low - (next << 23)) >> 23);
    let t = isonoise1_exact(isonoise1_exact(*f * lacunarity) + isonoise1_part(low));
    let whole = i32(t);
    let left = isonoise1_exact(t - f32(whole));
    *f = left;
    *cell = next + u32(whole);
}

fn isonoise1_interpolate1(a: vec2f, w: f32) -> f32 { return isonoise1_lerp(a.x, a.y, w); }

// The derivative of the above by each weight.
fn isonoise1_slope1(a: vec2f) -> f32 {
    let r = isonoise1_exact(a.y - a.x);
    return r;
}

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

// The same with the derivative by f: that of the corner values, which is the gradients interpolated, and that of the
// weights.
fn isonoise1_noise1_gradient(a: vec2u, f: f32, w: f32, s: f32, gradient: ptr<function, f32>) -> f32 {
    let v = isonoise1_corners1(a, f);
    let inner = isonoise1_interpolate1(vec2f(isonoise1_vector1(a.x), isonoise1_vector1(a.y)), w);
    let r = isonoise1_exact(inner + isonoise1_exact(s * isonoise1_slope1(v)));
    *gradient = r;
    return isonoise1_interpolate1(v, w);
}

const ISONOISE1_PRIME_X: u32 = 0x9E3779B1u;

// Octave i is seeded with seed ^ i*ISONOISE1_OCTAVE, so that no octave repeats another's lattice.
const ISONOISE1_OCTAVE: u32 = 0x9E3779B9u;

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

// The same with the derivative by the fraction; s is that of the weights.
fn isonoise1_perlin1_kernel_gradient(x: vec2u, seed: u32, f: f32, weight: f32, s: f32, gradient: ptr<function, f32>)
    -> f32 {
    return isonoise1_noise1_gradient(isonoise1_hash1(x, seed), f, weight, s, gradient);
}

fn perlin1_periodic(p: f32, seed: u32, period: u32) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    let f = isonoise1_guarded(p, left);
    let cell = i32(isonoise1_guarded(p, c));
    let n = isonoise1_perlin1_kernel(isonoise1_ends_period(isonoise1_wrap(cell, period), period), isonoise1_mix(seed),
        f, isonoise1_quintic(f));
    return isonoise1_snap(n);
}
fn perlin1_periodic_gradient(p: f32, seed: u32, period: u32, gradient: ptr<function, f32>) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    let f = isonoise1_guarded(p, left);
    let cell = i32(isonoise1_guarded(p, c));
    var inner: f32;
    let n = isonoise1_perlin1_kernel_gradient(isonoise1_ends_period(isonoise1_wrap(cell, period), period),
        isonoise1_mix(seed), f, isonoise1_quintic(f), isonoise1_quintic_slope(f), &inner);
    *gradient = isonoise1_snap(inner);
    return isonoise1_snap(n);
}
fn perlin1(p: f32, seed: u32) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    let f = isonoise1_guarded(p, left);
    let cell = i32(isonoise1_guarded(p, c));
    let n = isonoise1_perlin1_kernel(isonoise1_ends(u32(cell)), isonoise1_mix(seed), f, isonoise1_quintic(f));
    return isonoise1_snap(n);
}
fn perlin1_gradient(p: f32, seed: u32, gradient: ptr<function, f32>) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    let f = isonoise1_guarded(p, left);
    let cell = i32(isonoise1_guarded(p, c));
    var inner: f32;
    let n = isonoise1_perlin1_kernel_gradient(isonoise1_ends(u32(cell)), isonoise1_mix(seed), f, isonoise1_quintic(f),
        isonoise1_quintic_slope(f), &inner);
    *gradient = isonoise1_snap(inner);
    return isonoise1_snap(n);
}

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
fn isonoise1_has_octave(rest: f32, amplitude: f32) -> bool {
    return rest > 0.0 && amplitude >= bitcast<f32>(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
fn isonoise1_faded(amplitude: f32, rest: f32) -> f32 {
    let r = isonoise1_exact(amplitude * (select(1.0, rest, rest < 1.0)));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  isonoise::fbm() computes it on the CPU: a GPU's division is not exact
fn perlin1_fbm(p: f32, seed: u32, octaves: f32, persistence: f32, lacunarity: f32, normalization: f32) -> f32 {
    let c = floor(p);
    let left = isonoise1_exact(p - c);
    var f: f32 = isonoise1_guarded(p, left);
    var cell: u32 = u32(i32(isonoise1_guarded(p, c)));
    var sum: f32 = 0.0;
    var amplitude: f32 = normalization;
    var rest: f32 = octaves;
    if (!isonoise1_has_octave(rest, amplitude)) {
        return 0.0;
    }
    let factor = isonoise1_factor(lacunarity);
    let part = isonoise1_part(factor);
    while (true) {
        let i = isonoise1_exact(octaves - rest);
        let mixed = isonoise1_mix(seed ^ (u32(i) * ISONOISE1_OCTAVE));
        let n = isonoise1_perlin1_kernel(isonoise1_ends(cell), mixed, f, isonoise1_quintic(f));
        sum = isonoise1_exact(sum + isonoise1_exact(isonoise1_faded(amplitude, rest) * isonoise1_snap(n)));
        amplitude = isonoise1_exact(amplitude * persistence);
        rest = isonoise1_exact(rest - 1.0);
        if (!isonoise1_has_octave(rest, amplitude)) {
            break;
        }
        isonoise1_finer(&cell, &f, lacunarity, factor, part);
    }
    return isonoise1_snap(sum);
}
