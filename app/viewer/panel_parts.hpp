// The parts of the panel: head, tabs and search; the time bar below the picture; and sheets over it.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

// Scene, preset, and actions on the whole preset.
void head(const Group& group);
// The program's name, as a button.
bool wordmark_button();

// The tabs. Their fields are derived from the tables of settings.hpp and look.hpp: new rows appear automatically.
void noise_tab(const Group& group);
// The parameters of the preset's function, in place of the noise's settings.
void parameter_fields(const Group& group);
void picture_tab(const Group& group);
void measure_tab(const Group& group, float scale);
// The plots of tab Measure.
void histogram(const Statistics& statistics, float scale);
// The power spectrum on logarithmic axes, with vertical lines at the octaves.
void spectrum_plot(const Spectrum& spectrum, const Preset& preset, float scale);
// The frames of moving pictures, one bar each: their passes, stacked in these colours, and a mark at the time since the
// frame before. Lines: the display's rate and the slowest that the viewer aims at.
void frames_plot(const std::vector<FrameTimes>& frames, double display_ms, float scale);
namespace ink {
ImVec4 bake();
ImVec4 draw();
ImVec4 present();
}  // namespace ink
// The gradient editor: a ramp with its stops, and a row per stop.
void gradient_field(const LookInfo& info, const Group& group);

// The search field, and its clear button.
void search_row(const Group& group);
// The search results, in place of the tabs: fields for settings, and a list of everything else.
void search_results(const Group& group);
// Search field and results on their own sheet, if there is no panel.
void palette_sheet(const Group& group, float scale);

// The bar at the bottom of the window: time, statistics and the point under the pointer.
void time_bar(const Group& group, float scale);
float bar_height(float scale);

// Draws a small window over the picture, sized to its contents.
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
// Back and Next, for a scene that explains in steps.
void steps(const Group& group, float scale);
// The divider between the two pictures of a comparison, and its buttons.
void divider(const Group& group, float scale);
void pinned(const Group& group, float scale);
// The button that shows a hidden panel.
void show_button(PanelState& state, float scale);
// Messages, and shader errors.
void banners(const PanelState& state, bool has_bar, float scale);

// The first screen: a short introduction, and three ways to start.
void start_sheet(PanelState& state, float scale);
// Keys and mouse.
void help_sheet(PanelState& state, float scale);
// The question on closing the window during an export.
void closing_sheet(PanelState& state, float scale);

// Exports: content, file, size, progress.
void export_sheet(const Group& group, float scale);
// The export settings for the first screen's choice "Make": a tile of 1024x1024 pixels.
void order_a_texture(PanelState& state);
// The rows for the size (export_size.cpp).
void size_fields(const Group& group, float scale);
void slices_field(const Group& group);
// A switch that is disabled if `can` is false; `needs` then says what it requires.
void switch_field(const Group& group, const std::string& name, bool& on, bool can, const char* tip, const char* needs);

}  // namespace isonoise
