// The kernels of `value`: value noise, what people often mistake for Perlin noise: numbers at the lattice points,
// interpolated. From a cell's lattice coordinates (ends), the mixed seed, a fraction's weights to the noise.
// Twin of the first part of shaders/isonoise/value.glsl.
#pragma once

#include "isonoise/hash.hpp"
#include "isonoise/interpolate.hpp"

namespace isonoise {

// The number at a lattice point: 25 bits of its hash, in [-1, 1).
static inline float number(std::uint32_t h) { return float(std::int32_t(h) >> 7) * 0x1p-24f; }
static inline glm::vec2 number(glm::uvec2 h) { return {number(h.x), number(h.y)}; }
static inline glm::vec4 number(glm::uvec4 h) { return {number(h.x), number(h.y), number(h.z), number(h.w)}; }

static inline float value1_kernel(glm::uvec2 x, std::uint32_t seed, float weight) {
    glm::vec2 a = number(hash1(x, seed));
    return interpolate1(a, weight);
}

static inline float value1_kernel(glm::uvec2 x, std::uint32_t seed, float weight, float s, float& gradient) {
    glm::vec2 a = number(hash1(x, seed));
    gradient = s * slope1(a);
    return interpolate1(a, weight);
}

static inline float value2_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 weight) {
    glm::vec4 a = number(hash2(x, y, seed));
    return interpolate2(a, weight);
}

static inline float value2_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 weight, glm::vec2 s,
                                  glm::vec2& gradient) {
    glm::vec4 a = number(hash2(x, y, seed));
    gradient = s * slope2(a, weight);
    return interpolate2(a, weight);
}

static inline float value3_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, std::uint32_t seed, glm::vec3 weight) {
    glm::vec4 a = number(hash3(x, y, z.x, seed)), b = number(hash3(x, y, z.y, seed));
    return interpolate3(a, b, weight);
}

static inline float value3_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, std::uint32_t seed, glm::vec3 weight,
                                  glm::vec3 s, glm::vec3& gradient) {
    glm::vec4 a = number(hash3(x, y, z.x, seed)), b = number(hash3(x, y, z.y, seed));
    gradient = s * slope3(a, b, weight);
    return interpolate3(a, b, weight);
}

static inline float value4_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w, std::uint32_t seed,
                                  glm::vec4 weight) {
    glm::vec4 a = number(hash4(x, y, z.x, w.x, seed)), b = number(hash4(x, y, z.y, w.x, seed)),
              c = number(hash4(x, y, z.x, w.y, seed)), d = number(hash4(x, y, z.y, w.y, seed));
    return interpolate4(a, b, c, d, weight);
}

static inline float value4_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w, std::uint32_t seed,
                                  glm::vec4 weight, glm::vec4 s, glm::vec4& gradient) {
    glm::vec4 a = number(hash4(x, y, z.x, w.x, seed)), b = number(hash4(x, y, z.y, w.x, seed)),
              c = number(hash4(x, y, z.x, w.y, seed)), d = number(hash4(x, y, z.y, w.y, seed));
    gradient = s * slope4(a, b, c, d, weight);
    return interpolate4(a, b, c, d, weight);
}

}  // namespace isonoise
