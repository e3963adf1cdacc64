// Values and derivatives of every function against the double oracle.
#include <cmath>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "oracle_noise.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

constexpr std::uint32_t kSeeds[] = {0u, 1u, 0x80000000u, 0xFFFFFFFFu, 123456789u};

std::string at(glm::vec4 p) {
    return " at " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + " " +
           std::to_string(p.w);
}

// The oracle's point for p * frequency, which must be exact in float.
oracle::Place scaled(const Settings& s, glm::vec4 p) {
    oracle::Vec d{};
    for (int c = 0; c < 4; ++c)
        d[static_cast<std::size_t>(c)] = static_cast<double>(p[c] * s.frequency);
    return oracle::place(d);
}

bool has_creases(const Settings& s) {
    return s.fractal == Fractal::turbulence || s.fractal == Fractal::ridged || s.fractal == Fractal::billow;
}

// Does the derivative jump near a point? |n| has a kink at 0, a linear fade at every cell border. A cubic fade has a
// kink in the derivative there, which disturbs central differences across it.
bool jumps(const Settings& s, const oracle::Noise::Result& r) {
    if (has_creases(s) && r.crease < 1e-3) return true;
    return (s.fade == Fade::linear || s.fade == Fade::cubic) && r.border < 1e-3;
}

void expect_near(glm::vec4 gradient, const oracle::Vec& expected, double tolerance, int dim, const std::string& where) {
    for (int c = 0; c < 4; ++c) {
        const double want = c < dim ? expected[static_cast<std::size_t>(c)] : 0.0;
        ASSERT_NEAR(static_cast<double>(gradient[c]), want, tolerance) << "axis " << c << where;
    }
}

}  // namespace

TEST(Gradient, FreeFunctionsHaveTheOraclesDerivativesAndTheirOwnValues) {
    Random random(100);
    const Permutation tables[] = {permutation(0), permutation(0x80000000u)};
    for (int i = 0; i < 3000; ++i) {
        const glm::vec4 p = random_point(random, i % 2 ? 3 : 300).f;
        const glm::vec4 low(std::floor(p.x), std::floor(p.y), std::floor(p.z), std::floor(p.w)), rest = p - low;
        const std::uint32_t seed = kSeeds[i % 5];
        const Permutation& table = tables[i % 2];
        // No period, a single cell (all corners coincide), odd counts, one beyond 256.
        const glm::uvec4 counts[] = {{0, 0, 0, 0}, {1, 2, 3, 4}, {0, 7, 1, 0}, {300, 5, 0, 255}};
        const glm::uvec4 period = counts[i % 4];
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                auto v = F::cut(p), fraction = F::cut(rest);
                auto cell = F::cut(glm::ivec4(low));
                auto u = F::cut(period);
                const std::string where = at(p) + " " + std::to_string(dim) + "D seed " + std::to_string(seed);
                Settings s{.dim = dim, .seed = seed};
                s.period.assign(&period.x, &period.x + dim);

                auto expect = [&](Algorithm algorithm, float value, float again, float at_cell, auto g, auto g_cell) {
                    s.algorithm = algorithm;
                    EXPECT_EQ(bits_of(value), bits_of(again)) << where;
                    EXPECT_EQ(bits_of(value), bits_of(at_cell)) << where;
                    EXPECT_TRUE(same_bits(F::widened(g), F::widened(g_cell))) << where;
                    const oracle::Noise reference(s);
                    const auto tolerance = reference.tolerance();
                    const oracle::Place q = scaled(s, p);
                    ASSERT_NEAR(static_cast<double>(value), reference.at(q).value, tolerance.value) << where;
                    expect_near(F::widened(g), reference.gradient(q), tolerance.gradient, dim, where);
                };
                auto g = v, h = v;
                float again = f.perlin_periodic_gradient(v, seed, u, g);
                float at_cell = f.perlin_periodic_gradient_at(cell, fraction, seed, u, h);
                expect(Algorithm::perlin, f.perlin_periodic(v, seed, u), again, at_cell, g, h);
                EXPECT_EQ(bits_of(again), bits_of(f.perlin_periodic_at(cell, fraction, seed, u)));
                if (period == glm::uvec4(0u)) {
                    again = f.perlin_gradient(v, seed, g);
                    at_cell = f.perlin_gradient_at(cell, fraction, seed, h);
                    expect(Algorithm::perlin, f.perlin(v, seed), again, at_cell, g, h);
                    EXPECT_EQ(bits_of(again), bits_of(f.perlin_at(cell, fraction, seed)));
                }
                again = f.value_gradient(v, seed, u, g);
                at_cell = f.value_gradient_at(cell, fraction, seed, u, h);
                expect(Algorithm::value, f.value(v, seed, u), again, at_cell, g, h);
                EXPECT_EQ(bits_of(again), bits_of(f.value_at(cell, fraction, seed, u)));
                s.seed = i % 2 ? 0x80000000u : 0u;
                again = f.improved_gradient(v, table, u, g);
                at_cell = f.improved_gradient_at(cell, fraction, table, u, h);
                expect(Algorithm::improved, f.improved(v, table, u), again, at_cell, g, h);
                EXPECT_EQ(bits_of(again), bits_of(f.improved_at(cell, fraction, table, u)));
            });
            if (HasFatalFailure()) return;
        }
    }
}

TEST(Gradient, NoiseHasTheOraclesValueAndDerivatives) {
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : varied_settings(dim)) {
            ASSERT_EQ(problem(s), "") << text_of(s);
            const Noise noise(s);
            const oracle::Noise reference(s);
            const auto tolerance = reference.tolerance();
            Random random(101);
            int compared = 0;
            for (int i = 0; i < 60; ++i) {
                const glm::vec4 p = coarse_point(random, i % 2 ? 4 : 30);
                const oracle::Place q = scaled(s, p);
                const auto expected = reference.at(q);
                const std::string where = at(p) + text_of(s);
                const float value = noise(p);
                ASSERT_NEAR(static_cast<double>(value), expected.value, tolerance.value) << where;
                if (!has_gradient(s)) continue;
                glm::vec4 gradient(9);
                EXPECT_EQ(bits_of(noise.gradient(p, gradient)), bits_of(value)) << where;
                if (jumps(s, expected)) continue;
                ++compared;
                expect_near(gradient, reference.gradient(q), tolerance.gradient, dim, where);
                if (HasFatalFailure()) return;
            }
            EXPECT_GT(compared, has_gradient(s) ? 40 : -1) << text_of(s);
        }
    }
}

TEST(Gradient, GoesOnWhereOctavesGrowSoSteepThatItIsCountedInLargerUnits) {
    for (int dim = 1; dim <= 4; ++dim) {
        const Settings below{.dim = dim, .frequency = 3, .octaves = 30, .persistence = 1, .lacunarity = 4};
        Settings above = below;
        above.octaves = std::nextafter(30.0f, 31.0f);  // for slopes from 4^30 on
        Random random(104);
        for (int i = 0; i < 100; ++i) {
            const glm::vec4 p = random_point(random, 3).f;
            glm::vec4 g, h;
            Noise(below).gradient(p, g);
            Noise(above).gradient(p, h);
            ASSERT_GT(glm::length(g), 0x1p40f);
            ASSERT_LT(glm::length(h - g), 1e-4f * glm::length(g)) << at(p) << text_of(below);
        }
    }
}

TEST(Gradient, OfCellsHasTheOraclesValueAndDerivativesAnywhere) {
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : varied_settings(dim)) {
            // Near the origin only: the second layer takes its coordinate in float, and other lacunarities wrap at 2^32
            // cells of an octave.
            const bool near = s.algorithm == Algorithm::value_two_layer || s.lacunarity != std::floor(s.lacunarity);
            const Noise noise(s);
            const oracle::Noise reference(s, true);
            const auto tolerance = reference.tolerance();
            Random random(102);
            for (int i = 0; i < 60; ++i) {
                glm::ivec4 cell = random_cell(random);
                if (near) cell = cell % 20;
                if (!near && i % 4 == 0) cell = glm::ivec4(2147483647 - i, -2147483647 - 1 + i, i, -i);
                const glm::vec4 f = random_fraction(random);
                const oracle::Place q = place_of(cell, f);
                const auto expected = reference.at(q);
                const std::string where = " in cell " + std::to_string(cell.x) + " " + std::to_string(cell.y) + " " +
                                          std::to_string(cell.z) + " " + std::to_string(cell.w) + at(f) + text_of(s);
                const float value = noise(cell, f);
                ASSERT_NEAR(static_cast<double>(value), expected.value, tolerance.value) << where;
                if (!has_gradient(s)) continue;
                glm::vec4 gradient(9);
                EXPECT_EQ(bits_of(noise.gradient(cell, f, gradient)), bits_of(value)) << where;
                if (jumps(s, expected)) continue;
                expect_near(gradient, reference.gradient(q), tolerance.gradient, dim, where);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST(Gradient, OfOneOctaveHasTheBitsOfTheFreeFunction) {
    Random random(103);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec4 p = random_point(random, 50).f;
        const std::uint32_t seed = random.bits();
        const Permutation table = permutation(seed);
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                const auto v = F::cut(p);
                const auto none = F::cut(glm::uvec4(0u));
                auto g = v;
                glm::vec4 h;
                EXPECT_EQ(f.perlin_gradient(v, seed, g), Noise({.dim = dim, .seed = seed}).gradient(p, h));
                EXPECT_TRUE(same_bits(F::widened(g), h));
                EXPECT_EQ(f.improved_gradient(v, table, none, g),
                          Noise({.algorithm = Algorithm::improved, .dim = dim, .seed = seed}).gradient(p, h));
                EXPECT_TRUE(same_bits(F::widened(g), h));
                EXPECT_EQ(f.value_gradient(v, seed, none, g),
                          Noise({.algorithm = Algorithm::value, .dim = dim, .seed = seed}).gradient(p, h));
                EXPECT_TRUE(same_bits(F::widened(g), h));
            });
        }
    }
}

TEST(Gradient, OnALatticePointIsTheGradientThere) {
    // All weights but one are 0 and flat there: the derivative is the lattice point's own gradient vector.
    for (int dim = 1; dim <= 4; ++dim) {
        Random random(104);
        for (int i = 0; i < 200; ++i) {
            const glm::ivec4 cell = random_cell(random);
            glm::vec4 g;
            EXPECT_EQ(Noise({.dim = dim, .seed = 3}).gradient(cell, glm::vec4(0.0f), g), 0.0f);
            oracle::Counts lattice{};
            for (int c = 0; c < dim; ++c)
                lattice[static_cast<std::size_t>(c)] = static_cast<std::uint32_t>(cell[c]);
            const oracle::Vec expected = oracle::gradient(dim, oracle::hashed(dim, lattice, oracle::seeded(3)));
            for (int c = 0; c < dim; ++c) {
                EXPECT_NEAR(static_cast<double>(g[c]),
                            expected[static_cast<std::size_t>(c)] * oracle::perlin_scale(dim), 1e-6);
            }
        }
    }
}

// Near a lattice point whose own gradient has a component of 0, that component comes from others and is tiny.
TEST(Gradient, IsZeroBelow2ToTheMinus64) {
    for (Fade fade : {Fade::quintic, Fade::cubic}) {
        int exact = 0;
        for (int dim = 3; dim <= 4; ++dim) {
            int found = 0;
            Random random(105);
            for (std::uint32_t seed = 0; seed < 1000; ++seed) {
                const auto other = static_cast<float>(random.between(0.5, 2));
                const Noise noise({.dim = dim, .seed = seed, .fade = fade});
                const auto component = [&](std::uint32_t x, int c) {
                    const float t = std::bit_cast<float>(x);
                    const glm::vec4 p(t, other * t, 0, 0);
                    glm::vec4 g;
                    noise.gradient(p, g);
                    if (fade == Fade::quintic) {
                        visit(dim, [&](auto fs) {
                            auto free = fs.cut(p);
                            fs.perlin_gradient(fs.cut(p), seed, free);
                            EXPECT_EQ(bits_of(fs.widened(free)[c]), bits_of(g[c]));
                        });
                    }
                    return g[c];
                };
                for (int c = 2; c < dim; ++c) {
                    std::uint32_t zero = std::bit_cast<std::uint32_t>(0x1p-36f),
                                  more = std::bit_cast<std::uint32_t>(0x1p-18f);
                    if (component(zero, c) != 0.0f || component(more, c) == 0.0f) continue;
                    ++found;
                    while (more - zero > 1) {
                        const std::uint32_t middle = zero + (more - zero) / 2;
                        (component(middle, c) == 0.0f ? zero : more) = middle;
                    }
                    const float least = std::fabs(component(more, c));
                    EXPECT_GE(least, 0x1p-64f);
                    EXPECT_LT(least, 0x1.001p-64f);
                    exact += least == 0x1p-64f;
                }
            }
            EXPECT_GT(found, 20) << dim;
        }
        EXPECT_GT(exact, 20) << "2^-64 itself stays";
    }
}

TEST(Gradient, IsRefusedWhereThereIsNone) {
    glm::vec4 g;
    const glm::vec4 p(0.3f);
    EXPECT_THROW(Noise({.algorithm = Algorithm::axis}).gradient(p, g), std::logic_error);
    EXPECT_THROW(Noise({.algorithm = Algorithm::diagonal}).gradient(glm::ivec4(1), p, g), std::logic_error);
    EXPECT_THROW(Noise({.algorithm = Algorithm::slope, .dim = 1}).gradient(p, g), std::logic_error);
    EXPECT_THROW(Noise({.fractal = Fractal::eroded}).gradient(p, g), std::logic_error);
    EXPECT_THROW(Noise({.fractal = Fractal::ridged}).slope(p, g), std::logic_error);
    EXPECT_THROW(Noise({}).slope(glm::ivec4(1), p, g), std::logic_error);
    EXPECT_NO_THROW(Noise({.fractal = Fractal::eroded}).slope(p, g));
}
