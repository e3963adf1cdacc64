// The choices on the sheet of exports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/export.hpp"

namespace isonoise {

struct ExportChoices {
    Export order;
    // Set by the user. Anything else follows the window, the scene and the format.
    struct Chosen {
        bool size = false, what = false, tile = false, strength = false, path = false, frames = false;
    } chosen;
    std::optional<Scene> scene;       // for which they were made
    double seconds = 0.0;             // the length chosen for the frames; 0 for a single picture
    std::string size_note;            // why a typed size was changed
    std::vector<std::string> recent;  // files written lately, the latest first
    std::string folder;               // whose folders the list of places shows; empty while it is closed
    std::vector<std::string> folders;
};

}  // namespace isonoise
