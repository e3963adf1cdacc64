// The functions that GLSL has built in and leaves to the driver, made of + - * and integers alone, so that they have
// the same bits everywhere: for functions of the user. Twin of core/isonoise/definition/math.hpp, which says how
// accurate they are.
//
// Numbers that are no short decimals are written as fractions, which all compilers read alike.
#ifndef ISONOISE_MATH_GLSL
#define ISONOISE_MATH_GLSL
#include "isonoise/lattice.glsl"

const uint ISONOISE_INFINITY = 0x7F800000u;
const uint ISONOISE_NAN = 0x7FC00000u;

// ---- Division and root

// The quotient of normal floats, correctly rounded. The driver's own division gives an estimate, however poor; the
// remainder, which is small and so exact modulo 2^32, repairs it. A quotient of floats never lies halfway.
//
// The estimate is made too low by more than its error, so that nothing is negative: where NVIDIA's compiler knew the
// arguments, -1 seems to have become 0 in uint(int(floor(x))).
uint isonoise_quotient(uint a, uint b) {
    uint ma = (a & 0x7FFFFFu) | 0x800000u, mb = (b & 0x7FFFFFu) | 0x800000u;
    bool less = ma < mb;
    uint shift = less ? 24u : 23u;
    ISO_PRECISE float rate = 1.0 / float(mb);
    uint q = uint(float(ma) * rate * (less ? 16777216.0 : 8388608.0)) - 128u;
    uint rest = (ma << shift) - q * mb;
    uint more = uint(float(rest) * rate) - 1u;
    q += more;
    rest -= more * mb;
    for (int i = 0; i < 2; ++i) {
        uint by = rest >= mb ? 1u : 0u;
        q += by;
        rest -= by * mb;
    }
    q += 2u * rest > mb ? 1u : 0u;
    int exponent = int((a >> 23) & 255u) - int((b >> 23) & 255u) + (less ? 126 : 127);
    uint r = (uint(exponent) << 23) + (q - 0x800000u);
    bool tiny = exponent < 1 && int(r) < 8388608;
    return tiny ? 0u : exponent > 254 || r > ISONOISE_INFINITY ? ISONOISE_INFINITY : r;
}
#ifdef ISONOISE_DIVIDES  // the language's division is correctly rounded
float isonoise_divide(float x, float y) { return ISO_EXACT(x / y); }
#else
float isonoise_divide(float x, float y) {
    uint a = floatBitsToUint(x), b = floatBitsToUint(y);
    uint sign = (a ^ b) & 0x80000000u;
    uint ea = (a >> 23) & 255u, eb = (b >> 23) & 255u;
    bool nan = (a << 1) > 0xFF000000u || (b << 1) > 0xFF000000u || (ea == eb && (ea == 0u || ea == 255u));
    uint r = isonoise_quotient(a, b);
    r = ea == 0u || eb == 255u ? 0u : eb == 0u || ea == 255u ? ISONOISE_INFINITY : r;
    return uintBitsToFloat(nan ? ISONOISE_NAN : sign | r);
}
#endif

// The square root, correctly rounded: an estimate by Newton's iteration is repaired in the same way.
float isonoise_sqrt(float x) {
    uint b = floatBitsToUint(x);
    int exponent = int((b >> 23) & 255u);
    int odd = (exponent & 1) ^ 1;
    uint m = ((b & 0x7FFFFFu) | 0x800000u) << uint(odd);
    ISO_PRECISE float x23 = float(m);
    ISO_PRECISE float half_x = ISO_EXACT(0.5 * x23);
    ISO_PRECISE float rate = uintBitsToFloat(0x5F375A86u - (floatBitsToUint(x23) >> 1));
    for (int i = 0; i < 3; ++i)
        rate = ISO_EXACT(rate * ISO_EXACT(1.5 - ISO_EXACT(half_x * ISO_EXACT(rate * rate))));
    uint s = uint(x23 * rate * 2896.309375) - 64u;  // about the root of 2^23
    uint square = m << 23;
    uint rest = square - s * s;
    s += uint(float(rest) * rate * (181.0 / 1048576.0)) - 1u;
    for (int k = 0; k < 2; ++k) {
        rest = square - s * s;
        s += rest > 2u * s ? 1u : 0u;
    }
    rest = square - s * s;
    s += rest > s ? 1u : 0u;
    uint r = (uint(((exponent - 127 - odd) >> 1) + 127) << 23) + (s - 0x800000u);
    r = exponent == 0 ? b & 0x80000000u : b > ISONOISE_INFINITY ? ISONOISE_NAN : exponent == 255 ? b : r;
    return uintBitsToFloat(r);
}
float isonoise_inversesqrt(float x) { return isonoise_divide(1.0, isonoise_sqrt(x)); }

// ---- Whole numbers

float isonoise_fract(float x) {
    ISO_PRECISE float r = ISO_EXACT(x - floor(x));
    return r;
}
// To the nearest whole number, halves to the even one.
float isonoise_round(float x) {
    ISO_PRECISE float low = floor(x);
    ISO_PRECISE float over = ISO_EXACT(x - low);
    ISO_PRECISE float next = ISO_EXACT(low + 1.0);
    ISO_PRECISE float odd = isonoise_fract(0.5 * low);
    return over > 0.5 || (over == 0.5 && odd != 0.0) ? next : low;
}
float isonoise_trunc(float x) { return x < 0.0 ? -floor(-x) : floor(x); }
float isonoise_mod(float x, float y) {
    ISO_PRECISE float quotient = isonoise_divide(x, y);
    ISO_PRECISE float whole = abs(quotient) < uintBitsToFloat(0x00800000u) ? 0.0 : floor(quotient);
    ISO_PRECISE float r = ISO_EXACT(x - ISO_EXACT(y * whole));
    return r;
}

// ---- Exponentials and logarithms

// p times 2^n, where p is in (0.5, 2) and n in -127 to 129.
float isonoise_power_of_two(float p, int n) {
    uint v = floatBitsToUint(p) + (uint(n) << 23);
    uint r = n > 0 ? (v < ISONOISE_INFINITY ? v : ISONOISE_INFINITY) : int(v) < 0x00800000 ? 0u : v;
    return uintBitsToFloat(r);
}
// NaN for NaN, which comparisons alone would lose.
float isonoise_unless_nan(float x, float result) {
    uint r = (floatBitsToUint(x) << 1) > (ISONOISE_INFINITY << 1) ? ISONOISE_NAN : floatBitsToUint(result);
    return uintBitsToFloat(r);
}
const float ISONOISE_EXP2_1 = 1453635.0 / 2097152.0;
const float ISONOISE_EXP2_2 = 4030331.0 / 16777216.0;
const float ISONOISE_EXP2_3 = 14899131.0 / 268435456.0;
const float ISONOISE_EXP2_4 = 10328147.0 / 1073741824.0;
const float ISONOISE_EXP2_5 = 5751523.0 / 4294967296.0;
const float ISONOISE_EXP2_6 = 327279.0 / 2147483648.0;
// 2^r for r in [-0.5, 0.5].
float isonoise_exp2_near(float r) {
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_EXP2_6 * r) + ISONOISE_EXP2_5;
    p = ISO_EXACT(p * r) + ISONOISE_EXP2_4;
    p = ISO_EXACT(p * r) + ISONOISE_EXP2_3;
    p = ISO_EXACT(p * r) + ISONOISE_EXP2_2;
    p = ISO_EXACT(p * r) + ISONOISE_EXP2_1;
    p = ISO_EXACT(ISO_EXACT(p * r) + 1.0);
    return p;
}
float isonoise_exp2(float x) {
    ISO_PRECISE float y = x > 129.0 ? 129.0 : x > -127.0 ? x : -127.0;
    ISO_PRECISE float n = floor(ISO_EXACT(y + 0.5));
    ISO_PRECISE float r = ISO_EXACT(y - n);
    return isonoise_unless_nan(x, isonoise_power_of_two(isonoise_exp2_near(r), int(n)));
}
const float ISONOISE_LOG2_E = 12102203.0 / 8388608.0;
// ln 2 in two parts, the first with few bits, so that its product with a whole number is exact.
const float ISONOISE_LN2 = 355.0 / 512.0;
const float ISONOISE_LN2_LESS = 14581891.0 / 68719476736.0;
const float ISONOISE_EXP_2 = 4194303.0 / 8388608.0;
const float ISONOISE_EXP_3 = 11184711.0 / 67108864.0;
const float ISONOISE_EXP_4 = 11185613.0 / 268435456.0;
const float ISONOISE_EXP_5 = 8986095.0 / 1073741824.0;
const float ISONOISE_EXP_6 = 11806623.0 / 8589934592.0;
float isonoise_exp(float x) {
    ISO_PRECISE float y = x > 89.0 ? 89.0 : x > -88.0 ? x : -88.0;
    ISO_PRECISE float n = floor(ISO_EXACT(ISO_EXACT(y * ISONOISE_LOG2_E) + 0.5));
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(y - ISO_EXACT(n * ISONOISE_LN2)) + ISO_EXACT(n * ISONOISE_LN2_LESS));
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_EXP_6 * r) + ISONOISE_EXP_5;
    p = ISO_EXACT(p * r) + ISONOISE_EXP_4;
    p = ISO_EXACT(p * r) + ISONOISE_EXP_3;
    p = ISO_EXACT(p * r) + ISONOISE_EXP_2;
    p = ISO_EXACT(ISO_EXACT(ISO_EXACT(p * ISO_EXACT(r * r)) + r) + 1.0);
    return isonoise_unless_nan(x, isonoise_power_of_two(p, int(n)));
}

// A positive x as 2^e (1 + f), where 1 + f is between the roots of 1/2 and 2.
void isonoise_binary(float x, out float e, out float f) {
    uint b = floatBitsToUint(x) + (0x3F800000u - 0x3F3504F3u);
    e = float(int(b >> 23) - 127);
    ISO_PRECISE float less = ISO_EXACT(uintBitsToFloat((b & 0x7FFFFFu) + 0x3F3504F3u) - 1.0);
    f = less;
}
const float ISONOISE_LOG_3 = 11184813.0 / 33554432.0;
const float ISONOISE_LOG_4 = -8388893.0 / 33554432.0;
const float ISONOISE_LOG_5 = 13422235.0 / 67108864.0;
const float ISONOISE_LOG_6 = -2788725.0 / 16777216.0;
const float ISONOISE_LOG_7 = 9537045.0 / 67108864.0;
const float ISONOISE_LOG_8 = -4422641.0 / 33554432.0;
const float ISONOISE_LOG_9 = 2132361.0 / 16777216.0;
const float ISONOISE_LOG_10 = -5048333.0 / 67108864.0;
// ln(1 + f) - f + f^2/2
float isonoise_log_rest(float f) {
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_LOG_10 * f) + ISONOISE_LOG_9;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_8;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_7;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_6;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_5;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_4;
    p = ISO_EXACT(p * f) + ISONOISE_LOG_3;
    p = ISO_EXACT(ISO_EXACT(p * f) * ISO_EXACT(f * f));
    return p;
}
// A logarithm of x, given that of a positive finite one.
float isonoise_usual_log(float x, float ordinary) {
    uint b = floatBitsToUint(x);
    uint special = (b & ISONOISE_INFINITY) == 0u              ? 0xFF800000u
                   : int(b) < 0 || b > ISONOISE_INFINITY ? ISONOISE_NAN
                                                         : ISONOISE_INFINITY;
    uint r = b - 0x00800000u < 0x7F000000u ? floatBitsToUint(ordinary) : special;
    return uintBitsToFloat(r);
}
float isonoise_log(float x) {
    ISO_PRECISE float e, f;
    isonoise_binary(x, e, f);
    ISO_PRECISE float half_square = ISO_EXACT(0.5 * ISO_EXACT(f * f));
    ISO_PRECISE float low = ISO_EXACT(isonoise_log_rest(f) - ISO_EXACT(e * ISONOISE_LN2_LESS));
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(ISO_EXACT(low - half_square) + f) + ISO_EXACT(e * ISONOISE_LN2));
    return isonoise_usual_log(x, r);
}
// log2(e) in two parts: the first has 12 bits, as has the first of f - f^2/2, so that their product is exact.
const float ISONOISE_LOG2_E_HIGH = 1477.0 / 1024.0;
const float ISONOISE_LOG2_E_LOW = 5364043.0 / 17179869184.0;
float isonoise_high(float x) { return uintBitsToFloat(floatBitsToUint(x) & 0xFFFFF000u); }
float isonoise_log2(float x) {
    ISO_PRECISE float e, f;
    isonoise_binary(x, e, f);
    ISO_PRECISE float half_square = ISO_EXACT(0.5 * ISO_EXACT(f * f));
    ISO_PRECISE float first = isonoise_high(ISO_EXACT(f - half_square));
    ISO_PRECISE float low = ISO_EXACT(ISO_EXACT(ISO_EXACT(f - first) - half_square) + isonoise_log_rest(f));
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(low + first) * ISONOISE_LOG2_E_LOW);
    r = ISO_EXACT(r + ISO_EXACT(low * ISONOISE_LOG2_E_HIGH));
    r = ISO_EXACT(ISO_EXACT(r + ISO_EXACT(first * ISONOISE_LOG2_E_HIGH)) + e);
    return isonoise_usual_log(x, r);
}

// 3 times 1/5, 1/7 and so on, and 2 / (3 ln 2), whole and in two parts.
const float ISONOISE_POW_5 = 5033165.0 / 8388608.0;
const float ISONOISE_POW_7 = 14380471.0 / 33554432.0;
const float ISONOISE_POW_9 = 11184811.0 / 33554432.0;
const float ISONOISE_POW_11 = 9151209.0 / 33554432.0;
const float ISONOISE_POW_13 = 15486661.0 / 67108864.0;
const float ISONOISE_POW_UNIT = 16136271.0 / 16777216.0;
const float ISONOISE_POW_UNIT_HIGH = 3939.0 / 4096.0;
const float ISONOISE_POW_UNIT_LOW = 8711709.0 / 68719476736.0;
// x^y for x >= 0; NaN for negative x.
float isonoise_pow(float x, float y) {
    // log2(x) as a sum of two floats: with s = f / (2 + f), 2^e (1 + f) has the logarithm
    // e + 2 / ln 2 (s + s^3/3 + s^5/5 + ...). Parts of 12 bits make products exact. (T. J. Dekker, 1971)
    ISO_PRECISE float e, f;
    isonoise_binary(x, e, f);
    ISO_PRECISE float d = ISO_EXACT(ISO_EXACT(f + 1.0) + 1.0);
    ISO_PRECISE float over = ISO_EXACT(f - ISO_EXACT(ISO_EXACT(d - 1.0) - 1.0));
    ISO_PRECISE float rate = isonoise_divide(1.0, d);
    ISO_PRECISE float s = ISO_EXACT(f * rate);
    ISO_PRECISE float s1 = isonoise_high(s);
    ISO_PRECISE float d1 = isonoise_high(d);
    ISO_PRECISE float d2 = ISO_EXACT(ISO_EXACT(d - d1) + over);
    ISO_PRECISE float s2 = ISO_EXACT(rate * ISO_EXACT(ISO_EXACT(f - ISO_EXACT(s1 * d1)) - ISO_EXACT(s1 * d2)));
    ISO_PRECISE float square = ISO_EXACT(s * s);
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_POW_13 * square) + ISONOISE_POW_11;
    p = ISO_EXACT(p * square) + ISONOISE_POW_9;
    p = ISO_EXACT(p * square) + ISONOISE_POW_7;
    p = ISO_EXACT(p * square) + ISONOISE_POW_5;
    ISO_PRECISE float s11 = ISO_EXACT(s1 * s1);
    ISO_PRECISE float rest = ISO_EXACT(p * ISO_EXACT(square * square));
    rest = ISO_EXACT(rest + ISO_EXACT(s2 * ISO_EXACT(s1 + s)));
    ISO_PRECISE float t1 = isonoise_high(ISO_EXACT(ISO_EXACT(3.0 + s11) + rest));  // 3 + s^2 + 3 s^4 / 5 + ...
    ISO_PRECISE float t2 = ISO_EXACT(rest - ISO_EXACT(ISO_EXACT(t1 - 3.0) - s11));
    ISO_PRECISE float u = ISO_EXACT(s1 * t1);
    ISO_PRECISE float v = ISO_EXACT(ISO_EXACT(s2 * t1) + ISO_EXACT(t2 * s));
    ISO_PRECISE float w1 = isonoise_high(ISO_EXACT(u + v));
    ISO_PRECISE float w2 = ISO_EXACT(v - ISO_EXACT(w1 - u));
    ISO_PRECISE float z1 = ISO_EXACT(w1 * ISONOISE_POW_UNIT_HIGH);
    ISO_PRECISE float z2 = ISO_EXACT(ISO_EXACT(w1 * ISONOISE_POW_UNIT_LOW) + ISO_EXACT(w2 * ISONOISE_POW_UNIT));
    ISO_PRECISE float l1 = isonoise_high(ISO_EXACT(ISO_EXACT(z1 + z2) + e));
    ISO_PRECISE float l2 = ISO_EXACT(z2 - ISO_EXACT(ISO_EXACT(l1 - e) - z1));
    // y times that
    ISO_PRECISE float most = 1099511627776.0;
    ISO_PRECISE float yy = y > most ? most : y > -most ? y : -most;
    ISO_PRECISE float y1 = isonoise_high(yy);
    ISO_PRECISE float top = ISO_EXACT(y1 * l1);
    ISO_PRECISE float low = ISO_EXACT(ISO_EXACT(ISO_EXACT(yy - y1) * l1) + ISO_EXACT(yy * l2));
    ISO_PRECISE float exponent = ISO_EXACT(top + low);
    ISO_PRECISE float n = exponent > 129.0 ? 129.0 : exponent > -127.0 ? floor(ISO_EXACT(exponent + 0.5)) : -127.0;
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(top - n) + low);
    uint power = floatBitsToUint(isonoise_power_of_two(isonoise_exp2_near(r), int(n)));
    power = exponent > 129.0 ? ISONOISE_INFINITY : exponent > -127.0 ? power : 0u;
    uint b = floatBitsToUint(x);
    uint above = y > 0.0 ? ISONOISE_INFINITY : 0u;
    uint below = y > 0.0 ? 0u : ISONOISE_INFINITY;
    uint special = (b & ISONOISE_INFINITY) == 0u ? below : b == ISONOISE_INFINITY ? above : ISONOISE_NAN;
    power = b - 0x00800000u < 0x7F000000u ? power : special;
    return isonoise_unless_nan(y, uintBitsToFloat(y == 0.0 ? 0x3F800000u : power));
}

// ---- The circle

// The upper half of a product.
uint isonoise_upper(uint a, uint b) {
    uint high = isonoise_product(a, b).y;
    return int(a) < 0 ? high + b : high;
}
// Bits of 2 / pi, after 32 zeros.
const uint ISONOISE_TWO_OVER_PI[8] = uint[](0u, 0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u, 0xDB629599u,
                                            0x3C439041u, 0xFE5163ABu);
// 32 of them, from bit s of word i on.
uint isonoise_two_over_pi(uint i, uint s) {
    return (ISONOISE_TWO_OVER_PI[i] << s) | ((ISONOISE_TWO_OVER_PI[i + 1u] >> 1) >> (31u - s));
}
// An angle |x| as quarter turns, which it returns, and the rest, y + tail, within an eighth of a turn from 0.
// x = m 2^k; the bits of 2 / pi that make whole turns are skipped, and 96 of the next multiplied by m. The product's
// first two bits are the quarter, the rest the fraction of one. (M. Payne and R. Hanek, 1983)
uint isonoise_angle(float x, out float y, out float tail) {
    uint b = floatBitsToUint(x) & 0x7FFFFFFFu;  // abs(-0.0) is -0.0 for NVIDIA's compiler
    bool close = b < 0x3F490FDBu;  // pi / 4
    uint at = close ? 0u : (b >> 23) - 120u;
    uint i = at >> 5 < 4u ? at >> 5 : 4u;
    uint s = at & 31u;
    uint m = (b & 0x7FFFFFu) | 0x800000u;
    uvec2 middle = isonoise_product(m, isonoise_two_over_pi(i + 1u, s));
    uint carry = isonoise_upper(m, isonoise_two_over_pi(i + 2u, s));
    uint low = middle.x + carry;
    uint high = m * isonoise_two_over_pi(i, s) + middle.y + (low < carry ? 1u : 0u);
    uint quarter = (high + 0x20000000u) >> 30;
    high = (high << 2) | (low >> 30);  // of the nearest quarter, signed
    low = low << 2;
    bool negative = int(high) < 0;
    high = negative ? ~high + (low == 0u ? 1u : 0u) : high;
    low = negative ? 0u - low : low;
    bool empty = high == 0u;
    high = empty ? (low == 0u ? 1u : low) : high;
    low = empty ? 0u : low;
    uint zeros = 158u - (floatBitsToUint(float(high & ~(high >> 1))) >> 23);
    uint v = isonoise_upper((high << zeros) | ((low >> 1) >> (31u - zeros)), 0xC90FDAA2u);  // pi / 2 = that / 2^31
    zeros += empty ? 32u : 0u;
    ISO_PRECISE float unit = uintBitsToFloat(((96u - zeros) << 23) | (negative ? 0x80000000u : 0u));
    ISO_PRECISE float y_far = ISO_EXACT(float(v & 0xFFFFFF00u) * unit);
    ISO_PRECISE float tail_far = ISO_EXACT(float(v & 0xFFu) * unit);
    y = close ? uintBitsToFloat(b) : y_far;
    tail = close ? 0.0 : tail_far;
    return close ? 0u : quarter & 3u;
}
const float ISONOISE_SIN_3 = -5592401.0 / 33554432.0;
const float ISONOISE_SIN_5 = 8946547.0 / 1073741824.0;
const float ISONOISE_SIN_7 = -3351967.0 / 17179869184.0;
const float ISONOISE_COS_4 = 11184805.0 / 268435456.0;
const float ISONOISE_COS_6 = -11929109.0 / 8589934592.0;
const float ISONOISE_COS_8 = 13431945.0 / 549755813888.0;
// Sine and cosine of y + tail, as sums of two floats, high and low.
vec2 isonoise_sine_near(float y, float tail) {
    ISO_PRECISE float z = ISO_EXACT(y * y);
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_SIN_7 * z) + ISONOISE_SIN_5;
    p = ISO_EXACT(p * z) + ISONOISE_SIN_3;
    p = ISO_EXACT(y * ISO_EXACT(z * p));
    ISO_PRECISE float low = ISO_EXACT(p + ISO_EXACT(tail * ISO_EXACT(1.0 - ISO_EXACT(0.5 * z))));
    return vec2(y, low);
}
vec2 isonoise_cosine_near(float y, float tail) {
    ISO_PRECISE float z = ISO_EXACT(y * y);
    ISO_PRECISE float half_square = ISO_EXACT(0.5 * z);
    ISO_PRECISE float w = ISO_EXACT(1.0 - half_square);
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_COS_8 * z) + ISONOISE_COS_6;
    p = ISO_EXACT(p * z) + ISONOISE_COS_4;
    p = ISO_EXACT(ISO_EXACT(ISO_EXACT(z * z) * p) - ISO_EXACT(y * tail));
    ISO_PRECISE float low = ISO_EXACT(ISO_EXACT(ISO_EXACT(1.0 - w) - half_square) + p);
    return vec2(w, low);
}
// An argument that is infinite or NaN acts as NaN.
float isonoise_angular(float x, float result) {
    uint r = (floatBitsToUint(x) & ISONOISE_INFINITY) == ISONOISE_INFINITY ? ISONOISE_NAN : floatBitsToUint(result);
    return uintBitsToFloat(r);
}
float isonoise_sin(float x) {
    ISO_PRECISE float y, tail;
    uint quarter = isonoise_angle(x, y, tail);
    ISO_PRECISE vec2 s = isonoise_sine_near(y, tail);
    ISO_PRECISE vec2 c = isonoise_cosine_near(y, tail);
    bool odd = (quarter & 1u) != 0u;
    ISO_PRECISE float r = ISO_EXACT((odd ? c.x : s.x) + (odd ? c.y : s.y));
    bool down = ((quarter & 2u) != 0u) != (x < 0.0);
    return isonoise_angular(x, down ? -r : r);
}
float isonoise_cos(float x) {
    ISO_PRECISE float y, tail;
    uint quarter = isonoise_angle(x, y, tail);
    ISO_PRECISE vec2 s = isonoise_sine_near(y, tail);
    ISO_PRECISE vec2 c = isonoise_cosine_near(y, tail);
    bool odd = (quarter & 1u) != 0u;
    ISO_PRECISE float r = ISO_EXACT((odd ? s.x : c.x) + (odd ? s.y : c.y));
    return isonoise_angular(x, ((quarter + 1u) & 2u) != 0u ? -r : r);
}
float isonoise_tan(float x) {
    ISO_PRECISE float y, tail;
    uint quarter = isonoise_angle(x, y, tail);
    ISO_PRECISE vec2 sine = isonoise_sine_near(y, tail);
    ISO_PRECISE vec2 cosine = isonoise_cosine_near(y, tail);
    ISO_PRECISE float s = ISO_EXACT(sine.x + sine.y);
    ISO_PRECISE float c = ISO_EXACT(cosine.x + cosine.y);
    ISO_PRECISE float s_lost = ISO_EXACT(sine.y - ISO_EXACT(s - sine.x));
    ISO_PRECISE float c_lost = ISO_EXACT(cosine.y - ISO_EXACT(c - cosine.x));
    // The quotient, and what the lost parts change of it. 2.4 - 1.4 c is near enough to 1 / c.
    bool odd = (quarter & 1u) != 0u;
    ISO_PRECISE float q = isonoise_divide(odd ? -c : s, odd ? s : c);
    ISO_PRECISE float rate = ISO_EXACT(2.4 - ISO_EXACT(1.4 * c));
    ISO_PRECISE float even_more = ISO_EXACT(s_lost - ISO_EXACT(q * c_lost));
    ISO_PRECISE float odd_more = ISO_EXACT(q * ISO_EXACT(c_lost + ISO_EXACT(q * s_lost)));
    ISO_PRECISE float r = ISO_EXACT(q + ISO_EXACT(rate * (odd ? odd_more : even_more)));
    return isonoise_angular(x, x < 0.0 ? -r : r);
}

const float ISONOISE_PI = 13176795.0 / 4194304.0;  // pi and its half are less by these:
const float ISONOISE_PI_LESS = 6151831.0 / 70368744177664.0;
const float ISONOISE_HALF_PI = 13176795.0 / 8388608.0;
const float ISONOISE_HALF_PI_LESS = 6151831.0 / 140737488355328.0;
const float ISONOISE_ATAN_3 = -2796201.0 / 8388608.0;
const float ISONOISE_ATAN_5 = 13420693.0 / 67108864.0;
const float ISONOISE_ATAN_7 = -1194729.0 / 8388608.0;
const float ISONOISE_ATAN_9 = 7104031.0 / 67108864.0;
const float ISONOISE_ATAN_11 = -16268009.0 / 268435456.0;
const float ISONOISE_STEEP = 5062973.0 / 2097152.0;   // tan(3 pi / 8)
const float ISONOISE_MIDDLE = 13898701.0 / 33554432.0;  // tan(pi / 8)
// The angle of the direction (x, y), -pi to pi; 0 for (0, 0).
float isonoise_atan(float y, float x) {
    ISO_PRECISE float size = abs(x) > abs(y) ? abs(x) : abs(y);
    uint power = floatBitsToUint(size) > 0x5D800000u ? 67u : floatBitsToUint(size) < 0x21800000u ? 187u : 127u;
    ISO_PRECISE float unit = uintBitsToFloat(power << 23);  // 2^-60, 2^60 or 1: no overflow, no subnormals
    ISO_PRECISE float a = ISO_EXACT(abs(x) * unit);
    ISO_PRECISE float b = ISO_EXACT(abs(y) * unit);
    bool steep = b > ISO_EXACT(a * ISONOISE_STEEP);
    bool middle = b > ISO_EXACT(a * ISONOISE_MIDDLE);
    ISO_PRECISE float less = ISO_EXACT(b - a);
    ISO_PRECISE float more = ISO_EXACT(b + a);
    ISO_PRECISE float over = steep ? -a : middle ? less : b;
    ISO_PRECISE float quotient = isonoise_divide(over, steep ? b : middle ? more : a);
    ISO_PRECISE float u = over == 0.0 ? 0.0 : quotient;
    ISO_PRECISE float z = ISO_EXACT(u * u);
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_ATAN_11 * z) + ISONOISE_ATAN_9;
    p = ISO_EXACT(p * z) + ISONOISE_ATAN_7;
    p = ISO_EXACT(p * z) + ISONOISE_ATAN_5;
    p = ISO_EXACT(p * z) + ISONOISE_ATAN_3;
    ISO_PRECISE float rest = ISO_EXACT(u * ISO_EXACT(z * p));
    ISO_PRECISE float parts = steep ? 1.0 : middle ? 0.5 : 0.0;
    rest = ISO_EXACT(rest - ISO_EXACT(parts * ISONOISE_HALF_PI_LESS));
    ISO_PRECISE float acute = ISO_EXACT(ISO_EXACT(parts * ISONOISE_HALF_PI) + ISO_EXACT(u + rest));
    ISO_PRECISE float obtuse = ISO_EXACT(ISONOISE_PI - ISO_EXACT(acute + ISONOISE_PI_LESS));
    ISO_PRECISE float r = x < 0.0 ? obtuse : acute;
    return isonoise_unless_nan(x, isonoise_unless_nan(y, y < 0.0 ? -r : r));
}
float isonoise_atan(float x) { return isonoise_atan(x, 1.0); }

const float ISONOISE_ASIN_3 = 5592403.0 / 33554432.0;
const float ISONOISE_ASIN_5 = 10067023.0 / 134217728.0;
const float ISONOISE_ASIN_7 = 11949401.0 / 268435456.0;
const float ISONOISE_ASIN_9 = 2135537.0 / 67108864.0;
const float ISONOISE_ASIN_11 = 7725685.0 / 536870912.0;
const float ISONOISE_ASIN_13 = 5043743.0 / 134217728.0;
// asin(t) / t - 1, where z = t^2 and t is at most 1/2
float isonoise_arcsine_rest(float z) {
    ISO_PRECISE float p = ISO_EXACT(ISONOISE_ASIN_13 * z) + ISONOISE_ASIN_11;
    p = ISO_EXACT(p * z) + ISONOISE_ASIN_9;
    p = ISO_EXACT(p * z) + ISONOISE_ASIN_7;
    p = ISO_EXACT(p * z) + ISONOISE_ASIN_5;
    p = ISO_EXACT(p * z) + ISONOISE_ASIN_3;
    p = ISO_EXACT(p * z);
    return p;
}
float isonoise_asin(float x) {
    ISO_PRECISE float t = abs(x);
    ISO_PRECISE float beyond = ISO_EXACT(0.5 * ISO_EXACT(1.0 - t));
    bool close = t <= 0.5;
    ISO_PRECISE float square = ISO_EXACT(t * t);
    ISO_PRECISE float root = isonoise_sqrt(beyond);
    ISO_PRECISE float s = close ? t : root;
    ISO_PRECISE float rest = ISO_EXACT(s * isonoise_arcsine_rest(close ? square : beyond));
    ISO_PRECISE float twice = ISO_EXACT(2.0 * s);
    ISO_PRECISE float main_part = ISO_EXACT(ISONOISE_HALF_PI - twice);
    ISO_PRECISE float lost = ISO_EXACT(ISO_EXACT(ISONOISE_HALF_PI - main_part) - twice);  // by rounding
    ISO_PRECISE float less = ISO_EXACT(ISO_EXACT(ISO_EXACT(2.0 * rest) + ISONOISE_HALF_PI_LESS) - lost);
    ISO_PRECISE float r = ISO_EXACT((close ? s : main_part) + (close ? rest : -less));
    return x < 0.0 ? -r : r;
}
float isonoise_acos(float x) {
    ISO_PRECISE float t = abs(x);
    ISO_PRECISE float beyond = ISO_EXACT(0.5 * ISO_EXACT(1.0 - t));
    bool close = t <= 0.5;
    ISO_PRECISE float square = ISO_EXACT(t * t);
    ISO_PRECISE float root = isonoise_sqrt(beyond);
    ISO_PRECISE float s = close ? x : root;
    ISO_PRECISE float rest = ISO_EXACT(s * isonoise_arcsine_rest(close ? square : beyond));
    ISO_PRECISE float right = ISO_EXACT(ISONOISE_HALF_PI - ISO_EXACT(s + ISO_EXACT(rest + ISONOISE_HALF_PI_LESS)));
    ISO_PRECISE float twice = ISO_EXACT(2.0 * s);
    ISO_PRECISE float twice_rest = ISO_EXACT(2.0 * rest);
    ISO_PRECISE float acute = ISO_EXACT(twice + twice_rest);
    ISO_PRECISE float obtuse = ISO_EXACT(ISONOISE_PI - ISO_EXACT(twice + ISO_EXACT(twice_rest + ISONOISE_PI_LESS)));
    return close ? right : x < 0.0 ? obtuse : acute;
}
#endif
