// Mouse and keyboard navigation: pan and zoom on maps, an orbiting or flying camera elsewhere.
#pragma once

#include "scene/camera.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

// A place in the picture, and the picture's size, from its top left corner; in any unit.
struct Pointer {
    double x = 0, y = 0;
    double width = 1, height = 1;
};

// A drag by (dx, dy) since the button went down; `from` is the preset at that moment.
void pan(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
void orbit(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
// Turns the view while the eye stays put.
void look_around(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
// Zooms by wheel steps; over a map the point under the pointer stays put.
void zoom(Preset& preset, double steps, const Pointer& at);
// Moves along the camera's right, up and forward, in spans.
void fly(Preset& preset, const glm::dvec3& by);

// The point of the noise under the pointer, time included. Only for scenes without a camera.
std::array<AxisPoint, 4> point_at(const Preset& preset, const Pointer& at);
// The same with its value and text, as exact as a picture of this size tells points apart.
PointSeen seen_at(const Preset& preset, const Pointer& at);
// The position in the picture of a point that was seen in this scene with the look `then`; empty if unknown or out of
// view. Occlusion is ignored.
std::optional<glm::dvec2> position_in_picture(const Preset& preset, const PointSeen& seen, const Look& then,
                                              const Pointer& window);

}  // namespace isonoise
