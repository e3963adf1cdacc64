#include "viewer/exporter.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"
#include "paths.hpp"
#include "scene/material.hpp"
#include "scene/painter.hpp"

namespace isonoise {

Exporter::Exporter(const WindowContext& window, Renderer::Options options)
    : context_(window), options_(std::move(options)) {}

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
        report_.file = std::filesystem::absolute(path_of(order.path)).lexically_normal().string();
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

// Names the files written, and after a stop says how many are missing.
static std::string text_of_files(const Export& order, std::int64_t written, bool whole) {
    const std::string path = std::filesystem::absolute(path_of(order.path)).lexically_normal().string();
    if (order.maps) {
        const std::string of = path_of(path).stem().string();
        return whole ? fmt::format("the maps {}_albedo.png and others", of)
                     : fmt::format("{} of the maps of {} are written", written, of);
    }
    if (is_one_file(order) || order.frames == 1) {
        if (!whole) return fmt::format("{} is not written", path);
        return order.frames > 1 ? fmt::format("{} frames, {}", order.frames, path) : path;
    }
    if (written == 0) return fmt::format("none of {} frames is written", order.frames);
    const std::string names = names_of(path, written);
    if (whole) return fmt::format("{} frames, {}", order.frames, names);
    return fmt::format("{} of {} frames {} written, {}", written, order.frames, written == 1 ? "is" : "are", names);
}

void Exporter::work(const Preset& preset, const Export& order) {
    using Clock = std::chrono::steady_clock;
    std::string done, error;
    ExportState last;
    Clock::time_point told{};
    context_.make_current();
    try {
        Shaders shaders(options_.glsl, options_.files, options_.mode);
        Painter painter(shaders, options_.info);
        const auto watch = [&](const ExportState& state) {
            last = state;
            // Each report redraws the window, which on a software driver slows the export.
            if (const auto now = Clock::now(); now - told > std::chrono::milliseconds(400)) {
                told = now;
                {
                    std::lock_guard lock(mutex_);
                    report_.state = state;
                    report_.progress = text_of(state);
                }
                glfwPostEmptyEvent();
            }
            return !cancelled_;
        };
        const std::string maps = order.maps ? export_maps(painter, preset, order, watch) : "";
        const bool whole = order.maps ? !maps.empty() : export_files(painter, preset, order, watch);
        const std::int64_t written = whole ? order.frames : last.written;
        done = (whole ? "Saved " : "Cancelled: ") + text_of_files(order, written, whole);
        if (whole && order.frames == 1) done += fmt::format(" ({}x{})", order.width, file_rows(preset, order));
        if (whole) done += order.maps ? "; " + maps : text_of_meaning(preset, order, last.levels);
    } catch (const std::exception& e) {
        error = e.what();
        if (last.written > 0) error += "; " + text_of_files(order, last.written, false);
    }
    SharedContext::release();
    std::lock_guard lock(mutex_);
    report_.running = false;
    report_.done = done;
    report_.error = error;
    glfwPostEmptyEvent();
}

}  // namespace isonoise
