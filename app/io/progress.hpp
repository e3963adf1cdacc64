// Progress for whoever waits at a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace isonoise {

// A line on standard error that is written over again and again; nothing where that is no terminal.
class Progress {
  public:
    void show(const std::string& text);
    void clear();
    ~Progress() { clear(); }

  private:
    std::size_t width_ = 0;
};

// How long something takes that began when this was made.
class Stopwatch {
  public:
    double seconds() const;
    // Until all is done, where this share of it is; negative while nobody knows.
    double seconds_left(double share) const;

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace isonoise
