// Presets and settings as text for the clipboard, to get the same picture or noise elsewhere. (For JSON see
// preset.hpp.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/shader.hpp"
#include "scene/export.hpp"
#include "scene/look.hpp"
#include "snippet/glsl_text.hpp"

namespace isonoise {

// The command that renders the preset, for a POSIX shell: everything that differs from the scene's defaults and from
// the default export.
std::string to_command(const Preset& preset, const Export& order = {});

// C++ that calls the core: the settings that differ from the defaults, and the noise at a coordinate (x, y, z, w).
std::string to_cpp(const Settings& settings);

// "perlin, 3 dimensions, octaves 6, fractal ridged"
std::string in_words(const Settings& settings);

// Throws Error unless the name of a baked function is valid in every language: see to_glsl.
void check_name(std::string_view name);

// The text with `name` replacing isonoise at the start of our names, comments included: isonoise_hash, ISONOISE_SCALE,
// IsonoisePlace, isonoise(.
std::string renamed(const std::string& text, std::string_view name);

// The items of the library that noise with these settings needs, with the settings as constants. `mode` decides whether
// ISO_PRECISE and ISO_EXACT stay: with Mode::exact both do. Throws Error on invalid settings.
std::vector<glsl::Item> baked(const Settings& settings, const ShaderFiles& files, Mode mode);

// GLSL to paste into a shader: one self-contained text with these settings baked in, for GLSL 3.30 and later, GLSL ES
// 3.00 and later, and Vulkan. It has no #version, and only the parts of the library it needs. With name `isonoise` and
// three dimensions it has
//   float isonoise(vec3 p)                                          at a coordinate
//   float isonoise(ivec3 cell, vec3 fraction)                       in a cell, after frequency, in a world of any size
//   float isonoise_gradient(vec3 p, out vec3 gradient)              and the derivative by each coordinate; for fractal
//   float isonoise_gradient(ivec3 cell, vec3 fraction, out vec3 gradient)   eroded isonoise_slope, the gathered slope
// All names begin with `name` in lower or upper case, so that one shader can hold several: a word of letters, digits
// and single _ that begins with a lower-case letter. `mode` decides how bits are kept: exact picks the best way the
// GLSL version allows, which the text detects itself; the others use one way only. Throws Error on invalid settings or
// name.
std::string to_glsl(const Settings& settings, const ShaderFiles& files, Mode mode = Mode::exact,
                    std::string_view name = "isonoise");

}  // namespace isonoise
