// Output for results: a file that appears under its name only when complete, or standard output.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_name.hpp"

namespace isonoise {

// Writes to standard output. Throws Error if it was closed early or its disk is full. print() may buffer text until
// flush().
void print(std::string_view text);
void flush_output();

// Throws Error if the disk is known to have less than `bytes` free for the new file or folder.
void expect_space(const std::filesystem::path& path, std::uint64_t bytes);

// Creates the directory and its parents if missing. Throws Error.
void make_directories(const std::filesystem::path& path);

// Folders created for new files. The destructor removes those still empty.
class NewFolders {
  public:
    NewFolders() = default;
    ~NewFolders();
    NewFolders(const NewFolders&) = delete;
    NewFolders& operator=(const NewFolders&) = delete;

    // Creates the folder and its parents if missing. Throws Error.
    void make(const std::filesystem::path& folder);
    // Creates the folders of a file.
    void make_for(const FileName& file);

  private:
    std::vector<FileName> made_;
};

// expect, write, seek, close and commit throw Error.
class OutputFile {
  public:
    // "-" is standard output. Other files appear under their name only on commit(), complete; until then an older file
    // of that name is unchanged. If the user typed the whole name, links are followed, and pipes and devices are
    // written directly; otherwise the file must be a regular one. Throws Error.
    explicit OutputFile(const FileName& name);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Calls expect_space() if this is a file.
    void expect(std::uint64_t bytes);
    void write(std::string_view bytes);
    bool can_seek() const;  // false for standard output and pipes
    void seek(std::uint64_t position);
    // Does every part of commit() that can fail on a full disk. Call it after the last write, to commit several files
    // together.
    void close();
    // Flushes to disk: after a crash of the machine the file is either complete or absent.
    void sync();
    // Moves the file to its name. If anything failed before, throws and leaves no file. `keep`: a file that has
    // appeared under this name in the meantime stays.
    void commit(bool keep = false);

    bool is_standard_output() const { return name_.made.empty() && name_.typed == "-"; }
    // The path where another program should write the file that commit() moves to its name. Throws Error for standard
    // output and pipes.
    std::string temporary_path() const;
    std::string name() const { return is_standard_output() ? "standard output" : name_.path().string(); }

  private:
    [[noreturn]] void broken(const char* what);

    FileName name_;
    std::optional<NewFile> new_file_;
    std::FILE* file_ = nullptr;  // of new_file_, or of the pipe or device
    int failed_ = 0;             // the errno of the first failure
};

}  // namespace isonoise
