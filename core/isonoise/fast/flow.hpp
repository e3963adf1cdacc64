// Flow noise: rotates all gradients of 2D `perlin` by one angle, whose cosine and sine begin `flow`. (K. Perlin, F.
// Neyret, "Flow Noise", SIGGRAPH 2001) Rotating the offsets the other way is equivalent. The
// functions of definition/flow.hpp over lanes.
#pragma once

#include "isonoise/fast/gradient.hpp"

namespace isonoise::ISONOISE_TARGET {

ISONOISE_INLINE static float4 flow_corners2(uint4 h, float4 f, std::array<float, 4> flow) {
    float4 at = offsets2(f), x = square_x(at), y = square_y(at);
    return dots2(h, flow[0] * x + flow[1] * y, flow[0] * y - flow[1] * x);
}
ISONOISE_INLINE static float4 flow2_kernel(uint4 keys, std::array<float, 4> flow, float4 f, float4 w) {
    return interpolate2(flow_corners2(hash2(keys), f, flow), w);
}
ISONOISE_INLINE static float4 flow2_kernel(uint4 keys, std::array<float, 4> flow, float4 f, float4 w, float4 s,
                                           float4& gradient) {
    uint4 h = hash2(keys);
    float4 slope, x, y;
    float4 n = interpolate2(flow_corners2(h, f, flow), w, slope);
    weighted2(h, square_weights(w), x, y);
    float4 sums = totals(x, y, x, y);
    float u = lane<0>(sums), v = lane<1>(sums);
    gradient = float4(flow[0] * u - flow[1] * v, flow[1] * u + flow[0] * v, 0.0f, 0.0f) + s * slope;
    return n;
}

}  // namespace isonoise::ISONOISE_TARGET
