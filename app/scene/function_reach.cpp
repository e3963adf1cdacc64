#include "scene/function_reach.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

void set_period(Function& function, const std::string& period, const std::string& loop) {
    if (period.empty() && loop.empty()) return;
    const int dim = function.dim();
    if (!function.period()) {
        fail("{}: expected a function that declares its period, with the line: {}", period.empty() ? "loop" : "period",
             dim == 1 ? "uniform uint period = 0u;" : fmt::format("uniform uvec{0} period = uvec{0}(0u);", dim));
    }
    Settings settings{.dim = dim};
    for (const auto& [name, text] : {std::pair("period", period), std::pair("loop", loop)}) {
        if (text.empty()) continue;
        if (std::string what = set(settings, name, text); !what.empty()) throw Error(what);
    }
    if (std::string what = problem(settings); !what.empty()) throw Error(what);
    const auto all = periods(settings);
    const std::vector<double> values(all.begin(), all.begin() + dim);
    function.set("period", values);
}

Settings settings_of(const Function& function) {
    Settings settings{.dim = function.dim()};
    const auto period = function.period().value_or(std::array<std::uint32_t, 4>{});
    if (period == std::array<std::uint32_t, 4>{}) return settings;
    if (const std::uint32_t longest = *std::max_element(period.begin(), period.end()); longest > kLongestPeriod)
        fail("period: expected at most {} units, got {}", kLongestPeriod, longest);
    settings.period.assign(period.begin(), period.begin() + function.dim());
    settings.loop = settings.period.back();
    return settings;
}

// ---- Tiling

namespace {

constexpr std::size_t kTried = 4096;  // points along each axis
// Beside each point lie others, so near that a float far out may not tell them apart: a function that repeats only
// after rounding, such as sin(1.5707963 * p.x), leaves its own value no further than these do.
constexpr std::array<double, 4> kBeside = {-0x1p-20, -0x1p-21, 0x1p-21, 0x1p-20};
constexpr std::size_t kOfEach = 2 + kBeside.size();

// Points whose coordinates are odd multiples of 2^-3 to 2^-12, coarser where the period is long: floats hold p,
// p + period and their multiples by small factors without rounding, so that a function which repeats has equal bits at
// both. Odd ones lie between the places where floor() and its kin jump.
class Trial {
  public:
    Trial(const Function& function, std::size_t axis) : function_(function), axis_(axis) {
        const auto all = *function.period();
        std::mt19937 random(1);  // the same points on every machine
        for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
            const double reach = all[c] != 0 ? all[c] : 16.0;
            for (std::size_t i = 0; i < kTried; ++i) {
                const int finest = std::clamp(17 - static_cast<int>(std::bit_width(all[c])), 2, 12);
                const double unit = std::ldexp(1.0, -std::min(finest, 3 + static_cast<int>(i % 10)));
                const double part = 2 * (static_cast<double>(random() >> 8) * 0x1p-24) - 1;
                const double at = (2 * std::floor(0.5 * part * reach / unit) + 1) * unit;
                points_[c].push_back(at);
            }
        }
        evaluate(all[axis]);
    }

    // The point with the largest difference; empty if all are near enough.
    std::string problem() const {
        const double period = (*function_.period())[axis_];
        double most = 0;
        std::string words;
        for (const std::vector<float>& values : values_) {
            const double range = range_of(values), usual = usual_of(values);
            for (std::size_t i = 0; i < kTried; ++i) {
                const float* const of = &values[i * kOfEach];
                const double apart = difference(of[0], of[1]);
                if (!(apart > std::max(usual, allowed(of, range))) || apart <= most) continue;
                most = apart;
                words = fmt::format("{}: does not repeat after {} along {}: {} is {}, {} is {}", function_.name(),
                                    period == 1 ? "1 unit" : fmt::format("{} units", period), kAxisNames[axis_],
                                    call(i, 0), shown(of[0]), call(i, period), shown(of[1]));
            }
        }
        return words;
    }

  private:
    void evaluate(double period) {
        std::array<std::vector<float>, 4> coordinates;
        Points list;
        list.count = static_cast<std::int64_t>(kTried * kOfEach);
        for (std::size_t c = 0; c < static_cast<std::size_t>(function_.dim()); ++c) {
            for (const double x : points_[c]) {
                coordinates[c].push_back(static_cast<float>(x));
                coordinates[c].push_back(static_cast<float>(c == axis_ ? x + period : x));
                for (const double beside : kBeside)
                    coordinates[c].push_back(static_cast<float>(c == axis_ ? x + beside * (std::fabs(x) + period) : x));
            }
            list.coordinates[c] = coordinates[c].data();
        }
        std::vector<float*> to;
        values_.assign(static_cast<std::size_t>(function_.channels()), std::vector<float>(kTried * kOfEach));
        for (std::vector<float>& channel : values_)
            to.push_back(channel.data());
        function_.evaluate(list, to, {.threads = 0});
    }
    static float shown(float x) { return std::isnan(x) ? std::fabs(x) : x; }  // NaNs may have a sign
    static double range_of(const std::vector<float>& values) {
        float least = std::numeric_limits<float>::infinity(), most = -least;
        for (const float x : values) {
            if (!std::isfinite(x)) continue;
            least = std::min(least, x);
            most = std::max(most, x);
        }
        return least < most ? static_cast<double>(most) - static_cast<double>(least) : 0.0;
    }
    static double difference(float a, float b) {
        if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
        const double apart = std::fabs(static_cast<double>(a) - static_cast<double>(b));
        return std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity();
    }
    // How far a few roundings of a point usually move the value. Where it happens to be flat along the axis, roundings
    // of coordinates that depend on others too, as in a domain warp, move it no less.
    static double usual_of(const std::vector<float>& values) {
        std::vector<double> moved;
        for (std::size_t i = 0; i < kTried; ++i)
            moved.push_back(difference(values[i * kOfEach], values[i * kOfEach + 2]));
        std::nth_element(moved.begin(), moved.begin() + kTried / 2, moved.end());
        return std::isfinite(moved[kTried / 2]) ? 0.25 * moved[kTried / 2] : 0.0;
    }
    static double allowed(const float* of, double range) {
        double most = 0x1p-20 * range + 0x1p-21 * std::fabs(static_cast<double>(of[0]));
        for (std::size_t k = 2; k < kOfEach; ++k)
            most = std::max(most, difference(of[0], of[k]));
        return most;
    }
    std::string call(std::size_t i, double more) const {
        std::vector<float> at;
        for (std::size_t c = 0; c < static_cast<std::size_t>(function_.dim()); ++c)
            at.push_back(static_cast<float>(points_[c][i] + (c == axis_ ? more : 0)));
        return fmt::format("noise({})", fmt::join(at, ", "));
    }

    const Function& function_;
    std::size_t axis_;
    std::array<std::vector<double>, 4> points_;
    std::vector<std::vector<float>> values_;  // of each channel: at a point, a period further and beside it
};

}  // namespace

std::string tiling_problem(const Function& function) {
    const auto all = function.period().value_or(std::array<std::uint32_t, 4>{});
    for (std::size_t axis = 0; axis < 4; ++axis) {
        if (all[axis] == 0) continue;
        if (std::string what = Trial(function, axis).problem(); !what.empty()) return what;
    }
    return {};
}

// ---- Far out

std::array<Reach, 4> reach_of(const GridAxes& axes, const Function& function) {
    std::array<Reach, 4> all;
    const auto period = function.period().value_or(std::array<std::uint32_t, 4>{});
    for (std::size_t c = 0; c < static_cast<std::size_t>(function.dim()); ++c) {
        const GridAxis& axis = axes[c];
        const auto at = [&](std::int64_t i) { return std::fabs(axis.offset + static_cast<double>(i) * axis.step); };
        if (axis.per_period != 0)  // wrapped
            all[c] = {static_cast<double>(period[c]), period[c] / static_cast<double>(axis.per_period)};
        else
            all[c] = {std::max(at(axis.first), at(axis.first + axis.count - 1)),
                      axis.count > 1 ? std::fabs(axis.step) : 0.0};
    }
    return all;
}

std::array<Reach, 4> reach_of(const Preset& preset, int width, int height) {
    std::array<Reach, 4> all;
    for (std::size_t c = 0; c < static_cast<std::size_t>(preset.settings.dim); ++c)
        all[c].farthest = std::fabs(middle_of(preset, c));
    // In perspective, the points of near ground are closer together than the picture's.
    const double step = preset.look.span / height / (has_camera(preset.look.scene) ? 16 : 1);
    const int pixels[] = {width, height};
    for (std::size_t c = 0; c < 2; ++c)
        all[c] = {all[c].farthest + 0.5 * pixels[c] * step, step};
    return all;
}

// The coordinate from which on floats are further apart than this.
static int coarse_exponent(double apart) { return std::ilogb(apart) + 24; }  // from 2^e on, floats are 2^(e - 23) apart

static std::shared_ptr<const Function> with_cells(std::shared_ptr<const Function> function) {
    try {
        return std::make_shared<const Function>(function->with_cells());
    } catch (const Error&) {  // the note says that floats are coarse
        return function;
    }
}

std::shared_ptr<const Function> function_for(std::shared_ptr<const Function> function, const GridAxes& axes) {
    const bool is_far = function && !far_note(reach_of(axes, *function), {}).empty();
    return is_far ? with_cells(std::move(function)) : function;
}

std::shared_ptr<const Function> function_for(const Preset& preset) {
    if (!preset.function) return nullptr;
    const double finest = preset.look.span * 0x1p-16;  // of large pictures, and of near ground in perspective
    for (std::size_t c = 0; c < static_cast<std::size_t>(preset.settings.dim); ++c) {
        const double farthest = std::fabs(middle_of(preset, c)) + preset.look.span;
        if (farthest > std::ldexp(1.0, coarse_exponent(finest))) return with_cells(preset.function);
    }
    return preset.function;
}

std::string far_note(const std::array<Reach, 4>& axes, const std::array<double, 4>& cells_per_unit) {
    struct Note {
        int exponent;  // of the coordinate from which floats are coarse
        bool is_known;
        double finest;
        std::vector<const char*> names;
    };
    std::vector<Note> notes;
    for (std::size_t c = 0; c < 4; ++c) {
        const bool is_known = axes[c].step != 0;
        if (!is_known && cells_per_unit[c] == 0) continue;
        const double finest = is_known ? axes[c].step : 1 / cells_per_unit[c];
        const int exponent = coarse_exponent(is_known ? finest : finest / 64);
        if (!(axes[c].farthest > std::ldexp(1.0, exponent))) continue;
        if (notes.empty() || notes.back().exponent != exponent || notes.back().is_known != is_known)
            notes.push_back({exponent, is_known, finest, {}});
        notes.back().finest = std::min(notes.back().finest, finest);
        notes.back().names.push_back(kAxisNames[c]);
    }
    std::vector<std::string> lines;
    for (const Note& note : notes)
        lines.push_back(fmt::format("{} beyond {}: float coordinates are {:.4g} apart or more, {} {:.4g}",
                                    fmt::join(note.names, ", "), std::ldexp(1.0, note.exponent),
                                    std::ldexp(1.0, note.exponent - 23), note.is_known ? "points" : "cells",
                                    note.finest));
    return fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace isonoise
