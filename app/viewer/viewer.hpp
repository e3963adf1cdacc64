// The window: a scene that fills it and a panel that controls it.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/object.hpp"
#include "gpu/timer.hpp"
#include "gpu/window_context.hpp"
#include "scene/anatomy.hpp"
#include "scene/scenes.hpp"
#include "viewer/config.hpp"
#include "viewer/exporter.hpp"
#include "viewer/history.hpp"
#include "viewer/keys.hpp"
#include "viewer/navigation.hpp"
#include "viewer/panel.hpp"
#include "viewer/renderer.hpp"
#include "viewer/truth.hpp"

struct ImDrawList;

namespace isonoise {

// The scales at which text and widgets are usable.
inline constexpr float kLeastScale = 0.5f, kMostScale = 8.0f;

struct ViewerOptions {
    Config config;                    // the initial state
    bool opened = false;              // its preset was requested by the user, not left from last time
    std::string name;                 // of that preset, shown in the list
    bool first_time = false;          // begin with the first screen
    std::filesystem::path directory;  // for settings and user presets; empty: nothing is saved
    std::string message;              // shown at the start
    std::optional<GlVersion> gl;
    ShaderFiles files;
    Mode mode = Mode::exact;
    bool es = false;             // the shaders as GLSL ES 3.00
    std::optional<float> scale;  // of text and widgets; otherwise the display's
};

class Viewer {
  public:
    // Opens the window. Throws Error if there is no display, its GL is too old, or a shader does not compile.
    explicit Viewer(ViewerOptions options);
    ~Viewer();
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    // One turn: input, panel, picture. With `wait` it waits for input while idle. Returns false once the window is
    // closed. Throws Error if the OpenGL context was lost.
    bool frame(bool wait = true);
    // Runs until the window is closed, then saves the settings.
    void run();

    // Saves the settings; without a window, the size that it had when they were saved last. Throws Error.
    void remember(bool has_window = true);

    // Shows a message for some seconds.
    void say(const std::string& text, bool is_error);

    // Opens a preset, by path or name; shows any error.
    void open(const std::string& preset);
    // Takes a preset as JSON or as a line by to_line(); shows any error.
    void take(const std::string& text);

    // Would the next frame look like this one, if there is no input?
    bool is_idle() const { return !panel_.choices.playing && busy_frames_ == 0; }
    // Is a text being typed?
    bool wants_text() const;

    // Same as choosing it in the panel.
    void ask(Scene scene) { panel_.requests.scene = scene; }
    void toggle_truth() { panel_.choices.tools.truth = !panel_.choices.tools.truth; }
    void play() { panel_.choices.playing = true; }

    // For tests.
    Scene shown_scene() const { return shot_.holds.preset.look.scene; }
    const Preset& preset() const { return preset_; }
    const PanelState& panel() const { return panel_; }
    const GlInfo& info() const { return context_.info(); }
    bool is_sharp() const { return shot_.sharp && shot_.holds == wanted(); }
    GLFWwindow* window() const { return context_.window(); }
    // RGB bytes of the next frame, top row first; filled in by frame().
    struct Capture {
        int width = 0;
        int height = 0;
        std::vector<unsigned char> rgb;
    };
    void capture(Capture* into) { capture_ = into; }

    // The part of the window that the picture fills, from its top; in framebuffer pixels.
    struct Area {
        int x, width, height;
    };
    Area area() const;
    Part plot() const;
    Preset shown(const Preset& preset) const;

  private:
    void close();
    bool may_close();
    bool take_input(bool busy);
    double measure_frame(bool busy);
    void report();
    void settle(const Preset& before);
    void draw_interface();
    void read_frame(Capture& into) const;
    void load_fonts();
    void greet();
    void handle_keys(int key, int mods);
    bool panel_covers() const;
    void close_sheets();
    const char* pasted();
    void handle_mouse(double seconds);
    void probe(const Pointer& at);
    std::string beside_gpu(const std::array<AxisPoint, 4>& place, float value);
    void play(double seconds);
    void turn_page(int by);
    void obey();  // carries out the panel's requests
    void compare();
    void choose(Scene scene);
    Preset named(const std::string& name) const;
    void load(const std::string& name);
    void become(const Preset& preset, const std::string& name);
    void go_back(const History::Step& step);
    void list_own_presets();
    void remove_preset(const std::string& name);
    void update_truth();
    void draw_picture(ImDrawList& list);
    void draw_other(ImDrawList& list);
    void draw_probe(ImDrawList& list);
    void update_pin();
    void draw_pin(ImDrawList& list);
    Places::iterator pinned_hut();
    void build_hut();
    void save_picture();
    void start_export(const Export& order);
    void save_preset();
    void copy(const std::string& what);
    void paste();
    void become_text(const std::string& text);
    bool lend_turns();
    void tell_address();
    Renderer::Wanted wanted() const;
    Pointer pointer() const;
    Preset standard() const;

    ViewerOptions options_;
    WindowContext context_;
    Keys keys_;
    std::string pasted_;  // see pasted()
    std::unique_ptr<Renderer> renderer_;
    std::unique_ptr<Exporter> exporter_;
    std::string exporting_;  // the last file begun
    Truth truth_;
    Preset preset_;
    Preset loaded_;  // preset_name as loaded: where fields and the view are reset to
    History history_;
    struct Left {
        Preset preset, loaded;
        std::string name;
    };
    std::map<Scene, Left> of_scenes_;                        // each as last left
    std::map<std::string, std::optional<Preset>> pictured_;  // those in the lists of presets, if they can be read
    PanelState panel_;
    Renderer::Shot shot_;
    std::optional<Area> shown_area_;  // the area of shot_
    std::optional<Probe> probe_;
    std::optional<PointSeen> seen_;  // under the pointer
    struct Pin {
        PointSeen seen;
        Preset then;                       // when it was pinned
        std::vector<std::string> numbers;  // in scene anatomy, in place of the point's own text
    };
    std::optional<Pin> pin_;
    Texture cpu_texture_, difference_texture_;
    Texture other_texture_;            // PanelChoices::other as it was shown
    std::array<int, 2> other_size_{};  // of that; 0 if it was unsharp
    std::shared_ptr<const Truth::Comparison> uploaded_;
    int width_ = 0;  // of the framebuffer
    int height_ = 0;
    float scale_ = 0.0f;          // the display's text scale
    std::optional<Theme> theme_;  // as applied
    Timer timer_;
    bool timer_runs_ = false;

    using Clock = std::chrono::steady_clock;
    Clock::time_point last_frame_;
    Clock::time_point longest_since_;
    double longest_ms_ = 0.0;
    double frame_seconds_ = 0.0;  // average over the last frames
    struct Drag {
        Preset from;
        float x, y;  // where the mouse was then
        bool right;
    };
    std::optional<Drag> drag_;
    bool late_click_ = false;  // see compute_typed_number()
    int busy_frames_ = 3;      // frames until the viewer may wait for events
    Capture* capture_ = nullptr;
    Preset addressed_;             // what the address holds
    std::optional<Config> saved_;  // the file's contents
    Clock::time_point last_saved_;
};

}  // namespace isonoise
