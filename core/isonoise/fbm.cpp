// Twin of shaders/isonoise/fbm.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include "isonoise/fbm.hpp"

#include "isonoise/perlin.hpp"

namespace isonoise {

Fbm fbm(float octaves, float persistence, float lacunarity) {
    double sum = 0.0;
    float amplitude = 1.0f;
    for (int i = 0; float(i) < octaves; ++i) {
        sum += double(faded(amplitude, octaves, float(i)));
        amplitude = amplitude * persistence;
    }
    // Each of up to 32 octaves rounds an amplitude, a product and a sum: less than 2^-18 together.
    return {octaves, persistence, lacunarity, octaves > 1.0f ? float((1.0 - 0x1p-18) / sum) : 1.0f};
}

static void finer(glm::uvec2& cell, glm::vec2& f, float lacunarity) {
    finer(cell.x, f.x, lacunarity, 0u);
    finer(cell.y, f.y, lacunarity, 0u);
}
static void finer(glm::uvec3& cell, glm::vec3& f, float lacunarity) {
    finer(cell.x, f.x, lacunarity, 0u);
    finer(cell.y, f.y, lacunarity, 0u);
    finer(cell.z, f.z, lacunarity, 0u);
}
static void finer(glm::uvec4& cell, glm::vec4& f, float lacunarity) {
    finer(cell.x, f.x, lacunarity, 0u);
    finer(cell.y, f.y, lacunarity, 0u);
    finer(cell.z, f.z, lacunarity, 0u);
    finer(cell.w, f.w, lacunarity, 0u);
}

float perlin1_fbm(float p, std::uint32_t seed, const Fbm& fbm) {
    float q = guard(p);
    float c = floor(q);
    float f = q - c;
    std::uint32_t cell = std::uint32_t(int(c));
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        std::uint32_t mixed = mix(seed ^ (std::uint32_t(i) * kOctave));
        float n = perlin1_kernel(ends(cell, 0u), mixed, f, quintic(f));
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * snap(n);
        amplitude = amplitude * fbm.persistence;
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        finer(cell, f, fbm.lacunarity, 0u);
    }
    return snap(sum);
}
float perlin2_fbm(glm::vec2 p, std::uint32_t seed, const Fbm& fbm) {
    glm::vec2 q = guard(p);
    glm::vec2 c = floor(q);
    glm::vec2 f = q - c;
    glm::uvec2 cell = glm::uvec2(glm::ivec2(c));
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        std::uint32_t mixed = mix(seed ^ (std::uint32_t(i) * kOctave));
        float n = perlin2_kernel(ends(cell.x, 0u), ends(cell.y, 0u), mixed, f, quintic(f));
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * snap(n * kScale2);
        amplitude = amplitude * fbm.persistence;
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        finer(cell, f, fbm.lacunarity);
    }
    return snap(sum);
}
float perlin3_fbm(glm::vec3 p, std::uint32_t seed, const Fbm& fbm) {
    glm::vec3 q = guard(p);
    glm::vec3 c = floor(q);
    glm::vec3 f = q - c;
    glm::uvec3 cell = glm::uvec3(glm::ivec3(c));
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        std::uint32_t mixed = mix(seed ^ (std::uint32_t(i) * kOctave));
        float n = perlin3_kernel(ends(cell.x, 0u), ends(cell.y, 0u), ends(cell.z, 0u), mixed, f, quintic(f));
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * snap(n * kScale3);
        amplitude = amplitude * fbm.persistence;
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        finer(cell, f, fbm.lacunarity);
    }
    return snap(sum);
}
float perlin4_fbm(glm::vec4 p, std::uint32_t seed, const Fbm& fbm) {
    glm::vec4 q = guard(p);
    glm::vec4 c = floor(q);
    glm::vec4 f = q - c;
    glm::uvec4 cell = glm::uvec4(glm::ivec4(c));
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        std::uint32_t mixed = mix(seed ^ (std::uint32_t(i) * kOctave));
        float n = perlin4_kernel(ends(cell.x, 0u), ends(cell.y, 0u), ends(cell.z, 0u), ends(cell.w, 0u), mixed, f,
                                 quintic(f));
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * snap(n * kScale4);
        amplitude = amplitude * fbm.persistence;
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        finer(cell, f, fbm.lacunarity);
    }
    return snap(sum);
}

}  // namespace isonoise
