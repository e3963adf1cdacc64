#include "scene/scenes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/decimal.hpp"
#include "isonoise/function/function.hpp"
#include "scene/drawn_noise.hpp"

namespace isonoise {

const SceneInfo& scene_info(Scene scene) {
    static constexpr const SceneInfo* rows[] = {
#define SCENE(name) &scenes::name,
#include "scene/scenes.def"
#undef SCENE
    };
    return *rows[static_cast<std::size_t>(scene)];
}

const char* name_of(Scene scene) { return detail::kScenes[static_cast<std::size_t>(scene)]; }

PointSeen point_seen(const Preset& preset, const glm::dvec3& p, double apart) {
    PointSeen seen;
    seen.spot = p;
    seen.point = center_point(preset, {}, {p.x, p.y, p.z, 0});
    std::array<float, 4> at{};
    const int places = std::clamp(static_cast<int>(std::ceil(-std::log10(apart))) + 1, 0, 17);
    bool fine = true;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(preset.settings.dim); ++axis) {
        const bool last = static_cast<int>(axis) == preset.settings.dim - 1;
        const double from = axis < 3 ? p[static_cast<int>(axis)] : 0.0;
        const double exact = preset.look.center[axis] + from + (last ? time_in_loop(preset) : 0.0);
        // As few digits as the picture needs, or all digits if it has no room to spare. (-0 would look odd.)
        at[axis] = static_cast<float>(from == 0.0 ? exact : rounded_to_places(exact, places)) + 0.0f;
        fine &= from == 0.0 || std::fabs(static_cast<double>(at[axis]) - exact) <= 0.5 * apart;
        fine &= std::fabs(exact * static_cast<double>(preset.settings.frequency)) < 0x1p30;
    }
    if (fine || preset.function) seen.at = at;  // a function takes floats, however coarse
    return seen_again(preset, seen);
}

// The function's value at a point, or its colour in words.
static float function_seen(const Function& function, const std::array<float, 4>& at, std::string& text) {
    std::array<float, 4> channels{};
    const auto dim = static_cast<std::size_t>(function.dim()), count = static_cast<std::size_t>(function.channels());
    function.at({at.data(), dim}, {channels.data(), count});
    for (std::size_t c = 0; c < count; ++c)
        text += fmt::format("{} {:+.9g}", c ? "," : "", channels[c]);
    return channels[0];
}

PointSeen seen_again(const Preset& preset, const PointSeen& before) {
    PointSeen seen = before;
    const Settings settings = drawn_settings(preset);
    const auto dim = static_cast<std::size_t>(settings.dim);
    const auto list = [&](auto&& number) {
        std::string text;
        for (std::size_t axis = 0; axis < dim; ++axis)
            text += fmt::format("{}{}", axis == 0 ? "(" : ", ", number(axis));
        return text + ")";
    };
    if (seen.at) {
        const std::array<float, 4>& at = *seen.at;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const float cells = axis < dim ? at[axis] * settings.frequency : 0.0f, whole = std::floor(cells);
            seen.point[axis] = {static_cast<std::int32_t>(whole), cells - whole};
        }
        seen.text = "at " + list([&](std::size_t axis) { return at[axis]; });
        if (preset.function)
            seen.value = function_seen(*preset.function, at, seen.text);
        else
            seen.value = Noise(settings)(glm::vec4(at[0], at[1], at[2], at[3]));
    } else {
        seen.value = value_at(preset, seen.point);
        seen.text = fmt::format("in cell {} at {}", list([&](std::size_t axis) { return seen.point[axis].cell; }),
                                list([&](std::size_t axis) { return seen.point[axis].fraction; }));
    }
    if (!preset.function) seen.text += fmt::format(" {:+.9g}", seen.value);
    if (scene_info(preset.look.scene).is_height) {
        seen.text += fmt::format(", height {:+.9g}", static_cast<float>(preset.look.relief) * seen.value);
        if (static_cast<double>(seen.value) < preset.look.water) seen.text += ", below the water";
    }
    return seen;
}

float value_at(const Preset& preset, const std::array<AxisPoint, 4>& point) {
    return DrawnNoise(preset, drawn_settings(preset))(place_of(point));
}

std::string shader_of(const Look& look) {
    const auto variant = scene_info(look.scene).variant;
    const std::string name = name_of(look.scene), suffix = variant ? variant(look) : "";
    return fmt::format("scenes/{}{}{}.frag", name, suffix.empty() ? "" : "-", suffix);
}

std::string shader_of(const Preset& preset) {
    return is_flow(preset) ? "scenes/map-arrows.frag" : shader_of(preset.look);
}

std::array<int, 2> dims(Scene scene) { return scene_info(scene).dims; }

bool has_field(const Look& look) {
    const auto of_scene = scene_info(look.scene).has_field;
    return of_scene && of_scene(look);
}

bool has_values(Scene scene) { return scene_info(scene).has_values; }

bool has_camera(Scene scene) { return scene_info(scene).view != View::flat; }

bool can_fly(Scene scene) { return scene_info(scene).view == View::ground || scene_info(scene).view == View::space; }

std::optional<Scene> scene_of_key(char key) {
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        if (key != 0 && scene_info(static_cast<Scene>(i)).key == key) return static_cast<Scene>(i);
    }
    return {};
}

std::string scene_keys() {
    std::string keys, text;
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        if (const char key = scene_info(static_cast<Scene>(i)).key) keys += key;
    }
    for (std::size_t i = 0, next = 0; i < keys.size(); i = next) {
        for (next = i + 1; next < keys.size() && keys[next] == keys[next - 1] + 1;)
            ++next;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", keys[i]);
        if (next > i + 1) text += fmt::format("{}{}", next > i + 2 ? " to " : ", ", keys[next - 1]);
    }
    return text;
}

}  // namespace isonoise
