// Temporary overlays on the picture: the sheet of keys, the export sheet, messages.
#pragma once

#include <string>

#include "viewer/fields.hpp"

namespace isonoise {

// A line of text over the picture, centred, with its upper or lower edge at y.
void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards);

void help_sheet(PanelState& state, float scale);

// The export's content, file, size and progress.
void export_sheet(const Group& group, float scale);

}  // namespace isonoise
