// Resolves a Settings value to numbers, for the definition, for fast/ and for the GPU.
#include "isonoise/definition/noise.hpp"

#include <cmath>
#include <stdexcept>

#include "isonoise/octaves.hpp"

namespace isonoise {

using definition::kOctave, definition::kScale2, definition::kScale3, definition::kScale4, definition::seeded;

// The noises that displace coordinates use seed ^ (axis + 1)*kWarp, which no octave uses.
static constexpr std::uint32_t kWarp = 0x85EBCA6Bu;

static Settings checked(const Settings& settings) {
    std::string what = problem(settings);
    if (!what.empty()) throw std::invalid_argument(what);
    return settings;
}

// 1 / the supremum of gradients rotated by this angle. The supremum lies between its value at angle 0 and 0.7653669,
// reached when a gradient points along a diagonal, so the scale follows the angle: no animation jumps by more than
// 2^-11. Searches a grid over a quarter of the cell (the rest mirrors it with the angle turned back), giving every
// corner its best gradient; 2^-11 covers the gaps between the grid's points.
static float flow_scale(float flow, Fade kind) {
    using Definition = definition::Definition<2>;
    const double angle = static_cast<double>(flow);
    double supremum = 0.0;
    for (const double turn : {angle, -angle}) {
        struct {
            double x, y;
        } directions[8];
        for (int i = 0; i < 8; ++i) {
            const double at = turn + (2 * i + 1) * 0.39269908169872414;  // 22.5 degrees
            directions[i] = {std::cos(at) * 1.0823922002923940, std::sin(at) * 1.0823922002923940};
        }
        for (int column = 0; column <= 32; ++column) {
            for (int row = 0; row <= 32; ++row) {
                const float x = static_cast<float>(column) / 64.0f, y = static_cast<float>(row) / 64.0f;
                const double u = static_cast<double>(Definition::fade(x, kind)),
                             v = static_cast<double>(Definition::fade(y, kind));
                double sum = 0.0;
                for (int corner = 0; corner < 4; ++corner) {
                    const double dx = static_cast<double>(x) - (corner & 1),
                                 dy = static_cast<double>(y) - (corner >> 1);
                    double best = 0.0;
                    for (const auto& direction : directions)
                        best = std::fmax(best, direction.x * dx + direction.y * dy);
                    sum += (corner & 1 ? u : 1 - u) * (corner >> 1 ? v : 1 - v) * best;
                }
                supremum = std::fmax(supremum, sum);
            }
        }
    }
    // In steps of 2^-20, so that differences between libraries' sines do not matter.
    return static_cast<float>(std::floor(0x1p20 / supremum * (1 - 0x1p-11)) * 0x1p-20);
}

// Scales `perlin` to [-1, 1]: 1 / the supremum for this fade, rounded slightly towards 0. For flow see flow_scale().
static float perlin_scale(int dim, Fade fade) {
    constexpr float scale[3][3] = {{1451773.0f / 1048576.0f, 1461870.0f / 1048576.0f, kScale2},
                                   {984736.0f / 1048576.0f, 1003511.0f / 1048576.0f, kScale3},
                                   {669881.0f / 1048576.0f, 678601.0f / 1048576.0f, kScale4}};
    if (dim == 1) return 1.0f;
    return scale[dim - 2][fade == Fade::linear ? 0 : fade == Fade::cubic ? 1 : 2];
}

static float scale(const Settings& s) {
    if (s.algorithm == Algorithm::perlin) {
        return s.flow != 0.0f ? flow_scale(s.flow, used_fade(s)) : perlin_scale(s.dim, used_fade(s));
    }
    if (s.algorithm == Algorithm::improved && s.dim == 2) return perlin_scale(2, used_fade(s));
    return 1.0f;
}

// The fraction of an octave that remains when a pixel covers `width` of its cells: all up to a quarter, nothing from
// three quarters on. (As in RenderMan's filtered noise)
static double filtered(double width) {
    const double t = std::fmin(std::fmax((width - 0.25) * 2.0, 0.0), 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
}

Fbm fbm(float octaves, float persistence, float lacunarity) {
    return {octaves, persistence, lacunarity, definition::normalization(octaves, persistence)};
}

static Plan make_plan(const Settings& s) {
    Plan plan{};
    const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
    const auto persistence = static_cast<double>(s.persistence), lacunarity = static_cast<double>(s.lacunarity);
    plan.frequency = s.frequency;
    plan.lacunarity = s.lacunarity;
    plan.scale = scale(s);
    plan.unit = s.output == Output::unit ? 1u : 0u;
    plan.warp = s.warp;
    const auto angle = static_cast<double>(s.flow);
    plan.flow = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0.0f, 0.0f};
    for (std::uint32_t c = 0; c < 4; ++c)
        plan.warp_seeds[c] = seeded(s.seed ^ ((c + 1u) * kWarp));

    const auto period = periods(s);
    const double relative = static_cast<double>(plan.scale) / static_cast<double>(perlin_scale(s.dim, used_fade(s)));
    double cells[4] = {}, bias = 0.0, ratio = 1.0, finer = 1.0;
    // Slopes grow up to 2^124: the gradient is then accumulated in a larger unit to avoid overflow.
    const double steepest =
        std::pow(std::fmax(1.0, persistence * lacunarity), std::ceil(static_cast<double>(s.octaves)));
    const double unit = s.fractal != Fractal::eroded && steepest > 0x1p60 ? 0x1p-32 : 1.0;
    plan.slope_unit =
        static_cast<float>(static_cast<double>(s.frequency) * static_cast<double>(terms.normalization) / unit);
    for (std::size_t c = 0; c < 4; ++c)
        cells[c] = period[c];
    float amplitude = terms.normalization;
    std::uint32_t windows = 1;
    for (int i = 0; has_octave(s.octaves, i, amplitude); ++i) {
        Plan::Octave& octave = plan.octaves[i];
        const double left = filtered(static_cast<double>(s.filter_width) * static_cast<double>(s.frequency) * finer);
        const float whole = faded(amplitude, s.octaves, static_cast<float>(i));
        octave.amplitude = whole * static_cast<float>(left);
        octave.slope = static_cast<float>(unit * ratio * left * std::fmin(1.0, static_cast<double>(s.octaves) - i));
        bias += static_cast<double>(whole) * (1.0 - left) * mean_of(s.fractal, s.dim, used_fade(s), relative);
        octave.seed = seeded(s.seed ^ (static_cast<std::uint32_t>(i) * kOctave));
        octave.windows = windows;
        for (std::size_t c = 0; c < 4; ++c) {
            octave.period[c] = static_cast<std::uint32_t>(cells[c]);
            if (s.algorithm != Algorithm::improved) cells[c] *= lacunarity;  // improved keeps its own, as published
        }
        if (left > 0.0) plan.count = static_cast<std::uint32_t>(i) + 1u;
        amplitude = amplitude * s.persistence;
        ratio *= persistence * lacunarity;
        finer *= lacunarity;
        if (is_whole(s.lacunarity)) windows *= static_cast<std::uint32_t>(s.lacunarity);
    }
    plan.bias = static_cast<float>(bias);
    return plan;
}

// True if only these members differ from their defaults.
template <class... Members> static bool differs_only_in(Settings s, Members... members) {
    const Settings usual;
    ((s.*members = usual.*members), ...);
    return s == usual;
}

// Lists the settings that the fast path supports, so a new setting is correct before it is fast.
static bool has_fast_path(const Settings& s) {
    using S = Settings;
    return s.algorithm <= Algorithm::value &&
           differs_only_in(s, &S::algorithm, &S::dim, &S::seed, &S::frequency, &S::octaves, &S::persistence,
                           &S::lacunarity, &S::fractal, &S::fade, &S::period, &S::loop, &S::warp, &S::flow,
                           &S::filter_width, &S::output);
}
static bool has_plain_path(Settings s) {
    using S = Settings;
    if (used_fade(s) == Fade::quintic) s.fade = Fade::standard;
    if (!is_periodic(s)) s.period = {};
    return is_whole(s.lacunarity) && differs_only_in(s, &S::dim, &S::seed, &S::frequency, &S::octaves, &S::persistence,
                                                     &S::lacunarity, &S::filter_width, &S::output);
}

static std::int32_t plain_reach(const Settings& s, const Plan& plan) {
    if (!has_fast_path(s)) return Noise::kDefinition;
    if (!has_plain_path(s) || plan.count == 0) return 0;
    if (plan.count == 1 && plan.octaves[0].amplitude == 1.0f && plan.bias == 0.0f) return Noise::kOneOctave;
    return static_cast<std::int32_t>(0x1p30 / std::pow(static_cast<double>(s.lacunarity), plan.count - 1.0));
}

Noise::Noise(const Settings& settings)
    : settings_(checked(settings)), plan_(make_plan(settings)),
      permutation_(isonoise::permutation(settings.algorithm == Algorithm::improved ? settings.seed : 0u)),
      axis_table_(settings.algorithm == Algorithm::axis ? isonoise::axis_table(settings.seed) : AxisTable{}),
      plain_reach_(isonoise::plain_reach(settings_, plan_)) {}

LoopPoint loop_point(std::int64_t frame, std::int64_t frames, std::uint32_t loop) {
    std::int64_t rest = frame % frames;
    if (rest < 0) rest += frames;
    const std::int64_t cells = rest * loop;  // below 2^62
    return {cells / frames, static_cast<double>(cells % frames) / static_cast<double>(frames)};
}

AxisPoint axis_point(double coordinate, const LoopPoint& along, std::uint32_t period) {
    const double q = std::fabs(coordinate) < 0x1p62 ? coordinate : 0.0;
    const double cell = std::floor(q), t = (q - cell) + along.fraction, carry = std::floor(t);
    // Reduced first, since the sum of the cells could overflow 64 bits.
    const std::int64_t first = wrapped_cell(static_cast<std::int64_t>(cell), period),
                       more = wrapped_cell(along.cell, period);
    return {wrapped_cell(first + more + static_cast<std::int64_t>(carry), period), static_cast<float>(t - carry)};
}

std::int32_t wrapped_cell(std::int64_t cell, std::uint32_t period) {
    if (period == 0) return static_cast<std::int32_t>(static_cast<std::uint32_t>(cell));
    const std::int64_t rest = cell % period;
    return static_cast<std::int32_t>(rest < 0 ? rest + period : rest);
}

}  // namespace isonoise
