// Flow noise: rotates all gradients of 2D `perlin` by one angle, whose cosine and sine are `flow`. (K. Perlin,
// F. Neyret, "Flow Noise", SIGGRAPH 2001) Rotating the offsets the other way is equivalent. Twin of
// core/isonoise/definition/flow.hpp.
#ifndef ISONOISE_FLOW_GLSL
#define ISONOISE_FLOW_GLSL
#include "isonoise/gradient.glsl"

vec4 isonoise_flow_corners(uvec4 h, vec2 f, vec2 flow) {
    ISO_PRECISE vec2 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    ISO_PRECISE vec4 u = ISO_EXACT(ISO_EXACT(flow.x * x) + ISO_EXACT(flow.y * y));
    ISO_PRECISE vec4 v = ISO_EXACT(ISO_EXACT(flow.x * y) - ISO_EXACT(flow.y * x));
    ISO_PRECISE vec4 s = ISO_EXACT(ISONOISE_TANGENT * u);
    ISO_PRECISE vec4 t = ISO_EXACT(ISONOISE_TANGENT * v);
    u = isonoise_flip(isonoise_select(ivec4(h), 0, u, s), h, 30u);
    v = isonoise_flip(isonoise_select(ivec4(h), 0, t, v), h, 29u);
    ISO_PRECISE vec4 r = ISO_EXACT(u + v);
    return r;
}
float isonoise_flow_noise(uvec4 h, vec2 flow, vec2 f, vec2 w) {
    return isonoise_interpolate(isonoise_flow_corners(h, f, flow), w);
}
float isonoise_flow_noise(uvec4 h, vec2 flow, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    ISO_PRECISE vec2 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_flow_corners(h, f, flow), w, slope);
    ISO_PRECISE vec4 gx, gy;
    isonoise_weighted(h, isonoise_corner_weights(w, 1.0), gx, gy);
    ISO_PRECISE float u = isonoise_total(gx);
    ISO_PRECISE float v = isonoise_total(gy);
    ISO_PRECISE float p = ISO_EXACT(ISO_EXACT(flow.x * u) - ISO_EXACT(flow.y * v));
    ISO_PRECISE float q = ISO_EXACT(ISO_EXACT(flow.y * u) + ISO_EXACT(flow.x * v));
    ISO_PRECISE vec2 r = ISO_EXACT(vec2(p, q) + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
#endif
