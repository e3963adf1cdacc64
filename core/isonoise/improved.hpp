// The kernels of `improved`: from a cell's lattice coordinates (ends), a fraction and its weights to the noise before
// it is scaled. Twin of the first part of shaders/isonoise/improved.glsl.
#pragma once

#include "isonoise/gradient.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

// Entry i modulo 256.
static inline std::uint32_t permute(const Permutation& table, std::uint32_t i) { return table[i & 255u]; }
static inline glm::uvec2 permute(const Permutation& t, glm::uvec2 i) { return {permute(t, i.x), permute(t, i.y)}; }
static inline glm::uvec4 permute(const Permutation& t, glm::uvec4 i) {
    return {permute(t, i.x), permute(t, i.y), permute(t, i.z), permute(t, i.w)};
}

// p[p[X] + Y] at the corners of a square, in the order of interpolate.hpp; another axis adds its coordinate and looks
// up once more.
static inline glm::uvec4 permute2(const Permutation& table, glm::uvec2 x, glm::uvec2 y) {
    glm::uvec2 a = permute(table, x);
    return permute(table, glm::uvec4(a.x + y.x, a.y + y.x, a.x + y.y, a.y + y.y));
}

// 3D, by the low four bits of h: the 12 edges of a cube, four of them twice, as published.
static inline float edge3(std::uint32_t h, glm::vec3 p) {
    std::uint32_t i = h & 15u;
    float u = i < 8u ? p.x : p.y;
    float v = i < 4u ? p.y : ((i & 13u) == 12u ? p.x : p.z);
    return flip(u, h << 31) + flip(v, h << 30);
}
static inline glm::vec3 weighted_edge3(std::uint32_t h, float w) {
    std::uint32_t i = h & 15u;
    float u = flip(w, h << 31);
    float v = flip(w, h << 30);
    bool y = i < 4u, x = (i & 13u) == 12u;
    return {i < 8u ? u : x ? v : 0.0f, y ? v : i < 8u ? 0.0f : u, y || x ? 0.0f : v};
}
static inline glm::vec4 edge_corners3(glm::uvec4 h, glm::vec2 f, float z) {
    glm::vec2 g = f - 1.0f;
    return {edge3(h.x, {f.x, f.y, z}), edge3(h.y, {g.x, f.y, z}), edge3(h.z, {f.x, g.y, z}), edge3(h.w, {g.x, g.y, z})};
}
static inline glm::vec3 edge_square3(glm::uvec4 h, glm::vec4 w) {
    return (weighted_edge3(h.x, w.x) + weighted_edge3(h.y, w.y)) +
           (weighted_edge3(h.z, w.z) + weighted_edge3(h.w, w.w));
}
// As noise3 of gradient.hpp.
static inline float edges3(glm::uvec4 a, glm::uvec4 b, glm::vec3 f, glm::vec3 w) {
    return interpolate3(edge_corners3(a, glm::vec2(f), f.z), edge_corners3(b, glm::vec2(f), f.z - 1.0f), w);
}
static inline float edges3(glm::uvec4 a, glm::uvec4 b, glm::vec3 f, glm::vec3 w, glm::vec3 s, glm::vec3& gradient) {
    glm::vec4 u = edge_corners3(a, glm::vec2(f), f.z), v = edge_corners3(b, glm::vec2(f), f.z - 1.0f);
    glm::vec3 inner =
        edge_square3(a, square_weights(glm::vec2(w), 1.0f - w.z)) + edge_square3(b, square_weights(glm::vec2(w), w.z));
    gradient = inner + s * slope3(u, v, w);
    return interpolate3(u, v, w);
}

static inline float improved1_kernel(const Permutation& table, glm::uvec2 x, float f, float weight) {
    return noise1(permute(table, x) << 24u, f, weight);
}
static inline float improved2_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::vec2 f,
                                     glm::vec2 weight) {
    return noise2(permute2(table, x, y) << 29u, f, weight);
}
static inline float improved3_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::vec3 f,
                                     glm::vec3 weight) {
    glm::uvec4 h = permute2(table, x, y);
    return edges3(permute(table, h + z.x), permute(table, h + z.y), f, weight);
}
static inline float improved4_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w,
                                     glm::vec4 f, glm::vec4 weight) {
    glm::uvec4 h = permute2(table, x, y);
    glm::uvec4 a = permute(table, h + z.x), b = permute(table, h + z.y);
    return noise4(permute(table, a + w.x) << 27u, permute(table, b + w.x) << 27u, permute(table, a + w.y) << 27u,
                  permute(table, b + w.y) << 27u, f, weight);
}

// The same with the derivative by the fraction; s is that of the weights.
static inline float improved1_kernel(const Permutation& table, glm::uvec2 x, float f, float weight, float s,
                                     float& gradient) {
    return noise1(permute(table, x) << 24u, f, weight, s, gradient);
}
static inline float improved2_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::vec2 f,
                                     glm::vec2 weight, glm::vec2 s, glm::vec2& gradient) {
    return noise2(permute2(table, x, y) << 29u, f, weight, s, gradient);
}
static inline float improved3_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::vec3 f,
                                     glm::vec3 weight, glm::vec3 s, glm::vec3& gradient) {
    glm::uvec4 h = permute2(table, x, y);
    return edges3(permute(table, h + z.x), permute(table, h + z.y), f, weight, s, gradient);
}
static inline float improved4_kernel(const Permutation& table, glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w,
                                     glm::vec4 f, glm::vec4 weight, glm::vec4 s, glm::vec4& gradient) {
    glm::uvec4 h = permute2(table, x, y);
    glm::uvec4 a = permute(table, h + z.x), b = permute(table, h + z.y);
    return noise4(permute(table, a + w.x) << 27u, permute(table, b + w.x) << 27u, permute(table, a + w.y) << 27u,
                  permute(table, b + w.y) << 27u, f, weight, s, gradient);
}

}  // namespace isonoise
