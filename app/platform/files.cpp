// The parts common to all systems.
#include "platform/files.hpp"

#include <cerrno>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "platform/pending.hpp"

namespace isonoise {

bool NewFile::close() {
    if (!stream_) return true;
    const bool flushed = std::fflush(stream_) == 0 && std::ferror(stream_) == 0;
    const int error = flushed ? 0 : error_of_write(stream_);
    const bool closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
    if (!flushed) errno = error ? error : EIO;
    return flushed && closed;
}

static constexpr std::string_view kStart = ".isonoise-", kEnd = ".part";

std::string temporary_name(const std::string& host, unsigned long process) {
    static std::atomic<int> count = 0;
    return fmt::format("{}{}-{}-{}{}", kStart, host, process, count++, kEnd);
}

std::optional<TemporaryName> parse_temporary(std::string_view name) {
    if (!name.starts_with(kStart) || !name.ends_with(kEnd) || name.size() < kStart.size() + kEnd.size()) return {};
    name = name.substr(kStart.size(), name.size() - kStart.size() - kEnd.size());
    // Parsed from the end, since a host's name may itself contain numbers and dashes.
    unsigned long numbers[2];
    for (unsigned long& number : numbers) {
        const std::size_t dash = name.rfind('-');
        if (dash == name.npos) return {};
        const char *from = name.data() + dash + 1, *to = name.data() + name.size();
        const auto [stop, error] = std::from_chars(from, to, number);
        if (error != std::errc() || stop != to) return {};
        name = name.substr(0, dash);
    }
    return TemporaryName{std::string(name), numbers[1]};
}

}  // namespace isonoise
