// The C interface with arbitrary texts, counts, strides and null pointers: it returns a status and a message, and
// computes the right noise. Compiled into this program from the shared library's source.
#include <cmath>
#include <limits>

#include "fuzz.hpp"
#include "isonoise/isonoise.h"
#include "isonoise/text.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

void check_status(isonoise_status status) {
    expect(status == ISONOISE_OK || status == ISONOISE_INVALID, "status {}: {}", static_cast<int>(status),
           isonoise_message());
    if (status != ISONOISE_OK) fuzz::expect_message(isonoise_message());
}

// Settings as text: alternating names and values, one per line.
std::vector<std::string> texts_of(fuzz::Input& input) {
    std::vector<std::string> texts;
    for (std::size_t left = input.below(12); left > 0 && !input.empty(); --left)
        texts.emplace_back(input.line());
    return texts;
}

void check_texts(const isonoise_noise* noise, fuzz::Input& input) {
    const std::string asked(input.line());
    char text[40];
    std::fill(std::begin(text), std::end(text), 'x');
    const std::size_t room = input.below(sizeof text);
    const std::size_t length = isonoise_get(noise, asked.c_str(), text, room);
    expect(room == 0 || std::find(text, text + room, '\0') != text + room, "no end of {}", asked);
    expect(text[room] == 'x', "{}: more than {} bytes", asked, room);
    expect((length > 0) == (isonoise_about(asked.c_str()) != nullptr), "{}: length {}", asked, length);
    expect(isonoise_get(nullptr, asked.c_str(), text, sizeof text) == 0, "a setting of no noise");
}

// Numbers in memory, with their end guarded by the sanitizer.
struct Numbers {
    std::vector<double> doubles;
    std::vector<float> floats;
    std::vector<std::int64_t> cells;
};

void check_arrays(const isonoise_noise* noise, fuzz::Input& input) {
    constexpr std::size_t most = 64;
    const int dim = isonoise_dim(noise);
    // A shape of a few points; occasionally an invalid one.
    std::vector<std::int64_t> shape(input.below(4));
    std::int64_t count = 1;
    bool sane = true;
    for (std::int64_t& size : shape) {
        size = static_cast<std::int64_t>(input.below(5));
        if (input.below(32) == 0) size = input.take<std::int64_t>();
        sane = sane && size >= 0 && size < 5;
        if (sane) count *= size;
    }
    if (!sane && count != 0) {
        // The request must be rejected, or memory would be needed for it: such shapes are never passed with pointers.
        isonoise_arrays arrays{static_cast<int>(shape.size()), shape.data(), {}, {}};
        const isonoise_results results{};
        expect(isonoise_evaluate(noise, &arrays, &results, nullptr) != ISONOISE_OK, "computed nothing into nowhere");
        check_status(isonoise_evaluate(noise, &arrays, &results, nullptr));
        return;
    }
    if (!sane || count > static_cast<std::int64_t>(most)) return;
    Numbers numbers;
    const auto size = static_cast<std::size_t>(count);
    isonoise_arrays arrays{static_cast<int>(shape.size()), shape.data(), {}, {}};
    const auto types = input.take<std::uint8_t>(), with = input.take<std::uint8_t>();
    numbers.doubles.resize(4 * size);
    numbers.floats.resize(4 * size);
    numbers.cells.resize(4 * size);
    for (std::size_t i = 0; i < 4 * size; ++i) {
        numbers.doubles[i] = fuzz::wide_coordinate(input);
        numbers.floats[i] = fuzz::coordinate(input);
        numbers.cells[i] = input.take<std::int64_t>();
    }
    const std::vector<std::ptrdiff_t> still(shape.size(), 0);
    for (std::size_t c = 0; c < 4; ++c) {
        const bool single = types >> c & 1;
        isonoise_input& to = arrays.coordinates[c];
        to.type = single ? ISONOISE_FLOAT32 : ISONOISE_FLOAT64;
        to.data =
            single ? static_cast<const void*>(numbers.floats.data() + c * size) : numbers.doubles.data() + c * size;
        if (types >> (c + 4) & 1) to.strides = still.data();  // one number for all points
        if (with & 1) arrays.cells[c] = {numbers.cells.data() + c * size, nullptr, ISONOISE_INT64};
    }
    if (with & 2) arrays.coordinates[0].type = static_cast<int>(with >> 4);
    if (with & 4) arrays.cells[1].data = nullptr;
    std::vector<float> values(size, 7.0f), slopes(4 * size, 7.0f);
    isonoise_results results{};
    results.value.data = values.data();
    if (with & 8) {
        for (std::size_t c = 0; c < 4; ++c)
            results.gradient[c].data = slopes.data() + c * size;
    }
    const isonoise_status status = isonoise_evaluate(noise, &arrays, &results, nullptr);
    check_status(status);
    for (const float value : values)
        expect(value == 7.0f ? status != ISONOISE_OK : std::fabs(value) < 2.0f, "dim {}: value {}", dim, value);
}

void check_grid(const isonoise_noise* noise, fuzz::Input& input) {
    isonoise_axis axes[4] = {};
    const int dim = isonoise_dim(noise);
    std::int64_t count = 1;
    bool small = true;
    for (int c = 0; c < dim; ++c) {
        isonoise_axis& axis = axes[c];
        axis = {1 + static_cast<std::int64_t>(input.below(4)),
                fuzz::wide_coordinate(input),
                fuzz::wide_coordinate(input),
                input.take<std::int32_t>(),
                input.take<std::int64_t>(),
                input.number<std::uint8_t>() / 255.0,
                0};
        const auto odd = input.below(64);
        if (odd == 0) axis.count = input.take<std::int64_t>();
        if (odd == 1) axis.first = input.take<std::int64_t>();
        if (odd == 2) axis.fraction = input.take<double>();
        if (odd == 3) axis.per_period = input.take<std::int64_t>();
        small = small && axis.count < 5;
        if (axis.count >= 1 && axis.count < 5) count *= axis.count;
    }
    std::vector<float> values(static_cast<std::size_t>(count), 7.0f);
    isonoise_results results{};
    if (small) results.value.data = values.data();  // otherwise rejected: no result is requested
    const isonoise_status status = isonoise_grid(noise, axes, &results, nullptr);
    check_status(status);
    expect(small || status != ISONOISE_OK, "computed nothing into nowhere");
    for (const float value : values)
        expect(status == ISONOISE_OK ? std::fabs(value) < 2.0f : value == 7.0f, "dim {}: value {}", dim, value);
}

// The text of a function.
void check_function(const std::string& text) {
    isonoise_function* function = nullptr;
    const isonoise_status status = isonoise_function_create(text.c_str(), "f.glsl", nullptr, nullptr, &function);
    expect((status == ISONOISE_OK) == (function != nullptr), "status {}", static_cast<int>(status));
    if (function == nullptr) return;
    const int dim = isonoise_function_dim(function), channels = isonoise_function_channels(function);
    isonoise_parameter parameter;
    for (std::size_t i = 0; isonoise_function_parameter(function, i, &parameter) != 0; ++i)
        isonoise_function_set(function, parameter.name, parameter.value, static_cast<std::size_t>(parameter.size));
    const float point[4] = {0.5f, -1.25f, 3.0f, 0.1f};
    float values[4] = {};
    isonoise_arrays points{};
    isonoise_output results[4]{};
    for (int c = 0; c < dim; ++c)
        points.coordinates[c] = {&point[c], nullptr, ISONOISE_FLOAT32};
    for (int c = 0; c < channels; ++c)
        results[c].data = &values[c];
    check_status(isonoise_function_evaluate(function, &points, results, nullptr));
    for (int c = 0; c < channels; ++c) {
        double range[2];
        check_status(isonoise_function_proved_range(function, c, range));
        const double value = static_cast<double>(values[c]);
        expect(std::isinf(range[0]) || (range[0] <= value && value <= range[1]), "{} is not in {} to {}", value,
               range[0], range[1]);
    }
    isonoise_function_destroy(function);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const std::size_t what = input.below(5);
    if (what == 4) {
        check_function(std::string(input.rest()));
        return 0;
    }
    const std::vector<std::string> texts = texts_of(input);
    std::vector<const char*> pairs;
    for (const std::string& text : texts)
        pairs.push_back(text.c_str());
    pairs.push_back(nullptr);
    if (pairs.size() % 2 == 0) pairs.push_back(nullptr);
    isonoise_noise* noise = nullptr;
    const isonoise_status status = isonoise_create(pairs.data(), &noise);
    check_status(status);
    expect((status == ISONOISE_OK) == (noise != nullptr), "status {} without a noise", static_cast<int>(status));
    if (noise == nullptr) return 0;
    if (what == 0) check_texts(noise, input);
    if (what == 1) check_arrays(noise, input);
    if (what >= 2) check_grid(noise, input);
    isonoise_destroy(noise);
    return 0;
}
