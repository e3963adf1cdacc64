// Axes around a picture, with ticks at round numbers that neither overlap nor leave the picture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scene/lettering.hpp"
#include "scene/look.hpp"

namespace isonoise {

// Ticks along an axis.
struct Ticks {
    struct Tick {
        double at = 0.0;  // in pixels from the axis's beginning
        std::string text;
    };
    std::vector<Tick> all;
    // The axis's name and, if the numbers would be too long, their offset and unit: "x \u2212 1000000.5, in 1e-7".
    std::string name;
};
// For an axis of `pixels` that begins at `whole` + `rest` (a double may not hold the sum); a pixel is `unit`. Ticks are
// as close as `least` pixels and fits(distance, ticks, close) allow; with `close` only if fewer than three would fit
// otherwise. None if nothing fits.
Ticks ticks_of(const std::string& name, double whole, double rest, double unit, double pixels, double least,
               const std::function<bool(double distance, const Ticks& ticks, bool close)>& fits);

struct AxesLayout {
    Region plot;          // inside of the axes
    Lettering lettering;  // the margins around it
};
// The axes of a picture; if it has none or they do not fit, the plot fills the picture. Letters are 9 points high in
// print at `dpi` dots per inch; if that is 0, proportional to the picture.
AxesLayout axes_of(const Preset& preset, int width, int height, int dpi = 0, const LoopPoint& phase = {});

// True if the look has axes and the scene supports them.
bool has_axes(const Look& look);

}  // namespace isonoise
