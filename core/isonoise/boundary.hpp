// The functions of isonoise.hpp that take vectors, defined in your program. No glm::vec enters the compiled library:
// GLM_FORCE_... macros, or another version of GLM, may lay out, pass or name your vectors differently. Numbers cross in
// plain arrays, gradients as a pointer to the first component. isonoise.hpp includes this header; do not include it
// yourself.
#pragma once

#include "isonoise/functions.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/numbers.hpp"

namespace isonoise {

namespace detail {

// The program's types, by dimension.
template <int n> struct User;
template <> struct User<1> {
    using vec = float;
    using ivec = int;
    using uvec = std::uint32_t;
};
template <> struct User<2> {
    using vec = glm::vec2;
    using ivec = glm::ivec2;
    using uvec = glm::uvec2;
};
template <> struct User<3> {
    using vec = glm::vec3;
    using ivec = glm::ivec3;
    using uvec = glm::uvec3;
};
template <> struct User<4> {
    using vec = glm::vec4;
    using ivec = glm::ivec4;
    using uvec = glm::uvec4;
};

inline float of(float v) { return v; }
inline std::int32_t of(std::int32_t v) { return v; }
inline std::uint32_t of(std::uint32_t v) { return v; }
inline vec2 of(const glm::vec2& v) { return {v.x, v.y}; }
inline vec3 of(const glm::vec3& v) { return {v.x, v.y, v.z}; }
inline vec4 of(const glm::vec4& v) { return {v.x, v.y, v.z, v.w}; }
inline ivec2 of(const glm::ivec2& v) { return {v.x, v.y}; }
inline ivec3 of(const glm::ivec3& v) { return {v.x, v.y, v.z}; }
inline ivec4 of(const glm::ivec4& v) { return {v.x, v.y, v.z, v.w}; }
inline uvec2 of(const glm::uvec2& v) { return {v.x, v.y}; }
inline uvec3 of(const glm::uvec3& v) { return {v.x, v.y, v.z}; }
inline uvec4 of(const glm::uvec4& v) { return {v.x, v.y, v.z, v.w}; }

inline float* first(float& v) { return &v; }
template <class V> float* first(V& v) { return &v.x; }

ISONOISE_FUNCTIONS(ISONOISE_DECLARE, ISONOISE_DECLARE_SUM)

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

#define ISONOISE_CALL_SUM(name, n, algorithm, a, b, c)                                                                 \
    inline float name(detail::User<n>::vec p ISONOISE_ACCEPTS(n, a, b, c)) {                                           \
        return detail::name(detail::of(p) ISONOISE_CROSSES(a, b, c));                                                  \
    }
#define ISONOISE_CALL(name, n, algorithm, a, b, c)                                                                     \
    ISONOISE_CALL_SUM(name, n, algorithm, a, b, c)                                                                     \
    inline float name(detail::User<n>::ivec cell, detail::User<n>::vec fraction ISONOISE_ACCEPTS(n, a, b, c)) {        \
        return detail::name(detail::of(cell), detail::of(fraction) ISONOISE_CROSSES(a, b, c));                         \
    }

ISONOISE_FUNCTIONS(ISONOISE_CALL, ISONOISE_CALL_SUM)

#undef ISONOISE_CALL
#undef ISONOISE_CALL_SUM

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
