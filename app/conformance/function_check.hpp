// Compares a function of the user on the GPU with the CPU, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gpu/driver.hpp"
#include "isonoise/function/function.hpp"

namespace isonoise {

struct FunctionResult {
    std::uint64_t points = 0;
    std::uint64_t differing = 0;     // points with a differing bit in any channel
    std::uint64_t undefined = 0;     // not among them: all that differs is NaN on the CPU (docs/functions.md)
    std::vector<std::string> first;  // the first of these, in words
};

// `shader`: the function in GLSL, as noise(). `progress` is called with the number of points done; it may throw. Throws
// Error if the driver cannot compile the function.
FunctionResult check_function(NoiseDriver& driver, const Function& function, const std::string& shader,
                              std::uint64_t points, std::uint32_t seed,
                              const std::function<void(std::uint64_t)>& progress);

// For `bench`: work that draws the function at kDrawnPoints random points, `times` times. An empty `shader` only
// fetches the points.
inline constexpr int kDrawnPoints = 512 * 512;
std::function<void()> function_work(NoiseDriver& driver, const Function& function, const std::string& shader,
                                    int times);

}  // namespace isonoise
