#include "isonoise/definition/noise.hpp"

#include "isonoise/reference.hpp"

namespace isonoise {
namespace {

// Calls f with the dimensions as a constant.
template <class F> auto with_dim(int dim, F f) {
    switch (dim) {
    case 1: return f(std::integral_constant<int, 1>());
    case 2: return f(std::integral_constant<int, 2>());
    case 3: return f(std::integral_constant<int, 3>());
    default: return f(std::integral_constant<int, 4>());
    }
}

template <int n, class T> glm::vec<n, T> first(const glm::vec<4, T>& v) {
    glm::vec<n, T> some;
    for (int c = 0; c < n; ++c)
        some[c] = v[c];
    return some;
}

// `at` is a coordinate, or a cell and a fraction.
template <class... At> float gradient_of(const Noise& noise, glm::vec4& gradient, const At&... at) {
    return with_dim(noise.settings().dim, [&](auto n) {
        definition::vec<n> g;
        const float v = definition::Definition<n>(noise).gradient(first<n>(at)..., g);
        gradient = glm::vec4(0.0f);
        for (int c = 0; c < n; ++c)
            gradient[c] = g[c];
        return v;
    });
}

}  // namespace

float reference(const Noise& noise, const glm::vec4& p, glm::vec4& gradient) { return gradient_of(noise, gradient, p); }
float reference(const Noise& noise, const glm::ivec4& cell, const glm::vec4& fraction, glm::vec4& gradient) {
    return gradient_of(noise, gradient, cell, fraction);
}

float reference(const Noise& noise, const detail::uvec4& cell, const detail::vec4& fraction, float* gradient) {
    glm::vec4 g;
    const float v = reference(noise, glm::ivec4(glm::uvec4(cell[0], cell[1], cell[2], cell[3])),
                              glm::vec4(fraction[0], fraction[1], fraction[2], fraction[3]), g);
    for (int c = 0; c < 4; ++c)
        gradient[c] = g[c];
    return v;
}

float reference_fbm(int dim, const glm::vec4& p, std::uint32_t seed, const Fbm& fbm) {
    return with_dim(dim, [&](auto n) { return definition::perlin<n>(first<n>(p), seed, fbm); });
}

Integers integers(const Noise& noise, const glm::vec4& p) {
    return with_dim(noise.settings().dim,
                    [&](auto n) { return definition::Definition<n>(noise).integers(first<n>(p)); });
}

}  // namespace isonoise
