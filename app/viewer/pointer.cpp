#include "viewer/pointer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "error.hpp"
#include "scene/huts.hpp"
#include "session/copy_as.hpp"
#include "viewer/fields.hpp"
#include "viewer/navigation.hpp"

namespace isonoise {
namespace {

// The mouse position relative to the picture, in ImGui's units.
Pointer pointer_of(const WindowState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    const double unit = static_cast<double>(io.DisplaySize.x) / std::max(1, state.width);
    const Region plot = plot_area(state);
    return {static_cast<double>(io.MousePos.x) - (picture_area(state).x + plot.x0) * unit,
            static_cast<double>(io.MousePos.y) - plot.y0 * unit, std::max(1.0, plot.columns * unit),
            std::max(1.0, plot.rows * unit)};
}

void fly_by_keys(WindowState& state, const Keys& keys, double seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || io.NavVisible || takes_keys(state.panel) || io.KeyCtrl || io.KeySuper) return;
    const auto down = [&](int key) { return keys.is_down(key) ? 1.0 : 0.0; };
    const glm::dvec3 by{down(GLFW_KEY_D) - down(GLFW_KEY_A), down(GLFW_KEY_E) - down(GLFW_KEY_Q),
                        down(GLFW_KEY_W) - down(GLFW_KEY_S)};
    if (by == glm::dvec3(0)) return;
    fly(state.session.open.preset, by * std::min(seconds, 0.1) * (io.KeyShift ? 1.6 : 0.4));
    state.busy_frames = 3;
}

void drag_view(Session& session, const PointerState::Drag& drag, const Pointer& at) {
    const ImGuiIO& io = ImGui::GetIO();
    const double dx = static_cast<double>(io.MousePos.x - drag.x), dy = static_cast<double>(io.MousePos.y - drag.y);
    if (dx == 0 && dy == 0) return;
    Preset& preset = session.open.preset;
    if (!has_camera(preset.look.scene) || drag.right || io.KeyShift) {
        pan(preset, drag.from, dx, dy, at);
    } else if (session.tools.flying && can_fly(preset.look.scene)) {
        look_around(preset, drag.from, dx, dy, at);
    } else {
        orbit(preset, drag.from, dx, dy, at);
    }
}

// The GPU's value at the point, once known.
std::string beside_gpu(Renderer& renderer, const Preset& preset, const PointSeen& seen) {
    if (preset.function) return {};
    const auto gpu = renderer.value(drawn_settings(preset), seen.point);
    if (!gpu) return {};
    if (std::bit_cast<std::uint32_t>(*gpu) == std::bit_cast<std::uint32_t>(seen.value)) return "   GPU: the same bits";
    return fmt::format("   GPU: {:+.9g}", *gpu);
}

// How far apart the floats are that the noise gets, in units of coordinate: fractions of cells near 1, or a function's
// coordinates.
double spacing(const Preset& preset) {
    if (!preset.function) return 0x1p-24 / static_cast<double>(preset.settings.frequency);
    const auto& [x, y, z, w] = preset.look.center;
    return std::ldexp(1.0, std::ilogb(std::max({std::fabs(x), std::fabs(y), 0x1p-126})) - 23);
}

// Reads the noise under the pointer.
void read_point(WindowState& state, PointerState& pointer, Renderer& renderer, const Pointer& at) {
    const Preset& preset = state.session.open.preset;
    if (state.session.tools.truth) return;
    if (at.x < 0 || at.y < 0 || at.x >= at.width || at.y >= at.height) return;  // outside the plot
    const SceneInfo& scene = scene_info(preset.look.scene);
    const Area area = picture_area(state);
    const double x = at.x * area.width / at.width, y = at.y * area.width / at.width;
    if (scene.probe) pointer.probe = scene.probe(preset, area.width, area.height, x, y);
    if (scene.point) pointer.seen = scene.point(preset, area.width, area.height, x, y);
    if (scene.has_values) pointer.seen = seen_at(preset, at);
    std::string& text = state.panel.status.under_cursor;
    if (pointer.seen) text = pointer.seen->text + beside_gpu(renderer, preset, *pointer.seen);
    if (!scene.has_values) return;
    const double pixel = preset.look.span / at.height;
    if (const double shared = spacing(preset) / pixel; shared >= 2)
        text += fmt::format("   {:.0f} pixels share one float", shared);
}

// The position of a point on the ground, from the displayed floats, so that the hut has the displayed height.
std::array<double, 2> ground_of(const Pin& pin) {
    const PointSeen& seen = pin.seen;
    if (!seen.at) return {pin.then.look.center[0] + seen.spot.x, pin.then.look.center[1] + seen.spot.z};
    const double time = pin.then.settings.dim == 2 ? time_in_loop(pin.then) : 0.0;  // time moves 2D noise along y
    return {static_cast<double>((*seen.at)[0]), static_cast<double>((*seen.at)[1]) - time};
}

// The user's hut at the pinned point, or the end.
Places::const_iterator hut_at(const Preset& preset, const Pin& pin) {
    const auto [x, y] = ground_of(pin);
    const Places& huts = preset.look.own_huts;
    return std::find_if(huts.begin(), huts.end(), [&, x = x, y = y](const auto& hut) {
        return std::hypot(hut[0] - x, hut[1] - y) < hut_size(preset);
    });
}

}  // namespace

void handle_mouse(WindowState& state, PointerState& pointer, const Keys& keys, Renderer& renderer, double seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    Preset& preset = state.session.open.preset;
    std::optional<PointerState::Drag>& drag = pointer.drag;
    state.panel.status.under_cursor.clear();
    pointer.probe.reset();
    pointer.seen.reset();
    // A click without a drag pins the point.
    const auto close = [](float a, float b) { return std::abs(a - b) < 3; };
    const bool clicked = drag && !drag->right && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         close(io.MousePos.x, drag->x) && close(io.MousePos.y, drag->y);
    const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (!held) drag.reset();
    if (io.DisplaySize.y <= 0) return;
    const Pointer at = pointer_of(state);
    fly_by_keys(state, keys, seconds);
    if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return;
    // A drag starts where the button went down, not where the mouse is in the next frame.
    for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right}) {
        const ImVec2 at_click = io.MouseClickedPos[button];
        if (ImGui::IsMouseClicked(button)) drag = {preset, at_click.x, at_click.y, button != 0};
    }
    if (drag && held) drag_view(state.session, *drag, at);
    if (io.MouseWheel != 0.0f) {
        zoom(preset, static_cast<double>(io.MouseWheel), at);
        if (drag) drag = {preset, io.MousePos.x, io.MousePos.y, drag->right};  // two fingers do both at once
    }
    if (!held) read_point(state, pointer, renderer, at);
    if (clicked && pointer.seen) pointer.pin = Pin{*pointer.seen, preset, {}};
    if (clicked && pointer.probe) pointer.pin = Pin{{}, preset, pointer.probe->numbers};
}

void update_pin(WindowState& state, PointerState& pointer) {
    const Preset& preset = state.session.open.preset;
    std::optional<Pin>& pin = pointer.pin;
    if (pin && (pin->then.look.scene != preset.look.scene || pin->then.settings.dim != preset.settings.dim))
        pin.reset();
    if (pin && !pin->numbers.empty() && preset != pin->then) pin.reset();
    PanelStatus::Pinned& pinned = state.panel.status.pinned;
    pinned = {};
    if (!pin) return;
    const bool has_value = pin->numbers.empty();
    pinned.is_code = has_value && !preset.function;
    if (!has_value) {
        pinned.text = pin->numbers.back();
        return;
    }
    if (preset.function || preset.settings != pin->then.settings || preset.look.relief != pin->then.look.relief)
        pin->seen = seen_again(preset, pin->seen);
    pinned.text = pin->seen.text;
    if (!row_of(&Look::own_huts).is_for(preset.look.scene)) return;
    const bool built = hut_at(preset, *pin) != preset.look.own_huts.end();
    const bool is_dry = static_cast<double>(pin->seen.value) >= preset.look.water;
    if (built || is_dry) pinned.hut = built ? PanelStatus::Pinned::Hut::built : PanelStatus::Pinned::Hut::free;
}

std::string toggle_hut(Session& session, const std::optional<Pin>& pin, PanelStatus::Pinned::Hut hut) {
    Preset& preset = session.open.preset;
    Places& huts = preset.look.own_huts;
    if (!row_of(&Look::own_huts).is_for(preset.look.scene)) fail("huts are built in scene terrain");
    if (!pin) fail("click on the ground first: that pins a point, where a hut can be built");
    if (const auto built = hut_at(preset, *pin); built != huts.end()) {
        huts.erase(built);
        return "Removed the hut; Ctrl+Z brings it back";
    }
    if (hut == PanelStatus::Pinned::Hut::none) fail("no hut is built in the water: click on dry ground");
    if (huts.size() == kMostOwnHuts) fail("{} huts are built: remove one first", kMostOwnHuts);
    huts.push_back(ground_of(*pin));
    return fmt::format("Built a hut {}: Ctrl+Z takes it back", pin->seen.text);
}

std::string text_of(const Pin& pin, const Settings& settings, const std::string& language) {
    if (!pin.numbers.empty()) return fmt::format("{}\n", fmt::join(pin.numbers, "\n"));
    return language == "text" ? pin.seen.text : point_line(language, settings, pin.seen);
}

void draw_pin(WindowState& state, const PointerState& pointer, ImDrawList& list) {
    const std::optional<Pin>& pin = pointer.pin;
    if (!pin || state.session.tools.truth || state.panel.status.pinned.hut == PanelStatus::Pinned::Hut::built) return;
    const float unit = unit_of(state), scale = unit * state.scale;
    const Region plot = plot_area(state);
    const Pointer window{0, 0, static_cast<double>(plot.columns), static_cast<double>(plot.rows)};
    const auto at = position_in_picture(state.session.open.preset, pin->seen, pin->then.look, window);
    if (!at || at->x < 0 || at->y < 0 || at->x > window.width || at->y > window.height) return;
    const ImVec2 p(static_cast<float>(at->x + picture_area(state).x + plot.x0) * unit,
                   static_cast<float>(at->y + plot.y0) * unit);
    state.panel.layout.widgets["pin"] = {p.x - 4, p.y - 4, p.x + 4, p.y + 4};
    for (const auto& [colour, thick] :
         {std::pair{IM_COL32(0, 0, 0, 200), 4.0f}, {IM_COL32(255, 214, 102, 255), 2.0f}}) {
        list.AddCircle(p, 7 * scale, colour, 24, thick * scale);
        for (const auto& [x, y] : {std::pair{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
            list.AddLine({p.x + 4 * scale * x, p.y + 4 * scale * y}, {p.x + 13 * scale * x, p.y + 13 * scale * y},
                         colour, thick * scale);
    }
}

}  // namespace isonoise
