// Turns noise into a picture: scene, colours, camera, light and the part of space in view. Look and Settings make a
// preset.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "isonoise/isonoise.hpp"
#include "isonoise/range.hpp"
#include "isonoise/text.hpp"
#include "scene/colours.hpp"

namespace isonoise {

// The scenes, in the order of the viewer's list. app/scene/NAME.cpp describes each: see scenes.hpp.
// clang-format off
#define ISONOISE_SCENES(SCENE) \
    SCENE(line) \
    SCENE(map) \
    SCENE(anatomy) \
    SCENE(terrain) \
    SCENE(density) \
    SCENE(sea) \
    SCENE(fire) \
    SCENE(clouds) \
    SCENE(planet) \
    SCENE(marble)
// clang-format on

#define ISONOISE_ENUMERATOR(name) name,
enum class Scene { ISONOISE_SCENES(ISONOISE_ENUMERATOR) };
#undef ISONOISE_ENUMERATOR
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
// Is the stage about an artefact, which Look::remedy takes away?
constexpr bool has_remedy(Stage stage) { return stage >= Stage::directions; }

// Points of the ground: x and y of the noise.
using Places = std::vector<std::array<double, 2>>;
inline constexpr std::size_t kMostOwnHuts = 16;

struct Look {
    Scene scene = Scene::map;
    std::array<double, 4> center{};  // the coordinate the picture looks at
    double span = 8.0;               // units of coordinate from the picture's top to its bottom, at the center
    double time = 0.0;               // added to the noise's last coordinate
    double speed = 0.5;              // units of time per second, when playing

    Colormap colormap = Colormap::viridis;
    Gradient gradient;                           // in its place, unless empty
    std::optional<std::array<double, 2>> range;  // the values at both ends of the colour map; empty: see shown_range
    int contours = 0;
    Tiling tiling = Tiling::one;
    LineStyle style = LineStyle::curve;
    Stage stage = Stage::line;
    Remedy remedy = Remedy::off;
    Background background = Background::automatic;  // dark in files, the theme's in the window
    Axes axes = Axes::off;

    double yaw = 0.0;       // of the camera, in degrees: see camera.hpp; for the planet the longitude looked at
    double pitch = -20.0;   // negative looks down; for the planet the latitude looked at
    double fov = 40.0;      // vertical angle of view in degrees
    double altitude = 0.0;  // of the point looked at, above the ground's level 0, in units of coordinate
    double heading = 0.0;   // over the planet, in degrees clockwise from north
    double tilt = 0.0;      // over the planet, in degrees; 0 looks straight down
    std::array<double, 2> sun{225.0, 25.0};  // azimuth (as yaw) and elevation in degrees
    double exposure = 0.0;                   // stops
    double fog = 1.0;
    double relief = 1.0;
    double water = -1.0;
    double warmth = 0.0;
    double threshold = 0.0;
    double density = 1.0;
    int blocks = 0;
    int polygons = 0;
    int huts = 0;
    Places own_huts;
    std::array<double, 2> marker{};  // latitude and longitude in degrees

    bool operator==(const Look&) const = default;
};

// A row of the table below.
struct LookInfo : SettingInfo {
    enum class Panel {
        list,     // among the panel's fields
        of_span,  // there, with a step relative to Look::span
        apart,    // elsewhere: above them, or in the time bar
    };
    unsigned scenes = ~0u;  // a bit for each scene that uses the field
    Panel panel = Panel::list;
    bool is_for(Scene scene) const { return scenes >> static_cast<int>(scene) & 1u; }
};

namespace detail {
template <class... S> constexpr unsigned of(S... scenes) { return ((1u << static_cast<int>(scenes)) | ...); }
inline constexpr unsigned kEvery = ~0u;
inline constexpr unsigned kFlat = of(Scene::line, Scene::map, Scene::anatomy, Scene::fire);  // no camera
inline constexpr unsigned kLit =
    of(Scene::terrain, Scene::density, Scene::sea, Scene::clouds, Scene::planet, Scene::marble);
#define ISONOISE_NAME(name) #name,
inline constexpr const char* kScenes[] = {ISONOISE_SCENES(ISONOISE_NAME)};
#undef ISONOISE_NAME
inline constexpr const char* kTilings[] = {"1x1", "3x3"};
inline constexpr const char* kStyles[] = {"curve", "silhouette", "strokes"};
inline constexpr const char* kStages[] = {"line",    "lattice", "gradients",  "influence", "fade",    "interpolation",
                                          "octaves", "compare", "directions", "precision", "aliasing"};
inline constexpr const char* kRemedies[] = {"off", "on"};
inline constexpr const char* kBackgrounds[] = {"auto", "dark", "white"};
inline constexpr const char* kAxes[] = {"off", "on"};

// The rows, by the headings of the panel.
template <class Visit> constexpr void for_each_view(Visit&& visit) {
    using I = LookInfo;
    using Panel = LookInfo::Panel;
    const double far = 2147483648.0;
    visit(I{{.name = "scene", .about = "how the noise is drawn", .names = kScenes}, kEvery, Panel::apart},
          &Look::scene);
    visit(I{{.name = "center",
             .about = "coordinate that the picture looks at, up to 4 numbers; the rest is 0",
             .min = -far,
             .max = far,
             .heading = "View",
             .placeholder = "X,Y,Z,W",
             .format = "%.4g",
             .step = 1.0 / 500,
             .also = "offset, position"},
            kEvery,
            Panel::of_span},
          &Look::center);
    visit(I{{.name = "span",
             .about = "units of coordinate from top to bottom",
             .min = 1.0 / 1048576,
             .max = 1048576,
             .placeholder = "2^-20..2^20",
             .format = "%.5g",
             .step = 1.0 / 200,
             .also = "zoom, scale"},
            kEvery,
            Panel::of_span},
          &Look::span);
    visit(I{{.name = "time",
             .about = "added to the last coordinate",
             .min = -far,
             .max = far,
             .placeholder = "NUMBER",
             .step = 0.01},
            kEvery,
            Panel::apart},
          &Look::time);
    visit(
        I{{.name = "speed", .about = "units of time per second", .min = -64, .max = 64, .format = "%.2f", .step = 0.01},
          kEvery,
          Panel::apart},
        &Look::speed);
}

template <class Visit> constexpr void for_each_drawing(Visit&& visit) {
    using enum Scene;
    using I = LookInfo;
    visit(I{{.name = "colormap",
             .about = "colours from low to high; for marble the stone",
             .names = kColormaps,
             .heading = "Colours and lines"},
            of(line, map, anatomy, fire, marble)},
          &Look::colormap);
    visit(I{{.name = "gradient",
             .about = "colours of your own in place of colormap, 2 to 16 stops as in CSS, with alpha in scene map",
             .placeholder = "'#HEX 0%,...'",
             .also = "color ramp"},
            of(line, map, fire)},
          &Look::gradient);
    visit(I{{.name = "range",
             .about = "values at both ends of the colours (black and white point), within -16..16; auto is three sigma",
             .min = -16,
             .max = 16,
             .placeholder = "LOW,HIGH",
             .step = 0.005,
             .also = "levels, black and white point"},
            of(line, map)},
          &Look::range);
    visit(I{{.name = "contours",
             .about = "contour lines from end to end of the range; 0 is none",
             .max = 64,
             .usual_max = 32,
             .also = "isolines"},
            of(map)},
          &Look::contours);
    visit(I{{.name = "tiling",
             .about = "3x3 repeats one tile (one period, if there is one); the viewer marks its seams",
             .names = kTilings},
            of(map)},
          &Look::tiling);
    visit(I{{.name = "style", .about = "a curve, hills in silhouette, or strokes as if by hand", .names = kStyles},
            of(line)},
          &Look::style);
    visit(I{{.name = "stage", .about = "step of anatomy's explanation", .names = kStages}, of(anatomy)}, &Look::stage);
    visit(I{{.name = "remedy", .about = "what cures the artefacts of anatomy's last three steps", .names = kRemedies},
            of(anatomy)},
          &Look::remedy);
    visit(I{{.name = "background",
             .about = "behind curves and figures; auto is dark in files, and in the viewer follows its theme",
             .names = kBackgrounds,
             .also = "white, light, ground, paper, figure, print, report"},
            of(line, map, anatomy)},
          &Look::background);
    visit(I{{.name = "axes",
             .about = "axes with numbers around a curve or map, and a colour bar beside a map",
             .names = kAxes,
             .also = "ticks, numbers, labels, ruler, coordinates, legend, color bar, figure, report"},
            of(line, map)},
          &Look::axes);
}

template <class Visit> constexpr void for_each_camera(Visit&& visit) {
    using enum Scene;
    using I = LookInfo;
    using Panel = LookInfo::Panel;
    visit(I{{.name = "yaw",
             .about = "camera's direction in degrees, clockwise from -y of the ground; on the planet, longitude",
             .min = -360,
             .max = 360,
             .heading = "Camera",
             .format = "%.1f°",
             .usual_min = -180,
             .usual_max = 180},
            ~kFlat},
          &Look::yaw);
    visit(I{{.name = "pitch",
             .about = "camera's angle above the horizon in degrees; on the planet, latitude",
             .min = -89,
             .max = 89,
             .format = "%.1f°"},
            ~kFlat},
          &Look::pitch);
    visit(I{{.name = "fov",
             .about = "vertical angle of view in degrees",
             .min = 5,
             .max = 120,
             .format = "%.1f°",
             .usual_min = 15,
             .usual_max = 90},
            ~kFlat},
          &Look::fov);
    visit(I{{.name = "altitude",
             .about = "height that the camera looks at, in units of coordinate",
             .min = -1024,
             .max = 1024,
             .step = 1.0 / 500},
            of(terrain, density, sea, clouds),
            Panel::of_span},
          &Look::altitude);
    visit(I{{.name = "heading",
             .about = "camera's direction in degrees, clockwise from north",
             .min = -360,
             .max = 360,
             .format = "%.1f°",
             .usual_min = -180,
             .usual_max = 180},
            of(planet)},
          &Look::heading);
    visit(I{{.name = "tilt",
             .about = "camera's angle in degrees, from straight down to the horizon",
             .max = 90,
             .format = "%.1f°"},
            of(planet)},
          &Look::tilt);
}

template <class Visit> constexpr void for_each_light(Visit&& visit) {
    using enum Scene;
    using I = LookInfo;
    visit(I{{.name = "sun",
             .about = "azimuth (as yaw) and elevation of the sun in degrees; for the planet the longitude and latitude "
                      "below it",
             .min = -360,
             .max = 360,
             .heading = "Light and air",
             .placeholder = "DEG,DEG",
             .format = "%.1f°",
             .step = 0.3,
             .also = "light"},
            kLit},
          &Look::sun);
    visit(I{{.name = "exposure",
             .about = "brightness in stops",
             .min = -8,
             .max = 8,
             .format = "%.2f stops",
             .usual_min = -3,
             .usual_max = 3},
            kLit | of(fire)},
          &Look::exposure);
    visit(I{{.name = "fog",
             .about = "haze of the air; 1 is a clear day",
             .max = 16,
             .usual_times = 3,
             .also = "haze, atmosphere"},
            of(terrain, density, sea, clouds, planet)},
          &Look::fog);
}

template <class Visit> constexpr void for_each_form(Visit&& visit) {
    using enum Scene;
    using I = LookInfo;
    visit(I{{.name = "relief",
             .about = "height of a value of 1: mountains (planet: 0.2 at most), waves, flames; for marble how far "
                      "veins bend",
             .max = 64,
             .heading = "Form",
             .usual_times = 3,
             .also = "amplitude, displacement, height scale"},
            of(terrain, density, sea, fire, planet, marble)},
          &Look::relief);
    visit(I{{.name = "water",
             .about = "noise value at the water level; -1 is no water, and the land is a desert",
             .min = -1,
             .max = 1,
             .also = "sea level"},
            of(terrain, planet)},
          &Look::water);
    visit(I{{.name = "warmth",
             .about = "climate: -1 is ice down to the equator, 1 is no ice at all",
             .min = -1,
             .max = 1},
            of(planet)},
          &Look::warmth);
    visit(I{{.name = "threshold",
             .about = "how far above the mean rock or cloud begins, in 3 sigma; for the planet, in noise values",
             .min = -1,
             .max = 1,
             .also = "coverage, iso level"},
            of(density, clouds, planet)},
          &Look::threshold);
    visit(I{{.name = "density",
             .about = "density of clouds or flames; for marble veins per unit of coordinate",
             .max = 16,
             .usual_times = 3},
            of(fire, clouds, planet, marble)},
          &Look::density);
    visit(I{{.name = "blocks",
             .about = "blocks per unit of coordinate; 0 is the smooth surface",
             .max = 64,
             .usual_max = 8},
            of(density)},
          &Look::blocks);
    visit(I{{.name = "polygons",
             .about = "cells of polygons per unit of coordinate, flat as in bake --mesh; 0 is none",
             .max = 64,
             .usual_max = 8,
             .also = "mesh, marching cubes, low poly"},
            of(density)},
          &Look::polygons);
    visit(I{{.name = "huts", .about = "markers that the CPU places on the ground", .max = 64}, of(terrain)},
          &Look::huts);
    visit(I{{.name = "own-huts",
             .about = "further huts where you want them; none, or points x and y of the ground, one after the other",
             .min = -2147483648.0,
             .max = 2147483648.0,
             .placeholder = "X,Y,X,Y...",
             .also = "houses, buildings, markers"},
            of(terrain)},
          &Look::own_huts);
    visit(I{{.name = "marker",
             .about = "latitude and longitude in degrees of the CPU's marker; none if the latitude exceeds 90",
             .min = -360,
             .max = 360,
             .placeholder = "DEG,DEG",
             .format = "%.1f°",
             .step = 0.3},
            of(planet)},
          &Look::marker);
}

}  // namespace detail

// Like for_each_setting: calls visit(info, member) for each field in order. The names are those of flags, JSON keys and
// the scenes' uniforms (which have _ for -).
template <class Visit> constexpr void for_each_look(Visit&& visit) {
    detail::for_each_view(visit);
    detail::for_each_drawing(visit);
    detail::for_each_camera(visit);
    detail::for_each_light(visit);
    detail::for_each_form(visit);
}

// The same with the fields of `look`, a Look or const Look: calls visit(info, field).
template <class L, class Visit> constexpr void for_each_look(L& look, Visit&& visit) {
    for_each_look([&](const LookInfo& info, auto member) { visit(info, look.*member); });
}

struct Preset {
    Settings settings;
    Look look;
    bool operator==(const Preset&) const = default;
};

// The problem with settings and scene together: the settings' own, or dimensions the scene does not draw. Empty if
// none.
std::string problem(const Preset& preset);

// The fewest and the most dimensions a scene draws.
std::array<int, 2> dims(Scene scene);

// Like set() in text.hpp, for the names of Settings and Look (look_text.cpp).
std::string set(Preset& preset, std::string_view name, std::string_view text);

// The text of one field of Settings or Look; set() restores the same value from it. Empty for an unset range.
std::string get(const Preset& preset, std::string_view name);

// Does the picture colour a field of values, one per pixel (for the line's curve, one row of them)? Other scenes are
// drawn sample by sample.
bool has_field(const Look& look);

// Does the picture show one value per pixel or per column? Formats for numbers then hold values by default.
bool has_values(Scene scene);

// Is the scene seen through a camera? The others lie flat in the picture.
bool has_camera(Scene scene);

// The values at the ends of the colour map: look.range, or if that is empty or the scene has none, three standard
// deviations of the noise to either side of its mean, within its range, which clips about one value in 400.
std::array<double, 2> shown_range(const Preset& preset);

// The mean of the noise's values and their standard deviation, whatever the output: estimates, see isonoise/range.hpp.
std::array<double, 2> mean_and_sigma(const Settings& settings);

// The colour at t in [0, 1] (clamped), by the gradient or the colour map: as in colours.hpp.
glm::vec4 colour(const Look& look, float t);

// May the picture be transparent? Only scene map takes the gradient's alpha.
bool has_alpha(const Look& look);

// A part of a picture: columns x0 to x0 + columns, rows y0 to y0 + rows, of width x height pixels in all. Parts may
// extend beyond its borders.
struct Part {
    int width = 0;
    int height = 0;
    int x0 = 0;
    int y0 = 0;
    int columns = 0;
    int rows = 0;
    static Part whole(int width, int height) { return {width, height, 0, 0, width, height}; }
    bool operator==(const Part&) const = default;
};

// The coordinates of a part's columns and rows in cells, computed in double: scenes map and line. The y axis points
// down: row 0 is the top row and has the smallest y. Scene line has one row, the center's. `zw` holds the other two
// coordinates. `along` is added to the noise's last coordinate, in cells and exactly: a frame's position in a closed
// loop.
struct PictureAxes {
    std::vector<AxisPoint> x;
    std::vector<AxisPoint> y;
    std::array<AxisPoint, 2> zw{};
};
PictureAxes picture_axes(const Preset& preset, const Part& part, const LoopPoint& along = {0, 0.0});

// The time after which a loop closes, in units of coordinate; 0: no loop. And look.time plus `along`, wrapped into the
// loop, so that its end equals its beginning to the bit.
double loop_time(const Preset& preset);
double time_in_loop(const Preset& preset, const LoopPoint& along = {0, 0.0});

// The noise's coordinate along an axis in the middle of a flat picture: the center, with the time on the last axis.
double middle_of(const Preset& preset, std::size_t axis, const LoopPoint& along = {0, 0.0});

// The center in cells, time and `along` included, as scenes with a camera use it. With `from`, the point at that
// offset, in units of coordinate: as exact as `from`, wherever the center is. `rest` receives the rounding error of the
// fractions, in units of coordinate.
std::array<AxisPoint, 4> center_point(const Preset& preset, const LoopPoint& along = {0, 0.0},
                                      const std::array<double, 4>& from = {}, std::array<double, 4>* rest = nullptr);

// A point as Noise takes it.
struct Place {
    glm::ivec4 cell;
    glm::vec4 fraction;
};
Place place_of(const std::array<AxisPoint, 4>& point);

// The noise of any scene as scene map shows it: the plane through the center. Scenes with values of their own stay.
Preset plane_of(const Preset& preset);

// Does the picture repeat one tile?
bool is_tiled(const Look& look);

// The size of the tile repeated by tiling 3x3, in units of coordinate, and how many tiles a pixel covers.
struct TileView {
    std::array<double, 2> size;
    double step;
};
TileView tile_view(const Preset& preset, int width, int height);

}  // namespace isonoise
