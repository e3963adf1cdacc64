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

namespace isonoise {

// The scenes, in the order of the viewer's list. app/scene/NAME.cpp describes each: see scenes.hpp.
#define ISONOISE_SCENES(SCENE)                                                                                         \
    SCENE(line) SCENE(map) SCENE(anatomy) SCENE(terrain) SCENE(density)                                                \
    SCENE(sea) SCENE(fire) SCENE(clouds) SCENE(planet) SCENE(marble)

#define ISONOISE_ENUMERATOR(name) name,
enum class Scene { ISONOISE_SCENES(ISONOISE_ENUMERATOR) };
#undef ISONOISE_ENUMERATOR
enum class Colormap { viridis, magma, grey, terrain, diverging, fire };
enum class Tiling { one, three };
enum class LineStyle { curve, silhouette, strokes };
enum class Stage { lattice, gradients, influence, fade, interpolation, octaves, compare };

struct Look {
    Scene scene = Scene::map;
    std::array<double, 4> center{};  // the coordinate the picture looks at
    double span = 8.0;               // units of coordinate from the picture's top to its bottom, at the center
    double time = 0.0;               // added to the noise's last coordinate
    double speed = 0.5;              // units of time per second, when playing

    Colormap colormap = Colormap::viridis;
    std::optional<std::array<double, 2>> range;  // the values at both ends of the colour map; empty: see shown_range
    int contours = 0;
    Tiling tiling = Tiling::one;
    LineStyle style = LineStyle::curve;
    Stage stage = Stage::lattice;

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
    int huts = 0;
    std::array<double, 2> marker{};  // latitude and longitude in degrees

    bool operator==(const Look&) const = default;
};

// A row of the table below, with a bit for each scene that uses the field.
struct LookInfo : SettingInfo {
    unsigned scenes = ~0u;
    bool is_for(Scene scene) const { return scenes >> static_cast<int>(scene) & 1u; }
};

namespace detail {
template <class... S> constexpr unsigned of(S... scenes) { return ((1u << static_cast<int>(scenes)) | ...); }
inline constexpr unsigned kFlat = of(Scene::line, Scene::map, Scene::anatomy, Scene::fire);  // no camera
inline constexpr unsigned kLit =
    of(Scene::terrain, Scene::density, Scene::sea, Scene::clouds, Scene::planet, Scene::marble);
#define ISONOISE_NAME(name) #name,
inline constexpr const char* kScenes[] = {ISONOISE_SCENES(ISONOISE_NAME)};
#undef ISONOISE_NAME
inline constexpr const char* kColormaps[] = {"viridis", "magma", "grey", "terrain", "diverging", "fire"};
inline constexpr const char* kTilings[] = {"1x1", "3x3"};
inline constexpr const char* kStyles[] = {"curve", "silhouette", "strokes"};
inline constexpr const char* kStages[] = {"lattice",       "gradients", "influence", "fade",
                                          "interpolation", "octaves",   "compare"};
}  // namespace detail

// Like for_each_setting: calls visit(info, field) for each field in order. The names are those of flags, JSON keys and
// the scenes' uniforms (which have _ for -).
template <class L, class Visit> constexpr void for_each_look(L& look, Visit&& visit) {
    using namespace detail;
    using enum Scene;
    const double far = 2147483648.0;
    visit(LookInfo{{"scene", "what is drawn of the noise", 0, 0, kScenes}}, look.scene);
    visit(LookInfo{{"center", "coordinate that the picture looks at, up to 4 numbers; the rest is 0", -far, far}},
          look.center);
    visit(LookInfo{{"span", "units of coordinate from top to bottom", 1.0 / 1048576, 1048576}}, look.span);
    visit(LookInfo{{"time", "added to the last coordinate", -far, far}}, look.time);
    visit(LookInfo{{"speed", "units of time per second", -64, 64}}, look.speed);

    visit(LookInfo{{"colormap", "colours from low to high; of marble which stone", 0, 0, kColormaps},
                   of(line, map, anatomy, fire, marble)},
          look.colormap);
    visit(LookInfo{{"range",
                    "values at both ends of the colours (black and white point), within -16..16; auto is three sigma",
                    -16, 16},
                   of(line, map)},
          look.range);
    visit(LookInfo{{"contours", "contour lines from end to end of the range; 0 is none", 0, 64}, of(map)},
          look.contours);
    visit(
        LookInfo{{"tiling", "3x3 repeats one tile, a period where there is one, with its seams marked", 0, 0, kTilings},
                 of(map)},
        look.tiling);
    visit(LookInfo{{"style", "of the line: its curve, hills in silhouette, strokes as if by hand", 0, 0, kStyles},
                   of(line)},
          look.style);
    visit(LookInfo{{"stage", "step of the explanation", 0, 0, kStages}, of(anatomy)}, look.stage);

    visit(
        LookInfo{{"yaw", "camera's direction in degrees, clockwise from -y of the ground; of the planet the longitude",
                  -360, 360},
                 ~kFlat},
        look.yaw);
    visit(
        LookInfo{{"pitch", "camera's angle above the horizon in degrees; of the planet the latitude", -89, 89}, ~kFlat},
        look.pitch);
    visit(LookInfo{{"fov", "vertical angle of view in degrees", 5, 120}, ~kFlat}, look.fov);
    visit(LookInfo{{"altitude", "height of what the camera looks at, in units of coordinate", -1024, 1024},
                   of(terrain, density, sea, clouds)},
          look.altitude);
    visit(LookInfo{{"heading", "camera's direction in degrees, clockwise from north", -360, 360}, of(planet)},
          look.heading);
    visit(LookInfo{{"tilt", "camera's angle in degrees from straight down to the horizon", 0, 90}, of(planet)},
          look.tilt);
    visit(
        LookInfo{
            {"sun",
             "azimuth (as yaw) and elevation of the sun in degrees; of the planet the longitude and latitude below it",
             -360, 360},
            kLit},
        look.sun);
    visit(LookInfo{{"exposure", "brightness in stops", -8, 8}, kLit | of(fire)}, look.exposure);
    visit(LookInfo{{"fog", "haze of the air; 1 is a clear day", 0, 16}, of(terrain, density, sea, clouds, planet)},
          look.fog);
    visit(LookInfo{{"relief",
                    "height of a value of 1: mountains (of the planet 0.2 at most), waves, flames; of marble how far "
                    "veins bend",
                    0, 64},
                   of(terrain, density, sea, fire, planet, marble)},
          look.relief);
    visit(LookInfo{{"water", "value at which water stands; -1 is none, and the land a desert", -1, 1},
                   of(terrain, planet)},
          look.water);
    visit(LookInfo{{"warmth", "climate: -1 is ice to the equator, 1 is no ice at all", -1, 1}, of(planet)},
          look.warmth);
    visit(LookInfo{{"threshold",
                    "value from which on there is rock; of clouds in 3 sigma, and with the planet's from the mean", -1,
                    1},
                   of(density, clouds, planet)},
          look.threshold);
    visit(LookInfo{{"density", "how dense the clouds or the flames are; of marble, veins a unit of coordinate", 0, 16},
                   of(fire, clouds, planet, marble)},
          look.density);
    visit(LookInfo{{"blocks", "blocks a unit of coordinate; 0 is the smooth surface", 0, 64}, of(density)},
          look.blocks);
    visit(LookInfo{{"huts", "markers that the CPU places on the ground", 0, 64}, of(terrain)}, look.huts);
    visit(
        LookInfo{{"marker", "latitude and longitude in degrees where the CPU places a marker; beyond latitude 90 none",
                  -360, 360},
                 of(planet)},
        look.marker);
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

// Like set() in settings.hpp, for the names of Settings and Look. Lists are separated by commas.
std::string set(Preset& preset, std::string_view name, std::string_view text);

// The text of one field of Settings or Look; set() restores the same value from it. Empty for an unset range.
std::string get(const Preset& preset, std::string_view name);

// Does the picture colour a field of values, one per pixel (for the line's curve, one row of them)? Other scenes are
// drawn sample by sample.
bool has_field(const Look& look);

// Does the picture show one value per pixel or per column? These can be exported as numbers.
bool has_values(Scene scene);

// Is the scene seen through a camera? The others lie flat in the picture.
bool has_camera(Scene scene);

// The noise's estimated standard deviation about its mean, and that mean.
double standard_deviation(const Settings& settings);
double mean(const Settings& settings);

// The values at the ends of the colour map: look.range, or if that is empty or the scene has none, three standard
// deviations of the noise to either side (within the unit interval for output unit), which clips about one value in
// 400.
std::array<double, 2> shown_range(const Preset& preset);

// The colour at t in [0, 1] (clamped), display-referred sRGB, components in [0, 1].
glm::vec3 colour(Colormap map, float t);

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

// The center in cells, time and `along` included, as scenes with a camera use it. With `from`, the point at that
// offset, in units of coordinate: as exact as `from`, wherever the center is. `rest` receives the rounding error of the
// fractions, in units of coordinate.
std::array<AxisPoint, 4> center_point(const Preset& preset, const LoopPoint& along = {0, 0.0},
                                      const std::array<double, 4>& from = {}, std::array<double, 4>* rest = nullptr);

// Does the picture repeat one tile?
bool is_tiled(const Look& look);

// The size of the tile repeated by tiling 3x3, in units of coordinate, and how many tiles a pixel covers.
struct TileView {
    std::array<double, 2> size;
    double step;
};
TileView tile_view(const Preset& preset, int width, int height);

}  // namespace isonoise
