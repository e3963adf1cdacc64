// The noise of a Settings value: frequency, domain warp, octaves, output. Twin of shaders/isonoise/noise.glsl.
#pragma once

#include "isonoise/definition/articles.hpp"
#include "isonoise/definition/fbm.hpp"
#include "isonoise/definition/flow.hpp"
#include "isonoise/definition/improved.hpp"
#include "isonoise/definition/shape.hpp"
#include "isonoise/definition/value.hpp"
#include "isonoise/octaves.hpp"
#include "isonoise/reference.hpp"

namespace isonoise::definition {

// Changes the x offset of the second layer of value-two-layer.
inline constexpr uint kLayer = 0x5BD1E995u;
// The square root of 1/2: over 2^32, and as a float.
inline constexpr uint kRoot = 0xB504F334u;
inline constexpr float kSqrtHalf = 11863283.0f / 16777216.0f;

// A point in an octave: along each axis a wrapped cell, its window in far worlds, and a fraction.
template <int n> struct Place {
    uvec<n> cell;
    uvec<n> high;
    vec<n> f;
};

template <int n> class Definition {
  public:
    explicit Definition(const Noise& noise) : noise_(noise), settings_(noise.settings()), plan_(noise.plan()) {}

    Place<n> place(ivec<n> cell, vec<n> f) const { return {wrap<n>(cell, period(0u)), uvec<n>(0u), f}; }
    Place<n> place(vec<n> p) const {
        const vec<n> q = p * plan_.frequency;
        return place(whole(q), fraction(q));
    }

    uvec<n> period(uint i) const {
        uvec<n> cells;
        for (int c = 0; c < n; ++c)
            cells[c] = plan_.octaves[i].period[std::size_t(c)];
        return cells;
    }
    // Steps from octave i to the next.
    void next(Place<n>& at, uint i) const {
        const uvec<n> periods = period(i + 1u);
        for (int c = 0; c < n; ++c) {
            if (hashes_keys(settings_.algorithm) && is_whole(plan_.lacunarity) && periods[c] == 0u) {
                finer_far(at.cell[c], at.high[c], at.f[c], plan_.lacunarity, plan_.octaves[i + 1u].windows);
                continue;
            }
            finer(at.cell[c], at.f[c], plan_.lacunarity);
            if (at.cell[c] == periods[c]) at.cell[c] = 0u;
            if (settings_.algorithm == Algorithm::improved && periods[c] != 0u) at.cell[c] %= periods[c];
        }
    }

    // The selected fade of a fraction, and its derivative.
    static float fade(float t, Fade kind) {
        switch (kind) {
        case Fade::linear: return t;
        case Fade::cubic: return cubic(t);
        default: return quintic(t);
        }
    }
    static float fade_slope(float t, Fade kind) {
        switch (kind) {
        case Fade::linear: return 1.0f;
        case Fade::cubic: return cubic_slope(t);
        default: return quintic_slope(t);
        }
    }
    vec<n> weights(vec<n> f) const {
        for (int c = 0; c < n; ++c)
            f[c] = fade(f[c], used_fade(settings_));
        return f;
    }
    vec<n> weight_slopes(vec<n> f) const {
        for (int c = 0; c < n; ++c)
            f[c] = fade_slope(f[c], used_fade(settings_));
        return f;
    }

    // The lattice coordinates of a place's cell in octave i.
    Ends<n> ends_at(const Place<n>& at, uint i) const {
        const uvec<n> periods = period(i);
        Ends<n> e;
        for (int c = 0; c < n; ++c)
            e[c] = hashes_keys(settings_.algorithm)
                       ? ends_far(at.cell[c], at.high[c], periods[c], plan_.octaves[i].windows)
                       : ends(at.cell[c], periods[c]);
        return e;
    }
    // Hashes that choose the gradient (or number) at each corner. `seed` is the offset along x.
    Corners<uint, n> hashes(const Place<n>& at, uint i, uint seed) const {
        Ends<n> e = ends_at(at, i);
        Corners<uint, n> h{};
        switch (settings_.algorithm) {
        case Algorithm::improved:
        case Algorithm::diagonal: return permuted<n>(noise_.permutation(), e);
        case Algorithm::slope: e[0] = ends(int(at.cell[0]), 255u); return {e[0].x, e[0].y};
        case Algorithm::axis:
            if constexpr (n == 2) return axis_hash(e);
            return h;
        default: return definition::hashes<n>(keys<n>(e, seed));
        }
    }

    // One octave of the algorithm, scaled, and its derivative by the coordinate in cells (not for the articles'
    // systems). The only place that maps an algorithm to its kernel.
    float base(const Place<n>& at, uint i, uint seed, vec<n>& gradient) const {
        const vec<n> f = at.f, w = weights(f), s = weight_slopes(f);
        const Corners<uint, n> h = hashes(at, i, seed);
        vec<n> g(0.0f);
        float v = 0.0f;
        switch (settings_.algorithm) {
        case Algorithm::perlin:
            if (settings_.flow == 0.0f) {
                v = noise<n>(h, f, w, s, g);
            } else if constexpr (n == 2) {
                v = flow_noise(h, {plan_.flow[0], plan_.flow[1]}, f, w, s, g);
            }
            break;
        case Algorithm::improved: v = improved_noise<n>(h, f, w, s, g); break;
        case Algorithm::value:
        case Algorithm::value_two_layer: v = value_noise<n>(h, w, s, g); break;
        case Algorithm::axis:
            if constexpr (n == 2) v = axis_noise(noise_.axis_table(), h, f, w);
            break;
        case Algorithm::diagonal:
            if constexpr (n == 2) v = diagonal_noise(h, f, w);
            break;
        case Algorithm::slope:
            if constexpr (n == 1) v = slope_noise(noise_.permutation(), h, f, w);
            break;
        }
        gradient = scaled(g, plan_.scale);
        return scaled(v, plan_.scale);
    }

    static uint moved(uint cell, int by, uint period) {
        if (period == 0u) return cell + uint(by);
        const uint sum = cell + wrap(by, period);  // both below 2^31
        return sum >= period ? sum - period : sum;
    }
    // Moves a place by an offset of at most 16 cells along each axis.
    Place<n> displaced(const Place<n>& from, vec<n> offset) const {
        const vec<n> sum = from.f + offset;
        const ivec<n> by = whole(sum);
        Place<n> to{from.cell, from.high, fraction(sum)};
        for (int c = 0; c < n; ++c)
            to.cell[c] = moved(from.cell[c], by[c], period(0u)[c]);
        return to;
    }

    // The point displaced by noises with octave 0's frequency and period, one per axis. Column c of `jacobian` is the
    // derivative of the displacement along axis c.
    float offset(const Place<n>& at, uint seed, vec<n>& gradient) const {
        vec<n> g;
        const float r = plan_.warp * base(at, 0u, seed, g);
        gradient = plan_.warp * g;
        return r;
    }
    Place<n> warped(const Place<n>& at, vec<n> (&jacobian)[n]) const {
        vec<n> by;
        for (int c = 0; c < n; ++c)
            by[c] = offset(at, plan_.warp_seeds[std::size_t(c)], jacobian[c]);
        return displaced(at, by);
    }

    uint count() const { return plan_.count; }

    // The octaves, summed, with the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
    float sum(Place<n> at, uint layer, vec<n>& gradient) const {
        float sum = plan_.bias;
        vec<n> slope(0.0f);
        for (uint i = 0u; i < count(); ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            vec<n> g;
            const float v = base(at, i, octave.seed ^ layer, g);
            sum = sum + octave.amplitude * shaped(v, settings_.fractal);
            slope = slope + (octave.slope * shape_slope(v, settings_.fractal)) * g;
            if (i + 1u < count()) next(at, i);
        }
        gradient = slope;
        return snap(sum);
    }
    // eroded: an octave weighs less the steeper the previous octaves have made the ground, as 1 / (1 + slope^2).
    // (I. Quilez, "Value noise derivatives", 2008)
    float sum_eroded(Place<n> at, vec<n>& gathered) const {
        float sum = plan_.bias;
        vec<n> slope(0.0f);
        for (uint i = 0u; i < count(); ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            vec<n> g;
            const float v = base(at, i, octave.seed, g);
            const float weight = reciprocal(1.0f + steepness(slope));
            sum = sum + (octave.amplitude * weight) * v;
            slope = slope + (octave.slope * weight) * g;
            if (i + 1u < count()) next(at, i);
        }
        gathered = slope;
        return snap(sum);
    }

    // The place rotated by 45 degrees, exact in the cells everywhere.
    static void turn(std::uint64_t whole, float part, uint& cell, float& f) {
        const vec<1> sum(float(uint(whole) >> 8) * 0x1p-24f + part);
        f = fraction(sum).x;
        cell = uint(whole >> 32) + uint(definition::whole(sum).x);
    }
    static Place<2> turned(const Place<2>& at) {
        const std::uint64_t x = std::uint64_t(product(at.cell.x, kRoot)), y = std::uint64_t(product(at.cell.y, kRoot));
        Place<2> to{uvec<2>(0u), uvec<2>(0u), vec<2>(0.0f)};
        turn(x - y, kSqrtHalf * (at.f.x - at.f.y), to.cell.x, to.f.x);
        turn(x + y, kSqrtHalf * (at.f.x + at.f.y), to.cell.y, to.f.y);
        return to;
    }

    float output(float v) const { return plan_.unit != 0u ? (v + 1.0f) * 0.5f : v; }

    // Also returns the derivative by each coordinate; for fractal eroded the accumulated slope.
    float value(Place<n> at, vec<n>& gradient) const {
        vec<n> jacobian[n] = {};
        if (settings_.warp != 0.0f) at = warped(at, jacobian);
        vec<n> slope;
        float v = settings_.fractal == Fractal::eroded ? sum_eroded(at, slope) : sum(at, 0u, slope);
        const vec<n> outer = slope;
        for (int c = 0; c < n && settings_.warp != 0.0f; ++c)  // the chain rule
            slope = slope + outer[c] * jacobian[c];
        if constexpr (n == 2) {
            if (settings_.algorithm == Algorithm::value_two_layer) {
                vec<2> t;
                v = 0.5f * (v + sum(turned(at), kLayer, t));
                slope = 0.5f * (slope + vec<2>(kSqrtHalf * (t.x + t.y), kSqrtHalf * (t.y - t.x)));
            }
        }
        const vec<n> units = slope * plan_.slope_unit;
        gradient = snap(plan_.unit != 0u ? units * 0.5f : units);
        return output(v);
    }

    // At a coordinate; in a cell, after frequency.
    float gradient(vec<n> p, vec<n>& gradient) const { return value(place(p), gradient); }
    float gradient(ivec<n> cell, vec<n> fraction, vec<n>& gradient) const {
        return value(place(cell, guard_fraction(fraction)), gradient);
    }

    // The gradient or number that a hash chooses, as a number.
    uint choice(uint h) const {
        switch (settings_.algorithm) {
        case Algorithm::perlin:
            if (n == 1) return h >> 8;
            if (n == 2) return h >> 29;
            if (n == 3) return (int(h) < kThird1 ? 0u : int(h) < kThird2 ? 4u : 8u) + ((h * 3u) >> 30);
            return h >> 27;
        case Algorithm::improved: return h & (n == 1 ? 255u : n == 2 ? 7u : n == 3 ? 15u : 31u);
        case Algorithm::axis: return two_bits(noise_.axis_table(), h);
        case Algorithm::diagonal: return h & 3u;
        case Algorithm::slope: return permute(noise_.permutation(), h);
        default: return uint(int(h) >> 7);
        }
    }
    // See reference.hpp.
    Integers integers(vec<n> p) const {
        const Place<n> at = place(p);
        const Corners<uint, n> h = hashes(at, 0u, plan_.octaves[0].seed);
        const int last = h.size() - 1;
        Integers found{};
        for (int c = 0; c < n; ++c)
            found.cell[std::size_t(c)] = at.cell[c];
        found.hashes = {h[0], choice(h[0]), h[last], choice(h[last])};
        return found;
    }

  private:
    const Noise& noise_;
    const Settings& settings_;
    const Plan& plan_;
};

}  // namespace isonoise::definition
