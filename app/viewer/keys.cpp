#include "viewer/keys.hpp"

#include <algorithm>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include "viewer/typed_number.hpp"

namespace isonoise {

// From 1.87 on ImGui has a queue of its own, and reads Ctrl and Shift when a key arrives: pass keys on at once.
constexpr bool kImGuiQueues = IMGUI_VERSION_NUM >= 18700;

void Keys::push(GLFWwindow* window, const Key& key) {
    if (kImGuiQueues) to_imgui(window, key);
    queue_.push_back(key);
}

void Keys::to_imgui(GLFWwindow* window, const Key& key) {
    if (key.key == GLFW_KEY_TAB) return;  // see tab_order.hpp
    if (key.key == GLFW_KEY_ENTER || key.key == GLFW_KEY_KP_ENTER) {
        if (key.action == GLFW_PRESS) enter_is_space_ = enter_presses;
        if (enter_is_space_)
            return ImGui_ImplGlfw_KeyCallback(window, GLFW_KEY_SPACE, key.scancode, key.action, key.mods);
    }
    if (key.character) {
        ImGui_ImplGlfw_CharCallback(window, number && key.character == ',' ? '.' : key.character);
    } else {
        ImGui_ImplGlfw_KeyCallback(window, key.key, key.scancode, key.action, key.mods);
    }
}

const char* Keys::pasted(GLFWwindow* window) {
    const char* text = glfwGetClipboardString(window);
    pasted_ = text ? text : "";
    if (!number) return pasted_.c_str();
    // "2,5" means 2.5, but "1,000.5" and "1,2,3" are ambiguous and stay unchanged.
    if (std::count(pasted_.begin(), pasted_.end(), ',') == 1 && pasted_.find('.') == pasted_.npos)
        std::replace(pasted_.begin(), pasted_.end(), ',', '.');
    return paste_number(pasted_) ? "" : pasted_.c_str();
}

bool Keys::must_wait(const Key& key, std::set<int>& changed) {
    if (key.character) return false;
    // Letters without modifiers, and Shift, also arrive as characters.
    const bool shift = key.key == GLFW_KEY_LEFT_SHIFT || key.key == GLFW_KEY_RIGHT_SHIFT;
    const bool plain = !(key.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER | GLFW_MOD_ALT));
    if (plain && (shift ? changed.empty() : key.key > GLFW_KEY_SPACE && key.key < GLFW_KEY_ESCAPE)) return false;
    return !changed.insert(key.key).second;
}

bool Keys::pass_on(GLFWwindow* window, const Key& key) {
    if (!kImGuiQueues) to_imgui(window, key);
    if (key.character) return false;
    if (key.action == GLFW_RELEASE) {
        down_.erase(key.key);
        return false;
    }
    if (key.action == GLFW_PRESS && !(key.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER | GLFW_MOD_ALT)))
        down_.insert(key.key);
    return true;
}

}  // namespace isonoise
