# perlin, 2 dimensions, seed 16, frequency 0.011, octaves 7, persistence 0.47, lacunarity 2.03 (isonoise 0.1.0)
# isonoise, isonoise_cell, isonoise_gradient, isonoise_gradient_cell: in [-1, 1].
# Bits: the same as the C++ core's.
# (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html

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

const PLAN_FREQUENCY = Color(1476395.0 / 134217728.0, 0, 0).r  # cells per unit of coordinate
const PLAN_LACUNARITY = Color(8514437.0 / 4194304.0, 0, 0).r  # frequency ratio of successive octaves
const PLAN_SCALE = Color(1465999.0 / 1048576.0, 0, 0).r  # from the kernel's result to [-1, 1]
const PLAN_BIAS = Color(0.0, 0, 0).r  # the mean of the octaves that filter-width removes
const PLAN_COUNT = 7  # number of nonzero octaves
const PLAN_UNIT = 0  # 1 where output is unit
const PLAN_SLOPE_UNIT = Color(3145883.0 / 536870912.0, 0, 0).r  # gradients are in multiples of this

# Of each octave:
# together at most 1
const OCTAVE_AMPLITUDE: Array[float] = [558573.0 / 1048576.0, 4200469.0 / 16777216.0, 15793763.0 / 134217728.0,
	14846137.0 / 268435456.0, 13955369.0 / 536870912.0, 13118047.0 / 1073741824.0, 3082741.0 / 536870912.0]

# its part of the gradient, relative to octave 0
const OCTAVE_SLOPE: Array[float] = [1.0, 8003571.0 / 8388608.0, 15272413.0 / 16777216.0, 14571409.0 / 16777216.0,
	6951291.0 / 8388608.0, 13264453.0 / 16777216.0, 6327807.0 / 8388608.0]

# the offset of its keys along x
const OCTAVE_SEED: Array[int] = [0x2ACE8F3D, 0xFD2E9C22, 0xCCF54EA7, 0x9A22A6CC, 0x69E95951, 0x3C496636, 0x0C1018BB]

# its number of windows of 2^32 cells
const OCTAVE_WINDOWS: Array[int] = [1, 1, 1, 1, 1, 1, 1]

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

# A lattice coordinate is xored with its window times this.
const WINDOW = 0xD1B54A35

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
const PRIME_Y = 0x85EBCA77

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88

# The key of a lattice coordinate; t is its product with the axis's prime.
static func key(t: int, offset: int) -> int:
	var u: int = (t + offset) & 0xFFFFFFFF
	return ((u >> 16) * (u & 0xFFFF) + t) & 0xFFFFFFFF

# The same for any two lattice coordinates.
static func keys(ends: int, prime: int, offset: int) -> int: return key((ends * prime) & 0xFFFFFFFF, offset)

# Hashes the xor of a lattice point's keys.
static func hash_of(k: int) -> int:
	var m: int = k & 0xFFFFFF
	return (m * m + k) & 0xFFFFFFFF

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

static func place(cell: int, f: float) -> Array:
	var place_cell: int
	var place_high: int
	var place_f: float
	place_cell = cell & 0xFFFFFFFF
	place_high = 0
	place_f = f
	return [place_cell, place_high, place_f]

# Steps to the next octave along one axis; `period` and `windows` belong to that octave.
static func next_of(cell: int, f: float, period: int) -> Array:
	var factor: int = factor_of(PLAN_LACUNARITY)
	var part: float = part_of(factor)
	var low: int = (cell * factor) & 0xFFFFFFFF
	var next: int = (cell * (factor >> 23) + (int(f32(f32(i32(cell)) * part)))) & 0xFFFFFFFF
	var next2: int = (next + (shifted(i32((low - (next << 23)) & 0xFFFFFFFF), 23))) & 0xFFFFFFFF
	var t: float = f32(f32(f * PLAN_LACUNARITY) + part_of(low))
	var whole: int = int(t)
	f = f32(t - f32(whole))
	cell = (next2 + whole) & 0xFFFFFFFF
	if cell == period: cell = 0
	return [cell, f]

# The selected fade, and its derivative.
static func fade(t: float) -> float:
	return quintic(t)
static func fade_slope(t: float) -> float:
	return quintic_slope(t)
static func weights(f: float) -> float: return fade(f)
static func weight_slopes(f: float) -> float: return fade_slope(f)
static func ends_at_at(at_cell_x: int, at_cell_y: int, at_high_x: int, at_high_y: int, i: int, seed_: int) -> Array:
	var ends_at_x_x: int
	var ends_at_x_y: int
	var ends_at_y_x: int
	var ends_at_y_y: int
	var windows: int = OCTAVE_WINDOWS[i]
	var next: int = (at_high_x + 1) & 0xFFFFFFFF
	var next2: int = at_high_x if at_cell_x != 0x7FFFFFFF else (0 if next == windows else next)
	var next3: int = (at_cell_x + 1) & 0xFFFFFFFF
	ends_at_x_x = keys(at_cell_x ^ ((at_high_x * WINDOW) & 0xFFFFFFFF), PRIME_X, seed_)
	ends_at_x_y = keys((0 if next3 == 0 else next3) ^ ((next2 * WINDOW) & 0xFFFFFFFF), PRIME_X, seed_)
	var next4: int = (at_high_y + 1) & 0xFFFFFFFF
	var next5: int = at_high_y if at_cell_y != 0x7FFFFFFF else (0 if next4 == windows else next4)
	var next6: int = (at_cell_y + 1) & 0xFFFFFFFF
	ends_at_y_x = keys(at_cell_y ^ ((at_high_y * WINDOW) & 0xFFFFFFFF), PRIME_Y, OFFSET_Y)
	ends_at_y_y = keys((0 if next6 == 0 else next6) ^ ((next5 * WINDOW) & 0xFFFFFFFF), PRIME_Y, OFFSET_Y)
	return [ends_at_x_x, ends_at_x_y, ends_at_y_x, ends_at_y_y]

# Applies the fractal to an octave; shape_slope() is the derivative.
static func shaped(n: float) -> float:
	return n
static func shape_slope() -> float:
	return 1.0

static func count_of() -> int: return PLAN_COUNT

# The octaves, summed. fbm.glsl explains where the loop breaks.
static func sum_of(at_cell_x: int, at_cell_y: int, at_high_x: int, at_high_y: int, at_f_x: float, at_f_y: float,
	layer: int) -> float:
	var sum: float = PLAN_BIAS
	var count: int = count_of()
	var i: int = 0
	while true:
		var at_cell_x2: int = at_cell_x
		var at_cell_y2: int = at_cell_y
		var at_high_x2: int = at_high_x
		var at_high_y2: int = at_high_y
		var at_f_x2: float = at_f_x
		var at_f_y2: float = at_f_y
		var i2: int = i
		var seed_: int = OCTAVE_SEED[i] ^ layer
		var parts1 := ends_at_at(at_cell_x2, at_cell_y2, at_high_x2, at_high_y2, i2, seed_)
		var e_x_x: int = parts1[0]
		var e_x_y: int = parts1[1]
		var e_y_x: int = parts1[2]
		var e_y_y: int = parts1[3]
		var wx: float = weights(at_f_x2)
		var parts2 := corners(hash_of(e_x_x ^ e_y_x), hash_of(e_x_y ^ e_y_x), hash_of(e_x_x ^ e_y_y), hash_of(e_x_y ^
			e_y_y), at_f_x2, at_f_y2)
		var result_x: float = parts2[0]
		var result_y: float = parts2[1]
		var result_z: float = parts2[2]
		var result_w: float = parts2[3]
		var n: float = lerp_of(lerp_of(result_x, result_y, wx), lerp_of(result_z, result_w, wx), weights(at_f_y2))
		var n2: float = scaled_of(n, PLAN_SCALE)
		sum = f32(sum + f32(f32(OCTAVE_AMPLITUDE[i]) * shaped(n2)))
		if ((i + 1) & 0xFFFFFFFF) >= count: break
		var parts3 := next_of(at_cell_x, at_f_x, 0)
		at_cell_x = parts3[0]
		at_f_x = parts3[1]
		var parts4 := next_of(at_cell_y, at_f_y, 0)
		at_cell_y = parts4[0]
		at_f_y = parts4[1]
		i += 1
	return snap(sum)

# With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
static func sum_gradient(at_cell_x: int, at_cell_y: int, at_high_x: int, at_high_y: int, at_f_x: float, at_f_y: float,
	layer: int) -> Array:
	var gradient_x: float
	var gradient_y: float
	var sum: float = PLAN_BIAS
	var slope_x: float = 0.0
	var slope_y: float = 0.0
	var count: int = count_of()
	var i: int = 0
	while true:
		var at_cell_x2: int = at_cell_x
		var at_cell_y2: int = at_cell_y
		var at_high_x2: int = at_high_x
		var at_high_y2: int = at_high_y
		var at_f_x2: float = at_f_x
		var at_f_y2: float = at_f_y
		var i2: int = i
		var seed_: int = OCTAVE_SEED[i] ^ layer
		var parts5 := ends_at_at(at_cell_x2, at_cell_y2, at_high_x2, at_high_y2, i2, seed_)
		var e_x_x: int = parts5[0]
		var e_x_y: int = parts5[1]
		var e_y_x: int = parts5[2]
		var e_y_y: int = parts5[3]
		var a0: int = hash_of(e_x_x ^ e_y_x)
		var a1: int = hash_of(e_x_y ^ e_y_x)
		var a2: int = hash_of(e_x_x ^ e_y_y)
		var a3: int = hash_of(e_x_y ^ e_y_y)
		var wx: float = weights(at_f_x2)
		var wy: float = weights(at_f_y2)
		var parts6 := corners(a0, a1, a2, a3, at_f_x2, at_f_y2)
		var result_x: float = parts6[0]
		var result_y: float = parts6[1]
		var result_z: float = parts6[2]
		var result_w: float = parts6[3]
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
		var rx3: float = f32(total(flip(select(n0, 0, rx, shorter_x), a0, 30), flip(select(n1, 0, ry, shorter_y), a1,
			30), flip(select(n2, 0, rz, shorter_z), a2, 30), flip(select(n3, 0, rw, shorter_w), a3, 30)) +
			f32(weight_slopes(at_f_x2) * lerp_of(dx_x, dx_y, wy)))
		var ry3: float = f32(total(flip(select(n0, 0, shorter_x, rx), a0, 29), flip(select(n1, 0, shorter_y, ry), a1,
			29), flip(select(n2, 0, shorter_z, rz), a2, 29), flip(select(n3, 0, shorter_w, rw), a3, 29)) +
			f32(weight_slopes(at_f_y2) * dy))
		var n: float = scaled_of(f32(x0 + f32(wy * dy)), PLAN_SCALE)
		sum = f32(sum + f32(f32(OCTAVE_AMPLITUDE[i]) * shaped(n)))
		var share: float = f32(OCTAVE_SLOPE[i])
		var factor: float = f32(share * shape_slope())
		slope_x = f32(slope_x + f32(factor * scaled_of(rx3, PLAN_SCALE)))
		slope_y = f32(slope_y + f32(factor * scaled_of(ry3, PLAN_SCALE)))
		if ((i + 1) & 0xFFFFFFFF) >= count: break
		var parts7 := next_of(at_cell_x, at_f_x, 0)
		at_cell_x = parts7[0]
		at_f_x = parts7[1]
		var parts8 := next_of(at_cell_y, at_f_y, 0)
		at_cell_y = parts8[0]
		at_f_y = parts8[1]
		i += 1
	gradient_x = slope_x
	gradient_y = slope_y
	return [snap(sum), gradient_x, gradient_y]

static func output(n: float) -> float:
	var unit: float = f32(f32(n + 1.0) * 0.5)
	return unit if PLAN_UNIT != 0 else n

static func value(at_cell_x: int, at_cell_y: int, at_high_x: int, at_high_y: int, at_f_x: float, at_f_y: float) -> \
	float:
	var n: float = sum_of(at_cell_x, at_cell_y, at_high_x, at_high_y, at_f_x, at_f_y, 0)
	return output(n)

static func value_gradient(at_cell_x: int, at_cell_y: int, at_high_x: int, at_high_y: int, at_f_x: float, at_f_y:
	float) -> Array:
	var gradient_x: float
	var gradient_y: float
	var parts9 := sum_gradient(at_cell_x, at_cell_y, at_high_x, at_high_y, at_f_x, at_f_y, 0)
	var n: float = parts9[0]
	var slope_x: float = parts9[1]
	var slope_y: float = parts9[2]
	var n2: float = n
	var scaled_x: float = f32(slope_x * PLAN_SLOPE_UNIT)
	var scaled_y: float = f32(slope_y * PLAN_SLOPE_UNIT)
	var halved_x: float = f32(scaled_x * 0.5)
	var halved_y: float = f32(scaled_y * 0.5)
	var yes: bool = PLAN_UNIT != 0
	gradient_x = snap(halved_x if yes else scaled_x)
	gradient_y = snap(halved_y if yes else scaled_y)
	return [output(n2), gradient_x, gradient_y]

# The noise at a coordinate.
static func isonoise(x: float, y: float) -> float:
	x = f32(x)
	y = f32(y)
	var qx: float = f32(x * PLAN_FREQUENCY)
	var qy: float = f32(y * PLAN_FREQUENCY)
	var parts10 := place(whole_of(qx), fraction(qx))
	var place_cell_x: int = parts10[0]
	var place_high_x: int = parts10[1]
	var place_f_x: float = parts10[2]
	var parts11 := place(whole_of(qy), fraction(qy))
	var place_cell_y: int = parts11[0]
	var place_high_y: int = parts11[1]
	var place_f_y: float = parts11[2]
	return value(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)

# In a cell, after frequency, at a fraction of it, for worlds of any size.
static func isonoise_cell(cell_x: int, cell_y: int, fraction_x: float, fraction_y: float) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fraction_x = f32(fraction_x)
	fraction_y = f32(fraction_y)
	var parts12 := place(cell_x, guard_fraction(fraction_x))
	var place_cell_x: int = parts12[0]
	var place_high_x: int = parts12[1]
	var place_f_x: float = parts12[2]
	var parts13 := place(cell_y, guard_fraction(fraction_y))
	var place_cell_y: int = parts13[0]
	var place_high_y: int = parts13[1]
	var place_f_y: float = parts13[2]
	return value(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)

# Also returns the derivative by each coordinate.
static func isonoise_gradient(x: float, y: float, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	var qx: float = f32(x * PLAN_FREQUENCY)
	var qy: float = f32(y * PLAN_FREQUENCY)
	var parts14 := place(whole_of(qx), fraction(qx))
	var place_cell_x: int = parts14[0]
	var place_high_x: int = parts14[1]
	var place_f_x: float = parts14[2]
	var parts15 := place(whole_of(qy), fraction(qy))
	var place_cell_y: int = parts15[0]
	var place_high_y: int = parts15[1]
	var place_f_y: float = parts15[2]
	var parts16 := value_gradient(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)
	var n: float = parts16[0]
	var gradient_x: float = parts16[1]
	var gradient_y: float = parts16[2]
	var n2: float = n
	gradient[0] = gradient_x
	gradient[1] = gradient_y
	return n2
static func isonoise_gradient_cell(cell_x: int, cell_y: int, fraction_x: float, fraction_y: float, gradient:
	PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fraction_x = f32(fraction_x)
	fraction_y = f32(fraction_y)
	var parts17 := place(cell_x, guard_fraction(fraction_x))
	var place_cell_x: int = parts17[0]
	var place_high_x: int = parts17[1]
	var place_f_x: float = parts17[2]
	var parts18 := place(cell_y, guard_fraction(fraction_y))
	var place_cell_y: int = parts18[0]
	var place_high_y: int = parts18[1]
	var place_f_y: float = parts18[2]
	var parts19 := value_gradient(place_cell_x, place_cell_y, place_high_x, place_high_y, place_f_x, place_f_y)
	var n: float = parts19[0]
	var gradient_x: float = parts19[1]
	var gradient_y: float = parts19[2]
	var n2: float = n
	gradient[0] = gradient_x
	gradient[1] = gradient_y
	return n2
