#include "mesh/slopes.hpp"

#include "isonoise/batch.hpp"

namespace isonoise {

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

}  // namespace isonoise
