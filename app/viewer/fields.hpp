// The panel's fields: each has a tooltip, a position that tests can find, and a double click that resets it.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <imgui.h>

#include "viewer/panel.hpp"

namespace isonoise {

inline const ImVec4 kAccent(0.55f, 0.78f, 0.98f, 1.0f);
inline const ImVec4 kError(1.0f, 0.55f, 0.5f, 1.0f);

// "2^-20 to 2^20"; empty if there is no range.
std::string range_text(const SettingInfo& info);

// For the item drawn last, even if disabled.
void tooltip(const std::string& text);

struct Fields {
    PanelState& state;

    // Records the last item's position, for tests and for is_reset.
    void place(const char* name, bool with_label = true) const;
    void after(const char* name, const std::string& tip, bool with_label = true) const;

    // The area where a double click resets a field: the field and its name; only its name, if the field takes text or
    // has buttons; only the field, if others are beside it.
    enum class Where { row, name, field };
    // Was this field, as placed last frame, just double-clicked? Then it must be drawn disabled, so that it does not
    // handle the click itself.
    bool is_reset(const char* name, Where where = Where::row) const;

    static std::string tip(const SettingInfo& info, const std::string& standard);

    template <class Draw, class T>
    void field(const char* name, const std::string& about, T& value, const T& standard, Where where,
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

struct Group {
    Preset& preset;
    const Preset& standard;
    const Fields& fields;

    std::string standard_text(const SettingInfo& info) const { return get(standard, info.name); }

    template <class T, class Draw>
    void field(const SettingInfo& info, T& value, const T& standard_value, Draw&& draw) const {
        fields.field(info.name, Fields::tip(info, standard_text(info)), value, standard_value, Fields::Where::row,
                     draw);
    }

    template <class Enum> void combo(const SettingInfo& info, Enum& value, const Enum& standard_value) const {
        field(info, value, standard_value, [&] {
            int index = static_cast<int>(value);
            if (ImGui::Combo(info.name, &index, info.names.data(), static_cast<int>(info.names.size())))
                value = static_cast<Enum>(index);
        });
    }

    // Ctrl+click text entry may yield anything, even NaN: out-of-range values are clamped or rejected.
    template <class T>
    void slider(const SettingInfo& info, T& value, const T& standard_value, const char* format,
                ImGuiSliderFlags flags = 0) const {
        field(info, value, standard_value, [&] {
            constexpr auto type = std::is_same_v<T, float>    ? ImGuiDataType_Float
                                  : std::is_same_v<T, double> ? ImGuiDataType_Double
                                                              : ImGuiDataType_S32;
            const auto low = static_cast<T>(info.min), high = static_cast<T>(info.max);
            const T before = value;
            ImGui::SliderScalar(info.name, type, &value, &low, &high, format, flags | ImGuiSliderFlags_AlwaysClamp);
            if (!(value >= low && value <= high)) value = before;
        });
    }

    template <class T>
    void drag(const SettingInfo& info, T* values, int count, const T& first_standard, double speed, const char* format,
              const T* standards) const {
        const bool reset = fields.is_reset(info.name);
        std::vector<T> before(values, values + count);
        ImGui::BeginDisabled(reset);
        const auto low = static_cast<T>(info.min), high = static_cast<T>(info.max);
        ImGui::DragScalarN(info.name, std::is_same_v<T, float> ? ImGuiDataType_Float : ImGuiDataType_Double, values,
                           count, static_cast<float>(speed), &low, &high, format, ImGuiSliderFlags_AlwaysClamp);
        ImGui::EndDisabled();
        for (int i = 0; i < count; ++i) {
            if (!(values[i] >= low && values[i] <= high)) std::copy(before.begin(), before.end(), values);
            if (reset) values[i] = standards ? standards[i] : first_standard;
        }
        fields.after(info.name, Fields::tip(info, standard_text(info)));
    }
    template <class T>
    void drag(const SettingInfo& info, T& value, T standard_value, double speed, const char* format) const {
        drag(info, &value, 1, standard_value, speed, format, static_cast<const T*>(nullptr));
    }

    // An integer, edited in a wider type so that values that do not fit are noticed.
    void whole(const SettingInfo& info, const char* label, std::uint32_t& value, std::uint32_t standard_value) const;
};

}  // namespace isonoise
