// The GPU's time.
#pragma once

#include <chrono>

#include "gpu/object.hpp"

namespace isonoise {

// Waits until the GPU has drawn everything. (In a page glFinish() does not.)
void wait_for_gpu();

// Measures what is drawn between begin() and end(), on the current context: one at a time, since OpenGL has no more. A
// page, which has no such queries, takes the time until wait() has waited.
class Timer {
  public:
    static Timer make();

    void begin();
    void end();
    // Milliseconds; waits for the GPU.
    double wait();
    // Milliseconds, once they are known; negative until then, and in a page.
    double read();

  private:
    Query query_;
    std::chrono::steady_clock::time_point began_;  // in a page
};

}  // namespace isonoise
