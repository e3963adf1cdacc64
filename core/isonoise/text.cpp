#include "isonoise/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "isonoise/characters.hpp"

namespace isonoise {

std::string escaped(std::string_view text, bool lines) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string words;
    for (std::size_t i = 0; i < text.size();) {
        const auto [code, size] = first_character(text.substr(i));
        const std::string_view bytes = text.substr(i, std::max<std::size_t>(size, 1));
        i += bytes.size();
        if (size > 0 && (!is_hidden(code) || (lines && code == '\n'))) {
            words += bytes;
            continue;
        }
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            words += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
        }
    }
    return words;
}

std::string in_quotes(std::string_view text) {
    const std::size_t end = cut_length(text, 60);
    return std::string("'") + escaped(text.substr(0, end)) + (text.size() > end ? "…'" : "'");
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    const std::string_view end = text.substr(text.size() - most / 4);
    std::size_t from = 0;
    while (from < 4 && from < end.size() && (end[from] & 0xC0) == 0x80)
        ++from;  // the rest of a character
    constexpr std::string_view gap = " … ";
    return std::string(text.substr(0, cut_length(text, most - most / 4 - gap.size()))) + std::string(gap) +
           std::string(end.substr(from));
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
        // 2^-20 is exact but long in decimal.
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

// Is a number that std::from_chars found out of range too small rather than too large? Decided from its digits and
// exponent: strtod would depend on the locale's decimal point.
static bool is_tiny(std::string_view number, bool hex = false) {
    const auto e = std::min(number.find_first_of(hex ? "pP" : "eE"), number.size());
    const std::string_view digits = number.substr(0, e);
    const auto first = digits.find_first_of("123456789abcdefABCDEF");
    if (first == std::string_view::npos) return true;
    const auto point = std::min(digits.find('.'), digits.size());
    // The exponent of the first nonzero digit: 1 for 1 to 9, 0 for 0.1 to 0.9. A hexadecimal digit has four bits.
    const auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + (first > point);
    std::string_view exponent = number.substr(std::min(e + 1, number.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t more = 0;
    const auto [stop, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), more);
    if (error == std::errc::result_out_of_range) return exponent.starts_with('-');
    return more <= -power * (hex ? 4 : 1);
}

// `text` must hold nothing but the number. Underflow gives 0.
template <class T> static std::errc parse(std::string_view text, T& value) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::errc::invalid_argument;
    }
    T number{};
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (stop != text.data() + text.size()) return std::errc::invalid_argument;
    if constexpr (std::is_floating_point_v<T>) {
        if (error == std::errc::result_out_of_range && is_tiny(text)) {
            value = 0;
            return {};
        }
    }
    if (error == std::errc()) value = number;
    return error;
}

std::errc parse_float(std::string_view text, float& value) {
    const bool has_sign = text.starts_with('+') || text.starts_with('-');
    const std::string_view plain = text.substr(has_sign);
    if (!plain.starts_with("0x") && !plain.starts_with("0X")) return parse(text, value);
    const std::string_view hex = plain.substr(2);
    if (hex.empty() || std::string_view(".0123456789abcdefABCDEF").find(hex[0]) == std::string_view::npos)
        return std::errc::invalid_argument;
    float size = 0.0f;
    const auto [stop, error] = std::from_chars(hex.data(), hex.data() + hex.size(), size, std::chars_format::hex);
    if (stop != hex.data() + hex.size()) return std::errc::invalid_argument;
    if (error != std::errc() && !is_tiny(hex, true)) return error;
    value = text.starts_with('-') ? -size : size;
    return {};
}

bool parse_number(std::string_view text, double& value) { return parse(text, value) == std::errc(); }

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
    return parse(text, value) == std::errc() && static_cast<double>(value) >= info.min &&
           static_cast<double>(value) <= info.max;
}

// Whole numbers are parsed in 64 bits, so that those too large for the field are recognized.
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
    for (std::uint32_t count : field) {
        if (!all.empty()) all += ",";
        all += text_of(count);
    }
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
