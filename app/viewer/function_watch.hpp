// Watches the folder of a function's file, which other programs write: the file and those that it may include.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "platform/worker.hpp"

namespace isonoise {

class FunctionWatch {
  public:
    // The file to follow from now on; empty: none. Another one counts as changed.
    void follow(const std::filesystem::path& file);
    // Has it changed since the last call, or a function's file beside it? A change wakes the window.
    bool take_change();

  private:
    using Stamps = std::map<std::filesystem::path, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    static Stamps stamps_beside(const std::filesystem::path& file);
    bool look();

    std::mutex mutex_;
    std::filesystem::path file_;
    Stamps stamps_;
    bool changed_ = false;
    std::optional<Worker> worker_;  // declared last, so that it stops first
};

}  // namespace isonoise
