#include "gpu/window_context.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <glad/gl.h>

#include "error.hpp"

namespace isonoise {

static std::string& last_error() {
    static std::string text;
    return text;
}

WindowContext::WindowContext(std::optional<GlVersion> wanted, int width, int height, bool visible) {
    glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
#ifdef GLFW_PLATFORM  // from 3.4 on it tries Wayland first, whose library prints a complaint if there is none
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    if ((!wayland || !*wayland) && glfwPlatformSupported(GLFW_PLATFORM_X11))
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
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
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
        window_ = glfwCreateWindow(width, height, "isonoise", nullptr, nullptr);
        if (window_) break;
    }
    if (!window_) {
        const std::string why = last_error();
        glfwTerminate();
        const GlVersion least = gl_versions_to_try(wanted).back();
        fail("the OpenGL driver is too old, or there is none: no OpenGL {}.{} for a window ({})", least.major,
             least.minor, why);
    }
    int area_width = 0, area_height = 0, window_width = 0, window_height = 0;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        glfwGetMonitorWorkarea(monitor, nullptr, nullptr, &area_width, &area_height);
        glfwGetWindowSize(window_, &window_width, &window_height);
        if (area_width > 0 && area_height > 0 && (window_width > area_width || window_height > area_height)) {
            glfwSetWindowSize(window_, std::min(window_width, area_width), std::min(window_height, area_height));
        }
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

float WindowContext::scale() const {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    return x;
}

// Wayland does not tell where the window is; there, and without any overlap, it is the first monitor.
double WindowContext::frame_interval() const {
    int x = 0, y = 0, width = 0, height = 0, count = 0, most = -1, rate = 0;
    glfwGetWindowPos(window_, &x, &y);
    glfwGetWindowSize(window_, &width, &height);
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    for (GLFWmonitor* monitor : std::span(monitors, static_cast<std::size_t>(count))) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitor);
        if (!mode) continue;
        int left = 0, top = 0;
        glfwGetMonitorPos(monitor, &left, &top);
        const int columns = std::min(x + width, left + mode->width) - std::max(x, left),
                  rows = std::min(y + height, top + mode->height) - std::max(y, top);
        const int shared = std::max(0, columns) * std::max(0, rows);
        if (shared <= most) continue;
        most = shared;
        rate = mode->refreshRate;
    }
    return rate > 0 ? 1000.0 / rate : 0.0;
}

SharedContext::SharedContext(const WindowContext& window) {
    // All other hints still hold the window's values.
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(16, 16, "isonoise", nullptr, window.window());
    if (!window_) fail("cannot create a second OpenGL context: {}", last_error());
}

SharedContext::~SharedContext() { glfwDestroyWindow(window_); }

void SharedContext::make_current() const { glfwMakeContextCurrent(window_); }
void SharedContext::release() { glfwMakeContextCurrent(nullptr); }

Fence::~Fence() {
    if (sync_) glDeleteSync(static_cast<GLsync>(sync_));
}
void Fence::set() {
    *this = Fence();
    sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
}
void Fence::wait() {
    if (!sync_) return;
    // One second at a time, since drivers limit the timeout. On a lost context the fence is signalled or waiting fails.
    while (glClientWaitSync(static_cast<GLsync>(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000) == GL_TIMEOUT_EXPIRED) {
    }
    *this = Fence();
}

}  // namespace isonoise
