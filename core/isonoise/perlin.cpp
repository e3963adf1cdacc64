// definition/perlin.hpp over lanes. isonoise.hpp documents the functions.
#include "isonoise/perlin.hpp"

#include "isonoise/isonoise.hpp"
#include "isonoise/targets.hpp"

namespace isonoise::ISONOISE_TARGET {

static inline uint8 periodic_keys(uint4 cell, std::uint32_t seed, uint4 period) {
    return keys(wrap(cell, period), period, seeded(seed));
}

// ---- 1D

static inline float perlin1(uint8 keys, float4 f) {
    float n = perlin1_kernel(keys, f, quintic(f));
    return snap(n);
}
static inline float perlin1(uint8 keys, float4 f, float& gradient) {
    float4 g;
    float n = perlin1_kernel(keys, f, quintic(f), quintic_slope(f), g);
    store(snap(g), gradient);
    return snap(n);
}

float perlin1(float p, std::uint32_t seed) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin1(keys(cell, seeded(seed)), f);
}
float perlin1(int cell, float fraction, std::uint32_t seed) {
    return perlin1(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)));
}
float perlin1_gradient(float p, std::uint32_t seed, float& gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin1(keys(cell, seeded(seed)), f, gradient);
}
float perlin1_gradient(int cell, float fraction, std::uint32_t seed, float& gradient) {
    return perlin1(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)), gradient);
}
float perlin1_periodic(float p, std::uint32_t seed, std::uint32_t period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin1(periodic_keys(cell, seed, load(period)), f);
}
float perlin1_periodic(int cell, float fraction, std::uint32_t seed, std::uint32_t period) {
    return perlin1(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)));
}
float perlin1_periodic_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin1(periodic_keys(cell, seed, load(period)), f, gradient);
}
float perlin1_periodic_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient) {
    return perlin1(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)), gradient);
}

// ---- 2D

static inline float perlin2(uint8 keys, float4 f) {
    float n = perlin2_kernel(keys, f, quintic(f));
    return snap(n * kScale2);
}
static inline float perlin2(uint8 keys, float4 f, float* gradient) {
    float4 g;
    float n = perlin2_kernel(keys, f, quintic(f), quintic_slope(f), g);
    store<2>(snap(g * kScale2), gradient);
    return snap(n * kScale2);
}

float perlin2(detail::vec2 p, std::uint32_t seed) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin2(keys(cell, seeded(seed)), f);
}
float perlin2(detail::ivec2 cell, detail::vec2 fraction, std::uint32_t seed) {
    return perlin2(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)));
}
float perlin2_gradient(detail::vec2 p, std::uint32_t seed, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin2(keys(cell, seeded(seed)), f, gradient);
}
float perlin2_gradient(detail::ivec2 cell, detail::vec2 fraction, std::uint32_t seed, float* gradient) {
    return perlin2(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)), gradient);
}
float perlin2_periodic(detail::vec2 p, std::uint32_t seed, detail::uvec2 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin2(periodic_keys(cell, seed, load(period)), f);
}
float perlin2_periodic(detail::ivec2 cell, detail::vec2 fraction, std::uint32_t seed, detail::uvec2 period) {
    return perlin2(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)));
}
float perlin2_periodic_gradient(detail::vec2 p, std::uint32_t seed, detail::uvec2 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin2(periodic_keys(cell, seed, load(period)), f, gradient);
}
float perlin2_periodic_gradient(detail::ivec2 cell, detail::vec2 fraction, std::uint32_t seed, detail::uvec2 period,
                                float* gradient) {
    return perlin2(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)), gradient);
}

// ---- 3D

static inline float perlin3(uint8 keys, float4 f) {
    float n = perlin3_kernel(keys, f, quintic(f));
    return snap(n * kScale3);
}
static inline float perlin3(uint8 keys, float4 f, float* gradient) {
    float4 g;
    float n = perlin3_kernel(keys, f, quintic(f), quintic_slope(f), g);
    store<3>(snap(g * kScale3), gradient);
    return snap(n * kScale3);
}

float perlin3(detail::vec3 p, std::uint32_t seed) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin3(keys(cell, seeded(seed)), f);
}
float perlin3(detail::ivec3 cell, detail::vec3 fraction, std::uint32_t seed) {
    return perlin3(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)));
}
float perlin3_gradient(detail::vec3 p, std::uint32_t seed, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin3(keys(cell, seeded(seed)), f, gradient);
}
float perlin3_gradient(detail::ivec3 cell, detail::vec3 fraction, std::uint32_t seed, float* gradient) {
    return perlin3(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)), gradient);
}
float perlin3_periodic(detail::vec3 p, std::uint32_t seed, detail::uvec3 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin3(periodic_keys(cell, seed, load(period)), f);
}
float perlin3_periodic(detail::ivec3 cell, detail::vec3 fraction, std::uint32_t seed, detail::uvec3 period) {
    return perlin3(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)));
}
float perlin3_periodic_gradient(detail::vec3 p, std::uint32_t seed, detail::uvec3 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin3(periodic_keys(cell, seed, load(period)), f, gradient);
}
float perlin3_periodic_gradient(detail::ivec3 cell, detail::vec3 fraction, std::uint32_t seed, detail::uvec3 period,
                                float* gradient) {
    return perlin3(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)), gradient);
}

// ---- 4D

static inline float perlin4(uint8 keys, float4 f) {
    float n = perlin4_kernel(keys, f, quintic(f));
    return snap(n * kScale4);
}
static inline float perlin4(uint8 keys, float4 f, float* gradient) {
    float4 g;
    float n = perlin4_kernel(keys, f, quintic(f), quintic_slope(f), g);
    store<4>(snap(g * kScale4), gradient);
    return snap(n * kScale4);
}

float perlin4(detail::vec4 p, std::uint32_t seed) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin4(keys(cell, seeded(seed)), f);
}
float perlin4(detail::ivec4 cell, detail::vec4 fraction, std::uint32_t seed) {
    return perlin4(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)));
}
float perlin4_gradient(detail::vec4 p, std::uint32_t seed, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin4(keys(cell, seeded(seed)), f, gradient);
}
float perlin4_gradient(detail::ivec4 cell, detail::vec4 fraction, std::uint32_t seed, float* gradient) {
    return perlin4(keys(load(cell), seeded(seed)), guard_fraction(load(fraction)), gradient);
}
float perlin4_periodic(detail::vec4 p, std::uint32_t seed, detail::uvec4 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin4(periodic_keys(cell, seed, load(period)), f);
}
float perlin4_periodic(detail::ivec4 cell, detail::vec4 fraction, std::uint32_t seed, detail::uvec4 period) {
    return perlin4(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)));
}
float perlin4_periodic_gradient(detail::vec4 p, std::uint32_t seed, detail::uvec4 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return perlin4(periodic_keys(cell, seed, load(period)), f, gradient);
}
float perlin4_periodic_gradient(detail::ivec4 cell, detail::vec4 fraction, std::uint32_t seed, detail::uvec4 period,
                                float* gradient) {
    return perlin4(periodic_keys(load(cell), seed, load(period)), guard_fraction(load(fraction)), gradient);
}

}  // namespace isonoise::ISONOISE_TARGET
