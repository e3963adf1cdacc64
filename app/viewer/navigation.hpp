// Mouse and keys move what the picture shows: pan and zoom over maps, a camera that orbits or flies elsewhere.
#pragma once

#include "scene/camera.hpp"

namespace isonoise {

// All lengths in pixels of the window, from its top left corner; size is the window's.
struct Pointer {
    double x = 0, y = 0;
    double width = 1, height = 1;
};

// From where the button went down, whose preset was `from`.
void pan(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
void orbit(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
// The eye stays and the view turns.
void look_around(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window);
// Steps of a wheel; over a map what is under the pointer stays there.
void zoom(Preset& preset, double steps, const Pointer& at);
// Along the camera's right, up and forward, in spans.
void fly(Preset& preset, const glm::dvec3& by);

// The coordinate of the noise under the pointer, time included; scenes without a camera.
std::array<double, 4> coordinate_at(const Preset& preset, const Pointer& at);

}  // namespace isonoise
