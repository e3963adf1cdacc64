// Twin of shaders/isonoise/improved.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include <utility>

#include "isonoise/gradient.hpp"
#include "isonoise/hash.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/lattice.hpp"

namespace isonoise {

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

// Entry i modulo 256.
static inline std::uint32_t permute(const Permutation& table, std::uint32_t i) { return table[i & 255u]; }

float improved1(int cell, float f, const Permutation& table) {
    std::uint32_t X = std::uint32_t(cell);
    float g = f - 1.0f;
    return lerp(gradient1(permute(table, X) & 15u, f), gradient1(permute(table, X + 1u) & 15u, g), fade(f));
}

float improved2(glm::ivec2 cell, glm::vec2 f, const Permutation& table) {
    std::uint32_t X = std::uint32_t(cell.x), Y = std::uint32_t(cell.y);
    std::uint32_t A = permute(table, X) + Y;
    std::uint32_t B = permute(table, X + 1u) + Y;
    glm::vec2 g = f - 1.0f;
    float u = fade(f.x);
    float a = lerp(gradient2(permute(table, A) & 7u, f.x, f.y), gradient2(permute(table, B) & 7u, g.x, f.y), u);
    float b =
        lerp(gradient2(permute(table, A + 1u) & 7u, f.x, g.y), gradient2(permute(table, B + 1u) & 7u, g.x, g.y), u);
    return lerp(a, b, fade(f.y)) * kScale2;
}

// The four corners at one z, whose table entries before the last step are aa, ba, ab, bb (x first, then y).
static inline float table3(const Permutation& table, std::uint32_t aa, std::uint32_t ba, std::uint32_t ab,
                           std::uint32_t bb, glm::vec2 f, glm::vec2 g, float u, float v, float z) {
    float a =
        lerp(gradient3(permute(table, aa) & 15u, f.x, f.y, z), gradient3(permute(table, ba) & 15u, g.x, f.y, z), u);
    float b =
        lerp(gradient3(permute(table, ab) & 15u, f.x, g.y, z), gradient3(permute(table, bb) & 15u, g.x, g.y, z), u);
    return lerp(a, b, v);
}

float improved3(glm::ivec3 cell, glm::vec3 f, const Permutation& table) {
    std::uint32_t X = std::uint32_t(cell.x), Y = std::uint32_t(cell.y), Z = std::uint32_t(cell.z);
    std::uint32_t A = permute(table, X) + Y, AA = permute(table, A) + Z, AB = permute(table, A + 1u) + Z;
    std::uint32_t B = permute(table, X + 1u) + Y, BA = permute(table, B) + Z, BB = permute(table, B + 1u) + Z;
    glm::vec3 g = f - 1.0f;
    float u = fade(f.x);
    float v = fade(f.y);
    float a = table3(table, AA, BA, AB, BB, glm::vec2(f), glm::vec2(g), u, v, f.z);
    float b = table3(table, AA + 1u, BA + 1u, AB + 1u, BB + 1u, glm::vec2(f), glm::vec2(g), u, v, g.z);
    return lerp(a, b, fade(f.z));
}

// The four corners at one z and w, as above.
static inline float table4(const Permutation& table, std::uint32_t aa, std::uint32_t ba, std::uint32_t ab,
                           std::uint32_t bb, glm::vec2 f, glm::vec2 g, float u, float v, float z, float w) {
    float a = lerp(gradient4(permute(table, aa) & 31u, f.x, f.y, z, w),
                   gradient4(permute(table, ba) & 31u, g.x, f.y, z, w), u);
    float b = lerp(gradient4(permute(table, ab) & 31u, f.x, g.y, z, w),
                   gradient4(permute(table, bb) & 31u, g.x, g.y, z, w), u);
    return lerp(a, b, v);
}

float improved4(glm::ivec4 cell, glm::vec4 f, const Permutation& table) {
    std::uint32_t X = std::uint32_t(cell.x), Y = std::uint32_t(cell.y), Z = std::uint32_t(cell.z),
                  W = std::uint32_t(cell.w);
    std::uint32_t A = permute(table, X) + Y, AA = permute(table, A) + Z, AB = permute(table, A + 1u) + Z;
    std::uint32_t B = permute(table, X + 1u) + Y, BA = permute(table, B) + Z, BB = permute(table, B + 1u) + Z;
    std::uint32_t AA0 = permute(table, AA) + W, AA1 = permute(table, AA + 1u) + W;
    std::uint32_t AB0 = permute(table, AB) + W, AB1 = permute(table, AB + 1u) + W;
    std::uint32_t BA0 = permute(table, BA) + W, BA1 = permute(table, BA + 1u) + W;
    std::uint32_t BB0 = permute(table, BB) + W, BB1 = permute(table, BB + 1u) + W;
    glm::vec4 g = f - 1.0f;
    float u = fade(f.x);
    float v = fade(f.y);
    float t = fade(f.z);
    float a0 = table4(table, AA0, BA0, AB0, BB0, glm::vec2(f), glm::vec2(g), u, v, f.z, f.w);
    float a1 = table4(table, AA1, BA1, AB1, BB1, glm::vec2(f), glm::vec2(g), u, v, g.z, f.w);
    float a = lerp(a0, a1, t);
    float b0 = table4(table, AA0 + 1u, BA0 + 1u, AB0 + 1u, BB0 + 1u, glm::vec2(f), glm::vec2(g), u, v, f.z, g.w);
    float b1 = table4(table, AA1 + 1u, BA1 + 1u, AB1 + 1u, BB1 + 1u, glm::vec2(f), glm::vec2(g), u, v, g.z, g.w);
    float b = lerp(b0, b1, t);
    return lerp(a, b, fade(f.w));
}

float improved1(float p, const Permutation& table) {
    float q = guard(p);
    float c = floor(q);
    float f = q - c;
    return improved1(int(c), f, table);
}
float improved2(glm::vec2 p, const Permutation& table) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    glm::vec2 f = q - c;
    return improved2(glm::ivec2(c), f, table);
}
float improved3(glm::vec3 p, const Permutation& table) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    glm::vec3 f = q - c;
    return improved3(glm::ivec3(c), f, table);
}
float improved4(glm::vec4 p, const Permutation& table) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    glm::vec4 f = q - c;
    return improved4(glm::ivec4(c), f, table);
}

}  // namespace isonoise
