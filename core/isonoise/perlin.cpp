// Twin of shaders/isonoise/perlin.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include "isonoise/gradient.hpp"
#include "isonoise/hash.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/lattice.hpp"

namespace isonoise {

// The factors of a cell's two lattice coordinates along one axis.
static inline glm::uvec2 axis(int cell, std::uint32_t prime) {
    std::uint32_t k = std::uint32_t(cell) * prime;
    return glm::uvec2(k, k + prime);
}

float perlin1(int cell, float f, std::uint32_t seed) {
    glm::uvec2 x = axis(cell, kPrimeX) ^ mix(seed);
    float g = f - 1.0f;
    return lerp(gradient1(hash(x.x) >> 28, f), gradient1(hash(x.y) >> 28, g), fade(f));
}

// The four corners of one cell face in x and y, interpolated; `key` is the rest of the key.
static inline float square2(glm::uvec2 x, glm::uvec2 y, std::uint32_t key, glm::vec2 f, glm::vec2 g, float u, float v) {
    float a =
        lerp(gradient2(hash(x.x ^ y.x ^ key) >> 29, f.x, f.y), gradient2(hash(x.y ^ y.x ^ key) >> 29, g.x, f.y), u);
    float b =
        lerp(gradient2(hash(x.x ^ y.y ^ key) >> 29, f.x, g.y), gradient2(hash(x.y ^ y.y ^ key) >> 29, g.x, g.y), u);
    return lerp(a, b, v);
}
static inline float square3(glm::uvec2 x, glm::uvec2 y, std::uint32_t key, glm::vec2 f, glm::vec2 g, float u, float v,
                            float z) {
    float a = lerp(gradient3(hash(x.x ^ y.x ^ key) >> 28, f.x, f.y, z),
                   gradient3(hash(x.y ^ y.x ^ key) >> 28, g.x, f.y, z), u);
    float b = lerp(gradient3(hash(x.x ^ y.y ^ key) >> 28, f.x, g.y, z),
                   gradient3(hash(x.y ^ y.y ^ key) >> 28, g.x, g.y, z), u);
    return lerp(a, b, v);
}
static inline float square4(glm::uvec2 x, glm::uvec2 y, std::uint32_t key, glm::vec2 f, glm::vec2 g, float u, float v,
                            float z, float w) {
    float a = lerp(gradient4(hash(x.x ^ y.x ^ key) >> 27, f.x, f.y, z, w),
                   gradient4(hash(x.y ^ y.x ^ key) >> 27, g.x, f.y, z, w), u);
    float b = lerp(gradient4(hash(x.x ^ y.y ^ key) >> 27, f.x, g.y, z, w),
                   gradient4(hash(x.y ^ y.y ^ key) >> 27, g.x, g.y, z, w), u);
    return lerp(a, b, v);
}

float perlin2(glm::ivec2 cell, glm::vec2 f, std::uint32_t seed) {
    glm::uvec2 x = axis(cell.x, kPrimeX);
    glm::uvec2 y = axis(cell.y, kPrimeY);
    glm::vec2 g = f - 1.0f;
    float n = square2(x, y, mix(seed), f, g, fade(f.x), fade(f.y));
    return n * kScale2;
}

float perlin3(glm::ivec3 cell, glm::vec3 f, std::uint32_t seed) {
    glm::uvec2 x = axis(cell.x, kPrimeX);
    glm::uvec2 y = axis(cell.y, kPrimeY);
    glm::uvec2 z = axis(cell.z, kPrimeZ) ^ mix(seed);
    glm::vec3 g = f - 1.0f;
    float u = fade(f.x);
    float v = fade(f.y);
    float n = lerp(square3(x, y, z.x, glm::vec2(f), glm::vec2(g), u, v, f.z),
                   square3(x, y, z.y, glm::vec2(f), glm::vec2(g), u, v, g.z), fade(f.z));
    return n * kScale3;
}

float perlin4(glm::ivec4 cell, glm::vec4 f, std::uint32_t seed) {
    glm::uvec2 x = axis(cell.x, kPrimeX);
    glm::uvec2 y = axis(cell.y, kPrimeY);
    glm::uvec2 z = axis(cell.z, kPrimeZ);
    glm::uvec2 w = axis(cell.w, kPrimeW) ^ mix(seed);
    glm::vec4 g = f - 1.0f;
    float u = fade(f.x);
    float v = fade(f.y);
    float t = fade(f.z);
    float a = lerp(square4(x, y, z.x ^ w.x, glm::vec2(f), glm::vec2(g), u, v, f.z, f.w),
                   square4(x, y, z.y ^ w.x, glm::vec2(f), glm::vec2(g), u, v, g.z, f.w), t);
    float b = lerp(square4(x, y, z.x ^ w.y, glm::vec2(f), glm::vec2(g), u, v, f.z, g.w),
                   square4(x, y, z.y ^ w.y, glm::vec2(f), glm::vec2(g), u, v, g.z, g.w), t);
    float n = lerp(a, b, fade(f.w));
    return n * kScale4;
}

float perlin1(float p, std::uint32_t seed) {
    float q = guard(p);
    float c = floor(q);
    float f = q - c;
    return perlin1(int(c), f, seed);
}
float perlin2(glm::vec2 p, std::uint32_t seed) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    glm::vec2 f = q - c;
    return perlin2(glm::ivec2(c), f, seed);
}
float perlin3(glm::vec3 p, std::uint32_t seed) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    glm::vec3 f = q - c;
    return perlin3(glm::ivec3(c), f, seed);
}
float perlin4(glm::vec4 p, std::uint32_t seed) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    glm::vec4 f = q - c;
    return perlin4(glm::ivec4(c), f, seed);
}

}  // namespace isonoise
