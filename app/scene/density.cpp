// Scene density: the noise as rock, smooth or in blocks.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/frame.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

// The eye in blocks, along the noise's x, y and z. Time along the noise's z moves through the world, blocks included.
void density_uniforms(const Frame& frame, UniformValues& uniforms) {
    const Look& look = frame.preset.look;
    const double time = time_in_loop(frame.preset, frame.along);
    glm::ivec3 cell;
    glm::dvec3 fraction;
    for (int axis = 0; axis < 3; ++axis) {
        const double at = look.center[static_cast<std::size_t>(axis)] + frame.camera.eye[axis] +
                          (axis == frame.preset.settings.dim - 1 ? time : 0.0);
        const AxisPoint point = axis_point(at * look.blocks);
        cell[axis] = point.cell;
        fraction[axis] = static_cast<double>(point.fraction);
    }
    uniforms.set("eye_block", cell);
    uniforms.set("eye_block_fraction", fraction);
}

// The rock under a point of the picture, by the rule in docs/cli.md. Blocks have faces of their own.
std::string density_point(const Preset& preset, int width, int height, double x, double y) {
    const Look& look = preset.look;
    if (look.blocks > 0) return {};
    const Ray ray = ray_through(camera(preset), width, height, x, y);
    const Noise noise(preset.settings);
    const auto [middle, sigma] = mean_and_sigma(preset.settings);
    const auto value = [&](const glm::dvec3& p) {
        const auto [cell, fraction] = place_of(center_point(preset, {}, {p.x, p.y, p.z, 0}));
        return noise(cell, fraction);
    };
    const auto is_rock = [&, middle = middle, sigma = sigma](double distance) {
        const glm::dvec3 p = ray.at(distance);
        const double rise = look.relief > 0 ? (look.center[1] + p.y) / look.relief : 0.0;
        return (static_cast<double>(value(p)) - middle) / (3 * sigma) - look.threshold - rise > 0;
    };
    // Around an eye within rock the picture has a room: see ROOM in density.frag.
    const double focus = look.span / 2 / std::tan(radians(look.fov) / 2);
    const double near = is_rock(0) ? 0.25 * focus : 0.0;
    const auto met = first_inside(is_rock, near, 30 * focus, focus / 1000, 0.004);
    if (!met) return {};
    const glm::dvec3 p = ray.at(*met);
    const int places = std::clamp(static_cast<int>(std::ceil(-std::log10(*met * ray.pixel))) + 1, 0, 17);
    std::string text = "at (";
    for (int axis = 0; axis < 3; ++axis) {
        const double time = axis == preset.settings.dim - 1 ? time_in_loop(preset) : 0.0;
        text += fmt::format("{}{:.{}f}", axis > 0 ? ", " : "",
                            look.center[static_cast<std::size_t>(axis)] + p[axis] + time, places);
    }
    return fmt::format("{}) {:+.9g}", text, value(p));
}

constexpr GalleryPicture kDensityGallery[] = {{"density", "noise as rock"}};

}  // namespace

constinit const SceneInfo scenes::density = {
    .key = '5',
    .view = View::space,
    .gallery = kDensityGallery,
    .is_solid = true,
    .uniforms = density_uniforms,
    .point = density_point,
};

}  // namespace isonoise
