# Perlin noise in 2D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin2: in [-1, 1], 0 at lattice points.
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
static func guard_fraction(f: float) -> float:
	return f if ((bits_of(f) - 0x2B800000) & 0xFFFFFFFF) <= 0x14000000 else 0.0

# The cell of a coordinate: its whole part, rounded down.
static func whole(p: float) -> int: return int(floorf(guard(p)))

# A coordinate's position within its cell.
static func fraction(p: float) -> float:
	var x: float = guard(p)
	var r: float = f32(x - floorf(x))
	return r

# Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
# that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
static func snap(x: float) -> float: return 0.0 if absf(x) < real_of(0x1F800000) else x

# Scaled and snapped.
static func scaled(n: float, scale: float) -> float:
	var r: float = f32(n * scale)
	return snap(r)

# 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static func quintic(t: float) -> float:
	var inner: float = f32(f32(t * f32(f32(t * 6.0) - 15.0)) + 10.0)
	var r: float = f32(f32(f32(t * t) * t) * inner)
	return r

static func lerp_of(a: float, b: float, t: float) -> float:
	var r: float = f32(a + f32(t * f32(b - a)))
	return r

const PRIME_X = 0x9E3779B1
const PRIME_Y = 0x85EBCA77

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88

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

# The same for x that are not negative.
static func sign_of(x: float, h: int, bit: int) -> float:
	return real_of(bits_of(x) | (((h & ((1 << bit) & 0xFFFFFFFF)) << ((31 - bit) & 0xFFFFFFFF)) & 0xFFFFFFFF))

# x where h is below a bound, else y.
static func select(h: int, bound: int, x: float, y: float) -> float: return x if h < bound else y
static func perlin2_at(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var a0: int = hash_of(x0 ^ y0)
	var a1: int = hash_of(x1 ^ y0)
	var a2: int = hash_of(x0 ^ y1)
	var a3: int = hash_of(x1 ^ y1)
	var wx: float = quintic(fx)
	var gx: float = f32(1.0 - fx)
	var gy: float = f32(1.0 - fy)
	var low_x: float = f32(TANGENT * fx)
	var low_y: float = f32(TANGENT * fy)
	var high_x: float = f32(TANGENT * gx)
	var high_y: float = f32(TANGENT * gy)
	var a: float = f32(sign_of(select(i32(a0), 0, fx, low_x), a0, 30) + sign_of(select(i32(a0), 0, low_y, fy), a0, 29))
	var b: float = f32(sign_of(select(i32(a1), 0, low_y, fy), a1, 29) - sign_of(select(i32(a1), 0, gx, high_x), a1, 30))
	var c: float = f32(sign_of(select(i32(a2), 0, fx, low_x), a2, 30) - sign_of(select(i32(a2), 0, high_y, gy), a2, 29))
	var d: float = f32(-sign_of(select(i32(a3), 0, gx, high_x), a3, 30) - sign_of(select(i32(a3), 0, high_y, gy), a3,
		29))
	return scaled(lerp_of(lerp_of(a, b, wx), lerp_of(c, d, wx), quintic(fy)), SCALE2)

static func perlin2(x: float, y: float, seed_: int) -> float:
	x = f32(x)
	y = f32(y)
	seed_ &= 0xFFFFFFFF
	return perlin2_at(whole(x), whole(y), fraction(x), fraction(y), seed_)
static func perlin2_cell(cell_x: int, cell_y: int, fx: float, fy: float, seed_: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	fx = f32(fx)
	fy = f32(fy)
	seed_ &= 0xFFFFFFFF
	return perlin2_at(cell_x, cell_y, guard_fraction(fx), guard_fraction(fy), seed_)
