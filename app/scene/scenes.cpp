#include "scene/scenes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace isonoise {

const SceneInfo& scene_info(Scene scene) {
#define ISONOISE_ROW(name) &scenes::name,
    static constexpr const SceneInfo* rows[] = {ISONOISE_SCENES(ISONOISE_ROW)};
#undef ISONOISE_ROW
    return *rows[static_cast<std::size_t>(scene)];
}

const char* name_of(Scene scene) { return detail::kScenes[static_cast<std::size_t>(scene)]; }

PointSeen point_seen(const Preset& preset, const glm::dvec3& p, int axes, double apart) {
    PointSeen seen;
    seen.place = center_point(preset, {}, {p.x, p.y, p.z, 0});
    const int places = std::clamp(static_cast<int>(std::ceil(-std::log10(apart))) + 1, 0, 17);
    for (int axis = 0; axis < axes; ++axis) {
        const double time = axis == preset.settings.dim - 1 ? time_in_loop(preset) : 0.0;
        seen.text += fmt::format("{}{:.{}f}", axis == 0 ? "at (" : ", ",
                                 preset.look.center[static_cast<std::size_t>(axis)] + p[axis] + time, places);
    }
    seen.value = value_at(preset, seen.place);
    seen.text += fmt::format(") {:+.9g}", seen.value);
    return seen;
}

float value_at(const Preset& preset, const std::array<AxisPoint, 4>& place) {
    const auto [cell, fraction] = place_of(place);
    return Noise(drawn_settings(preset))(cell, fraction);
}

std::string shader_of(const Look& look) {
    const auto variant = scene_info(look.scene).variant;
    const std::string name = name_of(look.scene), suffix = variant ? variant(look) : "";
    return fmt::format("scenes/{}{}{}.frag", name, suffix.empty() ? "" : "-", suffix);
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
