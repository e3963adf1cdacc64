#include "io/file_name.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "error.hpp"
#include "paths.hpp"

namespace isonoise {

namespace fs = std::filesystem;

std::string reason(int error, const fs::path& at, const FileName& name) {
    if (error != ELOOP || at == name.typed) return std::strerror(error);
    const bool is_file = at == name.path();
    return fmt::format("{} is a symbolic link; below {} none is followed", is_file ? "it" : quoted_name(at),
                       quoted_name(name.typed.empty() ? "." : name.typed));
}

// Opens the folders on the way to a file. `enter(folder, name, path)` returns the next one.
template <class Enter> static std::optional<Folder> walk(const FileName& name, std::string& why, const Enter& enter) {
    fs::path path = name.typed;
    try {
        Folder folder(path);
        for (const fs::path& part : name.made.parent_path()) {
            path /= part;
            folder = enter(folder, part);
        }
        return folder;
    } catch (const std::system_error& e) {
        why = reason(e.code().value(), path, name);
        errno = e.code().value();
        return {};
    }
}

std::optional<Folder> folder_of(const FileName& name, std::string& why) {
    return walk(name, why, [](const Folder& folder, const fs::path& part) { return Folder(folder, part); });
}

Folder::Entry entry_of(const FileName& name, std::uint64_t* bytes) {
    if (!name.made.empty()) {
        std::string why;
        const auto folder = folder_of(name, why);
        if (folder) return folder->entry(name.made.filename(), bytes);
        return errno == ELOOP ? Folder::Entry::link : Folder::Entry::nothing;
    }
    std::error_code error;
    const fs::file_status status = fs::status(name.typed, error);
    if (fs::is_directory(status)) return Folder::Entry::folder;
    if (!fs::is_regular_file(status)) return fs::exists(status) ? Folder::Entry::other : Folder::Entry::nothing;
    const std::uintmax_t size = fs::file_size(name.typed, error);
    if (bytes && !error) *bytes = size;
    return Folder::Entry::file;
}

std::FILE* open_to_read(const FileName& name, std::string& why) {
    std::FILE* file = nullptr;
    if (name.made.empty()) {
        const Folder::Entry entry = entry_of(name);
        if (entry == Folder::Entry::folder || entry == Folder::Entry::other) {
            why = entry == Folder::Entry::folder ? "it is a directory" : "it is not a file";
            return nullptr;
        }
        file = open_file(name.typed, "rb");
    } else {
        const auto folder = folder_of(name, why);
        if (!folder) return nullptr;
        file = folder->open(name.made.filename());
    }
    if (!file)
        why = errno == EISDIR  ? "it is a directory"
              : errno == ENXIO ? "it is not a file"
                               : reason(errno, name.path(), name);
    return file;
}

std::string read_text(const FileName& name, const char* what) {
    constexpr std::size_t most = 1 << 20;
    const std::string quoted = quoted_name(name.path());
    std::string why;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(open_to_read(name, why), std::fclose);
    if (!file) fail("cannot read {} {}: {}", what, quoted, why);
    std::string text;
    char piece[16384];  // most files are smaller
    while (const std::size_t got = std::fread(piece, 1, sizeof piece, file.get())) {
        text.append(piece, got);
        if (text.size() > most) fail("{}: not a {}: it is larger than 1 MiB", quoted, what);
    }
    if (std::ferror(file.get())) fail("cannot read {} {}: {}", what, quoted, std::strerror(errno));
    return text;
}

void make_folders(const FileName& name, std::vector<FileName>* made, int there) {
    fs::path path = name.typed, below;
    std::string why;
    const auto folder = walk(name, why, [&](const Folder& in, const fs::path& part) {
        path /= part;
        below /= part;
        if (there-- > 0) return Folder(in, part);
        if (in.make(part)) {
            if (made) made->emplace_back(name.typed, below);
        } else if (errno != EEXIST) {
            throw std::system_error(errno, std::generic_category());
        }
        return Folder(in, part);
    });
    if (!folder) fail("cannot make the directory {}: {}", quoted_name(path), why);
}

void remove_leftovers_beside(const FileName& name) {
    std::string why;
    const FileName file = name.made.empty() ? FileName(name.typed.parent_path(), name.typed.filename()) : name;
    if (const auto folder = folder_of(file, why)) folder->remove_leftovers();
}

}  // namespace isonoise
