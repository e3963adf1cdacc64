// From the values at a cell's corners to the value within, and to the slopes that the weights give it.
// Twin of core/isonoise/interpolate.hpp.
//
// Corners come four at a time, a square: (0,0), (1,0), (0,1), (1,1) in x and y; a cube is two squares, z low and z
// high; a tesseract is two cubes, w low and w high. `w` are the weights: the faded fraction. Interpolated along x
// first, then y, z and w.
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

// The derivative of the above by each weight.
float isonoise_slope1(vec2 a) {
    precise float r = EXACT(a.y - a.x);
    return r;
}
vec2 isonoise_slope2(vec4 a, vec2 w) {
    precise float low = EXACT(a.y - a.x);
    precise float high = EXACT(a.w - a.z);
    precise float x = isonoise_lerp(low, high, w.y);
    precise float y = EXACT(isonoise_lerp(a.z, a.w, w.x) - isonoise_lerp(a.x, a.y, w.x));
    return vec2(x, y);
}
vec3 isonoise_slope3(vec4 a, vec4 b, vec3 w) {
    precise vec2 xy = isonoise_lerp(isonoise_slope2(a, w.xy), isonoise_slope2(b, w.xy), w.z);
    precise float z = EXACT(isonoise_interpolate2(b, w.xy) - isonoise_interpolate2(a, w.xy));
    return vec3(xy, z);
}
vec4 isonoise_slope4(vec4 a, vec4 b, vec4 c, vec4 d, vec4 w) {
    precise vec3 xyz = isonoise_lerp(isonoise_slope3(a, b, w.xyz), isonoise_slope3(c, d, w.xyz), w.w);
    precise float t = EXACT(isonoise_interpolate3(c, d, w.xyz) - isonoise_interpolate3(a, b, w.xyz));
    return vec4(xyz, t);
}
#endif
