// Presets as a command, a line or code, to reproduce a picture elsewhere. (Settings as code: see baking.hpp. As JSON:
// see preset.hpp.)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/shader.hpp"
#include "scene/export.hpp"
#include "scene/look.hpp"
#include "scene/scenes.hpp"
#include "snippet/core_text.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

// A POSIX shell command that renders the preset, with flags for everything that differs from the scene's defaults and
// the default export.
std::string to_command(const Preset& preset, const Export& order = {});

// One line that opens the preset, for a command line or a chat: isonoise view --scene ...
std::string to_line(const Preset& preset);

// The preset of such a line, or of a command by to_command(), ignoring options about the file; or of a function's text.
// Throws Error that names any unknown option.
Preset from_line(const std::string& line);

// Quotes a word for a shell if necessary.
std::string quoted(const std::string& text);

// A scene's form as code, with the same bits in all languages, p being the noise's first coordinates, at the preset's
// time, which is part of p's last one if the noise has no more. Throws Error with shape_problem()'s words.
//   terrain   terrain_height(vec2 p), in languages without vectors of x and y, in C# Terrain.Height: look.relief times
//   the noise, in units of coordinate; and terrain_water, the
//             height of its water, if there is any. x east, y south
//   density   rock_density(vec3 p): above 0 in rock. x east, y up, z south
std::string shape_snippet(const Preset& preset, const Language& language, const ShaderFiles& files);
// Empty if the preset has such a form, otherwise one line that says why not.
std::string shape_problem(const Preset& preset);
// Like shape_problem(preset), for this language: rock is available only in GLSL and C++.
std::string shape_problem(const Preset& preset, const Language& language);

// The line that computes the noise at a point, to follow the output of baked_snippet() or to_cpp() in the language,
// with the value in a comment. For "python", "shell" and "npm" the line is complete by itself.
std::string point_line(const std::string& language, const Settings& settings, const PointSeen& seen);
// The languages of point_line(): names and titles.
std::vector<std::pair<std::string, std::string>> point_languages();

}  // namespace isonoise
