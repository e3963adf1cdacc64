#include "viewer/panel.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "snippet/copy_as.hpp"
#include "snippet/languages.hpp"
#include "viewer/config.hpp"
#include "viewer/fields.hpp"
#include "viewer/icons.hpp"
#include "viewer/palette.hpp"
#include "viewer/sheets.hpp"
#include "viewer/tabs.hpp"

namespace isonoise {
namespace {

constexpr float kNarrowest = 240.0f, kWidest = 560.0f;
// The narrowest window that has room for the panel and a picture beside it.
constexpr float kLeastRoom = 440.0f;

void play_buttons(const Group& group) {
    PanelState& state = group.fields.state;
    const float h = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const ImVec2 button(h * 1.3f, h);
    if (icon_button("##back", Icon::back, button)) state.requests.step = -1;
    group.fields.after("back", "One frame (1/30 s) back (,).");
    ImGui::SameLine(0, gap);
    bool& playing = state.choices.playing;
    if (icon_button("##play", playing ? Icon::pause : Icon::play, button)) playing = !playing;
    group.fields.after("play", "Plays and pauses time, the last axis of the noise (Space).");
    ImGui::SameLine(0, gap);
    if (icon_button("##step", Icon::forward, button)) state.requests.step = 1;
    group.fields.after("step", "One frame (1/30 s) forward (.).");
}

// A field of the time bar, dragged or, from 0 to `end` if that is not 0, slid. Its double click resets.
void time_field(const Group& group, double Look::*member, const std::string& tip, const std::string& format,
                double end = 0.0) {
    const LookInfo info = row_of(member);
    double& value = group.preset.look.*member;
    const double low = end > 0 ? 0.0 : info.min, high = end > 0 ? end : info.max, before = value;
    const std::string label = std::string("##") + info.name;
    const std::string shown = typed_format(group.fields, info.name, all_digits(value), format);
    group.fields.field(info.name, fmt::format("{}\nNow {}.", tip, all_digits(value)), value,
                       group.standard.look.*member, Fields::Where::field, [&] {
                           if (end > 0) {
                               ImGui::SliderScalar(label.c_str(), ImGuiDataType_Double, &value, &low, &high,
                                                   shown.c_str(), ImGuiSliderFlags_AlwaysClamp);
                           } else {
                               ImGui::DragScalar(label.c_str(), ImGuiDataType_Double, &value,
                                                 static_cast<float>(info.step), &low, &high, shown.c_str(),
                                                 ImGuiSliderFlags_AlwaysClamp);
                           }
                       });
    if (!(value >= info.min && value <= info.max)) value = before;  // typed
}

void rate_field(const Group& group) {
    double& rate = group.fields.state.choices.tools.rate;
    group.fields.field("rate", "How fast time plays. Double-click resets.", rate, 1.0, Fields::Where::field, [&] {
        static constexpr double rates[] = {0.25, 0.5, 1, 2, 4};
        static constexpr const char* names[] = {"0.25x", "0.5x", "1x", "2x", "4x"};
        int index = static_cast<int>(std::find(rates, rates + 5, rate) - rates);
        if (ImGui::Combo("##rate", &index, names, 5)) rate = rates[index];
    });
}

void loop_field(const Group& group, double loop) {
    Settings& s = group.preset.settings;
    const double speed = std::abs(group.preset.look.speed) * group.fields.state.choices.tools.rate;
    ImGui::BeginDisabled(!supports(s, "loop"));
    const std::string length = s.loop ? fmt::format("Cells of time until the loop closes: {:.1f} s at this speed.",
                                                    loop / std::max(1e-9, speed))
                                      : "Cells of time until the loop closes; 0 is no loop.";
    group.fields.field("loop length", length + " Double-click on its name resets.", s.loop,
                       group.standard.settings.loop, Fields::Where::name, [&] {
                           std::int64_t cells = s.loop;
                           const std::int64_t one = 1;
                           group.fields.row("loop");
                           ImGui::InputScalar("##loop length", ImGuiDataType_S64, &cells, &one);
                           const double most = row_of(&Settings::loop).max;
                           group.fields.whole(most);
                           if (cells >= 0 && static_cast<double>(cells) <= most)
                               s.loop = static_cast<std::uint32_t>(cells);
                       });
    ImGui::EndDisabled();
}

void time_bar(const Group& group, float scale) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    play_buttons(group);
    ImGui::SameLine(0, gap);
    const float right = ImGui::GetContentRegionAvail().x;
    const bool narrow = right < 330 * scale;
    const double loop = loop_time(group.preset);
    const std::string format = row_of(&Look::time).format;
    ImGui::PushItemWidth(narrow ? right : right - 300 * scale);
    if (loop > 0) {
        time_field(group, &Look::time,
                   "Time within the loop, in units of coordinate; its end equals its beginning. Double-click resets.",
                   fmt::format("{} of {:.4g}", format, loop), loop);
    } else {
        time_field(group, &Look::time,
                   "Time, in units of coordinate: added to the last axis. Drag, or Ctrl+click; double-click resets.",
                   "time " + format);
    }
    ImGui::PopItemWidth();
    if (narrow) return;
    ImGui::SameLine(0, gap * 2);
    ImGui::PushItemWidth(72 * scale);
    rate_field(group);
    ImGui::SameLine(0, gap * 2);
    time_field(group, &Look::speed, "Units of time per second, at 1x. Double-click resets.",
               std::string(row_of(&Look::speed).format) + " /s");
    ImGui::PopItemWidth();
    ImGui::SameLine(0, gap * 2);
    group.fields.state.layout.names = ImGui::CalcTextSize("loop").x + gap;
    ImGui::PushItemWidth(-FLT_MIN);
    loop_field(group, loop);
    ImGui::PopItemWidth();
}

void bottom(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    const ImGuiIO& io = ImGui::GetIO();
    const float height = bar_height(scale);
    ImGui::SetNextWindowPos(ImVec2(0, io.DisplaySize.y - height));
    ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * scale, 5 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    time_bar(group, scale);
    const Statistics& s = state.status.report.statistics;
    std::string left =
        fmt::format("GPU {:.1f} ms   min {:+.9g}   max {:+.9g}", state.status.report.noise_ms, s.min, s.max);
    if (state.status.resolution < 100) {
        left += fmt::format("   {} % resolution", state.status.resolution);
    } else if (state.status.progress < 1) {
        left += fmt::format("   refining {:.0f} %", 100 * state.status.progress);
    }
    left += "   " + state.status.under_cursor;
    // In a narrow window the place under the pointer comes first.
    if (!state.status.under_cursor.empty() && ImGui::CalcTextSize(left.c_str()).x > io.DisplaySize.x - 20 * scale)
        left = state.status.under_cursor;
    ImGui::TextUnformatted(left.c_str());
    const std::string right = fmt::format("{}x{}   {}", state.status.width, state.status.height, state.status.renderer);
    const float left_end = ImGui::CalcTextSize(left.c_str()).x + 30 * scale;
    const float width = ImGui::CalcTextSize(right.c_str()).x;
    if (left_end + width + 10 * scale < io.DisplaySize.x) {
        ImGui::SameLine(io.DisplaySize.x - width - 10 * scale);
        ImGui::TextDisabled("%s", right.c_str());
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

// A row of a list, with the picture of a preset (a name as in requests.load), as wide as the list less what stands
// `beside` it.
bool pictured_row(const PanelState& state, const std::string& words, const std::string& preset, float beside,
                  bool selected = false) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImVec2 size(std::round(16 * ImGui::GetFontSize() / 3), std::round(3 * ImGui::GetFontSize()));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x - beside,
                                 size.x + 2 * style.ItemSpacing.x + ImGui::CalcTextSize(words.c_str()).x);
    const bool pressed = ImGui::Selectable(hidden(words).c_str(), selected, 0, ImVec2(width, size.y));
    if (!ImGui::IsItemVisible()) return pressed;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + size.x, at.y + size.y);
    const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
    const GLuint texture = state.status.thumbnail(preset, static_cast<int>(std::lround(size.x * pixels.x)),
                                                  static_cast<int>(std::lround(size.y * pixels.y)));
    list.AddRectFilled(at, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
    if (texture) list.AddImage(image(texture), at, end);
    list.AddText({end.x + style.ItemSpacing.x, at.y + (size.y - ImGui::GetFontSize()) / 2},
                 ImGui::GetColorU32(ImGuiCol_Text), words.c_str());
    return pressed;
}

// A row in the list of presets, `name` as in requests.load: a click loads it, one on the star makes it a favourite, and
// for the user's own one on the cross removes it, after a second one confirms.
void preset_entry(const Group& group, const std::string& name, const char* widget) {
    PanelState& state = group.fields.state;
    const std::string words = name.substr(name.find(':') + 1);
    const bool own = name.starts_with("own:"), asked = own && state.choices.remove_asked == words;
    const char* word = asked ? "remove?" : "x";
    const ImGuiStyle& style = ImGui::GetStyle();
    const float line = std::round(3 * ImGui::GetFontSize()), star = 0.6f * line;
    const float cross = own ? ImGui::CalcTextSize(word).x + 2 * style.FramePadding.x + style.ItemSpacing.x : 0.0f;
    ImGui::PushID(widget);
    ImGui::PushID(name.c_str());
    if (pictured_row(state, words, name, star + style.ItemSpacing.x + cross)) state.requests.load = name;
    group.fields.after(fmt::format("{}{}", widget, words).c_str(), "");
    ImGui::SameLine();
    std::vector<std::string>& favourites = state.choices.favourites;
    const auto found = std::find(favourites.begin(), favourites.end(), name);
    const bool is_favourite = found != favourites.end();
    ImGui::PushStyleColor(ImGuiCol_Button, 0);
    if (icon_button("##star", is_favourite ? Icon::star : Icon::no_star, {star, line}, is_favourite)) {
        if (is_favourite) {
            favourites.erase(found);
        } else {
            favourites.push_back(name);
        }
    }
    ImGui::PopStyleColor();
    group.fields.after(fmt::format("star {}{}", widget, words).c_str(),
                       is_favourite ? "No favourite any more." : "A favourite: listed first, in every scene.");
    if (own) {
        ImGui::SameLine();
        if (ImGui::SmallButton(fmt::format("{}##remove", word).c_str())) {
            if (asked) state.requests.remove_preset = words;
            state.choices.remove_asked = asked ? "" : words;
        }
        group.fields.after(("remove preset " + words).c_str(), asked ? "" : "Removes this preset.");
    }
    ImGui::PopID();
    ImGui::PopID();
}

// The list of presets: the favourites, those built in for this scene, and the user's own.
void preset_list(const Group& group) {
    PanelState& state = group.fields.state;
    if (ImGui::IsWindowAppearing()) state.choices.remove_asked.clear();
    if (const auto favourites = state.choices.favourites; !favourites.empty()) {
        ImGui::TextDisabled("favourites");
        for (const std::string& name : favourites)
            preset_entry(group, name, "favourite ");
        ImGui::Separator();
    }
    const std::string scene = get(group.preset, "scene");
    preset_entry(group, "built-in:" + scene, "preset ");
    for (const BuiltinPreset& file : builtin_presets()) {
        if (file.name().starts_with(scene + "-"))
            preset_entry(group, "built-in:" + std::string(file.name()), "preset ");
    }
    if (state.status.own_presets.empty()) return;
    ImGui::Separator();
    ImGui::TextDisabled("your own");
    for (const std::string& name : state.status.own_presets)
        preset_entry(group, "own:" + name, "own preset ");
}

void scene_row(const Group& group) {
    PanelState& state = group.fields.state;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 2.0f;
    const auto held = [&](const char* word, bool on) {
        if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        const bool pressed = ImGui::Button(word, ImVec2(button, 0));
        if (on) ImGui::PopStyleColor();
        return pressed;
    };
    group.fields.row("scene");
    ImGui::SetNextItemWidth(-2 * (button + gap));
    const Scene now = group.preset.look.scene;
    if (ImGui::BeginCombo("##scene", detail::kScenes[static_cast<int>(now)], ImGuiComboFlags_HeightLargest)) {
        for (int i = 0; i < static_cast<int>(std::size(detail::kScenes)); ++i) {
            const std::string name = detail::kScenes[i];
            const auto scene = static_cast<Scene>(i);
            if (pictured_row(state, name, "built-in:" + name, 0, scene == now)) state.requests.scene = scene;
            group.fields.after(("scene " + name).c_str(), "");
            if (scene == now) ImGui::SetItemDefaultFocus();
        }
        ImGui::EndCombo();
    }
    group.fields.after("scene", fmt::format("How the noise is drawn (keys {}).", scene_keys()));
    ImGui::SameLine(0, gap);
    bool& keep = state.choices.tools.keep_noise;
    if (held("keep", keep)) keep = !keep;
    group.fields.after("keep", "Keeps this noise and place in other scenes; otherwise each scene has its own.");
    ImGui::SameLine(0, gap);
    if (held("A|B", state.choices.other.has_value())) state.requests.compare = true;
    group.fields.after("compare", "Keeps this picture as A, at the left of a divider, and shows as B what you choose "
                                  "or change next (B).");
}

void preset_row(const Group& group) {
    PanelState& state = group.fields.state;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 2.0f;
    group.fields.row("preset");
    ImGui::SetNextItemWidth(-button - gap);
    const std::string shown = state.status.preset_name.empty()
                                  ? "presets"
                                  : state.status.preset_name + (group.preset == group.standard ? "" : " *");
    if (ImGui::BeginCombo("##preset", shown.c_str(), ImGuiComboFlags_HeightLargest)) {
        preset_list(group);
        ImGui::EndCombo();
    }
    group.fields.after("preset", "Saved settings and look: built in for this scene, and your own.");
    ImGui::SameLine(0, gap);
    if (ImGui::Button("save", ImVec2(button, 0))) ImGui::OpenPopup("save preset");
    group.fields.after("save preset", "Saves all of this as your own preset (Ctrl+S).");
}

// Asks for the name under which to save the preset.
void save_popup(const Group& group) {
    PanelState& state = group.fields.state;
    if (!ImGui::BeginPopup("save preset")) return;
    ImGui::TextUnformatted("Name of the preset");
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
        state.requests.replace_preset = false;
        const auto& own = state.status.own_presets;
        if (std::find(own.begin(), own.end(), state.status.preset_name) != own.end())
            state.choices.save_name = state.status.preset_name;
    }
    const bool enter = ImGui::InputText("##name", &state.choices.save_name,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    group.fields.text("preset name", "");
    const bool exists = std::find(state.status.own_presets.begin(), state.status.own_presets.end(),
                                  state.choices.save_name) != state.status.own_presets.end();
    const std::string wrong = preset_name_problem(state.choices.save_name);
    ImGui::SameLine();
    ImGui::BeginDisabled(!wrong.empty());
    if ((ImGui::Button(exists ? "replace" : "save") || (enter && !exists)) && wrong.empty()) {
        state.requests.save_preset = true;
        state.requests.replace_preset = exists;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndDisabled();
    group.fields.after("preset save", "");
    if (!wrong.empty() && !state.choices.save_name.empty()) ImGui::TextColored(ink::error(), "%s", wrong.c_str());
    if (!state.status.can_keep_presets) ImGui::TextDisabled("It is written to the working directory.");
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void copy_popup(const Group& group) {
    PanelState& state = group.fields.state;
    if (!ImGui::BeginPopup("copy as")) return;
    const auto entry = [&](const std::string& words, const std::string& what, const std::string& tip) {
        if (ImGui::Selectable(words.c_str())) state.requests.copy = what;
        group.fields.after(("copy " + what).c_str(), tip);
    };
    ImGui::TextDisabled("this preset");
    entry("one line", "line", "isonoise view and its flags: for a command line or a chat. Ctrl+V takes it.");
    entry("render command", "command", "isonoise render and its flags, which write this picture to a file.");
    entry("JSON", "json", "The contents of a preset's file. Ctrl+V takes it.");
    ImGui::Separator();
    // Each language once, for the noise and beside it for the scene's form.
    const bool shape = shape_problem(group.preset).empty(), rock = scene_info(group.preset.look.scene).is_solid;
    if (ImGui::BeginTable("code", shape ? 2 : 1, ImGuiTableFlags_SizingFixedSame)) {
        const auto column = [&](const char* title, auto&& each) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", title);
            for (const Language& to : languages())
                each(to, to.title);
        };
        column(shape ? "the noise" : "the noise, with these settings", [&](const Language& to, const char* title) {
            entry(title, to.name, to.is_core() ? "The call of the core." : to.promise);
        });
        if (shape) {
            const std::string tip = fmt::format("{}(p), with the same bits in each of these languages.",
                                                rock ? "rock_density" : "terrain_height");
            column(rock ? "the rock" : "the ground's height", [&](const Language& to, const char* title) {
                if (shape_problem(group.preset, to).empty())
                    entry(fmt::format("{}##shape", title), fmt::format("shape {}", to.name), tip);
            });
        }
        ImGui::EndTable();
    }
    ImGui::EndPopup();
}

void action_row(const Group& group) {
    PanelState& state = group.fields.state;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float fifth = (ImGui::GetContentRegionAvail().x - 4 * gap) / 5;
    auto action = [&](const char* name, const std::string& tip, bool enabled, std::optional<Icon> icon = {}) {
        ImGui::BeginDisabled(!enabled);
        const bool pressed =
            icon ? icon_button(hidden(name).c_str(), *icon, ImVec2(fifth, 0)) : ImGui::Button(name, ImVec2(fifth, 0));
        group.fields.after(name, tip);
        ImGui::EndDisabled();
        return pressed;
    };
    if (action("undo", "Undoes the last change (Ctrl+Z).", state.status.can_undo, Icon::undo))
        state.requests.undo = true;
    ImGui::SameLine(0, gap);
    if (action("redo", "Redoes it (Ctrl+Y).", state.status.can_redo, Icon::redo)) state.requests.redo = true;
    ImGui::SameLine(0, gap);
    if (action("reset", "Restores the preset's view and time (R).", true)) state.requests.reset = true;
    ImGui::SameLine(0, gap);
    if (std::exchange(state.choices.copy_asked, false)) ImGui::OpenPopup("copy as");
    if (action("copy", "Copies this to the clipboard: as a line, a command, JSON, or code.", true))
        ImGui::OpenPopup("copy as");
    ImGui::SameLine(0, gap);
    if (action("export", "Exports pictures, height maps, data, animations (Ctrl+E).", true))
        state.choices.export_open = true;
}

// Scene and preset, and actions on the whole.
void head(const Group& group) {
    scene_row(group);
    preset_row(group);
    save_popup(group);
    action_row(group);
    copy_popup(group);
}

void say(PanelState& state, const std::string& text, double seconds) {
    state.status.message = text;
    state.status.message_is_error = false;
    state.status.message_until = ImGui::GetTime() + seconds;
}

void tabs(const Group& group, float scale) {
    PanelChoices& choices = group.fields.state.choices;
    if (!choices.search.empty() && !choices.palette) return search_results(group);
    if (!ImGui::BeginTabBar("tabs")) return;
    const std::string asked = std::exchange(choices.tab, {});
    const auto tab = [&](const char* title, const char* widget, auto&& draw) {
        const bool open = ImGui::BeginTabItem(
            title, nullptr, !asked.empty() && std::string(widget).ends_with(asked) ? ImGuiTabItemFlags_SetSelected : 0);
        group.fields.stop(widget);
        if (open) {
            draw();
            ImGui::EndTabItem();
        }
    };
    tab("Noise", "tab noise", [&] { noise_tab(group); });
    tab("Picture", "tab picture", [&] { picture_tab(group); });
    tab("Measure", "tab measure", [&] { measure_tab(group.preset, group.fields.state, scale); });
    ImGui::EndTabBar();
}

// The name, and buttons for the window.
void title_row(const Group& group) {
    PanelState& state = group.fields.state;
    if (wordmark_button()) state.choices.start_open = !state.choices.start_open;
    group.fields.after("wordmark", "The first screen: what this is, and where to begin.");
    const float width = 1.3f * ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    float left = ImGui::GetWindowContentRegionMax().x - 3 * width - 2 * gap;
    const auto button = [&](const char* name, const std::string& tip, auto&& draw) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(left);
        const bool pressed = draw(ImVec2(width, 0));
        group.fields.after(name, tip);
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

// The strip at the panel's right edge, which narrows or widens it.
void edge(PanelState& state, float height, float scale) {
    const float thick = 6 * scale;
    ImGui::PushClipRect({0, 0}, {state.layout.panel_right, height}, false);  // beyond the contents
    ImGui::SetCursorScreenPos({state.layout.panel_right - thick, 0});
    ImGui::InvisibleButton("##edge", ImVec2(thick, height));
    Fields{state}.place("panel edge");
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

// Is the panel to lie below the picture? In an upright window that is too narrow for both, such as a telephone's.
bool is_upright(const ImGuiIO& io, float scale) {
    return io.DisplaySize.x < kLeastRoom * scale && io.DisplaySize.x >= kNarrowest * scale &&
           io.DisplaySize.y >= 480 * scale;
}

// The panel's window, at the left of the picture or below it. Below both comes the bar.
void window(const Group& group, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const Fields& fields = group.fields;
    PanelState& state = fields.state;
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
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;  // the strip at the edge is nothing to scroll to
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

// Back and next, for a scene that explains in steps, at the picture's lower right; and the switch of those about
// artefacts, at its lower left. They lie within the figure's margin, beside its captions.
void steps(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    const LookInfo info = row_of(&Look::stage);
    if (!info.is_for(group.preset.look.scene) || state.choices.tools.truth) return;
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
            if (ImGui::Button(word)) state.requests.turn = by;
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
    if (!state.choices.other || state.choices.tools.truth) return;
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
    if (ImGui::Button("take A")) state.requests.take_other = true;
    group.fields.after("take A", "Back to the picture at the left; ends the comparison.");
    ImGui::SameLine();
    if (ImGui::Button("end")) state.requests.compare = true;
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
    if (state.status.pinned.empty() || state.choices.tools.truth) return;
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
    const float words = ImGui::CalcTextSize(state.status.pinned.c_str()).x + 1, most = room - 16 * scale;
    const bool has_hut = state.status.pinned_hut != PanelStatus::Hut::none;
    const bool beside = words + (has_hut ? 210 : 100) * scale < most;
    if (beside) ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::max(1.0f, std::min(words, most)));
    ImGui::TextUnformatted(state.status.pinned.c_str());
    ImGui::PopTextWrapPos();
    if (beside) ImGui::SameLine();
    if (ImGui::Button("copy")) ImGui::OpenPopup("copy point");
    group.fields.after("pin copy", "Copies the point and its value, or the line that computes it in a language.");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (has_hut) {
        const bool built = state.status.pinned_hut == PanelStatus::Hut::built;
        if (ImGui::Button(built ? "remove the hut" : "build a hut")) state.requests.hut = true;
        group.fields.after("pin hut", built ? "Takes the hut away (H)."
                                            : "Builds a hut here, on the height that the CPU computes (H). It is saved "
                                              "with the preset.");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    }
    if (ImGui::Button("x")) state.requests.unpin = true;
    group.fields.after("pin close", "Removes the mark.");
    if (ImGui::BeginPopup("copy point")) {
        const auto entry = [&](const std::string& title, const std::string& what) {
            if (ImGui::Selectable(title.c_str())) state.requests.copy = "point " + what;
            group.fields.after(("copy point " + what).c_str(), "");
        };
        entry(state.status.pinned_is_code ? "as shown" : "all numbers, with all digits", "text");
        if (state.status.pinned_is_code) {
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

// The panel's fields each keep their range but may not agree: then the settings become the nearest that do.
void mend_settings(Preset& preset, const Preset& before, PanelState& state) {
    const std::string wrong = problem(preset.settings);
    if (wrong.empty()) return;
    if (Preset mended = preset; mended.settings = nearest(preset.settings), !problem(mended).empty()) {
        say(state, problem(mended), 6.0);
        preset = before;
        return;
    }
    const Settings asked = std::exchange(preset.settings, nearest(preset.settings));
    std::string changed;
    for_each_setting(asked, [&](const SettingInfo& info, const auto& was) {
        const std::string is = get(preset.settings, info.name);
        if (is != get_field(info, was)) changed += fmt::format("{}{} {}", changed.empty() ? "" : ", ", info.name, is);
    });
    say(state, fmt::format("{}. Set instead: {}", wrong, changed), 6.0);
}

void banners(const PanelState& state, bool has_bar, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!state.status.message.empty() && ImGui::GetTime() < state.status.message_until) {
        banner("message", state.status.message,
               state.status.message_is_error ? ink::error() : ImGui::GetStyleColorVec4(ImGuiCol_Text),
               io.DisplaySize.y - (has_bar ? bar_height(scale) : 0) - 12 * scale, true);
    }
    if (!state.status.report.shader_error.empty()) {
        banner("shader error",
               "The shaders have an error; the picture uses the last good ones.\n" + state.status.report.shader_error,
               ink::error(), 12 * scale, false);
    }
}

}  // namespace

Preset on_theme(const Preset& preset, Theme theme) {
    Preset shown = preset;
    if (shown.look.background == Background::automatic && theme == Theme::light &&
        row_of(&Look::background).is_for(shown.look.scene))
        shown.look.background = Background::white;
    return shown;
}

float bar_height(float scale) { return 2 * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y + 4 * scale; }

void draw_panel(Preset& preset, const Preset& standard, PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    // Double clicks find fields where they were in the last frame.
    const Fields fields{state};
    const Group group{preset, standard, fields};
    state.layout.tab.begin(state.choices.sheet_open());
    const bool room =
        (io.DisplaySize.x >= kLeastRoom * scale && io.DisplaySize.y >= 240 * scale) || is_upright(io, scale);
    if (state.choices.visible && std::exchange(state.layout.has_room, room) && !room &&
        state.status.message_until < ImGui::GetTime()) {
        say(state, "There is no room for the panel: enlarge the window.", 4.0);
    }
    if (std::exchange(state.requests.search, false)) {
        state.choices.help = state.choices.start_open = state.choices.export_open = false;
        state.choices.palette = !(state.choices.visible && room);
        state.layout.tab.focus("search");
    }
    if (state.choices.visible && room) {
        const Preset before = preset;
        window(group, scale);
        mend_settings(preset, before, state);
        bottom(group, scale);
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
    if (state.choices.palette) {
        const Preset before = preset;
        palette_sheet(group, scale);
        mend_settings(preset, before, state);
    }
    if (state.choices.start_open) start_sheet(state, scale);
    if (state.choices.help) help_sheet(state, scale);
    if (state.choices.export_open) export_sheet(group, scale);
    closing_sheet(state, scale);
    banners(state, state.choices.visible && room, scale);
}

}  // namespace isonoise
