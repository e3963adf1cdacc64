// What to compute, as one plain value, and the one table of its names, ranges and words. Flags, JSON keys,
// labels of the panel, GLSL uniforms and the fields below bear the same names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace isonoise {

enum class Algorithm { perlin, improved };
enum class Fractal { fbm };
enum class Fade { quintic };
enum class Output { signed_, unit };

struct Settings {
    Algorithm algorithm = Algorithm::perlin;
    int dim = 2;
    std::uint32_t seed = 0;
    float frequency = 1.0f;
    float octaves = 1.0f;
    float persistence = 0.5f;
    float lacunarity = 2.0f;
    Fractal fractal = Fractal::fbm;
    Fade fade = Fade::quintic;
    Output output = Output::signed_;

    bool operator==(const Settings&) const = default;
};

// A setting's row. For numbers min..max is the range; for choices `names` are the values in the order of the
// enum, and `later` those that a coming version will have.
struct SettingInfo {
    const char* name;
    const char* about;  // one line: what it does, and its unit
    double min = 0.0;
    double max = 0.0;
    std::span<const char* const> names = {};
    std::span<const char* const> later = {};
};

namespace detail {
inline constexpr const char* kAlgorithms[] = {"perlin", "improved"};
inline constexpr const char* kAlgorithmsLater[] = {"value", "axis", "diagonal", "slope"};
inline constexpr const char* kFractals[] = {"fbm"};
inline constexpr const char* kFractalsLater[] = {"turbulence", "ridged", "billow", "eroded"};
inline constexpr const char* kFades[] = {"quintic"};
inline constexpr const char* kFadesLater[] = {"linear", "cubic"};
inline constexpr const char* kOutputs[] = {"signed", "unit"};
inline constexpr const char* kLater[] = {"period", "loop", "warp", "flow", "filter-width", "cells"};
}  // namespace detail

// Settings that a coming version will have; until then any use of them is refused.
inline constexpr std::span<const char* const> kSettingsLater = detail::kLater;

// Calls visit(info, field) for each setting in order; S is Settings or const Settings.
template <class S, class Visit> constexpr void for_each_setting(S& s, Visit&& visit) {
    using namespace detail;
    visit(SettingInfo{"algorithm", "which noise", 0, 0, kAlgorithms, kAlgorithmsLater}, s.algorithm);
    visit(SettingInfo{"dim", "dimensions; time is the last axis", 1, 4}, s.dim);
    visit(SettingInfo{"seed", "another seed, another pattern", 0, 4294967295.0}, s.seed);
    visit(SettingInfo{"frequency", "cells per unit of coordinate", 1.0 / 1048576, 1048576}, s.frequency);
    visit(SettingInfo{"output", "signed is v in [-1, 1], unit is (v + 1) / 2", 0, 0, kOutputs}, s.output);
    visit(SettingInfo{"octaves", "octaves of fBm; a fraction fades the last one in", 1, 32}, s.octaves);
    visit(SettingInfo{"persistence", "amplitude ratio of successive octaves (gain)", 0, 2}, s.persistence);
    visit(SettingInfo{"lacunarity", "frequency ratio of successive octaves", 1, 8}, s.lacunarity);
    visit(SettingInfo{"fractal", "how octaves are summed", 0, 0, kFractals, kFractalsLater}, s.fractal);
    visit(SettingInfo{"fade", "interpolation across a cell", 0, 0, kFades, kFadesLater}, s.fade);
}

// Empty, or the first field that is out of range, in one line: name, what was expected, what it was.
std::string problem(const Settings& settings);

// Sets one setting from text, as flags and presets give it. Returns empty, or what is wrong in one line; the
// settings are then as they were. Numbers are rounded to float once; the range is checked too.
std::string set(Settings& settings, std::string_view name, std::string_view text);

// All of `text` as a number, rounded once; what is too small is 0. False if it is none, or too large.
bool parse_number(std::string_view text, double& value);

// What a user gave, for a message: in quotes, control characters as \x1b, cut after 60 bytes.
std::string in_quotes(std::string_view text);

// Which of info.names `text` is, if any.
std::optional<std::size_t> choice(const SettingInfo& info, std::string_view text);

// "octaves: expected a number from 1 to 32, got '0'"; `whole`: a whole number.
std::string expected(const SettingInfo& info, std::string_view got, bool whole);

// The text of one setting, such that set() gives the same value back (shortest decimal that does).
std::string get(const Settings& settings, std::string_view name);

}  // namespace isonoise
