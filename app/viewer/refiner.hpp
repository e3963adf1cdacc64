// Draws one picture after another, each at first as finely as a frame's time allows (see pace.hpp), and then refined in
// tiles, sample by sample.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gpu/timer.hpp"
#include "scene/painter.hpp"
#include "viewer/pace.hpp"

namespace isonoise {

// Statistics of the noise: of all pixels if the scene has a field, otherwise of a slice through the center.
struct Statistics {
    static constexpr int kBins = 96;
    std::size_t count = 0;
    double min = 0, max = 0, mean = 0, sigma = 0;
    double low = -1, high = 1;        // the ends of the histogram
    std::array<float, kBins> bins{};  // fractions of the values
};

// A picture of width x height pixels; `values`: also the values of scene map, computed by the GPU: see
// Renderer::Shot.
struct WantedPicture {
    Preset preset;
    int width = 0;
    int height = 0;
    bool values = false;
    bool operator==(const WantedPicture&) const = default;
};

// A frame of a picture that moves, in ms: since the one before it, 0 if that was long ago, and its passes on the GPU.
struct FrameTimes {
    double interval = 0, bake = 0, draw = 0, present = 0;
    Quality quality;
};

// On the thread of one OpenGL context.
class Refiner {
  public:
    struct Hooks {
        std::function<bool(const WantedPicture&)> is_stale;  // is another picture wanted by now?
        std::function<void(const WantedPicture&)> publish;   // calls present()
    };
    Refiner(Painter& painter, bool software, Hooks hooks);

    // Does a frame's worth of work on a picture. Returns true if there is more.
    bool draw(const WantedPicture& now);
    // The milliseconds between two frames of the display.
    void follow(double interval) { pace_.follow(interval); }
    // Begins the next picture from scratch, for example since the shaders have changed.
    void forget();

    // Draws the picture so far.
    void present(const WantedPicture& now, const Target& screen);
    bool is_sharp() const { return sharp_; }
    int resolution() const;   // per cent of the pixels in a row drawn so far
    double progress() const;  // of the refinement, 0 to 1
    std::shared_ptr<const std::vector<float>> values() const { return sharp_ ? values_ : nullptr; }  // if wanted

    struct Measurements {
        double noise_ms = 0.0;    // last draws on the GPU (see timed()): noise, or a lit scene
        double noise_pixels = 0;  // pixels they drew, times samples
        bool by_cpu = false;      // not by the GPU: a function, see Painter::computer_of()
        double present_ms = 0.0;  // colours, and the transfer to the screen
        Statistics statistics;
        std::vector<FrameTimes> frames;  // the last kFrames, oldest first
    };
    static constexpr std::size_t kFrames = 120;
    const Measurements& measurements() const { return measurements_; }

  private:
    using Clock = std::chrono::steady_clock;
    // Milliseconds of drawing: by the GPU's timer, or on software drivers, which count only part of it, by the clock.
    double timed(const std::function<void()>& draw, bool on_cpu = false);
    void start(const WantedPicture& now);
    void choose_quality(const WantedPicture& now);
    FrameTimes start_field(const WantedPicture& now);
    FrameTimes start_samples(const WantedPicture& now, GLuint program);
    int coarse_side(int pixels) const;  // of coarse_, for a side of the picture
    void refine(const WantedPicture& now);
    void refine_field(const WantedPicture& now);
    void refine_coarse(const WantedPicture& now);
    void publish(const WantedPicture& now);
    void gather(const WantedPicture& now);  // statistics and values, once sharp
    // Returns the milliseconds.
    double draw_samples(const WantedPicture& now, const Frame& frame, Target& target, int sample, int& tile,
                        double budget_ms, bool may_stop);
    void draw_field(const WantedPicture& now, Target& target, const Region& around, int row, int rows);

    Painter& painter_;
    const bool software_;
    const Hooks hooks_;
    Timer timer_ = Timer::make();
    std::optional<WantedPicture> drawing_;  // the picture that the targets below hold, or are to hold
    std::optional<Frame> frame_;            // of it
    std::optional<Target> coarse_, fine_;
    Pace pace_;
    Quality quality_;        // of coarse_
    bool is_trial_ = false;  // coarse_ was drawn before its cost was known
    // The next coarse picture of one at rest, and its tiles so far.
    std::optional<Frame> next_frame_;
    std::optional<Target> next_coarse_;
    int next_tile_ = 0;
    int sample_ = 0, tile_ = 0, side_ = 64, row_ = 0;
    bool sharp_ = false;
    std::shared_ptr<const std::vector<float>> values_;
    GLuint warmed_ = 0;         // a program that has drawn at least once
    double ns_per_cost_ = 0.0;  // per pixel of this scene, see cost(); 0 if unknown
    Measurements measurements_;
    Clock::time_point last_start_{}, last_publish_{}, last_gather_{};
};

}  // namespace isonoise
