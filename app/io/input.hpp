// Small text files.
#pragma once

#include <filesystem>
#include <string>

namespace isonoise {

// Reads a whole file of up to 1 MiB; `what` names it in messages ("preset"). Throws Error.
std::string read_text(const std::filesystem::path& path, const char* what);

}  // namespace isonoise
