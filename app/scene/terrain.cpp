// Scene terrain: the noise as the height of the ground. Its huts are in huts.hpp.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/ground.hpp"
#include "scene/heights.hpp"
#include "scene/huts.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The distance at which haze becomes visible, and the end of the world.
double air_of(const Preset& preset) {
    const double span = preset.look.span;
    return std::max(2.1 * span, std::min(4.0 / preset.settings.frequency, 30.0 * span));
}
double reach_of(const Preset& preset) { return 8 * air_of(preset); }
// Closer things get no further octaves.
double nearest_of(const Preset& preset) { return 0.05 * preset.look.span; }

HeightTables terrain_tables(const Frame& frame) {
    const Look& look = frame.preset.look;
    // Hardly anything is closer than half the eye's height above the ground or the lake.
    const DrawnNoise noise(frame.preset);
    const double ground = look.relief * static_cast<double>(noise(place_of(frame.eye))),
                 clearance = frame.camera.eye.y - std::max(ground, look.water > -1 ? look.relief * look.water : ground),
                 near = std::max({0.5 * clearance, frame.camera.eye.y - look.relief * frame.extremes[1], 0.0});
    constexpr double kPixels = 2.5;   // of a texel
    constexpr double kMargin = 0.15;  // for shadows of ground outside the picture
    return {frame, std::hypot(nearest_of(frame.preset), near), reach_of(frame.preset), kPixels, kMargin};
}

std::vector<Pass> terrain_passes(const Frame& frame) {
    auto passes = terrain_tables(frame).passes("scenes/terrain-eye.frag", "scenes/terrain-heights.frag", true);
    passes.push_back({"scenes/terrain-huts.frag", "huts_met", shared::HUT_BINS, 2 * shared::HUT_TEXELS});
    return passes;
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
    uniforms.set("nearest", nearest_of(frame.preset));
    uniforms.set("air", air_of(frame.preset));
    uniforms.set("reach", reach_of(frame.preset));
    terrain_tables(frame).set(uniforms);
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
    .relief_of_value = true,
    .markers = huts,
    .passes = terrain_passes,
    .uniforms = terrain_uniforms,
    .point = terrain_point,
};

}  // namespace isonoise
