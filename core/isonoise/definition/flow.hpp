// Flow noise: rotates all gradients of 2D `perlin` by one angle, whose cosine and sine are `flow`. (K. Perlin, F.
// Neyret, "Flow Noise", SIGGRAPH 2001) Rotating the offsets the other way is equivalent. Twin of
// shaders/isonoise/flow.glsl.
#pragma once

#include "isonoise/definition/gradient.hpp"

namespace isonoise::definition {

inline Corners<float, 2> flow_corners(const Corners<vec<2>, 2>& g, vec<2> f, vec<2> flow) {
    Corners<float, 2> dots;
    for (int i = 0; i < g.size(); ++i) {
        const float x = is_far(i, 0) ? f.x - 1.0f : f.x, y = is_far(i, 1) ? f.y - 1.0f : f.y;
        const float u = flow.x * x + flow.y * y;
        const float v = flow.x * y - flow.y * x;
        dots[i] = g[i].x * u + g[i].y * v;
    }
    return dots;
}
inline float flow_noise(const Corners<uint, 2>& h, vec<2> flow, vec<2> f, vec<2> w, vec<2> s, vec<2>& gradient) {
    const Corners<vec<2>, 2> g = vectors<2>(h);
    vec<2> slope;
    const float value = interpolate<2>(flow_corners(g, f, flow), w, slope);
    const vec<2> v = weighted<2>(g, w);
    gradient = vec<2>(flow.x * v.x - flow.y * v.y, flow.y * v.x + flow.x * v.y) + s * slope;
    return value;
}

}  // namespace isonoise::definition
