#include "scene/function_values.hpp"

#include <algorithm>
#include <cmath>

#include "isonoise/function/function.hpp"

namespace isonoise {

void function_values(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values) {
    const PictureCoordinates at = picture_coordinates(preset, part, phase);
    const std::size_t columns = at[0].size(), pixels = columns * at[1].size();
    const auto dim = static_cast<std::size_t>(preset.settings.dim);
    std::array<std::vector<float>, 4> coordinates;
    Points points{.count = static_cast<std::int64_t>(pixels)};
    for (std::size_t c = 0; c < dim; ++c) {
        coordinates[c].resize(pixels);
        for (std::size_t i = 0; i < pixels; ++i)
            coordinates[c][i] = at[c][c == 0 ? i % columns : c == 1 ? i / columns : 0];
        points.coordinates[c] = coordinates[c].data();
    }
    if (!is_in_colour(preset)) {
        float* const to[] = {values.data()};
        preset.function->evaluate(points, to, {.threads = 0});
        return;
    }
    std::array<std::vector<float>, 3> channels;
    std::array<float*, 3> to{};
    for (std::size_t c = 0; c < 3; ++c) {
        channels[c].resize(pixels);
        to[c] = channels[c].data();
    }
    preset.function->evaluate(points, to, {.threads = 0});
    for (std::size_t i = 0; i < pixels; ++i) {
        for (std::size_t c = 0; c < 3; ++c)
            values[4 * i + c] = std::isnan(channels[c][i]) ? 0.0f : channels[c][i];
        values[4 * i + 3] = 1.0f;
    }
}

void MeasuredRange::add(std::span<const float> values) {
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        least_ = std::min(least_, static_cast<double>(value));
        most_ = std::max(most_, static_cast<double>(value));
    }
}

std::array<double, 2> MeasuredRange::range() const {
    if (least_ < most_) return {least_, most_};
    const double middle = std::isfinite(least_) ? least_ : 0.0, around = 1e-3 * std::max(1.0, std::fabs(middle));
    return {middle - around, middle + around};
}

std::array<double, 2> function_range(const Preset& preset, int width, int height) {
    const double apart = std::max(1.0, std::max(width, height) / 512.0);  // pixels
    const auto side = [&](int pixels) { return std::max(1, static_cast<int>(pixels / apart)); };
    const Region picture = Region::whole(side(width), side(height));
    std::vector<float> values(static_cast<std::size_t>(picture.columns) * static_cast<std::size_t>(picture.rows));
    function_values(preset, picture, {}, values);
    MeasuredRange measured;
    measured.add(values);
    return measured.range();
}

}  // namespace isonoise
