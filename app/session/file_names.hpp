// Where a file gets its name: the user's own presets, and new exports.
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

// Why a preset's file cannot have this name; empty if it can.
std::string preset_name_problem(const std::string& name);

// "isonoise-0001.png" in the working directory, or the first number that is free.
std::string free_name(const std::string& extension);

// Names an export after its preset and contents, such as terrain-heights.png, in the folder of order.path, with a
// number if that file exists. Presets without a name that a file can have are called after their scene.
std::string free_export_path(const Export& order, const Preset& preset, const std::string& name);

// Puts the frame's number into the name of a sequence, and takes it out of any other name.
void number_frames(Export& order);

}  // namespace isonoise
