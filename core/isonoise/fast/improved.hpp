// The kernel of `improved`: the unscaled noise from both lattice coordinates along each axis, a fraction and its
// weights. definition/improved.hpp over lanes.
#pragma once

#include "isonoise/fast/gradient.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise::ISONOISE_TARGET {

// Entry i modulo 256.
ISONOISE_INLINE static std::uint32_t permute(const Permutation& table, std::uint32_t i) { return table[i & 255u]; }
ISONOISE_INLINE static uint4 permute(const Permutation& t, uint4 i) {
    return {permute(t, lane<0>(i)), permute(t, lane<1>(i)), permute(t, lane<2>(i)), permute(t, lane<3>(i))};
}
ISONOISE_INLINE static uint8 permute(const Permutation& t, uint8 i) {
    return {permute(t, low(i)), permute(t, high(i))};
}

// p[p[X] + Y] at the corners of a square, in the order of interpolate.hpp; each further axis adds its coordinate and
// looks up once more.
ISONOISE_INLINE static std::array<std::uint32_t, 2> permute1(const Permutation& table, const Ends& at) {
    return {permute(table, lane<0>(at.low)), permute(table, lane<0>(at.high))};
}
ISONOISE_INLINE static uint4 permute2(const Permutation& table, const Ends& at) {
    auto [a, b] = permute1(table, at);
    return permute(table, uint4(a, b, a, b) + swizzle<2, 2, 3, 3>(interleave_low(at.low, at.high)));
}
ISONOISE_INLINE static uint8 permute3(const Permutation& table, const Ends& at) {
    uint4 h = permute2(table, at);
    return permute(table, uint8(h) + corners_z(uint8(at.low, at.high)));
}
ISONOISE_INLINE static Hashes4 permute4(const Permutation& table, const Ends& at) {
    uint8 h = permute3(table, at), ends(at.low, at.high);
    return {permute(table, h + low_w(ends)), permute(table, h + high_w(ends))};
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published.
ISONOISE_INLINE static float8 edge_corners3(uint8 h, float8 x, float8 y, float8 z) {
    uint8 i = h & 15u, second_x = equal(i & 13u, 12u);
    float8 u = select(less(i, 8), x, y);
    float8 v = select(less(i, 4), y, select(second_x, x, z));
    return flip(u, h, 0) + flip(v, h, 1);
}
ISONOISE_INLINE static void weighted_edges3(uint8 h, float8 w, float8& x, float8& y, float8& z) {
    uint8 i = h & 15u, first_x = less(i, 8), second_y = less(i, 4), second_x = equal(i & 13u, 12u);
    float8 u = flip(w, h, 0), v = flip(w, h, 1);
    x = select(first_x, u, only(second_x, v));
    y = select(second_y, v, except(first_x, u));
    z = except(second_y | second_x, v);
}
// The counterpart of noise3 in gradient.hpp.
ISONOISE_INLINE static float4 edges3(uint8 h, float4 f, float4 w) {
    float8 at = offsets(f);
    return interpolate3(edge_corners3(h, corners_x(at), corners_y(at), corners_z(at)), w);
}
ISONOISE_INLINE static float4 edges3(uint8 h, float4 f, float4 w, float4 s, float4& gradient) {
    float8 at = offsets(f), x, y, z;
    float4 slope;
    float4 n = interpolate3(edge_corners3(h, corners_x(at), corners_y(at), corners_z(at)), w, slope);
    weighted_edges3(h, cube_weights(w), x, y, z);
    gradient = totals(halves_sum(x), halves_sum(y), halves_sum(z), halves_sum(z)) + s * slope;
    return n;
}

// `slopes` is empty, or the weights' derivative s and float4& gradient, which gets the derivative by the fraction.
template <int n, class... Slopes>
ISONOISE_INLINE static float4 improved_kernel(const Permutation& table, const Ends& at, float4 f, float4 w,
                                              Slopes&&... slopes) {
    if constexpr (n == 1) {  // the upper bits of a hash count
        const auto [low, high] = permute1(table, at);
        return noise1({low << 24, high << 24, 0u, 0u}, f, w, slopes...);
    }
    if constexpr (n == 2) return noise2(permute2(table, at) << 29, f, w, slopes...);
    if constexpr (n == 3) return edges3(permute3(table, at), f, w, slopes...);
    if constexpr (n == 4) {
        Hashes4 h = permute4(table, at);
        return noise4({h.low << 27, h.high << 27}, f, w, slopes...);
    }
}

}  // namespace isonoise::ISONOISE_TARGET
