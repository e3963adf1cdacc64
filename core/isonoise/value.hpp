// The kernels of `value`: value noise, often mistaken for Perlin noise: numbers at the lattice points, interpolated.
// From the keys of a cell's ends and a fraction's weights to the noise. Twin of the first part of
// shaders/isonoise/value.glsl.
#pragma once

#include "isonoise/hash.hpp"
#include "isonoise/interpolate.hpp"

namespace isonoise {

// The number at a lattice point: 25 bits of its hash, in [-1, 1).
static inline float number(std::uint32_t h) { return float(std::int32_t(h) >> 7) * 0x1p-24f; }
static inline glm::vec2 number(glm::uvec2 h) { return {number(h.x), number(h.y)}; }
static inline float4 number(uint4 h) { return to_float(signed_shift(h, 7)) * 0x1p-24f; }

static inline float value1_kernel(const Keys& at, float4 w) { return interpolate1(number(hash1(at)), lane<0>(w)); }
static inline float value2_kernel(const Keys& at, float4 w) { return interpolate2(number(hash2(at)), w); }
static inline float value3_kernel(const Keys& at, float4 w) {
    Hashes3 h = hash3(at);
    return interpolate3(number(h.a), number(h.b), w);
}
static inline float value4_kernel(const Keys& at, float4 w) {
    Hashes4 h = hash4(at);
    return interpolate4(number(h.a), number(h.b), number(h.c), number(h.d), w);
}

// The same with the derivative by the fraction; s is that of the weights.
static inline float value1_kernel(const Keys& at, float4 w, float4 s, float4& gradient) {
    float slope;
    float n = interpolate1(number(hash1(at)), lane<0>(w), slope);
    gradient = float4(lane<0>(s) * slope, 0.0f, 0.0f, 0.0f);
    return n;
}
static inline float value2_kernel(const Keys& at, float4 w, float4 s, float4& gradient) {
    float4 slope;
    float n = interpolate2(number(hash2(at)), w, slope);
    gradient = s * slope;
    return n;
}
static inline float value3_kernel(const Keys& at, float4 w, float4 s, float4& gradient) {
    Hashes3 h = hash3(at);
    float4 slope;
    float n = interpolate3(number(h.a), number(h.b), w, slope);
    gradient = s * slope;
    return n;
}
static inline float value4_kernel(const Keys& at, float4 w, float4 s, float4& gradient) {
    Hashes4 h = hash4(at);
    float4 slope;
    float n = interpolate4(number(h.a), number(h.b), number(h.c), number(h.d), w, slope);
    gradient = s * slope;
    return n;
}

}  // namespace isonoise
