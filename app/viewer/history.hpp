// Undo: the presets that the user went through.
#pragma once

#include <cstddef>
#include <vector>

#include "scene/look.hpp"

namespace isonoise {

class History {
  public:
    explicit History(const Preset& first) : steps_{first} {}

    // A step, once the user let go; nothing where nothing changed. What was undone is forgotten.
    void push(const Preset& preset) {
        if (steps_[at_] == preset) return;
        steps_.resize(at_ + 1);
        steps_.push_back(preset);
        if (steps_.size() > kMost) steps_.erase(steps_.begin());
        at_ = steps_.size() - 1;
    }
    // The present step as time plays: no step of its own.
    void amend_time(double time) { steps_[at_].look.time = time; }

    const Preset& now() const { return steps_[at_]; }
    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < steps_.size(); }
    const Preset& undo() { return steps_[at_ -= can_undo()]; }
    const Preset& redo() { return steps_[at_ += can_redo()]; }

  private:
    static constexpr std::size_t kMost = 1000;
    std::vector<Preset> steps_;
    std::size_t at_ = 0;
};

}  // namespace isonoise
