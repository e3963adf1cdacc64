// Watches a function's file and those that it includes, which other programs write.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "platform/worker.hpp"

namespace isonoise {

class FunctionWatch {
  public:
    // The file to follow from now on; empty: none. Another one counts as changed.
    void follow(const std::filesystem::path& file);
    // Has it changed since the last call, or a file that it includes? A change wakes the window.
    bool take_change();

  private:
    // Missing files have stamps too.
    using Stamps = std::map<std::filesystem::path, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    static Stamps stamps_of(const std::filesystem::path& file);
    static bool are_current(const Stamps& stamps);
    bool look();

    std::mutex mutex_;
    std::filesystem::path file_;
    Stamps stamps_;
    bool changed_ = false;
    std::unique_ptr<Worker> worker_;  // declared last, so that it stops first
};

}  // namespace isonoise
