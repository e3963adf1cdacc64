#include "viewer/panel.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "viewer/config.hpp"
#include "viewer/fields.hpp"
#include "viewer/sheets.hpp"

namespace isonoise {
namespace {

constexpr float kPanelWidth = 312.0f;

void heading(const char* text) {
    ImGui::Dummy(ImVec2(0, ImGui::GetStyle().ItemSpacing.y * 0.4f));
    ImGui::TextColored(kAccent, "%s", text);
    ImGui::Separator();
}

void dim_buttons(const SettingInfo& info, const Group& group) {
    Preset& preset = group.preset;
    int& dim = preset.settings.dim;
    const auto [least, most] = dims(preset.look.scene);
    const float start = ImGui::GetCursorPosX();
    const float step = ImGui::CalcItemWidth() / static_cast<float>(info.max);
    for (int d = static_cast<int>(info.min); d <= static_cast<int>(info.max); ++d) {
        Settings other = preset.settings;
        other.dim = d;
        ImGui::BeginDisabled(nearest(other).dim != d || d < least || d > most);
        ImGui::SetCursorPosX(start + step * static_cast<float>(d - 1));
        ImGui::RadioButton(fmt::format("{}", d).c_str(), &dim, d);
        group.fields.after(fmt::format("dim {}", d).c_str(),
                           least == most ? fmt::format("{}. This scene draws {}.", info.about, least)
                                         : fmt::format("{}. This scene draws {} to {}.", info.about, least, most),
                           false);
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(start + ImGui::CalcItemWidth() + ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(info.name);
}

void seed_widgets(const SettingInfo& info, const Group& group) {
    PanelState& state = group.fields.state;
    std::uint32_t& seed = group.preset.settings.seed;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 1.7f;
    const float whole = ImGui::CalcItemWidth();
    ImGui::BeginDisabled(state.tools.seed_locked);
    ImGui::PushItemWidth(whole - 2 * (button + gap));
    group.whole(info, "##seed", seed, group.standard.settings.seed);
    ImGui::PopItemWidth();
    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button("roll", ImVec2(button, 0))) seed = std::random_device()();
    group.fields.after("roll", "A seed at random (N).", false);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, gap);
    const bool locked = state.tools.seed_locked;
    if (locked) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button("lock", ImVec2(button, 0))) state.tools.seed_locked = !state.tools.seed_locked;
    if (locked) ImGui::PopStyleColor();
    group.fields.after("lock", "Keeps this seed, whatever scene or preset comes.", false);
    ImGui::SameLine(0.0f, gap);
    ImGui::TextUnformatted(info.name);
}

// The switch between one octave and many, and the way they are summed.
void fractal_widgets(const SettingInfo& info, const Group& group) {
    PanelState& state = group.fields.state;
    Settings& s = group.preset.settings;
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
    group.fields.after("fractal", "Octaves of the noise, summed; off is one octave.", false);
    ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(whole - (ImGui::GetCursorPosX() - start));
    ImGui::BeginDisabled(!supports(s, "fractal"));
    group.fields.field("fractal kind", Fields::tip(info, group.standard_text(info)), s.fractal,
                       group.standard.settings.fractal, Fields::Where::row, [&] {
                           int index = static_cast<int>(s.fractal);
                           if (ImGui::Combo(info.name, &index, info.names.data(), static_cast<int>(info.names.size())))
                               s.fractal = static_cast<Fractal>(index);
                       });
    ImGui::EndDisabled();
}

void period_fields(const SettingInfo& info, const Group& group) {
    Settings& s = group.preset.settings;
    std::array<std::int64_t, 4> counts{};
    for (std::size_t i = 0; i < s.period.size(); ++i)
        counts[i] = s.period[i];
    const bool reset = group.fields.is_reset(info.name, Fields::Where::name);
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
    if (reset) s.period = group.standard.settings.period;
    group.fields.after(info.name,
                       fmt::format("{}.\n{}.\nDouble-click on its name resets.", info.about, range_text(info)));
}

void settings_widgets(const Group& group) {
    Settings& s = group.preset.settings;
    const Settings& standard = group.standard.settings;
    const PanelState& state = group.fields.state;
    for_each_setting(s, [&](const SettingInfo& info, auto& field) {
        const std::string_view name = info.name;
        using T = std::decay_t<decltype(field)>;
        T before{};
        for_each_setting(standard, [&](const SettingInfo& other, const auto& value) {
            if constexpr (std::is_same_v<T, std::decay_t<decltype(value)>>) {
                if (name == other.name) before = value;
            }
        });
        if (name == "algorithm") heading("Noise");
        if (name == "fractal") heading("Fractal");
        if (name == "period") heading("Tiling, warp, flow");
        if (name == "fractal") return fractal_widgets(info, group);
        const bool of_octaves = name == "octaves" || name == "persistence" || name == "lacunarity";
        ImGui::BeginDisabled(!supports(s, name) || (of_octaves && !state.fractal));
        if constexpr (std::is_enum_v<T>) {
            group.combo(info, field, before);
        } else if constexpr (std::is_same_v<T, int>) {
            dim_buttons(info, group);
        } else if constexpr (std::is_same_v<T, std::uint32_t>) {
            if (name == "seed") {
                seed_widgets(info, group);
            } else {
                group.whole(info, info.name, field, before);
            }
        } else if constexpr (std::is_same_v<T, float>) {
            if (name == "frequency") {
                group.slider(info, field, before, "%.4g", ImGuiSliderFlags_Logarithmic);
            } else if (name == "flow" || name == "filter-width") {
                group.drag(info, field, before, name == "flow" ? 0.02 : 0.001, name == "flow" ? "%.2f" : "%.3f");
            } else {
                group.slider(info, field, before, name == "octaves" || name == "warp" ? "%.2f" : "%.3f");
            }
        } else {
            period_fields(info, group);
        }
        ImGui::EndDisabled();
    });
}

void range_field(const LookInfo& info, const Group& group) {
    std::optional<std::array<double, 2>>& range = group.preset.look.range;
    const bool reset = group.fields.is_reset(info.name);
    std::array<double, 2> shown = shown_range(group.preset);
    const std::array<double, 2> before = shown;
    ImGui::BeginDisabled(reset);
    ImGui::DragScalarN(info.name, ImGuiDataType_Double, shown.data(), 2, 0.005f, &info.min, &info.max, "%.3f",
                       ImGuiSliderFlags_AlwaysClamp);
    ImGui::EndDisabled();
    if (reset) {
        range.reset();
    } else if (shown != before && shown[0] < shown[1] && shown[0] >= info.min && shown[1] <= info.max) {
        range = shown;
    }
    group.fields.after(info.name,
                       fmt::format("{}.\nDouble-click: three standard deviations of the noise.", info.about));
}

void look_widgets(const Group& group) {
    Look& look = group.preset.look;
    const Look& standard = group.standard.look;
    for_each_look(look, [&](const LookInfo& info, auto& field) {
        const std::string_view name = info.name;
        using T = std::decay_t<decltype(field)>;
        if (name == "scene" || name == "time" || name == "speed") return;  // shown elsewhere
        T before{};
        for_each_look(standard, [&](const LookInfo& other, const auto& value) {
            if constexpr (std::is_same_v<T, std::decay_t<decltype(value)>>) {
                if (name == other.name) before = value;
            }
        });
        if (name == "center") heading("View");
        if (name == "colormap") heading("Colours and lines");
        if (name == "yaw") {
            heading("Camera");
            ImGui::BeginDisabled(!can_fly(look.scene));
            ImGui::Checkbox("fly", &group.fields.state.tools.flying);
            group.fields.after(
                "fly", "Dragging looks around from where the eye is, else it orbits what is looked at (C).", false);
            ImGui::EndDisabled();
        }
        if (name == "sun") heading("Light and air");
        if (name == "relief") heading("Form");
        ImGui::BeginDisabled(!info.is_for(look.scene));
        if constexpr (std::is_enum_v<T>) {
            group.combo(info, field, before);
        } else if constexpr (std::is_same_v<T, int>) {
            group.slider(info, field, before, "%d");
        } else if constexpr (std::is_same_v<T, std::optional<std::array<double, 2>>>) {
            range_field(info, group);
        } else if constexpr (std::is_same_v<T, std::array<double, 4>>) {
            const int count = std::max(group.preset.settings.dim, scene_info(look.scene).one_row ? 1 : 2);
            group.drag(info, field.data(), count, 0.0, look.span / 500, count < 3 ? "%.4g" : "%.3g", before.data());
        } else if constexpr (std::is_same_v<T, std::array<double, 2>>) {
            group.drag(info, field.data(), 2, 0.0, 0.3, "%.1f", before.data());
        } else if (name == "span") {
            if constexpr (std::is_same_v<T, double>) group.drag(info, field, before, look.span / 200, "%.5g");
        } else if (name == "altitude") {
            if constexpr (std::is_same_v<T, double>) group.drag(info, field, before, look.span / 500, "%.3f");
        } else if constexpr (std::is_same_v<T, double>) {
            const bool angle = name == "yaw" || name == "pitch" || name == "fov" || name == "heading" || name == "tilt";
            const bool wide = info.max >= 16 && !angle;
            group.slider(info, field, before, angle ? "%.1f" : "%.3f",
                         wide && info.min >= 0 ? ImGuiSliderFlags_Logarithmic : 0);
        }
        ImGui::EndDisabled();
    });
}

void histogram(const Statistics& s, float scale) {
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 92 * scale);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("histogram", size);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(255, 255, 255, 12), 3 * scale);
    float most = 1e-6f;
    for (float bin : s.bins)
        most = std::max(most, bin);
    const float step = size.x / Statistics::kBins;
    for (int i = 0; i < Statistics::kBins; ++i) {
        const float h = s.bins[static_cast<std::size_t>(i)] / most * (size.y - 6 * scale);
        if (h <= 0) continue;
        list->AddRectFilled({at.x + step * static_cast<float>(i), at.y + size.y - std::max(h, 1.0f)},
                            {at.x + step * static_cast<float>(i + 1) - (step > 2.5f ? 1.0f : 0.0f), at.y + size.y},
                            IM_COL32(140, 199, 250, 220));
    }
    const float middle = at.x + 0.5f * size.x;
    list->AddLine({middle, at.y}, {middle, at.y + size.y}, IM_COL32(255, 255, 255, 50));
    if (ImGui::IsItemHovered()) {
        const int i = std::clamp(static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / step), 0, Statistics::kBins - 1);
        ImGui::SetTooltip("%.2f %% of the values", 100 * static_cast<double>(s.bins[static_cast<std::size_t>(i)]));
    }
}

void row(const char* name, const std::string& text, const std::string& tip = {}) {
    ImGui::TextDisabled("%s", name);
    tooltip(tip);
    ImGui::SameLine(ImGui::GetFontSize() * 7.5f);
    ImGui::TextUnformatted(text.c_str());
    tooltip(tip);
}

std::string rate_text(double values_per_second) {
    return values_per_second > 0 ? fmt::format("{:.1f} Mvalues/s", values_per_second * 1e-6) : "-";
}

void measure_widgets(const Preset& preset, PanelState& state, float scale) {
    const Statistics& s = state.report.statistics;
    const bool field = has_field(preset.look);
    heading("Values");
    histogram(s, scale);
    const bool unit = preset.settings.output == Output::unit;
    ImGui::TextDisabled(unit ? "0" : "-1");
    ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
    ImGui::TextDisabled(unit ? "0.5" : "0");
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::GetFontSize() * 0.5f);
    ImGui::TextDisabled("1");
    row("min, max", fmt::format("{:+.6f}  {:+.6f}", s.min, s.max));
    row("mean", fmt::format("{:+.6f}", s.mean));
    row("sigma", fmt::format("{:.6f}", s.sigma), "standard deviation");
    row("of", field ? fmt::format("{} pixels", s.count) : fmt::format("{} points of a slice", s.count),
        field ? "" : "The noise on a plane through what the picture looks at.");

    heading("Speed");
    const auto& r = state.report;
    const double noise_rate = r.noise_ms > 0 ? r.noise_pixels / (r.noise_ms * 1e-3) : 0;
    row(field ? "noise" : "scene", fmt::format("{:.2f} ms GPU", r.noise_ms),
        "By timer query, of the last draws: software drivers may count only part of it.");
    row("", field ? rate_text(noise_rate) : fmt::format("{:.2f} Mpixels/s", noise_rate * 1e-6));
    row("colours", fmt::format("{:.2f} ms GPU", r.present_ms));
    row("panel", fmt::format("{:.2f} ms GPU", state.ui_ms));
    row("CPU", rate_text(state.cpu_values_per_second), "One thread of the core, with these settings.");
    row("", state.cpu_values_per_second > 0
                ? fmt::format("{:.1f} ms for this picture",
                              static_cast<double>(state.width) * state.height / state.cpu_values_per_second * 1e3)
                : "-");
    row("frames", fmt::format("{:.0f} per second", state.fps));
    row("longest", fmt::format("{:.0f} ms", state.longest_ms),
        "The longest frame of the window in the last 5 seconds.");

    heading("Truth");
    if (ImGui::Checkbox("GPU beside CPU (T)", &state.tools.truth)) {
    }
    Fields{state}.after("truth", "Draws the values of the GPU, those of the CPU, and where they differ, side by side.",
                        false);
    if (!state.tools.truth) {
        ImGui::TextWrapped("The same noise by both, pixel by pixel: no value may differ by a bit.");
        return;
    }
    const auto& c = state.comparison;
    if (!c) {
        ImGui::TextUnformatted("comparing ...");
        return;
    }
    const auto compared = static_cast<std::uint64_t>(c->rows) * static_cast<std::uint64_t>(c->width);
    row("compared", fmt::format("{} of {}", compared,
                                static_cast<std::uint64_t>(c->width) * static_cast<std::uint64_t>(c->height)));
    ImGui::TextDisabled("differing");
    ImGui::SameLine(ImGui::GetFontSize() * 7.5f);
    ImGui::TextColored(c->differing ? kError : ImVec4(0.6f, 0.95f, 0.6f, 1.0f), "%llu",
                       static_cast<unsigned long long>(c->differing));
    if (c->differing) row("at most", c->worst == UINT64_MAX ? "NaN" : fmt::format("{} ULP", c->worst));
    row("CPU", fmt::format("{:.0f} ms", c->cpu_ms));
    std::uint64_t most = 1;
    for (std::uint64_t n : c->classes)
        most = std::max(most, n);
    for (int i = 0; i < Truth::kClasses; ++i) {
        const std::uint64_t n = c->classes[static_cast<std::size_t>(i)];
        if (n == 0 && i > 2) continue;
        const float width = ImGui::GetContentRegionAvail().x - ImGui::GetFontSize() * 7.5f;
        ImGui::TextDisabled("%s ULP", Truth::class_name(i));
        ImGui::SameLine(ImGui::GetFontSize() * 4.5f);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        // Logarithmic: one pixel in a million must be visible.
        const float share =
            n ? static_cast<float>((1 + std::log2(static_cast<double>(n))) / (1 + std::log2(static_cast<double>(most))))
              : 0.0f;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3 * scale},
                                                  {at.x + width * share, at.y + ImGui::GetFontSize() - 1 * scale},
                                                  i == 0 ? IM_COL32(150, 240, 150, 200) : IM_COL32(255, 140, 128, 220));
        ImGui::Dummy(ImVec2(width, ImGui::GetFontSize()));
        ImGui::SameLine();
        ImGui::Text("%llu", static_cast<unsigned long long>(n));
    }
}

enum class Icon { play, pause, back, forward };

bool icon_button(const char* id, Icon icon, ImVec2 size) {
    const bool pressed = ImGui::Button(id, size);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const float x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, h = (b.y - a.y) * 0.24f;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    if (icon == Icon::play) list->AddTriangleFilled({x - h * 0.8f, y - h}, {x - h * 0.8f, y + h}, {x + h, y}, ink);
    if (icon == Icon::pause) {
        list->AddRectFilled({x - h * 0.8f, y - h}, {x - h * 0.2f, y + h}, ink);
        list->AddRectFilled({x + h * 0.2f, y - h}, {x + h * 0.8f, y + h}, ink);
    }
    const float d = icon == Icon::back ? -1.0f : 1.0f;
    if (icon == Icon::back || icon == Icon::forward) {
        list->AddTriangleFilled({x - d * h * 0.9f, y - h}, {x - d * h * 0.9f, y + h}, {x + d * h * 0.5f, y}, ink);
        list->AddRectFilled({x + d * h * 0.7f - h * 0.15f, y - h}, {x + d * h * 0.7f + h * 0.15f, y + h}, ink);
    }
    return pressed;
}

void time_bar(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    Look& look = group.preset.look;
    const float h = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const ImVec2 button(h * 1.3f, h);
    if (icon_button("##back", Icon::back, button)) state.step = -1;
    group.fields.after("back", "A frame (1/30 s) back (,).", false);
    ImGui::SameLine(0, gap);
    if (icon_button("##play", state.playing ? Icon::pause : Icon::play, button)) state.playing = !state.playing;
    group.fields.after("play", "Plays and pauses time, the last axis of the noise (Space).", false);
    ImGui::SameLine(0, gap);
    if (icon_button("##step", Icon::forward, button)) state.step = 1;
    group.fields.after("step", "A frame (1/30 s) on (.).", false);
    ImGui::SameLine(0, gap);
    const float right = ImGui::GetContentRegionAvail().x;
    const bool narrow = right < 330 * scale;
    const double loop = loop_time(group.preset);
    const auto field = Fields::Where::field;
    const double before = look.time;
    ImGui::PushItemWidth(narrow ? right : right - 300 * scale);
    group.fields.field(
        "time",
        loop > 0 ? "Time within the loop, in units of coordinate: its end is its beginning. Double-click resets."
                 : "Time, in units of coordinate: added to the last axis. Drag, or Ctrl+click; double-click "
                   "resets.",
        look.time, group.standard.look.time, field, [&] {
            const double low = loop > 0 ? 0 : -2147483648.0, high = loop > 0 ? loop : 2147483648.0;
            if (loop > 0) {
                ImGui::SliderScalar("##time", ImGuiDataType_Double, &look.time, &low, &high,
                                    fmt::format("%.3f of {:.4g}", loop).c_str(), ImGuiSliderFlags_AlwaysClamp);
            } else {
                ImGui::DragScalar("##time", ImGuiDataType_Double, &look.time, 0.01f, &low, &high, "time %.3f",
                                  ImGuiSliderFlags_AlwaysClamp);
            }
        });
    if (!(std::abs(look.time) <= 2147483648.0)) look.time = before;
    ImGui::PopItemWidth();
    if (narrow) return;
    ImGui::SameLine(0, gap * 2);
    ImGui::PushItemWidth(72 * scale);
    group.fields.field("rate", "How fast time plays. Double-click resets.", state.tools.rate, 1.0, field, [&] {
        static constexpr double rates[] = {0.25, 0.5, 1, 2, 4};
        static constexpr const char* names[] = {"0.25x", "0.5x", "1x", "2x", "4x"};
        int index = static_cast<int>(std::find(rates, rates + 5, state.tools.rate) - rates);
        if (ImGui::Combo("##rate", &index, names, 5)) state.tools.rate = rates[index];
    });
    ImGui::SameLine(0, gap * 2);
    const double speed_before = look.speed;
    group.fields.field("speed", "Units of time per second, at 1x. Double-click resets.", look.speed,
                       group.standard.look.speed, field, [&] {
                           const double low = -64, high = 64;
                           ImGui::DragScalar("##speed", ImGuiDataType_Double, &look.speed, 0.01f, &low, &high,
                                             "%.2f /s", ImGuiSliderFlags_AlwaysClamp);
                       });
    if (!(std::abs(look.speed) <= 64)) look.speed = speed_before;
    ImGui::PopItemWidth();
    ImGui::SameLine(0, gap * 2);
    ImGui::PushItemWidth(96 * scale);
    Settings& s = group.preset.settings;
    ImGui::BeginDisabled(!supports(s, "loop"));
    const std::string length = s.loop ? fmt::format("Cells of time after which it closes: {:.1f} s at this speed.",
                                                    loop / std::max(1e-9, std::abs(look.speed) * state.tools.rate))
                                      : "Cells of time after which it closes; 0 is no loop.";
    group.fields.field("loop length", length + " Double-click on its name resets.", s.loop,
                       group.standard.settings.loop, Fields::Where::name, [&] {
                           std::int64_t cells = s.loop;
                           const std::int64_t one = 1;
                           ImGui::InputScalar("loop##length", ImGuiDataType_S64, &cells, &one);
                           if (cells >= 0 && cells <= 2147483647) s.loop = static_cast<std::uint32_t>(cells);
                       });
    ImGui::EndDisabled();
    ImGui::PopItemWidth();
}

void bottom(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    const ImGuiIO& io = ImGui::GetIO();
    const float height = bar_height(scale);
    ImGui::SetNextWindowPos(ImVec2(0, io.DisplaySize.y - height));
    ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, height));
    ImGui::SetNextWindowBgAlpha(0.88f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * scale, 5 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    time_bar(group, scale);
    const Statistics& s = state.report.statistics;
    std::string left = fmt::format("GPU {:.1f} ms   min {:+.3f}   max {:+.3f}", state.report.noise_ms, s.min, s.max);
    if (state.resolution < 100) {
        left += fmt::format("   {} % resolution", state.resolution);
    } else if (state.progress < 1) {
        left += fmt::format("   refining {:.0f} %", 100 * state.progress);
    }
    left += "   " + state.under_cursor;
    ImGui::TextUnformatted(left.c_str());
    const std::string right = fmt::format("{}x{}   {}", state.width, state.height, state.renderer);
    const float left_end = ImGui::CalcTextSize(left.c_str()).x + 30 * scale;
    const float width = ImGui::CalcTextSize(right.c_str()).x;
    if (left_end + width + 10 * scale < io.DisplaySize.x) {
        ImGui::SameLine(io.DisplaySize.x - width - 10 * scale);
        ImGui::TextDisabled("%s", right.c_str());
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

// A row in the list of presets: a click loads it; a click on the cross removes it, after a second one confirms.
void own_preset(const Group& group, const std::string& name) {
    PanelState& state = group.fields.state;
    const bool asked = state.remove_asked == name;
    const char* word = asked ? "remove?" : "x";
    const float button = ImGui::CalcTextSize(word).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float row = ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::Selectable(name.c_str(), false, 0, ImVec2(row, 0))) state.load = "own:" + name;
    group.fields.after(("own preset " + name).c_str(), "", false);
    ImGui::SameLine();
    ImGui::PushID(name.c_str());
    if (ImGui::SmallButton(fmt::format("{}##remove", word).c_str())) {
        if (asked) state.remove_preset = name;
        state.remove_asked = asked ? "" : name;
    }
    ImGui::PopID();
    group.fields.after(("remove preset " + name).c_str(), asked ? "" : "Removes this preset of your own.", false);
}

// Scene and preset, and actions on the whole.
void head(const Group& group) {
    PanelState& state = group.fields.state;
    Preset& preset = group.preset;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float whole = ImGui::CalcItemWidth();
    const float button = ImGui::GetFrameHeight() * 2.0f;

    const auto& scenes = detail::kScenes;
    int index = static_cast<int>(preset.look.scene);
    ImGui::SetNextItemWidth(whole - button - gap);
    if (ImGui::Combo("##scene", &index, scenes, static_cast<int>(std::size(scenes)),
                     static_cast<int>(std::size(scenes))))
        state.scene = static_cast<Scene>(index);
    group.fields.after("scene", fmt::format("What is drawn of the noise (keys {}).", scene_keys()), false);
    ImGui::SameLine(0, gap);
    const bool keep = state.tools.keep_noise;
    if (keep) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button("keep", ImVec2(button, 0))) state.tools.keep_noise = !state.tools.keep_noise;
    if (keep) ImGui::PopStyleColor();
    group.fields.after("keep", "Keeps this noise when another scene is chosen; else each scene has its own.", false);
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted("scene");

    ImGui::SetNextItemWidth(whole - button - gap);
    const std::string shown =
        state.preset_name.empty() ? "presets" : state.preset_name + (preset == group.standard ? "" : " *");
    if (ImGui::BeginCombo("##preset", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        if (ImGui::IsWindowAppearing()) state.remove_asked.clear();
        const std::string scene = get(preset, "scene");
        if (ImGui::Selectable(scene.c_str())) state.load = "built-in:" + scene;
        group.fields.after(("preset " + scene).c_str(), "", false);
        for (const BuiltinPreset& file : builtin_presets()) {
            const std::string name(file.name());
            if (name.rfind(scene + "-", 0) != 0) continue;
            if (ImGui::Selectable(name.c_str())) state.load = "built-in:" + name;
            group.fields.after(("preset " + name).c_str(), "", false);
        }
        if (!state.own_presets.empty()) {
            ImGui::Separator();
            ImGui::TextDisabled("your own");
            for (const std::string& name : state.own_presets) {
                own_preset(group, name);
            }
        }
        ImGui::EndCombo();
    }
    group.fields.after("preset", "Settings and look that were kept: built in for this scene, and your own.", false);
    ImGui::SameLine(0, gap);
    if (ImGui::Button("save", ImVec2(button, 0))) ImGui::OpenPopup("save preset");
    group.fields.after("save preset", "Keep all of this as a preset of your own (Ctrl+S).", false);
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted("preset");
    if (ImGui::BeginPopup("save preset")) {
        ImGui::TextUnformatted("Name of the preset");
        if (ImGui::IsWindowAppearing()) {
            ImGui::SetKeyboardFocusHere();
            state.replace_preset = false;
            const auto& own = state.own_presets;
            if (std::find(own.begin(), own.end(), state.preset_name) != own.end()) state.save_name = state.preset_name;
        }
        const bool enter = ImGui::InputText("##name", &state.save_name,
                                            ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
        group.fields.after("preset name", "", false);
        const bool exists =
            std::find(state.own_presets.begin(), state.own_presets.end(), state.save_name) != state.own_presets.end();
        const std::string wrong = preset_name_problem(state.save_name);
        ImGui::SameLine();
        ImGui::BeginDisabled(!wrong.empty());
        if ((ImGui::Button(exists ? "replace" : "save") || (enter && !exists)) && wrong.empty()) {
            state.save_preset = true;
            state.replace_preset = exists;
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndDisabled();
        group.fields.after("preset save", "", false);
        if (!wrong.empty() && !state.save_name.empty()) ImGui::TextColored(kError, "%s", wrong.c_str());
        if (!state.can_keep_presets) ImGui::TextDisabled("It goes into the working directory.");
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }

    const float quarter = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    auto action = [&](const char* name, const std::string& tip, bool enabled) {
        ImGui::BeginDisabled(!enabled);
        const bool pressed = ImGui::Button(name, ImVec2(quarter, 0));
        group.fields.after(name, tip, false);
        ImGui::EndDisabled();
        return pressed;
    };
    if (action("undo", "Takes back the last change (Ctrl+Z).", state.can_undo)) state.undo = true;
    ImGui::SameLine(0, gap);
    if (action("redo", "Brings it again (Ctrl+Y).", state.can_redo)) state.redo = true;
    ImGui::SameLine(0, gap);
    if (action("copy as", "Put this picture on the clipboard: as a command line, JSON, GLSL or C++.", true))
        ImGui::OpenPopup("copy as");
    ImGui::SameLine(0, gap);
    if (action("export", "Pictures, height maps, data, animations (Ctrl+E).", true)) state.export_open = true;
    if (ImGui::BeginPopup("copy as")) {
        static constexpr const char* names[] = {"command line", "JSON preset", "GLSL, settings baked in", "C++ call"};
        for (int i = 0; i < 4; ++i) {
            if (ImGui::Selectable(names[i])) state.copy = static_cast<CopyAs>(i);
            group.fields.after(fmt::format("copy {}", i).c_str(), "", false);
        }
        ImGui::EndPopup();
    }
}

void say(PanelState& state, const std::string& text, double seconds) {
    state.message = text;
    state.message_is_error = false;
    state.message_until = ImGui::GetTime() + seconds;
}

}  // namespace

float bar_height(float scale) { return 2 * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y + 4 * scale; }

double time_step(const Preset& preset) { return preset.look.speed / 30; }

void draw_panel(Preset& preset, const Preset& standard, PanelState& state, float scale) {
    const ImGuiIO& io = ImGui::GetIO();
    // Double clicks find fields where they were in the last frame.
    const Fields fields{state};
    const Group group{preset, standard, fields};
    const bool room = io.DisplaySize.x >= 440 * scale && io.DisplaySize.y >= 240 * scale;
    if (state.visible && std::exchange(state.has_room, room) && !room && state.message_until < ImGui::GetTime()) {
        say(state, "There is no room for the panel: enlarge the window.", 4.0);
    }
    if (state.visible && room) {
        const float margin = 10 * scale;
        const float most = std::max(60.0f, io.DisplaySize.y - bar_height(scale) - 2 * margin);
        ImGui::SetNextWindowPos(ImVec2(margin, margin), ImGuiCond_FirstUseEver);
        ImGui::SetNextWindowSizeConstraints(ImVec2(kPanelWidth * scale, 0), ImVec2(kPanelWidth * scale, most));
        ImGui::SetNextWindowBgAlpha(0.9f);
        if (std::exchange(state.focus, false)) ImGui::SetNextWindowFocus();
        ImGui::Begin("isonoise", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
        // Keep the panel reachable when the window shrinks.
        const ImVec2 at = ImGui::GetWindowPos();
        const ImVec2 corner(std::max(0.0f, io.DisplaySize.x - kPanelWidth * scale),
                            std::max(0.0f, io.DisplaySize.y - 60 * scale));
        if (at.x > corner.x || at.y > corner.y || at.x < 0 || at.y < 0)
            ImGui::SetWindowPos(ImVec2(std::clamp(at.x, 0.0f, corner.x), std::clamp(at.y, 0.0f, corner.y)));
        state.panel_right = ImGui::GetWindowPos().x + kPanelWidth * scale + margin;
        state.bar_top = io.DisplaySize.y - bar_height(scale);
        ImGui::PushItemWidth(186 * scale);
        head(group);
        if (ImGui::BeginTabBar("tabs")) {
            if (ImGui::BeginTabItem("Noise")) {
                settings_widgets(group);
                ImGui::EndTabItem();
            }
            fields.place("tab noise", false);
            if (ImGui::BeginTabItem("Picture")) {
                look_widgets(group);
                ImGui::EndTabItem();
            }
            fields.place("tab picture", false);
            if (ImGui::BeginTabItem("Measure")) {
                measure_widgets(preset, state, scale);
                ImGui::EndTabItem();
            }
            fields.place("tab measure", false);
            ImGui::EndTabBar();
        }
        ImGui::PopItemWidth();
        ImGui::Dummy(ImVec2(0, 2 * scale));
        if (ImGui::Button("reset view")) state.reset = true;
        fields.after("reset", "The view and time of the preset (R).", false);
        ImGui::SameLine();
        if (ImGui::Button("keys (F1)")) state.help = !state.help;
        fields.after("keys", "All keys and what the mouse does.", false);
        ImGui::SameLine();
        ImGui::TextDisabled("F hides this");
        ImGui::End();
        if (const std::string wrong = problem(preset.settings); !wrong.empty()) {
            const Settings asked = std::exchange(preset.settings, nearest(preset.settings));
            std::string changed;
            for_each_setting(asked, [&](const SettingInfo& info, const auto&) {
                const std::string is = get(preset.settings, info.name);
                if (is != get(asked, info.name))
                    changed += fmt::format("{}{} {}", changed.empty() ? "" : ", ", info.name, is);
            });
            say(state, fmt::format("{}. Set instead: {}", wrong, changed), 6.0);
        }
        bottom(group, scale);
    } else {
        state.widgets.clear();
        state.panel_right = state.bar_top = 0.0f;
    }
    if (state.help) help_sheet(state, scale);
    if (state.export_open) export_sheet(group, scale);
    if (!state.message.empty() && ImGui::GetTime() < state.message_until) {
        banner("message", state.message, state.message_is_error ? kError : ImVec4(0.85f, 0.95f, 0.85f, 1.0f),
               io.DisplaySize.y - (state.visible && room ? bar_height(scale) : 0) - 12 * scale, true);
    }
    if (!state.report.shader_error.empty()) {
        banner("shader error",
               "The shaders have an error; the picture is that of the last good ones.\n" + state.report.shader_error,
               kError, 12 * scale, false);
    }
}

}  // namespace isonoise
