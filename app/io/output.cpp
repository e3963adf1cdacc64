#include "io/output.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <utility>

#include <unistd.h>

#include "error.hpp"

namespace isonoise {

// The temporary files that an interrupt must remove: the window thread's and an export's. A signal handler may neither
// read a std::string nor wait for another thread, so each has a slot, in use while `taken` is set and holding a whole
// path while `holds` is set.
struct Pending {
    std::atomic<bool> taken = false;
    std::atomic<bool> holds = false;
    char path[4096] = {};
};
static Pending pending[8];

static void remember_temporary(const std::string& path) {
    if (path.size() >= sizeof(Pending::path)) return;
    for (Pending& place : pending) {
        if (place.taken.exchange(true)) continue;
        std::strcpy(place.path, path.c_str());
        place.holds = true;
        return;
    }
}
static void forget_temporary(const std::string& path) {
    for (Pending& place : pending) {
        if (!place.holds || path != place.path) continue;
        place.holds = false;
        place.taken = false;
        return;
    }
}

static void on_interrupt(int signal) {
    for (const Pending& place : pending) {
        if (place.holds) unlink(place.path);
    }
    _exit(128 + signal);
}

void remove_files_on_interrupt() {
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        std::signal(signal, on_interrupt);
}

[[noreturn]] static void output_failed() {
    fail("cannot write to standard output: {}", errno == EPIPE ? "it was closed early" : std::strerror(errno));
}

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void flush_output() {
    if (std::fflush(stdout) != 0) output_failed();
}

void make_directories(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) fail("cannot make the directory '{}': {}", path.string(), error.message());
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    if (is_standard_output()) return;
    std::error_code error;
    if (path_.empty()) fail("the name of the output file is empty");
    if (std::filesystem::is_directory(path_, error)) fail("cannot write '{}': it is a directory", path_.string());
    // Follow a link to its target.
    for (int links = 0; links < 16 && std::filesystem::is_symlink(path_, error); ++links) {
        path_ = path_.parent_path() / std::filesystem::read_symlink(path_, error);
    }
    // Write to a device or a pipe directly: it cannot be replaced by renaming.
    if (std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_, error)) {
        file_ = std::fopen(path_.c_str(), "wb");
    } else {
        temporary_ = path_;
        temporary_ += fmt::format(".{}.part", std::random_device()() % 1000000);
        file_ = std::fopen(temporary_.c_str(), "wbx");
        if (file_) remember_temporary(temporary_.string());
    }
    if (!file_) fail("cannot write '{}': {}", path_.string(), std::strerror(errno));
}

OutputFile::~OutputFile() {
    if (file_) std::fclose(file_);
    if (!temporary_.empty()) {
        std::error_code error;
        std::filesystem::remove(temporary_, error);
        forget_temporary(temporary_.string());
    }
}

static std::string in_words(std::uint64_t bytes) {
    static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < std::size(units); ++unit)
        amount /= 1024;
    return fmt::format("{:.{}f} {}", amount, unit == 0 ? 0 : 1, units[unit]);
}

void OutputFile::expect(std::uint64_t bytes) {
    if (temporary_.empty()) return;
    std::error_code error;
    const auto space = std::filesystem::space(std::filesystem::absolute(temporary_).parent_path(), error);
    if (!error && space.available < bytes) {
        fail("cannot write '{}': it needs {}, but its disk has {} free", path_.string(), in_words(bytes),
             in_words(space.available));
    }
}

void OutputFile::write(std::string_view bytes) {
    if (is_standard_output()) {
        print(bytes);
    } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
        broken("write");
    }
    written_ += bytes.size();
}

void OutputFile::broken(const char* what) {
    if (failed_ == 0) failed_ = errno ? errno : EIO;
    fail("cannot {} '{}': {}", what, path_.string(), std::strerror(failed_));
}

void OutputFile::seek(std::uint64_t position) {
    if (std::fseek(file_, static_cast<long>(position), SEEK_SET) != 0) broken("seek in");
}

bool OutputFile::can_seek() const { return file_ && lseek(fileno(file_), 0, SEEK_CUR) != -1; }

std::uint64_t OutputFile::tell() {
    if (is_standard_output()) return written_;
    const long position = std::ftell(file_);
    if (position < 0) broken("seek in");
    return static_cast<std::uint64_t>(position);
}

std::string OutputFile::place() const {
    if (temporary_.empty()) fail("cannot write {}: expected the name of an ordinary file", name());
    // A name that begins with a dash is no flag.
    return temporary_.string().starts_with('-') ? "./" + temporary_.string() : temporary_.string();
}

void OutputFile::close() {
    if (is_standard_output()) return flush_output();
    if (!file_) return;
    // A caller may have swallowed an earlier failure: half a file must not pass for a whole one.
    bool whole = failed_ == 0 && std::fflush(file_) == 0 && std::ferror(file_) == 0;
    if (!whole && failed_ == 0) failed_ = errno;
    whole &= std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!whole) broken("write");
}

void OutputFile::commit() {
    close();
    if (failed_ != 0) broken("write");
    if (temporary_.empty()) return;
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) fail("cannot write '{}': {}", path_.string(), error.message());
    forget_temporary(temporary_.string());
    temporary_.clear();
}

}  // namespace isonoise
