// The functions of isonoise.hpp over lanes, as templates over the dimensions, for the rows of functions.hpp. Specified
// by the definition's perlin.hpp, improved.hpp, value.hpp and fbm.hpp. Private to the library and to inline.hpp.
#pragma once

#include <tuple>

#include "isonoise/fast/improved.hpp"
#include "isonoise/fast/perlin.hpp"
#include "isonoise/fast/value.hpp"
#include "isonoise/octaves.hpp"

namespace isonoise::ISONOISE_TARGET {

namespace {

// A point's cell and fraction.
struct Point {
    uint4 cell;
    float4 f;
};
template <class P> inline Point point(const P& p) {
    Point at{uint4(0u), load_guarded(p)};
    at.cell = split(at.f);
    return at;
}
template <class C, class F> inline Point point(const C& cell, const F& fraction) {
    return {load(cell), guard_fraction(load(fraction))};
}

template <int n>
using Period =
    std::tuple_element_t<std::size_t(n) - 1, std::tuple<detail::uvec1, detail::uvec2, detail::uvec3, detail::uvec4>>;

// kernel(w) or, with a gradient, kernel(w, s, g): with the quintic fade, scaled.
template <int n, class Kernel> ISONOISE_INLINE float scaled(float4 f, float scale, Kernel kernel) {
    return snap(lane<0>(kernel(quintic(f)) * scale));
}
template <int n, class Kernel> ISONOISE_INLINE float scaled(float4 f, float scale, Kernel kernel, float* gradient) {
    float4 g;
    const float4 v = kernel(quintic(f), quintic_slope(f), g);
    store<n>(snap(g * scale), gradient);
    return snap(lane<0>(v * scale));
}

// Below, `gradient` is empty or one float*.
template <int n, class... G> ISONOISE_INLINE float perlin_of(float4 f, AtEnds<n> keys, G*... gradient) {
    const auto kernel = [&](auto&&... w) ISONOISE_INLINED { return perlin_kernel<n>(keys, f, w...); };
    return scaled<n>(f, kScale<n>, kernel, gradient...);
}
template <int n, class... G> ISONOISE_INLINE float perlin(const Point& at, std::uint32_t seed, G*... gradient) {
    return perlin_of<n>(at.f, keys<n>(at.cell, seeded(seed)), gradient...);
}
template <int n, class... G>
ISONOISE_INLINE float perlin(const Point& at, std::uint32_t seed, Period<n> period, G*... gradient) {
    const uint4 cells = load(period);
    return perlin_of<n>(at.f, keys<n>(wrap<n>(at.cell, cells), cells, seeded(seed)), gradient...);
}
template <int n, class... G>
ISONOISE_INLINE float improved(const Point& at, const Permutation& table, Period<n> period, G*... gradient) {
    const uint4 cells = load(period);
    const Ends e = ends(wrap<n>(at.cell, cells), cells);
    const auto kernel = [&](auto&&... w) ISONOISE_INLINED { return improved_kernel<n>(table, e, at.f, w...); };
    return scaled<n>(at.f, n == 2 ? kScale<2> : 1.0f, kernel, gradient...);
}
template <int n, class... G>
ISONOISE_INLINE float value(const Point& at, std::uint32_t seed, Period<n> period, G*... gradient) {
    const uint4 cells = load(period);
    const auto k = keys<n>(wrap<n>(at.cell, cells), cells, seeded(seed));
    const auto kernel = [&](auto&&... w) ISONOISE_INLINED { return value_kernel<n>(k, w...); };
    return scaled<n>(at.f, 1.0f, kernel, gradient...);
}

// Steps from one octave to the next along all axes.
template <int n> inline void finer_by_axis(uint4& cell, float4& f, float lacunarity) {
    std::uint32_t c[] = {lane<0>(cell), lane<1>(cell), lane<2>(cell), lane<3>(cell)};
    float t[] = {lane<0>(f), lane<1>(f), lane<2>(f), lane<3>(f)};
    for (int i = 0; i < n; ++i)
        finer(c[i], t[i], lacunarity, 0u);
    constexpr int y = n == 1 ? 0 : 1, z = n < 3 ? 0 : 2, w = n < 3 ? y : 3;  // see load() in lattice.hpp
    cell = uint4(c[0], c[y], c[z], c[w]);
    f = float4(t[0], t[y], t[z], t[w]);
}
template <int n> inline float perlin_fbm(Point at, std::uint32_t seed, const Fbm& fbm) {
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    const bool whole = is_whole(fbm.lacunarity);
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        const float v = perlin<n>(at, seed ^ (std::uint32_t(i) * kOctave));
        sum = rounded(sum + rounded(rounded(faded(amplitude, fbm.octaves, float(i))) * v));
        amplitude = rounded(amplitude * fbm.persistence);
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        if (whole) {
            finer(at.cell, at.f, fbm.lacunarity);
        } else {
            finer_by_axis<n>(at.cell, at.f, fbm.lacunarity);
        }
    }
    return snap(sum);
}

}  // namespace

}  // namespace isonoise::ISONOISE_TARGET
