// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3: in [-1, 1], 0 at lattice points.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;
const OFFSET_Z = 0x85A308D3 | 0;

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

const SCALE3 = fround(1011792 / 1048576);

// Thirds of the range of a hash as a signed number: below THIRD1, below THIRD2, the rest.
const THIRD1 = -715827882 | 0;
const THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
function flip(x, h, bit) { return realOf(bitsOf(x) + ((h & (1 << bit)) << (31 - bit | 0)) | 0); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return h < bound ? x : y; }

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
function corners3(h, x, y, z) {
    const rest = (h << 1) + h | 0;
    const u = select(h, THIRD1, y, x);
    const v = select(h, THIRD2, z, y);
    const r = fround(flip(u, rest, 31) + flip(v, rest, 30));
    return r;
}
function perlin3At(cellX, cellY, cellZ, fx, fy, fz, seed) {
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const t2 = imul(cellY, PRIME_Y);
    const t3 = imul(cellZ, PRIME_Z);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    const z0 = key(t3, OFFSET_Z);
    const z1 = key(t3 + PRIME_Z | 0, OFFSET_Z);
    const wx = quintic(fx);
    const wy = quintic(fy);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const x02 = lerp(corners3(hash(x0 ^ y0 ^ z0), fx, fy, fz), corners3(hash(x1 ^ y0 ^ z0), gx, fy, fz), wx);
    const x12 = lerp(corners3(hash(x0 ^ y1 ^ z0), fx, gy, fz), corners3(hash(x1 ^ y1 ^ z0), gx, gy, fz), wx);
    const x2 = lerp(corners3(hash(x0 ^ y0 ^ z1), fx, fy, gz), corners3(hash(x1 ^ y0 ^ z1), gx, fy, gz), wx);
    const x3 = lerp(corners3(hash(x0 ^ y1 ^ z1), fx, gy, gz), corners3(hash(x1 ^ y1 ^ z1), gx, gy, gz), wx);
    return scaled(lerp(lerp(x02, x12, wy), lerp(x2, x3, wy), quintic(fz)), SCALE3);
}

export function perlin3(x, y, z, seed) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    return perlin3At(whole(x), whole(y), whole(z), fraction(x), fraction(y), fraction(z), seed);
}
export function perlin3Cell(cellX, cellY, cellZ, fx, fy, fz, seed) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    seed |= 0;
    return perlin3At(cellX, cellY, cellZ, guardFraction(fx), guardFraction(fy), guardFraction(fz), seed);
}
