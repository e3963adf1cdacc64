// Fractals, the filter that removes their octaves, and fades.
#include <cmath>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "oracle_noise.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

struct Statistics {
    double mean = 0, deviation = 0;
    float lowest = 9, highest = -9;
};
// Samples random points, nearly each in its own cell.
Statistics statistics(const Settings& s, int points = 20000, double reach = 10000) {
    const Noise noise(s);
    Random random(400);
    Statistics result;
    double squares = 0;
    for (int i = 0; i < points; ++i) {
        const float v = noise(random_point(random, reach).f);
        result.mean += static_cast<double>(v) / points;
        squares += static_cast<double>(v) * static_cast<double>(v) / points;
        result.lowest = std::min(result.lowest, v);
        result.highest = std::max(result.highest, v);
    }
    result.deviation = std::sqrt(std::max(0.0, squares - result.mean * result.mean));
    return result;
}

}  // namespace

TEST(Fractal, StaysInRangeAtAnySettings) {
    Random random(401);
    for (int i = 0; i < 6000; ++i) {
        const Settings s = random_settings(random, i % 2);
        if (s.algorithm == Algorithm::improved) continue;  // keeps its published range, which is wider
        ASSERT_EQ(problem(s), "") << text_of(s);
        const Noise noise(s);
        const bool from_zero = s.fractal == Fractal::turbulence || s.output == Output::unit;
        for (int k = 0; k < 40; ++k) {
            const float v =
                k % 2 ? noise(random_point(random, 100).f) : noise(random_cell(random), random_fraction(random));
            ASSERT_LE(v, 1.0f) << text_of(s);
            ASSERT_GE(v, from_zero ? 0.0f : -1.0f) << text_of(s);
        }
    }
}

TEST(Fractal, HasContrast) {
    // A tenth below the measured figures: weaker contrast means a wrong factor or sign.
    static const struct {
        Fractal fractal;
        double deviation[4];
    } least[] = {
        {Fractal::fbm, {0.205, 0.18, 0.144, 0.105}},     {Fractal::turbulence, {0.136, 0.105, 0.083, 0.061}},
        {Fractal::ridged, {0.347, 0.285, 0.247, 0.198}}, {Fractal::billow, {0.273, 0.21, 0.167, 0.123}},
        {Fractal::eroded, {0.187, 0.162, 0.13, 0.096}},
    };
    for (const auto& [fractal, deviation] : least) {
        for (int dim = 1; dim <= 4; ++dim) {
            const Statistics s = statistics({.dim = dim, .octaves = 4, .fractal = fractal});
            EXPECT_GT(s.deviation, deviation[dim - 1]) << "fractal " << static_cast<int>(fractal) << " " << dim << "D";
        }
    }
    for (int dim = 1; dim <= 4; ++dim) {
        static constexpr double value[] = {0.46, 0.4, 0.36, 0.31};
        EXPECT_GT(statistics({.algorithm = Algorithm::value, .dim = dim}).deviation, value[dim - 1]) << dim;
        EXPECT_LT(std::fabs(statistics({.dim = dim}).mean), 0.01) << "no set of gradients leans to a side";
        EXPECT_LT(std::fabs(statistics({.algorithm = Algorithm::value, .dim = dim}).mean), 0.015);
    }
}

TEST(Fractal, OfOneOctaveIsAShapeOfTheBaseNoise) {
    Random random(402);
    for (int i = 0; i < 3000; ++i) {
        const glm::vec4 p = random_point(random, 100).f;
        for (int dim = 1; dim <= 4; ++dim) {
            auto of = [&](Fractal fractal) { return Noise({.dim = dim, .seed = 6, .fractal = fractal})(p); };
            const float n = base(Algorithm::perlin, dim, p, 6), rest = 1.0f - std::fabs(n);
            EXPECT_EQ(of(Fractal::fbm), n);
            EXPECT_EQ(of(Fractal::turbulence), std::fabs(n));
            EXPECT_EQ(of(Fractal::ridged), 2.0f * (rest * rest) - 1.0f);
            EXPECT_EQ(of(Fractal::billow), 2.0f * std::fabs(n) - 1.0f);
            EXPECT_LE(ulp_distance(of(Fractal::eroded), n), 1u);  // its weight is a reciprocal by iteration
        }
    }
}

TEST(Fractal, ErodedDampsOctavesWhereItIsSteep) {
    // Octave 2's weight, from the slope of octave 1: 1 where that is flat, 1 / (1 + slope^2) elsewhere.
    Random random(403);
    for (int dim = 1; dim <= 4; ++dim) {
        int steep = 0, flat = 0;
        for (int i = 0; i < 3000; ++i) {
            const glm::vec4 p = random_point(random, 50).f;
            glm::vec4 g;
            const Settings one{.dim = dim, .seed = 8};
            const double first = static_cast<double>(Noise(one).gradient(p, g));
            const double slope = static_cast<double>(g.x * g.x + g.y * g.y + g.z * g.z + g.w * g.w);
            Settings two = one;
            two.octaves = 2;
            two.persistence = 1;
            const double plain = static_cast<double>(Noise(two)(p));
            two.fractal = Fractal::eroded;
            const double eroded = static_cast<double>(Noise(two)(p));
            const double second = 2 * plain - first, damped = 2 * eroded - first;
            EXPECT_NEAR(damped, second / (1 + slope), 2e-5);
            steep += slope > 1 && std::fabs(damped) <= std::fabs(second) / 2 + 1e-5;
            flat += slope < 0.25 && std::fabs(damped) >= std::fabs(second) * 0.8 - 1e-5;
        }
        EXPECT_GT(steep, 100);
        EXPECT_GT(flat, 20);
    }
}

TEST(Fractal, ErodedGathersTheSlopeThatTheOracleGathers) {
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : {Settings{.dim = dim, .octaves = 5, .fractal = Fractal::eroded},
                                  Settings{.dim = dim, .frequency = 2, .octaves = 3.5f, .fractal = Fractal::eroded},
                                  Settings{.dim = dim,
                                  .octaves = 3,
                                  .lacunarity = 3,
                                  .fractal = Fractal::eroded,
                                  .filter_width = 0.1f,
                                  .output = Output::unit}}) {
            const Noise noise(s);
            const oracle::Noise reference(s);
            Random random(404);
            for (int i = 0; i < 200; ++i) {
                const glm::vec4 p = coarse_point(random, 20);
                glm::vec4 slope;
                EXPECT_EQ(bits_of(noise.slope(p, slope)), bits_of(noise(p)));
                const auto expected = reference.at(place_of(glm::ivec4(0), p * s.frequency));
                for (int c = 0; c < 4; ++c) {
                    ASSERT_NEAR(static_cast<double>(slope[c]), expected.slope[static_cast<std::size_t>(c)],
                                reference.tolerance().gradient * 4)
                        << text_of(s);
                }
                glm::vec4 of_cell;
                const glm::ivec4 cell = random_cell(random);
                EXPECT_EQ(bits_of(noise.slope(cell, random_fraction(random) * 0.0f, of_cell)),
                          bits_of(noise(cell, glm::vec4(0.0f))));
            }
        }
    }
}

TEST(Filter, OfNoWidthChangesNothing) {
    Random random(405);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Settings s : varied_settings(dim)) {
            if (!supports(s, "filter-width")) continue;
            s.filter_width = 0;
            const Noise plain(s);
            // Up to a quarter of the finest octave's cell, the filter removes nothing.
            const float finest = s.frequency * std::pow(s.lacunarity, std::ceil(s.octaves) - 1);
            s.filter_width = 0.24f / finest;
            const Noise filtered(s);
            for (int i = 0; i < 20; ++i) {
                const glm::vec4 p = random_point(random, 20).f;
                EXPECT_EQ(bits_of(filtered(p)), bits_of(plain(p))) << text_of(s);
            }
        }
    }
}

TEST(Filter, OfManyCellsLeavesTheMean) {
    Random random(406);
    for (Fractal fractal : kFractals) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (float warp : {0.0f, 1.0f}) {
                const Noise noise(
                    {.dim = dim, .frequency = 2, .octaves = 4, .fractal = fractal, .warp = warp, .filter_width = 50});
                const float v = noise(glm::vec4(0.0f));
                for (int i = 0; i < 50; ++i)
                    EXPECT_EQ(noise(random_point(random, 100).f), v);
                EXPECT_NEAR(static_cast<double>(v), oracle::mean(fractal, dim, Fade::quintic, 1), 1e-5);
                glm::vec4 g(9);
                if (!has_gradient(noise.settings())) continue;
                noise.gradient(glm::vec4(0.3f), g);
                EXPECT_EQ(g, glm::vec4(0.0f));
            }
        }
    }
}

TEST(Filter, LeavesTheMeanOfEachFadeAndOfFlow) {
    for (Fractal fractal : {Fractal::turbulence, Fractal::billow, Fractal::ridged}) {
        for (Fade fade : {Fade::linear, Fade::cubic, Fade::quintic}) {
            for (int dim = 1; dim <= 4; ++dim) {
                for (float flow : {0.0f, 1.0f}) {
                    if (flow != 0.0f && (dim != 2 || fade != Fade::quintic)) continue;
                    Settings s{.dim = dim, .fractal = fractal, .fade = fade, .flow = flow};
                    const double measured = statistics(s, 200000).mean;
                    s.filter_width = 50;
                    const auto left = static_cast<double>(Noise(s)(glm::vec4(0.3f)));
                    EXPECT_NEAR(left, measured, 0.0045) << text_of(s);
                    const double relative = flow == 0.0f ? 1.0
                                                         : oracle::flow_scale(static_cast<double>(flow), fade) /
                                                               oracle::perlin_scale(dim, fade);
                    EXPECT_NEAR(left, oracle::mean(fractal, dim, fade, relative), 1e-5) << text_of(s);
                }
            }
        }
    }
}

TEST(Filter, WidensWithoutAJumpAndTakesVarianceButNoBrightness) {
    for (Fractal fractal : {Fractal::fbm, Fractal::turbulence, Fractal::ridged, Fractal::billow}) {
        for (int dim = 1; dim <= 4; ++dim) {
            Settings s{.dim = dim, .octaves = 5, .fractal = fractal};
            const Statistics sharp = statistics(s, 20000);
            double last = sharp.deviation;
            for (float width : {0.01f, 0.02f, 0.04f, 0.07f, 0.1f, 0.15f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.9f}) {
                s.filter_width = width;
                const Statistics soft = statistics(s, 20000);
                EXPECT_LE(soft.deviation, last * 1.0005 + 1e-6) << text_of(s);
                // Zooming out must not lighten or darken the picture: 2 % of the range.
                EXPECT_NEAR(soft.mean, sharp.mean, fractal == Fractal::turbulence ? 0.02 : 0.04) << text_of(s);
                last = soft.deviation;
            }
            EXPECT_LT(last, 1e-6);
        }
    }
    const glm::vec4 p(0.3f, 1.7f, -0.4f, 2.2f);
    for (Fractal fractal : kFractals) {
        float before = Noise({.dim = 3, .octaves = 3, .fractal = fractal})(p);
        for (float width = 0; width < 1; width += 0.0005f) {
            const float v = Noise({.dim = 3, .octaves = 3, .fractal = fractal, .filter_width = width})(p);
            ASSERT_NEAR(v, before, 0.01f) << width;
            before = v;
        }
    }
}

TEST(Filter, MeasuresInUnitsOfCoordinate) {
    const glm::vec4 p(0.3f, 1.7f, 0, 0);
    const Settings s{.frequency = 1, .octaves = 4, .filter_width = 0.08f};
    Settings finer = s;
    finer.frequency = 4;
    finer.filter_width = 0.02f;
    EXPECT_EQ(bits_of(Noise(finer)(p * 0.25f)), bits_of(Noise(s)(p)));
}

TEST(Fade, KindsDifferAndMeetAtTheMiddleOfACell) {
    Random random(407);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Algorithm algorithm : kAlgorithms) {
            auto of = [&](Fade fade) { return Noise({.algorithm = algorithm, .dim = dim, .seed = 3, .fade = fade}); };
            const Noise linear = of(Fade::linear), cubic = of(Fade::cubic), quintic = of(Fade::quintic);
            const Noise standard = of(Fade::standard);
            int apart = 0;
            for (int i = 0; i < 500; ++i) {
                const glm::vec4 p = random_point(random, 50).f;
                EXPECT_EQ(bits_of(standard(p)), bits_of(quintic(p)));
                apart += std::fabs(linear(p) - cubic(p)) > 1e-4f && std::fabs(cubic(p) - quintic(p)) > 1e-5f;
                // All weights are a half there, so only the scales may differ.
                const glm::ivec4 cell = random_cell(random);
                const glm::vec4 middle(0.5f);
                const float l = linear(cell, middle) / linear.plan().scale,
                            c = cubic(cell, middle) / cubic.plan().scale,
                            q = quintic(cell, middle) / quintic.plan().scale;
                EXPECT_NEAR(l, c, 1e-6f);
                EXPECT_NEAR(c, q, 1e-6f);
            }
            EXPECT_GT(apart, 350) << dim << "D";
        }
    }
}

TEST(Fade, OfSlopeIsCubic) {
    // Halfway through cell 0's first quarter, by the published formula: slopes 2 * 151 - 255 and 2 * 160 - 255 at its
    // ends.
    const double f = 0.125, w = f * f * (3 - 2 * f);
    EXPECT_NEAR(static_cast<double>(slope1(0.125f)), ((1 - w) * 47 * f + w * 65 * (f - 1)) / 127.5, 1e-6);
    EXPECT_EQ(bits_of(Noise({.algorithm = Algorithm::slope, .dim = 1})(glm::vec4(0.125f))), bits_of(slope1(0.125f)));
}

TEST(Fade, DerivativeIsContinuousAcrossCellsButForLinear) {
    Random random(408);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Fade fade : kFades) {
            const Noise noise({.dim = dim, .seed = 4, .fade = fade});
            int jumps = 0;
            for (int i = 0; i < 300; ++i) {
                glm::ivec4 cell = random_cell(random) % 1000;
                glm::vec4 f = random_fraction(random), g, h;
                const int axis = i % dim;
                f[axis] = 1.0f - 0x1p-20f;
                noise.gradient(cell, f, g);
                ++cell[axis];
                f[axis] = 0x1p-20f;
                noise.gradient(cell, f, h);
                for (int c = 0; c < dim; ++c)
                    jumps += std::fabs(g[c] - h[c]) > 1e-3f;
            }
            if (fade == Fade::linear) {
                EXPECT_GT(jumps, 100) << dim << "D";
            } else {
                EXPECT_EQ(jumps, 0) << dim << "D fade " << static_cast<int>(fade);
            }
        }
    }
}
