// Where huts stand on the terrain: the CPU's noise chooses, and the picture shows whether the GPU's ground is there.
#pragma once

#include "scene/camera.hpp"

namespace isonoise {

// The steepest ground that has a hut, rise over run; and how far apart two are at least, in sizes.
inline constexpr double kSteepestHut = 0.55;
inline constexpr double kHutsApart = 2.5;

// look.huts of them around the center, fewer where there is no room: on ground that is above the water and not steep,
// preferably low. Each belongs to a site of its own in the world, so it stays where it is as the center moves. `place`
// is a point of the ground, relief times the noise there.
std::vector<Marker> huts(const Preset& preset, const LoopPoint& along = {});

}  // namespace isonoise
