// Any settings at any points: values within the range, finite gradients, the same bits at a coordinate and at its cell
// and fraction, and in a batch and one by one.
#include <cmath>

#include <hwy/targets.h>

#include "fuzz.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/range.hpp"

using namespace isonoise;
using fuzz::bits;

namespace {

constexpr float kUntouched = 12345.0f;

struct Result {
    float value = 0.0f;
    glm::vec4 gradient{0.0f};
};

class Checker {
  public:
    explicit Checker(const Settings& settings)
        : noise_(settings), range_(value_range(settings)), slope_(settings.fractal == Fractal::eroded),
          gradient_(has_gradient(settings)), dim_(settings.dim) {}

    const Noise& noise() const { return noise_; }
    bool has_slopes() const { return slope_ || gradient_; }

    Result at(glm::ivec4 cell, glm::vec4 fraction) const {
        Result result{noise_(cell, fraction), {}};
        check(result.value);
        if (has_slopes()) {
            const float value = slope_ ? noise_.slope(cell, fraction, result.gradient)
                                       : noise_.gradient(cell, fraction, result.gradient);
            must(bits(value) == bits(result.value), "{} with a gradient, {} without", value, result.value);
            check(result.gradient);
        }
        return result;
    }
    Result at(glm::vec4 p) const {
        Result result{noise_(p), {}};
        check(result.value);
        if (has_slopes()) {
            const float value = slope_ ? noise_.slope(p, result.gradient) : noise_.gradient(p, result.gradient);
            must(bits(value) == bits(result.value), "{} with a gradient, {} without", value, result.value);
            check(result.gradient);
        }
        return result;
    }
    void same(const Result& a, const Result& b, const char* what) const {
        bool equal = bits(a.value) == bits(b.value);
        for (int c = 0; has_slopes() && c < dim_; ++c)
            equal = equal && bits(a.gradient[c]) == bits(b.gradient[c]);
        must(equal, "{}: {} and {}", what, a.value, b.value);
    }
    // Formats the settings only on failure: that takes longer than computing the noise.
    template <class... Args> void must(bool holds, fmt::format_string<Args...> format, Args&&... args) const {
        if (!holds)
            fuzz::broken(fuzz::in_words(noise_.settings()) + ": " + fmt::format(format, std::forward<Args>(args)...));
    }

  private:
    void check(float value) const {
        must(value >= static_cast<float>(range_[0]) && value <= static_cast<float>(range_[1]), "{} is outside {} to {}",
             value, range_[0], range_[1]);
    }
    void check(glm::vec4 gradient) const {
        for (int c = 0; c < dim_; ++c)
            must(std::isfinite(gradient[c]), "derivative {} is {}", c, gradient[c]);
    }

    Noise noise_;
    std::array<double, 2> range_;
    bool slope_, gradient_;
    int dim_;
};

// Results of a batch with gaps, which must stay untouched.
class Field {
  public:
    Field(std::size_t count, std::ptrdiff_t stride)
        : stride_(stride), floats_(5 * (count + 1) * static_cast<std::size_t>(stride), kUntouched) {}
    float* channel(std::size_t c) {
        return floats_.data() + static_cast<std::ptrdiff_t>(c * (floats_.size() / 5)) + stride_ / 2;
    }
    Result at(std::size_t i) {
        const auto j = static_cast<std::ptrdiff_t>(i) * stride_;
        return {channel(0)[j], {channel(1)[j], channel(2)[j], channel(3)[j], channel(4)[j]}};
    }
    std::size_t written() const {
        return static_cast<std::size_t>(
            std::count_if(floats_.begin(), floats_.end(), [](float x) { return x != kUntouched; }));
    }

  private:
    std::ptrdiff_t stride_;
    std::vector<float> floats_;
};

void check_points(const Checker& checker, fuzz::Input& input, const BatchOptions& options) {
    const auto dim = static_cast<std::size_t>(checker.noise().settings().dim);
    std::vector<glm::vec4> list(1 + input.below(40), glm::vec4(0.0f));
    for (glm::vec4& p : list) {
        for (int c = 0; c < static_cast<int>(dim); ++c)
            p[c] = fuzz::coordinate(input);
    }
    const std::ptrdiff_t stride = 1 + static_cast<std::ptrdiff_t>(input.below(3));
    Field field(list.size(), stride);
    Points points{.count = std::ssize(list)};
    Channels to;
    to.value = {field.channel(0), {stride}};
    for (std::size_t c = 0; c < dim; ++c) {
        points.coordinates[c] = &list[0][static_cast<int>(c)];
        points.strides[c] = 4;
        if (checker.has_slopes()) to.gradient[c] = {field.channel(c + 1), {stride}};
    }
    evaluate(checker.noise(), points, to, options);
    const std::size_t channels = checker.has_slopes() ? dim + 1 : 1;
    checker.must(field.written() <= channels * list.size(), "written beside the results");
    for (std::size_t i = 0; i < list.size(); ++i)
        checker.same(checker.at(list[i]), field.at(i), "a point alone and in a list");
    // A coordinate equals its cell and fraction after frequency.
    if (checker.noise().settings().frequency != 1.0f) return;
    for (const glm::vec4& p : list) {
        glm::ivec4 cell(0);
        glm::vec4 fraction(0.0f);
        bool fits = true;
        for (int c = 0; c < static_cast<int>(dim); ++c) {
            const bool zero = !(std::fabs(p[c]) >= 0x1p-40f && std::fabs(p[c]) < 0x1p31f);
            const float x = zero ? 0.0f : p[c];
            cell[c] = static_cast<int>(std::floor(x));
            fraction[c] = x - std::floor(x);
            // Where a float has too few fraction bits, only one of the two forms wraps the octaves' cells.
            fits = fits && std::fabs(x) < 1024.0f;
        }
        if (fits) checker.same(checker.at(p), checker.at(cell, fraction), "a coordinate and its cell");
    }
}

void check_grid(const Checker& checker, fuzz::Input& input, const BatchOptions& options) {
    const Noise& noise = checker.noise();
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    static constexpr std::size_t most[] = {37, 7, 4, 3};
    GridAxes grid;
    std::size_t count = 1;
    for (std::size_t c = 0; c < dim; ++c) {
        GridAxis& axis = grid[c];
        axis.offset = fuzz::wide_coordinate(input);
        axis.step = fuzz::wide_coordinate(input);
        axis.count = 1 + static_cast<std::int64_t>(input.below(most[c]));
        const auto more = input.take<std::uint8_t>();
        if (more & 1) axis.first = input.take<std::int32_t>();
        if (more & 2) axis.along = {input.take<std::int64_t>(), input.number<std::uint16_t>() / 65536.0};
        if (more & 4) axis.per_period = 1 + input.take<std::uint16_t>();
        count *= static_cast<std::size_t>(axis.count);
    }
    std::vector<float> dense(count, kUntouched);
    if (const std::string what = problem(noise, grid); !what.empty()) {
        fuzz::expect_message(what);
        try {
            evaluate(noise, grid, dense, options);
        } catch (const std::invalid_argument&) {
            return;
        }
        checker.must(false, "computed, although {}", what);
    }
    evaluate(noise, grid, dense, options);
    Field field(count, 1);
    Channels to;
    to.value = {field.channel(0), {}};
    for (std::size_t c = 0; c < dim && checker.has_slopes(); ++c)
        to.gradient[c] = {field.channel(c + 1), {}};
    evaluate(noise, grid, to, options);
    for (std::size_t i = 0; i < count; ++i) {
        glm::ivec4 cell(0);
        glm::vec4 fraction(0.0f);
        std::size_t left = i;
        for (std::size_t c = 0; c < dim; ++c) {
            const auto length = static_cast<std::size_t>(grid[c].count);
            const AxisPoint at =
                grid_point(noise, grid[c], static_cast<int>(c), static_cast<std::int64_t>(left % length));
            left /= length;
            cell[static_cast<int>(c)] = at.cell;
            fraction[static_cast<int>(c)] = at.fraction;
            checker.must(at.fraction >= 0.0f && at.fraction <= 1.0f, "fraction {}", at.fraction);
        }
        const Result alone = checker.at(cell, fraction);
        checker.same(alone, field.at(i), "a point of a grid alone and in it");
        checker.must(bits(alone.value) == bits(dense[i]), "{} in a grid of values, {} alone", dense[i], alone.value);
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const Settings settings = fuzz::settings_of(input);
    if (!problem(settings).empty()) return 0;
    const Checker checker(settings);
    // One of this processor's instruction sets.
    std::int64_t targets = hwy::SupportedTargets();
    for (std::size_t skip = input.below(8); skip > 0 && (targets & (targets - 1)) != 0; --skip)
        targets &= targets - 1;
    hwy::SetSupportedTargetsForTest(targets & -targets);
    const BatchOptions options{.threads = input.below(16) == 0 ? 2u : 1u};
    if (input.flag()) {
        check_grid(checker, input, options);
    } else {
        check_points(checker, input, options);
    }
    hwy::SetSupportedTargetsForTest(0);
    return 0;
}
