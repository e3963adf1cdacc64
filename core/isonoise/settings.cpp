#include "isonoise/settings.hpp"

#include <algorithm>
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
        what += "one of " + joined(info.names);
    } else {
        what += whole ? "a whole number from " : "a number from ";
        // 2^-20 is exact but long in decimal: print it as people write it.
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

using Period = std::vector<std::uint32_t>;

static std::string text_of_period(const Period& period) {
    std::string all;
    for (std::uint32_t count : period)
        all += (all.empty() ? "" : ",") + text_of(count);
    return all.empty() ? "0" : all;
}

static std::string expected_period(std::string_view got) {
    return "period: expected one count an axis, each a whole number from 0 to 2147483647, separated by commas, got " +
           in_quotes(got);
}

// The number of dimensions of an algorithm that has only one; 0: it has 1 to 4.
static int only_dim(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::value_two_layer:
    case Algorithm::axis:
    case Algorithm::diagonal: return 2;
    case Algorithm::slope: return 1;
    default: return 0;
    }
}

// Settings that some algorithms lack, and which of them each algorithm has.
static constexpr std::string_view kNotEverywhere[] = {"seed",    "fade",         "period", "loop",
                                                      "fractal", "filter-width", "warp",   "flow"};
static std::span<const std::string_view> supported_by(Algorithm algorithm) {
    static constexpr std::span<const std::string_view> all = kNotEverywhere;
    switch (algorithm) {
    case Algorithm::perlin: return all;
    case Algorithm::improved:
    case Algorithm::value: return all.first(4);
    case Algorithm::value_two_layer: return all.first(2);
    case Algorithm::axis: return all.first(1);
    default: return {};
    }
}

bool supports(const Settings& settings, std::string_view name) {
    auto holds = [name](std::span<const std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (name == "flow" && settings.dim != 2) return false;
    return !holds(kNotEverywhere) || holds(supported_by(settings.algorithm));
}

// Describes in one line the first setting that this algorithm lacks but that is not at its default.
static std::string unsupported(const Settings& s) {
    const std::string algorithm = get(s, "algorithm");
    if (const int dim = only_dim(s.algorithm); dim != 0 && s.dim != dim) {
        return "dim: " + algorithm + " has " + text_of(dim) + " dimension" + (dim == 1 ? "" : "s") + ", got '" +
               text_of(s.dim) + "'";
    }
    std::string words = "frequency, output, octaves, persistence, lacunarity";
    for (std::string_view name : supported_by(s.algorithm))
        words += ", " + std::string(name);
    const Settings defaults;
    for (std::string_view name : kNotEverywhere) {
        if (supports(s, name) || get(s, name) == get(defaults, name)) continue;
        if (name == "period" && s.period == Period(s.period.size(), 0)) continue;  // no period, spelled out
        if (name == "flow" && s.algorithm == Algorithm::perlin) {
            return "flow: is for 2 dimensions, got dim '" + text_of(s.dim) + "'";
        }
        return std::string(name) + ": " + algorithm + " does not have it; it has " + words;
    }
    return "";
}

// Checks periods against octaves: each octave's period is a whole number of its cells, below 2^31.
static std::string period_problem(const Settings& s) {
    if (!s.period.empty() && s.period != Period{0} && s.period.size() != static_cast<std::size_t>(s.dim)) {
        return "period: expected " + text_of(s.dim) + " count" + (s.dim == 1 ? "" : "s") + ", one an axis, got '" +
               text_of_period(s.period) + "'";
    }
    if (s.loop != 0 && s.period.size() == static_cast<std::size_t>(s.dim) && s.period.back() != 0 &&
        s.period.back() != s.loop) {
        return "loop: is the period of the last axis, which is " + text_of(s.period.back()) + ", got '" +
               text_of(s.loop) + "'";
    }
    for (const std::uint32_t period : periods(s)) {
        if (period == 0) continue;
        double cells = period;
        const auto lacunarity = static_cast<double>(s.lacunarity);
        for (int i = 1; static_cast<float>(i) < s.octaves; ++i) {
            cells *= lacunarity;
            // improved keeps one period for all octaves, as published
            if (cells != std::floor(cells) ||
                (s.algorithm == Algorithm::improved && lacunarity != std::floor(lacunarity))) {
                return "lacunarity: a period of " + text_of(period) +
                       " needs one that keeps it whole in each octave, such as 2 or 3, got '" + text_of(s.lacunarity) +
                       "'";
            }
            if (s.algorithm == Algorithm::improved) cells = period * lacunarity;  // each octave starts from the same
            if (cells >= 2147483648.0) {
                return "octaves: a period of " + text_of(period) + " with lacunarity " + text_of(s.lacunarity) +
                       " reaches 2^31 cells at octave " + text_of(i + 1) + ", got '" + text_of(s.octaves) + "'";
            }
        }
    }
    return "";
}

std::string problem(const Settings& settings) {
    std::string what;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (!what.empty()) return;
        if constexpr (std::is_enum_v<T>) {
            if (static_cast<std::size_t>(field) >= info.names.size()) {
                what = expected(info, text_of(static_cast<int>(field)), false);
            }
        } else if constexpr (std::is_same_v<T, Period>) {
            for (std::uint32_t count : field) {
                if (!in_range(info, count)) what = expected_period(text_of_period(field));
            }
        } else if (!in_range(info, static_cast<double>(field))) {
            what = expected(info, text_of(field), std::is_integral_v<T>);
        }
    });
    if (what.empty()) what = unsupported(settings);
    if (what.empty()) what = period_problem(settings);
    return what;
}

Settings nearest(const Settings& settings) {
    Settings s = settings;
    if (const int dim = only_dim(s.algorithm); dim != 0) s.dim = dim;
    const Settings defaults;
    for (std::string_view name : kNotEverywhere) {
        if (!supports(s, name)) set(s, name, get(defaults, name));
    }
    if (!s.period.empty()) s.period.resize(static_cast<std::size_t>(s.dim), 0);
    if (s.loop != 0 && !s.period.empty()) s.period.back() = s.loop;
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
    default: return settings.fractal != Fractal::eroded;
    }
}

std::array<std::uint32_t, 4> periods(const Settings& settings) {
    std::array<std::uint32_t, 4> all{};
    for (std::size_t i = 0; i < settings.period.size() && i < 4; ++i)
        all[i] = settings.period[i];
    if (settings.loop != 0) all[static_cast<std::size_t>(settings.dim - 1)] = settings.loop;
    return all;
}

// The whole text must be the number. Underflow gives 0.
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
        } else if constexpr (std::is_same_v<T, Period>) {
            Period period;
            std::string_view rest = text;
            for (bool more = true; more;) {
                const auto comma = rest.find(',');
                more = comma != std::string_view::npos;
                std::int64_t count = -1;
                std::string_view word = rest.substr(0, comma);
                while (!word.empty() && word.front() == ' ')
                    word.remove_prefix(1);
                while (!word.empty() && word.back() == ' ')
                    word.remove_suffix(1);
                if (!parse(word, count) || !in_range(info, static_cast<double>(count)) || period.size() == 4) {
                    what = expected_period(text);
                    return;
                }
                period.push_back(static_cast<std::uint32_t>(count));
                if (more) rest.remove_prefix(comma + 1);
            }
            field = period == Period{0} ? Period{} : period;
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
    return "unknown setting " + in_quotes(name);
}

std::string get(const Settings& settings, std::string_view name) {
    std::string text;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if (name != info.name) return;
        if constexpr (std::is_enum_v<T>) {
            text = info.names[static_cast<std::size_t>(field)];
        } else if constexpr (std::is_same_v<T, Period>) {
            text = text_of_period(field);
        } else {
            text = text_of(field);
        }
    });
    return text;
}

Fade used_fade(const Settings& settings) {
    if (settings.fade != Fade::standard) return settings.fade;
    return settings.algorithm == Algorithm::slope ? Fade::cubic : Fade::quintic;
}

bool is_periodic(const Settings& settings) { return periods(settings) != std::array<std::uint32_t, 4>{}; }

std::array<std::uint32_t, 4> repeats(const Settings& settings) {
    if (settings.algorithm == Algorithm::slope) return {255, 0, 0, 0};
    return periods(settings);
}

}  // namespace isonoise
