// The articles' systems, against a port of their oracle and numbers printed by the oracle itself; value noise against
// its own oracle.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "articles_oracle.hpp"
#include "functions.hpp"
#include "oracle_noise.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

double as_double(float x) { return static_cast<double>(x); }

}  // namespace

TEST(Articles, AxisHasThePublishedValues) {
    // Noise, and its sum of 4 octaves. Seeds from 2^31 on count as negative numbers: 4294967295 is -1, of which the
    // magnitude counts; -2^31 has no magnitude.
    static const struct {
        std::uint32_t seed;
        glm::vec2 p;
        double value, octaves;
    } published[] = {
        {0u, {0.3125f, 0.6875f}, -0.095593008432, -0.042197181153},
        {0u, {-1.25f, 2.6875f}, 0.150043113390, 0.148597009107},
        {0u, {-0.5f, -0.5f}, -0.250000000000, -0.133333333333},
        {0u, {17.125f, -300.84375f}, 0.097473002749, 0.010980040400},
        {0u, {-4000.09375f, 5000.40625f}, -0.458015909863, -0.361190148197},
        {1u, {0.3125f, 0.6875f}, 0.243196865817, 0.121042943892},
        {1u, {-1.25f, 2.6875f}, -0.344408166362, -0.241225248948},
        {1u, {-0.5f, -0.5f}, 0.250000000000, 0.133333333333},
        {1u, {17.125f, -300.84375f}, 0.150811173158, -0.034351284232},
        {1u, {-4000.09375f, 5000.40625f}, 0.074066569343, 0.043574151738},
        {3000000000u, {0.3125f, 0.6875f}, -0.287749849342, -0.251451336140},
        {3000000000u, {-1.25f, 2.6875f}, 0.112907155883, 0.027565375715},
        {3000000000u, {-0.5f, -0.5f}, -0.500000000000, -0.266666666667},
        {3000000000u, {17.125f, -300.84375f}, -0.187922552249, -0.168046100946},
        {3000000000u, {-4000.09375f, 5000.40625f}, 0.089018291428, 0.013521628173},
        {2147483648u, {0.3125f, 0.6875f}, 0.390800723203, 0.339357744084},
        {2147483648u, {-1.25f, 2.6875f}, 0.255385430763, 0.224304724857},
        {2147483648u, {-0.5f, -0.5f}, -0.500000000000, -0.266666666667},
        {2147483648u, {17.125f, -300.84375f}, 0.155663257612, -0.027117208065},
        {2147483648u, {-4000.09375f, 5000.40625f}, -0.124556270507, -0.209940785970},
        {4294967295u, {0.3125f, 0.6875f}, 0.243196865817, 0.121042943892},
        {4294967295u, {-1.25f, 2.6875f}, -0.344408166362, -0.241225248948},
        {4294967295u, {-0.5f, -0.5f}, 0.250000000000, 0.133333333333},
        {4294967295u, {17.125f, -300.84375f}, 0.150811173158, -0.034351284232},
        {4294967295u, {-4000.09375f, 5000.40625f}, 0.074066569343, 0.043574151738},
    };
    for (const auto& [seed, p, value, octaves] : published) {
        const std::string where = std::to_string(seed) + " at " + std::to_string(p.x) + " " + std::to_string(p.y);
        EXPECT_NEAR(as_double(axis2(p, axis_table(seed))), value, 1e-5) << where;
        const articles::Axis2 port(seed);
        EXPECT_NEAR(port(as_double(p.x), as_double(p.y)), value, 1e-11) << where;
        EXPECT_NEAR(articles::octaves(port, as_double(p.x), as_double(p.y), 4, 0.5), octaves, 1e-11) << where;
        const Noise noise({.algorithm = Algorithm::axis, .seed = seed, .octaves = 4});
        EXPECT_NEAR(as_double(noise(glm::vec4(p, 0, 0))), octaves, 1e-5) << where;
    }
}

TEST(Articles, AxisTableIsTheGeneratorsBytes) {
    // System.Random(0).Next() is 1559595546, whose low byte is 26; the others come from the Python oracle.
    EXPECT_EQ(articles::DotNetRandom(0).next(), 1559595546);
    EXPECT_EQ(axis_table(0)[0], 1559595546 & 255);
    EXPECT_EQ(axis_table(1821612595u)[0], 0) << "the two numbers that give the first are the same";
    static const struct {
        std::uint32_t seed;
        std::array<int, 8> bytes;
    } published[] = {{0u, {26, 12, 70, 111, 93, 117, 228, 216}},
                     {1u, {70, 208, 134, 130, 64, 151, 228, 163}},
                     {3000000000u, {203, 38, 66, 62, 160, 205, 119, 87}},
                     {2147483648u, {26, 12, 76, 111, 93, 115, 228, 216}}};
    for (const auto& [seed, bytes] : published) {
        const AxisTable table = axis_table(seed);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            EXPECT_EQ(table[i], bytes[i]) << seed << " entry " << i;
    }
    Random random(500);
    for (int i = 0; i < 300; ++i) {
        // Around the points where a seed's sign and magnitude flip.
        static constexpr std::uint32_t around[] = {0u, 161803398u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu};
        const std::uint32_t seed =
            i % 2 ? random.bits() : around[i / 2 % 5] + static_cast<std::uint32_t>(i / 10 % 5) - 2u;
        const AxisTable table = axis_table(seed);
        articles::DotNetRandom port(seed);
        for (std::uint8_t byte : table)
            ASSERT_EQ(byte, port.next() & 255) << seed;
    }
}

TEST(Articles, DiagonalAndSlopeHaveThePublishedValues) {
    static const struct {
        glm::vec2 p;
        double value;
    } diagonal[] = {
        {{0.3125f, 0.6875f}, -0.136805394391},
        {{-1.25f, 2.6875f}, 0.367127996869},
        {{-0.5f, -0.5f}, 0.250000000000},
        {{17.125f, -300.84375f}, 0.024022851539},
        {{-4000.09375f, 5000.40625f}, -0.425495236871},
    };
    for (const auto& [p, value] : diagonal) {
        EXPECT_NEAR(as_double(diagonal2(p)), value, 1e-5) << p.x << " " << p.y;
        EXPECT_NEAR(articles::diagonal2(as_double(p.x), as_double(p.y)), value, 1e-11);
    }
    static const struct {
        float x;
        double value;
    } slope[] = {
        {0.3125f, 0.007187787224},    {-0.25f, -0.025367647059}, {-1.6875f, -0.321660060509},
        {254.5f, 0.019607843137},     {255.5f, -0.035294117647}, {-300.84375f, -0.190394682043},
        {1000.1875f, 0.325373391544},
    };
    for (const auto& [x, value] : slope) {
        EXPECT_NEAR(as_double(slope1(x)), value, 1e-5) << x;
        EXPECT_NEAR(articles::slope1(as_double(x)), value, 1e-11);
    }
}

TEST(Articles, ImprovedHasThePublishedRepeatAndOctaves) {
    // Improved noise, and OctavePerlin with 5 octaves, all sharing one repeat.
    static const struct {
        std::uint32_t repeat;
        glm::vec3 p;
        double value, octaves;
    } published[] = {
        {0u, {1.3125f, 2.6875f, 0.40625f}, 0.487489766800, 0.356772662292},
        {0u, {-1.25f, 2.6875f, -0.5f}, 0.237093628035, 0.056628166007},
        {0u, {300.5625f, -400.1875f, 1.3125f}, 0.470555871605, 0.212199633905},
        {1u, {1.3125f, 2.6875f, 0.40625f}, 0.210448801517, 0.062539654393},
        {1u, {-1.25f, 2.6875f, -0.5f}, -0.146484375000, -0.075604838710},
        {1u, {300.5625f, -400.1875f, 1.3125f}, 0.079021453857, 0.080950337072},
        {5u, {1.3125f, 2.6875f, 0.40625f}, 0.487489766800, 0.232893150234},
        {5u, {-1.25f, 2.6875f, -0.5f}, -0.047351306654, -0.036042954833},
        {5u, {300.5625f, -400.1875f, 1.3125f}, -0.521534227481, -0.161950956572},
        {7u, {1.3125f, 2.6875f, 0.40625f}, 0.487489766800, 0.413666073629},
        {7u, {-1.25f, 2.6875f, -0.5f}, 0.608203838347, 0.436745894893},
        {7u, {300.5625f, -400.1875f, 1.3125f}, -0.020163321356, -0.103403256754},
        {300u, {1.3125f, 2.6875f, 0.40625f}, 0.487489766800, 0.356772662292},
        {300u, {-1.25f, 2.6875f, -0.5f}, -0.157372093410, -0.033803927622},
        {300u, {300.5625f, -400.1875f, 1.3125f}, -0.078574077209, 0.050781610637},
    };
    const Permutation table = permutation(0);
    for (const auto& [repeat, p, value, octaves] : published) {
        const double x = as_double(p.x), y = as_double(p.y), z = as_double(p.z);
        EXPECT_NEAR(as_double(improved3(p, table, glm::uvec3(repeat))), value, 1e-5) << repeat << " at " << x;
        EXPECT_NEAR(articles::improved3(x, y, z, repeat), value, 1e-11);
        EXPECT_NEAR(articles::octave_perlin(x, y, z, 5, 0.5, repeat), octaves, 1e-11);
        const Noise noise(
            {.algorithm = Algorithm::improved, .dim = 3, .octaves = 5, .period = {repeat, repeat, repeat}});
        EXPECT_NEAR(as_double(noise(glm::vec4(p, 0))), octaves, 1e-5) << repeat << " at " << x;
    }
}

TEST(Articles, AgreeWithTheirOracleAtRandomPoints) {
    Random random(501);
    const Permutation perlins = permutation(0);
    for (int i = 0; i < 4000; ++i) {
        const Point p = random_point(random, i % 2 ? 4 : 2000);
        const double x = p.d[0], y = p.d[1], z = p.d[2];
        const std::uint32_t seed = i % 3 ? random.bits() : 0x80000000u + static_cast<std::uint32_t>(i);
        ASSERT_NEAR(as_double(axis2(glm::vec2(p.f), axis_table(seed))), articles::Axis2(seed)(x, y), 1e-5)
            << seed << " at " << x << " " << y;
        ASSERT_NEAR(as_double(diagonal2(glm::vec2(p.f))), articles::diagonal2(x, y), 1e-5) << x << " " << y;
        ASSERT_NEAR(as_double(slope1(p.f.x)), articles::slope1(x), 1e-5) << x;
        const auto repeat = static_cast<std::uint32_t>(i % 4 ? i % 11 : i);
        ASSERT_NEAR(as_double(improved3(glm::vec3(p.f), perlins, glm::uvec3(repeat))),
                    articles::improved3(x, y, z, repeat), 1e-5)
            << repeat << " at " << x << " " << y << " " << z;
    }
}

TEST(Articles, OctavesAgreeWithTheirOracleAtRandomPoints) {
    Random random(502);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec4 p = coarse_point(random, i % 2 ? 4 : 1000);
        const double x = as_double(p.x), y = as_double(p.y), z = as_double(p.z);
        const int count = i % 6 + 1;
        Settings s{.algorithm = Algorithm::axis, .octaves = static_cast<float>(count), .persistence = 0.5f};
        s.seed = i % 2 ? random.bits() : 0x80000000u | random.bits();
        ASSERT_NEAR(as_double(Noise(s)(p)), articles::octaves(articles::Axis2(s.seed), x, y, count, 0.5), 1e-5)
            << text_of(s);
        s.algorithm = Algorithm::diagonal;
        s.seed = 0;
        s.persistence = 0.75f;
        ASSERT_NEAR(as_double(Noise(s)(p)), articles::octaves(articles::diagonal2, x, y, count, 0.75), 1e-5);
        s.algorithm = Algorithm::slope;
        s.dim = 1;
        auto slope = [](double a, double) { return articles::slope1(a); };
        ASSERT_NEAR(as_double(Noise(s)(p)), articles::octaves(slope, x, 0, count, 0.75), 1e-5) << x << text_of(s);
        s.algorithm = Algorithm::improved;
        s.dim = 3;
        const auto repeat = static_cast<std::uint32_t>(i % 9);
        s.period = {repeat, repeat, repeat};
        ASSERT_NEAR(as_double(Noise(s)(p)), articles::octave_perlin(x, y, z, count, 0.75, repeat), 1e-5) << text_of(s);
    }
}

TEST(Articles, RangesAreTheStatedSuprema) {
    // Every corner may have its best gradient: max(|x|, |y|) for the axes, |x| + |y| for the diagonals.
    double axis = 0, diagonal = 0;
    for (int i = 0; i <= 400; ++i) {
        for (int k = 0; k <= 400; ++k) {
            const double x = i / 400.0, y = k / 400.0, u = articles::smooth(x), v = articles::smooth(y);
            double of_axis = 0, of_diagonal = 0;
            for (int corner = 0; corner < 4; ++corner) {
                const double weight = (corner & 1 ? u : 1 - u) * (corner & 2 ? v : 1 - v);
                const double dx = std::fabs(x - (corner & 1)), dy = std::fabs(y - (corner >> 1));
                of_axis += weight * std::max(dx, dy);
                of_diagonal += weight * (dx + dy);
            }
            axis = std::max(axis, of_axis);
            diagonal = std::max(diagonal, of_diagonal);
        }
    }
    EXPECT_NEAR(axis, 0.535, 0.0005);
    EXPECT_NEAR(diagonal, 1.0, 1e-9);
    Random random(503);
    float highest[3] = {};
    const AxisTable table = axis_table(7);
    for (int i = 0; i < 100000; ++i) {
        const glm::vec4 p = random_point(random, 1000).f;
        const float values[] = {std::fabs(axis2(glm::vec2(p), table)), std::fabs(diagonal2(glm::vec2(p))),
                                std::fabs(slope1(p.x))};
        for (int k = 0; k < 3; ++k)
            highest[k] = std::max(highest[k], values[k]);
    }
    EXPECT_LE(highest[0], 0.5355f);
    EXPECT_GT(highest[0], 0.5f);
    EXPECT_LE(highest[1], 1.0f);
    EXPECT_GT(highest[1], 0.9f);
    EXPECT_LE(highest[2], 1.0f);
    EXPECT_GT(highest[2], 0.85f);
}

TEST(Articles, NoiseGivesTheBitsOfTheFreeFunctions) {
    Random random(504);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec4 p = random_point(random, 300).f;
        const std::uint32_t seed = random.bits();
        EXPECT_EQ(bits_of(Noise({.algorithm = Algorithm::axis, .seed = seed})(p)),
                  bits_of(axis2(glm::vec2(p), axis_table(seed))));
        EXPECT_EQ(bits_of(Noise({.algorithm = Algorithm::diagonal})(p)), bits_of(diagonal2(glm::vec2(p))));
        EXPECT_EQ(bits_of(Noise({.algorithm = Algorithm::slope, .dim = 1})(p)), bits_of(slope1(p.x)));
    }
}

TEST(Value, TakesTheNumbersOfLatticePoints) {
    Random random(505);
    for (int i = 0; i < 2000; ++i) {
        const glm::ivec4 cell = random_cell(random);
        const std::uint32_t seed = random.bits();
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                const auto none = F::cut(glm::uvec4(0u));
                oracle::Counts lattice{};
                for (int c = 0; c < dim; ++c)
                    lattice[static_cast<std::size_t>(c)] = static_cast<std::uint32_t>(cell[c]);
                const oracle::Base base{.algorithm = Algorithm::value, .dim = dim};
                const double number = oracle::influence(base, lattice, {}, oracle::seeded(seed));
                EXPECT_EQ(as_double(f.value_at(F::cut(cell), F::cut(glm::vec4(0.0f)), seed, none)), number);
                EXPECT_LT(number, 1.0);
                EXPECT_GE(number, -1.0);
            });
        }
    }
}

TEST(Value, TwoLayersAreTheirMeanOneOfThemTurned) {
    Random random(506);
    for (int i = 0; i < 1500; ++i) {
        Settings s{.algorithm = Algorithm::value_two_layer, .seed = random.bits()};
        s.octaves = static_cast<float>(i % 4 + 1);
        s.fade = static_cast<Fade>(i % 4);
        if (i % 5 == 0) s.lacunarity = 2.2f;
        const oracle::Noise reference(s);
        const glm::vec4 p = coarse_point(random, 20);
        ASSERT_NEAR(as_double(Noise(s)(p)), reference.at(place_of(glm::ivec4(0), p)).value, reference.tolerance().value)
            << p.x << " " << p.y << text_of(s);
    }
    // The layers differ even at the fixed point of the rotation.
    const float first = value2(glm::vec2(0.0f), 3u);
    EXPECT_NE(Noise({.algorithm = Algorithm::value_two_layer, .seed = 3})(glm::vec4(0.0f)), first);
}
