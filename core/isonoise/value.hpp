// The kernels of `value`, often mistaken for Perlin noise: they interpolate numbers at the lattice points, given the
// keys of a cell's ends and a fraction's weights. definition/value.hpp over lanes.
#pragma once

#include "isonoise/hash.hpp"
#include "isonoise/interpolate.hpp"

namespace isonoise {

// The number at a lattice point: 25 bits of its hash, in [-1, 1).
static inline float number(std::uint32_t h) { return float(std::int32_t(h) >> 7) * 0x1p-24f; }
static inline std::array<float, 2> number(std::array<std::uint32_t, 2> h) { return {number(h[0]), number(h[1])}; }
static inline float4 number(uint4 h) { return to_float(signed_shift(h, 7)) * 0x1p-24f; }
static inline float8 number(uint8 h) { return to_float(signed_shift(h, 7)) * 0x1p-24f; }

static inline float value1_kernel(uint8 keys, float4 w) { return interpolate1(number(hash1(keys)), lane<0>(w)); }
static inline float value2_kernel(uint8 keys, float4 w) { return interpolate2(number(hash2(keys)), w); }
static inline float value3_kernel(uint8 keys, float4 w) { return interpolate3(number(hash3(keys)), w); }
static inline float value4_kernel(uint8 keys, float4 w) {
    Hashes4 h = hash4(keys);
    return interpolate4(number(h.low), number(h.high), w);
}

// The same with the derivative by the fraction; s is the weights' derivative.
static inline float value1_kernel(uint8 keys, float4 w, float4 s, float4& gradient) {
    float slope;
    float n = interpolate1(number(hash1(keys)), lane<0>(w), slope);
    gradient = float4(lane<0>(s) * slope, 0.0f, 0.0f, 0.0f);
    return n;
}
static inline float value2_kernel(uint8 keys, float4 w, float4 s, float4& gradient) {
    float4 slope;
    float n = interpolate2(number(hash2(keys)), w, slope);
    gradient = s * slope;
    return n;
}
static inline float value3_kernel(uint8 keys, float4 w, float4 s, float4& gradient) {
    float4 slope;
    float n = interpolate3(number(hash3(keys)), w, slope);
    gradient = s * slope;
    return n;
}
static inline float value4_kernel(uint8 keys, float4 w, float4 s, float4& gradient) {
    Hashes4 h = hash4(keys);
    float4 slope;
    float n = interpolate4(number(h.low), number(h.high), w, slope);
    gradient = s * slope;
    return n;
}

}  // namespace isonoise
