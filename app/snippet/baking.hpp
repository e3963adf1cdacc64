// Noise with custom settings as source code to paste: the settings become constants.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gpu/shader.hpp"
#include "isonoise/function/reading/tokens.hpp"
#include "isonoise/isonoise.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// One self-contained text with these settings baked in, and only the parts of the library that it needs. With name
// `isonoise` and three dimensions, in GLSL:
//   float isonoise(vec3 p)                                          at a coordinate
//   float isonoise(ivec3 cell, vec3 fraction)                       in a cell, after frequency, in a world of any size
//   float isonoise_gradient(vec3 p, out vec3 gradient)              and the derivative by each coordinate; for fractal
//   float isonoise_gradient(ivec3 cell, vec3 fraction, out vec3 gradient)   eroded isonoise_slope, the gathered slope
// In languages without overloading, isonoise_cell(cell, fraction) and isonoise_gradient_cell(...). For cpp: the call of
// the core. All names begin with `name` in lower or upper case, so that one shader can hold several: see check_name.
// `more` follows the functions, with what keeps bits still defined (in GLSL ISO_EXACT and ISO_PRECISE). Throws Error,
// for example on settings that the language cannot express, and on a name that is invalid, that the language reserves
// or that the text has within.
std::string baked_snippet(const Language& language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name = "isonoise", const std::string& more = {});

// Reads a text of the library, without what ISO_EXACT and ISO_PRECISE stand for: the printers have words of their own.
glsl::Tokens preprocessed(const ShaderFiles::Source& source, const std::map<std::string, int>& values);

// The library with these settings as constants, and the functions for users: isonoise(vecN p) and so on, see
// baked_snippet(). Uniforms that are still declared have no use.
glsl::Tokens baked_library(const Noise& noise, const ShaderFiles& files);

// The functions `name`(vecN p) and, as far as the noise has it, `name`_gradient or `name`_slope, in the library's GLSL
// with all that they need, whose names begin with `prefix`, such as isonoise_1.
glsl::Tokens baked_functions(const Noise& noise, const std::string& name, const std::string& prefix,
                             const ShaderFiles& files);

}  // namespace isonoise
