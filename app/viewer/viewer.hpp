// The window: a scene that fills it, a panel that drives it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/window_context.hpp"
#include "scene/painter.hpp"
#include "viewer/panel.hpp"

namespace isonoise {

struct ViewerOptions {
    Preset preset;
    std::optional<GlVersion> gl;
    ShaderFiles files;
    Mode mode = Mode::exact;
    bool es = false;  // the shaders as GLSL ES 3.00
    int width = 1280;  // of the window, in screen coordinates
    int height = 800;
};

class Viewer {
  public:
    // Opens the window. Throws Error where there is no display or its GL is too old.
    explicit Viewer(ViewerOptions options);
    ~Viewer();
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    // One turn: input, panel, noise, picture. With `wait` it waits for input while there is nothing to do.
    // Returns false when the window was closed.
    bool frame(bool wait = true);
    void run();

    // What tests look at.
    const Preset& preset() const { return preset_; }
    const PanelState& panel() const { return panel_; }
    const GlInfo& info() const { return context_.info(); }
    bool is_sharp() const { return shown_.sharp && shown_.holds == wanted(); }
    GLFWwindow* window() const { return context_.window(); }
    // RGB bytes of the next frame, top row first; filled in by frame().
    struct Capture {
        int width = 0;
        int height = 0;
        std::vector<unsigned char> rgb;
    };
    void capture(Capture* into) { capture_ = into; }

  private:
    // What a field depends on: colours and the like do not count.
    struct Wanted {
        Preset preset;
        int width = 0;  // of the picture
        int height = 0;
        bool operator==(const Wanted&) const = default;
    };
    struct Field {
        std::optional<Target> target;
        Wanted holds;
        bool sharp = false;  // one value a pixel
    };

    void close();
    Wanted wanted() const;
    void load_fonts();
    void handle_keys(int key, int mods);
    void handle_mouse();
    void update_field();
    void update_stats();
    void draw_field(Field& field, int width, int height, int y0, int rows);
    void save_picture();
    void save_preset();
    void say(const std::string& text, bool is_error);
    Scene scene() const { return preset_.settings.dim == 1 ? Scene::line : preset_.look.scene; }
    Preset shown_preset() const;

    WindowContext context_;
    std::unique_ptr<Shaders> shaders_;
    std::unique_ptr<Painter> painter_;
    Preset start_;
    Preset preset_;
    PanelState panel_;
    int width_ = 0;  // of the framebuffer
    int height_ = 0;
    bool watches_shaders_ = false;
    float scale_ = 0.0f;  // what the display asks text to be enlarged by

    Field shown_;                   // on screen
    Field finer_;                   // what it is sharpened to, bit by bit, while nothing moves
    int finer_rows_ = 0;            // rows of it that are done
    double ns_per_cost_ = 0.0;      // of the last field, see cost(); 0 where unknown
    std::optional<Wanted> failed_;  // what could not be drawn
    Query timer_;

    using Clock = std::chrono::steady_clock;
    Clock::time_point last_frame_;
    Clock::time_point last_stats_;
    Clock::time_point last_reload_;
    bool stats_due_ = false;
    std::optional<std::array<double, 4>> drag_from_;  // the center when the button went down on the picture
    int busy_frames_ = 3;                             // frames until the viewer may wait for events
    Capture* capture_ = nullptr;
};

}  // namespace isonoise
