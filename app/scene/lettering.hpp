// Words on pictures, drawn on the CPU: their layout depends on no window, driver or part of the picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "scene/look.hpp"

namespace isonoise {

enum class Align { left, center, right };

struct Label {
    std::string text;   // UTF-8, one line
    double x = 0.0;     // of its left end, middle or right end, in pixels of the picture
    double y = 0.0;     // of its top edge
    double size = 0.0;  // line height in pixels
    Align align = Align::left;
    glm::vec3 colour{1.0f};  // display-referred sRGB
    bool operator==(const Label&) const = default;
};

// In pixels. An estimate if there is no font (see scene/font.hpp).
double text_width(std::string_view text, double size);

// The rectangle a label covers: x, y, width and height.
std::array<double, 4> bounds(const Label& label);

// The labels within a part of the picture: four bytes per pixel, premultiplied colour and coverage. Empty if there are
// no labels or no font.
std::vector<std::uint8_t> letter(std::span<const Label> labels, const Part& part);

}  // namespace isonoise
