#include "viewer/actions.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "scene/scenes.hpp"
#include "viewer/fields.hpp"

namespace isonoise {
namespace {

void turn_page(Session& session, PanelState& state, int by) {
    if (!row_of(&Look::stage).is_for(session.open.preset.look.scene)) return;
    ImGui::SetWindowFocus(nullptr);  // otherwise arrow keys would navigate the panel too
    state.commands.push_back(command::TurnPage{by});
}

void toggle_remedy(Look& look) {
    if (look.scene == Scene::anatomy && has_remedy(look.stage))
        look.remedy = look.remedy == Remedy::off ? Remedy::on : Remedy::off;
}

Action::Run does(const Command& command) {
    return [command](Session&, PanelState& state) { state.commands.push_back(command); };
}

std::vector<Action> table() {
    using namespace command;
    using State = PanelState;
    static const std::string scenes = scene_keys();
    constexpr bool ctrl = true, over_sheets = true;
    return {
        {"Space", "play and pause time", "animate, animation, movie, start, stop, motion",
         [](Session& session, State&) { session.playing = !session.playing; }, GLFW_KEY_SPACE},
        {",", "one frame back", "step, previous", does(StepTime{-1}), GLFW_KEY_COMMA},
        {".", "one frame forward", "step, next", does(StepTime{1}), GLFW_KEY_PERIOD},
        {"Drag", "pan a map; orbit a camera (or look around, when flying)"},
        {"Right drag, Shift drag", "move sideways; over the planet tilt the view"},
        {"Click", "pin a point of the picture, to copy it and its value"},
        {"H", "build a hut at the pinned point, or remove it", "house, place, marker, building", does(ToggleHut{}),
         GLFW_KEY_H},
        {"Wheel", "zoom; on a map at the pointer"},
        {"W A S D, Q E", "move; down, up"},
        {"C", "orbit, or fly", "camera, walk, look around",
         [](Session& session, State&) { session.tools.flying = !session.tools.flying; }, GLFW_KEY_C},
        {"B", "keep this picture beside what follows, to compare", "A|B, difference, before and after, split",
         does(Compare{}), GLFW_KEY_B},
        {"[", "move the divider to the left", "", [](Session&, State& s) { s.choices.move_divider(-0.05f); },
         GLFW_KEY_LEFT_BRACKET},
        {"]", "move the divider to the right", "", [](Session&, State& s) { s.choices.move_divider(0.05f); },
         GLFW_KEY_RIGHT_BRACKET},
        {"R", "reset: back to the view and time of the preset", "home, original, recenter, default", does(ResetView{}),
         GLFW_KEY_R},
        {"N", "another seed", "random, randomize, dice, shuffle, variation", does(NewSeed{}), GLFW_KEY_N},
        {"", "lock the seed, or unlock it", "keep, freeze",
         [](Session& session, State&) { session.tools.seed_locked = !session.tools.seed_locked; }},
        {"", "keep this noise in other scenes, or not", "same noise, take along",
         [](Session& session, State&) { session.tools.keep_noise = !session.tools.keep_noise; }},
        {scenes.c_str(), "the scenes, in order"},
        {"T", "truth: GPU beside CPU", "equal, bits, verify, conformance, difference",
         [](Session& session, State&) { session.tools.truth = !session.tools.truth; }, GLFW_KEY_T},
        {"F", "hide and show the panel", "full screen, fullscreen, interface, sidebar",
         [](Session&, State& s) { s.choices.visible = !s.choices.visible; }, GLFW_KEY_F},
        {"Tab, Shift+Tab", "the next widget, the one before"},
        {"Space, Enter, arrows", "in the panel: press or adjust, type, move; Esc leaves it"},
        {"P", "use the panel by keyboard", "navigate",
         [](Session&, State& s) { s.choices.focus = s.choices.visible = true; }, GLFW_KEY_P},
        {"Ctrl+K", "search everything: settings, presets, actions, code", "find, palette, commands",
         [](Session&, State& s) { s.choices.search_asked = true; }, GLFW_KEY_K, ctrl, over_sheets},
        {"Ctrl+Z", "undo", "revert, take back", does(Undo{}), GLFW_KEY_Z, ctrl},
        {"Ctrl+Y", "redo (also Ctrl+Shift+Z)", "", does(Redo{}), GLFW_KEY_Y, ctrl},
        {"Ctrl+S", "save the settings as your own preset", "store, write, bookmark", does(SavePreset{}), GLFW_KEY_S,
         ctrl},
        {"Ctrl+E", "export pictures and data",
         "save, download, write a file, render, texture, video, movie, film, gif, fps, frame rate, resolution, size, "
         "width, samples, antialiasing, quality, print",
         [](Session&, State& s) { s.choices.export_open = !s.choices.export_open; }, GLFW_KEY_E, ctrl, over_sheets},
        {"Ctrl+C", "copy a line that opens this preset", "share, link, clipboard, command line",
         does(Copy{Copy::As::line}), GLFW_KEY_C, ctrl},
        {"Ctrl+V", "paste a preset: a line, or JSON", "import, load, open", does(PasteClipboard{}), GLFW_KEY_V, ctrl},
        {"", "copy the preset as JSON", "save, file, text, Python", does(Copy{Copy::As::json})},
        {"", "copy the command that renders this picture", "isonoise render, terminal, shell, CLI",
         does(Copy{Copy::As::render})},
        {"Left", "anatomy: the previous step", "page, back",
         [](Session& session, State& s) { turn_page(session, s, -1); }, GLFW_KEY_LEFT},
        {"Right", "anatomy: the next step", "page, forward",
         [](Session& session, State& s) { turn_page(session, s, 1); }, GLFW_KEY_RIGHT},
        {"X", "anatomy's last steps: with the remedy, or without", "fix, artefact, artifact",
         [](Session& session, State&) { toggle_remedy(session.open.preset.look); }, GLFW_KEY_X},
        {"F12", "save the picture as a PNG in the working directory", "screenshot, snapshot, image",
         does(SavePicture{}), GLFW_KEY_F12},
        {"Double-click a field", "back to its default"},
        {"Ctrl+click a field", "type a number; it begins with all its digits"},
        {"Drop a file", "open it: a preset, or a function FILE.glsl"},
        {"", "first screen: learn, make, build", "home, welcome, start, tutorial, about, version, help",
         [](Session&, State& s) { s.choices.start_open = true; }},
        {"", "quit", "exit, close, end, leave", does(CloseWindow{})},
        {"F1", "this sheet: all keys", "help, shortcuts, hotkeys, mouse, manual",
         [](Session&, State& s) { s.choices.help = !s.choices.help; }, GLFW_KEY_F1, false, over_sheets},
        {"Esc", "close a sheet; leave a field or the search"},
    };
}

}  // namespace

std::span<const Action> actions() {
    static const std::vector<Action> rows = table();
    return rows;
}

const Action* action_of(int key, bool control) {
    for (const Action& action : actions()) {
        if (action.key != 0 && action.key == key && action.control == control) return &action;
    }
    return nullptr;
}

void handle_key(WindowState& state, Keys& keys, int key, int mods) {
    state.busy_frames = 3;
    PanelState& panel = state.panel;
    if (panel.choices.close_asked) return;
    const ImGuiIO& io = ImGui::GetIO();
    const bool control = mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER), shift = mods & GLFW_MOD_SHIFT;
    if (key == GLFW_KEY_TAB && !control) return panel.layout.tab.step(shift ? -1 : 1);
    // The search opens even from a text field.
    if (io.WantTextInput && !(control && key == GLFW_KEY_K)) return;
    if (key == GLFW_KEY_ESCAPE) {
        // An open list handles Escape itself, and so does the panel's keyboard focus.
        if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) && !io.NavVisible) close_sheets(panel);
        return;
    }
    if (io.NavVisible && !control &&
        (key == GLFW_KEY_SPACE || key == GLFW_KEY_ENTER || key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT))
        return;  // the keyboard navigates the panel
    const Action* action = action_of(control && shift && key == GLFW_KEY_Z ? GLFW_KEY_Y : key, control);
    const bool covered = takes_keys(panel);
    if (action && (!covered || action->over_sheets)) {
        action->run(state.session, panel);
        if (panel.choices.search_asked) keys.opening = 5;
    }
    if (action || covered) return;
    // GLFW's key codes for letters and digits are ASCII.
    if (control || key >= 128) return;
    if (const auto scene = scene_of_key(static_cast<char>(key))) panel.commands.push_back(command::ChooseScene{*scene});
}

}  // namespace isonoise
