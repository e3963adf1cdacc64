// Interpolates the values at a cell's corners, with or without the derivatives by the weights.
// The functions of definition/interpolate.hpp over lanes.
//
// Corners come four at a time, a square, in x and y:
//
//       (0,1) z ---- w (1,1)          a cube is two squares, z low (a) and z high (b);
//             |      |                a tesseract is two cubes, w low (a, b) and w high (c, d)
//       (0,0) x ---- y (1,0)
//
// `w` holds the weights, the faded fraction, one axis per lane. Interpolates along x first, then y, z and w.
#pragma once

#include "isonoise/fast/lanes8.hpp"
#include "isonoise/fast/lattice.hpp"

namespace isonoise::ISONOISE_TARGET {

// lerp; also returns the differences that the weight multiplies.
ISONOISE_INLINE static float4 lerp_pairs(float4 low, float4 high, float4 w, float4& slope) {
    slope = high - low;
    return low + w * slope;
}

// The first, or the second, of each pair along an axis.
ISONOISE_INLINE static float4 firsts(float4 a, float4 b) { return shuffle<0, 2, 0, 2>(a, b); }
ISONOISE_INLINE static float4 seconds(float4 a, float4 b) { return shuffle<1, 3, 1, 3>(a, b); }
ISONOISE_INLINE static float4 firsts(float8 v) { return firsts(low(v), high(v)); }
ISONOISE_INLINE static float4 seconds(float8 v) { return seconds(low(v), high(v)); }

ISONOISE_INLINE static float4 interpolate1(float4 a, float4 w) { return lerp(a, swizzle<1, 1, 1, 1>(a), w); }
ISONOISE_INLINE static float4 interpolate1(float4 a, float4 w, float4& slope) {
    return lerp_pairs(a, swizzle<1, 1, 1, 1>(a), w, slope);
}
ISONOISE_INLINE static float4 interpolate2(float4 a, float4 w) {
    float4 x = lerp(a, swizzle<1, 1, 3, 3>(a), w);
    return lerp(x, swizzle<2, 2, 2, 2>(x), swizzle<1, 1, 1, 1>(w));
}
ISONOISE_INLINE static float4 interpolate3(float8 a, float4 w) {
    float4 x = lerp(firsts(a), seconds(a), swizzle<0, 0, 0, 0>(w));
    float4 y = lerp(x, swizzle<1, 1, 3, 3>(x), swizzle<1, 1, 1, 1>(w));
    return lerp(y, swizzle<2, 2, 2, 2>(y), swizzle<2, 2, 2, 2>(w));
}
ISONOISE_INLINE static float4 interpolate4(float8 a, float8 b, float4 w) {
    float4 wx = swizzle<0, 0, 0, 0>(w);
    float4 x = lerp(firsts(a), seconds(a), wx);
    float4 y = lerp(firsts(b), seconds(b), wx);
    float4 xy = lerp(firsts(x, y), seconds(x, y), swizzle<1, 1, 1, 1>(w));
    float4 z = lerp(xy, swizzle<1, 1, 3, 3>(xy), swizzle<2, 2, 2, 2>(w));
    return lerp(z, swizzle<2, 2, 2, 2>(z), swizzle<3, 3, 3, 3>(w));
}

// Like interpolate2(), also returns the derivative by each weight.
ISONOISE_INLINE static float4 interpolate2(float4 a, float4 w, float4& slope) {
    float4 wy = swizzle<1, 1, 1, 1>(w), dx, dy;
    float4 x = lerp_pairs(a, swizzle<1, 1, 3, 3>(a), w, dx);
    float4 y = lerp_pairs(x, swizzle<2, 2, 2, 2>(x), wy, dy);
    slope = interleave_low(lerp(dx, swizzle<2, 2, 2, 2>(dx), wy), dy);
    return y;
}
ISONOISE_INLINE static float4 interpolate3(float8 a, float4 w, float4& slope) {
    float4 wy = swizzle<1, 1, 1, 1>(w), wz = swizzle<2, 2, 2, 2>(w), dx, dy, dz;
    float4 x = lerp_pairs(firsts(a), seconds(a), swizzle<0, 0, 0, 0>(w), dx);
    float4 y = lerp_pairs(x, swizzle<1, 1, 3, 3>(x), wy, dy);
    float4 z = lerp_pairs(y, swizzle<2, 2, 2, 2>(y), wz, dz);
    dx = lerp(dx, swizzle<1, 1, 3, 3>(dx), wy);
    float4 xy = lerp(interleave_low(dx, dy), interleave_high(dx, dy), wz);  // from z low and z high
    slope = shuffle<0, 1, 0, 0>(xy, dz);
    return z;
}
ISONOISE_INLINE static float4 interpolate4(float8 a, float8 b, float4 w, float4& slope) {
    float4 wx = swizzle<0, 0, 0, 0>(w), wy = swizzle<1, 1, 1, 1>(w), wz = swizzle<2, 2, 2, 2>(w);
    float4 ww = swizzle<3, 3, 3, 3>(w), dx, ex, dy, dz, dw;
    float4 x = lerp_pairs(firsts(a), seconds(a), wx, dx);
    float4 y = lerp_pairs(firsts(b), seconds(b), wx, ex);
    float4 xy = lerp_pairs(firsts(x, y), seconds(x, y), wy, dy);
    float4 z = lerp_pairs(xy, swizzle<1, 1, 3, 3>(xy), wz, dz);
    float4 n = lerp_pairs(z, swizzle<2, 2, 2, 2>(z), ww, dw);
    dx = lerp(firsts(dx, ex), seconds(dx, ex), wy);  // z low, z high at w low, w high
    dx = lerp(dx, swizzle<1, 1, 3, 3>(dx), wz);
    dy = lerp(dy, swizzle<1, 1, 3, 3>(dy), wz);
    float4 xyz =
        lerp(shuffle<0, 1, 0, 0>(interleave_low(dx, dy), dz), shuffle<0, 1, 2, 2>(interleave_high(dx, dy), dz), ww);
    slope = shuffle<0, 1, 0, 2>(xyz, shuffle<2, 2, 0, 0>(xyz, dw));
    return n;
}

}  // namespace isonoise::ISONOISE_TARGET
