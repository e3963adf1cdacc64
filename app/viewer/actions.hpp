// The table of the viewer's actions, by key or mouse button. Used by the keyboard, the sheet of keys and the search.
#pragma once

#include <functional>
#include <span>

#include "viewer/keys.hpp"
#include "viewer/picture.hpp"

namespace isonoise {

struct Action {
    using Run = std::function<void(Session&, PanelState&)>;
    const char* keys;          // for display; empty: not on the sheet of keys
    const char* name;          // what it does
    const char* also = "";     // synonyms
    Run run = nullptr;         // null: cannot be run from the search
    int key = 0;               // GLFW's code; 0: none, or handled by the viewer itself
    bool control = false;      // with Ctrl, or the Mac's Command key
    bool over_sheets = false;  // also works while a sheet covers the picture
};

std::span<const Action> actions();

// Null if the key does nothing.
const Action* action_of(int key, bool control);

// Runs the action for a key that was pressed or repeats. `keys` is told when the search is opening.
void handle_key(WindowState& state, Keys& keys, int key, int mods);

}  // namespace isonoise
