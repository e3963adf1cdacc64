# Perlin noise in 1D: isonoise 0.1.0, (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
# perlin1: in [-1, 1], 0 at lattice points.
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
static func whole(x: float) -> int: return int(floorf(guard(x)))

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

static func lerp_of(a: float, b: float, t: float) -> float:
	var r: float = f32(a + f32(t * f32(b - a)))
	return r

const PRIME_X = 0x9E3779B1

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

# 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
static func vector1(h: int) -> float:
	return real_of((h & 0x80000000) | 0x3F800000 | ((h >> 8) & 0x7FFFFF))
static func perlin1_at(cell: int, f: float, seed_: int) -> float:
	var offset: int = seeded(seed_)
	var t: int = (cell * PRIME_X) & 0xFFFFFFFF
	var ry: float = f32(vector1(hash_of(key((t + PRIME_X) & 0xFFFFFFFF, offset))) * f32(f - 1.0))
	return snap(lerp_of(f32(vector1(hash_of(key(t, offset))) * f), ry, quintic(f)))

static func perlin1(x: float, seed_: int) -> float:
	x = f32(x)
	seed_ &= 0xFFFFFFFF
	return perlin1_at(whole(x), fraction(x), seed_)
static func perlin1_cell(cell: int, f: float, seed_: int) -> float:
	cell = i32(cell)
	f = f32(f)
	seed_ &= 0xFFFFFFFF
	return perlin1_at(cell, guard_fraction(f), seed_)
