// A function of the user as source text in another language: see core/isonoise/function/function.hpp.
#pragma once

#include <string>

#include "gpu/shader.hpp"
#include "isonoise/function/function.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// The function under its own name, noise, with its parameters as constants. Throws Error on what the language cannot
// express.
std::string function_text(const Language& language, const Function& function, const function::Include& include,
                          const ShaderFiles& files);

// The same for this program's own shaders: GLSL without #version, in which every operation keeps its bits.
std::string function_shader(const Function& function, const function::Include& include, const ShaderFiles& files);

}  // namespace isonoise
