// The sheet of keys, and the question at the window's closing.
#include <fmt/format.h>
#include <imgui.h>

#include "viewer/actions.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

void help_sheet(PanelState& state, float scale) {
    // As wide as its text, or as the window; the rest can be scrolled to.
    const ImGuiIO& io = ImGui::GetIO();
    const float padding = 18 * scale;
    float keys = 0.0f;
    for (const Action& action : actions())
        keys = std::max(keys, ImGui::CalcTextSize(action.keys).x + 12 * scale);
    const float left = state.layout.panel_right, bottom = state.layout.sheets_bottom(io.DisplaySize.y);
    const float narrow = std::min(io.DisplaySize.x - left, 540 * scale);
    ImGui::SetNextWindowPos({0.5f * (left + io.DisplaySize.x), 0.5f * bottom}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({narrow, 0}, {narrow, bottom});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(padding, 14 * scale));
    ImGui::Begin("Keys and mouse", &state.choices.help,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoMove);
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, std::min(keys, narrow * 0.38f));
        ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthStretch);
        for (const Action& action : actions()) {
            if (!*action.keys) continue;
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, ink::accent());
            ImGui::TextWrapped("%s", action.keys);
            ImGui::PopStyleColor();
            ImGui::TableNextColumn();
            ImGui::TextWrapped("%s", action.name);
        }
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

void closing_sheet(PanelState& state, float scale) {
    PanelChoices& choices = state.choices;
    if (choices.close_asked && !ImGui::IsPopupOpen("An export is running")) ImGui::OpenPopup("An export is running");
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos({0.5f * io.DisplaySize.x, 0.45f * io.DisplaySize.y}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal("An export is running", nullptr,
                                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return;
    const Fields fields{state};
    const float wide = std::min(330 * scale, io.DisplaySize.x - 40 * scale);
    ImGui::PushTextWrapPos(wide);
    ImGui::TextUnformatted(state.status.exporting.file.c_str());
    ImGui::TextDisabled("%s", state.status.exporting.progress.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy(ImVec2(wide, 4 * scale));
    const auto choice = [&](const char* words, const char* name, const char* tip) {
        const bool pressed = ImGui::Button(words, ImVec2(wide, 0));
        fields.after(name, tip);
        return pressed;
    };
    const bool wait = choice("quit when it is done", "close wait", "The window closes by itself.");
    const bool cancel = choice("cancel it and quit", "close cancel", "Complete frames stay; of others nothing does.");
    const bool back = choice("stay", "close back", "Closes nothing (Esc).") ||
                      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    choices.close_after |= wait;
    if (cancel) state.commands.push_back(command::Quit{});
    if (wait || cancel || back || !state.status.exporting.running) {
        choices.close_asked = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace isonoise
