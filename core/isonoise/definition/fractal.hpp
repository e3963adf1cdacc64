// Sums of octaves of `perlin`, each shaped as its fractal has it, for functions.hpp. Twin of
// shaders/isonoise/fractal.glsl.
#pragma once

#include "isonoise/definition/fbm.hpp"
#include "isonoise/definition/math.hpp"
#include "isonoise/definition/shape.hpp"

namespace isonoise::definition {

// The rounding error of a * b. (T. J. Dekker, 1971)
inline float product_error(float a, float b) {
    const float a1 = math::high(a);
    const float a2 = a - a1;
    const float b1 = math::high(b);
    const float b2 = b - b1;
    return ((a1 * b1 - a * b) + (a1 * b2 + a2 * b1)) + a2 * b2;
}

// The product of two numbers that are sums of two floats, the smaller one second.
inline vec<2> long_product(vec<2> a, vec<2> b) {
    const float p = a.x * b.x;
    const float e = product_error(a.x, b.x) + (a.x * b.y + a.y * b.x);
    const float h = p + e;
    return {h, e - (h - p)};
}

// How much steeper octaves are than the first one: a sum of two floats, so that it rounds as in double precision. fBm
// rounds it after each octave.
inline vec<2> steeper(vec<2> slope, vec<2> ratio, Fractal fractal) {
    return fractal == kFbm ? vec<2>(slope.x * ratio.x, 0.0f) : long_product(slope, ratio);
}
inline float faded(vec<2> slope, float rest) { return long_product(slope, {rest < 1.0f ? rest : 1.0f, 0.0f}).x; }

// An octave's weight in the sum: eroded damps it by the slope of the previous ones.
template <int n> float weight(vec<n> slope, Fractal fractal) {
    return fractal == kEroded ? reciprocal(1.0f + steepness<n>(slope)) : 1.0f;
}

// Also the derivative by each coordinate: each octave's, times its amplitude and how much finer it is. (The first
// octave always is there: the normalization exceeds 2^-60.)
template <int n> float fractal(ivec<n> at, vec<n> f, uint seed, const Fbm& fbm, Fractal shape, vec<n>& gradient) {
    uvec<n> cell = uvec<n>(at);
    float sum = 0.0f;
    vec<n> slopes(0.0f);
    float amplitude = fbm.normalization;
    vec<2> slope(1.0f, 0.0f);
    const vec<2> ratio = long_product({fbm.persistence, 0.0f}, {fbm.lacunarity, 0.0f});
    for (uint i = 0u; has_octave(fbm.octaves - float(i), amplitude); ++i) {
        const float rest = fbm.octaves - float(i);
        vec<n> g;
        const float v = perlin<n>(ivec<n>(cell), f, seed ^ (i * kOctave), uvec<n>(0u), g);
        const float damped = weight<n>(slopes, shape);
        sum = sum + (faded(amplitude, rest) * damped) * shaped(v, shape);
        slopes = slopes + (faded(slope, rest) * (damped * shape_slope(v, shape))) * g;
        amplitude = amplitude * fbm.persistence;
        slope = steeper(slope, ratio, shape);
        finer<n>(cell, f, fbm.lacunarity);
    }
    gradient = scaled(slopes, fbm.normalization);
    return snap(sum);
}
template <int n> float fractal(vec<n> p, uint seed, const Fbm& fbm, Fractal shape, vec<n>& gradient) {
    return fractal<n>(whole(p), fraction(p), seed, fbm, shape, gradient);
}
template <int n> float fractal(vec<n> p, uint seed, const Fbm& fbm, Fractal shape) {
    vec<n> unused;
    return fractal<n>(p, seed, fbm, shape, unused);
}

}  // namespace isonoise::definition
