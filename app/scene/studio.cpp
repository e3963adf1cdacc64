#include "scene/studio.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "scene/constants.hpp"

namespace isonoise {

// Distance from the center to the edge of the ball on its plinth in a direction, or slightly more.
static double studio_radius(const glm::dvec3& out) {
    using namespace shared;
    const double rise = STUDIO_HEIGHT * out.y;
    const double ball = rise + std::sqrt(rise * rise + STUDIO_RADIUS * STUDIO_RADIUS - STUDIO_HEIGHT * STUDIO_HEIGHT);
    const double side = STUDIO_PLINTH + 0.03, bottom = 0.03 - STUDIO_FLOOR;
    const double plinth = std::min(side / std::max(std::hypot(out.x, out.z), 1e-9), bottom / std::fabs(out.y));
    const double low = std::clamp((-0.05 - out.y) / 0.3, 0.0, 1.0);
    return plinth > ball ? ball + (plinth - ball) * low * low * (3 - 2 * low) : ball;
}

Camera studio_camera(const Preset& preset, const LoopPoint&) {
    return orbit_camera(preset.look, 0.0, studio_radius(-direction(preset.look.yaw, preset.look.pitch)));
}

std::optional<PointSeen> studio_point(const Preset& preset, int width, int height, double x, double y) {
    using namespace shared;
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const glm::dvec3 from = ray.from - glm::dvec3(0, STUDIO_HEIGHT, 0);
    const double towards = -glm::dot(from, ray.direction),
                 inside = STUDIO_RADIUS * STUDIO_RADIUS - glm::dot(from, from) + towards * towards;
    if (inside < 0 || towards < 0) return {};
    const double distance = towards - std::sqrt(inside);
    const glm::dvec3 p = ray.at(distance);
    constexpr double kRing = -0.39;  // top of the plinth
    if (p.y < kRing) return {};
    if (const double up = (kRing - ray.from.y) / ray.direction.y; up > 0 && up < distance) {  // seen from below
        const glm::dvec3 through = ray.at(up);
        if (std::hypot(through.x, through.z) < STUDIO_PLINTH) return {};
    }
    return point_seen(preset, p, distance * ray.pixel);
}

}  // namespace isonoise
