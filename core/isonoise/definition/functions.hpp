// fBm as functions of the user call it, with its normalization worked out in floats. Twin of
// shaders/isonoise/functions.glsl.
#pragma once

#include "isonoise/definition/fbm.hpp"
#include "isonoise/definition/math.hpp"

namespace isonoise::definition {

// Within the range of a setting, which also keeps loops short; NaN is the lower end.
inline float limited(float x, float low, float high) { return x > low ? (x < high ? x : high) : low; }

// (1 - 2^-18) / the sum of the amplitudes, which is a sum of two floats, so that it rounds as in double precision.
// (T. J. Dekker, 1971; D. E. Knuth, 1969)
inline float normalization_of(float octaves, float persistence) {
    float sum = 0.0f;
    float lost = 0.0f;
    float amplitude = 1.0f;
    for (float i = 0.0f; i < octaves; i = i + 1.0f) {
        const float a = faded(amplitude, octaves - i);
        const float s = sum + a;
        const float b = s - sum;
        lost = lost + ((sum - (s - b)) + (a - b));
        sum = s;
        amplitude = amplitude * persistence;
    }
    const float h = sum + lost;
    const float l = lost - (h - sum);
    const float most = 0.999996185302734375f;
    const float q = math::divide(most, h);
    const float q1 = math::high(q);
    const float q2 = q - q1;
    const float h1 = math::high(h);
    const float h2 = h - h1;
    const float p = q * h;
    const float e = ((q1 * h1 - p) + (q1 * h2 + q2 * h1)) + q2 * h2;
    const float rest = ((most - p) - e) - q * l;
    return octaves > 1.0f ? q + math::divide(rest, h) : 1.0f;
}

inline Fbm fbm_of(float octaves, float persistence, float lacunarity) {
    const float o = limited(octaves, 1.0f, 32.0f);
    const float p = limited(persistence, 0.0f, 2.0f);
    return {o, p, limited(lacunarity, 1.0f, 8.0f), normalization_of(o, p)};
}

// perlinN_fbm() and its derivative by each coordinate: each octave's, times its amplitude and how much finer it is.
template <int n> float perlin(vec<n> p, uint seed, const Fbm& fbm, vec<n>& gradient) {
    uvec<n> cell = uvec<n>(whole(p));
    vec<n> f = fraction(p);
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    float slope = 1.0f;
    const float ratio = fbm.persistence * fbm.lacunarity;
    gradient = vec<n>(0.0f);
    for (uint i = 0u; has_octave(fbm.octaves - float(i), amplitude); ++i) {
        const float rest = fbm.octaves - float(i);
        vec<n> g;
        const float octave = perlin<n>(ivec<n>(cell), f, seed ^ (i * kOctave), uvec<n>(0u), g);
        sum = sum + faded(amplitude, rest) * octave;
        gradient = gradient + faded(slope, rest) * g;
        amplitude = amplitude * fbm.persistence;
        slope = slope * ratio;
        finer<n>(cell, f, fbm.lacunarity);
    }
    gradient = scaled(gradient, fbm.normalization);
    return snap(sum);
}
inline float perlin1_fbm_gradient(vec<1> p, uint seed, const Fbm& fbm, vec<1>& gradient) {
    return perlin<1>(p, seed, fbm, gradient);
}
inline float perlin2_fbm_gradient(vec<2> p, uint seed, const Fbm& fbm, vec<2>& gradient) {
    return perlin<2>(p, seed, fbm, gradient);
}
inline float perlin3_fbm_gradient(vec<3> p, uint seed, const Fbm& fbm, vec<3>& gradient) {
    return perlin<3>(p, seed, fbm, gradient);
}
inline float perlin4_fbm_gradient(vec<4> p, uint seed, const Fbm& fbm, vec<4>& gradient) {
    return perlin<4>(p, seed, fbm, gradient);
}

}  // namespace isonoise::definition
