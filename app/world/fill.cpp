// Fills and checks worlds.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <future>

#include "bake/bake.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "platform/ahead.hpp"
#include "words.hpp"
#include "world/world.hpp"

namespace isonoise {

// Calls work(chunk, threads) for the chunks from..to-1, on this thread and as many others as memory allows, and waits
// for all of them. `threads` is the number available for one chunk. After the first exception, which is rethrown, no
// further chunk begins.
static void for_each_chunk(const Store& store, std::int64_t from, std::int64_t to, unsigned threads,
                           const std::function<void(std::int64_t, unsigned)>& work) {
    constexpr std::int64_t kMemory = 128 << 20;  // budget for values; a chunk holds them, a padded copy and its bytes
    const auto& chunk = store.world().chunk;
    const std::int64_t bytes = 3 * 4 * chunk[0] * chunk[1] * chunk[2] * chunk[3];
    threads = threads_for(threads);
    const auto workers = std::clamp<std::int64_t>(std::min(kMemory / bytes, to - from), 1, threads);
    std::atomic<std::int64_t> next = from;
    const auto run = [&] {
        try {
            for (std::int64_t i = next++; i < to; i = next++)
                work(i, threads / static_cast<unsigned>(workers));
        } catch (...) {
            next = to;
            throw;
        }
    };
    std::vector<std::future<void>> others;  // their destructors wait
    for (std::int64_t i = 1; i < workers; ++i)
        others.push_back(std::async(kBeside, run));
    run();
    for (auto& one : others)
        one.get();
}

Filled fill(const Store& store, const FillOptions& options) {
    const auto range = options.part.range(chunks_of(store.world()));
    const std::int64_t from = range[0], to = range[1];
    const Noise noise(store.world().settings);
    Filled filled;
    std::mutex mutex;
    const auto one = [&](std::int64_t chunk, unsigned threads) {
        const bool keep = options.resume && store.has(chunk);
        const GridAxes box = store.box(chunk);
        if (!keep) {
            std::vector<float> values(static_cast<std::size_t>(points_of(box)));
            if (options.gpu) {
                std::size_t at = 0;
                compute(noise, box, {.gpu = options.gpu}, [&](std::span<const float> piece) {
                    std::copy(piece.begin(), piece.end(), values.begin() + static_cast<std::ptrdiff_t>(at));
                    at += piece.size();
                });
            } else {
                grid_values(noise, store.world().function.get(), box, values, {threads, {}});
            }
            store.write(chunk, values);
        }
        const std::lock_guard lock(mutex);
        ++(keep ? filled.kept : filled.computed);
        if (!keep) filled.points += points_of(box);
        // Chunks that exist already take no time.
        if (options.progress && filled.computed > 0)
            options.progress(static_cast<double>(filled.computed) / static_cast<double>(to - from - filled.kept));
    };
    for_each_chunk(store, from, to, options.gpu ? 1 : options.threads, one);
    return filled;
}

// ---- Checking

// The finalizer of splitmix64.
static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

std::uint64_t digest_of(std::uint64_t index, std::span<const float> values) {
    std::uint64_t sum = 0, at = index * 0x9E3779B97F4A7C15u;
    for (const float value : values) {
        sum += mix(at + std::bit_cast<std::uint32_t>(value) * 0xD6E8FEB86659FD93u);
        at += 0x9E3779B97F4A7C15u;
    }
    return sum;
}

// The digest of the values of a box of the world's grid.
static std::uint64_t digest_of_box(const World& world, const GridAxes& box, std::span<const float> values) {
    std::uint64_t sum = 0;
    const auto row = static_cast<std::size_t>(box.x.count);
    for (std::int64_t l = 0; l < box.w.count; ++l) {
        for (std::int64_t k = 0; k < box.z.count; ++k) {
            for (std::int64_t j = 0; j < box.y.count; ++j) {
                const std::int64_t index =
                    (((box.w.first + l) * world.axes.z.count + box.z.first + k) * world.axes.y.count + box.y.first +
                     j) *
                        world.axes.x.count +
                    box.x.first;
                sum += digest_of(static_cast<std::uint64_t>(index), values.first(row));
                values = values.subspan(row);
            }
        }
    }
    return sum;
}

// Counts the points of a chunk whose bits differ from the noise or function, among `points` spread over it (0: all).
static std::int64_t differing_points(const Noise& noise, const Function* function, const GridAxes& box,
                                     std::span<const float> values, std::int64_t points, std::uint64_t seed,
                                     unsigned threads) {
    std::int64_t differing = 0;
    const auto differ = [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) != std::bit_cast<std::uint32_t>(b);
    };
    if (points == 0) {
        std::vector<float> again(values.size());
        grid_values(noise, function, box, again, {threads, {}});
        for (std::size_t i = 0; i < values.size(); ++i)
            differing += differ(values[i], again[i]);
        return differing;
    }
    for (std::int64_t n = 0; n < points; ++n) {
        // Includes the first and last point, where chunks meet.
        const auto last = static_cast<std::uint64_t>(values.size()) - 1;
        const std::uint64_t i = n == 0 ? 0 : n == 1 ? last : mix(seed + static_cast<std::uint64_t>(n)) % (last + 1);
        GridAxes point = box;
        auto rest = static_cast<std::int64_t>(i);
        for (std::size_t c = 0; c < 4; ++c) {
            point[c].first += rest % box[c].count;
            rest /= box[c].count;
            point[c].count = 1;
        }
        float value = 0;
        grid_values(noise, function, point, std::span(&value, 1));
        differing += differ(value, values[i]);
    }
    return differing;
}

Checked check(const Store& store, const CheckOptions& options) {
    const Noise noise(store.world().settings);
    Checked checked;
    const auto range = options.part.range(chunks_of(store.world()));
    checked.chunks = range[1] - range[0];
    std::int64_t done = 0;
    std::mutex mutex;
    const auto one = [&](std::int64_t chunk, unsigned threads) {
        std::vector<float> values;
        const bool missing = store.is_missing(chunk);
        const std::string what = missing ? "missing" : store.read(chunk, values);
        std::int64_t points = 0, differing = 0;
        std::uint64_t digest = 0;
        const GridAxes box = store.box(chunk);
        if (what.empty()) {
            digest = digest_of_box(store.world(), box, values);
            points = options.points == 0 ? points_of(box) : std::min(options.points, points_of(box));
            differing = differing_points(noise, store.world().function.get(), box, values,
                                         points == points_of(box) ? 0 : points, static_cast<std::uint64_t>(chunk) << 32,
                                         threads);
        }
        const std::vector<std::string> left = store.leftovers(chunk);
        const std::lock_guard lock(mutex);
        checked.digest += digest;
        checked.left += static_cast<std::int64_t>(left.size());
        checked.points += points;
        checked.differing += differing;
        checked.missing += missing;
        checked.damaged += !missing && (!what.empty() || differing > 0);
        if (options.report && (!what.empty() || differing > 0)) {
            const std::string name = quoted_name(store.file(chunk));
            options.report(missing ? fmt::format("missing {}", name)
                           : what.empty()
                               ? fmt::format("damaged {}: {} of {} differ", name, differing, counted(points, "point"))
                               : fmt::format("damaged {}: {}", name, what));
        }
        if (options.report)
            for (const std::string& line : left)
                options.report(line);
        if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(checked.chunks));
    };
    for_each_chunk(store, range[0], range[1], options.threads, one);
    return checked;
}

}  // namespace isonoise
