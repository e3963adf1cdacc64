// Fractals as functions of the user call them, with their normalization worked out in floats. Twin of
// shaders/isonoise/functions.glsl.
#pragma once

#include "isonoise/definition/fractal.hpp"
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
    const float rest = ((most - q * h) - product_error(q, h)) - q * l;
    return octaves > 1.0f ? q + math::divide(rest, h) : 1.0f;
}

inline Fbm fbm_of(float octaves, float persistence, float lacunarity) {
    const float o = limited(octaves, 1.0f, 32.0f);
    const float p = limited(persistence, 0.0f, 2.0f);
    return {o, p, limited(lacunarity, 1.0f, 8.0f), normalization_of(o, p)};
}

inline float perlin1_fbm_gradient(vec<1> p, uint seed, const Fbm& fbm, vec<1>& gradient) {
    return fractal<1>(p, seed, fbm, kFbm, gradient);
}
inline float perlin2_fbm_gradient(vec<2> p, uint seed, const Fbm& fbm, vec<2>& gradient) {
    return fractal<2>(p, seed, fbm, kFbm, gradient);
}
inline float perlin3_fbm_gradient(vec<3> p, uint seed, const Fbm& fbm, vec<3>& gradient) {
    return fractal<3>(p, seed, fbm, kFbm, gradient);
}
inline float perlin4_fbm_gradient(vec<4> p, uint seed, const Fbm& fbm, vec<4>& gradient) {
    return fractal<4>(p, seed, fbm, kFbm, gradient);
}

inline float perlin1_turbulence(vec<1> p, uint seed, const Fbm& fbm) { return fractal<1>(p, seed, fbm, kTurbulence); }
inline float perlin2_turbulence(vec<2> p, uint seed, const Fbm& fbm) { return fractal<2>(p, seed, fbm, kTurbulence); }
inline float perlin3_turbulence(vec<3> p, uint seed, const Fbm& fbm) { return fractal<3>(p, seed, fbm, kTurbulence); }
inline float perlin4_turbulence(vec<4> p, uint seed, const Fbm& fbm) { return fractal<4>(p, seed, fbm, kTurbulence); }
inline float perlin1_turbulence_gradient(vec<1> p, uint seed, const Fbm& fbm, vec<1>& gradient) {
    return fractal<1>(p, seed, fbm, kTurbulence, gradient);
}
inline float perlin2_turbulence_gradient(vec<2> p, uint seed, const Fbm& fbm, vec<2>& gradient) {
    return fractal<2>(p, seed, fbm, kTurbulence, gradient);
}
inline float perlin3_turbulence_gradient(vec<3> p, uint seed, const Fbm& fbm, vec<3>& gradient) {
    return fractal<3>(p, seed, fbm, kTurbulence, gradient);
}
inline float perlin4_turbulence_gradient(vec<4> p, uint seed, const Fbm& fbm, vec<4>& gradient) {
    return fractal<4>(p, seed, fbm, kTurbulence, gradient);
}

inline float perlin1_ridged(vec<1> p, uint seed, const Fbm& fbm) { return fractal<1>(p, seed, fbm, kRidged); }
inline float perlin2_ridged(vec<2> p, uint seed, const Fbm& fbm) { return fractal<2>(p, seed, fbm, kRidged); }
inline float perlin3_ridged(vec<3> p, uint seed, const Fbm& fbm) { return fractal<3>(p, seed, fbm, kRidged); }
inline float perlin4_ridged(vec<4> p, uint seed, const Fbm& fbm) { return fractal<4>(p, seed, fbm, kRidged); }
inline float perlin1_ridged_gradient(vec<1> p, uint seed, const Fbm& fbm, vec<1>& gradient) {
    return fractal<1>(p, seed, fbm, kRidged, gradient);
}
inline float perlin2_ridged_gradient(vec<2> p, uint seed, const Fbm& fbm, vec<2>& gradient) {
    return fractal<2>(p, seed, fbm, kRidged, gradient);
}
inline float perlin3_ridged_gradient(vec<3> p, uint seed, const Fbm& fbm, vec<3>& gradient) {
    return fractal<3>(p, seed, fbm, kRidged, gradient);
}
inline float perlin4_ridged_gradient(vec<4> p, uint seed, const Fbm& fbm, vec<4>& gradient) {
    return fractal<4>(p, seed, fbm, kRidged, gradient);
}

inline float perlin1_billow(vec<1> p, uint seed, const Fbm& fbm) { return fractal<1>(p, seed, fbm, kBillow); }
inline float perlin2_billow(vec<2> p, uint seed, const Fbm& fbm) { return fractal<2>(p, seed, fbm, kBillow); }
inline float perlin3_billow(vec<3> p, uint seed, const Fbm& fbm) { return fractal<3>(p, seed, fbm, kBillow); }
inline float perlin4_billow(vec<4> p, uint seed, const Fbm& fbm) { return fractal<4>(p, seed, fbm, kBillow); }
inline float perlin1_billow_gradient(vec<1> p, uint seed, const Fbm& fbm, vec<1>& gradient) {
    return fractal<1>(p, seed, fbm, kBillow, gradient);
}
inline float perlin2_billow_gradient(vec<2> p, uint seed, const Fbm& fbm, vec<2>& gradient) {
    return fractal<2>(p, seed, fbm, kBillow, gradient);
}
inline float perlin3_billow_gradient(vec<3> p, uint seed, const Fbm& fbm, vec<3>& gradient) {
    return fractal<3>(p, seed, fbm, kBillow, gradient);
}
inline float perlin4_billow_gradient(vec<4> p, uint seed, const Fbm& fbm, vec<4>& gradient) {
    return fractal<4>(p, seed, fbm, kBillow, gradient);
}

inline float perlin1_eroded(vec<1> p, uint seed, const Fbm& fbm) {
    vec<1> slope;
    return fractal<1>(p, seed, fbm, kEroded, slope);
}
inline float perlin2_eroded(vec<2> p, uint seed, const Fbm& fbm) {
    vec<2> slope;
    return fractal<2>(p, seed, fbm, kEroded, slope);
}
inline float perlin3_eroded(vec<3> p, uint seed, const Fbm& fbm) {
    vec<3> slope;
    return fractal<3>(p, seed, fbm, kEroded, slope);
}
inline float perlin4_eroded(vec<4> p, uint seed, const Fbm& fbm) {
    vec<4> slope;
    return fractal<4>(p, seed, fbm, kEroded, slope);
}
inline float perlin1_eroded_slope(vec<1> p, uint seed, const Fbm& fbm, vec<1>& slope) {
    return fractal<1>(p, seed, fbm, kEroded, slope);
}
inline float perlin2_eroded_slope(vec<2> p, uint seed, const Fbm& fbm, vec<2>& slope) {
    return fractal<2>(p, seed, fbm, kEroded, slope);
}
inline float perlin3_eroded_slope(vec<3> p, uint seed, const Fbm& fbm, vec<3>& slope) {
    return fractal<3>(p, seed, fbm, kEroded, slope);
}
inline float perlin4_eroded_slope(vec<4> p, uint seed, const Fbm& fbm, vec<4>& slope) {
    return fractal<4>(p, seed, fbm, kEroded, slope);
}

}  // namespace isonoise::definition
