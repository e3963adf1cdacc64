// Settings as C++ that calls the core.
#pragma once

#include <string>

#include "isonoise/settings.hpp"

namespace isonoise {

// The settings that differ from the defaults, and the noise at a coordinate (x, y, z, w). Throws Error on invalid
// settings.
std::string to_cpp(const Settings& settings);

// Its parts: a comment and the include; assignments to `settings`, one per line.
std::string cpp_head(const Settings& settings);
std::string cpp_settings(const Settings& settings, const char* indent);

}  // namespace isonoise
