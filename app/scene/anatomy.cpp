// The row of scene anatomy, which explains Perlin noise in eleven steps; see also anatomy_figure, _captions and _probe.
#include "scene/anatomy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

static const char* anatomy_variant(const Look& look) { return detail::kStages[static_cast<std::size_t>(look.stage)]; }

static std::string anatomy_problem(const Preset& preset) {
    if (preset.settings.algorithm == Algorithm::perlin) return {};
    return fmt::format("algorithm: expected perlin in scene {}, got {}", name_of(Scene::anatomy),
                       get(preset, "algorithm"));
}

// In figures of one cell the point is dragged, elsewhere the lattice.
static double anatomy_drag(const Preset& preset, double width, double height) {
    const Figure f = figure(preset.look, std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height)));
    if (preset.look.stage == Stage::influence)
        return -(1 + 2 * shared::INFLUENCE_SUM_ROOM) /
               (f.panels.back().width * static_cast<double>(preset.settings.frequency));
    if (preset.look.stage == Stage::interpolation)
        return -1 / (f.panels.back().width * static_cast<double>(preset.settings.frequency));
    return f.pixel_units;
}

static void anatomy_uniforms(const Frame& frame, UniformValues& uniforms) {
    const Figure parts = figure(frame.preset.look, frame.layout[0], frame.layout[1]);
    const double across = static_cast<double>(frame.width) / frame.layout[0],
                 down = static_cast<double>(frame.height) / frame.layout[1];
    std::vector<glm::vec4> panels;
    for (const Box& box : parts.panels)
        panels.emplace_back(box.x * across, box.y * down, box.width * across, box.height * down);
    panels.resize(shared::MOST_PANELS);
    uniforms.set("panels", std::span<const glm::vec4>(panels));
    uniforms.set("panel_count", static_cast<int>(parts.panels.size()));
    uniforms.set("pixel_units", parts.pixel_units / down);
    uniforms.set("arrow_room", parts.arrow * across);
    uniforms.set("remedy", static_cast<int>(frame.preset.look.remedy));
}

static constexpr LookInfo kAnatomyRows[] = {
    rows::kColormap,
    {{{.name = "stage", .about = "step of anatomy's explanation", .names = detail::kStages},
      {.heading = rows::kColours}}},
    {{{.name = "remedy", .about = "what cures the artefacts of anatomy's last three steps", .names = detail::kRemedies},
      {.heading = rows::kColours}}},
    rows::kBackground,
};

static constexpr GalleryPicture kAnatomyGallery[] = {{"anatomy", "how Perlin noise works: the first of eleven steps"}};

constinit const SceneInfo scenes::anatomy = {
    .key = '3',
    .dims = {2, 2},
    .view = View::flat,
    .about =
        "how Perlin noise works, in eleven steps, three of them on artefacts and their cure; only for algorithm perlin",
    .rows = kAnatomyRows,
    .gallery = kAnatomyGallery,
    .variant = anatomy_variant,
    .problem = anatomy_problem,
    .uniforms = anatomy_uniforms,
    .drag = anatomy_drag,
    .labels = labels,
    .probe = probe,
};

}  // namespace isonoise
