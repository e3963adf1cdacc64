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

// Writes to standard output. Throws Error if it was closed early or is full. print() may buffer text until flush().
void print(std::string_view text);
void flush_output();

// Throws Error if the file or folder to come needs more bytes than its disk has free, where that is known.
void expect_space(const std::filesystem::path& path, std::uint64_t bytes);

// Makes the directory and its parents, where they are missing. Throws Error.
void make_directories(const std::filesystem::path& path);

// Folders made for files to come. Those still empty at the end are removed.
class NewFolders {
  public:
    NewFolders() = default;
    ~NewFolders();
    NewFolders(const NewFolders&) = delete;
    NewFolders& operator=(const NewFolders&) = delete;

    // Makes the folder and its parents, where they are missing. Throws Error.
    void make(const std::filesystem::path& folder);
    // Makes the folders of a file.
    void make_for(const FileName& file);

  private:
    std::vector<FileName> made_;
};

// expect, write, seek, tell, close and commit throw Error.
class OutputFile {
  public:
    // "-" is standard output. For any other name, commit() lets a whole file appear; without it an older file of that
    // name is unchanged. Where the user typed all of the name, a link is followed, and a pipe or a device is written at
    // once; other files are ordinary ones. Throws Error.
    explicit OutputFile(const FileName& name);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // expect_space(), if it is a file.
    void expect(std::uint64_t bytes);
    void write(std::string_view bytes);
    bool can_seek() const;  // false for standard output and pipes
    void seek(std::uint64_t position);
    std::uint64_t tell();
    // Call after the last write, if several files are to be committed together: does every part of commit() that a full
    // disk can stop.
    void close();
    // Waits until the disk has what was written: a lost machine then leaves either no file or a whole one.
    void sync();
    // Puts the file under its name. If anything failed before, throws and leaves no file. `keep`: if there is a file of
    // that name by then, it stays.
    void commit(bool keep = false);

    bool is_standard_output() const { return name_.made.empty() && name_.typed == "-"; }
    // Where another program is to write the file that commit() puts under its name. Throws Error for standard output
    // and pipes.
    std::string place() const;
    std::string name() const { return is_standard_output() ? "standard output" : name_.path().string(); }

  private:
    [[noreturn]] void broken(const char* what);

    FileName name_;
    std::optional<NewFile> new_file_;
    std::FILE* file_ = nullptr;  // new_file_'s, or a pipe's or device's own
    std::uint64_t written_ = 0;
    int failed_ = 0;  // the errno of the first failure
};

}  // namespace isonoise
