#include <algorithm>
#include <cfloat>
#include <cmath>
#include <random>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "median.hpp"
#include "scene/scenes.hpp"
#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"
#include "words.hpp"

namespace isonoise {
namespace {

// A group that folds. All are open during a search.
bool group_of(PanelState& state, const char* name) {
    if (!state.choices.search.empty()) ImGui::SetNextItemOpen(true);
    const bool open = ImGui::CollapsingHeader(name, ImGuiTreeNodeFlags_DefaultOpen);
    Fields{state}.stop(fmt::format("group {}", name));
    return open;
}

// Does the search find this setting? True without a search.
bool is_found(const PanelState& state, const FieldInfo& info) {
    return state.choices.search.empty() || state.choices.found.contains(info.name);
}

// Draws a group's heading before the first visible field of the group.
class Headings {
  public:
    explicit Headings(PanelState& state) : state_(state) {}
    void begins(const char* name) {
        if (!name) return;
        waiting_ = name;
        open_ = true;
    }
    // Call it before each visible field. Returns whether its group is open.
    bool open() {
        if (waiting_) open_ = group_of(state_, std::exchange(waiting_, nullptr));
        return open_;
    }

  private:
    PanelState& state_;
    const char* waiting_ = nullptr;
    bool open_ = true;
};

// The list of algorithms; greys those that the scene cannot draw.
void algorithm_combo(const FieldInfo& info, const Group& group) {
    Preset& preset = group.preset;
    Algorithm& algorithm = preset.settings.algorithm;
    group.field(info, algorithm, group.standard.settings.algorithm, [&] {
        group.row(info.name);
        if (!ImGui::BeginCombo("##algorithm", info.names[static_cast<std::size_t>(algorithm)])) return;
        for (std::size_t i = 0; i < info.names.size(); ++i) {
            Preset other = preset;
            other.settings.algorithm = static_cast<Algorithm>(i);
            other.settings = nearest(other.settings);
            const std::string wrong = problem(other);
            if (ImGui::Selectable(info.names[i], other.settings.algorithm == algorithm,
                                  wrong.empty() ? 0 : ImGuiSelectableFlags_Disabled))
                algorithm = static_cast<Algorithm>(i);
            group.after(fmt::format("algorithm {}", info.names[i]), wrong);
        }
        ImGui::EndCombo();
    });
}

// A slider that moves a flat picture through the noise, across its plane: over one period, or four units to either side
// of the preset's place.
void slice_slider(const Group& group, std::size_t axis, const std::string& name) {
    double& at = group.preset.look.center[axis];
    const double frequency = static_cast<double>(group.preset.settings.frequency);
    const double period = periods(group.preset.settings)[axis] / frequency;
    const double middle = group.standard.look.center[axis], low = period > 0 ? 0 : middle - 4,
                 high = period > 0 ? period : middle + 4, before = at;
    group.row(name);
    const std::string format = typed_format(group, name, all_digits(at), "%.4g");
    ImGui::SliderScalar(hidden(name).c_str(), ImGuiDataType_Double, &at, &low, &high, format.c_str());
    if (std::isnan(at)) at = before;  // NaN can be typed
    at = std::clamp(at, row_of(&Look::center).min, row_of(&Look::center).max);
    group.after(name, period > 0 ? "Moves through one period." : "Moves through the noise, across the picture.");
}

// The center along x and y, or along all of the noise's axes, and the sliders of slices.
void center_fields(const LookInfo& info, const Group& group, double step) {
    Look& look = group.preset.look;
    const int count = std::max(group.preset.settings.dim, scene_info(look.scene).one_row ? 1 : 2);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        group.coordinate(info, fmt::format("center {}", kAxisNames[i]), look.center[i], group.standard.look.center[i],
                         step);
    if (has_camera(look.scene)) return;
    for (std::size_t i = 2; i < static_cast<std::size_t>(group.preset.settings.dim); ++i)
        slice_slider(group, i, fmt::format("slice {}", kAxisNames[i]));
}

void dim_buttons(const FieldInfo& info, const Group& group) {
    Preset& preset = group.preset;
    int& dim = preset.settings.dim;
    const auto [least, most] = dims(preset.look.scene);
    group.row(info.name);
    const float start = ImGui::GetCursorPosX();
    const float step = ImGui::GetContentRegionAvail().x / static_cast<float>(info.max);
    for (int d = static_cast<int>(info.min); d <= static_cast<int>(info.max); ++d) {
        Settings other = preset.settings;
        other.dim = d;
        ImGui::BeginDisabled(nearest(other).dim != d || d < least || d > most);
        ImGui::SetCursorPosX(start + step * static_cast<float>(d - 1));
        if (ImGui::RadioButton(fmt::format("{}", d).c_str(), &dim, d)) fit_periods(preset.settings);
        group.after(fmt::format("dim {}", d),
                    least == most ? fmt::format("{}. This scene draws {}D.", about_of(info), least)
                                  : fmt::format("{}. This scene draws {}D to {}D.", about_of(info), least, most));
        ImGui::EndDisabled();
        if (d < static_cast<int>(info.max)) ImGui::SameLine();
    }
}

void seed_widgets(const FieldInfo& info, const Group& group) {
    std::uint32_t& seed = group.preset.settings.seed;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::GetFrameHeight() * 1.7f;
    ImGui::BeginDisabled(group.session.tools.seed_locked);
    ImGui::PushItemWidth(-2 * (button + gap));
    group.whole(info, seed, group.standard.settings.seed);
    ImGui::PopItemWidth();
    ImGui::SameLine(0.0f, gap);
    if (icon_button("##roll", Icon::die, ImVec2(button, 0))) seed = std::random_device()();
    group.after("roll", "A random seed (N).");
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, gap);
    const bool locked = group.session.tools.seed_locked;
    if (locked) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (icon_button("##lock", Icon::lock, ImVec2(button, 0)))
        group.session.tools.seed_locked = !group.session.tools.seed_locked;
    if (locked) ImGui::PopStyleColor();
    group.after("lock", "Keeps this seed when the scene or preset changes.");
}

// The switch between one octave and many, and the kind of sum.
void fractal_widgets(const FieldInfo& info, const Group& group) {
    Settings& s = group.preset.settings;
    group.session.fractal |= s.octaves > 1.0f;
    group.row(info.name);
    if (ImGui::Checkbox("##fractal switch", &group.session.fractal)) {
        if (group.session.fractal) {
            s.octaves = group.session.octaves_before;
        } else {
            group.session.octaves_before = std::max(s.octaves, 2.0f);
            s.octaves = 1.0f;
        }
    }
    group.after("fractal", "Sums octaves of the noise; off is one octave.");
    ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::BeginDisabled(!supports(s, "fractal"));
    group.field("fractal kind", group.tip(info), s.fractal, group.standard.settings.fractal, Fields::Where::row, [&] {
        int index = static_cast<int>(s.fractal);
        if (ImGui::Combo("##kind", &index, info.names.data(), static_cast<int>(info.names.size())))
            s.fractal = static_cast<Fractal>(index);
    });
    ImGui::EndDisabled();
}

void period_fields(const FieldInfo& info, const Group& group) {
    Settings& s = group.preset.settings;
    std::array<std::int64_t, 4> counts{};
    for (std::size_t i = 0; i < s.period.size(); ++i)
        counts[i] = s.period[i];
    const bool reset = group.is_reset(info.name, Fields::Where::name);
    group.row(info.name, s.dim);
    if (ImGui::InputScalarN(hidden(info.name).c_str(), ImGuiDataType_S64, counts.data(), s.dim)) {
        s.period.assign(static_cast<std::size_t>(s.dim), 0);
        bool any = false;
        for (std::size_t i = 0; i < s.period.size(); ++i) {
            if (counts[i] > 0 && static_cast<double>(counts[i]) <= info.max)
                s.period[i] = static_cast<std::uint32_t>(counts[i]);
            any |= s.period[i] != 0;
        }
        if (!any) s.period.clear();
    }
    group.whole(info.max);
    if (reset) s.period = group.standard.settings.period;
    group.after(info.name, fmt::format("{}.\n{}.\nDouble-click on its name resets.", about_of(info), range_text(info)));
}

void range_field(const LookInfo& info, const Group& group) {
    std::optional<std::array<double, 2>>& range = group.preset.look.range;
    const bool reset = group.is_reset(info.name);
    std::array<double, 2> shown = shown_range(group.preset);
    const std::array<double, 2> before = shown;
    group.row(info.name, 2);
    ImGui::BeginDisabled(reset);
    const std::string low = all_digits(shown[0]), high = all_digits(shown[1]);
    const std::string format =
        typed_format(group, info.name, places_of(low) > places_of(high) ? low : high, info.widget.format);
    ImGui::DragScalarN(hidden(info.name).c_str(), ImGuiDataType_Double, shown.data(), 2,
                       static_cast<float>(info.widget.step), &info.min, &info.max, format.c_str(),
                       ImGuiSliderFlags_AlwaysClamp);
    ImGui::EndDisabled();
    if (reset) {
        range.reset();
    } else if (shown != before && shown[0] < shown[1] && shown[0] >= info.min && shown[1] <= info.max) {
        range = shown;
    }
    const char* const standard = is_in_colour(group.preset) ? "0 to 1"
                                 : group.preset.function
                                     ? "the least and the greatest value of the function around the origin"
                                     : "three standard deviations of the noise";
    group.after(info.name, fmt::format("{}.\nDouble-click: {}.", about_of(info), standard));
}

// Counts and removes the user's huts. A click on the picture builds them.
void own_huts_field(const LookInfo& info, const Group& group) {
    Places& huts = group.preset.look.own_huts;
    group.row(info.name);
    ImGui::BeginDisabled(huts.empty());
    const std::string words = huts.empty() ? "none" : fmt::format("remove {}", counted(huts.size(), "hut"));
    if (ImGui::Button((words + "###own-huts").c_str(), ImVec2(-FLT_MIN, 0))) huts.clear();
    ImGui::EndDisabled();
    group.after(info.name, fmt::format("{}.\nA click on the ground pins a point; the button \"build a hut\" "
                                       "beside its height, or H, builds one there, up to {}. Another click on "
                                       "the hut, and the same button removes it.",
                                       about_of(info), kMostOwnHuts));
}

// Switches between orbiting and flying.
void fly_switch(const Group& group) {
    if (!can_fly(group.preset.look.scene)) return;
    group.row("fly");
    ImGui::Checkbox("##fly", &group.session.tools.flying);
    group.after("fly", "On: dragging looks around from the eye. Off: dragging orbits the subject (C).");
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

void values_group(const Preset& preset, PanelState& state, float scale) {
    const bool field = has_field(preset.look);
    if (!group_of(state, "Values")) return;
    const Statistics& s = state.status.report.measured.statistics;
    if (is_in_colour(preset)) return ImGui::TextUnformatted("colours, no values");
    histogram(s, scale);
    row("min", fmt::format("{:+.9g}", s.min));
    row("max", fmt::format("{:+.9g}", s.max));
    row("mean", fmt::format("{:+}", s.mean));
    row("sigma", fmt::format("{}", s.sigma), "standard deviation");
    row("of",
        field ? fmt::format("{} {}", s.count, is_flow(preset) ? "lengths" : "pixels")
              : fmt::format("{} points of a slice", s.count),
        field ? "" : "The noise on a plane through the picture's subject.");
}

void spectrum_group(const Preset& preset, PanelState& state, float scale) {
    if (!group_of(state, "Spectrum")) return;
    const auto spectrum = state.status.spectrum(preset);
    if (!spectrum) return ImGui::TextUnformatted("measuring ...");
    spectrum_plot(*spectrum, preset, scale);
    Fields{state}.record("spectrum");
}

// A row that explains a colour of the plot above.
void colour_row(const ImVec4& colour, const char* name, const std::string& text, const std::string& tip) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = std::round(0.55f * ImGui::GetFontSize()), top = std::round(at.y + 0.25f * ImGui::GetFontSize());
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + side, top + side},
                                              ImGui::ColorConvertFloat4ToU32(colour), 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.7f * side);
    row(name, text, tip);
}

double median_interval(const std::vector<FrameTimes>& frames) {
    std::vector<double> times;
    for (const FrameTimes& f : frames) {
        if (f.interval > 0) times.push_back(f.interval);
    }
    return median(std::move(times));
}

void speed_group(const Preset& preset, PanelState& state, float scale) {
    const bool field = has_field(preset.look);
    if (!group_of(state, "Speed")) return;
    const PanelStatus& status = state.status;
    const auto& r = status.report.measured;
    frames_plot(r.frames, status.times.display_ms, scale);
    Fields{state}.record("frames");
    const FrameTimes last = r.frames.empty() ? FrameTimes() : r.frames.back();
    const double interval = median_interval(r.frames),
                 noise_rate = r.noise_ms > 0 ? r.noise_pixels / (r.noise_ms * 1e-3) : 0;
    row("moving", interval > 0 ? fmt::format("{:.1f} ms, {:.0f} a second", interval, 1e3 / interval) : "-",
        "From frame to frame while the picture moves: the median of the frames above. A bar is a frame's time on the "
        "GPU, the mark over it the time since the frame before.");
    row("", in_words(last.quality), "The last of these frames. At rest the picture becomes finer.");
    const char* const tip =
        "By the GPU's timer; on software drivers, which count only part of it, and in a page by the clock.";
    if (last.bake > 0) colour_row(ink::bake(), "tables", fmt::format("{:.2f} ms GPU", last.bake), tip);
    const char* const drawn = !field ? "scene" : preset.function ? "function" : "noise";
    colour_row(ink::draw(), drawn, fmt::format("{:.2f} ms {}", r.noise_ms, r.by_cpu ? "CPU" : "GPU"),
               r.by_cpu ? "All threads of the CPU." : tip);
    row("", field ? rate_text(noise_rate) : fmt::format("{:.2f} Mpixels/s", noise_rate * 1e-6));
    colour_row(ink::present(), "colours", fmt::format("{:.2f} ms GPU", r.present_ms), tip);
    row("panel", fmt::format("{:.2f} ms GPU", status.times.ui_ms));
    row("window", fmt::format("{:.0f} frames a second", status.times.fps));
    row("longest", fmt::format("{:.0f} ms", status.times.longest_ms),
        "The window's longest frame in the last 5 seconds.");
    const double rate = status.speed.values_per_second;
    row("CPU", rate_text(rate),
        preset.function ? "One thread, a list of points." : "One thread of the core, with these settings.");
    row("", rate > 0 ? fmt::format("{:.1f} ms for this picture",
                                   static_cast<double>(status.width) * status.height / rate * 1e3)
                     : "-");
    if (preset.function)
        row("octaves", rate > 0 ? fmt::format("{:.1f} a point", status.speed.octaves) : "-",
            "How many octaves of noise a point takes: the mean of 4096 points around the origin. A noise is one, "
            "a fractal has as many as it sums.");
}

// Histogram of the differences. Logarithmic: one pixel in a million must be visible.
void difference_bars(const Truth::Comparison& c, float scale) {
    std::uint64_t most = 1;
    for (std::uint64_t n : c.classes)
        most = std::max(most, n);
    for (int i = 0; i < Truth::kClasses; ++i) {
        const std::uint64_t n = c.classes[static_cast<std::size_t>(i)];
        if (n == 0 && i > 2) continue;
        const float width = ImGui::GetContentRegionAvail().x - ImGui::GetFontSize() * 7.5f;
        ImGui::TextDisabled("%s ULP", Truth::class_name(i));
        ImGui::SameLine(ImGui::GetFontSize() * 4.5f);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float fraction =
            n ? static_cast<float>((1 + std::log2(static_cast<double>(n))) / (1 + std::log2(static_cast<double>(most))))
              : 0.0f;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3 * scale},
                                                  {at.x + width * fraction, at.y + ImGui::GetFontSize() - 1 * scale},
                                                  ImGui::ColorConvertFloat4ToU32(i == 0 ? ink::good() : ink::error()));
        ImGui::Dummy(ImVec2(width, ImGui::GetFontSize()));
        ImGui::SameLine();
        ImGui::Text("%llu", static_cast<unsigned long long>(n));
    }
}

void truth_group(Tools& tools, PanelState& state, float scale) {
    if (!group_of(state, "Truth")) return;
    ImGui::Checkbox("GPU beside CPU (T)", &tools.truth);
    Fields{state}.after("truth", "Shows the GPU's values, the CPU's values and their difference side by side.");
    if (!tools.truth) {
        ImGui::TextWrapped("Both compute the same values, pixel by pixel; no bit may differ.");
        return;
    }
    const auto& c = state.status.comparison;
    if (!c) {
        ImGui::TextUnformatted("comparing ...");
        return;
    }
    const auto compared = static_cast<std::uint64_t>(c->rows) * static_cast<std::uint64_t>(c->width);
    row("compared", fmt::format("{} of {}", compared,
                                static_cast<std::uint64_t>(c->width) * static_cast<std::uint64_t>(c->height)));
    ImGui::TextDisabled("differing");
    ImGui::SameLine(ImGui::GetFontSize() * 7.5f);
    ImGui::TextColored(c->differing ? ink::error() : ink::good(), "%llu",
                       static_cast<unsigned long long>(c->differing));
    if (c->differing) row("at most", c->worst == UINT64_MAX ? "NaN" : fmt::format("{} ULP", c->worst));
    row("CPU", fmt::format("{:.0f} ms", c->cpu_ms));
    difference_bars(*c, scale);
}

}  // namespace

void noise_tab(const Group& group) {
    if (group.preset.function) return parameter_fields(group);
    Settings& s = group.preset.settings;
    Headings headings(group.state);
    for_each_noise_field([&](const FieldInfo& info, auto member) {
        auto& field = s.*member;
        const auto& standard = group.standard.settings.*member;
        using T = std::decay_t<decltype(field)>;
        headings.begins(info.widget.heading);
        if (!is_found(group.state, info) || !headings.open()) return;
        if constexpr (std::is_same_v<T, Fractal>) return fractal_widgets(info, group);  // never disabled as a whole
        ImGui::BeginDisabled(!supports(s, info.name) || (info.of_octaves && !group.session.fractal));
        if constexpr (std::is_same_v<T, int>) {
            dim_buttons(info, group);
        } else if constexpr (std::is_same_v<T, Algorithm>) {
            algorithm_combo(info, group);
        } else if constexpr (std::is_same_v<T, std::vector<std::uint32_t>>) {
            period_fields(info, group);
        } else if constexpr (std::is_same_v<T, std::uint32_t>) {
            if (member == &Settings::seed) {
                seed_widgets(info, group);
            } else {
                group.whole(info, field, standard);
            }
        } else {
            group.edit(info, field, standard, info.widget.step);
        }
        ImGui::EndDisabled();
    });
}

void picture_tab(const Group& group) {
    Look& look = group.preset.look;
    Headings headings(group.state);
    for_each_look(look_rows(look.scene), [&](const LookInfo& info, auto member) {
        auto& field = look.*member;
        const auto& standard = group.standard.look.*member;
        using T = std::decay_t<decltype(field)>;
        headings.begins(info.panel == LookInfo::Panel::apart ? nullptr : info.widget.heading);
        if (info.panel == LookInfo::Panel::apart || !info.is_for(look.scene) || !is_found(group.state, info) ||
            !headings.open())
            return;
        if (is_in_colour(group.preset) && colours_values(info.name)) return;
        if constexpr (std::is_same_v<T, double>) {
            if (member == &Look::yaw) fly_switch(group);
        }
        const double step = info.widget.step * (info.panel == LookInfo::Panel::of_span ? look.span : 1.0);
        if constexpr (std::is_same_v<T, std::optional<std::array<double, 2>>>) {
            range_field(info, group);
        } else if constexpr (std::is_same_v<T, Gradient>) {
            gradient_field(info, group);
        } else if constexpr (std::is_same_v<T, Places>) {
            own_huts_field(info, group);
        } else if constexpr (std::is_same_v<T, std::array<double, 4>>) {
            center_fields(info, group, step);
        } else if constexpr (std::is_same_v<T, std::array<double, 2>>) {
            group.drag(info, field.data(), standard.data(), 2, step, info.widget.format);
        } else if constexpr (std::is_same_v<T, double>) {
            if (info.panel == LookInfo::Panel::of_span) {
                group.coordinate(info, info.name, field, standard, step);
            } else {
                group.edit(info, field, standard, step);
            }
        } else {
            group.edit(info, field, standard, step);
        }
    });
}

void measure_tab(const Group& group, float scale) {
    PanelState& state = group.state;
    values_group(group.preset, state, scale);
    spectrum_group(group.preset, state, scale);
    speed_group(group.preset, state, scale);
    truth_group(group.session.tools, state, scale);
}

}  // namespace isonoise
