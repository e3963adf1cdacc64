// Exports while the window goes on: on a separate thread and OpenGL context or, in a page, in a worker that runs
// `isonoise render` (exporter_page.cpp).
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "scene/export.hpp"
#include "viewer/renderer.hpp"

namespace isonoise {

class Exporter {
  public:
    Exporter(const WindowContext& window, Renderer::Options options);
    ~Exporter();  // stops any running export
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    // Only one at a time: returns false if one is running.
    bool start(const Preset& preset, const Export& order);
    void cancel();

    struct Report {
        bool running = false;
        std::string file;  // the absolute path, also afterwards
        ExportState state;
        std::string progress;  // for people
        std::string done;      // the files written, also after a cancel; in one report only
        std::string error;     // or the error, in one report only
    };
    Report report();

  private:
    void work(const Preset& preset, const Export& order);

    SharedContext context_;
    Renderer::Options options_;
    std::atomic<bool> cancelled_ = false;
    std::mutex mutex_;
    Report report_;
    std::thread thread_;
};

}  // namespace isonoise
