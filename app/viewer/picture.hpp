// The picture in the window: alone, beside the one it is compared with, or in the truth view.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/object.hpp"
#include "viewer/panel.hpp"

struct ImDrawList;
struct ImVec2;

namespace isonoise {

// What the parts of the window share.
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

struct PictureState {
    Renderer::Shot shot;
    std::optional<Area> area;                           // where a picture was drawn last
    Texture cpu, difference;                            // in the truth view
    std::shared_ptr<const Truth::Comparison> uploaded;  // which they hold
    Texture other;                                      // of Session::other
    Renderer::Wanted other_holds;                       // empty while that is unsharp
};

// Is the picture complete, and the one wanted now?
bool is_sharp(const WindowState& state, const PictureState& picture);

// Begins a comparison with the picture shown.
void keep_other(const WindowState& state, PictureState& picture, Renderer& renderer);

// Compares the picture with the CPU in the truth view, and measures the CPU's speed.
void update_truth(WindowState& state, PictureState& picture, Truth& truth);

void draw_picture(WindowState& state, PictureState& picture, Renderer& renderer, ImDrawList& list);

// Words over the picture, centred at a place and no wider than `room`, on a dark ground that keeps them readable.
void words_on_picture(ImDrawList& list, const std::string& words, ImVec2 middle, unsigned colour, float room);

inline constexpr const char* kWaiting = "The first picture is on its way ...";

}  // namespace isonoise
