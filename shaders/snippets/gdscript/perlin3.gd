# Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin3, perlin3_gradient, perlin3_periodic, perlin3_periodic_gradient, perlin3_fbm: in [-1, 1], 0 at lattice points.
# perlin3_cell(cell, fraction, seed) and so on: in a world of any size.
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
const PRIME_Z = 0xC2B2AE3D

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88
const OFFSET_Z = 0x85A308D3

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

const SCALE3 = Color(1011792.0 / 1048576.0, 0, 0).r

# Thirds of the range of a hash as a signed number: below THIRD1, below THIRD2, the rest.
const THIRD1 = -715827882
const THIRD2 = 715827883

# x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
static func flip(x: float, h: int, bit: int) -> float:
	return real_of((bits_of(x) + ((h & ((1 << bit) & 0xFFFFFFFF)) << ((31 - bit) & 0xFFFFFFFF))) & 0xFFFFFFFF)

# x where h is below a bound, else y.
static func select(h: int, bound: int, x: float, y: float) -> float: return x if h < bound else y

# The sum of all four, added in pairs; or of a and b, which are added first.
static func total_b(a0: float, a1: float, a2: float, a3: float, b0: float, b1: float, b2: float, b3: float) -> float:
	var sum_x: float = f32(a0 + b0)
	var sum_y: float = f32(a1 + b1)
	var sum_z: float = f32(a2 + b2)
	var sum_w: float = f32(a3 + b3)
	return f32(f32(sum_x + sum_y) + f32(sum_z + sum_w))

# 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
# the position of h within its third.
static func corners(h: int, x: float, y: float, z: float) -> float:
	var rest: int = ((h << 1) + h) & 0xFFFFFFFF
	var u: float = select(i32(h), THIRD1, y, x)
	var v: float = select(i32(h), THIRD2, z, y)
	var r: float = f32(flip(u, rest, 31) + flip(v, rest, 30))
	return r
static func weighted(h: int, w: float) -> Array:
	var x: float
	var y: float
	var z: float
	var rest: int = ((h << 1) + h) & 0xFFFFFFFF
	var n: int = i32(h)
	var u: float = flip(w, rest, 31)
	var v: float = flip(w, rest, 30)
	x = select(n, THIRD1, 0.0, u)
	y = select(n, THIRD1, u, select(n, THIRD2, 0.0, v))
	z = select(n, THIRD2, v, 0.0)
	return [x, y, z]

static func perlin(a0: int, a1: int, a2: int, a3: int, b0: int, b1: int, b2: int, b3: int, fx: float, fy: float, fz:
	float) -> float:
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var gx: float = f32(fx - 1.0)
	var gy: float = f32(fy - 1.0)
	var gz: float = f32(fz - 1.0)
	var x0: float = lerp_of(corners(a0, fx, fy, fz), corners(a1, gx, fy, fz), wx)
	var x1: float = lerp_of(corners(a2, fx, gy, fz), corners(a3, gx, gy, fz), wx)
	var x2: float = lerp_of(corners(b0, fx, fy, gz), corners(b1, gx, fy, gz), wx)
	var x3: float = lerp_of(corners(b2, fx, gy, gz), corners(b3, gx, gy, gz), wx)
	return scaled_of(lerp_of(lerp_of(x0, x1, wy), lerp_of(x2, x3, wy), quintic(fz)), SCALE3)
static func perlin_gradient(a0: int, a1: int, a2: int, a3: int, b0: int, b1: int, b2: int, b3: int, fx: float, fy:
	float, fz: float) -> Array:
	var gradient_x: float
	var gradient_y: float
	var gradient_z: float
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var wz: float = quintic(fz)
	var gx: float = f32(fx - 1.0)
	var gy: float = f32(fy - 1.0)
	var gz: float = f32(fz - 1.0)
	var a0_2: float = corners(a0, fx, fy, fz)
	var a2_2: float = corners(a2, fx, gy, fz)
	var b0_2: float = corners(b0, fx, fy, gz)
	var b2_2: float = corners(b2, fx, gy, gz)
	var dx_x: float = f32(corners(a1, gx, fy, fz) - a0_2)
	var dx_y: float = f32(corners(a3, gx, gy, fz) - a2_2)
	var dx_z: float = f32(corners(b1, gx, fy, gz) - b0_2)
	var dx_w: float = f32(corners(b3, gx, gy, gz) - b2_2)
	var x0: float = f32(a0_2 + f32(wx * dx_x))
	var x2: float = f32(b0_2 + f32(wx * dx_z))
	var dy_x: float = f32(f32(a2_2 + f32(wx * dx_y)) - x0)
	var dy_y: float = f32(f32(b2_2 + f32(wx * dx_w)) - x2)
	var y0: float = f32(x0 + f32(wy * dy_x))
	var dz: float = f32(f32(x2 + f32(wy * dy_y)) - y0)
	var rest: float = f32(1.0 - wz)
	var vx: float = f32(1.0 - wx)
	var y0_2: float = f32(rest * f32(1.0 - wy))
	var y1: float = f32(rest * wy)
	var parts1 := weighted(a0, f32(vx * y0_2))
	var ax_x: float = parts1[0]
	var ay_x: float = parts1[1]
	var az_x: float = parts1[2]
	var parts2 := weighted(a1, f32(wx * y0_2))
	var ax_y: float = parts2[0]
	var ay_y: float = parts2[1]
	var az_y: float = parts2[2]
	var parts3 := weighted(a2, f32(vx * y1))
	var ax_z: float = parts3[0]
	var ay_z: float = parts3[1]
	var az_z: float = parts3[2]
	var parts4 := weighted(a3, f32(wx * y1))
	var ax_w: float = parts4[0]
	var ay_w: float = parts4[1]
	var az_w: float = parts4[2]
	var vx2: float = f32(1.0 - wx)
	var y0_3: float = f32(wz * f32(1.0 - wy))
	var y1_3: float = f32(wz * wy)
	var parts5 := weighted(b0, f32(vx2 * y0_3))
	var bx_x: float = parts5[0]
	var by_x: float = parts5[1]
	var bz_x: float = parts5[2]
	var parts6 := weighted(b1, f32(wx * y0_3))
	var bx_y: float = parts6[0]
	var by_y: float = parts6[1]
	var bz_y: float = parts6[2]
	var parts7 := weighted(b2, f32(vx2 * y1_3))
	var bx_z: float = parts7[0]
	var by_z: float = parts7[1]
	var bz_z: float = parts7[2]
	var parts8 := weighted(b3, f32(wx * y1_3))
	var bx_w: float = parts8[0]
	var by_w: float = parts8[1]
	var bz_w: float = parts8[2]
	var rx3: float = f32(total_b(ax_x, ax_y, ax_z, ax_w, bx_x, bx_y, bx_z, bx_w) + f32(quintic_slope(fx) *
		lerp_of(lerp_of(dx_x, dx_y, wy), lerp_of(dx_z, dx_w, wy), wz)))
	var ry3: float = f32(total_b(ay_x, ay_y, ay_z, ay_w, by_x, by_y, by_z, by_w) + f32(quintic_slope(fy) *
		lerp_of(dy_x, dy_y, wz)))
	var rz3: float = f32(total_b(az_x, az_y, az_z, az_w, bz_x, bz_y, bz_z, bz_w) + f32(quintic_slope(fz) * dz))
	var n: float = f32(y0 + f32(wz * dz))
	gradient_x = scaled_of(rx3, SCALE3)
	gradient_y = scaled_of(ry3, SCALE3)
	gradient_z = scaled_of(rz3, SCALE3)
	return [scaled_of(n, SCALE3), gradient_x, gradient_y, gradient_z]
static func perlin_ivec3(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var t3: int = (cell_z * PRIME_Z) & 0xFFFFFFFF
	var z0: int = key(t3, OFFSET_Z)
	var z1: int = key((t3 + PRIME_Z) & 0xFFFFFFFF, OFFSET_Z)
	return perlin(hash_of(x0 ^ y0 ^ z0), hash_of(x1 ^ y0 ^ z0), hash_of(x0 ^ y1 ^ z0), hash_of(x1 ^ y1 ^ z0),
		hash_of(x0 ^ y0 ^ z1), hash_of(x1 ^ y0 ^ z1), hash_of(x0 ^ y1 ^ z1), hash_of(x1 ^ y1 ^ z1), fx, fy, fz)
static func perlin_gradient_ivec3(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int) \
	-> Array:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var t3: int = (cell_z * PRIME_Z) & 0xFFFFFFFF
	var z0: int = key(t3, OFFSET_Z)
	var z1: int = key((t3 + PRIME_Z) & 0xFFFFFFFF, OFFSET_Z)
	return perlin_gradient(hash_of(x0 ^ y0 ^ z0), hash_of(x1 ^ y0 ^ z0), hash_of(x0 ^ y1 ^ z0), hash_of(x1 ^ y1 ^ z0),
		hash_of(x0 ^ y0 ^ z1), hash_of(x1 ^ y0 ^ z1), hash_of(x0 ^ y1 ^ z1), hash_of(x1 ^ y1 ^ z1), fx, fy, fz)
static func perlin_period(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int,
	period_x: int, period_y: int, period_z: int) -> float:
	var cell: int = wrap_of(cell_x, period_x)
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key(0 if ((cell + 1) & 0xFFFFFFFF) == period_x else (t + PRIME_X) & 0xFFFFFFFF, offset)
	var cell2: int = wrap_of(cell_y, period_y)
	var t2: int = (cell2 * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period_y else (t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var cell3: int = wrap_of(cell_z, period_z)
	var t3: int = (cell3 * PRIME_Z) & 0xFFFFFFFF
	var z0: int = key(t3, OFFSET_Z)
	var z1: int = key(0 if ((cell3 + 1) & 0xFFFFFFFF) == period_z else (t3 + PRIME_Z) & 0xFFFFFFFF, OFFSET_Z)
	return perlin(hash_of(x0 ^ y0 ^ z0), hash_of(x1 ^ y0 ^ z0), hash_of(x0 ^ y1 ^ z0), hash_of(x1 ^ y1 ^ z0),
		hash_of(x0 ^ y0 ^ z1), hash_of(x1 ^ y0 ^ z1), hash_of(x0 ^ y1 ^ z1), hash_of(x1 ^ y1 ^ z1), fx, fy, fz)
static func perlin_ivec3_vec3_uint_uvec3_vec3(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float,
	seed_: int, period_x: int, period_y: int, period_z: int) -> Array:
	var cell: int = wrap_of(cell_x, period_x)
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key(0 if ((cell + 1) & 0xFFFFFFFF) == period_x else (t + PRIME_X) & 0xFFFFFFFF, offset)
	var cell2: int = wrap_of(cell_y, period_y)
	var t2: int = (cell2 * PRIME_Y) & 0xFFFFFFFF
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key(0 if ((cell2 + 1) & 0xFFFFFFFF) == period_y else (t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var cell3: int = wrap_of(cell_z, period_z)
	var t3: int = (cell3 * PRIME_Z) & 0xFFFFFFFF
	var z0: int = key(t3, OFFSET_Z)
	var z1: int = key(0 if ((cell3 + 1) & 0xFFFFFFFF) == period_z else (t3 + PRIME_Z) & 0xFFFFFFFF, OFFSET_Z)
	return perlin_gradient(hash_of(x0 ^ y0 ^ z0), hash_of(x1 ^ y0 ^ z0), hash_of(x0 ^ y1 ^ z0), hash_of(x1 ^ y1 ^ z0),
		hash_of(x0 ^ y0 ^ z1), hash_of(x1 ^ y0 ^ z1), hash_of(x0 ^ y1 ^ z1), hash_of(x1 ^ y1 ^ z1), fx, fy, fz)

static func perlin3(x: float, y: float, z: float, seed_: int) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z), seed_)
static func perlin3_cell(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed_)
static func perlin3_gradient(x: float, y: float, z: float, seed_: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	var parts9 := perlin_gradient_ivec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z),
		seed_)
	var n: float = parts9[0]
	gradient[0] = parts9[1]
	gradient[1] = parts9[2]
	gradient[2] = parts9[3]
	return n
static func perlin3_gradient_cell(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int,
	gradient: PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	seed_ &= 0xFFFFFFFF
	var parts10 := perlin_gradient_ivec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy),
		guard_fraction(fz), seed_)
	var n: float = parts10[0]
	gradient[0] = parts10[1]
	gradient[1] = parts10[2]
	gradient[2] = parts10[3]
	return n
static func perlin3_periodic(x: float, y: float, z: float, seed_: int, period_x: int, period_y: int, period_z: int) -> \
	float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	return perlin_period(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y), fraction(z), seed_,
		period_x, period_y, period_z)
static func perlin3_periodic_cell(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int,
	period_x: int, period_y: int, period_z: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	return perlin_period(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed_,
		period_x, period_y, period_z)
static func perlin3_periodic_gradient(x: float, y: float, z: float, seed_: int, period_x: int, period_y: int,
	period_z: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	var parts11 := perlin_ivec3_vec3_uint_uvec3_vec3(whole_of(x), whole_of(y), whole_of(z), fraction(x), fraction(y),
		fraction(z), seed_, period_x, period_y, period_z)
	var n: float = parts11[0]
	gradient[0] = parts11[1]
	gradient[1] = parts11[2]
	gradient[2] = parts11[3]
	return n
static func perlin3_periodic_gradient_cell(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float,
	seed_: int, period_x: int, period_y: int, period_z: int, gradient: PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	var parts12 := perlin_ivec3_vec3_uint_uvec3_vec3(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy),
		guard_fraction(fz), seed_, period_x, period_y, period_z)
	var n: float = parts12[0]
	gradient[0] = parts12[1]
	gradient[1] = parts12[2]
	gradient[2] = parts12[3]
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
static func perlin3_fbm(x: float, y: float, z: float, seed_: int, octaves: float, persistence: float, lacunarity:
	float, normalization: float) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	octaves = f32(octaves)
	persistence = f32(persistence)
	lacunarity = f32(lacunarity)
	normalization = f32(normalization)
	var cell_x: int = whole_of(x) & 0xFFFFFFFF
	var cell_y: int = whole_of(y) & 0xFFFFFFFF
	var cell_z: int = whole_of(z) & 0xFFFFFFFF
	var fx: float = fraction(x)
	var fy: float = fraction(y)
	var fz: float = fraction(z)
	var sum: float = 0.0
	var amplitude: float = normalization
	var rest: float = octaves
	if not has_octave(rest, amplitude): return 0.0
	var factor: int = factor_of(lacunarity)
	var part: float = part_of(factor)
	while true:
		var i: float = f32(octaves - rest)
		var octave_seed: int = seed_ ^ ((int(i) * OCTAVE) & 0xFFFFFFFF)
		var n: float = perlin_ivec3(i32(cell_x), i32(cell_y), i32(cell_z), fx, fy, fz, octave_seed)
		sum = f32(sum + f32(faded_of(amplitude, rest) * n))
		amplitude = f32(amplitude * persistence)
		rest = f32(rest - 1.0)
		if not has_octave(rest, amplitude): break
		var parts13 := finer(cell_x, fx, lacunarity, factor, part)
		cell_x = parts13[0]
		fx = parts13[1]
		var parts14 := finer(cell_y, fy, lacunarity, factor, part)
		cell_y = parts14[0]
		fy = parts14[1]
		var parts15 := finer(cell_z, fz, lacunarity, factor, part)
		cell_z = parts15[0]
		fz = parts15[1]
	return snap(sum)

# The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static func perlin3_fbm_normalization(octaves: float, persistence: float) -> float:
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
