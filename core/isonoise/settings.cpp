#include "isonoise/settings.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "isonoise/octaves.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

using Period = std::vector<std::uint32_t>;

// The only dimension of an algorithm; 0 if it has 1 to 4.
static int only_dim(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::value_two_layer:
    case Algorithm::axis:
    case Algorithm::diagonal: return 2;
    case Algorithm::slope: return 1;
    default: return 0;
    }
}

static bool is_for(const SettingInfo& info, Algorithm algorithm) {
    return info.algorithms >> static_cast<int>(algorithm) & 1u;
}
static bool is_for(const SettingInfo& info, const Settings& s) {
    return is_for(info, s.algorithm) && (info.only_dim == 0 || info.only_dim == s.dim);
}

bool supports(const Settings& settings, std::string_view name) {
    bool has = false;
    for_each_setting([&](const SettingInfo& info, auto) {
        if (name == info.name) has = is_for(info, settings);
    });
    return has;
}

// "frequency, output, octaves, ...": an algorithm's settings except dim, the common ones first.
static std::string names_of(Algorithm algorithm) {
    std::string names;
    for (const bool everywhere : {true, false}) {
        for_each_setting([&](const SettingInfo& info, auto member) {
            using Member = decltype(member);
            if constexpr (!std::is_same_v<Member, Algorithm Settings::*> && !std::is_same_v<Member, int Settings::*>) {
                if (!is_for(info, algorithm) || (info.algorithms == ~0u) != everywhere) return;
                if (!names.empty()) names += ", ";
                names += info.name;
            }
        });
    }
    return names;
}

// Describes in one line the first setting that is not at its default although this algorithm lacks it.
static std::string unsupported(const Settings& s) {
    const std::string algorithm = get(s, "algorithm");
    if (const int dim = only_dim(s.algorithm); dim != 0 && s.dim != dim) {
        return "dim: " + algorithm + " has " + std::to_string(dim) + " dimension" + (dim == 1 ? "" : "s") + ", got '" +
               std::to_string(s.dim) + "'";
    }
    std::string what;
    for_each_setting([&](const SettingInfo& info, auto member) {
        if (!what.empty() || is_for(info, s) || s.*member == Settings().*member) return;
        if constexpr (std::is_same_v<decltype(member), Period Settings::*>) {
            const Period& period = s.*member;  // equals no period
            if (std::all_of(period.begin(), period.end(), [](std::uint32_t cells) { return cells == 0; })) return;
        }
        if (is_for(info, s.algorithm)) {
            what = std::string(info.name) + ": expected " + std::to_string(info.only_dim) + " dimensions, got dim '" +
                   std::to_string(s.dim) + "'";
        } else {
            what = std::string(info.name) + ": " + algorithm + " lacks this setting; it has " + names_of(s.algorithm);
        }
    });
    return what;
}

// Checks that an axis's period is a whole number of cells, below 2^31, in each octave.
static std::string octaves_problem(const Settings& s, std::uint32_t period) {
    double cells = period;
    const auto lacunarity = static_cast<double>(s.lacunarity);
    for (int i = 1; static_cast<float>(i) < s.octaves; ++i) {
        cells *= lacunarity;
        // improved keeps the same period for all octaves, as published
        if (cells != std::floor(cells) || (s.algorithm == Algorithm::improved && !is_whole(s.lacunarity))) {
            return "lacunarity: expected a value that keeps a period of " + std::to_string(period) +
                   " whole in each octave, such as 2 or 3, got '" + get(s, "lacunarity") + "'";
        }
        if (s.algorithm == Algorithm::improved) cells = period * lacunarity;  // each octave starts from the same period
        if (cells >= 2147483648.0) {
            return "octaves: a period of " + std::to_string(period) + " with lacunarity " + get(s, "lacunarity") +
                   " reaches 2^31 cells at octave " + std::to_string(i + 1) + ", got '" + get(s, "octaves") + "'";
        }
    }
    return "";
}

// Checks periods against dimensions, loop and octaves.
static std::string period_problem(const Settings& s) {
    if (!s.period.empty() && s.period != Period{0} && s.period.size() != static_cast<std::size_t>(s.dim)) {
        return "period: expected " + std::to_string(s.dim) + " count" + (s.dim == 1 ? "" : "s") +
               ", one per axis, got '" + get(s, "period") + "'";
    }
    if (s.loop != 0 && s.period.size() == static_cast<std::size_t>(s.dim) && s.period.back() != 0 &&
        s.period.back() != s.loop) {
        return "loop: expected the period of the last axis, which is " + std::to_string(s.period.back()) + ", got '" +
               std::to_string(s.loop) + "'";
    }
    for (const std::uint32_t period : periods(s)) {
        if (period == 0) continue;
        if (std::string what = octaves_problem(s, period); !what.empty()) return what;
    }
    return "";
}

// Checks one field against its range.
template <class T> static std::string range_problem(const SettingInfo& info, const T& field) {
    const auto in_range = [&](auto x) {
        return static_cast<double>(x) >= info.min && static_cast<double>(x) <= info.max;
    };
    if constexpr (std::is_enum_v<T>) {
        if (static_cast<std::size_t>(field) < info.names.size()) return "";
        return expected(info, std::to_string(static_cast<int>(field)), false);
    } else if constexpr (std::is_same_v<T, Period>) {
        if (std::all_of(field.begin(), field.end(), in_range)) return "";
        return expected_counts(info, get_field(info, field));
    } else {
        if (in_range(field)) return "";
        return expected(info, get_field(info, field), std::is_integral_v<T>);
    }
}

std::string problem(const Settings& settings) {
    std::string what;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        if (what.empty()) what = range_problem(info, field);
    });
    if (what.empty()) what = unsupported(settings);
    if (what.empty()) what = period_problem(settings);
    return what;
}

void fit_periods(Settings& s) {
    if (s.period.empty()) return;
    s.period.resize(static_cast<std::size_t>(s.dim), 0);
    if (s.loop != 0) s.period.back() = s.loop;
    if (s.period == std::vector<std::uint32_t>{0}) s.period.clear();  // as set() parses it
}

Settings nearest(const Settings& settings) {
    Settings s = settings;
    if (const int dim = only_dim(s.algorithm); dim != 0) s.dim = dim;
    for_each_setting([&](const SettingInfo& info, auto member) {
        if (!is_for(info, s)) s.*member = Settings().*member;
    });
    fit_periods(s);
    if (!problem(s).empty()) s.lacunarity = std::round(s.lacunarity);
    if (!problem(s).empty()) {
        s.period.clear();
        s.loop = 0;
    }
    return s;
}

bool has_gradient(const Settings& settings) {
    switch (settings.algorithm) {
    case Algorithm::axis:
    case Algorithm::diagonal:
    case Algorithm::slope: return false;
    default: return !has_slope(settings);
    }
}

Fade used_fade(const Settings& settings) {
    if (settings.fade != Fade::standard) return settings.fade;
    return settings.algorithm == Algorithm::slope ? Fade::cubic : Fade::quintic;
}

std::array<std::uint32_t, 4> periods(const Settings& settings) {
    std::array<std::uint32_t, 4> all{};
    for (std::size_t i = 0; i < settings.period.size() && i < 4; ++i)
        all[i] = settings.period[i];
    if (settings.loop != 0) all[static_cast<std::size_t>(settings.dim - 1)] = settings.loop;
    return all;
}

bool is_periodic(const Settings& settings) { return periods(settings) != std::array<std::uint32_t, 4>{}; }

bool has_separate_axes(const Settings& settings) {
    return hashes_keys(settings.algorithm) && settings.warp == 0.0f && settings.flow == 0.0f && !has_slope(settings);
}

}  // namespace isonoise
