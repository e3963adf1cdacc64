// Progress of long tasks, on standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>

namespace isonoise {

// The time since construction, and an estimate of the remaining time of a task that began then.
class Stopwatch {
  public:
    double seconds() const;
    // Estimated time left, given the progress so far (0 to 1); negative while unknown.
    double seconds_left(double done) const;

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// On a terminal, one line that is rewritten in place; elsewhere, e.g. in a log file, one line per minute.
class Progress {
  public:
    void show(const std::string& text);
    void clear();
    ~Progress() { clear(); }

  private:
    std::size_t width_ = 0;
    Stopwatch since_line_;
};

// Prints "isonoise: LINE" about a finished task, where line() returns LINE. The files are complete by then, so failures
// (no memory, closed standard error) are ignored.
template <class Line> void tell(Line line) {
    try {
        fmt::print(stderr, "isonoise: {}\n", line());
    } catch (const std::exception&) {
    }
}

}  // namespace isonoise
