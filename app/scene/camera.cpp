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
    if (look.scene != Scene::fire) c.eye = glm::dvec3(0, look.altitude, 0) - c.forward * (look.span / 2 / c.slope);
    return c;
}

Settings drawn_settings(const Preset& preset) {
    Settings settings = preset.settings;
    if (preset.look.scene != Scene::fire || settings.loop == 0 || periods(settings)[1] != 0) return settings;
    const std::uint64_t rise = std::uint64_t{settings.loop} * kFireRise;
    if (rise > 2147483647) return settings;
    settings.period.resize(static_cast<std::size_t>(settings.dim), 0);
    settings.period[1] = static_cast<std::uint32_t>(rise);
    return problem(settings).empty() ? settings : preset.settings;
}

// Where the flames of a moment are along the noise's y.
static AxisPoint fire_height(const Preset& preset, const LoopPoint& along) {
    const std::uint32_t loop = preset.settings.loop, period = periods(preset.settings)[1];
    // Over a loop they rise by whole periods.
    std::uint64_t rise = std::uint64_t{loop} * kFireRise;
    if (loop != 0) rise = period == 0 ? 0 : (rise + period / 2) / period * period;
    const double rate = loop == 0 ? kFireRise : static_cast<double>(rise) / loop;
    LoopPoint risen;
    double fraction = along.fraction * rate;
    if (loop != 0) {
        const auto cells = static_cast<std::uint64_t>(along.cell) * rise;
        risen.cell = static_cast<std::int64_t>(cells / loop);
        fraction += static_cast<double>(cells % loop) / loop;
    }
    risen.cell += static_cast<std::int64_t>(std::floor(fraction));
    risen.fraction = fraction - std::floor(fraction);
    const double at = preset.look.center[1] * kFireStretch + preset.look.time * rate;
    return axis_point(at * static_cast<double>(preset.settings.frequency), risen, repeats(preset.settings)[1]);
}

std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& along) {
    Preset at = preset;
    at.settings = drawn_settings(preset);
    if (preset.look.scene == Scene::fire) {
        auto point = center_point(at, along);
        point[1] = fire_height(at, along);
        return point;
    }
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
