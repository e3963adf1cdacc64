// Delivers keyboard events to Dear ImGui frame by frame, so that a key tap shorter than a frame is noticed: before 1.87
// ImGui only sees the state at the end of a frame.
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
        unsigned character = 0;  // if not 0, text: there is no key
    };
    void push(GLFWwindow* window, const Key& key);

    // Delivers queued events, up to a key that changes twice: its second change waits for the next frame. Calls
    // pressed(key, mods) after each key press or repeat. Delivers nothing while a text field is opening.
    template <class Pressed> void deliver(GLFWwindow* window, Pressed&& pressed) {
        std::set<int> changed;
        while (!queue_.empty() && opening == 0 && !must_wait(queue_.front(), changed)) {
            const Key key = queue_.front();
            queue_.pop_front();
            if (pass_on(window, key)) pressed(key.key, key.mods);
        }
    }
    // Frames left for a text field to open: letters already typed belong to it, not to the picture.
    int opening = 0;
    // A number is being typed: a decimal comma, typed or pasted, counts as a point.
    bool number = false;
    // The focus is on a button: Enter presses it like Space. (Before 1.88 ImGui uses Enter only for typing.)
    bool enter_presses = false;

    // A click deferred to the next frame: see compute_typed_number().
    bool late_click = false;
    // The clipboard's text, for the field that has the focus.
    const char* pasted(GLFWwindow* window);

    bool waiting() const { return !queue_.empty(); }

    // Is a key down that was pressed without modifiers? The E of Ctrl+E moves nothing, even if Ctrl is released first.
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
