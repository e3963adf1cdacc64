#include "viewer/viewer.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "error.hpp"
#include "io/output.hpp"
#include "scene/export.hpp"
#include "scene/preset.hpp"
#include "viewer/font.hpp"

namespace isonoise {

// Milliseconds of noise a frame while something moves, and while the picture is sharpened.
static constexpr double kMovingBudget = 50.0;
static constexpr double kSharpenBudget = 30.0;

Viewer::Viewer(ViewerOptions options)
    : context_(options.gl, options.width, options.height, true), start_(options.preset), preset_(options.preset) {
    if (preset_.settings.dim == 1) preset_.look.scene = Scene::line;  // 1D is a curve here
    try {
        glfwSetWindowSizeLimits(window(), 200, 150, GLFW_DONT_CARE, GLFW_DONT_CARE);
        glfwSwapInterval(1);
        glfwSetWindowUserPointer(window(), this);
        glfwSetKeyCallback(window(), [](GLFWwindow* window, int key, int, int action, int mods) {
            if (action == GLFW_PRESS) static_cast<Viewer*>(glfwGetWindowUserPointer(window))->handle_keys(key, mods);
        });
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplGlfw_InitForOpenGL(window(), true);  // calls the callbacks set above, too
        ImGui_ImplOpenGL3_Init("#version 330 core");
        watches_shaders_ = options.files.has_directory();
        shaders_ = std::make_unique<Shaders>(options.es ? kEs300 : info().glsl, std::move(options.files), options.mode);
        painter_ = std::make_unique<Painter>(*shaders_, info().max_texture);
        timer_ = Query::make();
        panel_.renderer = info().renderer;
        last_frame_ = last_stats_ = last_reload_ = Clock::now();
        // A shader with an error must end the program now, not show an empty window.
        painter_->prepare(shown_preset());
    } catch (...) {
        close();
        throw;
    }
}

Viewer::~Viewer() { close(); }

void Viewer::close() {
    shown_ = {};
    finer_ = {};
    painter_.reset();
    shaders_.reset();
    timer_ = {};
    if (ImGui::GetCurrentContext()) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
}

void Viewer::run() {
    while (frame()) {
    }
}

// Fonts and paddings for the display's scale. Where the framebuffer is larger than the window (macOS,
// Wayland) ImGui enlarges all by itself, and only the font must be finer.
void Viewer::load_fonts() {
    float scale = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window(), &scale, &y);
    int width = 1, height = 1;
    glfwGetWindowSize(window(), &width, &height);
    const float pixel_ratio = width > 0 ? static_cast<float>(width_) / static_cast<float>(width) : 1.0f;
    scale = std::clamp(scale, 0.5f, 8.0f);
    if (scale == scale_) return;
    scale_ = scale;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    const auto font = embedded_font();
    if (font.empty()) {
        ImFontConfig config;
        config.SizePixels = std::round(13.0f * scale);
        io.Fonts->AddFontDefault(&config);
    } else {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        io.Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(font.data()), static_cast<int>(font.size()),
                                       std::round(15.0f * scale), &config);
    }
    io.FontGlobalScale = 1.0f / pixel_ratio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    ImGui::GetStyle() = ImGuiStyle();
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.FrameRounding = 3.0f;
    style.GrabRounding = 3.0f;
    style.WindowBorderSize = 0.0f;
    style.ItemSpacing = ImVec2(8, 5);
    style.ScaleAllSizes(scale / pixel_ratio);
}

void Viewer::say(const std::string& text, bool is_error) {
    panel_.message = text;
    panel_.message_is_error = is_error;
    panel_.message_until = ImGui::GetTime() + (is_error ? 8.0 : 4.0);
}

void Viewer::handle_keys(int key, int mods) {
    busy_frames_ = 3;
    if (ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput) return;
    switch (key) {
    case GLFW_KEY_SPACE: panel_.playing = !panel_.playing; break;
    case GLFW_KEY_R: panel_.reset = true; break;
    case GLFW_KEY_F: panel_.visible = !panel_.visible; break;
    case GLFW_KEY_F12: panel_.save_picture = true; break;
    case GLFW_KEY_S:
        if (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) panel_.save_preset = true;
        break;
    default: break;
    }
}

// The preset as it is drawn: 1D noise is always a curve here.
Preset Viewer::shown_preset() const {
    Preset preset = preset_;
    preset.look.scene = scene();
    return preset;
}

Viewer::Wanted Viewer::wanted() const {
    Wanted wanted{shown_preset(), width_, height_};
    wanted.preset.look.colormap = {};
    wanted.preset.look.range = {};
    wanted.preset.look.speed = 0;
    return wanted;
}

void Viewer::handle_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    panel_.under_cursor.clear();
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) drag_from_.reset();
    if (io.DisplaySize.y <= 0 || !ImGui::IsMousePosValid()) return;
    Look& look = preset_.look;
    const bool line = scene() == Scene::line;
    auto unit = [&] { return look.span / static_cast<double>(io.DisplaySize.y); };
    // From the middle of the window, in window coordinates.
    const double x = static_cast<double>(io.MousePos.x) - 0.5 * static_cast<double>(io.DisplaySize.x);
    const double y = static_cast<double>(io.MousePos.y) - 0.5 * static_cast<double>(io.DisplaySize.y);
    if (!io.WantCaptureMouse) {
        // Relative to where the button went down: the way there is no drag.
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) drag_from_ = look.center;
        if (drag_from_ && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            const ImVec2 from = io.MouseClickedPos[ImGuiMouseButton_Left];
            look.center[0] = (*drag_from_)[0] - static_cast<double>(io.MousePos.x - from.x) * unit();
            if (!line) look.center[1] = (*drag_from_)[1] - static_cast<double>(io.MousePos.y - from.y) * unit();
        }
        if (io.MouseWheel != 0.0f) {
            const double before = unit();
            // Deeper than a float can tell two pixels apart there is nothing to see.
            const double reach = std::max({std::abs(look.center[0]), std::abs(look.center[1]), 0x1p-8});
            const double closest = std::max(0x1p-20, reach * 0x1p-22 * height_);
            look.span = std::clamp(look.span * std::pow(0.87, static_cast<double>(io.MouseWheel)),
                                   std::min(closest, look.span), 0x1p20);
            look.center[0] += x * (before - unit());
            if (!line) look.center[1] += y * (before - unit());
            drag_from_.reset();
        }
        for (double& c : look.center)
            c = std::clamp(c, -0x1p31, 0x1p31);
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
            std::array<double, 4> p = look.center;
            p[static_cast<std::size_t>(preset_.settings.dim - 1)] += look.time;
            p[0] += x * unit();
            if (!line) p[1] += y * unit();
            glm::ivec4 cell;
            glm::vec4 fraction;
            std::string at;
            for (int c = 0; c < 4; ++c) {
                const double coordinate = p[static_cast<std::size_t>(c)];
                const AxisPoint on_axis = axis_point(coordinate * static_cast<double>(preset_.settings.frequency), {},
                                                     repeats(preset_.settings)[static_cast<std::size_t>(c)]);
                cell[c] = on_axis.cell;
                fraction[c] = on_axis.fraction;
                if (c < preset_.settings.dim) at += fmt::format("{}{:.4g}", c ? ", " : "", coordinate);
            }
            panel_.under_cursor = fmt::format("at ({}) {:+.4f}", at, Noise(preset_.settings)(cell, fraction));
        }
    }
}

// What a value of these settings costs, in arbitrary units: corners times octaves.
static double cost(const Settings& settings) {
    return (1 << settings.dim) * std::ceil(static_cast<double>(settings.octaves));
}

void Viewer::draw_field(Field& field, int width, int height, int y0, int rows) {
    const Preset preset = shown_preset();
    painter_->prepare(preset);  // where this fails, the field is as it was
    const int field_rows = scene() == Scene::line ? 1 : height;
    if (!field.target || field.target->width() != width || field.target->height() != field_rows) {
        field.target = Target(GL_R32F, width, field_rows);
    }
    const auto begin = Clock::now();
    glBeginQuery(GL_TIME_ELAPSED, timer_.get());
    try {
        painter_->field(preset, Part::whole(width, height), *field.target, y0, std::min(rows, field_rows - y0));
    } catch (...) {
        glEndQuery(GL_TIME_ELAPSED);
        throw;
    }
    glEndQuery(GL_TIME_ELAPSED);
    GLuint64 ns = 0;
    glGetQueryObjectui64v(timer_.get(), GL_QUERY_RESULT, &ns);  // waits: the next decisions need it
    panel_.gpu_ms = static_cast<double>(ns) * 1e-6;
    const double values = static_cast<double>(width) * std::min(rows, field_rows - y0);
    if (values >= 4096) {
        // By the clock: a driver may count only part of its work.
        ns_per_cost_ =
            std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / values / cost(preset.settings);
    }
}

// While something moves, a field as fine as the budget allows, at once; when it rests, the sharp one in bands of rows.
void Viewer::update_field() {
    const Wanted now = wanted();
    if (failed_ == now) return;  // a shader that does not compile: not again until something changes
    failed_ = now;
    const double ns_per_value = ns_per_cost_ * cost(now.preset.settings);
    if (!shown_.target || shown_.holds != now) {
        const double ms = ns_per_value * width_ * height_ * 1e-6;
        int coarser = ms > kMovingBudget ? static_cast<int>(std::ceil(std::sqrt(ms / kMovingBudget))) : 1;
        if (ns_per_value == 0.0 && info().software) coarser = 4;  // not known yet
        if (scene() == Scene::line) coarser = 1;
        const int width = std::max(1, width_ / coarser), height = std::max(1, height_ / coarser);
        draw_field(shown_, width, height, 0, height);
        shown_.holds = now;
        shown_.sharp = coarser == 1;
        finer_rows_ = 0;
        stats_due_ = true;
    } else if (!shown_.sharp) {
        const int rows = std::clamp(static_cast<int>(kSharpenBudget * 1e6 / std::max(ns_per_value, 0.01) / width_), 1,
                                    height_ - finer_rows_);
        draw_field(finer_, width_, height_, finer_rows_, rows);
        finer_rows_ += rows;
        if (finer_rows_ >= height_) {
            finer_.holds = now;
            finer_.sharp = true;
            std::swap(shown_, finer_);
            stats_due_ = true;
        }
    }
    failed_.reset();
    panel_.field_width = shown_.target->width();
    panel_.field_height = shown_.target->height();
}

// Least, greatest and mean value on screen; ten times a second is as often as one can read them.
void Viewer::update_stats() {
    if (!stats_due_ || !shown_.target ||
        (Clock::now() - last_stats_ < std::chrono::milliseconds(100) && panel_.playing))
        return;
    const Target& field = *shown_.target;
    std::vector<float> values(static_cast<std::size_t>(field.width()) * static_cast<std::size_t>(field.height()));
    field.read(0, field.height(), values);
    double sum = 0;
    float low = values.front(), high = values.front();
    for (float v : values) {
        low = std::min(low, v);
        high = std::max(high, v);
        sum += static_cast<double>(v);
    }
    panel_.min = static_cast<double>(low);
    panel_.max = static_cast<double>(high);
    panel_.mean = sum / static_cast<double>(values.size());
    last_stats_ = Clock::now();
    stats_due_ = false;
}

// "isonoise-0001.png", or the first number that is free.
static std::string free_name(const char* extension) {
    for (int i = 1;; ++i) {
        std::string name = fmt::format("isonoise-{:04}.{}", i, extension);
        if (!std::filesystem::exists(name)) return name;
    }
}

void Viewer::save_picture() {
    Export order;
    order.path = free_name("png");
    order.width = width_;
    order.height = height_;
    export_files(*painter_, shown_preset(), order);
    say(fmt::format("Saved {} ({}x{})", order.path, width_, height_), false);
}

void Viewer::save_preset() {
    OutputFile file(free_name("json"));
    file.write(to_json(preset_));
    file.commit();
    say(fmt::format("Saved {}: isonoise view {} opens it", file.name(), file.name()), false);
}

bool Viewer::frame(bool wait) {
    // Nothing moves: wait for the user, and look after the shaders now and then.
    const bool busy = panel_.playing || busy_frames_ > 0 || (shown_.target && !shown_.sharp && !failed_) || stats_due_;
    if (busy || !wait) {
        glfwPollEvents();
    } else {
        const auto before = Clock::now();
        glfwWaitEventsTimeout(watches_shaders_ ? 0.25 : 1.0);
        last_frame_ += Clock::now() - before;
    }
    if (glfwWindowShouldClose(window())) return false;
    glfwGetFramebufferSize(window(), &width_, &height_);
    if (width_ <= 0 || height_ <= 0) {  // minimised
        glfwWaitEventsTimeout(0.25);
        return true;
    }

    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_frame_).count();
    last_frame_ = now;
    if (busy && seconds > 0) panel_.fps += (1.0 / seconds - panel_.fps) * (panel_.fps == 0 ? 1.0 : 0.1);
    if (panel_.playing) {
        preset_.look.time =
            std::clamp(preset_.look.time + std::min(seconds, 0.2) * preset_.look.speed, -0x1p31, 0x1p31);
    }

    load_fonts();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    panel_.width = width_;
    panel_.height = height_;
    const Preset before = preset_;
    handle_mouse();
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(window(), &window_width, &window_height);
    draw_panel(preset_, panel_, scale_ * static_cast<float>(window_width) / static_cast<float>(width_));

    if (std::exchange(panel_.reset, false)) {
        preset_.look.center = start_.look.center;
        preset_.look.span = start_.look.span;
        preset_.look.time = start_.look.time;
    }
    const bool input = ImGui::IsAnyItemActive() || ImGui::IsAnyMouseDown() || before != preset_ ||
                       ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
    busy_frames_ = input ? 3 : std::max(0, busy_frames_ - 1);
    if (ImGui::GetTime() < panel_.message_until) busy_frames_ = std::max(busy_frames_, 1);

    if (now - last_reload_ > std::chrono::milliseconds(250)) {
        last_reload_ = now;
        if (shaders_->reload(panel_.shader_error)) {
            shown_.holds.width = 0;  // of no picture: it is drawn anew
            failed_.reset();
            if (panel_.message_is_error) panel_.message.clear();
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.07f, 0.08f, 0.09f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    try {
        try {
            update_field();
            update_stats();
        } catch (const Error& e) {
            // The last picture stays. An error in the shaders is on screen already.
            if (panel_.shader_error.empty()) say(e.what(), true);
        }
        if (shown_.target) {
            Preset painted = shown_.holds.preset;
            painted.look.colormap = preset_.look.colormap;
            painted.look.range = preset_.look.range;
            painter_->present(painted,
                              {*shown_.target, 0, 0, double(shown_.target->width()) / width_,
                               double(shown_.target->height()) / height_},
                              0, Part::whole(width_, height_), false, Painter::Encoding::display);
        }
        if (std::exchange(panel_.save_picture, false)) save_picture();
        if (std::exchange(panel_.save_preset, false)) save_preset();
    } catch (const Error& e) {
        say(e.what(), true);
    }

    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (Capture* into = std::exchange(capture_, nullptr)) {
        into->width = width_;
        into->height = height_;
        const std::size_t row = static_cast<std::size_t>(width_) * 3;
        std::vector<unsigned char> flipped(row * static_cast<std::size_t>(height_));
        into->rgb.resize(flipped.size());
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, flipped.data());
        for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y) {
            std::copy_n(flipped.data() + (static_cast<std::size_t>(height_) - 1 - y) * row, row,
                        into->rgb.data() + y * row);
        }
    }
    glfwSwapBuffers(window());
    return true;
}

}  // namespace isonoise
