#include "io/input.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include "error.hpp"
#include "paths.hpp"
#include "platform/files.hpp"

namespace isonoise {

std::string read_text(const std::filesystem::path& path, const char* what) {
    constexpr std::size_t most = 1 << 20;
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        fail("cannot read {} {}: it is a directory", what, quoted_name(path));
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        fail("cannot read {} {}: it is not a file", what, quoted_name(path));
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(open_file(path, "rb"), std::fclose);
    if (!file) fail("cannot read {} {}: {}", what, quoted_name(path), std::strerror(errno));
    std::string text;
    char piece[16384];  // most files are smaller
    while (const std::size_t got = std::fread(piece, 1, sizeof piece, file.get())) {
        text.append(piece, got);
        if (text.size() > most) fail("{}: not a {}: it is larger than 1 MiB", quoted_name(path), what);
    }
    if (std::ferror(file.get())) fail("cannot read {} {}: {}", what, quoted_name(path), std::strerror(errno));
    return text;
}

}  // namespace isonoise
