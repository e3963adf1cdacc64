// Periods of every kind, and animations that loop seamlessly.
#include <cmath>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

constexpr std::uint32_t kMost = 2147483647u;
// 1: all lattice points coincide. Primes and odd counts: % cannot be a mask. 256, 257: around the length of improved's
// table. 2^31 - 1: the largest, where cell + period only just fits.
constexpr std::uint32_t kPeriods[] = {1, 2, 3, 5, 7, 8, 12, 97, 256, 257, 1009, 65536, 1000003, 1u << 30, kMost};

// Moves `by` cells along an axis; false if that does not fit.
bool moved(glm::ivec4& cell, int axis, std::int64_t by) {
    const std::int64_t to = std::int64_t{cell[axis]} + by;
    if (to < -2147483648LL || to > 2147483647LL) return false;
    cell[axis] = static_cast<std::int32_t>(to);
    return true;
}

// Settings whose octaves keep their periods; octave i has period * lacunarity^i.
std::vector<Settings> periodic_settings(int dim) {
    std::vector<Settings> all;
    for (Fractal fractal : kFractals) {
        for (const auto& [lacunarity, octaves, unit] :
             {std::tuple{1.0f, 3.0f, 5u}, {2.0f, 5.0f, 3u}, {3.0f, 4.5f, 7u}, {1.5f, 3.0f, 4u}, {2.5f, 4.0f, 8u}}) {
            Settings s{.dim = dim, .seed = 0x80000001u, .octaves = octaves, .lacunarity = lacunarity};
            s.fractal = fractal;
            for (int c = 0; c < dim; ++c)
                s.period.push_back(unit * static_cast<std::uint32_t>(c + 1));
            all.push_back(s);
            s.warp = 1.25f;
            s.fade = Fade::cubic;
            all.push_back(s);
            if (dim == 2) {
                s.flow = 0.5f;
                all.push_back(s);
            }
        }
    }
    for (Algorithm algorithm : {Algorithm::improved, Algorithm::value}) {
        for (float lacunarity : {1.0f, 2.0f, 3.0f}) {
            Settings s{.algorithm = algorithm, .dim = dim, .seed = 6, .octaves = 4, .lacunarity = lacunarity};
            for (int c = 0; c < dim; ++c)
                s.period.push_back(static_cast<std::uint32_t>(2 * c + 3));
            all.push_back(s);
        }
    }
    return all;
}

}  // namespace

TEST(Period, FreeFunctionsRepeatAlongEachAxisAndAllTogether) {
    Random random(200);
    const Permutation table = permutation(9);
    for (std::uint32_t period : kPeriods) {
        for (int i = 0; i < 600; ++i) {
            glm::ivec4 cell = random_cell(random);
            if (i % 2) cell = cell % 5;  // around 0, where the remainder of negative cells goes wrong
            const glm::vec4 fraction = random_fraction(random);
            for (int dim = 1; dim <= 4; ++dim) {
                glm::uvec4 counts(0u);
                glm::ivec4 to = cell;
                bool fits = true;
                if (i % 3 == 0) {
                    for (int c = 0; c < dim; ++c) {
                        counts[c] = period;
                        fits = fits && moved(to, c, cell[c] < 0 ? period : -std::int64_t{period});
                    }
                } else {
                    const int axis = i % dim;
                    counts[axis] = period;
                    fits = moved(to, axis, cell[axis] < 0 ? period : -std::int64_t{period});
                    if (period < 1000) fits = fits && moved(to, axis, (i % 7 - 3) * std::int64_t{period} * 1000);
                }
                if (!fits) continue;
                visit(dim, [&](auto f) {
                    using F = decltype(f);
                    const auto a = F::cut(cell), b = F::cut(to);
                    const auto r = F::cut(fraction);
                    const auto u = F::cut(counts);
                    auto g = r, h = r;
                    EXPECT_EQ(bits_of(f.perlin_periodic_at(a, r, 5, u)), bits_of(f.perlin_periodic_at(b, r, 5, u)));
                    EXPECT_EQ(bits_of(f.improved_at(a, r, table, u)), bits_of(f.improved_at(b, r, table, u)));
                    EXPECT_EQ(bits_of(f.value_at(a, r, 5, u)), bits_of(f.value_at(b, r, 5, u)));
                    f.perlin_periodic_gradient_at(a, r, 5, u, g);
                    f.perlin_periodic_gradient_at(b, r, 5, u, h);
                    EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
                    f.improved_gradient_at(a, r, table, u, g);
                    f.improved_gradient_at(b, r, table, u, h);
                    EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
                    f.value_gradient_at(a, r, 5, u, g);
                    f.value_gradient_at(b, r, 5, u, h);
                    EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
                });
                ASSERT_FALSE(HasFailure()) << dim << "D period " << period << " cells " << cell.x << " and " << to.x;
            }
        }
    }
}

TEST(Period, IsNoShorterThanAsked) {
    // A period of 6 that is really 3 or 2 would pass every repetition test.
    Random random(201);
    for (Algorithm algorithm : kAlgorithms) {
        for (std::uint32_t period : {4u, 6u, 9u, 12u, 30u, 210u}) {
            for (std::uint32_t part = 1; part < period; ++part) {
                if (period % part != 0) continue;
                int same = 0;
                for (int i = 0; i < 50; ++i) {
                    const Noise noise({.algorithm = algorithm, .dim = 2, .seed = random.bits(), .period = {period, 0}});
                    const glm::ivec4 cell(i, 2 * i, 0, 0);
                    const glm::vec4 f(0.4f, 0.3f, 0, 0);
                    same += noise(cell, f) == noise(cell + glm::ivec4(static_cast<int>(part), 0, 0, 0), f);
                }
                EXPECT_LT(same, 10) << period << " cells repeat after " << part;
            }
        }
    }
}

TEST(Period, ZeroIsTheFunctionWithoutAPeriod) {
    Random random(202);
    for (int i = 0; i < 2000; ++i) {
        const glm::ivec4 cell = random_cell(random);
        const glm::vec4 fraction = random_fraction(random);
        const glm::vec4 p = random_point(random, i % 2 ? 10 : 1e6).f;
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                const auto c = F::cut(cell);
                const auto r = F::cut(fraction), v = F::cut(p);
                const auto none = F::cut(glm::uvec4(0u));
                auto g = r, h = r;
                EXPECT_EQ(bits_of(f.perlin_periodic_at(c, r, 5, none)), bits_of(f.perlin_at(c, r, 5)));
                EXPECT_EQ(bits_of(f.perlin_periodic(v, 5, none)), bits_of(f.perlin(v, 5)));
                EXPECT_EQ(f.perlin_periodic_gradient_at(c, r, 5, none, g), f.perlin_gradient_at(c, r, 5, h));
                EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
                EXPECT_EQ(f.perlin_periodic_gradient(v, 5, none, g), f.perlin_gradient(v, 5, h));
                EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
            });
            for (Algorithm algorithm : kAlgorithms) {
                Settings s{.algorithm = algorithm, .dim = dim, .octaves = 3};
                const float plain = Noise(s)(cell, fraction);
                s.period.assign(static_cast<std::size_t>(dim), 0);
                EXPECT_EQ(bits_of(Noise(s)(cell, fraction)), bits_of(plain)) << text_of(s);
                s.period = {0};  // the meaning of `--period 0` in any dimension
                EXPECT_EQ(bits_of(Noise(s)(cell, fraction)), bits_of(plain)) << text_of(s);
            }
        }
    }
}

TEST(Period, IsNoneUnlessGiven) {
    const Permutation table = permutation(1);
    const float x = 3.3f;
    const glm::vec2 xy(3.3f, 5.7f);
    const glm::vec3 xyz(3.3f, 5.7f, 9.1f);
    const glm::vec4 xyzw(3.3f, 5.7f, 9.1f, 2.2f);
    EXPECT_EQ(improved1(x, table), improved1(x, table, 0u));
    EXPECT_EQ(improved2(xy, table), improved2(xy, table, glm::uvec2(0u)));
    EXPECT_EQ(improved3(xyz, table), improved3(xyz, table, glm::uvec3(0u)));
    EXPECT_EQ(improved4(xyzw, table), improved4(xyzw, table, glm::uvec4(0u)));
    EXPECT_EQ(value1(x, 1u), value1(x, 1u, 0u));
    EXPECT_EQ(value2(xy, 1u), value2(xy, 1u, glm::uvec2(0u)));
    EXPECT_EQ(value3(xyz, 1u), value3(xyz, 1u, glm::uvec3(0u)));
    EXPECT_EQ(value4(xyzw, 1u), value4(xyzw, 1u, glm::uvec4(0u)));

    const glm::ivec2 cell2(3, 5);
    const glm::ivec3 cell3(3, 5, 9);
    const glm::ivec4 cell4(3, 5, 9, 2);
    const glm::vec4 f(0.3f, 0.7f, 0.1f, 0.2f);
    EXPECT_EQ(improved1(3, f.x, table), improved1(3, f.x, table, 0u));
    EXPECT_EQ(improved2(cell2, glm::vec2(f), table), improved2(cell2, glm::vec2(f), table, glm::uvec2(0u)));
    EXPECT_EQ(improved3(cell3, glm::vec3(f), table), improved3(cell3, glm::vec3(f), table, glm::uvec3(0u)));
    EXPECT_EQ(improved4(cell4, f, table), improved4(cell4, f, table, glm::uvec4(0u)));
    EXPECT_EQ(value1(3, f.x, 1u), value1(3, f.x, 1u, 0u));
    EXPECT_EQ(value2(cell2, glm::vec2(f), 1u), value2(cell2, glm::vec2(f), 1u, glm::uvec2(0u)));
    EXPECT_EQ(value3(cell3, glm::vec3(f), 1u), value3(cell3, glm::vec3(f), 1u, glm::uvec3(0u)));
    EXPECT_EQ(value4(cell4, f, 1u), value4(cell4, f, 1u, glm::uvec4(0u)));
}

TEST(Period, EveryKindOfNoiseRepeats) {
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : periodic_settings(dim)) {
            ASSERT_EQ(problem(s), "") << text_of(s);
            const Noise noise(s);
            Random random(203);
            int differing = 0;
            for (int i = 0; i < 120; ++i) {
                const glm::ivec4 cell = i % 2 ? random_cell(random) / 2 : random_cell(random) % 9;
                const glm::vec4 f = random_fraction(random), p = coarse_point(random, 20);
                glm::ivec4 to = cell;
                glm::vec4 q = p;
                for (int c = 0; c < dim; ++c) {
                    if (i % 3 != 0 && c != i % dim) continue;
                    const int turns = static_cast<int>(random.next() % 5) - 2;
                    to[c] += static_cast<int>(s.period[static_cast<std::size_t>(c)]) * turns;
                    q[c] += static_cast<float>(s.period[static_cast<std::size_t>(c)]) * static_cast<float>(turns);
                }
                ASSERT_EQ(bits_of(noise(cell, f)), bits_of(noise(to, f))) << text_of(s);
                ASSERT_EQ(bits_of(noise(p)), bits_of(noise(q))) << text_of(s);
                if (has_gradient(s)) {
                    glm::vec4 g, h;
                    noise.gradient(cell, f, g);
                    noise.gradient(to, f, h);
                    ASSERT_TRUE(same_bits(g, h)) << text_of(s);
                    noise.gradient(p, g);
                    noise.gradient(q, h);
                    ASSERT_TRUE(same_bits(g, h)) << text_of(s);
                }
                glm::ivec4 beside = cell;
                ++beside[i % dim];
                differing += noise(cell, f) != noise(beside, f);
            }
            EXPECT_GT(differing, 100) << text_of(s);
        }
    }
}

TEST(Period, OfOneCellMakesAllCellsOne) {
    Random random(206);
    for (int dim = 1; dim <= 4; ++dim) {
        Settings s{.dim = dim};
        s.period.assign(static_cast<std::size_t>(dim), 1);
        const Noise noise(s);
        for (int i = 0; i < 100; ++i) {
            const glm::vec4 f = random_fraction(random);
            ASSERT_EQ(bits_of(noise(random_cell(random), f)), bits_of(noise(glm::ivec4(0), f))) << text_of(s);
        }
    }
}

TEST(Period, LargePeriodsRepeatInEveryOctaveThatFits) {
    // 2^31 - 1 in octave 0, or just below 2^31 in the last one.
    for (const Settings& s : {Settings{.dim = 3, .period = {kMost, kMost, kMost}},
                              Settings{.dim = 3, .octaves = 4, .period = {268435455, 134217728, 268435454}},
                              Settings{.dim = 3, .octaves = 3, .lacunarity = 3, .period = {238609293, 3, 238609294}},
                              Settings{.dim = 3, .octaves = 3, .period = {536870911, 536870909, 1}, .warp = 16.0f}}) {
        ASSERT_EQ(problem(s), "") << text_of(s);
        const Noise noise(s);
        Random random(204);
        for (int i = 0; i < 200; ++i) {
            glm::ivec4 cell = random_cell(random);
            if (i % 2) cell = glm::ivec4(-i, i - 100, i, 0);
            glm::ivec4 to = cell;
            const int axis = i % 3;
            const std::int64_t period = s.period[static_cast<std::size_t>(axis)];
            if (!moved(to, axis, cell[axis] < 0 ? period : -period)) continue;
            const glm::vec4 f = random_fraction(random);
            glm::vec4 g, h;
            ASSERT_EQ(bits_of(noise.gradient(cell, f, g)), bits_of(noise.gradient(to, f, h))) << text_of(s);
            ASSERT_TRUE(same_bits(g, h));
            ASSERT_EQ(bits_of(noise(cell, f)), bits_of(noise(to, f)));
        }
    }
}

TEST(Period, HasNoSeam) {
    // The last cell's end meets the first cell's start: at fraction 1 against 0, and slightly before it, where octaves
    // still carry cells.
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : periodic_settings(dim)) {
            const Noise noise(s);
            Random random(205);
            for (int i = 0; i < 60; ++i) {
                glm::ivec4 last = random_cell(random) % 50;
                glm::vec4 f = random_fraction(random), before = f;
                const int axis = i % dim;
                last[axis] = static_cast<int>(s.period[static_cast<std::size_t>(axis)]) - 1;
                glm::ivec4 first = last;
                first[axis] = 0;
                f[axis] = 0.0f;
                before[axis] = i % 2 ? 1.0f : 0x1.fffffep-1f;
                glm::vec4 g, h;
                // An ulp before 1 is a step of 2^-24 cells, 2^-20 in the finest octave, plus warp's slope.
                const float tolerance = 2e-4f;
                ASSERT_NEAR(noise(last, before), noise(first, f), tolerance) << text_of(s);
                const bool bent = s.fractal != Fractal::fbm || s.fade == Fade::cubic;  // the derivative may jump
                if (!has_gradient(s) || bent) continue;
                noise.gradient(last, before, g);
                noise.gradient(first, f, h);
                for (int c = 0; c < 4; ++c)
                    ASSERT_NEAR(g[c], h[c], 2e-3f) << text_of(s);
            }
        }
    }
}

TEST(Period, OfImprovedIsTheSameInEveryOctave) {
    // As published: octave i is improved3(p * 2^i, repeat), so with a period of 3 all octaves share 27 cells.
    Random random(206);
    const Permutation table = permutation(8);
    const Settings s{.algorithm = Algorithm::improved, .dim = 3, .seed = 8, .octaves = 3, .period = {3, 5, 7}};
    const Noise noise(s);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec3 p(coarse_point(random, 30));
        double sum = 0;
        for (int octave = 0; octave < 3; ++octave) {
            const float finer = static_cast<float>(1 << octave);
            sum += static_cast<double>(improved3(p * finer, table, glm::uvec3(3, 5, 7))) / static_cast<double>(finer);
        }
        ASSERT_NEAR(static_cast<double>(noise(glm::vec4(p, 0.0f))), sum / 1.75, 1e-5);
    }
}

TEST(Period, WhatOctavesCannotKeepIsRefusedByName) {
    const auto says = [](const Settings& s, const char* name, const char* got) {
        const std::string what = problem(s);
        EXPECT_EQ(what.rfind(std::string(name) + ":", 0), 0u) << what;
        EXPECT_NE(what.find(std::string("'") + got + "'"), std::string::npos) << what;
        EXPECT_THROW(Noise{s}, std::invalid_argument);
    };
    // 4 cells become 6 in the second octave and 9 in the third, but 13.5 in the fourth.
    EXPECT_EQ(problem({.octaves = 3, .lacunarity = 1.5f, .period = {4, 4}}), "");
    says({.octaves = 4, .lacunarity = 1.5f, .period = {4, 4}}, "lacunarity", "1.5");
    says({.octaves = 3.01f, .lacunarity = 1.5f, .period = {4, 4}}, "lacunarity", "1.5");
    says({.octaves = 2, .lacunarity = 2.1f, .period = {0, 10}}, "lacunarity", "2.1");  // 2.1f * 10 is not 21
    says({.octaves = 2, .lacunarity = 1.5f, .loop = 3}, "lacunarity", "1.5");
    says({.algorithm = Algorithm::improved, .octaves = 2, .lacunarity = 1.5f, .period = {4, 4}}, "lacunarity", "1.5");
    // With one octave, lacunarity does not matter.
    EXPECT_EQ(problem({.octaves = 1, .lacunarity = 1.7f, .period = {4, 3}}), "");
    // Below 2^31 up to the last octave.
    EXPECT_EQ(problem({.octaves = 31, .period = {1, 0}}), "");
    EXPECT_EQ(problem({.octaves = 32, .period = {1, 0}}),
              "octaves: a period of 1 with lacunarity 2 reaches 2^31 cells at octave 32, got '32'");
    says({.octaves = 2, .period = {1u << 30, 0}}, "octaves", "2");
    EXPECT_EQ(problem({.octaves = 2, .period = {(1u << 30) - 1, 0}}), "");
    says({.octaves = 1.5f, .lacunarity = 8, .period = {0, 1u << 28}}, "octaves", "1.5");
    EXPECT_EQ(problem({.algorithm = Algorithm::improved, .octaves = 32, .period = {1u << 29, 3}}), "")
        << "its period is not scaled";
    says({.algorithm = Algorithm::improved, .octaves = 2, .period = {kMost, 3}}, "octaves", "2");
    // One count per axis, and a single period for the last axis.
    says({.dim = 3, .period = {4, 4}}, "period", "4,4");
    says({.dim = 1, .period = {4, 4}}, "period", "4,4");
    says({.dim = 2, .period = {4, 4}, .loop = 5}, "loop", "5");
    EXPECT_EQ(problem({.dim = 2, .period = {4, 5}, .loop = 5}), "");
    EXPECT_EQ(problem({.dim = 2, .period = {4, 0}, .loop = 5}), "");
}

TEST(Loop, PointsLieInWholeFramesExactly) {
    EXPECT_EQ(loop_point(0, 48, 4).cell, 0);
    EXPECT_EQ(loop_point(0, 48, 4).fraction, 0.0);
    EXPECT_EQ(loop_point(12, 48, 4).cell, 1);
    EXPECT_EQ(loop_point(12, 48, 4).fraction, 0.0);
    EXPECT_EQ(loop_point(-1, 48, 4).cell, 3);
    EXPECT_EQ(loop_point(-1, 48, 4).fraction, 44.0 / 48);
    Random random(207);
    for (int i = 0; i < 20000; ++i) {
        const std::int64_t frames = i % 2 ? static_cast<std::int64_t>(random.next() % 2147483648u) + 1 : i % 100 + 1;
        const std::uint32_t loop = i % 3 ? static_cast<std::uint32_t>(random.next() % 20) : random.bits() >> 1;
        const std::int64_t frame = static_cast<std::int64_t>(random.next()) >> (i % 2 ? 33 : 50);
        const LoopPoint a = loop_point(frame, frames, loop), b = loop_point(frame + frames, frames, loop);
        ASSERT_EQ(b.cell, a.cell) << frame << "/" << frames << " loop " << loop;
        ASSERT_LT(a.cell, std::max<std::int64_t>(loop, 1));
        ASSERT_EQ(b.fraction, a.fraction);
        ASSERT_GE(a.fraction, 0.0);
        ASSERT_LT(a.fraction, 1.0);
        // frame * loop / frames, minus whole turns: a product of two numbers below 2^31
        const std::int64_t cells = (frame % frames + frames) % frames * loop;
        ASSERT_EQ(a.cell, cells / frames);
        ASSERT_EQ(a.fraction, static_cast<double>(cells % frames) / static_cast<double>(frames));
    }
    // Far frames keep the fraction of near ones; doubles fail from 2^53 on.
    for (std::int64_t turn : {std::int64_t{1}, std::int64_t{1} << 20, (std::int64_t{1} << 53) + 1}) {
        const LoopPoint far = loop_point(turn * 30 + 7, 30, 3), near = loop_point(7, 30, 3);
        EXPECT_EQ(far.fraction, near.fraction);
        EXPECT_EQ(far.cell, near.cell);
        const LoopPoint before = loop_point(7 - turn * 30, 30, 3);
        EXPECT_EQ(before.fraction, near.fraction);
        EXPECT_EQ(before.cell, near.cell);
    }
}

TEST(Period, HoldsBeyondAnInt) {
    EXPECT_EQ(wrapped_cell(2147483648, 3), 2);
    EXPECT_EQ(wrapped_cell(4294967296, 3), 1);
    EXPECT_EQ(wrapped_cell(-1, 255), 254);
    EXPECT_EQ(wrapped_cell(4294967301, 0), 5);
    EXPECT_EQ(axis_point(4294967296.25, {}, 3), (AxisPoint{1, 0.25f}));
    EXPECT_EQ(axis_point(-0.25, {1, 0.5}, 3), (AxisPoint{1, 0.25f}));
    EXPECT_EQ(axis_point(-1.0, {INT64_MAX, 0.5}, 3), (AxisPoint{0, 0.5f}));  // 2^63 - 2 is a multiple of 3
    EXPECT_EQ(axis_point(-0x1p61, {INT64_MIN, 0.5}), (AxisPoint{0, 0.5f}));
}

TEST(Loop, AxisPointsAddFramesWithoutRounding) {
    EXPECT_EQ(AxisPoint(), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(0.0), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(-0.25), (AxisPoint{-1, 0.75f}));
    EXPECT_EQ(axis_point(2.75, {-3, 0.5}), (AxisPoint{0, 0.25f}));
    EXPECT_EQ(axis_point(4294967296.5), (AxisPoint{0, 0.5f}));
    EXPECT_EQ(axis_point(-2147483649.0), (AxisPoint{2147483647, 0.0f}));
    EXPECT_EQ(axis_point(std::nan("")), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(INFINITY), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(0x1p62), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(0x1p62, {}, 7), (AxisPoint{0, 0.0f}));  // 4 is the rest
    EXPECT_EQ(axis_point(-0x1p62, {}, 7), (AxisPoint{0, 0.0f}));
    EXPECT_EQ(axis_point(0x1p62 - 512, {}, 7), (AxisPoint{3, 0.0f}));
    EXPECT_EQ(axis_point(-0x1p62, {5, 0.5}), (AxisPoint{5, 0.5f}));
    EXPECT_EQ(axis_point(0.0, {(std::int64_t{1} << 62) + 3, 0.5}), (AxisPoint{3, 0.5f}));
    Random random(208);
    for (int i = 0; i < 5000; ++i) {
        const double x = random.between(-1e6, 1e6);
        const LoopPoint along = loop_point(static_cast<std::int64_t>(random.next() % 1000), 30, 7);
        const AxisPoint a = axis_point(x, along);
        const double sum = x + static_cast<double>(along.cell) + along.fraction;
        EXPECT_NEAR(static_cast<double>(a.cell) + static_cast<double>(a.fraction), sum, 1e-7 + 1e-9);
        EXPECT_GE(a.fraction, 0.0f);
        EXPECT_LE(a.fraction, 1.0f);
    }
}

TEST(Loop, FrameOneLoopLaterHasTheSameBits) {
    Random random(209);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Fractal fractal : kFractals) {
            for (float lacunarity : {2.0f, 3.0f}) {
                for (int kind = 0; kind < 4; ++kind) {
                    Settings s{.dim = dim, .seed = 11, .octaves = 4, .lacunarity = lacunarity, .fractal = fractal};
                    s.loop = static_cast<std::uint32_t>(2 * kind + 1);
                    if (kind % 2) s.warp = 1.5f;
                    if (kind > 1) {
                        s.period.assign(static_cast<std::size_t>(dim), 6);
                        s.period.back() = 0;
                    }
                    ASSERT_EQ(problem(s), "");
                    const Noise noise(s);
                    const int frames = 7 + kind * 12;  // not a multiple of the loop, to get fractions of all kinds
                    for (int i = 0; i < frames; ++i) {
                        glm::ivec4 cell = random_cell(random);
                        glm::vec4 f = random_fraction(random);
                        const double offset = random.between(-3, 3);
                        auto at = [&](std::int64_t frame) {
                            const AxisPoint t = axis_point(offset, loop_point(frame, frames, s.loop));
                            cell[dim - 1] = t.cell;
                            f[dim - 1] = t.fraction;
                            return bits_of(noise(cell, f));
                        };
                        const std::uint32_t first = at(i);
                        ASSERT_EQ(at(i + frames), first) << text_of(s) << " frame " << i << " of " << frames;
                        ASSERT_EQ(at(i - frames), first);
                        ASSERT_EQ(at(i + 1000 * std::int64_t{frames}), first);
                    }
                }
            }
        }
    }
}

TEST(Loop, FramesDifferWithinALoop) {
    const Noise noise({.dim = 3, .loop = 3});
    std::vector<float> values;
    for (int i = 0; i < 30; ++i) {
        const AxisPoint t = axis_point(0.1, loop_point(i, 30, 3));
        values.push_back(noise(glm::ivec4(4, 5, t.cell, 0), glm::vec4(0.3f, 0.6f, t.fraction, 0)));
    }
    int same = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k)
            same += values[i] == values[k];
    }
    EXPECT_LT(same, 3);
}
