#include "viewer/function_watch.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "scene/function_file.hpp"

namespace isonoise {

// A saved file shows within a tenth of a second.
static constexpr std::chrono::milliseconds kInterval{25};

FunctionWatch::Stamps FunctionWatch::stamps_beside(const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    Stamps all;
    std::error_code error;  // a file that vanishes in the meantime changes too
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        if (is_function_file(entry->path().string()))
            all[entry->path()] = {entry->last_write_time(gone), entry->file_size(gone)};
    }
    return all;
}

void FunctionWatch::follow(const std::filesystem::path& file) {
    const std::lock_guard lock(mutex_);
    if (file == file_) return;
    file_ = file;
    stamps_ = file.empty() ? Stamps() : stamps_beside(file);
    changed_ = !file.empty();
    if (!worker_ && !file.empty())
        worker_.emplace(Worker::Work{.piece = [this] { return look(); }, .look_again = kInterval});
}

bool FunctionWatch::take_change() {
    const std::lock_guard lock(mutex_);
    return std::exchange(changed_, false);
}

bool FunctionWatch::look() {
    std::unique_lock lock(mutex_);
    const std::filesystem::path file = file_;
    lock.unlock();
    if (file.empty()) return false;
    Stamps now = stamps_beside(file);
    lock.lock();
    if (file != file_ || now == stamps_) return false;
    stamps_ = std::move(now);
    changed_ = true;
    glfwPostEmptyEvent();
    return false;
}

}  // namespace isonoise
