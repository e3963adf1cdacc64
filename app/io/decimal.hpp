// Numbers as text, and rounding by decimal digits.
#pragma once

#include <string>

namespace isonoise {

// Appends the text of printf's %.9g: nine digits distinguish all floats.
void append_decimal(std::string& text, float value);

// `value` rounded to this many decimal places, or to this many significant digits.
double rounded_to_places(double value, int places);
double rounded_to_digits(double value, int digits);

}  // namespace isonoise
