// One picture as a file.
#pragma once

#include <string>

#include "io/progress.hpp"
#include "scene/look.hpp"

namespace isonoise {

class Painter;

struct PictureFile {
    std::string path;  // "-" is standard output
    int width = 1280;
    int height = 720;
    bool exr = false;  // else PNG
    int depth = 8;     // bits of a PNG
    int samples = 0;   // a pixel; 0: as many as the scene needs
    LoopPoint along;   // a frame's place in a closed loop
};

// Throws Error; then nothing is left under the file's name that was not there before.
void write_picture(Painter& painter, const Preset& preset, const PictureFile& file, Progress& progress);

}  // namespace isonoise
