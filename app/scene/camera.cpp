#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "scene/fire.hpp"
#include "scene/huts.hpp"
#include "scene/planet.hpp"

namespace isonoise {

static double radians(double degrees) { return degrees * std::numbers::pi / 180; }

glm::dvec3 direction(double azimuth, double elevation) {
    const double a = radians(azimuth), e = radians(elevation);
    return {std::sin(a) * std::cos(e), std::sin(e), -std::cos(a) * std::cos(e)};
}

glm::dvec3 sun_direction(const Look& look) {
    return look.scene == Scene::planet ? planet_direction(look.sun[0], look.sun[1])
                                       : direction(look.sun[0], look.sun[1]);
}

// Distance from the center to the edge of the marble ball on its plinth (see marble.frag) in a direction, or slightly
// more.
static double marble_radius(const glm::dvec3& out) {
    const double rise = 0.235 * out.y;
    const double ball = rise + std::sqrt(rise * rise + 0.8 * 0.8 - 0.235 * 0.235);
    const double plinth = std::min(0.95 / std::max(std::hypot(out.x, out.z), 1e-9), 1.03 / std::fabs(out.y));
    const double low = std::clamp((-0.05 - out.y) / 0.3, 0.0, 1.0);
    return plinth > ball ? ball + (plinth - ball) * low * low * (3 - 2 * low) : ball;
}

Camera camera(const Preset& preset, const LoopPoint& along) {
    const Look& look = preset.look;
    if (look.scene == Scene::planet) return planet_camera(preset, along);
    Camera c;
    if (!has_camera(look.scene)) return c;
    c.forward = direction(look.yaw, look.pitch);
    c.right = direction(look.yaw + 90, 0);
    c.up = glm::cross(c.right, c.forward);
    c.slope = std::tan(radians(look.fov) / 2);
    const double distance = look.span / 2 / c.slope + (look.scene == Scene::marble ? marble_radius(-c.forward) : 0);
    c.eye = glm::dvec3(0, look.scene == Scene::marble ? 0 : look.altitude, 0) - c.forward * distance;
    return c;
}

Settings drawn_settings(const Preset& preset) {
    return preset.look.scene == Scene::fire ? fire_settings(preset) : preset.settings;
}

std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& along,
                                   glm::dvec3* rest) {
    const glm::dvec3& eye = camera.eye;
    const bool ground = has_ground(preset.look.scene);
    std::array<double, 4> left{};
    Preset drawn = preset;
    drawn.settings = drawn_settings(preset);
    auto point = center_point(
        drawn, along, ground ? std::array{eye.x, eye.z, 0.0, 0.0} : std::array{eye.x, eye.y, eye.z, 0.0}, &left);
    if (preset.look.scene == Scene::fire) point[1] = fire_height(drawn, along);
    if (rest) *rest = ground ? glm::dvec3(left[0], 0, left[1]) : glm::dvec3(left[0], left[1], left[2]);
    return point;
}

std::array<AxisPoint, 3> eye_block(const Preset& preset, const Camera& camera, const LoopPoint& along) {
    // Time along the noise's z moves through the world, blocks included.
    const double time = time_in_loop(preset, along);
    std::array<AxisPoint, 3> point;
    for (int axis = 0; axis < 3; ++axis) {
        const double at = preset.look.center[static_cast<std::size_t>(axis)] + camera.eye[axis] +
                          (axis == preset.settings.dim - 1 ? time : 0.0);
        point[static_cast<std::size_t>(axis)] = axis_point(at * preset.look.blocks);
    }
    return point;
}

std::vector<Marker> markers(const Preset& preset, const LoopPoint& along) {
    if (preset.look.scene == Scene::terrain) return huts(preset, along);
    if (preset.look.scene == Scene::planet) return planet_markers(preset, along);
    return {};
}

}  // namespace isonoise
