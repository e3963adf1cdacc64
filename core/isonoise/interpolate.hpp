// From the values at a cell's corners to the value within, and to the slopes that the weights give it.
// Twin of shaders/isonoise/interpolate.glsl.
//
// Corners come four at a time, a square, in x and y:
//
//       (0,1) z ---- w (1,1)          a cube is two squares, z low (a) and z high (b);
//             |      |                a tesseract is two cubes, w low (a, b) and w high (c, d)
//       (0,0) x ---- y (1,0)
//
// `w` are the weights: the faded fraction, an axis in a lane. Interpolated along x first, then y, z and w.
#pragma once

#include "isonoise/lattice.hpp"

namespace isonoise {

// lerp, and the differences that the weight multiplies.
static inline float4 lerp_pairs(float4 low, float4 high, float4 w, float4& slope) {
    slope = high - low;
    return low + w * slope;
}

static inline float interpolate1(glm::vec2 a, float w) { return lerp(a.x, a.y, w); }
static inline float interpolate1(glm::vec2 a, float w, float& slope) {
    slope = a.y - a.x;
    return a.x + w * slope;
}
static inline float interpolate2(float4 a, float4 w) {
    float4 x = lerp(a, swizzle<1, 1, 3, 3>(a), swizzle<0, 0, 0, 0>(w));
    return lane<0>(lerp(x, swizzle<2, 2, 2, 2>(x), swizzle<1, 1, 1, 1>(w)));
}
static inline float interpolate3(float4 a, float4 b, float4 w) {
    float4 x = lerp(shuffle<0, 2, 0, 2>(a, b), shuffle<1, 3, 1, 3>(a, b), swizzle<0, 0, 0, 0>(w));
    float4 y = lerp(x, swizzle<1, 1, 3, 3>(x), swizzle<1, 1, 1, 1>(w));
    return lane<0>(lerp(y, swizzle<2, 2, 2, 2>(y), swizzle<2, 2, 2, 2>(w)));
}
static inline float interpolate4(float4 a, float4 b, float4 c, float4 d, float4 w) {
    float4 wx = swizzle<0, 0, 0, 0>(w);
    float4 x = lerp(shuffle<0, 2, 0, 2>(a, b), shuffle<1, 3, 1, 3>(a, b), wx);
    float4 y = lerp(shuffle<0, 2, 0, 2>(c, d), shuffle<1, 3, 1, 3>(c, d), wx);
    float4 xy = lerp(shuffle<0, 2, 0, 2>(x, y), shuffle<1, 3, 1, 3>(x, y), swizzle<1, 1, 1, 1>(w));
    float4 z = lerp(xy, swizzle<1, 1, 3, 3>(xy), swizzle<2, 2, 2, 2>(w));
    return lane<0>(lerp(z, swizzle<2, 2, 2, 2>(z), swizzle<3, 3, 3, 3>(w)));
}

// The same with the derivative by each weight.
static inline float interpolate2(float4 a, float4 w, float4& slope) {
    float4 wy = swizzle<1, 1, 1, 1>(w), dx, dy;
    float4 x = lerp_pairs(a, swizzle<1, 1, 3, 3>(a), swizzle<0, 0, 0, 0>(w), dx);
    float4 y = lerp_pairs(x, swizzle<2, 2, 2, 2>(x), wy, dy);
    slope = interleave_low(lerp(dx, swizzle<2, 2, 2, 2>(dx), wy), dy);
    return lane<0>(y);
}
static inline float interpolate3(float4 a, float4 b, float4 w, float4& slope) {
    float4 wy = swizzle<1, 1, 1, 1>(w), wz = swizzle<2, 2, 2, 2>(w), dx, dy, dz;
    float4 x = lerp_pairs(shuffle<0, 2, 0, 2>(a, b), shuffle<1, 3, 1, 3>(a, b), swizzle<0, 0, 0, 0>(w), dx);
    float4 y = lerp_pairs(x, swizzle<1, 1, 3, 3>(x), wy, dy);
    float4 z = lerp_pairs(y, swizzle<2, 2, 2, 2>(y), wz, dz);
    dx = lerp(dx, swizzle<1, 1, 3, 3>(dx), wy);
    float4 low = interleave_low(dx, dy), high = interleave_high(dx, dy);  // (x, y, ...) at z low, z high
    slope = shuffle<0, 1, 0, 0>(lerp(low, high, wz), dz);
    return lane<0>(z);
}
static inline float interpolate4(float4 a, float4 b, float4 c, float4 d, float4 w, float4& slope) {
    float4 wx = swizzle<0, 0, 0, 0>(w), wy = swizzle<1, 1, 1, 1>(w), wz = swizzle<2, 2, 2, 2>(w);
    float4 ww = swizzle<3, 3, 3, 3>(w), dx, ex, dy, dz, dw;
    float4 x = lerp_pairs(shuffle<0, 2, 0, 2>(a, b), shuffle<1, 3, 1, 3>(a, b), wx, dx);
    float4 y = lerp_pairs(shuffle<0, 2, 0, 2>(c, d), shuffle<1, 3, 1, 3>(c, d), wx, ex);
    float4 xy = lerp_pairs(shuffle<0, 2, 0, 2>(x, y), shuffle<1, 3, 1, 3>(x, y), wy, dy);
    float4 z = lerp_pairs(xy, swizzle<1, 1, 3, 3>(xy), wz, dz);
    float4 n = lerp_pairs(z, swizzle<2, 2, 2, 2>(z), ww, dw);
    dx = lerp(shuffle<0, 2, 0, 2>(dx, ex), shuffle<1, 3, 1, 3>(dx, ex), wy);  // z low, z high at w low, w high
    dx = lerp(dx, swizzle<1, 1, 3, 3>(dx), wz);
    dy = lerp(dy, swizzle<1, 1, 3, 3>(dy), wz);
    float4 low = shuffle<0, 1, 0, 0>(interleave_low(dx, dy), dz),
           high = shuffle<0, 1, 2, 2>(interleave_high(dx, dy), dz);
    slope = lerp(low, high, ww);  // x, y, z
    slope = shuffle<0, 1, 0, 2>(slope, shuffle<2, 2, 0, 0>(slope, dw));
    return lane<0>(n);
}

}  // namespace isonoise
