#include "io/decimal.hpp"

#include <iterator>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {

void append_decimal(std::string& text, float value) { fmt::format_to(std::back_inserter(text), "{:.9g}", value); }

static double number_in(const std::string& decimal) {
    double number = 0.0;
    parse_number(decimal, number);
    return number;
}
double rounded_to_places(double value, int places) { return number_in(fmt::format("{:.{}f}", value, places)); }
double rounded_to_digits(double value, int digits) { return number_in(fmt::format("{:.{}g}", value, digits)); }

}  // namespace isonoise
