#include "mesh/slopes.hpp"

#include <algorithm>
#include <cmath>

#include "isonoise/batch.hpp"
#include "isonoise/function/function.hpp"

namespace isonoise {

void make_finite(std::span<float> values) {
    for (float& value : values)
        value = std::isfinite(value) ? value : 0.0f;
}

void Slopes::begin(std::size_t count, const Noise& noise, const GridAxes& axes, bool is_near) {
    values.resize(count);
    for (auto& list : coordinates)
        list.resize(count);
    for (auto& list : slopes)
        list.resize(count);
    if (!is_near) return;
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    for (std::size_t c = 0; c < dim; ++c)
        floats_[c].assign(count, static_cast<float>(axes[c].offset));
}

void Slopes::compute(std::size_t count, const Noise& noise, const GridAxes& axes, bool is_near, double reach) {
    if (count == 0) return;
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    const std::size_t own = std::min<std::size_t>(dim, 3);
    const auto period = periods(noise.settings());
    const auto frequency = static_cast<double>(noise.settings().frequency);
    const auto cells_at = [&](const std::array<double, 3>& p, glm::ivec4& cell, glm::vec4& fraction) {
        cell = glm::ivec4(0);
        fraction = glm::vec4(0.0f);
        for (std::size_t c = 0; c < dim; ++c) {
            const double at = c < 3 ? p[c] : axes[c].offset;
            const AxisPoint point = axis_point(at * frequency, axes[c].along, period[c]);
            cell[static_cast<int>(c)] = point.cell;
            fraction[static_cast<int>(c)] = point.fraction;
        }
    };
    glm::ivec4 cell;
    glm::vec4 fraction, gradient;
    if (!has_gradient(noise.settings())) {
        const auto value = [&](const std::array<double, 3>& p) {
            cells_at(p, cell, fraction);
            return noise(cell, fraction);
        };
        for (std::size_t n = 0; n < count; ++n) {
            const std::array<double, 3> p = {coordinates[0][n], coordinates[1][n], coordinates[2][n]};
            values[n] = value(p);
            for (std::size_t c = 0; c < 3; ++c) {
                std::array<double, 3> low = p, high = p;
                low[c] -= reach / 2;
                high[c] += reach / 2;
                const double rise = static_cast<double>(value(high)) - static_cast<double>(value(low));
                slopes[c][n] = c < own ? static_cast<float>(rise / reach) : 0.0f;
            }
        }
    } else if (is_near) {
        Points points;
        points.count = static_cast<std::int64_t>(count);
        Channels to;
        to.value.data = values.data();
        for (std::size_t c = 0; c < dim; ++c) {
            if (c < 3) {
                for (std::size_t n = 0; n < count; ++n)
                    floats_[c][n] = static_cast<float>(coordinates[c][n]);
                to.gradient[c].data = slopes[c].data();
            }
            points.coordinates[c] = floats_[c].data();
        }
        evaluate(noise, points, to);
    } else {
        for (std::size_t n = 0; n < count; ++n) {
            cells_at({coordinates[0][n], coordinates[1][n], coordinates[2][n]}, cell, fraction);
            values[n] = noise.gradient(cell, fraction, gradient);
            for (std::size_t c = 0; c < 3; ++c)
                slopes[c][n] = gradient[static_cast<int>(c)];
        }
    }
}

// On an axis with a period the coordinates are those of the first one, as in grids.
void Slopes::set_floats(std::size_t count, const Function& function, const GridAxes& axes) {
    const auto period = function.period().value_or(std::array<std::uint32_t, 4>{});
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
        floats_[c].resize(count);
        for (std::size_t n = 0; n < count; ++n) {
            double at = c < 3 ? coordinates[c][n] : axes[c].offset;
            if (axes[c].per_period != 0) {
                const AxisPoint point = axis_point(at, axes[c].along, period[c]);
                at = static_cast<double>(point.cell) + static_cast<double>(point.fraction);
            }
            floats_[c][n] = static_cast<float>(at);
        }
    }
}

void Slopes::compute(std::size_t count, const Function& function, const GridAxes& axes, double reach) {
    if (count == 0) return;
    const auto dim = static_cast<std::size_t>(function.dim()), own = std::min<std::size_t>(dim, 3);
    set_floats(count, function, axes);
    Points points;
    points.count = static_cast<std::int64_t>(count);
    for (std::size_t c = 0; c < dim; ++c)
        points.coordinates[c] = floats_[c].data();
    for (auto& list : more_)
        list.resize(count);
    float* const results[] = {values.data(), slopes[0].data(), slopes[1].data(), slopes[2].data(), more_[0].data()};
    for (std::size_t c = own; c < 3; ++c)
        std::fill(slopes[c].begin(), slopes[c].end(), 0.0f);
    if (function.has_gradient()) {
        function.evaluate(points, std::span(results, 1 + dim));
    } else {
        function.evaluate(points, std::span(results, 1));
        for (std::size_t c = 0; c < own; ++c) {
            const std::vector<float> middle = floats_[c];
            const auto beside = [&](double by, std::vector<float>& to) {
                for (std::size_t n = 0; n < count; ++n)
                    floats_[c][n] = static_cast<float>(static_cast<double>(middle[n]) + by);
                float* const result[] = {to.data()};
                function.evaluate(points, result);
            };
            beside(-reach / 2, more_[0]);
            beside(reach / 2, more_[1]);
            for (std::size_t n = 0; n < count; ++n)
                slopes[c][n] =
                    static_cast<float>((static_cast<double>(more_[1][n]) - static_cast<double>(more_[0][n])) / reach);
            std::copy(middle.begin(), middle.end(), floats_[c].begin());
        }
    }
    make_finite(values);
    for (auto& list : slopes)
        make_finite(list);
}

}  // namespace isonoise
