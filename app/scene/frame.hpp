// A picture ready to be drawn: everything that follows from a preset, a size and a position in a loop, worked out once.
// The painter draws any part of the picture from it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/uniforms.hpp"
#include "scene/camera.hpp"
#include "scene/lettering.hpp"
#include "scene/look.hpp"

namespace isonoise {

struct Frame {
    // `guides`: with the marks that help in the window, such as a tile's seams. Files have none unless asked for.
    // `dpi`: see axes_of().
    Frame(const Preset& preset, int width, int height, const LoopPoint& along = {}, bool guides = false, int dpi = 0);
    // The same picture with fewer pixels, for a first look at it. A figure's parts stay where they are.
    Frame coarser(int factor) const;

    Preset preset;
    int width = 0;  // of the whole picture, in pixels
    int height = 0;
    std::array<int, 2> layout{};  // the size for which a figure is laid out: see coarser()
    int dpi = 0;
    Part plot;  // the part that shows the noise: without the margins where axes have their numbers
    LoopPoint along;
    bool guides = false;

    Noise noise;         // of the settings that the scene draws
    std::string shader;  // see shader_of
    Camera camera;
    glm::dvec3 eye_rest{};  // see eye_point, which sets it: it comes before `eye`
    std::array<AxisPoint, 4> eye;
    double mean = 0.0;       // of the noise's values, approximately
    double sigma = 0.0;      // their standard deviation
    std::int64_t reach = 0;  // the distance in cells from the eye within which something may be visible
    UniformValues uniforms;  // those that are the same in the whole picture
    Lettering letters;       // the words on it

  private:
    Frame(const Preset& preset, int width, int height, const LoopPoint& along, bool guides, int dpi,
          std::array<int, 2> layout);
};

}  // namespace isonoise
