// Reads the text of a function.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonoise/function/function.hpp"
#include "isonoise/function/reading/tree.hpp"

namespace isonoise {
class Noise;
}

namespace isonoise::function {

// The longest text, in bytes, that is read or made.
inline constexpr std::size_t kMostText = std::size_t{1} << 20;

// The declarations of a text, with those of the files that it includes, in order. Calls of GLSL's functions have the
// prefix isonoise_. A preset that it includes, hills.json, is the function `hills`.
struct Text {
    glsl::Tokens tokens;
    std::map<std::string, std::shared_ptr<const Noise>> presets;  // by the names of their functions
    std::string head = {};                                        // see head_comment()
};
Text read(const std::string& text, const std::string& name, const Include& include);
Text read(const Function& function);

// The names of the files that a text includes.
std::vector<std::string> included_files(const std::string& text);

// Returns the comments at the top of a text, line by line. Leaves out `// look:` lines, and the paragraph directly
// above a function, which belongs to that function.
std::string head_comment(const std::string& text);

// The text with the files that it includes in their places. A preset is behind its name, on the same line.
std::string joined(const Function& function);

// The text and what it needs of the libraries that precede it: parsed, checked and annotated. All operations of
// `exact`, which has the presets' functions, are protected already; what it has without a place in a file is kept for
// passes.
struct Source {
    glsl::Program program;
    std::size_t main = 0;  // the function `noise`
    // The function that was asked for: noise, or noise_gradient, noise_cell, noise_gradient_cell, made of it. See
    // gradient.hpp and cells.hpp.
    std::size_t entry = 0;
    std::vector<std::string> rounded = {};  // by cells: see CellText
    std::vector<std::size_t> parameters;    // the uniforms
    std::vector<std::size_t> overloads;     // the text's functions with names of the library's; resolved() renames them
};
Source resolved(const glsl::Tokens& exact, const glsl::Tokens& library, const Text& text, const Form& form);
// "noise_gradient" of a form
std::string entry_name(const Form& form);

// The message of an error in this function's texts, with the line that it speaks of.
std::string with_line(const std::string& message, const Function& function);

}  // namespace isonoise::function
