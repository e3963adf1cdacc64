// What is the same on every system.
#include "platform/files.hpp"

#include <cerrno>
#include <utility>

namespace isonoise {

bool NewFile::close() {
    if (!stream_) return true;
    const bool flushed = std::fflush(stream_) == 0 && std::ferror(stream_) == 0;
    const int error = flushed ? 0 : error_of_write(stream_);
    const bool closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
    if (!flushed) errno = error ? error : EIO;
    return flushed && closed;
}

}  // namespace isonoise
