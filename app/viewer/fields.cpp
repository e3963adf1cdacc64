#include "viewer/fields.hpp"

#include <cmath>

#include <fmt/format.h>

#include "io/decimal.hpp"

namespace isonoise {

std::string range_text(const FieldInfo& info) {
    auto end = [](double x) {
        if (x == 1.0 / 1048576) return std::string("2^-20");
        if (std::abs(x) == 1048576) return std::string("2^20");
        if (std::abs(x) == 2147483648.0) return std::string(x < 0 ? "-2^31" : "2^31");
        return fmt::format("{}", x);
    };
    if (info.min == info.max) return "";
    return fmt::format("{} to {}", end(info.min), end(info.max));
}

std::string about_of(const FieldInfo& info) {
    return info.widget.also ? fmt::format("{} (elsewhere: {})", info.about, info.widget.also) : info.about;
}

std::string all_digits(double x) { return fmt::format("{}", x == 0 ? 0.0 : x); }

static int places_for(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(std::max(step, 1e-17)))), 0, 17);
}

std::string digits_for(double x, double step) {
    const std::string all = all_digits(x);
    std::string rounded = fmt::format("{:.{}f}", x, places_for(step));
    if (rounded.find_first_of("123456789") == std::string::npos) rounded = "0";
    return rounded.size() < all.size() ? rounded : all;
}

std::size_t places_of(const std::string& digits) {
    const std::size_t end = std::min(digits.find('e'), digits.size()), point = std::min(digits.find('.'), end);
    return point < end ? end - point - 1 : 0;
}

// The printf format that reproduces this text, which has all digits of a number.
static std::string format_like(const std::string& digits) {
    return fmt::format("%.{}{}", places_of(digits), digits.find('e') < digits.size() ? 'e' : 'f');
}

std::string typed_format(const Fields& fields, const std::string& name, const std::string& digits,
                         const std::string& own) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool has_focus = fields.state.layout.tab.focused() == name;
    // While a field is dragged, it shows rounded numbers that people can follow.
    const bool is_typed = has_focus && io.WantTextInput,
               may_be = (io.KeyCtrl || (has_focus && io.NavVisible)) && !ImGui::IsAnyItemActive();
    return is_typed || may_be ? format_like(digits) : own;
}

void checker(ImDrawList& list, ImVec2 from, ImVec2 to) {
    const float side = std::round(0.5f * ImGui::GetFontSize());
    list.PushClipRect(from, to, true);
    list.AddRectFilled(from, to, IM_COL32(120, 124, 130, 255));
    for (int row = 0; from.y + side * static_cast<float>(row) < to.y; ++row) {
        const float y = from.y + side * static_cast<float>(row);
        for (float x = from.x + (row % 2 ? side : 0); x < to.x; x += 2 * side)
            list.AddRectFilled({x, y}, {x + side, y + side}, IM_COL32(88, 92, 98, 255));
    }
    list.PopClipRect();
}

static void show_tooltip(const std::string& text) {
    if (text.empty() || ImGui::IsAnyItemActive()) return;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);  // even over a disabled widget
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22.0f);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void tooltip(const std::string& text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

void Fields::row(const std::string& name, int count) const {
    const float left = ImGui::GetCursorPosX();
    state.layout.row_left = ImGui::GetCursorScreenPos().x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + state.layout.names);
    state.layout.tab.row(count);
}

void Fields::text(const std::string& name, const std::string& tip) const {
    state.input.text |= ImGui::IsItemActive();
    state.layout.tab.text();
    after(name, tip);
}

bool Fields::button(const char* words, const std::string& name, const std::string& tip, float width) const {
    const bool pressed = ImGui::Button(words, ImVec2(width, 0));
    after(name, tip);
    return pressed;
}

void Fields::record(const std::string& name) const {
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    state.layout.widgets[name] = {a.x, a.y, b.x, b.y};
}

void Fields::stop(const std::string& name) const {
    record(name);
    state.layout.tab.stop(name);
}

void Fields::after(const std::string& name, const std::string& tip) const {
    stop(name);
    const auto& r = state.layout.widgets[name];
    const float left = state.layout.row_left;
    const bool beside = std::abs(r[0] - left - state.layout.names) < 2.0f && ImGui::IsWindowHovered() &&
                        ImGui::IsMouseHoveringRect({left, r[1]}, {r[0], r[3]});
    if (beside) {
        show_tooltip(tip);
    } else {
        tooltip(tip);
    }
}

bool Fields::is_reset(const std::string& name, Where where) const {
    const auto found = state.layout.widgets.find(name);
    if (found == state.layout.widgets.end() || !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem |
                                ImGuiHoveredFlags_AllowWhenBlockedByPopup))  // the list the first click opened
        return false;
    const auto& r = found->second;
    const bool is = ImGui::IsMouseHoveringRect({where == Where::field ? r[0] : r[0] - state.layout.names, r[1]},
                                               {where == Where::name ? r[0] : r[2], r[3]});
    state.input.reset |= is;
    return is;
}

std::string Fields::tip(const FieldInfo& info, const std::string& standard, const std::string& now) {
    std::string text = about_of(info);
    if (const std::string range = range_text(info); !range.empty()) text += ".\n" + range;
    if (!standard.empty()) text += (info.min == info.max ? ".\n" : "; ") + ("default " + standard);
    if (!now.empty() && info.names.empty()) text += "; now " + now;
    return text + ".\nDouble-click resets" + (info.names.empty() ? ", Ctrl+click types" : "") + ".";
}

std::array<double, 2> slider_ends(const FieldInfo& info, double standard) {
    if (info.widget.usual_times != 0.0) {
        const double last = info.widget.usual_times * (standard == 0.0 ? 1.0 : standard);
        return {info.min, std::min(last, info.max)};
    }
    if (info.widget.usual_min == info.widget.usual_max) return {info.min, info.max};
    return {info.widget.usual_min, info.widget.usual_max};
}

void Group::coordinate(const FieldInfo& info, const std::string& name, double& value, double standard_value,
                       double step) const {
    const ImGuiIO& io = ImGui::GetIO();
    const bool reset = is_reset(name);
    const double before = value;
    // Editing starts with the displayed text. (From 1.87 on, ImGui edits six decimals if a format is only text.)
    const bool may_type = io.KeyCtrl || io.NavVisible || io.WantTextInput;
    const std::string format = may_type ? format_like(all_digits(value)) : digits_for(value, step);
    row(name);
    ImGui::BeginDisabled(reset);
    const bool changed =
        ImGui::DragScalar(hidden(name).c_str(), ImGuiDataType_Double, &value, static_cast<float>(step), &info.min,
                          &info.max, format.c_str(), ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    ImGui::EndDisabled();
    if (changed && !io.WantTextInput) value = rounded_to_places(value, places_for(step));
    if (!(value >= info.min && value <= info.max)) value = before;
    if (reset) value = standard_value;
    after(name, fmt::format("{}.\nNow {}; default {}.\nDouble-click resets, Ctrl+click types.", about_of(info),
                            all_digits(value), all_digits(standard_value)));
}

void Group::whole(const FieldInfo& info, std::uint32_t& value, std::uint32_t standard_value) const {
    double wide = value;
    const bool reset = is_reset(info.name, Fields::Where::name);
    row(info.name);
    ImGui::InputScalar(hidden(info.name).c_str(), ImGuiDataType_Double, &wide, nullptr, nullptr, "%.0f",
                       ImGuiInputTextFlags_EnterReturnsTrue);
    whole(info.max);
    if (ImGui::IsItemDeactivatedAfterEdit() && !std::isnan(wide))
        value = static_cast<std::uint32_t>(std::clamp(std::floor(wide), 0.0, info.max));
    if (reset) value = standard_value;
    after(info.name, fmt::format("{}.\n{}; default {}.\nDouble-click on its name resets.", about_of(info),
                                 range_text(info), standard_value));
}

}  // namespace isonoise
