// The first screen, the list of keys, and the question on closing the window during an export.
#include <cfloat>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "platform/system.hpp"
#include "viewer/actions.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

static void wordmark() {
    ImGui::PushFont(ImGui::GetIO().Fonts->Fonts.back());
    ImGui::BeginGroup();
    ImGui::TextColored(ink::accent(), "iso");
    ImGui::SameLine(0, 0);
    ImGui::TextUnformatted("noise");
    ImGui::EndGroup();
    ImGui::PopFont();
}

bool wordmark_button() {
    ImFont* large = ImGui::GetIO().Fonts->Fonts.back();
    const float size = large->FontSize * ImGui::GetIO().FontGlobalScale, pad = ImGui::GetStyle().FramePadding.x,
                mark = 0.28f * ImGui::GetFontSize();
    const auto width = [&](const char* words) { return large->CalcTextSizeA(size, FLT_MAX, 0, words).x; };
    const bool pressed = ImGui::Button("##wordmark", {width("isonoise") + 3 * pad + 2 * mark, size});
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    list.AddText(large, size, {from.x + pad, from.y}, ImGui::ColorConvertFloat4ToU32(ink::accent()), "iso");
    list.AddText(large, size, {from.x + pad + width("iso"), from.y}, ink, "noise");
    // A triangle as on lists, since it opens something.
    const ImVec2 middle(to.x - pad - mark, 0.5f * (from.y + to.y));
    list.AddTriangleFilled({middle.x - mark, middle.y - 0.5f * mark}, {middle.x + mark, middle.y - 0.5f * mark},
                           {middle.x, middle.y + 0.7f * mark}, ink);
    return pressed;
}

namespace {

enum class Door { learn, make, write, build };

// Draws a door's icon in a square around `middle`, with half side `half`.
void sign(ImDrawList& list, Door door, ImVec2 middle, float half, ImU32 ink, ImU32 soft) {
    const auto at = [&](float x, float y) { return ImVec2(middle.x + x * half, middle.y + y * half); };
    const float line = std::max(1.5f, half * 0.07f);
    if (door == Door::learn) {  // a cell, and gradients at its corners
        list.AddRect(at(-0.55f, -0.55f), at(0.55f, 0.55f), soft, 0, 0, line);
        const float tips[4][2] = {{-0.15f, -0.85f}, {0.9f, -0.35f}, {-0.9f, 0.25f}, {0.35f, 0.95f}};
        for (int i = 0; i < 4; ++i) {
            const ImVec2 from = at(i % 2 ? 0.55f : -0.55f, i / 2 ? 0.55f : -0.55f);
            list.AddLine(from, at(tips[i][0], tips[i][1]), ink, line);
            list.AddCircleFilled(from, 2.2f * line, ink);
        }
    } else if (door == Door::make) {  // mountains and the sun
        list.AddCircleFilled(at(0.5f, -0.55f), 0.17f * half, soft);
        const ImVec2 back[] = {at(-0.2f, 0.7f), at(0.45f, -0.15f), at(1.0f, 0.7f)};
        list.AddTriangleFilled(back[0], back[1], back[2], soft);
        const ImVec2 front[] = {at(-1.0f, 0.7f), at(-0.3f, -0.6f), at(0.4f, 0.7f)};
        list.AddTriangleFilled(front[0], front[1], front[2], ink);
    } else if (door == Door::write) {  // lines of text, and the wave that they make
        const float ends[] = {0.1f, 0.55f, -0.15f};
        for (int i = 0; i < 3; ++i) {
            const float y = -0.7f + 0.35f * static_cast<float>(i), left = i == 0 ? -0.9f : -0.6f;
            list.AddLine(at(left, y), at(ends[i], y), soft, 1.6f * line);
        }
        ImVec2 wave[25];
        for (int i = 0; i < 25; ++i) {
            const float x = -0.9f + 0.075f * static_cast<float>(i);
            wave[i] = at(x, 0.5f - 0.28f * std::sin(3.5f * x) - 0.14f * std::sin(9.0f * x));
        }
        list.AddPolyline(wave, 25, ink, 0, 1.4f * line);
    } else {  // a pair of braces around an equals sign
        for (const float side : {-1.0f, 1.0f}) {
            const ImVec2 points[] = {at(side * 0.55f, -0.75f), at(side * 0.72f, -0.75f), at(side * 0.72f, -0.1f),
                                     at(side * 0.9f, 0.0f),    at(side * 0.72f, 0.1f),   at(side * 0.72f, 0.75f),
                                     at(side * 0.55f, 0.75f)};
            list.AddPolyline(points, 7, soft, 0, line);
        }
        for (const float y : {-0.16f, 0.16f})
            list.AddLine(at(-0.3f, y), at(0.3f, y), ink, 1.6f * line);
    }
}

// Draws a door. Returns whether it was chosen.
bool door_card(PanelState& state, Door door, const char* title, const char* about, ImVec2 size, bool low, float scale) {
    const ImVec2 from = ImGui::GetCursorScreenPos(), to(from.x + size.x, from.y + size.y);
    const bool chosen = ImGui::InvisibleButton(title, size);
    Fields{state}.stop(fmt::format("door {}", title));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool lit = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
    const ImU32 accent = ImGui::ColorConvertFloat4ToU32(ink::accent());
    list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Button), 8 * scale);
    list.AddRect(from, to, lit ? accent : ImGui::GetColorU32(ImGuiCol_Border), 8 * scale, 0,
                 scale * (lit ? 2.0f : 1.0f));
    // The text is below the icon, or in a low card beside it.
    const float pad = 14 * scale, half = 26 * scale;
    const ImVec2 words(from.x + pad + (low ? 2 * half + pad : 0),
                       from.y + pad + (low ? 0 : 2 * half + pad - 4 * scale));
    sign(list, door, {from.x + pad + half, low ? 0.5f * (from.y + to.y) : from.y + pad + half}, half, accent,
         ImGui::ColorConvertFloat4ToU32(ink::soft()));
    ImFont* large = ImGui::GetIO().Fonts->Fonts.back();
    list.AddText(large, large->FontSize * ImGui::GetIO().FontGlobalScale, words, ImGui::GetColorU32(ImGuiCol_Text),
                 title);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {words.x, words.y + 30 * scale},
                 ImGui::ColorConvertFloat4ToU32(ink::soft()), about, nullptr, to.x - pad - words.x);
    return chosen;
}

}  // namespace

void start_sheet(PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    // Beside the panel if there is room.
    const bool beside = io.DisplaySize.x - state.layout.panel_right > 380 * scale;
    const float left = beside ? state.layout.panel_right : 0.0f, bottom = state.layout.sheets_bottom(io.DisplaySize.y);
    const float width = std::min(io.DisplaySize.x - left - 16 * scale, 780 * scale), pad = 22 * scale;
    const bool row = width > 600 * scale;
    const float gap = 12 * scale, card = row ? (width - 2 * pad - 3 * gap) / 4 : width - 2 * pad;
    ImGui::SetNextWindowPos({left + (io.DisplaySize.x - left) * 0.5f, bottom * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, bottom});
    ImGui::SetNextWindowBgAlpha(0.97f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad));
    ImGui::Begin("start", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings);
    wordmark();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted("Perlin noise in one to four dimensions that has the same bits on the CPU and on the GPU. "
                           "Everything behind this sheet is drawn from it.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy(ImVec2(0, 6 * scale));
    const struct {
        Door door;
        const char *title, *about;
    } doors[] = {{Door::learn, "Learn", "How the noise is made, step by step, from the lattice to octaves."},
                 {Door::make, "Make", "A texture that tiles, a height map, a landscape, a loop: as files."},
                 {Door::write, "Write", "A noise of your own, as a few lines of GLSL: the picture follows the text."},
                 {Door::build, "Build", "The same noise in your engine: code to paste, equal to the C++ core."}};
    for (const auto& [door, title, about] : doors) {
        if (row && door != Door::learn) ImGui::SameLine(0, gap);
        const float words =
            ImGui::CalcTextSize(about, nullptr, false, std::max(1.0f, card - (row ? 28 : 94) * scale)).y;
        const float height =
            row ? 112 * scale + 5 * ImGui::GetTextLineHeight() : std::max(80 * scale, 58 * scale + words);
        if (!door_card(state, door, title, about, ImVec2(card, height), !row, scale)) continue;
        state.choices.start_open = false;
        if (door == Door::learn) state.commands.push_back(command::ChooseScene{Scene::anatomy});
        if (door == Door::make) {
            state.commands.push_back(command::OpenPreset{"built-in:map-tiles"});
            order_a_texture(state);
        }
        if (door == Door::write) {
            state.commands.push_back(command::OpenPreset{"function:islands"});
            if (in_page()) state.commands.push_back(command::EditFunction{});
            state.choices.visible = true;
        }
        if (door == Door::build) {
            state.commands.push_back(command::ChooseScene{Scene::terrain});
            state.choices.copy_asked = state.choices.visible = true;
        }
    }
    ImGui::Dummy(ImVec2(0, 2 * scale));
    if (ImGui::Button("look around")) state.choices.start_open = false;
    Fields{state}.stop("look around");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("The button isonoise, at the top of the panel, brings this back.");
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
}

void help_sheet(PanelState& state, float scale) {
    // As wide as its text, but no wider than the window; it scrolls.
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
