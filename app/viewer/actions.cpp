#include "viewer/actions.hpp"

#include <random>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "scene/scenes.hpp"
#include "viewer/fields.hpp"

namespace isonoise {
namespace {

void turn(PanelState& state, const Preset& preset, int by) {
    if (!row_of(&Look::stage).is_for(preset.look.scene)) return;
    ImGui::SetWindowFocus(nullptr);  // or the arrow would navigate the panel as well
    state.requests.turn = by;
}

void toggle_remedy(Look& look) {
    if (look.scene == Scene::anatomy && has_remedy(look.stage))
        look.remedy = look.remedy == Remedy::off ? Remedy::on : Remedy::off;
}

std::vector<Action> table() {
    using State = PanelState;
    static const std::string scenes = scene_keys();
    constexpr bool ctrl = true, over_sheets = true;
    return {
        {"Space", "play and pause time", "animate, animation, movie, start, stop, motion",
         [](State& s, Preset&) { s.choices.playing = !s.choices.playing; }, GLFW_KEY_SPACE},
        {",", "one frame back", "step, previous", [](State& s, Preset&) { s.requests.step = -1; }, GLFW_KEY_COMMA},
        {".", "one frame forward", "step, next", [](State& s, Preset&) { s.requests.step = 1; }, GLFW_KEY_PERIOD},
        {"Drag", "pan a map; orbit a camera (or look around, when flying)"},
        {"Right drag, Shift drag", "move sideways; over the planet tilt the view"},
        {"Click", "pin a point of the picture, to copy it and its value"},
        {"H", "build a hut at the pinned point, or remove it", "house, place, marker, building",
         [](State& s, Preset&) { s.requests.hut = true; }, GLFW_KEY_H},
        {"Wheel", "zoom; on a map at the pointer"},
        {"W A S D, Q E", "move; down, up"},
        {"C", "orbit, or fly", "camera, walk, look around",
         [](State& s, Preset&) { s.choices.tools.flying = !s.choices.tools.flying; }, GLFW_KEY_C},
        {"B", "keep this picture beside what follows, to compare", "A|B, difference, before and after, split",
         [](State& s, Preset&) { s.requests.compare = true; }, GLFW_KEY_B},
        {"[", "move the divider to the left", "", [](State& s, Preset&) { s.choices.move_divider(-0.05f); },
         GLFW_KEY_LEFT_BRACKET},
        {"]", "move the divider to the right", "", [](State& s, Preset&) { s.choices.move_divider(0.05f); },
         GLFW_KEY_RIGHT_BRACKET},
        {"R", "reset: back to the view and time of the preset", "home, original, recenter, default",
         [](State& s, Preset&) { s.requests.reset = true; }, GLFW_KEY_R},
        {"N", "another seed", "random, randomize, dice, shuffle, variation",
         [](State& s, Preset& preset) {
             if (!s.choices.tools.seed_locked) preset.settings.seed = std::random_device()();
         },
         GLFW_KEY_N},
        {"", "lock the seed, or unlock it", "keep, freeze",
         [](State& s, Preset&) { s.choices.tools.seed_locked = !s.choices.tools.seed_locked; }},
        {"", "keep this noise in other scenes, or not", "same noise, take along",
         [](State& s, Preset&) { s.choices.tools.keep_noise = !s.choices.tools.keep_noise; }},
        {scenes.c_str(), "the scenes, in order"},
        {"T", "truth: GPU beside CPU", "equal, bits, verify, conformance, difference",
         [](State& s, Preset&) { s.choices.tools.truth = !s.choices.tools.truth; }, GLFW_KEY_T},
        {"F", "hide and show the panel", "full screen, fullscreen, interface, sidebar",
         [](State& s, Preset&) { s.choices.visible = !s.choices.visible; }, GLFW_KEY_F},
        {"Tab, Shift+Tab", "the next widget, the one before"},
        {"Space, Enter, arrows", "in the panel: press or adjust, type, move; Esc leaves it"},
        {"P", "use the panel by keyboard", "navigate",
         [](State& s, Preset&) { s.choices.focus = s.choices.visible = true; }, GLFW_KEY_P},
        {"Ctrl+K", "search everything: settings, presets, actions, code", "find, palette, commands",
         [](State& s, Preset&) { s.requests.search = true; }, GLFW_KEY_K, ctrl, over_sheets},
        {"Ctrl+Z", "undo", "revert, take back", [](State& s, Preset&) { s.requests.undo = true; }, GLFW_KEY_Z, ctrl},
        {"Ctrl+Y", "redo (also Ctrl+Shift+Z)", "", [](State& s, Preset&) { s.requests.redo = true; }, GLFW_KEY_Y, ctrl},
        {"Ctrl+S", "save the settings as your own preset", "store, write, bookmark",
         [](State& s, Preset&) { s.requests.save_preset = true; }, GLFW_KEY_S, ctrl},
        {"Ctrl+E", "export pictures and data",
         "save, download, write a file, render, texture, video, movie, film, gif, fps, frame rate, resolution, size, "
         "width, samples, antialiasing, quality, print",
         [](State& s, Preset&) { s.choices.export_open = !s.choices.export_open; }, GLFW_KEY_E, ctrl, over_sheets},
        {"Ctrl+C", "copy a line that opens this preset", "share, link, clipboard, command line",
         [](State& s, Preset&) { s.requests.copy = "line"; }, GLFW_KEY_C, ctrl},
        {"Ctrl+V", "paste a preset: a line, or JSON", "import, load, open",
         [](State& s, Preset&) { s.requests.paste = true; }, GLFW_KEY_V, ctrl},
        {"", "copy the preset as JSON", "save, file, text, Python",
         [](State& s, Preset&) { s.requests.copy = "json"; }},
        {"", "copy the command that renders this picture", "isonoise render, terminal, shell, CLI",
         [](State& s, Preset&) { s.requests.copy = "command"; }},
        {"Left", "anatomy: the previous step", "page, back", [](State& s, Preset& preset) { turn(s, preset, -1); },
         GLFW_KEY_LEFT},
        {"Right", "anatomy: the next step", "page, forward", [](State& s, Preset& preset) { turn(s, preset, 1); },
         GLFW_KEY_RIGHT},
        {"X", "anatomy's last steps: with the remedy, or without", "fix, artefact, artifact",
         [](State&, Preset& preset) { toggle_remedy(preset.look); }, GLFW_KEY_X},
        {"F12", "save the picture as a PNG in the working directory", "screenshot, snapshot, image",
         [](State& s, Preset&) { s.requests.save_picture = true; }, GLFW_KEY_F12},
        {"Double-click a field", "back to its default"},
        {"Ctrl+click a field", "type a number; it begins with all its digits"},
        {"Drop a file", "open it as a preset"},
        {"", "first screen: learn, make, build", "home, welcome, start, tutorial, about, version, help",
         [](State& s, Preset&) { s.choices.start_open = true; }},
        {"", "quit", "exit, close, end, leave", [](State& s, Preset&) { s.requests.close = true; }},
        {"F1", "this sheet: all keys", "help, shortcuts, hotkeys, mouse, manual",
         [](State& s, Preset&) { s.choices.help = !s.choices.help; }, GLFW_KEY_F1, false, over_sheets},
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

}  // namespace isonoise
