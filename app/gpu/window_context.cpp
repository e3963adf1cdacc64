#include "gpu/window_context.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"

namespace isonoise {

static std::string& last_error() {
    static std::string text;
    return text;
}

WindowContext::WindowContext(std::optional<GlVersion> wanted, int width, int height, bool visible) {
    glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
    if (!glfwInit()) {
        fail("no display to open a window on ({}); `isonoise gallery` and `isonoise render` need none", last_error());
    }
    for (GlVersion version : gl_versions_to_try(wanted)) {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version.major);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version.minor);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        window_ = glfwCreateWindow(width, height, "isonoise", nullptr, nullptr);
        if (window_) break;
    }
    if (!window_) {
        const std::string why = last_error();
        glfwTerminate();
        fail("no OpenGL context for a window: {}", why);
    }
    glfwMakeContextCurrent(window_);
    try {
        info_ = load_gl(reinterpret_cast<void (*(*)(const char*))()>(glfwGetProcAddress), wanted);
    } catch (...) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw;
    }
}

WindowContext::~WindowContext() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

}  // namespace isonoise
