#include <utility>

#include "platform/worker.hpp"

namespace isonoise {

struct Worker::State {
    Work work;
    bool awake = true;
};

Worker::Worker(Work work) : state_(std::make_unique<State>()) {
    state_->work = std::move(work);
    state_->work.begin();
}

Worker::~Worker() { state_->work.end(); }

void Worker::wake() { state_->awake = true; }

bool Worker::run_for(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (state_->awake && std::chrono::steady_clock::now() < end)
        state_->awake = state_->work.piece();
    return state_->awake;
}

}  // namespace isonoise
