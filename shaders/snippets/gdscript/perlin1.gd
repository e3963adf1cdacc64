# Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin1, perlin1_gradient, perlin1_periodic, perlin1_periodic_gradient, perlin1_fbm: in [-1, 1], 0 at lattice points.
# perlin1_cell(cell, fraction, seed) and so on: in a world of any size.
# Bits: the same as the C++ core's.

# Numbers of 32 bits.
static func f32(x: float) -> float: return Color(x, 0, 0).r
static func i32(x: int) -> int: return ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000

# x >> n, which is not allowed for negative x.
static func shifted(x: int, n: int) -> int: return ~(~x >> n) if x < 0 else x >> n

# The bits of a float, and back.
static func bits_of(x: float) -> int:
	var word := PackedByteArray([0, 0, 0, 0])
	word.encode_float(0, x)
	return word.decode_u32(0)
static func real_of(x: int) -> float:
	var word := PackedByteArray([0, 0, 0, 0])
	word.encode_u32(0, x)
	return word.decode_float(0)

# NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
# move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const TWICE_TINY = 0x57000000   # twice the bits of 2^-40
const TWICE_RANGE = 0x47000000  # from there to twice the bits of 2^31
static func guard(x: float) -> float:
	return x if (((bits_of(x) << 1) - TWICE_TINY) & 0xFFFFFFFF) < TWICE_RANGE else 0.0

# A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const TINY = 0x2B800000         # the bits of 2^-40
const TINY_TO_ONE = 0x14000000  # from there to the bits of 1
static func guard_fraction(f: float) -> float:
	return f if ((bits_of(f) - TINY) & 0xFFFFFFFF) <= TINY_TO_ONE else 0.0

# The cell of a coordinate: its whole part, rounded down.
static func whole_of(x: float) -> int: return int(floorf(guard(x)))

# A coordinate's position within its cell.
static func fraction(x: float) -> float:
	var x2: float = guard(x)
	var r: float = f32(x2 - floorf(x2))
	return r

# Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
# that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static func snap(x: float) -> float: return 0.0 if absf(x) < real_of(0x1F800000) else x

# 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static func quintic(t: float) -> float:
	var inner: float = f32(f32(t * f32(f32(t * 6.0) - 15.0)) + 10.0)
	var r: float = f32(f32(f32(t * t) * t) * inner)
	return r

# Its derivative, 30t^2(t-1)^2.
static func quintic_slope(t: float) -> float:
	var s: float = f32(t * f32(t - 1.0))
	var r: float = f32(30.0 * f32(s * s))
	return r

static func lerp_of(a: float, b: float, t: float) -> float:
	var r: float = f32(a + f32(t * f32(b - a)))
	return r

# Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
# numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
# millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
# one too many.
static func wrap_of(cell: int, period: int) -> int:
	if period == 0: return cell & 0xFFFFFFFF
	var rate: float = f32(f32(0.999999) / f32(period))
	var about: float = f32(f32(cell) * rate)
	var rest: int = (cell - int(floorf(about)) * period) & 0xFFFFFFFF
	var more: float = f32(f32(i32(rest)) * rate)
	rest = (rest - int(floorf(more)) * period) & 0xFFFFFFFF
	return (rest - period) & 0xFFFFFFFF if rest >= period else rest

# Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
# lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
# does. Cells beyond 2^32 wrap.
#
# The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
# others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
# multiples of 2^-23, and `part`, its fractional part.
static func factor_of(lacunarity: float) -> int:
	var scaled: float = f32(lacunarity * 8388608.0)
	return int(scaled) & 0xFFFFFFFF
static func part_of(n: int) -> float:
	var part: float = f32(real_of(0x3F800000 | (n & 0x7FFFFF)) - 1.0)
	return part

const PRIME_X = 0x9E3779B1

# Octave i uses seed ^ i*OCTAVE, so that no octave repeats another's lattice.
const OCTAVE = 0x9E3779B9

# The offset along x. A bijection: no two seeds give the same noise.
static func seeded(seed_: int) -> int: return (seed_ * 0x7FEB352D + 0x2C1B3C6D) & 0xFFFFFFFF

# The key of a lattice coordinate; t is its product with the axis's prime.
static func key(t: int, offset: int) -> int:
	var u: int = (t + offset) & 0xFFFFFFFF
	return ((u >> 16) * (u & 0xFFFF) + t) & 0xFFFFFFFF

# Hashes the xor of a lattice point's keys.
static func hash_of(k: int) -> int:
	var m: int = k & 0xFFFFFF
	return (m * m + k) & 0xFFFFFFFF

static func interpolate(a0: float, a1: float, w: float) -> float: return lerp_of(a0, a1, w)

# 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static func vector(h: int) -> float: return real_of((h & 0x80000000) | 0x3F800000 | ((h >> 8) & 0x7FFFFF))
static func vectors(h: int) -> float: return vector(h)

static func perlin(a0: int, a1: int, f: float) -> float:
	return snap(interpolate(f32(vectors(a0) * f), f32(vectors(a1) * f32(f - 1.0)), quintic(f)))
static func perlin_gradient(a0: int, a1: int, f: float) -> Array:
	var gradient: float
	var w: float = quintic(f)
	var rx: float = f32(vectors(a0) * f)
	var d: float = f32(f32(vectors(a1) * f32(f - 1.0)) - rx)
	var r: float = f32(interpolate(vectors(a0), vectors(a1), w) + f32(quintic_slope(f) * d))
	var n2: float = f32(rx + f32(w * d))
	gradient = snap(r)
	return [snap(n2), gradient]
static func perlin_int(cell: int, f: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	return perlin(hash_of(key(t, offset)), hash_of(key((t + PRIME_X) & 0xFFFFFFFF, offset)), f)
static func perlin_gradient_int(cell: int, f: float, seed_: int) -> Array:
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	return perlin_gradient(hash_of(key(t, offset)), hash_of(key((t + PRIME_X) & 0xFFFFFFFF, offset)), f)
static func perlin_period(cell: int, f: float, seed_: int, period: int) -> float:
	var cell2: int = wrap_of(cell, period)
	var offset: int = seeded(seed_)
	var t: int = (cell2 * PRIME_X) & 0xFFFFFFFF
	return perlin(hash_of(key(t, offset)), hash_of(key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period else (t + PRIME_X) &
		0xFFFFFFFF, offset)), f)
static func perlin_int_float_uint_uint_float(cell: int, f: float, seed_: int, period: int) -> Array:
	var cell2: int = wrap_of(cell, period)
	var offset: int = seeded(seed_)
	var t: int = (cell2 * PRIME_X) & 0xFFFFFFFF
	return perlin_gradient(hash_of(key(t, offset)), hash_of(key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period else (t +
		PRIME_X) & 0xFFFFFFFF, offset)), f)

static func perlin1(x: float, seed_: int) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	return perlin_int(whole_of(x), fraction(x), seed_)
static func perlin1_cell(cell: int, f: float, seed_: int) -> float:
	cell = i32(cell)
	f = f32(f)
	seed_ &= 0xFFFFFFFF
	return perlin_int(cell, guard_fraction(f), seed_)
static func perlin1_gradient(x: float, seed_: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	var parts1 := perlin_gradient_int(whole_of(x), fraction(x), seed_)
	var n: float = parts1[0]
	gradient[0] = parts1[1]
	return n
static func perlin1_gradient_cell(cell: int, f: float, seed_: int, gradient: PackedFloat32Array) -> float:
	cell = i32(cell)
	f = f32(f)
	seed_ &= 0xFFFFFFFF
	var parts2 := perlin_gradient_int(cell, guard_fraction(f), seed_)
	var n: float = parts2[0]
	gradient[0] = parts2[1]
	return n
static func perlin1_periodic(x: float, seed_: int, period: int) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	period &= 0xFFFFFFFF
	return perlin_period(whole_of(x), fraction(x), seed_, period)
static func perlin1_periodic_cell(cell: int, f: float, seed_: int, period: int) -> float:
	cell = i32(cell)
	f = f32(f)
	seed_ &= 0xFFFFFFFF
	period &= 0xFFFFFFFF
	return perlin_period(cell, guard_fraction(f), seed_, period)
static func perlin1_periodic_gradient(x: float, seed_: int, period: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	period &= 0xFFFFFFFF
	var parts3 := perlin_int_float_uint_uint_float(whole_of(x), fraction(x), seed_, period)
	var n: float = parts3[0]
	gradient[0] = parts3[1]
	return n
static func perlin1_periodic_gradient_cell(cell: int, f: float, seed_: int, period: int, gradient: PackedFloat32Array) \
	-> float:
	cell = i32(cell)
	f = f32(f)
	seed_ &= 0xFFFFFFFF
	period &= 0xFFFFFFFF
	var parts4 := perlin_int_float_uint_uint_float(cell, guard_fraction(f), seed_, period)
	var n: float = parts4[0]
	gradient[0] = parts4[1]
	return n

# True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
# 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
static func has_octave(rest: float, amplitude: float) -> bool:
	return rest > 0.0 and amplitude >= real_of(0x21800000)

# The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
static func faded_of(amplitude: float, rest: float) -> float:
	var r: float = f32(amplitude * (rest if rest < 1.0 else 1.0))
	return r

# octaves        1..32; a fraction fades the last octave in
# persistence    0..2
# lacunarity     1..8
# normalization  from isonoise::fbm() on the CPU, since GPU division is not exact
static func perlin1_fbm(x: float, seed_: int, octaves: float, persistence: float, lacunarity: float, normalization:
	float) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	octaves = f32(octaves)
	persistence = f32(persistence)
	lacunarity = f32(lacunarity)
	normalization = f32(normalization)
	var cell: int = whole_of(x) & 0xFFFFFFFF
	var f: float = fraction(x)
	var sum: float = 0.0
	var amplitude: float = normalization
	var rest: float = octaves
	if not has_octave(rest, amplitude): return 0.0
	var factor: int = factor_of(lacunarity)
	var part: float = part_of(factor)
	while true:
		var i: float = f32(octaves - rest)
		var octave_seed: int = seed_ ^ ((int(i) * OCTAVE) & 0xFFFFFFFF)
		var n: float = perlin_int(i32(cell), f, octave_seed)
		sum = f32(sum + f32(faded_of(amplitude, rest) * n))
		amplitude = f32(amplitude * persistence)
		rest = f32(rest - 1.0)
		if not has_octave(rest, amplitude): break
		var low: int = (cell * factor) & 0xFFFFFFFF
		var next: int = (cell * (factor >> 23) + (int(f32(f32(i32(cell)) * part)))) & 0xFFFFFFFF
		var next2: int = (next + (shifted(i32((low - (next << 23)) & 0xFFFFFFFF), 23))) & 0xFFFFFFFF
		var t: float = f32(f32(f * lacunarity) + part_of(low))
		var whole: int = int(t)
		f = f32(t - f32(whole))
		cell = (next2 + whole) & 0xFFFFFFFF
	return snap(sum)

# The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static func perlin1_fbm_normalization(octaves: float, persistence: float) -> float:
	octaves = f32(octaves)
	persistence = f32(persistence)
	if not (octaves > 1.0): return 1.0
	var sum: float = 0.0
	var amplitude: float = 1.0
	var i: float = 0.0
	while i < octaves:
		var rest: float = f32(octaves - i)
		var faded: float = f32(amplitude * (rest if rest < 1.0 else 1.0))
		sum = sum + faded
		amplitude = f32(amplitude * persistence)
		i = f32(i + 1.0)
	return f32(0.999996185302734375 / sum)
