// Buttons with drawn icons, which are sharp on every display and need no font.
#pragma once

#include <imgui.h>

namespace isonoise {

enum class Icon { play, pause, back, forward, star, no_star, undo, redo, hide, show, theme, lock, die };

// `lit`: in the accent colour, for a switch that is on.
bool icon_button(const char* id, Icon icon, ImVec2 size, bool lit = false);

}  // namespace isonoise
