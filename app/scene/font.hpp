// The panel's font, embedded at build time where one was found; else empty, and ImGui's own small font serves.
#pragma once

#include <span>

namespace isonoise {

std::span<const unsigned char> embedded_font();

}  // namespace isonoise
