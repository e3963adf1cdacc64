// The picture in the window: alone, next to its comparison, or in the truth view.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/object.hpp"
#include "viewer/locals.hpp"
#include "viewer/panel.hpp"

struct ImDrawList;
struct ImVec2;

namespace isonoise {

// State shared by the parts of the window.
struct WindowState {
    Session session;
    PanelState panel;
    Locals locals;
    int width = 0, height = 0;  // of the framebuffer
    float scale = 0.0f;         // text and widgets, see Gui::load_fonts()
    int busy_frames = 3;        // frames to draw before waiting for input
};

// The part of the window that the picture fills, measured from the top in framebuffer pixels.
struct Area {
    int x, width, height;
};
// Beside the panel and above the time bar. The truth view shows three side by side.
Area picture_area(const WindowState& state);
// The part of the area that shows the noise, inside the axes.
Region plot_area(const WindowState& state);

// ImGui's units per framebuffer pixel.
float unit_of(const WindowState& state);

// The preset as displayed and exported.
Preset shown(const WindowState& state, const Preset& preset);
// The picture to draw now.
Renderer::Wanted wanted_picture(const WindowState& state);

struct PictureState {
    Renderer::Shot shot;
    std::optional<Area> area;                           // where the last picture was drawn
    Texture cpu, difference;                            // in the truth view
    std::shared_ptr<const Truth::Comparison> uploaded;  // the comparison in these textures
    Texture other;                                      // of Session::other
    Renderer::Wanted other_holds;                       // the request in `other`; empty until sharp
};

// Is the current picture complete and up to date?
bool is_sharp(const WindowState& state, const PictureState& picture);

// Starts a comparison with the current picture.
void keep_other(const WindowState& state, PictureState& picture, Renderer& renderer);

// In the truth view, compares the picture with the CPU's and measures the CPU's speed.
void update_truth(WindowState& state, PictureState& picture, Truth& truth);

void draw_picture(WindowState& state, PictureState& picture, Renderer& renderer, ImDrawList& list);

// Text over the picture, centred, no wider than `room`, on a dark background for contrast.
void words_on_picture(ImDrawList& list, const std::string& words, ImVec2 middle, unsigned colour, float room);

inline constexpr const char* kWaiting = "The first picture is on its way ...";

}  // namespace isonoise
