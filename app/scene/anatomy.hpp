// The figures of scene anatomy: where their panels are, their words, and what a point of them shows.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

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

inline constexpr int kMostPanels = 12;

struct Figure {
    std::vector<Box> panels;   // as the stage's shader counts them
    double pixel_units = 0.0;  // units of coordinate a pixel
    double margin = 0.0;
    double arrow = 0.0;  // between panels that an arrow joins
    double title = 0.0;  // heights of text; 0 where there is no room for any
    double body = 0.0;
    double caption = 0.0;  // the strip below a panel that holds its words
};
Figure figure(const Look& look, int width, int height);

// The words of a picture: none of scenes other than anatomy. They neither overlap nor leave the picture: what has no
// room is said in fewer words or not at all.
std::vector<Label> labels(const Preset& preset, int width, int height);

// The noise under a point of the picture, in pixels: which cell, at which fraction, and its anatomy. Empty where the
// figure shows no noise there, and for scenes other than anatomy.
struct Probe {
    Anatomy anatomy{};
    glm::ivec2 cell{};   // not wrapped
    float value = 0.0f;  // of all the octaves, as the settings say
    Box place;           // the cell in the picture; it may reach beyond its panel
    Box panel;
    std::vector<std::string> lines;  // what to show of it, in columns
};
std::optional<Probe> probe(const Preset& preset, int width, int height, double x, double y);

}  // namespace isonoise
