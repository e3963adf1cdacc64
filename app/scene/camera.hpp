// The camera of scenes in 3D. The world is right-handed with y up, in units of coordinate, its origin is look.center.
// Scenes over a ground (terrain, sea) have the noise's x along x and its y along z, as on a map that lies flat, with -z
// up on the map; scenes in space have the noise's x, y and z along x, y and z.
//
// The planet is a sphere of radius 1 about look.center, its axis is y. Its ground is what the noise on that sphere
// raises or lowers: a value v to radius 1 + relief * v, and water fills what is below look.water. Longitude 0 is
// towards +z and 90 (east) towards +x. The sun stands in the zenith at longitude look.sun[0], latitude look.sun[1].
#pragma once

#include <array>
#include <optional>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "scene/look.hpp"

namespace isonoise {

// The direction of an azimuth (as yaw) and an elevation in degrees, of length 1.
glm::dvec3 direction(double azimuth, double elevation);

// From the planet's center to a longitude and latitude in degrees, of length 1.
glm::dvec3 planet_direction(double longitude, double latitude);

// Towards the sun, of length 1.
glm::dvec3 sun_direction(const Look& look);

struct Camera {
    glm::dvec3 eye{};  // from the center
    glm::dvec3 right{1, 0, 0};
    glm::dvec3 up{0, 1, 0};
    glm::dvec3 forward{0, 0, -1};
    double slope = 1.0;  // tangent of half the vertical angle of view
    // Over the planet: the radius of the ground looked at, and the eye's height above that sphere, which is exact
    // however small it is.
    double radius = 1.0;
    double altitude = 0.0;
};

// Looks along yaw and pitch at the point `altitude` above the center, of marble at the stone around the center, from
// where `span` fits into the picture. Over the
// planet: at the ground, or the water, at longitude yaw and latitude pitch, from `tilt` off the vertical, and `heading`
// is up in the picture; the eye stays above the ground.
Camera camera(const Preset& preset, const LoopPoint& along = {});

// Whether the noise's y lies along the world's z.
inline bool has_ground(Scene scene) { return scene == Scene::terrain || scene == Scene::sea; }

// The eye along each axis of the noise; `rest` as of center_point, along the world's axes.
std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& along = {},
                                   glm::dvec3* rest = nullptr);

// Height of a value of 1 on the planet: relief, but no mountain is higher than a fifth of the radius.
double planet_relief(const Look& look);

// The value of the noise that makes the planet's ground in a direction (of length 1) from its center: output signed.
float planet_value(const Preset& preset, const Noise& noise, const glm::dvec3& direction, const LoopPoint& along = {});

// The radius that the ground, or the water on it, has there.
double planet_radius(const Preset& preset, const Noise& noise, const glm::dvec3& direction,
                     const LoopPoint& along = {});

// Where the CPU puts something that the picture shows: a hut on the terrain, a beacon on the planet.
struct Marker {
    glm::dvec3 place{};          // from the center, in units of coordinate
    glm::dvec3 normal{0, 1, 0};  // of the ground there
    double size = 0.0;           // units of coordinate
};
inline constexpr int kMostMarkers = 64;
std::vector<Marker> markers(const Preset& preset, const LoopPoint& along = {});

// Where a picture of the planet shows its marker. Mountains count for nothing here: only the planet's curve hides it.
struct MarkerView {
    enum class Kind {
        seen,     // at its place
        horizon,  // behind the planet: on the horizon, where the great circle to it crosses that
        edge,     // neither of the two is in the picture: at the picture's edge, in that direction
    };
    Kind kind = Kind::seen;
    glm::dvec2 at{};       // in pixels from the picture's top left corner
    glm::dvec2 towards{};  // of length 1, in the picture, y down: where the marker is from there; of one seen: its top
    double distance = 0;   // from the eye, of one seen
};
// Empty where there is no marker, that is at a latitude beyond 90 degrees.
std::optional<MarkerView> marker_view(const Preset& preset, const Camera& camera, double width, double height,
                                      const LoopPoint& along = {});

}  // namespace isonoise
