// The scenes: one row of data and functions for each, defined in app/scene/NAME.cpp. Painter, camera, navigation,
// viewer and gallery read these rows instead of testing which scene it is. docs/contributing.md lists what a new scene
// needs.
//
// Not in a row: the scene's defaults, which are in app/presets/NAME.json.
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
struct Pass;
struct Probe;

// How a scene maps the noise to the world. All but flat scenes have a camera's fields.
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

// A point in the picture: a line with its coordinates in the noise, the value there and derived numbers, with all
// digits. The coordinates are the nearest floats, so every program that computes this noise gets this value at the
// numbers shown. If floats are too coarse for the picture, a cell and the fraction in it.
struct PointSeen {
    std::string text;
    std::optional<std::array<float, 4>> at;  // empty: given as a cell and a fraction
    std::array<AxisPoint, 4> point{};        // where drawn_settings() has the value
    float value = 0.0f;
    glm::dvec3 spot{};  // in the camera's world, relative to the center; on a flat picture along its axes
};

// A null function means that the scene lacks the feature, or uses the default in brackets.
struct SceneInfo {
    char key = 0;                   // in the viewer: a digit or a capital letter without another use there; 0 for none
    std::array<int, 2> dims{3, 4};  // minimum and maximum number of dimensions
    View view = View::space;
    const char* about = "";  // the picture, in a few words
    // Its words and ranges for its fields. All scenes have center, span, time, speed and the fields of their camera,
    // which need no row here.
    std::span<const LookInfo> rows = {};
    std::span<const GalleryPicture> gallery = {};

    bool has_values = false;       // shows one value per pixel or per column
    bool is_height = false;        // the noise times look.relief is the height of a ground
    bool relief_of_value = false;  // look.relief is the height, or the effect, of a value of 1
    bool is_solid = false;         // rock is where the noise is high enough, by look.threshold and relief
    bool own_place = false;        // center and span do not position the picture in the noise, unlike in other scenes
    bool one_row = false;  // one value per column, drawn as a height: the picture's y is not an axis of the noise

    // The shader is scenes/NAME.frag or scenes/NAME-VARIANT.frag. A software driver executes both sides of every
    // branch, so stages and styles have their own shaders. [no variant]
    const char* (*variant)(const Look&) = nullptr;
    // Does the shader colour a field of values? Other scenes are drawn sample by sample, lit. [no]
    bool (*has_field)(const Look&) = nullptr;
    // Extra columns and rows around a tile, so that tiles join without seams.
    std::array<int, 2> (*margins)(const Preset&, int height) = nullptr;

    // A reason not to draw settings that are valid by themselves, like problem().
    std::string (*problem)(const Preset&) = nullptr;
    // The settings of the noise that the scene draws. [the preset's]
    Settings (*drawn_settings)(const Preset&) = nullptr;
    // [flat: at the center; otherwise as in orbit_camera]
    Camera (*camera)(const Preset&, const LoopPoint& phase) = nullptr;
    // The unit vector towards look.sun.
    glm::dvec3 (*sun)(double azimuth, double elevation) = direction;
    // The eye along the noise's y, for a scene that moves along it over time. [the camera's]
    AxisPoint (*eye_y)(const Preset&, const LoopPoint& phase) = nullptr;
    // The distance in cells from the eye within which something may be visible. [2^20]
    std::int64_t (*reach)(const Preset&, const Camera&) = nullptr;
    // Can the picture have axes? [no]
    bool (*has_axes)(const Look&) = nullptr;
    // In a scene with one row, the values at the lower and upper end of the plot.
    std::array<double, 2> (*heights)(const Preset&) = nullptr;
    // The objects that the CPU places.
    std::vector<Marker> (*markers)(const Preset&, const LoopPoint& phase) = nullptr;
    // The textures to draw before the picture, in this order. [none]
    std::vector<Pass> (*passes)(const Frame&) = nullptr;
    // The uniforms that only this scene has.
    void (*uniforms)(const Frame&, UniformValues&) = nullptr;

    // The units of coordinate by which dragging one pixel in a flat picture of this size moves the noise along with the
    // pointer; negative if it moves the center instead. [span / height]
    double (*drag)(const Preset&, double width, double height) = nullptr;
    // The text on the picture.
    std::vector<Label> (*labels)(const Preset&, int width, int height) = nullptr;
    // The point of the noise at a point of the picture; empty if there is none.
    std::optional<PointSeen> (*point)(const Preset&, int width, int height, double x, double y) = nullptr;
    // The noise at a point of the picture, explained.
    std::optional<Probe> (*probe)(const Preset&, int width, int height, double x, double y) = nullptr;
};

const SceneInfo& scene_info(Scene scene);

// The point `p` relative to the center, along the noise's axes, in units of coordinate, in a picture that resolves
// distances of `apart`: "at (0.25, -3) +0.5", and for a ground its height.
PointSeen point_seen(const Preset& preset, const glm::dvec3& p, double apart);
// The same point in a preset that may have changed: its new value and text.
PointSeen seen_again(const Preset& preset, const PointSeen& seen);
// The value at a position in the noise that the scene draws.
float value_at(const Preset& preset, const std::array<AxisPoint, 4>& point);

const char* name_of(Scene scene);

// The fragment shader, relative to shaders/.
std::string shader_of(const Look& look);
std::string shader_of(const Preset& preset);  // with its function

// Can the viewer's camera turn in place, rather than only orbit its target?
bool can_fly(Scene scene);

// The scene for a key in the viewer.
std::optional<Scene> scene_of_key(char key);
// All keys, for display: "1 to 9, 0".
std::string scene_keys();

namespace scenes {
#define SCENE(name) extern const SceneInfo name;
#include "scene/scenes.def"
#undef SCENE
}  // namespace scenes

}  // namespace isonoise
