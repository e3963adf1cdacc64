// Small text files.
#pragma once

#include <string>

#include "io/file_name.hpp"

namespace isonoise {

// Reads a whole file of up to 1 MiB; `what` names it in messages ("preset"). Throws Error.
std::string read_text(const FileName& name, const char* what);

}  // namespace isonoise
