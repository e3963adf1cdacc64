// The platform room: all that differs by system, except for windows and GL. posix.cpp, windows.cpp and page.cpp (a
// browser's page) each implement these headers. Paths and texts are UTF-8 on every system. Does not know what is
// written.
//
// Files: new ones that nobody sees before they are complete, and large offsets.
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
// Negative on failure; errno says why.
std::int64_t position_in(std::FILE* file);

// The errno of a write that has just failed: EPIPE if nobody reads any more, ENOSPC if the disk is full.
int error_of_write(std::FILE* file);

// Waits until the disk has everything written so far. False on failure; errno says why.
bool sync(std::FILE* file);

// The free bytes of the disk that holds this folder. Throws std::system_error.
std::uint64_t free_space(const std::filesystem::path& folder);

// False on failure; errno says why.
bool remove_file(const std::filesystem::path& path);

// A folder, held open. Names in it have one part, and nothing here follows a symbolic link: whoever planted one cannot
// lead us elsewhere. A function that fails sets errno, to ELOOP at a link. (On Windows a junction counts as a link.)
class Folder {
  public:
    // The path itself may lead through links; an empty one is the current folder. Throws std::system_error.
    explicit Folder(const std::filesystem::path& path);
    // A folder in `parent`. Throws std::system_error.
    Folder(const Folder& parent, const std::filesystem::path& name);

    enum class Kind { nothing, file, folder, link, other };
    // `bytes` gets the size of a file.
    Kind kind(const std::filesystem::path& name, std::uint64_t* bytes = nullptr) const;
    // Opens an ordinary file to read it. Null on failure.
    std::FILE* open(const std::filesystem::path& name) const;
    // Makes a folder, or removes an empty one.
    bool make(const std::filesystem::path& name) const;
    bool remove(const std::filesystem::path& name) const;

    // The temporary files (see NewFile) that were left here, except those that a program on this host still writes.
    struct Leftover {
        std::string name, host;
        bool is_of_this_host;
    };
    std::vector<Leftover> leftovers() const;
    // Removes those that programs on this host left. Looks once per folder, as far as it remembers.
    void remove_leftovers() const;

  private:
    friend class NewFile;
    struct State;
    std::shared_ptr<const State> state_;
};

// A file that appears under its name when it is complete. Until then it has no name, if the system can do that: nothing
// is left then, however the program ends. Otherwise, and for a moment while it replaces an older file, it has a
// temporary name in the same folder. The destructor removes that, most signals do and, failing those, the next such
// file there.
class NewFile {
  public:
    // Throws std::system_error.
    NewFile(const Folder& folder, const std::filesystem::path& name);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    std::FILE* stream() const { return stream_; }
    // A path by which other programs can write the file, while this one runs.
    std::string place() const;
    // After the last write: hands everything to the system. False on failure; errno says why.
    bool close();
    // After close(): the file takes its name, atomically. A file of that name is replaced; where the system has
    // permissions and owners, its permissions are kept, and its owner if that is allowed. False on failure, such as at
    // a symbolic link of that name; errno says why. `keep`: if there is a file of that name by then, it stays, and this
    // one goes.
    bool commit(bool keep = false);

  private:
    struct Begun {};
    NewFile(const Folder& folder, const std::filesystem::path& name, Begun) : folder_(folder), name_(name) {}

    Folder folder_;
    std::filesystem::path name_, temporary_;  // in folder_; no temporary one if it is nameless
    std::FILE* stream_ = nullptr;
    int descriptor_ = -1;  // its own, locked while the file is incomplete; only by POSIX
};

}  // namespace isonoise
