// What the parts of the window share, and where the picture lies in it.
#pragma once

#include "scene/look.hpp"
#include "session/session.hpp"
#include "viewer/panel.hpp"
#include "viewer/renderer.hpp"

namespace isonoise {

struct WindowState {
    Session session;
    PanelState panel;
    int width = 0, height = 0;  // of the framebuffer
    float scale = 0.0f;         // of text and widgets, see Gui::load_fonts()
    int busy_frames = 3;        // frames until the window may wait for input
};

// The part of the window that the picture fills, from its top; in framebuffer pixels.
struct Area {
    int x, width, height;
};
// Beside the panel and above the bar. The truth view has three in a row.
Area picture_area(const WindowState& state);
// The part of the area that shows the noise, inside of axes.
Part plot_area(const WindowState& state);

// ImGui's units per framebuffer pixel.
float unit_of(const WindowState& state);

// The preset as the window shows and exports it.
Preset shown(const WindowState& state, const Preset& preset);
// The picture to draw.
Renderer::Wanted wanted_picture(const WindowState& state);

}  // namespace isonoise
