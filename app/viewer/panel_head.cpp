// The head of the panel: scene, presets, and actions on the whole preset.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "platform/system.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "scene/written_function.hpp"
#include "session/copy_as.hpp"
#include "session/file_names.hpp"
#include "snippet/languages.hpp"
#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {
namespace {

// A row of a list with the picture of a preset (see named_preset()). Leaves `beside` free at its right.
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

// A row in the list of presets, `name` as in named_preset(). A click opens the preset; the star makes it a favourite;
// the cross removes one of the user's own, after a second click.
void preset_entry(const Group& group, const std::string& name, const char* widget) {
    PanelState& state = group.state;
    const std::string words = name.substr(name.find(':') + 1);
    const bool own = name.starts_with("own:"), asked = own && state.choices.remove_asked == words;
    const char* word = asked ? "remove?" : "x";
    const ImGuiStyle& style = ImGui::GetStyle();
    const float line = std::round(3 * ImGui::GetFontSize()), star = 0.6f * line;
    const float cross = own ? ImGui::CalcTextSize(word).x + 2 * style.FramePadding.x + style.ItemSpacing.x : 0.0f;
    ImGui::PushID(widget);
    ImGui::PushID(name.c_str());
    if (pictured_row(state, words, name, star + style.ItemSpacing.x + cross)) group.ask(command::OpenPreset{name});
    group.after(fmt::format("{}{}", widget, words), "");
    ImGui::SameLine();
    std::vector<std::string>& favourites = group.session.favourites;
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
    group.after(fmt::format("star {}{}", widget, words),
                is_favourite ? "No favourite any more." : "A favourite: listed first, in every scene.");
    if (own) {
        ImGui::SameLine();
        if (ImGui::SmallButton(fmt::format("{}##remove", word).c_str())) {
            if (asked) group.ask(command::RemovePreset{words});
            state.choices.remove_asked = asked ? "" : words;
        }
        group.after("remove preset " + words, asked ? "" : "Removes this preset.");
    }
    ImGui::PopID();
    ImGui::PopID();
}

// The preset list: favourites, built-in presets of this scene, and the user's own.
void preset_list(const Group& group) {
    if (ImGui::IsWindowAppearing()) group.state.choices.remove_asked.clear();
    if (const auto favourites = group.session.favourites; !favourites.empty()) {
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
    if (group.session.own_presets.empty()) return;
    ImGui::Separator();
    ImGui::TextDisabled("your own");
    for (const std::string& name : group.session.own_presets)
        preset_entry(group, "own:" + name, "own preset ");
}

void scene_row(const Group& group) {
    PanelState& state = group.state;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 2.0f;
    const auto held = [&](const char* word, bool on) {
        if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        const bool pressed = ImGui::Button(word, ImVec2(button, 0));
        if (on) ImGui::PopStyleColor();
        return pressed;
    };
    group.row("scene");
    ImGui::SetNextItemWidth(-2 * (button + gap));
    const Scene now = group.preset.look.scene;
    if (ImGui::BeginCombo("##scene", detail::kScenes[static_cast<int>(now)], ImGuiComboFlags_HeightLargest)) {
        for (int i = 0; i < static_cast<int>(std::size(detail::kScenes)); ++i) {
            const std::string name = detail::kScenes[i];
            const auto scene = static_cast<Scene>(i);
            if (pictured_row(state, name, "built-in:" + name, 0, scene == now)) group.ask(command::ChooseScene{scene});
            group.after("scene " + name, "");
            if (scene == now) ImGui::SetItemDefaultFocus();
        }
        ImGui::EndCombo();
    }
    group.after("scene", fmt::format("How the noise is drawn (keys {}).", scene_keys()));
    ImGui::SameLine(0, gap);
    bool& keep = group.session.tools.keep_noise;
    if (held("keep", keep)) keep = !keep;
    group.after("keep", "Keeps this noise and place in other scenes; otherwise each scene has its own.");
    ImGui::SameLine(0, gap);
    if (held("A|B", group.session.other.has_value())) group.ask(command::Compare{});
    group.after("compare", "Keeps this picture as A, at the left of a divider, and shows as B what you choose "
                           "or change next (B).");
}

// The mark of a preset that differs from what was opened.
const char* changed_mark(const Group& group) { return group.preset == group.standard ? "" : " *"; }

// The name of the open function as its list has it; empty if there is none.
std::string open_function(const Group& group) {
    if (!group.preset.function) return {};
    const std::filesystem::path& file = group.session.open.function_file;
    if (!file.empty()) return file.stem().string();
    const std::string& name = group.preset.function->name();
    return builtin_function(name) ? name : "";
}

void preset_row(const Group& group) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 2.0f;
    group.row("preset");
    ImGui::SetNextItemWidth(-button - gap);
    const bool none = group.session.open.name.empty() || group.session.open.name == open_function(group);
    const std::string shown = none ? "presets" : group.session.open.name + changed_mark(group);
    if (ImGui::BeginCombo("##preset", shown.c_str(), ImGuiComboFlags_HeightLargest)) {
        preset_list(group);
        ImGui::EndCombo();
    }
    group.after("preset", "Saved settings and look: built in for this scene, and your own.");
    ImGui::SameLine(0, gap);
    if (group.button("save", "save preset", "Saves all of this as your own preset (Ctrl+S).", button))
        ImGui::OpenPopup("save preset");
}

// Asks for the name under which to save the preset.
void save_popup(const Group& group) {
    if (!ImGui::BeginPopup("save preset")) return;
    ImGui::TextUnformatted("Name of the preset");
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
        const auto& own = group.session.own_presets;
        if (std::find(own.begin(), own.end(), group.session.open.name) != own.end())
            group.session.save_name = group.session.open.name;
    }
    const bool enter = ImGui::InputText("##name", &group.session.save_name,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    group.text("preset name", "");
    const bool exists = std::find(group.session.own_presets.begin(), group.session.own_presets.end(),
                                  group.session.save_name) != group.session.own_presets.end();
    const std::string wrong = preset_name_problem(group.session.save_name);
    ImGui::SameLine();
    ImGui::BeginDisabled(!wrong.empty());
    if ((ImGui::Button(exists ? "replace" : "save") || (enter && !exists)) && wrong.empty()) {
        group.ask(command::SavePreset{exists});
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndDisabled();
    group.after("preset save", "");
    if (!wrong.empty() && !group.session.save_name.empty()) ImGui::TextColored(ink::error(), "%s", wrong.c_str());
    if (group.session.directory.empty()) ImGui::TextDisabled("It is written to the working directory.");
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

// The list of functions: those that come with the program, and the user's own.
void function_list(const Group& group) {
    const auto entry = [&](const std::string& words, const std::string& preset, std::string_view about) {
        if (pictured_row(group.state, words, preset, 0, words == open_function(group)))
            group.ask(command::OpenPreset{preset});
        group.after("function " + words, std::string(about));
    };
    for (const BuiltinFunction& one : builtin_functions()) {
        const std::string name(one.name());
        entry(name, "function:" + name, one.about());
    }
    if (group.session.own_functions.empty()) return;
    ImGui::Separator();
    ImGui::TextDisabled("your own");
    for (const std::string& name : group.session.own_functions) {
        const std::string file = own_function_path(group.session.directory, name).path().string();
        if (ImGui::IsWindowAppearing()) group.session.previews.erase(file);  // an editor may have changed it
        entry(name, file, file);
    }
}

void function_row(const Group& group) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 2.0f;
    group.row("function");
    ImGui::SetNextItemWidth(in_page() ? -button - gap : -2 * (button + gap));
    const std::string name = open_function(group);
    const std::string shown = !group.preset.function ? "functions"
                              : name.empty()         ? "own text"
                                                     : name + changed_mark(group);
    if (ImGui::BeginCombo("##function", shown.c_str(), ImGuiComboFlags_HeightLargest)) {
        function_list(group);
        ImGui::EndCombo();
    }
    group.after("function", "Noises written as texts: those that come with the program, and your own. A file .glsl "
                            "dropped on the window opens too.");
    ImGui::SameLine(0, gap);
    const std::filesystem::path& file = group.session.open.function_file;
    const std::string tip =
        in_page()      ? "Opens the text below the picture: this function's, or this noise written out as one."
        : file.empty() ? "Opens the function's file in your editor. This one has none: \"new\" writes a copy."
                       : fmt::format("Opens {} in your editor.", file.string());
    ImGui::BeginDisabled(file.empty() && !in_page());
    if (group.button("edit", "edit function", tip, button)) group.ask(command::EditFunction{});
    ImGui::EndDisabled();
    if (in_page()) return;  // a written file would be a download, which cannot be followed
    ImGui::SameLine(0, gap);
    if (group.button("new", "new function",
                     "Writes a function to a file, to be changed in any editor: this noise or a "
                     "template.",
                     button))
        ImGui::OpenPopup("new function");
}

// Asks for the name of a new function and what it begins with.
void function_popup(const Group& group) {
    if (!ImGui::BeginPopup("new function")) return;
    Session& session = group.session;
    ImGui::TextUnformatted("Name of the function");
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const bool enter = ImGui::InputText("##name", &session.function_name,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    group.text("function name", "");
    bool& start = group.state.choices.from_template;
    const std::string lacks = group.preset.function ? "" : unwritable(group.preset.settings);
    const float width = ImGui::CalcItemWidth();
    ImGui::BeginDisabled(!lacks.empty());
    if (ImGui::RadioButton(group.preset.function ? "a copy of this function" : "this noise, written out", !start))
        start = false;
    group.after("function from open", lacks.empty() ? "The settings become parameters, with the same bits." : lacks);
    ImGui::EndDisabled();
    if (ImGui::RadioButton("a template", start)) start = true;
    group.after("function from template", "A few lines to begin with.");
    const bool exists = std::find(session.own_functions.begin(), session.own_functions.end(), session.function_name) !=
                        session.own_functions.end();
    const std::string wrong = preset_name_problem(session.function_name);
    const bool can = wrong.empty() && (start || lacks.empty());
    ImGui::BeginDisabled(!can);
    if ((ImGui::Button(exists ? "replace" : "write") || (enter && !exists)) && can) {
        using From = command::WriteFunction::From;
        group.ask(command::WriteFunction{start ? From::start : From::open, exists});
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndDisabled();
    group.after("function write", "");
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    if (!wrong.empty() && !session.function_name.empty()) ImGui::TextColored(ink::error(), "%s", wrong.c_str());
    if (!lacks.empty() && !start) ImGui::TextDisabled("%s", lacks.c_str());
    const std::string folder =
        session.directory.empty() ? "the working directory" : (session.directory / "functions").string();
    ImGui::TextDisabled("It is written to %s.", folder.c_str());
    ImGui::PopTextWrapPos();
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void copy_popup(const Group& group) {
    if (!ImGui::BeginPopup("copy as")) return;
    using As = command::Copy::As;
    const auto entry = [&](const std::string& words, const std::string& widget, const std::string& tip, As as,
                           const std::string& language = {}) {
        if (ImGui::Selectable(words.c_str())) group.ask(command::Copy{as, language});
        group.after("copy " + widget, tip);
    };
    ImGui::TextDisabled("this preset");
    entry("one line", "line", "isonoise view and its flags: for a command line or a chat. Ctrl+V takes it.", As::line);
    entry("render command", "command", "isonoise render and its flags, which write this picture to a file.",
          As::render);
    entry("JSON", "json", "The contents of a preset's file. Ctrl+V takes it.", As::json);
    ImGui::Separator();
    // A row per language: the noise and, beside it, the scene's shape.
    const bool shape = shape_problem(group.preset).empty(), rock = scene_info(group.preset.look.scene).is_solid;
    if (ImGui::BeginTable("code", shape ? 2 : 1, ImGuiTableFlags_SizingFixedSame)) {
        const auto column = [&](const char* title, auto&& each) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", title);
            for (const Language& to : languages()) {
                if (!(to.is_core() && group.preset.function)) each(to, to.title);
            }
        };
        column(group.preset.function ? "the function"
               : shape               ? "the noise"
                                     : "the noise, with these settings",
               [&](const Language& to, const char* title) {
                   entry(title, to.name, to.is_core() ? "The call of the core." : to.promise, As::noise, to.name);
               });
        if (shape) {
            const std::string tip = fmt::format("{}(p), with the same bits in each of these languages.",
                                                rock ? "rock_density" : "terrain_height");
            column(rock ? "the rock" : "the ground's height", [&](const Language& to, const char* title) {
                if (shape_problem(group.preset, to).empty())
                    entry(fmt::format("{}##shape", title), fmt::format("shape {}", to.name), tip, As::shape, to.name);
            });
        }
        ImGui::EndTable();
    }
    ImGui::EndPopup();
}

void action_row(const Group& group) {
    PanelState& state = group.state;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float fifth = (ImGui::GetContentRegionAvail().x - 4 * gap) / 5;
    auto action = [&](const char* name, const std::string& tip, bool enabled, std::optional<Icon> icon = {}) {
        ImGui::BeginDisabled(!enabled);
        const bool pressed =
            icon ? icon_button(hidden(name).c_str(), *icon, ImVec2(fifth, 0)) : ImGui::Button(name, ImVec2(fifth, 0));
        group.after(name, tip);
        ImGui::EndDisabled();
        return pressed;
    };
    if (action("undo", "Undoes the last change (Ctrl+Z).", group.session.history.can_undo(), Icon::undo))
        group.ask(command::Undo{});
    ImGui::SameLine(0, gap);
    if (action("redo", "Redoes it (Ctrl+Y).", group.session.history.can_redo(), Icon::redo)) group.ask(command::Redo{});
    ImGui::SameLine(0, gap);
    if (action("reset", "Restores the preset's view and time (R).", true)) group.ask(command::ResetView{});
    ImGui::SameLine(0, gap);
    if (std::exchange(state.choices.copy_asked, false)) ImGui::OpenPopup("copy as");
    if (action("copy", "Copies this to the clipboard: as a line, a command, JSON, or code.", true))
        ImGui::OpenPopup("copy as");
    ImGui::SameLine(0, gap);
    if (action("export", "Exports pictures, height maps, data, animations (Ctrl+E).", true))
        state.choices.export_open = true;
}

}  // namespace

// Scene, preset, and actions on the whole preset.
void head(const Group& group) {
    scene_row(group);
    preset_row(group);
    save_popup(group);
    function_row(group);
    function_popup(group);
    action_row(group);
    copy_popup(group);
}

}  // namespace isonoise
