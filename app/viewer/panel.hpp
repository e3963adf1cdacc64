// The panel and the status bar.
#pragma once

#include <array>
#include <map>
#include <string>

#include "scene/look.hpp"

namespace isonoise {

// What the panel shows and changes beside the preset.
struct PanelState {
    bool visible = true;
    bool playing = false;
    bool fractal = false;         // the switch; off is one octave
    float octaves_before = 5.0f;  // what it goes back to

    // For the status bar
    std::string renderer;
    double gpu_ms = 0.0;
    double fps = 0.0;
    double min = 0.0, max = 0.0, mean = 0.0;
    int field_width = 0, field_height = 0;
    int width = 0, height = 0;
    std::string under_cursor;
    std::string message;  // of the last thing done
    bool message_is_error = false;
    double message_until = 0.0;  // in ImGui's time
    std::string shader_error;    // shown until the shader is mended

    // Set by the panel for the viewer to do.
    bool reset = false;
    bool save_picture = false;
    bool save_preset = false;

    // Where each widget lies on the screen: left, top, right, bottom.
    std::map<std::string, std::array<float, 4>> widgets;
};

// Draws both and applies what the user does to the preset, within its ranges. scale: 1 on an ordinary display.
void draw_panel(Preset& preset, PanelState& state, float scale);

}  // namespace isonoise
