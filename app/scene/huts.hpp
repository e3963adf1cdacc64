// Positions of huts on the terrain, computed from the CPU's noise: the picture shows whether the GPU's ground agrees.
#pragma once

#include "scene/camera.hpp"

namespace isonoise {

// The steepest ground for a hut, as rise over run; and the least distance between two huts, in sizes.
inline constexpr double kSteepestHut = 0.55;
inline constexpr double kHutsApart = 2.5;

// The width of a hut, in units of coordinate.
double hut_size(const Preset& preset);

// All of look.own_huts, then up to look.huts more around the center: on gentle ground above the water, preferably low,
// and away from the user's own. Each of these belongs to a fixed site in the world, so it stays put as the center
// moves. `position` is a point on the ground, relief times the noise there.
std::vector<Marker> huts(const Preset& preset, const LoopPoint& phase = {});

}  // namespace isonoise
