// fBm against the sum that defines it.
#include <cmath>

#include <gtest/gtest.h>

#include "points.hpp"

using namespace isonoise;

// In double, from base noises in float.
static double expected_fbm(Algorithm algorithm, int dim, glm::vec4 p, std::uint32_t seed, double octaves,
                           double persistence, float lacunarity) {
    double sum = 0, amplitudes = 0, amplitude = 1;
    for (int i = 0; i < octaves; ++i) {
        const double faded = amplitude * std::min(1.0, octaves - i);
        const std::uint32_t octave_seed =
            algorithm == Algorithm::perlin ? seed ^ (static_cast<std::uint32_t>(i) * 0x9E3779B9u) : seed;
        sum += faded * static_cast<double>(base(algorithm, dim, p, octave_seed));
        amplitudes += faded;
        amplitude *= persistence;
        p = p * lacunarity;
    }
    return sum / amplitudes;
}

TEST(Fbm, IsTheNormalisedSumOfItsOctaves) {
    Random random(20);
    for (int i = 0; i < 4000; ++i) {
        const glm::vec4 p = random_point(random, 30).f;
        const auto octaves = static_cast<float>(random.between(1, 12));
        const auto persistence = static_cast<float>(random.between(0, 2));
        const auto lacunarity = static_cast<float>(random.between(1, 3));
        const std::uint32_t seed = random.bits();
        for (int dim = 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms) {
                const Noise noise({.algorithm = algorithm,
                                   .dim = dim,
                                   .seed = seed,
                                   .octaves = octaves,
                                   .persistence = persistence,
                                   .lacunarity = lacunarity});
                EXPECT_NEAR(static_cast<double>(noise(p)),
                            expected_fbm(algorithm, dim, p, seed, static_cast<double>(octaves),
                                         static_cast<double>(persistence), lacunarity),
                            3e-6);
            }
        }
    }
}

TEST(Fbm, OfOneOctaveIsTheBaseNoise) {
    Random random(21);
    const Fbm one = fbm(1, 0.7f, 3.1f);
    const Permutation table = permutation(3);
    for (int i = 0; i < 20000; ++i) {
        const glm::vec4 p = random_point(random, 100).f;
        EXPECT_EQ(perlin1_fbm(p.x, 3, one), perlin1(p.x, 3u));
        EXPECT_EQ(perlin2_fbm(glm::vec2(p), 3, one), perlin2(glm::vec2(p), 3u));
        EXPECT_EQ(perlin3_fbm(glm::vec3(p), 3, one), perlin3(glm::vec3(p), 3u));
        EXPECT_EQ(perlin4_fbm(p, 3, one), perlin4(p, 3u));
        EXPECT_EQ(improved1_fbm(p.x, table, one), improved1(p.x, table));
        EXPECT_EQ(improved2_fbm(glm::vec2(p), table, one), improved2(glm::vec2(p), table));
        EXPECT_EQ(improved3_fbm(glm::vec3(p), table, one), improved3(glm::vec3(p), table));
        EXPECT_EQ(improved4_fbm(p, table, one), improved4(p, table));
    }
}

TEST(Fbm, AFractionFadesTheLastOctaveIn) {
    const glm::vec4 p(0.37f, 1.21f, -0.6f, 2.9f);
    auto at = [&](float octaves) { return static_cast<double>(Noise({.dim = 3, .octaves = octaves})(p)); };
    EXPECT_NEAR(at(3.0f), at(3.0001f), 1e-4);
    EXPECT_NEAR(at(3.9999f), at(4.0f), 1e-4);
    EXPECT_NE(at(3.0f), at(3.5f));
}

TEST(Fbm, OctavesOfPerlinDoNotMeetAtTheOrigin) {
    // With one lattice for all octaves fBm would be similar to itself: fbm(p) of two octaves and persistence 1 would
    // hold n(p) + n(2p), whose second octave at p is the first at 2p.
    auto second_octave = [](Algorithm algorithm, glm::vec4 p) {
        const Settings two{.algorithm = algorithm, .dim = 3, .octaves = 2, .persistence = 1};
        return 2 * Noise(two)(p) - base(algorithm, 3, p, 0);
    };
    Random random(22);
    int perlin_same = 0;
    for (int i = 0; i < 1000; ++i) {
        const glm::vec4 p = random_point(random, 20).f;
        perlin_same += std::fabs(second_octave(Algorithm::perlin, p) - base(Algorithm::perlin, 3, p * 2.0f, 0)) < 1e-5f;
        EXPECT_NEAR(second_octave(Algorithm::improved, p), base(Algorithm::improved, 3, p * 2.0f, 0), 1e-5f)
            << "as published";
    }
    EXPECT_LT(perlin_same, 20);
}

TEST(Fbm, ExtremeSettingsStayFinite) {
    for (float octaves : {1.0f, 32.0f, 31.5f}) {
        for (float persistence : {0.0f, 1e-45f, 1e-20f, 2.0f}) {
            for (float lacunarity : {1.0f, 8.0f}) {
                for (float x : {0.3f, 1e30f, 8388607.5f, -1e-30f}) {
                    for (int dim = 1; dim <= 4; ++dim) {
                        const float v = Noise(
                            {.dim = dim, .octaves = octaves, .persistence = persistence, .lacunarity = lacunarity})(
                            glm::vec4(x, 0.7f, 1.1f, -2.2f));
                        EXPECT_LE(std::fabs(v), 1.0f);
                    }
                }
            }
        }
    }
}
