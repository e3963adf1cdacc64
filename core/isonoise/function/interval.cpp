#include "isonoise/function/interval.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>

namespace isonoise::function {

namespace math = definition::math;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr std::int64_t kWords = std::int64_t{1} << 32;

// ---- Sets

bool Interval::is_infinity_possible() const { return low == -kInfinity || high == kInfinity; }

bool Interval::is_mask() const {
    const auto [first, last] = as_int(*this);
    return first >= -1 && last <= 0;
}

bool Interval::holds(const Interval& other) const {
    if (other.none) return true;
    const auto [int_least, int_most] = as_int(*this);
    const auto [other_least, other_most] = as_int(other);
    return !none && low <= other.low && high >= other.high && (nan || !other.nan) && int_least <= other_least &&
           int_most >= other_most;
}

Interval reals(float low, float high, bool nan) {
    Interval a;
    a.low = std::isnan(low) ? -kInfinity : low;
    a.high = std::isnan(high) ? kInfinity : high;
    a.nan = nan;
    return a;
}

Interval wholes(std::int64_t least, std::int64_t most) {
    Interval a;
    if (most - least >= kWords - 1) return a;
    a.least = least;
    a.most = most;
    return a;
}

Interval exactly(Word word) {
    const float x = real(word);
    Interval a = std::isnan(x) ? Interval() : reals(x, x);
    a.least = a.most = std::int32_t(word);
    return a;
}

// The ends after a shift by a multiple of 2^32 to within [from, from + 2^32), if they fit it.
static Ends within(const Interval& a, std::int64_t from) {
    const std::int64_t past = a.least - from;
    const std::int64_t shift = (past >= 0 ? past / kWords : -((kWords - 1 - past) / kWords)) * kWords;
    if (a.most - shift >= from + kWords) return {from, from + kWords - 1};
    return {a.least - shift, a.most - shift};
}
Ends as_int(const Interval& a) { return within(a, -kWords / 2); }
Ends as_uint(const Interval& a) { return within(a, 0); }

Interval joined(const Interval& a, const Interval& b) {
    if (a.none) return b;
    if (b.none) return a;
    const auto around = [](const Ends& x, const Ends& y) {
        return wholes(std::min(x.least, y.least), std::max(x.most, y.most));
    };
    const Interval by_int = around(as_int(a), as_int(b)), by_uint = around(as_uint(a), as_uint(b));
    Interval all = by_uint.most - by_uint.least < by_int.most - by_int.least ? by_uint : by_int;
    all.low = std::min(a.low, b.low);
    all.high = std::max(a.high, b.high);
    all.nan = a.nan || b.nan;
    return all;
}

Interval common(const Interval& a, const Interval& b) {
    if (a.none || b.none) return kNone;
    const Ends x = as_int(a), y = as_int(b);
    Interval all = a.most - a.least <= b.most - b.least ? a : b;
    const std::int64_t least = std::max(x.least, y.least), most = std::min(x.most, y.most);
    if (least > most) return kNone;
    if (most - least < all.most - all.least) all.least = least, all.most = most;
    all.low = std::max(a.low, b.low);
    all.high = std::min(a.high, b.high);
    all.nan = a.nan && b.nan;
    if (all.low > all.high && !all.nan) return kNone;
    // Only NaN: no number is left, but the ends must stay in order.
    if (all.low > all.high) all.low = a.low, all.high = a.high;
    return all;
}

// ---- Floats

namespace {

constexpr int kUlps = 4;

float below(float x) {
    for (int i = 0; i < kUlps; ++i)
        x = std::nextafter(x, -kInfinity);
    return x;
}
float above(float x) {
    for (int i = 0; i < kUlps; ++i)
        x = std::nextafter(x, kInfinity);
    return x;
}
bool has_zero(const Interval& a) { return a.low <= 0 && a.high >= 0; }

// Around the values at corners, of which NaN counts as 0: the product of zero and infinity, whose numbers come near 0.
Interval around(std::initializer_list<float> corners, bool nan) {
    float low = kInfinity, high = -kInfinity;
    for (const float corner : corners) {
        const float x = std::isnan(corner) ? 0.0f : corner;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return reals(low, high, nan);
}

Interval sum(const Interval& a, const Interval& b) {
    const bool nan =
        a.nan || b.nan || (a.high == kInfinity && b.low == -kInfinity) || (a.low == -kInfinity && b.high == kInfinity);
    return reals(a.low + b.low, a.high + b.high, nan);
}
Interval negative(const Interval& a) { return reals(-a.high, -a.low, a.nan); }

Interval product(const Interval& a, const Interval& b) {
    const bool nan =
        a.nan || b.nan || (has_zero(a) && b.is_infinity_possible()) || (has_zero(b) && a.is_infinity_possible());
    return around({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, nan);
}

Interval quotient(const Interval& a, const Interval& b) {
    if (b.is_zero_possible()) {
        const bool nan = a.nan || b.nan || a.is_zero_possible();
        if (nan || !(b.low >= 0x1p-149f || b.high <= -0x1p-149f)) return Interval();
        return reals(-kInfinity, kInfinity);
    }
    const bool nan = a.nan || b.nan || (a.is_infinity_possible() && b.is_infinity_possible());
    return around({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}, nan);
}

// A function that grows, by floats that do too.
template <class F> Interval growing(const Interval& a, F f) { return reals(f(a.low), f(a.high), a.nan); }

Interval fract(const Interval& a) {
    if (a.is_infinity_possible()) return reals(0, 1, true);
    if (std::floor(a.low) == std::floor(a.high)) return growing(a, [](float x) { return math::fract(x); });
    return reals(0, 1, a.nan);  // 1 for tiny negative numbers
}

// The quotient and the product with its whole part are rounded unless y is a power of two: far from 0 the result may
// then lie well beside [0, y].
Interval mod(const Interval& a, const Interval& b) {
    const float size = std::max(std::fabs(a.low), std::fabs(a.high)),
                by = std::max(std::fabs(b.low), std::fabs(b.high));
    if (b.is_zero_possible() || std::min(std::fabs(b.low), std::fabs(b.high)) < 0x1p-60f || by > 0x1p60f ||
        size > 0x1p60f)
        return Interval();
    int exponent = 0;
    const bool exact = b.low == b.high && std::fabs(std::frexp(b.low, &exponent)) == 0.5f;
    // Quotients below 2^-126 count as 0, on both sides of it.
    const float beyond = exact && a.low >= 0 && b.low > 0 ? 0.0f : exact ? 0x1p-66f : 0x1p-22f * (size + by);
    return reals(std::min(b.low, 0.0f) - beyond, std::max(b.high, 0.0f) + beyond, a.nan || b.nan);
}

bool is_whole(float x) { return x == std::floor(x); }

// exp and exp2: results below 2^-126 are 0. The power of a whole number is exact: nothing below is above it.
template <class F> Interval exponential(const Interval& a, F f, bool exact_most) {
    const float low = below(f(a.low)), high = f(a.high);
    return reals(low < 0x1p-125f ? 0.0f : low, exact_most ? high : std::max(above(high), 0x1p-125f), a.nan);
}

template <class F> Interval logarithm(const Interval& a, F f) {
    if (a.high < 0x1p-126f) return Interval();
    const float high = f(a.high);
    return reals(a.low < 0x1p-126f ? -kInfinity : below(f(a.low)), high == 0 ? 0.0f : above(high), a.nan || a.low < 0);
}

Interval power(const Interval& x, const Interval& y) {
    if (x.high < 0) return Interval();
    const float from = std::max(x.low, 0.0f);
    float low = kInfinity, high = 0;
    for (const float a : {from, x.high}) {
        for (const float b : {y.low, y.high}) {
            const float p = math::pow(a, b);
            if (std::isnan(p)) return Interval();
            low = std::min(low, below(p));
            high = std::max(high, a == 1 || b == 0 ? p : std::max(above(p), 0x1p-125f));
        }
    }
    return reals(low < 0x1p-125f ? 0.0f : low, high, x.nan || y.nan || x.low < 0);
}

constexpr double kTurn = 6.283185307179586;

// Bounds sin(x + shift), by f, which is the sine or the cosine of x. The sine is greatest at a quarter turn.
template <class F> Interval wave(const Interval& a, F f, double shift) {
    const bool nan = a.nan || a.is_infinity_possible();
    const double low = static_cast<double>(a.low) + shift, high = static_cast<double>(a.high) + shift;
    if (nan || std::fabs(low) > 0x1p20 || std::fabs(high) > 0x1p20) return reals(-1, 1, nan);
    const auto has = [&](double at) {  // at + whole turns
        const double slack = 1e-6;
        return std::floor((high - at + slack) / kTurn) * kTurn + at >= low - slack;
    };
    const float x = f(a.low), y = f(a.high);
    return reals(has(0.75 * kTurn) ? -1.0f : std::max(-1.0f, below(std::min(x, y))),
                 has(0.25 * kTurn) ? 1.0f : std::min(1.0f, above(std::max(x, y))));
}

Interval tangent(const Interval& a) {
    const bool nan = a.nan || a.is_infinity_possible();
    if (nan || a.low < -1.57f || a.high > 1.57f) return reals(-kInfinity, kInfinity, nan);
    return reals(below(math::tan(a.low)), above(math::tan(a.high)));
}

Interval arcsine(const Interval& a) {
    if (a.high < -1 || a.low > 1) return Interval();
    return reals(below(math::asin(std::max(a.low, -1.0f))), above(math::asin(std::min(a.high, 1.0f))),
                 a.nan || a.low < -1 || a.high > 1);
}
Interval arccosine(const Interval& a) {
    if (a.high < -1 || a.low > 1) return Interval();
    return reals(std::max(0.0f, below(math::acos(std::min(a.high, 1.0f)))), above(math::acos(std::max(a.low, -1.0f))),
                 a.nan || a.low < -1 || a.high > 1);
}
Interval angle(const Interval& y, const Interval& x) {
    const bool nan = x.nan || y.nan || (x.is_infinity_possible() && y.is_infinity_possible());
    const float half = above(math::kPi);
    if (nan || x.low <= 0) return reals(-half, half, nan);
    const Interval all = around(
        {math::atan(y.low, x.low), math::atan(y.low, x.high), math::atan(y.high, x.low), math::atan(y.high, x.high)},
        false);
    return reals(all.low == 0 ? 0.0f : below(all.low), all.high == 0 ? 0.0f : above(all.high));
}

Interval less_of(const Interval& a, const Interval& b) {  // min
    return reals(std::min(a.low, b.low), b.nan ? a.high : std::min(a.high, b.high), a.nan || b.nan);
}

// ---- Truths and whole numbers

Interval truth_of(bool always, bool never) { return always ? wholes(-1, -1) : never ? wholes(0, 0) : wholes(-1, 0); }

Interval product(const Ends& a, const Ends& b) {
    const auto [least, most] = std::minmax({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most});
    return wholes(least, most);
}

std::int64_t size_of(const Ends& a) { return std::max(std::abs(a.least), std::abs(a.most)); }

Interval int_quotient(const Ends& a, const Ends& b) {
    if (a.least >= 0 && b.least > 0) return wholes(a.least / b.most, a.most / b.least);
    return wholes(-size_of(a), size_of(a));
}
Interval int_remainder(const Ends& a, const Ends& b) {
    if (a.least >= 0 && a.most < b.least) return wholes(a.least, a.most);
    const bool zero = b.least <= 0 && b.most >= 0;  // then the result is a
    const std::int64_t most = zero ? size_of(a) : std::min(size_of(a), size_of(b) - 1);
    return wholes(a.least < 0 ? -most : 0, a.most > 0 ? most : 0);
}

Interval both_of(const Interval& a, const Interval& b) {
    if (a.is_mask()) return a.is_true() ? b : a.is_false() ? exactly(0) : joined(b, exactly(0));
    if (b.is_mask()) return both_of(b, a);
    return wholes(0, std::min(as_uint(a).most, as_uint(b).most));
}

// All ones up to the highest bit.
std::int64_t filled(std::int64_t x) { return static_cast<std::int64_t>(std::bit_ceil(std::uint64_t(x) + 1)) - 1; }

Interval either_of(const Interval& a, const Interval& b) {
    if (a.is_mask() && b.is_mask()) return truth_of(a.is_true() || b.is_true(), a.is_false() && b.is_false());
    const Ends x = as_uint(a), y = as_uint(b);
    return wholes(std::max(x.least, y.least), filled(std::max(x.most, y.most)));
}
Interval exclusive_of(const Interval& a, const Interval& b) {
    if (a.is_mask() && b.is_mask())
        return truth_of((a.is_true() && b.is_false()) || (a.is_false() && b.is_true()),
                        (a.is_true() && b.is_true()) || (a.is_false() && b.is_false()));
    return wholes(0, filled(std::max(as_uint(a).most, as_uint(b).most)));
}
Interval without_of(const Interval& a, const Interval& b) {
    if (b.is_mask()) return b.is_true() ? exactly(0) : b.is_false() ? a : joined(a, exactly(0));
    return wholes(0, as_uint(a).most);
}

Interval int_comparison(bool equal, bool at_most, const Ends& a, const Ends& b) {
    if (equal)
        return truth_of(a.least == a.most && b.least == b.most && a.least == b.least,
                        a.most < b.least || b.most < a.least);
    if (at_most) return truth_of(a.most <= b.least, a.least > b.most);
    return truth_of(a.most < b.least, a.least >= b.most);
}
Interval comparison(Operation operation, const Interval& a, const Interval& b) {
    const bool numbers = !a.nan && !b.nan;
    if (operation == Operation::less) return truth_of(numbers && a.high < b.low, a.low >= b.high);
    if (operation == Operation::at_most) return truth_of(numbers && a.high <= b.low, a.low > b.high);
    return truth_of(numbers && a.low == b.high && a.high == b.low, a.low > b.high || a.high < b.low);
}

Interval converted(const Interval& a, float least, float most) {  // to whole numbers between these, else 0
    const float low = std::max(a.low, least), high = std::min(a.high, most);
    Interval all = low <= high ? wholes(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)) : exactly(0);
    if (a.low < least || a.high > most || a.nan) all = joined(all, exactly(0));
    return wholes(all.least, all.most);
}

Interval shifted(Operation operation, const Interval& a, const Interval& b) {
    const Ends x = as_int(a), y = as_uint(a);
    if (!b.is_exact()) {
        if (operation == Operation::shift_left) return Interval();
        if (operation == Operation::shift_right) return wholes(0, y.most);
        return wholes(std::min<std::int64_t>(x.least, 0), std::max<std::int64_t>(x.most, 0));
    }
    const Word by = Word(b.least) & 31u;
    if (operation == Operation::shift_left)
        return wholes(x.least * (std::int64_t{1} << by), x.most * (std::int64_t{1} << by));
    if (operation == Operation::shift_right) return wholes(y.least >> by, y.most >> by);
    return wholes(x.least >> by, x.most >> by);
}

Interval applied_to_reals(Operation operation, const Interval& a, const Interval& b) {
    switch (operation) {
    case Operation::add: return sum(a, b);
    case Operation::subtract: return sum(a, negative(b));
    case Operation::multiply: return product(a, b);
    case Operation::divide: return quotient(a, b);
    case Operation::negate: return negative(a);
    case Operation::absolute:
        if (a.low >= 0) return reals(a.low, a.high, a.nan);
        return reals(a.high <= 0 ? -a.high : 0.0f, std::max(-a.low, a.high), a.nan);
    case Operation::minimum: return less_of(a, b);
    case Operation::maximum: return negative(less_of(negative(a), negative(b)));
    case Operation::floor: return growing(a, [](float x) { return std::floor(x); });
    case Operation::ceil: return growing(a, [](float x) { return std::ceil(x); });
    case Operation::round:
        if (a.is_infinity_possible()) return Interval();
        return growing(a, [](float x) { return math::round(x); });
    case Operation::trunc: return growing(a, [](float x) { return math::trunc(x); });
    case Operation::sqrt:
        if (a.high < 0) return Interval();
        return reals(std::sqrt(std::max(a.low, 0.0f)), std::sqrt(a.high), a.nan || a.low < 0);
    case Operation::inversesqrt:
        if (a.high <= 0) return Interval();
        return reals(math::inversesqrt(a.high), a.low < 0x1p-126f ? kInfinity : math::inversesqrt(a.low),
                     a.nan || a.low < 0);
    case Operation::fract: return fract(a);
    case Operation::mod: return mod(a, b);
    case Operation::exp:
        return exponential(
            a, [](float x) { return math::exp(x); }, a.high == 0);
    case Operation::exp2:
        return exponential(
            a, [](float x) { return math::exp2(x); }, is_whole(a.high));
    case Operation::log: return logarithm(a, [](float x) { return math::log(x); });
    case Operation::log2: return logarithm(a, [](float x) { return math::log2(x); });
    case Operation::pow: return power(a, b);
    case Operation::sin:
        return wave(
            a, [](float x) { return math::sin(x); }, 0);
    case Operation::cos:
        return wave(
            a, [](float x) { return math::cos(x); }, kTurn / 4);
    case Operation::tan: return tangent(a);
    case Operation::asin: return arcsine(a);
    case Operation::acos: return arccosine(a);
    case Operation::atan: return angle(a, b);
    case Operation::equal:
    case Operation::less:
    case Operation::at_most: return comparison(operation, a, b);
    case Operation::to_int: return converted(a, -0x1.fffffep30f, 0x1.fffffep30f);
    case Operation::to_uint: return converted(a, 0, 0x1.fffffep31f);
    default: return Interval();
    }
}

Interval applied_to_wholes(Operation operation, const Interval& a, const Interval& b) {
    const Ends x = as_int(a), y = as_int(b), natural_x = as_uint(a), natural_y = as_uint(b);
    switch (operation) {
    case Operation::int_add: return wholes(x.least + y.least, x.most + y.most);
    case Operation::int_subtract: return wholes(x.least - y.most, x.most - y.least);
    case Operation::int_multiply: return product(x, y);
    case Operation::int_divide: return int_quotient(x, y);
    case Operation::int_remainder: return int_remainder(x, y);
    case Operation::uint_divide:
        return natural_y.least > 0 ? int_quotient(natural_x, natural_y) : wholes(0, natural_x.most);
    case Operation::uint_remainder: return int_remainder(natural_x, natural_y);
    case Operation::both: return both_of(a, b);
    case Operation::either: return either_of(a, b);
    case Operation::exclusive: return exclusive_of(a, b);
    case Operation::without: return without_of(a, b);
    case Operation::invert: return wholes(-1 - a.most, -1 - a.least);
    case Operation::shift_left:
    case Operation::shift_right:
    case Operation::shift_signed: return shifted(operation, a, b);
    case Operation::int_equal: return int_comparison(true, false, x, y);
    case Operation::int_less: return int_comparison(false, false, x, y);
    case Operation::int_at_most: return int_comparison(false, true, x, y);
    case Operation::uint_less: return int_comparison(false, false, natural_x, natural_y);
    case Operation::uint_at_most: return int_comparison(false, true, natural_x, natural_y);
    case Operation::from_int: return reals(static_cast<float>(x.least), static_cast<float>(x.most));
    case Operation::from_uint: return reals(static_cast<float>(natural_x.least), static_cast<float>(natural_x.most));
    default: return Interval();
    }
}

}  // namespace

Interval applied(Operation operation, const Interval& a, const Interval& b, const Interval& c) {
    if (operation == Operation::copy) return a;
    if (operation == Operation::choose) {
        if (a.none) return kNone;
        if (a.is_false()) return c;
        const auto [least, most] = as_int(a);
        return least > 0 || most < 0 ? b : joined(b, c);
    }
    if (a.none || b.none) return kNone;
    if (a.is_exact() && b.is_exact()) return exactly(applied(operation, Word(a.least), Word(b.least), 0));
    const bool of_wholes = (operation >= Operation::int_add && operation <= Operation::uint_at_most) ||
                           operation == Operation::from_int || operation == Operation::from_uint;
    return of_wholes ? applied_to_wholes(operation, a, b) : applied_to_reals(operation, a, b);
}

}  // namespace isonoise::function
