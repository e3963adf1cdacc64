// definition/improved.hpp over lanes. isonoise.hpp documents the functions.
#include "isonoise/improved.hpp"

#include <utility>

#include "isonoise/hash.hpp"

namespace isonoise {

// Full mixing. (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32)
static std::uint32_t mix(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

Permutation permutation(std::uint32_t seed) {
    // clang-format off
    Permutation table = {
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225,
    140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10, 23, 190, 6, 148,
    247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32,
    57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175,
    74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122,
    60, 211, 133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54,
    65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208, 89, 18, 169,
    200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64,
    52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212,
    207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213,
    119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9,
    129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104,
    218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241,
    81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157,
    184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93,
    222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
    };
    // clang-format on
    if (seed == 0) return table;
    std::uint32_t state = seed;
    for (std::uint32_t i = 255; i > 0; --i) {
        state += 0x9E3779B9u;
        std::uint64_t j = (std::uint64_t(mix(state)) * (i + 1)) >> 32;
        std::swap(table[i], table[std::size_t(j)]);
    }
    return table;
}

static inline float improved1(const Permutation& table, uint4 cell, float4 f, uint4 period) {
    float n = improved1_kernel(table, ends(wrap(cell, period), period), f, quintic(f));
    return snap(n);
}
static inline float improved1_gradient(const Permutation& table, uint4 cell, float4 f, uint4 period, float& gradient) {
    float4 g;
    float n = improved1_kernel(table, ends(wrap(cell, period), period), f, quintic(f), quintic_slope(f), g);
    store(snap(g), gradient);
    return snap(n);
}
float improved1(float p, const Permutation& table, std::uint32_t period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved1(table, cell, f, load(period));
}
float improved1(int cell, float fraction, const Permutation& table, std::uint32_t period) {
    return improved1(table, load(cell), guard_fraction(load(fraction)), load(period));
}
float improved1_gradient(float p, const Permutation& table, std::uint32_t period, float& gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved1_gradient(table, cell, f, load(period), gradient);
}
float improved1_gradient(int cell, float fraction, const Permutation& table, std::uint32_t period, float& gradient) {
    return improved1_gradient(table, load(cell), guard_fraction(load(fraction)), load(period), gradient);
}

}  // namespace isonoise

namespace isonoise::detail {

static inline float improved2(const Permutation& table, uint4 cell, float4 f, uint4 period) {
    float n = improved2_kernel(table, ends(wrap(cell, period), period), f, quintic(f));
    return snap(n * kScale2);
}
static inline float improved2_gradient(const Permutation& table, uint4 cell, float4 f, uint4 period, float* gradient) {
    float4 g;
    float n = improved2_kernel(table, ends(wrap(cell, period), period), f, quintic(f), quintic_slope(f), g);
    store<2>(snap(g * kScale2), gradient);
    return snap(n * kScale2);
}
float improved2(vec2 p, const Permutation& table, uvec2 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved2(table, cell, f, load(period));
}
float improved2(ivec2 cell, vec2 fraction, const Permutation& table, uvec2 period) {
    return improved2(table, load(cell), guard_fraction(load(fraction)), load(period));
}
float improved2_gradient(vec2 p, const Permutation& table, uvec2 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved2_gradient(table, cell, f, load(period), gradient);
}
float improved2_gradient(ivec2 cell, vec2 fraction, const Permutation& table, uvec2 period, float* gradient) {
    return improved2_gradient(table, load(cell), guard_fraction(load(fraction)), load(period), gradient);
}

static inline float improved3(const Permutation& table, uint4 cell, float4 f, uint4 period) {
    float n = improved3_kernel(table, ends(wrap(cell, period), period), f, quintic(f));
    return snap(n);
}
static inline float improved3_gradient(const Permutation& table, uint4 cell, float4 f, uint4 period, float* gradient) {
    float4 g;
    float n = improved3_kernel(table, ends(wrap(cell, period), period), f, quintic(f), quintic_slope(f), g);
    store<3>(snap(g), gradient);
    return snap(n);
}
float improved3(vec3 p, const Permutation& table, uvec3 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved3(table, cell, f, load(period));
}
float improved3(ivec3 cell, vec3 fraction, const Permutation& table, uvec3 period) {
    return improved3(table, load(cell), guard_fraction(load(fraction)), load(period));
}
float improved3_gradient(vec3 p, const Permutation& table, uvec3 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved3_gradient(table, cell, f, load(period), gradient);
}
float improved3_gradient(ivec3 cell, vec3 fraction, const Permutation& table, uvec3 period, float* gradient) {
    return improved3_gradient(table, load(cell), guard_fraction(load(fraction)), load(period), gradient);
}

static inline float improved4(const Permutation& table, uint4 cell, float4 f, uint4 period) {
    float n = improved4_kernel(table, ends(wrap(cell, period), period), f, quintic(f));
    return snap(n);
}
static inline float improved4_gradient(const Permutation& table, uint4 cell, float4 f, uint4 period, float* gradient) {
    float4 g;
    float n = improved4_kernel(table, ends(wrap(cell, period), period), f, quintic(f), quintic_slope(f), g);
    store<4>(snap(g), gradient);
    return snap(n);
}
float improved4(vec4 p, const Permutation& table, uvec4 period) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved4(table, cell, f, load(period));
}
float improved4(ivec4 cell, vec4 fraction, const Permutation& table, uvec4 period) {
    return improved4(table, load(cell), guard_fraction(load(fraction)), load(period));
}
float improved4_gradient(vec4 p, const Permutation& table, uvec4 period, float* gradient) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return improved4_gradient(table, cell, f, load(period), gradient);
}
float improved4_gradient(ivec4 cell, vec4 fraction, const Permutation& table, uvec4 period, float* gradient) {
    return improved4_gradient(table, load(cell), guard_fraction(load(fraction)), load(period), gradient);
}

}  // namespace isonoise::detail
