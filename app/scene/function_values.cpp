#include "scene/function_values.hpp"

#include <algorithm>
#include <cmath>

#include "isonoise/function/function.hpp"
#include "scene/function_reach.hpp"

namespace isonoise {

// Each channel of a function at these Points or CellPoints.
template <class List> static std::vector<std::vector<float>> channels_at(const Function& function, const List& points) {
    std::vector<std::vector<float>> channels(static_cast<std::size_t>(function.channels()),
                                             std::vector<float>(static_cast<std::size_t>(points.count)));
    std::vector<float*> to;
    for (std::vector<float>& channel : channels)
        to.push_back(channel.data());
    function.evaluate(points, to, {.threads = 0});
    return channels;
}

// A function at each pixel of a part, row by row: floats, or far out cells and fractions.
class PixelPoints {
  public:
    PixelPoints(const Function& function, const Preset& preset, const Region& part, const LoopPoint& phase)
        : function_(function) {
        const PictureCoordinates at = picture_coordinates(preset, part, phase);
        const std::size_t columns = at[0].size(), pixels = columns * at[1].size();
        floats_.count = places_.count = static_cast<std::int64_t>(pixels);
        for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
            const auto x = [&](std::size_t i) { return at[c][c == 0 ? i % columns : c == 1 ? i / columns : 0]; };
            coordinates_[c].resize(pixels);
            if (function.has_cells()) cells_[c].resize(pixels);
            for (std::size_t i = 0; i < pixels; ++i) {
                if (!function.has_cells()) {
                    coordinates_[c][i] = static_cast<float>(x(i));
                    continue;
                }
                const AxisPoint place = axis_point(x(i));
                cells_[c][i] = place.cell;
                coordinates_[c][i] = place.fraction;
            }
            floats_.coordinates[c] = places_.fractions[c] = coordinates_[c].data();
            places_.cells[c] = cells_[c].data();
        }
    }
    std::size_t size() const { return static_cast<std::size_t>(floats_.count); }
    void evaluate(std::span<float* const> to) const {
        if (function_.has_cells())
            function_.evaluate(places_, to, {.threads = 0});
        else
            function_.evaluate(floats_, to, {.threads = 0});
    }
    std::vector<std::vector<float>> channels() const {
        return function_.has_cells() ? channels_at(function_, places_) : channels_at(function_, floats_);
    }

  private:
    const Function& function_;
    std::array<std::vector<float>, 4> coordinates_;
    std::array<std::vector<std::int32_t>, 4> cells_;
    Points floats_;
    CellPoints places_;
};

// The numbers that the colours of a colour map stand for: the only channel, or a vector's length.
static std::vector<float> mapped(std::vector<std::vector<float>>&& channels) {
    if (channels.size() == 2)
        std::transform(channels[0].begin(), channels[0].end(), channels[1].begin(), channels[0].begin(),
                       [](float x, float y) { return std::hypot(x, y); });
    return std::move(channels[0]);
}

void function_values(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values) {
    const auto function = function_for(preset);
    const PixelPoints points(*function, preset, part, phase);
    if (!has_channels(preset)) {
        float* const to[] = {values.data()};
        points.evaluate(to);
        return;
    }
    const auto channels = points.channels();
    for (std::size_t i = 0; i < points.size(); ++i) {
        float* const to = &values[4 * i];
        if (is_flow(preset)) {
            const float x = channels[0][i], y = channels[1][i];
            const std::array all{std::hypot(x, y), x, y, 0.0f};
            std::copy(all.begin(), all.end(), to);
            continue;
        }
        to[3] = 1.0f;
        for (std::size_t c = 0; c < channels.size(); ++c)
            to[c] = std::isnan(channels[c][i]) ? 0.0f : channels[c][i];
    }
}

void function_channels(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> values) {
    const auto function = function_for(preset);
    const auto channels = PixelPoints(*function, preset, part, phase).channels();
    for (std::size_t c = 0; c < channels.size(); ++c) {
        for (std::size_t i = 0; i < channels[c].size(); ++i)
            values[channels.size() * i + c] = channels[c][i];
    }
}

void function_slopes(const Preset& preset, const Region& part, const LoopPoint& phase, std::span<float> slopes) {
    const Function function = function_for(preset)->with_gradient();
    const auto channels = PixelPoints(function, preset, part, phase).channels();
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

// A range of one value has no colours between its ends.
static std::array<double, 2> widened(double least, double most) {
    if (least < most) return {least, most};
    const double middle = std::isfinite(least) ? least : 0.0, around = 1e-3 * std::max(1.0, std::fabs(middle));
    return {middle - around, middle + around};
}

std::array<double, 2> MeasuredRange::range() const { return widened(least_, most_); }

std::array<double, 2> function_range(const Preset& preset, int width, int height) {
    const double apart = std::max(1.0, std::max(width, height) / 512.0);  // pixels
    const auto side = [&](int pixels) { return std::max(1, static_cast<int>(pixels / apart)); };
    const auto function = function_for(preset);
    const PixelPoints points(*function, plane_of(preset), Region::whole(side(width), side(height)), {});
    MeasuredRange measured;
    measured.add(mapped(points.channels()));
    return measured.range();
}

// The distance at which values have this correlation, in points of the rows; infinity if they keep a higher one.
static constexpr double kCorrelation = 0.85;
static double width_of(std::span<const float> values, std::size_t columns, double mean, double variance) {
    double before = 1.0;
    for (std::size_t apart = 1; apart <= columns / 2; ++apart) {
        double sum = 0.0;
        std::size_t count = 0;
        for (std::size_t i = 0; i + apart < values.size(); ++i) {
            if (i % columns + apart >= columns) continue;
            const double product =
                (static_cast<double>(values[i]) - mean) * (static_cast<double>(values[i + apart]) - mean);
            if (!std::isfinite(product)) continue;
            sum += product;
            ++count;
        }
        const double now = count == 0 ? 0.0 : sum / static_cast<double>(count) / variance;
        if (now <= kCorrelation)
            return static_cast<double>(apart) - (kCorrelation - now) / std::max(before - now, 1e-9);
        before = now;
    }
    return std::numeric_limits<double>::infinity();
}

void measure_function(Preset& preset) {
    // A square around the origin, in further dimensions on a slant, since many noises are flat at whole numbers.
    constexpr std::size_t kPoints = 4096;
    constexpr double kApart = 1.0 / 16;
    const std::size_t columns = preset.settings.dim == 1 ? kPoints : 128, rows = kPoints / columns;
    std::array<std::vector<float>, 4> coordinates;
    Points points;
    points.count = kPoints;
    for (std::size_t c = 0; c < static_cast<std::size_t>(preset.settings.dim); ++c) {
        for (std::size_t i = 0; i < kPoints; ++i) {
            const double x = kApart * (static_cast<double>(i % columns) - 0.5 * static_cast<double>(columns - 1)),
                         y = 4 * kApart * (static_cast<double>(i / columns) - 0.5 * static_cast<double>(rows - 1));
            const double at[] = {x, y, 0.31 * x - 0.17 * y + 0.37, 0.13 * x + 0.29 * y + 0.59};
            coordinates[c].push_back(static_cast<float>(at[c]));
        }
        points.coordinates[c] = coordinates[c].data();
    }
    const std::vector<float> values = mapped(channels_at(*preset.function, points));

    MeasuredRange measured;
    measured.add(values);
    const auto [least, most] = measured.range();
    preset.function_values = {.seen = {least, most}};
    if (!has_channels(preset)) {
        if (const auto proved = preset.function->proved_range())
            preset.function_values.proved = widened((*proved)[0], (*proved)[1]);
    }
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        const double x = static_cast<double>(value) - least;
        sum += x;
        squares += x * x;
        ++count;
    }
    const double middle = count > 0 ? sum / count : 0.0,
                 variance = count > 0 ? std::max(squares / count - middle * middle, 0.0) : 0.0;
    preset.function_values.spread = {least + middle, std::max(std::sqrt(variance), 1e-3 * (most - least))};
    const double width = kApart * width_of(values, columns, least + middle, std::max(variance, 1e-300));
    constexpr double kWidthOfNoise = 0.14;  // in cells, of fBm with six octaves
    const double finer = std::clamp(std::round(std::log2(kWidthOfNoise / width)), -5.0, 5.0);
    preset.settings.frequency = static_cast<float>(std::exp2(finer));
}

}  // namespace isonoise
