// A picture ready to draw: everything derived from a preset, a size and a position in a loop, computed once. The
// painter draws any part of the picture from it.
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

// A texture that is drawn before a picture and that its shader, like those of later passes, reads: what does not depend
// on the sample.
struct Pass {
    const char* shader;   // relative to shaders/
    const char* texture;  // the name of its uniform, a sampler2D; R32F, not filtered
    int width, height;
};

struct Frame {
    // `guides`: with the window's guides, such as tile seams; files have them only on request. `dpi`: see axes_of().
    Frame(const Preset& preset, int width, int height, const LoopPoint& phase = {}, bool guides = false, int dpi = 0);
    // The same picture at a lower resolution, for a preview. The layout of figures is unchanged.
    Frame coarser(double factor) const;

    Preset preset;
    int width = 0;  // of the whole picture, in pixels
    int height = 0;
    std::array<int, 2> layout{};  // the size that figures are laid out for: see coarser()
    int dpi = 0;
    Region plot;  // the part that shows the noise, without margins for the axes' numbers
    LoopPoint phase;
    bool guides = false;

    Noise noise;         // with the settings that the scene draws
    std::string shader;  // see shader_of
    Camera camera;
    glm::dvec3 eye_rest{};  // see eye_point, which sets it, hence declared before `eye`
    std::array<AxisPoint, 4> eye;
    double mean = 0.0;                          // approximate mean of the noise's values
    double sigma = 0.0;                         // their standard deviation
    std::array<double, 2> extremes{-1.0, 1.0};  // no value is lower or higher, or hardly any
    std::int64_t reach = 0;                     // distance in cells from the eye within which something may be visible
    UniformValues uniforms;                     // uniforms that are constant over the whole picture
    std::vector<Pass> passes;
    Lettering letters;  // text on the picture

  private:
    Frame(const Preset& preset, int width, int height, const LoopPoint& phase, bool guides, int dpi,
          std::array<int, 2> layout);
};

}  // namespace isonoise
