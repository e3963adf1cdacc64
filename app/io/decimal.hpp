// Floats as text, for millions of them.
#pragma once

#include <string>

namespace isonoise {

// Appends what printf's %.9g gives: nine digits tell every float.
void append_decimal(std::string& text, float value);

// The number nearest to `value` with this many places after the point, or with this many digits in all.
double rounded_to_places(double value, int places);
double rounded_to_digits(double value, int digits);

}  // namespace isonoise
