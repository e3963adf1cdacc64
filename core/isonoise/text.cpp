#include "isonoise/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace isonoise {

std::string in_quotes(std::string_view text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string words = "'";
    std::size_t end = std::min<std::size_t>(text.size(), 60);
    while (end < text.size() && end > 56 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;  // within a character of UTF-8
    for (char c : text.substr(0, end)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F) {
            words += c;
        } else {
            words += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
        }
    }
    return words + (text.size() > end ? "…'" : "'");
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
        what += "one of " + joined(info.names);
    } else {
        what += whole ? "a whole number from " : "a number from ";
        // 2^-20 is exact but long in decimal: print it as people write it.
        what += info.min == 1.0 / 1048576 ? "2^-20 to 2^20" : text_of(info.min) + " to " + text_of(info.max);
    }
    return what + ", got " + in_quotes(got);
}

std::string expected_counts(const SettingInfo& info, std::string_view got) {
    return std::string(info.name) + ": expected one count per axis, each a whole number from " + text_of(info.min) +
           " to " + text_of(info.max) + ", separated by commas, got " + in_quotes(got);
}

std::optional<std::size_t> choice(const SettingInfo& info, std::string_view text) {
    for (std::size_t i = 0; i < info.names.size(); ++i) {
        if (text == info.names[i]) return i;
    }
    return {};
}

// The whole text must be the number. Underflow gives 0.
template <class T> static bool parse(std::string_view text, T& value) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return false;
    }
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

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> items;
    for (bool more = true; more;) {
        const auto comma = text.find(',');
        more = comma != std::string_view::npos;
        std::string_view item = text.substr(0, comma);
        while (!item.empty() && item.front() == ' ')
            item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ')
            item.remove_suffix(1);
        items.push_back(item);
        if (more) text.remove_prefix(comma + 1);
    }
    return items;
}

// Parses as a Number and checks the range.
template <class Number> static bool parse_in_range(const SettingInfo& info, std::string_view text, Number& value) {
    return parse(text, value) && static_cast<double>(value) >= info.min && static_cast<double>(value) <= info.max;
}

// Whole numbers are parsed in 64 bits, so that those too large for the field are seen.
template <class Whole> static std::string set_whole(const SettingInfo& info, Whole& field, std::string_view text) {
    std::int64_t value = 0;
    if (!parse_in_range(info, text, value)) return expected(info, text, true);
    field = static_cast<Whole>(value);
    return {};
}
std::string set_field(const SettingInfo& info, int& field, std::string_view text) {
    return set_whole(info, field, text);
}
std::string set_field(const SettingInfo& info, std::uint32_t& field, std::string_view text) {
    return set_whole(info, field, text);
}
std::string set_field(const SettingInfo& info, float& field, std::string_view text) {
    float value = 0.0f;
    if (!parse_in_range(info, text, value)) return expected(info, text, false);
    field = value;
    return {};
}
std::string set_field(const SettingInfo& info, std::vector<std::uint32_t>& field, std::string_view text) {
    std::vector<std::uint32_t> counts;
    for (const std::string_view item : split_list(text)) {
        std::int64_t count = 0;
        if (!parse_in_range(info, item, count) || counts.size() == 4) return expected_counts(info, text);
        counts.push_back(static_cast<std::uint32_t>(count));
    }
    if (counts == std::vector<std::uint32_t>{0}) counts.clear();
    field = counts;
    return {};
}

std::string get_field(const SettingInfo&, int field) { return text_of(field); }
std::string get_field(const SettingInfo&, std::uint32_t field) { return text_of(field); }
std::string get_field(const SettingInfo&, float field) { return text_of(field); }
std::string get_field(const SettingInfo&, const std::vector<std::uint32_t>& field) {
    std::string all;
    for (std::uint32_t count : field)
        all += (all.empty() ? "" : ",") + text_of(count);
    return all.empty() ? "0" : all;
}

std::string set(Settings& settings, std::string_view name, std::string_view text) {
    std::string what = "unknown setting " + in_quotes(name);
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        if (name == info.name) what = set_field(info, field, text);
    });
    return what;
}

std::string get(const Settings& settings, std::string_view name) {
    std::string text;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        if (name == info.name) text = get_field(info, field);
    });
    return text;
}

}  // namespace isonoise
