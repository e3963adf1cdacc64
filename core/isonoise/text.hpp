// Settings as text, in the form of flags and presets: numbers in decimal, lists separated by commas, choices by name.
//
//   isonoise::Settings settings;
//   std::string error = set(settings, "octaves", "5");  // empty: settings.octaves is 5
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "isonoise/settings.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise {

// Sets one setting. Returns an empty string or, in one line, the error, which leaves the settings unchanged. Numbers
// are rounded to float once. Checks the range, but not whether settings agree with each other: see problem().
std::string set(Settings& settings, std::string_view name, std::string_view text);

// One setting as text that set() reads back to the same value (the shortest such decimal). Empty for an unknown name.
std::string get(const Settings& settings, std::string_view name);

// The index of `text` in info.names, if found.
std::optional<std::size_t> choice(const SettingInfo& info, std::string_view text);

// "octaves: expected a number from 1 to 32, got '0'"; with `whole`, "a whole number".
std::string expected(const SettingInfo& info, std::string_view got, bool whole);

// The same message for a list of counts, one per axis.
std::string expected_counts(const SettingInfo& info, std::string_view got);

// set() and get() for one field of a table, of any type that Settings has.
std::string set_field(const SettingInfo& info, int& field, std::string_view text);
std::string set_field(const SettingInfo& info, std::uint32_t& field, std::string_view text);
std::string set_field(const SettingInfo& info, float& field, std::string_view text);
std::string set_field(const SettingInfo& info, std::vector<std::uint32_t>& field, std::string_view text);
template <class Enum>
requires std::is_enum_v<Enum> std::string set_field(const SettingInfo& info, Enum& field, std::string_view text) {
    const auto index = choice(info, text);
    if (!index) return expected(info, text, false);
    field = static_cast<Enum>(*index);
    return {};
}
std::string get_field(const SettingInfo& info, int field);
std::string get_field(const SettingInfo& info, std::uint32_t field);
std::string get_field(const SettingInfo& info, float field);
std::string get_field(const SettingInfo& info, const std::vector<std::uint32_t>& field);
template <class Enum>
requires std::is_enum_v<Enum> std::string get_field(const SettingInfo& info, Enum field) {
    return info.names[static_cast<std::size_t>(field)];
}

}  // namespace isonoise
