#include "scene/heights.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "scene/constants.hpp"

namespace isonoise {

// The azimuths in the picture, on either side of `ahead`.
static double visible_azimuths(const Camera& camera, double aspect, const glm::dvec2& ahead) {
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

HeightTables::HeightTables(const Frame& frame, double nearest, double reach, double pixels, double margin)
    : near(nearest) {
    constexpr double kMost = 4096;  // columns and rows of a texture
    const Camera& camera = frame.camera;
    const glm::dvec2 forward(camera.forward.x, camera.forward.z);
    if (glm::length(forward) > 1e-6) ahead = glm::normalize(forward);
    const double around = 2 * std::numbers::pi, aspect = static_cast<double>(frame.width) / frame.height,
                 wide = std::min(2 * (visible_azimuths(camera, aspect, ahead) + margin), around),
                 deep = std::asinh(reach / near);
    fine = std::min({frame.height / (pixels * 2 * camera.half_fov_tangent),
                     kMost / (wide + std::max(wide / 2, around / 4)), kMost / deep});
    // Whole texels in all levels, and in blocks of 64 rows; the azimuths at both ends meet between texels.
    constexpr int kLast = 1 << (shared::HEIGHT_LEVELS - 1);
    const auto texels = [&](double extent, int unit) { return unit * (static_cast<int>(fine * extent) / unit + 1); };
    columns = {texels(wide, kLast) + kLast, texels(around, kLast) + kLast};
    rows = texels(deep, 64);
}

void HeightTables::set(UniformValues& uniforms) const {
    uniforms.set("table_near", near);
    uniforms.set("table_fine", fine);
    uniforms.set("table_ahead", ahead);
    uniforms.set("table_columns", columns);
    uniforms.set("table_rows", rows);
}

std::vector<Pass> HeightTables::passes(const char* eye, const char* heights, bool all_levels) const {
    const int others = all_levels ? std::max(columns.x / 2, columns.y / 4) : 0;
    return {{eye, "raised", 1, 1},
            {heights, "heights", columns.x + others, rows},
            {"scenes/heights-highest.frag", "highest", columns.x, rows / 8},
            {"scenes/heights-ridges.frag", "ridges", columns.x, rows / 64},
            {"scenes/heights-skyline.frag", "skyline", columns.x, rows / 8}};
}

}  // namespace isonoise
