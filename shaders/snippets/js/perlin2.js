// Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin2, perlin2Gradient, perlin2Periodic, perlin2PeriodicGradient, perlin2Fbm: in [-1, 1], 0 at lattice points.
// perlin2Cell(cell, fraction, seed) and so on: in a world of any size.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;

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

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const SCALE2 = fround(1465999 / 1048576);

// The tangent of 22.5 degrees.
const TANGENT = fround(13898701 / 33554432);

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
function flip(x, h, bit) { return realOf(bitsOf(x) + ((h & (1 << bit)) << (31 - bit | 0)) | 0); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
function total(vx, vy, vz, vw) {
    const pairsX = fround(vx + vy);
    const pairsY = fround(vz + vw);
    const r = fround(pairsX + pairsY);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
function corners(h0, h1, h2, h3, fx, fy) {
    let resultX, resultY, resultZ, resultW;
    const gx = fround(1 - fx);
    const gy = fround(1 - fy);
    const lowX = fround(TANGENT * fx);
    const lowY = fround(TANGENT * fy);
    const highX = fround(TANGENT * gx);
    const highY = fround(TANGENT * gy);
    const n0 = h0;
    const n1 = h1;
    const n2 = h2;
    const n3 = h3;
    const px = select(n0, 0, fx, lowX);
    const py = select(n0, 0, lowY, fy);
    const qx = select(n1, 0, gx, highX);
    const qy = select(n1, 0, lowY, fy);
    const rx = select(n2, 0, fx, lowX);
    const ry = select(n2, 0, highY, gy);
    const sx = select(n3, 0, gx, highX);
    const sy = select(n3, 0, highY, gy);
    const ux = flip(px, h0, 30);
    const uy = flip(qx, h1, 30);
    const uz = flip(rx, h2, 30);
    const uw = flip(sx, h3, 30);
    const vx = flip(py, h0, 29);
    const vy = flip(qy, h1, 29);
    const vz = flip(ry, h2, 29);
    const vw = flip(sy, h3, 29);
    const a = fround(ux + vx);
    const b = fround(vy - uy);
    const c = fround(uz - vz);
    const d = fround(-uw - vw);
    resultX = a;
    resultY = b;
    resultZ = c;
    resultW = d;
    return [resultX, resultY, resultZ, resultW];
}

function perlin(a0, a1, a2, a3, fx, fy) {
    const wx = quintic(fx);
    const [resultX, resultY, resultZ, resultW] = corners(a0, a1, a2, a3, fx, fy);
    return scaledOf(lerp(lerp(resultX, resultY, wx), lerp(resultZ, resultW, wx), quintic(fy)), SCALE2);
}
function perlinGradient(a0, a1, a2, a3, fx, fy) {
    let gradientX, gradientY;
    const wx = quintic(fx);
    const wy = quintic(fy);
    const [resultX, resultY, resultZ, resultW] = corners(a0, a1, a2, a3, fx, fy);
    const dxX = fround(resultY - resultX);
    const dxY = fround(resultW - resultZ);
    const x0 = fround(resultX + fround(wx * dxX));
    const dy = fround(fround(resultZ + fround(wx * dxY)) - x0);
    const vx = fround(1 - wx);
    const vy = fround(1 - wy);
    const rx = fround(vx * vy);
    const ry = fround(wx * vy);
    const rz = fround(vx * wy);
    const rw = fround(wx * wy);
    const shorterX = fround(TANGENT * rx);
    const shorterY = fround(TANGENT * ry);
    const shorterZ = fround(TANGENT * rz);
    const shorterW = fround(TANGENT * rw);
    const n0 = a0;
    const n1 = a1;
    const n2 = a2;
    const n3 = a3;
    const rx3 = fround(total(flip(select(n0, 0, rx, shorterX), a0, 30), flip(select(n1, 0, ry, shorterY), a1, 30),
        flip(select(n2, 0, rz, shorterZ), a2, 30), flip(select(n3, 0, rw, shorterW), a3, 30)) +
        fround(quinticSlope(fx) * lerp(dxX, dxY, wy)));
    const ry3 = fround(total(flip(select(n0, 0, shorterX, rx), a0, 29), flip(select(n1, 0, shorterY, ry), a1, 29),
        flip(select(n2, 0, shorterZ, rz), a2, 29), flip(select(n3, 0, shorterW, rw), a3, 29)) +
        fround(quinticSlope(fy) * dy));
    const n = fround(x0 + fround(wy * dy));
    gradientX = scaledOf(rx3, SCALE2);
    gradientY = scaledOf(ry3, SCALE2);
    return [scaledOf(n, SCALE2), gradientX, gradientY];
}
function perlinIvec2(cellX, cellY, fx, fy, seed) {
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const t2 = imul(cellY, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    return perlin(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy);
}
function perlinGradientIvec2(cellX, cellY, fx, fy, seed) {
    const offset = seeded(seed);
    const t = imul(cellX, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key(t + PRIME_X | 0, offset);
    const t2 = imul(cellY, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key(t2 + PRIME_Y | 0, OFFSET_Y);
    return perlinGradient(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy);
}
function perlinPeriod(cellX, cellY, fx, fy, seed, periodX, periodY) {
    const cell = wrap(cellX, periodX);
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key((cell + 1 | 0) === periodX ? 0 : (t + PRIME_X | 0), offset);
    const cell2 = wrap(cellY, periodY);
    const t2 = imul(cell2, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key((cell2 + 1 | 0) === periodY ? 0 : (t2 + PRIME_Y | 0), OFFSET_Y);
    return perlin(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy);
}
function perlinIvec2Vec2UintUvec2Vec2(cellX, cellY, fx, fy, seed, periodX, periodY) {
    const cell = wrap(cellX, periodX);
    const offset = seeded(seed);
    const t = imul(cell, PRIME_X);
    const x0 = key(t, offset);
    const x1 = key((cell + 1 | 0) === periodX ? 0 : (t + PRIME_X | 0), offset);
    const cell2 = wrap(cellY, periodY);
    const t2 = imul(cell2, PRIME_Y);
    const y0 = key(t2, OFFSET_Y);
    const y1 = key((cell2 + 1 | 0) === periodY ? 0 : (t2 + PRIME_Y | 0), OFFSET_Y);
    return perlinGradient(hash(x0 ^ y0), hash(x1 ^ y0), hash(x0 ^ y1), hash(x1 ^ y1), fx, fy);
}

export function perlin2(x, y, seed) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    return perlinIvec2(wholeOf(x), wholeOf(y), fraction(x), fraction(y), seed);
}
export function perlin2Cell(cellX, cellY, fx, fy, seed) {
    cellX |= 0;
    cellY |= 0;
    fx = fround(fx);
    fy = fround(fy);
    seed |= 0;
    return perlinIvec2(cellX, cellY, guardFraction(fx), guardFraction(fy), seed);
}
export function perlin2Gradient(x, y, seed, gradient) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1]] = perlinGradientIvec2(wholeOf(x), wholeOf(y), fraction(x), fraction(y), seed);
    return n;
}
export function perlin2GradientCell(cellX, cellY, fx, fy, seed, gradient) {
    cellX |= 0;
    cellY |= 0;
    fx = fround(fx);
    fy = fround(fy);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1]] = perlinGradientIvec2(cellX, cellY, guardFraction(fx), guardFraction(fy), seed);
    return n;
}
export function perlin2Periodic(x, y, seed, periodX, periodY) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    return perlinPeriod(wholeOf(x), wholeOf(y), fraction(x), fraction(y), seed, periodX, periodY);
}
export function perlin2PeriodicCell(cellX, cellY, fx, fy, seed, periodX, periodY) {
    cellX |= 0;
    cellY |= 0;
    fx = fround(fx);
    fy = fround(fy);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    return perlinPeriod(cellX, cellY, guardFraction(fx), guardFraction(fy), seed, periodX, periodY);
}
export function perlin2PeriodicGradient(x, y, seed, periodX, periodY, gradient) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    let n;
    [n, gradient[0], gradient[1]] = perlinIvec2Vec2UintUvec2Vec2(wholeOf(x), wholeOf(y), fraction(x), fraction(y),
        seed, periodX, periodY);
    return n;
}
export function perlin2PeriodicGradientCell(cellX, cellY, fx, fy, seed, periodX, periodY, gradient) {
    cellX |= 0;
    cellY |= 0;
    fx = fround(fx);
    fy = fround(fy);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    let n;
    [n, gradient[0], gradient[1]] = perlinIvec2Vec2UintUvec2Vec2(cellX, cellY, guardFraction(fx), guardFraction(fy),
        seed, periodX, periodY);
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
export function perlin2Fbm(x, y, seed, octaves, persistence, lacunarity, normalization) {
    x = fround(x);
    y = fround(y);
    seed |= 0;
    octaves = fround(octaves);
    persistence = fround(persistence);
    lacunarity = fround(lacunarity);
    normalization = fround(normalization);
    let cellX = wholeOf(x);
    let cellY = wholeOf(y);
    let fx = fraction(x);
    let fy = fraction(y);
    let sum = 0;
    let amplitude = normalization;
    let rest = octaves;
    if (!hasOctave(rest, amplitude)) return 0;
    const factor = factorOf(lacunarity);
    const part = partOf(factor);
    while (true) {
        const i = fround(octaves - rest);
        const octaveSeed = seed ^ imul(i | 0, OCTAVE);
        const n = perlinIvec2(cellX, cellY, fx, fy, octaveSeed);
        sum = fround(sum + fround(fadedOf(amplitude, rest) * n));
        amplitude = fround(amplitude * persistence);
        rest = fround(rest - 1);
        if (!hasOctave(rest, amplitude)) break;
        [cellX, fx] = finer(cellX, fx, lacunarity, factor, part);
        [cellY, fy] = finer(cellY, fy, lacunarity, factor, part);
    }
    return snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
export function perlin2FbmNormalization(octaves, persistence) {
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
