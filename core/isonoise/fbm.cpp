// Twin of shaders/isonoise/fbm.glsl: read them side by side. What the functions promise stands in isonoise.hpp.
#include "isonoise/hash.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/lattice.hpp"

namespace isonoise {

// Whether there is an octave i. The sum ends where an amplitude falls below 2^-64: nothing that it adds could be seen,
// and no subnormal arises that a driver may flush.
static inline bool has_octave(float octaves, int i, float amplitude) {
    return float(i) < octaves && amplitude >= 0x1p-64f;
}

// The amplitude of octave i: a fraction of an octave counts as that fraction of its amplitude.
static inline float faded(float amplitude, float octaves, float i) {
    float rest = octaves - i;
    return rest < 1.0f ? amplitude * rest : amplitude;
}

// octave(cell, fraction, i) is the value of octave i there.
template <class Cell, class Vec, class Octave> static inline float sum_octaves(Vec p, const Fbm& fbm, Octave octave) {
    float sum = 0.0f;
    float amplitude = 1.0f;
    Vec q = guard(p);
    for (int i = 0; has_octave(fbm.octaves, i, amplitude); ++i) {
        Vec cell = floor(q);
        Vec f = q - cell;
        float n = octave(Cell(cell), f, std::uint32_t(i));
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        q = guard(q * fbm.lacunarity);
    }
    return sum * fbm.normalization;
}

Fbm fbm(float octaves, float persistence, float lacunarity) {
    float sum = 0.0f;
    float amplitude = 1.0f;
    for (int i = 0; has_octave(octaves, i, amplitude); ++i) {
        sum = sum + faded(amplitude, octaves, float(i));
        amplitude = amplitude * persistence;
    }
    return {octaves, persistence, lacunarity, 1.0f / sum};
}

float perlin1_fbm(float p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<int>(p, fbm,
                            [&](int c, float f, std::uint32_t i) { return perlin1(c, f, seed ^ (i * kOctave)); });
}
float perlin2_fbm(glm::vec2 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<glm::ivec2>(
        p, fbm, [&](glm::ivec2 c, glm::vec2 f, std::uint32_t i) { return perlin2(c, f, seed ^ (i * kOctave)); });
}
float perlin3_fbm(glm::vec3 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<glm::ivec3>(
        p, fbm, [&](glm::ivec3 c, glm::vec3 f, std::uint32_t i) { return perlin3(c, f, seed ^ (i * kOctave)); });
}
float perlin4_fbm(glm::vec4 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<glm::ivec4>(
        p, fbm, [&](glm::ivec4 c, glm::vec4 f, std::uint32_t i) { return perlin4(c, f, seed ^ (i * kOctave)); });
}

float improved1_fbm(float p, const Permutation& table, const Fbm& fbm) {
    return sum_octaves<int>(p, fbm, [&](int c, float f, std::uint32_t) { return improved1(c, f, table); });
}
float improved2_fbm(glm::vec2 p, const Permutation& table, const Fbm& fbm) {
    return sum_octaves<glm::ivec2>(p, fbm,
                                   [&](glm::ivec2 c, glm::vec2 f, std::uint32_t) { return improved2(c, f, table); });
}
float improved3_fbm(glm::vec3 p, const Permutation& table, const Fbm& fbm) {
    return sum_octaves<glm::ivec3>(p, fbm,
                                   [&](glm::ivec3 c, glm::vec3 f, std::uint32_t) { return improved3(c, f, table); });
}
float improved4_fbm(glm::vec4 p, const Permutation& table, const Fbm& fbm) {
    return sum_octaves<glm::ivec4>(p, fbm,
                                   [&](glm::ivec4 c, glm::vec4 f, std::uint32_t) { return improved4(c, f, table); });
}

}  // namespace isonoise
