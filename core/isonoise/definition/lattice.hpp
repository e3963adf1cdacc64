// The building blocks of every noise function: guard, fade, lerp; lattice coordinates with periods and octaves. Twin of
// shaders/isonoise/lattice.glsl.
//
// Every float operation rounds once, in the order written: core/CMakeLists.txt sees to it that the compiler fuses and
// reorders nothing.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#define GLM_FORCE_INLINE  // no function of GLM is left for the linker to exchange with a program's copy
#include <glm/common.hpp>
#include <glm/ext/vector_float1.hpp>
#include <glm/ext/vector_int1.hpp>
#include <glm/ext/vector_uint1.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace isonoise::definition {

using uint = std::uint32_t;
template <int n> using vec = glm::vec<n, float>;
template <int n> using ivec = glm::vec<n, int>;
template <int n> using uvec = glm::vec<n, uint>;

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
inline constexpr uint kTwiceTiny = 0x57000000u;   // twice the bits of 2^-40
inline constexpr uint kTwiceRange = 0x47000000u;  // from there to twice the bits of 2^31
inline float guard(float x) { return (std::bit_cast<uint>(x) << 1) - kTwiceTiny < kTwiceRange ? x : 0.0f; }
template <int n> vec<n> guard(vec<n> v) {
    for (int c = 0; c < n; ++c)
        v[c] = guard(v[c]);
    return v;
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
inline constexpr uint kTiny = 0x2B800000u;       // the bits of 2^-40
inline constexpr uint kTinyToOne = 0x14000000u;  // from there to the bits of 1
inline float guard_fraction(float f) { return std::bit_cast<uint>(f) - kTiny <= kTinyToOne ? f : 0.0f; }
template <int n> vec<n> guard_fraction(vec<n> v) {
    for (int c = 0; c < n; ++c)
        v[c] = guard_fraction(v[c]);
    return v;
}

// The cell of a coordinate: its whole part, rounded down.
template <int n> ivec<n> whole(vec<n> p) { return ivec<n>(glm::floor(guard(p))); }

// A coordinate's position within its cell.
template <int n> vec<n> fraction(vec<n> p) {
    const vec<n> x = guard(p);
    return x - glm::floor(x);
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
inline float snap(float x) { return glm::abs(x) < 0x1p-64f ? 0.0f : x; }
template <int n> vec<n> snap(vec<n> v) {
    for (int c = 0; c < n; ++c)
        v[c] = snap(v[c]);
    return v;
}

// Scaled and snapped.
inline float scaled(float n, float scale) { return snap(n * scale); }
template <int n> vec<n> scaled(vec<n> v, float scale) { return snap(v * scale); }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
inline float quintic(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
template <int n> vec<n> quintic(vec<n> t) {
    for (int c = 0; c < n; ++c)
        t[c] = quintic(t[c]);
    return t;
}

// Its derivative, 30t^2(t-1)^2.
inline float quintic_slope(float t) {
    const float s = t * (t - 1.0f);
    return 30.0f * (s * s);
}
template <int n> vec<n> quintic_slope(vec<n> t) {
    for (int c = 0; c < n; ++c)
        t[c] = quintic_slope(t[c]);
    return t;
}

// 3t^2 - 2t^3: only the first derivative is 0 at both ends. (Perlin 1985) Its derivative is 6t(1-t).
inline float cubic(float t) { return t * t * (3.0f - 2.0f * t); }
inline float cubic_slope(float t) { return 6.0f * t * (1.0f - t); }

inline float lerp(float a, float b, float t) { return a + t * (b - a); }

// Wraps a cell into `period` repeating cells; 0 means no period.
inline uint wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    const std::int64_t rest = std::int64_t(cell) % period;
    return uint(rest < 0 ? rest + period : rest);
}
template <int n> uvec<n> wrap(ivec<n> cell, uvec<n> period) {
    uvec<n> wrapped;
    for (int c = 0; c < n; ++c)
        wrapped[c] = wrap(cell[c], period[c]);
    return wrapped;
}

// Both lattice coordinates of a cell along one axis; with a period, those of a wrapped cell.
inline uvec<2> ends(uint cell, uint period) { return {cell, cell + 1u == period ? 0u : cell + 1u}; }
inline uvec<2> ends(int cell, uint period) { return ends(wrap(cell, period), period); }

// A lattice coordinate is xored with its window times this.
inline constexpr uint kWindow = 0xD1B54A35u;
// In worlds of any size an octave has more than 2^32 cells along an axis. `cell` then holds the low 32 bits of the
// cell, and `high` is its window of 2^32 cells, centred on a multiple of 2^32, counted modulo `windows`, their number.
// The origin's window is 0 and changes nothing: there the lattice coordinates are those of ends().
inline uvec<2> ends_far(uint cell, uint high, uint period, uint windows) {
    const uint next = cell != 0x7FFFFFFFu ? high : high + 1u == windows ? 0u : high + 1u;
    const uvec<2> e = ends(cell, period);
    return {e.x ^ (high * kWindow), e.y ^ (next * kWindow)};
}

// A cell, as a signed number, times a factor.
inline std::int64_t product(uint cell, uint factor) { return std::int64_t(int(cell)) * std::int64_t(factor); }

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. `factor` is the lacunarity in multiples of 2^-23,
// `part` the fractional part of such multiples.
inline uint factor(float lacunarity) { return uint(lacunarity * 8388608.0f); }
inline float part(uint n) { return float(n & 0x7FFFFFu) * 0x1p-23f; }
inline void finer(uint& cell, float& f, float lacunarity) {
    const std::int64_t next = product(cell, factor(lacunarity));
    const float t = f * lacunarity + part(uint(next));
    const float whole = glm::floor(t);
    f = t - whole;
    cell = uint(next >> 23) + uint(whole);
}

// Like finer(), for an integer lacunarity, with the window; `windows` belongs to the next octave.
inline void finer_far(uint& cell, uint& high, float& f, float lacunarity, uint windows) {
    const float t = f * lacunarity;
    const float whole = glm::floor(t);
    f = t - whole;
    const uint factor = uint(lacunarity);
    const std::int64_t to = product(cell, factor) + std::int64_t(whole);
    const std::int64_t over = (to + 0x80000000) >> 32;
    uint next = high * factor + uint(over);
    if (over < 0 && high == 0u) next += windows;
    if (next == windows) next = 0u;
    cell = uint(to);
    high = next;
}

}  // namespace isonoise::definition
