// Scene sea: the noise as the height of waves.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/ground.hpp"
#include "scene/heights.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The eye's least height above the water.
double least_height(double tall) { return 0.1 + 0.3 * tall; }
// No wave is higher: 4 standard deviations.
double highest_water(double tall) { return tall * (4 + 15 * shared::SEA_SHARP); }

HeightTables sea_tables(const Frame& frame) {
    const Look& look = frame.preset.look;
    const Settings& settings = frame.preset.settings;
    const double tall = look.relief * frame.sigma;
    // Up to where even the widest waves are narrower than the table's cells, of two texels.
    const double texel = 2 * (1 + static_cast<double>(settings.warp)),
                 pixel = 2 * frame.camera.half_fov_tangent / frame.height;
    const double near = std::max(0.5 * least_height(tall), frame.camera.eye.y - highest_water(tall)),
                 reach = std::clamp(static_cast<double>(settings.lacunarity), 1.1, 4.0) / settings.frequency /
                         (2 * texel * pixel);
    return {frame, near, std::max(near, std::min(reach, 1e5)), texel, 0.0};
}

std::vector<Pass> sea_passes(const Frame& frame) {
    return sea_tables(frame).passes("scenes/sea-eye.frag", "scenes/sea-heights.frag", false);
}

void sea_uniforms(const Frame& frame, UniformValues& uniforms) { sea_tables(frame).set(uniforms); }

// The water at a point of the picture: its height by the rule of crest() in sea.glsl, with all octaves.
std::optional<PointSeen> sea_point(const Preset& preset, int width, int rows, double x, double y) {
    const Look& look = preset.look;
    const auto [mean, sigma] = mean_and_sigma(preset);
    const double tall = look.relief * sigma;
    const Ground values(preset);
    const auto height = [&, mean = mean, sigma = sigma](float value) {
        const double s = std::clamp((static_cast<double>(value) - mean) / sigma, -3.0, 4.0);
        return tall * (s + shared::SEA_SHARP * (s * s - 1));
    };
    const auto water = [&](const glm::dvec3& p) { return height(values.value(p.x, p.z)); };
    Ray ray = ray_through(camera(preset), width, rows, x, y);
    ray.from.y += std::max(0.0, least_height(tall) - (ray.from.y - water(ray.from)));
    const double top = highest_water(tall);
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
    .relief_of_value = true,
    .passes = sea_passes,
    .uniforms = sea_uniforms,
    .point = sea_point,
};

}  // namespace isonoise
