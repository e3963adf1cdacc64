// Draws the window's picture on a separate thread and OpenGL context, so that neither shader compilation nor a slow
// driver holds up the window; in a page, which has neither, between its frames. A request is drawn at once, as finely
// as the frame time allows, and then refined in tiles, sample by sample, until another arrives.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/window_context.hpp"
#include "platform/worker.hpp"
#include "scene/export.hpp"
#include "viewer/refiner.hpp"

namespace isonoise {

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

    // The picture to show from now on.
    using Wanted = WantedPicture;
    void want(const Wanted& wanted);
    // The milliseconds between two frames of the display.
    void follow(double interval);

    // The latest picture. Its texture (sRGB, row 0 on top) does not change until the next take(); call used() after
    // drawing it.
    struct Shot {
        GLuint texture = 0;
        Wanted holds;
        bool sharp = false;     // all pixels and samples done
        int resolution = 100;   // per cent of the full horizontal resolution drawn so far
        double progress = 0.0;  // of the refinement, 0 to 1
        // Once sharp, if requested: a number for each pixel, or four of a function with channels (function_values()).
        std::shared_ptr<const std::vector<float>> values;
    };
    const Shot& take();
    // Is there a later one?
    bool has_next();
    void used();

    // The texture of a small picture of a preset, row 0 on top. Drawn when idle and kept; 0 until then, and if it
    // cannot be drawn.
    GLuint thumbnail(const Preset& preset, int width, int height);

    // Two pictures beside the window's own, drawn when idle: the preview of an export, and the picture A of a
    // comparison.
    enum class Side { preview, other };
    // The first frame, encoded as this export would write it; see pixels_of().
    struct Picture {
        GLuint texture = 0;    // row 0 on top; 0 before the first. Until this one is done, the previous one
        bool is_done = false;  // or it cannot be drawn
    };
    Picture side_picture(Side which, const Preset& preset, const Export& order);

    // In a page: draws for about this long. Returns false once there is nothing to draw.
    bool run_for(std::chrono::milliseconds time) { return worker_->run_for(time); }

    // The GPU's value of the noise at this position; empty until known. Only the latest request counts.
    std::optional<float> value(const Settings& settings, const std::array<AxisPoint, 4>& point);

    struct Report {
        Refiner::Measurements measured;
        std::string error;         // why the last request was not drawn; empty if it was
        std::string shader_error;  // from changed files, until they are fixed
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

    struct SmallPicture {
        Preset preset;
        Export order;
        Texture texture = {};  // of a side picture: new, not handed out yet
        bool done = true;      // or given up
    };

    struct PointRequest {
        Settings settings;
        std::array<AxisPoint, 4> point{};
        bool operator==(const PointRequest&) const = default;
    };

    bool work();
    void look_for_changes();
    void release();
    void compute(const PointRequest& request);
    SmallPicture* next_small_picture();  // the next thumbnail or side picture, under the lock; null if all are done
    void draw_small_picture(SmallPicture& one, const Wanted& shown);
    void publish(const Wanted& now);
    bool is_stale(const Wanted& now);

    SharedContext context_;
    Options options_;
    std::unique_ptr<Shaders> shaders_;
    std::unique_ptr<Painter> painter_;
    std::optional<Refiner> refiner_;

    // Used by the thread only
    std::optional<Wanted> failed_;
    Wanted latest_;            // the last request that was looked at
    bool unfinished_ = false;  // it is not sharp yet
    Clock::time_point last_reload_{};

    // Shared
    std::mutex mutex_;
    Wanted wanted_;
    double interval_ = Pace::kUsual;
    bool stop_ = false;
    Report report_;
    std::deque<SmallPicture> thumbnails_;  // the thread draws the first that is not done
    std::array<SmallPicture, 2> sides_;
    struct {
        std::optional<PointRequest> wanted, failed;  // the thread's alone: failed
        std::optional<float> value;                  // of the one wanted, once known
    } point_;
    std::array<Texture, 2> handed_out_;  // of sides_; only the window's thread uses them
    std::array<Slot, 3> slots_;
    int ready_ = -1, held_ = -1, writing_ = -1;
    std::optional<Worker> worker_;
};

}  // namespace isonoise
