#include <cfloat>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "viewer/panel_parts.hpp"
#include "viewer/search.hpp"

namespace isonoise {
namespace {

void close(PanelState& state) {
    state.choices.search.clear();
    state.choices.palette = false;
}

void choose(const Group& group, const Entry& entry) {
    // The results show the field itself, so the search stays open.
    if (entry.field.empty()) close(group.state);
    entry.choose(group.session, group.state);
}

void entry_row(const Group& group, const Entry& entry) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::GetContentRegionAvail().x, kind = ImGui::CalcTextSize(entry.kind.c_str()).x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool chosen = ImGui::Selectable(fmt::format("##{} {}", entry.kind, entry.name).c_str());
    group.after(fmt::format("found {}", entry.name), entry.about);
    const float right = at.x + width - kind;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, {right - style.ItemSpacing.x, at.y + ImGui::GetTextLineHeight()}, true);
    list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), entry.name.c_str());
    list.PopClipRect();
    list.AddText({right, at.y}, ImGui::GetColorU32(ImGuiCol_TextDisabled), entry.kind.c_str());
    if (chosen) choose(group, entry);
}

}  // namespace

void search_row(const Group& group) {
    PanelState& state = group.state;
    std::string& words = state.choices.search;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, side = ImGui::GetFrameHeight();
    const bool any = !words.empty();
    ImGui::SetNextItemWidth(any ? -side - gap : -FLT_MIN);
    const bool enter = ImGui::InputTextWithHint("##search", "search everything (Ctrl+K)", &words,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
    // ImGui would restore the old text.
    if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) close(state);
    group.text("search", "Finds settings, presets, actions, pages and code: by name, by meaning, and by their "
                         "names in other programs. Enter takes the first.");
    if (any) {
        ImGui::SameLine(0, gap);
        if (group.button("x##search", "search clear", "Clears the search (Esc).", side)) close(state);
    }
    if (!enter || words.empty()) return;
    if (const auto entries = found(everything(group.session, state), words); !entries.empty())
        choose(group, entries.front());
}

void search_results(const Group& group) {
    PanelState& state = group.state;
    const std::string words = state.choices.search;
    const auto entries = found(everything(group.session, state), words);
    state.choices.found.clear();
    for (const Entry& entry : entries) {
        if (!entry.field.empty()) state.choices.found.insert(entry.name);
    }
    noise_tab(group);
    picture_tab(group);
    constexpr int most = 40;
    int shown = 0;
    for (const Entry& entry : entries) {
        if (!entry.field.empty() || ++shown > most) continue;
        if (shown == 1) ImGui::Separator();
        entry_row(group, entry);
    }
    if (shown > most) ImGui::TextDisabled("and %d more", shown - most);
    if (!entries.empty()) return;
    ImGui::TextWrapped("Nothing here is called \"%s\".", words.c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, ink::soft());
    ImGui::TextWrapped("The search knows settings, scenes, presets, actions, the pages of how noise works, export "
                       "formats, languages of code and themes, also by their names in other programs: try scale, "
                       "contrast, save.");
    ImGui::PopStyleColor();
    if (group.button("clear the search", "search reset", "")) close(state);
}

void palette_sheet(const Group& group, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const float width = std::min(io.DisplaySize.x - 8 * scale, 460 * scale);
    ImGui::SetNextWindowPos({0.5f * io.DisplaySize.x, 8 * scale}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSize({width, std::min(io.DisplaySize.y - 16 * scale, 420 * scale)});
    ImGui::SetNextWindowBgAlpha(0.97f);
    ImGui::Begin("palette", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    group.state.layout.names = std::min(0.32f * width, 9.0f * ImGui::GetFontSize());
    search_row(group);
    ImGui::BeginChild("results", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
    ImGui::PushItemWidth(-FLT_MIN);
    if (!group.state.choices.search.empty()) search_results(group);
    ImGui::PopItemWidth();
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace isonoise
