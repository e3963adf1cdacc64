// The panel, the bar of time and status beneath the picture, the sheets over it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/export.hpp"
#include "scene/look.hpp"
#include "viewer/exporter.hpp"
#include "viewer/history.hpp"
#include "viewer/renderer.hpp"
#include "viewer/truth.hpp"

namespace isonoise {

enum class CopyAs { command_line, json, glsl, cpp };

// What the panel shows and changes beside the preset.
struct PanelState {
    // Of the user
    bool visible = true;
    bool playing = false;
    Tools tools;
    bool help = false;
    bool focus = false;  // the keyboard is to go through the panel
    bool export_open = false;
    Export order;                 // what the sheet of exports says
    bool own_size = false;        // of the export, else that of the picture
    bool fractal = false;         // the switch; off is one octave
    float octaves_before = 5.0f;  // what it goes back to
    std::string preset_name;      // that was loaded last
    std::string save_name;        // being typed
    std::string remove_asked;     // the preset of one's own whose removal waits for a second click

    // Shown
    std::string renderer;
    double fps = 0.0;
    double longest_ms = 0.0;  // frame of the last seconds
    double ui_ms = 0.0;
    Renderer::Report report;
    Exporter::Report exporting;
    double cpu_values_per_second = 0.0;
    std::shared_ptr<const Truth::Comparison> comparison;
    int resolution = 100;   // per cent of the pixels in a row
    double progress = 1.0;  // of the refinement
    int width = 0, height = 0;
    std::string under_cursor;
    std::string message;  // of the last thing done
    bool message_is_error = false;
    double message_until = 0.0;  // in ImGui's time
    bool can_undo = false, can_redo = false;
    std::vector<std::string> own_presets;
    bool can_keep_presets = false;  // there is a directory for them

    // Asked for: the viewer does it and takes it back.
    bool undo = false, redo = false;
    bool reset = false;
    bool save_picture = false;
    bool export_now = false;
    bool cancel_export = false;
    int step = 0;  // of time, in frames
    std::optional<Scene> scene;
    std::string load;             // a preset's name or path
    std::string remove_preset;    // of one's own
    bool save_preset = false;     // under save_name
    bool replace_preset = false;  // even where there is one of that name
    std::optional<CopyAs> copy;

    // The picture's part of the window that the panel and the bar leave: its left and lower ends; 0 where there is no
    // panel. In ImGui's units.
    float panel_right = 0.0f;
    float bar_top = 0.0f;

    bool has_room = true;    // for the panel, in the last frame
    bool was_reset = false;  // a field, by a double click, in this frame

    // Where each widget lies on the screen: left, top, right, bottom. Of the last frame that drew it.
    std::map<std::string, std::array<float, 4>> widgets;
};

// Draws all of it and applies what the user does to the preset, within its ranges. scale: 1 on an ordinary display.
// standard: what a double click goes back to.
void draw_panel(Preset& preset, const Preset& standard, PanelState& state, float scale);

// Height of the bar at the window's bottom.
float bar_height(float scale);

// One frame of time, in units of coordinate.
double time_step(const Preset& preset);

}  // namespace isonoise
