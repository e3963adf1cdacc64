// Shared by the tests of grids and of lists of points.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/fast/instructions.hpp"
#include "points.hpp"

using namespace isonoise;

inline constexpr float kUntouched = 12345.0f;

inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

inline bool has_slopes(const Settings& s) { return has_gradient(s) || has_slope(s); }

inline float alone(const Noise& noise, glm::ivec4 cell, glm::vec4 fraction, glm::vec4* gradient) {
    if (gradient == nullptr) return noise(cell, fraction);
    return noise.settings().fractal == Fractal::eroded ? noise.slope(cell, fraction, *gradient)
                                                       : noise.gradient(cell, fraction, *gradient);
}
inline float alone(const Noise& noise, glm::vec4 p, glm::vec4* gradient) {
    if (gradient == nullptr) return noise(p);
    return noise.settings().fractal == Fractal::eroded ? noise.slope(p, *gradient) : noise.gradient(p, *gradient);
}

// A grid in memory with padding around every row, to catch stray writes.
class Field {
  public:
    Field(const GridAxes& grid, bool scattered) {
        std::ptrdiff_t stride = scattered ? 2 : 1;
        for (std::size_t c = 0; c < 4; ++c) {
            counts_[c] = grid[c].count;
            strides_[c] = stride;
            stride *= grid[c].count;
            stride += scattered ? 7 : 19;
        }
        data_.assign(static_cast<std::size_t>(stride), kUntouched);
    }
    Channel channel() { return {data_.data(), strides_}; }
    float& at(std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) {
        return data_[static_cast<std::size_t>(i * strides_[0] + j * strides_[1] + k * strides_[2] + l * strides_[3])];
    }
    // Number of floats written.
    std::int64_t written() const {
        return std::count_if(data_.begin(), data_.end(), [](float x) { return x != kUntouched; });
    }

  private:
    std::array<std::int64_t, 4> counts_{};
    std::array<std::ptrdiff_t, 4> strides_{};
    std::vector<float> data_;
};

inline std::int64_t points_of(const GridAxes& grid) {
    return grid.x.count * grid.y.count * grid.z.count * grid.w.count;
}

// Compares a grid, with or without gradients, with its points evaluated alone.
inline void expect_alone(const Noise& noise, const GridAxes& grid, const BatchOptions& options, bool gradients,
                         bool scattered) {
    Field value(grid, scattered);
    std::vector<Field> slopes(4, Field(grid, scattered));
    Channels to;
    to.value = value.channel();
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    for (std::size_t c = 0; c < dim && gradients; ++c)
        to.gradient[c] = slopes[c].channel();
    ASSERT_TRUE(evaluate(noise, grid, to, options));
    std::int64_t different = 0;
    for (std::int64_t l = 0; l < grid[3].count; ++l) {
        for (std::int64_t k = 0; k < grid[2].count; ++k) {
            for (std::int64_t j = 0; j < grid[1].count; ++j) {
                for (std::int64_t i = 0; i < grid[0].count; ++i) {
                    const std::int64_t index[] = {i, j, k, l};
                    glm::ivec4 cell(0);
                    glm::vec4 fraction(0.0f), gradient(0.0f);
                    for (std::size_t c = 0; c < dim; ++c) {
                        const auto axis = static_cast<int>(c);
                        const AxisPoint at = grid_point(noise, grid[c], axis, index[c]);
                        cell[axis] = at.cell;
                        fraction[axis] = at.fraction;
                    }
                    const float expected = alone(noise, cell, fraction, gradients ? &gradient : nullptr);
                    different += bits(expected) != bits(value.at(i, j, k, l));
                    for (std::size_t c = 0; c < dim && gradients; ++c)
                        different += bits(gradient[static_cast<int>(c)]) != bits(slopes[c].at(i, j, k, l));
                }
            }
        }
    }
    EXPECT_EQ(different, 0) << "of " << points_of(grid) << " points";
    EXPECT_LE(value.written(), points_of(grid)) << "something beside the grid was written";
}

inline GridAxes grid_of(int dim, std::array<std::int64_t, 4> counts, double offset, double step) {
    GridAxes grid;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
        grid[c] = {
            offset + 0.7 * static_cast<double>(c), step * (1.0 + 0.3 * static_cast<double>(c)), counts[c], 0, {}};
    return grid;
}

// Runs with each instruction set that both this CPU and this build support; ISONOISE_TEST_INSTRUCTIONS are expected (by
// default 3).
template <class Test> void with_all_instructions(Test test) {
    const std::vector<std::string> sets = instruction_sets();
    for (std::size_t i = 0; i < sets.size(); ++i) {
        SCOPED_TRACE(sets[i]);
        use_instructions(i);
        EXPECT_EQ(batch_instructions(), sets[i]);
        test();
    }
    use_instructions({});
    EXPECT_EQ(batch_instructions(), sets[0]);
#if defined(__x86_64__) && defined(__GNUC__)
    const char* least = std::getenv("ISONOISE_TEST_INSTRUCTIONS");
    EXPECT_GE(sets.size(), least ? std::stoull(least) : 3u) << "none, SSE4 and one more, or this test proves little";
#endif
}

inline std::string message(const std::function<void()>& call) {
    try {
        call();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing thrown";
}
