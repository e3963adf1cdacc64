// Unusual inputs: every function has a result for every bit pattern, unchanged if the CPU flushes subnormals.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "functions.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
// 2^31 and -2^31: the ends of an int; the second would fit but acts as 0 like the first. Below 2^-40 too.
constexpr float kOdd[] = {
    kNan,          -kNan,          kInf,           -kInf,           0.0f,     -0.0f,     1e-45f,
    -1e-45f,       1e-39f,         -1e-39f,        1e-38f,          0x1p31f,  -0x1p31f,  0x1p32f,
    3.4028235e38f, -3.4028235e38f, 0x1.fffffep30f, -0x1.fffffep30f, 0x1p-40f, -0x1p-40f, 0x1.fffffep-41f,
    8388607.5f};

bool is_finite(glm::vec4 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w);
}

// Every kind of noise, in all dimensions.
std::vector<Settings> all_settings() {
    std::vector<Settings> all;
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& s : varied_settings(dim))
            all.push_back(s);
    }
    for (float octaves : {1.0f, 4.0f}) {
        all.push_back({.algorithm = Algorithm::axis, .seed = 0x80000000u, .octaves = octaves});
        all.push_back({.algorithm = Algorithm::diagonal, .octaves = octaves});
        all.push_back({.algorithm = Algorithm::slope, .dim = 1, .octaves = octaves});
    }
    return all;
}

// A point's value, and its derivative or slope if available.
struct Result {
    float value = 0;
    glm::vec4 derivative{0.0f};
};
template <class... At> Result result_at(const Noise& noise, At... at) {
    Result r;
    r.value = noise(at...);
    if (has_gradient(noise.settings())) noise.gradient(at..., r.derivative);
    if (noise.settings().fractal == Fractal::eroded) noise.slope(at..., r.derivative);
    return r;
}

// A point with special bits in some components, from the table or from all floats.
glm::vec4 odd_point(Random& random) {
    glm::vec4 p;
    for (int c = 0; c < 4; ++c) {
        const auto kind = random.next() % 4;
        p[c] = kind == 0   ? static_cast<float>(random.between(-20, 20))
               : kind == 1 ? std::bit_cast<float>(random.bits())
                           : kOdd[random.next() % std::size(kOdd)];
    }
    return p;
}

}  // namespace

TEST(Special, EveryNoiseIsFiniteAtEveryInput) {
    Random random(600);
    for (const Settings& s : all_settings()) {
        const Noise noise(s);
        for (int i = 0; i < 400; ++i) {
            const glm::vec4 p = odd_point(random);
            const Result a = result_at(noise, p);
            ASSERT_TRUE(std::isfinite(a.value)) << text_of(s) << " " << p.x << " " << p.y << " " << p.z << " " << p.w;
            ASSERT_TRUE(is_finite(a.derivative)) << text_of(s) << " " << p.x << " " << p.y << " " << p.z;
            const Result b = result_at(noise, random_cell(random), p);
            ASSERT_TRUE(std::isfinite(b.value)) << text_of(s) << " " << p.x << " " << p.y << " " << p.z << " " << p.w;
            ASSERT_TRUE(is_finite(b.derivative)) << text_of(s) << " " << p.x << " " << p.y << " " << p.z;
        }
    }
}

TEST(Special, EveryFreeFunctionIsFiniteAtEveryInput) {
    Random random(601);
    const Permutation table = permutation(2);
    for (int i = 0; i < 20000; ++i) {
        const glm::vec4 p = odd_point(random);
        const glm::ivec4 cell = random_cell(random);
        const std::uint32_t seed = random.bits();
        const glm::uvec4 period(random.bits() >> 1, 0, i % 9, 2147483647);
        for (int dim = 1; dim <= 4; ++dim) {
            visit(dim, [&](auto f) {
                using F = decltype(f);
                const auto v = F::cut(p);
                const auto c = F::cut(cell);
                const auto u = F::cut(period);
                auto g = v;
                auto expect = [&](float value) {
                    EXPECT_TRUE(std::isfinite(value));
                    EXPECT_TRUE(is_finite(F::widened(g)));
                };
                expect(f.perlin_gradient(v, seed, g));
                expect(f.perlin_gradient_at(c, v, seed, g));
                expect(f.perlin_periodic_gradient(v, seed, u, g));
                expect(f.perlin_periodic_gradient_at(c, v, seed, u, g));
                expect(f.improved_gradient(v, table, u, g));
                expect(f.improved_gradient_at(c, v, table, u, g));
                expect(f.value_gradient(v, seed, u, g));
                expect(f.value_gradient_at(c, v, seed, u, g));
                expect(f.perlin_fbm(v, seed, fbm(5.5f, 0.7f, 2.3f)));
            });
            ASSERT_FALSE(HasFailure()) << dim << "D " << p.x << " " << p.y << " " << p.z << " " << p.w;
        }
        ASSERT_TRUE(std::isfinite(axis2(glm::vec2(p), axis_table(1))) && std::isfinite(diagonal2(glm::vec2(p))) &&
                    std::isfinite(slope1(p.x)) && std::isfinite(diagonal2(glm::ivec2(cell), glm::vec2(p))) &&
                    std::isfinite(slope1(cell.x, p.x)));
    }
}

TEST(Special, OddCoordinatesActAsZero) {
    Random random(602);
    for (const Settings& s : all_settings()) {
        if (s.frequency != 1.0f) continue;  // frequency scales before the guard
        const Noise noise(s);
        for (float odd : {kNan, -kNan, kInf, -kInf, -0.0f, 1e-45f, -1e-39f, 0x1p31f, -0x1p31f, 0x1p32f, 3.4028235e38f,
                          -3.4028235e38f, 0x1.fffffep-41f, -0x1.fffffep-41f}) {
            glm::vec4 p = coarse_point(random, 20), zero = p;
            const auto axis = static_cast<int>(random.next() % static_cast<std::uint64_t>(s.dim));
            p[axis] = odd;
            zero[axis] = 0.0f;
            const Result a = result_at(noise, p), b = result_at(noise, zero);
            EXPECT_EQ(bits_of(a.value), bits_of(b.value)) << odd << text_of(s);
            EXPECT_TRUE(same_bits(a.derivative, b.derivative)) << odd << text_of(s);
        }
    }
}

TEST(Special, ValuesStayInRangeAtExtremeSettings) {
    Random random(603);
    for (int i = 0; i < 2000; ++i) {
        const Settings s = random_settings(random, false);
        const Noise noise(s);
        const float highest = s.algorithm == Algorithm::improved ? 1.54f : 1.05f;
        for (int k = 0; k < 10; ++k) {
            ASSERT_LE(std::fabs(noise(odd_point(random))), highest) << text_of(s);
            ASSERT_LE(std::fabs(noise(random_cell(random), random_fraction(random))), highest) << text_of(s);
        }
    }
}

TEST(Special, DerivativesAreNumbersAtExtremeSettings) {
    // 32 octaves with persistence 2 and lacunarity 8 give a slope of 16^31 = 2^124, which a float just holds; a warp of
    // 16 cells multiplies it by more than 16.
    Random random(604);
    std::vector<Settings> all;
    for (Fractal fractal : kFractals) {
        for (float warp : {0.0f, 16.0f}) {
            for (int dim = 1; dim <= 4; ++dim) {
                Settings s{.dim = dim, .frequency = 1048576.0f, .octaves = 32, .persistence = 2, .lacunarity = 8};
                s.fractal = fractal;
                s.warp = warp;
                all.push_back(s);
            }
        }
    }
    for (int i = 0; i < 1000; ++i)
        all.push_back(random_settings(random, false));
    for (const Settings& s : all) {
        const Noise noise(s);
        for (int k = 0; k < 20; ++k) {
            const Result a = result_at(noise, k % 2 ? odd_point(random) : random_point(random, 4).f);
            ASSERT_TRUE(is_finite(a.derivative)) << text_of(s);
            const Result b = result_at(noise, random_cell(random), random_fraction(random));
            ASSERT_TRUE(is_finite(b.derivative)) << text_of(s);
        }
    }
}

#ifdef __SSE2__
TEST(Special, NothingChangesWhereSubnormalsAreFlushed) {
    // Some engines set FTZ and DAZ; drivers flush too.
    Random random(605);
    std::vector<glm::vec4> points(1500);
    fill_points(random, points, true);
    std::vector<glm::ivec4> cells(points.size());
    std::vector<glm::vec4> fractions(points.size());
    fill_cells(random, cells, fractions);
    std::vector<Settings> all = all_settings();
    for (int dim = 1; dim <= 4; ++dim) {
        for (Algorithm algorithm : kAlgorithms)
            all.push_back({.algorithm = algorithm, .dim = dim, .octaves = 8});
    }
    for (int i = 0; i < 200; ++i)
        all.push_back(random_settings(random, i % 2));
    std::vector<Result> plain(points.size()), flushed(points.size()), plain_far(points.size()),
        flushed_far(points.size());
    for (const Settings& s : all) {
        const Noise noise(s);
        auto fill = [&](std::vector<Result>& near, std::vector<Result>& far) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                near[i] = result_at(noise, points[i]);
                far[i] = result_at(noise, cells[i], fractions[i]);
            }
        };
        fill(plain, plain_far);
        const unsigned before = _mm_getcsr();
        _mm_setcsr(before | 0x8040u);
        fill(flushed, flushed_far);
        _mm_setcsr(before);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const glm::vec4 p = points[i];
            ASSERT_EQ(ulp_distance(plain[i].value, flushed[i].value), 0u)
                << text_of(s) << " " << p.x << " " << p.y << " " << p.z << " " << p.w;
            ASSERT_EQ(ulp_distance(plain_far[i].value, flushed_far[i].value), 0u) << text_of(s);
            for (int c = 0; c < 4; ++c) {
                ASSERT_EQ(ulp_distance(plain[i].derivative[c], flushed[i].derivative[c]), 0u)
                    << text_of(s) << " " << p.x << " " << p.y << " " << p.z << " " << p.w;
                ASSERT_EQ(ulp_distance(plain_far[i].derivative[c], flushed_far[i].derivative[c]), 0u) << text_of(s);
            }
        }
    }
}
#endif
