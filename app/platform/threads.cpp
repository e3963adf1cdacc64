#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "platform/worker.hpp"

namespace isonoise {

struct Worker::State {
    Work work;
    std::mutex mutex;
    std::condition_variable wake;
    bool awake = true, stop = false;
    std::thread thread;

    void run() {
        work.begin();
        std::unique_lock lock(mutex);
        while (!stop) {
            awake = false;
            lock.unlock();
            const bool more = work.piece();
            lock.lock();
            if (more) continue;
            const auto is_called = [&] { return awake || stop; };
            if (work.look_again.count() > 0) {
                wake.wait_for(lock, work.look_again, is_called);
            } else {
                wake.wait(lock, is_called);
            }
        }
        lock.unlock();
        work.end();
    }
};

Worker::Worker(Work work) : state_(std::make_unique<State>()) {
    state_->work = std::move(work);
    state_->thread = std::thread([this] { state_->run(); });
}

Worker::~Worker() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->stop = true;
    }
    state_->wake.notify_one();
    state_->thread.join();
}

void Worker::wake() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->awake = true;
    }
    state_->wake.notify_one();
}

bool Worker::run_for(std::chrono::milliseconds) { return false; }

}  // namespace isonoise
