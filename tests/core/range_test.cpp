// Ranges: no value leaves them, and they are as narrow as possible. tests/measure (isonoise_measure suprema) computes
// the suprema and finds the cells below; docs/algorithm.md has the proofs.
//
//   ISONOISE_TEST_POINTS    points of all functions together (default 2^21)
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "isonoise/range.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

struct Range {
    Settings settings;
    double low, high;
};

std::vector<Range> ranges() {
    std::vector<Range> all;
    for (int dim = 1; dim <= 4; ++dim) {
        for (Fade fade : {Fade::linear, Fade::cubic, Fade::quintic}) {
            all.push_back({{.dim = dim, .fade = fade}, -1, 1});
            all.push_back({{.algorithm = Algorithm::value, .dim = dim, .fade = fade}, -1, 1});
        }
        // One significant octave, or two of equal strength: where rounding would matter first.
        all.push_back({{.dim = dim, .octaves = 2, .persistence = 0.001f}, -1, 1});
        all.push_back({{.dim = dim, .octaves = 2, .persistence = 1, .lacunarity = 1}, -1, 1});
        all.push_back({{.dim = dim, .octaves = 6, .fractal = Fractal::turbulence}, 0, 1});
        all.push_back({{.dim = dim, .octaves = 3, .fractal = Fractal::ridged}, -1, 1});
        all.push_back({{.dim = dim, .octaves = 3, .fractal = Fractal::billow}, -1, 1});
        all.push_back({{.dim = dim, .octaves = 4, .fractal = Fractal::eroded}, -1, 1});
        all.push_back({{.dim = dim, .octaves = 2, .warp = 2}, -1, 1});
    }
    for (float angle : {0.01f, 0.3f, 0.3927f, 1.0f})
        all.push_back({{.dim = 2, .flow = angle}, -1, 1});
    const double improved[] = {0.99609375, 1, 1.0363539, 1.5365825};
    for (int dim = 1; dim <= 4; ++dim)
        all.push_back({{.algorithm = Algorithm::improved, .dim = dim}, -improved[dim - 1], improved[dim - 1]});
    all.push_back({{.algorithm = Algorithm::value_two_layer, .dim = 2}, -1, 1});
    all.push_back({{.algorithm = Algorithm::axis, .dim = 2}, -0.5352765, 0.5352765});
    all.push_back({{.algorithm = Algorithm::diagonal, .dim = 2}, -1, 1});
    all.push_back({{.algorithm = Algorithm::slope, .dim = 1}, -1, 1});
    return all;
}

}  // namespace

TEST(Range, IsWhatTheLibrarySays) {
    for (const Range& range : ranges()) {
        const auto [low, high] = value_range(range.settings);
        EXPECT_EQ(low, range.low) << text_of(range.settings);
        EXPECT_EQ(high, range.high) << text_of(range.settings);
        Settings unit = range.settings;
        unit.output = Output::unit;
        EXPECT_EQ(value_range(unit), (std::array{(low + 1) / 2, (high + 1) / 2})) << text_of(unit);
    }
}

// Any settings: every value lies in value_range().
TEST(Range, OfAnySettingsIsNeverLeft) {
    Random random(301);
    for (int i = 0; i < 3000; ++i) {
        const Settings s = random_settings(random, i % 2);
        const auto [low, high] = value_range(s);
        const Noise noise(s);
        for (int k = 0; k < 200; ++k) {
            const auto v = static_cast<double>(noise(random_point(random, k % 2 ? 20 : 1e6).f));
            ASSERT_GE(v, low) << text_of(s);
            ASSERT_LE(v, high) << text_of(s);
        }
    }
}

// One octave covers most of the range. In 4D, and at ridged's low end, extremes are rare.
TEST(Range, OfOneOctaveIsMostlyUsed) {
    Random random(302);
    for (const Range& range : ranges()) {
        Settings s = range.settings;
        if (s.octaves > 1.0f || s.fractal == Fractal::eroded) continue;
        s.output = random.next() % 2 ? Output::unit : Output::signed_;
        const auto [low, high] = value_range(s);
        const Noise noise(s);
        double least = high, most = low;
        for (int k = 0; k < 40000; ++k) {
            const auto v = static_cast<double>(noise(random_point(random, 1000).f));
            least = std::min(least, v);
            most = std::max(most, v);
        }
        EXPECT_GT((most - least) / (high - low), s.dim == 4 ? 0.55 : 0.75) << text_of(s);
    }
}

// The estimates are within a quarter of a standard deviation at three of them, so within 8 % of the measurement.
TEST(Range, MeanAndStandardDeviationAreThoseMeasured) {
    Random random(40);
    std::vector<Settings> all;
    for (int dim = 1; dim <= 4; ++dim) {
        for (float octaves : {1.0f, 3.0f, 8.0f}) {
            for (Algorithm algorithm : {Algorithm::perlin, Algorithm::improved, Algorithm::value})
                all.push_back({.algorithm = algorithm, .dim = dim, .octaves = octaves});
            for (Fractal fractal : {Fractal::turbulence, Fractal::ridged, Fractal::billow})
                all.push_back({.dim = dim, .octaves = octaves, .fractal = fractal});
        }
    }
    all.push_back({.algorithm = Algorithm::value_two_layer, .dim = 2});
    all.push_back({.algorithm = Algorithm::axis, .dim = 2});
    all.push_back({.algorithm = Algorithm::diagonal, .dim = 2});
    all.push_back({.algorithm = Algorithm::slope, .dim = 1});
    for (const Settings& settings : all) {
        const Noise noise(settings);
        double sum = 0, squares = 0;
        constexpr int count = 40000;
        for (int i = 0; i < count; ++i) {
            glm::vec4 p;
            for (int c = 0; c < 4; ++c)
                p[c] = static_cast<float>(random.between(-500, 500));
            const auto v = static_cast<double>(noise(p));
            sum += v;
            squares += v * v;
        }
        const double measured = sum / count, sigma = std::sqrt(squares / count - measured * measured);
        for (const double k : {-3.0, 3.0}) {
            EXPECT_NEAR(mean(settings) + k * standard_deviation(settings), measured + k * sigma, 0.25 * sigma)
                << text_of(settings) << ", mean " << measured << " sigma " << sigma;
        }
    }
}

TEST(Range, NothingLeavesIt) {
    const char* wanted = std::getenv("ISONOISE_TEST_POINTS");
    const std::uint64_t points = wanted ? std::stoull(wanted) : 1 << 21;
    const std::vector<Range> all = ranges();
    const std::uint64_t quota = points / all.size() + 1;
    std::atomic<std::size_t> next = 0;
    auto work = [&] {
        for (std::size_t i = next++; i < all.size(); i = next++) {
            const Range& range = all[i];
            Random random(300 + i);
            std::uint64_t left = 0;
            for (std::uint64_t done = 0; done < quota;) {
                Settings s = range.settings;
                if (supports(s, "seed")) s.seed = random.bits();
                const Noise noise(s);
                for (int k = 0; k < 65536 && done < quota; ++k, ++done) {
                    // Puts one point in four near the middle of a cell, where extremes lie.
                    glm::ivec4 cell;
                    glm::vec4 f;
                    for (int c = 0; c < 4; ++c) {
                        cell[c] = static_cast<std::int32_t>(random.bits());
                        f[c] = static_cast<float>(k % 4 ? random.unit() : random.between(0.3, 0.7));
                    }
                    const float v = noise(cell, f);
                    left += !(v >= range.low && v <= range.high);
                }
            }
            EXPECT_EQ(left, 0u) << get(range.settings, "algorithm") << range.settings.dim << " fade "
                                << get(range.settings, "fade") << " fractal " << get(range.settings, "fractal")
                                << " octaves " << range.settings.octaves << " flow " << range.settings.flow;
        }
    };
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.emplace_back(work);
}

TEST(Range, IsReachedWithinOnePercent) {
    EXPECT_GT(perlin1(11982, 0.5f, 0u), 0.99f);
    EXPECT_GT(perlin2(glm::ivec2(424, 0), glm::vec2(0.5f, 0.443832f), 0u), 0.99f);
    EXPECT_GT(perlin3(glm::ivec3(59571, 212, 0), glm::vec3(0.5f, 0.481492f, 0.644743f), 2u), 0.99f);
    // In 4D all sixteen corners rarely agree; this is the greatest of 2^31 cells.
    EXPECT_GT(perlin4(glm::ivec4(30568, 210, 0, 0), glm::vec4(0.508074f, 0.481625f, 0.5f, 0.356412f), 99u), 0.84f);
}

// Contrast has a floor: the standard deviations given in docs/algorithm.md, less sampling error.
TEST(Range, ContrastHasAFloor) {
    const double floors[] = {0.36, 0.32, 0.255, 0.187};
    Random random(310);
    for (int dim = 1; dim <= 4; ++dim) {
        double squares = 0;
        constexpr int count = 200000;
        for (int i = 0; i < count; ++i) {
            const Noise noise({.dim = dim, .seed = static_cast<std::uint32_t>(i / 1000)});
            const auto v = static_cast<double>(noise(random_point(random, 1000).f));
            squares += v * v;
        }
        EXPECT_GT(std::sqrt(squares / count), floors[dim - 1]) << dim << "D";
    }
}
