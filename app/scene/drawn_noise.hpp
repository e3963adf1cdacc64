// The noise that a preset draws, or the function in its place, on the CPU.
#pragma once

#include "scene/look.hpp"

namespace isonoise {

class DrawnNoise {
  public:
    // Keeps a reference to the preset. Takes drawn_settings() if they are not its own.
    explicit DrawnNoise(const Preset& preset) : DrawnNoise(preset, preset.settings) {}
    DrawnNoise(const Preset& preset, const Settings& drawn) : function_(preset.function.get()), noise_(drawn) {}

    // At a fraction of a cell. A function gets the nearest float to that coordinate: far out it is coarse. Its NaN and
    // infinity count as 0.
    float operator()(const Place& point) const;
    // Has it an analytic gradient? Of a function none is used: pictures take differences as wide as a pixel, which
    // smooth what a function cannot leave out.
    bool has_gradient() const { return !function_ && isonoise::has_gradient(noise_.settings()); }
    void gradient(const Place& point, glm::vec4& gradient) const;

  private:
    const Function* function_;
    Noise noise_;
};

}  // namespace isonoise
