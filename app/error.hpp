// Errors of the program: main prints them and exits with 2.
#pragma once

#include <string>
#include <utility>

#include <fmt/core.h>

#include "isonoise/error.hpp"

namespace isonoise {

template <class... Args> [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace isonoise
