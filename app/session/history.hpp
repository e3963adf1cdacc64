// Undo history.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "scene/look.hpp"

namespace isonoise {

// The part of the user's settings that is not in the preset.
struct Tools {
    double rate = 1.0;  // speed of time: 0.25 to 4
    bool seed_locked = false;
    bool keep_noise = false;  // when the scene changes
    bool flying = false;      // the left button looks around; the eye stays put
    bool truth = false;
    std::string local = {};  // the variable of the function that the picture shows; empty: its result
    bool operator==(const Tools&) const = default;
};

class History {
  public:
    struct Step {
        Preset preset;
        Tools tools;
        std::filesystem::path function_file = {};  // as in Document
        bool operator==(const Step&) const = default;
    };

    explicit History(const Step& first) : steps_{first} {}

    // Adds a step unless nothing changed. Discards undone steps.
    void push(const Step& step) {
        if (steps_[at_] == step) return;
        steps_.resize(at_ + 1);
        steps_.push_back(step);
        if (steps_.size() > kMost) {
            steps_.erase(steps_.begin());
            mark_ -= mark_ > 0;
        }
        at_ = steps_.size() - 1;
    }
    // Updates the current step as time plays, without adding one.
    void amend_time(double time) { steps_[at_].preset.look.time = time; }

    // A double click is one action, so its first click must not remain a step: mark() when the button goes down,
    // forget_since_mark() on the second click.
    void mark() { mark_ = at_; }
    void forget_since_mark() {
        if (mark_ >= at_) return;
        at_ = mark_;
        steps_.resize(at_ + 1);
    }

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < steps_.size(); }
    const Step& undo() { return steps_[at_ -= can_undo()]; }
    const Step& redo() { return steps_[at_ += can_redo()]; }

  private:
    static constexpr std::size_t kMost = 1000;
    std::vector<Step> steps_;
    std::size_t at_ = 0, mark_ = 0;
};

}  // namespace isonoise
