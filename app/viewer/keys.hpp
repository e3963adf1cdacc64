// Passes keyboard events to Dear ImGui frame by frame, so that it sees taps shorter than a frame: before 1.87 it only
// looks at the state at a frame's end.
#pragma once

#include <deque>
#include <set>
#include <string>

struct GLFWwindow;

namespace isonoise {

class Keys {
  public:
    struct Key {
        int key = 0, scancode = 0, action = 0, mods = 0;
        unsigned character = 0;  // of text; `key` is unused then
    };
    void push(GLFWwindow* window, const Key& key);

    // Passes on the queued events, up to the second change of the same key, which waits for the next frame. Calls
    // pressed(key, mods) after each key that went down or repeats. Passes on nothing while a text field opens.
    template <class Pressed> void deliver(GLFWwindow* window, Pressed&& pressed) {
        std::set<int> changed;
        while (!queue_.empty() && opening == 0 && !must_wait(queue_.front(), changed)) {
            const Key key = queue_.front();
            queue_.pop_front();
            if (pass_on(window, key)) pressed(key.key, key.mods);
        }
    }
    // Frames left for a text field to open. Its letters may have arrived already, and must not act as keys.
    int opening = 0;
    // A number is being typed or pasted: a decimal comma counts as a point.
    bool number = false;
    // The focus is on a button: Enter presses it, like Space. (Before 1.88, ImGui uses Enter for typing only.)
    bool enter_presses = false;

    // A click deferred to the next frame: see compute_typed_number().
    bool late_click = false;
    // The clipboard's text, for the field that has the focus.
    const char* pasted(GLFWwindow* window);

    bool waiting() const { return !queue_.empty(); }

    // Is a key down that was pressed without modifiers? The E of Ctrl+E is not, even if Ctrl is released first.
    bool is_down(int key) const { return down_.count(key) != 0; }
    void release_all() { down_.clear(); }

  private:
    static bool must_wait(const Key& key, std::set<int>& changed);
    void to_imgui(GLFWwindow* window, const Key& key);
    bool pass_on(GLFWwindow* window, const Key& key);

    std::deque<Key> queue_;
    std::set<int> down_;
    bool enter_is_space_ = false;
    std::string pasted_;
};

}  // namespace isonoise
