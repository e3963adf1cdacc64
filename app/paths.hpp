// Paths from texts, which are UTF-8 throughout the program. (A path's string() is UTF-8 too.)
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "isonoise/untrusted.hpp"

#ifdef __MINGW32__
// The standard one would interpret the text in the C locale's encoding.
namespace std::filesystem {
template <> path::path(const std::string&, format) = delete;
template <> path::path(const std::string_view&, format) = delete;
}  // namespace std::filesystem
#endif

namespace isonoise {

inline std::filesystem::path path_of(std::string_view text) { return std::u8string(text.begin(), text.end()); }

// A name for a one-line message: complete, control characters as \x0a.
inline std::string quoted_name(const std::filesystem::path& path) { return "'" + escaped(path.string()) + "'"; }

}  // namespace isonoise
