// Names of files: the user's own presets, and new exports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/file_name.hpp"
#include "scene/export.hpp"

namespace isonoise {

// The names of the user's own presets in `directory`, sorted, without .json.
std::vector<std::string> own_presets(const std::filesystem::path& directory);
FileName own_preset_path(const std::filesystem::path& directory, const std::string& name);

// Likewise for the user's own functions, without .glsl. Without `directory` these are in the working directory.
std::vector<std::string> own_functions(const std::filesystem::path& directory);
FileName own_function_path(const std::filesystem::path& directory, const std::string& name);

// Says why a preset's or a function's file cannot have this name; empty if valid.
std::string preset_name_problem(const std::string& name);

// "isonoise-0001.png" in the working directory, or the first unused number.
std::string free_name(const std::string& extension);

// Names an export after its preset and contents, e.g. terrain-heights.png, in the folder of order.path, with a number
// if that file exists. Presets whose name cannot be a file name use their scene's.
std::string free_export_path(const Export& order, const Preset& preset, const std::string& name);

// Adds the frame number to the name of a sequence, and removes it from any other name.
void number_frames(Export& order);

}  // namespace isonoise
