// Progress display for a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace isonoise {

// A line on standard error that keeps rewriting itself; does nothing if that is no terminal.
class Progress {
  public:
    void show(const std::string& text);
    void clear();
    ~Progress() { clear(); }

  private:
    std::size_t width_ = 0;
};

// The time since construction, and an estimate of what is left of work that began then.
class Stopwatch {
  public:
    double seconds() const;
    // Until all is done, given the share done so far; negative while unknown.
    double seconds_left(double share) const;

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace isonoise
