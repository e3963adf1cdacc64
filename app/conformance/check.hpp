// A function that drivers and the CPU's fast paths are compared in, and random settings for it.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/points.hpp"
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

inline constexpr std::size_t kShown = 4;  // differing inputs to keep

Random random_of(const Check& check, std::uint32_t seed);

// The settings of one batch: the defaults first, then all at random within their ranges.
Settings settings_of_batch(const Check& check, std::uint64_t batch, std::uint32_t seed, Random& random);

}  // namespace isonoise
