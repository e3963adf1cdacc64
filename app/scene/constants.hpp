// Constants shared by scenes and shaders, from the file that the shaders include.
#pragma once

namespace isonoise::shared {

#define float double  // scenes on the CPU compute in double
#include "scenes/constants.glsl"
#undef float

}  // namespace isonoise::shared
