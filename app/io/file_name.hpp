// File names in two parts: typed by the user, and made by the program. Reading small files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/files.hpp"

namespace isonoise {

// `typed` comes from the user and may lead through symbolic links. `made` comes from the program, e.g. a chunk of a
// world or a numbered tile: links in it are never followed, since the files in the folder may be someone else's.
struct FileName {
    std::filesystem::path typed, made = {};

    FileName() = default;
    FileName(std::filesystem::path name) : typed(std::move(name)) {}
    FileName(std::filesystem::path folder, std::filesystem::path below)
        : typed(std::move(folder)), made(std::move(below)) {}
    std::filesystem::path path() const { return made.empty() ? typed : typed / made; }
};

// Opens the folder of a file that has a `made` part. Empty if it does not exist or a link is in the way; errno and
// `why`, the end of a message about the file, give the reason.
std::optional<Folder> folder_of(const FileName& name, std::string& why);

// The reason for this errno at the file, or at a folder `at` on the way to it, as the end of a message about the file.
std::string reason(int error, const std::filesystem::path& at, const FileName& name);

// The kind of entry with this name. A link on the way to it counts as a link.
Folder::Entry entry_of(const FileName& name, std::uint64_t* bytes = nullptr);

// Opens a regular file for reading. Null on failure; `why` is then the end of a message about the file.
std::FILE* open_to_read(const FileName& name, std::string& why);

// Reads a whole file of up to 1 MiB; `what` names it in messages ("preset"). Throws Error.
std::string read_text(const FileName& name, const char* what);

// Creates missing folders of the `made` part and appends them to `made`. The first `there` of them must exist: if they
// vanished, e.g. after an unmount, they are not created again. Throws Error.
void make_folders(const FileName& name, std::vector<FileName>* made = nullptr, int there = 0);

// Removes temporary files that programs on this host left beside this file.
void remove_leftovers_beside(const FileName& name);

}  // namespace isonoise
