// Where results go: a file that appears under its name only when it is whole, or standard output.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace isonoise {

// Writes to standard output. Throws Error if it was closed early or is full. print() may keep text back until flush().
void print(std::string_view text);
void flush_output();

// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT leave no temporary file behind.
void remove_files_on_interrupt();

// expect, write, seek, tell, close and commit throw Error.
class OutputFile {
  public:
    // "-" is standard output. Any other name: a file beside it holds what is written until commit() renames
    // it; if that never happens the file is removed and an older one of that name stays as it was. Throws Error.
    explicit OutputFile(std::filesystem::path path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Throws Error where this much is more than its disk has free, as far as anybody knows.
    void expect(std::uint64_t bytes);
    void write(std::string_view bytes);
    bool can_seek() const;  // not on standard output, not in a pipe
    void seek(std::uint64_t position);
    std::uint64_t tell();
    // After the last write, where several files are to be committed together: of commit() all that a full disk can
    // stop.
    void close();
    // Puts the file under its name. Throws, and leaves none, if anything before failed.
    void commit();

    bool is_standard_output() const { return path_ == "-"; }
    std::string name() const { return is_standard_output() ? "standard output" : path_.string(); }

  private:
    [[noreturn]] void broken(const char* what);

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
    std::uint64_t written_ = 0;
    int failed_ = 0;  // the errno of the first failure
};

}  // namespace isonoise
