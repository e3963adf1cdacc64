// Derivatives of a function by its coordinates, by forward differentiation of its text: each variable that depends on
// the point gets one more for each coordinate, of the same type. (R. E. Wengert, 1964)
#pragma once

#include <cstddef>
#include <string>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// The text of `float noise_gradient(vecN p, out vecN gradient)` and of what it needs, to follow the function's own: the
// value has the bits of noise(). `program`: parsed and annotated, as glsl::needed() leaves it; `main`: its function
// noise, which returns a number. Where there is no derivative, it is that of one side: of the greater coordinate for
// abs and of the operand that is chosen for min and max; where it is infinite, of a root at 0, of asin and acos at their
// ends, it is 0; steps are flat. Throws Error
// with the place where the rules know no derivative.
std::string gradient_text(const glsl::Program& program, std::size_t main);

}  // namespace isonoise::function
