# Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin2, perlin2_gradient, perlin2_periodic, perlin2_periodic_gradient, perlin2_fbm: in [-1, 1], 0 at lattice points.
# perlin2_cell(cell, fraction, seed) and so on: in a world of any size.
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
static func whole_of(p: float) -> int: return int(floorf(guard(p)))

# A coordinate's position within its cell.
static func fraction(p: float) -> float:
	var x: float = guard(p)
	var r: float = f32(x - floorf(x))
	return r

# Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
# that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static func snap(x: float) -> float: return 0.0 if absf(x) < real_of(0x1F800000) else x

# Scaled and snapped.
static func scaled_of(n: float, scale: float) -> float:
	var r: float = f32(n * scale)
	return snap(r)

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
static func finer(cell: int, f: float, lacunarity: float, factor: int, part: float) -> Array:
	var low: int = (cell * factor) & 0xFFFFFFFF
	var share: float = f32(f32(i32(cell)) * part)
	var next: int = (cell * (factor >> 23) + int(share)) & 0xFFFFFFFF
	next = (next + (shifted(i32((low - (next << 23)) & 0xFFFFFFFF), 23))) & 0xFFFFFFFF
	var t: float = f32(f32(f * lacunarity) + part_of(low))
	var whole: int = int(t)
	var left: float = f32(t - f32(whole))
	f = left
	cell = (next + whole) & 0xFFFFFFFF
	return [cell, f]

const PRIME_X = 0x9E3779B1
const PRIME_Y = 0x85EBCA77

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88

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

# 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
# so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const SCALE2 = Color(1465999.0 / 1048576.0, 0, 0).r

# The tangent of 22.5 degrees.
const TANGENT = Color(13898701.0 / 33554432.0, 0, 0).r

# x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static func flip(x: float, h: int, bit: int) -> float:
	return real_of((bits_of(x) + ((h & ((1 << bit) & 0xFFFFFFFF)) << ((31 - bit) & 0xFFFFFFFF))) & 0xFFFFFFFF)

# x where h is below a bound, else y.
static func select(h: int, bound: int, x: float, y: float) -> float: return x if h < bound else y

# The sum of all four, added in pairs; or of a and b, which are added first.
static func total(vx: float, vy: float, vz: float, vw: float) -> float:
	var pairs_x: float = f32(vx + vy)
	var pairs_y: float = f32(vz + vw)
	var r: float = f32(pairs_x + pairs_y)
	return r

# 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
# component; bits 30 and 29 are the signs of x and y.
#
# Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
static func corners(h0: int, h1: int, h2: int, h3: int, fx: float, fy: float) -> Array:
	var result_x: float
	var result_y: float
	var result_z: float
	var result_w: float
	var gx: float = f32(1.0 - fx)
	var gy: float = f32(1.0 - fy)
	var low_x: float = f32(TANGENT * fx)
	var low_y: float = f32(TANGENT * fy)
	var high_x: float = f32(TANGENT * gx)
	var high_y: float = f32(TANGENT * gy)
	var n0: int = i32(h0)
	var n1: int = i32(h1)
	var n2: int = i32(h2)
	var n3: int = i32(h3)
	var px: float = select(n0, 0, fx, low_x)
	var py: float = select(n0, 0, low_y, fy)
	var qx: float = select(n1, 0, gx, high_x)
	var qy: float = select(n1, 0, low_y, fy)
	var rx: float = select(n2, 0, fx, low_x)
	var ry: float = select(n2, 0, high_y, gy)
	var sx: float = select(n3, 0, gx, high_x)
	var sy: float = select(n3, 0, high_y, gy)
	var ux: float = flip(px, h0, 30)
	var uy: float = flip(qx, h1, 30)
	var uz: float = flip(rx, h2, 30)
	var uw: float = flip(sx, h3, 30)
	var vx: float = flip(py, h0, 29)
	var vy: float = flip(qy, h1, 29)
	var vz: float = flip(ry, h2, 29)
	var vw: float = flip(sy, h3, 29)
	var a: float = f32(ux + vx)
	var b: float = f32(vy - uy)
	var c: float = f32(uz - vz)
	var d: float = f32(-uw - vw)
	result_x = a
	result_y = b
	result_z = c
	result_w = d
	return [result_x, result_y, result_z, result_w]

static func perlin(a0: int, a1: int, a2: int, a3: int, fx: float, fy: float) -> float:
	var wx: float = quintic(fx)
	var parts1 := corners(a0, a1, a2, a3, fx, fy)
	var result_x: float = parts1[0]
	var result_y: float = parts1[1]
	var result_z: float = parts1[2]
	var result_w: float = parts1[3]
	return scaled_of(lerp_of(lerp_of(result_x, result_y, wx), lerp_of(result_z, result_w, wx), quintic(fy)), SCALE2)
static func perlin_gradient(a0: int, a1: int, a2: int, a3: int, fx: float, fy: float) -> Array:
	var gradient_x: float
	var gradient_y: float
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var parts2 := corners(a0, a1, a2, a3, fx, fy)
	var result_x: float = parts2[0]
	var result_y: float = parts2[1]
	var result_z: float = parts2[2]
	var result_w: float = parts2[3]
	var dx_x: float = f32(result_y - result_x)
	var dx_y: float = f32(result_w - result_z)
	var x0: float = f32(result_x + f32(wx * dx_x))
	var dy: float = f32(f32(result_z + f32(wx * dx_y)) - x0)
	var vx: float = f32(1.0 - wx)
	var vy: float = f32(1.0 - wy)
	var rx: float = f32(vx * vy)
	var ry: float = f32(wx * vy)
	var rz: float = f32(vx * wy)
	var rw: float = f32(wx * wy)
	var shorter_x: float = f32(TANGENT * rx)
	var shorter_y: float = f32(TANGENT * ry)
	var shorter_z: float = f32(TANGENT * rz)
	var shorter_w: float = f32(TANGENT * rw)
	var n0: int = i32(a0)
	var n1: int = i32(a1)
	var n2: int = i32(a2)
	var n3: int = i32(a3)
	var rx3: float = f32(total(flip(select(n0, 0, rx, shorter_x), a0, 30), flip(select(n1, 0, ry, shorter_y), a1, 30),
		flip(select(n2, 0, rz, shorter_z), a2, 30), flip(select(n3, 0, rw, shorter_w), a3, 30)) +
		f32(quintic_slope(fx) * lerp_of(dx_x, dx_y, wy)))
	var ry3: float = f32(total(flip(select(n0, 0, shorter_x, rx), a0, 29), flip(select(n1, 0, shorter_y, ry), a1, 29),
		flip(select(n2, 0, shorter_z, rz), a2, 29), flip(select(n3, 0, shorter_w, rw), a3, 29)) +
		f32(quintic_slope(fy) * dy))
	var n: float = f32(x0 + f32(wy * dy))
	gradient_x = scaled_of(rx3, SCALE2)
	gradient_y = scaled_of(ry3, SCALE2)
	return [scaled_of(n, SCALE2), gradient_x, gradient_y]
static func perlin_ivec2(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	return perlin(hash_of(x0 ^ y0), hash_of(x1 ^ y0), hash_of(x0 ^ y1), hash_of(x1 ^ y1), fx, fy)
static func perlin_gradient_ivec2(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int) -> Array:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	return perlin_gradient(hash_of(x0 ^ y0), hash_of(x1 ^ y0), hash_of(x0 ^ y1), hash_of(x1 ^ y1), fx, fy)
static func perlin_period(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int, period_x: int, period_y: int) -> \
	float:
	var cell: int = wrap_of(cell_x, period_x)
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key(0 if ((cell + 1) & 0xFFFFFFFF) == period_x else (t + PRIME_X) & 0xFFFFFFFF, offset)
	var cell2: int = wrap_of(cell_y, period_y)
	var t2: int = (cell2 * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period_y else (t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	return perlin(hash_of(x0 ^ y0), hash_of(x1 ^ y0), hash_of(x0 ^ y1), hash_of(x1 ^ y1), fx, fy)
static func perlin_ivec2_vec2_uint_uvec2_vec2(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int, period_x:
	int, period_y: int) -> Array:
	var cell: int = wrap_of(cell_x, period_x)
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key(0 if ((cell + 1) & 0xFFFFFFFF) == period_x else (t + PRIME_X) & 0xFFFFFFFF, offset)
	var cell2: int = wrap_of(cell_y, period_y)
	var t2: int = (cell2 * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period_y else (t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	return perlin_gradient(hash_of(x0 ^ y0), hash_of(x1 ^ y0), hash_of(x0 ^ y1), hash_of(x1 ^ y1), fx, fy)

static func perlin2(x: float, y: float, seed_: int) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed_)
static func perlin2_cell(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fx = f32(fx)
	fy = f32(fy)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed_)
static func perlin2_gradient(x: float, y: float, seed_: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	var parts3 := perlin_gradient_ivec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed_)
	var n: float = parts3[0]
	gradient[0] = parts3[1]
	gradient[1] = parts3[2]
	return n
static func perlin2_gradient_cell(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int, gradient:
	PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fx = f32(fx)
	fy = f32(fy)
	seed_ &= 0xFFFFFFFF
	var parts4 := perlin_gradient_ivec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed_)
	var n: float = parts4[0]
	gradient[0] = parts4[1]
	gradient[1] = parts4[2]
	return n
static func perlin2_periodic(x: float, y: float, seed_: int, period_x: int, period_y: int) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	return perlin_period(whole_of(x), whole_of(y), fraction(x), fraction(y), seed_, period_x, period_y)
static func perlin2_periodic_cell(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int, period_x: int, period_y:
	int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fx = f32(fx)
	fy = f32(fy)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	return perlin_period(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed_, period_x, period_y)
static func perlin2_periodic_gradient(x: float, y: float, seed_: int, period_x: int, period_y: int, gradient:
	PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	var parts5 := perlin_ivec2_vec2_uint_uvec2_vec2(whole_of(x), whole_of(y), fraction(x), fraction(y), seed_,
		period_x, period_y)
	var n: float = parts5[0]
	gradient[0] = parts5[1]
	gradient[1] = parts5[2]
	return n
static func perlin2_periodic_gradient_cell(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int, period_x: int,
	period_y: int, gradient: PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fx = f32(fx)
	fy = f32(fy)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	var parts6 := perlin_ivec2_vec2_uint_uvec2_vec2(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed_,
		period_x, period_y)
	var n: float = parts6[0]
	gradient[0] = parts6[1]
	gradient[1] = parts6[2]
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
static func perlin2_fbm(x: float, y: float, seed_: int, octaves: float, persistence: float, lacunarity: float,
	normalization: float) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	octaves = f32(octaves)
	persistence = f32(persistence)
	lacunarity = f32(lacunarity)
	normalization = f32(normalization)
	var cell_x: int = whole_of(x) & 0xFFFFFFFF
	var cell_y: int = whole_of(y) & 0xFFFFFFFF
	var fx: float = fraction(x)
	var fy: float = fraction(y)
	var sum: float = 0.0
	var amplitude: float = normalization
	var rest: float = octaves
	if not has_octave(rest, amplitude): return 0.0
	var factor: int = factor_of(lacunarity)
	var part: float = part_of(factor)
	while true:
		var i: float = f32(octaves - rest)
		var octave_seed: int = seed_ ^ ((int(i) * OCTAVE) & 0xFFFFFFFF)
		var n: float = perlin_ivec2(i32(cell_x), i32(cell_y), fx, fy, octave_seed)
		sum = f32(sum + f32(faded_of(amplitude, rest) * n))
		amplitude = f32(amplitude * persistence)
		rest = f32(rest - 1.0)
		if not has_octave(rest, amplitude): break
		var parts7 := finer(cell_x, fx, lacunarity, factor, part)
		cell_x = parts7[0]
		fx = parts7[1]
		var parts8 := finer(cell_y, fy, lacunarity, factor, part)
		cell_y = parts8[0]
		fy = parts8[1]
	return snap(sum)

# The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static func perlin2_fbm_normalization(octaves: float, persistence: float) -> float:
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
