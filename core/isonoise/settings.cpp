#include "isonoise/settings.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace isonoise {

template <class T> static std::string text_of(T value) {
    std::array<char, 64> buffer;
    auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return std::string(buffer.data(), end);
}

static std::string joined(std::span<const char* const> names) {
    std::string all;
    for (const char* name : names) {
        if (!all.empty()) all += ", ";
        all += name;
    }
    return all;
}

// What was given, in quotes, and not at any length.
static std::string quoted(std::string_view text) {
    return "'" + std::string(text.substr(0, 60)) + (text.size() > 60 ? "…'" : "'");
}

static std::string expected(const SettingInfo& info, std::string_view got, bool whole) {
    std::string what = std::string(info.name) + ": expected ";
    if (!info.names.empty()) {
        for (const char* name : info.later) {
            if (got == name) {
                return std::string(info.name) + ": '" + name + "' is not in this version yet; expected " +
                       (info.names.size() > 1 ? "one of " : "") + joined(info.names);
            }
        }
        what += (info.names.size() > 1 ? "one of " : "") + joined(info.names);
    } else {
        what += whole ? "a whole number from " : "a number from ";
        // 2^-20 is exact but long: say it as people would.
        what += info.min == 1.0 / 1048576 ? "2^-20 to 2^20" : text_of(info.min) + " to " + text_of(info.max);
    }
    return what + ", got " + quoted(got);
}

static bool in_range(const SettingInfo& info, double value) { return value >= info.min && value <= info.max; }

std::string problem(const Settings& settings) {
    std::string what;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (!what.empty()) return;
        if constexpr (std::is_enum_v<T>) {
            if (static_cast<std::size_t>(field) >= info.names.size()) {
                what = expected(info, text_of(static_cast<int>(field)), false);
            }
        } else if (!in_range(info, static_cast<double>(field))) {
            what = expected(info, text_of(field), std::is_integral_v<T>);
        }
    });
    return what;
}

// The whole text must be the number.
template <class T> static bool parse(std::string_view text, T& value) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stop == end;
}

std::string set(Settings& settings, std::string_view name, std::string_view text) {
    std::string what;
    bool found = false;
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (name != info.name) return;
        found = true;
        if constexpr (std::is_enum_v<T>) {
            for (std::size_t i = 0; i < info.names.size(); ++i) {
                if (text == info.names[i]) {
                    field = static_cast<T>(i);
                    return;
                }
            }
            what = expected(info, text, false);
        } else if constexpr (std::is_integral_v<T>) {
            std::int64_t value = 0;
            if (parse(text, value) && in_range(info, static_cast<double>(value))) {
                field = static_cast<T>(value);
            } else {
                what = expected(info, text, true);
            }
        } else {
            T value = 0;
            if (parse(text, value) && in_range(info, static_cast<double>(value))) {
                field = value;
            } else {
                what = expected(info, text, false);
            }
        }
    });
    if (found) return what;
    for (const char* later : kSettingsLater) {
        if (name == later) return std::string(later) + ": is not in this version yet";
    }
    return "unknown setting " + quoted(name);
}

std::string get(const Settings& settings, std::string_view name) {
    std::string text;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (name != info.name) return;
        if constexpr (std::is_enum_v<T>) {
            text = info.names[static_cast<std::size_t>(field)];
        } else {
            text = text_of(field);
        }
    });
    return text;
}

}  // namespace isonoise
