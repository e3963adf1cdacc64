// Gradient sets: the top bits of a lattice point's hash h choose a gradient. `corners` is gradient . offset at the
// corners of a square; `weighted` returns the components of their gradients, each times its corner's weight. Twin of
// core/isonoise/definition/gradient.hpp.
//
// Every set has mean 0 and, in 2D to 4D, evenly spread gradients of equal length: 8 directions, the 12 edges of a
// cube, the 32 edges of a tesseract. Chosen by measurement: see docs/algorithm.md.
//
// `noise` is unscaled gradient noise in a cell whose corners have the hashes a (b, c, d), in the order of
// interpolate.glsl. f is the fraction, w its fade and s the fade's derivative.
//
// Unlike C++, 2D uses distances from the corners instead of offsets. The sums are the same.
#ifndef ISONOISE_GRADIENT_GLSL
#define ISONOISE_GRADIENT_GLSL
#include "isonoise/hash.glsl"
#include "isonoise/interpolate.glsl"

// 1 / the supremum of a set with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little towards 0
// so that rounding never leaves [-1, 1]. Over a power of two, so exact however a driver reads decimals.
const float ISONOISE_SCALE2 = 1465999.0 / 1048576.0;
const float ISONOISE_SCALE3 = 1011792.0 / 1048576.0;
const float ISONOISE_SCALE4 = 682407.0 / 1048576.0;

// The tangent of 22.5 degrees.
const float ISONOISE_TANGENT = 13898701.0 / 33554432.0;

// Thirds of the range of a hash as a signed number: below ISONOISE_THIRD1, below ISONOISE_THIRD2, the rest.
const int ISONOISE_THIRD1 = -715827882;
const int ISONOISE_THIRD2 = 715827883;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
float isonoise_flip(float x, uint h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & (1u << bit)) << (31u - bit)));
}
vec4 isonoise_flip(vec4 x, uvec4 h, uint bit) {
    return uintBitsToFloat(floatBitsToUint(x) + ((h & (1u << bit)) << (31u - bit)));
}
// x where h is below a bound, else y.
vec2 isonoise_select(int h, int bound, vec2 x, vec2 y) {
    return vec2(h < bound ? x.x : y.x, h < bound ? x.y : y.y);
}
vec4 isonoise_select(ivec4 h, int bound, vec4 x, vec4 y) {
    return vec4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}
vec4 isonoise_select(uvec4 h, uint bound, vec4 x, vec4 y) {
    return vec4(h.x < bound ? x.x : y.x, h.y < bound ? x.y : y.y, h.z < bound ? x.z : y.z, h.w < bound ? x.w : y.w);
}
// The sum of all four, added in pairs; or of a and b, which are added first.
float isonoise_total(vec4 v) {
    ISO_PRECISE vec2 pairs = ISO_EXACT(v.xz + v.yw);
    ISO_PRECISE float r = ISO_EXACT(pairs.x + pairs.y);
    return r;
}
float isonoise_total(vec4 a, vec4 b) {
    ISO_PRECISE vec4 sum = ISO_EXACT(a + b);
    return isonoise_total(sum);
}

// The weights of a square's corners, times `rest`.
vec4 isonoise_corner_weights(vec2 w, float rest) {
    ISO_PRECISE vec2 v = ISO_EXACT(1.0 - w);
    ISO_PRECISE vec2 y = ISO_EXACT(rest * vec2(v.y, w.y));
    ISO_PRECISE vec4 r = ISO_EXACT(vec4(v.x, w.x, v.x, w.x) * y.xxyy);
    return r;
}

// 1D: any slope of magnitude 1 to 2. Bit 31 is its sign, bits 30 to 8 its size.
float isonoise_vector(uint h) { return uintBitsToFloat((h & 0x80000000u) | 0x3F800000u | ((h >> 8) & 0x7FFFFFu)); }
vec2 isonoise_vectors(uvec2 h) { return vec2(isonoise_vector(h.x), isonoise_vector(h.y)); }
vec2 isonoise_corners(uvec2 h, float f) {
    ISO_PRECISE vec2 offset = vec2(f, ISO_EXACT(f - 1.0));
    ISO_PRECISE vec2 r = ISO_EXACT(isonoise_vectors(h) * offset);
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
vec4 isonoise_corners(uvec4 h, vec2 f) {
    ISO_PRECISE vec2 g = ISO_EXACT(1.0 - f);
    ISO_PRECISE vec2 low = ISO_EXACT(ISONOISE_TANGENT * f);
    ISO_PRECISE vec2 high = ISO_EXACT(ISONOISE_TANGENT * g);
    ivec4 n = ivec4(h);
    ISO_PRECISE vec2 p = isonoise_select(n.x, 0, vec2(f.x, low.y), vec2(low.x, f.y));
    ISO_PRECISE vec2 q = isonoise_select(n.y, 0, vec2(g.x, low.y), vec2(high.x, f.y));
    ISO_PRECISE vec2 r = isonoise_select(n.z, 0, vec2(f.x, high.y), vec2(low.x, g.y));
    ISO_PRECISE vec2 s = isonoise_select(n.w, 0, vec2(g.x, high.y), vec2(high.x, g.y));
    ISO_PRECISE vec4 u = isonoise_flip(vec4(p.x, q.x, r.x, s.x), h, 30u);
    ISO_PRECISE vec4 v = isonoise_flip(vec4(p.y, q.y, r.y, s.y), h, 29u);
    ISO_PRECISE float a = ISO_EXACT(u.x + v.x);
    ISO_PRECISE float b = ISO_EXACT(v.y - u.y);
    ISO_PRECISE float c = ISO_EXACT(u.z - v.z);
    ISO_PRECISE float d = ISO_EXACT(-u.w - v.w);
    return vec4(a, b, c, d);
}
void isonoise_weighted(uvec4 h, vec4 w, out vec4 x, out vec4 y) {
    ISO_PRECISE vec4 shorter = ISO_EXACT(ISONOISE_TANGENT * w);
    ivec4 n = ivec4(h);
    ISO_PRECISE vec2 p = isonoise_select(n.x, 0, vec2(w.x, shorter.x), vec2(shorter.x, w.x));
    ISO_PRECISE vec2 q = isonoise_select(n.y, 0, vec2(w.y, shorter.y), vec2(shorter.y, w.y));
    ISO_PRECISE vec2 r = isonoise_select(n.z, 0, vec2(w.z, shorter.z), vec2(shorter.z, w.z));
    ISO_PRECISE vec2 s = isonoise_select(n.w, 0, vec2(w.w, shorter.w), vec2(shorter.w, w.w));
    x = isonoise_flip(vec4(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    y = isonoise_flip(vec4(p.y, q.y, r.y, s.y), h, 29u);
}

// 3D: the 12 edges of a cube, by thirds of the range of h: (y, z), (x, z), (x, y). The signs are bits 31 and 30 of 3h,
// the position of h within its third.
vec4 isonoise_corners(uvec4 h, vec4 x, vec4 y, vec4 z) {
    uvec4 rest = (h << 1) + h;
    ISO_PRECISE vec4 u = isonoise_select(ivec4(h), ISONOISE_THIRD1, y, x);
    ISO_PRECISE vec4 v = isonoise_select(ivec4(h), ISONOISE_THIRD2, z, y);
    ISO_PRECISE vec4 r = ISO_EXACT(isonoise_flip(u, rest, 31u) + isonoise_flip(v, rest, 30u));
    return r;
}
void isonoise_weighted(uvec4 h, vec4 w, out vec4 x, out vec4 y, out vec4 z) {
    uvec4 rest = (h << 1) + h;
    ivec4 n = ivec4(h);
    ISO_PRECISE vec4 u = isonoise_flip(w, rest, 31u);
    ISO_PRECISE vec4 v = isonoise_flip(w, rest, 30u);
    x = isonoise_select(n, ISONOISE_THIRD1, vec4(0.0), u);
    y = isonoise_select(n, ISONOISE_THIRD1, u, isonoise_select(n, ISONOISE_THIRD2, vec4(0.0), v));
    z = isonoise_select(n, ISONOISE_THIRD2, v, vec4(0.0));
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1. Bits 31 and 30 choose the 0, from w to x;
// bits 27, 28 and 29 are the signs. (The order is that of Gustavson's noise1234. Perlin's ImprovedNoise4D.java intends
// the same set, but its first and last cases are alike: x is 0 twice as often as it should be, and w never.)
vec4 isonoise_corners(uvec4 h, vec4 x, vec4 y, vec4 z, vec4 w) {
    ISO_PRECISE vec4 a = isonoise_select(h, 0xC0000000u, x, y);
    ISO_PRECISE vec4 b = isonoise_select(h, 0x80000000u, y, z);
    ISO_PRECISE vec4 c = isonoise_select(h, 0x40000000u, z, w);
    ISO_PRECISE vec4 ab = ISO_EXACT(isonoise_flip(a, h, 27u) + isonoise_flip(b, h, 28u));
    ISO_PRECISE vec4 r = ISO_EXACT(ab + isonoise_flip(c, h, 29u));
    return r;
}
void isonoise_weighted(uvec4 h, vec4 weight, out vec4 x, out vec4 y, out vec4 z, out vec4 w) {
    ISO_PRECISE vec4 a = isonoise_flip(weight, h, 27u);
    ISO_PRECISE vec4 b = isonoise_flip(weight, h, 28u);
    ISO_PRECISE vec4 c = isonoise_flip(weight, h, 29u);
    x = isonoise_select(h, 0xC0000000u, a, vec4(0.0));
    y = isonoise_select(h, 0x80000000u, b, isonoise_select(h, 0xC0000000u, vec4(0.0), a));
    z = isonoise_select(h, 0x40000000u, c, isonoise_select(h, 0x80000000u, vec4(0.0), b));
    w = isonoise_select(h, 0x40000000u, vec4(0.0), c);
}

// The sum of these gradients.
vec4 isonoise_total(uvec4 h, vec4 weight) {
    ISO_PRECISE vec4 x, y, z, w;
    isonoise_weighted(h, weight, x, y, z, w);
    return vec4(isonoise_total(x), isonoise_total(y), isonoise_total(z), isonoise_total(w));
}

float isonoise_noise(uvec2 a, float f, float w) { return isonoise_interpolate(isonoise_corners(a, f), w); }
float isonoise_noise(uvec4 a, vec2 f, vec2 w) { return isonoise_interpolate(isonoise_corners(a, f), w); }
float isonoise_noise(uvec4 a, uvec4 b, vec3 f, vec3 w) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise_interpolate(isonoise_corners(a, x, y, vec4(f.z)), isonoise_corners(b, x, y, vec4(g.z)), w);
}
float isonoise_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w) {
    ISO_PRECISE vec4 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    return isonoise_interpolate(
        isonoise_corners(a, x, y, vec4(f.z), vec4(f.w)), isonoise_corners(b, x, y, vec4(g.z), vec4(f.w)),
        isonoise_corners(c, x, y, vec4(f.z), vec4(g.w)), isonoise_corners(d, x, y, vec4(g.z), vec4(g.w)), w);
}

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float isonoise_noise(uvec2 a, float f, float w, float s, out float gradient) {
    ISO_PRECISE float slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_corners(a, f), w, slope);
    ISO_PRECISE float inner = isonoise_interpolate(isonoise_vectors(a), w);
    ISO_PRECISE float r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
float isonoise_noise(uvec4 a, vec2 f, vec2 w, vec2 s, out vec2 gradient) {
    ISO_PRECISE vec2 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_corners(a, f), w, slope);
    ISO_PRECISE vec4 x, y;
    isonoise_weighted(a, isonoise_corner_weights(w, 1.0), x, y);
    ISO_PRECISE vec2 r = ISO_EXACT(vec2(isonoise_total(x), isonoise_total(y)) + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
float isonoise_noise(uvec4 a, uvec4 b, vec3 f, vec3 w, vec3 s, out vec3 gradient) {
    ISO_PRECISE vec3 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 x = vec4(f.x, g.x, f.x, g.x);
    ISO_PRECISE vec4 y = vec4(f.yy, g.yy);
    ISO_PRECISE vec3 slope;
    ISO_PRECISE float n = isonoise_interpolate(isonoise_corners(a, x, y, vec4(f.z)),
                                                isonoise_corners(b, x, y, vec4(g.z)), w, slope);
    ISO_PRECISE float rest = ISO_EXACT(1.0 - w.z);
    ISO_PRECISE vec4 ax, ay, az;
    ISO_PRECISE vec4 bx, by, bz;
    isonoise_weighted(a, isonoise_corner_weights(w.xy, rest), ax, ay, az);
    isonoise_weighted(b, isonoise_corner_weights(w.xy, w.z), bx, by, bz);
    ISO_PRECISE vec3 inner = vec3(isonoise_total(ax, bx), isonoise_total(ay, by), isonoise_total(az, bz));
    ISO_PRECISE vec3 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
// From corner to corner of all four squares: compilers keep what a corner's value and its gradient have in common. For
// 16 corners at once, that takes more registers than there are.
float isonoise_noise(uvec4 a, uvec4 b, uvec4 c, uvec4 d, vec4 f, vec4 w, vec4 s, out vec4 gradient) {
    ISO_PRECISE vec4 g = ISO_EXACT(f - 1.0);
    ISO_PRECISE vec4 z = vec4(f.z, g.z, f.z, g.z);
    ISO_PRECISE vec4 t = vec4(f.ww, g.ww);
    ISO_PRECISE vec2 rest = ISO_EXACT(1.0 - w.xy);
    ISO_PRECISE vec4 zw = isonoise_corner_weights(w.zw, 1.0);
    ISO_PRECISE vec4 front = ISO_EXACT(zw * rest.y);
    ISO_PRECISE vec4 back = ISO_EXACT(zw * w.y);
    uvec4 h = uvec4(a.x, b.x, c.x, d.x);
    ISO_PRECISE vec4 k = isonoise_corners(h, vec4(f.x), vec4(f.y), z, t);
    ISO_PRECISE vec4 low = isonoise_total(h, ISO_EXACT(rest.x * front));
    h = uvec4(a.y, b.y, c.y, d.y);
    ISO_PRECISE vec4 l = isonoise_corners(h, vec4(g.x), vec4(f.y), z, t);
    ISO_PRECISE vec4 more = isonoise_total(h, ISO_EXACT(w.x * front));
    low = ISO_EXACT(low + more);
    h = uvec4(a.z, b.z, c.z, d.z);
    ISO_PRECISE vec4 m = isonoise_corners(h, vec4(f.x), vec4(g.y), z, t);
    ISO_PRECISE vec4 high = isonoise_total(h, ISO_EXACT(rest.x * back));
    h = uvec4(a.w, b.w, c.w, d.w);
    ISO_PRECISE vec4 o = isonoise_corners(h, vec4(g.x), vec4(g.y), z, t);
    more = isonoise_total(h, ISO_EXACT(w.x * back));
    high = ISO_EXACT(high + more);
    ISO_PRECISE vec4 inner = ISO_EXACT(low + high);
    ISO_PRECISE vec4 slope;
    ISO_PRECISE float n = isonoise_interpolate(vec4(k.x, l.x, m.x, o.x), vec4(k.y, l.y, m.y, o.y),
                                                vec4(k.z, l.z, m.z, o.z), vec4(k.w, l.w, m.w, o.w), w, slope);
    ISO_PRECISE vec4 r = ISO_EXACT(inner + ISO_EXACT(s * slope));
    gradient = r;
    return n;
}
#endif
