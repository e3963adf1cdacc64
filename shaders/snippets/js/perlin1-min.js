// Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin1: in [-1, 1], 0 at lattice points.
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
function guardFraction(f) { return ((bitsOf(f) - 0x2B800000 | 0) >>> 0) <= 0x14000000 ? f : 0; }

// The cell of a coordinate: its whole part, rounded down.
function whole(x) { return floor(guard(x)) | 0; }

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

function lerp(a, b, t) {
    const r = fround(a + fround(t * fround(b - a)));
    return r;
}

const PRIME_X = 0x9E3779B1 | 0;

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

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
function vector1(h) {
    return realOf((h & 0x80000000) | 0x3F800000 | ((h >>> 8) & 0x7FFFFF));
}
function perlin1At(cell, f, seed) {
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    const ry = fround(vector1(hash(key(t + PRIME_X | 0, offset))) * fround(f - 1));
    return snap(lerp(fround(vector1(hash(key(t, offset))) * f), ry, quintic(f)));
}

export function perlin1(x, seed) {
    x = fround(x);
    seed |= 0;
    return perlin1At(whole(x), fraction(x), seed);
}
export function perlin1Cell(cell, f, seed) {
    cell |= 0;
    f = fround(f);
    seed |= 0;
    return perlin1At(cell, guardFraction(f), seed);
}
