# Perlin noise in 3D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin3: in [-1, 1], 0 at lattice points.
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
const PRIME_Z = 0xC2B2AE3D

# The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const OFFSET_Y = 0x243F6A88
const OFFSET_Z = 0x85A308D3

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

# 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
# the position of h within its third.
static func corners3(h: int, x: float, y: float, z: float) -> float:
	var rest: int = ((h << 1) + h) & 0xFFFFFFFF
	var u: float = select(i32(h), THIRD1, y, x)
	var v: float = select(i32(h), THIRD2, z, y)
	var r: float = f32(flip(u, rest, 31) + flip(v, rest, 30))
	return r
static func perlin3_at(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell_x * PRIME_X) & 0xFFFFFFFF
	var t2: int = (cell_y * PRIME_Y) & 0xFFFFFFFF
	var t3: int = (cell_z * PRIME_Z) & 0xFFFFFFFF
	var x0: int = key(t, offset)
	var x1: int = key((t + PRIME_X) & 0xFFFFFFFF, offset)
	var y0: int = key(t2, OFFSET_Y)
	var y1: int = key((t2 + PRIME_Y) & 0xFFFFFFFF, OFFSET_Y)
	var z0: int = key(t3, OFFSET_Z)
	var z1: int = key((t3 + PRIME_Z) & 0xFFFFFFFF, OFFSET_Z)
	var wx: float = quintic(fx)
	var wy: float = quintic(fy)
	var gx: float = f32(fx - 1.0)
	var gy: float = f32(fy - 1.0)
	var gz: float = f32(fz - 1.0)
	var x0_2: float = lerp_of(corners3(hash_of(x0 ^ y0 ^ z0), fx, fy, fz), corners3(hash_of(x1 ^ y0 ^ z0), gx, fy,
		fz), wx)
	var x1_2: float = lerp_of(corners3(hash_of(x0 ^ y1 ^ z0), fx, gy, fz), corners3(hash_of(x1 ^ y1 ^ z0), gx, gy,
		fz), wx)
	var x2: float = lerp_of(corners3(hash_of(x0 ^ y0 ^ z1), fx, fy, gz), corners3(hash_of(x1 ^ y0 ^ z1), gx, fy, gz),
		wx)
	var x3: float = lerp_of(corners3(hash_of(x0 ^ y1 ^ z1), fx, gy, gz), corners3(hash_of(x1 ^ y1 ^ z1), gx, gy, gz),
		wx)
	return scaled(lerp_of(lerp_of(x0_2, x1_2, wy), lerp_of(x2, x3, wy), quintic(fz)), SCALE3)

static func perlin3(x: float, y: float, z: float, seed_: int) -> float:
	x = f32(x)
	y = f32(y)
	z = f32(z)
	seed_ &= 0xFFFFFFFF
	return perlin3_at(whole(x), whole(y), whole(z), fraction(x), fraction(y), fraction(z), seed_)
static func perlin3_cell(cell_x: int, cell_y: int, cell_z: int, fx: float, fy: float, fz: float, seed_: int) -> float:
	cell_x = i32(cell_x)
	cell_y = i32(cell_y)
	cell_z = i32(cell_z)
	fx = f32(fx)
	fy = f32(fy)
	fz = f32(fz)
	seed_ &= 0xFFFFFFFF
	return perlin3_at(cell_x, cell_y, cell_z, guard_fraction(fx), guard_fraction(fy), guard_fraction(fz), seed_)
