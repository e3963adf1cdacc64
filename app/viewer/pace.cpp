#include "viewer/pace.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "median.hpp"
#include "words.hpp"

namespace isonoise {

// From coarse to fine: scales in steps of about 1.4 times the work, and at last samples.
static constexpr std::array kScales{0.0625, 0.0723, 0.0833, 0.1, 0.119, 0.141, 0.168, 0.2, 0.25,
                                    0.297,  0.354,  0.42,   0.5, 0.595, 0.707, 0.841, 1.0};
static constexpr std::size_t kLevels = kScales.size() + 3;
static Quality quality_of(std::size_t level) {
    if (level < kScales.size()) return {kScales[level]};
    return {1.0, static_cast<int>(level - kScales.size()) + 2};
}

// Above this scale, frames keep to the display's rate.
static constexpr double kAcceptable = 0.5;
// A finer level is chosen once it is expected to take this part of the time left.
static constexpr double kMargin = 0.75;
// A finer level that lasts fewer frames has failed.
static constexpr int kTrial = 60;

std::string in_words(const Quality& quality) {
    return fmt::format("{:.0f} % resolution, {}", 100 * quality.scale,
                       counted(static_cast<std::size_t>(quality.samples), "sample"));
}

void Pace::follow(double interval) { interval_ = std::clamp(interval, 1.0, kLongest); }

void Pace::forget(const Quality& first) {
    measured_ = 0;
    last_ = first;
    patience_ = kPatience;
}

// The finest level that takes at most this part of the time that a picture's fixed costs leave.
std::size_t Pace::finest(double margin, int samples) const {
    std::size_t level = kLevels;
    while (--level > 0) {
        const Quality quality = quality_of(level);
        const double time = quality.scale > kAcceptable ? interval_ : kLongest;
        const double left = kShare * time - median({fixed_.begin(), fixed_.end()}),
                     growing = median({growing_.begin(), growing_.end()}) * cost_ * quality.work();
        if (quality.samples <= samples && growing <= margin * left) break;
    }
    return level;
}

Quality Pace::choose(double cost, int samples) {
    cost_ = cost;
    if (measured_ == 0) return last_;
    const std::size_t most = finest(1.0, samples), safe = finest(kMargin, samples);
    if (measured_ == 1) {
        level_ = safe;
    } else if (level_ > most) {
        if (since_rise_ < kTrial) patience_ = std::min(4 * patience_, kMostPatience);
        level_ = most;
        calm_ = 0;
    } else if (level_ >= safe) {
        calm_ = 0;
    } else if (++calm_ >= patience_) {
        level_ = safe;
        calm_ = since_rise_ = 0;
    }
    ++since_rise_;
    return last_ = quality_of(level_);
}

void Pace::took(double growing, double fixed) {
    const double each = growing / (cost_ * last_.work());
    if (measured_ == 0) {
        growing_.fill(each);
        fixed_.fill(fixed);
    }
    const auto next = static_cast<std::size_t>(measured_++) % growing_.size();
    growing_[next] = each;
    fixed_[next] = fixed;
}

}  // namespace isonoise
