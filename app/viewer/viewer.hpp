// The window: a scene that fills it, and a panel that controls it.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gpu/window_context.hpp"
#include "platform/process.hpp"
#include "viewer/config.hpp"
#include "viewer/function_watch.hpp"
#include "viewer/gui.hpp"
#include "viewer/keys.hpp"
#include "viewer/picture.hpp"
#include "viewer/pointer.hpp"

namespace isonoise {

struct ViewerOptions {
    Config config;                        // the initial state
    bool opened = false;                  // the preset was requested by the user, not kept from the last run
    std::string name;                     // the preset's name in the list
    std::filesystem::path function_file;  // see Document
    bool first_time = false;              // show the first screen
    std::filesystem::path directory;      // for settings and user presets; empty: nothing is saved
    std::string message;                  // shown at startup
    std::optional<GlVersion> gl;
    ShaderFiles files;
    Mode mode = Mode::exact;
    bool es = false;             // shaders as GLSL ES 3.00
    std::optional<float> scale;  // of text and widgets; default: the display's
};

// Measures the frame rate.
class FrameClock {
  public:
    // Returns the seconds since the last frame. `busy`: the frame did not wait for input.
    double tick(bool busy, PanelStatus::Times& times);
    // Waits for input, without counting the time.
    void wait(double seconds);
    // Milliseconds since the last frame.
    double since_last() const;

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now(), longest_since_ = last_;
    double longest_ms_ = 0.0, average_ = 0.0;
};

class Viewer {
  public:
    // Opens the window. Throws Error if there is no display, its GL is too old, or a shader does not compile.
    explicit Viewer(ViewerOptions options);

    // Handles input and draws. With `wait`, waits for input while idle. Returns false once the window is closed. Throws
    // Error if the OpenGL context was lost.
    bool frame(bool wait = true);
    // Runs until the window is closed, then saves the settings.
    void run();

    // Saves the settings; without a window, with the size last saved. Throws Error.
    void save_settings(bool has_window = true);

    // Shows a message for some seconds.
    void say(const std::string& text, bool is_error);
    // Opens a preset, by path or name; shows any error.
    void open(const std::string& preset);
    // Opens a preset given as JSON or as a line by to_line(); shows any error.
    void take(const std::string& text);
    // Hides the panel and plays time, as in a picture of another page.
    void play_alone();
    // Gives the open function another text. Returns why it cannot, or an empty string.
    std::string change_function(const std::string& text);
    // Appends a command, as the panel could. It is executed in the next frame.
    void ask(const Command& command) { state_.panel.commands.push_back(command); }

    // Would the next frame look the same without input?
    bool is_idle() const { return !state_.session.playing && state_.busy_frames == 0; }

    // For tests and for the page.
    const Session& session() const { return state_.session; }
    const Preset& preset() const { return session().open.preset; }
    const PanelState& panel() const { return state_.panel; }
    Scene shown_scene() const { return picture_.shot.holds.preset.look.scene; }
    const Renderer::Shot& shot() const { return picture_.shot; }
    bool is_sharp() const { return isonoise::is_sharp(state_, picture_); }
    Area area() const { return picture_area(state_); }
    const GlInfo& info() const { return context_.info(); }
    GLFWwindow* window() const { return context_.window(); }
    // The next frame() writes to `into`.
    void capture(Capture* into) { capture_ = into; }

  private:
    void start_drawing();
    void follow_display();
    void wait_for_frame();
    bool take_input(bool busy, bool wait);
    void report();
    void follow_function();
    void execute(const Command& command);
    void start_export(Export order);
    void settle(const Preset& before);
    void draw();

    ViewerOptions options_;
    WindowContext context_;
    Gui gui_;
    WindowState state_;
    Keys keys_;
    PointerState pointer_;
    PictureState picture_;
    FrameClock clock_;
    std::chrono::steady_clock::time_point looked_at_display_{};
    Truth truth_;
    FunctionWatch watch_;
    std::optional<OpenedFile> edited_;
    std::unique_ptr<Renderer> renderer_;
    std::unique_ptr<Exporter> exporter_;
    Capture* capture_ = nullptr;
    Preset addressed_;  // the preset in the page's URL
    struct {
        std::optional<Config> saved;
        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
    } file_;  // of settings
};

// Opens the window and returns once it is closed and the settings are saved. In a page (run_page.cpp) it returns
// immediately, and the page draws the frames. Throws Error like Viewer.
void run_viewer(ViewerOptions options);

}  // namespace isonoise
