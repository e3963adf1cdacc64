// Scene density: the noise as rock, smooth, in blocks or as polygons.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "scene/constants.hpp"
#include "scene/drawn_noise.hpp"
#include "scene/frame.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The coarse cells that blocks and polygons are made of, and the part of them that a picture can show: see
// density-cells.glsl.
struct Cells {
    glm::ivec3 origin;        // the block at the low corner of the eye's cell
    glm::vec3 eye;            // in blocks, from there
    float side = 1;           // of a block, in units of coordinate
    double far = 0;           // distance beyond which no rock is visible, in units of coordinate
    glm::ivec3 first, count;  // the corners to bake, relative to the eye's cell
    int across = 1;           // layers of constant z side by side in the texture
};

Cells cells_of(const Frame& frame) {
    using namespace shared;
    const Look& look = frame.preset.look;
    const bool polygons = look.polygons > 0;
    const int blocks = polygons ? 4 * look.polygons : look.blocks;
    // The maximum length of a ray in blocks: 0.8 of its cells, and less for polygons, since a ray may cross three cells
    // over the length of two. Far away, blocks are merged by powers of two, so that this many suffice.
    const double longest = polygons ? 2.4 * POLYGON_CELLS : 3.2 * BLOCK_CELLS;
    const double focus = look.span / (2 * frame.camera.half_fov_tangent);
    const int merged = std::clamp(static_cast<int>(std::ceil(std::log2(1.4 * focus * blocks / longest))), 0, 24);
    const auto shrunk = std::exp2(static_cast<float>(-merged));
    Cells cells;
    cells.side = 1.0f / (static_cast<float>(blocks) * shrunk);
    const double time = time_in_loop(frame.preset, frame.phase);
    for (int axis = 0; axis < 3; ++axis) {
        const double at = look.center[static_cast<std::size_t>(axis)] + frame.camera.eye[axis] +
                          (axis == frame.preset.settings.dim - 1 ? time : 0.0);
        const AxisPoint point = axis_point(at * blocks);
        const int low = (point.cell >> (merged + 2)) << (merged + 2);
        cells.origin[axis] = low >> merged;
        cells.eye[axis] = (static_cast<float>(point.cell - low) + point.fraction) * shrunk;
    }
    const double side = static_cast<double>(cells.side);
    const double air = std::max(focus, 1.4 / static_cast<double>(frame.preset.settings.frequency));
    cells.far = std::min((polygons ? 6.0 : 2.2) * air, longest * side);

    // The box around the visible pyramid, as long as the longest ray, in cells from the eye.
    const double length = cells.far / (4 * side) + 1;
    const glm::dvec2 wide =
        frame.camera.half_fov_tangent * glm::dvec2(static_cast<double>(frame.width) / frame.height, 1.0) +
        2.0 * frame.camera.half_fov_tangent / frame.height;
    glm::dvec3 low{0}, high{0};
    for (int corner = 0; corner < 4; ++corner) {
        const glm::dvec3 to = length * (frame.camera.forward + (corner & 1 ? wide.x : -wide.x) * frame.camera.right +
                                        (corner & 2 ? wide.y : -wide.y) * frame.camera.up);
        low = glm::min(low, glm::max(to, -length));
        high = glm::max(high, glm::min(to, length));
    }
    // Extended towards the sun by the length of shadow rays.
    const glm::dvec3 sun = sun_direction(look);
    const double reach = polygons ? 80 : 40;
    for (int axis = 0; axis < 3; ++axis) {
        const double most = polygons ? reach : BLOCK_SUN_CELLS;
        const double by = std::clamp(reach * sun[axis], -most, most);
        low[axis] += std::min(by, 0.0) - 2;
        high[axis] += std::max(by, 0.0) + 3;
    }
    // Above there is only air, below only rock.
    if (look.relief > 0) {
        const double cell = 4 * side, height = look.center[1] + frame.camera.eye[1];
        high.y = std::min(high.y, (look.relief * (DENSITY_TOP - look.threshold) - height) / cell + 3);
        low.y = std::max(low.y, (look.relief * (-2 * DENSITY_TOP - look.threshold) - height) / cell - 2);
    }
    for (int axis = 0; axis < 3; ++axis) {
        cells.first[axis] = static_cast<int>(std::floor(low[axis]));
        cells.count[axis] = std::max(2, static_cast<int>(std::ceil(high[axis])) - cells.first[axis] + 1);
    }
    cells.across =
        std::clamp(static_cast<int>(std::sqrt(static_cast<double>(cells.count.z) * cells.count.y / cells.count.x)), 1,
                   cells.count.z);
    return cells;
}

bool has_cells(const Look& look) { return look.blocks > 0 || look.polygons > 0; }

// Pixels a side for each ray that looks for light on the smooth surface.
int near_pixels(const Frame& frame) {
    constexpr int kMostTexels = 4096;  // a side
    return std::max(2, (std::max(frame.width, frame.height) + kMostTexels - 1) / kMostTexels);
}

void density_uniforms(const Frame& frame, UniformValues& uniforms) {
    if (!has_cells(frame.preset.look)) {
        uniforms.set("near_pixels", near_pixels(frame));
        return;
    }
    const Cells cells = cells_of(frame);
    uniforms.set("block_origin", cells.origin);
    uniforms.set("block_eye", glm::dvec3(cells.eye));
    uniforms.set("block_side", static_cast<double>(cells.side));
    uniforms.set("block_far", cells.far);
    uniforms.set("first_corner", cells.first);
    uniforms.set("corner_count", cells.count);
    uniforms.set("layers_across", cells.across);
}

std::vector<Pass> density_passes(const Frame& frame) {
    if (!has_cells(frame.preset.look)) {
        const auto pass = [&](const char* shader, const char* texture, int pixels) {
            return Pass{shader, texture, (frame.width + pixels - 1) / pixels, (frame.height + pixels - 1) / pixels};
        };
        const int pixels = near_pixels(frame);
        return {pass("scenes/density-start.frag", "start", shared::DENSITY_START),
                pass("scenes/density-near.frag", "near", pixels), pass("scenes/density-light.frag", "lights", pixels)};
    }
    const Cells cells = cells_of(frame);
    const int width = cells.count.x * cells.across,
              height = cells.count.y * ((cells.count.z + cells.across - 1) / cells.across);
    return {{"scenes/density-corners.frag", "corners", width, height},
            {"scenes/density-highest.frag", "highest", width, height}};
}

const char* density_variant(const Look& look) {
    return look.polygons > 0 ? "polygons" : look.blocks > 0 ? "blocks" : "";
}

// Depth of a point in rock, by the rule in docs/cli.md; below 0 in air.
class Rock {
  public:
    explicit Rock(const Preset& preset) : preset_(preset), noise_(preset), spread_(mean_and_sigma(preset)) {}
    double at(const glm::dvec3& p) const {
        const Look& look = preset_.look;
        const Place place = place_of(center_point(preset_, {}, {p.x, p.y, p.z, 0}));
        const double rise = look.relief > 0 ? (look.center[1] + p.y) / look.relief : 0.0;
        const double level = (static_cast<double>(noise_(place)) - spread_[0]) / (3 * spread_[1]);
        return level - look.threshold - rise;
    }

  private:
    const Preset& preset_;
    DrawnNoise noise_;
    std::array<double, 2> spread_;
};

// The smooth surface hit by a ray.
std::optional<PointSeen> smooth_point(const Preset& preset, const Rock& rock, const Ray& ray, double focus) {
    const auto is_rock = [&](double distance) { return rock.at(ray.at(distance)) > 0; };
    // An eye inside rock gets a hollow around it: see ROOM in density.glsl.
    const double near = is_rock(0) ? 0.25 * focus : 0.0;
    const auto met = first_inside(is_rock, near, 30 * focus, focus / 1000, 0.004);
    if (!met) return {};
    return point_seen(preset, ray.at(*met), *met * ray.pixel);
}

// The first block that a ray enters, within 64 of the coarse cells whose corners decide, as in density-blocks.frag.
// Empty far away, where blocks are merged, and from an eye in rock. Returns its center.
std::optional<PointSeen> block_point(const Preset& preset, const Rock& rock, const Ray& ray, double focus) {
    constexpr int kCells = shared::BLOCK_CELLS;
    const Look& look = preset.look;
    if (1.4 * focus * look.blocks > 3.2 * kCells) return {};
    glm::dvec3 shift;  // from the center to the noise's origin
    for (int axis = 0; axis < 3; ++axis)
        shift[axis] = look.center[static_cast<std::size_t>(axis)] +
                      (axis == preset.settings.dim - 1 ? time_in_loop(preset) : 0.0);
    std::map<std::array<std::int64_t, 3>, double> corners;
    const auto corner = [&](const std::array<std::int64_t, 3>& cell) {
        const auto [found, is_new] = corners.try_emplace(cell);
        if (is_new) {
            glm::dvec3 at;
            for (int i = 0; i < 3; ++i)
                at[i] = 4.0 * static_cast<double>(cell[static_cast<std::size_t>(i)]) / look.blocks - shift[i];
            found->second = rock.at(at);
        }
        return found->second;
    };
    const auto is_rock = [&](const std::array<std::int64_t, 3>& block) {
        double sum = 0;
        for (int k = 0; k < 8; ++k) {
            std::array<std::int64_t, 3> cell;
            double weight = 1;
            for (std::size_t i = 0; i < 3; ++i) {
                const int high = k >> i & 1;
                cell[i] = (block[i] >> 2) + high;
                const double u = (static_cast<double>(block[i] & 3) + 0.5) / 4;
                weight *= high ? u : 1 - u;
            }
            sum += weight * corner(cell);
        }
        return sum > 0;
    };
    // Steps from block to block along the ray. (J. Amanatides and A. Woo, 1987)
    std::array<std::int64_t, 3> block;
    glm::dvec3 next, step;
    for (int i = 0; i < 3; ++i) {
        const double at = (ray.from[i] + shift[i]) * look.blocks;
        block[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(std::floor(at));
        step[i] = 1 / std::max(std::fabs(ray.direction[i]), 1e-9);
        next[i] = (ray.direction[i] > 0 ? std::floor(at) + 1 - at : at - std::floor(at)) * step[i];
    }
    if (is_rock(block)) return {};
    for (int n = 0; n < 4 * kCells; ++n) {
        const int axis = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2);
        block[static_cast<std::size_t>(axis)] += ray.direction[axis] > 0 ? 1 : -1;
        next[axis] += step[axis];
        if (!is_rock(block)) continue;
        glm::dvec3 middle;
        for (int i = 0; i < 3; ++i)
            middle[i] = (static_cast<double>(block[static_cast<std::size_t>(i)]) + 0.5) / look.blocks - shift[i];
        PointSeen seen = point_seen(preset, middle, 0.1 / look.blocks);
        seen.text += fmt::format(", block ({}, {}, {})", block[0], block[1], block[2]);
        return seen;
    }
    return {};
}

std::optional<PointSeen> density_point(const Preset& preset, int width, int height, double x, double y) {
    const Look& look = preset.look;
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const Rock rock(preset);
    const double focus = look.span / 2 / std::tan(radians(look.fov) / 2);
    return look.blocks > 0 && look.polygons == 0 ? block_point(preset, rock, ray, focus)
                                                 : smooth_point(preset, rock, ray, focus);
}

constexpr LookInfo kDensityRows[] = {
    rows::kAltitude,
    rows::kSun,
    rows::kExposure,
    rows::kFog,
    rows::with_words(rows::kRelief, "height over which rock thins out, 0 for none"),
    rows::with_words(rows::kThreshold, "how far above the mean rock begins, in 3 sigma"),
    {{{.name = "blocks", .about = "blocks per unit of coordinate; 0 is the smooth surface", .max = 64},
      {.heading = rows::kForm, .usual_max = 8}}},
    {{{.name = "polygons",
       .about = "cells of polygons per unit of coordinate, flat as in bake --mesh; 0 is none",
       .max = 64},
      {.heading = rows::kForm, .usual_max = 8, .also = "mesh, marching cubes, low poly"}}},
};

constexpr GalleryPicture kDensityGallery[] = {{"density", "noise as rock"}};

}  // namespace

constinit const SceneInfo scenes::density = {
    .key = '5',
    .view = View::space,
    .about = "rock: cliffs, caves, islands; in blocks or as polygons too",
    .rows = kDensityRows,
    .gallery = kDensityGallery,
    .is_solid = true,
    .variant = density_variant,
    .passes = density_passes,
    .uniforms = density_uniforms,
    .point = density_point,
};

}  // namespace isonoise
