// Text on pictures, drawn on the CPU: the layout does not depend on window, driver or the part drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "scene/look.hpp"

namespace isonoise {

enum class Align { left, center, right };

struct Label {
    std::string text;   // UTF-8, one line
    double x = 0.0;     // left end, middle or right end, in pixels of the picture
    double y = 0.0;     // of its top edge
    double size = 0.0;  // line height in pixels
    Align align = Align::left;
    glm::vec3 colour{1.0f};  // display-referred sRGB
    bool operator==(const Label&) const = default;
};

// A rectangle of one colour, e.g. an axis.
struct Bar {
    double x = 0.0;  // left end, in pixels of the picture; sharp at whole pixels
    double y = 0.0;  // of its top edge
    double width = 0.0;
    double height = 0.0;
    glm::vec3 colour{1.0f};  // as above
    bool operator==(const Bar&) const = default;
};

// Bars over a picture, and text on top of them.
struct Lettering {
    std::vector<Bar> bars;
    std::vector<Label> labels;
    bool operator==(const Lettering&) const = default;
};

// In pixels. An estimate if there is no font (see scene/font.hpp).
double text_width(std::string_view text, double size);

// The rectangle a label covers: x, y, width and height.
std::array<double, 4> bounds(const Label& label);

// Font metrics for other programs that set the same text, relative to the line height: from the label's top edge down
// to the baseline, and the font size.
struct FontMeasures {
    double baseline = 0.8;
    double size = 0.85;
};
FontMeasures font_measures();

// The lettering within a region of the picture: four bytes per pixel, premultiplied colour and coverage. Empty if there
// is none. Without a font, only bars.
std::vector<std::uint8_t> letter(const Lettering& lettering, const Region& region);

}  // namespace isonoise
