// Words of messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace isonoise {

// "1 chunk", "2 chunks"; a plural other than with an s is `many`.
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
    if (count == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}
inline std::string counted(std::int64_t count, std::string_view one, std::string_view many = {}) {
    return counted(static_cast<std::uint64_t>(count), one, many);  // no count is negative
}
inline std::string counted(int count, std::string_view one) { return counted(std::int64_t{count}, one); }
inline std::string counted(unsigned count, std::string_view one) { return counted(std::uint64_t{count}, one); }

inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// Text from outside, such as a file's name, on one line that no terminal takes for a command: control characters become
// \x0a, those of two bytes too (U+0080 to U+009F).
inline std::string printable(std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        if (is_control(text[i])) {
            all += fmt::format("\\x{:02x}", byte);
        } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
            all += fmt::format("\\x{:02x}", next);
            ++i;
        } else {
            all += text[i];
        }
    }
    return all;
}

}  // namespace isonoise
