// The ground of scene terrain on the CPU: relief times the noise.
#pragma once

#include <array>
#include <optional>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "scene/camera.hpp"
#include "scene/drawn_noise.hpp"

namespace isonoise {

class Ground {
  public:
    // Keeps a reference to the preset.
    explicit Ground(const Preset& preset, const LoopPoint& phase = {});

    // All lengths in units of coordinate, `x` and `z` from the center.
    float value(double x, double z) const;
    double height(double x, double z) const;
    // The rise along x and z; by differences over `size` if the noise has no gradient.
    std::array<double, 2> slope(double x, double z, double size) const;

    // How far the picture raises an eye that would be below ground: like terrain-eye.frag, with all octaves.
    double lift(const glm::dvec3& eye) const;

    // Where a ray from the center plus `eye` in a direction of length 1 first meets the ground; empty if not within
    // `reach`. Ridges thinner than a thousandth of the distance may be missed.
    std::optional<glm::dvec3> meet(const glm::dvec3& eye, const glm::dvec3& direction, double reach) const;

  private:
    Place at(double x, double z) const;

    const Preset& preset_;
    LoopPoint phase_;
    DrawnNoise noise_;
};

}  // namespace isonoise
