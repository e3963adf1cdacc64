#include "scene/look.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "isonoise/function/function.hpp"
#include "scene/scenes.hpp"
#include "words.hpp"

namespace isonoise {

bool Preset::operator==(const Preset& other) const {
    const bool same = function == other.function || (function && other.function && *function == *other.function);
    return same && settings == other.settings && look == other.look;
}

std::string problem(const Preset& preset) {
    if (std::string what = problem(preset.settings); !what.empty()) return what;
    const auto [least, most] = dims(preset.look.scene);
    const int dim = preset.settings.dim;
    const std::string scene = get(preset, "scene");
    if (preset.function && preset.look.scene == Scene::anatomy)
        return "scene: anatomy takes the noise apart, it cannot show a function";
    if (has_channels(preset) && preset.look.scene != Scene::map)
        return fmt::format("scene: a function that returns {} is drawn as map, not as {}",
                           is_flow(preset) ? "vectors" : "colours", scene);
    if (const auto of_scene = scene_info(preset.look.scene).problem) {
        if (std::string what = of_scene(preset); !what.empty()) return what;
    }
    if (dim >= least && dim <= most) return {};
    if (preset.function)
        return fmt::format("scene: {} expects a function of {} to {} coordinates, this one takes {}", scene, least,
                           most, dim);
    if (least == most) return fmt::format("dim: scene {} expects {}, got {}", scene, counted(least, "dimension"), dim);
    return fmt::format("dim: scene {} expects {} to {} dimensions, got {}", scene, least, most, dim);
}

std::array<double, 2> mean_and_sigma(const Settings& settings) {
    const double middle = mean(settings), sigma = standard_deviation(settings);
    if (settings.output == Output::unit) return {(middle + 1) / 2, sigma / 2};
    return {middle, sigma};
}

std::array<double, 2> mean_and_sigma(const Preset& preset) {
    return preset.function ? preset.function_values.spread : mean_and_sigma(preset.settings);
}

std::array<double, 2> extremes(const Preset& preset) {
    if (!preset.function) return value_range(preset.settings);
    const auto [least, most] = preset.function_values.seen;
    const double more = 0.25 * (most - least);
    const Pair proved = preset.function_values.proved.value_or(Pair{least - more, most + more});
    return {std::max(least - more, proved[0]), std::min(most + more, proved[1])};
}

std::array<double, 2> shown_range(const Preset& preset) {
    if (preset.look.range && has_values(preset.look.scene)) return *preset.look.range;
    if (is_in_colour(preset)) return {0.0, 1.0};
    if (preset.function) return preset.function_values.for_colours().value_or(preset.function_values.seen);
    const auto [least, most] = value_range(preset.settings);
    const auto [middle, sigma] = mean_and_sigma(preset.settings);
    return {std::max(least, middle - 3 * sigma), std::min(most, middle + 3 * sigma)};
}

glm::vec4 colour(const Look& look, float t) {
    return look.gradient.empty() ? glm::vec4(colour(look.colormap, t), 1.0f) : colour(look.gradient, t);
}

static int channels_of(const Preset& preset) { return preset.function ? preset.function->channels() : 1; }
bool has_channels(const Preset& preset) { return channels_of(preset) > 1; }
bool is_in_colour(const Preset& preset) { return channels_of(preset) > 2; }
bool is_flow(const Preset& preset) { return channels_of(preset) == 2; }

bool colours_values(std::string_view field) {
    return field == "colormap" || field == "gradient" || field == "contours";
}

bool has_alpha(const Preset& preset) {
    const bool of_colours = is_in_colour(preset) ? channels_of(preset) == 4 : has_alpha(preset.look.gradient);
    return preset.look.scene == Scene::map && of_colours;
}

double loop_time(const Preset& preset) { return preset.settings.loop / static_cast<double>(preset.settings.frequency); }

double time_in_loop(const Preset& preset, const LoopPoint& phase) {
    const double loop = loop_time(preset), more = static_cast<double>(phase.cell) + phase.fraction,
                 time = preset.look.time + more / static_cast<double>(preset.settings.frequency);
    if (loop == 0) return time;
    const double rest = std::fmod(time, loop), in = rest < 0 ? rest + loop : rest;
    return in < loop ? in : 0.0;
}

double middle_of(const Preset& preset, std::size_t axis, const LoopPoint& phase) {
    const bool last = axis + 1 == static_cast<std::size_t>(preset.settings.dim);
    return preset.look.center[axis] + (last ? time_in_loop(preset, phase) : 0.0);
}

namespace {

// Grid points along one axis, given their exact distance from the center.
struct Axis {
    Axis(const Preset& preset, std::size_t axis, const LoopPoint& phase)
        : frequency(static_cast<double>(preset.settings.frequency)), repeat(periods(preset.settings)[axis]) {
        const bool last = axis == static_cast<std::size_t>(preset.settings.dim - 1);
        center = middle_of(preset, axis) * frequency;
        if (last) beyond = phase;
    }

    // `rest` receives the rounding error of the fraction, in units of coordinate.
    AxisPoint at(double from_center, double* rest = nullptr) const {
        const double cells = from_center * frequency, whole = std::floor(cells);
        const LoopPoint more{static_cast<std::int64_t>(whole) + beyond.cell, cells - whole + beyond.fraction};
        const AxisPoint point = axis_point(center, more, repeat);
        if (rest) {
            const double exact = (center - std::floor(center)) + more.fraction;
            *rest = (exact - std::floor(exact) - static_cast<double>(point.fraction)) / frequency;
        }
        return point;
    }

    double frequency = 1.0;
    double center = 0.0;  // in cells
    LoopPoint beyond{};   // the center, in the loop
    std::uint32_t repeat = 0;
};

}  // namespace

std::array<AxisPoint, 4> center_point(const Preset& preset, const LoopPoint& phase, const std::array<double, 4>& from,
                                      std::array<double, 4>* rest) {
    std::array<AxisPoint, 4> point;
    for (std::size_t axis = 0; axis < 4; ++axis)
        point[axis] = Axis(preset, axis, phase).at(from[axis], rest ? &(*rest)[axis] : nullptr);
    return point;
}

Place place_of(const std::array<AxisPoint, 4>& p) {
    return {{p[0].cell, p[1].cell, p[2].cell, p[3].cell}, {p[0].fraction, p[1].fraction, p[2].fraction, p[3].fraction}};
}

Preset plane_of(const Preset& preset) {
    Preset plane = preset;
    if (has_values(preset.look.scene)) return plane;
    plane.look.scene = Scene::map;
    plane.look.tiling = Tiling::one;
    return plane;
}

bool is_tiled(const Look& look) { return look.scene == Scene::map && look.tiling == Tiling::three; }

TileView tile_view(const Preset& preset, int width, int height) {
    TileView view{{preset.look.span * width / height, preset.look.span}, 0};
    const auto repeat = periods(preset.settings);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (repeat[axis] != 0) view.size[axis] = repeat[axis] / static_cast<double>(preset.settings.frequency);
    }
    view.step = std::max(3 * view.size[0] / width, 3 * view.size[1] / height);
    return view;
}

// The distances of a region's columns (axis 0) or rows from the picture's center, in units of coordinate.
static std::vector<double> from_center(const Preset& preset, const Region& region, std::size_t axis) {
    const bool one = axis == 1 && scene_info(preset.look.scene).one_row, tiled = is_tiled(preset.look);
    const int first = axis == 0 ? region.x0
                      : one     ? 0
                                : region.y0,
              whole = axis == 0 ? region.width
                      : one     ? 1
                                : region.height;
    const TileView tile = tile_view(preset, region.width, region.height);
    const double step = tiled ? tile.step : preset.look.span / region.height;
    std::vector<double> distances(static_cast<std::size_t>(axis == 0 ? region.columns : one ? 1 : region.rows));
    for (std::size_t i = 0; i < distances.size(); ++i) {
        distances[i] = (first + static_cast<int>(i) + 0.5 - 0.5 * whole) * step;
        if (tiled) distances[i] -= tile.size[axis] * std::floor(distances[i] / tile.size[axis] + 0.5);
    }
    return distances;
}

PictureAxes picture_axes(const Preset& preset, const Region& region, const LoopPoint& phase) {
    PictureAxes axes;
    for (const std::size_t axis : {0, 1}) {
        const Axis points_on(preset, axis, phase);
        for (const double distance : from_center(preset, region, axis))
            (axis == 0 ? axes.x : axes.y).push_back(points_on.at(distance));
    }
    const auto center = center_point(preset, phase);
    axes.zw = {center[2], center[3]};
    return axes;
}

PictureCoordinates picture_coordinates(const Preset& preset, const Region& region, const LoopPoint& phase) {
    PictureCoordinates all;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const double middle = middle_of(preset, axis, phase);
        for (const double distance : axis < 2 ? from_center(preset, region, axis) : std::vector<double>{0.0})
            all[axis].push_back(middle + distance);
    }
    return all;
}

}  // namespace isonoise
