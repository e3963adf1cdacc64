// The truth view: compares the GPU's values with the CPU's, one by one, while the window goes on. Also measures the
// CPU's speed and the noise's spectrum.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "io/progress.hpp"
#include "platform/worker.hpp"
#include "scene/frame.hpp"
#include "scene/look.hpp"
#include "viewer/spectrum.hpp"

namespace isonoise {

class Truth {
  public:
    Truth();
    Truth(const Truth&) = delete;
    Truth& operator=(const Truth&) = delete;

    // Classes of differences in units in the last place: 0, 1, 2, 3..4, 5..8, ...; the last includes everything beyond.
    static constexpr int kClasses = 16;
    static const char* class_name(int index);

    // A comparison, in progress from the top row down.
    struct Comparison {
        int width = 0;
        int height = 0;
        int rows = 0;  // done so far
        std::uint64_t differing = 0;
        std::uint64_t worst = 0;  // in ULP
        std::array<std::uint64_t, kClasses> classes{};
        double cpu_ms = 0.0;
        std::vector<unsigned char> cpu_pixels;  // RGBA, the picture of the CPU's values
        std::vector<unsigned char> difference;  // RGBA, black where both are equal
    };

    // Compares the GPU's values of a picture of scene map, as Renderer::Shot has them, with the CPU's. Does nothing if
    // preset, size and values are unchanged.
    void compare(const Preset& preset, int width, int height, std::shared_ptr<const std::vector<float>> gpu);
    // The comparison so far; empty if none was requested.
    std::shared_ptr<const Comparison> comparison();

    // Measures how many values per second one CPU thread computes of a preset's noise or function.
    void measure(const Preset& preset);
    // The result of measure().
    struct Speed {
        double values_per_second = 0.0;  // 0: not measured yet
        double octaves = 0.0;            // of noise, a point of a function
    };
    Speed speed();

    // Asks for the spectrum of this preset's noise or function. Returns the newest one, empty before the first;
    // `is_done`: whether it belongs to this preset.
    std::optional<Spectrum> spectrum(const Preset& preset, bool& is_done);

    // In a page: works for about this long. Returns false once there is nothing to do.
    bool run_for(std::chrono::milliseconds time) { return worker_.run_for(time); }

  private:
    struct Job {
        Preset preset;
        int width = 0;
        int height = 0;
        std::shared_ptr<const std::vector<float>> gpu;
    };
    // A job in progress.
    struct Running {
        explicit Running(const Job& job);
        bool rows();
        bool shows();
        void compare(std::size_t pixel, std::span<const float> cpu);
        void noise_row(std::size_t y, std::span<float> values) const;
        Job job;
        std::size_t each;  // numbers for a pixel
        Noise noise;
        PictureAxes axes;
        std::array<double, 2> range;
        std::array<glm::vec4, 1024> ramp{};
        std::array<glm::vec4, kClasses> heat{};
        Comparison so_far;
        Stopwatch since_shown;
    };
    bool work();

    std::mutex mutex_;
    Job job_;
    bool job_is_new_ = false;
    std::optional<Preset> measured_;
    bool measure_is_new_ = false;
    std::shared_ptr<const Comparison> result_;
    Speed speed_;
    struct Source {
        Settings settings;
        std::shared_ptr<const Function> function;
        bool operator==(const Source&) const = default;
    };
    std::optional<Source> spectrum_asked_, spectrum_of_;
    std::optional<Spectrum> spectrum_;
    std::optional<Running> running_;  // used by work() alone
    Worker worker_;                   // declared last, so that it stops first
};

}  // namespace isonoise
