// Chooses how finely to draw a picture that moves, by how long its last frames took.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace isonoise {

// How finely one frame is drawn.
struct Quality {
    double scale = 1.0;  // of its columns and rows; below 1 only with one sample
    int samples = 1;     // per pixel
    // The work, where the full picture with one sample has 1.
    double work() const { return scale * scale * samples; }
    bool operator==(const Quality&) const = default;
};
// "35 % resolution, 1 sample".
std::string in_words(const Quality& quality);

// Keeps to the display's rate as long as that leaves more than half of the columns and rows. On slower drivers frames
// take longer, but at most kLongest; only then the resolution falls further.
class Pace {
  public:
    // Milliseconds between two frames: of a display that does not tell its rate, and at most.
    static constexpr double kUsual = 1000.0 / 60, kLongest = 1000.0 / 20;
    // The part of that time for the picture; the rest is for the window.
    static constexpr double kShare = 0.85;

    // The milliseconds between two frames of the display.
    void follow(double interval);

    // Begins anew, with `first`, for pictures of another cost.
    void forget(const Quality& first);
    bool is_new() const { return measured_ == 0; }

    // The quality of the next frame. `cost`: of the full picture with one sample, in any unit. `samples`: the most.
    Quality choose(double cost, int samples);
    // How long that frame took, in ms: the part that grows with its work, and the rest.
    void took(double growing, double fixed);

  private:
    std::size_t finest(double margin, int samples) const;

    // Frames that must have time to spare before a finer level, since each change shows; more after one that failed.
    static constexpr int kPatience = 8, kMostPatience = 512;

    double interval_ = kUsual;
    Quality last_;
    double cost_ = 1;
    std::size_t level_ = 0;
    int measured_ = 0;
    std::array<double, 3> growing_{}, fixed_{};  // of the last frames: ms per cost and work, and ms
    int patience_ = kPatience, calm_ = 0, since_rise_ = 0;
};

}  // namespace isonoise
