// Scene terrain: the noise as the height of the ground. Its huts are in huts.hpp.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/ground.hpp"
#include "scene/huts.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The tables of heights round the eye: see terrain-heights.glsl.
struct Heights {
    double nearest, air, reach;  // distances, in units of coordinate; see terrain.glsl
    double near;                 // where rows begin to grow
    glm::dvec2 ahead{0, -1};     // the direction of azimuth 0
    double fine;                 // columns a radian
    glm::ivec2 columns;          // in the picture, and all around
    int rows;
};

// The azimuths in the picture, on either side of `ahead`.
double visible_azimuths(const Camera& camera, double aspect, const glm::dvec2& ahead) {
    const glm::dvec2 half = camera.half_fov_tangent * glm::dvec2(aspect, 1);
    // All of them surround a picture of the zenith or of the point below the eye.
    const glm::dvec3 axes = {camera.right.y, camera.up.y, camera.forward.y};
    if (std::fabs(axes.x) <= half.x * std::fabs(axes.z) && std::fabs(axes.y) <= half.y * std::fabs(axes.z))
        return std::numbers::pi;
    double wide = 0;
    constexpr int kPoints = 16;
    for (int i = 0; i <= kPoints; ++i) {
        const double t = 2.0 * i / kPoints - 1;
        for (const glm::dvec2 at : {glm::dvec2(t, 1), {t, -1}, {1, t}, {-1, t}}) {
            const glm::dvec3 to = camera.forward + half.x * at.x * camera.right + half.y * at.y * camera.up;
            wide =
                std::max(wide, std::fabs(std::atan2(to.z * ahead.x - to.x * ahead.y, to.x * ahead.x + to.z * ahead.y)));
        }
    }
    return wide;
}

Heights heights_of(const Frame& frame) {
    constexpr double kPixels = 2.5;   // a texel
    constexpr double kMargin = 0.15;  // for shadows of ground outside the picture
    constexpr double kMost = 4096;    // columns and rows of a texture
    const Look& look = frame.preset.look;
    const Camera& camera = frame.camera;
    Heights heights;
    heights.nearest = 0.05 * look.span;
    heights.air = std::max(2.1 * look.span, std::min(4.0 / frame.preset.settings.frequency, 30.0 * look.span));
    heights.reach = 8 * heights.air;
    // Hardly anything is closer than half the eye's height above the ground or the lake.
    const Place below = place_of(frame.eye);
    const double ground = look.relief * static_cast<double>(frame.noise(below.cell, below.fraction)),
                 clearance = camera.eye.y - std::max(ground, look.water > -1 ? look.relief * look.water : ground);
    heights.near = std::hypot(heights.nearest, std::max({0.5 * clearance, camera.eye.y - look.relief, 0.0}));
    const glm::dvec2 forward(camera.forward.x, camera.forward.z);
    if (glm::length(forward) > 1e-6) heights.ahead = glm::normalize(forward);
    const double around = 2 * std::numbers::pi, aspect = static_cast<double>(frame.width) / frame.height,
                 wide = std::min(2 * (visible_azimuths(camera, aspect, heights.ahead) + kMargin), around),
                 deep = std::asinh(heights.reach / heights.near);
    heights.fine = std::min({frame.height / (kPixels * 2 * camera.half_fov_tangent),
                             kMost / (wide + std::max(wide / 2, around / 4)), kMost / deep});
    // Whole texels in all levels, and in blocks of 64 rows; the azimuths at both ends meet between texels.
    constexpr int kLast = 1 << (shared::HEIGHT_LEVELS - 1);
    const auto texels = [&](double extent, int unit) {
        return unit * (static_cast<int>(heights.fine * extent) / unit + 1);
    };
    heights.columns = {texels(wide, kLast) + kLast, texels(around, kLast) + kLast};
    heights.rows = texels(deep, 64);
    return heights;
}

std::vector<Pass> terrain_passes(const Frame& frame) {
    const Heights heights = heights_of(frame);
    const int columns = heights.columns.x, others = std::max(columns / 2, heights.columns.y / 4);
    return {{"scenes/terrain-lift.frag", "lift", 1, 1},
            {"scenes/terrain-heights.frag", "heights", columns + others, heights.rows},
            {"scenes/terrain-highest.frag", "highest", columns, heights.rows / 8},
            {"scenes/terrain-ridges.frag", "ridges", columns, heights.rows / 64},
            {"scenes/terrain-skyline.frag", "skyline", columns, heights.rows / 8},
            {"scenes/terrain-huts.frag", "huts_met", shared::HUT_BINS, 2 * shared::HUT_TEXELS}};
}

// Two ripple patterns on the lake, each in cells of its own, and high clouds. In a loop each pattern advances by whole
// cells and the clouds are frozen, so that it closes.
void terrain_uniforms(const Frame& frame, UniformValues& uniforms) {
    static constexpr double rates[] = {0.8, 1.3};  // cells per unit of time
    const double loop = loop_time(frame.preset), time = time_in_loop(frame.preset, frame.phase);
    glm::dvec2 ripple;
    glm::uvec2 period;
    for (int i = 0; i < 2; ++i) {
        period[i] = loop > 0 ? static_cast<unsigned>(std::clamp(std::round(rates[i] * loop), 1.0, 4096.0)) : 4096;
        const double cells = loop > 0 ? time / loop * period[i] : time * rates[i];
        ripple[i] = cells - period[i] * std::floor(cells / period[i]);
    }
    uniforms.set("ripple_time", ripple);
    uniforms.set("ripple_period", period);
    uniforms.set("drift", loop > 0 ? 0.0 : time);
    const Heights heights = heights_of(frame);
    uniforms.set("nearest", heights.nearest);
    uniforms.set("air", heights.air);
    uniforms.set("reach", heights.reach);
    uniforms.set("table_near", heights.near);
    uniforms.set("table_ahead", heights.ahead);
    uniforms.set("table_fine", heights.fine);
    uniforms.set("table_columns", heights.columns);
    uniforms.set("table_rows", heights.rows);
}

// The ground at a point of the picture.
std::optional<PointSeen> terrain_point(const Preset& preset, int width, int height, double x, double y) {
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const Ground ground(preset);
    const glm::dvec3 eye = ray.from + glm::dvec3(0, ground.lift(ray.from), 0);
    const auto met = ground.meet(eye, ray.direction, 1000 * preset.look.span);
    if (!met) return {};
    PointSeen seen = point_seen(preset, {met->x, met->z, 0}, glm::distance(eye, *met) * ray.pixel);
    seen.spot = *met;
    return seen;
}

constexpr LookInfo kTerrainRows[] = {
    rows::kAltitude,
    rows::kSun,
    rows::kExposure,
    rows::kFog,
    rows::kRelief,
    rows::kWater,
    {{{.name = "huts", .about = "markers that the CPU places on the ground", .max = 64}, {.heading = rows::kForm}}},
    {{{.name = "own-huts",
       .about = "further huts where you want them; none, or points x and y of the ground, one after the other",
       .min = -2147483648.0,
       .max = 2147483648.0},
      {.heading = rows::kForm, .placeholder = "X,Y,X,Y...", .also = "houses, buildings, markers"}}},
};

constexpr GalleryPicture kTerrainGallery[] = {{"terrain", "a landscape, with huts that the CPU places"}};

}  // namespace

constinit const SceneInfo scenes::terrain = {
    .key = '4',
    .dims = {2, 4},
    .view = View::ground,
    .about = "a landscape with huts that the CPU places",
    .rows = kTerrainRows,
    .gallery = kTerrainGallery,
    .is_height = true,
    .markers = huts,
    .passes = terrain_passes,
    .uniforms = terrain_uniforms,
    .point = terrain_point,
};

}  // namespace isonoise
