// Tables of heights round the eye, from which scenes over a ground are drawn: see shaders/scenes/heights.glsl.
#pragma once

#include <vector>

#include <glm/vec2.hpp>

#include "scene/frame.hpp"

namespace isonoise {

struct HeightTables {
    double near = 0;          // hardly anything is closer; in units of coordinate, as `reach`
    double fine = 0;          // columns a radian
    glm::dvec2 ahead{0, -1};  // the direction of azimuth 0
    glm::ivec2 columns{0};    // in the picture, and all around
    int rows = 0;

    // Tables up to `reach`, with a texel of `pixels` pixels and, on both sides of the picture, azimuths of `margin`
    // radians more.
    HeightTables(const Frame& frame, double near, double reach, double pixels, double margin);

    void set(UniformValues& uniforms) const;
    // The passes that draw them, after `eye`, which draws the eye's height, by `heights`, which draws the ground's, in
    // its first level or in all.
    std::vector<Pass> passes(const char* eye, const char* heights, bool all_levels) const;
};

}  // namespace isonoise
