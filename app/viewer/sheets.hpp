// What lies over the picture for a while: the sheet of keys, the sheet of exports, messages.
#pragma once

#include <string>

#include "viewer/fields.hpp"

namespace isonoise {

// A line of text over the picture, centred, its upper or lower edge at y.
void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards);

void help_sheet(PanelState& state, float scale);

// What goes into which file, how large, and how far it is.
void export_sheet(const Group& group, float scale);

}  // namespace isonoise
