// Background work beside the window.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>

namespace isonoise {

// How std::async runs background work: at once, or in a page when its result is requested.
#ifdef __EMSCRIPTEN__
inline constexpr std::launch kBeside = std::launch::deferred;
#else
inline constexpr std::launch kBeside = std::launch::async;
#endif

// Does work piece by piece: on a thread of its own (threads.cpp) or, in a page, which has none, in time slices
// that its frames give (time_slices.cpp).
class Worker {
  public:
    struct Work {
        std::function<void()> begin = [] {};  // once, first
        std::function<bool()> piece;          // some milliseconds of work; false if there is nothing left to do
        std::function<void()> end = [] {};    // once, last
        // Calls piece() again after this time even without wake(). 0: never.
        std::chrono::milliseconds look_again{0};
    };
    explicit Worker(Work work);
    // Waits for the piece in progress.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Signals that there may be work.
    void wake();

    // In a page: works for about this long, and returns false once there is nothing left to do. Elsewhere returns
    // false.
    bool run_for(std::chrono::milliseconds time);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace isonoise
