// An OpenGL context with a window, through GLFW.
#pragma once

#include <utility>

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
    // Of the display: how large the user wants texts, 1 being usual.
    float scale() const;

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

// A point in one context's drawing that another one waits for. In a page there is one context, which draws in order.
class Fence {
  public:
    Fence() = default;
    ~Fence();
    Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept {
        Fence old(std::move(*this));
        sync_ = std::exchange(other.sync_, nullptr);
        return *this;
    }
    // Behind all that the current context has drawn.
    void set();
    // However long that takes; the fence is then gone. Does nothing if it is not set.
    void wait();

  private:
    void* sync_ = nullptr;
};

}  // namespace isonoise
