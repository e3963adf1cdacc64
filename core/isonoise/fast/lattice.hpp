// The building blocks of every noise function: guard, fade, lerp; lattice coordinates with periods and octaves. The
// functions of definition/lattice.hpp over lanes. Private to the library: compile these functions with the library's
// own flags (core/CMakeLists.txt), never with those of a program that includes them; they are static so that the linker
// cannot substitute another copy for ours.
//
// The axes of a point are the lanes of one float4. So split() makes both the cell and the fraction, which are whole()
// and fraction() in GLSL, and load() and store() exist only here.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "isonoise/fast/lanes.hpp"
#include "isonoise/numbers.hpp"
#include "isonoise/plan.hpp"

namespace isonoise::ISONOISE_TARGET {

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
inline constexpr std::uint32_t kTiny = 0x2B800000u;        // the bits of 2^-40
inline constexpr std::uint32_t kTwiceTiny = 0x57000000u;   // twice the bits of 2^-40
inline constexpr std::uint32_t kTwiceRange = 0x47000000u;  // from there to twice the bits of 2^31
static inline bool passes(float x) { return (std::bit_cast<std::uint32_t>(x) << 1) - kTwiceTiny < kTwiceRange; }
// SSE2 only compares signed numbers, so both sides are 2^31 higher here.
static inline float4 guard(float4 x) {
#ifdef ISONOISE_AVX2
    if (_mm_testz_si128((bits(x) + uint4(0u - kTiny)).v, _mm_set1_epi32(0x60000000))) [[likely]]
        return x;  // all magnitudes are from 2^-40 to 2^24
#endif
    uint4 passes = less((bits(x) << 1) + uint4(0x80000000u - kTwiceTiny), int(0x80000000u + kTwiceRange));
    if (all(passes)) [[likely]]
        return x;
    return only(passes, x);
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
inline constexpr std::uint32_t kTinyToOne = 0x14000000u;  // from there to the bits of 1
static inline float guard_fraction(float f) {
    return (std::bit_cast<std::uint32_t>(f) - kTiny) <= kTinyToOne ? f : 0.0f;
}
static inline float4 guard_fraction(float4 f) {
    return only(less(bits(f) + uint4(0x80000000u - kTiny), int(0x80000001u + kTinyToOne)), f);
}

// Returns the cells of guarded coordinates; leaves the fractions in x.
static inline uint4 split(float4& x) {
#ifdef ISONOISE_AVX2
    float4 whole = _mm_floor_ps(x.v);
    x = x - whole;
    return to_int(whole);
#elif defined(__wasm_simd128__)
    float4 whole = (__m128)wasm_f32x4_floor((v128_t)x.v);
    x = x - whole;
    return to_int(whole);
#else
    uint4 whole = to_int(x);
    float4 toward_0 = to_float(whole);
    uint4 above = less(x, toward_0);  // the mask is -1
    x = (x - toward_0) + only(above, float4(1.0f));
    return whole + above;
#endif
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference. A number is tested by a
// branch, so that nothing waits for it.
inline constexpr std::uint32_t kTwiceLeast = 0x3F000000u;  // twice the bits of 2^-64
static inline float snap(float x) {
    if ((std::bit_cast<std::uint32_t>(x) << 1) < kTwiceLeast) [[unlikely]]
        return 0.0f;
    return x;
}
static inline float4 snap(float4 v) { return only(not_less(abs(v), float4(0x1p-64f)), v); }

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
static inline float4 quintic(float4 t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

// Its derivative, 30t^2(t-1)^2.
static inline float4 quintic_slope(float4 t) {
    float4 s = t * (t - 1.0f);
    return 30.0f * (s * s);
}

// The selected fade; its derivative. The cubic fade, 3t^2 - 2t^3, has only its first derivative 0 at both ends. (Perlin
// 1985)
static inline float4 fade(float4 t, Fade kind) {
    return kind == Fade::linear ? t : kind == Fade::cubic ? t * t * (3.0f - 2.0f * t) : quintic(t);
}
static inline float4 fade_slope(float4 t, Fade kind) {
    return kind == Fade::linear ? float4(1.0f) : kind == Fade::cubic ? 6.0f * t * (1.0f - t) : quintic_slope(t);
}

static inline float4 lerp(float4 a, float4 b, float4 t) { return a + t * (b - a); }

// For names that GLSL has built in.
static inline float floor(float x) { return std::floor(x); }

// Wraps a cell into `period` repeating cells; 0 means no period. Unsigned, since GLSL leaves % of negative numbers
// undefined.
static inline std::uint32_t wrap(int cell, std::uint32_t period) {
    if (period == 0u) return std::uint32_t(cell);
    return cell >= 0 ? std::uint32_t(cell) % period : period - 1u - std::uint32_t(-1 - cell) % period;
}

// Caller-supplied coordinates and cells, one axis per lane. In 2D both axes stand twice, (x, y, x, y), for both ends of
// a cell, and in 1D four times. Lanes beyond the last axis are ignored; in coordinates they hold 1, which passes the
// guard.
#if defined(ISONOISE_SSE2) && !defined(__wasm__)
// In pairs, as the ABI passes them in registers: gcc would send single floats through memory and stall.
static inline __m128 pair(const float* p) {
    double two;
    std::memcpy(&two, p, sizeof two);
    return _mm_castpd_ps(_mm_set_sd(two));
}
static inline float4 load(float p) { return p; }
static inline float4 load(std::array<float, 2> p) {
    const float4 axes = pair(&p[0]);
    return pairs(axes, axes);
}
static inline float4 load(detail::vec3 p) { return _mm_movelh_ps(pair(&p.x), _mm_setr_ps(p.z, 1, 1, 1)); }
static inline float4 load(std::array<float, 4> p) { return _mm_movelh_ps(pair(&p[0]), pair(&p[2])); }
static inline void store_pair(__m128 v, float* to) {
    const double two = _mm_cvtsd_f64(_mm_castps_pd(v));
    std::memcpy(to, &two, sizeof two);
}
template <int n> static inline void store(float4 v, float* to) {
    if constexpr (n == 1) return _mm_store_ss(to, v.v);
    if constexpr (n == 4) return _mm_storeu_ps(to, v.v);
    store_pair(v.v, to);
    if constexpr (n == 3) to[2] = lane<2>(v);
}
#else
static inline float4 load(float p) { return p; }
static inline float4 load(std::array<float, 2> p) { return {p[0], p[1], p[0], p[1]}; }
static inline float4 load(detail::vec3 p) { return {p.x, p.y, p.z, 1.0f}; }
static inline float4 load(std::array<float, 4> p) { return {p[0], p[1], p[2], p[3]}; }
template <int n> static inline void store(float4 v, float* to) {
    const float lanes[] = {lane<0>(v), lane<1>(v), lane<2>(v), lane<3>(v)};
    for (int i = 0; i < n; ++i)
        to[i] = lanes[i];
}
#endif
static inline uint4 load(std::uint32_t c) { return c; }
static inline uint4 load(int c) { return load(std::uint32_t(c)); }
template <class Whole> static inline uint4 load(std::array<Whole, 2> c) {
    return {std::uint32_t(c[0]), std::uint32_t(c[1]), std::uint32_t(c[0]), std::uint32_t(c[1])};
}
template <class Whole> static inline uint4 load(std::array<Whole, 3> c) {
    return {std::uint32_t(c[0]), std::uint32_t(c[1]), std::uint32_t(c[2]), 0u};
}
template <class Whole> static inline uint4 load(std::array<Whole, 4> c) {
    return {std::uint32_t(c[0]), std::uint32_t(c[1]), std::uint32_t(c[2]), std::uint32_t(c[3])};
}
// Guarded coordinates. In 1D and 2D their bits are tested one by one, beside the vectors' work.
template <class P> static inline float4 load_guarded(const P& p) { return guard(load(p)); }
static inline float4 load_guarded(float p) {
    if (passes(p)) [[likely]]
        return load(p);
    return 0.0f;
}
static inline float4 load_guarded(std::array<float, 2> p) {
    if (passes(p[0]) && passes(p[1])) [[likely]]
        return load(p);
    return guard(load(p));
}
static inline std::array<float, 4> array(float4 v) { return {lane<0>(v), lane<1>(v), lane<2>(v), lane<3>(v)}; }
static inline std::array<std::uint32_t, 4> array(uint4 v) { return {lane<0>(v), lane<1>(v), lane<2>(v), lane<3>(v)}; }

// Wraps the cells along n axes.
template <int i> ISONOISE_INLINE static std::uint32_t wrap_lane(uint4 cell, uint4 period) {
    return wrap(int(lane<i>(cell)), lane<i>(period));
}
template <int n> ISONOISE_INLINE static uint4 wrap(uint4 cell, uint4 period) {
    const std::uint32_t x = wrap_lane<0>(cell, period);
    if constexpr (n == 1) return x;
    const std::uint32_t y = wrap_lane<1>(cell, period);
    if constexpr (n < 3) return {x, y, x, y};
    return {x, y, wrap_lane<2>(cell, period), n == 3 ? 0u : wrap_lane<3>(cell, period)};
}

// Both lattice coordinates of wrapped cells, one axis per lane.
namespace {
struct Ends {
    uint4 low, high;
};
}  // namespace
static inline Ends ends(uint4 cell, uint4 period) {
    uint4 next = cell + uint4(1u);
    return {cell, next & (equal(next, period) ^ uint4(~0u))};
}

// A lattice coordinate is xored with its window times this.
inline constexpr std::uint32_t kWindow = 0xD1B54A35u;
// In worlds of any size an octave has more than 2^32 cells along an axis. `cell` then holds the low 32 bits of the
// cell, and `high` is its window of 2^32 cells, centred on a multiple of 2^32, counted modulo `windows`, their number.
// The origin's window is 0 and changes nothing: there the lattice coordinates are those of ends().
static inline std::array<std::uint32_t, 2> ends_far(std::uint32_t cell, std::uint32_t high, std::uint32_t period,
                                                    std::uint32_t windows) {
    std::uint32_t next = high + 1u;
    next = cell != 0x7FFFFFFFu ? high : next == windows ? 0u : next;
    std::uint32_t after = cell + 1u == period ? 0u : cell + 1u;
    return {cell ^ (high * kWindow), after ^ (next * kWindow)};
}

// Minus the bits of x: the bits of about 1/x.
inline constexpr std::uint32_t kReciprocal = 0x7EF311C3u;

// A cell, as a signed number, times a factor: 64 bits.
static inline std::int64_t product(std::uint32_t cell, std::uint32_t factor) {
    return std::int64_t(std::int32_t(cell)) * std::int64_t(factor);
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap; with a period (that of the next octave) they stay below it.
static inline void finer(std::uint32_t& cell, float& f, float lacunarity, std::uint32_t period) {
    std::uint32_t m = std::uint32_t(lacunarity * 8388608.0f);
    std::int64_t n = product(cell, m);
    float rest = float(std::uint32_t(n) & 0x7FFFFFu) * 0x1p-23f;
    float t = rounded(rounded(f * lacunarity) + rest);
    float c = floor(t);
    f = rounded(t - c);
    cell = std::uint32_t(n >> 23) + std::uint32_t(c);
    if (cell == period) cell = 0u;
}

// Like finer(), for an integer lacunarity without periods, along all axes.
static inline void finer(uint4& cell, float4& f, float lacunarity) {
    float4 t = f * lacunarity;
    uint4 c = to_int(t);  // t is not negative
    f = t - to_float(c);
    cell = cell * uint4(std::uint32_t(lacunarity)) + c;
}

// Like finer(), for an integer lacunarity, with the window; `windows` belongs to the next octave.
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

}  // namespace isonoise::ISONOISE_TARGET
