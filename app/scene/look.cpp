#include "scene/look.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "scene/scenes.hpp"

namespace isonoise {

std::string problem(const Preset& preset) {
    if (std::string what = problem(preset.settings); !what.empty()) return what;
    const auto [least, most] = dims(preset.look.scene);
    const int dim = preset.settings.dim;
    const std::string scene = get(preset, "scene");
    if (const auto of_scene = scene_info(preset.look.scene).problem) {
        if (std::string what = of_scene(preset); !what.empty()) return what;
    }
    if (dim >= least && dim <= most) return {};
    if (least == most) return fmt::format("dim: scene {} expects {} dimensions, got {}", scene, least, dim);
    return fmt::format("dim: scene {} expects {} to {} dimensions, got {}", scene, least, most, dim);
}

std::array<double, 2> shown_range(const Preset& preset) {
    if (preset.look.range && has_values(preset.look.scene)) return *preset.look.range;
    Settings s = preset.settings;
    s.output = Output::signed_;
    const auto [least, most] = value_range(s);
    const double middle = mean(s), reach = 3 * standard_deviation(s);
    const double low = std::max(least, middle - reach), high = std::min(most, middle + reach);
    if (preset.settings.output == Output::unit) return {(low + 1) / 2, (high + 1) / 2};
    return {low, high};
}

// Eleven colours from low to high. viridis and magma: matplotlib (CC0). diverging: ColorBrewer's RdBu (C. Brewer).
// terrain: ours, with the shore in the middle. fire: ours, like matter glowing ever hotter.
static std::span<const std::uint32_t, 11> stops(Colormap map) {
    static constexpr std::uint32_t viridis[] = {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                                0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
    static constexpr std::uint32_t magma[] = {0x000004, 0x140e36, 0x3b0f70, 0x641a80, 0x8c2981, 0xb73779,
                                              0xde4968, 0xf7705c, 0xfe9f6d, 0xfecf92, 0xfcfdbf};
    static constexpr std::uint32_t terrain[] = {0x0b2447, 0x12386b, 0x1a548f, 0x2b7ab3, 0x5fa8cc, 0xe2d6a3,
                                                0x8fb35f, 0x4f8a45, 0x6f7347, 0xa09483, 0xf7f7f5};
    static constexpr std::uint32_t diverging[] = {0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7,
                                                  0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f};
    static constexpr std::uint32_t fire[] = {0x000000, 0x230301, 0x520702, 0x861003, 0xb52306, 0xd9430a,
                                             0xef6b12, 0xf99427, 0xfdbc4d, 0xfee08a, 0xfffbe0};
    switch (map) {
    case Colormap::magma: return magma;
    case Colormap::fire: return fire;
    case Colormap::terrain: return terrain;
    case Colormap::diverging: return diverging;
    default: return viridis;
    }
}

glm::vec3 colour(Colormap map, float t) {
    t = std::clamp(t, 0.0f, 1.0f);
    if (map == Colormap::grey) return {t, t, t};
    auto at = [&, all = stops(map)](int i) {
        std::uint32_t c = all[static_cast<std::size_t>(std::clamp(i, 0, 10))];
        return glm::vec3(c >> 16, (c >> 8) & 255u, c & 255u) / 255.0f;
    };
    // Catmull-Rom between the stops: a jump in slope there would show as a band.
    int i = std::min(static_cast<int>(t * 10.0f), 9);
    float u = t * 10.0f - static_cast<float>(i);
    glm::vec3 a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
    glm::vec3 r = b + 0.5f * u * (c - a + u * (2.0f * a - 5.0f * b + 4.0f * c - d + u * (3.0f * (b - c) + d - a)));
    return {std::clamp(r.x, 0.0f, 1.0f), std::clamp(r.y, 0.0f, 1.0f), std::clamp(r.z, 0.0f, 1.0f)};
}

double loop_time(const Preset& preset) { return preset.settings.loop / static_cast<double>(preset.settings.frequency); }

double time_in_loop(const Preset& preset, const LoopPoint& along) {
    const double loop = loop_time(preset), more = static_cast<double>(along.cell) + along.fraction,
                 time = preset.look.time + more / static_cast<double>(preset.settings.frequency);
    if (loop == 0) return time;
    const double rest = std::fmod(time, loop), in = rest < 0 ? rest + loop : rest;
    return in < loop ? in : 0.0;
}

namespace {

// The points along one axis of the noise, by their distance from the center in units of coordinate: as exact as that,
// wherever the center is.
struct Axis {
    Axis(const Preset& preset, std::size_t axis, const LoopPoint& along)
        : frequency(static_cast<double>(preset.settings.frequency)), repeat(repeats(preset.settings)[axis]) {
        const bool last = axis == static_cast<std::size_t>(preset.settings.dim - 1);
        center = (preset.look.center[axis] + (last ? time_in_loop(preset) : 0.0)) * frequency;
        if (last) beyond = along;
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

std::array<AxisPoint, 4> center_point(const Preset& preset, const LoopPoint& along, const std::array<double, 4>& from,
                                      std::array<double, 4>* rest) {
    std::array<AxisPoint, 4> point;
    for (std::size_t axis = 0; axis < 4; ++axis)
        point[axis] = Axis(preset, axis, along).at(from[axis], rest ? &(*rest)[axis] : nullptr);
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
    const auto repeat = repeats(preset.settings);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (repeat[axis] != 0) view.size[axis] = repeat[axis] / static_cast<double>(preset.settings.frequency);
    }
    view.step = std::max(3 * view.size[0] / width, 3 * view.size[1] / height);
    return view;
}

PictureAxes picture_axes(const Preset& preset, const Part& part, const LoopPoint& along) {
    const Look& look = preset.look;
    const bool line = scene_info(look.scene).one_row;
    const bool tiled = is_tiled(look);
    const TileView tile = tile_view(preset, part.width, part.height);
    const double step = tiled ? tile.step : look.span / part.height;
    auto fill = [&](std::vector<AxisPoint>& points, std::size_t axis, int first, int count, int whole) {
        points.resize(static_cast<std::size_t>(count));
        const Axis points_on(preset, axis, along);
        for (int i = 0; i < count; ++i) {
            double from_center = (first + i + 0.5 - 0.5 * whole) * step;
            if (tiled) from_center -= tile.size[axis] * std::floor(from_center / tile.size[axis] + 0.5);
            points[static_cast<std::size_t>(i)] = points_on.at(from_center);
        }
    };
    PictureAxes axes;
    fill(axes.x, 0, part.x0, part.columns, part.width);
    fill(axes.y, 1, line ? 0 : part.y0, line ? 1 : part.rows, line ? 1 : part.height);
    const auto center = center_point(preset, along);
    axes.zw = {center[2], center[3]};
    return axes;
}

}  // namespace isonoise
