// The parts of the panel: its head, tabs and search, the bar below the picture, and what lies over it.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// Scene and preset, and actions on the whole.
void head(const Group& group);
// The program's name, as a button.
bool wordmark_button();

// The tabs. Fields follow the tables of settings.hpp and look.hpp: a new row appears here by itself.
void noise_tab(const Group& group);
void picture_tab(const Group& group);
void measure_tab(const Group& group, float scale);
// The plots of the tab Measure.
// A histogram of the values, from -1 to 1, or with `unit` from 0 to 1.
void histogram(const Statistics& statistics, bool unit, float scale);
// The power by frequency, both on logarithmic axes; upright lines at the octaves.
void spectrum_plot(const Spectrum& spectrum, const Settings& settings, float scale);
// The editor of a gradient: a ramp with its stops, and a row for each.
void gradient_field(const LookInfo& info, const Group& group);

// The field for words, and a cross that clears it.
void search_row(const Group& group);
// What the search finds, in place of the tabs: fields of the noise and the picture as they are, the rest as a list.
void search_results(const Group& group);
// Both on a sheet of their own, where there is no panel.
void palette_sheet(const Group& group, float scale);

// The bar at the bottom of the window: time, statistics and the point under the pointer.
void time_bar(const Group& group, float scale);
float bar_height(float scale);

// Draws a small window over the picture, as large as its contents.
template <class Draw>
void small_window(const char* name, ImVec2 at, ImVec2 pivot, ImVec2 padding, float opacity, Draw&& draw,
                  int flags = 0) {
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowBgAlpha(opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin(name, nullptr,
                 flags | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    draw();
    ImGui::End();
    ImGui::PopStyleVar(2);
}
// Back and next, for a scene that explains in steps.
void steps(const Group& group, float scale);
// The divider between the two pictures of a comparison, and its buttons.
void divider(const Group& group, float scale);
void pinned(const Group& group, float scale);
// The button that brings a hidden panel back.
void show_button(PanelState& state, float scale);
// Messages, and errors in the shaders.
void banners(const PanelState& state, bool has_bar, float scale);

// The first screen: what this is, and three doors into it.
void start_sheet(PanelState& state, float scale);
// Keys and mouse.
void help_sheet(PanelState& state, float scale);
// Asks what to do with the export when the window is closed during one.
void closing_sheet(PanelState& state, float scale);

// Exports: content, file, size, progress.
void export_sheet(const Group& group, float scale);
// What the first screen's door "Make" begins with: a tile of 1024x1024 pixels.
void order_a_texture(PanelState& state);
// The rows for the size (export_size.cpp).
void size_fields(const Group& group, float scale);
void slices_field(const Group& group);
// A switch that is off where it cannot be on; `needs` then says what it needs.
void switch_field(const Group& group, const std::string& name, bool& on, bool can, const char* tip, const char* needs);

}  // namespace isonoise
