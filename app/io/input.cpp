#include "io/input.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "error.hpp"

namespace isonoise {

std::string read_text(const std::filesystem::path& path, const char* what) {
    constexpr std::size_t most = 1 << 20;
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) fail("cannot read {} '{}': it is a directory", what, path.string());
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        fail("cannot read {} '{}': it is not a file", what, path.string());
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) fail("cannot read {} '{}': {}", what, path.string(), std::strerror(errno ? errno : ENOENT));
    std::string text(most + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > most) fail("{}: not a {}: it is larger than 1 MiB", path.string(), what);
    return text;
}

}  // namespace isonoise
