// Progress for whoever waits at a terminal.
#pragma once

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

}  // namespace isonoise
