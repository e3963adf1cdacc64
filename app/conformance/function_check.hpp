// Compares a function of the user on the GPU with the CPU, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/shader.hpp"
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
FunctionResult check_function(int glsl, const Function& function, const std::string& shader, std::uint64_t points,
                              std::uint32_t seed, const std::function<void(std::uint64_t)>& progress);

// Draws a function at a list of random points, for `bench`.
class FunctionDrawing {
  public:
    static constexpr int kPoints = 512 * 512;
    // An empty `shader` only fetches the points.
    FunctionDrawing(int glsl, const Function& function, const std::string& shader);
    ~FunctionDrawing();
    void draw(int times);  // and waits for the GPU

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace isonoise
