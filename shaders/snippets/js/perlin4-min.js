// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4: in [-1, 1], 0 at lattice points.
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
const PRIME_Z = 0xC2B2AE3D | 0;
const PRIME_W = 0x27D4EB2F;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;
const OFFSET_Z = 0x85A308D3 | 0;
const OFFSET_W = 0x13198A2E;

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

const SCALE4 = fround(682407 / 1048576);

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
function flip(x, h, bit) { return realOf(bitsOf(x) + ((h & (1 << bit)) << (31 - bit | 0)) | 0); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return (h >>> 0) < (bound >>> 0) ? x : y; }

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
function corners4(h, x, y, z, w) {
    const a = select(h, 0xC0000000, x, y);
    const b = select(h, 0x80000000, y, z);
    const c = select(h, 0x40000000, z, w);
    const ab = fround(flip(a, h, 27) + flip(b, h, 28));
    const r = fround(ab + flip(c, h, 29));
    return r;
}
function perlin4At(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed) {
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const t2 = imul(cellY, PRIME_Y);
    const t3 = imul(cellZ, PRIME_Z);
    const t4 = imul(cellW, PRIME_W);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    const z0 = key(t3, OFFSET_Z);
    const z1 = key(t3 + PRIME_Z | 0, OFFSET_Z);
    const w0 = key(t4, OFFSET_W);
    const w1 = key(t4 + PRIME_W | 0, OFFSET_W);
    const rest = z0 ^ w0;
    const rest2 = z1 ^ w0;
    const rest3 = z0 ^ w1;
    const rest4 = z1 ^ w1;
    const wx = quintic(fx);
    const wy = quintic(fy);
    const wz = quintic(fz);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const gw = fround(fw - 1);
    const a0 = corners4(hash(x0 ^ y0 ^ rest), fx, fy, fz, fw);
    const a1 = corners4(hash(x1 ^ y0 ^ rest), gx, fy, fz, fw);
    const a2 = corners4(hash(x0 ^ y1 ^ rest), fx, gy, fz, fw);
    const a3 = corners4(hash(x1 ^ y1 ^ rest), gx, gy, fz, fw);
    const b0 = corners4(hash(x0 ^ y0 ^ rest2), fx, fy, gz, fw);
    const b1 = corners4(hash(x1 ^ y0 ^ rest2), gx, fy, gz, fw);
    const b2 = corners4(hash(x0 ^ y1 ^ rest2), fx, gy, gz, fw);
    const b3 = corners4(hash(x1 ^ y1 ^ rest2), gx, gy, gz, fw);
    const c0 = corners4(hash(x0 ^ y0 ^ rest3), fx, fy, fz, gw);
    const c1 = corners4(hash(x1 ^ y0 ^ rest3), gx, fy, fz, gw);
    const c2 = corners4(hash(x0 ^ y1 ^ rest3), fx, gy, fz, gw);
    const c3 = corners4(hash(x1 ^ y1 ^ rest3), gx, gy, fz, gw);
    const d0 = corners4(hash(x0 ^ y0 ^ rest4), fx, fy, gz, gw);
    const d1 = corners4(hash(x1 ^ y0 ^ rest4), gx, fy, gz, gw);
    const d2 = corners4(hash(x0 ^ y1 ^ rest4), fx, gy, gz, gw);
    const d3 = corners4(hash(x1 ^ y1 ^ rest4), gx, gy, gz, gw);
    const z02 = lerp(lerp(lerp(a0, a1, wx), lerp(a2, a3, wx), wy), lerp(lerp(b0, b1, wx), lerp(b2, b3, wx), wy), wz);
    const z12 = lerp(lerp(lerp(c0, c1, wx), lerp(c2, c3, wx), wy), lerp(lerp(d0, d1, wx), lerp(d2, d3, wx), wy), wz);
    return scaled(lerp(z02, z12, quintic(fw)), SCALE4);
}

export function perlin4(x, y, z, w, seed) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    return perlin4At(whole(x), whole(y), whole(z), whole(w), fraction(x), fraction(y), fraction(z), fraction(w), seed);
}
export function perlin4Cell(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    cellW |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    fw = fround(fw);
    seed |= 0;
    return perlin4At(cellX, cellY, cellZ, cellW, guardFraction(fx), guardFraction(fy), guardFraction(fz),
        guardFraction(fw), seed);
}
