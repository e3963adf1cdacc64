#include "io/input.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include "error.hpp"
#include "paths.hpp"

namespace isonoise {

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

}  // namespace isonoise
