// Scene clouds: the noise as a layer of clouds.
#include <algorithm>
#include <cmath>

#include "scene/constants.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The first cloud at a point of the picture, by the rule of inside() in clouds.frag, with all octaves.
std::optional<PointSeen> clouds_point(const Preset& preset, int width, int height, double x, double y) {
    using namespace shared;
    const Look& look = preset.look;
    const auto [mean, sigma] = mean_and_sigma(preset.settings);
    const Noise noise(preset.settings);
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const auto is_cloud = [&, mean = mean, sigma = sigma](double distance) {
        const glm::dvec3 p = ray.at(distance);
        const auto [cell, fraction] = place_of(center_point(preset, {}, {p.x, p.y, p.z, 0}));
        const double h = (p.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW), above = std::clamp(h / 0.12, 0.0, 1.0);
        const double base = 1 - above * above * (3 - 2 * above), top = h * h;
        return (static_cast<double>(noise(cell, fraction)) - mean) / sigma >
               3 * look.threshold + 4 * base + 3 * top + 3 * top * top * top;
    };
    // The part of the ray within the layer, up to the distance where clouds end.
    double near = 0, far = 80;
    if (std::fabs(ray.direction.y) > 1e-9) {
        const double low = (CLOUDS_LOW - ray.from.y) / ray.direction.y,
                     high = (CLOUDS_HIGH - ray.from.y) / ray.direction.y;
        near = std::max(near, std::min(low, high));
        far = std::min(far, std::max(low, high));
    } else if (ray.from.y < CLOUDS_LOW || ray.from.y > CLOUDS_HIGH) {
        return {};
    }
    if (near >= far) return {};
    const auto met = is_cloud(near) ? near : first_inside(is_cloud, near, far, 0.02, 0.005);
    if (!met) return {};
    return point_seen(preset, ray.at(*met), std::max(*met, 1e-3) * ray.pixel);
}

constexpr LookInfo kCloudsRows[] = {
    rows::kAltitude,
    rows::kSun,
    rows::kExposure,
    rows::kFog,
    rows::with_words(rows::kThreshold, "how far above the mean clouds begin, in 3 sigma"),
    rows::kDensity,
};

constexpr GalleryPicture kCloudsGallery[] = {{"clouds", "a volume of clouds"}};

}  // namespace

constinit const SceneInfo scenes::clouds = {
    .key = '8',
    .view = View::space,
    .about = "a volume of clouds",
    .rows = kCloudsRows,
    .gallery = kCloudsGallery,
    .point = clouds_point,
};

}  // namespace isonoise
