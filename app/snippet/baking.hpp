// Noise with settings of one's own as text to paste: the settings are constants in it.
#pragma once

#include <string>
#include <string_view>

#include "gpu/shader.hpp"
#include "isonoise/settings.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// In GLSL: one self-contained text with these settings baked in, for GLSL 3.30 and later, GLSL ES 3.00 and later, and
// Vulkan. It has no #version, and only the parts of the library it needs. With name `isonoise` and three dimensions it
// has
//   float isonoise(vec3 p)                                          at a coordinate
//   float isonoise(ivec3 cell, vec3 fraction)                       in a cell, after frequency, in a world of any size
//   float isonoise_gradient(vec3 p, out vec3 gradient)              and the derivative by each coordinate; for fractal
//   float isonoise_gradient(ivec3 cell, vec3 fraction, out vec3 gradient)   eroded isonoise_slope, the gathered slope
// All names begin with `name` in lower or upper case, so that one shader can hold several: see check_name. `mode`
// decides how bits are kept: exact picks the best way the GLSL version allows, which the text detects itself; the
// others use one way only. Throws Error on invalid settings, and on a name that is invalid, that GLSL reserves or that
// the text has within.
std::string to_glsl(const Settings& settings, const ShaderFiles& files, Mode mode = Mode::exact,
                    std::string_view name = "isonoise");

// The same functions in any language, with isonoise_cell(cell, fraction) in languages without overloading. If `name` is
// not isonoise, all names begin with it instead. For cpp: the call of the core. Throws Error, for example on settings
// the language cannot express.
std::string baked_snippet(const Language& language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name = "isonoise");

}  // namespace isonoise
