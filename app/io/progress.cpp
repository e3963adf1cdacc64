#include "io/progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace isonoise {

void Progress::show(const std::string& text) {
    if (!isatty(STDERR_FILENO)) return;
    fmt::print(stderr, "\r{:<{}}", text, width_);
    std::fflush(stderr);
    width_ = text.size();
}

void Progress::clear() {
    if (width_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", width_);
    width_ = 0;
}

}  // namespace isonoise
