// The golden vectors: the functions, their settings and points, and the CPU's results.
#pragma once

#include <string>
#include <vector>

#include "conformance/check.hpp"
#include "isonoise/isonoise.hpp"

namespace golden {

// Version of the values. A file's contents never change; different values require a new version and new files.
inline constexpr int kVersion = 1;

struct Function {
    std::string file;  // without .bin
    isonoise::Check check;
};
std::vector<Function> functions();

struct Point {
    glm::ivec4 cell{0};
    glm::vec4 p{0.0f};  // a coordinate, or a fraction if cells are used
};
// Special points first, the same for all functions with the same number of dimensions.
std::vector<Point> points(const isonoise::Check& check);

// The value, then the derivatives (for fractal eroded, the slope) if the function gives them.
std::vector<float> evaluate(const isonoise::Noise& noise, const isonoise::Check& check, const Point& point);

// The bytes of one file, as README.md describes them.
std::string file(const std::string& name);

}  // namespace golden
