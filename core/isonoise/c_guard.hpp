// Statuses, messages and options: shared by all calls of the C interface. Not installed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "isonoise/batch.hpp"
#include "isonoise/characters.hpp"
#include "isonoise/error.hpp"
#include "isonoise/isonoise.h"

namespace isonoise {

inline constexpr int kMostThreads = 1024;

// The text of isonoise_message(). Not a std::string, since memory may have run out.
inline thread_local char message[4096];

inline void say(std::string_view what) noexcept {
    const std::size_t size = cut_length(what, sizeof message - 1);
    std::copy_n(what.data(), size, message);
    message[size] = '\0';
}

struct Refusal : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};
[[noreturn]] inline void refuse(const std::string& what) { throw Refusal(what); }

// Calls work, which returns false if it was stopped, and turns exceptions into a status and a message.
template <class Work> isonoise_status guarded(const Work& work) noexcept {
    try {
        if (work()) return ISONOISE_OK;
        say("stopped");
        return ISONOISE_STOPPED;
    } catch (const std::invalid_argument& e) {
        say(e.what());
        return ISONOISE_INVALID;
    } catch (const Error& e) {
        say(e.what());
        return ISONOISE_INVALID;
    } catch (const std::bad_alloc&) {
        say("not enough memory");
        return ISONOISE_NO_MEMORY;
    } catch (const std::exception& e) {
        say(e.what());
    } catch (...) {
        say("unknown error");
    }
    return ISONOISE_INTERNAL;
}

inline BatchOptions options_of(const isonoise_options* options) {
    if (options == nullptr) return {};
    if (options->threads < 0 || options->threads > kMostThreads) {
        refuse("threads: expected a whole number from 0 to " + std::to_string(kMostThreads) + ", got '" +
               std::to_string(options->threads) + "'");
    }
    BatchOptions batch{.threads = static_cast<unsigned>(options->threads)};
    if (options->progress != nullptr)
        batch.progress = [o = *options](double done) { return o.progress(done, o.data) != 0; };
    return batch;
}

}  // namespace isonoise
