#include "io/progress.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "platform/system.hpp"

namespace isonoise {

void Progress::show(const std::string& text) {
    if (!is_terminal(stderr)) {
        if (since_line_.seconds() < 60) return;
        since_line_ = {};
        fmt::print(stderr, "{}\n", text);
        return;
    }
    fmt::print(stderr, "\r{:<{}}", text, width_);
    std::fflush(stderr);
    width_ = text.size();
}

void Progress::clear() {
    if (width_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", width_);
    width_ = 0;
}

double Stopwatch::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double Stopwatch::seconds_left(double done) const {
    const double gone = seconds();
    return gone > 1 && done > 0 ? gone * (1 - done) / done : -1;
}

}  // namespace isonoise
