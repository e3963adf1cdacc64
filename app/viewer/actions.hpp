// The viewer's actions, by key and mouse. The keyboard, the sheet of keys and the search read this table.
#pragma once

#include <functional>
#include <span>

#include "viewer/keys.hpp"
#include "viewer/picture.hpp"

namespace isonoise {

struct Action {
    using Run = std::function<void(Session&, PanelState&)>;
    const char* keys;          // as shown to people; empty: no key, and not on the sheet of keys
    const char* name;          // what it does
    const char* also = "";     // other words for it
    Run run = nullptr;         // null: only by mouse, or handled elsewhere
    int key = 0;               // of GLFW; 0: none, or handled elsewhere
    bool control = false;      // with Ctrl, or the Mac's command key
    bool over_sheets = false;  // also works while a sheet covers the picture
};

std::span<const Action> actions();

// Null if the key does nothing.
const Action* action_of(int key, bool control);

// Handles a key that went down or repeats. If it opens the search, `keys` holds back the letters that follow.
void handle_key(WindowState& state, Keys& keys, int key, int mods);

}  // namespace isonoise
