// Flow noise: all gradients of 2D `perlin` rotated by one angle, whose cosine and sine are `flow`. (K. Perlin,
// F. Neyret, "Flow Noise", SIGGRAPH 2001) Turning the offsets the other way is the same. Twin of
// core/isonoise/flow.hpp.
#ifndef ISONOISE_FLOW_GLSL
#define ISONOISE_FLOW_GLSL
#include "isonoise/gradient.glsl"

vec4 isonoise_flow_corners2(uvec4 h, vec2 f, vec2 flow) {
    precise vec2 g = EXACT(f - 1.0);
    precise vec4 x = vec4(f.x, g.x, f.x, g.x);
    precise vec4 y = vec4(f.yy, g.yy);
    precise vec4 u = EXACT(EXACT(flow.x * x) + EXACT(flow.y * y));
    precise vec4 v = EXACT(EXACT(flow.x * y) - EXACT(flow.y * x));
    precise vec4 s = EXACT(ISONOISE_TANGENT * u);
    precise vec4 t = EXACT(ISONOISE_TANGENT * v);
    u = isonoise_flip(isonoise_select(ivec4(h), 0, u, s), h, 30u);
    v = isonoise_flip(isonoise_select(ivec4(h), 0, t, v), h, 29u);
    precise vec4 r = EXACT(u + v);
    return r;
}
float isonoise_flow2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 w, vec2 flow) {
    return isonoise_interpolate2(isonoise_flow_corners2(isonoise_square(x, y, 0u), f, flow), w);
}
float isonoise_flow2_kernel(uvec2 x, uvec2 y, vec2 f, vec2 w, vec2 s, vec2 flow, out vec2 gradient) {
    uvec4 h = isonoise_square(x, y, 0u);
    precise vec2 slope;
    precise float n = isonoise_interpolate2(isonoise_flow_corners2(h, f, flow), w, slope);
    precise vec4 gx;
    precise vec4 gy;
    isonoise_weighted2(h, isonoise_square_weights(w, 1.0), gx, gy);
    precise float u = isonoise_total(gx);
    precise float v = isonoise_total(gy);
    precise float p = EXACT(EXACT(flow.x * u) - EXACT(flow.y * v));
    precise float q = EXACT(EXACT(flow.y * u) + EXACT(flow.x * v));
    precise vec2 r = EXACT(vec2(p, q) + EXACT(s * slope));
    gradient = r;
    return n;
}
#endif
