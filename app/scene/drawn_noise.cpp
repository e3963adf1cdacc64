#include "scene/drawn_noise.hpp"

#include <cmath>

#include "isonoise/function/function.hpp"
#include "scene/function_reach.hpp"

namespace isonoise {

DrawnNoise::DrawnNoise(const Preset& preset, const Settings& drawn) : function_(function_for(preset)), noise_(drawn) {}

// Converts a place in cells to units of coordinate. The frequency is a power of 2: only the fraction may be rounded.
static AxisPoint in_units(std::int32_t cell, float fraction, float frequency) {
    if (frequency >= 1) {
        const auto per_unit = static_cast<std::int32_t>(frequency), rest = cell & (per_unit - 1);
        return {(cell - rest) / per_unit, (static_cast<float>(rest) + fraction) / frequency};
    }
    const float units = fraction / frequency, whole = std::floor(units);
    const auto per_cell = static_cast<std::uint32_t>(1 / frequency);
    return {static_cast<std::int32_t>(static_cast<std::uint32_t>(cell) * per_cell + static_cast<std::uint32_t>(whole)),
            units - whole};
}

float DrawnNoise::operator()(const Place& point) const {
    if (!function_) return noise_(point.cell, point.fraction);
    const float frequency = noise_.settings().frequency;
    std::array<float, 4> at{}, channels{};
    std::array<AxisPoint, 4> places{};
    std::array<float*, 4> to{};
    CellPoints cells{.count = 1};
    for (std::size_t c = 0; c < 4; ++c) {
        const auto axis = static_cast<int>(c);
        const std::int32_t cell = point.cell[axis];
        const float fraction = point.fraction[axis];
        at[c] = static_cast<float>((static_cast<double>(cell) + static_cast<double>(fraction)) / frequency);
        places[c] = in_units(cell, fraction, frequency);
        cells.cells[c] = &places[c].cell;
        cells.fractions[c] = &places[c].fraction;
        to[c] = &channels[c];
    }
    const auto dim = static_cast<std::size_t>(function_->dim()),
               count = static_cast<std::size_t>(function_->channels());
    if (function_->has_cells())
        function_->evaluate(cells, {to.data(), count});
    else
        function_->at({at.data(), dim}, {channels.data(), count});
    return std::isfinite(channels[0]) ? channels[0] : 0.0f;
}

void DrawnNoise::gradient(const Place& point, glm::vec4& gradient) const {
    noise_.gradient(point.cell, point.fraction, gradient);
}

}  // namespace isonoise
