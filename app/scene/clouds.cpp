// Scene clouds: the noise as a layer of clouds.
#include <algorithm>
#include <cmath>

#include "scene/constants.hpp"
#include "scene/drawn_noise.hpp"
#include "scene/frame.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The first cloud at a point of the picture, by the rule of inside() in clouds.frag, with all octaves.
std::optional<PointSeen> clouds_point(const Preset& preset, int width, int height, double x, double y) {
    using namespace shared;
    const Look& look = preset.look;
    const auto [mean, sigma] = mean_and_sigma(preset);
    const DrawnNoise noise(preset);
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const auto is_cloud = [&, mean = mean, sigma = sigma](double distance) {
        const glm::dvec3 p = ray.at(distance);
        const Place place = place_of(center_point(preset, {}, {p.x, p.y, p.z, 0}));
        const double h = (p.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW), above = std::clamp(h / CLOUDS_BASE, 0.0, 1.0);
        const double base = 1 - above * above * (3 - 2 * above), top = h * h;
        return (static_cast<double>(noise(place)) - mean) / sigma >
               3 * look.threshold + 4 * base + 3 * top + 3 * top * top * top;
    };
    // The part of the ray within the layer, up to the distance where clouds end.
    double near = 0, far = CLOUDS_FAR;
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

// The coarse volume in front of the eye: see clouds.glsl.
struct CloudVolume {
    double near;         // the distance of its first slice
    double pixels;       // from column to column, and from row to row
    glm::ivec2 columns;  // and rows
    int slices;
    int across;  // slices side by side in the texture
};

CloudVolume volume_of(const Frame& frame) {
    using namespace shared;
    constexpr int kMostAcross = 4096, kMostTexels = 8 << 20;
    const double eye = frame.camera.eye.y;
    CloudVolume volume{};
    volume.near = std::max({eye - CLOUDS_HIGH, CLOUDS_LOW - eye, 0.0});
    const double far = std::max(CLOUDS_FAR, volume.near);
    volume.slices = static_cast<int>(std::log((far + CLOUD_EASE) / (volume.near + CLOUD_EASE)) / CLOUD_GROWTH) + 2;
    const double width = frame.width, height = frame.height;
    volume.pixels = std::max({10.0, std::sqrt(width * height * volume.slices / kMostTexels), width / (kMostAcross - 8),
                              height / (kMostAcross / 8 - 8)});
    volume.columns = glm::ivec2(glm::ceil(glm::dvec2(width, height) / volume.pixels)) + 2;
    const double square = std::sqrt(static_cast<double>(volume.slices) * volume.columns.y / volume.columns.x);
    volume.across = std::clamp(static_cast<int>(square), 1, kMostAcross / volume.columns.x);
    return volume;
}

void clouds_uniforms(const Frame& frame, UniformValues& uniforms) {
    const CloudVolume volume = volume_of(frame);
    uniforms.set("volume_near", volume.near);
    uniforms.set("volume_pixels", volume.pixels);
    uniforms.set("volume_columns", volume.columns);
    uniforms.set("volume_slices", volume.slices);
    uniforms.set("volume_across", volume.across);
}

std::vector<Pass> clouds_passes(const Frame& frame) {
    const CloudVolume volume = volume_of(frame);
    const auto parts = [&](int of_slices) { return (volume.slices + of_slices - 1) / of_slices; };
    const glm::ivec2 columns = volume.columns;
    return {{"scenes/clouds-coarse.frag", "coarse", columns.x * volume.across, columns.y * parts(volume.across)},
            {"scenes/clouds-near.frag", "near", columns.x, columns.y * parts(shared::CLOUD_BITS)}};
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
    .passes = clouds_passes,
    .uniforms = clouds_uniforms,
    .point = clouds_point,
};

}  // namespace isonoise
