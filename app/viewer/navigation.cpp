#include "viewer/navigation.hpp"

#include <algorithm>
#include <cmath>

namespace isonoise {

static bool is_globe(const Look& look) { return scene_info(look.scene).view == View::globe; }

static bool is_row(const Look& look) { return scene_info(look.scene).one_row; }

static double unit(const Look& look, const Pointer& window) { return look.span / std::max(1.0, window.height); }

static void clamp_center(Look& look) {
    for (double& c : look.center)
        c = std::clamp(c, -0x1p31, 0x1p31);
    look.altitude = std::clamp(look.altitude, -1024.0, 1024.0);
}

// Wraps an angle to [-180, 180) degrees.
static double turned(double degrees) { return degrees - 360 * std::floor((degrees + 180) / 360); }

// Moves the camera's target along the world's axes.
static void move_center(Preset& preset, const glm::dvec3& by) {
    Look& look = preset.look;
    if (has_ground(look.scene)) {
        look.center[0] += by.x;
        look.center[1] += by.z;
        look.altitude += by.y;
    } else {
        for (int i = 0; i < 3; ++i)
            look.center[static_cast<std::size_t>(i)] += by[i];
    }
    clamp_center(look);
}

void pan(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window) {
    Look& look = preset.look;
    const double u = unit(look, window);
    if (is_globe(look)) {  // changes the heading instead
        look.heading = turned(from.look.heading + dx * 0.3);
        look.tilt = std::clamp(from.look.tilt - dy * 0.3, 0.0, 90.0);
    } else if (has_camera(look.scene)) {
        const Camera c = camera(preset);
        look.center = from.look.center;
        look.altitude = from.look.altitude;
        glm::dvec3 by = -dx * u * c.right + dy * u * c.up;
        if (has_ground(look.scene)) {  // along the ground: the point under the pointer roughly stays put
            const double a = -dx * u, b = -dy * u / std::max(0.2, std::abs(c.forward.y));
            const glm::dvec3 ahead = direction(look.yaw, 0);
            by = a * c.right - b * ahead;
        }
        move_center(preset, by);
    } else {
        const auto drag = scene_info(look.scene).drag;
        const double by = drag ? drag(from, window.width, window.height) : u;
        look.center[0] = from.look.center[0] - dx * by;
        if (!is_row(look)) look.center[1] = from.look.center[1] - dy * by;
        clamp_center(look);
    }
}

void orbit(Preset& preset, const Preset& from, double dx, double dy, const Pointer& window) {
    Look& look = preset.look;
    if (is_globe(look)) {  // the ground follows the pointer
        const double degrees = std::min(0.4, unit(look, window) * 57.3);
        const double h = radians(look.heading);
        const double east = -dx * std::cos(h) + dy * std::sin(h), north = dx * std::sin(h) + dy * std::cos(h);
        look.pitch = std::clamp(from.look.pitch + north * degrees, -89.0, 89.0);
        look.yaw = turned(from.look.yaw + east * degrees / std::max(0.1, std::cos(radians(look.pitch))));
    } else {
        look.yaw = turned(from.look.yaw - dx * 0.3);
        look.pitch = std::clamp(from.look.pitch - dy * 0.3, -89.0, 89.0);
    }
}

void look_around(Preset& preset, const Preset& from, double dx, double dy, const Pointer&) {
    Look& look = preset.look;
    const double per_pixel = look.fov / 800;
    look.center = from.look.center;
    look.altitude = from.look.altitude;
    look.yaw = turned(from.look.yaw - dx * per_pixel);
    look.pitch = std::clamp(from.look.pitch + dy * per_pixel, -89.0, 89.0);
    move_center(preset, camera(from).eye - camera(preset).eye);
}

void zoom(Preset& preset, double steps, const Pointer& at) {
    Look& look = preset.look;
    const double before = unit(look, at);
    look.span = std::clamp(look.span * std::pow(0.87, steps), 0x1p-20, 0x1p20);
    if (has_camera(look.scene)) return;
    const double by = before - unit(look, at);
    look.center[0] += (at.x - 0.5 * at.width) * by;
    if (!is_row(look)) look.center[1] += (at.y - 0.5 * at.height) * by;
    clamp_center(look);
}

void fly(Preset& preset, const glm::dvec3& by) {
    Look& look = preset.look;
    const double u = look.span;
    if (is_globe(look)) {
        Pointer window;
        window.height = 1;
        const Preset from = preset;
        orbit(preset, from, -by.x, by.z, window);
        zoom(preset, by.y * 4, window);
    } else if (has_camera(look.scene)) {
        const Camera c = camera(preset);
        move_center(preset, u * (by.x * c.right + by.y * glm::dvec3(0, 1, 0) + by.z * c.forward));
    } else {
        look.center[0] += by.x * u;
        if (!is_row(look)) look.center[1] -= (by.z + by.y) * u;
        clamp_center(look);
    }
}

// The offset from the center; among repeated tiles, from the center of a tile.
static std::array<double, 4> offset_at(const Preset& preset, const Pointer& at) {
    const Look& look = preset.look;
    std::array<double, 4> offset{at.x - 0.5 * at.width, is_row(look) ? 0.0 : at.y - 0.5 * at.height, 0.0, 0.0};
    const TileView tile =
        tile_view(preset, std::max(1, static_cast<int>(at.width)), std::max(1, static_cast<int>(at.height)));
    for (std::size_t axis = 0; axis < 2; ++axis) {
        offset[axis] *= is_tiled(look) ? tile.step : unit(look, at);
        if (is_tiled(look)) offset[axis] -= tile.size[axis] * std::floor(offset[axis] / tile.size[axis] + 0.5);
    }
    return offset;
}

std::array<AxisPoint, 4> point_at(const Preset& preset, const Pointer& at) {
    return center_point(preset, {}, offset_at(preset, at));
}

PointSeen seen_at(const Preset& preset, const Pointer& at) {
    const auto offset = offset_at(preset, at);
    return point_seen(preset, {offset[0], offset[1], 0}, unit(preset.look, at));
}

std::optional<glm::dvec2> position_in_picture(const Preset& preset, const PointSeen& seen, const Look& then,
                                              const Pointer& window) {
    const Look& look = preset.look;
    if (look.scene != then.scene || look.scene == Scene::anatomy || is_tiled(look)) return {};
    glm::dvec3 p = seen.spot;
    const auto moved = [&](std::size_t axis) { return then.center[axis] - look.center[axis]; };
    if (!has_camera(look.scene)) {
        const double u = unit(look, window);
        return glm::dvec2(0.5 * window.width + (p.x + moved(0)) / u,
                          is_row(look) ? 0.5 * window.height : 0.5 * window.height + (p.y + moved(1)) / u);
    }
    if (has_ground(look.scene)) {
        p += glm::dvec3(moved(0), 0, moved(1));
        if (scene_info(look.scene).is_height) p.y = look.relief * static_cast<double>(seen.value);
    } else if (!is_globe(look)) {
        p += glm::dvec3(moved(0), moved(1), moved(2));
    }
    const Camera c = camera(preset);
    const glm::dvec3 way = p - c.eye;
    const double depth = glm::dot(way, c.forward), pixel = 2 * c.half_fov_tangent / window.height;
    if (depth <= 0) return {};
    return glm::dvec2(0.5 * window.width + glm::dot(way, c.right) / depth / pixel,
                      0.5 * window.height - glm::dot(way, c.up) / depth / pixel);
}

}  // namespace isonoise
