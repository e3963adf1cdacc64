#include "scene/material.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "io/progress.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/painter.hpp"

namespace isonoise {

// Light of directions above the horizon, weighted by their cosine to the vertical, as it falls on a level surface: in
// each direction along the ground it is the squared cosine of the horizon's angle.
std::vector<float> occlusion(const std::vector<float>& heights, int width, int height, int reach) {
    constexpr int kDirections = 16;
    struct Step {
        int x, y;
        float distance;
    };
    std::vector<Step> steps[kDirections];
    for (int i = 0; i < kDirections; ++i) {
        const double angle = (i + 0.5) * 2 * 3.14159265358979 / kDirections;
        // Steps grow with the distance, since distant ground hides less of the sky.
        for (double far = 1; far <= reach; far = std::max(far + 1, far * 1.2)) {
            const int x = static_cast<int>(std::lround(far * std::cos(angle))),
                      y = static_cast<int>(std::lround(far * std::sin(angle)));
            steps[i].push_back({x, y, static_cast<float>(std::hypot(x, y))});
        }
    }
    const auto wrapped = [](int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; };
    const auto index = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    std::vector<float> light(heights.size());
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float here = heights[index(x, y)];
            float sum = 0;
            for (const std::vector<Step>& direction : steps) {
                float steepest = 0;
                for (const Step& step : direction) {
                    const float there = heights[index(wrapped(x + step.x, width), wrapped(y + step.y, height))];
                    steepest = std::max(steepest, (there - here) / step.distance);
                }
                sum += 1 / (1 + steepest * steepest);
            }
            light[index(x, y)] = sum / kDirections;
        }
    }
    return light;
}

namespace {

// The order of one map.
Export map_of(const Export& order, const char* suffix, What what) {
    Export map = order;
    map.path.insert(map.path.size() - 4, suffix);  // before .png
    map.own_name = true;
    map.maps = false;
    map.what = what;
    if (!is_normals(what)) map.strength = {};
    return map;
}

// The preset with a variable of its function, a number, in place of the result; nullopt if it has none of this name.
std::optional<Preset> with_variable(const Preset& preset, const std::string& name) {
    if (!preset.function) return {};
    const auto& all = preset.function->locals();
    if (std::none_of(all.begin(), all.end(), [&](const Function::Local& one) { return one.name == name; })) return {};
    Function variable = with_local(*preset.function, name);
    if (variable.channels() != 1) return {};
    Preset changed = preset;
    changed.look.range = {};
    set_function(changed, std::move(variable));
    return changed;
}

struct Map {
    Preset preset;
    Export order;
};

// The heights come first, roughness last.
std::vector<Map> maps_of(const Preset& preset, const Export& order) {
    const Preset ground = with_variable(preset, "height").value_or(preset);
    std::vector<Map> maps = {{ground, map_of(order, "_height", What::values)},
                             {ground, map_of(order, "_normal_gl", What::normals_gl)},
                             {ground, map_of(order, "_normal_dx", What::normals_dx)},
                             {preset, map_of(order, "_albedo", What::picture)}};
    maps[0].order.depth = 16;
    maps[0].order.auto_levels = true;
    if (auto roughness = with_variable(preset, "roughness")) {
        roughness->look.range = {0.0, 1.0};
        maps.push_back({*roughness, map_of(order, "_roughness", What::values)});
        maps.back().order.auto_levels = false;
    }
    return maps;
}

// In units of the distance between pixels.
std::vector<float> heights_of(Painter& painter, const Preset& preset, const Export& order, double strength) {
    const Preset drawn = drawn_preset(preset, order);
    const auto unit = static_cast<float>(strength * order.height / drawn.look.span);
    std::vector<float> heights;
    const auto band = [&](int, std::span<const float> values) {
        for (const float x : values)
            heights.push_back(unit * x);
    };
    painter.picture(drawn,
                    {.width = order.width,
                     .height = order.height,
                     .pixels = Painter::Pixels::values,
                     .phase = order.phase,
                     .tile = order.tile,
                     .pace = order.pace},
                    band);
    return heights;
}

}  // namespace

std::string maps_problem(const Preset& preset, const Export& order) {
    constexpr int kLargest = 8192;  // the occlusion needs all heights at once
    if (order.format != Format::png || !order.path.ends_with(".png") || has_frame(order.path))
        return fmt::format("maps: expected a name such as a.png, got {}", in_quotes(order.path));
    if (!order.one_tile) return "maps: expected --one-tile: ground beyond the picture would hide light too";
    if (order.frames != 1 || order.slices != 1) return "maps: expected one frame and no slices";
    if (order.width > kLargest || order.height > kLargest)
        return fmt::format("maps: expected up to {} pixels per side, got {}x{}", kLargest, order.width, order.height);
    for (const Map& map : maps_of(preset, order)) {
        if (std::string what = problem(map.preset, map.order); !what.empty()) {
            const bool lacks_height = is_in_colour(map.preset) && map.order.what != What::picture;
            return lacks_height ? "maps: a function of colours needs heights too: a variable `height` of noise()"
                                : what;
        }
    }
    return {};
}

std::string export_maps(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch) {
    if (std::string what = maps_problem(preset, order); !what.empty()) throw Error(what);
    std::vector<Map> maps = maps_of(preset, order);
    const Map ground = maps.front();
    const bool has_heights = ground.preset.function != preset.function;  // a variable, in units of coordinate
    const double strength =
        order.strength.value_or(has_heights ? 1.0 : proposed_strength(ground.preset, maps[1].order));
    std::optional<std::array<double, 2>> levels;
    const Stopwatch time;
    std::int64_t written = 0;
    for (Map& map : maps) {
        if (is_normals(map.order.what)) map.order.strength = strength;
        const bool whole = export_files(painter, map.preset, map.order, [&](const ExportState& of_map) {
            if (of_map.levels && map.order.auto_levels) levels = of_map.levels;
            ExportState state = of_map;
            state.done = (static_cast<double>(written) + of_map.done) / static_cast<double>(maps.size() + 1);
            state.seconds_left = time.seconds_left(state.done);
            state.written = written;
            return !watch || watch(state);
        });
        if (!whole) return {};
        ++written;
    }
    const std::vector<float> light = occlusion(heights_of(painter, ground.preset, ground.order, strength), order.width,
                                               order.height, std::min(order.width, order.height) / 8);
    OutputFile file(frame_file(map_of(order, "_ao", What::values), 0));
    const auto image = png_writer(file, order.width, order.height, 1, 8, {0, 1}, false);
    for (std::size_t row = 0; row < light.size(); row += static_cast<std::size_t>(order.width))
        image->row(std::span(light).subspan(row, static_cast<std::size_t>(order.width)));
    image->finish();
    file.commit();
    return fmt::format("{}, heights are {} times the values, from black to white {} units of coordinate",
                       text_of_levels(*levels), strength, strength * ((*levels)[1] - (*levels)[0]));
}

}  // namespace isonoise
