// The functions of isonoise.hpp that take vectors, defined in your program. No glm::vec enters the compiled library:
// GLM_FORCE_... macros, or another version of GLM, may lay out, pass or name your vectors differently. Numbers cross in
// plain arrays; a gradient by the address of its first component. isonoise.hpp includes this header; do not include it
// yourself.
#pragma once

#include "isonoise/isonoise.hpp"

namespace isonoise {

namespace detail {

using vec2 = std::array<float, 2>;
struct vec3 {  // gcc would send an array of three floats through memory, and stall
    float x, y, z;
};
using vec4 = std::array<float, 4>;
using ivec2 = std::array<std::int32_t, 2>;
using ivec3 = std::array<std::int32_t, 3>;
using ivec4 = std::array<std::int32_t, 4>;
using uvec2 = std::array<std::uint32_t, 2>;
using uvec3 = std::array<std::uint32_t, 3>;
using uvec4 = std::array<std::uint32_t, 4>;

inline vec2 of(const glm::vec2& v) { return {v.x, v.y}; }
inline vec3 of(const glm::vec3& v) { return {v.x, v.y, v.z}; }
inline vec4 of(const glm::vec4& v) { return {v.x, v.y, v.z, v.w}; }
inline ivec2 of(const glm::ivec2& v) { return {v.x, v.y}; }
inline ivec3 of(const glm::ivec3& v) { return {v.x, v.y, v.z}; }
inline ivec4 of(const glm::ivec4& v) { return {v.x, v.y, v.z, v.w}; }
inline uvec2 of(const glm::uvec2& v) { return {v.x, v.y}; }
inline uvec3 of(const glm::uvec3& v) { return {v.x, v.y, v.z}; }
inline uvec4 of(const glm::uvec4& v) { return {v.x, v.y, v.z, v.w}; }

float axis2(vec2 p, const AxisTable& table);
float axis2(ivec2 cell, vec2 fraction, const AxisTable& table);
float diagonal2(vec2 p);
float diagonal2(ivec2 cell, vec2 fraction);

float value(const Noise& noise, vec4 p);
float value(const Noise& noise, ivec4 cell, vec4 fraction);
float gradient(const Noise& noise, vec4 p, float* gradient);
float gradient(const Noise& noise, ivec4 cell, vec4 fraction, float* gradient);
float slope(const Noise& noise, vec4 p, float* slope);
float slope(const Noise& noise, ivec4 cell, vec4 fraction, float* slope);

}  // namespace detail

// clang-format off
#define ISONOISE_BOUNDARY(n)                                                                                           \
    namespace detail {                                                                                                    \
    float perlin##n(vec##n p, std::uint32_t seed);                                                                     \
    float perlin##n(ivec##n cell, vec##n fraction, std::uint32_t seed);                                                \
    float perlin##n##_gradient(vec##n p, std::uint32_t seed, float* gradient);                                         \
    float perlin##n##_gradient(ivec##n cell, vec##n fraction, std::uint32_t seed, float* gradient);                    \
    float perlin##n##_periodic(vec##n p, std::uint32_t seed, uvec##n period);                                          \
    float perlin##n##_periodic(ivec##n cell, vec##n fraction, std::uint32_t seed, uvec##n period);                     \
    float perlin##n##_periodic_gradient(vec##n p, std::uint32_t seed, uvec##n period, float* gradient);                \
    float perlin##n##_periodic_gradient(ivec##n cell, vec##n fraction, std::uint32_t seed, uvec##n period,             \
                                        float* gradient);                                                              \
    float perlin##n##_fbm(vec##n p, std::uint32_t seed, const Fbm& fbm);                                               \
    float improved##n(vec##n p, const Permutation& table, uvec##n period);                                             \
    float improved##n(ivec##n cell, vec##n fraction, const Permutation& table, uvec##n period);                        \
    float improved##n##_gradient(vec##n p, const Permutation& table, uvec##n period, float* gradient);                 \
    float improved##n##_gradient(ivec##n cell, vec##n fraction, const Permutation& table, uvec##n period,              \
                                 float* gradient);                                                                     \
    float value##n(vec##n p, std::uint32_t seed, uvec##n period);                                                      \
    float value##n(ivec##n cell, vec##n fraction, std::uint32_t seed, uvec##n period);                                 \
    float value##n##_gradient(vec##n p, std::uint32_t seed, uvec##n period, float* gradient);                          \
    float value##n##_gradient(ivec##n cell, vec##n fraction, std::uint32_t seed, uvec##n period, float* gradient);     \
    }                                                                                                                  \
    inline float perlin##n(glm::vec##n p, std::uint32_t seed) { return detail::perlin##n(detail::of(p), seed); }             \
    inline float perlin##n(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed) {                              \
        return detail::perlin##n(detail::of(cell), detail::of(fraction), seed);                                                 \
    }                                                                                                                  \
    inline float perlin##n##_gradient(glm::vec##n p, std::uint32_t seed, glm::vec##n& gradient) {                      \
        return detail::perlin##n##_gradient(detail::of(p), seed, &gradient.x);                                               \
    }                                                                                                                  \
    inline float perlin##n##_gradient(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed,                     \
                                      glm::vec##n& gradient) {                                                         \
        return detail::perlin##n##_gradient(detail::of(cell), detail::of(fraction), seed, &gradient.x);                         \
    }                                                                                                                  \
    inline float perlin##n##_periodic(glm::vec##n p, std::uint32_t seed, glm::uvec##n period) {                        \
        return detail::perlin##n##_periodic(detail::of(p), seed, detail::of(period));                                           \
    }                                                                                                                  \
    inline float perlin##n##_periodic(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed,                     \
                                      glm::uvec##n period) {                                                           \
        return detail::perlin##n##_periodic(detail::of(cell), detail::of(fraction), seed, detail::of(period));                     \
    }                                                                                                                  \
    inline float perlin##n##_periodic_gradient(glm::vec##n p, std::uint32_t seed, glm::uvec##n period,                 \
                                               glm::vec##n& gradient) {                                                \
        return detail::perlin##n##_periodic_gradient(detail::of(p), seed, detail::of(period), &gradient.x);                     \
    }                                                                                                                  \
    inline float perlin##n##_periodic_gradient(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed,            \
                                               glm::uvec##n period, glm::vec##n& gradient) {                           \
        return detail::perlin##n##_periodic_gradient(detail::of(cell), detail::of(fraction), seed, detail::of(period),             \
                                                  &gradient.x);                                                        \
    }                                                                                                                  \
    inline float perlin##n##_fbm(glm::vec##n p, std::uint32_t seed, const Fbm& fbm) {                                  \
        return detail::perlin##n##_fbm(detail::of(p), seed, fbm);                                                            \
    }                                                                                                                  \
    inline float improved##n(glm::vec##n p, const Permutation& table, glm::uvec##n period) {                           \
        return detail::improved##n(detail::of(p), table, detail::of(period));                                                   \
    }                                                                                                                  \
    inline float improved##n(glm::ivec##n cell, glm::vec##n fraction, const Permutation& table, glm::uvec##n period) { \
        return detail::improved##n(detail::of(cell), detail::of(fraction), table, detail::of(period));                             \
    }                                                                                                                  \
    inline float improved##n##_gradient(glm::vec##n p, const Permutation& table, glm::uvec##n period,                  \
                                        glm::vec##n& gradient) {                                                       \
        return detail::improved##n##_gradient(detail::of(p), table, detail::of(period), &gradient.x);                           \
    }                                                                                                                  \
    inline float improved##n##_gradient(glm::ivec##n cell, glm::vec##n fraction, const Permutation& table,             \
                                        glm::uvec##n period, glm::vec##n& gradient) {                                  \
        return detail::improved##n##_gradient(detail::of(cell), detail::of(fraction), table, detail::of(period), &gradient.x);     \
    }                                                                                                                  \
    inline float value##n(glm::vec##n p, std::uint32_t seed, glm::uvec##n period) {                                    \
        return detail::value##n(detail::of(p), seed, detail::of(period));                                                       \
    }                                                                                                                  \
    inline float value##n(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed, glm::uvec##n period) {          \
        return detail::value##n(detail::of(cell), detail::of(fraction), seed, detail::of(period));                                 \
    }                                                                                                                  \
    inline float value##n##_gradient(glm::vec##n p, std::uint32_t seed, glm::uvec##n period, glm::vec##n& gradient) {  \
        return detail::value##n##_gradient(detail::of(p), seed, detail::of(period), &gradient.x);                               \
    }                                                                                                                  \
    inline float value##n##_gradient(glm::ivec##n cell, glm::vec##n fraction, std::uint32_t seed, glm::uvec##n period, \
                                     glm::vec##n& gradient) {                                                          \
        return detail::value##n##_gradient(detail::of(cell), detail::of(fraction), seed, detail::of(period), &gradient.x);         \
    }
// clang-format on

ISONOISE_BOUNDARY(2)
ISONOISE_BOUNDARY(3)
ISONOISE_BOUNDARY(4)
#undef ISONOISE_BOUNDARY

inline float axis2(glm::vec2 p, const AxisTable& table) { return detail::axis2(detail::of(p), table); }
inline float axis2(glm::ivec2 cell, glm::vec2 fraction, const AxisTable& table) {
    return detail::axis2(detail::of(cell), detail::of(fraction), table);
}
inline float diagonal2(glm::vec2 p) { return detail::diagonal2(detail::of(p)); }
inline float diagonal2(glm::ivec2 cell, glm::vec2 fraction) {
    return detail::diagonal2(detail::of(cell), detail::of(fraction));
}

inline float Noise::operator()(glm::vec4 p) const { return detail::value(*this, detail::of(p)); }
inline float Noise::operator()(glm::ivec4 cell, glm::vec4 fraction) const {
    return detail::value(*this, detail::of(cell), detail::of(fraction));
}
inline float Noise::gradient(glm::vec4 p, glm::vec4& gradient) const {
    return detail::gradient(*this, detail::of(p), &gradient.x);
}
inline float Noise::gradient(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& gradient) const {
    return detail::gradient(*this, detail::of(cell), detail::of(fraction), &gradient.x);
}
inline float Noise::slope(glm::vec4 p, glm::vec4& slope) const { return detail::slope(*this, detail::of(p), &slope.x); }
inline float Noise::slope(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& slope) const {
    return detail::slope(*this, detail::of(cell), detail::of(fraction), &slope.x);
}

}  // namespace isonoise
