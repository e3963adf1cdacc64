// The functions that GLSL has built in and leaves to the driver, made of + - * and integers alone, so that they have
// the same bits everywhere: for functions of the user. Twin of shaders/isonoise/math.glsl.
//
// Division and square root are correctly rounded, here by the CPU; all others are within 2 units in the last place of
// the true value (docs/functions.md has what was measured over all floats). Outside their domain they are NaN, at poles
// infinite, as in C; results below 2^-126 are 0, and subnormal arguments act as 0. The polynomials are Sollya's, by
// fpminimax.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace isonoise::definition::math {

using uint = std::uint32_t;

inline constexpr uint kInfinity = 0x7F800000u;
inline constexpr uint kNan = 0x7FC00000u;

inline uint bits(float x) { return std::bit_cast<uint>(x); }
inline float real(uint x) { return std::bit_cast<float>(x); }

// ---- Division and root

inline float divide(float x, float y) { return x / y; }
inline float sqrt(float x) { return std::sqrt(x); }
inline float inversesqrt(float x) { return divide(1.0f, sqrt(x)); }

// ---- Whole numbers

inline float fract(float x) { return x - std::floor(x); }
// To the nearest whole number, halves to the even one.
inline float round(float x) {
    const float low = std::floor(x);
    const float over = x - low;
    const float odd = fract(0.5f * low);
    return over > 0.5f || (over == 0.5f && odd != 0.0f) ? low + 1.0f : low;
}
inline float trunc(float x) { return x < 0.0f ? -std::floor(-x) : std::floor(x); }
inline float mod(float x, float y) {
    const float quotient = divide(x, y);
    const float whole = std::fabs(quotient) < 0x1p-126f ? 0.0f : std::floor(quotient);  // drivers flush subnormal ones
    return x - y * whole;
}

// ---- Exponentials and logarithms

// p times 2^n, where p is in (0.5, 2) and n in -127 to 129.
inline float power_of_two(float p, int n) {
    const uint v = bits(p) + (uint(n) << 23);
    return real(n > 0 ? (v < kInfinity ? v : kInfinity) : int(v) < 0x00800000 ? 0u : v);
}
// NaN for NaN, which comparisons alone would lose.
inline float unless_nan(float x, float result) {
    return real((bits(x) << 1) > (kInfinity << 1) ? kNan : bits(result));
}
inline constexpr float kExp2_1 = 0x1.62e43p-1f;
inline constexpr float kExp2_2 = 0x1.ebfbd8p-3f;
inline constexpr float kExp2_3 = 0x1.c6af76p-5f;
inline constexpr float kExp2_4 = 0x1.3b30a6p-7f;
inline constexpr float kExp2_5 = 0x1.5f0b8cp-10f;
inline constexpr float kExp2_6 = 0x1.3f9bcp-13f;
// 2^r for r in [-0.5, 0.5].
inline float exp2_near(float r) {
    float p = kExp2_6 * r + kExp2_5;
    p = p * r + kExp2_4;
    p = p * r + kExp2_3;
    p = p * r + kExp2_2;
    p = p * r + kExp2_1;
    return p * r + 1.0f;
}
inline float exp2(float x) {
    const float y = x > 129.0f ? 129.0f : x > -127.0f ? x : -127.0f;
    const float n = std::floor(y + 0.5f);
    return unless_nan(x, power_of_two(exp2_near(y - n), int(n)));
}
inline constexpr float kLog2_E = 0x1.715476p+0f;
// ln 2 in two parts, the first with few bits, so that its product with a whole number is exact.
inline constexpr float kLn2 = 0x1.63p-1f;
inline constexpr float kLn2_Less = 0x1.bd0106p-13f;
inline constexpr float kExp_2 = 0x1.fffff8p-2f;
inline constexpr float kExp_3 = 0x1.55548ep-3f;
inline constexpr float kExp_4 = 0x1.555b9ap-5f;
inline constexpr float kExp_5 = 0x1.123bdep-7f;
inline constexpr float kExp_6 = 0x1.684f3ep-10f;
inline float exp(float x) {
    const float y = x > 89.0f ? 89.0f : x > -88.0f ? x : -88.0f;
    const float n = std::floor(y * kLog2_E + 0.5f);
    const float r = (y - n * kLn2) + n * kLn2_Less;
    float p = kExp_6 * r + kExp_5;
    p = p * r + kExp_4;
    p = p * r + kExp_3;
    p = p * r + kExp_2;
    return unless_nan(x, power_of_two((p * (r * r) + r) + 1.0f, int(n)));
}

// A positive x as 2^e (1 + f), where 1 + f is between the roots of 1/2 and 2.
inline void binary(float x, float& e, float& f) {
    const uint b = bits(x) + (0x3F800000u - 0x3F3504F3u);
    e = float(int(b >> 23) - 127);
    f = real((b & 0x7FFFFFu) + 0x3F3504F3u) - 1.0f;
}
inline constexpr float kLog_3 = 0x1.55555ap-2f;
inline constexpr float kLog_4 = -0x1.00023ap-2f;
inline constexpr float kLog_5 = 0x1.999d36p-3f;
inline constexpr float kLog_6 = -0x1.546ba8p-3f;
inline constexpr float kLog_7 = 0x1.230c2ap-3f;
inline constexpr float kLog_8 = -0x1.0defc4p-3f;
inline constexpr float kLog_9 = 0x1.044c48p-3f;
inline constexpr float kLog_10 = -0x1.342034p-4f;
// ln(1 + f) - f + f^2/2
inline float log_rest(float f) {
    float p = kLog_10 * f + kLog_9;
    p = p * f + kLog_8;
    p = p * f + kLog_7;
    p = p * f + kLog_6;
    p = p * f + kLog_5;
    p = p * f + kLog_4;
    p = p * f + kLog_3;
    return p * f * (f * f);
}
// A logarithm of x, given that of a positive finite one.
inline float usual_log(float x, float ordinary) {
    const uint b = bits(x);
    const uint special = (b & kInfinity) == 0u ? 0xFF800000u : int(b) < 0 || b > kInfinity ? kNan : kInfinity;
    return real(b - 0x00800000u < 0x7F000000u ? bits(ordinary) : special);
}
inline float log(float x) {
    float e, f;
    binary(x, e, f);
    const float half_square = 0.5f * (f * f);
    const float low = log_rest(f) - e * kLn2_Less;
    return usual_log(x, ((low - half_square) + f) + e * kLn2);
}
// log2(e) in two parts: the first has 12 bits, as has the first of f - f^2/2, so that their product is exact.
inline constexpr float kLog2_E_High = 0x1.714p+0f;
inline constexpr float kLog2_E_Low = 0x1.47652cp-12f;
inline float high(float x) { return real(bits(x) & 0xFFFFF000u); }
inline float log2(float x) {
    float e, f;
    binary(x, e, f);
    const float half_square = 0.5f * (f * f);
    const float first = high(f - half_square);
    const float low = ((f - first) - half_square) + log_rest(f);
    return usual_log(x, (((low + first) * kLog2_E_Low + low * kLog2_E_High) + first * kLog2_E_High) + e);
}

// 3 times 1/5, 1/7 and so on, and 2 / (3 ln 2), whole and in two parts.
inline constexpr float kPow_5 = 0x1.333334p-1f;
inline constexpr float kPow_7 = 0x1.b6db6ep-2f;
inline constexpr float kPow_9 = 0x1.555556p-2f;
inline constexpr float kPow_11 = 0x1.1745d2p-2f;
inline constexpr float kPow_13 = 0x1.d89d8ap-3f;
inline constexpr float kPowUnit = 0x1.ec709ep-1f;
inline constexpr float kPowUnitHigh = 0x1.ec6p-1f;
inline constexpr float kPowUnitLow = 0x1.09dc3ap-13f;
// x^y for x >= 0; NaN for negative x.
inline float pow(float x, float y) {
    // log2(x) as a sum of two floats: with s = f / (2 + f), 2^e (1 + f) has the logarithm
    // e + 2 / ln 2 (s + s^3/3 + s^5/5 + ...). Parts of 12 bits make products exact. (T. J. Dekker, 1971)
    float e, f;
    binary(x, e, f);
    const float d = (f + 1.0f) + 1.0f;
    const float over = f - ((d - 1.0f) - 1.0f);
    const float rate = divide(1.0f, d);
    const float s = f * rate;
    const float s1 = high(s);
    const float d1 = high(d);
    const float d2 = (d - d1) + over;
    const float s2 = rate * ((f - s1 * d1) - s1 * d2);
    const float square = s * s;
    float p = kPow_13 * square + kPow_11;
    p = p * square + kPow_9;
    p = p * square + kPow_7;
    p = p * square + kPow_5;
    const float s11 = s1 * s1;
    const float rest = p * (square * square) + s2 * (s1 + s);
    const float t1 = high((3.0f + s11) + rest);  // 3 + s^2 + 3 s^4 / 5 + ...
    const float t2 = rest - ((t1 - 3.0f) - s11);
    const float u = s1 * t1;
    const float v = s2 * t1 + t2 * s;
    const float w1 = high(u + v);
    const float w2 = v - (w1 - u);
    const float z1 = w1 * kPowUnitHigh;
    const float z2 = w1 * kPowUnitLow + w2 * kPowUnit;
    const float l1 = high((z1 + z2) + e);
    const float l2 = z2 - ((l1 - e) - z1);
    // y times that
    const float most = 0x1p40f;
    const float yy = y > most ? most : y > -most ? y : -most;
    const float y1 = high(yy);
    const float top = y1 * l1;
    const float low = (yy - y1) * l1 + yy * l2;
    const float exponent = top + low;
    const float n = exponent > 129.0f ? 129.0f : exponent > -127.0f ? std::floor(exponent + 0.5f) : -127.0f;
    const float r = (top - n) + low;
    uint power = bits(power_of_two(exp2_near(r), int(n)));
    power = exponent > 129.0f ? kInfinity : exponent > -127.0f ? power : 0u;
    const uint b = bits(x);
    const uint above = y > 0.0f ? kInfinity : 0u;
    const uint below = y > 0.0f ? 0u : kInfinity;
    const uint special = (b & kInfinity) == 0u ? below : b == kInfinity ? above : kNan;
    power = b - 0x00800000u < 0x7F000000u ? power : special;
    return unless_nan(y, real(y == 0.0f ? 0x3F800000u : power));
}

// ---- The circle

// The upper half of a product.
inline uint upper(uint a, uint b) { return uint(std::uint64_t(a) * b >> 32); }
// Bits of 2 / pi, after 32 zeros.
inline constexpr uint kTwoOverPi[8] = {0u,          0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
                                       0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu};
// 32 of them, from bit s of word i on.
inline uint two_over_pi(uint i, uint s) { return (kTwoOverPi[i] << s) | ((kTwoOverPi[i + 1u] >> 1) >> (31u - s)); }
// An angle x >= 0 as quarter turns, which it returns, and the rest, y + tail, within an eighth of a turn from 0.
// x = m 2^k; the bits of 2 / pi that make whole turns are skipped, and 96 of the next multiplied by m. The product's
// first two bits are the quarter, the rest the fraction of one. (M. Payne and R. Hanek, 1983)
inline uint angle(float x, float& y, float& tail) {
    const uint b = bits(x);
    const bool close = b < 0x3F490FDBu;  // pi / 4
    const uint at = close ? 0u : (b >> 23) - 120u;
    const uint i = at >> 5 < 4u ? at >> 5 : 4u, s = at & 31u;
    const uint m = (b & 0x7FFFFFu) | 0x800000u;
    const uint middle = m * two_over_pi(i + 1u, s);
    const uint low = middle + upper(m, two_over_pi(i + 2u, s));
    const uint high = m * two_over_pi(i, s) + upper(m, two_over_pi(i + 1u, s)) + (low < middle ? 1u : 0u);
    const uint quarter = (high + 0x20000000u) >> 30;
    std::uint64_t rest = (std::uint64_t(high) << 32 | low) << 2;  // of the nearest quarter, signed
    const bool negative = std::int64_t(rest) < 0;
    rest = negative ? 0u - rest : rest;
    const int zeros = std::countl_zero(rest | 1u);
    const uint v = upper(uint(rest << zeros >> 32), 0xC90FDAA2u);  // pi / 2 = that / 2^31
    const float unit = real((uint(96 - zeros) << 23) | (negative ? 0x80000000u : 0u));
    y = close ? x : float(v & 0xFFFFFF00u) * unit;
    tail = close ? 0.0f : float(v & 0xFFu) * unit;
    return close ? 0u : quarter & 3u;
}
inline constexpr float kSin_3 = -0x1.555544p-3f;
inline constexpr float kSin_5 = 0x1.1106e6p-7f;
inline constexpr float kSin_7 = -0x1.992cf8p-13f;
inline constexpr float kCos_4 = 0x1.55554ap-5f;
inline constexpr float kCos_6 = -0x1.6c0c2ap-10f;
inline constexpr float kCos_8 = 0x1.99e912p-16f;
// Sine and cosine of y + tail, as sums of two floats, high and low.
struct Sum {
    float x, y;
};
inline Sum sine_near(float y, float tail) {
    const float z = y * y;
    float p = kSin_7 * z + kSin_5;
    p = p * z + kSin_3;
    p = y * (z * p);
    return {y, p + tail * (1.0f - 0.5f * z)};
}
inline Sum cosine_near(float y, float tail) {
    const float z = y * y;
    const float half_square = 0.5f * z;
    const float w = 1.0f - half_square;
    float p = kCos_8 * z + kCos_6;
    p = p * z + kCos_4;
    p = z * z * p - y * tail;
    return {w, ((1.0f - w) - half_square) + p};
}
// An argument that is infinite or NaN acts as NaN.
inline float angular(float x, float result) {
    return real((bits(x) & kInfinity) == kInfinity ? kNan : bits(result));
}
inline float sin(float x) {
    float y, tail;
    const uint quarter = angle(std::fabs(x), y, tail);
    const Sum s = sine_near(y, tail);
    const Sum c = cosine_near(y, tail);
    const bool odd = (quarter & 1u) != 0u;
    const float r = (odd ? c.x : s.x) + (odd ? c.y : s.y);
    const bool down = ((quarter & 2u) != 0u) != (x < 0.0f);
    return angular(x, down ? -r : r);
}
inline float cos(float x) {
    float y, tail;
    const uint quarter = angle(std::fabs(x), y, tail);
    const Sum s = sine_near(y, tail);
    const Sum c = cosine_near(y, tail);
    const bool odd = (quarter & 1u) != 0u;
    const float r = (odd ? s.x : c.x) + (odd ? s.y : c.y);
    return angular(x, ((quarter + 1u) & 2u) != 0u ? -r : r);
}
inline float tan(float x) {
    float y, tail;
    const uint quarter = angle(std::fabs(x), y, tail);
    const Sum sine = sine_near(y, tail);
    const Sum cosine = cosine_near(y, tail);
    const float s = sine.x + sine.y;
    const float c = cosine.x + cosine.y;
    const float s_lost = sine.y - (s - sine.x);
    const float c_lost = cosine.y - (c - cosine.x);
    // The quotient, and what the lost parts change of it. 2.4 - 1.4 c is near enough to 1 / c.
    const bool odd = (quarter & 1u) != 0u;
    const float q = divide(odd ? -c : s, odd ? s : c);
    const float rate = 2.4f - 1.4f * c;
    const float even_more = s_lost - q * c_lost;
    const float odd_more = q * (c_lost + q * s_lost);
    const float r = q + rate * (odd ? odd_more : even_more);
    return angular(x, x < 0.0f ? -r : r);
}

inline constexpr float kPi = 0x1.921fb6p+1f;  // pi and its half are less by these:
inline constexpr float kPiLess = 0x1.777a5cp-24f;
inline constexpr float kHalfPi = 0x1.921fb6p+0f;
inline constexpr float kHalfPiLess = 0x1.777a5cp-25f;
inline constexpr float kAtan_3 = -0x1.555548p-2f;
inline constexpr float kAtan_5 = 0x1.99912ap-3f;
inline constexpr float kAtan_7 = -0x1.23ae9p-3f;
inline constexpr float kAtan_9 = 0x1.b1987cp-4f;
inline constexpr float kAtan_11 = -0x1.f075d2p-5f;
inline constexpr float kSteep = 0x1.3504f4p+1f;   // tan(3 pi / 8)
inline constexpr float kMiddle = 0x1.a8279ap-2f;  // tan(pi / 8)
// The angle of the direction (x, y), -pi to pi; 0 for (0, 0).
inline float atan(float y, float x) {
    const float size = std::fabs(x) > std::fabs(y) ? std::fabs(x) : std::fabs(y);
    const float unit = size > 0x1p+60f ? 0x1p-60f : size < 0x1p-60f ? 0x1p+60f : 1.0f;  // no overflow, no subnormals
    const float a = std::fabs(x) * unit;
    const float b = std::fabs(y) * unit;
    const bool steep = b > a * kSteep;
    const bool middle = b > a * kMiddle;
    const float over = steep ? -a : middle ? b - a : b;
    const float quotient = divide(over, steep ? b : middle ? b + a : a);
    const float u = over == 0.0f ? 0.0f : quotient;
    const float z = u * u;
    float p = kAtan_11 * z + kAtan_9;
    p = p * z + kAtan_7;
    p = p * z + kAtan_5;
    p = p * z + kAtan_3;
    const float parts = steep ? 1.0f : middle ? 0.5f : 0.0f;
    const float rest = u * (z * p) - parts * kHalfPiLess;
    const float acute = parts * kHalfPi + (u + rest);
    const float obtuse = kPi - (acute + kPiLess);
    const float r = x < 0.0f ? obtuse : acute;
    return unless_nan(x, unless_nan(y, y < 0.0f ? -r : r));
}
inline float atan(float x) { return atan(x, 1.0f); }

inline constexpr float kAsin_3 = 0x1.55554cp-3f;
inline constexpr float kAsin_5 = 0x1.33389ep-4f;
inline constexpr float kAsin_7 = 0x1.6caab2p-5f;
inline constexpr float kAsin_9 = 0x1.04af88p-5f;
inline constexpr float kAsin_11 = 0x1.d789d4p-7f;
inline constexpr float kAsin_13 = 0x1.33d87cp-5f;
// asin(t) / t - 1, where z = t^2 and t is at most 1/2
inline float arcsine_rest(float z) {
    float p = kAsin_13 * z + kAsin_11;
    p = p * z + kAsin_9;
    p = p * z + kAsin_7;
    p = p * z + kAsin_5;
    p = p * z + kAsin_3;
    return p * z;
}
inline float asin(float x) {
    const float t = std::fabs(x);
    const float beyond = 0.5f * (1.0f - t);
    const bool close = t <= 0.5f;
    const float s = close ? t : sqrt(beyond);
    const float rest = s * arcsine_rest(close ? t * t : beyond);
    const float twice = 2.0f * s;
    const float main_part = kHalfPi - twice;
    const float lost = (kHalfPi - main_part) - twice;  // by rounding
    const float less = (2.0f * rest + kHalfPiLess) - lost;
    const float r = (close ? s : main_part) + (close ? rest : -less);
    return x < 0.0f ? -r : r;
}
inline float acos(float x) {
    const float t = std::fabs(x);
    const float beyond = 0.5f * (1.0f - t);
    const bool close = t <= 0.5f;
    const float s = close ? x : sqrt(beyond);
    const float rest = s * arcsine_rest(close ? t * t : beyond);
    const float right = kHalfPi - (s + (rest + kHalfPiLess));
    const float acute = 2.0f * s + 2.0f * rest;
    const float obtuse = kPi - (2.0f * s + (2.0f * rest + kPiLess));
    return close ? right : x < 0.0f ? obtuse : acute;
}

}  // namespace isonoise::definition::math
