// Sheets over the picture; that of exports is in export_sheet.hpp.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// The program's name, as a button.
bool wordmark_button();

// The first screen: what this is, and three doors into it.
void start_sheet(PanelState& state, float scale);

void help_sheet(PanelState& state, float scale);

// Asks what to do with the export when the window is closed during one.
void closing_sheet(PanelState& state, float scale);

}  // namespace isonoise
