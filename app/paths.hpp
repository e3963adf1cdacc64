// Paths from texts, which are UTF-8 in all of the program. (A path's string() is UTF-8 too.)
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#ifdef __MINGW32__
// Would take the text for the C locale's.
namespace std::filesystem {
template <> path::path(const std::string&, format) = delete;
template <> path::path(const std::string_view&, format) = delete;
}  // namespace std::filesystem
#endif

namespace isonoise {

inline std::filesystem::path path_of(std::string_view text) { return std::u8string(text.begin(), text.end()); }

inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// A name for a message of one line: whole, control characters as \x0a.
inline std::string quoted_name(const std::filesystem::path& path) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string quoted = "'";
    for (const char c : path.string()) {
        if (is_control(c)) {
            const auto byte = static_cast<unsigned char>(c);
            quoted += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace isonoise
