// The golden vectors: which functions, with what settings, at what points; and what the CPU gives there.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/verify.hpp"

namespace golden {

// Version of the values. What stands in a file never changes; other values need another version and other files.
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
// Special ones first, the same for all functions of as many dimensions.
std::vector<Point> points(const isonoise::Check& check);

// The value, then the derivatives (of fractal eroded the slope) where the function gives them.
std::vector<float> evaluate(const isonoise::Noise& noise, const isonoise::Check& check, const Point& point);

// As C's %a writes it; "nan", "inf", "-inf". Zeros and subnormals are 0x0p+0: the contract counts them as one.
std::string text_of(float value, bool is_result);
float parse(const std::string& text);

// One file: every function of it with its settings, inputs and outputs.
nlohmann::ordered_json file(const std::string& name);

}  // namespace golden
