// Draws the window's picture on a separate thread and OpenGL context, so that shader compilation and slow drivers do
// not block the window; in a page, which has neither, between the window's frames. A new request is drawn immediately,
// as finely as the frame time allows, and then refined in tiles, sample by sample.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/timer.hpp"
#include "gpu/window_context.hpp"
#include "platform/worker.hpp"
#include "scene/export.hpp"
#include "scene/painter.hpp"

namespace isonoise {

// Statistics of the noise: over all pixels if the scene has a field, otherwise over a slice through the center.
struct Statistics {
    static constexpr int kBins = 96;
    std::size_t count = 0;
    double min = 0, max = 0, mean = 0, sigma = 0;
    std::array<float, kBins> bins{};  // fraction of values per bin, from -1 to 1 (output unit: from 0 to 1)
};

class Renderer {
  public:
    struct Options {
        int glsl = 330;
        ShaderFiles files;
        Mode mode = Mode::exact;
        GlInfo info;
    };
    // Compiles everything that `first` needs before returning; throws Error on failure.
    Renderer(const WindowContext& window, Options options, const Preset& first);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // The picture to show, width x height pixels; `values`: also read back scene map's values.
    struct Wanted {
        Preset preset;
        int width = 0;
        int height = 0;
        bool values = false;
        bool operator==(const Wanted&) const = default;
    };
    void want(const Wanted& wanted);

    // The latest picture. Its texture (sRGB, row 0 on top) does not change until the next take(); call used() after
    // drawing it.
    struct Shot {
        GLuint texture = 0;
        Wanted holds;
        bool sharp = false;                                // all pixels and samples done
        int resolution = 100;                              // per cent of the full horizontal resolution drawn so far
        double progress = 0.0;                             // of the refinement, 0 to 1
        std::shared_ptr<const std::vector<float>> values;  // once sharp, if requested
    };
    const Shot& take();
    void used();

    // The thumbnail of a preset, drawn when idle and cached: its texture, row 0 on top; 0 until available, or if it
    // cannot be drawn.
    GLuint thumbnail(const Preset& preset, int width, int height);

    // Two pictures beside the window's own, drawn when idle: the preview of an export, and picture A of a comparison.
    enum class Side { preview, other };
    // The first frame, encoded as this export would write it; see pixels_of().
    struct Picture {
        GLuint texture = 0;    // row 0 on top; the previous one until this one is done, 0 before the first
        bool is_done = false;  // drawn, or impossible to draw
    };
    Picture side_picture(Side which, const Preset& preset, const Export& order);

    // In a page: draws for about this long. Returns false once there is nothing to draw.
    bool run_for(std::chrono::milliseconds time) { return worker_->run_for(time); }

    // The GPU's value of the noise at this position; empty until known. Only the latest request counts.
    std::optional<float> value(const Settings& settings, const std::array<AxisPoint, 4>& place);

    struct Report {
        double noise_ms = 0.0;    // last GPU draws (see Timer): noise, or a lit scene
        double noise_pixels = 0;  // pixels they drew, times samples
        double present_ms = 0.0;  // colours, and the transfer to the screen
        Statistics statistics;
        std::string error;         // why the last request could not be drawn; empty if it was
        std::string shader_error;  // from modified shader files, until fixed
        std::string lost;          // why the context was lost
    };
    Report report();

  private:
    using Clock = std::chrono::steady_clock;
    struct Slot {
        std::optional<Target> target;
        Fence read;  // the window's last use: wait for it before drawing to the texture
        Shot shot;
    };

    struct Small {
        Preset preset;
        Export order;
        Texture texture = {};  // of a side picture: new, not handed out yet
        bool done = true;      // or given up
    };

    struct Asked {
        Settings settings;
        std::array<AxisPoint, 4> place{};
        bool operator==(const Asked&) const = default;
    };

    bool work();
    void look_for_changes();
    void leave();
    void answer(const Asked& asked);
    Small* next_small();  // the next thumbnail or side picture to draw; requires the lock; null if none
    void draw_small(Small& one, const Wanted& shown);
    bool draw_next(const Wanted& now);  // one frame's worth of work; returns true if there is more
    void start(const Wanted& now);
    void refine(const Wanted& now);
    void refine_field(const Wanted& now);
    void publish(const Wanted& now);
    void gather(const Wanted& now);  // statistics and values, once sharp
    void start_field(const Wanted& now);
    void start_samples(const Wanted& now, GLuint program);
    // The factor by which to reduce the resolution to fit the frame time; `unknown` before any draw.
    int coarseness(const Wanted& now, int unknown) const;
    void draw_samples(const Wanted& now, const Frame& frame, Target& target, int sample, int& tile, double budget_ms,
                      bool may_stop);
    void draw_field(const Frame& frame, Target& target, const Part& around, int row, int rows);
    bool is_stale(const Wanted& now);
    void timed(double pixels, const std::function<void()>& draw);

    SharedContext context_;
    Options options_;
    const bool watches_;
    std::unique_ptr<Shaders> shaders_;
    std::unique_ptr<Painter> painter_;
    Timer timer_;

    // Used only by the drawing thread
    std::optional<Wanted> drawing_;  // the request that the targets below are for
    std::optional<Frame> frame_;     // for drawing_
    std::optional<Wanted> failed_;
    Wanted seen_;              // the last request seen
    bool unfinished_ = false;  // it is not sharp yet
    std::optional<Asked> refused_;
    std::optional<Target> coarse_, fine_;
    int factor_ = 1;              // reduction factor of coarse_
    int sample_ = 0, tile_ = 0, side_ = 64, row_ = 0;
    bool sharp_ = false;
    std::shared_ptr<const std::vector<float>> values_;
    GLuint warmed_ = 0;         // a program that has drawn at least once
    double ns_per_cost_ = 0.0;  // per pixel of this scene, divided by cost(); 0 if unknown
    Scene cost_scene_ = Scene::map;
    Clock::time_point last_publish_{}, last_reload_{}, last_gather_{};

    // Shared
    std::mutex mutex_;
    Wanted wanted_;
    bool stop_ = false;
    Report report_;
    std::deque<Small> thumbnails_;  // drawn in order
    std::array<Small, 2> sides_;
    std::optional<Asked> asked_;
    std::optional<float> answer_;
    std::array<Texture, 2> handed_out_;  // of sides_; used only by the window's thread
    std::array<Slot, 3> slots_;
    int ready_ = -1, held_ = -1, writing_ = -1;
    std::optional<Worker> worker_;
};

}  // namespace isonoise
