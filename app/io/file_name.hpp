// Names of files in two parts: the user's, and the program's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/files.hpp"

namespace isonoise {

// `typed` is the user's own, and may lead through symbolic links. `made` was put together by the program, such as a
// chunk of a world or a tile with its number: below the folder that the user named nothing follows a link, since the
// folder's files may be someone else's.
struct FileName {
    std::filesystem::path typed, made = {};

    FileName() = default;
    FileName(std::filesystem::path name) : typed(std::move(name)) {}
    FileName(std::filesystem::path folder, std::filesystem::path below)
        : typed(std::move(folder)), made(std::move(below)) {}
    std::filesystem::path path() const { return made.empty() ? typed : typed / made; }
};

// The folder of a file that has a `made` part. Empty if there is no such folder, or a link on the way; errno and `why`
// say which. `why` is the end of a message about the file.
std::optional<Folder> folder_of(const FileName& name, std::string& why);

// Why a call failed with this errno at a file or at a folder on the way to it, as the end of a message about the file.
std::string reason(int error, const std::filesystem::path& at, const FileName& name);

// The kind of entry with this name. A link on the way to it counts as a link.
Folder::Kind kind_of(const FileName& name, std::uint64_t* bytes = nullptr);

// Opens an ordinary file to read it. Null on failure, and `why` is the end of a message about the file.
std::FILE* open_to_read(const FileName& name, std::string& why);

// Makes the folders in the `made` part that are missing, and adds them to `made`. The first `there` of them must be
// there: where they are gone, as after an unmount, no others may take their place. Throws Error.
void make_folders(const FileName& name, std::vector<FileName>* made = nullptr, int there = 0);

// Removes the temporary files that programs of this host have left beside this file.
void remove_leftovers_beside(const FileName& name);

}  // namespace isonoise
