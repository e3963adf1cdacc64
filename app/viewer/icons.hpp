// Buttons with signs that are drawn, so that they are sharp on every display and need no font.
#pragma once

#include <imgui.h>

namespace isonoise {

enum class Icon { play, pause, back, forward, star, no_star, undo, redo, hide, show, theme, lock, die };

// `lit`: in the accent's colour, for what is on.
bool icon_button(const char* id, Icon icon, ImVec2 size, bool lit = false);

}  // namespace isonoise
