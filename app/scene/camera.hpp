// The camera of scenes in 3D. The world is right-handed with y up, in units of coordinate, its origin is look.center.
// Scenes over a ground (terrain, sea) have the noise's x along x and its y along z, as on a map that lies flat, with -z
// up on the map; scenes in space have the noise's x, y and z along x, y and z. Scene fire has no camera: its picture is
// a plane as that of a map, y down, with the ground at y = 0.
#pragma once

#include <array>

#include <glm/vec3.hpp>

#include "scene/look.hpp"

namespace isonoise {

// The direction of an azimuth (as yaw) and an elevation in degrees, of length 1.
glm::dvec3 direction(double azimuth, double elevation);

struct Camera {
    glm::dvec3 eye{};  // from the center
    glm::dvec3 right{1, 0, 0};
    glm::dvec3 up{0, 1, 0};
    glm::dvec3 forward{0, 0, -1};
    double slope = 1.0;  // tangent of half the vertical angle of view
};

// Of the scenes without a camera the eye is the center. The others: looks along yaw and pitch at the point `altitude`
// above the center, from where `span` fits into the picture.
Camera camera(const Look& look);

// Whether the noise's y lies along the world's z.
inline bool has_ground(Scene scene) { return scene == Scene::terrain || scene == Scene::sea; }

// The eye along each axis of the noise.
std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& along = {});

// Flames are the noise drawn out upwards, to 1 / kFireStretch of its height, and as long as a cell of time takes they
// rise by kFireRise cells.
inline constexpr double kFireStretch = 0.5;
inline constexpr std::uint32_t kFireRise = 2;

// The settings of the noise that a scene draws: the preset's. Of a fire that loops, and has no period along y, with
// one: what it rises in a loop, so that it closes.
Settings drawn_settings(const Preset& preset);

// The eye in blocks of scene density, along the noise's x, y and z.
std::array<AxisPoint, 3> eye_block(const Preset& preset, const Camera& camera, const LoopPoint& along = {});

// Where the CPU puts something that the picture shows: a hut on the terrain, a beacon on the planet.
struct Marker {
    glm::dvec3 place{};          // from the center, in units of coordinate
    glm::dvec3 normal{0, 1, 0};  // of the ground there
    double size = 0.0;           // units of coordinate
};
inline constexpr int kMostMarkers = 64;
std::vector<Marker> markers(const Preset& preset, const LoopPoint& along = {});

}  // namespace isonoise
