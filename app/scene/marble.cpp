// Scene marble: a ball of stone with veins, on a plinth.
#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "scene/constants.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

using namespace shared;

// Distance from the center to the edge of the ball on its plinth in a direction, or slightly more.
double radius(const glm::dvec3& out) {
    const double rise = MARBLE_HEIGHT * out.y;
    const double ball = rise + std::sqrt(rise * rise + MARBLE_RADIUS * MARBLE_RADIUS - MARBLE_HEIGHT * MARBLE_HEIGHT);
    const double side = MARBLE_PLINTH + 0.03, bottom = 0.03 - MARBLE_FLOOR;
    const double plinth = std::min(side / std::max(std::hypot(out.x, out.z), 1e-9), bottom / std::fabs(out.y));
    const double low = std::clamp((-0.05 - out.y) / 0.3, 0.0, 1.0);
    return plinth > ball ? ball + (plinth - ball) * low * low * (3 - 2 * low) : ball;
}

// `span` is the height of the picture at the stone's edge.
Camera stone_camera(const Preset& preset, const LoopPoint&) {
    return orbit_camera(preset.look, 0.0, radius(-direction(preset.look.yaw, preset.look.pitch)));
}

// The ball's surface under a point of the picture, where its plinth does not hide it.
std::optional<PointSeen> marble_point(const Preset& preset, int width, int height, double x, double y) {
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const glm::dvec3 from = ray.from - glm::dvec3(0, MARBLE_HEIGHT, 0);
    const double towards = -glm::dot(from, ray.along),
                 inside = MARBLE_RADIUS * MARBLE_RADIUS - glm::dot(from, from) + towards * towards;
    if (inside < 0 || towards < 0) return {};
    const double distance = towards - std::sqrt(inside);
    const glm::dvec3 p = ray.at(distance);
    constexpr double kRing = -0.39;  // the top of what the ball stands on
    if (p.y < kRing) return {};
    if (const double up = (kRing - ray.from.y) / ray.along.y; up > 0 && up < distance) {  // seen from below
        const glm::dvec3 through = ray.at(up);
        if (std::hypot(through.x, through.z) < MARBLE_PLINTH) return {};
    }
    return point_seen(preset, p, distance * ray.pixel);
}

constexpr GalleryPicture kMarbleGallery[] = {{"marble", "the classic solid texture"}};

}  // namespace

constinit const SceneInfo scenes::marble = {
    .key = '0',
    .view = View::space,
    .gallery = kMarbleGallery,
    .camera = stone_camera,
    .point = marble_point,
};

}  // namespace isonoise
