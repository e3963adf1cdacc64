// The planet: a sphere of radius 1 about look.center, its axis is y. Its ground is what the noise on that sphere raises
// or lowers: a value v to radius 1 + relief * v, and water fills what is below look.water. Longitude 0 is towards +z
// and 90 (east) towards +x. The sun stands in the zenith at longitude look.sun[0], latitude look.sun[1].
#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include "scene/camera.hpp"

namespace isonoise {

// From the planet's center to a longitude and latitude in degrees, of length 1.
glm::dvec3 planet_direction(double longitude, double latitude);

// At the ground, or the water, at longitude yaw and latitude pitch, from `tilt` off the vertical, and `heading` is up
// in the picture; the eye stays above the ground.
Camera planet_camera(const Preset& preset, const LoopPoint& along);

// Height of a value of 1 on the planet: relief, but no mountain is higher than a fifth of the radius.
double planet_relief(const Look& look);

// The value of the noise that makes the planet's ground in a direction (of length 1) from its center: output signed.
float planet_value(const Preset& preset, const Noise& noise, const glm::dvec3& direction, const LoopPoint& along = {});

// The radius that the ground, or the water on it, has there.
double planet_radius(const Preset& preset, const Noise& noise, const glm::dvec3& direction,
                     const LoopPoint& along = {});

// Where the marker is; none at a latitude beyond 90 degrees.
std::vector<Marker> planet_markers(const Preset& preset, const LoopPoint& along);

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
