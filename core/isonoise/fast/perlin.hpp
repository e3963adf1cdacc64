// The kernel of `perlin`: the unscaled noise from the keys of a cell's ends, a fraction and its weights.
// definition/perlin.hpp over lanes.
#pragma once

#include "isonoise/fast/gradient.hpp"

namespace isonoise::ISONOISE_TARGET {

// `slopes` is empty, or the weights' derivative s and float4& gradient, which gets the derivative by the fraction.
template <int n, class... Slopes>
ISONOISE_INLINE static float4 perlin_kernel(AtEnds<n> keys, float4 f, float4 w, Slopes&&... slopes) {
    if constexpr (n == 1) return noise1(hash1(keys), f, w, slopes...);
    if constexpr (n == 2) return noise2(hash2(keys), f, w, slopes...);
    if constexpr (n == 3) return noise3(hash3(keys), f, w, slopes...);
    if constexpr (n == 4) return noise4(hash4(keys), f, w, slopes...);
}

}  // namespace isonoise::ISONOISE_TARGET
