// The bar below the picture: time, statistics and the point under the pointer.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/icons.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

float bar_height(float scale) { return 2 * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y + 4 * scale; }

namespace {

void play_buttons(const Group& group) {
    const float h = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const ImVec2 button(h * 1.3f, h);
    if (icon_button("##back", Icon::back, button)) group.ask(command::StepTime{-1});
    group.after("back", "One frame (1/30 s) back (,).");
    ImGui::SameLine(0, gap);
    bool& playing = group.session.playing;
    if (icon_button("##play", playing ? Icon::pause : Icon::play, button)) playing = !playing;
    group.after("play", "Plays and pauses time, the last axis of the noise (Space).");
    ImGui::SameLine(0, gap);
    if (icon_button("##step", Icon::forward, button)) group.ask(command::StepTime{1});
    group.after("step", "One frame (1/30 s) forward (.).");
}

// A number of the time bar: dragged or, if `end` is not 0, slid from 0 to `end`. A double click resets it.
void time_field(const Group& group, double Look::*member, const std::string& tip, const std::string& format,
                double end = 0.0) {
    const LookInfo info = row_of(member);
    double& value = group.preset.look.*member;
    const double low = end > 0 ? 0.0 : info.min, high = end > 0 ? end : info.max, before = value;
    const std::string label = std::string("##") + info.name;
    const std::string shown = typed_format(group, info.name, all_digits(value), format);
    group.field(info.name, fmt::format("{}\nNow {}.", tip, all_digits(value)), value, group.standard.look.*member,
                Fields::Where::field, [&] {
                    if (end > 0) {
                        ImGui::SliderScalar(label.c_str(), ImGuiDataType_Double, &value, &low, &high, shown.c_str(),
                                            ImGuiSliderFlags_AlwaysClamp);
                    } else {
                        ImGui::DragScalar(label.c_str(), ImGuiDataType_Double, &value,
                                          static_cast<float>(info.widget.step), &low, &high, shown.c_str(),
                                          ImGuiSliderFlags_AlwaysClamp);
                    }
                });
    if (!(value >= info.min && value <= info.max)) value = before;  // it was typed
}

void rate_field(const Group& group) {
    double& rate = group.session.tools.rate;
    group.field("rate", "How fast time plays. Double-click resets.", rate, 1.0, Fields::Where::field, [&] {
        static constexpr double rates[] = {0.25, 0.5, 1, 2, 4};
        static constexpr const char* names[] = {"0.25x", "0.5x", "1x", "2x", "4x"};
        int index = static_cast<int>(std::find(rates, rates + 5, rate) - rates);
        if (ImGui::Combo("##rate", &index, names, 5)) rate = rates[index];
    });
}

void loop_field(const Group& group, double loop) {
    Settings& s = group.preset.settings;
    const double speed = std::abs(group.preset.look.speed) * group.session.tools.rate;
    const bool of_function = group.preset.function != nullptr;  // its period, in units of coordinate
    ImGui::BeginDisabled(!supports(s, "loop") || of_function);
    const std::string length = s.loop ? fmt::format("Cells of time until the loop closes: {:.1f} s at this speed.",
                                                    loop / std::max(1e-9, speed))
                                      : "Cells of time until the loop closes; 0 is no loop.";
    group.field("loop length", length + " Double-click on its name resets.", s.loop, group.standard.settings.loop,
                Fields::Where::name, [&] {
                    std::int64_t cells = of_function ? std::llround(loop) : std::int64_t{s.loop};
                    const std::int64_t one = 1;
                    group.row("loop");
                    ImGui::InputScalar("##loop length", ImGuiDataType_S64, &cells, &one);
                    const double most = row_of(&Settings::loop).max;
                    group.whole(most);
                    if (!of_function && cells >= 0 && static_cast<double>(cells) <= most)
                        s.loop = static_cast<std::uint32_t>(cells);
                });
    ImGui::EndDisabled();
}

void time_row(const Group& group, float scale) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    play_buttons(group);
    ImGui::SameLine(0, gap);
    const float right = ImGui::GetContentRegionAvail().x;
    const bool narrow = right < 330 * scale;
    const double loop = loop_time(group.preset);
    const std::string format = row_of(&Look::time).widget.format;
    ImGui::PushItemWidth(narrow ? right : right - 300 * scale);
    if (loop > 0) {
        time_field(group, &Look::time,
                   "Time within the loop, in units of coordinate; its end equals its beginning. Double-click resets.",
                   fmt::format("{} of {:.4g}", format, loop), loop);
    } else {
        time_field(group, &Look::time,
                   "Time, in units of coordinate: added to the last axis. Drag, or Ctrl+click; double-click resets.",
                   "time " + format);
    }
    ImGui::PopItemWidth();
    if (narrow) return;
    ImGui::SameLine(0, gap * 2);
    ImGui::PushItemWidth(72 * scale);
    rate_field(group);
    ImGui::SameLine(0, gap * 2);
    time_field(group, &Look::speed, "Units of time per second, at 1x. Double-click resets.",
               std::string(row_of(&Look::speed).widget.format) + " /s");
    ImGui::PopItemWidth();
    ImGui::SameLine(0, gap * 2);
    group.state.layout.names = ImGui::CalcTextSize("loop").x + gap;
    ImGui::PushItemWidth(-FLT_MIN);
    loop_field(group, loop);
    ImGui::PopItemWidth();
}

}  // namespace

void time_bar(const Group& group, float scale) {
    PanelState& state = group.state;
    const ImGuiIO& io = ImGui::GetIO();
    const float height = bar_height(scale);
    ImGui::SetNextWindowPos(ImVec2(0, io.DisplaySize.y - height));
    ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * scale, 5 * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    time_row(group, scale);
    const auto& measured = state.status.report.measured;
    const Statistics& s = measured.statistics;
    std::string left = fmt::format("{} {:.1f} ms", measured.by_cpu ? "CPU" : "GPU", measured.noise_ms);
    if (s.count > 0) left += fmt::format("   min {:+.9g}   max {:+.9g}", s.min, s.max);
    if (state.status.resolution < 100) {
        left += fmt::format("   {} % resolution", state.status.resolution);
    } else if (state.status.progress < 1) {
        left += fmt::format("   refining {:.0f} %", 100 * state.status.progress);
    }
    left += "   " + state.status.under_cursor;
    // In a narrow window the point under the pointer matters more.
    if (!state.status.under_cursor.empty() && ImGui::CalcTextSize(left.c_str()).x > io.DisplaySize.x - 20 * scale)
        left = state.status.under_cursor;
    ImGui::TextUnformatted(left.c_str());
    const std::string right = fmt::format("{}x{}   {}", state.status.width, state.status.height, state.status.renderer);
    const float left_end = ImGui::CalcTextSize(left.c_str()).x + 30 * scale;
    const float width = ImGui::CalcTextSize(right.c_str()).x;
    if (left_end + width + 10 * scale < io.DisplaySize.x) {
        ImGui::SameLine(io.DisplaySize.x - width - 10 * scale);
        ImGui::TextDisabled("%s", right.c_str());
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace isonoise
