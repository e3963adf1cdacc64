// Settings and Look as text: text.hpp handles the types of Settings; here are those that only Look has.
#include "scene/look.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace isonoise {

static std::string set_field(const SettingInfo& info, double& field, std::string_view text) {
    double value = 0.0;
    if (!parse_number(text, value) || !(value >= info.min && value <= info.max)) return expected(info, text, false);
    field = value;
    return {};
}

// Parses at least `least` numbers, at most the size of the array; the rest is 0.
template <std::size_t N>
static bool parse_list(const SettingInfo& info, std::string_view text, std::size_t least,
                       std::array<double, N>& field) {
    const auto items = split_list(text);
    std::array<double, N> values{};
    if (items.size() < least || items.size() > N) return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!set_field(info, values[i], items[i]).empty()) return false;
    }
    field = values;
    return true;
}
static std::string set_field(const SettingInfo& info, std::array<double, 4>& field, std::string_view text) {
    if (parse_list(info, text, 1, field)) return {};
    return fmt::format("{}: expected 1 to 4 numbers from {:.0f} to {:.0f}, got {}", info.name, info.min, info.max,
                       in_quotes(text));
}
static std::string set_field(const SettingInfo& info, std::array<double, 2>& field, std::string_view text) {
    if (parse_list(info, text, 2, field)) return {};
    return fmt::format("{}: expected two numbers from {:.0f} to {:.0f}, got {}", info.name, info.min, info.max,
                       in_quotes(text));
}
static std::string set_field(const SettingInfo& info, Range& field, std::string_view text) {
    std::array<double, 2> ends{};
    if (text == "auto") {
        field.reset();
    } else if (parse_list(info, text, 2, ends) && ends[0] < ends[1]) {
        field = ends;
    } else {
        return fmt::format("{}: expected two numbers LOW,HIGH from {} to {}, LOW below HIGH, got {}", info.name,
                           info.min, info.max, in_quotes(text));
    }
    return {};
}

static std::string set_field(const SettingInfo& info, Gradient& field, std::string_view text) {
    if (parse_gradient(text, field)) return {};
    return fmt::format("{}: expected none, or 2 to {} stops such as '#000000 0%,#ff8800 40%,#ffffff 100%' with places "
                       "from 0% to 100% in rising order, got {}",
                       info.name, kMostStops, in_quotes(text));
}

static std::string set_field(const SettingInfo& info, Places& field, std::string_view text) {
    std::array<double, 2 * kMostOwnHuts> numbers{};
    const std::size_t count = text.empty() || text == "none" ? 0 : split_list(text).size();
    if (count % 2 != 0 || (count > 0 && !parse_list(info, text, count, numbers)))
        return fmt::format("{}: expected none, or x and y of 1 to {} points, each from {:.0f} to {:.0f}, got {}",
                           info.name, kMostOwnHuts, info.min, info.max, in_quotes(text));
    field.clear();
    for (std::size_t i = 0; i < count; i += 2)
        field.push_back({numbers[i], numbers[i + 1]});
    return {};
}

static std::string get_field(const SettingInfo&, double field) { return fmt::format("{}", field); }
template <std::size_t N> static std::string get_field(const SettingInfo&, const std::array<double, N>& field) {
    return fmt::format("{}", fmt::join(field, ","));
}
static std::string get_field(const SettingInfo& info, const Range& field) {
    return field ? get_field(info, *field) : "";
}
static std::string get_field(const SettingInfo&, const Places& field) {
    std::string text;
    for (const auto& [x, y] : field)
        text += fmt::format("{}{},{}", text.empty() ? "" : ",", x, y);
    return text.empty() ? "none" : text;
}
static std::string get_field(const SettingInfo&, const Gradient& field) { return to_text(field); }

std::string set(Preset& preset, std::string_view name, std::string_view text) {
    std::optional<std::string> what;
    for_each_look_of_scene(preset.look, [&](const LookInfo& info, auto& field) {
        if (name == info.name) what = set_field(info, field, text);
    });
    return what ? *what : set(preset.settings, name, text);
}

std::string get(const Preset& preset, std::string_view name) {
    std::optional<std::string> text;
    for_each_look(preset.look, [&](const LookInfo& info, const auto& field) {
        if (name == info.name) text = get_field(info, field);
    });
    return text ? *text : get(preset.settings, name);
}

}  // namespace isonoise
