// Progress of long work, on standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>

namespace isonoise {

// The time since construction, and an estimate of what is left of work that began then.
class Stopwatch {
  public:
    double seconds() const;
    // Until all is done, given the share done so far; negative while unknown.
    double seconds_left(double share) const;

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// On a terminal a line that keeps rewriting itself; elsewhere, such as in a job's log, one line a minute.
class Progress {
  public:
    void show(const std::string& text);
    void clear();
    ~Progress() { clear(); }

  private:
    std::size_t width_ = 0;
    Stopwatch since_line_;
};

// Prints "isonoise: LINE" about finished work, where line() returns LINE. The files are complete by then, so a line
// that there is no memory for, or that standard error does not take, is left out.
template <class Line> void tell(Line line) {
    try {
        fmt::print(stderr, "isonoise: {}\n", line());
    } catch (const std::exception&) {
    }
}

}  // namespace isonoise
