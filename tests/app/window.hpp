// The real window under Xvfb, driven by mouse and keyboard; its pixels are compared with the CPU's.
#pragma once

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <glm/common.hpp>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/input.hpp"
#include "error.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/function_values.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"
#include "viewer/viewer.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

// A private display for the whole program.
class Xvfb : public testing::Environment {
  public:
    void SetUp() override {
        int pipe_ends[2];
        ASSERT_EQ(pipe(pipe_ends), 0);
        pid_ = fork();
        if (pid_ == 0) {
            close(pipe_ends[0]);
            const std::string fd = std::to_string(pipe_ends[1]);
            const int null = open("/dev/null", O_WRONLY);
            dup2(null, 2);
            execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", "1400x1000x24", "-noreset", "-nolisten",
                   "tcp", nullptr);
            _exit(127);
        }
        close(pipe_ends[1]);
        char number[16] = {};
        ssize_t size = 0;
        while (size < 15 && read(pipe_ends[0], number + size, 1) == 1 && number[size] != '\n')
            ++size;
        close(pipe_ends[0]);
        number[size] = 0;
        ASSERT_GT(size, 0) << "Xvfb did not start";
        setenv("DISPLAY", (std::string(":") + number).c_str(), 1);
        unsetenv("WAYLAND_DISPLAY");
    }
    void TearDown() override {
        if (pid_ <= 0) return;
        kill(pid_, SIGTERM);
        waitpid(pid_, nullptr, 0);
    }

  private:
    pid_t pid_ = 0;
};

class Window : public testing::Test {
  protected:
    Window() { fs::current_path(dir); }  // where the viewer saves
    ~Window() override {
        viewer.reset();
        fs::current_path(started_in);
    }

    void open_without_settling(const Preset& preset, int width, int height) {
        ViewerOptions options;
        options.config.preset = preset;
        options.opened = true;
        options.config.width = width;
        options.config.height = height;
        start(std::move(options));
    }
    void open(const Preset& preset, ShaderFiles files = ShaderFiles(), int width = 800, int height = 600) {
        ViewerOptions options;
        options.config.preset = preset;
        options.opened = true;
        options.config.width = width;
        options.config.height = height;
        options.directory = config;
        options.files = std::move(files);
        start(std::move(options));
        settle();
    }
    // Only tests decide what is a double click, not the speed of the machine; and no key repeats because it is slow.
    void start(ViewerOptions options) {
        viewer = std::make_unique<Viewer>(std::move(options));
        ImGui::GetIO().MouseDoubleClickTime = 0.0f;
        ImGui::GetIO().KeyRepeatDelay = 60.0f;
    }

    // Runs frames until the picture is sharp and all input has arrived.
    void settle() {
        for (int i = 0; i < 12; ++i)
            ASSERT_TRUE(viewer->frame(false));
        const auto start = std::chrono::steady_clock::now();
        while (!viewer->is_sharp() && std::chrono::steady_clock::now() - start < std::chrono::seconds(120)) {
            ASSERT_TRUE(viewer->frame(false));
            usleep(1000);
        }
        ASSERT_TRUE(viewer->is_sharp()) << to_json(viewer->preset());
        viewer->frame(false);
    }
    // The mouse needs no focus; the keyboard does.
    void move_to(std::array<int, 2> pixel) {
        input::move(pixel[0], pixel[1]);
        settle_input();
    }
    void mouse_down() {
        input::button(1, true);
        settle_input();
    }
    void mouse_up() {
        input::button(1, false);
        settle_input();
    }
    void click_here() {
        input::click(1);
        settle_input();
    }
    // Letter by letter like a user: fields see every intermediate text.
    void type(const std::string& text) {
        for (const char letter : text) {
            input::type({letter});
            settle_input();
        }
    }
    // From 1.87 on ImGui spreads input over frames: one letter each.
    static bool input_waits() {
#if IMGUI_VERSION_NUM >= 18700
        return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
#else
        return false;
#endif
    }
    void settle_input() {
        for (int i = 0; i < 3 || input_waits(); ++i) {
            ASSERT_TRUE(viewer->frame(false));
            usleep(1000);
        }
    }
    void click(const std::string& widget, double x = 0.1) {
        const auto p = at(widget, x);
        move_to(p);
        click_here();
    }
    void double_click(const std::string& widget, double x = 0.5) {
        const auto p = at(widget, x);
        move_to(p);
        click_here();
        ImGui::GetIO().MouseDoubleClickTime = 60.0f;
        click_here();
        ImGui::GetIO().MouseDoubleClickTime = 0.0f;
    }
    // Opens a field to type in, with all of its text selected.
    void select(const std::string& widget, double x = 0.2) {
        glfwFocusWindow(viewer->window());
        move_to(at(widget, x));
        input::key("Control_L", true);
        click_here();
        input::key("a", true);
        settle_input();
        input::key("a", false);
        input::key("Control_L", false);
        settle_input();
    }
    void enter(const std::string& widget, const std::string& text, double x = 0.2) {
        select(widget, x);
        type(text);
        press("Return");
    }
    void paste(const std::string& widget, const char* text) {
        glfwSetClipboardString(viewer->window(), text);
        select(widget);
        input::key("Control_L", true);
        input::key("v", true);
        settle_input();
        input::key("v", false);
        input::key("Control_L", false);
        settle_input();
        press("Return");
    }
    // Sends a key so that ImGui sees it: 1.86 misses a press and release within one frame.
    void press(const std::string& name) {
        glfwFocusWindow(viewer->window());
        for (const bool down : {true, false}) {
            input::key(name, down);
            settle_input();
        }
    }
    // Chooses a size from the list on the export sheet.
    void choose_size(const std::string& name) {
        click("export sizes", 0.5);
        settle_input();
        click("export " + name, 0.5);
        settle_input();
    }
    // Runs frames until a condition holds.
    template <class Condition> bool until(Condition condition) {
        for (int i = 0; i < 20000; ++i) {
            viewer->frame(false);
            if (condition()) return true;
            usleep(1000);
        }
        return false;
    }
    void key(const std::string& name) {
        glfwFocusWindow(viewer->window());
        settle_input();
        input::chord(name);
        settle_input();
    }
    // Moves the mouse where it neither hovers over a widget nor triggers a tooltip.
    Capture capture() {
        move_to({1390, 990});
        Capture pixels;
        viewer->capture(&pixels);
        viewer->frame(false);
        return pixels;
    }
    // The part right of the panel and above the bar.
    std::vector<unsigned char> picture_of(const Capture& pixels) const {
        const auto area = viewer->area();
        std::vector<unsigned char> part;
        for (int y = 0; y < area.height; ++y) {
            const auto row = pixels.rgb.begin() + static_cast<std::ptrdiff_t>(y) * pixels.width * 3;
            part.insert(part.end(), row + area.x * 3, row + pixels.width * 3);
        }
        return part;
    }
    std::array<int, 2> at(const std::string& widget, double x) {
        const auto& widgets = viewer->panel().layout.widgets;
        EXPECT_TRUE(widgets.count(widget)) << widget;
        const auto& r = widgets.at(widget);
        int left = 0, top = 0;
        glfwGetWindowPos(viewer->window(), &left, &top);
        return {left + static_cast<int>(static_cast<double>(r[0]) + x * static_cast<double>(r[2] - r[0])),
                top + static_cast<int>((r[1] + r[3]) / 2)};
    }
    void drag(std::array<int, 2> from, std::array<int, 2> to) {
        move_to(from);
        mouse_down();
        move_to({(from[0] + to[0]) / 2, (from[1] + to[1]) / 2});
        move_to(to);
        mouse_up();
        settle();
    }

    // The values of a picture of scene map, one a pixel or, of a function of several channels, four.
    static std::vector<float> values_of(const Preset& preset, int width, int height) {
        const Region whole = Region::whole(width, height);
        const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        std::vector<float> values(pixels * (has_channels(preset) ? 4 : 1));
        if (preset.function) {
            function_values(preset, whole, {}, values);
            return values;
        }
        const Noise noise(preset.settings);
        const PictureAxes axes = picture_axes(preset, whole);
        std::size_t i = 0;
        for (const AxisPoint& y : axes.y) {
            for (const AxisPoint& x : axes.x)
                values[i++] = noise(glm::ivec4(x.cell, y.cell, axes.zw[0].cell, axes.zw[1].cell),
                                    glm::vec4(x.fraction, y.fraction, axes.zw[0].fraction, axes.zw[1].fraction));
        }
        return values;
    }

    // Every pixel of the picture matches the CPU to within 8-bit rounding, or so many levels.
    void expect_picture_of(const Preset& preset, const Capture& pixels, float levels = 1.0f) {
        const auto area = viewer->area();
        const std::vector<float> values = values_of(preset, area.width, area.height);
        const bool in_colour = is_in_colour(preset);
        const auto range = shown_range(preset);
        const auto colour_of = [&](std::size_t i) {
            if (in_colour)
                return glm::clamp(glm::vec4(values[4 * i], values[4 * i + 1], values[4 * i + 2], 1), 0.0f, 1.0f);
            const float value = values[has_channels(preset) ? 4 * i : i];
            const auto t = (static_cast<double>(value) - range[0]) / (range[1] - range[0]);
            return colour(preset.look, static_cast<float>(t));
        };
        int wrong = 0, compared = 0;
        for (int y = 0; y < area.height; ++y) {
            for (int x = 0; x < area.width; ++x) {
                const glm::vec4 c = colour_of(static_cast<std::size_t>(y * area.width + x)) * 255.0f;
                const auto at = static_cast<std::size_t>((y * pixels.width + area.x + x) * 3);
                for (std::size_t k = 0; k < 3; ++k) {
                    ++compared;
                    wrong += std::fabs(c[static_cast<int>(k)] - static_cast<float>(pixels.rgb[at + k])) > levels;
                }
            }
        }
        EXPECT_GT(compared, 1000);
        EXPECT_EQ(wrong, 0) << "of " << compared;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path(), started_in = fs::current_path();
    fs::path config;  // for settings and own presets; no configuration if empty
    std::unique_ptr<Viewer> viewer;
};

// With helpers for the tests of its tools.
class Tool : public Window {
  protected:
    const Settings& settings() const { return viewer->preset().settings; }
    const Look& look() const { return viewer->preset().look; }
};

// Files, presets and settings, over a whole session.
class UserSession : public Tool {};

inline Preset fbm_preset() {
    Preset preset;
    preset.settings = {.dim = 3, .octaves = 4};
    return preset;
}
