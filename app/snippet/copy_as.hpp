// Presets and settings as a command or as C++, to get the same picture or noise elsewhere. (As GLSL: see baking.hpp. As
// JSON: see preset.hpp.)
#pragma once

#include <string>

#include "scene/export.hpp"
#include "scene/look.hpp"

namespace isonoise {

// The command that renders the preset, for a POSIX shell: everything that differs from the scene's defaults and from
// the default export.
std::string to_command(const Preset& preset, const Export& order = {});

// C++ that calls the core: the settings that differ from the defaults, and the noise at a coordinate (x, y, z, w).
// Throws Error on invalid settings.
std::string to_cpp(const Settings& settings);

}  // namespace isonoise
