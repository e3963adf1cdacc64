// A function of the user as source text in another language: see core/isonoise/function/function.hpp.
#pragma once

#include <string>
#include <vector>

#include "gpu/shader.hpp"
#include "isonoise/function/function.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

enum class Parameters {
    constants,  // their values
    arguments,  // behind the point, in the order of the text; in languages of the CPU each component by itself
};

// The function as `name`, which is also in the names of all that it needs, so that several fit in one program; in C# it
// is noise in a class of that name. Throws Error on what the language cannot express.
std::string function_text(const Language& language, const Function& function, const ShaderFiles& files,
                          const std::string& name = "noise", Parameters parameters = Parameters::constants);

// The GLSL that this program's own shaders include: without #version, and exact in every operation.
std::string function_shader(const Function& function, const ShaderFiles& files);

// The function as function_at(), for a shader that also includes the library: all its names begin with "function" or
// "FUNCTION". `uniforms` are those of its parameters, such as FUNCTION_mountains.
struct FunctionShader {
    std::string text;
    std::vector<std::string> uniforms;
};
FunctionShader function_beside_noise(const Function& function, const ShaderFiles& files);

}  // namespace isonoise
