#include "viewer/exporter.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"
#include "paths.hpp"
#include "scene/painter.hpp"

namespace isonoise {

Exporter::Exporter(const WindowContext& window, Options options) : context_(window), options_(std::move(options)) {}

Exporter::~Exporter() {
    cancelled_ = true;
    if (thread_.joinable()) thread_.join();
}

bool Exporter::start(const Preset& preset, const Export& order) {
    {
        std::lock_guard lock(mutex_);
        if (report_.running) return false;
        report_ = {};
        report_.running = true;
    }
    if (thread_.joinable()) thread_.join();
    cancelled_ = false;
    thread_ = std::thread([this, preset, order] { work(preset, order); });
    return true;
}

void Exporter::cancel() { cancelled_ = true; }

Exporter::Report Exporter::report() {
    std::lock_guard lock(mutex_);
    Report report = report_;
    report_.done.clear();
    report_.error.clear();
    return report;
}

void Exporter::work(const Preset& preset, const Export& order) {
    std::string done, error;
    std::optional<std::array<double, 2>> levels;
    context_.make_current();
    try {
        Shaders shaders(options_.glsl, options_.files, options_.mode);
        Painter painter(shaders, options_.info);
        const bool whole = export_files(painter, preset, order, [&](const ExportState& state) {
            {
                std::lock_guard lock(mutex_);
                report_.state = state;
                report_.progress = text_of(state);
            }
            levels = state.levels;
            glfwPostEmptyEvent();
            // Software drivers draw for one context at a time: give the window its turn.
            if (options_.info.software) std::this_thread::sleep_for(std::chrono::milliseconds(3));
            return !cancelled_;
        });
        const std::string path = std::filesystem::absolute(path_of(order.path)).lexically_normal().string();
        const std::string what = order.frames > 1 ? fmt::format("{} frames, {}", order.frames, path)
                                                  : fmt::format("{} ({}x{})", path, order.width, order.height);
        done = (whole ? "Saved " : "Cancelled: ") + what + (whole && levels ? ", " + text_of_levels(*levels) : "");
    } catch (const std::exception& e) {
        error = e.what();
    }
    SharedContext::release();
    std::lock_guard lock(mutex_);
    report_.running = false;
    report_.done = done;
    report_.error = error;
    glfwPostEmptyEvent();
}

}  // namespace isonoise
