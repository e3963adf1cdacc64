// The functions of isonoise.h for functions of the user. Nothing may throw out of an exported function.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isonoise/c_arrays.hpp"
#include "isonoise/fast/parallel.hpp"
#include "isonoise/function/function.hpp"

struct isonoise_function {
    isonoise::Function function;
};

namespace isonoise {
namespace {

// Points per chunk: enough that what a chunk prepares takes no time.
constexpr std::int64_t kChunk = 1 << 13;

const Function& function_of(const isonoise_function* function) {
    if (function == nullptr) refuse("function: expected one from isonoise_function_create, got NULL");
    return function->function;
}

// A checked request.
class Request {
  public:
    Request(const Function& function, const isonoise_arrays& points, const isonoise_output* results)
        : function_(function) {
        const std::span<const std::int64_t> shape(points.shape, static_cast<std::size_t>(points.rank));
        count_ = count_of(shape);
        for (int c = 0; c < function.dim(); ++c) {
            coordinates_.emplace_back(points.coordinates[c], shape);
            if (function.has_cells()) cells_.emplace_back(points.cells[c], shape);
        }
        for (int c = 0; c < function.channels(); ++c)
            outputs_.emplace_back(results[c], shape);
    }

    bool run(const BatchOptions& options) const { return count_ == 0 || run_in_parallel(*this, options); }

    std::int64_t pieces() const { return (count_ + kChunk - 1) / kChunk; }
    std::vector<float> scratch() const {
        return std::vector<float>(static_cast<std::size_t>(std::min(count_, kChunk)) *
                                  (coordinates_.size() + outputs_.size()));
    }
    void operator()(std::int64_t piece, std::vector<float>& scratch) const {
        const std::int64_t first = piece * kChunk, count = std::min(kChunk, count_ - first);
        Points points{.count = count};
        float* row = scratch.data();
        for (std::size_t c = 0; c < coordinates_.size(); ++c, row += count) {
            coordinates_[c].read(first, count, row);
            points.coordinates[c] = row;
        }
        std::array<float*, 5> results{};
        for (std::size_t c = 0; c < outputs_.size(); ++c, row += count)
            results[c] = row;
        const std::span<float* const> all(results.data(), outputs_.size());
        if (cells_.empty())
            function_.evaluate(points, all);
        else
            evaluate_cells(first, points, all);
        for (std::size_t c = 0; c < outputs_.size(); ++c)
            outputs_[c].write(first, count, results[c]);
    }

  private:
    void evaluate_cells(std::int64_t first, const Points& fractions, std::span<float* const> results) const {
        const std::array<std::uint32_t, 4> period = function_.period().value_or(std::array<std::uint32_t, 4>{});
        const auto count = static_cast<std::size_t>(fractions.count);
        std::vector<std::int32_t> cells(cells_.size() * count);
        std::vector<float> inside(cells.size());
        CellPoints points{.count = fractions.count};
        for (std::size_t c = 0; c < cells_.size(); ++c) {
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t to = c * count + i;
                cells[to] = wrapped_cell(cells_[c].at<std::int64_t>(first + static_cast<std::int64_t>(i)), period[c]);
                const float fraction = fractions.coordinates[c][i];
                inside[to] = fraction >= 0.0f && fraction <= 1.0f ? fraction : 0.0f;
            }
            points.cells[c] = &cells[c * count];
            points.fractions[c] = &inside[c * count];
        }
        function_.evaluate(points, results);
    }

    const Function& function_;
    std::int64_t count_;
    std::vector<InputArray> coordinates_, cells_;
    std::vector<OutputArray> outputs_;
};

isonoise_kind kind_of(Parameter::Kind kind) {
    switch (kind) {
    case Parameter::real: return ISONOISE_REAL;
    case Parameter::integer: return ISONOISE_INTEGER;
    case Parameter::natural: return ISONOISE_NATURAL;
    default: return ISONOISE_BOOLEAN;
    }
}

}  // namespace
}  // namespace isonoise

using namespace isonoise;

isonoise_status isonoise_function_create(const char* text, const char* name, isonoise_include include, void* data,
                                         isonoise_function** function) {
    if (function != nullptr) *function = nullptr;
    return guarded([&] {
        if (function == nullptr) refuse("function: expected where to put it, got NULL");
        if (text == nullptr) refuse("text: expected that of a function, got NULL");
        const auto included = [&](const std::string& file) -> std::optional<std::string> {
            const char* const found = include != nullptr ? include(file.c_str(), data) : nullptr;
            return found != nullptr ? std::optional<std::string>(found) : std::nullopt;
        };
        *function = new isonoise_function{Function(text, name != nullptr ? name : "function", included)};
        return true;
    });
}

isonoise_status isonoise_function_with_gradient(const isonoise_function* function, isonoise_function** derived) {
    if (derived != nullptr) *derived = nullptr;
    return guarded([&] {
        if (derived == nullptr) refuse("derived: expected where to put it, got NULL");
        *derived = new isonoise_function{function_of(function).with_gradient()};
        return true;
    });
}

void isonoise_function_destroy(isonoise_function* function) { delete function; }

int isonoise_function_dim(const isonoise_function* function) {
    return function == nullptr ? 0 : function->function.dim();
}

int isonoise_function_channels(const isonoise_function* function) {
    return function == nullptr ? 0 : function->function.channels();
}

int isonoise_function_parameter(const isonoise_function* function, size_t index, isonoise_parameter* parameter) {
    if (function == nullptr || parameter == nullptr || index >= function->function.parameters().size()) return 0;
    const Parameter& p = function->function.parameters()[index];
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    *parameter = {p.name.c_str(),         p.about.c_str(),      kind_of(p.kind), p.size, {},
                  p.least.value_or(none), p.most.value_or(none)};
    std::copy(p.value.begin(), p.value.end(), parameter->value);
    return 1;
}

isonoise_status isonoise_function_set(isonoise_function* function, const char* parameter, const double* values,
                                      size_t count) {
    return guarded([&] {
        function_of(function);
        if (parameter == nullptr) refuse("parameter: expected a name, got NULL");
        if (values == nullptr && count > 0) refuse(std::string(parameter) + ": expected numbers, got NULL");
        function->function.set(parameter, {values, count});
        return true;
    });
}

isonoise_status isonoise_function_proved_range(const isonoise_function* function, int channel, double range[2]) {
    return guarded([&] {
        const Function& f = function_of(function);
        if (range == nullptr) refuse("range: expected where to put it, got NULL");
        if (channel < 0 || channel >= f.channels())
            refuse("channel: expected 0 to " + std::to_string(f.channels() - 1) + ", got " + std::to_string(channel));
        constexpr double none = std::numeric_limits<double>::infinity();
        std::ranges::copy(f.proved_range(channel).value_or(std::array{-none, none}), range);
        return true;
    });
}

isonoise_status isonoise_function_evaluate(const isonoise_function* function, const isonoise_arrays* points,
                                           const isonoise_output* results, const isonoise_options* options) {
    return guarded([&] {
        check_points(points, function_of(function).dim());
        std::optional<Function> far;
        if (has_cells(*points)) far = function->function.with_cells();
        const Function& f = far ? *far : function->function;
        if (results == nullptr) refuse("results: expected one for each channel, got NULL");
        const std::span<const std::int64_t> shape(points->shape, static_cast<std::size_t>(points->rank));
        std::vector<Named> named;
        for (int c = 0; c < f.channels(); ++c) {
            named.push_back({results[c], "channel " + std::to_string(c)});
            if (results[c].data == nullptr && std::find(shape.begin(), shape.end(), 0) == shape.end())
                refuse(named.back().name + ": expected where to put it, got NULL");
            check_output(results[c], shape, named.back().name);
        }
        check_memory(named, shape, inputs_of(*points, f.dim()));
        return Request(f, *points, results).run(options_of(options));
    });
}
