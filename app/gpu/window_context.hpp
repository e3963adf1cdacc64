// An OpenGL context with a window, through GLFW.
#pragma once

#include <utility>

#include "gpu/context.hpp"

struct GLFWwindow;

namespace isonoise {

// The context is current on the calling thread until it is destroyed. Only one may exist at a time. Throws Error if
// there is no display or its driver is too old.
class WindowContext {
  public:
    // width and height are in screen coordinates, before display scaling.
    WindowContext(std::optional<GlVersion> wanted, int width, int height, bool visible);
    ~WindowContext();
    WindowContext(const WindowContext&) = delete;
    WindowContext& operator=(const WindowContext&) = delete;

    const GlInfo& info() const { return info_; }
    GLFWwindow* window() const { return window_; }
    // The display's scale for text: 1 is normal.
    float scale() const;
    // The milliseconds between two frames of the display that shows most of the window; 0 if unknown.
    double frame_interval() const;

  private:
    GLFWwindow* window_ = nullptr;
    GlInfo info_;
};

// A second context that shares the window's textures, for another thread. Create and destroy it on the window's thread;
// in between it is current on the thread that called make_current(), until that calls release().
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

// A point in one context's command stream that another context waits for. A page has only one context, which draws in
// order.
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
    // Signalled once everything drawn so far on the current context is done.
    void set();
    // Waits without limit and deletes the fence. Does nothing if none is set.
    void wait();

  private:
    void* sync_ = nullptr;
};

}  // namespace isonoise
