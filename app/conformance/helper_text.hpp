// The library's text for a check, and single functions of it called with words: for reduce.hpp.
#pragma once

#include <string>
#include <vector>

#include "conformance/check.hpp"
#include "gpu/shader.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise {

// The function that calls what a check compares: float isonoise_checked(vecN p, out vecN gradient), or with a cell and
// a fraction.
inline constexpr const char* kChecked = "isonoise_checked";

// The library with these settings as constants and kChecked, in GLSL with ISO_EXACT and ISO_PRECISE. Bodies are not
// parsed.
glsl::Program library_for(const Check& check, const Settings& settings, const ShaderFiles& files);

// Finds the function with this name and these parameters in a program, and returns it with all declarations that it
// needs, each as text, in order; none if there is no such function. If the text, which may be anyone's, cannot be
// parsed, every declaration that its words name is kept, and `exact` is false.
struct HelperText {
    std::vector<std::string> declarations = {};
    bool exact = true;
};
HelperText text_with(const glsl::Program& program, const glsl::Declaration& function);

// "a0.x": how texts call input i.
std::string input_name(std::size_t i);

// A call of a function with the inputs as its arguments: statements, then expressions for the words of its results.
struct CallText {
    std::vector<std::string> statements, words;
    std::vector<glsl::Type::Kind> kinds;  // of the words
};
CallText call_text(const glsl::Program& program, const glsl::Declaration& function);

}  // namespace isonoise
