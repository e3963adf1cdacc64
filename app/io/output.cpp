#include "io/output.hpp"

#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

#include "error.hpp"

namespace isonoise {

static void write_output(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) {
        fail("cannot write to standard output: {}",
             errno == EPIPE ? "it was closed early" : std::strerror(errno));
    }
}

void print(std::string_view text) { write_output(text); }

void flush_output() {
    if (std::fflush(stdout) != 0) {
        fail("cannot write to standard output: {}",
             errno == EPIPE ? "it was closed early" : std::strerror(errno));
    }
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    if (is_standard_output()) return;
    std::error_code error;
    if (path_.empty()) fail("the name of the output file is empty");
    if (std::filesystem::is_directory(path_, error))
        fail("cannot write '{}': it is a directory", path_.string());
    // A device or a pipe is written to as it is: it can't be renamed over.
    if (std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_, error)) {
        file_ = std::fopen(path_.c_str(), "wb");
    } else {
        temporary_ = path_;
        temporary_ += fmt::format(".{}.part", std::random_device()() % 1000000);
        file_ = std::fopen(temporary_.c_str(), "wbx");
    }
    if (!file_) fail("cannot write '{}': {}", path_.string(), std::strerror(errno));
}

OutputFile::~OutputFile() {
    if (file_) std::fclose(file_);
    if (!temporary_.empty()) {
        std::error_code error;
        std::filesystem::remove(temporary_, error);
    }
}

void OutputFile::write(std::string_view bytes) {
    if (is_standard_output()) {
        write_output(bytes);
    } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
        fail("cannot write '{}': {}", path_.string(), std::strerror(errno));
    }
    written_ += bytes.size();
}

void OutputFile::seek(std::uint64_t position) {
    if (is_standard_output() || std::fseek(file_, static_cast<long>(position), SEEK_SET) != 0) {
        fail("cannot seek in {}", name());
    }
}

std::uint64_t OutputFile::tell() const {
    return is_standard_output() ? written_ : static_cast<std::uint64_t>(std::ftell(file_));
}

void OutputFile::commit() {
    if (is_standard_output()) {
        flush_output();
        return;
    }
    const bool ok = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!ok) fail("cannot write '{}': {}", path_.string(), std::strerror(errno));
    if (temporary_.empty()) return;
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) fail("cannot write '{}': {}", path_.string(), error.message());
    temporary_.clear();
}

}  // namespace isonoise
