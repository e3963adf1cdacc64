// GLSL's preprocessor, limited to texts like ours: no macros that expand to whole declarations.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "isonoise/function/reading/tokens.hpp"

namespace isonoise::glsl {

// The text without its directives and inactive #if branches. Each macro is expanded from its #define to its #undef.
// `values`: macros that are defined from the beginning. `kept`: macros that stay as they are. Throws Error, with the
// place, on a directive or a condition that cannot be read, a call with the wrong number of arguments, a huge result.
Tokens preprocess(const Tokens& text, const std::map<std::string, int>& values,
                  const std::set<std::string, std::less<>>& kept = {});

}  // namespace isonoise::glsl
