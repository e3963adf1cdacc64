// Dear ImGui in the window: setup, fonts, and drawing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/timer.hpp"
#include "viewer/theme.hpp"

struct GLFWwindow;

namespace isonoise {

// The usable range of text and widget scales.
inline constexpr float kLeastScale = 0.5f, kMostScale = 8.0f;

// RGB bytes of the window, top row first.
struct Capture {
    int width = 0;
    int height = 0;
    std::vector<unsigned char> rgb;
};

class Gui {
  public:
    Gui(GLFWwindow* window, int glsl);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Applies a theme and a text scale if they changed; `width` is the framebuffer's. If it is larger than the window
    // (macOS, Wayland), ImGui scales everything itself, and only the font needs a higher resolution.
    void load_fonts(GLFWwindow* window, int width, Theme theme, float scale);
    static void new_frame();
    // Draws ImGui's frame. Returns the milliseconds that the GPU took recently, or -1 if unknown.
    double draw(int width, int height);
    float scale() const { return scale_; }

  private:
    std::optional<Theme> theme_;  // currently applied
    float scale_ = 0.0f;          // of text and widgets, currently applied
    Timer timer_;
    bool timer_runs_ = false;
};

// Reads the framebuffer.
Capture capture_of(int width, int height);

}  // namespace isonoise
