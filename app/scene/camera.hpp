// The camera of 3D scenes. The world is right-handed with y up, in units of coordinate; its origin is look.center.
// Scenes over a ground (terrain, sea) map the noise's x to x and its y to z, like a map lying flat, with -z up on the
// map; scenes in space map the noise's x, y and z to x, y and z. Scenes without a camera are a plane like a map, y
// down.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "scene/look.hpp"

namespace isonoise {

double radians(double degrees);

// The unit vector for an azimuth (as yaw) and an elevation, in degrees.
glm::dvec3 direction(double azimuth, double elevation);

// Unit vector towards the sun.
glm::dvec3 sun_direction(const Look& look);

struct Camera {
    glm::dvec3 eye{};  // from the center
    glm::dvec3 right{1, 0, 0};
    glm::dvec3 up{0, 1, 0};
    glm::dvec3 forward{0, 0, -1};
    double half_fov_tangent = 1.0;  // of the vertical field of view
    // For the planet: the radius of the ground at the target, and the eye's height above that sphere, accurate even if
    // tiny.
    double radius = 1.0;
    double altitude = 0.0;
};

// A line of sight.
struct Ray {
    glm::dvec3 from{};       // the eye
    glm::dvec3 direction{};  // of length 1
    double pixel = 0.0;      // what a pixel covers at a distance of 1
    glm::dvec3 at(double distance) const { return from + distance * direction; }
};
// The ray through a point of a picture, in pixels from its upper left corner.
Ray ray_through(const Camera& camera, int width, int height, double x, double y);

// The first distance from `near` to `far` at which inside() is true. Steps are proportional to the distance so far, but
// at least `least`. Empty if it is never true, or is true at once.
std::optional<double> first_inside(const std::function<bool(double)>& inside, double near, double far, double least,
                                   double fraction);

// The scene's camera. Without one, the eye is the center; otherwise orbit_camera() unless the scene's row has its own.
Camera camera(const Preset& preset, const LoopPoint& phase = {});

// Looks along yaw and pitch at the point `altitude` above the center, from `clearance` plus the distance at which
// `span` fits the picture.
Camera orbit_camera(const Look& look, double altitude, double clearance = 0.0);

// Does the noise's y map to the world's z?
bool has_ground(Scene scene);

// The eye along each axis of the noise; `rest` as in center_point, along the world's axes.
std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& phase = {},
                                   glm::dvec3* rest = nullptr);

// The settings of the noise a scene draws.
Settings drawn_settings(const Preset& preset);

// An object that the CPU places in the picture: a hut on the terrain, a beacon on the planet.
struct Marker {
    glm::dvec3 position{};       // relative to the center, in units of coordinate
    glm::dvec3 normal{0, 1, 0};  // of the ground there
    double size = 0.0;           // in units of coordinate
};
std::vector<Marker> markers(const Preset& preset, const LoopPoint& phase = {});

}  // namespace isonoise
