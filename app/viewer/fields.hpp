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
std::string range_text(const FieldInfo& info);

// all_digits(): the shortest text that reads back as the same number. digits_for(): rounded to the decimal places that
// steps of this size need, if that is shorter.
std::string all_digits(double x);
std::string digits_for(double x, double step);
// The number of digits after the point.
std::size_t places_of(const std::string& digits);

// The label of a widget whose name is drawn elsewhere.
inline std::string hidden(const std::string& name) { return "##" + name; }

// A texture as ImGui's handle.
inline ImTextureID image(unsigned texture) {
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture));
}

// Draws a checkerboard, to be seen through transparent pictures.
void checker(ImDrawList& list, ImVec2 from, ImVec2 to);

// A setting's meaning, and its names in other programs.
std::string about_of(const FieldInfo& info);

struct Fields;
// The format for drawing a number's field: `own`, or one that shows all digits if the user is about to type, since
// ImGui begins with the text shown.
std::string typed_format(const Fields& fields, const std::string& name, const std::string& digits,
                         const std::string& own);

// Adds a tooltip to the last item, even if disabled.
void tooltip(const std::string& text);

struct Fields {
    PanelState& state;

    // Begins a row: draws its name in the left column. Its field follows, with `count` numbers.
    void row(const std::string& name, int count = 1) const;
    // Records the last item's position, for tests and for is_reset.
    void record(const std::string& name) const;
    // Like record(), for a widget that Tab reaches.
    void stop(const std::string& name) const;
    // Call it after a field. Like stop(), with a tooltip for the field and the row's name.
    void after(const std::string& name, const std::string& tip) const;
    // Draws a button with a tooltip; width 0: as wide as its text. Returns whether it was pressed.
    bool button(const char* words, const std::string& name, const std::string& tip, float width = 0.0f) const;
    // Appends to PanelState::commands.
    void ask(const Command& command) const { state.commands.push_back(command); }
    // Like after(), for a field that takes text instead of a number.
    void text(const std::string& name, const std::string& tip) const;

    // Call it after a field for whole numbers up to `most`.
    void whole(double most = 2147483647) const {
        if (ImGui::IsItemActive()) state.input.whole = most;
    }

    // Where a double click resets a field: anywhere in its row; on its name only, if the field takes text or has
    // buttons; on the field only, if others share the row.
    enum class Where { row, name, field };
    // Was this field, where the last frame drew it, just double-clicked? Then draw it disabled, so that it does not
    // handle the click itself.
    bool is_reset(const std::string& name, Where where = Where::row) const;

    static std::string tip(const FieldInfo& info, const std::string& standard, const std::string& now);

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
template <class T> FieldInfo row_of(T Settings::*field) {
    FieldInfo row{};
    for_each_noise_field([&](const FieldInfo& info, auto member) {
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

// The ends of a slider: the usual values. Values beyond them can be typed.
std::array<double, 2> slider_ends(const FieldInfo& info, double standard);

// Draws a preset's fields as their rows in the tables describe them.
struct Group : Fields {
    Session& session;
    Preset& preset;          // session.open.preset
    const Preset& standard;  // the value that a double click restores

    using Fields::field, Fields::tip, Fields::whole;

    std::string tip(const FieldInfo& info) const {
        return Fields::tip(info, get(standard, info.name), get(preset, info.name));
    }

    template <class T, class Draw>
    void field(const FieldInfo& info, T& value, const T& standard_value, Draw&& draw) const {
        field(info.name, tip(info), value, standard_value, Fields::Where::row, draw);
    }

    template <class Enum> void combo(const FieldInfo& info, Enum& value, const Enum& standard_value) const {
        field(info, value, standard_value, [&] {
            row(info.name);
            int index = static_cast<int>(value);
            if (ImGui::Combo(hidden(info.name).c_str(), &index, info.names.data(), static_cast<int>(info.names.size())))
                value = static_cast<Enum>(index);
        });
    }

    // A choice; or a number, dragged by `step` per pixel, or with step 0 slid from end to end.
    template <class T> void edit(const FieldInfo& info, T& value, const T& standard_value, double step) const {
        if constexpr (std::is_enum_v<T>) {
            combo(info, value, standard_value);
        } else if (step != 0.0) {
            drag(info, &value, &standard_value, 1, step, info.widget.format);
        } else {
            slider(info, value, standard_value);
        }
    }

    template <class T> void slider(const FieldInfo& info, T& value, const T& standard_value) const {
        field(info, value, standard_value, [&] {
            const auto [first, last] = slider_ends(info, static_cast<double>(standard_value));
            const auto low = static_cast<T>(first), high = static_cast<T>(last);
            const T before = value;
            row(info.name);
            const std::string format =
                std::is_integral_v<T> ? "%d"
                                      : typed_format(*this, info.name, fmt::format("{}", value), info.widget.format);
            ImGui::SliderScalar(hidden(info.name).c_str(), data_type<T>(), &value, &low, &high, format.c_str(),
                                info.widget.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
            if (std::is_integral_v<T>) whole();
            if (std::isnan(static_cast<double>(value))) value = before;  // NaN can be typed
            value = std::clamp(value, static_cast<T>(info.min), static_cast<T>(info.max));
        });
    }

    // `count` numbers, with as many standard values.
    template <class T>
    void drag(const FieldInfo& info, T* values, const T* standards, int count, double step, const char* format) const {
        const bool reset = is_reset(info.name);
        const std::vector<T> before(values, values + count);
        ImGui::BeginDisabled(reset);
        const auto low = static_cast<T>(info.min), high = static_cast<T>(info.max);
        // The number with the most digits decides the format of all.
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

    // A coordinate, which must not lose digits however large it is: dragged and shown with the decimal places that a
    // drag can tell apart, and typed with all digits.
    void coordinate(const FieldInfo& info, const std::string& name, double& value, double standard_value,
                    double step) const;

    // An integer, edited in a wider type to notice values that do not fit.
    void whole(const FieldInfo& info, std::uint32_t& value, std::uint32_t standard_value) const;
};

}  // namespace isonoise
