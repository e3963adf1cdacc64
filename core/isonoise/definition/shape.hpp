// The shapes that fractals give to octaves, and eroded's weights. Twin of shaders/isonoise/shape.glsl.
#pragma once

#include "isonoise/definition/lattice.hpp"
#include "isonoise/plan.hpp"

namespace isonoise::definition {

inline constexpr Fractal kFbm = Fractal::fbm;
inline constexpr Fractal kTurbulence = Fractal::turbulence;
inline constexpr Fractal kRidged = Fractal::ridged;
inline constexpr Fractal kBillow = Fractal::billow;
inline constexpr Fractal kEroded = Fractal::eroded;

// Applies a fractal to an octave; shape_slope() is the derivative.
inline float shaped(float v, Fractal fractal) {
    const float rest = 1.0f - glm::abs(v);
    switch (fractal) {
    case kTurbulence: return glm::abs(v);
    case kBillow: return 2.0f * glm::abs(v) - 1.0f;
    case kRidged: return 2.0f * (rest * rest) - 1.0f;
    default: return v;
    }
}
inline float shape_slope(float v, Fractal fractal) {
    const float sign = v == 0.0f ? 0.0f : v < 0.0f ? -1.0f : 1.0f;
    switch (fractal) {
    case kTurbulence: return sign;
    case kBillow: return 2.0f * sign;
    case kRidged: return -4.0f * (sign * (1.0f - glm::abs(v)));
    default: return 1.0f;
    }
}

// slope^2, at most 2^40.
template <int n> float steepness(vec<n> slope) {
    vec<4> q(0.0f);
    for (int c = 0; c < n; ++c)
        q[c] = slope[c] * slope[c];
    const float s = (q.x + q.y) + (q.z + q.w);
    return s < 0x1p40f ? s : 0x1p40f;
}
// Minus the bits of x: the bits of about 1/x.
inline constexpr uint kReciprocal = 0x7EF311C3u;
// 1/x for x in 1..2^41 by Newton's iteration, since GPU division is not exact: guess from the exponent, then each step
// doubles the number of correct digits.
inline float reciprocal(float x) {
    float y = std::bit_cast<float>(kReciprocal - std::bit_cast<uint>(x));
    for (int step = 0; step < 3; ++step)
        y = y + y * (1.0f - x * y);
    return y;
}

}  // namespace isonoise::definition
