// The panel's head, the bar below the picture, and the small windows over it.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// Scene and preset, and actions on the whole.
void head(const Group& group);

// The bar at the bottom of the window: time, statistics and the point under the pointer.
void time_bar(const Group& group, float scale);
float bar_height(float scale);

// Back and next, for a scene that explains in steps.
void steps(const Group& group, float scale);
// The divider between the two pictures of a comparison, and its buttons.
void divider(const Group& group, float scale);
void pinned(const Group& group, float scale);
// The button that brings a hidden panel back.
void show_button(PanelState& state, float scale);
// Messages, and errors in the shaders.
void banners(const PanelState& state, bool has_bar, float scale);

}  // namespace isonoise
