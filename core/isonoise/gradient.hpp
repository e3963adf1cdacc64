// Gradient sets: each function takes gradient index h and an offset from a lattice point, and returns
// gradient . offset. Twin of shaders/isonoise/gradient.glsl.
//
// Components are 0, +-1 or +-2 (in 1D quarters), so that in 2D to 4D the products are exact and only sums
// round. Every set has mean 0, and beyond 1D all its gradients have one length.
#pragma once

#include <bit>
#include <cstdint>

namespace isonoise {

// 1 / the supremum that a set reaches (1D 1, 2D 1.5111708, 3D 1.0363538, 4D 1.5365823), a little towards 0 so that
// rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
inline constexpr float kScale2 = 693882.0f / 1048576.0f;
inline constexpr float kScale3 = 1011792.0f / 1048576.0f;
inline constexpr float kScale4 = 682407.0f / 1048576.0f;

// x with its sign flipped where bit 31 of `bits` is set.
static inline float flip(float x, std::uint32_t bits) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ (bits & 0x80000000u));
}

// 1D, h in 0..15: slopes +-1/4, +-2/4, ... +-8/4.
static inline float gradient1(std::uint32_t h, float x) {
    float slope = static_cast<float>((h & 7u) + 1u) * 0.25f;
    return flip(slope * x, h << 28);
}

// 2D, h in 0..7: (+-1, +-2) and (+-2, +-1). (Gustavson's noise1234)
static inline float gradient2(std::uint32_t h, float x, float y) {
    float u = h < 4u ? x : y;
    float v = h < 4u ? y : x;
    return flip(u, h << 31) + flip(2.0f * v, h << 30);
}

// 3D, h in 0..15: the 12 edges of a cube, four of them twice. (Perlin 2002)
static inline float gradient3(std::uint32_t h, float x, float y, float z) {
    float u = h < 8u ? x : y;
    float v = h < 4u ? y : ((h & 13u) == 12u ? x : z);
    return flip(u, h << 31) + flip(v, h << 30);
}

// 4D, h in 0..31: the 32 edges of a tesseract, one component 0 and the others +-1. (The order is that of
// Gustavson's noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are
// alike: x is 0 twice as often as it should be and w never.)
static inline float gradient4(std::uint32_t h, float x, float y, float z, float w) {
    float a = h < 24u ? x : y;
    float b = h < 16u ? y : z;
    float c = h < 8u ? z : w;
    return flip(a, h << 31) + flip(b, h << 30) + flip(c, h << 29);
}

}  // namespace isonoise
