// The kernels of `perlin`: from a cell's lattice coordinates (ends), the mixed seed, a fraction and its weights to the
// noise before it is scaled. Twin of the first part of shaders/isonoise/perlin.glsl.
#pragma once

#include "isonoise/gradient.hpp"
#include "isonoise/hash.hpp"

namespace isonoise {

// From the kernels to [-1, 1]: 1 / the supremum for this fade, a little towards 0. For flow see flow_scale().
static inline float perlin_scale(int dim, Fade fade) {
    constexpr float scale[3][3] = {{1451773.0f / 1048576.0f, 1461870.0f / 1048576.0f, kScale2},
                                   {984736.0f / 1048576.0f, 1003511.0f / 1048576.0f, kScale3},
                                   {669881.0f / 1048576.0f, 678601.0f / 1048576.0f, kScale4}};
    if (dim == 1) return 1.0f;
    return scale[dim - 2][fade == Fade::linear ? 0 : fade == Fade::cubic ? 1 : 2];
}

static inline float perlin1_kernel(glm::uvec2 x, std::uint32_t seed, float f, float w) {
    return noise1(hash1(x, seed), f, w);
}
static inline float perlin2_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 f, glm::vec2 w) {
    return noise2(hash2(x, y, seed), f, w);
}
static inline float perlin3_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, std::uint32_t seed, glm::vec3 f,
                                   glm::vec3 w) {
    return noise3(hash3(x, y, z.x, seed), hash3(x, y, z.y, seed), f, w);
}
static inline float perlin4_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w, std::uint32_t seed,
                                   glm::vec4 f, glm::vec4 weight) {
    return noise4(hash4(x, y, z.x, w.x, seed), hash4(x, y, z.y, w.x, seed), hash4(x, y, z.x, w.y, seed),
                  hash4(x, y, z.y, w.y, seed), f, weight);
}

// The same with the derivative by the fraction; s is that of the weights.
static inline float perlin1_kernel(glm::uvec2 x, std::uint32_t seed, float f, float w, float s, float& gradient) {
    return noise1(hash1(x, seed), f, w, s, gradient);
}
static inline float perlin2_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 f, glm::vec2 w,
                                   glm::vec2 s, glm::vec2& gradient) {
    return noise2(hash2(x, y, seed), f, w, s, gradient);
}
static inline float perlin3_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, std::uint32_t seed, glm::vec3 f,
                                   glm::vec3 w, glm::vec3 s, glm::vec3& gradient) {
    return noise3(hash3(x, y, z.x, seed), hash3(x, y, z.y, seed), f, w, s, gradient);
}
static inline float perlin4_kernel(glm::uvec2 x, glm::uvec2 y, glm::uvec2 z, glm::uvec2 w, std::uint32_t seed,
                                   glm::vec4 f, glm::vec4 weight, glm::vec4 s, glm::vec4& gradient) {
    return noise4(hash4(x, y, z.x, w.x, seed), hash4(x, y, z.y, w.x, seed), hash4(x, y, z.x, w.y, seed),
                  hash4(x, y, z.y, w.y, seed), f, weight, s, gradient);
}

// Flow noise: all gradients rotated by one angle, whose cosine and sine are `flow`. (K. Perlin, F. Neyret, "Flow
// Noise", SIGGRAPH 2001) Turning the offsets the other way is the same.
static inline glm::vec2 unturned(glm::vec2 p, glm::vec2 flow) {
    return {flow.x * p.x + flow.y * p.y, flow.x * p.y - flow.y * p.x};
}
static inline glm::vec4 corners2_flow(glm::uvec4 h, glm::vec2 f, glm::vec2 flow) {
    glm::vec2 g = f - 1.0f;
    return {gradient2(h.x, unturned(f, flow)), gradient2(h.y, unturned({g.x, f.y}, flow)),
            gradient2(h.z, unturned({f.x, g.y}, flow)), gradient2(h.w, unturned(g, flow))};
}
static inline float perlin2_flow_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 f, glm::vec2 w,
                                        glm::vec2 flow) {
    return interpolate2(corners2_flow(hash2(x, y, seed), f, flow), w);
}
static inline float perlin2_flow_kernel(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed, glm::vec2 f, glm::vec2 w,
                                        glm::vec2 s, glm::vec2 flow, glm::vec2& gradient) {
    glm::uvec4 h = hash2(x, y, seed);
    glm::vec4 v = corners2_flow(h, f, flow);
    glm::vec2 inner = square2(h, square_weights(w, 1.0f));
    glm::vec2 turned(flow.x * inner.x - flow.y * inner.y, flow.y * inner.x + flow.x * inner.y);
    gradient = turned + s * slope2(v, w);
    return interpolate2(v, w);
}

}  // namespace isonoise
