// A ball of a solid texture on a plinth, for scenes whose shaders include scenes/studio.glsl.
#pragma once

#include <optional>

#include "scene/scenes.hpp"

namespace isonoise {

// `span` is the height of the picture at the ball's edge.
Camera studio_camera(const Preset& preset, const LoopPoint& phase);

// The ball's surface at a point of the picture, unless the plinth hides it.
std::optional<PointSeen> studio_point(const Preset& preset, int width, int height, double x, double y);

}  // namespace isonoise
