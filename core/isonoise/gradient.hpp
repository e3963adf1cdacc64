// Gradient sets: gradientN takes the hash h of a lattice point, whose top bits choose a gradient, and an offset from
// that point, and returns gradient . offset; weightedN is the gradient times a weight. Twin of
// shaders/isonoise/gradient.glsl.
//
// Every set has mean 0 and, in 2D to 4D, gradients of one length that lie evenly: 8 directions, the 12 edges of a cube,
// the 32 edges of a tesseract. Chosen by measurement: see docs/algorithm.md.
//
// noiseN is gradient noise, not yet scaled, of a cell whose corners have the hashes a (b, c, d): see interpolate.hpp
// for their order. f is the fraction, w its fade and s the fade's derivative.
#pragma once

#include <bit>
#include <cstdint>

#include "isonoise/interpolate.hpp"

namespace isonoise {

// 1 / the supremum that a set reaches with the quintic fade (1D 1, 2D 0.7152626, 3D 1.0363538, 4D 1.5365823), a little
// towards 0 so that rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
inline constexpr float kScale2 = 1465999.0f / 1048576.0f;
inline constexpr float kScale3 = 1011792.0f / 1048576.0f;
inline constexpr float kScale4 = 682407.0f / 1048576.0f;

// The tangent of 22.5 degrees.
inline constexpr float kTangent = 13898701.0f / 33554432.0f;

// x with its sign flipped where bit 31 of `bits` is set.
static inline float flip(float x, std::uint32_t bits) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ (bits & 0x80000000u));
}

// which ? a : b, in integers: gcc makes a jump of that, which a random hash sends the wrong way every other time.
static inline float pick(bool which, float a, float b) {
    std::uint32_t mask = 0u - std::uint32_t(which);
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) & mask) | (std::bit_cast<std::uint32_t>(b) & ~mask));
}

// 1D: any slope of magnitude 1 to 2, its sign from bit 31 and its size from bits 30 to 8.
static inline float vector1(std::uint32_t h) {
    return flip(std::bit_cast<float>(0x3F800000u | ((h >> 8) & 0x7FFFFFu)), h);
}
static inline float gradient1(std::uint32_t h, float x) { return vector1(h) * x; }

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bits 31 and 30 are the signs of the
// longer and the shorter component, bit 29 makes x the longer one.
static inline float gradient2(std::uint32_t h, glm::vec2 p) {
    bool x_longer = (h & 0x20000000u) != 0u;
    float u = pick(x_longer, p.x, p.y);
    float v = pick(x_longer, p.y, p.x);
    return flip(u, h) + flip(kTangent * v, h << 1);
}
static inline glm::vec2 weighted2(std::uint32_t h, float w) {
    bool x_longer = (h & 0x20000000u) != 0u;
    float shorter = kTangent * w;
    float u = flip(w, h);
    float v = flip(shorter, h << 1);
    return {pick(x_longer, u, v), pick(x_longer, v, u)};
}

// 3D: the 12 edges of a cube. By thirds of the range of h, as a signed number: (y, z), (x, z), (x, y); the top bits of
// 3h are what is left of h in its third, and give the signs.
static inline float gradient3(std::uint32_t h, glm::vec3 p) {
    std::uint32_t rest = h * 3u;
    float u = pick(std::int32_t(h) < -715827882, p.y, p.x);
    float v = pick(std::int32_t(h) < 715827883, p.z, p.y);
    return flip(u, rest) + flip(v, rest << 1);
}
static inline glm::vec3 weighted3(std::uint32_t h, float w) {
    std::uint32_t rest = h * 3u;
    bool no_x = std::int32_t(h) < -715827882, z = std::int32_t(h) < 715827883;
    float u = flip(w, rest);
    float v = flip(w, rest << 1);
    return {pick(no_x, 0.0f, u), pick(no_x, u, pick(z, 0.0f, v)), pick(z, v, 0.0f)};
}

// 4D: the 32 edges of a tesseract, one component 0 and the others +-1, by bits 31 to 27. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x is
// 0 twice as often as it should be and w never.)
static inline float gradient4(std::uint32_t h, glm::vec4 p) {
    float a = pick(h < 0xC0000000u, p.x, p.y);
    float b = pick(h < 0x80000000u, p.y, p.z);
    float c = pick(h < 0x40000000u, p.z, p.w);
    return flip(a, h << 4) + flip(b, h << 3) + flip(c, h << 2);
}
static inline glm::vec4 weighted4(std::uint32_t h, float w) {
    float a = flip(w, h << 4);
    float b = flip(w, h << 3);
    float c = flip(w, h << 2);
    bool q = h < 0x40000000u, r = h < 0x80000000u, s = h < 0xC0000000u;
    return {pick(s, a, 0.0f), pick(r, b, pick(s, 0.0f, a)), pick(q, c, pick(r, 0.0f, b)), pick(q, 0.0f, c)};
}

// The corners of a square, as interpolate.hpp orders them: f is the offset from the low corner in x and y, and in z and
// w that from whichever corner.
static inline glm::vec2 corners1(glm::uvec2 h, float f) { return {gradient1(h.x, f), gradient1(h.y, f - 1.0f)}; }
// Four at a time, in a loop, of which compilers make vectors.
template <class Gradient> static inline glm::vec4 corners(glm::uvec4 h, glm::vec2 f, Gradient gradient) {
    const glm::vec2 g = f - 1.0f;
    const float x[] = {f.x, g.x, f.x, g.x}, y[] = {f.y, f.y, g.y, g.y};
    const std::uint32_t hash[] = {h.x, h.y, h.z, h.w};
    float dot[4];
    for (int i = 0; i < 4; ++i)
        dot[i] = gradient(hash[i], x[i], y[i]);
    return {dot[0], dot[1], dot[2], dot[3]};
}
static inline glm::vec4 corners2(glm::uvec4 h, glm::vec2 f) {
    return corners(h, f, [](std::uint32_t k, float x, float y) { return gradient2(k, {x, y}); });
}
static inline glm::vec4 corners3(glm::uvec4 h, glm::vec2 f, float z) {
    return corners(h, f, [=](std::uint32_t k, float x, float y) { return gradient3(k, {x, y, z}); });
}
static inline glm::vec4 corners4(glm::uvec4 h, glm::vec2 f, float z, float w) {
    return corners(h, f, [=](std::uint32_t k, float x, float y) { return gradient4(k, {x, y, z, w}); });
}

static inline float noise1(glm::uvec2 a, float f, float w) { return interpolate1(corners1(a, f), w); }
static inline float noise2(glm::uvec4 a, glm::vec2 f, glm::vec2 w) { return interpolate2(corners2(a, f), w); }
static inline float noise3(glm::uvec4 a, glm::uvec4 b, glm::vec3 f, glm::vec3 w) {
    return interpolate3(corners3(a, glm::vec2(f), f.z), corners3(b, glm::vec2(f), f.z - 1.0f), w);
}
static inline float noise4(glm::uvec4 a, glm::uvec4 b, glm::uvec4 c, glm::uvec4 d, glm::vec4 f, glm::vec4 w) {
    glm::vec2 g = glm::vec2(f.z, f.w) - 1.0f;
    return interpolate4(corners4(a, glm::vec2(f), f.z, f.w), corners4(b, glm::vec2(f), g.x, f.w),
                        corners4(c, glm::vec2(f), f.z, g.y), corners4(d, glm::vec2(f), g.x, g.y), w);
}

// The same with the derivative by f: that of the corner values, which is the gradients interpolated, and that of the
// weights.
static inline float noise1(glm::uvec2 a, float f, float w, float s, float& gradient) {
    glm::vec2 v = corners1(a, f);
    gradient = interpolate1({vector1(a.x), vector1(a.y)}, w) + s * slope1(v);
    return interpolate1(v, w);
}
// The weights of a square's corners, in the order of interpolate.hpp, times `rest`.
static inline glm::vec4 square_weights(glm::vec2 w, float rest) {
    float u = 1.0f - w.x;
    float low = rest * (1.0f - w.y);
    float high = rest * w.y;
    return {u * low, w.x * low, u * high, w.x * high};
}
// A square's gradients, weighted and summed.
static inline glm::vec2 square2(glm::uvec4 h, glm::vec4 w) {
    return (weighted2(h.x, w.x) + weighted2(h.y, w.y)) + (weighted2(h.z, w.z) + weighted2(h.w, w.w));
}
static inline glm::vec3 square3(glm::uvec4 h, glm::vec4 w) {
    return (weighted3(h.x, w.x) + weighted3(h.y, w.y)) + (weighted3(h.z, w.z) + weighted3(h.w, w.w));
}
static inline glm::vec4 square4(glm::uvec4 h, glm::vec4 w) {
    return (weighted4(h.x, w.x) + weighted4(h.y, w.y)) + (weighted4(h.z, w.z) + weighted4(h.w, w.w));
}
static inline float noise2(glm::uvec4 a, glm::vec2 f, glm::vec2 w, glm::vec2 s, glm::vec2& gradient) {
    glm::vec4 v = corners2(a, f);
    glm::vec2 inner = square2(a, square_weights(w, 1.0f));
    gradient = inner + s * slope2(v, w);
    return interpolate2(v, w);
}
static inline float noise3(glm::uvec4 a, glm::uvec4 b, glm::vec3 f, glm::vec3 w, glm::vec3 s, glm::vec3& gradient) {
    glm::vec4 u = corners3(a, glm::vec2(f), f.z), v = corners3(b, glm::vec2(f), f.z - 1.0f);
    glm::vec3 inner =
        square3(a, square_weights(glm::vec2(w), 1.0f - w.z)) + square3(b, square_weights(glm::vec2(w), w.z));
    gradient = inner + s * slope3(u, v, w);
    return interpolate3(u, v, w);
}
static inline float noise4(glm::uvec4 a, glm::uvec4 b, glm::uvec4 c, glm::uvec4 d, glm::vec4 f, glm::vec4 w,
                           glm::vec4 s, glm::vec4& gradient) {
    glm::vec2 g = glm::vec2(f.z, f.w) - 1.0f, xy = glm::vec2(w);
    glm::vec4 t = corners4(a, glm::vec2(f), f.z, f.w), u = corners4(b, glm::vec2(f), g.x, f.w),
              v = corners4(c, glm::vec2(f), f.z, g.y), r = corners4(d, glm::vec2(f), g.x, g.y);
    glm::vec4 zw = square_weights(glm::vec2(w.z, w.w), 1.0f);
    glm::vec4 low = square4(a, square_weights(xy, zw.x)) + square4(b, square_weights(xy, zw.y));
    glm::vec4 high = square4(c, square_weights(xy, zw.z)) + square4(d, square_weights(xy, zw.w));
    glm::vec4 inner = low + high;
    gradient = inner + s * slope4(t, u, v, r, w);
    return interpolate4(t, u, v, r, w);
}

}  // namespace isonoise
