// The pieces that every function shares: guard, fade, lerp; lattice coordinates with periods and octaves.
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

#include "isonoise/settings.hpp"

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

// A fraction that somebody gave: what is not in [2^-40, 1] acts as 0.
static inline float guard_fraction(float f) {
    return (std::bit_cast<std::uint32_t>(f) - 0x2B800000u) <= 0x14000000u ? f : 0.0f;
}
static inline glm::vec2 guard_fraction(glm::vec2 f) { return {guard_fraction(f.x), guard_fraction(f.y)}; }
static inline glm::vec3 guard_fraction(glm::vec3 f) {
    return {guard_fraction(f.x), guard_fraction(f.y), guard_fraction(f.z)};
}
static inline glm::vec4 guard_fraction(glm::vec4 f) {
    return {guard_fraction(f.x), guard_fraction(f.y), guard_fraction(f.z), guard_fraction(f.w)};
}

// Results below 2^-64 are 0. Near a lattice point corner products may cancel to nothing; what is left are products of
// weights so small that they are subnormal, which drivers flush and CPUs don't. Their traces end here.
static inline float snap(float x) { return (std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu) < 0x1F800000u ? 0.0f : x; }
static inline glm::vec2 snap(glm::vec2 v) { return {snap(v.x), snap(v.y)}; }
static inline glm::vec3 snap(glm::vec3 v) { return {snap(v.x), snap(v.y), snap(v.z)}; }
static inline glm::vec4 snap(glm::vec4 v) { return {snap(v.x), snap(v.y), snap(v.z), snap(v.w)}; }

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
static inline float quintic(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
static inline glm::vec2 quintic(glm::vec2 t) { return {quintic(t.x), quintic(t.y)}; }
static inline glm::vec3 quintic(glm::vec3 t) { return {quintic(t.x), quintic(t.y), quintic(t.z)}; }
static inline glm::vec4 quintic(glm::vec4 t) { return {quintic(t.x), quintic(t.y), quintic(t.z), quintic(t.w)}; }

// Its derivative, 30t^2(t-1)^2.
static inline float quintic_slope(float t) {
    float s = t * (t - 1.0f);
    return 30.0f * (s * s);
}
static inline glm::vec2 quintic_slope(glm::vec2 t) { return {quintic_slope(t.x), quintic_slope(t.y)}; }
static inline glm::vec3 quintic_slope(glm::vec3 t) {
    return {quintic_slope(t.x), quintic_slope(t.y), quintic_slope(t.z)};
}
static inline glm::vec4 quintic_slope(glm::vec4 t) {
    return {quintic_slope(t.x), quintic_slope(t.y), quintic_slope(t.z), quintic_slope(t.w)};
}

// 3t^2 - 2t^3: only the first derivative is 0 at both ends. (Perlin 1985) Its derivative is 6t(1-t).
static inline float cubic(float t) { return t * t * (3.0f - 2.0f * t); }
static inline float cubic_slope(float t) { return 6.0f * t * (1.0f - t); }

// The fade that was chosen, and its derivative.
static inline float fade(float t, Fade kind) {
    return kind == Fade::linear ? t : kind == Fade::cubic ? cubic(t) : quintic(t);
}
static inline float fade_slope(float t, Fade kind) {
    return kind == Fade::linear ? 1.0f : kind == Fade::cubic ? cubic_slope(t) : quintic_slope(t);
}

static inline float lerp(float a, float b, float t) { return a + t * (b - a); }
static inline glm::vec2 lerp(glm::vec2 a, glm::vec2 b, float t) { return a + t * (b - a); }
static inline glm::vec3 lerp(glm::vec3 a, glm::vec3 b, float t) { return a + t * (b - a); }

// GLSL has these built in.
static inline float floor(float x) { return std::floor(x); }
static inline glm::vec2 floor(glm::vec2 p) { return {std::floor(p.x), std::floor(p.y)}; }
static inline glm::vec3 floor(glm::vec3 p) { return {std::floor(p.x), std::floor(p.y), std::floor(p.z)}; }
static inline glm::vec4 floor(glm::vec4 p) {
    return {std::floor(p.x), std::floor(p.y), std::floor(p.z), std::floor(p.w)};
}

// A cell in a row of `period` cells that repeats; 0 is no period. Unsigned, since GLSL leaves % of negative numbers
// open.
static inline std::uint32_t wrap(int cell, std::uint32_t period) {
    if (period == 0u) return std::uint32_t(cell);
    return cell >= 0 ? std::uint32_t(cell) % period : period - 1u - std::uint32_t(-1 - cell) % period;
}

// Both lattice coordinates of a wrapped cell along one axis.
static inline glm::uvec2 ends(std::uint32_t cell, std::uint32_t period) {
    std::uint32_t next = cell + 1u;
    return {cell, next == period ? 0u : next};
}

// In worlds of any size an octave has more than 2^32 cells along an axis. Then `cell` holds the low 32 bits of the cell
// and `high` says which window of 2^32 cells around a multiple of 2^32 it lies in, counted modulo `windows`, their
// number. The window of the origin is 0 and changes nothing: there the lattice coordinates are those of the function
// above.
static inline glm::uvec2 ends_far(std::uint32_t cell, std::uint32_t high, std::uint32_t period, std::uint32_t windows) {
    std::uint32_t next = high + 1u;
    next = cell != 0x7FFFFFFFu ? high : next == windows ? 0u : next;
    glm::uvec2 e = ends(cell, period);
    return {e.x ^ (high * 0xD1B54A35u), e.y ^ (next * 0xD1B54A35u)};
}

// A cell, as a signed number, times a factor: 64 bits.
static inline std::int64_t product(std::uint32_t cell, std::uint32_t factor) {
    return std::int64_t(std::int32_t(cell)) * std::int64_t(factor);
}

// From a cell and a fraction of one octave to those of the next, `lacunarity` times finer. The cell's share is exact
// for every lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8
// nothing does. Cells beyond 2^32 wrap; with a period (that of the next octave) they stay below it.
static inline void finer(std::uint32_t& cell, float& f, float lacunarity, std::uint32_t period) {
    std::uint32_t m = std::uint32_t(lacunarity * 8388608.0f);
    std::int64_t n = product(cell, m);
    float rest = float(std::uint32_t(n) & 0x7FFFFFu) * 0x1p-23f;
    float t = f * lacunarity + rest;
    float c = floor(t);
    f = t - c;
    cell = std::uint32_t(n >> 23) + std::uint32_t(c);
    if (cell == period) cell = 0u;
}

// The same for a whole lacunarity, with the window; `windows` are those of the next octave.
static inline void finer_far(std::uint32_t& cell, std::uint32_t& high, float& f, float lacunarity,
                             std::uint32_t windows) {
    float t = f * lacunarity;
    float c = floor(t);
    f = t - c;
    std::uint32_t factor = std::uint32_t(lacunarity);
    std::int64_t n = product(cell, factor) + std::int64_t(c);
    std::int64_t over = (n + 0x80000000) >> 32;
    std::uint32_t next = high * factor + std::uint32_t(over);
    if (over < 0 && high == 0u) next += windows;
    if (next == windows) next = 0u;
    cell = std::uint32_t(n);
    high = next;
}

}  // namespace isonoise
