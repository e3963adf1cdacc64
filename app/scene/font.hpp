// The panel's font, embedded if found at build time; otherwise empty, and ImGui's small built-in font is used.
#pragma once

#include <span>

namespace isonoise {

std::span<const unsigned char> embedded_font();

}  // namespace isonoise
