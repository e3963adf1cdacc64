#include "scene/written_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/octaves.hpp"
#include "isonoise/text.hpp"
#include "scene/field.hpp"

namespace isonoise {
namespace {

constexpr const char *kVec[] = {"", "float", "vec2", "vec3", "vec4"}, *kIvec[] = {"", "int", "ivec2", "ivec3", "ivec4"},
                     *kUvec[] = {"", "uint", "uvec2", "uvec3", "uvec4"};

// Twin of functions.glsl's isonoise_normalization_of().
constexpr const char* kNormalization = R"(
// 1 / the sum of the octaves' amplitudes, or a little less. Sums of two floats keep what one would round away.
float normalization() {
    float sum = 0.0, lost = 0.0, amplitude = 1.0;
    for (uint i = 0u; float(i) < octaves; ++i) {
        float a = amplitude * min(octaves - float(i), 1.0), s = sum + a, b = s - sum;
        lost += (sum - (s - b)) + (a - b);
        sum = s;
        amplitude *= persistence;
    }
    float all = sum + lost, low = lost - (all - sum);
    float q = 262143.0 / 262144.0 / all;
    float q1 = 4097.0 * q - (4097.0 * q - q), q2 = q - q1, a1 = 4097.0 * all - (4097.0 * all - all), a2 = all - a1;
    float error = ((q1 * a1 - q * all) + (q1 * a2 + q2 * a1)) + q2 * a2;
    return octaves > 1.0 ? q + (((262143.0 / 262144.0 - q * all) - error) - q * low) / all : 1.0;
}
)";

// Twin of lattice.glsl's isonoise_finer(); the types are those of the point.
constexpr const char* kFiner = R"(
// The cell in the next octave, without the fraction. Exact, since a float from 1 to 8 is a multiple of 2^-23.
UVEC finer(IVEC cell, out VEC rest) {
    uint factor = uint(lacunarity * 8388608.0);
    UVEC low = UVEC(cell) * factor;
    UVEC next = UVEC(cell) * (factor >> 23) + UVEC(IVEC(VEC(cell) * (float(factor & 0x7FFFFFu) / 8388608.0)));
    next += UVEC(IVEC(low - (next << 23)) >> 23);
    rest = VEC(low & 0x7FFFFFu) / 8388608.0;
    return next;
}
)";

class Writer {
  public:
    explicit Writer(const Settings& settings)
        : s_(settings), vec_(kVec[s_.dim]), ivec_(kIvec[s_.dim]), whole_(is_whole(s_.lacunarity)),
          several_(s_.octaves > 1.0f), periodic_(is_periodic(s_)),
          by_cells_(s_.warp != 0.0f || (several_ && (periodic_ || s_.algorithm == Algorithm::value))) {}

    std::string text(const std::string& name) const {
        std::string text =
            fmt::format("// {}.glsl: {} noise of {} dimension{}, {}{}{}\n// Has the bits of the preset's "
                        "noise, up to 2^31 cells of the finest octave from the origin.\n",
                        name, s_.algorithm == Algorithm::value ? "value" : "Perlin", s_.dim, s_.dim == 1 ? "" : "s",
                        several_ ? get(s_, "fractal") : "one octave", s_.warp != 0.0f ? ", warped" : "",
                        periodic_ ? ", repeating" : "") +
            parameters();
        if (by_cells_) text += constants();
        if (by_cells_ && several_) text += kNormalization;
        if (by_cells_ && several_ && !whole_) text += with_types(kFiner);
        return text + fmt::format("\nfloat noise({} p) {{\n", vec_) + (by_cells_ ? in_cells() : at_point()) + "}\n";
    }

  private:
    std::string with_types(std::string text) const {
        const std::pair<std::string_view, std::string> types[] = {
            {"UVEC", kUvec[s_.dim]}, {"IVEC", ivec_}, {"VEC", vec_}};
        for (const auto& [word, type] : types) {
            for (std::size_t at; (at = text.find(word)) != text.npos;)
                text.replace(at, word.size(), type);
        }
        return text;
    }
    static std::string number(float value) {
        std::string text = fmt::format("{}", value);
        return text + (text.find_first_of(".e") == text.npos ? ".0" : "");
    }
    // A uniform with the setting's range, that of its slider if that has the value, and the setting's meaning.
    template <class T> std::string parameter(const char* name, const T& value) const {
        std::string text;
        for_each_noise_field([&](const FieldInfo& info, auto) {
            if (std::string_view(info.name) != name) return;
            const bool usual = info.widget.usual_max != 0.0 && static_cast<double>(value) <= info.widget.usual_max;
            // A slider of functions is linear.
            const bool slides = !info.widget.logarithmic && info.max < 65536;
            const std::string range =
                slides ? fmt::format("{}..{}: ", info.min, usual ? info.widget.usual_max : info.max) : "";
            if constexpr (std::is_same_v<T, float>) {
                text = fmt::format("uniform float {} = {};  // {}{}\n", name, number(value), range, info.about);
            } else {
                text = fmt::format("uniform {} {} = {}{};  // {}{}\n", std::is_signed_v<T> ? "int" : "uint", name,
                                   value, std::is_signed_v<T> ? "" : "u", range, info.about);
            }
        });
        return text;
    }
    std::string parameters() const {
        std::string text = parameter("seed", s_.seed) + parameter("frequency", s_.frequency);
        if (several_ || s_.fractal == Fractal::eroded) {
            text += parameter("octaves", s_.octaves) + parameter("persistence", s_.persistence);
            text += by_cells_ && whole_ ? parameter("lacunarity", static_cast<int>(s_.lacunarity))
                                        : parameter("lacunarity", s_.lacunarity);
        }
        if (s_.warp != 0.0f) text += parameter("warp", s_.warp);
        if (!periodic_) return text;
        const bool units = is_period_whole();
        std::vector<std::string> counts;
        for (std::size_t c = 0; c < static_cast<std::size_t>(s_.dim); ++c)
            counts.push_back(
                fmt::format("{}u", units ? static_cast<std::uint32_t>(static_cast<float>(periods(s_)[c]) / s_.frequency)
                                         : periods(s_)[c]));
        return text + fmt::format("uniform {0} {1} = {0}({2});  // {3} until it repeats, 0 for never\n", kUvec[s_.dim],
                                  units ? "period" : "repeat", fmt::join(counts, ", "),
                                  units ? "units of coordinate" : "cells");
    }
    // Does it repeat after whole units of coordinate, which a parameter `period` has?
    bool is_period_whole() const {
        const auto all = periods(s_);
        return std::all_of(all.begin(), all.end(), [&](std::uint32_t cells) {
            const float units = static_cast<float>(cells) / s_.frequency;
            return cells < 1u << 24 && units <= static_cast<float>(kLongestPeriod) && units == std::floor(units) &&
                   units * s_.frequency == static_cast<float>(cells);
        });
    }

    std::string constants() const {
        return with_types(R"(
// Noises count coordinates below 2^-40 as 0, and return 0 for less than 2^-64.
VEC settled(VEC x) { return x * step(1.0 / 1099511627776.0, abs(x)); }
)");
    }

    // The noise's name with its dimensions.
    std::string base() const {
        return fmt::format("{}{}", s_.algorithm == Algorithm::value ? "value" : "perlin", s_.dim);
    }
    // A call of one octave.
    std::string octave(const std::string& point, const std::string& seed) const {
        const bool value = s_.algorithm == Algorithm::value;
        const std::string cells = periodic_ ? "cells" : fmt::format("{}(0u)", kUvec[s_.dim]);
        return fmt::format("{}{}({}, {}{})", base(), periodic_ && !value ? "_periodic" : "", point, seed,
                           value || periodic_ ? ", " + cells : "");
    }
    std::string cells() const {
        if (!periodic_) return {};
        if (!is_period_whole()) return fmt::format("    {} cells = repeat;\n", kUvec[s_.dim]);
        return fmt::format("    {0} cells = {0}(frequency * {1}(period));\n", kUvec[s_.dim], vec_);
    }
    std::string shaped(const std::string& n) const {
        switch (s_.fractal) {
        case Fractal::turbulence: return fmt::format("abs({})", n);
        case Fractal::billow: return fmt::format("2.0 * abs({}) - 1.0", n);
        case Fractal::ridged: return fmt::format("2.0 * ((1.0 - abs({0})) * (1.0 - abs({0}))) - 1.0", n);
        default: return n;
        }
    }
    std::string returned(const std::string& v) const {
        return s_.output == Output::unit ? fmt::format("    return 0.5 * ({} + 1.0);\n", v)
                                         : fmt::format("    return {};\n", v);
    }

    // By the library's own sum of octaves, or one octave.
    std::string at_point() const {
        if (several_ || s_.fractal == Fractal::eroded)
            return returned(fmt::format("{}_{}(frequency * p, seed, octaves, persistence, lacunarity)", base(),
                                        detail::kFractals[static_cast<int>(s_.fractal)]));
        const std::string call = octave("frequency * p", "seed");
        if (s_.fractal == Fractal::fbm) return cells() + returned(call);
        return cells() + fmt::format("    float n = {};\n", call) + returned(shaped("n"));
    }
    // Octave by octave, in cells and fractions of them.
    std::string in_cells() const {
        std::string text = cells() + fmt::format("    {0} q = settled(frequency * p);\n"
                                                 "    {1} cell = {1}(floor(q));\n"
                                                 "    {0} f = q - floor(q);\n",
                                                 vec_, ivec_);
        if (s_.warp != 0.0f) {
            text += "    // The point is moved by noises, one per axis.\n";
            std::vector<std::string> axes;
            for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(s_.dim); ++c)
                axes.push_back(octave("cell, f", fmt::format("seed ^ 0x{:08X}u", (c + 1) * 0x85EBCA6Bu)));
            const std::string head = fmt::format("    q = settled(f + warp * {}", s_.dim == 1 ? "" : vec_ + "(");
            const std::string next = ",\n" + std::string(head.size(), ' ');
            text += fmt::format("{}{}{});\n    cell += {}(floor(q));\n    f = q - floor(q);\n", head,
                                fmt::join(axes, next), s_.dim == 1 ? "" : ")", ivec_);
        }
        if (!several_)
            return text + fmt::format("    float n = {};\n", octave("cell, f", "seed")) + returned(shaped("n"));
        text += fmt::format("    float sum = 0.0, amplitude = normalization();\n"
                            "    for (uint i = 0u; float(i) < octaves; ++i) {{\n"
                            "        if (amplitude < 1.0 / 1152921504606846976.0) break;  // 2^-60\n"
                            "        float n = {};\n"
                            "        sum += amplitude * min(octaves - float(i), 1.0) * {};\n"
                            "        amplitude *= persistence;\n",
                            octave("cell, f", "seed ^ (i * 0x9E3779B9u)"),
                            s_.fractal == Fractal::fbm ? "n" : fmt::format("({})", shaped("n")));
        if (periodic_) text += "        cells *= uint(lacunarity);\n";
        text += whole_ ? fmt::format("        q = float(lacunarity) * f;\n"
                                     "        cell = lacunarity * cell + {}(floor(q));\n",
                                     ivec_)
                       : fmt::format("        {0} part;\n"
                                     "        {2} next = finer(cell, part);\n"
                                     "        q = lacunarity * f + part;\n"
                                     "        cell = {1}(next) + {1}(floor(q));\n",
                                     vec_, ivec_, kUvec[s_.dim]);
        return text +
               "        f = q - floor(q);\n    }\n"
               "    if (abs(sum) < 1.0 / 18446744073709551616.0) sum = 0.0;  // 2^-64\n" +
               returned("sum");
    }

    const Settings& s_;
    const std::string vec_, ivec_;
    const bool whole_, several_, periodic_, by_cells_;
};

}  // namespace

std::string unwritable(const Settings& s) {
    const auto none = [&](const char* setting, const char* why) {
        return fmt::format("{} {}: {}; include the preset instead, see docs/functions.md", setting, get(s, setting),
                           why);
    };
    constexpr const char* unknown = "the functions' language has no such noise";
    if (s.algorithm != Algorithm::perlin && s.algorithm != Algorithm::value) return none("algorithm", unknown);
    if (used_fade(s) != Fade::quintic) return none("fade", unknown);
    if (s.flow != 0.0f) return none("flow", unknown);
    if (s.filter_width != 0.0f) return none("filter-width", "functions leave out no octaves");
    if (s.fractal == Fractal::eroded && (s.warp != 0.0f || is_periodic(s)))
        return none("fractal", s.warp != 0.0f ? "not with a warp" : "not with a period");
    if (is_periodic(s) && s.octaves > 1.0f && !is_whole(s.lacunarity))
        return none("lacunarity", "expected a whole number with a period");
    return {};
}

std::string written_function(const Settings& settings, const std::string& name) {
    if (const std::string what = problem(settings); !what.empty()) throw Error(what);
    if (const std::string what = unwritable(settings); !what.empty()) throw Error(what);
    return Writer(settings).text(name);
}

std::string function_template(const std::string& name) {
    return fmt::format(R"(// {}.glsl: what it draws
uniform uint seed = 1u;
uniform float rough = 0.5;  // 0..1: how rough
float noise(vec2 p) {{
    return perlin2_fbm(p, seed, 6.0, rough, 2.0);
}}
)",
                       name);
}

}  // namespace isonoise
