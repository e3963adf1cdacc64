// A noise written out as a function of the user: text to read and to change, see docs/functions.md.
#pragma once

#include <string>

#include "isonoise/settings.hpp"

namespace isonoise {

// FILE.glsl with the settings as parameters and the bits of their noise, as long as the cells of its finest octave are
// fewer than 2^31 away. `name` is in the first line. Throws Error if no text can have these bits: see unwritable().
std::string written_function(const Settings& settings, const std::string& name);

// Empty if the noise can be written, otherwise the setting and the reason.
std::string unwritable(const Settings& settings);

// A function to begin with.
std::string function_template(const std::string& name);

}  // namespace isonoise
