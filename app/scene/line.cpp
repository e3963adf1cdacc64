// Scene line: the noise along one axis, as a curve or in the style of a picture.
#include <algorithm>
#include <cmath>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/line.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

bool is_curve(const Look& look) { return look.style == LineStyle::curve; }

const char* line_variant(const Look& look) {
    return is_curve(look) ? "" : detail::kStyles[static_cast<std::size_t>(look.style)];
}

// With axes, the line's width is relative to the picture, like the letters.
float stroke_width(const Look& look, int height) {
    const float scaled = static_cast<float>(height) / 220.0f;
    return std::max(1.5f, look.axes == Axes::on ? scaled : std::min(scaled, 12.0f));
}

std::array<int, 2> line_margins(const Preset& preset, int height) {
    return {static_cast<int>(std::ceil(stroke_width(preset.look, height))) + 2, 0};
}

// The ends of the output's interval.
std::array<double, 2> marks_of(const Settings& settings) {
    return settings.output == Output::unit ? std::array{0.0, 1.0} : std::array{-1.0, 1.0};
}

// The requested range, or the output's interval with a margin.
std::array<double, 2> line_heights(const Preset& preset) {
    const auto [low, high] = marks_of(preset.settings);
    const double margin = 0.12 * (high - low);
    return preset.look.range.value_or(std::array{low - margin, high + margin});
}

}  // namespace

Curve curve_of(const Frame& frame) {
    const Settings& settings = frame.preset.settings;
    const Look& look = frame.preset.look;
    const auto shown = line_heights(frame.preset);
    Curve curve;
    curve.scale = frame.plot.rows / (shown[1] - shown[0]);
    curve.zero = frame.plot.y0 + shown[1] * curve.scale;
    curve.marks = marks_of(settings);
    curve.middle = frame.plot.y0 + (shown[1] - 0.5 * (curve.marks[0] + curve.marks[1])) * curve.scale;
    const auto frequency = static_cast<double>(settings.frequency);
    curve.step = look.span / frame.plot.rows * frequency;
    const double first =
        middle_of(frame.preset, 0) * frequency + (0.5 - frame.plot.x0 - 0.5 * frame.plot.columns) * curve.step;
    curve.cell = first - std::floor(first);
    curve.stroke = static_cast<double>(stroke_width(look, frame.height));
    return curve;
}

namespace {

void set_curve(const Frame& frame, UniformValues& uniforms) {
    const Curve curve = curve_of(frame);
    uniforms.set("curve", glm::dvec3(curve.zero, curve.scale, curve.middle));
    uniforms.set("marks", glm::dvec2(curve.marks[0], curve.marks[1]));
    uniforms.set("lattice", glm::dvec2(curve.cell, curve.step));
    uniforms.set("stroke", curve.stroke);
}

// Hill layers move less the farther away they are.
void set_layers(const Frame& frame, UniformValues& uniforms) {
    std::array<int, shared::HILL_LAYERS> cells{};
    std::array<float, shared::HILL_LAYERS> fractions{};
    double parallax = 1.0;
    for (std::size_t i = 0; i < cells.size(); ++i, parallax *= 0.62) {
        Preset layer = frame.preset;
        layer.look.center[0] *= parallax;
        // Frozen in loops: at this speed they could not return to their start in time.
        if (layer.settings.dim == 1) layer.look.time *= i > 0 && layer.settings.loop != 0 ? 0.0 : parallax;
        const AxisPoint x = center_point(layer, i == 0 ? frame.phase : LoopPoint{})[0];
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

constexpr LookInfo kLineRows[] = {
    rows::kColormap,
    rows::kGradient,
    rows::kRange,
    {{{.name = "style", .about = "a curve, hills in silhouette, or strokes as if by hand", .names = detail::kStyles},
      {.heading = rows::kColours}}},
    rows::kBackground,
    rows::kAxes,
};

constexpr GalleryPicture kLineGallery[] = {{"line", "1D fBm as a curve over its lattice"}};

}  // namespace

constinit const SceneInfo scenes::line = {
    .key = '1',
    .dims = {1, 4},
    .view = View::flat,
    .about = "a curve, hills in silhouette, strokes as if drawn by hand",
    .rows = kLineRows,
    .gallery = kLineGallery,
    .has_values = true,
    .one_row = true,
    .variant = line_variant,
    .has_field = is_curve,
    .margins = line_margins,
    .has_axes = is_curve,
    .heights = line_heights,
    .uniforms = line_uniforms,
};

}  // namespace isonoise
