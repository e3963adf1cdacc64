// The golden vectors: the functions, their settings and points, and the CPU's results.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/check.hpp"
#include "isonoise/isonoise.hpp"

namespace golden {

// Version of the values. A file's contents never change; different values need a new version and new files.
inline constexpr int kVersion = 1;

struct Function {
    std::string file;  // without .json
    isonoise::Check check;
};
std::vector<Function> functions();

struct Point {
    glm::ivec4 cell{0};
    glm::vec4 p{0.0f};  // a coordinate, or with cells a fraction
};
// Special points first, the same for all functions with the same number of dimensions.
std::vector<Point> points(const isonoise::Check& check);

// The value, then the derivatives (for fractal eroded, the slope) if the function gives them.
std::vector<float> evaluate(const isonoise::Noise& noise, const isonoise::Check& check, const Point& point);

// In the format of C's %a; "nan", "inf", "-inf". Zeros and subnormals are 0x0p+0, since the contract treats them as
// equal.
std::string text_of(float value, bool is_result);
float parse(const std::string& text);

// One file: each of its functions with settings, inputs and outputs.
nlohmann::ordered_json file(const std::string& name);

}  // namespace golden
