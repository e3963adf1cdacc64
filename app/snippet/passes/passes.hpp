// Passes change the tree before it is printed, to remove what a language lacks. For their order see translate.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "snippet/languages.hpp"
#include "snippet/reading/tree.hpp"

namespace isonoise {

// The names of all declarations, by index, with a unique one for each function: for languages without overloading. The
// first of several functions with the same name keeps it. `given` fixes the names of some functions, by index.
std::vector<std::string> own_names(const glsl::Program& program, const std::map<std::size_t, std::string>& given);

// For languages without structures: replaces each structure by variables, one for each field, and a returned structure
// by `out` parameters. `named` makes the name of a field's variable: at, cell -> at_cell. Declarations of structures
// stay: see drop_structures. Throws Error, naming the language, if a statement has to be added where none can be.
using FieldName = std::function<std::string(const std::string& variable, const std::string& field)>;
void take_apart(glsl::Program& program, const FieldName& named, const std::string& language);

// Removes the declarations of structures. The declaration that follows inherits the comment if it has none.
void drop_structures(glsl::Program& program);

// For languages without vectors: takes them and matrices apart into numbers, and drops what the result does not need.
// Entries keep their parameters, and their outputs are arrays: `out vec3 gradient` takes three numbers, also if it was
// a float. `names`: those of all declarations, kept in step. Throws Error on what our sources do not contain.
void into_numbers(glsl::Program& program, std::vector<std::string>& names);

// Removes what the entries do not need: statements, parameters and declarations. Returns which declarations remain.
// `overloads`: functions that share a name keep the parameters that tell them apart.
std::vector<bool> drop_unused(glsl::Program& program, bool overloads);

// Gives each function that returns early a single return at its end, for compilers that mistake the others for uses of
// variables without a value.
void join_returns(glsl::Program& program);

// Names by the language's custom, in comments too. Functions that are no entries lose the prefix `from` or, with
// Naming::plain, get the prefix `to`; one whose name a variable has, or the language reserves, gets "of"
// behind it.
void restyle(glsl::Program& program, const Language& language, const std::string& from, const std::string& to);

// perlin3_gradient -> perlin3Gradient
std::string styled(const std::string& name, Naming naming, bool function);

// Replaces ISO_EXACT by what keeps bits in this language. Returns the functions that the text must define for that:
// their names, PREFIX_exact_TYPE, by type as GLSL writes it.
std::map<std::string, std::string> keep_bits(glsl::Program& program, Bits bits, const std::string& prefix);

}  // namespace isonoise
