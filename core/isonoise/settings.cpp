#include "isonoise/settings.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace isonoise {

std::string in_quotes(std::string_view text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string words = "'";
    for (char c : text.substr(0, 60)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F) {
            words += c;
        } else {
            words += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
        }
    }
    return words + (text.size() > 60 ? "…'" : "'");
}

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

std::string expected(const SettingInfo& info, std::string_view got, bool whole) {
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
    return what + ", got " + in_quotes(got);
}

std::optional<std::size_t> choice(const SettingInfo& info, std::string_view text) {
    for (std::size_t i = 0; i < info.names.size(); ++i) {
        if (text == info.names[i]) return i;
    }
    return {};
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

// The whole text must be the number. What is too small for the type is 0.
template <class T> static bool parse(std::string_view text, T& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (stop != text.data() + text.size()) return false;
    if constexpr (std::is_floating_point_v<T>) {
        if (error == std::errc::result_out_of_range &&
            std::abs(std::strtod(std::string(text).c_str(), nullptr)) < 1.0) {
            value = 0;
            return true;
        }
    }
    return error == std::errc();
}

bool parse_number(std::string_view text, double& value) { return parse(text, value); }

std::string set(Settings& settings, std::string_view name, std::string_view text) {
    std::string what;
    bool found = false;
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (name != info.name) return;
        found = true;
        if constexpr (std::is_enum_v<T>) {
            if (const auto index = choice(info, text)) {
                field = static_cast<T>(*index);
            } else {
                what = expected(info, text, false);
            }
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
    return "unknown setting " + in_quotes(name);
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
