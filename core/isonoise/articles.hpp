// The kernels of the systems in well-known articles on Perlin noise, as published: `axis` and `diagonal` (2D) and
// `slope` (1D). Twin of the first part of shaders/isonoise/articles.glsl.
#pragma once

#include "isonoise/interpolate.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

// axis: gradients (1,0), (-1,0), (0,1), (0,-1), chosen by two bits of a byte; a prime hash of the lattice point picks
// it from 1024 bytes of a seeded generator.
static inline float axis2_corner(const AxisTable& table, std::uint32_t x, std::uint32_t y, float dx, float dy) {
    std::uint32_t i = ((x * 1836311903u) ^ (y * 2971215073u + 512559680u)) & 1023u;  // 4807526976 modulo 2^32
    std::uint32_t g = table[i] & 3u;
    float d = g < 2u ? dx : dy;
    return (g & 1u) != 0u ? -d : d;
}
static inline float axis2_kernel(const AxisTable& table, const Ends& at, float4 p, float4 w) {
    float fx = lane<0>(p), fy = lane<1>(p), gx = fx - 1.0f, gy = fy - 1.0f;
    std::uint32_t x = lane<0>(at.low), y = lane<1>(at.low), next_x = lane<0>(at.high), next_y = lane<1>(at.high);
    return interpolate2({axis2_corner(table, x, y, fx, fy), axis2_corner(table, next_x, y, gx, fy),
                         axis2_corner(table, x, next_y, fx, gy), axis2_corner(table, next_x, next_y, gx, gy)},
                        w);
}

// diagonal: gradients (1,1), (-1,1), (-1,-1), (1,-1), chosen by p[p[X] + Y] of Perlin's table.
static inline float diagonal2_corner(const Permutation& table, std::uint32_t x, std::uint32_t y, float dx, float dy) {
    std::uint32_t g = table[(table[x & 255u] + (y & 255u)) & 255u] & 3u;
    float a = g == 1u || g == 2u ? -dx : dx;
    float b = g >= 2u ? -dy : dy;
    return a + b;
}
static inline float diagonal2_kernel(const Permutation& table, const Ends& at, float4 p, float4 w) {
    float fx = lane<0>(p), fy = lane<1>(p), gx = fx - 1.0f, gy = fy - 1.0f;
    std::uint32_t x = lane<0>(at.low), y = lane<1>(at.low), next_x = lane<0>(at.high), next_y = lane<1>(at.high);
    return interpolate2({diagonal2_corner(table, x, y, fx, fy), diagonal2_corner(table, next_x, y, gx, fy),
                         diagonal2_corner(table, x, next_y, fx, gy), diagonal2_corner(table, next_x, next_y, gx, gy)},
                        w);
}

// slope: slopes 2p[i] - 255 from Perlin's table, of which the article uses 255 entries; divided by its supremum, 127.5.
static inline float slope1_corner(const Permutation& table, std::uint32_t i) { return float(table[i]) * 2.0f - 255.0f; }
static inline float slope1_kernel(const Permutation& table, const Ends& at, float f, float w) {
    return interpolate1(
               {slope1_corner(table, lane<0>(at.low)) * f, slope1_corner(table, lane<0>(at.high)) * (f - 1.0f)}, w) *
           kSlopeScale;
}

}  // namespace isonoise
