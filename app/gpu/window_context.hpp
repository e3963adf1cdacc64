// An OpenGL context with a window, through GLFW.
#pragma once

#include "gpu/context.hpp"

struct GLFWwindow;

namespace isonoise {

// Current on the calling thread until destroyed. One at a time. Throws Error if there is no display or its driver is
// too old.
class WindowContext {
  public:
    // width and height are in screen coordinates, before display scaling.
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

// Another context that shares a window's textures, for use on a thread of its own. Create and destroy it on the
// window's thread; in between it is current on whichever thread calls make_current(), until that thread calls
// release().
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

// Throws Error if the current context was lost: a reset, a replaced driver, a GPU that went away.
void check_context();

}  // namespace isonoise
