// An OpenGL context with a window, through GLFW.
#pragma once

#include "gpu/context.hpp"

struct GLFWwindow;

namespace isonoise {

// Current on the calling thread until destroyed. One at a time. Throws Error where there is no display, or its driver
// is too old.
class WindowContext {
  public:
    // width and height in screen coordinates, before the display's scale.
    WindowContext(std::optional<GlVersion> wanted, int width, int height, bool visible);
    ~WindowContext();
    WindowContext(const WindowContext&) = delete;
    WindowContext& operator=(const WindowContext&) = delete;

    const GlInfo& info() const { return info_; }
    GLFWwindow* window() const { return window_; }

  private:
    GLFWwindow* window_ = nullptr;
    GlInfo info_;
};

}  // namespace isonoise
