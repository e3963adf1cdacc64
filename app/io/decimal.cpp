#include "io/decimal.hpp"

#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {

void append_decimal(std::string& text, float value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, std::end(buffer), value, std::chars_format::general, 9).ptr;
    text.append(buffer, end);
}

static double number_in(const std::string& decimal) {
    double number = 0.0;
    parse_number(decimal, number);
    return number;
}
double rounded_to_places(double value, int places) { return number_in(fmt::format("{:.{}f}", value, places)); }
double rounded_to_digits(double value, int digits) { return number_in(fmt::format("{:.{}g}", value, digits)); }

}  // namespace isonoise
