// The platform room: all that differs by system, except for windows and GL. posix.cpp, windows.cpp and page.cpp (a
// browser's page) each implement these headers. Paths and texts are UTF-8 on every system. Does not know what is
// written.
//
// Files: new ones that nobody sees before they are complete, and large offsets.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

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

// A file that appears under its name when it is complete. Until then it has no name, if the system can do that: nothing
// is left then, however the program ends. Otherwise it has a temporary name in the same folder, which is removed by the
// destructor, by most signals and, failing those, by the next such file there.
class NewFile {
  public:
    // Throws std::system_error.
    explicit NewFile(const std::filesystem::path& target);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    std::FILE* stream() const { return stream_; }
    // A path by which other programs can write the file, while this one runs.
    std::string place() const;
    // After the last write: hands everything to the system. False on failure; errno says why.
    bool close();
    // After close(): the file takes its name, atomically. A file of that name is replaced; where the system has
    // permissions and owners, its permissions are kept, and its owner if that is allowed. False on failure; errno says
    // why.
    // `keep`: if there is a file of that name by then, it stays, and this one goes.
    bool commit(bool keep = false);

  private:
    std::filesystem::path target_, temporary_;
    std::FILE* stream_ = nullptr;
    int descriptor_ = -1;  // of a nameless file
};

}  // namespace isonoise
