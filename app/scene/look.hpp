// How noise becomes a picture: scene, colours and which part of space is seen. With Settings it makes a preset.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "isonoise/isonoise.hpp"

namespace isonoise {

enum class Scene { map, line };
enum class Colormap { viridis, magma, grey, terrain, diverging };

struct Look {
    Scene scene = Scene::map;
    Colormap colormap = Colormap::viridis;
    std::array<double, 4> center{};              // the coordinate at the middle of the picture
    double span = 8.0;                           // units of coordinate from its top to its bottom
    double time = 0.0;                           // added to the last coordinate of the noise
    double speed = 0.5;                          // units of time per second, when playing
    std::optional<std::array<double, 2>> range;  // the values at both ends of the colour map; empty: see shown_range

    bool operator==(const Look&) const = default;
};

inline constexpr const char* kScenes[] = {"map", "line"};
inline constexpr const char* kColormaps[] = {"viridis", "magma", "grey", "terrain", "diverging"};

// As for_each_setting: visit(info, field) for each field in order. The names are those of flags and JSON keys.
template <class L, class Visit> constexpr void for_each_look(L& look, Visit&& visit) {
    visit(SettingInfo{"scene", "map: a slice in colours; line: a curve", 0, 0, kScenes}, look.scene);
    visit(SettingInfo{"colormap", "colours from low to high", 0, 0, kColormaps}, look.colormap);
    visit(
        SettingInfo{"center", "coordinate at the middle, up to 4 numbers; the rest is 0", -2147483648.0, 2147483648.0},
        look.center);
    visit(SettingInfo{"span", "units of coordinate from top to bottom", 1.0 / 1048576, 1048576}, look.span);
    visit(SettingInfo{"time", "added to the last coordinate", -2147483648.0, 2147483648.0}, look.time);
    visit(SettingInfo{"speed", "units of time per second", -64, 64}, look.speed);
    visit(SettingInfo{"range",
                      "values at both ends of the colours, within -16..16 [3 sigma; of the curve: the interval]", -16,
                      16},
          look.range);
}

struct Preset {
    Settings settings;
    Look look;
    bool operator==(const Preset&) const = default;
};

// As set() of settings.hpp, for the names of Settings and of Look. Lists are separated by commas.
std::string set(Preset& preset, std::string_view name, std::string_view text);

// The values at the ends of the colour map: look.range, or where that is empty three standard deviations of
// the noise to either side (within the unit interval for output unit), which clips about one value in 400.
std::array<double, 2> shown_range(const Preset& preset);

// The colour of t in [0, 1] (clamped), display-referred sRGB, components in [0, 1].
glm::vec3 colour(Colormap map, float t);

// The coordinates of a picture's columns and rows in cells, computed in double. The y axis points down: row 0 is the
// top one and has the smallest y. The scene line has one row, that of the center. `zw` are the other two coordinates.
// `along` is added to the last coordinate of the noise, in cells and exactly: a frame's place in a closed loop.
struct PictureAxes {
    std::vector<AxisPoint> x;
    std::vector<AxisPoint> y;
    std::array<AxisPoint, 2> zw{};
};
PictureAxes picture_axes(const Preset& preset, int width, int height, const LoopPoint& along = {0, 0.0});

}  // namespace isonoise
