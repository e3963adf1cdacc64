// Flames: the noise drawn out upwards, and rising with time.
#pragma once

#include "scene/look.hpp"

namespace isonoise {

// Flames are the noise drawn out upwards, to 1 / kFireStretch of its height, and as long as a cell of time takes they
// rise by kFireRise cells.
inline constexpr double kFireStretch = 0.5;
inline constexpr std::uint32_t kFireRise = 2;

// The settings of the noise that is drawn: the preset's; of a fire that loops, and has no period along y, with one:
// what it rises in a loop, so that it closes.
Settings fire_settings(const Preset& preset);

// Where the flames of a moment are along the noise's y.
AxisPoint fire_height(const Preset& preset, const LoopPoint& along);

}  // namespace isonoise
