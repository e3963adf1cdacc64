// A function at one point.
#pragma once

#include <vector>

#include "isonoise/function/function.hpp"

// The first channel.
inline float at(const isonoise::Function& function, const std::vector<float>& point) {
    std::vector<float> result(static_cast<std::size_t>(function.channels()));
    function.at(point, result);
    return result[0];
}
