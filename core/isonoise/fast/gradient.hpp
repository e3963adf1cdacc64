// Gradient sets: the top bits of a lattice point's hash h choose a gradient. cornersN is gradient . offset at the
// corners of a square; weightedN holds the components of their gradients, each times its corner's weight. The
// functions of definition/gradient.hpp over lanes.
//
// Every set has mean 0 and, in 2D to 4D, evenly spread gradients of equal length: 8 directions, the 12 edges of a cube,
// the 32 edges of a tesseract. Chosen by measurement: see docs/algorithm.md.
//
// noiseN is unscaled gradient noise in a cell whose corners have the hashes h, in the order of interpolate.hpp. f is
// the fraction, w its fade and s the fade's derivative, one axis per lane. Only the first lane of the noise counts, and
// of its gradient those of the axes.
#pragma once

#include "isonoise/fast/hash.hpp"
#include "isonoise/fast/interpolate.hpp"

namespace isonoise::ISONOISE_TARGET {

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), rounded slightly
// towards 0 so that results never leave [-1, 1]. Fractions with a power of two as denominator: exact however a driver
// parses decimals.
template <int n>
inline constexpr float kScale = n == 1   ? 1.0f
                                : n == 2 ? 1465999.0f / 1048576.0f
                                : n == 3 ? 1011792.0f / 1048576.0f
                                         : 682407.0f / 1048576.0f;

// The tangent of 22.5 degrees.
inline constexpr float kTangent = 13898701.0f / 33554432.0f;

// Thirds of the range of a hash as a signed number: below kThird1, below kThird2, the rest.
inline constexpr std::int32_t kThird1 = -715827882, kThird2 = 715827883;

// x with its sign flipped where bit `bit` of h is set.
ISONOISE_INLINE static float4 flip(float4 x, uint4 h, int bit) {
    return floats(bits(x) ^ ((h & uint4(1u << bit)) << (31 - bit)));
}
ISONOISE_INLINE static float8 flip(float8 x, uint8 h, int bit) {
    return floats(bits(x) ^ ((h & (1u << bit)) << (31 - bit)));
}

// The offsets from both ends of a cell, one axis per lane; in 2D (x low, y low, x high, y high).
ISONOISE_INLINE static float8 offsets(float4 f) { return {f, f - 1.0f}; }
ISONOISE_INLINE static float4 offsets2(float4 f) { return f - float4(0.0f, 0.0f, 1.0f, 1.0f); }

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
ISONOISE_INLINE static float4 vectors1(uint4 h) {
    return floats((h & uint4(0x80000000u)) | uint4(0x3F800000u) | ((h >> 8) & uint4(0x7FFFFFu)));
}
ISONOISE_INLINE static float4 corners1(uint4 h, float4 f) { return vectors1(h) * (f - float4(0.0f, 1.0f, 0.0f, 1.0f)); }

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
// Multiplies the components of the gradients with x and y, whose sum is then gradient . (x, y).
ISONOISE_INLINE static void times_gradient2(uint4 h, float4& x, float4& y) {
#ifdef ISONOISE_AVX2
    constexpr float t = kTangent;
    x = pick({t, t, -t, -t, 1, 1, -1, -1}, h >> 29) * x;
    y = pick({1, -1, 1, -1, t, -t, t, -t}, h >> 29) * y;
#else
    uint4 longer = less(h, 0);
    x = flip(select(longer, x, kTangent * x), h, 30);
    y = flip(select(longer, kTangent * y, y), h, 29);
#endif
}
ISONOISE_INLINE static float4 dots2(uint4 h, float4 x, float4 y) {
    times_gradient2(h, x, y);
    return x + y;
}
ISONOISE_INLINE static float4 corners2(uint4 h, float4 f) {
    const float4 at = offsets2(f);
    return dots2(h, square_x(at), square_y(at));
}
ISONOISE_INLINE static void weighted2(uint4 h, float4 w, float4& x, float4& y) {
    x = y = w;
    times_gradient2(h, x, y);
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
ISONOISE_INLINE static float8 corners3(uint8 h, float8 x, float8 y, float8 z) {
    uint8 rest = (h << 1) + h;
    float8 u = select(less(h, kThird1), y, x);
    float8 v = select(less(h, kThird2), z, y);
    return flip(u, rest, 31) + flip(v, rest, 30);
}
ISONOISE_INLINE static void weighted3(uint8 h, float8 w, float8& x, float8& y, float8& z) {
    uint8 rest = (h << 1) + h, no_x = less(h, kThird1), has_z = less(h, kThird2);
    float8 u = flip(w, rest, 31), v = flip(w, rest, 30);
    x = except(no_x, u);
    y = select(no_x, u, except(has_z, v));
    z = only(has_z, v);
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x; bits
// 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends the
// same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
ISONOISE_INLINE static uint8 below(uint8 h, std::uint32_t bound) {
    return less(h ^ 0x80000000u, int(bound ^ 0x80000000u));
}
ISONOISE_INLINE static float8 corners4(uint8 h, float8 x, float8 y, float8 z, float8 w) {
    float8 a = select(below(h, 0xC0000000u), x, y);
    float8 b = select(below(h, 0x80000000u), y, z);
    float8 c = select(below(h, 0x40000000u), z, w);
    return (flip(a, h, 27) + flip(b, h, 28)) + flip(c, h, 29);
}
ISONOISE_INLINE static void weighted4(uint8 h, float8 weight, float8& x, float8& y, float8& z, float8& w) {
    uint8 q = below(h, 0x40000000u), r = below(h, 0x80000000u), s = below(h, 0xC0000000u);
    float8 a = flip(weight, h, 27), b = flip(weight, h, 28), c = flip(weight, h, 29);
    x = only(s, a);
    y = select(r, b, except(s, a));
    z = select(q, c, except(r, b));
    w = except(q, c);
}

ISONOISE_INLINE static float4 noise1(uint4 h, float4 f, float4 w) { return interpolate1(corners1(h, f), w); }
ISONOISE_INLINE static float4 noise2(uint4 h, float4 f, float4 w) { return interpolate2(corners2(h, f), w); }
ISONOISE_INLINE static float4 noise3(uint8 h, float4 f, float4 w) {
    float8 at = offsets(f);
    return interpolate3(corners3(h, corners_x(at), corners_y(at), corners_z(at)), w);
}
// Left to gcc, which without AVX2 would spill registers.
static inline float4 noise4(const Hashes4& h, float4 f, float4 w) {
    float8 at = offsets(f), x = corners_x(at), y = corners_y(at), z = corners_z(at);
    return interpolate4(corners4(h.low, x, y, z, low_w(at)), corners4(h.high, x, y, z, high_w(at)), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
ISONOISE_INLINE static float4 noise1(uint4 h, float4 f, float4 w, float4 s, float4& gradient) {
    float4 slope, n = interpolate1(corners1(h, f), w, slope);
    gradient = interpolate1(vectors1(h), w) + s * slope;
    return n;
}
// The corners' weights, which sum to 1.
ISONOISE_INLINE static float8 weights(float4 w) { return {1.0f - w, w}; }
ISONOISE_INLINE static float4 square_weights(float4 w) {
    const float4 at = upper_pair(1.0f - w, w);
    return square_x(at) * square_y(at);
}
ISONOISE_INLINE static float8 cube_weights(float4 w) {
    float8 at = weights(w);
    return corners_x(at) * (corners_z(at) * corners_y(at));
}
namespace {
struct TesseractWeights {
    float8 low, high;  // along w
};
}  // namespace
ISONOISE_INLINE static TesseractWeights tesseract_weights(float4 w) {
    float8 at = weights(w), x = corners_x(at), y = corners_y(at), z = corners_z(at);
    return {x * ((z * low_w(at)) * y), x * ((z * high_w(at)) * y)};
}
ISONOISE_INLINE static float4 halves_sum(float8 x) { return low(x) + high(x); }
ISONOISE_INLINE static float4 noise2(uint4 h, float4 f, float4 w, float4 s, float4& gradient) {
    float4 slope, x, y;
    float4 n = interpolate2(corners2(h, f), w, slope);
    weighted2(h, square_weights(w), x, y);
    gradient = totals(x, y, x, y) + s * slope;
    return n;
}
ISONOISE_INLINE static float4 noise3(uint8 h, float4 f, float4 w, float4 s, float4& gradient) {
    float8 at = offsets(f), x, y, z;
    float4 slope;
    float4 n = interpolate3(corners3(h, corners_x(at), corners_y(at), corners_z(at)), w, slope);
    weighted3(h, cube_weights(w), x, y, z);
    gradient = totals(halves_sum(x), halves_sum(y), halves_sum(z), halves_sum(z)) + s * slope;
    return n;
}
ISONOISE_INLINE static float4 noise4(const Hashes4& h, float4 f, float4 w, float4 s, float4& gradient) {
    float8 at = offsets(f), x = corners_x(at), y = corners_y(at), z = corners_z(at);
    float8 ax, ay, az, aw, bx, by, bz, bw;
    float4 slope;
    float4 n = interpolate4(corners4(h.low, x, y, z, low_w(at)), corners4(h.high, x, y, z, high_w(at)), w, slope);
    const TesseractWeights weight = tesseract_weights(w);
    weighted4(h.low, weight.low, ax, ay, az, aw);
    weighted4(h.high, weight.high, bx, by, bz, bw);
    gradient = totals(halves_sum(ax) + halves_sum(bx), halves_sum(ay) + halves_sum(by), halves_sum(az) + halves_sum(bz),
                      halves_sum(aw) + halves_sum(bw)) +
               s * slope;
    return n;
}

}  // namespace isonoise::ISONOISE_TARGET
