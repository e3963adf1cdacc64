// From the values at a cell's corners to the value within, and to the slopes that the weights give it.
// Twin of core/isonoise/interpolate.hpp.
//
// Corners come four at a time, a square, in x and y:
//
//       (0,1) z ---- w (1,1)          a cube is two squares, z low (a) and z high (b);
//             |      |                a tesseract is two cubes, w low (a, b) and w high (c, d)
//       (0,0) x ---- y (1,0)
//
// `w` are the weights: the faded fraction. Interpolated along x first, then y, z and w.
#ifndef ISONOISE_INTERPOLATE_GLSL
#define ISONOISE_INTERPOLATE_GLSL
#include "isonoise/lattice.glsl"

float isonoise_interpolate1(vec2 a, float w) { return isonoise_lerp(a.x, a.y, w); }
float isonoise_interpolate2(vec4 a, vec2 w) {
    precise vec2 x = isonoise_lerp(a.xz, a.yw, w.x);
    return isonoise_lerp(x.x, x.y, w.y);
}
float isonoise_interpolate3(vec4 a, vec4 b, vec3 w) {
    precise vec4 x = isonoise_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec2 y = isonoise_lerp(x.xz, x.yw, w.y);
    return isonoise_lerp(y.x, y.y, w.z);
}
float isonoise_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec4 x = isonoise_lerp(vec4(a.xz, b.xz), vec4(a.yw, b.yw), w.x);
    precise vec4 y = isonoise_lerp(vec4(c.xz, d.xz), vec4(c.yw, d.yw), w.x);
    precise vec4 xy = isonoise_lerp(vec4(x.xz, y.xz), vec4(x.yw, y.yw), w.y);
    precise vec2 z = isonoise_lerp(xy.xz, xy.yw, w.z);
    return isonoise_lerp(z.x, z.y, w.w);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the axes
// that are left.
float isonoise_interpolate1(vec2 a, float w, out float slope) {
    precise float d = EXACT(a.y - a.x);
    precise float n = EXACT(a.x + EXACT(w * d));
    slope = d;
    return n;
}
float isonoise_interpolate2(vec4 a, vec2 w, out vec2 slope) {
    precise vec2 dx = EXACT(a.yw - a.xz);
    precise vec2 x = EXACT(a.xz + EXACT(w.x * dx));
    precise float dy = EXACT(x.y - x.x);
    precise float y = EXACT(x.x + EXACT(w.y * dy));
    slope = vec2(isonoise_lerp(dx.x, dx.y, w.y), dy);
    return y;
}
float isonoise_interpolate3(vec4 a, vec4 b, vec3 w, out vec3 slope) {
    precise vec4 low = vec4(a.xz, b.xz);
    precise vec4 dx = EXACT(vec4(a.yw, b.yw) - low);
    precise vec4 x = EXACT(low + EXACT(w.x * dx));
    precise vec2 dy = EXACT(x.yw - x.xz);
    precise vec2 y = EXACT(x.xz + EXACT(w.y * dy));
    precise float dz = EXACT(y.y - y.x);
    precise float z = EXACT(y.x + EXACT(w.z * dz));
    precise vec2 ex = isonoise_lerp(dx.xz, dx.yw, w.y);
    slope = vec3(isonoise_lerp(vec2(ex.x, dy.x), vec2(ex.y, dy.y), w.z), dz);
    return z;
}
float isonoise_interpolate4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w, out vec4 slope) {
    precise vec4 low = vec4(a.xz, b.xz);
    precise vec4 high = vec4(c.xz, d.xz);
    precise vec4 dx = EXACT(vec4(a.yw, b.yw) - low);
    precise vec4 ex = EXACT(vec4(c.yw, d.yw) - high);
    precise vec4 x = EXACT(low + EXACT(w.x * dx));
    precise vec4 y = EXACT(high + EXACT(w.x * ex));
    precise vec4 front = vec4(x.xz, y.xz);
    precise vec4 dy = EXACT(vec4(x.yw, y.yw) - front);
    precise vec4 xy = EXACT(front + EXACT(w.y * dy));
    precise vec2 dz = EXACT(xy.yw - xy.xz);
    precise vec2 z = EXACT(xy.xz + EXACT(w.z * dz));
    precise float dw = EXACT(z.y - z.x);
    precise float n = EXACT(z.x + EXACT(w.w * dw));
    precise vec4 fx = isonoise_lerp(vec4(dx.xz, ex.xz), vec4(dx.yw, ex.yw), w.y);
    precise vec2 gx = isonoise_lerp(fx.xz, fx.yw, w.z);
    precise vec2 gy = isonoise_lerp(dy.xz, dy.yw, w.z);
    slope = vec4(isonoise_lerp(vec3(gx.x, gy.x, dz.x), vec3(gx.y, gy.y, dz.y), w.w), dw);
    return n;
}
#endif
