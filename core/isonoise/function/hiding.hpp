// Variables that hide others.
#pragma once

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

// For functions of the user: renames parameters and variables that have the name of a constant or a uniform.
void rename_hiding(glsl::Program& program);

}  // namespace isonoise::function
