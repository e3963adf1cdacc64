// The scalar reference: published values, the oracle, and the guarantees of every function.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "isonoise/reference.hpp"
#include "oracle_noise.hpp"
#include "points.hpp"

using namespace isonoise;

TEST(Improved, PublishedValues) {
    // The first is Ken Perlin's own; a separate implementation of his article computed the others in double.
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

// The rule in docs/algorithm.md, for so many seeds that each bit of each step affects some entries.
TEST(Improved, TablesAreShuffledAsDocumented) {
    for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
        Permutation expected = permutation(0);
        std::uint64_t state = seed;
        for (std::uint64_t i = 255; i > 0; --i) {
            state = (state + 2654435769u) % 4294967296u;
            std::uint64_t h = state;
            h = oracle::product(h ^ h / 65536, 2146121005u);
            h = oracle::product(h ^ h / 32768, 2221713035u);
            h ^= h / 65536;
            std::swap(expected[i], expected[h * (i + 1) / 4294967296u]);
        }
        ASSERT_EQ(permutation(seed), expected) << seed;
    }
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

static double float_error(int dim) { return oracle::Noise::float_error(dim); }

TEST(Noise, AgreesWithTheOracle) {
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        const Point p = random_point(random, i % 2 ? 3 : 300);
        const std::uint32_t seed = i % 3 ? random.bits() : 0;
        const Permutation table = permutation(seed);
        for (int dim = 1; dim <= 4; ++dim) {
            // The float fraction equals the oracle's double; only the arithmetic differs.
            ASSERT_NEAR(static_cast<double>(base(Algorithm::perlin, dim, p.f, seed)), oracle::perlin(dim, p.d, seed),
                        float_error(dim))
                << dim << "D at " << p.f.x << " " << p.f.y << " " << p.f.z << " " << p.f.w << " seed " << seed;
            ASSERT_NEAR(static_cast<double>(base(Algorithm::improved, dim, p.f, seed)),
                        oracle::improved(dim, p.d, table), float_error(dim))
                << dim << "D at " << p.f.x << " " << p.f.y << " " << p.f.z << " " << p.f.w << " seed " << seed;
            ASSERT_NEAR(static_cast<double>(base(Algorithm::value, dim, p.f, seed)), oracle::value(dim, p.d, seed),
                        float_error(dim))
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
            for (Algorithm algorithm : kGradientAlgorithms)
                EXPECT_EQ(base(algorithm, dim, p, random.bits()), 0.0f);
        }
    }
}

// The supremum of gradient noise if every corner may have its best gradient, in 2D rotated by an angle; found by hill
// climbing.
static double supremum(int dim, Fade fade = Fade::quintic, double angle = 0) {
    const std::vector<oracle::Vec> set = oracle::gradients(dim);
    auto at = [&](const oracle::Vec& p) {
        double sum = 0;
        for (unsigned corner = 0; corner < (1u << dim); ++corner) {
            oracle::Vec offset{};
            double weight = 1, best = -9;
            for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
                offset[c] = p[c] - (corner >> c & 1u);
                weight *= corner >> c & 1u ? oracle::fade(p[c], fade) : 1 - oracle::fade(p[c], fade);
            }
            if (angle != 0) {
                const double cosine = std::cos(angle), sine = std::sin(angle);
                offset = {cosine * offset[0] + sine * offset[1], cosine * offset[1] - sine * offset[0], 0, 0};
            }
            for (const oracle::Vec& g : set) {
                best = std::max(best, g[0] * offset[0] + g[1] * offset[1] + g[2] * offset[2] + g[3] * offset[3]);
            }
            sum += weight * best;
        }
        return sum;
    };
    Random random(4);
    double best = 0;
    for (int start = 0; start < 30; ++start) {
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
    for (Fade fade : kFades) {
        for (int dim = 1; dim <= 4; ++dim) {
            const Noise noise({.dim = dim, .fade = fade});
            const double scaled = supremum(dim, fade) * static_cast<double>(noise.plan().scale);
            EXPECT_LE(scaled, 1.0 + 1e-12) << dim << "D fade " << static_cast<int>(fade);
            EXPECT_GT(scaled, 1.0 - 3e-6) << dim << "D fade " << static_cast<int>(fade);
        }
    }
    EXPECT_NEAR(supremum(3), 1.0363538, 1e-6);  // isonoise.hpp's figure for improved3
    EXPECT_NEAR(supremum(4), 1.5365823, 1e-6);
}

TEST(Noise, RangeIsTheSupremumAtEveryAngleOfFlow) {
    Random random(13);
    for (Fade fade : kFades) {
        for (int i = 0; i < 60; ++i) {
            // Multiples of 45 degrees map the set onto itself; 22.5 degrees map a gradient onto the diagonal. Also
            // tests around these.
            const double turn = i < 32 ? i * 0.19634954084936207 : random.between(-1000, 1000);
            const auto angle = static_cast<float>(turn + (i % 2 ? 1e-3 : 0));
            const Noise noise({.fade = fade, .flow = angle});
            if (angle != 0.0f) {
                EXPECT_EQ(static_cast<double>(noise.plan().scale), oracle::flow_scale(static_cast<double>(angle), fade))
                    << angle;
            }
            const double scaled =
                supremum(2, fade, static_cast<double>(angle)) * static_cast<double>(noise.plan().scale);
            EXPECT_LE(scaled, 1.0) << angle << " fade " << static_cast<int>(fade);
            EXPECT_GT(scaled, 0.999) << angle << " fade " << static_cast<int>(fade);
        }
    }
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
    // 1D reaches its supremum in the middle of a cell; every float around it stays within range.
    for (int cell = 0; cell < 4000; ++cell) {
        for (int ulp = -64; ulp <= 64; ++ulp) {
            const float f = std::bit_cast<float>(std::bit_cast<std::uint32_t>(0.5f) + static_cast<std::uint32_t>(ulp));
            ASSERT_LE(std::fabs(perlin1(cell, f, 1)), 1.0f);
        }
    }
    static constexpr float floor_of_contrast[] = {0, 0.95f, 0.85f, 0.75f, 0.6f};
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
                q[dim - 1] += 1.0f;  // covers the last axis too
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
    // Just inside the guard they count: 1D rises from 0 with a slope, and the last float below 2^31 is a lattice point.
    EXPECT_NE(perlin1(0x1p-40f, 0u), 0.0f);
    EXPECT_EQ(perlin1(0x1.fffffep30f, 0u), 0.0f);
    EXPECT_NE(perlin1(static_cast<float>(1 << 22) + 0.5f, 0u), 0.0f);
}

TEST(Noise, IntegersAreTheCellAndTheHashesOfTwoCorners) {
    Random random(12);
    for (int i = 0; i < 3000; ++i) {
        const Point p = random_point(random, i % 2 ? 20 : 1e9);
        for (int dim = 1; dim <= 4; ++dim) {
            for (Algorithm algorithm : kAlgorithms) {
                Settings s{.algorithm = algorithm, .dim = dim, .seed = random.bits()};
                oracle::Counts period{};
                for (std::size_t c = 0; c < static_cast<std::size_t>(dim) && i % 3 == 0; ++c) {
                    period[c] = static_cast<std::uint32_t>(random.next() % 7);
                    s.period.push_back(period[c]);
                }
                const Permutation table = permutation(s.seed);
                const Integers at = integers(Noise(s), p.f);
                oracle::Counts corner[2] = {};
                for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
                    const auto cell = static_cast<std::int64_t>(std::floor(p.d[c]));
                    for (int high = 0; high < 2; ++high)
                        corner[high][c] = oracle::lattice_coordinate(cell + high, period[c], 1);
                    EXPECT_EQ(at.cell[c], corner[0][c]) << text_of(s);
                }
                for (int high = 0; high < 2; ++high) {
                    const std::uint32_t hash = at.hashes[2 * high], choice = at.hashes[2 * high + 1];
                    if (algorithm == Algorithm::improved) {
                        std::uint32_t h = 0;
                        for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
                            h = table[(h + corner[high][c]) & 255u];
                        EXPECT_EQ(hash, h) << text_of(s);
                        EXPECT_EQ(choice, oracle::improved_choice(dim, h)) << text_of(s);
                        continue;
                    }
                    EXPECT_EQ(hash, oracle::hashed(dim, corner[high], oracle::seeded(s.seed))) << text_of(s);
                    EXPECT_EQ(choice, algorithm == Algorithm::perlin
                                          ? oracle::choice(dim, hash)
                                          : static_cast<std::uint32_t>(static_cast<std::int32_t>(hash) >> 7))
                        << text_of(s);
                }
            }
        }
    }
}

TEST(Noise, SettingsReachTheFunction) {
    const glm::vec4 p(0.3f, -1.7f, 2.2f, 0.9f);
    EXPECT_EQ(Noise({.dim = 3, .seed = 7, .frequency = 4.0f})(p), perlin3(glm::vec3(p) * 4.0f, 7u));
    EXPECT_EQ(Noise({.algorithm = Algorithm::improved, .dim = 4, .seed = 7})(p), improved4(p, permutation(7)));
    EXPECT_EQ(Noise({.dim = 2, .output = Output::unit})(p), (perlin2(glm::vec2(p), 0u) + 1.0f) * 0.5f);
    EXPECT_THROW(Noise({.dim = 5}), std::invalid_argument);
}
