#include "viewer/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>

namespace isonoise {

bool Keys::must_wait(const Key& key, std::set<int>& changed) {
    if (key.character) return false;
    // A letter by itself is text, and Shift its case: both come as characters.
    const bool shift = key.key == GLFW_KEY_LEFT_SHIFT || key.key == GLFW_KEY_RIGHT_SHIFT;
    const bool plain = !(key.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER | GLFW_MOD_ALT));
    if (plain && (shift ? changed.empty() : key.key > GLFW_KEY_SPACE && key.key < GLFW_KEY_ESCAPE)) return false;
    return !changed.insert(key.key).second;
}

bool Keys::pass_on(GLFWwindow* window, const Key& key) {
    if (key.character) {
        ImGui_ImplGlfw_CharCallback(window, number && key.character == ',' ? '.' : key.character);
        return false;
    }
    ImGui_ImplGlfw_KeyCallback(window, key.key, key.scancode, key.action, key.mods);
    if (key.action == GLFW_RELEASE) {
        down_.erase(key.key);
        return false;
    }
    if (key.action == GLFW_PRESS && !(key.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER | GLFW_MOD_ALT)))
        down_.insert(key.key);
    return true;
}

}  // namespace isonoise
