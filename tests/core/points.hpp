// Points for tests, the same on every machine.
#pragma once

#include "cli/compare.hpp"
#include "oracle.hpp"

// Within +-reach, as floats and as the oracle takes them.
struct Point {
    glm::vec4 f;
    oracle::Vec d;
};
inline Point random_point(isonoise::Random& random, double reach) {
    Point p{};
    for (int c = 0; c < 4; ++c) {
        p.f[c] = static_cast<float>(random.between(-reach, reach));
        p.d[static_cast<std::size_t>(c)] = static_cast<double>(p.f[c]);
    }
    return p;
}

inline float base(isonoise::Algorithm algorithm, int dim, glm::vec4 p, std::uint32_t seed) {
    return isonoise::Noise({.algorithm = algorithm, .dim = dim, .seed = seed})(p);
}

inline constexpr isonoise::Algorithm kAlgorithms[] = {isonoise::Algorithm::perlin, isonoise::Algorithm::improved};
