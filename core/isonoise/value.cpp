// definition/value.hpp over lanes. isonoise.hpp documents the functions.
#include "isonoise/value.hpp"

#include "isonoise/isonoise.hpp"

namespace isonoise {

static inline float value1(uint4 cell, float4 f, std::uint32_t seed, uint4 period) {
    return snap(value1_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f)));
}
static inline float value1_gradient(uint4 cell, float4 f, std::uint32_t seed, uint4 period, float& gradient) {
    float4 g;
    float n = value1_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f), quintic_slope(f), g);
    store(snap(g), gradient);
    return snap(n);
}
float value1(float p, std::uint32_t seed, std::uint32_t period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value1(cell, f, seed, load(period));
}
float value1(int cell, float fraction, std::uint32_t seed, std::uint32_t period) {
    return value1(load(cell), guard_fraction(load(fraction)), seed, load(period));
}
float value1_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value1_gradient(cell, f, seed, load(period), gradient);
}
float value1_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient) {
    return value1_gradient(load(cell), guard_fraction(load(fraction)), seed, load(period), gradient);
}

}  // namespace isonoise

namespace isonoise::detail {

static inline float value2(uint4 cell, float4 f, std::uint32_t seed, uint4 period) {
    return snap(value2_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f)));
}
static inline float value2_gradient(uint4 cell, float4 f, std::uint32_t seed, uint4 period, float* gradient) {
    float4 g;
    float n = value2_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f), quintic_slope(f), g);
    store<2>(snap(g), gradient);
    return snap(n);
}
float value2(vec2 p, std::uint32_t seed, uvec2 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value2(cell, f, seed, load(period));
}
float value2(ivec2 cell, vec2 fraction, std::uint32_t seed, uvec2 period) {
    return value2(load(cell), guard_fraction(load(fraction)), seed, load(period));
}
float value2_gradient(vec2 p, std::uint32_t seed, uvec2 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value2_gradient(cell, f, seed, load(period), gradient);
}
float value2_gradient(ivec2 cell, vec2 fraction, std::uint32_t seed, uvec2 period, float* gradient) {
    return value2_gradient(load(cell), guard_fraction(load(fraction)), seed, load(period), gradient);
}

static inline float value3(uint4 cell, float4 f, std::uint32_t seed, uint4 period) {
    return snap(value3_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f)));
}
static inline float value3_gradient(uint4 cell, float4 f, std::uint32_t seed, uint4 period, float* gradient) {
    float4 g;
    float n = value3_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f), quintic_slope(f), g);
    store<3>(snap(g), gradient);
    return snap(n);
}
float value3(vec3 p, std::uint32_t seed, uvec3 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value3(cell, f, seed, load(period));
}
float value3(ivec3 cell, vec3 fraction, std::uint32_t seed, uvec3 period) {
    return value3(load(cell), guard_fraction(load(fraction)), seed, load(period));
}
float value3_gradient(vec3 p, std::uint32_t seed, uvec3 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value3_gradient(cell, f, seed, load(period), gradient);
}
float value3_gradient(ivec3 cell, vec3 fraction, std::uint32_t seed, uvec3 period, float* gradient) {
    return value3_gradient(load(cell), guard_fraction(load(fraction)), seed, load(period), gradient);
}

static inline float value4(uint4 cell, float4 f, std::uint32_t seed, uint4 period) {
    return snap(value4_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f)));
}
static inline float value4_gradient(uint4 cell, float4 f, std::uint32_t seed, uint4 period, float* gradient) {
    float4 g;
    float n = value4_kernel(keys(wrap(cell, period), period, seeded(seed)), quintic(f), quintic_slope(f), g);
    store<4>(snap(g), gradient);
    return snap(n);
}
float value4(vec4 p, std::uint32_t seed, uvec4 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value4(cell, f, seed, load(period));
}
float value4(ivec4 cell, vec4 fraction, std::uint32_t seed, uvec4 period) {
    return value4(load(cell), guard_fraction(load(fraction)), seed, load(period));
}
float value4_gradient(vec4 p, std::uint32_t seed, uvec4 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return value4_gradient(cell, f, seed, load(period), gradient);
}
float value4_gradient(ivec4 cell, vec4 fraction, std::uint32_t seed, uvec4 period, float* gradient) {
    return value4_gradient(load(cell), guard_fraction(load(fraction)), seed, load(period), gradient);
}

}  // namespace isonoise::detail
