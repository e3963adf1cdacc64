// The curve of scene line as an SVG, for print: lines and text stay sharp at any size.
#pragma once

#include <string>

namespace isonoise {

struct Frame;
struct Look;

// True if the picture consists of curves and so can be an SVG.
bool has_curves(const Look& look);

// The picture of a frame with curves. The curve runs through the CPU's values at the columns' centers, with coordinates
// in pixels with all digits.
std::string to_svg(const Frame& frame);

}  // namespace isonoise
