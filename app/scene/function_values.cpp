#include "scene/function_values.hpp"

#include <algorithm>
#include <cmath>

#include "isonoise/function/function.hpp"

namespace isonoise {

// The coordinates of a part's pixels, row by row.
struct PixelPoints {
    PixelPoints(const Preset& preset, const Region& part, const LoopPoint& phase) {
        const PictureCoordinates at = picture_coordinates(preset, part, phase);
        const std::size_t columns = at[0].size(), pixels = columns * at[1].size();
        list.count = static_cast<std::int64_t>(pixels);
        for (std::size_t c = 0; c < static_cast<std::size_t>(preset.settings.dim); ++c) {
            coordinates[c].resize(pixels);
            for (std::size_t i = 0; i < pixels; ++i)
                coordinates[c][i] = at[c][c == 0 ? i % columns : c == 1 ? i / columns : 0];
            list.coordinates[c] = coordinates[c].data();
        }
    }
    std::array<std::vector<float>, 4> coordinates;
    Points list;
};

// Each channel of a function there.
static std::vector<std::vector<float>> channels_at(const Function& function, const PixelPoints& points) {
    std::vector<std::vector<float>> channels;
    std::vector<float*> to;
    for (int c = 0; c < function.channels(); ++c)
        channels.emplace_back(static_cast<std::size_t>(points.list.count));
    for (std::vector<float>& channel : channels)
        to.push_back(channel.data());
    function.evaluate(points.list, to, {.threads = 0});
    return channels;
}

void function_values(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values) {
    const PixelPoints points(preset, part, phase);
    if (!is_in_colour(preset)) {
        float* const to[] = {values.data()};
        preset.function->evaluate(points.list, to, {.threads = 0});
        return;
    }
    const auto channels = channels_at(*preset.function, points);
    for (std::size_t i = 0; i < channels[0].size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c)
            values[4 * i + c] = std::isnan(channels[c][i]) ? 0.0f : channels[c][i];
        values[4 * i + 3] = 1.0f;
    }
}

void function_slopes(const Preset& preset, const Function& with_gradient, const Region& part, const LoopPoint& phase,
                     std::span<float> slopes) {
    const auto channels = channels_at(with_gradient, PixelPoints(preset, part, phase));
    for (std::size_t i = 0; i < channels[0].size(); ++i) {
        for (std::size_t c = 0; c < 2; ++c)
            slopes[2 * i + c] = c < static_cast<std::size_t>(preset.settings.dim) ? channels[1 + c][i] : 0.0f;
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
