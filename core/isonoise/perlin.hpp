// The kernels of `perlin`: the unscaled noise from the keys of a cell's ends, a fraction and its weights. In
// perlin.glsl isonoise_perlinN() also computes the weights and applies the scale, since the fade there is always
// quintic.
#pragma once

#include "isonoise/gradient.hpp"

namespace isonoise {

// Scales the kernels to [-1, 1]: 1 / the supremum for this fade, a little towards 0. For flow see flow_scale().
static inline float perlin_scale(int dim, Fade fade) {
    constexpr float scale[3][3] = {{1451773.0f / 1048576.0f, 1461870.0f / 1048576.0f, kScale2},
                                   {984736.0f / 1048576.0f, 1003511.0f / 1048576.0f, kScale3},
                                   {669881.0f / 1048576.0f, 678601.0f / 1048576.0f, kScale4}};
    if (dim == 1) return 1.0f;
    return scale[dim - 2][fade == Fade::linear ? 0 : fade == Fade::cubic ? 1 : 2];
}

static inline float perlin1_kernel(uint8 keys, float4 f, float4 w) {
    return noise1(hash1(keys), lane<0>(f), lane<0>(w));
}
static inline float perlin2_kernel(uint8 keys, float4 f, float4 w) { return noise2(hash2(keys), f, w); }
static inline float perlin3_kernel(uint8 keys, float4 f, float4 w) { return noise3(hash3(keys), f, w); }
static inline float perlin4_kernel(uint8 keys, float4 f, float4 w) { return noise4(hash4(keys), f, w); }

// The same with the derivative by the fraction; s is the weights' derivative.
static inline float perlin1_kernel(uint8 keys, float4 f, float4 w, float4 s, float4& gradient) {
    float g;
    float n = noise1(hash1(keys), lane<0>(f), lane<0>(w), lane<0>(s), g);
    gradient = float4(g, 0.0f, 0.0f, 0.0f);
    return n;
}
static inline float perlin2_kernel(uint8 keys, float4 f, float4 w, float4 s, float4& gradient) {
    return noise2(hash2(keys), f, w, s, gradient);
}
static inline float perlin3_kernel(uint8 keys, float4 f, float4 w, float4 s, float4& gradient) {
    return noise3(hash3(keys), f, w, s, gradient);
}
static inline float perlin4_kernel(uint8 keys, float4 f, float4 w, float4 s, float4& gradient) {
    return noise4(hash4(keys), f, w, s, gradient);
}

}  // namespace isonoise
