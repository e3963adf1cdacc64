// The instructions of code.hpp for one point. Words have 32 bits; true is all ones, false is zero.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "isonoise/definition/math.hpp"

namespace isonoise::function {

using Word = std::uint32_t;

inline float real(Word x) { return std::bit_cast<float>(x); }
inline Word bits(float x) { return std::bit_cast<Word>(x); }
inline Word truth(bool x) { return x ? ~Word{0} : Word{0}; }

// Conversions of floats that no integer can hold give 0; a division of integers by 0 gives 0; shifts take the lowest
// five bits of their distance.
inline Word int_of(float x) { return std::fabs(x) < 0x1p31f ? Word(std::int32_t(x)) : Word{0}; }
inline Word uint_of(float x) {
    if (!(x > -1.0f && x < 0x1p32f)) return Word{0};
    return x < 0x1p31f ? Word(std::int32_t(x)) : Word(std::int32_t(x - 0x1p31f)) + 0x80000000u;
}
inline Word quotient(Word a, Word b) { return b == 0u ? Word{0} : a / b; }
inline Word signed_quotient(Word a, Word b) {
    const bool negative = (std::int32_t(a) < 0) != (std::int32_t(b) < 0);
    const Word q = quotient(std::int32_t(a) < 0 ? 0u - a : a, std::int32_t(b) < 0 ? 0u - b : b);
    return negative ? 0u - q : q;
}

// OPERATION(name, expression of the words a, b and c)
#define ISONOISE_OPERATIONS(OPERATION)                                                                                 \
    OPERATION(copy, a)                                                                                                 \
    OPERATION(choose, a != 0u ? b : c)                                                                                 \
    OPERATION(add, bits(real(a) + real(b)))                                                                            \
    OPERATION(subtract, bits(real(a) - real(b)))                                                                       \
    OPERATION(multiply, bits(real(a) * real(b)))                                                                       \
    OPERATION(divide, bits(real(a) / real(b)))                                                                         \
    OPERATION(negate, a ^ 0x80000000u)                                                                                 \
    OPERATION(absolute, a & 0x7FFFFFFFu)                                                                               \
    OPERATION(minimum, real(b) < real(a) ? b : a)                                                                      \
    OPERATION(maximum, real(a) < real(b) ? b : a)                                                                      \
    OPERATION(floor, bits(std::floor(real(a))))                                                                        \
    OPERATION(ceil, bits(-std::floor(-real(a))))                                                                       \
    OPERATION(sqrt, bits(definition::math::sqrt(real(a))))                                                             \
    OPERATION(inversesqrt, bits(definition::math::inversesqrt(real(a))))                                               \
    OPERATION(fract, bits(definition::math::fract(real(a))))                                                           \
    OPERATION(round, bits(definition::math::round(real(a))))                                                           \
    OPERATION(trunc, bits(definition::math::trunc(real(a))))                                                           \
    OPERATION(mod, bits(definition::math::mod(real(a), real(b))))                                                      \
    OPERATION(exp, bits(definition::math::exp(real(a))))                                                               \
    OPERATION(exp2, bits(definition::math::exp2(real(a))))                                                             \
    OPERATION(log, bits(definition::math::log(real(a))))                                                               \
    OPERATION(log2, bits(definition::math::log2(real(a))))                                                             \
    OPERATION(pow, bits(definition::math::pow(real(a), real(b))))                                                      \
    OPERATION(sin, bits(definition::math::sin(real(a))))                                                               \
    OPERATION(cos, bits(definition::math::cos(real(a))))                                                               \
    OPERATION(tan, bits(definition::math::tan(real(a))))                                                               \
    OPERATION(asin, bits(definition::math::asin(real(a))))                                                             \
    OPERATION(acos, bits(definition::math::acos(real(a))))                                                             \
    OPERATION(atan, bits(definition::math::atan(real(a), real(b))))                                                    \
    OPERATION(equal, truth(real(a) == real(b)))                                                                        \
    OPERATION(less, truth(real(a) < real(b)))                                                                          \
    OPERATION(at_most, truth(real(a) <= real(b)))                                                                      \
    OPERATION(int_add, a + b)                                                                                          \
    OPERATION(int_subtract, a - b)                                                                                     \
    OPERATION(int_multiply, a* b)                                                                                      \
    OPERATION(int_divide, signed_quotient(a, b))                                                                       \
    OPERATION(int_remainder, a - signed_quotient(a, b) * b)                                                            \
    OPERATION(uint_divide, quotient(a, b))                                                                             \
    OPERATION(uint_remainder, a - quotient(a, b) * b)                                                                  \
    OPERATION(both, a& b)                                                                                              \
    OPERATION(either, a | b)                                                                                           \
    OPERATION(exclusive, a ^ b)                                                                                        \
    OPERATION(without, a & ~b)                                                                                         \
    OPERATION(invert, ~a)                                                                                              \
    OPERATION(shift_left, a << (b & 31u))                                                                              \
    OPERATION(shift_right, a >> (b & 31u))                                                                             \
    OPERATION(shift_signed, Word(std::int32_t(a) >> (b & 31u)))                                                        \
    OPERATION(int_equal, truth(a == b))                                                                                \
    OPERATION(int_less, truth(std::int32_t(a) < std::int32_t(b)))                                                      \
    OPERATION(int_at_most, truth(std::int32_t(a) <= std::int32_t(b)))                                                  \
    OPERATION(uint_less, truth(a < b))                                                                                 \
    OPERATION(uint_at_most, truth(a <= b))                                                                             \
    OPERATION(to_int, int_of(real(a)))                                                                                 \
    OPERATION(to_uint, uint_of(real(a)))                                                                               \
    OPERATION(from_int, bits(float(std::int32_t(a))))                                                                  \
    OPERATION(from_uint, bits(float(a)))

enum class Operation : std::uint8_t {
#define ISONOISE_OPERATION(name, expression) name,
    ISONOISE_OPERATIONS(ISONOISE_OPERATION)
#undef ISONOISE_OPERATION
    // Control: `a` is a mask, `to` an instruction.
    jump,       // always
    jump_none,  // where no point has a set in its mask
    undefined,  // nothing; `to` is not read before it is set
    call,       // calls[to]: a noise
};

// The result of any but the last four.
Word applied(Operation operation, Word a, Word b, Word c);

}  // namespace isonoise::function
