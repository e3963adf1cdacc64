// Eight numbers at a time, as a low and a high four: a cell's values at its low ends and at its high ends, one axis per
// lane, or one number per corner of a cube (see interpolate.hpp). In one register if the CPU has AVX2. Private to the
// library.
#pragma once

#include "isonoise/fast/lanes.hpp"

namespace isonoise::ISONOISE_TARGET {

#ifdef ISONOISE_AVX2

namespace {
struct float8 {
    __m256 v;
    float8() = default;
    float8(__m256 x) : v(x) {}
    float8(float x) : v(_mm256_set1_ps(x)) {}
    float8(float4 x) : v(_mm256_set_m128(x.v, x.v)) {}
    float8(float4 low, float4 high) : v(_mm256_set_m128(high.v, low.v)) {}
};
struct uint8 {
    __m256i v;
    uint8() = default;
    uint8(__m256i x) : v(x) {}
    uint8(std::uint32_t x) : v(_mm256_set1_epi32(int(x))) {}
    uint8(uint4 x) : v(_mm256_broadcastsi128_si256(x.v)) {}
    uint8(uint4 low, uint4 high) : v(_mm256_set_m128i(high.v, low.v)) {}
};
}  // namespace

static inline float4 low(float8 a) { return _mm256_castps256_ps128(a.v); }
static inline float4 high(float8 a) { return _mm256_extractf128_ps(a.v, 1); }
static inline uint4 low(uint8 a) { return _mm256_castsi256_si128(a.v); }
static inline uint4 high(uint8 a) { return _mm256_extracti128_si256(a.v, 1); }

static inline float8 operator+(float8 a, float8 b) { return rounded(_mm256_add_ps(a.v, b.v)); }
static inline float8 operator*(float8 a, float8 b) { return rounded(_mm256_mul_ps(a.v, b.v)); }
static inline uint8 operator+(uint8 a, uint8 b) { return _mm256_add_epi32(a.v, b.v); }
static inline uint8 operator&(uint8 a, uint8 b) { return _mm256_and_si256(a.v, b.v); }
static inline uint8 operator|(uint8 a, uint8 b) { return _mm256_or_si256(a.v, b.v); }
static inline uint8 operator^(uint8 a, uint8 b) { return _mm256_xor_si256(a.v, b.v); }
static inline uint8 and_not(uint8 a, uint8 b) { return _mm256_andnot_si256(b.v, a.v); }
static inline uint8 operator*(uint8 a, uint8 b) { return _mm256_mullo_epi32(a.v, b.v); }
static inline uint8 operator<<(uint8 a, int bits) { return _mm256_slli_epi32(a.v, bits); }
static inline uint8 operator>>(uint8 a, int bits) { return _mm256_srli_epi32(a.v, bits); }
static inline uint8 signed_shift(uint8 a, int bits) { return _mm256_srai_epi32(a.v, bits); }
static inline uint8 halves_product(uint8 a) { return (a >> 16) * (a & 0xFFFFu); }

static inline uint8 bits(float8 x) { return _mm256_castps_si256(x.v); }
static inline float8 floats(uint8 x) { return _mm256_castsi256_ps(x.v); }
static inline float8 to_float(uint8 x) { return _mm256_cvtepi32_ps(x.v); }
static inline uint8 less(uint8 a, int b) { return _mm256_cmpgt_epi32(_mm256_set1_epi32(b), a.v); }
static inline uint8 equal(uint8 a, uint8 b) { return _mm256_cmpeq_epi32(a.v, b.v); }
static inline float8 select(uint8 mask, float8 a, float8 b) { return _mm256_blendv_ps(b.v, a.v, floats(mask).v); }

// Spreads values at a cell's ends to its corners: each corner gets that of its own end along x, y or z.
static inline float8 corners_x(float8 a) {
    return _mm256_permutevar8x32_ps(a.v, _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4));
}
static inline float8 corners_y(float8 a) {
    return _mm256_permutevar8x32_ps(a.v, _mm256_setr_epi32(1, 1, 5, 5, 1, 1, 5, 5));
}
static inline float8 corners_z(float8 a) { return _mm256_permute_ps(a.v, 0xAA); }
static inline uint8 corners_x(uint8 a) {
    return _mm256_permutevar8x32_epi32(a.v, _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4));
}
static inline uint8 corners_y(uint8 a) {
    return _mm256_permutevar8x32_epi32(a.v, _mm256_setr_epi32(1, 1, 5, 5, 1, 1, 5, 5));
}
static inline uint8 corners_z(uint8 a) { return _mm256_shuffle_epi32(a.v, 0xAA); }

// Looks up numbers in a table; only the low three bits of the indices count.
static inline float4 pick(const float (&table)[8], uint4 index) {
    return _mm256_castps256_ps128(_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), _mm256_castsi128_si256(index.v)));
}

#else

namespace {
struct float8 {
    float4 v[2];
    float8() = default;
    float8(float x) : v{x, x} {}
    float8(float4 x) : v{x, x} {}
    float8(float4 low, float4 high) : v{low, high} {}
};
struct uint8 {
    uint4 v[2];
    uint8() = default;
    uint8(std::uint32_t x) : v{x, x} {}
    uint8(uint4 x) : v{x, x} {}
    uint8(uint4 low, uint4 high) : v{low, high} {}
};
}  // namespace

static inline float4 low(float8 a) { return a.v[0]; }
static inline float4 high(float8 a) { return a.v[1]; }
static inline uint4 low(uint8 a) { return a.v[0]; }
static inline uint4 high(uint8 a) { return a.v[1]; }

static inline float8 operator+(float8 a, float8 b) { return {a.v[0] + b.v[0], a.v[1] + b.v[1]}; }
static inline float8 operator*(float8 a, float8 b) { return {a.v[0] * b.v[0], a.v[1] * b.v[1]}; }
static inline uint8 operator+(uint8 a, uint8 b) { return {a.v[0] + b.v[0], a.v[1] + b.v[1]}; }
static inline uint8 operator&(uint8 a, uint8 b) { return {a.v[0] & b.v[0], a.v[1] & b.v[1]}; }
static inline uint8 operator|(uint8 a, uint8 b) { return {a.v[0] | b.v[0], a.v[1] | b.v[1]}; }
static inline uint8 operator^(uint8 a, uint8 b) { return {a.v[0] ^ b.v[0], a.v[1] ^ b.v[1]}; }
static inline uint8 and_not(uint8 a, uint8 b) { return {and_not(a.v[0], b.v[0]), and_not(a.v[1], b.v[1])}; }
static inline uint8 operator*(uint8 a, uint8 b) { return {a.v[0] * b.v[0], a.v[1] * b.v[1]}; }
static inline uint8 operator<<(uint8 a, int n) { return {a.v[0] << n, a.v[1] << n}; }
static inline uint8 signed_shift(uint8 a, int n) { return {signed_shift(a.v[0], n), signed_shift(a.v[1], n)}; }
static inline uint8 halves_product(uint8 a) { return {halves_product(a.v[0]), halves_product(a.v[1])}; }

static inline uint8 bits(float8 x) { return {bits(x.v[0]), bits(x.v[1])}; }
static inline float8 floats(uint8 x) { return {floats(x.v[0]), floats(x.v[1])}; }
static inline float8 to_float(uint8 x) { return {to_float(x.v[0]), to_float(x.v[1])}; }
static inline uint8 less(uint8 a, int b) { return {less(a.v[0], b), less(a.v[1], b)}; }
static inline uint8 equal(uint8 a, uint8 b) { return {equal(a.v[0], b.v[0]), equal(a.v[1], b.v[1])}; }
static inline float8 select(uint8 mask, float8 a, float8 b) {
    return {select(mask.v[0], a.v[0], b.v[0]), select(mask.v[1], a.v[1], b.v[1])};
}

// Spreads values at a cell's ends to its corners: each corner gets that of its own end along x, y or z.
static inline float8 corners_x(float8 a) { return swizzle<0, 1, 0, 1>(interleave_low(a.v[0], a.v[1])); }
static inline float8 corners_y(float8 a) { return swizzle<2, 2, 3, 3>(interleave_low(a.v[0], a.v[1])); }
static inline float8 corners_z(float8 a) { return {swizzle<2, 2, 2, 2>(a.v[0]), swizzle<2, 2, 2, 2>(a.v[1])}; }
static inline uint8 corners_x(uint8 a) { return swizzle<0, 1, 0, 1>(interleave_low(a.v[0], a.v[1])); }
static inline uint8 corners_y(uint8 a) { return swizzle<2, 2, 3, 3>(interleave_low(a.v[0], a.v[1])); }
static inline uint8 corners_z(uint8 a) { return {swizzle<2, 2, 2, 2>(a.v[0]), swizzle<2, 2, 2, 2>(a.v[1])}; }

#endif

// Like corners_x(), along w, for a tesseract's low or high cube.
static inline float8 low_w(float8 a) { return swizzle<3, 3, 3, 3>(low(a)); }
static inline float8 high_w(float8 a) { return swizzle<3, 3, 3, 3>(high(a)); }
static inline uint8 low_w(uint8 a) { return swizzle<3, 3, 3, 3>(low(a)); }
static inline uint8 high_w(uint8 a) { return swizzle<3, 3, 3, 3>(high(a)); }

static inline float8 only(uint8 mask, float8 a) { return floats(bits(a) & mask); }            // mask ? a : 0
static inline float8 except(uint8 mask, float8 a) { return floats(and_not(bits(a), mask)); }  // mask ? 0 : a

}  // namespace isonoise::ISONOISE_TARGET
