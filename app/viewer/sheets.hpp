// Temporary overlays on the picture: the sheet of keys, the export sheet, messages.
#pragma once

#include <string>

#include "viewer/fields.hpp"

namespace isonoise {

// The name, as one item.
void wordmark();
// The same as a button.
bool wordmark_button();

// A line of text over the picture, centred, with its upper or lower edge at y.
void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards);

// The first screen: what this is, and three doors into it.
void start_sheet(PanelState& state, float scale);

void help_sheet(PanelState& state, float scale);

// The export's content, file, size and progress.
void export_sheet(const Group& group, float scale);
// The order that the first screen's door "Make" begins with: a tile of 1024x1024 pixels.
void order_a_texture(PanelChoices& choices);

// Asks what is to become of the export, when the window is closed in the middle of one.
void closing_sheet(PanelState& state, float scale);

}  // namespace isonoise
