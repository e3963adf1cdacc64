# Perlin noise in 4D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin4, perlin4_gradient, perlin4_periodic, perlin4_periodic_gradient, perlin4_fbm: in [-1, 1], 0 at lattice points.
# perlin4_cell(cell, fraction, seed) and so on: in a world of any size.
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
const PRIME_W = 0x27D4EB2F

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88
const OFFSET_Z = 0x85A308D3
const OFFSET_W = 0x13198A2E

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

# Hashes the corners of a cell. `period` is in cells; 0 means none.
static func hashes_ivec4(cell_x: int, cell_y: int, cell_z: int, cell_w: int, seed_: int) -> Array:
	var a0: int
	var a1: int
	var a2: int
	var a3: int
	var b0: int
	var b1: int
	var b2: int
	var b3: int
	var c0: int
	var c1: int
	var c2: int
	var c3: int
	var d0: int
	var d1: int
	var d2: int
	var d3: int
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
	var t4: int = (cell_w * PRIME_W) & 0xFFFFFFFF
	var w0: int = key(t4, OFFSET_W)
	var w1: int = key((t4 + PRIME_W) & 0xFFFFFFFF, OFFSET_W)
	var rest: int = z0 ^ w0
	a0 = hash_of(x0 ^ y0 ^ rest)
	a1 = hash_of(x1 ^ y0 ^ rest)
	a2 = hash_of(x0 ^ y1 ^ rest)
	a3 = hash_of(x1 ^ y1 ^ rest)
	var rest2: int = z1 ^ w0
	b0 = hash_of(x0 ^ y0 ^ rest2)
	b1 = hash_of(x1 ^ y0 ^ rest2)
	b2 = hash_of(x0 ^ y1 ^ rest2)
	b3 = hash_of(x1 ^ y1 ^ rest2)
	var rest3: int = z0 ^ w1
	c0 = hash_of(x0 ^ y0 ^ rest3)
	c1 = hash_of(x1 ^ y0 ^ rest3)
	c2 = hash_of(x0 ^ y1 ^ rest3)
	c3 = hash_of(x1 ^ y1 ^ rest3)
	var rest4: int = z1 ^ w1
	d0 = hash_of(x0 ^ y0 ^ rest4)
	d1 = hash_of(x1 ^ y0 ^ rest4)
	d2 = hash_of(x0 ^ y1 ^ rest4)
	d3 = hash_of(x1 ^ y1 ^ rest4)
	return [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3]
static func hashes_d_ivec4(cell_x: int, cell_y: int, cell_z: int, cell_w: int, seed_: int, period_x: int, period_y:
	int, period_z: int, period_w: int) -> Array:
	var a0: int
	var a1: int
	var a2: int
	var a3: int
	var b0: int
	var b1: int
	var b2: int
	var b3: int
	var c0: int
	var c1: int
	var c2: int
	var c3: int
	var d0: int
	var d1: int
	var d2: int
	var d3: int
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
	var cell4: int = wrap_of(cell_w, period_w)
	var t4: int = (cell4 * PRIME_W) & 0xFFFFFFFF
	var w0: int = key(t4, OFFSET_W)
	var w1: int = key(0 if ((cell4 + 1) & 0xFFFFFFFF) == period_w else (t4 + PRIME_W) & 0xFFFFFFFF, OFFSET_W)
	var rest: int = z0 ^ w0
	a0 = hash_of(x0 ^ y0 ^ rest)
	a1 = hash_of(x1 ^ y0 ^ rest)
	a2 = hash_of(x0 ^ y1 ^ rest)
	a3 = hash_of(x1 ^ y1 ^ rest)
	var rest2: int = z1 ^ w0
	b0 = hash_of(x0 ^ y0 ^ rest2)
	b1 = hash_of(x1 ^ y0 ^ rest2)
	b2 = hash_of(x0 ^ y1 ^ rest2)
	b3 = hash_of(x1 ^ y1 ^ rest2)
	var rest3: int = z0 ^ w1
	c0 = hash_of(x0 ^ y0 ^ rest3)
	c1 = hash_of(x1 ^ y0 ^ rest3)
	c2 = hash_of(x0 ^ y1 ^ rest3)
	c3 = hash_of(x1 ^ y1 ^ rest3)
	var rest4: int = z1 ^ w1
	d0 = hash_of(x0 ^ y0 ^ rest4)
	d1 = hash_of(x1 ^ y0 ^ rest4)
	d2 = hash_of(x0 ^ y1 ^ rest4)
	d3 = hash_of(x1 ^ y1 ^ rest4)
	return [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3]

const SCALE4 = Color(682407.0 / 1048576.0, 0, 0).r

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

# 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
# bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
# the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
static func corners(h: int, x: float, y: float, z: float, w: float) -> float:
	var a: float = select(h, 0xC0000000, x, y)
	var b: float = select(h, 0x80000000, y, z)
	var c: float = select(h, 0x40000000, z, w)
	var ab: float = f32(flip(a, h, 27) + flip(b, h, 28))
	var r: float = f32(ab + flip(c, h, 29))
	return r
static func weighted(h: int, weight: float) -> Array:
	var x: float
	var y: float
	var z: float
	var w: float
	var a: float = flip(weight, h, 27)
	var b: float = flip(weight, h, 28)
	var c: float = flip(weight, h, 29)
	x = select(h, 0xC0000000, a, 0.0)
	y = select(h, 0x80000000, b, select(h, 0xC0000000, 0.0, a))
	z = select(h, 0x40000000, c, select(h, 0x80000000, 0.0, b))
	w = select(h, 0x40000000, 0.0, c)
	return [x, y, z, w]

static func perlin(a0: int, a1: int, a2: int, a3: int, b0: int, b1: int, b2: int, b3: int, c0: int, c1: int, c2: int,
	c3: int, d0: int, d1: int, d2: int, d3: int, fx: float, fy: float, fz: float, fw: float) -> float:
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var wz: float = quintic(fz)
	var gx: float = f32(fx - 1.0)
	var gy: float = f32(fy - 1.0)
	var gz: float = f32(fz - 1.0)
	var gw: float = f32(fw - 1.0)
	var x0: float = lerp_of(corners(a0, fx, fy, fz, fw), corners(a1, gx, fy, fz, fw), wx)
	var x1: float = lerp_of(corners(a2, fx, gy, fz, fw), corners(a3, gx, gy, fz, fw), wx)
	var x2: float = lerp_of(corners(b0, fx, fy, gz, fw), corners(b1, gx, fy, gz, fw), wx)
	var x3: float = lerp_of(corners(b2, fx, gy, gz, fw), corners(b3, gx, gy, gz, fw), wx)
	var y0: float = lerp_of(corners(c0, fx, fy, fz, gw), corners(c1, gx, fy, fz, gw), wx)
	var y1: float = lerp_of(corners(c2, fx, gy, fz, gw), corners(c3, gx, gy, fz, gw), wx)
	var y2: float = lerp_of(corners(d0, fx, fy, gz, gw), corners(d1, gx, fy, gz, gw), wx)
	var y3: float = lerp_of(corners(d2, fx, gy, gz, gw), corners(d3, gx, gy, gz, gw), wx)
	return scaled_of(lerp_of(lerp_of(lerp_of(x0, x1, wy), lerp_of(x2, x3, wy), wz), lerp_of(lerp_of(y0, y1, wy),
		lerp_of(y2, y3, wy), wz), quintic(fw)), SCALE4)
static func perlin_gradient(a0: int, a1: int, a2: int, a3: int, b0: int, b1: int, b2: int, b3: int, c0: int, c1: int,
	c2: int, c3: int, d0: int, d1: int, d2: int, d3: int, fx: float, fy: float, fz: float, fw: float) -> Array:
	var gradient_x: float
	var gradient_y: float
	var gradient_z: float
	var gradient_w: float
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var wz: float = quintic(fz)
	var ww: float = quintic(fw)
	var gx: float = f32(fx - 1.0)
	var gy: float = f32(fy - 1.0)
	var gz: float = f32(fz - 1.0)
	var gw: float = f32(fw - 1.0)
	var rest_x: float = f32(1.0 - wx)
	var rest_y: float = f32(1.0 - wy)
	var vx: float = f32(1.0 - wz)
	var vy: float = f32(1.0 - ww)
	var rx: float = f32(vx * vy)
	var ry: float = f32(wz * vy)
	var rz: float = f32(vx * ww)
	var rw: float = f32(wz * ww)
	var front_x: float = f32(rx * rest_y)
	var front_y: float = f32(ry * rest_y)
	var front_z: float = f32(rz * rest_y)
	var front_w: float = f32(rw * rest_y)
	var back_x: float = f32(rx * wy)
	var back_y: float = f32(ry * wy)
	var back_z: float = f32(rz * wy)
	var back_w: float = f32(rw * wy)
	var kx: float = corners(a0, fx, fy, fz, fw)
	var ky: float = corners(b0, fx, fy, gz, fw)
	var kz: float = corners(c0, fx, fy, fz, gw)
	var kw: float = corners(d0, fx, fy, gz, gw)
	var parts1 := weighted(a0, f32(rest_x * front_x))
	var x0: float = parts1[0]
	var y0: float = parts1[1]
	var z0: float = parts1[2]
	var wx2: float = parts1[3]
	var parts2 := weighted(b0, f32(rest_x * front_y))
	var x1: float = parts2[0]
	var y1: float = parts2[1]
	var z1: float = parts2[2]
	var wy2: float = parts2[3]
	var parts3 := weighted(c0, f32(rest_x * front_z))
	var x2: float = parts3[0]
	var y2: float = parts3[1]
	var z2: float = parts3[2]
	var wz2: float = parts3[3]
	var parts4 := weighted(d0, f32(rest_x * front_w))
	var x3: float = parts4[0]
	var y3: float = parts4[1]
	var z3: float = parts4[2]
	var ww2: float = parts4[3]
	var parts5 := weighted(a1, f32(wx * front_x))
	var x0_2: float = parts5[0]
	var y0_2: float = parts5[1]
	var z0_2: float = parts5[2]
	var wx3: float = parts5[3]
	var parts6 := weighted(b1, f32(wx * front_y))
	var x1_2: float = parts6[0]
	var y1_2: float = parts6[1]
	var z1_2: float = parts6[2]
	var wy3: float = parts6[3]
	var parts7 := weighted(c1, f32(wx * front_z))
	var x2_2: float = parts7[0]
	var y2_2: float = parts7[1]
	var z2_2: float = parts7[2]
	var wz3: float = parts7[3]
	var parts8 := weighted(d1, f32(wx * front_w))
	var x3_2: float = parts8[0]
	var y3_2: float = parts8[1]
	var z3_2: float = parts8[2]
	var ww3: float = parts8[3]
	var low_x2: float = f32(total(x0, x1, x2, x3) + total(x0_2, x1_2, x2_2, x3_2))
	var low_y2: float = f32(total(y0, y1, y2, y3) + total(y0_2, y1_2, y2_2, y3_2))
	var low_z2: float = f32(total(z0, z1, z2, z3) + total(z0_2, z1_2, z2_2, z3_2))
	var low_w2: float = f32(total(wx2, wy2, wz2, ww2) + total(wx3, wy3, wz3, ww3))
	var mx: float = corners(a2, fx, gy, fz, fw)
	var my: float = corners(b2, fx, gy, gz, fw)
	var mz: float = corners(c2, fx, gy, fz, gw)
	var mw: float = corners(d2, fx, gy, gz, gw)
	var parts9 := weighted(a2, f32(rest_x * back_x))
	var x0_3: float = parts9[0]
	var y0_3: float = parts9[1]
	var z0_3: float = parts9[2]
	var wx4: float = parts9[3]
	var parts10 := weighted(b2, f32(rest_x * back_y))
	var x1_3: float = parts10[0]
	var y1_3: float = parts10[1]
	var z1_3: float = parts10[2]
	var wy4: float = parts10[3]
	var parts11 := weighted(c2, f32(rest_x * back_z))
	var x2_3: float = parts11[0]
	var y2_3: float = parts11[1]
	var z2_3: float = parts11[2]
	var wz4: float = parts11[3]
	var parts12 := weighted(d2, f32(rest_x * back_w))
	var x3_3: float = parts12[0]
	var y3_3: float = parts12[1]
	var z3_3: float = parts12[2]
	var ww4: float = parts12[3]
	var parts13 := weighted(a3, f32(wx * back_x))
	var x0_4: float = parts13[0]
	var y0_4: float = parts13[1]
	var z0_4: float = parts13[2]
	var wx5: float = parts13[3]
	var parts14 := weighted(b3, f32(wx * back_y))
	var x1_4: float = parts14[0]
	var y1_4: float = parts14[1]
	var z1_4: float = parts14[2]
	var wy5: float = parts14[3]
	var parts15 := weighted(c3, f32(wx * back_z))
	var x2_4: float = parts15[0]
	var y2_4: float = parts15[1]
	var z2_4: float = parts15[2]
	var wz5: float = parts15[3]
	var parts16 := weighted(d3, f32(wx * back_w))
	var x3_4: float = parts16[0]
	var y3_4: float = parts16[1]
	var z3_4: float = parts16[2]
	var ww5: float = parts16[3]
	var high_x2: float = f32(total(x0_3, x1_3, x2_3, x3_3) + total(x0_4, x1_4, x2_4, x3_4))
	var high_y2: float = f32(total(y0_3, y1_3, y2_3, y3_3) + total(y0_4, y1_4, y2_4, y3_4))
	var high_z2: float = f32(total(z0_3, z1_3, z2_3, z3_3) + total(z0_4, z1_4, z2_4, z3_4))
	var high_w2: float = f32(total(wx4, wy4, wz4, ww4) + total(wx5, wy5, wz5, ww5))
	var dx_x: float = f32(corners(a1, gx, fy, fz, fw) - kx)
	var dx_y: float = f32(corners(a3, gx, gy, fz, fw) - mx)
	var dx_z: float = f32(corners(b1, gx, fy, gz, fw) - ky)
	var dx_w: float = f32(corners(b3, gx, gy, gz, fw) - my)
	var ex_x: float = f32(corners(c1, gx, fy, fz, gw) - kz)
	var ex_y: float = f32(corners(c3, gx, gy, fz, gw) - mz)
	var ex_z: float = f32(corners(d1, gx, fy, gz, gw) - kw)
	var ex_w: float = f32(corners(d3, gx, gy, gz, gw) - mw)
	var x0_5: float = f32(kx + f32(wx * dx_x))
	var x2_5: float = f32(ky + f32(wx * dx_z))
	var y0_5: float = f32(kz + f32(wx * ex_x))
	var y2_5: float = f32(kw + f32(wx * ex_z))
	var dy_x: float = f32(f32(mx + f32(wx * dx_y)) - x0_5)
	var dy_y: float = f32(f32(my + f32(wx * dx_w)) - x2_5)
	var dy_z: float = f32(f32(mz + f32(wx * ex_y)) - y0_5)
	var dy_w: float = f32(f32(mw + f32(wx * ex_w)) - y2_5)
	var xy_x: float = f32(x0_5 + f32(wy * dy_x))
	var xy_z: float = f32(y0_5 + f32(wy * dy_z))
	var dz_x: float = f32(f32(x2_5 + f32(wy * dy_y)) - xy_x)
	var dz_y: float = f32(f32(y2_5 + f32(wy * dy_w)) - xy_z)
	var z0_5: float = f32(xy_x + f32(wz * dz_x))
	var dw: float = f32(f32(xy_z + f32(wz * dz_y)) - z0_5)
	var slope_x: float = lerp_of(lerp_of(lerp_of(dx_x, dx_y, wy), lerp_of(dx_z, dx_w, wy), wz), lerp_of(lerp_of(ex_x,
		ex_y, wy), lerp_of(ex_z, ex_w, wy), wz), ww)
	var ry2: float = f32(f32(low_y2 + high_y2) + f32(quintic_slope(fy) * lerp_of(lerp_of(dy_x, dy_y, wz),
		lerp_of(dy_z, dy_w, wz), ww)))
	var rz2: float = f32(f32(low_z2 + high_z2) + f32(quintic_slope(fz) * lerp_of(dz_x, dz_y, ww)))
	var n2: float = f32(z0_5 + f32(ww * dw))
	gradient_x = scaled_of(f32(f32(low_x2 + high_x2) + f32(quintic_slope(fx) * slope_x)), SCALE4)
	gradient_y = scaled_of(ry2, SCALE4)
	gradient_z = scaled_of(rz2, SCALE4)
	gradient_w = scaled_of(f32(f32(low_w2 + high_w2) + f32(quintic_slope(fw) * dw)), SCALE4)
	return [scaled_of(n2, SCALE4), gradient_x, gradient_y, gradient_z, gradient_w]
static func perlin_ivec4(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float, fw:
	float, seed_: int) -> float:
	var parts17 := hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed_)
	var a0: int = parts17[0]
	var a1: int = parts17[1]
	var a2: int = parts17[2]
	var a3: int = parts17[3]
	var b0: int = parts17[4]
	var b1: int = parts17[5]
	var b2: int = parts17[6]
	var b3: int = parts17[7]
	var c0: int = parts17[8]
	var c1: int = parts17[9]
	var c2: int = parts17[10]
	var c3: int = parts17[11]
	var d0: int = parts17[12]
	var d1: int = parts17[13]
	var d2: int = parts17[14]
	var d3: int = parts17[15]
	return perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)
static func perlin_gradient_ivec4(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float,
	fw: float, seed_: int) -> Array:
	var parts18 := hashes_ivec4(cell_x, cell_y, cell_z, cell_w, seed_)
	var a0: int = parts18[0]
	var a1: int = parts18[1]
	var a2: int = parts18[2]
	var a3: int = parts18[3]
	var b0: int = parts18[4]
	var b1: int = parts18[5]
	var b2: int = parts18[6]
	var b3: int = parts18[7]
	var c0: int = parts18[8]
	var c1: int = parts18[9]
	var c2: int = parts18[10]
	var c3: int = parts18[11]
	var d0: int = parts18[12]
	var d1: int = parts18[13]
	var d2: int = parts18[14]
	var d3: int = parts18[15]
	return perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)
static func perlin_period(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float, fw:
	float, seed_: int, period_x: int, period_y: int, period_z: int, period_w: int) -> float:
	var parts19 := hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed_, period_x, period_y, period_z, period_w)
	var a0: int = parts19[0]
	var a1: int = parts19[1]
	var a2: int = parts19[2]
	var a3: int = parts19[3]
	var b0: int = parts19[4]
	var b1: int = parts19[5]
	var b2: int = parts19[6]
	var b3: int = parts19[7]
	var c0: int = parts19[8]
	var c1: int = parts19[9]
	var c2: int = parts19[10]
	var c3: int = parts19[11]
	var d0: int = parts19[12]
	var d1: int = parts19[13]
	var d2: int = parts19[14]
	var d3: int = parts19[15]
	return perlin(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)
static func perlin_ivec4_vec4_uint_uvec4_vec4(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy:
	float, fz: float, fw: float, seed_: int, period_x: int, period_y: int, period_z: int, period_w: int) -> Array:
	var parts20 := hashes_d_ivec4(cell_x, cell_y, cell_z, cell_w, seed_, period_x, period_y, period_z, period_w)
	var a0: int = parts20[0]
	var a1: int = parts20[1]
	var a2: int = parts20[2]
	var a3: int = parts20[3]
	var b0: int = parts20[4]
	var b1: int = parts20[5]
	var b2: int = parts20[6]
	var b3: int = parts20[7]
	var c0: int = parts20[8]
	var c1: int = parts20[9]
	var c2: int = parts20[10]
	var c3: int = parts20[11]
	var d0: int = parts20[12]
	var d1: int = parts20[13]
	var d2: int = parts20[14]
	var d3: int = parts20[15]
	return perlin_gradient(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, fx, fy, fz, fw)

static func perlin4(x: float, y: float, z: float, w: float, seed_: int) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	w = f32(w)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y), fraction(z),
		fraction(w), seed_)
static func perlin4_cell(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float, fw:
	float, seed_: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	cell_w = i32(cell_w)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	fw = f32(fw)
	seed_ &= 0xFFFFFFFF
	return perlin_ivec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz),
		guard_fraction(fw), seed_)
static func perlin4_gradient(x: float, y: float, z: float, w: float, seed_: int, gradient: PackedFloat32Array) -> \
	float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	w = f32(w)
	seed_ &= 0xFFFFFFFF
	var parts21 := perlin_gradient_ivec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y),
		fraction(z), fraction(w), seed_)
	var n: float = parts21[0]
	gradient[0] = parts21[1]
	gradient[1] = parts21[2]
	gradient[2] = parts21[3]
	gradient[3] = parts21[4]
	return n
static func perlin4_gradient_cell(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float,
	fw: float, seed_: int, gradient: PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	cell_w = i32(cell_w)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	fw = f32(fw)
	seed_ &= 0xFFFFFFFF
	var parts22 := perlin_gradient_ivec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy),
		guard_fraction(fz), guard_fraction(fw), seed_)
	var n: float = parts22[0]
	gradient[0] = parts22[1]
	gradient[1] = parts22[2]
	gradient[2] = parts22[3]
	gradient[3] = parts22[4]
	return n
static func perlin4_periodic(x: float, y: float, z: float, w: float, seed_: int, period_x: int, period_y: int,
	period_z: int, period_w: int) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	w = f32(w)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	period_w &= 0xFFFFFFFF
	return perlin_period(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x), fraction(y), fraction(z),
		fraction(w), seed_, period_x, period_y, period_z, period_w)
static func perlin4_periodic_cell(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float, fz: float,
	fw: float, seed_: int, period_x: int, period_y: int, period_z: int, period_w: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	cell_w = i32(cell_w)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	fw = f32(fw)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	period_w &= 0xFFFFFFFF
	return perlin_period(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz),
		guard_fraction(fw), seed_, period_x, period_y, period_z, period_w)
static func perlin4_periodic_gradient(x: float, y: float, z: float, w: float, seed_: int, period_x: int, period_y:
	int, period_z: int, period_w: int, gradient: PackedFloat32Array) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	w = f32(w)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	period_w &= 0xFFFFFFFF
	var parts23 := perlin_ivec4_vec4_uint_uvec4_vec4(whole_of(x), whole_of(y), whole_of(z), whole_of(w), fraction(x),
		fraction(y), fraction(z), fraction(w), seed_, period_x, period_y, period_z, period_w)
	var n: float = parts23[0]
	gradient[0] = parts23[1]
	gradient[1] = parts23[2]
	gradient[2] = parts23[3]
	gradient[3] = parts23[4]
	return n
static func perlin4_periodic_gradient_cell(cell_x: int, cell_y: int, cell_z: int, cell_w: int, fx: float, fy: float,
	fz: float, fw: float, seed_: int, period_x: int, period_y: int, period_z: int, period_w: int, gradient:
	PackedFloat32Array) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	cell_w = i32(cell_w)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	fw = f32(fw)
	seed_ &= 0xFFFFFFFF
	period_x &= 0xFFFFFFFF
	period_y &= 0xFFFFFFFF
	period_z &= 0xFFFFFFFF
	period_w &= 0xFFFFFFFF
	var parts24 := perlin_ivec4_vec4_uint_uvec4_vec4(cell_x, cell_y, cell_z, cell_w, guard_fraction(fx),
		guard_fraction(fy), guard_fraction(fz), guard_fraction(fw), seed_, period_x, period_y, period_z, period_w)
	var n: float = parts24[0]
	gradient[0] = parts24[1]
	gradient[1] = parts24[2]
	gradient[2] = parts24[3]
	gradient[3] = parts24[4]
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
static func perlin4_fbm(x: float, y: float, z: float, w: float, seed_: int, octaves: float, persistence: float,
	lacunarity: float, normalization: float) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	w = f32(w)
	seed_ &= 0xFFFFFFFF
	octaves = f32(octaves)
	persistence = f32(persistence)
	lacunarity = f32(lacunarity)
	normalization = f32(normalization)
	var cell_x: int = whole_of(x) & 0xFFFFFFFF
	var cell_y: int = whole_of(y) & 0xFFFFFFFF
	var cell_z: int = whole_of(z) & 0xFFFFFFFF
	var cell_w: int = whole_of(w) & 0xFFFFFFFF
	var fx: float = fraction(x)
	var fy: float = fraction(y)
	var fz: float = fraction(z)
	var fw: float = fraction(w)
	var sum: float = 0.0
	var amplitude: float = normalization
	var rest: float = octaves
	if not has_octave(rest, amplitude): return 0.0
	var factor: int = factor_of(lacunarity)
	var part: float = part_of(factor)
	while true:
		var i: float = f32(octaves - rest)
		var octave_seed: int = seed_ ^ ((int(i) * OCTAVE) & 0xFFFFFFFF)
		var n: float = perlin_ivec4(i32(cell_x), i32(cell_y), i32(cell_z), i32(cell_w), fx, fy, fz, fw, octave_seed)
		sum = f32(sum + f32(faded_of(amplitude, rest) * n))
		amplitude = f32(amplitude * persistence)
		rest = f32(rest - 1.0)
		if not has_octave(rest, amplitude): break
		var parts25 := finer(cell_x, fx, lacunarity, factor, part)
		cell_x = parts25[0]
		fx = parts25[1]
		var parts26 := finer(cell_y, fy, lacunarity, factor, part)
		cell_y = parts26[0]
		fy = parts26[1]
		var parts27 := finer(cell_z, fz, lacunarity, factor, part)
		cell_z = parts27[0]
		fz = parts27[1]
		var parts28 := finer(cell_w, fw, lacunarity, factor, part)
		cell_w = parts28[0]
		fw = parts28[1]
	return snap(sum)

# The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
static func perlin4_fbm_normalization(octaves: float, persistence: float) -> float:
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
