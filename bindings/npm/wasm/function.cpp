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
struct Pair {
    std::optional<Function> plain, derived;  // derived: with its gradient, once needed
};
static Pair now, next;  // next: as parameters are being set

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
        now.plain.emplace(std::string(text.data() + name, size), file, [](const std::string& included) {
            const auto found = files.find(included);
            return found != files.end() ? std::optional(found->second) : std::nullopt;
        });
    });
}
EXPORT(derive) int function_derive() {
    return guarded([] {
        if (!now.derived) now.derived = now.plain->with_gradient();
    });
}
EXPORT(dimensions) int function_dimensions() { return now.plain->dim(); }
EXPORT(channels) int function_channels() { return now.plain->channels(); }

// ---- Parameters

static const Parameter& at(std::size_t i) { return now.plain->parameters()[i]; }
EXPORT(parameters) std::size_t function_parameters() { return now.plain->parameters().size(); }
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
    const auto range = now.plain->proved_range(channel);
    if (range) std::copy(range->begin(), range->end(), numbers.begin());
    return range.has_value();
}

// Between begin() and commit(), sets the parameter named in `text` to the first `count` numbers.
EXPORT(begin) void function_begin() { next = now; }
EXPORT(set) int function_set(std::size_t name, std::size_t count) {
    return guarded([&] {
        for (std::optional<Function>* one : {&next.plain, &next.derived})
            if (*one) (*one)->set(std::string(text.data(), name), {numbers.data(), count});
    });
}
EXPORT(commit) void function_commit() { now = next; }

// ---- Values: at most kMost points, in lists kMost apart

static constexpr std::size_t kMost = 1 << 14;
static std::unique_ptr<float[]> results, places;

EXPORT(most) std::size_t function_most() { return kMost; }
EXPORT(values) float* function_values() {
    if (!results) results.reset(new float[5 * kMost]);
    return results.get();
}
EXPORT(coordinates) float* function_coordinates() {
    if (!places) places.reset(new float[4 * kMost]);
    return places.get();
}
EXPORT(points) void function_points(int count, bool gradient) {
    const Function& all = gradient ? *now.derived : *now.plain;
    Points points{.count = count};
    for (std::size_t c = 0; c < std::size_t(all.dim()); ++c)
        points.coordinates[c] = function_coordinates() + c * kMost;
    std::array<float*, 5> to;
    for (std::size_t c = 0; c < to.size(); ++c)
        to[c] = function_values() + c * kMost;
    all.evaluate(points, {to.data(), std::size_t(all.channels())});
}
