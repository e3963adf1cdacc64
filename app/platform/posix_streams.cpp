// C streams on POSIX, shared with a browser's page.
#include <cerrno>

#include <unistd.h>

#include "platform/files.hpp"

namespace isonoise {

std::FILE* open_file(const std::filesystem::path& path, const char* mode) { return std::fopen(path.c_str(), mode); }

bool can_seek(std::FILE* file) { return lseek(fileno(file), 0, SEEK_CUR) != -1; }
bool seek_to(std::FILE* file, std::uint64_t position) {
    return fseeko(file, static_cast<off_t>(position), SEEK_SET) == 0;
}

bool sync(std::FILE* file) { return std::fflush(file) == 0 && fsync(fileno(file)) == 0; }

int error_of_write(std::FILE*) { return errno; }

}  // namespace isonoise
