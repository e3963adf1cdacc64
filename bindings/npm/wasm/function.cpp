// The implementation of createFunction() in the npm package, called by ../function.js. Each instance of this module has
// one Function.
//
// text(n) has room for n bytes, to transfer texts. A function that leaves a text or an error's message there returns
// its length, otherwise 0.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonoise/function/function.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

using namespace isonoise;

static std::vector<char> text;
static std::map<std::string, std::string> files;  // that can be included
// The function, with its gradient, at cells, and with both, once needed.
using Forms = std::array<std::optional<Function>, 4>;
static Forms now, next;  // next: as parameters are being set
static std::optional<Function>& form(bool gradient, bool cells) {
    return now[(gradient ? 1u : 0u) + (cells ? 2u : 0u)];
}
static const Function& plain() { return *now[0]; }

EXPORT(text) char* function_text(std::size_t size) {
    if (text.size() < size) text.resize(size);
    return text.data();
}
static int give(const std::string& all) {
    std::memcpy(function_text(all.size()), all.data(), all.size());
    return int(all.size());
}
template <class Work> static int guarded(const Work& work) {
    try {
        work();
        return 0;
    } catch (const std::exception& e) {
        return give(e.what());
    }
}

// ---- The text: a name, directly followed by a file's text

EXPORT(file) void function_file(std::size_t name, std::size_t size) {
    files[std::string(text.data(), name)] = std::string(text.data() + name, size);
}
EXPORT(make) int function_make(std::size_t name, std::size_t size) {
    return guarded([&] {
        const std::string file(text.data(), name);
        now[0].emplace(std::string(text.data() + name, size), file, [](const std::string& included) {
            const auto found = files.find(included);
            return found != files.end() ? std::optional(found->second) : std::nullopt;
        });
    });
}
EXPORT(derive) int function_derive(bool gradient, bool cells) {
    return guarded([&] {
        std::optional<Function>& made = form(gradient, cells);
        if (!made && cells) made = gradient ? plain().with_gradient().with_cells() : plain().with_cells();
        if (!made) made = plain().with_gradient();
    });
}
EXPORT(dimensions) int function_dimensions() { return plain().dim(); }
EXPORT(channels) int function_channels() { return plain().channels(); }

// ---- Parameters

static const Parameter& at(std::size_t i) { return plain().parameters()[i]; }
EXPORT(parameters) std::size_t function_parameters() { return plain().parameters().size(); }
EXPORT(name) int function_name(std::size_t i) { return give(at(i).name); }
EXPORT(about) int function_about(std::size_t i) { return give(at(i).about); }
EXPORT(kind) int function_kind(std::size_t i) { return at(i).kind; }
EXPORT(components) int function_components(std::size_t i) { return at(i).size; }
EXPORT(standard) double function_standard(std::size_t i, std::size_t c) { return at(i).standard[c]; }
EXPORT(value) double function_value(std::size_t i, std::size_t c) { return at(i).value[c]; }
EXPORT(has_range) bool function_has_range(std::size_t i) { return at(i).least && at(i).most; }
EXPORT(least) double function_least(std::size_t i) { return *at(i).least; }
EXPORT(greatest) double function_greatest(std::size_t i) { return *at(i).most; }

// The proved range of a channel, as the first two numbers; false if there is none.
static std::array<double, 4> numbers;
EXPORT(numbers) double* function_numbers() { return numbers.data(); }
EXPORT(proved_range) bool function_proved_range(int channel) {
    const auto range = plain().proved_range(channel);
    if (range) std::copy(range->begin(), range->end(), numbers.begin());
    return range.has_value();
}

// Between begin() and commit(), sets the parameter named in `text` to the first `count` numbers.
EXPORT(begin) void function_begin() { next = now; }
EXPORT(set) int function_set(std::size_t name, std::size_t count) {
    return guarded([&] {
        for (std::optional<Function>& one : next)
            if (one) one->set(std::string(text.data(), name), {numbers.data(), count});
    });
}
EXPORT(commit) void function_commit() { now = next; }

// ---- Values: at most kMost points, in lists kMost apart

static constexpr std::size_t kMost = 1 << 14;
static std::unique_ptr<float[]> results, places;
static std::unique_ptr<double[]> given_cells;
static std::vector<std::int32_t> wrapped;

EXPORT(most) std::size_t function_most() { return kMost; }
EXPORT(values) float* function_values() {
    if (!results) results.reset(new float[5 * kMost]);
    return results.get();
}
EXPORT(coordinates) float* function_coordinates() {
    if (!places) places.reset(new float[4 * kMost]);
    return places.get();
}
// Whole numbers within 2^53; the coordinates are then fractions.
EXPORT(cells) double* function_cells() {
    if (!given_cells) given_cells.reset(new double[4 * kMost]);
    return given_cells.get();
}
EXPORT(points) void function_points(int count, bool gradient, bool cells) {
    const Function& all = *form(gradient, cells);
    const std::array<std::uint32_t, 4> period = all.period().value_or(std::array<std::uint32_t, 4>{});
    Points points{.count = count};
    CellPoints far{.count = count};
    if (cells) wrapped.resize(4 * kMost);
    for (std::size_t c = 0; c < std::size_t(all.dim()); ++c) {
        const std::size_t from = c * kMost;
        points.coordinates[c] = far.fractions[c] = function_coordinates() + from;
        if (!cells) continue;
        for (std::size_t i = 0; i < std::size_t(count); ++i)
            wrapped[from + i] = wrapped_cell(std::int64_t(function_cells()[from + i]), period[c]);
        far.cells[c] = &wrapped[from];
    }
    std::array<float*, 5> to;
    for (std::size_t c = 0; c < to.size(); ++c)
        to[c] = function_values() + c * kMost;
    const std::span<float* const> channels(to.data(), std::size_t(all.channels()));
    if (cells)
        all.evaluate(far, channels);
    else
        all.evaluate(points, channels);
}
