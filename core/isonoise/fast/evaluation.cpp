// The definition's noise.hpp (definition/) over lanes, one per axis of a point. Only for the settings that
// has_fast_path() lists; the rest use the definition.
#include <type_traits>

#include "isonoise/fast/flow.hpp"
#include "isonoise/fast/improved.hpp"
#include "isonoise/fast/perlin.hpp"
#include "isonoise/fast/targets.hpp"
#include "isonoise/fast/value.hpp"
#include "isonoise/octaves.hpp"
#include "isonoise/reference.hpp"

namespace isonoise::ISONOISE_TARGET {

namespace {

// Masks the lanes in use.
template <int dim> inline uint4 used() { return {~0u, dim > 1 ? ~0u : 0u, dim > 2 ? ~0u : 0u, dim > 3 ? ~0u : 0u}; }
// The axes in use, in all lanes: in 2D (x, y, x, y), see load() in lattice.hpp.
template <int dim, class V> inline V axes(V v) {
    if constexpr (dim == 1) return swizzle<0, 0, 0, 0>(v);
    if constexpr (dim == 2) return swizzle<0, 1, 0, 1>(v);
    if constexpr (dim == 3) return swizzle<0, 1, 2, 2>(v);
    return v;
}

// Calls f with the dimensions as a constant.
template <class F> ISONOISE_INLINE float with_dim(int dim, F f) {
    switch (dim) {
    case 1: return f(std::integral_constant<int, 1>());
    case 2: return f(std::integral_constant<int, 2>());
    case 3: return f(std::integral_constant<int, 3>());
    default: return f(std::integral_constant<int, 4>());
    }
}

// A point in an octave: along each axis a wrapped cell, its window in far worlds, and a fraction.
struct Place {
    uint4 cell, high;
    float4 f;
};

// Maps a value to the requested range.
inline float output(const Plan& plan, float n) { return plan.unit != 0u ? (n + 1.0f) * 0.5f : n; }

template <int dim> class Evaluation {
  public:
    ISONOISE_INLINE explicit Evaluation(const Noise& noise)
        : noise_(noise), settings_(noise.settings()), plan_(noise.plan()), far_(hashes_keys(settings_.algorithm)),
          whole_(is_whole(settings_.lacunarity)), periodic_(!all(equal(load(plan_.octaves[0].period), uint4(0u)))),
          fade_(used_fade(settings_)) {}

    // The place in octave 0.
    ISONOISE_INLINE Place place(uint4 cell, float4 f) const {
        if (periodic_) cell = wrap<dim>(cell, load(plan_.octaves[0].period));
        return {cell, uint4(0u), f};
    }

    // Steps from octave i to the next.
    ISONOISE_INLINE void next(Place& at, std::uint32_t i) const {
        const Plan::Octave& octave = plan_.octaves[i + 1u];
        if (whole_ && !periodic_ && (octave.windows == 1u || near(at))) {
            finer(at.cell, at.f, plan_.lacunarity);
            return;
        }
        auto cell = array(at.cell), high = array(at.high);
        auto f = array(at.f);
        for (std::size_t c = 0; c < std::size_t(dim); ++c) {
            if (far_ && whole_ && octave.period[c] == 0u) {
                finer_far(cell[c], high[c], f[c], plan_.lacunarity, octave.windows);
            } else {
                finer(cell[c], f[c], plan_.lacunarity, octave.period[c]);
                if (settings_.algorithm == Algorithm::improved && octave.period[c] != 0u) cell[c] %= octave.period[c];
            }
        }
        at = {axes<dim>(load(cell)), axes<dim>(load(high)), axes<dim>(load(f))};
    }

    // One octave of the algorithm, scaled, and its derivative by the coordinate in cells. `seed` is the offset along x.
    float base(const Place& at, const Plan::Octave& octave, std::uint32_t seed) const {
        return snap(lane<0>(kernel(at, octave, seed, fade(at.f, fade_)) * plan_.scale));
    }
    float base(const Place& at, const Plan::Octave& octave, std::uint32_t seed, float4& gradient) const {
        float4 g;
        const float4 v = kernel(at, octave, seed, fade(at.f, fade_), fade_slope(at.f, fade_), g);
        gradient = only(used<dim>(), snap(g * plan_.scale));
        return snap(lane<0>(v * plan_.scale));
    }

    // The point displaced by noises with octave 0's frequency and period, one per axis.
    Place warped(const Place& at) const {
        detail::vec4 offset{};
        for (std::size_t c = 0; c < std::size_t(dim); ++c)
            offset[c] = plan_.warp * base(at, plan_.octaves[0], plan_.warp_seeds[c]);
        return displaced(at, offset);
    }
    // Like warped(), also returns the derivatives of the displacements: row c of `jacobian` belongs to axis c.
    Place warped(const Place& at, float4 (&jacobian)[4]) const {
        detail::vec4 offset{};
        for (std::size_t c = 0; c < std::size_t(dim); ++c) {
            float4 g;
            offset[c] = plan_.warp * base(at, plan_.octaves[0], plan_.warp_seeds[c], g);
            jacobian[c] = plan_.warp * g;
        }
        return displaced(at, offset);
    }

    // The octaves, summed.
    float sum(Place at) const {
        float sum = plan_.bias;
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            float n = base(at, octave, octave.seed);
            sum = sum + octave.amplitude * shaped(n);
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }
    // Also returns the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
    float sum_gradient(Place at, float4& gradient) const {
        float sum = plan_.bias;
        gradient = 0.0f;
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            float4 g;
            float n = base(at, octave, octave.seed, g);
            sum = sum + octave.amplitude * shaped(n);
            gradient = gradient + (octave.slope * shape_slope(n)) * g;
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }
    // eroded: an octave weighs less the steeper the previous octaves have made the ground, as 1 / (1 + slope^2). (I.
    // Quilez, "Value noise derivatives", 2008)
    float sum_eroded(Place at, float4& slope) const {
        float sum = plan_.bias;
        slope = 0.0f;
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            float4 g;
            float n = base(at, octave, octave.seed, g);
            float weight = reciprocal(1.0f + steepness(slope));
            sum = sum + (octave.amplitude * weight) * n;
            slope = slope + (octave.slope * weight) * g;
            if (i + 1u < plan_.count) next(at, i);
        }
        return snap(sum);
    }

    float sum_any(const Place& at, float4& gradient) const {
        return settings_.fractal == Fractal::eroded ? sum_eroded(at, gradient) : sum_gradient(at, gradient);
    }

    float value(Place at) const {
        if (settings_.warp != 0.0f) at = warped(at);
        float4 slope;
        float n = settings_.fractal == Fractal::eroded ? sum_eroded(at, slope) : sum(at);
        return output(plan_, n);
    }
    float value(Place at, float4& gradient) const {
        float n;
        if (settings_.warp == 0.0f) {
            n = sum_any(at, gradient);
        } else {
            float4 jacobian[4];
            n = sum_any(warped(at, jacobian), gradient);
            const auto outer = array(gradient);
            for (std::size_t c = 0; c < std::size_t(dim); ++c)  // the chain rule
                gradient = gradient + outer[c] * jacobian[c];
        }
        float4 scaled = gradient * plan_.slope_unit;
        gradient = snap(plan_.unit != 0u ? scaled * 0.5f : scaled);
        return output(plan_, n);
    }

  private:
    // The algorithm's kernel: the only place that maps algorithm and dimension to code. `w` is the weights or, with the
    // gradient, the weights, their derivative and float4&.
    template <class... W>
    ISONOISE_INLINE float4 kernel(const Place& at, const Plan::Octave& octave, std::uint32_t seed, W&&... w) const {
        switch (settings_.algorithm) {
        case Algorithm::perlin: {
            const auto k = keys_at(at, octave, seed);
            if constexpr (dim == 2) {
                if (settings_.flow != 0.0f) return flow2_kernel(k, plan_.flow, at.f, w...);
            }
            return perlin_kernel<dim>(k, at.f, w...);
        }
        case Algorithm::improved: {
            const Ends e = ends(at.cell, load(octave.period));
            return improved_kernel<dim>(noise_.permutation(), e, at.f, w...);
        }
        default: return value_kernel<dim>(keys_at(at, octave, seed), w...);
        }
    }

    // True if every cell, and so every cell of the next octave, is in the origin's window.
    static bool near(const Place& at) {
        return all(equal(((at.cell ^ signed_shift(at.cell, 31)) & uint4(0xF8000000u)) | at.high, uint4(0u)));
    }

    // The keys of both ends of a place's cell. Windows only matter if an octave has more than 2^32 cells.
    ISONOISE_INLINE AtEnds<dim> keys_at(const Place& at, const Plan::Octave& octave, std::uint32_t seed) const {
        if (!far_ || octave.windows == 1u || near(at)) return keys<dim>(at.cell, axes<dim>(load(octave.period)), seed);
        const auto cell = array(at.cell), window = array(at.high);
        detail::uvec4 low{}, high{};
        for (std::size_t c = 0; c < std::size_t(dim); ++c) {
            const auto [first, second] = ends_far(cell[c], window[c], octave.period[c], octave.windows);
            low[c] = first;
            high[c] = second;
        }
        return keys<dim>(Ends{axes<dim>(load(low)), axes<dim>(load(high))}, seed);
    }

    // Moves a place by an offset of at most 16 cells along each axis.
    ISONOISE_INLINE Place displaced(const Place& from, detail::vec4 offset) const {
        float4 f = guard(from.f + axes<dim>(load(offset)));
        const uint4 by = split(f);
        if (!periodic_) return {from.cell + by, from.high, f};
        auto cell = array(from.cell);
        const auto step = array(by);
        for (std::size_t c = 0; c < std::size_t(dim); ++c)
            cell[c] = moved(cell[c], int(step[c]), plan_.octaves[0].period[c]);
        return {axes<dim>(load(cell)), from.high, f};
    }
    static std::uint32_t moved(std::uint32_t cell, int by, std::uint32_t period) {
        if (period == 0u) return cell + std::uint32_t(by);
        std::uint32_t sum = cell + wrap(by, period);  // both below 2^31
        return sum >= period ? sum - period : sum;
    }

    // Applies the fractal to an octave; shape_slope() is the derivative.
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
    static float steepness(float4 slope) {
        const float4 squares = slope * slope;
        float s = (lane<0>(squares) + lane<1>(squares)) + (lane<2>(squares) + lane<3>(squares));
        return s < 0x1p40f ? s : 0x1p40f;
    }
    // 1/x for x in 1..2^41 by Newton's iteration, since GPU division is not exact: guess from the exponent, then each
    // step doubles the number of correct digits.
    static float reciprocal(float x) {
        float y = std::bit_cast<float>(kReciprocal - std::bit_cast<std::uint32_t>(x));
        y = y + y * (1.0f - x * y);
        y = y + y * (1.0f - x * y);
        y = y + y * (1.0f - x * y);
        return y;
    }

    const Noise& noise_;
    const Settings& settings_;
    const Plan& plan_;
    bool far_;
    bool whole_;
    bool periodic_;
    Fade fade_;
};

// Plain octaves of `perlin` are the common case. They take their own path, since Evaluation checks every setting at
// every point: one octave of amplitude 1 anywhere, several if no cell is farther from the origin than
// Noise::plain_reach().
bool is_plain(const Noise& noise, uint4 cell) {
    const std::int32_t reach = noise.plain_reach();
    return reach == Noise::kOneOctave || (reach != 0 && all(less(cell ^ signed_shift(cell, 31), reach)));
}
template <int dim> float plain(const Noise& noise, uint4 cell, float4 f) {
    const Plan& plan = noise.plan();
    const auto octave = [&](std::uint32_t seed) {
        return snap(lane<0>(perlin_kernel<dim>(keys<dim>(cell, seed), f, quintic(f)) * plan.scale));
    };
    if (noise.plain_reach() == Noise::kOneOctave) return output(plan, octave(plan.octaves[0].seed));
    float sum = plan.bias;
    for (std::uint32_t i = 0u; i < plan.count; ++i) {
        sum = sum + plan.octaves[i].amplitude * octave(plan.octaves[i].seed);
        if (i + 1u < plan.count) finer(cell, f, plan.lacunarity);
    }
    return output(plan, snap(sum));
}
template <int dim> float plain(const Noise& noise, uint4 cell, float4 f, float4& gradient) {
    const Plan& plan = noise.plan();
    const float4 unit = plan.unit != 0u ? 0.5f : 1.0f;
    const auto octave = [&](std::uint32_t seed, float4& g) {
        float4 n = perlin_kernel<dim>(keys<dim>(cell, seed), f, quintic(f), quintic_slope(f), g);
        g = snap(g * plan.scale);
        return snap(lane<0>(n * plan.scale));
    };
    float sum = plan.bias;
    float4 slope = 0.0f;
    for (std::uint32_t i = 0u; i < plan.count; ++i) {
        float4 g;
        sum = sum + plan.octaves[i].amplitude * octave(plan.octaves[i].seed, g);
        slope = slope + plan.octaves[i].slope * g;
        if (i + 1u < plan.count) finer(cell, f, plan.lacunarity);
    }
    gradient = only(used<dim>(), snap(slope * plan.slope_unit * unit));
    return output(plan, snap(sum));
}

// Uses the definition.
template <class... Gradient> float defined(const Noise& noise, uint4 cell, float4 f, Gradient&... gradient) {
    detail::vec4 g;
    const float n = reference(noise, array(cell), array(f), g.data());
    ((gradient = load(g)), ...);
    return n;
}

// For any settings that the fast path supports.
template <int dim, class... Gradient>
ISONOISE_APART float general(const Noise& noise, uint4 cell, float4 f, Gradient&... gradient) {
    const Evaluation<dim> e(noise);
    return e.value(e.place(cell, f), gradient...);
}

// At a guarded place; `gradient` is empty or the output.
template <int dim, class... Gradient> float evaluate(const Noise& noise, uint4 cell, float4 f, Gradient&... gradient) {
    if (is_plain(noise, cell)) return plain<dim>(noise, cell, f, gradient...);
    if (noise.plain_reach() == Noise::kDefinition) return defined(noise, cell, f, gradient...);
    return general<dim>(noise, cell, f, gradient...);
}
template <int dim, class... Gradient> float evaluate(const Noise& noise, detail::vec4 p, Gradient&... gradient) {
    float4 f = guard(axes<dim>(load(p) * noise.plan().frequency));
    const uint4 cell = split(f);
    return evaluate<dim>(noise, cell, f, gradient...);
}
template <int dim, class... Gradient>
float evaluate(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction, Gradient&... gradient) {
    return evaluate<dim>(noise, axes<dim>(load(cell)), guard_fraction(axes<dim>(load(fraction))), gradient...);
}
template <class... Arguments> float evaluate_any(const Noise& noise, Arguments&&... arguments) {
    return with_dim(noise.settings().dim, [&](auto dim) { return evaluate<dim>(noise, arguments...); });
}

}  // namespace

float value(const Noise& noise, detail::vec4 p) { return evaluate_any(noise, p); }
float value(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction) {
    return evaluate_any(noise, cell, fraction);
}
float gradient(const Noise& noise, detail::vec4 p, float* gradient) {
    float4 g;
    const float n = evaluate_any(noise, p, g);
    store<4>(g, gradient);
    return n;
}
float gradient(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction, float* gradient) {
    float4 g;
    const float n = evaluate_any(noise, cell, fraction, g);
    store<4>(g, gradient);
    return n;
}

}  // namespace isonoise::ISONOISE_TARGET
