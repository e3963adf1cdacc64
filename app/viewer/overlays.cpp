// Small windows over the picture.
#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "scene/scenes.hpp"
#include "snippet/copy_as.hpp"
#include "viewer/panel_parts.hpp"
#include "viewer/icons.hpp"

namespace isonoise {

// Back and next, for a scene that explains in steps, at the picture's lower right; and the switch of those about
// artefacts, at its lower left. They lie within the figure's margin, beside its captions.
void steps(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    const LookInfo info = row_of(&Look::stage);
    if (!info.is_for(group.preset.look.scene) || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float bottom = state.layout.bottom(io.DisplaySize.y) - scale;
    const auto corner = [&](const char* name, float x, float pivot, auto&& draw) {
        ImGui::SetNextWindowPos({x, bottom}, ImGuiCond_Always, {pivot, 1});
        ImGui::SetNextWindowBgAlpha(0.75f);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6 * scale, scale));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                         ImGuiWindowFlags_NoMove);
        draw();
        ImGui::End();
        ImGui::PopStyleVar(2);
    };
    // As the figure is, whatever the panel's theme.
    const Background ground = on_theme(group.preset, state.choices.theme).look.background;
    const OnGround colours(ground == Background::white ? Theme::light : Theme::dark);
    if (has_remedy(group.preset.look.stage)) {
        corner("remedy", state.layout.panel_right + 10 * scale, 0, [&] {
            bool on = group.preset.look.remedy == Remedy::on;
            if (ImGui::Checkbox("remedy", &on)) group.preset.look.remedy = on ? Remedy::on : Remedy::off;
            group.fields.after("step remedy", "Takes the artefact away (X).");
        });
    }
    corner("steps", io.DisplaySize.x - 10 * scale, 1, [&] {
        const int at = static_cast<int>(group.preset.look.stage), last = static_cast<int>(info.names.size()) - 1;
        const auto step = [&](const char* word, int by, const char* tip) {
            ImGui::BeginDisabled(at + by < 0 || at + by > last);
            if (ImGui::Button(word)) state.commands.push_back(command::TurnPage{by});
            group.fields.after(fmt::format("step {}", word).c_str(), tip);
            ImGui::EndDisabled();
        };
        step("back", -1, "The step before this one (Left).");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        step("next", 1, "The next step (Right).");
    });
}

// The divider between the picture kept for comparison and the one that follows the panel, and its two buttons.
void divider(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    if (!group.session.other || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float left = state.layout.panel_right, width = io.DisplaySize.x - left,
                bottom = state.layout.bottom(io.DisplaySize.y), thick = 12 * scale;
    const auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float x = left + state.choices.divider * width;
    // First, and so above the divider.
    ImGui::SetNextWindowPos({std::clamp(x, left + 70 * scale, io.DisplaySize.x - 70 * scale), 8 * scale},
                            ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowBgAlpha(0.75f);
    ImGui::Begin("comparison", nullptr, flags | ImGuiWindowFlags_AlwaysAutoResize);
    if (ImGui::Button("take A")) state.commands.push_back(command::TakeA{});
    group.fields.after("take A", "Back to the picture at the left; ends the comparison.");
    ImGui::SameLine();
    if (ImGui::Button("end")) state.commands.push_back(command::Compare{});
    group.fields.after("compare end", "Ends the comparison; the picture at the right stays (B).");
    ImGui::End();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::SetNextWindowPos({x - 0.5f * thick, 0});
    ImGui::SetNextWindowSize({thick, bottom});
    ImGui::Begin("divider", nullptr, flags | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton("##divider", {thick, bottom});
    group.fields.place("divider");
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (active) state.choices.move_divider((io.MousePos.x - left) / width - state.choices.divider);
    ImGui::GetWindowDrawList()->AddRectFilled({x - 2 * scale, 0}, {x + 2 * scale, bottom}, IM_COL32(0, 0, 0, 110));
    ImGui::GetWindowDrawList()->AddRectFilled({x - scale, 0}, {x + scale, bottom}, IM_COL32(255, 255, 255, 230));
    ImGui::End();
    ImGui::PopStyleVar(2);
}

// The pinned point, at the picture's lower left.
void pinned(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    if (state.status.pinned.text.empty() || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float left = state.layout.panel_right, room = io.DisplaySize.x - left - 20 * scale;
    const bool remedy = group.preset.look.scene == Scene::anatomy && has_remedy(group.preset.look.stage);
    const float bottom = state.layout.bottom(io.DisplaySize.y) - (remedy ? 40 : 10) * scale;
    ImGui::SetNextWindowPos({left + 10 * scale, bottom}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSizeConstraints({1, 1}, {std::max(1.0f, room), bottom});
    ImGui::SetNextWindowBgAlpha(0.9f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8 * scale, 5 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("pinned", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    // In a narrow window the buttons lie below the words.
    const float words = ImGui::CalcTextSize(state.status.pinned.text.c_str()).x + 1, most = room - 16 * scale;
    const bool has_hut = state.status.pinned.hut != PanelStatus::Pinned::Hut::none;
    const bool beside = words + (has_hut ? 210 : 100) * scale < most;
    if (beside) ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::max(1.0f, std::min(words, most)));
    ImGui::TextUnformatted(state.status.pinned.text.c_str());
    ImGui::PopTextWrapPos();
    if (beside) ImGui::SameLine();
    if (ImGui::Button("copy")) ImGui::OpenPopup("copy point");
    group.fields.after("pin copy", "Copies the point and its value, or the line that computes it in a language.");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (has_hut) {
        const bool built = state.status.pinned.hut == PanelStatus::Pinned::Hut::built;
        if (ImGui::Button(built ? "remove the hut" : "build a hut")) state.commands.push_back(command::ToggleHut{});
        group.fields.after("pin hut", built ? "Takes the hut away (H)."
                                            : "Builds a hut here, on the height that the CPU computes (H). It is saved "
                                              "with the preset.");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    }
    if (ImGui::Button("x")) state.commands.push_back(command::Unpin{});
    group.fields.after("pin close", "Removes the mark.");
    if (ImGui::BeginPopup("copy point")) {
        const auto entry = [&](const std::string& title, const std::string& what) {
            if (ImGui::Selectable(title.c_str())) state.commands.push_back(command::Copy{command::Copy::As::point, what});
            group.fields.after(("copy point " + what).c_str(), "");
        };
        entry(state.status.pinned.is_code ? "as shown" : "all numbers, with all digits", "text");
        if (state.status.pinned.is_code) {
            ImGui::Separator();
            ImGui::TextDisabled("a line below what copy gives");
            for (const auto& [name, title] : point_languages())
                entry(title, name);
        }
        ImGui::EndPopup();
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

// Brings the panel back; there for some seconds after the pointer has moved, since one hides the panel to see the
// picture.
void show_button(PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const double now = ImGui::GetTime();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown()) state.layout.show_until = now + 2.0;
    if (now > state.layout.show_until) return;
    ImGui::SetNextWindowPos({8 * scale, 8 * scale});
    ImGui::SetNextWindowBgAlpha(0.75f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(4 * scale, 4 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("show", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    if (icon_button("##show", Icon::show, ImVec2(1.3f * ImGui::GetFrameHeight(), 0))) state.choices.visible = true;
    Fields{state}.after("show", "Shows the panel (F).");
    ImGui::End();
    ImGui::PopStyleVar(2);
}

static void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x * 0.5f, y), ImGuiCond_Always, ImVec2(0.5f, upwards ? 1.0f : 0.0f));
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(io.DisplaySize.x * 0.7f);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void banners(const PanelState& state, bool has_bar, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const Message& message = state.status.message;
    if (!message.text.empty() && ImGui::GetTime() < message.until) {
        banner("message", message.text,
               message.is_error ? ink::error() : ImGui::GetStyleColorVec4(ImGuiCol_Text),
               io.DisplaySize.y - (has_bar ? bar_height(scale) : 0) - 12 * scale, true);
    }
    if (!state.status.report.shader_error.empty()) {
        banner("shader error",
               "The shaders have an error; the picture uses the last good ones.\n" + state.status.report.shader_error,
               ink::error(), 12 * scale, false);
    }
}

}  // namespace isonoise
