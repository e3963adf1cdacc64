// Twin of shaders/isonoise/noise.glsl: read them side by side.
#include <stdexcept>

#include "isonoise/isonoise.hpp"

namespace isonoise {

static Settings checked(const Settings& settings) {
    std::string what = problem(settings);
    if (!what.empty()) throw std::invalid_argument(what);
    return settings;
}

Noise::Noise(const Settings& settings)
    : settings_(checked(settings)), fbm_(isonoise::fbm(settings.octaves, settings.persistence, settings.lacunarity)),
      table_(permutation(settings.seed)) {}

float Noise::operator()(glm::vec4 p) const {
    glm::vec4 q = p * settings_.frequency;
    float n = 0.0f;
    if (settings_.algorithm == Algorithm::perlin) {
        switch (settings_.dim) {
        case 1: n = perlin1_fbm(q.x, settings_.seed, fbm_); break;
        case 2: n = perlin2_fbm(glm::vec2(q), settings_.seed, fbm_); break;
        case 3: n = perlin3_fbm(glm::vec3(q), settings_.seed, fbm_); break;
        default: n = perlin4_fbm(q, settings_.seed, fbm_); break;
        }
    } else {
        switch (settings_.dim) {
        case 1: n = improved1_fbm(q.x, table_, fbm_); break;
        case 2: n = improved2_fbm(glm::vec2(q), table_, fbm_); break;
        case 3: n = improved3_fbm(glm::vec3(q), table_, fbm_); break;
        default: n = improved4_fbm(q, table_, fbm_); break;
        }
    }
    return settings_.output == Output::unit ? (n + 1.0f) * 0.5f : n;
}

}  // namespace isonoise
