// The panel's fields: each has a tooltip, a position that tests can find, and a double click that resets it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/panel.hpp"
#include "viewer/theme.hpp"

namespace isonoise {

// "2^-20 to 2^20"; empty if there is no range.
std::string range_text(const SettingInfo& info);

// The shortest text that parses to the same number or, if that is longer, the text with as many decimal places as steps
// of this size need.
std::string all_digits(double x);
std::string digits_for(double x, double step);
// The number of digits after the decimal point.
std::size_t places_of(const std::string& digits);

// An ImGui label that is not displayed.
inline std::string hidden(const std::string& name) { return "##" + name; }

// A texture as ImGui's handle.
inline ImTextureID image(unsigned texture) {
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture));
}

// A checkerboard, to draw under transparent colours.
void checker(ImDrawList& list, ImVec2 from, ImVec2 to);

// A setting's description, and its names in other programs.
std::string about_of(const SettingInfo& info);

struct Fields;
// The display format of a number field: its own, or with all digits if the user is about to type there, since ImGui
// starts with the displayed text.
std::string typed_format(const Fields& fields, const std::string& name, const std::string& digits,
                         const std::string& own);

// A tooltip for the item drawn last, even if disabled.
void tooltip(const std::string& text);

struct Fields {
    PanelState& state;

    // Begins a row with its name in the left column. The rest of the row is for its field, of `count` numbers.
    void row(const std::string& name, int count = 1) const;
    // Records the last item's position, for tests and for is_reset.
    void place(const std::string& name) const;
    // place(), for a widget that Tab can reach.
    void stop(const std::string& name) const;
    // Call after a field: records its position, and adds a tooltip to it and the row's name.
    void after(const std::string& name, const std::string& tip) const;
    // A button with a tooltip, as wide as its text unless `width` is given. Returns whether it was pressed.
    bool button(const char* words, const std::string& name, const std::string& tip, float width = 0.0f) const;
    // Appends to PanelState::commands.
    void ask(const Command& command) const { state.commands.push_back(command); }
    // Like after(), for a text field.
    void text(const std::string& name, const std::string& tip) const;

    // Call after an integer field; 32-bit by default.
    void whole(double most = 2147483647) const {
        if (ImGui::IsItemActive()) state.input.whole = most;
    }

    // The area where a double click resets a field: the whole row; only its name, if the field is text or has buttons;
    // only the field, if the row has several.
    enum class Where { row, name, field };
    // Was this field, at its position in the last frame, just double-clicked? Then draw it disabled, so that it does
    // not handle the click itself.
    bool is_reset(const std::string& name, Where where = Where::row) const;

    static std::string tip(const SettingInfo& info, const std::string& standard, const std::string& now);

    template <class Draw, class T>
    void field(const std::string& name, const std::string& about, T& value, const T& standard, Where where,
               Draw&& draw) const {
        const bool reset = is_reset(name, where);
        if (reset) value = standard;
        ImGui::BeginDisabled(reset);
        draw();
        ImGui::EndDisabled();
        if (reset) value = standard;
        after(name, about);
    }
};

// The row of a field of Settings or Look.
template <class T> SettingInfo row_of(T Settings::*field) {
    SettingInfo row{};
    for_each_setting([&](const SettingInfo& info, auto member) {
        if constexpr (std::is_same_v<decltype(member), T Settings::*>) {
            if (member == field) row = info;
        }
    });
    return row;
}
template <class T> LookInfo row_of(T Look::*field) {
    LookInfo row{};
    for_each_look([&](const LookInfo& info, auto member) {
        if constexpr (std::is_same_v<decltype(member), T Look::*>) {
            if (member == field) row = info;
        }
    });
    return row;
}

template <class T> constexpr ImGuiDataType data_type() {
    return std::is_same_v<T, float>    ? ImGuiDataType_Float
           : std::is_same_v<T, double> ? ImGuiDataType_Double
                                       : ImGuiDataType_S32;
}

// The ends of a slider: the usual values. Others can be typed.
std::array<double, 2> slider_ends(const SettingInfo& info, double standard);

// A preset's fields, drawn with the widgets that their rows specify.
struct Group : Fields {
    Session& session;
    Preset& preset;          // session.open.preset
    const Preset& standard;  // the value that a double click restores

    using Fields::field, Fields::tip, Fields::whole;

    std::string tip(const SettingInfo& info) const {
        return Fields::tip(info, get(standard, info.name), get(preset, info.name));
    }

    template <class T, class Draw>
    void field(const SettingInfo& info, T& value, const T& standard_value, Draw&& draw) const {
        field(info.name, tip(info), value, standard_value, Fields::Where::row, draw);
    }

    template <class Enum> void combo(const SettingInfo& info, Enum& value, const Enum& standard_value) const {
        field(info, value, standard_value, [&] {
            row(info.name);
            int index = static_cast<int>(value);
            if (ImGui::Combo(hidden(info.name).c_str(), &index, info.names.data(), static_cast<int>(info.names.size())))
                value = static_cast<Enum>(index);
        });
    }

    // A choice or a number, depending on its row: dragged by `step` per pixel, or if that is 0, a slider.
    template <class T> void edit(const SettingInfo& info, T& value, const T& standard_value, double step) const {
        if constexpr (std::is_enum_v<T>) {
            combo(info, value, standard_value);
        } else if (step != 0.0) {
            drag(info, &value, &standard_value, 1, step, info.format);
        } else {
            slider(info, value, standard_value);
        }
    }

    template <class T> void slider(const SettingInfo& info, T& value, const T& standard_value) const {
        field(info, value, standard_value, [&] {
            const auto [first, last] = slider_ends(info, static_cast<double>(standard_value));
            const auto low = static_cast<T>(first), high = static_cast<T>(last);
            const T before = value;
            row(info.name);
            const std::string format =
                std::is_integral_v<T> ? "%d" : typed_format(*this, info.name, fmt::format("{}", value), info.format);
            ImGui::SliderScalar(hidden(info.name).c_str(), data_type<T>(), &value, &low, &high, format.c_str(),
                                info.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
            if (std::is_integral_v<T>) whole();
            if (std::isnan(static_cast<double>(value))) value = before;  // may have been typed
            value = std::clamp(value, static_cast<T>(info.min), static_cast<T>(info.max));
        });
    }

    // `count` numbers, with as many standard values.
    template <class T>
    void drag(const SettingInfo& info, T* values, const T* standards, int count, double step,
              const char* format) const {
        const bool reset = is_reset(info.name);
        const std::vector<T> before(values, values + count);
        ImGui::BeginDisabled(reset);
        const auto low = static_cast<T>(info.min), high = static_cast<T>(info.max);
        // All use the format of the number with the most digits.
        std::string digits;
        for (int i = 0; i < count; ++i) {
            const std::string one = fmt::format("{}", values[i]);
            if (places_of(one) > places_of(digits) || i == 0) digits = one;
        }
        const std::string shown = std::is_integral_v<T> ? format : typed_format(*this, info.name, digits, format);
        row(info.name, count);
        ImGui::DragScalarN(hidden(info.name).c_str(), data_type<T>(), values, count, static_cast<float>(step), &low,
                           &high, shown.c_str(), ImGuiSliderFlags_AlwaysClamp);
        if (std::is_integral_v<T>) whole();
        ImGui::EndDisabled();
        for (int i = 0; i < count; ++i) {
            if (!(values[i] >= low && values[i] <= high)) std::copy(before.begin(), before.end(), values);
            if (reset) values[i] = standards[i];
        }
        after(info.name, tip(info));
    }

    // A coordinate, which must not lose digits however far out: displayed and dragged with the decimal places that a
    // drag can resolve, edited with all digits.
    void coordinate(const SettingInfo& info, const std::string& name, double& value, double standard_value,
                    double step) const;

    // An integer, edited in a wider type so that out-of-range values are noticed.
    void whole(const SettingInfo& info, std::uint32_t& value, std::uint32_t standard_value) const;
};

}  // namespace isonoise
