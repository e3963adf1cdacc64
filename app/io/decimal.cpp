#include "io/decimal.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {

void append_decimal(std::string& text, float value) {
    const float size = std::fabs(value);
    if (!(size >= 0.00011f && size < 1e8f)) {  // rare, or written with an exponent
        fmt::format_to(std::back_inserter(text), "{:.9g}", value);
        return;
    }
    // All in integers, so that rounding is exact: size = mantissa * 2^power, with digits before the point or zeros
    // behind it: 0.00123 has -2.
    const auto bits = std::bit_cast<std::uint32_t>(size);
    const std::uint64_t mantissa = (bits & 0x7FFFFFu) | 0x800000u;
    const int power = static_cast<int>(bits >> 23) - 150;
    static constexpr double tens[] = {0.001, 0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7};
    int digits = -3;
    for (double ten : tens)
        digits += static_cast<double>(size) >= ten;
    static constexpr std::uint64_t fives[] = {1,     5,      25,      125,     625,      3125,     15625,
                                              78125, 390625, 1953125, 9765625, 48828125, 244140625};
    const int decimals = 9 - digits, shift = -(power + decimals);
    std::uint64_t number = mantissa * fives[decimals];
    if (shift > 0) {
        const std::uint64_t half = std::uint64_t{1} << (shift - 1), rest = number & (2 * half - 1);
        number >>= shift;
        number += rest > half || (rest == half && number % 2 == 1);
    } else {
        number <<= -shift;
    }
    // Now size = number / 10^decimals.
    int after = decimals;
    for (; after > 0 && number % 10 == 0; --after)
        number /= 10;
    char buffer[24];
    const std::size_t length = static_cast<std::size_t>(std::to_chars(buffer, std::end(buffer), number).ptr - buffer);
    const auto behind = static_cast<std::size_t>(after);
    if (value < 0) text += '-';
    if (behind == 0) {
        text.append(buffer, length);
    } else if (length > behind) {
        text.append(buffer, length - behind).append(1, '.').append(buffer + length - behind, behind);
    } else {
        text.append("0.").append(behind - length, '0').append(buffer, length);
    }
}

static double number_in(const std::string& decimal) {
    double number = 0.0;
    parse_number(decimal, number);
    return number;
}
double rounded_to_places(double value, int places) { return number_in(fmt::format("{:.{}f}", value, places)); }
double rounded_to_digits(double value, int digits) { return number_in(fmt::format("{:.{}g}", value, digits)); }

}  // namespace isonoise
