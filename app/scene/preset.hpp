// Presets: Settings and Look as a JSON file.
//
//   { "schema": 1, "algorithm": "perlin", "dim": 3, "octaves": 6, "colormap": "magma" }
//
// Keys are the names of settings.hpp and look.hpp; what is left out has its default.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "scene/look.hpp"

namespace isonoise {

inline constexpr int kPresetSchema = 1;

// `name` is what errors call the text. Throws Error on anything but a preset of a schema up to ours.
Preset parse_preset(std::string_view json, const std::string& name);
Preset load_preset(const std::filesystem::path& path);

// Every key, such that parse_preset gives an equal preset.
std::string to_json(const Preset& preset);

}  // namespace isonoise
