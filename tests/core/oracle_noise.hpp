// The meaning of a Settings value, in double: octaves, fractals, warp, layers and filter as sums over integer
// coordinates (core carries cells from octave to octave), built on oracle.hpp. Also derives the tolerance for float
// results.
#pragma once

#include <algorithm>

#include "oracle.hpp"

namespace oracle {

using isonoise::Fractal;
using isonoise::Settings;

class Noise {
  public:
    // `far`: use windows beyond 2^32 cells, as isonoise::Noise does.
    explicit Noise(const Settings& settings, bool far = true)
        : s_(settings), table_(isonoise::permutation(settings.seed)),
          windows_(far && s_.lacunarity == std::floor(s_.lacunarity) &&
                   (s_.algorithm == Algorithm::perlin || s_.algorithm == Algorithm::value)) {
        for (std::size_t c = 0; c < s_.period.size(); ++c)
            period_[c] = s_.period[c];
        if (s_.loop != 0) period_[static_cast<std::size_t>(s_.dim) - 1] = s_.loop;
        double amplitudes = 0;
        for (int i = 0; i < octaves(); ++i)
            amplitudes += amplitude(i);
        // Slightly less than 1 in total, so that rounding never leaves the range.
        scale_ = scale(s_.algorithm, s_.dim, kind(), static_cast<double>(s_.flow));
        normalization_ = s_.octaves > 1 ? (1 - 0x1p-18) / amplitudes : 1;
    }

    // A value, and how close the point is to jumps in the derivative.
    struct Result {
        double value = 0;
        double crease = 9;  // smallest |n| of any octave
        double border = 9;  // smallest distance to a cell border in any octave
        Vec slope{};        // eroded's accumulated slope, per input coordinate
    };
    // Evaluates at a coordinate in cells.
    Result at(const Place& p) const {
        Result result;
        Place q = p;
        if (s_.warp != 0) {
            for (std::size_t c = 0; c < static_cast<std::size_t>(s_.dim); ++c) {
                note_border(p, result);
                const double moved =
                    static_cast<double>(s_.warp) * noise(base(0), p, seeded(s_.seed ^ ((c + 1) * kWarp)));
                q[c] = coordinate(p[c].rest + moved, p[c].cell);
            }
        }
        double v = sum(q, 0, result);
        if (s_.algorithm == Algorithm::value_two_layer) {
            const double x = static_cast<double>(q[0].cell) + q[0].rest, y = static_cast<double>(q[1].cell) + q[1].rest;
            v = (v + sum(place({std::sqrt(0.5) * (x - y), std::sqrt(0.5) * (x + y), 0, 0}), kLayer, result)) / 2;
        }
        result.value = s_.output == isonoise::Output::unit ? (v + 1) / 2 : v;
        return result;
    }

    // Central differences, per input coordinate.
    Vec gradient(const Place& p) const {
        Vec g{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(s_.dim); ++c) {
            const double h = 0x1p-20;
            Place low = p, high = p;
            low[c] = coordinate(p[c].rest - h, p[c].cell);
            high[c] = coordinate(p[c].rest + h, p[c].cell);
            g[c] = (at(high).value - at(low).value) / (2 * h) * static_cast<double>(s_.frequency);
        }
        return g;
    }

    // First-order bound on how far float arithmetic may move a result. Each octave's value is off by float_error, its
    // derivative by `slope`. Its fraction is off by `e`, which lacunarity magnifies from octave to octave while a
    // product and a sum round, each by half an ulp of at most twice the lacunarity (1, 2, 4 and 8 are exact).
    struct Tolerance {
        double value = 0x1p-20, gradient = 0x1p-20;  // sums of up to 8 terms
    };
    Tolerance tolerance() const {
        const double value = float_error(s_.dim), slope = 1e-5;
        const double first = 4, second = 20;  // upper bounds on how fast a noise and its derivative change
        const double lacunarity = static_cast<double>(s_.lacunarity), warp = static_cast<double>(s_.warp);
        const double shape = s_.fractal == Fractal::ridged ? 4 : s_.fractal == Fractal::billow ? 2 : 1;
        Tolerance t;
        // Warp displaces by a noise, which is off by float_error, and rounds twice.
        double e = warp == 0 ? 0 : warp * float_error(1) + 0x1p-23 * std::max(1.0, warp);
        if (s_.algorithm == Algorithm::value_two_layer) e = 0x1p-17;  // rotated in float, below 64 cells
        const bool exact = std::log2(lacunarity) == std::floor(std::log2(lacunarity));
        double finer = 1;
        for (int i = 0; i < octaves(); ++i) {
            const double a = amplitude(i) * normalization_ * shape;
            t.value += a * (value + first * e);
            const double bend = slope + second * e + (s_.fractal == Fractal::ridged ? first * (value + first * e) : 0);
            t.gradient += a * finer * (bend * (1 + warp * first) + first * warp * slope);
            e = lacunarity * e + (exact ? 0 : 2 * lacunarity * 0x1p-23);
            finer *= lacunarity;
        }
        if (s_.fractal == Fractal::eroded) t.value *= 4;  // an octave's weight depends on the slopes before it
        t.gradient *= static_cast<double>(s_.frequency);
        return t;
    }

    // Maximum error of float arithmetic in one noise. Near t = 1 the fade's last sums involve numbers up to 10; half an
    // ulp of each totals 1.3e-6. That weights a difference of corner products, at most 2, once per axis.
    static double float_error(int dim) { return dim * 2 * 1.3e-6; }

  private:
    double octaves() const { return static_cast<double>(s_.octaves); }
    double amplitude(int i) const {
        return std::pow(static_cast<double>(s_.persistence), i) * std::min(1.0, octaves() - i);
    }
    Fade kind() const { return s_.fade == Fade::standard ? Fade::quintic : s_.fade; }
    Base base(int octave) const {
        Base b{.algorithm = s_.algorithm, .dim = s_.dim, .fade = kind(), .scale = scale_, .table = &table_};
        b.angle = static_cast<double>(s_.flow);
        const double finer = std::pow(static_cast<double>(s_.lacunarity), octave);
        for (std::size_t c = 0; c < 4; ++c) {
            const double cells = s_.algorithm == Algorithm::improved ? period_[c] : period_[c] * finer;
            b.period[c] = static_cast<std::uint32_t>(std::lround(cells));
        }
        if (windows_) b.windows = std::llround(finer);
        return b;
    }
    void note_border(const Place& p, Result& result) const {
        for (std::size_t c = 0; c < static_cast<std::size_t>(s_.dim); ++c)
            result.border = std::min({result.border, p[c].rest, 1 - p[c].rest});
    }
    // The derivatives of a single noise.
    Vec slope_of(const Base& b, const Place& p, std::uint32_t seed) const {
        Vec g{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(s_.dim); ++c) {
            const double h = 0x1p-18;
            Place low = p, high = p;
            low[c] = coordinate(p[c].rest - h, p[c].cell);
            high[c] = coordinate(p[c].rest + h, p[c].cell);
            g[c] = (noise(b, high, seed) - noise(b, low, seed)) / (2 * h);
        }
        return g;
    }
    double shaped(double n) const {
        switch (s_.fractal) {
        case Fractal::turbulence: return std::fabs(n);
        case Fractal::billow: return 2 * std::fabs(n) - 1;
        case Fractal::ridged: return 2 * std::pow(1 - std::fabs(n), 2) - 1;
        default: return n;
        }
    }
    double sum(const Place& p, std::uint64_t layer, Result& result) const {
        double total = 0;
        Vec slope{};
        for (int i = 0; i < octaves(); ++i) {
            const double finer = std::pow(static_cast<double>(s_.lacunarity), i);
            Place q{};
            for (std::size_t c = 0; c < 4; ++c)
                q[c] = times(p[c], finer);
            note_border(q, result);
            const auto seed =
                static_cast<std::uint32_t>(seeded(s_.seed ^ (static_cast<std::uint64_t>(i) * kOctave)) ^ layer);
            const Base b = base(i);
            const double n = noise(b, q, seed);
            result.crease = std::min(result.crease, std::fabs(n));

            // An octave vanishes once a pixel covers three quarters of its cells.
            const double width = static_cast<double>(s_.filter_width) * static_cast<double>(s_.frequency) * finer;
            const double left = 1 - fade(std::clamp(2 * width - 0.5, 0.0, 1.0), Fade::cubic);
            double weight = 1;
            if (s_.fractal == Fractal::eroded) {
                weight =
                    1 / (1 + slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2] + slope[3] * slope[3]);
                const Vec g = slope_of(b, q, seed);
                for (std::size_t c = 0; c < 4; ++c)
                    slope[c] += amplitude(i) * finer * left * weight * g[c];
            }
            total += amplitude(i) * (left * weight * shaped(n) +
                                     (1 - left) * mean(s_.fractal, s_.dim, kind(),
                                                       s_.flow != 0 ? scale_ / perlin_scale(s_.dim, kind()) : 1.0));
        }
        const double unit = s_.output == isonoise::Output::unit ? 0.5 : 1.0;
        for (std::size_t c = 0; c < 4; ++c)
            result.slope[c] = slope[c] * normalization_ * unit * static_cast<double>(s_.frequency);
        return total * normalization_;
    }

    Settings s_;
    isonoise::Permutation table_;
    bool windows_;
    Counts period_{};
    double normalization_ = 1, scale_ = 1;
};

}  // namespace oracle
