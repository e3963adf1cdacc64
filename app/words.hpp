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

}  // namespace isonoise
