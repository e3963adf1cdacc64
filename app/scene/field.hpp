// What the command line and the panel show of a setting or a field of Look, beyond its name, meaning and range.
#pragma once

#include "isonoise/settings.hpp"

namespace isonoise {

struct Widget {
    const char* heading = nullptr;      // it begins the group of this name
    const char* placeholder = nullptr;  // in --help, instead of WORD or MIN..MAX
    const char* format = "%.3f";        // of a number, for printf, with its unit
    double usual_min = 0.0;             // the ends of its slider, if they differ; beyond them a number is typed
    double usual_max = 0.0;
    double usual_times = 0.0;    // if not 0, the slider ends at this many times the value it is reset to
    bool logarithmic = false;    // its slider
    double step = 0.0;           // if not 0, it is dragged by this per pixel instead of slid
    const char* also = nullptr;  // its names in other programs
};

struct FieldInfo : SettingInfo {
    Widget widget = {};
};

// A setting's. One without a row in field.cpp has a slider over its whole range.
FieldInfo field_info(const SettingInfo& setting);

// Calls visit(info, member) for each setting in order, with its FieldInfo and the member of Settings.
template <class Visit> void for_each_noise_field(Visit&& visit) {
    for_each_setting([&](const SettingInfo& setting, auto member) { visit(field_info(setting), member); });
}

// The same with the fields of `s`, a Settings or const Settings: calls visit(info, field).
template <class S, class Visit> void for_each_noise_field(S& s, Visit&& visit) {
    for_each_noise_field([&](const FieldInfo& info, auto member) { visit(info, s.*member); });
}

}  // namespace isonoise
