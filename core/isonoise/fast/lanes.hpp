// Four numbers at a time, GLSL's vec4 and uvec4, in one register if the CPU has one. SSE2 is part of every x86-64, and
// Emscripten (-msimd128 -msse2) maps it to WebAssembly's vectors; elsewhere these are arrays, which compilers
// vectorize. Every operation rounds like its scalar counterpart. Private to the library.
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>

#ifndef ISONOISE_TARGET  // the namespace: see targets.hpp
#define ISONOISE_TARGET any_cpu
#endif

#ifndef ISONOISE_ROUNDS  // inline.hpp
#ifdef __FAST_MATH__
#error "isonoise's core is exact: it cannot be compiled with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "isonoise's core needs float arithmetic in float (SSE2, not x87)");
#endif

#if defined(__SSE2__) || defined(_M_X64)
#define ISONOISE_SSE2 1
#include <emmintrin.h>
#endif
#ifdef ISONOISE_AVX2  // avx2.cpp
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__  // operations that SSE2 lacks
#include <wasm_simd128.h>
#endif

// gcc inlines less in larger files, so the path of a single point is marked to be inlined whatever else a file holds.
// ISONOISE_INLINED goes after a lambda's parameters. ISONOISE_APART marks a rare path, whose registers would otherwise
// have to be saved on the common path too.
#ifdef __GNUC__
#define ISONOISE_INLINE [[gnu::always_inline]] inline
#define ISONOISE_INLINED __attribute__((always_inline))
#define ISONOISE_APART [[gnu::noinline]]
#else
#define ISONOISE_INLINE inline
#define ISONOISE_INLINED
#define ISONOISE_APART
#endif

namespace isonoise::ISONOISE_TARGET {

// Returns a sum, difference or product as it is. In a program (inline.hpp) whose flags allow compilers to fuse or to
// reorder operations, it also hides where the number comes from.
template <class V> ISONOISE_INLINE static V rounded(V v) {
#ifdef ISONOISE_ROUNDS
    asm("" : "+x"(v));
#endif
    return v;
}

#ifdef ISONOISE_SSE2

// Unnamed, so each file has its own types and functions: avx2.cpp compiles them differently.
namespace {
struct float4 {
    __m128 v;
    float4() = default;
    float4(__m128 x) : v(x) {}
    float4(float x) : v(_mm_set1_ps(x)) {}
    float4(float x, float y, float z, float w) : v(_mm_setr_ps(x, y, z, w)) {}
};
struct uint4 {
    __m128i v;
    uint4() = default;
    uint4(__m128i x) : v(x) {}
    uint4(std::uint32_t x) : v(_mm_set1_epi32(int(x))) {}
    uint4(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w)
        : v(_mm_setr_epi32(int(x), int(y), int(z), int(w))) {}
};
}  // namespace

static inline float4 operator+(float4 a, float4 b) { return rounded(_mm_add_ps(a.v, b.v)); }
static inline float4 operator-(float4 a, float4 b) { return rounded(_mm_sub_ps(a.v, b.v)); }
static inline float4 operator*(float4 a, float4 b) { return rounded(_mm_mul_ps(a.v, b.v)); }
static inline uint4 operator+(uint4 a, uint4 b) { return _mm_add_epi32(a.v, b.v); }
static inline uint4 operator&(uint4 a, uint4 b) { return _mm_and_si128(a.v, b.v); }
static inline uint4 operator|(uint4 a, uint4 b) { return _mm_or_si128(a.v, b.v); }
static inline uint4 operator^(uint4 a, uint4 b) { return _mm_xor_si128(a.v, b.v); }
static inline uint4 and_not(uint4 a, uint4 b) { return _mm_andnot_si128(b.v, a.v); }
static inline uint4 operator<<(uint4 a, int bits) { return _mm_slli_epi32(a.v, bits); }
static inline uint4 operator>>(uint4 a, int bits) { return _mm_srli_epi32(a.v, bits); }
static inline uint4 signed_shift(uint4 a, int bits) { return _mm_srai_epi32(a.v, bits); }
#ifdef ISONOISE_AVX2
static inline uint4 operator*(uint4 a, uint4 b) { return _mm_mullo_epi32(a.v, b.v); }
#elif defined(__wasm_simd128__)
static inline uint4 operator*(uint4 a, uint4 b) { return (__m128i)wasm_i32x4_mul((v128_t)a.v, (v128_t)b.v); }
#else
static inline uint4 operator*(uint4 a, uint4 b) {
    __m128i even = _mm_mul_epu32(a.v, b.v), odd = _mm_mul_epu32(_mm_srli_epi64(a.v, 32), _mm_srli_epi64(b.v, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x08), _mm_shuffle_epi32(odd, 0x08));
}
#endif
// The product of each number's 16-bit halves.
#if defined(__wasm_simd128__) || defined(ISONOISE_AVX2)
static inline uint4 halves_product(uint4 a) { return (a >> 16) * (a & uint4(0xFFFFu)); }
#else
static inline uint4 halves_product(uint4 a) {
    uint4 high = a >> 16;  // so the upper 16-bit product is 0
    return uint4(_mm_mullo_epi16(a.v, high.v)) + (uint4(_mm_mulhi_epu16(a.v, high.v)) << 16);
}
#endif

static inline uint4 bits(float4 x) { return _mm_castps_si128(x.v); }
static inline float4 floats(uint4 x) { return _mm_castsi128_ps(x.v); }

// Masks: all bits of a lane set, or none. Integers compare as signed numbers.
static inline uint4 less(uint4 a, int b) { return _mm_cmplt_epi32(a.v, _mm_set1_epi32(b)); }
static inline uint4 less(float4 a, float4 b) { return _mm_castps_si128(_mm_cmplt_ps(a.v, b.v)); }
static inline uint4 not_less(float4 a, float4 b) { return _mm_castps_si128(_mm_cmpge_ps(a.v, b.v)); }
static inline uint4 equal(uint4 a, uint4 b) { return _mm_cmpeq_epi32(a.v, b.v); }
static inline bool all(uint4 mask) { return _mm_movemask_epi8(mask.v) == 0xFFFF; }

// Truncates numbers that fit an int; and converts back.
#ifdef __wasm_simd128__
static inline uint4 to_int(float4 x) { return (__m128i)wasm_i32x4_trunc_sat_f32x4((v128_t)x.v); }
#else
static inline uint4 to_int(float4 x) { return _mm_cvttps_epi32(x.v); }
#endif
static inline float4 to_float(uint4 x) { return _mm_cvtepi32_ps(x.v); }

template <int i> static inline float lane(float4 x) {
    return _mm_cvtss_f32(i == 0 ? x.v : _mm_shuffle_ps(x.v, x.v, i * 0x55));
}
template <int i> static inline std::uint32_t lane(uint4 x) {
    return std::uint32_t(_mm_cvtsi128_si32(i == 0 ? x.v : _mm_shuffle_epi32(x.v, i * 0x55)));
}
// (a[i], a[j], a[k], a[l])
template <int i, int j, int k, int l> static inline float4 swizzle(float4 a) {
#ifdef ISONOISE_AVX2  // SSE2's would have to copy `a` first
    return _mm_permute_ps(a.v, i | j << 2 | k << 4 | l << 6);
#else
    return _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(a.v), i | j << 2 | k << 4 | l << 6));
#endif
}
template <int i, int j, int k, int l> static inline uint4 swizzle(uint4 a) {
    return _mm_shuffle_epi32(a.v, i | j << 2 | k << 4 | l << 6);
}
// (a[i], a[j], b[k], b[l])
template <int i, int j, int k, int l> static inline float4 shuffle(float4 a, float4 b) {
    return _mm_shuffle_ps(a.v, b.v, i | j << 2 | k << 4 | l << 6);
}
// (a.x, b.x, a.y, b.y) and (a.z, b.z, a.w, b.w)
static inline float4 interleave_low(float4 a, float4 b) { return _mm_unpacklo_ps(a.v, b.v); }
static inline float4 interleave_high(float4 a, float4 b) { return _mm_unpackhi_ps(a.v, b.v); }
static inline uint4 interleave_low(uint4 a, uint4 b) { return _mm_unpacklo_epi32(a.v, b.v); }

#else

namespace {
struct float4 {
    float v[4];
    float4() = default;
    float4(float x) : v{x, x, x, x} {}
    float4(float x, float y, float z, float w) : v{x, y, z, w} {}
};
struct uint4 {
    std::uint32_t v[4];
    uint4() = default;
    uint4(std::uint32_t x) : v{x, x, x, x} {}
    uint4(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) : v{x, y, z, w} {}
};
}  // namespace

template <class To, class Call> static inline To each(Call call) {
    To r;
    for (int i = 0; i < 4; ++i)
        r.v[i] = call(i);
    return r;
}
static inline std::uint32_t mask_of(bool b) { return 0u - std::uint32_t(b); }

static inline float4 operator+(float4 a, float4 b) {
    return each<float4>([&](int i) { return a.v[i] + b.v[i]; });
}
static inline float4 operator-(float4 a, float4 b) {
    return each<float4>([&](int i) { return a.v[i] - b.v[i]; });
}
static inline float4 operator*(float4 a, float4 b) {
    return each<float4>([&](int i) { return a.v[i] * b.v[i]; });
}
static inline uint4 operator+(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] + b.v[i]; });
}
static inline uint4 operator&(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] & b.v[i]; });
}
static inline uint4 operator|(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] | b.v[i]; });
}
static inline uint4 operator^(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] ^ b.v[i]; });
}
static inline uint4 and_not(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] & ~b.v[i]; });
}
static inline uint4 operator<<(uint4 a, int n) {
    return each<uint4>([&](int i) { return a.v[i] << n; });
}
static inline uint4 operator>>(uint4 a, int n) {
    return each<uint4>([&](int i) { return a.v[i] >> n; });
}
static inline uint4 signed_shift(uint4 a, int n) {
    return each<uint4>([&](int i) { return std::uint32_t(std::int32_t(a.v[i]) >> n); });
}
static inline uint4 operator*(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return a.v[i] * b.v[i]; });
}
static inline uint4 halves_product(uint4 a) { return (a >> 16) * (a & uint4(0xFFFFu)); }

static inline uint4 bits(float4 x) { return std::bit_cast<uint4>(x); }
static inline float4 floats(uint4 x) { return std::bit_cast<float4>(x); }

static inline uint4 less(uint4 a, int b) {
    return each<uint4>([&](int i) { return mask_of(std::int32_t(a.v[i]) < b); });
}
static inline uint4 less(float4 a, float4 b) {
    return each<uint4>([&](int i) { return mask_of(a.v[i] < b.v[i]); });
}
static inline uint4 not_less(float4 a, float4 b) {
    return each<uint4>([&](int i) { return mask_of(a.v[i] >= b.v[i]); });
}
static inline uint4 equal(uint4 a, uint4 b) {
    return each<uint4>([&](int i) { return mask_of(a.v[i] == b.v[i]); });
}
static inline bool all(uint4 mask) { return (mask.v[0] & mask.v[1] & mask.v[2] & mask.v[3]) == ~0u; }

static inline uint4 to_int(float4 x) {
    return each<uint4>([&](int i) { return std::uint32_t(int(x.v[i])); });
}
static inline float4 to_float(uint4 x) {
    return each<float4>([&](int i) { return float(std::int32_t(x.v[i])); });
}

template <int i> static inline float lane(float4 x) { return x.v[i]; }
template <int i> static inline std::uint32_t lane(uint4 x) { return x.v[i]; }
template <int i, int j, int k, int l> static inline float4 swizzle(float4 a) {
    return {a.v[i], a.v[j], a.v[k], a.v[l]};
}
template <int i, int j, int k, int l> static inline uint4 swizzle(uint4 a) { return {a.v[i], a.v[j], a.v[k], a.v[l]}; }
template <int i, int j, int k, int l> static inline float4 shuffle(float4 a, float4 b) {
    return {a.v[i], a.v[j], b.v[k], b.v[l]};
}
static inline float4 interleave_low(float4 a, float4 b) { return {a.v[0], b.v[0], a.v[1], b.v[1]}; }
static inline float4 interleave_high(float4 a, float4 b) { return {a.v[2], b.v[2], a.v[3], b.v[3]}; }
static inline uint4 interleave_low(uint4 a, uint4 b) { return {a.v[0], b.v[0], a.v[1], b.v[1]}; }

#endif

// (a.x, a.y, b.x, b.y) and (a.x, a.y, b.z, b.w)
static inline float4 pairs(float4 a, float4 b) { return shuffle<0, 1, 0, 1>(a, b); }
static inline uint4 pairs(uint4 a, uint4 b) { return bits(pairs(floats(a), floats(b))); }
static inline float4 upper_pair(float4 a, float4 b) { return shuffle<0, 1, 2, 3>(a, b); }
static inline uint4 upper_pair(uint4 a, uint4 b) { return bits(upper_pair(floats(a), floats(b))); }
// Spread values at the ends of a square, (x low, y low, x high, y high), to its corners (see interpolate.hpp): each
// corner gets the value of its own end along x or y.
static inline float4 square_x(float4 a) { return swizzle<0, 2, 0, 2>(a); }
static inline uint4 square_x(uint4 a) { return swizzle<0, 2, 0, 2>(a); }
static inline float4 square_y(float4 a) { return swizzle<1, 1, 3, 3>(a); }
static inline uint4 square_y(uint4 a) { return swizzle<1, 1, 3, 3>(a); }

// mask ? a : b
static inline float4 select(uint4 mask, float4 a, float4 b) { return floats(bits(b) ^ ((bits(a) ^ bits(b)) & mask)); }
static inline float4 only(uint4 mask, float4 a) { return floats(bits(a) & mask); }            // mask ? a : 0
static inline float4 except(uint4 mask, float4 a) { return floats(and_not(bits(a), mask)); }  // mask ? 0 : a
static inline float4 abs(float4 x) { return floats(bits(x) & uint4(0x7FFFFFFFu)); }
// Returns, per lane, the pairwise sum of the corresponding argument's four lanes.
static inline float4 totals(float4 x, float4 y, float4 z, float4 w) {
    float4 xy = shuffle<0, 2, 0, 2>(x, y) + shuffle<1, 3, 1, 3>(x, y);
    float4 zw = shuffle<0, 2, 0, 2>(z, w) + shuffle<1, 3, 1, 3>(z, w);
    return shuffle<0, 2, 0, 2>(xy, zw) + shuffle<1, 3, 1, 3>(xy, zw);
}

}  // namespace isonoise::ISONOISE_TARGET
