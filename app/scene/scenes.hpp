// The scenes: one row of data and functions for each, defined in app/scene/NAME.cpp. Painter, camera, navigation,
// viewer and gallery read these rows instead of asking which scene it is. docs/contributing.md lists what a new scene
// needs.
//
// What a row does not hold: the scene's defaults, which are in app/presets/NAME.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/uniforms.hpp"
#include "scene/camera.hpp"
#include "scene/look.hpp"

namespace isonoise {

struct Frame;
struct Label;
struct Probe;

// How a scene sees the noise. All but flat scenes have the fields of a camera.
enum class View {
    flat,    // a plane like a map, y down; no camera
    ground,  // the noise's x and y lie along the world's x and z, like a map lying flat
    space,   // the noise's x, y and z lie along the world's
    globe,   // as in space; the camera circles a globe around the center
};

// A picture that `isonoise gallery` writes.
struct GalleryPicture {
    const char* preset;  // built in
    const char* about;
};

// A point of what the picture shows: in a line its coordinates in the noise, the value there and what follows from it,
// with all digits. Its coordinates are the nearest floats, so that every program that computes this noise gives this
// value at the numbers shown. Where floats are too far apart for the picture it is a cell and the fraction in it.
struct PointSeen {
    std::string text;
    std::optional<std::array<float, 4>> at;  // empty: in a cell
    std::array<AxisPoint, 4> place{};        // where drawn_settings() have the value
    float value = 0.0f;
    glm::dvec3 spot{};  // in the world of the camera, from the center; on a flat picture along its axes
};

// Functions may be null: then the scene has none of that, or the default in brackets.
struct SceneInfo {
    char key = 0;  // in the viewer: a digit or a capital letter that has no other use there; 0 for none
    std::array<int, 2> dims{3, 4};  // the fewest and the most dimensions it draws
    View view = View::space;
    const char* about = "";  // the picture, in a few words
    // Its words and ranges for its fields. All scenes have center, span, time, speed and the fields of their camera,
    // which need no row here.
    std::span<const LookInfo> rows = {};
    std::span<const GalleryPicture> gallery = {};

    bool has_values = false;  // shows one value per pixel or per column
    bool is_height = false;   // the noise times look.relief is the height of a ground
    bool is_solid = false;    // there is rock where the noise is high enough, by look.threshold and relief
    bool own_place = false;   // center and span do not say where in the noise the picture is, as elsewhere
    bool one_row = false;     // one value per column, drawn as a height: the picture's y is no axis of the noise

    // The shader is scenes/NAME.frag, or scenes/NAME-VARIANT.frag. A software driver computes both sides of every
    // branch, so stages and styles have their own shaders. [no variant]
    const char* (*variant)(const Look&) = nullptr;
    // Does the shader colour a field of values? Other scenes are drawn sample by sample, lit. [no]
    bool (*has_field)(const Look&) = nullptr;
    // The columns and rows a field needs beyond a part for the part to look the same wherever its borders are.
    std::array<int, 2> (*margins)(const Look&, int height) = nullptr;

    // A reason not to draw settings that are valid by themselves, in the manner of problem().
    std::string (*problem)(const Preset&) = nullptr;
    // The settings of the noise it draws. [the preset's]
    Settings (*drawn_settings)(const Preset&) = nullptr;
    // [flat: at the center; otherwise as in orbit_camera]
    Camera (*camera)(const Preset&, const LoopPoint& along) = nullptr;
    // The unit vector for look.sun.
    glm::dvec3 (*sun)(double azimuth, double elevation) = direction;
    // The eye along the noise's y, for a scene that moves along it over time. [the camera's]
    AxisPoint (*eye_y)(const Preset&, const LoopPoint& along) = nullptr;
    // The distance in cells from the eye within which something may be visible. [2^20]
    std::int64_t (*reach)(const Preset&, const Camera&) = nullptr;
    // Can the picture have axes? [no]
    bool (*has_axes)(const Look&) = nullptr;
    // In a scene with one row, the values at the lower and the upper end of the plot.
    std::array<double, 2> (*heights)(const Preset&) = nullptr;
    // The things that the CPU places.
    std::vector<Marker> (*markers)(const Preset&, const LoopPoint& along) = nullptr;
    // The uniforms that only this scene has.
    void (*uniforms)(const Frame&, UniformValues&) = nullptr;

    // The units of coordinate by which dragging over a pixel of a flat picture of this size moves the noise along with
    // the pointer; negative where it moves the center along instead. [span / height]
    double (*drag)(const Preset&, double width, double height) = nullptr;
    // The words on the picture.
    std::vector<Label> (*labels)(const Preset&, int width, int height) = nullptr;
    // What is seen at a point of the picture; empty where that has no place in the noise.
    std::optional<PointSeen> (*point)(const Preset&, int width, int height, double x, double y) = nullptr;
    // The noise at a point of the picture, explained.
    std::optional<Probe> (*probe)(const Preset&, int width, int height, double x, double y) = nullptr;
};

const SceneInfo& scene_info(Scene scene);

// The point `p` from the center, along the noise's axes, in units of coordinate, in a picture that tells points so far
// `apart`: "at (0.25, -3) +0.5", and for a ground its height.
PointSeen point_seen(const Preset& preset, const glm::dvec3& p, double apart);
// The same point in a preset that may have changed since: its value and text.
PointSeen seen_again(const Preset& preset, const PointSeen& seen);
// The value at a place of the noise that the scene draws.
float value_at(const Preset& preset, const std::array<AxisPoint, 4>& place);

const char* name_of(Scene scene);

// Its fragment shader, relative to shaders/.
std::string shader_of(const Look& look);

// Can the viewer's camera turn in place, rather than only circle what it looks at?
bool can_fly(Scene scene);

// The scene of a key in the viewer.
std::optional<Scene> scene_of_key(char key);
// All of the keys, for people: "1 to 9, 0".
std::string scene_keys();

namespace scenes {
#define SCENE(name) extern const SceneInfo name;
#include "scene/scenes.def"
#undef SCENE
}  // namespace scenes

}  // namespace isonoise
