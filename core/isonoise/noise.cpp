// Twin of shaders/isonoise/noise.glsl: read them side by side. There a program is compiled for some settings, here they
// are looked at while it runs.
#include <stdexcept>

#include "isonoise/articles.hpp"
#include "isonoise/fbm.hpp"
#include "isonoise/flow.hpp"
#include "isonoise/improved.hpp"
#include "isonoise/perlin.hpp"
#include "isonoise/value.hpp"

namespace isonoise {

// The noises that displace the coordinates are seeded with seed ^ (axis + 1)*kWarp, which is no octave's seed.
static constexpr std::uint32_t kWarp = 0x85EBCA6Bu;
// The second layer of value-two-layer has its offset along x changed by this.
static constexpr std::uint32_t kLayer = 0x5BD1E995u;
static constexpr float kSqrtHalf = 11863283.0f / 16777216.0f;
static constexpr std::uint32_t kRoot = 0xB504F334u;

static Settings checked(const Settings& settings) {
    std::string what = problem(settings);
    if (!what.empty()) throw std::invalid_argument(what);
    return settings;
}

// 1 / the supremum of gradients rotated by this angle. It lies between that of 0 and, where a gradient points along a
// diagonal, 0.7653669; so the scale turns with the angle, and no animation jumps by more than 2^-11. On a grid over a
// quarter of the cell (the rest mirrors it, with the angle turned back), with every corner free to take its best
// gradient; 2^-11 covers what lies between the grid's points.
static float flow_scale(float flow, Fade kind) {
    const double angle = static_cast<double>(flow);
    double supremum = 0.0;
    for (const double turn : {angle, -angle}) {
        glm::dvec2 directions[8];
        for (int i = 0; i < 8; ++i) {
            const double at = turn + (2 * i + 1) * 0.39269908169872414;  // 22.5 degrees
            directions[i] = glm::dvec2(std::cos(at), std::sin(at)) * 1.0823922002923940;
        }
        for (int column = 0; column <= 32; ++column) {
            for (int row = 0; row <= 32; ++row) {
                const glm::vec2 f(static_cast<float>(column) / 64.0f, static_cast<float>(row) / 64.0f);
                const double u = static_cast<double>(fade(f.x, kind)), v = static_cast<double>(fade(f.y, kind));
                double sum = 0.0;
                for (int corner = 0; corner < 4; ++corner) {
                    const double dx = static_cast<double>(f.x) - (corner & 1),
                                 dy = static_cast<double>(f.y) - (corner >> 1);
                    double best = 0.0;
                    for (const glm::dvec2& direction : directions)
                        best = std::fmax(best, direction.x * dx + direction.y * dy);
                    sum += (corner & 1 ? u : 1 - u) * (corner >> 1 ? v : 1 - v) * best;
                }
                supremum = std::fmax(supremum, sum);
            }
        }
    }
    // Steps of 2^-20, so that the last bits of a library's sine don't matter.
    return static_cast<float>(std::floor(0x1p20 / supremum * (1 - 0x1p-11)) * 0x1p-20);
}

static float scale(const Settings& s) {
    if (s.algorithm == Algorithm::perlin) {
        return s.flow != 0.0f ? flow_scale(s.flow, used_fade(s)) : perlin_scale(s.dim, used_fade(s));
    }
    if (s.algorithm == Algorithm::improved && s.dim == 2) return perlin_scale(2, used_fade(s));
    return 1.0f;
}

static bool is_whole(float lacunarity) { return lacunarity == static_cast<float>(static_cast<int>(lacunarity)); }

// How much of an octave is left where a pixel covers `width` of its cells: all up to a quarter, nothing from three
// quarters on. (As RenderMan's filtered noise does)
static double filtered(double width) {
    const double t = std::fmin(std::fmax((width - 0.25) * 2.0, 0.0), 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
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
    plan.flow = glm::vec4(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0.0f, 0.0f);
    for (int c = 0; c < 4; ++c)
        plan.warp_seeds[c] = seeded(s.seed ^ ((static_cast<std::uint32_t>(c) + 1u) * kWarp));

    const auto period = periods(s);
    const double relative = static_cast<double>(plan.scale) / static_cast<double>(perlin_scale(s.dim, used_fade(s)));
    double cells[4] = {}, bias = 0.0, ratio = 1.0, finer = 1.0;
    // Slopes grow up to 2^124: then the gradient is gathered in larger units, so that nothing overflows on its way.
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
            octave.period[static_cast<int>(c)] = static_cast<std::uint32_t>(cells[c]);
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

Noise::Noise(const Settings& settings)
    : settings_(checked(settings)), plan_(make_plan(settings)),
      permutation_(isonoise::permutation(settings.algorithm == Algorithm::improved ? settings.seed : 0u)),
      axis_table_(settings.algorithm == Algorithm::axis ? isonoise::axis_table(settings.seed) : AxisTable{}) {}

namespace {

// Where a point lies in an octave: along each axis a wrapped cell, its window in far worlds, a fraction.
struct Place {
    uint4 cell, high;
    float4 f;
};

class Evaluation {
  public:
    explicit Evaluation(const Noise& noise)
        : noise_(noise), settings_(noise.settings()), plan_(noise.plan()), dim_(settings_.dim),
          far_(settings_.algorithm == Algorithm::perlin || settings_.algorithm == Algorithm::value),
          whole_(is_whole(settings_.lacunarity)), periodic_(!all(equal(load(plan_.octaves[0].period), uint4(0u)))),
          fade_(used_fade(settings_)), axes_(~0u, dim_ > 1 ? ~0u : 0u, dim_ > 2 ? ~0u : 0u, dim_ > 3 ? ~0u : 0u) {}

    // At a coordinate in cells, guarded; of its components only those of the noise count.
    Place place(float4 p) const {
        float4 f = guard(floats(bits(p) & axes_));
        uint4 cell = split(f);
        return place(cell, f);
    }
    Place place(uint4 cell, float4 f) const {
        if (periodic_) cell = wrap(cell, load(plan_.octaves[0].period));
        return {cell & axes_, uint4(0u), floats(bits(f) & axes_)};
    }

    // From octave i to the next.
    void next(Place& at, std::uint32_t i) const {
        const Plan::Octave& octave = plan_.octaves[i + 1u];
        if (whole_ && !periodic_ && (octave.windows == 1u || near(at))) {
            finer(at.cell, at.f, plan_.lacunarity);
            return;
        }
        glm::uvec4 cell, high;
        glm::vec4 f;
        store(at.cell, cell);
        store(at.high, high);
        store(at.f, f);
        for (int c = 0; c < dim_; ++c) {
            if (far_ && whole_ && octave.period[c] == 0u) {
                finer_far(cell[c], high[c], f[c], plan_.lacunarity, octave.windows);
            } else {
                finer(cell[c], f[c], plan_.lacunarity, octave.period[c]);
                if (settings_.algorithm == Algorithm::improved && octave.period[c] != 0u) cell[c] %= octave.period[c];
            }
        }
        at = {load(cell), load(high), load(f)};
    }

    // One octave of the algorithm, scaled; `seed` is its offset along x.
    float base(const Place& at, const Plan::Octave& octave, std::uint32_t seed) const {
        const float4 f = at.f, w = fade(f, fade_);
        float n = 0.0f;
        switch (settings_.algorithm) {
        case Algorithm::perlin: {
            const Keys k = keys_at(at, octave, seed);
            if (settings_.flow != 0.0f) {
                n = flow2_kernel(k, f, w, glm::vec2(plan_.flow));
            } else {
                switch (dim_) {
                case 1: n = perlin1_kernel(k, f, w); break;
                case 2: n = perlin2_kernel(k, f, w); break;
                case 3: n = perlin3_kernel(k, f, w); break;
                default: n = perlin4_kernel(k, f, w); break;
                }
            }
            break;
        }
        case Algorithm::improved: {
            const Permutation& table = noise_.permutation();
            const Ends e = ends(at.cell, load(octave.period));
            switch (dim_) {
            case 1: n = improved1_kernel(table, e, f, w); break;
            case 2: n = improved2_kernel(table, e, f, w); break;
            case 3: n = improved3_kernel(table, e, f, w); break;
            default: n = improved4_kernel(table, e, f, w); break;
            }
            break;
        }
        case Algorithm::value:
        case Algorithm::value_two_layer: {
            const Keys k = keys_at(at, octave, seed);
            switch (dim_) {
            case 1: n = value1_kernel(k, w); break;
            case 2: n = value2_kernel(k, w); break;
            case 3: n = value3_kernel(k, w); break;
            default: n = value4_kernel(k, w); break;
            }
            break;
        }
        case Algorithm::axis: n = axis2_kernel(noise_.axis_table(), ends(at.cell, uint4(0u)), f, w); break;
        case Algorithm::diagonal: n = diagonal2_kernel(noise_.permutation(), ends(at.cell, uint4(0u)), f, w); break;
        case Algorithm::slope: {
            const uint4 period = load(255u);
            n = slope1_kernel(noise_.permutation(), ends(wrap(at.cell, period), period), lane<0>(f), lane<0>(w));
            break;
        }
        }
        return snap(n * plan_.scale);
    }

    // The same with the derivative by the coordinate in cells.
    float base_gradient(const Place& at, const Plan::Octave& octave, std::uint32_t seed, glm::vec4& gradient) const {
        const float4 f = at.f, w = fade(f, fade_), s = fade_slope(f, fade_);
        float4 g;
        float n = 0.0f;
        switch (settings_.algorithm) {
        case Algorithm::perlin: {
            const Keys k = keys_at(at, octave, seed);
            if (settings_.flow != 0.0f) {
                n = flow2_kernel(k, f, w, s, glm::vec2(plan_.flow), g);
            } else {
                switch (dim_) {
                case 1: n = perlin1_kernel(k, f, w, s, g); break;
                case 2: n = perlin2_kernel(k, f, w, s, g); break;
                case 3: n = perlin3_kernel(k, f, w, s, g); break;
                default: n = perlin4_kernel(k, f, w, s, g); break;
                }
            }
            break;
        }
        case Algorithm::improved: {
            const Permutation& table = noise_.permutation();
            const Ends e = ends(at.cell, load(octave.period));
            switch (dim_) {
            case 1: n = improved1_kernel(table, e, f, w, s, g); break;
            case 2: n = improved2_kernel(table, e, f, w, s, g); break;
            case 3: n = improved3_kernel(table, e, f, w, s, g); break;
            default: n = improved4_kernel(table, e, f, w, s, g); break;
            }
            break;
        }
        default: {
            const Keys k = keys_at(at, octave, seed);
            switch (dim_) {
            case 1: n = value1_kernel(k, w, s, g); break;
            case 2: n = value2_kernel(k, w, s, g); break;
            case 3: n = value3_kernel(k, w, s, g); break;
            default: n = value4_kernel(k, w, s, g); break;
            }
        }
        }
        store(snap(g * plan_.scale), gradient);
        for (int c = dim_; c < 4; ++c)
            gradient[c] = 0.0f;
        return snap(n * plan_.scale);
    }

    // The point displaced by noises of octave 0's frequency and period, one an axis.
    Place warped(const Place& at) const {
        glm::vec4 offset(0.0f);
        for (int c = 0; c < dim_; ++c)
            offset[c] = plan_.warp * base(at, plan_.octaves[0], plan_.warp_seeds[c]);
        return displaced(at, offset);
    }
    // The same with the derivatives of the displacements: row c of `jacobian` is that of axis c.
    Place warped(const Place& at, glm::vec4 (&jacobian)[4]) const {
        glm::vec4 offset(0.0f);
        for (int c = 0; c < dim_; ++c) {
            glm::vec4 g;
            offset[c] = plan_.warp * base_gradient(at, plan_.octaves[0], plan_.warp_seeds[c], g);
            jacobian[c] = plan_.warp * g;
        }
        return displaced(at, offset);
    }

    // The octaves, summed.
    float sum(Place at, std::uint32_t layer) const {
        float sum = plan_.bias;
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            float n = base(at, octave, octave.seed ^ layer);
            sum = sum + octave.amplitude * shaped(n);
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }
    // With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
    float sum_gradient(Place at, std::uint32_t layer, glm::vec4& gradient) const {
        float sum = plan_.bias;
        gradient = glm::vec4(0.0f);
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            glm::vec4 g;
            float n = base_gradient(at, octave, octave.seed ^ layer, g);
            sum = sum + octave.amplitude * shaped(n);
            gradient = gradient + (octave.slope * shape_slope(n)) * g;
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }
    // eroded: octaves weigh less the steeper the ground is that the octaves before have made, as 1 / (1 + slope^2).
    // (I. Quilez, "Value noise derivatives", 2008)
    float sum_eroded(Place at, glm::vec4& slope) const {
        float sum = plan_.bias;
        slope = glm::vec4(0.0f);
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            glm::vec4 g;
            float n = base_gradient(at, octave, octave.seed, g);
            float weight = reciprocal(1.0f + steepness(slope));
            sum = sum + (octave.amplitude * weight) * n;
            slope = slope + (octave.slope * weight) * g;
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }

    float value(Place at) const {
        if (settings_.warp != 0.0f) at = warped(at);
        glm::vec4 slope;
        float n = settings_.fractal == Fractal::eroded ? sum_eroded(at, slope) : sum(at, 0u);
        if (settings_.algorithm == Algorithm::value_two_layer) n = 0.5f * (n + sum(turned(at), kLayer));
        return plan_.unit != 0u ? (n + 1.0f) * 0.5f : n;
    }
    float value_gradient(Place at, glm::vec4& gradient) const {
        glm::vec4 jacobian[4] = {};
        if (settings_.warp != 0.0f) at = warped(at, jacobian);
        float n = settings_.fractal == Fractal::eroded ? sum_eroded(at, gradient) : sum_gradient(at, 0u, gradient);
        if (settings_.warp != 0.0f) {  // the chain rule
            glm::vec4 g = gradient;
            for (int c = 0; c < dim_; ++c)
                g = g + gradient[c] * jacobian[c];
            gradient = g;
        }
        if (settings_.algorithm == Algorithm::value_two_layer) {
            glm::vec4 g;
            n = 0.5f * (n + sum_gradient(turned(at), kLayer, g));
            float x = kSqrtHalf * (g.x + g.y);
            float y = kSqrtHalf * (g.y - g.x);
            gradient = glm::vec4(0.5f * (gradient.x + x), 0.5f * (gradient.y + y), 0.0f, 0.0f);
        }
        glm::vec4 scaled = gradient * plan_.slope_unit;
        gradient = snap(plan_.unit != 0u ? scaled * 0.5f : scaled);
        return plan_.unit != 0u ? (n + 1.0f) * 0.5f : n;
    }

  private:
    // Whether no cell is in another window than the origin's, nor can the next octave's be.
    static bool near(const Place& at) {
        return all(equal(((at.cell ^ signed_shift(at.cell, 31)) & uint4(0xF8000000u)) | at.high, uint4(0u)));
    }

    // The keys of both ends of a place's cell. Only where an octave has more than 2^32 cells do windows count.
    Keys keys_at(const Place& at, const Plan::Octave& octave, std::uint32_t seed) const {
        if (!far_ || octave.windows == 1u || near(at)) return keys(at.cell, load(octave.period), seed);
        glm::uvec4 cell, window, low(0u), high(0u);
        store(at.cell, cell);
        store(at.high, window);
        for (int c = 0; c < dim_; ++c) {
            const glm::uvec2 e = ends_far(cell[c], window[c], octave.period[c], octave.windows);
            low[c] = e.x;
            high[c] = e.y;
        }
        return keys(Ends{load(low), load(high)}, seed);
    }

    // Moved by an offset of at most 16 cells along each axis.
    Place displaced(const Place& from, glm::vec4 offset) const {
        float4 f = guard(from.f + load(offset));
        const uint4 by = split(f);
        if (!periodic_) return {from.cell + by, from.high, f};
        glm::uvec4 cell, step;
        store(from.cell, cell);
        store(by, step);
        for (int c = 0; c < dim_; ++c)
            cell[c] = moved(cell[c], int(step[c]), plan_.octaves[0].period[c]);
        return {load(cell), from.high, f};
    }
    static std::uint32_t moved(std::uint32_t cell, int by, std::uint32_t period) {
        if (period == 0u) return cell + std::uint32_t(by);
        std::uint32_t sum = cell + wrap(by, period);  // both below 2^31
        return sum >= period ? sum - period : sum;
    }

    // The place turned by 45 degrees, exact in the cells wherever they are: the square root of 1/2 is kRoot / 2^32
    // here.
    Place turned(const Place& at) const {
        std::uint64_t x = std::uint64_t(product(lane<0>(at.cell), kRoot)),
                      y = std::uint64_t(product(lane<1>(at.cell), kRoot));
        glm::uvec2 cell;
        glm::vec2 f;
        turn(x - y, kSqrtHalf * (lane<0>(at.f) - lane<1>(at.f)), cell.x, f.x);
        turn(x + y, kSqrtHalf * (lane<0>(at.f) + lane<1>(at.f)), cell.y, f.y);
        return {load(cell), uint4(0u), load(f)};
    }
    static void turn(std::uint64_t whole, float part, std::uint32_t& cell, float& f) {
        float t = guard(float(std::uint32_t(whole) >> 8) * 0x1p-24f + part);
        float c = floor(t);
        f = t - c;
        cell = std::uint32_t(whole >> 32) + std::uint32_t(int(c));
    }

    // What a fractal makes of an octave, and the derivative of that.
    float shaped(float n) const {
        float a = std::fabs(n);
        float r = 1.0f - a;
        switch (settings_.fractal) {
        case Fractal::turbulence: return a;
        case Fractal::billow: return 2.0f * a - 1.0f;
        case Fractal::ridged: return 2.0f * (r * r) - 1.0f;
        default: return n;
        }
    }
    float shape_slope(float n) const {
        float sign = n == 0.0f ? 0.0f : n < 0.0f ? -1.0f : 1.0f;
        float r = 1.0f - std::fabs(n);
        switch (settings_.fractal) {
        case Fractal::turbulence: return sign;
        case Fractal::billow: return 2.0f * sign;
        case Fractal::ridged: return -4.0f * (sign * r);
        default: return 1.0f;
        }
    }

    // slope^2, at most 2^40.
    static float steepness(glm::vec4 slope) {
        float s = (slope.x * slope.x + slope.y * slope.y) + (slope.z * slope.z + slope.w * slope.w);
        return s < 0x1p40f ? s : 0x1p40f;
    }
    // 1/x for x in 1..2^41 by Newton's iteration, since a GPU's division is not exact: a guess from the exponent, and
    // each step doubles the good digits.
    static float reciprocal(float x) {
        float y = std::bit_cast<float>(0x7EF311C3u - std::bit_cast<std::uint32_t>(x));
        y = y + y * (1.0f - x * y);
        y = y + y * (1.0f - x * y);
        y = y + y * (1.0f - x * y);
        return y;
    }

    const Noise& noise_;
    const Settings& settings_;
    const Plan& plan_;
    int dim_;
    bool far_;
    bool whole_;
    bool periodic_;
    Fade fade_;
    uint4 axes_;  // the lanes that count
};

void require_gradient(const Settings& settings) {
    if (!has_gradient(settings)) throw std::logic_error("gradient: these settings have none");
}
void require_eroded(const Settings& settings) {
    if (settings.fractal != Fractal::eroded) throw std::logic_error("slope: only fractal eroded gathers one");
}

}  // namespace

float Noise::operator()(glm::vec4 p) const {
    const Evaluation e(*this);
    return e.value(e.place(load(p) * plan_.frequency));
}
float Noise::operator()(glm::ivec4 cell, glm::vec4 fraction) const {
    const Evaluation e(*this);
    return e.value(e.place(load(cell), guard_fraction(load(fraction))));
}

float Noise::gradient(glm::vec4 p, glm::vec4& gradient) const {
    require_gradient(settings_);
    const Evaluation e(*this);
    return e.value_gradient(e.place(load(p) * plan_.frequency), gradient);
}
float Noise::gradient(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& gradient) const {
    require_gradient(settings_);
    const Evaluation e(*this);
    return e.value_gradient(e.place(load(cell), guard_fraction(load(fraction))), gradient);
}

float Noise::slope(glm::vec4 p, glm::vec4& slope) const {
    require_eroded(settings_);
    const Evaluation e(*this);
    return e.value_gradient(e.place(load(p) * plan_.frequency), slope);
}
float Noise::slope(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& slope) const {
    require_eroded(settings_);
    const Evaluation e(*this);
    return e.value_gradient(e.place(load(cell), guard_fraction(load(fraction))), slope);
}

// The gradient that a hash chooses, as a number.
static std::uint32_t perlin_choice(std::uint32_t h, int dim) {
    switch (dim) {
    case 1: return h >> 8;
    case 2: return h >> 29;
    case 3: {
        const std::uint32_t third = std::int32_t(h) < kThird1 ? 0u : std::int32_t(h) < kThird2 ? 1u : 2u;
        return third * 4u + ((h * 3u) >> 30);
    }
    default: return h >> 27;
    }
}

Noise::Integers Noise::integers(glm::vec4 p) const {
    const Place at = Evaluation(*this).place(load(p) * plan_.frequency);
    const Plan::Octave& octave = plan_.octaves[0];
    const int dim = settings_.dim;
    const Ends e = ends(at.cell, load(octave.period));
    glm::uvec2 h(0u), choice(0u);
    auto lowest_and_highest = [](uint4 first, uint4 last) { return glm::uvec2(lane<0>(first), lane<3>(last)); };
    switch (settings_.algorithm) {
    case Algorithm::improved: {
        static constexpr std::uint32_t kinds[] = {0u, 255u, 7u, 15u, 31u};
        if (dim == 1) h = permute1(permutation_, e);
        if (dim == 2) h = lowest_and_highest(permute2(permutation_, e), permute2(permutation_, e));
        if (dim == 3) h = lowest_and_highest(permute3(permutation_, e).a, permute3(permutation_, e).b);
        if (dim == 4) h = lowest_and_highest(permute4(permutation_, e).a, permute4(permutation_, e).d);
        choice = h & kinds[dim];
        break;
    }
    case Algorithm::axis: {
        const glm::uvec2 x(lane<0>(e.low), lane<0>(e.high)), y(lane<1>(e.low), lane<1>(e.high));
        h = (x * 1836311903u) ^ (y * 2971215073u + 512559680u);
        choice = glm::uvec2(axis_table_[h.x & 1023u] & 3u, axis_table_[h.y & 1023u] & 3u);
        break;
    }
    case Algorithm::diagonal: {
        const uint4 square = permute2(permutation_, e);
        h = lowest_and_highest(square, square);
        choice = h & 3u;
        break;
    }
    case Algorithm::slope: {
        const Ends x = ends(wrap(at.cell, load(255u)), load(255u));
        h = glm::uvec2(lane<0>(x.low), lane<0>(x.high));
        choice = permute1(permutation_, x);
        break;
    }
    default: {
        const Keys k = keys(e, octave.seed);
        h = dim == 1   ? hash1(k)
            : dim == 2 ? lowest_and_highest(hash2(k), hash2(k))
            : dim == 3 ? lowest_and_highest(hash3(k).a, hash3(k).b)
                       : lowest_and_highest(hash4(k).a, hash4(k).d);
        choice = settings_.algorithm == Algorithm::perlin
                     ? glm::uvec2(perlin_choice(h.x, dim), perlin_choice(h.y, dim))
                     : glm::uvec2(std::uint32_t(std::int32_t(h.x) >> 7), std::uint32_t(std::int32_t(h.y) >> 7));
    }
    }
    glm::uvec4 cell;
    store(at.cell, cell);
    return {cell, glm::uvec4(h.x, choice.x, h.y, choice.y)};
}

LoopPoint loop_point(std::int64_t frame, std::int64_t frames, std::uint32_t loop) {
    std::int64_t rest = frame % frames;
    if (rest < 0) rest += frames;
    const std::int64_t cells = rest * loop;  // below 2^62
    return {cells / frames, static_cast<double>(cells % frames) / static_cast<double>(frames)};
}

AxisPoint axis_point(double coordinate, const LoopPoint& along, std::uint32_t period) {
    const double q = std::fabs(coordinate) < 0x1p62 ? coordinate : 0.0;
    const double cell = std::floor(q), t = (q - cell) + along.fraction, carry = std::floor(t);
    const std::int64_t sum = static_cast<std::int64_t>(cell) + along.cell + static_cast<std::int64_t>(carry);
    return {wrapped_cell(sum, period), static_cast<float>(t - carry)};
}

std::int32_t wrapped_cell(std::int64_t cell, std::uint32_t period) {
    if (period == 0) return static_cast<std::int32_t>(static_cast<std::uint32_t>(cell));
    const std::int64_t rest = cell % period;
    return static_cast<std::int32_t>(rest < 0 ? rest + period : rest);
}

}  // namespace isonoise
