// The settings of a noise as one plain value, and the table of their names, ranges and descriptions: one row per
// setting. Flags, JSON keys, panel labels and the fields below share these names (the field of filter-width is
// filter_width). text.hpp reads and writes them as text.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/plan.hpp"

namespace isonoise {

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

// One row of the table of settings: name, description, type and range.
struct SettingInfo {
    const char* name;
    const char* about;  // one line: what it does, and its unit
    double min = 0.0;   // range of numbers
    double max = 0.0;
    std::span<const char* const> names = {};  // choices: the values, in the order of the enum

    // Which noises have this setting: a bit for each Algorithm, and the only dim that has it (0: any).
    unsigned algorithms = ~0u;
    int only_dim = 0;
    bool of_octaves = false;  // only matters with several octaves
};

namespace detail {
inline constexpr const char* kAlgorithms[] = {"perlin", "improved", "value", "value-two-layer",
                                              "axis",   "diagonal", "slope"};
inline constexpr const char* kFractals[] = {"fbm", "turbulence", "ridged", "billow", "eroded"};
inline constexpr const char* kFades[] = {"standard", "linear", "cubic", "quintic"};
inline constexpr const char* kOutputs[] = {"signed", "unit"};

template <class... A> constexpr unsigned mask(A... algorithms) { return ((1u << static_cast<int>(algorithms)) | ...); }
inline constexpr unsigned kPerlin = mask(Algorithm::perlin);
inline constexpr unsigned kTiling = kPerlin | mask(Algorithm::improved, Algorithm::value);
inline constexpr unsigned kFading = kTiling | mask(Algorithm::value_two_layer);
inline constexpr unsigned kSeeded = kFading | mask(Algorithm::axis);
}  // namespace detail

// The table: calls visit(info, member) for each setting in order, with the member of Settings.
template <class Visit> constexpr void for_each_setting(Visit&& visit) {
    using namespace detail;
    using I = SettingInfo;
    visit(I{.name = "algorithm", .about = "which noise", .names = kAlgorithms}, &Settings::algorithm);
    visit(I{.name = "dim", .about = "dimensions; time is the last axis", .min = 1, .max = 4}, &Settings::dim);
    visit(I{.name = "seed", .about = "chooses the pattern", .max = 4294967295.0, .algorithms = kSeeded},
          &Settings::seed);
    visit(I{.name = "frequency", .about = "cells per unit of coordinate", .min = 1.0 / 1048576, .max = 1048576},
          &Settings::frequency);
    visit(I{.name = "fade",
            .about = "interpolation across a cell; standard is quintic, for slope cubic",
            .names = kFades,
            .algorithms = kFading},
          &Settings::fade);
    visit(I{.name = "output", .about = "signed is v in [-1, 1], unit is (v + 1) / 2", .names = kOutputs},
          &Settings::output);
    visit(I{.name = "fractal", .about = "how octaves are summed", .names = kFractals, .algorithms = kPerlin},
          &Settings::fractal);
    visit(I{.name = "octaves",
            .about = "octaves of the fractal; a fraction fades the last one in",
            .min = 1,
            .max = 32,
            .of_octaves = true},
          &Settings::octaves);
    visit(I{.name = "persistence", .about = "amplitude ratio of successive octaves", .max = 2, .of_octaves = true},
          &Settings::persistence);
    visit(I{.name = "lacunarity",
            .about = "frequency ratio of successive octaves",
            .min = 1,
            .max = 8,
            .of_octaves = true},
          &Settings::lacunarity);
    visit(I{.name = "filter-width",
            .about = "pixel footprint in units of coordinate; finer octaves fade out; 0 is none",
            .max = 1048576,
            .algorithms = kPerlin},
          &Settings::filter_width);
    visit(I{.name = "period",
            .about = "cells until it repeats, one count per axis; 0 is none",
            .max = 2147483647,
            .algorithms = kTiling},
          &Settings::period);
    visit(I{.name = "loop",
            .about = "period of the last axis in cells, for animations that loop; 0 is none",
            .max = 2147483647,
            .algorithms = kTiling},
          &Settings::loop);
    visit(I{.name = "warp", .about = "domain warp, in cells", .max = 16, .algorithms = kPerlin}, &Settings::warp);
    visit(I{.name = "flow",
            .about = "rotation of the gradients in radians (2D)",
            .min = -1e6,
            .max = 1e6,
            .algorithms = kPerlin,
            .only_dim = 2},
          &Settings::flow);
}

// Like for_each_setting(visit), with the fields of `s`, a Settings or const Settings: calls visit(info, field).
template <class S, class Visit> constexpr void for_each_setting(S& s, Visit&& visit) {
    for_each_setting([&](const SettingInfo& info, auto member) { visit(info, s.*member); });
}

// Returns an empty string if the settings are valid. Otherwise describes in one line the first field that is out of
// range (name, expected, got), that the algorithm does not have, or that another field rules out.
std::string problem(const Settings& settings);

// True if the algorithm of these settings has the setting `name` (flow: also depends on dim).
bool supports(const Settings& settings, std::string_view name);

// Returns the nearest valid settings: resets settings that the algorithm lacks, and dim if it lacks that; adds or
// removes axes of periods, and drops periods that the octaves cannot keep. All fields must be within their ranges.
Settings nearest(const Settings& settings);

// After a change of dim or loop: keeps one period per remaining axis; the last one is the loop.
void fit_periods(Settings& settings);

// True if the noise has an analytic gradient: all except eroded, axis, diagonal and slope.
bool has_gradient(const Settings& settings);
// True if the derivatives are instead the slope that the fractal accumulates.
inline bool has_slope(const Settings& settings) { return settings.fractal == Fractal::eroded; }

// The fade in effect, with `standard` resolved.
Fade used_fade(const Settings& settings);

// The periods of all axes, 0 for none; the last one is `loop`. Cells may be reduced by them before evaluation
// (wrapped_cell), which changes no value at any coordinate.
std::array<std::uint32_t, 4> periods(const Settings& settings);

// True if any axis has a period.
bool is_periodic(const Settings& settings);

// True if each axis can be prepared on its own, so that a grid needs one table per axis: the algorithm hashes one key
// per axis (perlin and value), and no warp, flow or erosion mixes the axes.
bool has_separate_axes(const Settings& settings);

}  // namespace isonoise
