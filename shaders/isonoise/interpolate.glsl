// Interpolates the values at a cell's corners, with or without the derivatives by the weights.
// Twin of core/isonoise/definition/interpolate.hpp.
//
// Corners come four at a time, a square, in x and y:
//
//       (0,1) z ---- w (1,1)          a cube is two squares, z low (a) and z high (b);
//             |      |                a tesseract is two cubes, w low (a, b) and w high (c, d)
//       (0,0) x ---- y (1,0)
//
// `w` holds the weights, the faded fraction. Interpolates along x first, then y, z and w.
#ifndef ISONOISE_INTERPOLATE_GLSL
#define ISONOISE_INTERPOLATE_GLSL
#include "isonoise/lattice.glsl"

float isonoise_interpolate(vec2 a, float w) { return isonoise_lerp(a.x, a.y, w); }
float isonoise_interpolate(vec4 a, vec2 w) {
    ISO_PRECISE vec2 x = isonoise_lerp(a.xz, a.yw, w.x);
    return isonoise_lerp(x.x, x.y, w.y);
}
float isonoise_interpolate(vec4 a, vec4 b, vec3 w) {
    ISO_PRECISE vec4 x = isonoise_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    ISO_PRECISE vec2 y = isonoise_lerp(x.xz, x.yw, w.y);
    return isonoise_lerp(y.x, y.y, w.z);
}
float isonoise_interpolate(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    ISO_PRECISE vec4 x = isonoise_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    ISO_PRECISE vec4 y = isonoise_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    ISO_PRECISE vec4 xy = isonoise_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    ISO_PRECISE vec2 z = isonoise_lerp(xy.xz, xy.yw, w.z);
    return isonoise_lerp(z.x, z.y, w.w);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float isonoise_interpolate(vec2 a, float w, out float slope) {
    ISO_PRECISE float d = ISO_EXACT(a.y - a.x);
    ISO_PRECISE float n = ISO_EXACT(a.x + ISO_EXACT(w * d));
    slope = d;
    return n;
}
float isonoise_interpolate(vec4 a, vec2 w, out vec2 slope) {
    ISO_PRECISE vec2 dx = ISO_EXACT(a.yw - a.xz);
    ISO_PRECISE vec2 x = ISO_EXACT(a.xz + ISO_EXACT(w.x * dx));
    ISO_PRECISE float dy = ISO_EXACT(x.y - x.x);
    ISO_PRECISE float y = ISO_EXACT(x.x + ISO_EXACT(w.y * dy));
    slope = vec2(isonoise_lerp(dx.x, dx.y, w.y), dy);
    return y;
}
float isonoise_interpolate(vec4 a, vec4 b, vec3 w, out vec3 slope) {
    ISO_PRECISE vec4 low = vec4(a.xz, b.xz);
    ISO_PRECISE vec4 dx = ISO_EXACT(vec4(a.yw, b.yw) - low);
    ISO_PRECISE vec4 x = ISO_EXACT(low + ISO_EXACT(w.x * dx));
    ISO_PRECISE vec2 dy = ISO_EXACT(x.yw - x.xz);
    ISO_PRECISE vec2 y = ISO_EXACT(x.xz + ISO_EXACT(w.y * dy));
    ISO_PRECISE float dz = ISO_EXACT(y.y - y.x);
    ISO_PRECISE float z = ISO_EXACT(y.x + ISO_EXACT(w.z * dz));
    ISO_PRECISE vec2 ex = isonoise_lerp(dx.xz, dx.yw, w.y);
    slope = vec3(isonoise_lerp(vec2(ex.x, dy.x), vec2(ex.y, dy.y), w.z), dz);
    return z;
}
float isonoise_interpolate(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w, out vec4 slope) {
    ISO_PRECISE vec4 low = vec4(a.xz, b.xz);
    ISO_PRECISE vec4 high = vec4(c.xz, d.xz);
    ISO_PRECISE vec4 dx = ISO_EXACT(vec4(a.yw, b.yw) - low);
    ISO_PRECISE vec4 ex = ISO_EXACT(vec4(c.yw, d.yw) - high);
    ISO_PRECISE vec4 x = ISO_EXACT(low + ISO_EXACT(w.x * dx));
    ISO_PRECISE vec4 y = ISO_EXACT(high + ISO_EXACT(w.x * ex));
    ISO_PRECISE vec4 front = vec4(x.xz, y.xz);
    ISO_PRECISE vec4 dy = ISO_EXACT(vec4(x.yw, y.yw) - front);
    ISO_PRECISE vec4 xy = ISO_EXACT(front + ISO_EXACT(w.y * dy));
    ISO_PRECISE vec2 dz = ISO_EXACT(xy.yw - xy.xz);
    ISO_PRECISE vec2 z = ISO_EXACT(xy.xz + ISO_EXACT(w.z * dz));
    ISO_PRECISE float dw = ISO_EXACT(z.y - z.x);
    ISO_PRECISE float n = ISO_EXACT(z.x + ISO_EXACT(w.w * dw));
    ISO_PRECISE vec4 fx = isonoise_lerp(vec4(dx.xz, ex.xz), vec4(dx.yw, ex.yw), w.y);
    ISO_PRECISE vec2 gx = isonoise_lerp(fx.xz, fx.yw, w.z);
    ISO_PRECISE vec2 gy = isonoise_lerp(dy.xz, dy.yw, w.z);
    slope = vec4(isonoise_lerp(vec3(gx.x, gy.x, dz.x), vec3(gx.y, gy.y, dz.y), w.w), dw);
    return n;
}
#endif
