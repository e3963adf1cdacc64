// Icon buttons, drawn as shapes: sharp on every display, and independent of fonts.
#pragma once

#include <imgui.h>

namespace isonoise {

enum class Icon { play, pause, back, forward, star, no_star, undo, redo, hide, show, theme, lock, die };

// `lit`: in the accent colour, for something switched on.
bool icon_button(const char* id, Icon icon, ImVec2 size, bool lit = false);

}  // namespace isonoise
