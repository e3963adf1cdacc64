// The plots of the tab Measure.
#pragma once

#include "viewer/renderer.hpp"
#include "viewer/spectrum.hpp"

namespace isonoise {

// The shares of the values, over an axis with the ends of their range: -1 to 1, or with `unit` 0 to 1.
void histogram(const Statistics& statistics, bool unit, float scale);

// The power by frequency, both on logarithmic axes; upright lines at the octaves.
void spectrum_plot(const Spectrum& spectrum, const Settings& settings, float scale);

}  // namespace isonoise
