#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "median.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

void histogram(const Statistics& s, float scale) {
    const float axis = ImGui::GetTextLineHeight() + 4 * scale;
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 100 * scale);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("histogram", ImVec2(size.x, size.y + axis));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 3 * scale);
    float most = 1e-6f;
    for (float bin : s.bins)
        most = std::max(most, bin);
    const ImU32 bar = ImGui::ColorConvertFloat4ToU32(ink::accent()), line = ImGui::GetColorU32(ImGuiCol_Border),
                words = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float step = size.x / Statistics::kBins;
    for (int i = 0; i < Statistics::kBins; ++i) {
        const float h = s.bins[static_cast<std::size_t>(i)] / most * (size.y - 6 * scale);
        if (h <= 0) continue;
        list->AddRectFilled({at.x + step * static_cast<float>(i), at.y + size.y - std::max(h, 1.0f)},
                            {at.x + step * static_cast<float>(i + 1) - (step > 2.5f ? 1.0f : 0.0f), at.y + size.y},
                            bar);
    }
    for (int i = 0; i < 5; ++i) {
        const float fraction = static_cast<float>(i) / 4, x = at.x + fraction * size.x;
        const std::string mark = fmt::format("{:.3g}", s.low + i * (s.high - s.low) / 4);
        if (i % 4) list->AddLine({x, at.y}, {x, at.y + size.y}, line);
        list->AddLine({x, at.y + size.y}, {x, at.y + size.y + 3 * scale}, words);
        const float width = ImGui::CalcTextSize(mark.c_str()).x;
        list->AddText({x - fraction * width, at.y + size.y + 3 * scale}, words, mark.c_str());
    }
    if (ImGui::IsItemHovered()) {
        const int i = std::clamp(static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / step), 0, Statistics::kBins - 1);
        const double width = (s.high - s.low) / Statistics::kBins;
        ImGui::SetTooltip("%s", fmt::format("{} to {}: {} % of the values", s.low + i * width, s.low + (i + 1) * width,
                                            100 * s.bins[static_cast<std::size_t>(i)])
                                    .c_str());
    }
}

void spectrum_plot(const Spectrum& spectrum, const Preset& preset, float scale) {
    constexpr float kLeast = -60;  // lowest level shown, in dB
    const float axis = ImGui::GetTextLineHeight() + 4 * scale;
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 110 * scale), at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("spectrum", ImVec2(size.x, size.y + axis));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 3 * scale);
    const ImU32 line = ImGui::GetColorU32(ImGuiCol_Border), words = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const double octaves = std::log2(Spectrum::kHigh / Spectrum::kLow);
    const auto x_of = [&](double frequency) {
        return at.x + size.x * static_cast<float>(std::log2(frequency / Spectrum::kLow) / octaves);
    };
    const float top = at.y + 6 * scale, bottom = at.y + size.y;
    const auto y_of = [&](float decibel) { return top + (bottom - top) * std::min(decibel / kLeast, 1.0f); };
    for (const float decibel : {-20.0f, -40.0f}) {
        const float y = y_of(decibel);
        list.AddLine({at.x, y}, {at.x + size.x, y}, line);
        list.AddText({at.x + 3 * scale, y - ImGui::GetTextLineHeight()}, words, fmt::format("{} dB", decibel).c_str());
    }
    const Settings& settings = preset.settings;
    const int octaves_shown = preset.function ? 0 : static_cast<int>(std::ceil(settings.octaves));
    double octave = 1;
    for (int i = 0; i < octaves_shown && octave <= Spectrum::kHigh; ++i) {
        list.AddLine({x_of(octave), at.y}, {x_of(octave), bottom}, line, 2 * scale);
        if (settings.lacunarity <= 1) break;
        octave *= static_cast<double>(settings.lacunarity);
    }
    std::vector<ImVec2> points;
    for (int i = 0; i < Spectrum::kCount; ++i)
        points.emplace_back(x_of(Spectrum::frequency(i)), y_of(spectrum.power[static_cast<std::size_t>(i)]));
    list.AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::ColorConvertFloat4ToU32(ink::accent()), 0,
                     1.5f * scale);
    for (const double mark : {0.125, 0.5, 1.0, 2.0, 4.0, 16.0}) {
        const float x = x_of(mark);
        const std::string text = mark < 1 ? fmt::format("1/{}", 1 / mark) : fmt::format("{}", mark);
        list.AddLine({x, bottom}, {x, bottom + 3 * scale}, words);
        const float fraction = (x - at.x) / size.x;
        list.AddText({x - fraction * ImGui::CalcTextSize(text.c_str()).x, bottom + 3 * scale}, words, text.c_str());
    }
    const char* const unit = preset.function ? "cycles per unit" : "cycles per cell";
    list.AddText({at.x + size.x - ImGui::CalcTextSize(unit).x - 4 * scale, at.y + 2 * scale}, words, unit);
    if (!ImGui::IsItemHovered()) return;
    const float fraction = std::clamp((ImGui::GetIO().MousePos.x - at.x) / size.x, 0.0f, 1.0f);
    const int i = static_cast<int>(std::lround(fraction * (Spectrum::kCount - 1)));
    ImGui::SetTooltip("%s", fmt::format("{} cycles per {}: {} dB from the greatest.{}",
                                        static_cast<float>(Spectrum::frequency(i)),
                                        preset.function ? "unit of coordinate" : "cell of the first octave",
                                        spectrum.power[static_cast<std::size_t>(i)],
                                        preset.function ? "" : "\nUpright lines: the octaves.")
                                .c_str());
}

ImVec4 ink::draw() { return accent(); }
ImVec4 ink::bake() { return {0.88f, 0.60f, 0.16f, 1}; }
ImVec4 ink::present() {
    ImVec4 c = soft();
    c.w = 0.6f;
    return c;
}

// The upper end of the axis: twice what most frames need, so that a single long one does not flatten the rest.
static float most_of(const std::vector<FrameTimes>& frames, double display_ms) {
    std::vector<double> times{0};
    for (const FrameTimes& f : frames)
        times.push_back(std::max(f.interval, f.bake + f.draw + f.present));
    return static_cast<float>(2 * std::max(median(std::move(times)), display_ms));
}

void frames_plot(const std::vector<FrameTimes>& frames, double display_ms, float scale) {
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 100 * scale), at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("frames", size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 3 * scale);
    list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    const float most = most_of(frames, display_ms), bottom = at.y + size.y, step = size.x / Refiner::kFrames,
                left = at.x + size.x - step * static_cast<float>(frames.size());
    const auto y_of = [&](double ms) { return bottom - size.y * static_cast<float>(ms) / most; };
    const auto x_of = [&](std::size_t i) { return left + step * static_cast<float>(i); };
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const FrameTimes& f = frames[i];
        double from = 0;
        for (const auto& [ms, colour] :
             {std::pair(f.bake, ink::bake()), {f.draw, ink::draw()}, {f.present, ink::present()}}) {
            if (ms > 0)
                list.AddRectFilled({x_of(i), y_of(from + ms)}, {x_of(i + 1) - (step > 2.5f ? 1.0f : 0.0f), y_of(from)},
                                   ImGui::ColorConvertFloat4ToU32(colour));
            from += ms;
        }
    }
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text), line = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const float y = std::max(y_of(frames[i].interval), at.y + scale);
        if (frames[i].interval > 0) list.AddLine({x_of(i), y}, {x_of(i + 1), y}, text, 1.5f * scale);
    }
    // The names of the lines, on the background for contrast.
    float above = bottom;
    for (const double ms : {display_ms, Pace::kLongest}) {
        const float y = std::round(y_of(ms));
        if (y < at.y || y > above - ImGui::GetTextLineHeight()) continue;
        above = y;
        list.AddLine({at.x, y}, {at.x + size.x, y}, line);
        const std::string name = ms == display_ms ? fmt::format("display, {:.0f} a second", 1000 / ms)
                                                  : fmt::format("{:.0f} a second", 1000 / ms);
        const ImVec2 corner(at.x + 4 * scale, y - ImGui::GetTextLineHeight() - 1);
        const ImVec2 room = ImGui::CalcTextSize(name.c_str());
        list.AddRectFilled(corner, {corner.x + room.x, y - 1}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.85f));
        list.AddText(corner, text, name.c_str());
    }
    list.PopClipRect();
    if (!ImGui::IsItemHovered()) return;
    const auto i = static_cast<std::ptrdiff_t>((ImGui::GetIO().MousePos.x - left) / step);
    if (i < 0 || i >= static_cast<std::ptrdiff_t>(frames.size())) return;
    const FrameTimes& f = frames[static_cast<std::size_t>(i)];
    ImGui::SetTooltip("%s", fmt::format("{}tables {:.2f} ms, draw {:.2f} ms, colours {:.2f} ms\n{}",
                                        f.interval > 0 ? fmt::format("{:.1f} ms after the frame before\n", f.interval)
                                                       : "the first frame after a pause\n",
                                        f.bake, f.draw, f.present, in_words(f.quality))
                                .c_str());
}

}  // namespace isonoise
