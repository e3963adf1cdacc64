// The picture in the window, alone, beside the one it is compared with, or in the truth view.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/object.hpp"
#include "viewer/window_state.hpp"

struct ImDrawList;
struct ImVec2;

namespace isonoise {

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
