// Parses tokens into the tree of tree.hpp. Only for sources like ours: whole declarations at the top level, no
// switch and no do.
#pragma once

#include <set>
#include <string>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::glsl {

// The declarations with their names, types, parameters and fields, but without bodies and values: functions that are
// never called may contain unsupported constructs. Throws Error if a bracket is not closed.
Program declarations(const Tokens& tokens);

// Parses a function's body or a constant's value; `structures` are the names that are types there. Throws Error on
// unsupported constructs.
void parse(Declaration& declaration, const std::set<std::string>& structures);

}  // namespace isonoise::glsl
