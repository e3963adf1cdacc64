// Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
// perlin3, perlin3Gradient, perlin3Periodic, perlin3PeriodicGradient, perlin3Fbm: in [-1, 1], 0 at lattice points.
// perlin3Cell(cell, fraction, seed) and so on: in a world of any size.
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

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88;
const OFFSET_Z = 0x85A308D3 | 0;

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

const SCALE3 = fround(1011792 / 1048576);

// Thirds of the range of a hash as a signed number: below THIRD1, below THIRD2, the rest.
const THIRD1 = -715827882 | 0;
const THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
function flip(x, h, bit) { return realOf(bitsOf(x) + ((h & (1 << bit)) << (31 - bit | 0)) | 0); }

// x where h is below a bound, else y.
function select(h, bound, x, y) { return h < bound ? x : y; }

// The sum of all four, added in pairs; or of a and b, which are added first.
function totalB(a0, a1, a2, a3, b0, b1, b2, b3) {
    const sumX = fround(a0 + b0);
    const sumY = fround(a1 + b1);
    const sumZ = fround(a2 + b2);
    const sumW = fround(a3 + b3);
    return fround(fround(sumX + sumY) + fround(sumZ + sumW));
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
function corners(h, x, y, z) {
    const rest = (h << 1) + h | 0;
    const u = select(h, THIRD1, y, x);
    const v = select(h, THIRD2, z, y);
    const r = fround(flip(u, rest, 31) + flip(v, rest, 30));
    return r;
}
function weighted(h, w) {
    let x, y, z;
    const rest = (h << 1) + h | 0;
    const n = h;
    const u = flip(w, rest, 31);
    const v = flip(w, rest, 30);
    x = select(n, THIRD1, 0, u);
    y = select(n, THIRD1, u, select(n, THIRD2, 0, v));
    z = select(n, THIRD2, v, 0);
    return [x, y, z];
}

function perlin(a0, a1, a2, a3, b0, b1, b2, b3, fx, fy, fz) {
    const wx = quintic(fx);
    const wy = quintic(fy);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const x0 = lerp(corners(a0, fx, fy, fz), corners(a1, gx, fy, fz), wx);
    const x1 = lerp(corners(a2, fx, gy, fz), corners(a3, gx, gy, fz), wx);
    const x2 = lerp(corners(b0, fx, fy, gz), corners(b1, gx, fy, gz), wx);
    const x3 = lerp(corners(b2, fx, gy, gz), corners(b3, gx, gy, gz), wx);
    return scaledOf(lerp(lerp(x0, x1, wy), lerp(x2, x3, wy), quintic(fz)), SCALE3);
}
function perlinGradient(a0, a1, a2, a3, b0, b1, b2, b3, fx, fy, fz) {
    let gradientX, gradientY, gradientZ;
    const wx = quintic(fx);
    const wy = quintic(fy);
    const wz = quintic(fz);
    const gx = fround(fx - 1);
    const gy = fround(fy - 1);
    const gz = fround(fz - 1);
    const a02 = corners(a0, fx, fy, fz);
    const a22 = corners(a2, fx, gy, fz);
    const b02 = corners(b0, fx, fy, gz);
    const b22 = corners(b2, fx, gy, gz);
    const dxX = fround(corners(a1, gx, fy, fz) - a02);
    const dxY = fround(corners(a3, gx, gy, fz) - a22);
    const dxZ = fround(corners(b1, gx, fy, gz) - b02);
    const dxW = fround(corners(b3, gx, gy, gz) - b22);
    const x0 = fround(a02 + fround(wx * dxX));
    const x2 = fround(b02 + fround(wx * dxZ));
    const dyX = fround(fround(a22 + fround(wx * dxY)) - x0);
    const dyY = fround(fround(b22 + fround(wx * dxW)) - x2);
    const y0 = fround(x0 + fround(wy * dyX));
    const dz = fround(fround(x2 + fround(wy * dyY)) - y0);
    const rest = fround(1 - wz);
    const vx = fround(1 - wx);
    const y02 = fround(rest * fround(1 - wy));
    const y1 = fround(rest * wy);
    const [axX, ayX, azX] = weighted(a0, fround(vx * y02));
    const [axY, ayY, azY] = weighted(a1, fround(wx * y02));
    const [axZ, ayZ, azZ] = weighted(a2, fround(vx * y1));
    const [axW, ayW, azW] = weighted(a3, fround(wx * y1));
    const vx2 = fround(1 - wx);
    const y03 = fround(wz * fround(1 - wy));
    const y13 = fround(wz * wy);
    const [bxX, byX, bzX] = weighted(b0, fround(vx2 * y03));
    const [bxY, byY, bzY] = weighted(b1, fround(wx * y03));
    const [bxZ, byZ, bzZ] = weighted(b2, fround(vx2 * y13));
    const [bxW, byW, bzW] = weighted(b3, fround(wx * y13));
    const rx3 = fround(totalB(axX, axY, axZ, axW, bxX, bxY, bxZ, bxW) + fround(quinticSlope(fx) * lerp(lerp(dxX, dxY,
        wy), lerp(dxZ, dxW, wy), wz)));
    const ry3 = fround(totalB(ayX, ayY, ayZ, ayW, byX, byY, byZ, byW) + fround(quinticSlope(fy) * lerp(dyX, dyY, wz)));
    const rz3 = fround(totalB(azX, azY, azZ, azW, bzX, bzY, bzZ, bzW) + fround(quinticSlope(fz) * dz));
    const n = fround(y0 + fround(wz * dz));
    gradientX = scaledOf(rx3, SCALE3);
    gradientY = scaledOf(ry3, SCALE3);
    gradientZ = scaledOf(rz3, SCALE3);
    return [scaledOf(n, SCALE3), gradientX, gradientY, gradientZ];
}
function perlinIvec3(cellX, cellY, cellZ, fx, fy, fz, seed) {
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
    return perlin(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0 ^ z1),
        hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
function perlinGradientIvec3(cellX, cellY, cellZ, fx, fy, fz, seed) {
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
    return perlinGradient(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0
        ^ z1), hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
function perlinPeriod(cellX, cellY, cellZ, fx, fy, fz, seed, periodX, periodY, periodZ) {
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
    return perlin(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0 ^ z1),
        hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz);
}
function perlinIvec3Vec3UintUvec3Vec3(cellX, cellY, cellZ, fx, fy, fz, seed, periodX, periodY, periodZ) {
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
    return perlinGradient(hash(x0 ^ y0 ^ z0), hash(x1 ^ y0 ^ z0), hash(x0 ^ y1 ^ z0), hash(x1 ^ y1 ^ z0), hash(x0 ^ y0
        ^ z1), hash(x1 ^ y0 ^ z1), hash(x0 ^ y1 ^ z1), hash(x1 ^ y1 ^ z1), fx, fy, fz);
}

export function perlin3(x, y, z, seed) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    return perlinIvec3(wholeOf(x), wholeOf(y), wholeOf(z), fraction(x), fraction(y), fraction(z), seed);
}
export function perlin3Cell(cellX, cellY, cellZ, fx, fy, fz, seed) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    seed |= 0;
    return perlinIvec3(cellX, cellY, cellZ, guardFraction(fx), guardFraction(fy), guardFraction(fz), seed);
}
export function perlin3Gradient(x, y, z, seed, gradient) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2]] = perlinGradientIvec3(wholeOf(x), wholeOf(y), wholeOf(z), fraction(x),
        fraction(y), fraction(z), seed);
    return n;
}
export function perlin3GradientCell(cellX, cellY, cellZ, fx, fy, fz, seed, gradient) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    seed |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2]] = perlinGradientIvec3(cellX, cellY, cellZ, guardFraction(fx),
        guardFraction(fy), guardFraction(fz), seed);
    return n;
}
export function perlin3Periodic(x, y, z, seed, periodX, periodY, periodZ) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    return perlinPeriod(wholeOf(x), wholeOf(y), wholeOf(z), fraction(x), fraction(y), fraction(z), seed, periodX,
        periodY, periodZ);
}
export function perlin3PeriodicCell(cellX, cellY, cellZ, fx, fy, fz, seed, periodX, periodY, periodZ) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    return perlinPeriod(cellX, cellY, cellZ, guardFraction(fx), guardFraction(fy), guardFraction(fz), seed, periodX,
        periodY, periodZ);
}
export function perlin3PeriodicGradient(x, y, z, seed, periodX, periodY, periodZ, gradient) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2]] = perlinIvec3Vec3UintUvec3Vec3(wholeOf(x), wholeOf(y), wholeOf(z),
        fraction(x), fraction(y), fraction(z), seed, periodX, periodY, periodZ);
    return n;
}
export function perlin3PeriodicGradientCell(cellX, cellY, cellZ, fx, fy, fz, seed, periodX, periodY, periodZ,
    gradient) {
    cellX |= 0;
    cellY |= 0;
    cellZ |= 0;
    fx = fround(fx);
    fy = fround(fy);
    fz = fround(fz);
    seed |= 0;
    periodX |= 0;
    periodY |= 0;
    periodZ |= 0;
    let n;
    [n, gradient[0], gradient[1], gradient[2]] = perlinIvec3Vec3UintUvec3Vec3(cellX, cellY, cellZ, guardFraction(fx),
        guardFraction(fy), guardFraction(fz), seed, periodX, periodY, periodZ);
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
export function perlin3Fbm(x, y, z, seed, octaves, persistence, lacunarity, normalization) {
    x = fround(x);
    y = fround(y);
    z = fround(z);
    seed |= 0;
    octaves = fround(octaves);
    persistence = fround(persistence);
    lacunarity = fround(lacunarity);
    normalization = fround(normalization);
    let cellX = wholeOf(x);
    let cellY = wholeOf(y);
    let cellZ = wholeOf(z);
    let fx = fraction(x);
    let fy = fraction(y);
    let fz = fraction(z);
    let sum = 0;
    let amplitude = normalization;
    let rest = octaves;
    if (!hasOctave(rest, amplitude)) return 0;
    const factor = factorOf(lacunarity);
    const part = partOf(factor);
    while (true) {
        const i = fround(octaves - rest);
        const octaveSeed = seed ^ imul(i | 0, OCTAVE);
        const n = perlinIvec3(cellX, cellY, cellZ, fx, fy, fz, octaveSeed);
        sum = fround(sum + fround(fadedOf(amplitude, rest) * n));
        amplitude = fround(amplitude * persistence);
        rest = fround(rest - 1);
        if (!hasOctave(rest, amplitude)) break;
        [cellX, fx] = finer(cellX, fx, lacunarity, factor, part);
        [cellY, fy] = finer(cellY, fy, lacunarity, factor, part);
        [cellZ, fz] = finer(cellZ, fz, lacunarity, factor, part);
    }
    return snap(sum);
}

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
export function perlin3FbmNormalization(octaves, persistence) {
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
