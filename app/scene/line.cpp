// Scene line: the noise along one axis, as a curve or in the style of a picture.
#include <algorithm>
#include <cmath>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

bool is_curve(const Look& look) { return look.style == LineStyle::curve; }

const char* line_variant(const Look& look) {
    return is_curve(look) ? "" : detail::kStyles[static_cast<std::size_t>(look.style)];
}

float stroke_width(int height) { return std::clamp(static_cast<float>(height) / 220.0f, 1.5f, 12.0f); }

std::array<int, 2> line_margins(const Look&, int height) {
    return {static_cast<int>(std::ceil(stroke_width(height))) + 2, 0};
}

void set_curve(const Frame& frame, UniformValues& uniforms) {
    const Settings& settings = frame.preset.settings;
    const Look& look = frame.preset.look;
    // The requested range, or the output's interval with a margin, from top to bottom.
    const bool unit = settings.output == Output::unit;
    const glm::dvec2 marks = unit ? glm::dvec2(0, 1) : glm::dvec2(-1, 1);
    const double margin = 0.12 * (marks.y - marks.x);
    const auto shown = look.range.value_or(std::array{marks.x - margin, marks.y + margin});
    const double scale = frame.height / (shown[1] - shown[0]);
    const double rest = unit ? 0.5 : 0.0;
    uniforms.set("curve", glm::dvec3(shown[1] * scale, scale, (shown[1] - rest) * scale));
    uniforms.set("marks", marks);
    const auto frequency = static_cast<double>(settings.frequency);
    const double step = look.span / frame.height * frequency;
    const double time = settings.dim == 1 ? time_in_loop(frame.preset) : 0.0;
    const double first = (look.center[0] + time) * frequency + (0.5 - 0.5 * frame.width) * step;
    uniforms.set("lattice", glm::dvec2(first - std::floor(first), step));
    uniforms.set("stroke", static_cast<double>(stroke_width(frame.height)));
}

// Hill layers move less the farther away they are.
void set_layers(const Frame& frame, UniformValues& uniforms) {
    std::array<int, shared::HILL_LAYERS> cells{};
    std::array<float, shared::HILL_LAYERS> fractions{};
    double parallax = 1.0;
    for (std::size_t i = 0; i < cells.size(); ++i, parallax *= 0.62) {
        Preset layer = frame.preset;
        layer.look.center[0] *= parallax;
        // In a loop they stay still: at their pace they would not be back by its end.
        if (layer.settings.dim == 1) layer.look.time *= i > 0 && layer.settings.loop != 0 ? 0.0 : parallax;
        const AxisPoint x = center_point(layer, i == 0 ? frame.along : LoopPoint{})[0];
        cells[i] = x.cell;
        fractions[i] = x.fraction;
    }
    uniforms.set("layer_cell", std::span<const int>(cells));
    uniforms.set("layer_fraction", std::span<const float>(fractions));
}

void line_uniforms(const Frame& frame, UniformValues& uniforms) {
    if (is_curve(frame.preset.look)) set_curve(frame, uniforms);
    if (frame.preset.look.style == LineStyle::silhouette) set_layers(frame, uniforms);
}

constexpr GalleryPicture kLineGallery[] = {{"line", "1D fBm as a curve over its lattice"}};

}  // namespace

constinit const SceneInfo scenes::line = {
    .key = '1',
    .dims = {1, 4},
    .view = View::flat,
    .gallery = kLineGallery,
    .has_values = true,
    .one_row = true,
    .variant = line_variant,
    .has_field = is_curve,
    .margins = line_margins,
    .uniforms = line_uniforms,
};

}  // namespace isonoise
