// Gradient sets: the top bits of a lattice point's hash choose a gradient. gradientN is gradient . offset from that
// point, cornersN the same for the corners of a square at once; placedN puts what isn't 0 of a gradient, signed and
// weighted, where it belongs. Twin of core/isonoise/gradient.hpp.
//
// Every set has mean 0 and, in 2D to 4D, gradients of one length that lie evenly: 8 directions, the 12 edges of a
// cube, the 32 edges of a tesseract. Chosen by measurement: see docs/algorithm.md.
//
// noiseN is gradient noise, not yet scaled, of a cell whose corners have the hashes a (b, c, d): see interpolate.glsl
// for their order. f is the fraction, w its fade and s the fade's derivative.
#ifndef ISONOISE_GRADIENT_GLSL
#define ISONOISE_GRADIENT_GLSL
#include "isonoise/interpolate.glsl"

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const float ISONOISE_SCALE2 = 1465999.0 / 1048576.0;
const float ISONOISE_SCALE3 = 1011792.0 / 1048576.0;
const float ISONOISE_SCALE4 = 682407.0 / 1048576.0;

// The bits of the least numbers that with these scales make 2^-64: see isonoise_scaled.
const uint ISONOISE_LEAST2 = 0x1F371B87u;
const uint ISONOISE_LEAST3 = 0x1F84A74Bu;
const uint ISONOISE_LEAST4 = 0x1FC4AECDu;

// The tangent of 22.5 degrees.
const float ISONOISE_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit 31 of `bits` is set.
float isonoise_flip(float x, uint bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}
vec4 isonoise_flip(vec4 x, uvec4 bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// 1D: any slope of magnitude 1 to 2, its sign from bit 31 and its size from bits 30 to 8.
float isonoise_vector1(uint h) {
    return isonoise_flip(uintBitsToFloat(0x3F800000u | ((h >> 8) & 0x7FFFFFu)), h);
}
float isonoise_gradient1(uint h, float x) {
    precise float r = EXACT(isonoise_vector1(h) * x);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bits 31 and 30 are the signs of
// the longer and the shorter component, bit 29 makes x the longer one.
float isonoise_gradient2(uint h, vec2 p) {
    bool x_longer = (h & 0x20000000u) != 0u;
    precise float u = x_longer ? p.x : p.y;
    precise float v = x_longer ? p.y : p.x;
    precise float shorter = EXACT(ISONOISE_TANGENT * v);
    precise float r = EXACT(isonoise_flip(u, h) + isonoise_flip(shorter, h << 1));
    return r;
}

// 3D: the 12 edges of a cube. By thirds of the range of h, as a signed number: (y, z), (x, z), (x, y); the top bits
// of 3h are what is left of h in its third, and give the signs.
vec3 isonoise_placed3(uint h, float u, float v) {
    bool no_x = int(h) < -715827882, z = int(h) < 715827883;
    return vec3(no_x ? 0.0 : u, no_x ? u : z ? 0.0 : v, z ? v : 0.0);
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1, by bits 31 to 27. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x
// is 0 twice as often as it should be and w never.)
vec4 isonoise_placed4(uint h, float a, float b, float c) {
    bool q = h < 0x40000000u, r = h < 0x80000000u, s = h < 0xC0000000u;
    return vec4(s ? a : 0.0, r ? b : s ? 0.0 : a, q ? c : r ? 0.0 : b, q ? 0.0 : c);
}

// The corners of a square, as interpolate.glsl orders them: f is the offset from the low corner in x and y, and in z
// and w that from whichever corner.
vec2 isonoise_corners1(uvec2 h, float f) {
    precise float g = EXACT(f - 1.0);
    return vec2(isonoise_gradient1(h.x, f), isonoise_gradient1(h.y, g));
}
// Four gradients . offsets at a time, with the bits of the twin's gradientN.
float isonoise_either2(uint h, float x, float y) { return (h & 0x20000000u) != 0u ? x : y; }
vec4 isonoise_corners2(uvec4 h, vec2 f) {
    precise vec2 g = EXACT(f - 1.0);
    precise vec4 u = vec4(isonoise_either2(h.x, f.x, f.y), isonoise_either2(h.y, g.x, f.y),
                          isonoise_either2(h.z, f.x, g.y), isonoise_either2(h.w, g.x, g.y));
    precise vec2 low = EXACT(ISONOISE_TANGENT * f);
    precise vec2 high = EXACT(ISONOISE_TANGENT * g);
    precise vec4 shorter = vec4(isonoise_either2(h.x, low.y, low.x), isonoise_either2(h.y, low.y, high.x),
                                isonoise_either2(h.z, high.y, low.x), isonoise_either2(h.w, high.y, high.x));
    precise vec4 r = EXACT(isonoise_flip(u, h) + isonoise_flip(shorter, h << 1));
    return r;
}
float isonoise_first3(uint h, float x, float y) { return int(h) < -715827882 ? y : x; }
float isonoise_second3(uint h, float y, float z) { return int(h) < 715827883 ? z : y; }
vec4 isonoise_corners3(uvec4 h, vec2 f, float z) {
    precise vec2 g = EXACT(f - 1.0);
    precise vec4 u = vec4(isonoise_first3(h.x, f.x, f.y), isonoise_first3(h.y, g.x, f.y),
                          isonoise_first3(h.z, f.x, g.y), isonoise_first3(h.w, g.x, g.y));
    precise vec4 v = vec4(isonoise_second3(h.x, f.y, z), isonoise_second3(h.y, f.y, z),
                          isonoise_second3(h.z, g.y, z), isonoise_second3(h.w, g.y, z));
    uvec4 rest = h * 3u;
    precise vec4 r = EXACT(isonoise_flip(u, rest) + isonoise_flip(v, rest << 1));
    return r;
}
float isonoise_below4(uint h, uint limit, float low, float high) { return h < limit ? low : high; }
vec4 isonoise_corners4(uvec4 h, vec2 f, float z, float w) {
    precise vec2 g = EXACT(f - 1.0);
    precise vec4 a = vec4(
        isonoise_below4(h.x, 0xC0000000u, f.x, f.y), isonoise_below4(h.y, 0xC0000000u, g.x, f.y),
        isonoise_below4(h.z, 0xC0000000u, f.x, g.y), isonoise_below4(h.w, 0xC0000000u, g.x, g.y));
    precise vec4 b = vec4(
        isonoise_below4(h.x, 0x80000000u, f.y, z), isonoise_below4(h.y, 0x80000000u, f.y, z),
        isonoise_below4(h.z, 0x80000000u, g.y, z), isonoise_below4(h.w, 0x80000000u, g.y, z));
    precise vec4 c = vec4(
        isonoise_below4(h.x, 0x40000000u, z, w), isonoise_below4(h.y, 0x40000000u, z, w),
        isonoise_below4(h.z, 0x40000000u, z, w), isonoise_below4(h.w, 0x40000000u, z, w));
    precise vec4 r = EXACT(EXACT(isonoise_flip(a, h << 4) + isonoise_flip(b, h << 3)) + isonoise_flip(c, h << 2));
    return r;
}

float isonoise_noise1(uvec2 a, float f, float w) { return isonoise_interpolate1(isonoise_corners1(a, f), w); }
float isonoise_noise2(uvec4 a, vec2 f, vec2 w) { return isonoise_interpolate2(isonoise_corners2(a, f), w); }
float isonoise_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    precise float g = EXACT(f.z - 1.0);
    return isonoise_interpolate3(isonoise_corners3(a, f.xy, f.z), isonoise_corners3(b, f.xy, g), w);
}
float isonoise_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    precise vec2 g = EXACT(f.zw - 1.0);
    return isonoise_interpolate4(isonoise_corners4(a, f.xy, f.z, f.w), isonoise_corners4(b, f.xy, g.x, f.w),
                                 isonoise_corners4(c, f.xy, f.z, g.y), isonoise_corners4(d, f.xy, g.x, g.y), w);
}

// The same with the derivative by f: that of the corner values, which is the gradients interpolated, and that of the
// weights.
float isonoise_noise1(uvec2 a, float f, float w, float s, out float gradient) {
    precise vec2 v = isonoise_corners1(a, f);
    precise float inner = isonoise_interpolate1(vec2(isonoise_vector1(a.x), isonoise_vector1(a.y)), w);
    precise float r = EXACT(inner + EXACT(s * isonoise_slope1(v)));
    gradient = r;
    return isonoise_interpolate1(v, w);
}
// The weights of a square's corners, in the order of interpolate.glsl, times `rest`.
vec4 isonoise_square_weights(vec2 w, float rest) {
    precise float u = 1.0 - w.x;
    precise float low = EXACT(rest * (1.0 - w.y));
    precise float high = EXACT(rest * w.y);
    precise vec4 r = EXACT(vec4(u, w.x, u, w.x) * vec4(low, low, high, high));
    return r;
}
// A square's gradients, component by component. What needs values and gradients takes both from these: products with 1
// are exact, so the value's bits are those of corners2.
void isonoise_vectors2(uvec4 h, out vec4 x, out vec4 y) {
    precise vec4 u = isonoise_flip(vec4(1.0), h);
    precise vec4 v = isonoise_flip(vec4(ISONOISE_TANGENT), h << 1);
    x = vec4(isonoise_either2(h.x, u.x, v.x), isonoise_either2(h.y, u.y, v.y), isonoise_either2(h.z, u.z, v.z),
             isonoise_either2(h.w, u.w, v.w));
    y = vec4(isonoise_either2(h.x, v.x, u.x), isonoise_either2(h.y, v.y, u.y), isonoise_either2(h.z, v.z, u.z),
             isonoise_either2(h.w, v.w, u.w));
}
// A square's gradients, weighted and summed.
vec2 isonoise_square2(vec4 x, vec4 y, vec4 w) {
    precise vec4 u = EXACT(x * w);
    precise vec4 v = EXACT(y * w);
    precise vec4 pairs = EXACT(vec4(u.xz, v.xz) + vec4(u.yw, v.yw));
    precise vec2 r = EXACT(pairs.xz + pairs.yw);
    return r;
}
vec3 isonoise_square3(uvec4 h, vec4 w) {
    uvec4 rest = h * 3u;
    precise vec4 u = isonoise_flip(w, rest);
    precise vec4 v = isonoise_flip(w, rest << 1);
    precise vec3 low = EXACT(isonoise_placed3(h.x, u.x, v.x) + isonoise_placed3(h.y, u.y, v.y));
    precise vec3 high = EXACT(isonoise_placed3(h.z, u.z, v.z) + isonoise_placed3(h.w, u.w, v.w));
    precise vec3 r = EXACT(low + high);
    return r;
}
vec4 isonoise_square4(uvec4 h, vec4 w) {
    precise vec4 a = isonoise_flip(w, h << 4);
    precise vec4 b = isonoise_flip(w, h << 3);
    precise vec4 c = isonoise_flip(w, h << 2);
    precise vec4 low = EXACT(isonoise_placed4(h.x, a.x, b.x, c.x) + isonoise_placed4(h.y, a.y, b.y, c.y));
    precise vec4 high = EXACT(isonoise_placed4(h.z, a.z, b.z, c.z) + isonoise_placed4(h.w, a.w, b.w, c.w));
    precise vec4 r = EXACT(low + high);
    return r;
}
float isonoise_noise2(uvec4 a, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    precise vec2 g = f - 1.0;
    precise vec4 x;
    precise vec4 y;
    isonoise_vectors2(a, x, y);
    precise vec4 v = EXACT(EXACT(x * vec4(f.x, g.x, f.x, g.x)) + EXACT(y * vec4(f.yy, g.yy)));
    precise vec2 inner = isonoise_square2(x, y, isonoise_square_weights(w, 1.0));
    precise vec2 r = EXACT(inner + EXACT(s * isonoise_slope2(v, w)));
    gradient = r;
    return isonoise_interpolate2(v, w);
}
float isonoise_noise3(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    precise float g = EXACT(f.z - 1.0);
    precise float rest = EXACT(1.0 - w.z);
    precise vec4 u = isonoise_corners3(a, f.xy, f.z);
    precise vec3 low = isonoise_square3(a, isonoise_square_weights(w.xy, rest));
    precise vec4 v = isonoise_corners3(b, f.xy, g);
    precise vec3 high = isonoise_square3(b, isonoise_square_weights(w.xy, w.z));
    precise vec3 inner = EXACT(low + high);
    precise vec3 r = EXACT(inner + EXACT(s * isonoise_slope3(u, v, w)));
    gradient = r;
    return isonoise_interpolate3(u, v, w);
}
float isonoise_noise4(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w, vec4 s, out vec4 gradient) {
    precise vec2 g = EXACT(f.zw - 1.0);
    precise vec4 zw = isonoise_square_weights(w.zw, 1.0);
    precise vec4 t = isonoise_corners4(a, f.xy, f.z, f.w);
    precise vec4 p = isonoise_square4(a, isonoise_square_weights(w.xy, zw.x));
    precise vec4 u = isonoise_corners4(b, f.xy, g.x, f.w);
    precise vec4 q = isonoise_square4(b, isonoise_square_weights(w.xy, zw.y));
    precise vec4 v = isonoise_corners4(c, f.xy, f.z, g.y);
    precise vec4 n = isonoise_square4(c, isonoise_square_weights(w.xy, zw.z));
    precise vec4 r = isonoise_corners4(d, f.xy, g.x, g.y);
    precise vec4 m = isonoise_square4(d, isonoise_square_weights(w.xy, zw.w));
    precise vec4 inner = EXACT(EXACT(p + q) + EXACT(n + m));
    precise vec4 sum = EXACT(inner + EXACT(s * isonoise_slope4(t, u, v, r, w)));
    gradient = sum;
    return isonoise_interpolate4(t, u, v, r, w);
}
#endif
