// Presets: Settings and Look as a JSON file.
//
//   { "schema": 1, "algorithm": "perlin", "dim": 3, "octaves": 6, "colormap": "magma" }
//
// Keys are the names of settings.hpp and look.hpp. What is left out is as in the scene's default preset: of scene map
// all defaults of the two headers, of the others the file of presets/ that has the scene's name.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "scene/look.hpp"

namespace isonoise {

inline constexpr int kPresetSchema = 1;

// A file of presets/ as it was when the program was built. Its scene is what stands before the first - in its name.
struct BuiltinPreset {
    const char* file;  // "terrain-islands.json"
    const char* json;
    std::string_view name() const { return std::string_view(file).substr(0, std::string_view(file).rfind('.')); }
};
std::span<const BuiltinPreset> builtin_presets();

// What a scene starts from.
Preset default_preset(Scene scene);

// `name` is what errors call the text. Throws Error on anything but a preset of a schema up to ours.
Preset parse_preset(std::string_view json, const std::string& name);

// A file, or where there is none of that path the built-in preset of that name; a scene's name is what it starts from.
Preset load_preset(const std::filesystem::path& path);

// The built-in preset of that name, or what a scene of that name starts from. Throws Error.
Preset load_builtin_preset(const std::string& name);

// Every key, such that parse_preset gives an equal preset.
std::string to_json(const Preset& preset);

}  // namespace isonoise
