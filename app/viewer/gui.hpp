// Dear ImGui in the window: its set-up, its fonts, and drawing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/timer.hpp"
#include "viewer/theme.hpp"

struct GLFWwindow;

namespace isonoise {

// The scales at which text and widgets are usable.
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

    // Applies a theme and a text scale, unless they are; the framebuffer has `width` pixels. Where it is larger than
    // the window (macOS, Wayland), ImGui enlarges everything itself, and only the font must be finer.
    void load_fonts(GLFWwindow* window, int width, Theme theme, float scale);
    static void new_frame();
    // Draws what ImGui was told since new_frame(). Returns the milliseconds that the GPU took lately, or -1 if unknown.
    double draw(int width, int height);
    float scale() const { return scale_; }

  private:
    std::optional<Theme> theme_;  // as applied
    float scale_ = 0.0f;          // of text and widgets, as applied
    Timer timer_;
    bool timer_runs_ = false;
};

// Reads the framebuffer.
Capture capture_of(int width, int height);

}  // namespace isonoise
