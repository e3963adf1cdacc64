#include "viewer/panel.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>

#include <fmt/format.h>
#include <imgui.h>

namespace isonoise {
namespace {

// Wraps one widget: label, tooltip from the table of settings, place for the tests.
struct Widgets {
    PanelState& state;

    void after(const char* name, const std::string& tip) const {
        const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
        state.widgets[name] = {a.x, a.y, std::min(b.x, a.x + ImGui::CalcItemWidth()), b.y};  // less the label
        if (!tip.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
            ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);  // a disabled widget's too
            ImGui::BeginTooltip();
            ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22.0f);
            ImGui::TextUnformatted(tip.c_str());
            ImGui::PopTextWrapPos();
            ImGui::EndTooltip();
            ImGui::PopStyleVar();
        }
    }

    template <class Enum> void combo(const SettingInfo& info, Enum& value) const {
        int index = static_cast<int>(value);
        if (ImGui::Combo(info.name, &index, info.names.data(), static_cast<int>(info.names.size())))
            value = static_cast<Enum>(index);
        after(info.name, info.about);
    }

    void slider(const SettingInfo& info, float& value, const char* format, ImGuiSliderFlags flags = 0) const {
        auto low = static_cast<float>(info.min), high = static_cast<float>(info.max);
        // Text entry by ctrl+click may be anything, NaN too: what is out of range is clamped or not taken.
        const float before = value;
        ImGui::SliderScalar(info.name, ImGuiDataType_Float, &value, &low, &high, format,
                            flags | ImGuiSliderFlags_AlwaysClamp);
        if (!(value >= low && value <= high)) value = before;
        after(info.name,
              fmt::format("{}. {} to {}", info.about, info.max == 1048576 ? "2^-20" : fmt::format("{}", info.min),
                          info.max == 1048576 ? "2^20" : fmt::format("{}", info.max)));
    }

    void drag(const SettingInfo& info, const char* label, double& value, double speed, const char* format) const {
        const double before = value;
        ImGui::DragScalar(label, ImGuiDataType_Double, &value, static_cast<float>(speed), &info.min, &info.max, format,
                          ImGuiSliderFlags_AlwaysClamp);
        if (!(value >= info.min && value <= info.max)) value = before;
        after(label, info.about);
    }
};

void heading(const char* text) {
    ImGui::Dummy(ImVec2(0, ImGui::GetStyle().ItemSpacing.y * 0.5f));
    ImGui::TextColored(ImVec4(0.55f, 0.75f, 0.95f, 1.0f), "%s", text);
    ImGui::Separator();
}

void dim_buttons(const SettingInfo& info, Preset& preset, const Widgets& widgets) {
    int& dim = preset.settings.dim;
    const int before = dim;
    const float start = ImGui::GetCursorPosX();
    const float step = ImGui::CalcItemWidth() / static_cast<float>(info.max);
    for (int d = static_cast<int>(info.min); d <= static_cast<int>(info.max); ++d) {
        Settings other = preset.settings;
        other.dim = d;
        ImGui::BeginDisabled(nearest(other).dim != d);
        ImGui::SetCursorPosX(start + step * static_cast<float>(d - 1));
        ImGui::RadioButton(fmt::format("{}", d).c_str(), &dim, d);
        widgets.after(fmt::format("dim {}", d).c_str(), info.about);
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(start + ImGui::CalcItemWidth() + ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(info.name);
    if (dim != before) preset.look.scene = dim == 1 ? Scene::line : Scene::map;
    widgets.after(info.name, info.about);
}

void seed_widgets(const SettingInfo& info, std::uint32_t& seed, const Widgets& widgets) {
    const float button = ImGui::GetFrameHeight() * 2.2f;
    const float whole = ImGui::CalcItemWidth();
    ImGui::SetNextItemWidth(whole - button - ImGui::GetStyle().ItemInnerSpacing.x);
    std::int64_t value = seed;  // wider than a seed, to see what does not fit
    ImGui::InputScalar("##seed", ImGuiDataType_S64, &value);
    if (value >= 0 && static_cast<double>(value) <= info.max) seed = static_cast<std::uint32_t>(value);
    widgets.after("seed", fmt::format("{}. 0 to {:.0f}", info.about, info.max));
    ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    if (ImGui::Button("roll", ImVec2(button, 0))) seed = std::random_device()();
    widgets.after("roll", "a seed at random");
    ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(info.name);
}

// The switch between one octave and many, and what sums them.
void fractal_widgets(const SettingInfo& info, Settings& s, const Widgets& widgets) {
    PanelState& state = widgets.state;
    heading("Fractal");
    state.fractal |= s.octaves > 1.0f;
    const float whole = ImGui::CalcItemWidth(), start = ImGui::GetCursorPosX();
    if (ImGui::Checkbox("##fractal switch", &state.fractal)) {
        if (state.fractal) {
            s.octaves = state.octaves_before;
        } else {
            state.octaves_before = std::max(s.octaves, 2.0f);
            s.octaves = 1.0f;
        }
    }
    widgets.after("fractal", "octaves of the noise, summed; off is one octave");
    ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(whole - (ImGui::GetCursorPosX() - start));
    ImGui::BeginDisabled(!supports(s, "fractal"));
    int index = static_cast<int>(s.fractal);
    if (ImGui::Combo(info.name, &index, info.names.data(), static_cast<int>(info.names.size())))
        s.fractal = static_cast<Fractal>(index);
    widgets.after("fractal kind", info.about);
    ImGui::EndDisabled();
}

void count_field(const SettingInfo& info, const char* label, std::uint32_t& count, const Widgets& widgets) {
    std::int64_t value = count;
    ImGui::InputScalar(label, ImGuiDataType_S64, &value);
    if (value >= 0 && static_cast<double>(value) <= info.max) count = static_cast<std::uint32_t>(value);
    widgets.after(label, info.about);
}

void period_fields(const SettingInfo& info, Settings& s, const Widgets& widgets) {
    std::array<std::int64_t, 4> counts{};
    for (std::size_t i = 0; i < s.period.size(); ++i)
        counts[i] = s.period[i];
    if (ImGui::InputScalarN(info.name, ImGuiDataType_S64, counts.data(), s.dim)) {
        s.period.assign(static_cast<std::size_t>(s.dim), 0);
        bool any = false;
        for (std::size_t i = 0; i < s.period.size(); ++i) {
            if (counts[i] > 0 && static_cast<double>(counts[i]) <= info.max)
                s.period[i] = static_cast<std::uint32_t>(counts[i]);
            any |= s.period[i] != 0;
        }
        if (!any) s.period.clear();
    }
    widgets.after(info.name, info.about);
}

void settings_widgets(Preset& preset, const Widgets& widgets) {
    Settings& s = preset.settings;
    const PanelState& state = widgets.state;
    bool more = true;
    for_each_setting(s, [&](const SettingInfo& info, auto& field) {
        const std::string_view name = info.name;
        using T = std::decay_t<decltype(field)>;
        if (name == "algorithm") heading("Noise");
        if (name == "period") {  // the last group, closed as long as nothing of it is in use
            ImGui::SetNextItemOpen(s.period != Settings().period || s.loop != 0 || s.warp != 0 || s.flow != 0,
                                   ImGuiCond_Appearing);
            more = ImGui::CollapsingHeader("Tiling, warp, flow");
            widgets.after("more", "periods, closing loops, domain warp, rotating gradients");
        }
        if (!more) return;
        if (name == "fractal") return fractal_widgets(info, s, widgets);
        const bool of_octaves = name == "octaves" || name == "persistence" || name == "lacunarity";
        ImGui::BeginDisabled(!supports(s, name) || (of_octaves && !state.fractal));
        if constexpr (std::is_enum_v<T>) {
            widgets.combo(info, field);
        } else if constexpr (std::is_same_v<T, int>) {
            dim_buttons(info, preset, widgets);
        } else if constexpr (std::is_same_v<T, std::uint32_t>) {
            if (name == "seed") {
                seed_widgets(info, field, widgets);
            } else {
                count_field(info, info.name, field, widgets);
            }
        } else if constexpr (std::is_same_v<T, float>) {
            if (name == "frequency") {
                widgets.slider(info, field, "%.4g", ImGuiSliderFlags_Logarithmic);
            } else if (name == "flow" || name == "filter-width") {
                double value = static_cast<double>(field);
                widgets.drag(info, info.name, value, name == "flow" ? 0.02 : 0.001, name == "flow" ? "%.2f" : "%.3f");
                field = static_cast<float>(value);
            } else {
                widgets.slider(info, field, name == "octaves" || name == "warp" ? "%.2f" : "%.3f");
            }
        } else {
            period_fields(info, s, widgets);
        }
        ImGui::EndDisabled();
    });
    if (!problem(s).empty()) s = nearest(s);
    if (s.dim == 1) preset.look.scene = Scene::line;
}

void look_widgets(Preset& preset, const Widgets& widgets) {
    PanelState& state = widgets.state;
    Look& look = preset.look;
    const int dim = preset.settings.dim;
    for_each_look(look, [&](const LookInfo& info, auto& field) {
        const std::string_view name = info.name;
        using T = std::decay_t<decltype(field)>;
        if (name == "scene") heading("Picture");
        if constexpr (std::is_same_v<T, Scene>) {
            ImGui::BeginDisabled(dim == 1);  // 1D is a curve
            widgets.combo(info, field);
            ImGui::EndDisabled();
        } else if constexpr (std::is_enum_v<T>) {
            widgets.combo(info, field);
        } else if constexpr (std::is_same_v<T, std::array<double, 4>>) {
            const auto before = field;
            ImGui::DragScalarN(info.name, ImGuiDataType_Double, field.data(), dim, static_cast<float>(look.span / 500),
                               &info.min, &info.max, dim < 3 ? "%.4g" : "%.3g", ImGuiSliderFlags_AlwaysClamp);
            for (double c : field) {
                if (!(c >= info.min && c <= info.max)) field = before;
            }
            widgets.after(info.name, info.about);
        } else if (name == "span") {
            if constexpr (std::is_same_v<T, double>) widgets.drag(info, "span", field, look.span / 200, "%.5g");
        } else if (name == "time") {
            heading("Time");
            const float button = ImGui::GetFrameHeight() * 2.6f;
            const float whole = ImGui::CalcItemWidth();
            if (ImGui::Button(state.playing ? "pause" : "play", ImVec2(button, 0))) state.playing = !state.playing;
            widgets.after("play", "moves along the last axis of the noise (space)");
            ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
            ImGui::SetNextItemWidth(whole - button - ImGui::GetStyle().ItemInnerSpacing.x);
            if constexpr (std::is_same_v<T, double>) widgets.drag(info, "time", field, 0.01, "%.3f");
        } else if (name == "speed") {
            if constexpr (std::is_same_v<T, double>) widgets.drag(info, "speed", field, 0.01, "%.2f");
        }
    });
}

void status_bar(const PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const float height = ImGui::GetFrameHeight() + 4 * scale;
    ImGui::SetNextWindowPos(ImVec2(0, io.DisplaySize.y - height));
    ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, height));
    ImGui::SetNextWindowBgAlpha(0.82f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * scale, 3 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::AlignTextToFramePadding();
    std::string left = fmt::format("GPU {:5.1f} ms   {:3.0f} fps   min {:+.4f}   max {:+.4f}   mean {:+.4f}",
                                   state.gpu_ms, state.fps, state.min, state.max, state.mean);
    if (state.field_width < state.width) {
        left += fmt::format("   {} %", 100 * state.field_width / std::max(state.width, 1));
    }
    left += "   " + state.under_cursor;
    ImGui::TextUnformatted(left.c_str());
    std::string right = fmt::format("{}x{}   {}", state.width, state.height, state.renderer);
    const float left_end = ImGui::CalcTextSize(left.c_str()).x + 30 * scale;
    const float width = ImGui::CalcTextSize(right.c_str()).x;
    if (left_end + width + 10 * scale < io.DisplaySize.x) {
        ImGui::SameLine(io.DisplaySize.x - width - 10 * scale);
        ImGui::TextDisabled("%s", right.c_str());
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

void banner(const char* id, const std::string& text, ImVec4 colour, float y, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x * 0.5f, y), ImGuiCond_Always,
                            ImVec2(0.5f, y > 100 * scale ? 1.0f : 0.0f));
    ImGui::SetNextWindowBgAlpha(0.9f);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(io.DisplaySize.x * 0.7f);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

}  // namespace

void draw_panel(Preset& preset, PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    state.widgets.clear();
    if (state.visible) {
        const float bar = ImGui::GetFrameHeight() + 4 * scale;
        const float margin = 10 * scale;
        ImGui::SetNextWindowPos(ImVec2(margin, margin), ImGuiCond_FirstUseEver);
        ImGui::SetNextWindowSizeConstraints(ImVec2(290 * scale, 0),
                                            ImVec2(290 * scale, std::max(60.0f, io.DisplaySize.y - bar - 2 * margin)));
        ImGui::SetNextWindowBgAlpha(0.88f);
        ImGui::Begin("isonoise", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
        // A window that became smaller must not lose the panel.
        const ImVec2 at = ImGui::GetWindowPos();
        const ImVec2 most(std::max(0.0f, io.DisplaySize.x - 290 * scale),
                          std::max(0.0f, io.DisplaySize.y - 60 * scale));
        if (at.x > most.x || at.y > most.y || at.x < 0 || at.y < 0) {
            ImGui::SetWindowPos(ImVec2(std::clamp(at.x, 0.0f, most.x), std::clamp(at.y, 0.0f, most.y)));
        }
        ImGui::PushItemWidth(180 * scale);
        const Widgets widgets{state};
        settings_widgets(preset, widgets);
        look_widgets(preset, widgets);
        ImGui::PopItemWidth();
        ImGui::Separator();
        const float third = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
        if (ImGui::Button("reset", ImVec2(third, 0))) state.reset = true;
        widgets.after("reset", "the view and the time that the viewer began with (R)");
        ImGui::SameLine();
        if (ImGui::Button("picture", ImVec2(third, 0))) state.save_picture = true;
        widgets.after("picture", "save what is on screen, without the panel, as a PNG in the working directory (F12)");
        ImGui::SameLine();
        if (ImGui::Button("preset", ImVec2(third, 0))) state.save_preset = true;
        widgets.after("preset", "save the settings as a preset in the working directory (Ctrl+S)");
        ImGui::TextDisabled("Drag pans, wheel zooms, F hides this.");
        ImGui::End();
        status_bar(state, scale);
    }
    if (!state.message.empty() && ImGui::GetTime() < state.message_until) {
        banner("message", state.message,
               state.message_is_error ? ImVec4(1.0f, 0.55f, 0.5f, 1.0f) : ImVec4(0.85f, 0.95f, 0.85f, 1.0f),
               io.DisplaySize.y - 50 * scale, scale);
    }
    if (!state.shader_error.empty()) {
        banner("shader error",
               "The shaders have an error; the picture is that of the last good ones.\n" + state.shader_error,
               ImVec4(1.0f, 0.55f, 0.5f, 1.0f), 12 * scale, scale);
    }
}

}  // namespace isonoise
