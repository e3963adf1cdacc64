// The order in which an expression is worked out.
#pragma once

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// GLSL leaves open when a call that sets variables, within a larger expression, sets them, and compilers differ. Gives
// each such call a statement of its own: operands and arguments are worked out from left to right, the right side of
// && and ||, and what ?: chooses, only if needed. `f` is a function of `program`, which is annotated. Throws Error with
// the place where that is not possible.
// Code that reads a settled program need not care about the order.
void settle_order(glsl::Declaration& f, const glsl::Program& program);

// Does a call in it set a variable?
bool sets_variables(const glsl::Expression& e, const glsl::Program& program);

}  // namespace isonoise::function
