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

struct Gui {
    std::optional<Theme> theme;  // as applied
    float scale = 0.0f;          // of text and widgets, as applied
    bool late_click = false;     // see compute_typed_number()
    Timer timer;
    bool timer_runs = false;

    void begin(GLFWwindow* window, int glsl);
    void end();

    // Applies a theme and a text scale; the framebuffer has `width` pixels. Where it is larger than the window (macOS,
    // Wayland), ImGui enlarges everything itself, and only the font must be finer.
    void load_fonts(GLFWwindow* window, int width, Theme theme, float scale);
    static void new_frame();
    // Draws what ImGui was told since new_frame(). Returns the milliseconds that the GPU took lately, or -1 if unknown.
    double draw(int width, int height);
};

// Reads the framebuffer.
Capture capture_of(int width, int height);

}  // namespace isonoise
