// Passes: changes to the tree for what a language lacks, before it is printed. See translate.cpp for their order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "snippet/languages.hpp"
#include "snippet/reading/tree.hpp"

namespace isonoise {

// A name of its own for each function, by its index, for languages without overloading; the others keep theirs. The
// first function of a name keeps it. `given` says what some are called.
std::vector<std::string> own_names(const glsl::Program& program, const std::map<std::size_t, std::string>& given);

// Structures become variables, one for each field, and what a function returns becomes parameters: for languages without
// structures. `named` gives a field's variable its name: at, cell -> at_cell. The structures' declarations stay: see
// drop_structures. Throws Error, naming the language, where no statement can stand that this would take.
using FieldName = std::function<std::string(const std::string& variable, const std::string& field)>;
void take_apart(glsl::Program& program, const FieldName& named, const std::string& language);

// Removes their declarations. The next one inherits the comment if it has none.
void drop_structures(glsl::Program& program);

// Replaces ISO_EXACT by what keeps bits in this language. Returns the functions that the text needs for that, named
// PREFIX_exact_TYPE, by their types' names in GLSL.
std::map<std::string, std::string> keep_bits(glsl::Program& program, Bits bits, const std::string& prefix);

}  // namespace isonoise
