#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "scene/scenes.hpp"

namespace isonoise {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

glm::dvec3 direction(double azimuth, double elevation) {
    const double a = radians(azimuth), e = radians(elevation);
    return {std::sin(a) * std::cos(e), std::sin(e), -std::cos(a) * std::cos(e)};
}

glm::dvec3 sun_direction(const Look& look) { return scene_info(look.scene).sun(look.sun[0], look.sun[1]); }

Camera orbit_camera(const Look& look, double altitude, double clearance) {
    Camera c;
    c.forward = direction(look.yaw, look.pitch);
    c.right = direction(look.yaw + 90, 0);
    c.up = glm::cross(c.right, c.forward);
    c.half_fov_tangent = std::tan(radians(look.fov) / 2);
    c.eye = glm::dvec3(0, altitude, 0) - c.forward * (look.span / 2 / c.half_fov_tangent + clearance);
    return c;
}

Camera camera(const Preset& preset, const LoopPoint& phase) {
    const SceneInfo& scene = scene_info(preset.look.scene);
    if (scene.camera) return scene.camera(preset, phase);
    return scene.view == View::flat ? Camera{} : orbit_camera(preset.look, preset.look.altitude);
}

bool has_ground(Scene scene) { return scene_info(scene).view == View::ground; }

Ray ray_through(const Camera& c, int width, int height, double x, double y) {
    const double pixel = 2 * c.half_fov_tangent / height;
    return {c.eye, glm::normalize(c.forward + (x - 0.5 * width) * pixel * c.right - (y - 0.5 * height) * pixel * c.up),
            pixel};
}

std::optional<double> first_inside(const std::function<bool(double)>& inside, double near, double far, double least,
                                   double fraction) {
    if (inside(near)) return {};
    for (double low = near; low < far;) {
        double high = low + std::max(least, fraction * low);
        if (!inside(high)) {
            low = high;
            continue;
        }
        for (int i = 0; i < 40; ++i) {
            const double middle = 0.5 * (low + high);
            (inside(middle) ? high : low) = middle;
        }
        return high;
    }
    return {};
}

Settings drawn_settings(const Preset& preset) {
    if (preset.function) return preset.settings;
    const auto drawn = scene_info(preset.look.scene).drawn_settings;
    return drawn ? drawn(preset) : preset.settings;
}

std::array<AxisPoint, 4> eye_point(const Preset& preset, const Camera& camera, const LoopPoint& phase,
                                   glm::dvec3* rest) {
    const glm::dvec3& eye = camera.eye;
    const bool ground = has_ground(preset.look.scene);
    std::array<double, 4> left{};
    Preset drawn = preset;
    drawn.settings = drawn_settings(preset);
    auto point = center_point(
        drawn, phase, ground ? std::array{eye.x, eye.z, 0.0, 0.0} : std::array{eye.x, eye.y, eye.z, 0.0}, &left);
    if (const auto eye_y = scene_info(preset.look.scene).eye_y) point[1] = eye_y(drawn, phase);
    if (rest) *rest = ground ? glm::dvec3(left[0], 0, left[1]) : glm::dvec3(left[0], left[1], left[2]);
    return point;
}

std::vector<Marker> markers(const Preset& preset, const LoopPoint& phase) {
    const auto of_scene = scene_info(preset.look.scene).markers;
    return of_scene ? of_scene(preset, phase) : std::vector<Marker>{};
}

}  // namespace isonoise
