// The noise of a preset: the settings in a JSON file of the program, for `#include "hills.json"`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "isonoise/settings.hpp"

namespace isonoise {

inline constexpr int kPresetSchema = 1;  // presets have this one or a lower one

namespace function {

// Reads the settings of a preset; keys of its look are passed over. Missing settings have the defaults of its scene and
// fractal. The text begins at `name`, this line and column. Throws Error with the place, such as "hills.json:2:12:
// ...".
Settings preset_settings(std::string_view json, const std::string& name, std::size_t line = 1, std::size_t column = 1);

// The keys of looks, and the scenes.
std::span<const char* const> look_keys();
std::span<const char* const> scene_names();

}  // namespace function
}  // namespace isonoise
