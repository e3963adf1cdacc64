#include "viewer/viewer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "error.hpp"
#include "io/progress.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "session/file_names.hpp"
#include "viewer/actions.hpp"
#include "viewer/fields.hpp"
#include "viewer/typed_number.hpp"

namespace isonoise {

double FrameClock::tick(bool busy, PanelStatus::Times& times) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (busy && seconds > 0) {
        average_ += (seconds - average_) * (average_ == 0 ? 1.0 : 0.1);
        times.fps = 1.0 / average_;
    }
    if (busy) longest_ms_ = std::max(longest_ms_, seconds * 1e3);
    if (now - longest_since_ > std::chrono::seconds(5)) {
        longest_since_ = now;
        times.longest_ms = std::exchange(longest_ms_, 0.0);
    }
    times.longest_ms = std::max(times.longest_ms, longest_ms_);
    return seconds;
}

void FrameClock::wait(double seconds) {
    const auto before = Clock::now();
    glfwWaitEventsTimeout(seconds);
    last_ += Clock::now() - before;
}

double FrameClock::since_last() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - last_).count();
}

static Viewer& viewer_of(GLFWwindow* window) { return *static_cast<Viewer*>(glfwGetWindowUserPointer(window)); }

// The window's initial session. A preset kept from the last run resets to its scene's default.
static Session first_session(const ViewerOptions& options) {
    const Config& config = options.config;
    const Scene scene = config.preset.look.scene;
    Document open{config.preset, config.preset, options.name, options.function_file};
    if (!options.opened) open = {config.preset, default_preset(scene), name_of(scene), path_of(config.function_file)};
    if (!options.opened && !open.function_file.empty()) open.name = open.function_file.stem().string();
    Session session = begin_session(open, {.rate = config.rate, .seed_locked = config.seed_locked}, options.directory);
    session.favourites = config.favourites;
    return session;
}

Viewer::Viewer(ViewerOptions options)
    : options_(std::move(options)), context_(options_.gl, options_.config.width, options_.config.height, true),
      gui_(window(), info().glsl), addressed_(options_.config.preset) {
    state_.session = first_session(options_);
    if (!options_.opened) file_.saved = options_.config;
    PanelChoices& choices = state_.panel.choices;
    choices.visible = options_.config.panel;
    choices.panel_width = static_cast<float>(options_.config.panel_width);
    choices.theme = options_.config.theme;
    choices.start_open = options_.first_time;
    state_.panel.exports.recent = options_.config.exports;
    glfwSetWindowSizeLimits(window(), 200, 150, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(window(), this);
    glfwSetDropCallback(window(), [](GLFWwindow* window, int count, const char** paths) {
        if (count > 0) viewer_of(window).open(paths[0]);
    });
    ImGui::GetIO().ClipboardUserData = this;
    ImGui::GetIO().GetClipboardTextFn = [](void* viewer) {
        return static_cast<Viewer*>(viewer)->keys_.pasted(static_cast<Viewer*>(viewer)->window());
    };
    ImGui::GetIO().SetClipboardTextFn = [](void* viewer, const char* text) {
        glfwSetClipboardString(static_cast<Viewer*>(viewer)->window(), text);
    };
    // These replace ImGui's callbacks: see keys.hpp.
    glfwSetKeyCallback(window(), [](GLFWwindow* window, int key, int scancode, int action, int mods) {
        viewer_of(window).keys_.push(window, {key, scancode, action, mods});
    });
    glfwSetCharCallback(window(), [](GLFWwindow* window, unsigned character) {
        viewer_of(window).keys_.push(window, {.character = character});
    });
    start_drawing();
    if (!options_.message.empty()) say(options_.message, true);
    clock_ = {};
}

// Compiles the shaders, which takes a while: the window shows a message meanwhile.
void Viewer::start_drawing() {
    glfwGetFramebufferSize(window(), &state_.width, &state_.height);
    if (state_.width > 0 && state_.height > 0) {
        gui_.load_fonts(window(), state_.width, state_.panel.choices.theme, options_.scale.value_or(context_.scale()));
        Gui::new_frame();
        ImGui::NewFrame();
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        words_on_picture(*ImGui::GetBackgroundDrawList(), kWaiting, {0.5f * size.x, 0.5f * size.y}, IM_COL32_WHITE,
                         size.x);
        gui_.draw(state_.width, state_.height);
        glfwSwapBuffers(window());
        glfwPollEvents();
    }
    // Now, so that a shader error ends the program instead of showing an empty window.
    const Renderer::Options drawing{options_.es ? kEs300 : info().glsl, options_.files, options_.mode, info()};
    renderer_ = std::make_unique<Renderer>(context_, drawing, preset());
    exporter_ = std::make_unique<Exporter>(context_, drawing);
    PanelStatus& status = state_.panel.status;
    status.renderer = info().renderer;
    status.thumbnail = [this](const std::string& name, int width, int height) {
        const Preset* preset = preview_of(state_.session, name);
        return preset ? renderer_->thumbnail(shown(state_, *preset), width, height) : 0;
    };
    status.preview = [this](const Preset& preset, const Export& order) {
        return renderer_->side_picture(Renderer::Side::preview, shown(state_, preset), order);
    };
    status.spectrum = [this](const Preset& preset) {
        bool is_done = false;
        const auto newest = truth_.spectrum(preset, is_done);
        if (!is_done) state_.busy_frames = 2;
        return newest;
    };
}

void Viewer::run() {
    // Saves the settings when the desktop session ends, for example. (Waiting for input ends after a
    // second.)
    const EndRequests requests;
    const LostDisplay display([this] { save_settings(false); });
    try {
        while (!EndRequests::asked() && frame()) {
        }
    } catch (...) {
        try {
            save_settings();
        } catch (const Error&) {
        }
        throw;
    }
    save_settings();
    if (const Exporter::Report report = exporter_->report(); report.running)
        tell([&] { return fmt::format("the export is cancelled: {} is not complete", report.file); });
    EndRequests::end();
}

void Viewer::save_settings(bool has_window) {
    const Session& session = state_.session;
    const PanelChoices& choices = state_.panel.choices;
    Config config;
    if (!has_window) {
        const Config& before = file_.saved ? *file_.saved : options_.config;
        config.width = before.width;
        config.height = before.height;
    } else if (!glfwGetWindowAttrib(window(), GLFW_ICONIFIED)) {
        glfwGetWindowSize(window(), &config.width, &config.height);
    }
    config.width = std::clamp(config.width, 200, 32768);
    config.height = std::clamp(config.height, 150, 32768);
    config.panel = choices.visible;
    config.panel_width = static_cast<int>(std::round(choices.panel_width));
    config.theme = choices.theme;
    config.seed_locked = session.tools.seed_locked;
    config.rate = session.tools.rate;
    config.exports = state_.panel.exports.recent;
    config.favourites = session.favourites;
    config.preset = session.open.preset;
    const std::filesystem::path& function = session.open.function_file;
    if (config.preset.function && !function.empty())
        config.function_file = std::filesystem::absolute(function).string();
    file_.since = std::chrono::steady_clock::now();
    if (config == file_.saved || options_.directory.empty()) return;
    file_.saved = config;
    save_config(options_.directory, config);
}

void Viewer::say(const std::string& text, bool is_error) { state_.panel.show(text, is_error, is_error ? 8.0 : 4.0); }

void Viewer::open(const std::string& preset) {
    try {
        isonoise::execute(state_.session, command::OpenPreset{preset});
        say(fmt::format("Opened {}", preset), false);
    } catch (const std::exception& e) {
        say(e.what(), true);
    }
    state_.busy_frames = 3;
}

void Viewer::take(const std::string& text) {
    try {
        isonoise::execute(state_.session, command::Paste{text});
        addressed_ = preset();
    } catch (const Error& e) {
        say(e.what(), true);
    }
    state_.busy_frames = 3;
}

void Viewer::play_alone() {
    state_.panel.choices.visible = false;
    state_.session.playing = true;
}

std::string Viewer::change_function(const std::string& text) {
    state_.busy_frames = 3;
    try {
        isonoise::execute(state_.session, command::ChangeFunction{text});
    } catch (const std::exception& e) {
        return e.what();
    }
    return {};
}

// The window may move to another display. A page measures frames in which it draws nothing.
void Viewer::follow_display() {
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_at_display_ < std::chrono::seconds(1) || (in_page() && !is_idle())) return;
    looked_at_display_ = now;
    const double interval = context_.frame_interval();
    state_.panel.status.times.display_ms = interval > 0 ? interval : Pace::kUsual;
    renderer_->follow(state_.panel.status.times.display_ms);
}

// Waits until the next frame is due, where swapping buffers does not. On software drivers the window and the picture
// share the CPU, so while a picture is on its way, the window waits for it.
void Viewer::wait_for_frame() {
    const double interval = 0.85 * state_.panel.status.times.display_ms;  // swapping waits for the rest
    const bool awaits = info().software && picture_.shot.holds != wanted_picture(state_);
    for (;;) {
        const double passed = clock_.since_last(), left = (awaits ? Pace::kLongest : interval) - passed;
        if (left <= 0 || (passed >= interval && renderer_->has_next())) return;
        glfwWaitEventsTimeout(1e-3 * left);
    }
}

// Handles input, waiting for it while idle. Returns false if there is nothing to draw on.
bool Viewer::take_input(bool busy, bool wait) {
    if (busy || !wait) {
        if (wait) wait_for_frame();
        glfwPollEvents();
    } else {
        // A message expires; until then nothing changes.
        const double message = state_.panel.status.message.until - ImGui::GetTime();
        clock_.wait(message > 0 ? std::clamp(message, 0.02, 1.0) : 1.0);
    }
    glfwGetFramebufferSize(window(), &state_.width, &state_.height);
    if (state_.width > 0 && state_.height > 0) return true;
    if (!glfwWindowShouldClose(window())) glfwWaitEventsTimeout(0.25);  // minimised
    return false;
}

// Updates the panel's status from renderer and export.
void Viewer::report() {
    PanelStatus& status = state_.panel.status;
    PanelChoices& choices = state_.panel.choices;
    const Area area = picture_area(state_);
    status.width = area.width * (state_.session.tools.truth ? 3 : 1);
    status.height = area.height;
    status.report = renderer_->report();
    if (!status.report.lost.empty()) fail("{}", status.report.lost);
    if (!status.report.error.empty() && status.report.shader_error.empty() &&
        status.message.text != status.report.error)
        say(status.report.error, true);
    status.exporting = exporter_->report();
    if (!status.exporting.done.empty()) {
        say(status.exporting.done, false);
        put_first(state_.panel.exports.recent, status.exporting.file);
    }
    if (!status.exporting.error.empty()) {
        say(status.exporting.error, true);
        choices.close_after = false;  // the error is to be read first
    }
    if (!status.exporting.running && std::exchange(choices.close_after, false))
        glfwSetWindowShouldClose(window(), GLFW_TRUE);
}

// Shows the function as its file is now. If that has a fault, it lies over the last good picture until it is mended.
void Viewer::follow_function() {
    const Document& open = session().open;
    std::string& error = state_.panel.status.function_error;
    const bool follows = !open.function_file.empty() && open.preset.function;
    watch_.follow(follows ? open.function_file : std::filesystem::path());
    if (edited_ && edited_->failed()) say("No program opened the file: open it in an editor yourself", true);
    if (!follows) error.clear();
    if (!watch_.take_change()) return;
    state_.busy_frames = 3;
    try {
        isonoise::execute(state_.session, command::ReadFunction{});
        error.clear();
    } catch (const Error& e) {
        error = e.what();
    }
}

void Viewer::start_export(Export order) {
    if (std::string what = problem(preset(), order); !what.empty()) fail("{}", what);
    order.pace = 0.05;  // the window's longest wait, where a driver draws for one context at a time
    if (!exporter_->start(shown(state_, preset()), order))
        fail("an export is running: you can cancel it in its sheet (Ctrl+E)");
}

void Viewer::execute(const Command& command) {
    Session& session = state_.session;
    PanelState& panel = state_.panel;
    const auto in_session = [&](const SessionCommand& c) {
        if (std::holds_alternative<command::Compare>(c) && !session.other && !picture_.shot.texture) return;
        const bool had_other = session.other.has_value();
        if (const std::string message = isonoise::execute(session, c); !message.empty()) say(message, false);
        if (session.other && !had_other) keep_other(state_, picture_, *renderer_);
    };
    const auto copy = [&](const command::Copy& c) {
        const bool is_point = c.as == command::Copy::As::point && pointer_.pin;
        const bool is_shown = c.as == command::Copy::As::render;
        const Clip clip = is_point
                              ? Clip{text_of(*pointer_.pin, preset().settings, c.language), "the point and its value"}
                              : clip_of(is_shown ? shown(state_, preset()) : preset(), c, panel.status.width,
                                        panel.status.height, options_.files);
        glfwSetClipboardString(window(), clip.text.c_str());
        say(fmt::format("On the clipboard: {}", clip.about), false);
    };
    const auto paste = [&](command::PasteClipboard) {
        const char* text = glfwGetClipboardString(window());
        try {
            isonoise::execute(session, command::Paste{text ? text : ""});
        } catch (const Error& e) {
            fail("pasted: {}", e.what());
        }
        say("Pasted a preset; Ctrl+Z brings back the last one", false);
    };
    const auto edit = [&](command::EditFunction) {
        if (in_page()) return edit_in_page(text_to_edit(session), true);
        const std::filesystem::path& file = session.open.function_file;
        if (file.empty()) return;
        try {
            edited_.emplace(std::filesystem::absolute(file));
        } catch (const std::system_error& e) {
            fail("cannot open {} in an editor: {}", quoted_name(file), e.code().message());
        }
    };
    const auto save_picture = [&](command::SavePicture) {
        start_export(
            {.path = free_name("png"), .width = panel.status.width, .height = panel.status.height, .own_name = true});
    };
    const auto quit = [&](command::Quit) {
        panel.choices.quits = true;
        exporter_->cancel();
        glfwSetWindowShouldClose(window(), GLFW_TRUE);
    };
    std::visit(
        Overloaded{in_session, copy, paste, edit, save_picture, quit,
                   [&](command::ToggleHut) { say(toggle_hut(session, pointer_.pin, panel.status.pinned.hut), false); },
                   [&](command::Unpin) { pointer_.pin.reset(); },
                   [&](command::StartExport) { start_export(panel.exports.order); },
                   [&](command::CancelExport) { exporter_->cancel(); },
                   [&](command::CloseWindow) {
                       if (!in_page()) glfwSetWindowShouldClose(window(), GLFW_TRUE);
                   }},
        command);
}

// After the panel and the mouse: undo steps, saving, and whether to keep drawing. `before` is the last frame's preset.
void Viewer::settle(const Preset& before) {
    Session& session = state_.session;
    const ImGuiIO& io = ImGui::GetIO();
    const bool held = ImGui::IsAnyItemActive() || ImGui::IsAnyMouseDown();
    const bool input = held || before != preset() || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0;
    state_.busy_frames = input ? 3 : std::max(0, state_.busy_frames - 1);
    if (session.playing) session.history.amend_time(preset().look.time);  // not an undo step
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        session.history.mark();
    if (std::exchange(state_.panel.input.reset, false)) session.history.forget_since_mark();
    if (!held) {
        record(session);
        // Browsers limit how often the URL may change.
        if (in_page() && !session.playing && preset() != addressed_) {
            addressed_ = preset();
            set_address(address_of(addressed_));
            if (addressed_.function) edit_in_page(text_to_edit(session), false);
        }
    }
    if (std::chrono::steady_clock::now() - file_.since > std::chrono::seconds(20)) {
        try {
            save_settings();
        } catch (const Error& e) {
            say(e.what(), true);
        }
    }
}

// Draws the picture as far as available, and the panel over it.
void Viewer::draw() {
    PanelStatus& status = state_.panel.status;
    renderer_->want(wanted_picture(state_));
    // In a page, drawing and comparing share the window's thread and get time slices, shorter ones while the user would
    // notice delays: then just the first picture of a request, which takes a frame's time.
    const bool moves = state_.session.playing || ImGui::IsAnyMouseDown() || ImGui::IsAnyItemActive();
    const bool draws = renderer_->run_for(std::chrono::milliseconds(moves ? 1 : 60));
    if (truth_.run_for(std::chrono::milliseconds(moves ? 8 : 30)) || draws)
        state_.busy_frames = std::max(state_.busy_frames, 1);
    picture_.shot = renderer_->take();
    status.resolution = picture_.shot.resolution;
    status.progress = picture_.shot.sharp ? 1.0 : picture_.shot.progress;
    update_truth(state_, picture_, truth_);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    draw_picture(state_, picture_, *renderer_, list);
    draw_pin(state_, pointer_, list);
    draw_probe(state_, pointer_, list);
    if (const double ms = gui_.draw(state_.width, state_.height); ms >= 0) status.times.ui_ms = ms;
    renderer_->used();
    if (Capture* into = std::exchange(capture_, nullptr)) *into = capture_of(state_.width, state_.height);
    glfwSwapBuffers(window());
}

bool Viewer::frame(bool wait) {
    Session& session = state_.session;
    PanelState& panel = state_.panel;
    const bool busy = session.playing || state_.busy_frames > 0;
    const bool drawable = take_input(busy, wait);
    if (glfwWindowShouldClose(window())) {
        if (panel.choices.quits || !panel.status.exporting.running) return false;
        glfwSetWindowShouldClose(window(), GLFW_FALSE);
        panel.choices.close_asked = true;
        state_.busy_frames = 3;
    }
    if (!drawable) return true;
    check_context();
    follow_display();
    const double seconds = clock_.tick(busy, panel.status.times);

    gui_.load_fonts(window(), state_.width, panel.choices.theme, options_.scale.value_or(context_.scale()));
    state_.scale = gui_.scale();
    const ImGuiIO& io = ImGui::GetIO();
    if (!glfwGetWindowAttrib(window(), GLFW_FOCUSED)) keys_.release_all();
    const bool is_text = std::exchange(panel.input.text, false);
    keys_.number = io.WantTextInput && !is_text;
    keys_.enter_presses = panel.layout.tab.on_button() && !io.WantTextInput;
    if (io.WantTextInput && panel.layout.tab.focused() == "search") keys_.opening = 0;
    keys_.opening = std::max(0, keys_.opening - 1);
    keys_.deliver(window(), [this](int key, int mods) { handle_key(state_, keys_, key, mods); });
    if (keys_.waiting()) state_.busy_frames = 3;
    Gui::new_frame();
    if (std::exchange(keys_.late_click, false)) {
        ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
        state_.busy_frames = 3;
    }
    ImGui::NewFrame();
    if (keys_.number) {
        const std::string wrong = compute_typed_number(panel.input.whole, panel.layout.tab.moves(), keys_.late_click);
        if (!wrong.empty()) say(wrong, true);
    }
    panel.input.whole = 0;
    report();
    follow_function();
    const Preset before = preset();
    handle_mouse(state_, pointer_, keys_, *renderer_, seconds);
    advance(session, session.playing ? std::min(seconds, 0.2) * before.look.speed * session.tools.rate : 0.0);
    update_pin(state_, pointer_);
    if (state_.locals.update(session)) state_.busy_frames = std::max(state_.busy_frames, 1);
    const std::optional<PointSeen>& seen = pointer_.seen || !pointer_.pin ? pointer_.seen : pointer_.pin->seen;
    panel.status.locals.clear();
    if (seen && seen->at && preset().function) panel.status.locals = state_.locals.values(*seen->at);
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(window(), &window_width, &window_height);
    draw_panel(session, panel, state_.scale * static_cast<float>(window_width) / static_cast<float>(state_.width));
    follow_fractal(session.open.preset, before);
    for (const Command& command : std::exchange(panel.commands, {})) {
        state_.busy_frames = 3;
        try {
            execute(command);
        } catch (const std::exception& e) {
            say(e.what(), true);
        }
    }
    if (!problem(preset()).empty()) session.open.preset = before;  // should be unreachable
    settle(before);
    draw();
    return true;
}

}  // namespace isonoise
