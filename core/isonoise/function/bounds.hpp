// The ends of a function's values, by interval arithmetic over its code, and how fine its noises are.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "isonoise/function/code.hpp"

namespace isonoise::function {

// For each channel the ends that no value leaves at any point whose coordinates lie within 2^60, none if it may be NaN
// or the ends depend on how far from 0 the point is. `parameters`: the words of each.
std::vector<std::optional<std::array<double, 2>>> bounds(const Code& code,
                                                         std::span<const std::vector<Word>> parameters);

// See Function::cells_per_unit().
std::array<double, 4> cells_per_unit(const Code& code, std::span<const std::vector<Word>> parameters);

}  // namespace isonoise::function
