// Derivatives of a function by its coordinates, by forward differentiation of its text: each variable that depends on
// the point gets one more for each coordinate, of the same type. (R. E. Wengert, 1964)
#pragma once

#include <cstddef>
#include <string>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// Returns the text of `float noise_gradient(vecN p, out vecN gradient)` and of the functions that it needs, to be
// appended to the user's text. It returns the bits of noise(). `program` is parsed and annotated, as glsl::needed()
// leaves it; `main` is its function noise, which returns a number.
//
// At a bend the derivative is that of one side: of the greater coordinate for abs, of the chosen operand for min and
// max. Infinite derivatives, such as those of roots at 0 and of asin and acos at their ends, count as 0. Steps are
// flat. Throws Error, with the place, where a derivative is not known.
std::string gradient_text(const glsl::Program& program, std::size_t main);

}  // namespace isonoise::function
