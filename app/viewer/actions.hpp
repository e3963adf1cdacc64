// The table of what the viewer does at a key or a mouse button. The keys, the sheet of keys and the search read it.
#pragma once

#include <functional>
#include <span>

#include "viewer/keys.hpp"
#include "viewer/picture.hpp"

namespace isonoise {

struct Action {
    using Run = std::function<void(Session&, PanelState&)>;
    const char* keys;          // for people; empty: none, and the sheet of keys leaves it out
    const char* name;          // what it does
    const char* also = "";     // other words for it
    Run run = nullptr;         // null: not to be started from elsewhere
    int key = 0;               // as GLFW has it; 0: none, or the viewer's own affair
    bool control = false;      // with Ctrl, or the Mac's command key
    bool over_sheets = false;  // acts while a sheet covers the picture, too
};

std::span<const Action> actions();

// Null if the key does nothing.
const Action* action_of(int key, bool control);

// Does what a key asks for that went down or repeats. `keys` waits for the search to open.
void handle_key(WindowState& state, Keys& keys, int key, int mods);

}  // namespace isonoise
