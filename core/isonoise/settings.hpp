// The settings of a noise as one plain value, and the single table of their names, ranges and descriptions. Flags, JSON
// keys, panel labels, GLSL uniforms and the fields below share the same names.
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
enum class Fade { standard, linear, cubic, quintic };  // standard: quintic, but cubic for slope
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
    std::vector<std::uint32_t> period = {};  // one count per axis, 0 for none; empty: no periods
    std::uint32_t loop = 0;
    float warp = 0.0f;
    float flow = 0.0f;
    float filter_width = 0.0f;
    Output output = Output::signed_;

    bool operator==(const Settings&) const = default;
};

// One setting. Numbers range over min..max; choices list their values in `names`, in the order of the enum.
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

// Returns an empty string if the settings are valid. Otherwise describes in one line the first field that is out of
// range (name, expected, got), that the algorithm does not have, or that another field rules out.
std::string problem(const Settings& settings);

// True if the algorithm of these settings has the setting `name` (flow: also depends on dim).
bool supports(const Settings& settings, std::string_view name);

// Returns the nearest valid settings: settings that the algorithm lacks go to their defaults, dim to one that it has;
// periods lose or gain axes, and are dropped if the octaves cannot keep them. Ranges must hold already.
Settings nearest(const Settings& settings);

// True if the noise has an analytic gradient: all except eroded, axis, diagonal and slope.
bool has_gradient(const Settings& settings);

// The fade in effect, with `standard` resolved.
Fade used_fade(const Settings& settings);

// The periods of all axes, with `loop` on the last one.
std::array<std::uint32_t, 4> periods(const Settings& settings);

// True if any axis has a period.
bool is_periodic(const Settings& settings);

// The number of cells, below 2^32, after which the lattice repeats along each axis: the period, and 255 for slope.
// 0 if it does not repeat sooner.
std::array<std::uint32_t, 4> repeats(const Settings& settings);

// Sets one setting from text as flags and presets write it; lists are separated by commas. Returns an empty string or,
// in one line, the error; the settings are then unchanged. Numbers are rounded to float once. The range is checked, but
// not whether settings agree with each other: see problem().
std::string set(Settings& settings, std::string_view name, std::string_view text);

// Parses all of `text` as a number, rounded once; underflow gives 0. False if it is not a number or too large.
bool parse_number(std::string_view text, double& value);

// Quotes user input for a message: control characters as \x1b, cut after 60 bytes.
std::string in_quotes(std::string_view text);

// The index of `text` in info.names, if it is there.
std::optional<std::size_t> choice(const SettingInfo& info, std::string_view text);

// "octaves: expected a number from 1 to 32, got '0'"; with `whole`, "a whole number".
std::string expected(const SettingInfo& info, std::string_view got, bool whole);

// One setting as text that set() reads back to the same value (the shortest such decimal).
std::string get(const Settings& settings, std::string_view name);

}  // namespace isonoise
