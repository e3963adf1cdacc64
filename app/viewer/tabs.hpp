// The panel's tabs. Fields follow the tables of settings.hpp and look.hpp: a new row appears here by itself.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// The settings of the noise.
void noise_tab(const Group& group);

// The look: view, colours, camera, light, form.
void picture_tab(const Group& group);

// Statistics of the values, speed, and the comparison of GPU and CPU.
void measure_tab(const Group& group, float scale);

}  // namespace isonoise
