// The figures of scene anatomy: their panels and captions, and the noise at a point in them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "isonoise/anatomy.hpp"
#include "scene/lettering.hpp"
#include "scene/look.hpp"

namespace isonoise {

// In pixels of the picture.
struct Box {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;
};

struct Figure {
    std::vector<Box> panels;   // in the order of the stage's shader
    double pixel_units = 0.0;  // units of coordinate per pixel
    double margin = 0.0;
    double arrow = 0.0;  // gap between panels joined by an arrow
    double title = 0.0;  // text heights; 0 if there is no room for text
    double body = 0.0;
    double caption = 0.0;  // height of the caption below a panel
    double formula = 0.0;  // top of the line with the formula; 0 if there is none
};
Figure figure(const Look& look, int width, int height);

// The computation of a stage: as a formula, and as a line of code in anatomy's variable names, with its file in
// core/isonoise. Empty for stages that compute nothing new.
struct Formula {
    const char* text = "";
    const char* file = "";
    const char* code = "";
};
Formula formula_of(Stage stage);

// The captions of a picture; empty for scenes other than anatomy. They neither overlap nor leave the picture: text that
// does not fit is shortened or dropped.
std::vector<Label> labels(const Preset& preset, int width, int height);

// The noise at a point of the picture, in pixels: its cell, the fraction in it, and its anatomy. Empty if the figure
// shows no noise there, and for scenes other than anatomy.
struct Probe {
    Anatomy anatomy{};
    unsigned octave = 0;  // the octave taken apart
    glm::ivec2 cell{};    // in that octave, not wrapped
    float value = 0.0f;   // with all octaves, as in the settings
    Box cell_box;         // the cell's box in the picture; may extend beyond its panel
    Box panel;
    std::vector<std::string> lines;    // text in columns: what the stages up to this one have introduced
    std::vector<std::string> numbers;  // the same with all digits, for copying
};
std::optional<Probe> probe(const Preset& preset, int width, int height, double x, double y);

}  // namespace isonoise
