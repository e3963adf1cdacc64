#include "viewer/gui.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "gpu/shader.hpp"
#include "scene/font.hpp"

namespace isonoise {

Gui::Gui(GLFWwindow* window, int glsl) : timer_(Timer::make()) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init(glsl == kEs300 ? "#version 300 es" : "#version 330 core");
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Gui::load_fonts(GLFWwindow* window, int width, Theme theme, float scale) {
    scale = std::clamp(scale, kLeastScale, kMostScale);
    if (theme_ == theme && scale_ == scale) return;
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(window, &window_width, &window_height);
    const float pixel_ratio = window_width > 0 ? static_cast<float>(width) / static_cast<float>(window_width) : 1.0f;
    theme_ = theme;
    apply(theme, scale / pixel_ratio);
    if (std::exchange(scale_, scale) == scale) return;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    if (const auto font = embedded_font(); font.empty()) {
        config.SizePixels = std::round(13.0f * scale);
        io.Fonts->AddFontDefault(&config);
    } else {
        config.FontDataOwnedByAtlas = false;
        for (const float size : {15.0f, 22.0f})  // text, wordmark
            io.Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(font.data()), static_cast<int>(font.size()),
                                           std::round(size * scale), &config);
    }
    io.FontGlobalScale = 1.0f / pixel_ratio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Gui::new_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
}

double Gui::draw(int width, int height) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(0.07f, 0.08f, 0.09f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui::Render();
    // Never waits for the timer: its result is read some frames later.
    double ms = -1;
    if (timer_runs_) {
        ms = timer_.read();
        timer_runs_ = ms < 0;
    }
    const bool timed = !timer_runs_;
    if (timed) timer_.begin();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (timed) {
        timer_.end();
        timer_runs_ = true;
    }
    return ms;
}

Capture capture_of(int width, int height) {
    const std::size_t row = static_cast<std::size_t>(width) * 3, rows = static_cast<std::size_t>(height);
    Capture capture{width, height, std::vector<unsigned char>(row * rows)};
    std::vector<unsigned char> flipped(row * rows);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, flipped.data());
    for (std::size_t y = 0; y < rows; ++y)
        std::copy_n(flipped.data() + (rows - 1 - y) * row, row, capture.rgb.data() + y * row);
    return capture;
}

}  // namespace isonoise
