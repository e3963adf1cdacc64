// One picture file, for the verbs that write them.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "scene/painter.hpp"

namespace isonoise {

struct PictureFile {
    std::string path;  // "-" is standard output
    int width = 1280;
    int height = 720;
    bool exr = false;  // else PNG
    int depth = 8;     // bits of a PNG
};

// Throws Error; then nothing is left under the file's name that was not there before.
void write_picture(Painter& painter, const Preset& preset, const PictureFile& file, Progress& progress);

}  // namespace isonoise
