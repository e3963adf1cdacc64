// Small text files.
#pragma once

#include <filesystem>
#include <string>

namespace isonoise {

// All of a file of up to 1 MiB; `what` is what messages call it ("preset"). Throws Error.
std::string read_text(const std::filesystem::path& path, const char* what);

}  // namespace isonoise
