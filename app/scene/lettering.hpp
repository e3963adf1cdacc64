// Words on pictures, drawn on the CPU: where they stand does not depend on a window, a driver or the part of a picture.
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
    double x = 0.0;     // of its left end, its middle or its right end, in pixels of the picture
    double y = 0.0;     // of its top
    double size = 0.0;  // height of a line in pixels
    Align align = Align::left;
    glm::vec3 colour{1.0f};  // display-referred sRGB
    bool operator==(const Label&) const = default;
};

// In pixels. Without a font (see scene/font.hpp) an estimate.
double text_width(std::string_view text, double size);

// The rectangle that a label takes: x, y, width and height.
std::array<double, 4> bounds(const Label& label);

// The labels within a part of the picture: four bytes a pixel, colours times coverage, and coverage. Empty where there
// are none, or no font.
std::vector<std::uint8_t> letter(std::span<const Label> labels, const Part& part);

}  // namespace isonoise
