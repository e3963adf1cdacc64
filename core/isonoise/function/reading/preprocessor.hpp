// GLSL's preprocessor, limited to sources like ours: no macros that expand to whole declarations.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/function/reading/tokens.hpp"

namespace isonoise::glsl {

struct Macro {
    std::vector<std::string> parameters;  // empty: used without arguments
    Tokens body;
};
using Macros = std::map<std::string, Macro>;

// The text without its directives. Keeps the active #if branches, given the values of names in `values` (defined() is
// true only for these). Adds #defines to `macros`. `locations`: the source of each line, updated to match the result.
// Throws Error on an unknown name or directive.
std::string preprocess(std::string_view text, const std::map<std::string, int>& values, Macros& macros,
                       std::vector<std::string>& locations);

// Expands all macros. Throws Error if a call has the wrong number of arguments, or the result is huge.
Tokens expand(const Tokens& tokens, const Macros& macros);

}  // namespace isonoise::glsl
