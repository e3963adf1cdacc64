// Presets and settings as text for the clipboard: what gives the same picture or the same noise elsewhere. (As JSON:
// see preset.hpp.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/shader.hpp"
#include "scene/export.hpp"
#include "scene/look.hpp"
#include "snippet/glsl_text.hpp"

namespace isonoise {

// The command that renders the preset, for a POSIX shell: what differs from the scene's defaults, and of the export
// what differs from its own.
std::string to_command(const Preset& preset, const Export& order = {});

// C++ that calls the core: what differs from Settings' defaults, and the noise at a coordinate (x, y, z, w).
std::string to_cpp(const Settings& settings);

// "perlin, 3 dimensions, octaves 6, fractal ridged"
std::string in_words(const Settings& settings);

// Throws Error where the name of a baked function cannot stand in every language: see to_glsl.
void check_name(std::string_view name);

// The text with `name` in the place of isonoise at the beginning of our names, in comments too: isonoise_hash,
// ISONOISE_SCALE, IsonoisePlace, isonoise(.
std::string renamed(const std::string& text, std::string_view name);

// The items of the library that the noise with these settings needs, the settings in them as constants. `mode` says
// what is left of ISO_PRECISE and ISO_EXACT: with Mode::exact both. Throws Error where settings are wrong.
std::vector<glsl::Item> baked(const Settings& settings, const ShaderFiles& files, Mode mode);

// GLSL to paste into a shader: one self-contained text with these settings baked in, for GLSL 3.30 and better, GLSL
// ES 3.00 and better, and Vulkan. It has no #version, and of the library what it needs and no more. With name
// `isonoise` and three dimensions it has
//   float isonoise(vec3 p)                                          at a coordinate
//   float isonoise(ivec3 cell, vec3 fraction)                       in a cell, after frequency, in a world of any size
//   float isonoise_gradient(vec3 p, out vec3 gradient)              and the derivative by each coordinate; of fractal
//   float isonoise_gradient(ivec3 cell, vec3 fraction, out vec3 gradient)   eroded isonoise_slope, what it gathered
// All names begin with `name` in lower or upper case, so that one shader can hold several: a word of letters, digits
// and single _, that begins with a small letter. `mode` says how bits are kept: exact as the version of GLSL allows,
// which the text finds out by itself, or one way alone. Throws Error where settings or name are wrong.
std::string to_glsl(const Settings& settings, const ShaderFiles& files, Mode mode = Mode::exact,
                    std::string_view name = "isonoise");

}  // namespace isonoise
