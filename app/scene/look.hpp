// How noise becomes a picture: scene, colours, camera, light and the visible part of space. Look and Settings make a
// preset.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "isonoise/isonoise.hpp"
#include "isonoise/range.hpp"
#include "isonoise/text.hpp"
#include "scene/colours.hpp"
#include "scene/field.hpp"

namespace isonoise {

class Function;

enum class Scene {
#define SCENE(name) name,
#include "scene/scenes.def"
#undef SCENE
};
enum class Tiling { one, three };
enum class LineStyle { curve, silhouette, strokes };
enum class Stage {
    line,
    lattice,
    gradients,
    influence,
    fade,
    interpolation,
    octaves,
    compare,
    directions,
    precision,
    aliasing
};
enum class Remedy { off, on };
enum class Background { automatic, dark, white };
enum class Axes { off, on };
// Is the stage about an artefact that Look::remedy removes?
constexpr bool has_remedy(Stage stage) { return stage >= Stage::directions; }

using Coordinates = std::array<double, 4>;
using Pair = std::array<double, 2>;
using Range = std::optional<Pair>;
// Points on the ground: x and y of the noise.
using Places = std::vector<Pair>;
inline constexpr std::size_t kMostOwnHuts = 16;

// The fields of Look: type, name and default. Flags and JSON keys use these names (with - for _), and so do the scenes'
// uniforms (with _); presets and the panel keep this order. Each scene defines its fields' meanings and ranges: see
// SceneInfo::rows, and kCommonRows in look_rows.cpp. A field without a row belongs to no scene.
// clang-format off
#define ISONOISE_LOOK(FIELD) \
    FIELD(Scene, scene, = Scene::map) \
    FIELD(Coordinates, center, {}) \
    FIELD(double, span, = 8.0) \
    FIELD(double, time, = 0.0) \
    FIELD(double, speed, = 0.5) \
    FIELD(Colormap, colormap, = Colormap::viridis) \
    FIELD(Gradient, gradient, = {}) /* in place of the colour map, unless empty */ \
    FIELD(Range, range, = {}) /* empty: see shown_range() */ \
    FIELD(int, contours, = 0) \
    FIELD(Tiling, tiling, = Tiling::one) \
    FIELD(LineStyle, style, = LineStyle::curve) \
    FIELD(Stage, stage, = Stage::line) \
    FIELD(Remedy, remedy, = Remedy::off) \
    FIELD(Background, background, = Background::automatic) \
    FIELD(Axes, axes, = Axes::off) \
    FIELD(double, yaw, = 0.0) \
    FIELD(double, pitch, = -20.0) \
    FIELD(double, fov, = 40.0) \
    FIELD(double, altitude, = 0.0) \
    FIELD(double, heading, = 0.0) \
    FIELD(double, tilt, = 0.0) \
    FIELD(Pair, sun, {225.0, 25.0}) \
    FIELD(double, exposure, = 0.0) \
    FIELD(double, fog, = 1.0) \
    FIELD(double, relief, = 1.0) \
    FIELD(double, water, = -1.0) \
    FIELD(double, warmth, = 0.0) \
    FIELD(double, threshold, = 0.0) \
    FIELD(double, density, = 1.0) \
    FIELD(int, blocks, = 0) \
    FIELD(int, polygons, = 0) \
    FIELD(int, huts, = 0) \
    FIELD(Places, own_huts, = {}) \
    FIELD(Pair, marker, {})
// clang-format on

struct Look {
#define ISONOISE_MEMBER(type, name, ...) type name __VA_ARGS__;
    ISONOISE_LOOK(ISONOISE_MEMBER)
#undef ISONOISE_MEMBER
    bool operator==(const Look&) const = default;
};

// A field of Look: its name, meaning and range in one scene, or in all scenes that have it.
struct LookInfo : FieldInfo {
    enum class Panel {
        list,     // among the panel's fields
        of_span,  // like list, with a step relative to Look::span
        apart,    // elsewhere: above them, or in the time bar
    };
    Panel panel = Panel::list;
    unsigned scenes = 0;  // a bit for each scene that has the field; set by look_rows()
    bool is_for(Scene scene) const { return scenes >> static_cast<int>(scene) & 1u; }
};

// One row per field of ISONOISE_LOOK, in its order. Without a scene, or if the scene lacks the field, the row combines
// all scenes that have it: their descriptions, and the widest range. Only the first row of a group has a heading.
std::span<const LookInfo> look_rows(std::optional<Scene> scene = {});

// Calls visit(row, member) for each field, with its row of look_rows() and the member of Look.
template <class Visit> void for_each_look(std::span<const LookInfo> rows, Visit&& visit) {
    const LookInfo* row = rows.data();
#define ISONOISE_VISIT(type, name, ...) visit(*row++, &Look::name);
    ISONOISE_LOOK(ISONOISE_VISIT)
#undef ISONOISE_VISIT
}
template <class Visit> void for_each_look(Visit&& visit) { for_each_look(look_rows(), visit); }

// Calls visit(row, field) with the fields of `look`, a Look or const Look, and the combined rows or those of its scene.
template <class L, class Visit> void for_each_look(L& look, Visit&& visit) {
    for_each_look([&](const LookInfo& row, auto member) { visit(row, look.*member); });
}
template <class L, class Visit> void for_each_look_of_scene(L& look, Visit&& visit) {
    for_each_look(look_rows(look.scene), [&](const LookInfo& row, auto member) { visit(row, look.*member); });
}

namespace detail {
inline constexpr const char* kScenes[] = {
#define SCENE(name) #name,
#include "scene/scenes.def"
#undef SCENE
};
inline constexpr const char* kTilings[] = {"1x1", "3x3"};
inline constexpr const char* kStyles[] = {"curve", "silhouette", "strokes"};
inline constexpr const char* kStages[] = {"line",    "lattice", "gradients",  "influence", "fade",    "interpolation",
                                          "octaves", "compare", "directions", "precision", "aliasing"};
inline constexpr const char* kRemedies[] = {"off", "on"};
inline constexpr const char* kBackgrounds[] = {"auto", "dark", "white"};
inline constexpr const char* kAxes[] = {"off", "on"};
}  // namespace detail

// The values of a function, for the ends of colours and of files of integers when no range is given. They depend on
// nothing but the function, so that they stay when the view moves, and parts of a world agree.
struct FunctionValues {
    Pair seen = {-1.0, 1.0};          // the least and the greatest around the origin
    Pair spread = {0.0, 1.0};         // their mean and standard deviation
    Range proved = {};                // the ends that no value leaves, if they are known
    std::string tiling_problem = {};  // where it does not repeat after its period: see function_reach.hpp
    // The proved range, unless it is so much wider than the range seen that colours would be dull or a file's steps
    // coarse: it may cost a file 4 bits.
    Range for_colours() const { return proved_within(1.25); }
    Range for_files() const { return proved_within(16); }

  private:
    Range proved_within(double most) const {
        const bool fits = proved && (*proved)[1] - (*proved)[0] <= most * (seen[1] - seen[0]);
        return fits ? proved : Range();
    }
};

struct Preset {
    Settings settings;
    Look look;
    // Drawn in place of the noise: see set_function(). `settings` are then the default ones with its number of
    // dimensions, as frequency the power of 2 at which a noise is about as fine, and its period in such cells.
    std::shared_ptr<const Function> function = {};
    // Follow from the function: equality need not compare them.
    FunctionValues function_values = {};
    bool operator==(const Preset& other) const;
};

// Says what is wrong with settings and scene together: the settings' own problem, or dimensions that the scene cannot
// draw. Empty if valid.
std::string problem(const Preset& preset);

// The minimum and maximum number of dimensions a scene draws.
std::array<int, 2> dims(Scene scene);

// Like set() in text.hpp, for the names of Settings and Look (look_text.cpp).
std::string set(Preset& preset, std::string_view name, std::string_view text);

// The text of one field of Settings or Look; set() restores the same value from it. Empty for an unset range.
std::string get(const Preset& preset, std::string_view name);

// Does the picture colour a field of values, one per pixel (for the line's curve, a single row)? Other scenes are drawn
// sample by sample.
bool has_field(const Look& look);

// Does the picture show one value per pixel or per column? Formats for numbers then hold values by default.
bool has_values(Scene scene);

// Is the scene seen through a camera? The others lie flat in the picture.
bool has_camera(Scene scene);

// The values at the ends of the colour map: look.range or, if that is empty or the scene has none, the mean of the
// noise plus and minus three standard deviations, within its range, which clips about one value in 400; for a function
// its proved range or, if that is much wider, the range seen around the origin.
std::array<double, 2> shown_range(const Preset& preset);

// Mean and standard deviation of the noise's values in its output range: estimates, see isonoise/range.hpp. Of a
// function those of the values seen.
std::array<double, 2> mean_and_sigma(const Settings& settings);
std::array<double, 2> mean_and_sigma(const Preset& preset);

// The least and the greatest value to expect. No noise exceeds them; for a function they are the range seen, half as
// wide again, but no wider than the proved one.
std::array<double, 2> extremes(const Preset& preset);

// The colour at t in [0, 1] (clamped), by the gradient or the colour map: as in colours.hpp.
glm::vec4 colour(const Look& look, float t);

// Does a function return several numbers, so that only scene map can show it?
bool has_channels(const Preset& preset);
// Are they colours (vec3, or vec4 with alpha)? Then no colour map is used: fields of Look that colour values have no
// effect. The range is that of each component, 0 to 1 by default.
bool is_in_colour(const Preset& preset);
// Are they a vector (vec2)? Scene map shows its length in colours, below arrows.
bool is_flow(const Preset& preset);
bool colours_values(std::string_view field);

// May the picture be transparent? Only scene map takes the alpha of a gradient, or of a function.
bool has_alpha(const Preset& preset);

// A rectangle of a picture: columns x0 to x0 + columns, rows y0 to y0 + rows, of width x height pixels in all. May
// extend beyond the picture's borders.
struct Region {
    int width = 0;
    int height = 0;
    int x0 = 0;
    int y0 = 0;
    int columns = 0;
    int rows = 0;
    static Region whole(int width, int height) { return {width, height, 0, 0, width, height}; }
    bool operator==(const Region&) const = default;
};

// The coordinates of a region's columns and rows in cells, computed in double: scenes map and line. The y axis points
// down: row 0 is the top row and has the smallest y. Scene line has one row, the center's. `zw` holds the other two
// coordinates. `phase`, a frame's position in a closed loop in cells, is added exactly to the noise's last coordinate.
struct PictureAxes {
    std::vector<AxisPoint> x;
    std::vector<AxisPoint> y;
    std::array<AxisPoint, 2> zw{};
};
PictureAxes picture_axes(const Preset& preset, const Region& region, const LoopPoint& phase = {0, 0.0});

// The coordinates themselves: x of the columns, y of the rows, then a single z and w.
using PictureCoordinates = std::array<std::vector<double>, 4>;
PictureCoordinates picture_coordinates(const Preset& preset, const Region& region, const LoopPoint& phase = {0, 0.0});

// The time after which a loop closes, in units of coordinate; 0: no loop. And look.time plus `phase`, wrapped into the
// loop, so that its end equals its start to the bit.
double loop_time(const Preset& preset);
double time_in_loop(const Preset& preset, const LoopPoint& phase = {0, 0.0});

// The noise's coordinate along an axis in the middle of a flat picture: the center, with the time on the last axis.
double middle_of(const Preset& preset, std::size_t axis, const LoopPoint& phase = {0, 0.0});

// The center in cells, including time and `phase`, as scenes with a camera use it. With `from`, the point at that
// offset in units of coordinate, as exact as `from` wherever the center is. `rest` receives the rounding error of the
// fractions, in units of coordinate.
std::array<AxisPoint, 4> center_point(const Preset& preset, const LoopPoint& phase = {0, 0.0},
                                      const std::array<double, 4>& from = {}, std::array<double, 4>* rest = nullptr);

// A point in the form that Noise takes.
struct Place {
    glm::ivec4 cell;
    glm::vec4 fraction;
};
Place place_of(const std::array<AxisPoint, 4>& point);

// The noise of any scene in the form of scene map: the plane through the center. Scenes that show values are unchanged.
Preset plane_of(const Preset& preset);

// Does the picture show repeated tiles?
bool is_tiled(const Look& look);

// The size of a tile repeated by tiling 3x3, in units of coordinate, and the tiles per pixel.
struct TileView {
    std::array<double, 2> size;
    double step;
};
TileView tile_view(const Preset& preset, int width, int height);

}  // namespace isonoise
