// Cells and fractions: coordinates over the whole range of integers.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

glm::vec4 floor_of(glm::vec4 p) { return {std::floor(p.x), std::floor(p.y), std::floor(p.z), std::floor(p.w)}; }

// The correlation of two lists of numbers.
class Correlation {
  public:
    void add(double a, double b) {
        ++n_;
        a_ += a;
        b_ += b;
        aa_ += a * a;
        bb_ += b * b;
        ab_ += a * b;
    }
    double value() const { return (ab_ - a_ * b_ / n_) / std::sqrt((aa_ - a_ * a_ / n_) * (bb_ - b_ * b_ / n_)); }

  private:
    double n_ = 0, a_ = 0, b_ = 0, aa_ = 0, bb_ = 0, ab_ = 0;
};

// Settings with equally weighted octaves, so that any repeating octave is visible.
Settings equal_octaves(Algorithm algorithm, int dim, float octaves, float lacunarity) {
    return {
        .algorithm = algorithm, .dim = dim, .seed = 21, .octaves = octaves, .persistence = 1, .lacunarity = lacunarity};
}

}  // namespace

TEST(Cells, AgreeWithCoordinatesInTheFreeFunctions) {
    Random random(300);
    const Permutation table = permutation(3);
    for (int i = 0; i < 4000; ++i) {
        // Up to 2^22, where a float still resolves halves.
        const glm::vec4 p = random_point(random, i % 3 == 0 ? 4194304 : i % 3 == 1 ? 5000 : 2).f;
        const glm::vec4 low = floor_of(p), rest = p - low;
        const glm::ivec4 cell(low);
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                const auto v = F::cut(p), r = F::cut(rest);
                const auto c = F::cut(cell);
                const auto u = F::cut(glm::uvec4(5, 0, 7, 300));
                EXPECT_EQ(bits_of(f.perlin(v, 4)), bits_of(f.perlin_at(c, r, 4)));
                EXPECT_EQ(bits_of(f.perlin_periodic(v, 4, u)), bits_of(f.perlin_periodic_at(c, r, 4, u)));
                EXPECT_EQ(bits_of(f.improved(v, table, u)), bits_of(f.improved_at(c, r, table, u)));
                EXPECT_EQ(bits_of(f.value(v, 4, u)), bits_of(f.value_at(c, r, 4, u)));
            });
        }
        EXPECT_EQ(axis2(glm::vec2(p), axis_table(1)), axis2(glm::ivec2(cell), glm::vec2(rest), axis_table(1)));
        EXPECT_EQ(diagonal2(glm::vec2(p)), diagonal2(glm::ivec2(cell), glm::vec2(rest)));
        EXPECT_EQ(slope1(p.x), slope1(cell.x, rest.x));
    }
}

TEST(Cells, AgreeWithCoordinatesInEveryKindOfNoise) {
    for (int dim = 1; dim <= 4; ++dim) {
        std::vector<Settings> all = varied_settings(dim);
        for (float lacunarity : {1.0f, 2.0f, 3.0f, 5.0f, 8.0f}) {
            for (Fractal fractal : kFractals)
                all.push_back({.dim = dim, .octaves = 3, .lacunarity = lacunarity, .fractal = fractal});
        }
        if (dim == 2) {
            all.push_back({.algorithm = Algorithm::axis, .seed = 5, .octaves = 4});
            all.push_back({.algorithm = Algorithm::diagonal, .octaves = 4});
        }
        if (dim == 1) all.push_back({.algorithm = Algorithm::slope, .dim = 1, .octaves = 4});
        for (Settings s : all) {
            s.frequency = 1.0f;  // cells are counted after scaling
            const Noise noise(s);
            // Only while every octave's cell fits 32 bits: beyond that coordinates wrap and cells count windows.
            const double reach = std::min(
                4194304.0, 2147483647.0 / std::pow(static_cast<double>(s.lacunarity), static_cast<double>(s.octaves)));
            Random random(301);
            for (int i = 0; i < 60; ++i) {
                glm::vec4 p = random_point(random, i % 3 == 0 ? reach : 20).f;
                if (i % 6 == 1) p[i / 6 % 4] = -1e-9f;  // its fraction rounds to 1
                const glm::vec4 low = floor_of(p);
                const float value = noise(p);
                ASSERT_EQ(bits_of(noise(glm::ivec4(low), p - low)), bits_of(value)) << text_of(s);
                if (!has_gradient(s)) continue;
                glm::vec4 g, h;
                ASSERT_EQ(bits_of(noise.gradient(p, g)), bits_of(noise.gradient(glm::ivec4(low), p - low, h)));
                ASSERT_TRUE(same_bits(g, h)) << text_of(s);
            }
        }
    }
}

// The noise at a coordinate, and at its cell and fraction as computed by grids, pictures and `sample --cells`.
static void expect_one_value(const Noise& noise, glm::vec4 p) {
    const Settings& s = noise.settings();
    glm::ivec4 cell(0), given(0);
    glm::vec4 fraction(0.0f);
    for (int c = 0; c < s.dim; ++c) {
        const std::uint32_t repeat = periods(s)[static_cast<std::size_t>(c)];
        const auto x = static_cast<double>(p[c]);
        const AxisPoint at = axis_point(x, {}, repeat);
        cell[c] = at.cell;
        fraction[c] = at.fraction;
        given[c] = wrapped_cell(static_cast<std::int64_t>(std::floor(x)), repeat);
    }
    const std::uint32_t value = bits_of(noise(p));
    ASSERT_EQ(bits_of(noise(cell, fraction)), value) << p.x << text_of(s);
    ASSERT_EQ(bits_of(noise(given, fraction)), value) << p.x << text_of(s);
    if (!has_gradient(s)) return;
    glm::vec4 g, h;
    ASSERT_EQ(bits_of(noise.gradient(cell, fraction, g)), bits_of(noise.gradient(p, h))) << p.x << text_of(s);
    ASSERT_TRUE(same_bits(g, h)) << p.x << text_of(s);
}

TEST(Cells, OfTablesGiveTheValueOfTheCoordinate) {
    // Lattices that repeat: with these settings the octaves do not repeat along with them.
    for (const auto& [octaves, lacunarity] : {std::pair{4.0f, 3.5f}, {2.0f, 1.25f}, {29.0f, 7.0f}, {32.0f, 5.0f}}) {
        const Noise noise({.algorithm = Algorithm::slope, .dim = 1, .octaves = octaves, .lacunarity = lacunarity});
        for (float x : {300.5f, -0.5f, 255.25f, 510.75f, -255.5f, 65537.5f, 4194303.5f, -4194303.5f, 8388609.0f})
            expect_one_value(noise, glm::vec4(x));
    }
    Random random(310);
    for (int i = 0; i < 7 * 600; ++i) {
        Settings s = random_settings(random, i % 2 == 0);
        s.algorithm = static_cast<Algorithm>(i % 7);
        s.frequency = 1.0f;  // cells are counted after scaling
        const Noise noise(nearest(s));
        for (int k = 0; k < 6; ++k) {  // up to 2^31, where coordinates end
            glm::vec4 p = random_point(random, std::exp2(random.between(0, 31))).f;
            if (k == 5) p[i % 4] = -1e-9f;  // its fraction rounds to 1
            expect_one_value(noise, p);
        }
    }
}

static void expect_no_repetition_at_powers_of_two(const Settings& s, std::uint64_t seed) {
    const Noise noise(s);
    Random random(seed);
    for (int k = 1; k < 32; ++k) {
        const int axis = k % s.dim, points = 2500;
        Correlation correlation;
        int same = 0;
        for (int i = 0; i < points; ++i) {
            const glm::ivec4 cell = random_cell(random);
            const glm::vec4 f = random_fraction(random);
            glm::ivec4 to = cell;
            to[axis] = static_cast<int>(static_cast<std::uint32_t>(to[axis]) + (1u << k));
            const float a = noise(cell, f), b = noise(to, f);
            correlation.add(static_cast<double>(a), static_cast<double>(b));
            same += a == b;
        }
        // The mean is 0, the standard deviation 1/sqrt(points) = 0.02; one repeating octave of 6 equal ones adds a
        // sixth.
        EXPECT_LT(std::fabs(correlation.value()), 0.11) << "2^" << k << " along axis " << axis << text_of(s);
        // In 1D two cells have the same pair of gradients 1 time in 256.
        EXPECT_LT(same, s.octaves == 1.0f ? points / 20 : points / 100) << "2^" << k << text_of(s);
    }
}

// An offset of 2^32 cells is the same int, so nothing can go wrong there. At smaller powers of two a table repeats and
// a cheap hash is weak, because only the key's top bits change.
TEST(Cells, OneOctaveIsNotCorrelatedAtPowersOfTwo) {
    for (Algorithm algorithm : {Algorithm::perlin, Algorithm::value}) {
        for (int dim = 1; dim <= 4; ++dim)
            expect_no_repetition_at_powers_of_two(equal_octaves(algorithm, dim, 1, 2), 302);
    }
}

// Octave i repeats after 2^32 / lacunarity^i cells if its cell is truncated to 32 bits.
TEST(Cells, OctavesAreNotCorrelatedAtPowersOfTwo) {
    for (Algorithm algorithm : {Algorithm::perlin, Algorithm::value}) {
        for (int dim = 1; dim <= 4; ++dim) {
            expect_no_repetition_at_powers_of_two(equal_octaves(algorithm, dim, 6, 2), 307);
            expect_no_repetition_at_powers_of_two(equal_octaves(algorithm, dim, 6, 3), 308);
            expect_no_repetition_at_powers_of_two(equal_octaves(algorithm, dim, 4, 8), 309);
        }
    }
}

TEST(Cells, GoOnFromTheLastToTheFirst) {
    for (Algorithm algorithm : kAlgorithms) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (const auto& [octaves, lacunarity, warp] : {std::tuple{1.0f, 2.0f, 0.0f},
                                                            {5.0f, 2.0f, 0.0f},
                                                            {5.0f, 3.0f, 0.0f},
                                                            {3.0f, 5.0f, 0.0f},
                                                            {5.0f, 2.0f, 2.0f},
                                                            {5.0f, 3.0f, 2.0f}}) {
                if (warp != 0.0f && algorithm != Algorithm::perlin) continue;
                Settings s = equal_octaves(algorithm, dim, octaves, lacunarity);
                s.warp = warp;
                const Noise noise(s);
                Random random(303);
                for (int i = 0; i < 200; ++i) {
                    const int axis = i % dim;
                    glm::ivec4 last = random_cell(random);
                    last[axis] = std::numeric_limits<int>::max();
                    glm::ivec4 first = last;
                    first[axis] = std::numeric_limits<int>::min();
                    const glm::vec4 f = random_fraction(random);
                    glm::vec4 end = f, start = f, before = f;
                    end[axis] = 1.0f;
                    start[axis] = 0.0f;
                    before[axis] = 1.0f - 0x1p-18f;
                    const float value = noise(first, start);
                    // Both are the same point, except for warp's rounding.
                    ASSERT_NEAR(noise(last, end), value, warp == 0.0f ? 5e-6f : 2e-3f) << text_of(s);
                    ASSERT_NEAR(noise(last, before), value, warp == 0.0f ? 3e-3f : 2e-2f) << text_of(s);
                    // The octaves' own windows of 2^32 cells have borders inside octave 0.
                    glm::ivec4 middle = last;
                    middle[axis] = static_cast<int>(lacunarity == 3.0f ? 715827882 : 1073741823) * (i % 2 ? 1 : -1);
                    glm::ivec4 next = middle;
                    ++next[axis];
                    ASSERT_NEAR(noise(middle, end), noise(next, start), warp == 0.0f ? 5e-6f : 2e-3f) << text_of(s);
                    glm::vec4 g, h;
                    noise.gradient(last, end, g);
                    noise.gradient(first, start, h);
                    for (int c = 0; c < 4 && warp == 0.0f; ++c)
                        ASSERT_NEAR(g[c], h[c], 1e-3f) << text_of(s);
                }
            }
        }
    }
}

TEST(Cells, NoWindowBorderIsASeam) {
    // Every octave's window ends where its cell is 2^31 modulo 2^32: across that point, along a line of octave 0,
    // values of neighbouring points stay close. Those of `value` are not 0 there.
    for (Algorithm algorithm : {Algorithm::perlin, Algorithm::value}) {
        for (float lacunarity : {2.0f, 3.0f, 5.0f, 8.0f}) {
            const Noise noise(equal_octaves(algorithm, 1, 5, lacunarity));
            double per_octave = 1;
            for (int octave = 0; octave < 5; ++octave, per_octave *= static_cast<double>(lacunarity)) {
                for (int window = 0; window < per_octave && window < 40; ++window) {
                    const double border =
                        (2147483648.0 + 4294967296.0 * (window - std::floor(per_octave / 2))) / per_octave;
                    if (std::fabs(border) >= 2147483647) continue;
                    const AxisPoint low = axis_point(border - 1e-6 / per_octave),
                                    high = axis_point(border + 1e-6 / per_octave);
                    EXPECT_NEAR(noise(glm::ivec4(low.cell, 0, 0, 0), glm::vec4(low.fraction, 0, 0, 0)),
                                noise(glm::ivec4(high.cell, 0, 0, 0), glm::vec4(high.fraction, 0, 0, 0)), 1e-3f)
                        << "octave " << octave << " window " << window << " lacunarity " << lacunarity;
                }
            }
        }
    }
}

// The spread of values around cell `where`, and of their differences 2^-7 cells on.
static std::pair<double, double> spread_and_step(const Noise& noise, int where) {
    Random random(304);
    double sum = 0, squares = 0, steps = 0;
    const int points = 20000;
    for (int i = 0; i < points; ++i) {
        const glm::ivec4 cell = glm::ivec4(where) + random_cell(random) % 100000;
        const glm::vec4 f = random_fraction(random) * 0.99f;
        const auto a = static_cast<double>(noise(cell, f));
        const auto b = static_cast<double>(noise(cell, f + glm::vec4(0x1p-7f)));
        sum += a;
        squares += a * a;
        steps += (b - a) * (b - a);
    }
    return {std::sqrt(squares / points - std::pow(sum / points, 2)), std::sqrt(steps / points)};
}

static void expect_the_same_roughness(const Settings& s) {
    const Noise noise(s);
    const auto [spread, step] = spread_and_step(noise, 0);
    for (int where : {20000000, 1000000000, -1000000000, 2147000000}) {
        const auto [far_spread, far_step] = spread_and_step(noise, where);
        EXPECT_NEAR(far_spread / spread, 1, 0.05) << where << text_of(s);
        EXPECT_NEAR(far_step / step, 1, 0.05) << where << text_of(s);
    }
}

TEST(Cells, AreAsRoughFarOutAsAtTheOrigin) {
    for (Algorithm algorithm : kAlgorithms) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (float octaves : {1.0f, 5.0f})
                expect_the_same_roughness({.algorithm = algorithm, .dim = dim, .seed = 2, .octaves = octaves});
        }
    }
    expect_the_same_roughness({.algorithm = Algorithm::axis, .octaves = 3});
    expect_the_same_roughness({.algorithm = Algorithm::diagonal, .octaves = 3});
    expect_the_same_roughness({.algorithm = Algorithm::slope, .dim = 1, .octaves = 3});
}

TEST(Cells, OfTwoLayersAreAsRoughFarOutAsAtTheOrigin) {
    // The second layer rotates its coordinate by 45 degrees, where a float loses what a cell keeps.
    expect_the_same_roughness({.algorithm = Algorithm::value_two_layer, .octaves = 2});
}

TEST(Cells, WhatIsNoFractionActsAsZero) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    Random random(305);
    for (float odd : {nan, -nan, inf, -inf, -0.25f, -1.0f, -0.0f, 1.0000001f, 2.5f, 3e38f, 1e-45f, 1e-39f,
                      0x1.fffffep-41f, -0x1p-30f}) {
        for (int i = 0; i < 40; ++i) {
            const glm::ivec4 cell = random_cell(random);
            glm::vec4 f = random_fraction(random), zero = f;
            const int axis = i % 4;
            f[axis] = odd;
            zero[axis] = 0.0f;
            for (int dim = axis + 1; dim <= 4; ++dim) {
                visit(dim, [&](auto fs) {
                    using F = decltype(fs);
                    const auto c = F::cut(cell);
                    const auto a = F::cut(f), b = F::cut(zero);
                    const auto none = F::cut(glm::uvec4(0u));
                    auto g = a, h = a;
                    EXPECT_EQ(bits_of(fs.perlin_gradient_at(c, a, 1, g)), bits_of(fs.perlin_gradient_at(c, b, 1, h)));
                    EXPECT_TRUE(same_bits(F::widened(g), F::widened(h)));
                    EXPECT_EQ(bits_of(fs.perlin_at(c, a, 1)), bits_of(fs.perlin_at(c, b, 1)));
                    EXPECT_EQ(bits_of(fs.perlin_periodic_at(c, a, 1, none)), bits_of(fs.perlin_at(c, b, 1)));
                    EXPECT_EQ(bits_of(fs.value_at(c, a, 1, none)), bits_of(fs.value_at(c, b, 1, none)));
                    EXPECT_EQ(fs.improved_at(c, a, permutation(1), none), fs.improved_at(c, b, permutation(1), none));
                });
                for (const Settings& s : varied_settings(dim)) {
                    if (i > 3) break;
                    EXPECT_EQ(bits_of(Noise(s)(cell, f)), bits_of(Noise(s)(cell, zero))) << odd << text_of(s);
                }
            }
            if (axis < 2) {
                EXPECT_EQ(diagonal2(glm::ivec2(cell), glm::vec2(f)), diagonal2(glm::ivec2(cell), glm::vec2(zero)));
                EXPECT_EQ(axis2(glm::ivec2(cell), glm::vec2(f), axis_table(2)),
                          axis2(glm::ivec2(cell), glm::vec2(zero), axis_table(2)));
            }
            EXPECT_EQ(slope1(cell.x, f.x), slope1(cell.x, zero.x));
        }
    }
    // The smallest fraction that counts.
    EXPECT_NE(perlin1(0, 0x1p-40f, 0u), 0.0f);
}

TEST(Cells, AnywhereGiveNumbersInRange) {
    Random random(306);
    std::vector<glm::ivec4> cells(20000);
    std::vector<glm::vec4> fractions(cells.size());
    fill_cells(random, cells, fractions);
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : varied_settings(dim)) {
            const Noise noise(s);
            const float highest = s.algorithm == Algorithm::improved ? 1.54f : 1.0f;
            for (std::size_t i = 0; i < 200; ++i) {
                const std::size_t k = random.next() % cells.size();
                ASSERT_LE(std::fabs(noise(cells[k], fractions[k])), highest) << text_of(s);
            }
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        ASSERT_LE(std::fabs(axis2(glm::ivec2(cells[i]), glm::vec2(fractions[i]), axis_table(1u << 31))), 0.536f);
        ASSERT_LE(std::fabs(diagonal2(glm::ivec2(cells[i]), glm::vec2(fractions[i]))), 1.0f);
        ASSERT_LE(std::fabs(slope1(cells[i].x, fractions[i].x)), 1.0f);
    }
}
