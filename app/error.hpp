// An error with a message for the user: main prints it and exits with 2.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {

// Messages are limited to 4000 bytes, and nothing quoted in them can move a terminal's cursor.
struct Error : std::runtime_error {
    explicit Error(const std::string& what) : std::runtime_error(shortened(escaped(what, true), 4000)) {}
};

template <class... Args> [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace isonoise
