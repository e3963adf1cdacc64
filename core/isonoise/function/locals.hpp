// The variables of a function, and the function that returns one of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// The numbers, conditions and vectors of numbers that the body of `f` declares, in order: also in blocks and loops, not
// in functions that it calls.
std::vector<glsl::Variable> locals_of(const glsl::Declaration& f);

// Makes `f` return the value that locals_of(f)[i] got last, as a float or a vector of them; 0 where it got none.
// `f` is parsed and annotated.
void return_local(glsl::Declaration& f, std::size_t i);

}  // namespace isonoise::function
