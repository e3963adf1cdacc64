// Exports in a thread and an OpenGL context of their own, while the window goes on.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "gpu/shader.hpp"
#include "gpu/window_context.hpp"
#include "scene/export.hpp"

namespace isonoise {

class Exporter {
  public:
    struct Options {
        int glsl = 330;
        ShaderFiles files;
        Mode mode = Mode::exact;
        GlInfo info;
    };
    Exporter(const WindowContext& window, Options options);
    ~Exporter();  // ends what is going on
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    // One at a time: false where one is going on.
    bool start(const Preset& preset, const Export& order);
    void cancel() { cancelled_ = true; }

    struct Report {
        bool running = false;
        ExportState state;
        std::string done;   // what was written, once: the next report has it no more
        std::string error;  // or what went wrong, once
    };
    Report report();

  private:
    void work(const Preset& preset, const Export& order);

    SharedContext context_;
    Options options_;
    std::atomic<bool> cancelled_ = false;
    std::mutex mutex_;
    Report report_;
    std::thread thread_;
};

}  // namespace isonoise
