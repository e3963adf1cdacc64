// GLSL's preprocessor, for sources like ours: no macros that expand to whole declarations.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "snippet/reading/tokens.hpp"

namespace isonoise::glsl {

struct Macro {
    std::vector<std::string> parameters;  // empty: used without arguments
    Tokens body;
};
using Macros = std::map<std::string, Macro>;

// The text without its directives. Keeps the #if branches that hold, given the values of names in `values` (defined()
// is true for these only). Its #defines go to `macros`. `places`: of the text's lines; becomes those of the result's.
// Throws Error on an unknown name or directive.
std::string preprocess(std::string_view text, const std::map<std::string, int>& values, Macros& macros,
                       std::vector<std::string>& places);

// Replaces each macro with its body. Throws Error if a call has the wrong number of arguments, or the result is huge.
Tokens expand(const Tokens& tokens, const Macros& macros);

}  // namespace isonoise::glsl
