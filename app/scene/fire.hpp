// Flames: noise stretched upwards that rises over time.
#pragma once

#include "scene/look.hpp"

namespace isonoise {

// Flames are the noise stretched upwards to 1 / kFireStretch times its height; they rise kFireRise cells per cell of
// time.
inline constexpr double kFireStretch = 0.5;
inline constexpr std::uint32_t kFireRise = 2;

// The settings of the noise that is drawn: the preset's. A looping fire without a period along y gets one, its rise per
// loop, so that the loop closes.
Settings fire_settings(const Preset& preset);

// The flames' position along the noise's y at a given time.
AxisPoint fire_height(const Preset& preset, const LoopPoint& along);

}  // namespace isonoise
