// What the viewer remembers from one start to the next: isonoise/viewer.json in the user's configuration directory
// (XDG_CONFIG_HOME, else ~/.config), and beside it the user's own presets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/look.hpp"

namespace isonoise {

struct Config {
    int width = 1280;  // of the window, in screen coordinates
    int height = 800;
    bool panel = true;
    bool seed_locked = false;
    double rate = 1.0;  // of time
    Preset preset;      // what was shown last
    bool operator==(const Config&) const = default;
};

// The directory, also where it does not exist yet; empty where neither variable is set.
std::filesystem::path config_directory();

// Where there is no file: the defaults that are given. Where the file is no good it is kept as viewer.json.bak, the
// defaults are used, and `message` says so.
Config load_config(const std::filesystem::path& directory, const Config& defaults, std::string& message);

// Throws Error, and leaves the old file.
void save_config(const std::filesystem::path& directory, const Config& config);

// The user's own presets: names, sorted, without .json.
std::vector<std::string> own_presets(const std::filesystem::path& directory);
std::filesystem::path own_preset_path(const std::filesystem::path& directory, const std::string& name);

// Why a name is none for a preset's file; empty where it is good.
std::string preset_name_problem(const std::string& name);

}  // namespace isonoise
