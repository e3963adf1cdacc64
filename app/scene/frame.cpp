#include "scene/frame.hpp"

#include <algorithm>
#include <type_traits>

#include "scene/axes.hpp"
#include "scene/constants.hpp"
#include "scene/scenes.hpp"
#include "words.hpp"

namespace isonoise {

// The look's fields, under their names in its table.
static void set_look(const Look& look, UniformValues& uniforms) {
    for_each_look(look, [&](const LookInfo& info, const auto& value) {
        using T = std::decay_t<decltype(value)>;
        const std::string name = with_underscores(info.name);
        if constexpr (std::is_enum_v<T> || std::is_same_v<T, int>) {
            uniforms.set(name, static_cast<int>(value));
        } else if constexpr (std::is_same_v<T, double>) {
            uniforms.set(name, value);
        } else if constexpr (std::is_same_v<T, std::array<double, 2>>) {
            uniforms.set(name, glm::dvec2(value[0], value[1]));
        } else if constexpr (std::is_same_v<T, std::array<double, 4>>) {
            uniforms.set(name, glm::dvec4(value[0], value[1], value[2], value[3]));
        }
    });
}

static void set_eye(const Frame& frame, UniformValues& uniforms) {
    const Place eye = place_of(frame.eye);
    const Camera& camera = frame.camera;
    uniforms.set("eye_cell", eye.cell);
    uniforms.set("eye_fraction", glm::dvec4(eye.fraction));
    uniforms.set("eye", camera.eye);
    uniforms.set("right", camera.right);
    uniforms.set("up", camera.up);
    uniforms.set("forward", camera.forward);
    uniforms.set("half_fov_tangent", camera.half_fov_tangent);
    uniforms.set("sun_direction", sun_direction(frame.preset.look));
}

static void set_markers(const Frame& frame, UniformValues& uniforms) {
    std::vector<Marker> all = markers(frame.preset, frame.phase);
    all.resize(std::min(all.size(), std::size_t{shared::MOST_MARKERS}));
    uniforms.set("marker_count", static_cast<int>(all.size()));
    if (all.empty()) return;
    std::vector<glm::vec4> positions;
    std::vector<glm::vec3> normals;
    for (const Marker& marker : all) {
        positions.emplace_back(glm::vec3(marker.position - frame.camera.eye), static_cast<float>(marker.size));
        normals.emplace_back(marker.normal);
    }
    uniforms.set("markers", std::span<const glm::vec4>(positions));
    uniforms.set("marker_normals", std::span<const glm::vec3>(normals));
}

// A function counts as fBm of six octaves where a scene estimates slopes and detail.
static Settings noise_of(const Preset& preset) {
    Settings settings = drawn_settings(preset);
    if (preset.function) settings.octaves = 6.0f;
    return settings;
}

Frame::Frame(const Preset& of, int columns, int rows, const LoopPoint& at, bool with_guides, int dots_per_inch)
    : Frame(of, columns, rows, at, with_guides, dots_per_inch, {columns, rows}) {}

Frame Frame::coarser(double factor) const {
    const auto side = [&](int pixels) { return std::max(1, static_cast<int>(pixels / factor)); };
    return {preset, side(width), side(height), phase, guides, dpi, layout};
}

Frame::Frame(const Preset& of, int columns, int rows, const LoopPoint& at, bool with_guides, int dots_per_inch,
             std::array<int, 2> laid_out)
    : preset(of), width(columns), height(rows), layout(laid_out), dpi(dots_per_inch), phase(at), guides(with_guides),
      noise(noise_of(of)), shader(shader_of(of)), camera(isonoise::camera(of, at)),
      eye(eye_point(of, camera, at, &eye_rest)) {
    const SceneInfo& scene = scene_info(preset.look.scene);
    AxesLayout axes = axes_of(preset, width, height, dpi, phase);
    plot = axes.plot;
    letters = std::move(axes.lettering);
    reach = scene.reach ? scene.reach(preset, camera) : std::int64_t{1} << 20;
    set_look(preset.look, uniforms);
    const auto range = shown_range(preset);
    uniforms.set("range", glm::dvec2(range[0], 1.0 / (range[1] - range[0])));
    const auto spread = mean_and_sigma(preset);
    mean = spread[0];
    sigma = spread[1];
    uniforms.set("mean", mean);
    uniforms.set("sigma", sigma);
    if (preset.function) extremes = isonoise::extremes(preset);
    uniforms.set("extremes", glm::dvec2(extremes[0], extremes[1]));
    uniforms.set("size", glm::dvec2(width, height));
    set_eye(*this, uniforms);
    set_markers(*this, uniforms);
    if (scene.uniforms) scene.uniforms(*this, uniforms);
    if (scene.passes) passes = scene.passes(*this);
    uniforms.set("plot", glm::dvec4(plot.x0, plot.y0, plot.columns, plot.rows));
    if (scene.labels) letters.labels = scene.labels(preset, width, height);
}

}  // namespace isonoise
