// The planet: a sphere of radius 1 around look.center with axis y. The noise on that sphere raises or lowers the
// ground: a value v to radius 1 + relief * v; water fills everything below look.water. Longitude 0 is towards +z and 90
// (east) towards +x. The sun is at the zenith at longitude look.sun[0], latitude look.sun[1].
#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include "scene/camera.hpp"
#include "scene/drawn_noise.hpp"

namespace isonoise {

// The unit vector from the planet's center to a longitude and latitude in degrees.
glm::dvec3 planet_direction(double longitude, double latitude);

// Looks at the ground or water at longitude yaw and latitude pitch, `tilt` degrees off the vertical, with `heading` up
// in the picture; the eye stays above the ground.
Camera planet_camera(const Preset& preset, const LoopPoint& phase);

// Height of the value 1 on the planet: the relief, limited so that no mountain is higher than a fifth of the radius.
double planet_relief(const Look& look);

// The noise that shapes the planet's ground, in a direction of unit length from its center: output signed.
float planet_value(const Preset& preset, const DrawnNoise& noise, const glm::dvec3& direction,
                   const LoopPoint& phase = {});

// The radius of the ground, or of the water above it, in that direction.
double planet_radius(const Preset& preset, const DrawnNoise& noise, const glm::dvec3& direction,
                     const LoopPoint& phase = {});

// The marker's position; none at a latitude beyond 90 degrees.
std::vector<Marker> planet_markers(const Preset& preset, const LoopPoint& phase);

// The marker's position in a picture of the planet. Only the planet's curvature hides it, not mountains.
struct MarkerView {
    enum class Visibility {
        seen,     // at its own position
        horizon,  // behind the planet: drawn on the horizon, where the great circle to it crosses
        edge,     // neither is in the picture: at the picture's edge, in their direction
    };
    Visibility visibility = Visibility::seen;
    glm::dvec2 at{};       // in pixels from the picture's top left corner
    glm::dvec2 towards{};  // unit vector in the picture, y down: towards the marker or, if seen, its top
    double distance = 0;   // from the eye, if seen
};
// Empty without a marker, that is, at a latitude beyond 90 degrees.
std::optional<MarkerView> marker_view(const Preset& preset, const Camera& camera, double width, double height,
                                      const LoopPoint& phase = {});

}  // namespace isonoise
