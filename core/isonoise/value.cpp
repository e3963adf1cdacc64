// Twin of shaders/isonoise/value.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include "isonoise/value.hpp"

#include "isonoise/isonoise.hpp"

namespace isonoise {

float value1(int cell, float fraction, std::uint32_t seed, std::uint32_t period) {
    float f = guard_fraction(fraction);
    return snap(value1_kernel(ends(wrap(cell, period), period), mix(seed), quintic(f)));
}
float value1_gradient(int cell, float fraction, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float f = guard_fraction(fraction);
    float n = value1_kernel(ends(wrap(cell, period), period), mix(seed), quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient);
    return snap(n);
}
float value1(float p, std::uint32_t seed, std::uint32_t period) {
    float q = guard(p);
    float c = floor(q);
    return value1(int(c), q - c, seed, period);
}
float value1_gradient(float p, std::uint32_t seed, std::uint32_t period, float& gradient) {
    float q = guard(p);
    float c = floor(q);
    return value1_gradient(int(c), q - c, seed, period, gradient);
}

float value2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period) {
    glm::vec2 f = guard_fraction(fraction);
    return snap(value2_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y), mix(seed),
                              quintic(f)));
}
float value2_gradient(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient) {
    glm::vec2 f = guard_fraction(fraction);
    float n = value2_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y), mix(seed),
                            quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient);
    return snap(n);
}
float value2(glm::vec2 p, std::uint32_t seed, glm::uvec2 period) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return value2(glm::ivec2(c), q - c, seed, period);
}
float value2_gradient(glm::vec2 p, std::uint32_t seed, glm::uvec2 period, glm::vec2& gradient) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    return value2_gradient(glm::ivec2(c), q - c, seed, period, gradient);
}

float value3(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period) {
    glm::vec3 f = guard_fraction(fraction);
    return snap(value3_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                              ends(wrap(cell.z, period.z), period.z), mix(seed), quintic(f)));
}
float value3_gradient(glm::ivec3 cell, glm::vec3 fraction, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient) {
    glm::vec3 f = guard_fraction(fraction);
    float n = value3_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                            ends(wrap(cell.z, period.z), period.z), mix(seed), quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient);
    return snap(n);
}
float value3(glm::vec3 p, std::uint32_t seed, glm::uvec3 period) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return value3(glm::ivec3(c), q - c, seed, period);
}
float value3_gradient(glm::vec3 p, std::uint32_t seed, glm::uvec3 period, glm::vec3& gradient) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    return value3_gradient(glm::ivec3(c), q - c, seed, period, gradient);
}

float value4(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period) {
    glm::vec4 f = guard_fraction(fraction);
    return snap(value4_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                              ends(wrap(cell.z, period.z), period.z), ends(wrap(cell.w, period.w), period.w), mix(seed),
                              quintic(f)));
}
float value4_gradient(glm::ivec4 cell, glm::vec4 fraction, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient) {
    glm::vec4 f = guard_fraction(fraction);
    float n = value4_kernel(ends(wrap(cell.x, period.x), period.x), ends(wrap(cell.y, period.y), period.y),
                            ends(wrap(cell.z, period.z), period.z), ends(wrap(cell.w, period.w), period.w), mix(seed),
                            quintic(f), quintic_slope(f), gradient);
    gradient = snap(gradient);
    return snap(n);
}
float value4(glm::vec4 p, std::uint32_t seed, glm::uvec4 period) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return value4(glm::ivec4(c), q - c, seed, period);
}
float value4_gradient(glm::vec4 p, std::uint32_t seed, glm::uvec4 period, glm::vec4& gradient) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    return value4_gradient(glm::ivec4(c), q - c, seed, period, gradient);
}

}  // namespace isonoise
