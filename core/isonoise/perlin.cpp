// Twin of shaders/isonoise/perlin.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include "isonoise/perlin.hpp"

#include "isonoise/isonoise.hpp"

namespace isonoise {

float perlin1_periodic(int cell, float fraction, std::uint32_t seed, std::uint32_t period) {
    float f = guard_fraction(fraction);
    float n = perlin1_kernel(ends(wrap(cell, period), period), mix(seed), f, quintic(f));
    return snap(n);
}
float perlin1_periodic_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float f = guard_fraction(fraction);
    float n = perlin1_kernel(ends(wrap(cell, period), period), mix(seed), f, quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient);
    return snap(n);
}
float perlin2_periodic(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period) {
    glm::vec2 f = guard_fraction(fraction);
    float n = perlin2_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y), mix(seed),
                             f, quintic(f));
    return snap(n * kScale2);
}
float perlin2_periodic_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period,
                                glm::vec2& gradient) {
    glm::vec2 f = guard_fraction(fraction);
    float n = perlin2_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y), mix(seed),
                             f, quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient * kScale2);
    return snap(n * kScale2);
}
float perlin3_periodic(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period) {
    glm::vec3 f = guard_fraction(fraction);
    float n = perlin3_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                             ends(wrap(cell.z, period.z), period.z), mix(seed), f, quintic(f));
    return snap(n * kScale3);
}
float perlin3_periodic_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period,
                                glm::vec3& gradient) {
    glm::vec3 f = guard_fraction(fraction);
    float n =
        perlin3_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                       ends(wrap(cell.z, period.z), period.z), mix(seed), f, quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient * kScale3);
    return snap(n * kScale3);
}
float perlin4_periodic(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period) {
    glm::vec4 f = guard_fraction(fraction);
    float n = perlin4_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                             ends(wrap(cell.z, period.z), period.z), ends(wrap(cell.w, period.w), period.w), mix(seed),
                             f, quintic(f));
    return snap(n * kScale4);
}
float perlin4_periodic_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period,
                                glm::vec4& gradient) {
    glm::vec4 f = guard_fraction(fraction);
    float n = perlin4_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                             ends(wrap(cell.z, period.z), period.z), ends(wrap(cell.w, period.w), period.w), mix(seed),
                             f, quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient * kScale4);
    return snap(n * kScale4);
}

float perlin1(int cell, float fraction, std::uint32_t seed) { return perlin1_periodic(cell, fraction, seed, 0u); }
float perlin1_gradient(int cell, float fraction, std::uint32_t seed, float& gradient) {
    return perlin1_periodic_gradient(cell, fraction, seed, 0u, gradient);
}

float perlin2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed) {
    return perlin2_periodic(cell, fraction, seed, glm::uvec2(0u));
}
float perlin2_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::vec2& gradient) {
    return perlin2_periodic_gradient(cell, fraction, seed, glm::uvec2(0u), gradient);
}

float perlin3(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed) {
    return perlin3_periodic(cell, fraction, seed, glm::uvec3(0u));
}
float perlin3_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::vec3& gradient) {
    return perlin3_periodic_gradient(cell, fraction, seed, glm::uvec3(0u), gradient);
}

float perlin4(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed) {
    return perlin4_periodic(cell, fraction, seed, glm::uvec4(0u));
}
float perlin4_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::vec4& gradient) {
    return perlin4_periodic_gradient(cell, fraction, seed, glm::uvec4(0u), gradient);
}

float perlin1(float p, std::uint32_t seed) {
    float q = guard(p);
    float c = floor(q);
    return perlin1(int(c), q - c, seed);
}
float perlin1_gradient(float p, std::uint32_t seed, float& gradient) {
    float q = guard(p);
    float c = floor(q);
    return perlin1_gradient(int(c), q - c, seed, gradient);
}
float perlin1_periodic(float p, std::uint32_t seed, std::uint32_t period) {
    float q = guard(p);
    float c = floor(q);
    return perlin1_periodic(int(c), q - c, seed, period);
}
float perlin1_periodic_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float q = guard(p);
    float c = floor(q);
    return perlin1_periodic_gradient(int(c), q - c, seed, period, gradient);
}

float perlin2(glm::vec2 p, std::uint32_t seed) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return perlin2(glm::ivec2(c), q - c, seed);
}
float perlin2_gradient(glm::vec2 p, std::uint32_t seed, glm::vec2& gradient) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return perlin2_gradient(glm::ivec2(c), q - c, seed, gradient);
}
float perlin2_periodic(glm::vec2 p, std::uint32_t seed, glm::uvec2 period) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return perlin2_periodic(glm::ivec2(c), q - c, seed, period);
}
float perlin2_periodic_gradient(glm::vec2 p, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return perlin2_periodic_gradient(glm::ivec2(c), q - c, seed, period, gradient);
}

float perlin3(glm::vec3 p, std::uint32_t seed) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return perlin3(glm::ivec3(c), q - c, seed);
}
float perlin3_gradient(glm::vec3 p, std::uint32_t seed, glm::vec3& gradient) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return perlin3_gradient(glm::ivec3(c), q - c, seed, gradient);
}
float perlin3_periodic(glm::vec3 p, std::uint32_t seed, glm::uvec3 period) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return perlin3_periodic(glm::ivec3(c), q - c, seed, period);
}
float perlin3_periodic_gradient(glm::vec3 p, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return perlin3_periodic_gradient(glm::ivec3(c), q - c, seed, period, gradient);
}

float perlin4(glm::vec4 p, std::uint32_t seed) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return perlin4(glm::ivec4(c), q - c, seed);
}
float perlin4_gradient(glm::vec4 p, std::uint32_t seed, glm::vec4& gradient) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return perlin4_gradient(glm::ivec4(c), q - c, seed, gradient);
}
float perlin4_periodic(glm::vec4 p, std::uint32_t seed, glm::uvec4 period) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return perlin4_periodic(glm::ivec4(c), q - c, seed, period);
}
float perlin4_periodic_gradient(glm::vec4 p, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return perlin4_periodic_gradient(glm::ivec4(c), q - c, seed, period, gradient);
}

}  // namespace isonoise
