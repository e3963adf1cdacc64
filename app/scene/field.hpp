// How the command line and the panel present a setting or a field of Look, beyond its name, description and range.
#pragma once

#include "isonoise/settings.hpp"

namespace isonoise {

struct Widget {
    const char* heading = nullptr;      // begins the group of this name
    const char* placeholder = nullptr;  // in --help, instead of WORD or MIN..MAX
    const char* format = "%.3f";        // printf format of a number, with its unit
    double usual_min = 0.0;             // the slider's ends, if they differ; other numbers are typed
    double usual_max = 0.0;
    double usual_times = 0.0;    // if not 0, the slider ends at this multiple of the default
    bool logarithmic = false;    // slider
    double step = 0.0;           // if not 0, a drag field instead of a slider: change per pixel
    const char* also = nullptr;  // its names in other programs
};

struct FieldInfo : SettingInfo {
    Widget widget = {};
};

// The presentation of a setting. Without a row in field.cpp, a slider over its whole range.
FieldInfo field_info(const SettingInfo& setting);

// Calls visit(info, member) for each setting in order, with its FieldInfo and the member of Settings.
template <class Visit> void for_each_noise_field(Visit&& visit) {
    for_each_setting([&](const SettingInfo& setting, auto member) { visit(field_info(setting), member); });
}

// Like for_each_noise_field(visit), with the fields of `s`, a Settings or const Settings: calls visit(info, field).
template <class S, class Visit> void for_each_noise_field(S& s, Visit&& visit) {
    for_each_noise_field([&](const FieldInfo& info, auto member) { visit(info, s.*member); });
}

}  // namespace isonoise
