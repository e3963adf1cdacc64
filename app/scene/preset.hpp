// Presets: Settings and Look as a JSON file.
//
//   { "schema": 1, "algorithm": "perlin", "dim": 3, "octaves": 6, "colormap": "magma" }
//
// Keys are the names of settings.hpp and look.hpp. Missing keys keep the scene's default preset: for scene map the
// defaults of the two headers, for the others the file of app/presets/ with the scene's name. Where a fractal needs
// other values (ridged heights are several times as tall), there is a second file, "terrain-ridged.json".
//
// In place of the settings a preset may have a function: its text or, in a file, the name of a file beside it; and
// values of its parameters.
//
//   { "schema": 1, "function": "islands.glsl", "set": "mountains=0.3", "span": 10 }
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isonoise/function/function.hpp"
#include "isonoise/function/preset.hpp"
#include "scene/look.hpp"

namespace isonoise {

// A file of app/presets/, embedded at build time. Its scene is the part of its name before the first "-".
struct BuiltinPreset {
    const char* file;  // "terrain-islands.json"
    const char* json;
    std::string_view name() const { return std::string_view(file).substr(0, std::string_view(file).rfind('.')); }
};
std::span<const BuiltinPreset> builtin_presets();

// A scene's default preset, with its own fractal or with this one.
Preset default_preset(Scene scene, std::optional<Fractal> fractal = {});

// The look that a scene begins with for this preset: that of its default preset for the fractal. With a function,
// spans, heights and water are fitted to the function's values and to how fine they are.
Look default_look(const Preset& preset, Scene scene);

// The only rule that makes defaults depend on the fractal: default_preset(), and this function, which selects the
// fractal. Fields still at the default for the scene and the old fractal get the default for the new one.
void change_fractal(Preset& preset, Fractal fractal);

// Sets a scene or, after it, a fractal, along with its defaults. Like set(), returns the problem.
std::string begin_with(Preset& preset, std::string_view name, std::string_view text);

// `start` with the defaults for this fractal, but its own fractal: the values that the fields of a preset with the
// fractal reset to, and that its flags can omit.
Preset standard_of(const Preset& start, Fractal fractal);

// `name` is the text's name in error messages. Numbers are rounded once, like those of flags. With `key`, the preset is
// that key's value in the text's object. `beside` reads files that it names. Throws Error unless the text is a preset
// of a schema up to ours.
Preset parse_preset(std::string_view json, const std::string& name, std::string_view key = {},
                    const function::Include& beside = {});

// Loads a file or, if there is none at that path, the built-in preset of that name; a scene's name loads its default
// preset.
Preset load_preset(const std::filesystem::path& path);

// The built-in preset of that name, or the default preset of the scene of that name. Throws Error.
Preset load_builtin_preset(const std::string& name);

// Writes every key; parse_preset returns an equal preset.
std::string to_json(const Preset& preset);

// Writes only the settings: a preset with the other keys missing.
std::string to_json(const Settings& settings);

}  // namespace isonoise
