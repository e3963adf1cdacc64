// From the tree of a function to its code: calls are inlined, vectors, structures and arrays taken apart, constants
// folded, short loops unrolled; branches and loops compute all points of a block under masks.
#pragma once

#include <span>

#include "isonoise/function/code.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// `program`: annotated, as glsl::needed() leaves it. `main`: the index of the function. `parameters`: indices of the
// uniforms. Throws Error on what the language lacks.
Code compiled(const glsl::Program& program, std::size_t main, std::span<const std::size_t> parameters);

// The words of a constant, or of a uniform's default; none if it has none.
std::vector<Word> constant_value(const glsl::Program& program, std::size_t index);

// The words of an expression of literals, constants and built-in functions.
std::vector<Word> constant_value(const glsl::Program& program, const glsl::Expression& expression);

}  // namespace isonoise::function
