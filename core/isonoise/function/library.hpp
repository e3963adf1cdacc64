// Everything that a user's function can call: GLSL's built-in functions and the library's noises.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "isonoise/function/code.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise {
struct Settings;
}

namespace isonoise::function {

// A function that is computed here and not by its text: a noise, or an operation.
struct Native {
    std::optional<NoiseFunction> noise = {};
    Operation operation = Operation::copy;
};
Native native_of(const glsl::Declaration& declaration);
bool is_native(const glsl::Declaration& declaration);

// Declarations of the functions that are computed here.
const std::string& native_declarations();

// Definitions of all others, in GLSL, by operators and those. Names of GLSL's own functions have the prefix isonoise_.
const std::string& library_text();

// Appends isonoise_NAME for vectors of 2 to 4 components: the function of numbers applied to each. `forms` are the
// arguments, v for a vector and f for a number; `type` is float, int or uint, and so is `result`.
void lift(std::string& text, const std::string& name, std::string_view forms, std::string_view type = "float",
          std::string_view result = {});

// Declarations of a preset's functions: its noise and, if it has one, its gradient or its slope.
std::string preset_declarations(const std::string& name, const Noise& noise);
// The suffix of the function that also returns derivatives: "_gradient", "_slope" or none.
const char* derivative_suffix(const Settings& settings);

// Is it one of the library's own functions, such as perlin2 or hash1?
bool is_of_library(const std::string& name);

// Is it one of GLSL's own functions?
bool is_of_glsl(const std::string& name);

// Has GLSL or the library a function of this name, or is it a keyword?
bool is_taken(const std::string& name);

// Is it the name of one of GLSL's functions, which the texts call with the prefix isonoise_?
bool is_renamed(const std::string& name);

}  // namespace isonoise::function
