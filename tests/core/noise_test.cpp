// The scalar reference: published values, the oracle, and what every function promises.
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "points.hpp"

using namespace isonoise;

TEST(Improved, PublishedValues) {
    // The first is Ken Perlin's own; the others were computed in double by a separate implementation of his article.
    static const struct {
        glm::vec3 p;
        double value;
    } published[] = {
        {{3.14f, 42.0f, 7.0f}, 0.136920054993},           {{0.5f, 0.5f, 0.5f}, -0.250000000000},
        {{-1.3f, 2.7f, -0.4f}, 0.106073525189},           {{255.9f, -0.1f, 256.2f}, 0.129433593330},
        {{100.25f, -200.75f, 300.5f}, -0.021860599518},   {{-0.01f, -0.01f, -0.01f}, -0.020019306536},
        {{10000.125f, 7.375f, -3.0625f}, 0.191085370071},
    };
    const Permutation table = permutation(0);
    for (const auto& [p, value] : published) {
        EXPECT_NEAR(static_cast<double>(improved3(p, table)), value, 2e-6) << p.x << " " << p.y << " " << p.z;
    }
}

TEST(Improved, TableIsPerlinsAtSeed0AndAPermutationAtAny) {
    EXPECT_EQ(permutation(0)[0], 151);
    EXPECT_EQ(permutation(0)[255], 180);
    std::set<Permutation> seen;
    for (std::uint32_t seed : {0u, 1u, 2u, 3u, 1000u, 0x80000000u, 0xFFFFFFFFu}) {
        const Permutation table = permutation(seed);
        EXPECT_EQ(std::set<int>(table.begin(), table.end()).size(), 256u) << seed;
        seen.insert(table);
    }
    EXPECT_EQ(seen.size(), 7u);
}

TEST(Improved, RepeatsEvery256Cells) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        glm::vec4 p = random_point(random, 100).f;
        for (int c = 0; c < 4; ++c)
            p[c] = std::round(p[c] * 1024) / 1024;  // exact after the shift too
        for (int dim = 1; dim <= 4; ++dim) {
            glm::vec4 q = p;
            q[static_cast<int>(random.next() % static_cast<std::uint64_t>(dim))] += 256.0f;
            EXPECT_EQ(base(Algorithm::improved, dim, p, 5), base(Algorithm::improved, dim, q, 5));
        }
    }
}

// What float arithmetic can lose against the oracle. Near t = 1 the fade's last sums are of numbers up to 10,
// half an ulp of each is 1.3e-6 together; it weighs a difference of corner products, at most 2, once for each axis.
static double float_error(int dim) { return dim * 2 * 1.3e-6; }

TEST(Noise, AgreesWithTheOracle) {
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        const Point p = random_point(random, i % 2 ? 3 : 300);
        const std::uint32_t seed = i % 3 ? random.bits() : 0;
        const Permutation table = permutation(seed);
        for (int dim = 1; dim <= 4; ++dim) {
            // A float's fraction is that of the oracle's double: only the arithmetic differs.
            ASSERT_NEAR(static_cast<double>(base(Algorithm::perlin, dim, p.f, seed)), oracle::perlin(dim, p.d, seed),
                        float_error(dim))
                << dim << "D at " << p.f.x << " " << p.f.y << " " << p.f.z << " " << p.f.w << " seed " << seed;
            ASSERT_NEAR(static_cast<double>(base(Algorithm::improved, dim, p.f, seed)),
                        oracle::improved(dim, p.d, table), float_error(dim))
                << dim << "D at " << p.f.x << " " << p.f.y << " " << p.f.z << " " << p.f.w << " seed " << seed;
        }
    }
}

TEST(Noise, IsZeroOnTheLattice) {
    Random random(3);
    for (int i = 0; i < 5000; ++i) {
        glm::vec4 p = random_point(random, i % 2 ? 10 : 1e6).f;
        for (int c = 0; c < 4; ++c)
            p[c] = std::floor(p[c]);
        for (int dim = 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms)
                EXPECT_EQ(base(algorithm, dim, p, random.bits()), 0.0f);
        }
    }
}

// The suprema are computed here by climbing, for every corner free to take its best gradient, and nothing leaves them.
static double supremum(int dim) {
    auto at = [dim](const oracle::Vec& p) {
        double sum = 0;
        for (unsigned corner = 0; corner < (1u << dim); ++corner) {
            double weight = 1, best = -9;
            for (std::uint32_t h = 0; h < (dim == 4 ? 32u : dim == 2 ? 8u : 16u); ++h) {
                const oracle::Vec g = oracle::gradient(dim, h);
                double dot = 0;
                for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
                    dot += g[c] * (p[c] - (corner >> c & 1u));
                best = std::max(best, dot);
            }
            for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
                weight *= corner >> c & 1u ? oracle::fade(p[c]) : 1 - oracle::fade(p[c]);
            }
            sum += weight * best;
        }
        return sum;
    };
    Random random(4);
    double best = 0;
    for (int start = 0; start < 40; ++start) {
        oracle::Vec p{};
        for (double& c : p)
            c = random.unit();
        double value = at(p);
        for (double step = 0.2; step > 1e-7; step *= 0.97) {
            oracle::Vec q = p;
            for (double& c : q)
                c = std::clamp(c + random.between(-step, step), 0.0, 1.0);
            if (const double v = at(q); v > value) {
                value = v;
                p = q;
            }
        }
        best = std::max(best, value);
    }
    return best;
}

TEST(Noise, RangeIsTheSupremum) {
    for (int dim = 1; dim <= 4; ++dim) {
        const double scaled = supremum(dim) * oracle::perlin_scale(dim);
        EXPECT_LE(scaled, 1.0 + 1e-12) << dim << "D";
        EXPECT_GT(scaled, 1.0 - 3e-6) << dim << "D";
    }
    EXPECT_NEAR(supremum(3), 1.0363538, 1e-6);  // what isonoise.hpp says of improved3
    EXPECT_NEAR(supremum(4), 1.5365823, 1e-6);
}

TEST(Noise, StaysInRangeAndUsesIt) {
    Random random(5);
    float highest[5] = {}, lowest[5] = {};
    for (int i = 0; i < 400000; ++i) {
        const glm::vec4 p = random_point(random, 1000).f;
        for (int dim = 1; dim <= 4; ++dim) {
            const float v = base(Algorithm::perlin, dim, p, 9);
            highest[dim] = std::max(highest[dim], v);
            lowest[dim] = std::min(lowest[dim], v);
        }
    }
    // 1D's supremum is reached at the middle of a cell; every float around it stays within the range.
    for (int cell = 0; cell < 4000; ++cell) {
        for (int ulp = -64; ulp <= 64; ++ulp) {
            const float f = std::bit_cast<float>(std::bit_cast<std::uint32_t>(0.5f) + static_cast<std::uint32_t>(ulp));
            ASSERT_LE(std::fabs(perlin1(cell, f, 1)), 1.0f);
        }
    }
    static constexpr float floor_of_contrast[] = {0, 0.99f, 0.85f, 0.75f, 0.6f};
    for (int dim = 1; dim <= 4; ++dim) {
        EXPECT_LE(highest[dim], 1.0f);
        EXPECT_GE(lowest[dim], -1.0f);
        EXPECT_GT(highest[dim], floor_of_contrast[dim]) << dim << "D";
        EXPECT_LT(lowest[dim], -floor_of_contrast[dim]) << dim << "D";
    }
}

TEST(Noise, IsContinuousAcrossCells) {
    Random random(6);
    for (int i = 0; i < 3000; ++i) {
        glm::vec4 p = random_point(random, 50).f;
        const int axis = i % 4;
        p[axis] = std::floor(p[axis]);
        glm::vec4 below = p;
        below[axis] = std::nextafter(p[axis], -1e9f);
        for (int dim = axis + 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms) {
                EXPECT_NEAR(base(algorithm, dim, p, 8), base(algorithm, dim, below, 8), 4e-5f);
            }
        }
    }
}

TEST(Noise, SeedsAndAxesMatter) {
    Random random(7);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Algorithm algorithm : kAlgorithms) {
            int differ_by_seed = 0, differ_by_axis = 0;
            for (int i = 0; i < 1000; ++i) {
                const glm::vec4 p = random_point(random, 100).f;
                differ_by_seed += base(algorithm, dim, p, 0) != base(algorithm, dim, p, 1);
                glm::vec4 q = p;
                q[dim - 1] += 1.0f;  // the last axis too
                differ_by_axis += base(algorithm, dim, p, 0) != base(algorithm, dim, q, 0);
            }
            EXPECT_GT(differ_by_seed, 900);
            EXPECT_GT(differ_by_axis, 900);
        }
    }
}

TEST(Noise, DoesNotRepeatAtPowersOfTwo) {
    // A table repeats every 256 cells; the hash must not, at any shift below 2^32.
    for (int axis = 0; axis < 4; ++axis) {
        for (int shift = 1; shift < 32; ++shift) {
            int same = 0;
            for (int i = 0; i < 64; ++i) {
                glm::ivec4 cell(i, 3 * i, 5 - i, 7);
                glm::ivec4 moved = cell;
                moved[axis] = static_cast<int>(static_cast<std::uint32_t>(moved[axis]) + (1u << shift));
                same += perlin4(cell, glm::vec4(0.3f, 0.4f, 0.6f, 0.7f), 0) ==
                        perlin4(moved, glm::vec4(0.3f, 0.4f, 0.6f, 0.7f), 0);
            }
            EXPECT_LT(same, 4) << "axis " << axis << " shift " << shift;
        }
    }
}

TEST(Noise, OddInputsActAsZero) {
    // The guard: NaN, infinities, |x| >= 2^31 and |x| < 2^-40 act as 0.
    const float odd[] = {std::numeric_limits<float>::quiet_NaN(),
                         std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity(),
                         0x1p31f,
                         -0x1p31f,
                         3e38f,
                         1e-45f,
                         -1e-45f,
                         0x1.fffffep-41f,
                         -0x1.fffffep-41f,
                         -0.0f};
    Random random(8);
    for (float x : odd) {
        for (int i = 0; i < 64; ++i) {
            for (int dim = 1; dim <= 4; ++dim) {
                for (Algorithm algorithm : kAlgorithms) {
                    glm::vec4 p = random_point(random, 20).f, q = p;
                    const int axis = i % dim;
                    p[axis] = x;
                    q[axis] = 0.0f;
                    const float v = base(algorithm, dim, p, 3);
                    EXPECT_EQ(std::bit_cast<std::uint32_t>(v), std::bit_cast<std::uint32_t>(base(algorithm, dim, q, 3)))
                        << x;
                }
            }
        }
    }
    // Just inside it they count: 1D rises from 0 with a slope, and the last float below 2^31 is a lattice point.
    EXPECT_NE(perlin1(0x1p-40f, 0u), 0.0f);
    EXPECT_EQ(perlin1(0x1.fffffep30f, 0u), 0.0f);
    EXPECT_NE(perlin1(static_cast<float>(1 << 22) + 0.5f, 0u), 0.0f);
}

TEST(Noise, NothingIsNaNWhateverTheBits) {
    Random random(9);
    for (int i = 0; i < 200000; ++i) {
        glm::vec4 p;
        for (int c = 0; c < 4; ++c)
            p[c] = std::bit_cast<float>(random.bits());
        for (int dim = 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms)
                ASSERT_FALSE(std::isnan(base(algorithm, dim, p, random.bits())));
        }
    }
}

TEST(Noise, CellFormEqualsCoordinateForm) {
    Random random(10);
    for (int i = 0; i < 20000; ++i) {
        const glm::vec4 p = random_point(random, 5000).f;
        const glm::vec4 c(std::floor(p.x), std::floor(p.y), std::floor(p.z), std::floor(p.w));
        const glm::vec4 f = p - c;
        EXPECT_EQ(perlin1(p.x, 4u), perlin1(static_cast<int>(c.x), f.x, 4u));
        EXPECT_EQ(perlin2(glm::vec2(p), 4u), perlin2(glm::ivec2(c), glm::vec2(f), 4u));
        EXPECT_EQ(perlin3(glm::vec3(p), 4u), perlin3(glm::ivec3(c), glm::vec3(f), 4u));
        EXPECT_EQ(perlin4(p, 4u), perlin4(glm::ivec4(c), f, 4u));
    }
}

#ifdef __SSE2__
TEST(Noise, IsTheSameWithSubnormalsFlushed) {
    // Some engines set FTZ and DAZ; drivers flush too.
    Random random(11);
    std::vector<glm::vec4> points(200000);
    fill_points(random, points, true);
    for (Algorithm algorithm : kAlgorithms) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (float octaves : {1.0f, 8.0f}) {
                const Noise noise({.algorithm = algorithm, .dim = dim, .octaves = octaves});
                for (const glm::vec4& p : points) {
                    const float plain = noise(p);
                    const unsigned before = _mm_getcsr();
                    _mm_setcsr(before | 0x8040u);
                    const float flushed = noise(p);
                    _mm_setcsr(before);
                    ASSERT_EQ(ulp_distance(plain, flushed), 0u) << dim << "D " << plain << " " << flushed;
                }
            }
        }
    }
}
#endif

TEST(Noise, SettingsReachTheFunction) {
    const glm::vec4 p(0.3f, -1.7f, 2.2f, 0.9f);
    EXPECT_EQ(Noise({.dim = 3, .seed = 7, .frequency = 4.0f})(p), perlin3(glm::vec3(p) * 4.0f, 7u));
    EXPECT_EQ(Noise({.algorithm = Algorithm::improved, .dim = 4, .seed = 7})(p), improved4(p, permutation(7)));
    EXPECT_EQ(Noise({.dim = 2, .output = Output::unit})(p), (perlin2(glm::vec2(p), 0u) + 1.0f) * 0.5f);
    EXPECT_THROW(Noise({.dim = 5}), std::invalid_argument);
}
