// The noise that a preset draws, or the function in its place, on the CPU.
#pragma once

#include <memory>

#include "scene/look.hpp"

namespace isonoise {

class DrawnNoise {
  public:
    // Takes drawn_settings() if they are not its own.
    explicit DrawnNoise(const Preset& preset) : DrawnNoise(preset, preset.settings) {}
    DrawnNoise(const Preset& preset, const Settings& drawn);

    // At a fraction of a cell. A function gets the nearest float to that coordinate, or far out, where floats are
    // coarse, a cell and a fraction of its own. Its NaN and infinity count as 0.
    float operator()(const Place& point) const;
    // Has it an analytic gradient? Of a function none is used: pictures take differences as wide as a pixel, which
    // smooth what a function cannot leave out.
    bool has_gradient() const { return !function_ && isonoise::has_gradient(noise_.settings()); }
    void gradient(const Place& point, glm::vec4& gradient) const;

  private:
    std::shared_ptr<const Function> function_;
    Noise noise_;
};

}  // namespace isonoise
