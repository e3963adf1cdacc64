// An error with a message for the user.
#pragma once

#include <stdexcept>
#include <string>

#include "isonoise/untrusted.hpp"

namespace isonoise {

// Messages are limited to 4000 bytes, and nothing quoted in them can move a terminal's cursor.
struct Error : std::runtime_error {
    explicit Error(const std::string& what) : std::runtime_error(shortened(escaped(what, true), 4000)) {}
};

}  // namespace isonoise
