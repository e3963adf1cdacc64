// The constants that scenes share with their shaders, from the file that the shaders include.
#pragma once

namespace isonoise::shared {

#define float double  // the nearest double, like every other number of the scenes on the CPU
#include "scenes/constants.glsl"
#undef float

}  // namespace isonoise::shared
