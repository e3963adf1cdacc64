// GPU timing.
#pragma once

#include <chrono>

#include "gpu/object.hpp"

namespace isonoise {

// Waits until the GPU has finished all drawing. (In a page glFinish() does not.)
void wait_for_gpu();

// Measures drawing between begin() and end() on the current context; only one at a time, a limit of OpenGL. A page has
// no timer queries and measures until wait() returns.
class Timer {
  public:
    static Timer make();

    void begin();
    void end();
    // Milliseconds; waits for the GPU.
    double wait();
    // Milliseconds once known, negative until then and in a page.
    double read();

  private:
    Query query_;
    std::chrono::steady_clock::time_point began_;  // for a page
};

}  // namespace isonoise
