#include "viewer/function_watch.hpp"

#include <algorithm>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "error.hpp"
#include "io/file_name.hpp"
#include "isonoise/function/source.hpp"
#include "paths.hpp"

namespace isonoise {

namespace fs = std::filesystem;

// A saved file shows within a tenth of a second.
static constexpr std::chrono::milliseconds kInterval{25};

static std::pair<fs::file_time_type, std::uintmax_t> stamp_of(const fs::path& file) {
    std::error_code none;  // a file that is missing has the stamp of an error
    const fs::file_time_type time = fs::last_write_time(file, none);
    return {time, fs::file_size(file, none)};
}

FunctionWatch::Stamps FunctionWatch::stamps_of(const fs::path& file) {
    constexpr std::size_t kMost = 64;  // as many as a function may include
    Stamps all;
    std::vector<fs::path> waiting = {file};
    while (!waiting.empty() && all.size() < kMost) {
        const fs::path next = waiting.back();
        waiting.pop_back();
        if (!all.emplace(next, stamp_of(next)).second) continue;
        try {
            for (const std::string& name : function::included_files(read_text(FileName(next), "function")))
                waiting.push_back(file.parent_path() / path_of(name));
        } catch (const Error&) {  // reading the function reports it
        }
    }
    return all;
}

bool FunctionWatch::are_current(const Stamps& stamps) {
    return std::all_of(stamps.begin(), stamps.end(),
                       [](const auto& file) { return stamp_of(file.first) == file.second; });
}

void FunctionWatch::follow(const fs::path& file) {
    std::unique_ptr<Worker> done;  // stops after the lock is free, which it may wait for
    const std::lock_guard lock(mutex_);
    if (file == file_) return;
    file_ = file;
    stamps_ = file.empty() ? Stamps() : stamps_of(file);
    changed_ = !file.empty();
    if (file.empty()) {
        done = std::move(worker_);
    } else if (!worker_) {
        worker_ = std::make_unique<Worker>(Worker::Work{.piece = [this] { return look(); }, .look_again = kInterval});
    }
}

bool FunctionWatch::take_change() {
    const std::lock_guard lock(mutex_);
    return std::exchange(changed_, false);
}

bool FunctionWatch::look() {
    std::unique_lock lock(mutex_);
    const fs::path file = file_;
    const Stamps before = stamps_;
    lock.unlock();
    if (file.empty() || are_current(before)) return false;
    Stamps now = stamps_of(file);
    lock.lock();
    if (file != file_) return false;
    stamps_ = std::move(now);
    changed_ = true;
    glfwPostEmptyEvent();
    return false;
}

}  // namespace isonoise
