#include "cli/grids.hpp"

#include <charconv>

#include "bake/bake.hpp"
#include "cli/options.hpp"
#include "words.hpp"

namespace isonoise {

std::vector<std::int64_t> parse_counts(const char* name, const std::string& text, int dim) {
    std::vector<std::int64_t> counts;
    bool good = true;
    for (const char *at = text.data(), *end = at + text.size(); good;) {
        const auto [stop, error] = std::from_chars(at, end, counts.emplace_back());
        good = error == std::errc() && counts.back() >= 1 && counts.back() <= kMostOfAnAxis;
        if (stop == end) break;
        good = good && (*stop == 'x' || *stop == 'X');
        at = stop + 1;
    }
    if (!good || counts.size() != static_cast<std::size_t>(dim)) {
        static constexpr const char* examples[] = {"512", "512x512", "64x64x64", "32x32x32x32"};
        fail("{}: expected {}, one per axis, each from 1 to {}, such as {}, got {}", name, counted(dim, "count"),
             kMostOfAnAxis, examples[dim - 1], in_quotes(text));
    }
    return counts;
}

std::vector<double> parse_numbers(const char* name, const std::string& text, int dim) {
    std::vector<double> numbers;
    for (const std::string_view word : split_list(text))
        numbers.push_back(parse_finite(name, word));
    if (numbers.size() == 1) numbers.resize(static_cast<std::size_t>(dim), numbers[0]);
    if (numbers.size() != static_cast<std::size_t>(dim)) {
        fail("{}: expected one number for all axes, or {}, one per axis, separated by commas, got {}", name, dim,
             in_quotes(text));
    }
    return numbers;
}

GridAxes parse_axes(const GridOptions& options, const Settings& settings) {
    const int dim = settings.dim;
    const auto counts = parse_counts("size", options.size, dim);
    const auto offsets = parse_numbers("offset", options.offset.empty() ? "0" : options.offset, dim);
    const auto period = periods(settings);
    GridAxes axes;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
        axes[c].count = counts[c];
        axes[c].offset = offsets[c];
        if (period[c] != 0) {
            axes[c].per_period = counts[c];
        } else {
            axes[c].step = 1.0 / 64 / static_cast<double>(settings.frequency);
        }
    }
    if (options.step.empty()) return axes;
    const auto steps = parse_numbers("step", options.step, dim);
    for (std::size_t c = 0; c < steps.size(); ++c) {
        if (steps[c] == 0) fail("step: expected a number other than 0, got {}", in_quotes(options.step));
        axes[c].step = steps[c];
        axes[c].per_period = 0;
    }
    return axes;
}

}  // namespace isonoise
