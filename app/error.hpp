// An error with a message for the user: main prints it and exits with 2.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace isonoise {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class... Args> [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace isonoise
