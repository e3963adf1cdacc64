// The pieces that every function shares: the guard of a coordinate, fade and lerp.
// Twin of shaders/isonoise/lattice.glsl. Private to the library: these functions must be compiled with the
// library's own flags (core/CMakeLists.txt), never with those of a program that includes them; static, so that no
// linker takes another's copy for ours.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#ifdef __FAST_MATH__
#error "isonoise's core is exact: it cannot be compiled with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "isonoise's core needs float arithmetic in float (SSE2, not x87)");

namespace isonoise {

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
static inline float guard(float x) {
    std::uint32_t m = std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? x : 0.0f;
}
static inline glm::vec2 guard(glm::vec2 p) { return {guard(p.x), guard(p.y)}; }
static inline glm::vec3 guard(glm::vec3 p) { return {guard(p.x), guard(p.y), guard(p.z)}; }
static inline glm::vec4 guard(glm::vec4 p) { return {guard(p.x), guard(p.y), guard(p.z), guard(p.w)}; }

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
// Below 2^-12 it is 0, not the 2^-33 or less that the formula says: near a lattice point where corner
// products cancel, products of such factors are subnormal, and a driver that flushes them gives other bits.
static inline float fade(float t) {
    float r = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    return t < 0x1p-12f ? 0.0f : r;
}

static inline float lerp(float a, float b, float t) { return a + t * (b - a); }

// GLSL has these built in.
static inline float floor(float x) { return std::floor(x); }
static inline glm::vec2 floor(glm::vec2 p) { return {std::floor(p.x), std::floor(p.y)}; }
static inline glm::vec3 floor(glm::vec3 p) { return {std::floor(p.x), std::floor(p.y), std::floor(p.z)}; }
static inline glm::vec4 floor(glm::vec4 p) {
    return {std::floor(p.x), std::floor(p.y), std::floor(p.z), std::floor(p.w)};
}

}  // namespace isonoise
