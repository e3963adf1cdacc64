#include "scene/drawn_noise.hpp"

#include <cmath>

#include "isonoise/function/function.hpp"

namespace isonoise {

float DrawnNoise::operator()(const Place& point) const {
    if (!function_) return noise_(point.cell, point.fraction);
    std::array<float, 4> at{}, channels{};
    for (int axis = 0; axis < 4; ++axis) {
        const double cells = static_cast<double>(point.cell[axis]) + static_cast<double>(point.fraction[axis]);
        at[static_cast<std::size_t>(axis)] = static_cast<float>(cells / noise_.settings().frequency);
    }
    function_->at({at.data(), static_cast<std::size_t>(function_->dim())},
                  {channels.data(), static_cast<std::size_t>(function_->channels())});
    return std::isfinite(channels[0]) ? channels[0] : 0.0f;
}

void DrawnNoise::gradient(const Place& point, glm::vec4& gradient) const {
    noise_.gradient(point.cell, point.fraction, gradient);
}

}  // namespace isonoise
