// Draws what the window shows, in a thread and an OpenGL context of its own: no shader that compiles and no driver that
// is slow holds up the window. What is asked for is drawn at once, as finely as the time for a frame allows, and while
// it stays the same refined in tiles, sample by sample.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gpu/window_context.hpp"
#include "scene/painter.hpp"

namespace isonoise {

// Of the values of the noise: of all pixels where the scene has a field, else of a slice through the center.
struct Statistics {
    static constexpr int kBins = 96;
    std::size_t count = 0;
    double min = 0, max = 0, mean = 0, sigma = 0;
    std::array<float, kBins> bins{};  // share of the values, from -1 to 1 (output unit: from 0 to 1)
};

class Renderer {
  public:
    struct Options {
        int glsl = 330;
        ShaderFiles files;
        Mode mode = Mode::exact;
        GlInfo info;
    };
    // Compiles what `first` needs before it returns: throws Error where that fails.
    Renderer(const WindowContext& window, Options options, const Preset& first);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // What is to be shown from now on, width x height pixels; `values`: scene map's values are wanted as well.
    struct Wanted {
        Preset preset;
        int width = 0;
        int height = 0;
        bool values = false;
        bool operator==(const Wanted&) const = default;
    };
    void want(const Wanted& wanted);

    // The newest picture. Its texture (sRGB, row 0 on top) stays as it is until take() is called again; what draws it
    // calls used() afterwards.
    struct Shot {
        GLuint texture = 0;
        Wanted holds;
        bool sharp = false;                                // all pixels, all samples
        int resolution = 100;                              // per cent of the pixels in a row that were drawn so far
        double progress = 0.0;                             // of the refinement, 0 to 1
        std::shared_ptr<const std::vector<float>> values;  // once sharp, where they were wanted
    };
    const Shot& take();
    void used();

    struct Report {
        double noise_ms = 0.0;    // of the last draws on the GPU, by timer query: noise, or a scene with its light
        double noise_pixels = 0;  // that they drew, samples counted
        double present_ms = 0.0;  // colours, and the way to the screen
        Statistics statistics;
        std::string error;         // why the last thing asked for was not drawn; empty where it was
        std::string shader_error;  // of files that changed, until they are mended
        std::string lost;          // the context
    };
    Report report();

  private:
    using Clock = std::chrono::steady_clock;
    struct Slot {
        std::optional<Target> target;
        GLsync read = nullptr;  // by the window; to be waited for before it is drawn to
        Shot shot;
    };

    void work();
    bool turn(const Wanted& now);  // a frame's worth of work; returns whether there is more
    void start(const Wanted& now);
    void refine(const Wanted& now);
    void refine_field(const Wanted& now);
    void publish(const Wanted& now);
    void gather(const Wanted& now);  // statistics and values, once sharp
    void draw_samples(const Wanted& now, Target& target, const Part& part, int sample, int& tile, double budget_ms,
                      bool may_stop);
    void draw_field(const Wanted& now, Target& target, const Part& around, int row, int rows);
    bool is_stale(const Wanted& now);
    void timed(double pixels, const std::function<void()>& draw);

    SharedContext context_;
    Options options_;
    const bool watches_;
    std::unique_ptr<Shaders> shaders_;
    std::unique_ptr<Painter> painter_;
    Query timer_;

    // Of the thread alone
    std::optional<Wanted> drawing_;  // what the targets below hold, or are to hold
    std::optional<Wanted> failed_;
    std::optional<Target> coarse_, fine_;
    bool fine_is_shown_ = false;  // of a field: fine_ is complete
    int factor_ = 1;              // how much coarser coarse_ is
    int sample_ = 0, tile_ = 0, side_ = 64, row_ = 0;
    bool sharp_ = false;
    std::shared_ptr<const std::vector<float>> values_;
    GLuint warmed_ = 0;         // the program that was drawn with at least once
    double ns_per_cost_ = 0.0;  // of a pixel of this scene, see cost(); 0 where unknown
    Scene cost_scene_ = Scene::map;
    Clock::time_point last_publish_{}, last_reload_{}, last_gather_{};

    // Shared
    std::mutex mutex_;
    std::condition_variable wake_;
    Wanted wanted_;
    bool stop_ = false;
    Report report_;
    std::array<Slot, 3> slots_;
    int ready_ = -1, held_ = -1, writing_ = -1;
    std::thread thread_;
};

}  // namespace isonoise
