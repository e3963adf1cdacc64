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

// Another context that shares textures with a window's, for a thread of its own. Made and destroyed by the thread of
// the window; in between current on whichever thread calls make_current(), until that one calls release().
class SharedContext {
  public:
    explicit SharedContext(const WindowContext& window);
    ~SharedContext();
    SharedContext(const SharedContext&) = delete;
    SharedContext& operator=(const SharedContext&) = delete;

    void make_current() const;
    static void release();

  private:
    GLFWwindow* window_ = nullptr;
};

// Throws Error where the context that is current was lost: a reset, a driver that was replaced, a GPU that went away.
void check_context();

}  // namespace isonoise
