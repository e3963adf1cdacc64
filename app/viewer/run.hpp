// Runs the viewer.
#pragma once

#include "viewer/viewer.hpp"

namespace isonoise {

// Opens the window and returns once it is closed and the settings are saved. In a page it returns at once, and the page
// draws the frames. Throws Error as Viewer does.
void run_viewer(ViewerOptions options);

}  // namespace isonoise
