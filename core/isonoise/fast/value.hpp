// The kernel of `value`, often mistaken for Perlin noise: interpolates numbers at the lattice points, given the keys of
// a cell's ends and a fraction's weights. definition/value.hpp over lanes.
#pragma once

#include "isonoise/fast/hash.hpp"
#include "isonoise/fast/interpolate.hpp"

namespace isonoise::ISONOISE_TARGET {

// The number at a lattice point: 25 bits of its hash, in [-1, 1).
ISONOISE_INLINE static float4 number(uint4 h) { return to_float(signed_shift(h, 7)) * 0x1p-24f; }
ISONOISE_INLINE static float8 number(uint8 h) { return to_float(signed_shift(h, 7)) * 0x1p-24f; }

template <int n> ISONOISE_INLINE static float4 value_kernel(AtEnds<n> keys, float4 w) {
    if constexpr (n == 1) return interpolate1(number(hash1(keys)), w);
    if constexpr (n == 2) return interpolate2(number(hash2(keys)), w);
    if constexpr (n == 3) return interpolate3(number(hash3(keys)), w);
    if constexpr (n == 4) {
        Hashes4 h = hash4(keys);
        return interpolate4(number(h.low), number(h.high), w);
    }
}

// Also returns the derivative with respect to the fraction; s is the derivative of the weights.
template <int n> ISONOISE_INLINE static float4 value_kernel(AtEnds<n> keys, float4 w, float4 s, float4& gradient) {
    float4 slope, v;
    if constexpr (n == 1) {
        v = interpolate1(number(hash1(keys)), w, slope);
    } else if constexpr (n == 2) {
        v = interpolate2(number(hash2(keys)), w, slope);
    } else if constexpr (n == 3) {
        v = interpolate3(number(hash3(keys)), w, slope);
    } else {
        Hashes4 h = hash4(keys);
        v = interpolate4(number(h.low), number(h.high), w, slope);
    }
    gradient = s * slope;
    return v;
}

}  // namespace isonoise::ISONOISE_TARGET
