// Everything that depends on the operating system, except windows and GL. posix.cpp, windows.cpp and page.cpp (a
// browser's page) each implement these headers. Paths and texts are UTF-8 on every system.
//
// Files: new ones that stay invisible until complete, and large offsets.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace isonoise {

// Opens a file. `mode` is fopen's. Null on failure; errno says why.
std::FILE* open_file(const std::filesystem::path& path, const char* mode);

// False for pipes and terminals.
bool can_seek(std::FILE* file);
// False on failure; errno says why.
bool seek_to(std::FILE* file, std::uint64_t position);

// The errno of a write that has just failed: EPIPE if the reader is gone, ENOSPC if the disk is full.
int error_of_write(std::FILE* file);

// Flushes everything written so far to disk. False on failure; errno says why.
bool sync(std::FILE* file);

// The free bytes of the disk that holds this folder. Throws std::system_error.
std::uint64_t free_space(const std::filesystem::path& folder);

// False on failure; errno says why.
bool remove_file(const std::filesystem::path& path);

// An open folder. Names in it have one component, and symbolic links are never followed, so a planted link cannot
// redirect us. A function that fails sets errno, to ELOOP at a link. (On Windows a junction counts as a link.)
class Folder {
  public:
    // The path itself may lead through links; empty means the current folder. Throws std::system_error.
    explicit Folder(const std::filesystem::path& path);
    // A folder in `parent`. Throws std::system_error.
    Folder(const Folder& parent, const std::filesystem::path& name);

    enum class Entry { nothing, file, folder, link, other };
    // `bytes` receives the size of a file.
    Entry entry(const std::filesystem::path& name, std::uint64_t* bytes = nullptr) const;
    // Opens a regular file for reading. Null on failure.
    std::FILE* open(const std::filesystem::path& name) const;
    // Creates a folder; removes an empty one.
    bool make(const std::filesystem::path& name) const;
    bool remove(const std::filesystem::path& name) const;

    // Temporary files (see NewFile) left here, except those still being written by a program on this host.
    struct Leftover {
        std::string name, host;
        bool is_of_this_host;
    };
    std::vector<Leftover> leftovers() const;
    // Removes leftovers of programs on this host. Looks only once per folder, within limits.
    void remove_leftovers() const;

  private:
    friend class NewFile;
    struct State;
    std::shared_ptr<const State> state_;
};

// A file that appears under its name when it is complete. Until then it is nameless, if the system supports that, so
// nothing is left however the program ends. Otherwise, and briefly while it replaces an older file, it has a temporary
// name in the same folder. The temporary file is removed by the destructor, by most signals and, failing those, by the
// next NewFile in that folder.
class NewFile {
  public:
    // Throws std::system_error.
    NewFile(const Folder& folder, const std::filesystem::path& name);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    std::FILE* stream() const { return stream_; }
    // A path by which other programs can write the file while this program runs.
    std::string temporary_path() const;
    // Flushes to the system after the last write. False on failure; errno says why.
    bool close();
    // After close(): atomically gives the file its name and replaces an older file, keeping that file's permissions
    // and, if allowed, its owner. False on failure, e.g. if the name is a symbolic link; errno says why. `keep`: if a
    // file of that name exists by then, it stays, and the new one is removed.
    bool commit(bool keep = false);

  private:
    struct Begun {};
    NewFile(const Folder& folder, const std::filesystem::path& name, Begun) : folder_(folder), name_(name) {}

    Folder folder_;
    std::filesystem::path name_, temporary_;  // in folder_; temporary_ is empty if nameless
    std::FILE* stream_ = nullptr;
    int descriptor_ = -1;  // locked while the file is incomplete; POSIX only
};

}  // namespace isonoise
