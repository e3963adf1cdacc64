// fBm against its defining sum.
#include <cmath>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "isonoise/batch.hpp"
#include "oracle_noise.hpp"
#include "points.hpp"

using namespace isonoise;

TEST(Fbm, IsTheNormalisedSumOfItsOctaves) {
    Random random(20);
    for (int i = 0; i < 3000; ++i) {
        // Near 0 a negative float's fraction rounds; multiples of 2^-10 do not.
        const glm::vec4 p = coarse_point(random, 30);
        Settings s{.seed = random.bits()};
        // Fractions round more with every octave, unless lacunarity is a power of two.
        s.lacunarity = i % 2 ? static_cast<float>(random.between(1, 3)) : static_cast<float>(1 << i / 2 % 4);
        s.octaves = static_cast<float>(random.between(1, i % 2 ? 5 : 12));
        s.persistence = static_cast<float>(random.between(0, 2));
        for (s.dim = 1; s.dim <= 4; ++s.dim) {
            for (Algorithm algorithm : kAlgorithms) {
                s.algorithm = algorithm;
                const oracle::Noise reference(s);
                ASSERT_NEAR(static_cast<double>(Noise(s)(p)), reference.at(place_of(glm::ivec4(0), p)).value,
                            reference.tolerance().value)
                    << text_of(s);
            }
        }
    }
}

TEST(Fbm, OfOneOctaveIsTheBaseNoise) {
    Random random(21);
    const Fbm one = fbm(1, 0.7f, 3.1f);
    for (int i = 0; i < 5000; ++i) {
        const glm::vec4 p = random_point(random, 100).f;
        EXPECT_EQ(perlin1_fbm(p.x, 3, one), perlin1(p.x, 3u));
        EXPECT_EQ(perlin2_fbm(glm::vec2(p), 3, one), perlin2(glm::vec2(p), 3u));
        EXPECT_EQ(perlin3_fbm(glm::vec3(p), 3, one), perlin3(glm::vec3(p), 3u));
        EXPECT_EQ(perlin4_fbm(p, 3, one), perlin4(p, 3u));
        for (int dim = 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms) {
                const Settings s{.algorithm = algorithm, .dim = dim, .seed = 3, .persistence = 0.7f, .lacunarity = 3};
                EXPECT_EQ(Noise(s)(p), base(algorithm, dim, p, 3));
            }
        }
    }
}

TEST(Fbm, NormalizationIsOneForOneOctaveAndALittleLessThanTheSumForMore) {
    EXPECT_EQ(fbm(1, 0.7f, 3).normalization, 1.0f);
    EXPECT_EQ(fbm(1, 0, 1).normalization, 1.0f);
    EXPECT_EQ(fbm(3, 0.5f, 2).normalization, static_cast<float>((1 - 0x1p-18) / 1.75));
    EXPECT_EQ(fbm(2.25f, 0.5f, 2).normalization, static_cast<float>((1 - 0x1p-18) / 1.5625));
    EXPECT_EQ(fbm(1 + 0x1p-23f, 0.5f, 2).normalization, static_cast<float>((1 - 0x1p-18) / (1 + 0x1p-24)));
    EXPECT_EQ(fbm(4, 2, 2).normalization, static_cast<float>((1 - 0x1p-18) / 15));
    EXPECT_EQ(fbm(32, 0, 2).normalization, static_cast<float>(1 - 0x1p-18));
}

TEST(Fbm, TheFreeFunctionsHaveTheBitsOfNoise) {
    Random random(23);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec4 p = random_point(random, 30).f;  // keeps octaves within 32 bits
        const Fbm terms = fbm(static_cast<float>(random.between(1, 9)), static_cast<float>(random.between(0, 2)),
                              i % 3 ? static_cast<float>(i % 3 + 1) : static_cast<float>(random.between(1, 8)));
        const std::uint32_t seed = random.bits();
        for (int dim = 1; dim <= 4; ++dim) {
            const Noise noise({.dim = dim,
                               .seed = seed,
                               .octaves = terms.octaves,
                               .persistence = terms.persistence,
                               .lacunarity = terms.lacunarity});
            visit(dim, [&](auto f) {
                EXPECT_EQ(bits_of(f.perlin_fbm(decltype(f)::cut(p), seed, terms)), bits_of(noise(p)));
            });
        }
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
    // If all octaves shared one lattice, fBm would be self-similar: fbm(p) with two octaves and persistence 1 would be
    // n(p) + n(2p), whose second octave at p is the first at 2p.
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

// At 1 the first octave is 0, and with this seed the second, at 1.5, is 1/16.
TEST(Fbm, TheLeastThatCountsIsAnAmplitudeOf2ToTheMinus60AndASumOf2ToTheMinus64) {
    const std::uint32_t seed = 0x9E722D8Bu;
    for (const auto& [persistence, sum] : {std::pair(0x1.00004p-60f, 0x1p-64f), std::pair(0x1.00002p-60f, 0.0f)}) {
        const Settings s{.dim = 1, .seed = seed, .octaves = 2, .persistence = persistence, .lacunarity = 1.5f};
        EXPECT_EQ(perlin1_fbm(1.0f, seed, fbm(2, persistence, 1.5f)), sum);
        EXPECT_EQ(Noise(s)(glm::vec4(1, 0, 0, 0)), sum);
        const float x = 1;
        float n = 9;
        Points points;
        points.coordinates[0] = &x;
        points.count = 1;
        Channels to;
        to.value.data = &n;
        EXPECT_TRUE(evaluate(Noise(s), points, to));
        EXPECT_EQ(n, sum);
        EXPECT_TRUE(evaluate(Noise(s), GridAxes{.x = {.offset = 1}}, std::span(&n, 1)));
        EXPECT_EQ(n, sum);
    }
    // Three quarters of that are too little.
    const Settings faded{.dim = 1, .seed = seed, .octaves = 1.75f, .persistence = 0x1.00004p-60f, .lacunarity = 1.5f};
    EXPECT_EQ(perlin1_fbm(1.0f, seed, fbm(1.75f, 0x1.00004p-60f, 1.5f)), 0.0f);
    EXPECT_EQ(Noise(faded)(glm::vec4(1, 0, 0, 0)), 0.0f);
}
