// What a user's function can call: GLSL's built-in functions, and the library's noises by name.
#pragma once

#include <string>

#include "isonoise/function/code.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// A function that is computed here and not by its text.
struct Native {
    bool noise = false;
    Operation operation = Operation::copy;
    Call::Kind kind = Call::value;
    int dim = 0;
    bool cell = false;
};
const Native& native_of(const glsl::Declaration& declaration);

// Declarations of the functions that are computed here.
const std::string& native_declarations();

// Definitions of all others, in GLSL, by operators and those. Names of GLSL's own functions have the prefix isonoise_.
const std::string& library_text();

// Is it the name of one of GLSL's functions, which the texts call with the prefix isonoise_?
bool is_renamed(const std::string& name);

}  // namespace isonoise::function
