// Sets of words: what a register may hold at any point. Interval arithmetic over the operations of code.hpp.
//
// Ends are exact, without outward rounding: sums, products, quotients and roots are correctly rounded, so they grow
// with their operands as the true ones do. Functions within 2 ulp of the true value are widened by 4.
#pragma once

#include <cstdint>
#include <limits>

#include "isonoise/function/operations.hpp"

namespace isonoise::function {

// As a float, each word is NaN or from `low` to `high`; as a whole number it is from `least` to `most`, modulo 2^32. An
// operation sets one of the two views and leaves the other unknown.
struct Interval {
    float low = -std::numeric_limits<float>::infinity(), high = std::numeric_limits<float>::infinity();
    bool nan = true;
    std::int64_t least = 0, most = 0xFFFFFFFF;
    bool none = false;  // no point comes here

    bool is_exact() const { return !none && least == most; }
    bool is_true() const { return is_exact() && Word(least) == ~Word{0}; }
    bool is_false() const { return is_exact() && Word(least) == 0u; }
    bool is_mask() const;                                                           // true or false
    bool is_zero_possible() const { return low < 0x1p-126f && high > -0x1p-126f; }  // as GPUs flush
    bool is_infinity_possible() const;
    bool is_bounded() const { return !none && !nan && !is_infinity_possible(); }
    // Does it have all of the other's words?
    bool holds(const Interval& other) const;
};

inline constexpr Interval kNone{.none = true};
Interval exactly(Word word);
Interval reals(float low, float high, bool nan = false);
Interval wholes(std::int64_t least, std::int64_t most);
Interval joined(const Interval& a, const Interval& b);
Interval common(const Interval& a, const Interval& b);

// The results of an operation other than jumps and calls, for all words of its operands.
Interval applied(Operation operation, const Interval& a, const Interval& b, const Interval& c);

// The whole numbers of a set as int and as uint: the ends.
struct Ends {
    std::int64_t least, most;
};
Ends as_int(const Interval& a);
Ends as_uint(const Interval& a);

}  // namespace isonoise::function
