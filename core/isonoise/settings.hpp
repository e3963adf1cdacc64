// What to compute, as one plain value, and the one table of its names, ranges and words. Flags, JSON keys,
// labels of the panel, GLSL uniforms and the fields below bear the same names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isonoise {

enum class Algorithm { perlin, improved, value, value_two_layer, axis, diagonal, slope };
enum class Fractal { fbm, turbulence, ridged, billow, eroded };
enum class Fade { standard, linear, cubic, quintic };  // standard: quintic, for slope cubic
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
    Fade fade = Fade::standard;
    std::vector<std::uint32_t> period = {};  // one count an axis, 0 is none; empty: none on any
    std::uint32_t loop = 0;
    float warp = 0.0f;
    float flow = 0.0f;
    float filter_width = 0.0f;
    Output output = Output::signed_;

    bool operator==(const Settings&) const = default;
};

// A setting's row. For numbers min..max is the range; for choices `names` are the values in the order of the enum.
struct SettingInfo {
    const char* name;
    const char* about;  // one line: what it does, and its unit
    double min = 0.0;
    double max = 0.0;
    std::span<const char* const> names = {};
};

namespace detail {
inline constexpr const char* kAlgorithms[] = {"perlin", "improved", "value", "value-two-layer",
                                              "axis",   "diagonal", "slope"};
inline constexpr const char* kFractals[] = {"fbm", "turbulence", "ridged", "billow", "eroded"};
inline constexpr const char* kFades[] = {"standard", "linear", "cubic", "quintic"};
inline constexpr const char* kOutputs[] = {"signed", "unit"};
}  // namespace detail

// Calls visit(info, field) for each setting in order; S is Settings or const Settings.
template <class S, class Visit> constexpr void for_each_setting(S& s, Visit&& visit) {
    using namespace detail;
    visit(SettingInfo{"algorithm", "which noise", 0, 0, kAlgorithms}, s.algorithm);
    visit(SettingInfo{"dim", "dimensions; time is the last axis", 1, 4}, s.dim);
    visit(SettingInfo{"seed", "another seed, another pattern", 0, 4294967295.0}, s.seed);
    visit(SettingInfo{"frequency", "cells per unit of coordinate", 1.0 / 1048576, 1048576}, s.frequency);
    visit(SettingInfo{"fade", "interpolation across a cell; standard is quintic, of slope cubic", 0, 0, kFades},
          s.fade);
    visit(SettingInfo{"output", "signed is v in [-1, 1], unit is (v + 1) / 2", 0, 0, kOutputs}, s.output);
    visit(SettingInfo{"fractal", "how octaves are summed", 0, 0, kFractals}, s.fractal);
    visit(SettingInfo{"octaves", "octaves of the fractal; a fraction fades the last one in", 1, 32}, s.octaves);
    visit(SettingInfo{"persistence", "amplitude ratio of successive octaves (gain)", 0, 2}, s.persistence);
    visit(SettingInfo{"lacunarity", "frequency ratio of successive octaves", 1, 8}, s.lacunarity);
    visit(SettingInfo{"filter-width", "pixel footprint in units of coordinate; finer octaves fade out; 0 is none", 0,
                      1048576},
          s.filter_width);
    visit(SettingInfo{"period", "cells after which it repeats, one count an axis; 0 is none", 0, 2147483647}, s.period);
    visit(SettingInfo{"loop", "period of the last axis in cells, for closing animations; 0 is none", 0, 2147483647},
          s.loop);
    visit(SettingInfo{"warp", "domain warp, in cells", 0, 16}, s.warp);
    visit(SettingInfo{"flow", "rotation of the gradients in radians (2D)", -1e6, 1e6}, s.flow);
}

// Empty, or what is wrong, in one line: the first field that is out of range (name, what was expected, what it was), or
// the first that the algorithm does not have, or that another field rules out.
std::string problem(const Settings& settings);

// Whether the algorithm of these settings has the setting `name` (flow: in these dimensions).
bool supports(const Settings& settings, std::string_view name);

// The settings nearest to these that have no problem: what the algorithm does not have goes to its default, the
// dimensions to those that it has; periods lose or gain axes, and go where octaves cannot keep them. Ranges must hold
// already.
Settings nearest(const Settings& settings);

// Whether the noise of these settings has an analytic gradient: not eroded, axis, diagonal and slope.
bool has_gradient(const Settings& settings);

// The fade that is used: what `standard` comes to.
Fade used_fade(const Settings& settings);

// The periods of all axes, with `loop` on the last one.
std::array<std::uint32_t, 4> periods(const Settings& settings);

// Whether any axis has one.
bool is_periodic(const Settings& settings);

// After how many cells the lattice repeats along each axis, less than 2^32: the periods, and of slope 255. 0: not
// before.
std::array<std::uint32_t, 4> repeats(const Settings& settings);

// Sets one setting from text, as flags and presets give it; lists are separated by commas. Returns empty, or what is
// wrong in one line; the settings are then as they were. Numbers are rounded to float once; the range is checked too,
// but not whether settings agree with each other: see problem().
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
