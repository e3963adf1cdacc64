// Reads tokens into the tree of tree.hpp. For sources like ours: whole declarations at the top level, one constant per
// declaration, no switch and no do.
#pragma once

#include <set>
#include <string>

#include "snippet/reading/tree.hpp"

namespace isonoise::glsl {

// The declarations with their names, types, parameters and fields, but without bodies and values: those of a function
// that nobody calls may hold what the parser does not know. Throws Error if a bracket is not closed.
Program declarations(const Tokens& tokens);

// The names of the program's structures.
std::set<std::string> structures_of(const Program& program);

// Reads a function's body or a constant's value. Throws Error on what it cannot read.
void parse(Declaration& declaration, const std::set<std::string>& structures);

}  // namespace isonoise::glsl
