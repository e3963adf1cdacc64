#include "scene/camera.hpp"

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "scene/huts.hpp"

namespace isonoise {

static double radians(double degrees) { return degrees * std::numbers::pi / 180; }

glm::dvec3 direction(double azimuth, double elevation) {
    const double a = radians(azimuth), e = radians(elevation);
    return {std::sin(a) * std::cos(e), std::sin(e), -std::cos(a) * std::cos(e)};
}

Camera camera(const Look& look) {
    Camera c;
    if (!has_camera(look.scene)) return c;
    c.forward = direction(look.yaw, look.pitch);
    c.right = direction(look.yaw + 90, 0);
    c.up = glm::cross(c.right, c.forward);
    c.slope = std::tan(radians(look.fov) / 2);
    c.eye = glm::dvec3(0, look.altitude, 0) - c.forward * (look.span / 2 / c.slope);
    return c;
}

std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& along) {
    Preset at = preset;
    at.look.center[0] += camera.eye.x;
    if (has_ground(preset.look.scene)) {
        at.look.center[1] += camera.eye.z;
    } else {
        at.look.center[1] += camera.eye.y;
        at.look.center[2] += camera.eye.z;
    }
    return center_point(at, along);
}

std::array<AxisPoint, 3> eye_block(const Preset& preset, const Camera& camera, const LoopPoint& along) {
    // Time along the noise's z goes through the world, blocks and all.
    const double time = preset.look.time + (static_cast<double>(along.cell) + along.fraction) /
                                               static_cast<double>(preset.settings.frequency);
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
    return {};
}

}  // namespace isonoise
