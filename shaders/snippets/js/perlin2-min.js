// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2: in [-1, 1], 0 at lattice points.
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
function whole(p) { return floor(guard(p)) | 0; }

// A coordinate's position within its cell.
function fraction(p) {
    const x = guard(p);
    const r = fround(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
function snap(x) { return abs(x) < realOf(0x1F800000) ? 0 : x; }

// Scaled and snapped.
function scaled(n, scale) {
    const r = fround(n * scale);
    return snap(r);
}

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
const PRIME_Y = 0x85EBCA77 | 0;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;

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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const SCALE2 = fround(1465999 / 1048576);

// The tangent of 22.5 degrees.
const TANGENT = fround(13898701 / 33554432);

// The same for x that are not negative.
function sign(x, h, bit) { return realOf(bitsOf(x) | ((h & (1 << bit)) << (31 - bit | 0))); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return h < bound ? x : y; }
function perlin2At(cellX, cellY, fx, fy, seed) {
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const t2 = imul(cellY, PRIME_Y);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    const a0 = hash(x0 ^ y0);
    const a1 = hash(x1 ^ y0);
    const a2 = hash(x0 ^ y1);
    const a3 = hash(x1 ^ y1);
    const wx = quintic(fx);
    const gx = fround(1 - fx);
    const gy = fround(1 - fy);
    const lowX = fround(TANGENT * fx);
    const lowY = fround(TANGENT * fy);
    const highX = fround(TANGENT * gx);
    const highY = fround(TANGENT * gy);
    const a = fround(sign(select(a0, 0, fx, lowX), a0, 30) + sign(select(a0, 0, lowY, fy), a0, 29));
    const b = fround(sign(select(a1, 0, lowY, fy), a1, 29) - sign(select(a1, 0, gx, highX), a1, 30));
    const c = fround(sign(select(a2, 0, fx, lowX), a2, 30) - sign(select(a2, 0, highY, gy), a2, 29));
    const d = fround(-sign(select(a3, 0, gx, highX), a3, 30) - sign(select(a3, 0, highY, gy), a3, 29));
    return scaled(lerp(lerp(a, b, wx), lerp(c, d, wx), quintic(fy)), SCALE2);
}

export function perlin2(x, y, seed) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    return perlin2At(whole(x), whole(y), fraction(x), fraction(y), seed);
}
export function perlin2Cell(cellX, cellY, fx, fy, seed) {
    cellX |= 0;
    cellY |= 0;
    fx = fround(fx);
    fy = fround(fy);
    seed |= 0;
    return perlin2At(cellX, cellY, guardFraction(fx), guardFraction(fy), seed);
}
