#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/panel_parts.hpp"

namespace isonoise {
namespace {

ImU32 packed(const glm::vec4& c) { return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, c.w}); }

// Adds a stop in the colour at this place. Returns its index, or the nearest stop's if there are too many.
int add_stop(Gradient& gradient, double percent) {
    const auto after =
        std::find_if(gradient.begin(), gradient.end(), [&](const Stop& s) { return s.percent > percent; });
    const auto index = after - gradient.begin();
    if (gradient.size() >= kMostStops) return static_cast<int>(std::min<std::ptrdiff_t>(index, kMostStops - 1));
    gradient.insert(after, {percent, to_rgba(colour(gradient, static_cast<float>(percent / 100)))});
    return static_cast<int>(index);
}

// Moves a stop, at most to its neighbours.
void move_stop(Gradient& gradient, std::size_t index, double percent) {
    const double low = index == 0 ? 0.0 : gradient[index - 1].percent;
    const double high = index + 1 == gradient.size() ? 100.0 : gradient[index + 1].percent;
    gradient[index].percent = std::clamp(std::round(percent * 10) / 10, low, high);
}

void draw_ramp(const Look& look, ImVec2 from, ImVec2 to) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool alpha = look.scene == Scene::map && has_alpha(look.gradient);
    if (alpha) checker(list, from, to);
    const int steps = std::clamp(static_cast<int>(to.x - from.x), 1, 256);
    const float width = (to.x - from.x) / static_cast<float>(steps);
    for (int i = 0; i < steps; ++i) {
        glm::vec4 c = colour(look, (static_cast<float>(i) + 0.5f) / static_cast<float>(steps));
        if (!alpha) c.w = 1;
        const float x = from.x + width * static_cast<float>(i);
        list.AddRectFilled({x, from.y}, {x + width, to.y}, packed(c));
    }
    list.AddRect(from, to, ImGui::GetColorU32(ImGuiCol_Border));
}

// The ramp. A click adds a stop, or in a gradient without stops those of the colour map; a drag moves a stop.
void ramp(const Group& group, float height) {
    PanelState& state = group.state;
    Look& look = group.preset.look;
    Gradient& gradient = look.gradient;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, mark = 0.3f * height;
    ImGui::InvisibleButton("##ramp", ImVec2(width, height + mark));
    group.record("gradient ramp");
    const float mouse = std::clamp((ImGui::GetIO().MousePos.x - from.x) / width, 0.0f, 1.0f);
    const bool by_keyboard = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    if (ImGui::IsItemActivated()) {
        state.choices.stop = -1;
        if (gradient.empty()) {
            gradient = gradient_of(look.colormap);
        } else if (!by_keyboard) {
            float nearest = mark;
            for (std::size_t i = 0; i < gradient.size(); ++i) {
                const float distance = std::abs(mouse - static_cast<float>(gradient[i].percent / 100)) * width;
                if (distance > nearest) continue;
                nearest = distance;
                state.choices.stop = static_cast<int>(i);
            }
            if (state.choices.stop < 0)
                state.choices.stop = add_stop(gradient, std::round(1000 * static_cast<double>(mouse)) / 10);
        }
    } else if (ImGui::IsItemActive() && ImGui::GetIO().MouseDelta.x != 0 && state.choices.stop >= 0 &&
               static_cast<std::size_t>(state.choices.stop) < gradient.size()) {
        move_stop(gradient, static_cast<std::size_t>(state.choices.stop), 100 * static_cast<double>(mouse));
    }
    draw_ramp(look, from, {from.x + width, from.y + height});
    if (by_keyboard)
        ImGui::GetWindowDrawList()->AddRect(from, {from.x + width, from.y + height},
                                            ImGui::GetColorU32(ImGuiCol_NavHighlight), 0, 0, 2);
    for (const Stop& stop : gradient) {
        const float x = from.x + width * static_cast<float>(stop.percent / 100);
        ImGui::GetWindowDrawList()->AddTriangleFilled({x, from.y + height - mark}, {x - mark, from.y + height + mark},
                                                      {x + mark, from.y + height + mark},
                                                      ImGui::GetColorU32(ImGuiCol_Text));
    }
}

// A stop's place, its colour, and a button that removes it. Returns whether that was pressed.
bool stop_row(const Group& group, std::size_t index) {
    Gradient& gradient = group.preset.look.gradient;
    const bool alpha = group.preset.look.scene == Scene::map;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, side = ImGui::GetFrameHeight();
    const auto name = [&](const char* what) { return fmt::format("stop {} {}", index + 1, what); };
    ImGui::PushID(static_cast<int>(index));
    group.row(fmt::format("  stop {}", index + 1));
    double percent = gradient[index].percent;
    ImGui::SetNextItemWidth(-3 * side - 2 * gap);
    const double low = 0, high = 100;
    const std::string format = typed_format(group, name("place"), all_digits(percent), "%.4g %%");
    if (ImGui::DragScalar("##place", ImGuiDataType_Double, &percent, 0.2f, &low, &high, format.c_str(),
                          ImGuiSliderFlags_AlwaysClamp) &&
        percent >= 0 && percent <= 100)
        move_stop(gradient, index, percent);
    group.after(name("place").c_str(), "Its place, from 0 % at the low end of the range to 100 % at the high "
                                       "end.");
    ImGui::SameLine(0, gap);
    glm::vec4 c = to_colour(gradient[index].rgba);
    const ImGuiColorEditFlags flags =
        ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoOptions |
        ImGuiColorEditFlags_DisplayHex |
        (alpha ? ImGuiColorEditFlags_AlphaBar | ImGuiColorEditFlags_AlphaPreview : ImGuiColorEditFlags_NoAlpha);
    if (ImGui::ColorEdit4("##colour", &c.x, flags)) gradient[index].rgba = to_rgba(c);
    group.after(name("colour").c_str(), "");
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(gradient.size() <= 2);
    const bool removed = ImGui::Button("x", ImVec2(side, side));
    ImGui::EndDisabled();
    group.after(name("remove").c_str(), "Removes this stop; two at least stay.");
    ImGui::PopID();
    return removed;
}

}  // namespace

void gradient_field(const LookInfo& info, const Group& group) {
    Look& look = group.preset.look;
    Gradient& gradient = look.gradient;
    const bool reset = group.is_reset(info.name, Fields::Where::name);
    group.row(info.name);
    ramp(group, ImGui::GetFrameHeight());
    if (reset) gradient = group.standard.look.gradient;
    group.after(info.name, fmt::format("{}.\nClick to add a stop, drag one to move it; click its colour to change "
                                       "that.\nDouble-click on the name resets.",
                                       about_of(info)));
    if (gradient.empty()) return;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        if (stop_row(group, i)) gradient.erase(gradient.begin() + static_cast<std::ptrdiff_t>(i));
    }
    group.row("");
    ImGui::BeginDisabled(gradient.size() >= kMostStops);
    if (ImGui::Button("add a stop")) {
        // In the middle of the widest gap.
        std::size_t widest = 1;
        for (std::size_t i = 1; i < gradient.size(); ++i) {
            const auto length = [&](std::size_t k) { return gradient[k].percent - gradient[k - 1].percent; };
            if (length(i) > length(widest)) widest = i;
        }
        add_stop(gradient, (gradient[widest - 1].percent + gradient[widest].percent) / 2);
    }
    ImGui::EndDisabled();
    group.after("gradient add", "A stop in the middle of the widest gap.");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (group.button("colormap", "gradient none", "Removes the gradient: the colours are those of colormap again."))
        gradient.clear();
}

}  // namespace isonoise
