// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1, perlin1Gradient, perlin1Periodic, perlin1PeriodicGradient, perlin1Fbm: in [-1, 1], 0 at lattice points.
// perlin1Cell(cell, fraction, seed) and so on: in a world of any size.
// Bits: the same as the C++ core's.

const { abs, floor, fround, imul } = Math;

// The bits of a float, and back.
const real = new Float32Array(1), bits = new Int32Array(real.buffer);
function bitsOf(x) {
    real[0] = x;
    return bits[0];
}
function realOf(x) {
    bits[0] = x;
    return real[0];
}

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const TWICE_TINY = 0x57000000;   // twice the bits of 2^-40
const TWICE_RANGE = 0x47000000;  // from there to twice the bits of 2^31
function guard(x) {
    return (((bitsOf(x) << 1) - TWICE_TINY | 0) >>> 0) < (TWICE_RANGE >>> 0) ? x : 0;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const TINY = 0x2B800000;         // the bits of 2^-40
const TINY_TO_ONE = 0x14000000;  // from there to the bits of 1
function guardFraction(f) {
    return ((bitsOf(f) - TINY | 0) >>> 0) <= (TINY_TO_ONE >>> 0) ? f : 0;
}

// The cell of a coordinate: its whole part, rounded down.
function wholeOf(x) { return floor(guard(x)) | 0; }

// A coordinate's position within its cell.
function fraction(x) {
    const x2 = guard(x);
    const r = fround(x2 - floor(x2));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
function snap(x) { return abs(x) < realOf(0x1F800000) ? 0 : x; }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
function quintic(t) {
    const inner = fround(fround(t * fround(fround(t * 6) - 15)) + 10);
    const r = fround(fround(fround(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
function quinticSlope(t) {
    const s = fround(t * fround(t - 1));
    const r = fround(30 * fround(s * s));
    return r;
}

function lerp(a, b, t) {
    const r = fround(a + fround(t * fround(b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
function wrap(cell, period) {
    if (period === 0) return cell;
    const rate = fround(fround(0.999999) / fround(period >>> 0));
    const about = fround(fround(cell) * rate);
    let rest = cell - imul(floor(about) | 0, period) | 0;
    const more = fround(fround(rest) * rate);
    rest = rest - imul(floor(more) | 0, period) | 0;
    return (rest >>> 0) >= (period >>> 0) ? (rest - period | 0) : rest;
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
function factorOf(lacunarity) {
    const scaled = fround(lacunarity * 8388608);
    return scaled | 0;
}
function partOf(n) {
    const part = fround(realOf(0x3F800000 | (n & 0x7FFFFF)) - 1);
    return part;
}

const PRIME_X = 0x9E3779B1 | 0;

// Octave i uses seed ^ i*OCTAVE, so that no octave repeats another's lattice.
const OCTAVE = 0x9E3779B9 | 0;

// The offset along x. A bijection: no two seeds give the same noise.
function seeded(seed) { return imul(seed, 0x7FEB352D) + 0x2C1B3C6D | 0; }

// The key of a lattice coordinate; t is its product with the axis's prime.
function key(t, offset) {
    const u = t + offset | 0;
    return imul(u >>> 16, u & 0xFFFF) + t | 0;
}

// Hashes the xor of a lattice point's keys.
function hash(k) {
    const m = k & 0xFFFFFF;
    return imul(m, m) + k | 0;
}

function interpolate(a0, a1, w) { return lerp(a0, a1, w); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
function vector(h) { return realOf((h & 0x80000000) | 0x3F800000 | ((h >>> 8) & 0x7FFFFF)); }
function vectors(h) { return vector(h); }

function perlin(a0, a1, f) {
    return snap(interpolate(fround(vectors(a0) * f), fround(vectors(a1) * fround(f - 1)), quintic(f)));
}
function perlinGradient(a0, a1, f) {
    let gradient;
    const w = quintic(f);
    const rx = fround(vectors(a0) * f);
    const d = fround(fround(vectors(a1) * fround(f - 1)) - rx);
    const r = fround(interpolate(vectors(a0), vectors(a1), w) + fround(quinticSlope(f) * d));
    const n2 = fround(rx + fround(w * d));
    gradient = snap(r);
    return [snap(n2), gradient];
}
function perlinInt(cell, f, seed) {
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    return perlin(hash(key(t, offset)), hash(key(t + PRIME_X | 0, offset)), f);
}
function perlinGradientInt(cell, f, seed) {
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    return perlinGradient(hash(key(t, offset)), hash(key(t + PRIME_X | 0, offset)), f);
}
function perlinPeriod(cell, f, seed, period) {
    const cell2 = wrap(cell, period);
    const offset = seeded(seed);
    const t = imul(cell2, PRIME_X);
    return perlin(hash(key(t, offset)), hash(key((cell2 + 1 | 0) === period ? 0 : (t + PRIME_X | 0), offset)), f);
}
function perlinIntFloatUintUintFloat(cell, f, seed, period) {
    const cell2 = wrap(cell, period);
    const offset = seeded(seed);
    const t = imul(cell2, PRIME_X);
    return perlinGradient(hash(key(t, offset)), hash(key((cell2 + 1 | 0) === period ? 0 : (t + PRIME_X | 0), offset)),
        f);
}

export function perlin1(x, seed) {
    x = fround(x);
    seed |= 0;
    return perlinInt(wholeOf(x), fraction(x), seed);
}
export function perlin1Cell(cell, f, seed) {
    cell |= 0;
    f = fround(f);
    seed |= 0;
    return perlinInt(cell, guardFraction(f), seed);
}
export function perlin1Gradient(x, seed, gradient) {
    x = fround(x);
    seed |= 0;
    let n;
    [n, gradient[0]] = perlinGradientInt(wholeOf(x), fraction(x), seed);
    return n;
}
export function perlin1GradientCell(cell, f, seed, gradient) {
    cell |= 0;
    f = fround(f);
    seed |= 0;
    let n;
    [n, gradient[0]] = perlinGradientInt(cell, guardFraction(f), seed);
    return n;
}
export function perlin1Periodic(x, seed, period) {
    x = fround(x);
    seed |= 0;
    period |= 0;
    return perlinPeriod(wholeOf(x), fraction(x), seed, period);
}
export function perlin1PeriodicCell(cell, f, seed, period) {
    cell |= 0;
    f = fround(f);
    seed |= 0;
    period |= 0;
    return perlinPeriod(cell, guardFraction(f), seed, period);
}
export function perlin1PeriodicGradient(x, seed, period, gradient) {
    x = fround(x);
    seed |= 0;
    period |= 0;
    let n;
    [n, gradient[0]] = perlinIntFloatUintUintFloat(wholeOf(x), fraction(x), seed, period);
    return n;
}
export function perlin1PeriodicGradientCell(cell, f, seed, period, gradient) {
    cell |= 0;
    f = fround(f);
    seed |= 0;
    period |= 0;
    let n;
    [n, gradient[0]] = perlinIntFloatUintUintFloat(cell, guardFraction(f), seed, period);
    return n;
}

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
function hasOctave(rest, amplitude) {
    return rest > 0 && amplitude >= realOf(0x21800000);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
function fadedOf(amplitude, rest) {
    const r = fround(amplitude * (rest < 1 ? rest : 1));
    return r;
}

// octaves        1..32; a fraction fades the last octave in
// persistence    0..2
// lacunarity     1..8
// normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
export function perlin1Fbm(x, seed, octaves, persistence, lacunarity, normalization) {
    x = fround(x);
    seed |= 0;
    octaves = fround(octaves);
    persistence = fround(persistence);
    lacunarity = fround(lacunarity);
    normalization = fround(normalization);
    let cell = wholeOf(x);
    let f = fraction(x);
    let sum = 0;
    let amplitude = normalization;
    let rest = octaves;
    if (!hasOctave(rest, amplitude)) return 0;
    const factor = factorOf(lacunarity);
    const part = partOf(factor);
    while (true) {
        const i = fround(octaves - rest);
        const octaveSeed = seed ^ imul(i | 0, OCTAVE);
        const n = perlinInt(cell, f, octaveSeed);
        sum = fround(sum + fround(fadedOf(amplitude, rest) * n));
        amplitude = fround(amplitude * persistence);
        rest = fround(rest - 1);
        if (!hasOctave(rest, amplitude)) break;
        const low = imul(cell, factor);
        const next = imul(cell, factor >>> 23) + (fround(fround(cell) * part) | 0) | 0;
        const next2 = next + ((low - (next << 23) | 0) >> 23) | 0;
        const t = fround(fround(f * lacunarity) + partOf(low));
        const whole = t | 0;
        f = fround(t - fround(whole));
        cell = next2 + whole | 0;
    }
    return snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
export function perlin1FbmNormalization(octaves, persistence) {
    octaves = fround(octaves);
    persistence = fround(persistence);
    if (!(octaves > 1)) return 1;
    let sum = 0;
    let amplitude = 1;
    let i = 0;
    while (i < octaves) {
        const rest = fround(octaves - i);
        const faded = fround(amplitude * (rest < 1 ? rest : 1));
        sum = sum + faded;
        amplitude = fround(amplitude * persistence);
        i = fround(i + 1);
    }
    return fround(0.999996185302734375 / sum);
}
