// Scene sea: the noise as the height of waves.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/constants.hpp"
#include "scene/ground.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The water at a point of the picture: its height by the rule of crest() in sea.frag, with all octaves.
std::optional<PointSeen> sea_point(const Preset& preset, int width, int rows, double x, double y) {
    const Look& look = preset.look;
    const auto [mean, sigma] = mean_and_sigma(preset.settings);
    const double tall = look.relief * sigma;
    const Ground values(preset);
    const auto height = [&, mean = mean, sigma = sigma](float value) {
        const double s = std::clamp((static_cast<double>(value) - mean) / sigma, -3.0, 4.0);
        return tall * (s + shared::SEA_SHARP * (s * s - 1));
    };
    const auto water = [&](const glm::dvec3& p) { return height(values.value(p.x, p.z)); };
    Ray ray = ray_through(camera(preset), width, rows, x, y);
    const double least = 0.1 + 0.3 * tall;  // height of the eye above the water
    ray.from.y += std::max(0.0, least - (ray.from.y - water(ray.from)));
    // Upper bound of the waves: 4 standard deviations.
    const double top = tall * (4 + 15 * shared::SEA_SHARP);
    if (ray.direction.y >= 0 && ray.from.y > top) return {};
    const double near = ray.from.y > top ? (top - ray.from.y) / ray.direction.y : 0.0;
    const auto is_below = [&](double distance) {
        const glm::dvec3 p = ray.at(distance);
        return p.y < water(p);
    };
    const auto met = first_inside(is_below, near, near + 200 * look.span, look.span / 1000, 0.005);
    if (!met) return {};
    const glm::dvec3 p = ray.at(*met);
    PointSeen seen = point_seen(preset, {p.x, p.z, 0}, *met * ray.pixel);
    seen.spot = p;
    seen.text += fmt::format(", height {:+.9g}", static_cast<float>(height(seen.value)));
    return seen;
}

constexpr LookInfo kSeaRows[] = {
    rows::kAltitude, rows::kSun, rows::kExposure, rows::kFog, rows::with_words(rows::kRelief, "height of the waves"),
};

constexpr GalleryPicture kSeaGallery[] = {{"sea", "waves"}};

}  // namespace

constinit const SceneInfo scenes::sea = {
    .key = '6',
    .view = View::ground,
    .about = "waves",
    .rows = kSeaRows,
    .gallery = kSeaGallery,
    .point = sea_point,
};

}  // namespace isonoise
