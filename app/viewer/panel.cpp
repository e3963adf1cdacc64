#include "viewer/panel.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {
namespace {

constexpr float kNarrowest = 240.0f, kWidest = 560.0f;
// The narrowest window with room for the panel and a picture beside it.
constexpr float kLeastRoom = 440.0f;

void tabs(const Group& group, float scale) {
    PanelChoices& choices = group.state.choices;
    if (!choices.search.empty() && !choices.palette) return search_results(group);
    if (!ImGui::BeginTabBar("tabs")) return;
    const std::string asked = std::exchange(choices.tab, {});
    const auto tab = [&](const char* title, const char* widget, auto&& draw) {
        const bool open = ImGui::BeginTabItem(
            title, nullptr, !asked.empty() && std::string(widget).ends_with(asked) ? ImGuiTabItemFlags_SetSelected : 0);
        group.stop(widget);
        if (open) {
            draw();
            ImGui::EndTabItem();
        }
    };
    tab(group.preset.function ? "Function###noise" : "Noise###noise", "tab noise", [&] { noise_tab(group); });
    tab("Picture", "tab picture", [&] { picture_tab(group); });
    tab("Measure", "tab measure", [&] { measure_tab(group, scale); });
    ImGui::EndTabBar();
}

// The program's name, and buttons for the window.
void title_row(const Group& group) {
    PanelState& state = group.state;
    if (wordmark_button()) state.choices.start_open = !state.choices.start_open;
    group.after("wordmark", "The first screen: what this is, and where to begin.");
    const float width = 1.3f * ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    float left = ImGui::GetWindowContentRegionMax().x - 3 * width - 2 * gap;
    const auto button = [&](const char* name, const std::string& tip, auto&& draw) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(left);
        const bool pressed = draw(ImVec2(width, 0));
        group.after(name, tip);
        left += width + gap;
        return pressed;
    };
    if (button("hide", "Hides the panel; F shows it again.",
               [](ImVec2 size) { return icon_button("##hide", Icon::hide, size); }))
        state.choices.visible = false;
    if (button("theme", "Light or dark panel.", [](ImVec2 size) { return icon_button("##theme", Icon::theme, size); }))
        state.choices.theme = state.choices.theme == Theme::dark ? Theme::light : Theme::dark;
    if (button("keys", "All keys and mouse actions (F1).", [](ImVec2 size) { return ImGui::Button("?", size); }))
        state.choices.help = !state.choices.help;
}

// The strip at the panel's right edge that resizes it.
void edge(PanelState& state, float height, float scale) {
    const float thick = 6 * scale;
    ImGui::PushClipRect({0, 0}, {state.layout.panel_right, height}, false);  // outside of the contents
    ImGui::SetCursorScreenPos({state.layout.panel_right - thick, 0});
    ImGui::InvisibleButton("##edge", ImVec2(thick, height));
    Fields{state}.record("panel edge");
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled({state.layout.panel_right - 2 * scale, 0},
                                                  {state.layout.panel_right, height},
                                                  ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
    }
    ImGui::PopClipRect();
    if (active) state.choices.panel_width = std::clamp(ImGui::GetIO().MousePos.x / scale, kNarrowest, kWidest);
}

// Does the panel lie below the picture? It does in a narrow upright window, such as a telephone's.
bool is_upright(const ImGuiIO& io, float scale) {
    return io.DisplaySize.x < kLeastRoom * scale && io.DisplaySize.x >= kNarrowest * scale &&
           io.DisplaySize.y >= 480 * scale;
}

// The panel, left of the picture or below it; the time bar is at the bottom.
void window(const Group& group, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    PanelState& state = group.state;
    const bool below = is_upright(io, scale);
    const float room = std::max(60.0f, io.DisplaySize.y - bar_height(scale)),
                top = below ? std::round(0.45f * room) : 0;
    const float height = room - top;
    const float width = below ? io.DisplaySize.x
                              : std::clamp(state.choices.panel_width, kNarrowest,
                                           std::max(kNarrowest, 0.6f * io.DisplaySize.x / scale)) *
                                    scale;
    ImGui::SetNextWindowPos(ImVec2(0, top));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;  // does not scroll to the strip at the edge
    ImGui::SetNextWindowContentSize(ImVec2(width - 2 * padding.x, height - 2 * padding.y));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    if (std::exchange(state.choices.focus, false)) ImGui::SetNextWindowFocus();
    ImGui::Begin("isonoise", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    state.layout.panel_right = below ? 0.0f : width;
    state.layout.bar_top = below ? top : io.DisplaySize.y - bar_height(scale);
    state.layout.names = std::clamp(0.32f * width, 5.0f * ImGui::GetFontSize(), 9.0f * ImGui::GetFontSize());
    title_row(group);
    ImGui::Dummy(ImVec2(0, 2 * scale));
    ImGui::PushItemWidth(-FLT_MIN);
    head(group);
    search_row(group);
    ImGui::PopItemWidth();
    ImGui::BeginChild("fields", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
    ImGui::PushItemWidth(-FLT_MIN);
    tabs(group, scale);
    ImGui::PopItemWidth();
    ImGui::EndChild();
    if (!below) edge(state, height, scale);
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace

Preset on_theme(const Preset& preset, Theme theme) {
    Preset shown = preset;
    if (shown.look.background == Background::automatic && theme == Theme::light &&
        row_of(&Look::background).is_for(shown.look.scene))
        shown.look.background = Background::white;
    return shown;
}

void PanelState::show(const std::string& text, bool is_error, double seconds) {
    status.message = {text, is_error, ImGui::GetTime() + seconds};
}

bool takes_keys(const PanelState& state) {
    return state.choices.sheet_open() || state.layout.tab.on_text() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void close_sheets(PanelState& state) {
    PanelChoices& choices = state.choices;
    if (!choices.sheet_open() || choices.palette) choices.search.clear();
    choices.help = choices.export_open = choices.start_open = choices.palette = false;
}

// Draws fields of the preset, then mends settings that contradict each other.
static void edit(PanelState& state, Preset& preset, const std::function<void()>& draw) {
    const Preset before = preset;
    draw();
    if (const std::string message = mend_settings(preset, before); !message.empty()) state.show(message, false, 6.0);
}

void draw_panel(Session& session, PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    // Double clicks use the fields' positions from the last frame.
    Preset& preset = session.open.preset;
    const Preset initial = standard(session);
    const Group group{{state}, session, preset, initial};
    state.layout.tab.begin(state.choices.sheet_open());
    const bool room =
        (io.DisplaySize.x >= kLeastRoom * scale && io.DisplaySize.y >= 240 * scale) || is_upright(io, scale);
    if (state.choices.visible && std::exchange(state.layout.has_room, room) && !room &&
        state.status.message.until < ImGui::GetTime()) {
        state.show("There is no room for the panel: enlarge the window.", false, 4.0);
    }
    if (std::exchange(state.choices.search_asked, false)) {
        state.choices.help = state.choices.start_open = state.choices.export_open = false;
        state.choices.palette = !(state.choices.visible && room);
        state.layout.tab.focus("search");
    }
    if (state.choices.visible && room) {
        edit(state, preset, [&] { window(group, scale); });
        time_bar(group, scale);
    } else {
        state.layout.widgets.clear();
        state.layout.panel_right = state.layout.bar_top = 0.0f;
        state.choices.copy_asked = false;
        if (room) show_button(state, scale);
    }
    divider(group, scale);
    steps(group, scale);
    pinned(group, scale);
    state.layout.tab.begin_sheets();
    if (state.choices.palette) edit(state, preset, [&] { palette_sheet(group, scale); });
    if (state.choices.start_open) start_sheet(state, scale);
    if (state.choices.help) help_sheet(state, scale);
    if (state.choices.export_open) export_sheet(group, scale);
    closing_sheet(state, scale);
    banners(state, state.choices.visible && room, scale);
}

}  // namespace isonoise
