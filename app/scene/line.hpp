// The curve of scene line.
#pragma once

#include <array>

namespace isonoise {

struct Frame;

struct Curve {
    double zero = 0.0;              // the row of the value 0, in pixels
    double scale = 1.0;             // pixels per unit of value
    double middle = 0.0;            // the row of the middle value
    std::array<double, 2> marks{};  // the ends of the output's interval
    double cell = 0.0;              // the coordinate of column 0's middle, in cells from a lattice point
    double step = 0.0;              // cells per pixel
    double stroke = 0.0;            // width of the line in pixels
};
Curve curve_of(const Frame& frame);

}  // namespace isonoise
