// Work for several threads whose results are used in order.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "platform/worker.hpp"

namespace isonoise {

// The number that `--threads` and the like ask for: 0 stands for one per hardware thread.
inline unsigned threads_for(unsigned asked) {
    return asked ? asked : std::max(1u, std::thread::hardware_concurrency());
}

// Pieces are filled one after the other, worked on side by side, and used one after the other in the same order. There
// are at most two more than threads; their memory is used again.
template <class Piece> class Ahead {
  public:
    // `use` runs on the calling thread, `work` on others; with one thread, and in a page, both on the calling one.
    Ahead(unsigned threads, std::function<void(Piece&)> work, std::function<void(Piece&)> use)
        : threads_(threads_for(threads)), work_(std::move(work)), use_(std::move(use)) {}

    // The piece to fill: a new one, or as an earlier one was left.
    Piece& next() {
        if (!next_ && idle_.empty()) next_ = std::make_unique<Piece>();
        if (!next_) {
            next_ = std::move(idle_.back());
            idle_.pop_back();
        }
        return *next_;
    }
    // Begins work on it, after waiting for the oldest if there are as many as threads. This and finish() throw what
    // `work` and `use` throw, once no work goes on.
    void begin() {
        if (begun_.size() >= threads_) use_oldest();
        begun_.push_back({std::move(next_), {}});
        begun_.back().done = std::async(threads_ == 1 ? std::launch::deferred : kBeside,
                                        [this, piece = begun_.back().piece.get()] { work_(*piece); });
    }
    void finish() {
        while (!begun_.empty())
            use_oldest();
    }

  private:
    struct Begun {
        std::unique_ptr<Piece> piece;
        std::future<void> done;  // its destructor waits, and comes first
    };
    void use_oldest() {
        Begun oldest = std::move(begun_.front());
        begun_.pop_front();
        try {
            oldest.done.get();
            use_(*oldest.piece);
        } catch (...) {
            begun_.clear();
            throw;
        }
        idle_.push_back(std::move(oldest.piece));
    }

    unsigned threads_;
    std::function<void(Piece&)> work_, use_;
    std::unique_ptr<Piece> next_;
    std::vector<std::unique_ptr<Piece>> idle_;
    std::deque<Begun> begun_;
};

}  // namespace isonoise
