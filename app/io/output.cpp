#include "io/output.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "error.hpp"
#include "paths.hpp"

namespace isonoise {

[[noreturn]] static void output_failed() {
    const int error = error_of_write(stdout);
    fail("cannot write to standard output: {}", error == EPIPE ? "it was closed early" : std::strerror(error));
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
    if (error) fail("cannot make the directory {}: {}", quoted_name(path), error.message());
}

NewFolders::~NewFolders() {
    std::error_code error;
    std::string why;
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) {  // fails for folders that are not empty
        if (folder->made.empty()) {
            std::filesystem::remove(folder->typed, error);
        } else if (const auto parent = folder_of(*folder, why)) {
            parent->remove(folder->made.filename());
        }
    }
}

void NewFolders::make(const std::filesystem::path& folder) {
    std::error_code error;
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return;
    make(folder.parent_path());
    if (std::filesystem::create_directory(folder, error)) made_.emplace_back(folder);
    if (error) fail("cannot make the directory {}: {}", quoted_name(folder), error.message());
}

void NewFolders::make_for(const FileName& file) {
    make(file.made.empty() ? file.typed.parent_path() : file.typed);
    if (!file.made.empty()) make_folders(file, &made_);
}

OutputFile::OutputFile(const FileName& name) : name_(name) {
    if (is_standard_output()) return;
    const auto cannot = [&](const std::string& why) { fail("cannot write {}: {}", quoted_name(name_.path()), why); };
    const bool is_typed = name_.made.empty();
    if (is_typed && name_.typed.empty()) fail("the name of the output file is empty");
    if (is_typed && entry_of(name_) == Folder::Entry::other) {
        file_ = open_file(name_.typed, "wb");
        if (!file_) cannot(std::strerror(errno));
        return;
    }
    // A link stays a link: its target is written, which may not exist yet.
    std::error_code error;
    for (int links = 0; is_typed && std::filesystem::is_symlink(name_.typed, error); ++links) {
        if (links == 40) cannot(std::strerror(ELOOP));
        name_.typed = name_.typed.parent_path() / std::filesystem::read_symlink(name_.typed, error);
    }
    std::string why;
    const FileName below = is_typed ? FileName(name_.typed.parent_path(), name_.typed.filename()) : name_;
    const auto folder = folder_of(below, why);
    if (!folder) cannot(why);
    const Folder::Entry entry = folder->entry(below.made.filename());
    if (entry == Folder::Entry::folder) cannot("it is a directory");
    if (entry == Folder::Entry::link) cannot(reason(ELOOP, name_.path(), name_));
    if (entry == Folder::Entry::other) cannot("it is not a file");
    try {
        new_file_.emplace(*folder, below.made.filename());
    } catch (const std::system_error& e) {
        cannot(e.code().message());
    }
    file_ = new_file_->stream();
}

OutputFile::~OutputFile() {
    if (file_ && !new_file_) std::fclose(file_);
}

static std::string in_words(std::uint64_t bytes) {
    static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < std::size(units); ++unit)
        amount /= 1024;
    return fmt::format("{:.{}f} {}", amount, unit == 0 ? 0 : 1, units[unit]);
}

void expect_space(const std::filesystem::path& path, std::uint64_t bytes) {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    while (!std::filesystem::exists(folder, error) && folder != folder.parent_path())
        folder = folder.parent_path();
    std::uint64_t room = bytes;
    try {
        room = free_space(folder);
    } catch (const std::system_error&) {  // writing will report it
    }
    if (room < bytes)
        fail("cannot write {}: it needs {}, but its disk has {} free", quoted_name(path), in_words(bytes),
             in_words(room));
}

void OutputFile::expect(std::uint64_t bytes) {
    if (new_file_) expect_space(name_.path(), bytes);
}

void OutputFile::write(std::string_view bytes) {
    if (is_standard_output()) {
        print(bytes);
    } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
        errno = error_of_write(file_);
        broken("write");
    }
}

void OutputFile::broken(const char* what) {
    if (failed_ == 0) failed_ = errno ? errno : EIO;
    fail("cannot {} {}: {}", what, quoted_name(name_.path()), reason(failed_, name_.path(), name_));
}

void OutputFile::seek(std::uint64_t position) {
    if (!seek_to(file_, position)) broken("seek in");
}

bool OutputFile::can_seek() const { return file_ && isonoise::can_seek(file_); }

std::string OutputFile::temporary_path() const {
    if (!new_file_) fail("cannot write {}: expected the name of an ordinary file", name());
    return new_file_->temporary_path();
}

void OutputFile::close() {
    if (is_standard_output()) return flush_output();
    if (!file_) return;
    // A caller may have ignored an earlier failure: half a file must not look complete.
    std::FILE* const file = std::exchange(file_, nullptr);
    const bool whole = new_file_ ? new_file_->close() : std::fclose(file) == 0;
    if (failed_ != 0 || !whole) broken("write");
}

void OutputFile::sync() {
    if (new_file_ && !isonoise::sync(file_)) broken("write");
}

void OutputFile::commit(bool keep) {
    close();
    if (failed_ != 0) broken("write");
    if (!new_file_) return;
    if (!new_file_->commit(keep)) broken("write");
    new_file_.reset();
}

}  // namespace isonoise
