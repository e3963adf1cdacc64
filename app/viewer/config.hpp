// Settings that the viewer keeps between runs: viewer.json in config_directory(), next to the user's own presets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/look.hpp"
#include "viewer/theme.hpp"

namespace isonoise {

struct Config {
    int width = 1280;  // of the window, in screen coordinates
    int height = 800;
    bool panel = true;
    int panel_width = 312;  // at display scale 1
    Theme theme = Theme::dark;
    bool seed_locked = false;
    double rate = 1.0;                    // speed of time
    std::vector<std::string> exports;     // absolute paths, the latest first
    std::vector<std::string> favourites;  // presets, as in named_preset()
    Preset preset;                        // last shown
    std::string function_file;            // that its function follows: an absolute path; empty: none
    bool operator==(const Config&) const = default;
};

inline constexpr std::size_t kMostRecent = 8;  // limit of Config::exports

// Moves or adds a path to the front; drops the oldest beyond kMostRecent.
void put_first(std::vector<std::string>& recent, const std::string& path);

// Returns the given defaults if there is no file. A broken file is renamed to viewer.json.bak; the defaults are used
// then, and `message` says so.
Config load_config(const std::filesystem::path& directory, const Config& defaults, std::string& message);

// Throws Error and keeps the old file.
void save_config(const std::filesystem::path& directory, const Config& config);

}  // namespace isonoise
