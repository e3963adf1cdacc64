// Axes with numbers around a picture: ticks at round numbers, which neither overlap nor leave the picture.
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
    // The axis's name and, where the numbers would be too long, what they are counted from and in:
    // "x \u2212 1000000.5, in 1e-7".
    std::string name;
};
// For an axis of `pixels`, whose beginning is at `whole` + `rest`, in a sum that a double need not hold; a pixel is
// `unit`. The ticks are as close as `least` pixels and fits(their distance, they themselves, close) allow; with
// `close` only if fewer than three fit otherwise. None if it allows none.
Ticks ticks_of(const std::string& name, double whole, double rest, double unit, double pixels, double least,
               const std::function<bool(double distance, const Ticks& ticks, bool close)>& fits);

struct AxesLayout {
    Part plot;            // the part of the picture inside of the axes
    Lettering lettering;  // the margins around it
};
// The axes of a picture; if it has none, or they do not fit, the plot fills the picture. Letters are 9 points
// high in print at `dpi` dots per inch; if that is 0, a share of the picture.
AxesLayout axes_of(const Preset& preset, int width, int height, int dpi = 0, const LoopPoint& along = {});

// Has the look axes, in a scene that can have them?
bool has_axes(const Look& look);

}  // namespace isonoise
