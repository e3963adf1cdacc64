// Small windows over the picture.
#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "scene/scenes.hpp"
#include "session/copy_as.hpp"
#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

// The buttons of scene anatomy, within the figure's margin: back and next at the lower right, the remedy of steps about
// artefacts at the lower left.
void steps(const Group& group, float scale) {
    PanelState& state = group.state;
    const LookInfo info = row_of(&Look::stage);
    if (!info.is_for(group.preset.look.scene) || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float bottom = state.layout.bottom(io.DisplaySize.y) - scale;
    const auto corner = [&](const char* name, float x, float pivot, auto&& draw) {
        small_window(name, {x, bottom}, {pivot, 1}, {6 * scale, scale}, 0.75f, draw);
    };
    // In the figure's theme, not the panel's.
    const Background ground = on_theme(group.preset, state.choices.theme).look.background;
    const OnGround colours(ground == Background::white ? Theme::light : Theme::dark);
    if (has_remedy(group.preset.look.stage)) {
        corner("remedy", state.layout.panel_right + 10 * scale, 0, [&] {
            bool on = group.preset.look.remedy == Remedy::on;
            if (ImGui::Checkbox("remedy", &on)) group.preset.look.remedy = on ? Remedy::on : Remedy::off;
            group.after("step remedy", "Takes the artefact away (X).");
        });
    }
    corner("steps", io.DisplaySize.x - 10 * scale, 1, [&] {
        const int at = static_cast<int>(group.preset.look.stage), last = static_cast<int>(info.names.size()) - 1;
        const auto step = [&](const char* word, int by, const char* tip) {
            ImGui::BeginDisabled(at + by < 0 || at + by > last);
            if (ImGui::Button(word)) group.ask(command::TurnPage{by});
            group.after(fmt::format("step {}", word), tip);
            ImGui::EndDisabled();
        };
        step("back", -1, "The step before this one (Left).");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        step("next", 1, "The next step (Right).");
    });
}

// The divider between the pictures A and B of a comparison, and its two buttons.
void divider(const Group& group, float scale) {
    PanelState& state = group.state;
    if (!group.session.other || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float left = state.layout.panel_right, width = io.DisplaySize.x - left,
                bottom = state.layout.bottom(io.DisplaySize.y), thick = 12 * scale;
    const auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    const float x = left + state.choices.divider * width;
    // Drawn first, and so above the divider.
    small_window(
        "comparison", {std::clamp(x, left + 70 * scale, io.DisplaySize.x - 70 * scale), 8 * scale}, {0.5f, 0},
        ImGui::GetStyle().WindowPadding, 0.75f,
        [&] {
            if (group.button("take A", "take A", "Back to the picture at the left; ends the comparison."))
                group.ask(command::TakeA{});
            ImGui::SameLine();
            if (group.button("end", "compare end", "Ends the comparison; the picture at the right stays (B)."))
                group.ask(command::Compare{});
        },
        ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::SetNextWindowPos({x - 0.5f * thick, 0});
    ImGui::SetNextWindowSize({thick, bottom});
    ImGui::Begin("divider", nullptr, flags | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton("##divider", {thick, bottom});
    group.record("divider");
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (active) state.choices.move_divider((io.MousePos.x - left) / width - state.choices.divider);
    ImGui::GetWindowDrawList()->AddRectFilled({x - 2 * scale, 0}, {x + 2 * scale, bottom}, IM_COL32(0, 0, 0, 110));
    ImGui::GetWindowDrawList()->AddRectFilled({x - scale, 0}, {x + scale, bottom}, IM_COL32(255, 255, 255, 230));
    ImGui::End();
    ImGui::PopStyleVar(2);
}

// The pinned point and its buttons, at most `most` wide.
static void pinned_row(const Group& group, float most, float scale) {
    const PanelStatus::Pinned& pinned = group.state.status.pinned;
    // In a narrow window the buttons are below the text.
    const float words = ImGui::CalcTextSize(pinned.text.c_str()).x + 1;
    const bool has_hut = pinned.hut != PanelStatus::Pinned::Hut::none;
    const bool beside = words + (has_hut ? 210 : 100) * scale < most;
    if (beside) ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::max(1.0f, std::min(words, most)));
    ImGui::TextUnformatted(pinned.text.c_str());
    ImGui::PopTextWrapPos();
    if (beside) ImGui::SameLine();
    if (group.button("copy", "pin copy", "Copies the point and its value, or the line that computes it in a language."))
        ImGui::OpenPopup("copy point");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (has_hut) {
        const bool built = pinned.hut == PanelStatus::Pinned::Hut::built;
        if (ImGui::Button(built ? "remove the hut" : "build a hut")) group.ask(command::ToggleHut{});
        group.after("pin hut", built ? "Takes the hut away (H)."
                                     : "Builds a hut here, on the height that the CPU computes (H). It is saved "
                                       "with the preset.");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    }
    if (ImGui::Button("x")) group.ask(command::Unpin{});
    group.after("pin close", "Removes the mark.");
    if (ImGui::BeginPopup("copy point")) {
        const auto entry = [&](const std::string& title, const std::string& what) {
            if (ImGui::Selectable(title.c_str())) group.ask(command::Copy{command::Copy::As::point, what});
            group.after("copy point " + what, "");
        };
        entry(pinned.is_code ? "as shown" : "all numbers, with all digits", "text");
        if (pinned.is_code) {
            ImGui::Separator();
            ImGui::TextDisabled("a line below what copy gives");
            for (const auto& [name, title] : point_languages())
                entry(title, name);
        }
        ImGui::EndPopup();
    }
}

// The pinned point, at the picture's lower left.
void pinned(const Group& group, float scale) {
    PanelState& state = group.state;
    if (state.status.pinned.text.empty() || group.session.tools.truth) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float left = state.layout.panel_right, room = io.DisplaySize.x - left - 20 * scale;
    const bool remedy = group.preset.look.scene == Scene::anatomy && has_remedy(group.preset.look.stage);
    const float bottom = state.layout.bottom(io.DisplaySize.y) - (remedy ? 40 : 10) * scale;
    ImGui::SetNextWindowSizeConstraints({1, 1}, {std::max(1.0f, room), bottom});
    small_window("pinned", {left + 10 * scale, bottom}, {0, 1}, {8 * scale, 5 * scale}, 0.9f,
                 [&] { pinned_row(group, room - 16 * scale, scale); });
}

// Brings the panel back. Visible for some seconds after the pointer moved, since the panel was hidden to see the
// picture.
void show_button(PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const double now = ImGui::GetTime();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown()) state.layout.show_until = now + 2.0;
    if (now > state.layout.show_until) return;
    small_window("show", {8 * scale, 8 * scale}, {0, 0}, {4 * scale, 4 * scale}, 0.75f, [&] {
        if (icon_button("##show", Icon::show, ImVec2(1.3f * ImGui::GetFrameHeight(), 0))) state.choices.visible = true;
        Fields{state}.after("show", "Shows the panel (F).");
    });
}

static void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards) {
    const float width = ImGui::GetIO().DisplaySize.x;
    const auto draw = [&] {
        ImGui::PushTextWrapPos(width * 0.7f);
        ImGui::TextColored(colour, "%s", text.c_str());
        ImGui::PopTextWrapPos();
    };
    small_window(id, {width * 0.5f, y}, {0.5f, upwards ? 1.0f : 0.0f}, ImGui::GetStyle().WindowPadding, 0.92f, draw,
                 ImGuiWindowFlags_NoInputs);
}

// Shows an error in the function's file: the message, the line, and a mark under the column.
static void fault(const std::string& error, float left, float width, float scale) {
    const auto draw = [&] {
        ImGui::PushTextWrapPos(0.8f * width);
        const std::size_t end = std::min(error.find('\n'), error.size());
        ImGui::TextColored(ink::error(), "%s", error.substr(0, end).c_str());
        ImGui::PopTextWrapPos();
        const std::size_t line = std::min(end + 1, error.size()), mark = error.find('\n', line);
        const char* const still = "The picture is that of the last good text.";
        if (mark == std::string::npos) return ImGui::TextDisabled("%s", still);
        std::string text = error.substr(line, mark - line);
        std::size_t column = error.find('^', mark) - mark - 1;
        // Cuts a long line around the mark.
        constexpr std::size_t kMost = 90;
        if (text.size() > kMost) {
            const std::size_t from = std::min(column - std::min(column, kMost / 2), text.size() - kMost);
            text = text.substr(from, kMost);
            column -= from;
        }
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::TextUnformatted(text.c_str());
        // The font is not monospaced.
        const auto x = [&](std::size_t count) {
            return at.x + ImGui::CalcTextSize(text.substr(0, std::min(count, text.size())).c_str()).x;
        };
        const float y = at.y + ImGui::GetFontSize() + scale;
        ImGui::GetWindowDrawList()->AddRectFilled({x(column), y}, {x(column + 1), y + 2 * scale},
                                                  ImGui::ColorConvertFloat4ToU32(ink::error()));
        ImGui::Dummy({0, 3 * scale});
        ImGui::TextDisabled("%s", still);
    };
    small_window("fault", {left + 0.5f * width, 12 * scale}, {0.5f, 0}, ImGui::GetStyle().WindowPadding, 0.92f, draw,
                 ImGuiWindowFlags_NoInputs);
}

void banners(const PanelState& state, bool has_bar, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const Message& message = state.status.message;
    if (!message.text.empty() && ImGui::GetTime() < message.until) {
        banner("message", message.text, message.is_error ? ink::error() : ImGui::GetStyleColorVec4(ImGuiCol_Text),
               io.DisplaySize.y - (has_bar ? bar_height(scale) : 0) - 12 * scale, true);
    }
    if (!state.status.function_error.empty()) {
        const float left = state.layout.panel_right;
        fault(state.status.function_error, left, io.DisplaySize.x - left, scale);
    } else if (!state.status.report.shader_error.empty()) {
        banner("shader error",
               "The shaders have an error; the picture uses the last good ones.\n" + state.status.report.shader_error,
               ink::error(), 12 * scale, false);
    }
}

}  // namespace isonoise
