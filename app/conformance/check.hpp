// A function that drivers are compared in.
#pragma once

#include <string>

#include "isonoise/settings.hpp"

namespace isonoise {

// The function of the library to compare, with its fixed settings. The rest is drawn at random.
struct Check {
    std::string name;
    Settings settings;
    bool gradient = false;  // the derivatives too (for fractal eroded the slope)
    bool cells = false;     // the form that takes cells and fractions
    bool periods = false;   // random periods too
    bool function = false;  // through the library's function for it, such as perlin3_periodic()
    enum class Grid { none, drawn, computed } grid = Grid::none;  // on a grid; drawn or computed by shaders
    bool any = false;                                             // all settings but algorithm and dim are random
};

}  // namespace isonoise
