// Threads that share the pieces of a job. `Work` has pieces(), their number; scratch(), which each thread calls once;
// and operator()(piece, scratch), which computes one piece.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "isonoise/batch.hpp"

namespace isonoise {

// Runs all pieces of a job on as many threads as are requested and useful. The first exception stops the job and is
// rethrown. Returns false if `progress` did.
template <class Work> bool run_in_parallel(const Work& work, const BatchOptions& options) {
    const std::int64_t pieces = work.pieces();
    std::atomic<std::int64_t> next = 0, done = 0;
    std::atomic<bool> stop = false, cancelled = false;
    std::size_t count = 1;
    if (pieces > 1) {  // asking for the number of cores takes longer than a short job
        const unsigned wanted =
            options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
        count = static_cast<std::size_t>(std::min<std::int64_t>(wanted, pieces));
    }
    std::vector<std::exception_ptr> errors(count);
    const auto run = [&](std::size_t thread) {
        try {
            std::chrono::steady_clock::time_point last;
            if (options.progress) last = std::chrono::steady_clock::now();
            auto scratch = work.scratch();
            for (std::int64_t piece; !stop && (piece = next++) < pieces;) {
                work(piece, scratch);
                ++done;
                if (thread != 0 || !options.progress ||
                    std::chrono::steady_clock::now() - last < std::chrono::milliseconds(5))
                    continue;
                last = std::chrono::steady_clock::now();
                if (!options.progress(static_cast<double>(done) / static_cast<double>(pieces))) {
                    cancelled = stop = true;
                }
            }
        } catch (...) {
            errors[thread] = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(count);
    try {
        for (std::size_t i = 1; i < count; ++i)
            threads.emplace_back(run, i);
    } catch (const std::system_error&) {  // no more threads available: the running ones share the work
    }
    run(0);
    for (std::thread& thread : threads)
        thread.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
    if (cancelled) return false;
    return !options.progress || options.progress(1.0);
}

}  // namespace isonoise
