// Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin4, perlin4Gradient, perlin4Periodic, perlin4PeriodicGradient, perlin4Fbm: in [-1, 1], 0 at lattice points.
// perlin4Cell(cell, fraction, seed) and so on: in a world of any size.
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
function wholeOf(p) { return floor(guard(p)) | 0; }

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
function scaledOf(n, scale) {
    const r = fround(n * scale);
    return snap(r);
}

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
function finer(cell, f, lacunarity, factor, part) {
    const low = imul(cell, factor);
    const share = fround(fround(cell) * part);
    let next = imul(cell, factor >>> 23) + (share | 0) | 0;
    next = next + ((low - (next << 23) | 0) >> 23) | 0;
    const t = fround(fround(f * lacunarity) + partOf(low));
    const whole = t | 0;
    const left = fround(t - fround(whole));
    f = left;
    cell = next + whole | 0;
    return [cell, f];
}

const PRIME_X = 0x9E3779B1 | 0;
const PRIME_Y = 0x85EBCA77 | 0;
const PRIME_Z = 0xC2B2AE3D | 0;
const PRIME_W = 0x27D4EB2F;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;
const OFFSET_Z = 0x85A308D3 | 0;
const OFFSET_W = 0x13198A2E;

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

// Hashes the corners of a cell. `period` is in cells; 0 means none.
function hashesIvec4(cellX, cellY, cellZ, cellW, seed) {
    let a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const t2 = imul(cellY, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    const t3 = imul(cellZ, PRIME_Z);
    const z0 = key(t3, OFFSET_Z);
    const z1 = key(t3 + PRIME_Z | 0, OFFSET_Z);
    const t4 = imul(cellW, PRIME_W);
    const w0 = key(t4, OFFSET_W);
    const w1 = key(t4 + PRIME_W | 0, OFFSET_W);
    const rest = z0 ^ w0;
    a0 = hash(x0 ^ y0 ^ rest);
    a1 = hash(x1 ^ y0 ^ rest);
    a2 = hash(x0 ^ y1 ^ rest);
    a3 = hash(x1 ^ y1 ^ rest);
    const rest2 = z1 ^ w0;
    b0 = hash(x0 ^ y0 ^ rest2);
    b1 = hash(x1 ^ y0 ^ rest2);
    b2 = hash(x0 ^ y1 ^ rest2);
    b3 = hash(x1 ^ y1 ^ rest2);
    const rest3 = z0 ^ w1;
    c0 = hash(x0 ^ y0 ^ rest3);
    c1 = hash(x1 ^ y0 ^ rest3);
    c2 = hash(x0 ^ y1 ^ rest3);
    c3 = hash(x1 ^ y1 ^ rest3);
    const rest4 = z1 ^ w1;
    d0 = hash(x0 ^ y0 ^ rest4);
    d1 = hash(x1 ^ y0 ^ rest4);
    d2 = hash(x0 ^ y1 ^ rest4);
    d3 = hash(x1 ^ y1 ^ rest4);
    return [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3];
}
function hashesDIvec4(cellX, cellY, cellZ, cellW, seed, periodX, periodY, periodZ, periodW) {
    let a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3;
    const cell = wrap(cellX, periodX);
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key((cell + 1 | 0) === periodX ? 0 : (t + PRIME_X | 0), offset);
    const cell2 = wrap(cellY, periodY);
    const t2 = imul(cell2, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key((cell2 + 1 | 0) === periodY ? 0 : (t2 + PRIME_Y | 0), OFFSET_Y);
    const cell3 = wrap(cellZ, periodZ);
    const t3 = imul(cell3, PRIME_Z);
    const z0 = key(t3, OFFSET_Z);
    const z1 = key((cell3 + 1 | 0) === periodZ ? 0 : (t3 + PRIME_Z | 0), OFFSET_Z);
    const cell4 = wrap(cellW, periodW);
    const t4 = imul(cell4, PRIME_W);
    const w0 = key(t4, OFFSET_W);
    const w1 = key((cell4 + 1 | 0) === periodW ? 0 : (t4 + PRIME_W | 0), OFFSET_W);
    const rest = z0 ^ w0;
    a0 = hash(x0 ^ y0 ^ rest);
    a1 = hash(x1 ^ y0 ^ rest);
    a2 = hash(x0 ^ y1 ^ rest);
    a3 = hash(x1 ^ y1 ^ rest);
    const rest2 = z1 ^ w0;
    b0 = hash(x0 ^ y0 ^ rest2);
    b1 = hash(x1 ^ y0 ^ rest2);
    b2 = hash(x0 ^ y1 ^ rest2);
    b3 = hash(x1 ^ y1 ^ rest2);
    const rest3 = z0 ^ w1;
    c0 = hash(x0 ^ y0 ^ rest3);
    c1 = hash(x1 ^ y0 ^ rest3);
    c2 = hash(x0 ^ y1 ^ rest3);
    c3 = hash(x1 ^ y1 ^ rest3);
    const rest4 = z1 ^ w1;
    d0 = hash(x0 ^ y0 ^ rest4);
    d1 = hash(x1 ^ y0 ^ rest4);
    d2 = hash(x0 ^ y1 ^ rest4);
    d3 = hash(x1 ^ y1 ^ rest4);
    return [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3];
}

const SCALE4 = fround(682407 / 1048576);

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
function flip(x, h, bit) { return realOf(bitsOf(x) + ((h & (1 << bit)) << (31 - bit | 0)) | 0); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return (h >>> 0) < (bound >>> 0) ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
function total(vx, vy, vz, vw) {
    const pairsX = fround(vx + vy);
    const pairsY = fround(vz + vw);
    const r = fround(pairsX + pairsY);
    return r;
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
function corners(h, x, y, z, w) {
    const a = select(h, 0xC0000000, x, y);
    const b = select(h, 0x80000000, y, z);
    const c = select(h, 0x40000000, z, w);
    const ab = fround(flip(a, h, 27) + flip(b, h, 28));
    const r = fround(ab + flip(c, h, 29));
    return r;
}
function weighted(h, weight) {
    let x, y, z, w;
    const a = flip(weight, h, 27);
    const b = flip(weight, h, 28);
    const c = flip(weight, h, 29);
    x = select(h, 0xC0000000, a, 0);
    y = select(h, 0x80000000, b, select(h, 0xC0000000, 0, a));
    z = select(h, 0x40000000, c, select(h, 0x80000000, 0, b));
    w = select(h, 0x40000000, 0, c);
    return [x, y, z, w];
}

function perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw) {
    const wx = quintic(fx);
    const wy = quintic(fy);
    const wz = quintic(fz);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const gw = fround(fw - 1);
    const x0 = lerp(corners(a0, fx, fy, fz, fw), corners(a1, gx, fy, fz, fw), wx);
    const x1 = lerp(corners(a2, fx, gy, fz, fw), corners(a3, gx, gy, fz, fw), wx);
    const x2 = lerp(corners(b0, fx, fy, gz, fw), corners(b1, gx, fy, gz, fw), wx);
    const x3 = lerp(corners(b2, fx, gy, gz, fw), corners(b3, gx, gy, gz, fw), wx);
    const y0 = lerp(corners(c0, fx, fy, fz, gw), corners(c1, gx, fy, fz, gw), wx);
    const y1 = lerp(corners(c2, fx, gy, fz, gw), corners(c3, gx, gy, fz, gw), wx);
    const y2 = lerp(corners(d0, fx, fy, gz, gw), corners(d1, gx, fy, gz, gw), wx);
    const y3 = lerp(corners(d2, fx, gy, gz, gw), corners(d3, gx, gy, gz, gw), wx);
    return scaledOf(lerp(lerp(lerp(x0, x1, wy), lerp(x2, x3, wy), wz), lerp(lerp(y0, y1, wy), lerp(y2, y3, wy), wz),
        quintic(fw)), SCALE4);
}
function perlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw) {
    let gradientX, gradientY, gradientZ, gradientW;
    const wx = quintic(fx);
    const wy = quintic(fy);
    const wz = quintic(fz);
    const ww = quintic(fw);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const gw = fround(fw - 1);
    const restX = fround(1 - wx);
    const restY = fround(1 - wy);
    const vx = fround(1 - wz);
    const vy = fround(1 - ww);
    const rx = fround(vx * vy);
    const ry = fround(wz * vy);
    const rz = fround(vx * ww);
    const rw = fround(wz * ww);
    const frontX = fround(rx * restY);
    const frontY = fround(ry * restY);
    const frontZ = fround(rz * restY);
    const frontW = fround(rw * restY);
    const backX = fround(rx * wy);
    const backY = fround(ry * wy);
    const backZ = fround(rz * wy);
    const backW = fround(rw * wy);
    const kx = corners(a0, fx, fy, fz, fw);
    const ky = corners(b0, fx, fy, gz, fw);
    const kz = corners(c0, fx, fy, fz, gw);
    const kw = corners(d0, fx, fy, gz, gw);
    const [x0, y0, z0, wx2] = weighted(a0, fround(restX * frontX));
    const [x1, y1, z1, wy2] = weighted(b0, fround(restX * frontY));
    const [x2, y2, z2, wz2] = weighted(c0, fround(restX * frontZ));
    const [x3, y3, z3, ww2] = weighted(d0, fround(restX * frontW));
    const [x02, y02, z02, wx3] = weighted(a1, fround(wx * frontX));
    const [x12, y12, z12, wy3] = weighted(b1, fround(wx * frontY));
    const [x22, y22, z22, wz3] = weighted(c1, fround(wx * frontZ));
    const [x32, y32, z32, ww3] = weighted(d1, fround(wx * frontW));
    const lowX2 = fround(total(x0, x1, x2, x3) + total(x02, x12, x22, x32));
    const lowY2 = fround(total(y0, y1, y2, y3) + total(y02, y12, y22, y32));
    const lowZ2 = fround(total(z0, z1, z2, z3) + total(z02, z12, z22, z32));
    const lowW2 = fround(total(wx2, wy2, wz2, ww2) + total(wx3, wy3, wz3, ww3));
    const mx = corners(a2, fx, gy, fz, fw);
    const my = corners(b2, fx, gy, gz, fw);
    const mz = corners(c2, fx, gy, fz, gw);
    const mw = corners(d2, fx, gy, gz, gw);
    const [x03, y03, z03, wx4] = weighted(a2, fround(restX * backX));
    const [x13, y13, z13, wy4] = weighted(b2, fround(restX * backY));
    const [x23, y23, z23, wz4] = weighted(c2, fround(restX * backZ));
    const [x33, y33, z33, ww4] = weighted(d2, fround(restX * backW));
    const [x04, y04, z04, wx5] = weighted(a3, fround(wx * backX));
    const [x14, y14, z14, wy5] = weighted(b3, fround(wx * backY));
    const [x24, y24, z24, wz5] = weighted(c3, fround(wx * backZ));
    const [x34, y34, z34, ww5] = weighted(d3, fround(wx * backW));
    const highX2 = fround(total(x03, x13, x23, x33) + total(x04, x14, x24, x34));
    const highY2 = fround(total(y03, y13, y23, y33) + total(y04, y14, y24, y34));
    const highZ2 = fround(total(z03, z13, z23, z33) + total(z04, z14, z24, z34));
    const highW2 = fround(total(wx4, wy4, wz4, ww4) + total(wx5, wy5, wz5, ww5));
    const dxX = fround(corners(a1, gx, fy, fz, fw) - kx);
    const dxY = fround(corners(a3, gx, gy, fz, fw) - mx);
    const dxZ = fround(corners(b1, gx, fy, gz, fw) - ky);
    const dxW = fround(corners(b3, gx, gy, gz, fw) - my);
    const exX = fround(corners(c1, gx, fy, fz, gw) - kz);
    const exY = fround(corners(c3, gx, gy, fz, gw) - mz);
    const exZ = fround(corners(d1, gx, fy, gz, gw) - kw);
    const exW = fround(corners(d3, gx, gy, gz, gw) - mw);
    const x05 = fround(kx + fround(wx * dxX));
    const x25 = fround(ky + fround(wx * dxZ));
    const y05 = fround(kz + fround(wx * exX));
    const y25 = fround(kw + fround(wx * exZ));
    const dyX = fround(fround(mx + fround(wx * dxY)) - x05);
    const dyY = fround(fround(my + fround(wx * dxW)) - x25);
    const dyZ = fround(fround(mz + fround(wx * exY)) - y05);
    const dyW = fround(fround(mw + fround(wx * exW)) - y25);
    const xyX = fround(x05 + fround(wy * dyX));
    const xyZ = fround(y05 + fround(wy * dyZ));
    const dzX = fround(fround(x25 + fround(wy * dyY)) - xyX);
    const dzY = fround(fround(y25 + fround(wy * dyW)) - xyZ);
    const z05 = fround(xyX + fround(wz * dzX));
    const dw = fround(fround(xyZ + fround(wz * dzY)) - z05);
    const slopeX = lerp(lerp(lerp(dxX, dxY, wy), lerp(dxZ, dxW, wy), wz), lerp(lerp(exX, exY, wy), lerp(exZ, exW, wy),
        wz), ww);
    const ry2 = fround(fround(lowY2 + highY2) + fround(quinticSlope(fy) * lerp(lerp(dyX, dyY, wz), lerp(dyZ, dyW, wz),
        ww)));
    const rz2 = fround(fround(lowZ2 + highZ2) + fround(quinticSlope(fz) * lerp(dzX, dzY, ww)));
    const n2 = fround(z05 + fround(ww * dw));
    gradientX = scaledOf(fround(fround(lowX2 + highX2) + fround(quinticSlope(fx) * slopeX)), SCALE4);
    gradientY = scaledOf(ry2, SCALE4);
    gradientZ = scaledOf(rz2, SCALE4);
    gradientW = scaledOf(fround(fround(lowW2 + highW2) + fround(quinticSlope(fw) * dw)), SCALE4);
    return [scaledOf(n2, SCALE4), gradientX, gradientY, gradientZ, gradientW];
}
function perlinIvec4(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed) {
    const [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = hashesIvec4(cellX, cellY, cellZ, cellW,
        seed);
    return perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
function perlinGradientIvec4(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed) {
    const [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = hashesIvec4(cellX, cellY, cellZ, cellW,
        seed);
    return perlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
function perlinPeriod(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed, periodX, periodY, periodZ, periodW) {
    const [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = hashesDIvec4(cellX, cellY, cellZ, cellW,
        seed, periodX, periodY, periodZ, periodW);
    return perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}
function perlinIvec4Vec4UintUvec4Vec4(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed, periodX, periodY, periodZ,
    periodW) {
    const [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = hashesDIvec4(cellX, cellY, cellZ, cellW,
        seed, periodX, periodY, periodZ, periodW);
    return perlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw);
}

export function perlin4(x, y, z, w, seed) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    return perlinIvec4(wholeOf(x), wholeOf(y), wholeOf(z), wholeOf(w), fraction(x), fraction(y), fraction(z),
        fraction(w), seed);
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
    return perlinIvec4(cellX, cellY, cellZ, cellW, guardFraction(fx), guardFraction(fy), guardFraction(fz),
        guardFraction(fw), seed);
}
export function perlin4Gradient(x, y, z, w, seed, gradient) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2], gradient[3]] = perlinGradientIvec4(wholeOf(x), wholeOf(y), wholeOf(z),
        wholeOf(w), fraction(x), fraction(y), fraction(z), fraction(w), seed);
    return n;
}
export function perlin4GradientCell(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed, gradient) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    cellW |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    fw = fround(fw);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2], gradient[3]] = perlinGradientIvec4(cellX, cellY, cellZ, cellW,
        guardFraction(fx), guardFraction(fy), guardFraction(fz), guardFraction(fw), seed);
    return n;
}
export function perlin4Periodic(x, y, z, w, seed, periodX, periodY, periodZ, periodW) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    periodW |= 0;
    return perlinPeriod(wholeOf(x), wholeOf(y), wholeOf(z), wholeOf(w), fraction(x), fraction(y), fraction(z),
        fraction(w), seed, periodX, periodY, periodZ, periodW);
}
export function perlin4PeriodicCell(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed, periodX, periodY, periodZ,
    periodW) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    cellW |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    fw = fround(fw);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    periodW |= 0;
    return perlinPeriod(cellX, cellY, cellZ, cellW, guardFraction(fx), guardFraction(fy), guardFraction(fz),
        guardFraction(fw), seed, periodX, periodY, periodZ, periodW);
}
export function perlin4PeriodicGradient(x, y, z, w, seed, periodX, periodY, periodZ, periodW, gradient) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    periodW |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2], gradient[3]] = perlinIvec4Vec4UintUvec4Vec4(wholeOf(x), wholeOf(y),
        wholeOf(z), wholeOf(w), fraction(x), fraction(y), fraction(z), fraction(w), seed, periodX, periodY, periodZ,
        periodW);
    return n;
}
export function perlin4PeriodicGradientCell(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, seed, periodX, periodY,
    periodZ, periodW, gradient) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    cellW |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    fw = fround(fw);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    periodW |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2], gradient[3]] = perlinIvec4Vec4UintUvec4Vec4(cellX, cellY, cellZ, cellW,
        guardFraction(fx), guardFraction(fy), guardFraction(fz), guardFraction(fw), seed, periodX, periodY, periodZ,
        periodW);
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
export function perlin4Fbm(x, y, z, w, seed, octaves, persistence, lacunarity, normalization) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    w = fround(w);
    seed |= 0;
    octaves = fround(octaves);
    persistence = fround(persistence);
    lacunarity = fround(lacunarity);
    normalization = fround(normalization);
    let cellX = wholeOf(x);
    let cellY = wholeOf(y);
    let cellZ = wholeOf(z);
    let cellW = wholeOf(w);
    let fx = fraction(x);
    let fy = fraction(y);
    let fz = fraction(z);
    let fw = fraction(w);
    let sum = 0;
    let amplitude = normalization;
    let rest = octaves;
    if (!hasOctave(rest, amplitude)) return 0;
    const factor = factorOf(lacunarity);
    const part = partOf(factor);
    while (true) {
        const i = fround(octaves - rest);
        const octaveSeed = seed ^ imul(i | 0, OCTAVE);
        const n = perlinIvec4(cellX, cellY, cellZ, cellW, fx, fy, fz, fw, octaveSeed);
        sum = fround(sum + fround(fadedOf(amplitude, rest) * n));
        amplitude = fround(amplitude * persistence);
        rest = fround(rest - 1);
        if (!hasOctave(rest, amplitude)) break;
        [cellX, fx] = finer(cellX, fx, lacunarity, factor, part);
        [cellY, fy] = finer(cellY, fy, lacunarity, factor, part);
        [cellZ, fz] = finer(cellZ, fz, lacunarity, factor, part);
        [cellW, fw] = finer(cellW, fw, lacunarity, factor, part);
    }
    return snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
export function perlin4FbmNormalization(octaves, persistence) {
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
