// Fast mode: bounds on the effect of fused multiply-adds, as stated in docs/conformance.md.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "fast/fast.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"

using namespace isonoise;

namespace {

struct Difference {
    double value = 0, gradient = 0;
    int differing = 0;
};

// The largest differences over `count` points within +-reach, with a new seed every 1000.
Difference largest(Settings s, int count, double reach) {
    Difference most;
    Random random(70);
    Noise noise(s);
    for (int i = 0; i < count; ++i) {
        if (i % 1000 == 0) {
            if (supports(s, "seed")) s.seed = random.bits();
            std::vector<std::string> texts;
            std::vector<fast::Setting> settings;
            texts.reserve(64);
            for_each_setting(s, [&](const SettingInfo& info, const auto&) {
                texts.push_back(get(s, info.name));
                settings.push_back({info.name, texts.back().c_str()});
            });
            fast::choose(settings.data(), static_cast<int>(settings.size()));
            noise = Noise(s);
        }
        glm::vec4 p;
        for (int c = 0; c < 4; ++c)
            p[c] = static_cast<float>(random.between(-reach, reach));
        glm::vec4 exact(0.0f);
        float near[4] = {};
        const bool slopes = has_gradient(s);
        const float a = slopes ? noise.gradient(p, exact) : noise(p);
        const float b = fast::evaluate({p.x, p.y, p.z, p.w}, slopes ? near : nullptr);
        most.differing += a != b;
        most.value = std::max(most.value, std::fabs(static_cast<double>(a) - static_cast<double>(b)));
        for (int c = 0; slopes && c < s.dim; ++c) {
            const double d = std::fabs(static_cast<double>(exact[c]) - static_cast<double>(near[c]));
            most.gradient = std::max(most.gradient, d);
        }
    }
    return most;
}

}  // namespace

TEST(FastMode, OneOctaveStaysWithinItsBound) {
    if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU does not fuse";
    for (int dim = 1; dim <= 4; ++dim) {
        std::vector<Settings> all{{.dim = dim},
                                  {.dim = dim, .fade = Fade::linear},
                                  {.dim = dim, .fade = Fade::cubic},
                                  {.algorithm = Algorithm::improved, .dim = dim},
                                  {.algorithm = Algorithm::value, .dim = dim}};
        if (dim == 2) {
            all.push_back({.dim = 2, .flow = 0.7f});
            all.push_back({.algorithm = Algorithm::axis, .dim = 2});
            all.push_back({.algorithm = Algorithm::diagonal, .dim = 2});
        }
        if (dim == 1) all.push_back({.algorithm = Algorithm::slope, .dim = 1});
        for (const Settings& s : all) {
            const Difference d = largest(s, 40000, 500);
            EXPECT_LE(d.value, 0x1p-18) << get(s, "algorithm") << dim << " fade " << get(s, "fade");
            EXPECT_LE(d.gradient, 0x1p-15) << get(s, "algorithm") << dim << " fade " << get(s, "fade");
            if (s.algorithm == Algorithm::perlin && dim > 1) {
                EXPECT_GT(d.differing, 4000) << "something must have been fused";
            }
        }
    }
}

// With lacunarity 2 octaves do not move; with others a fused f*L + rest moves fractions by an ulp, which later octaves
// magnify.
TEST(FastMode, FractalsStayWithinTheirs) {
    if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU does not fuse";
    for (int dim = 1; dim <= 4; ++dim) {
        for (Fractal fractal : {Fractal::fbm, Fractal::turbulence, Fractal::ridged, Fractal::billow, Fractal::eroded}) {
            const Difference two = largest({.dim = dim, .octaves = 8, .fractal = fractal}, 6000, 500);
            EXPECT_LE(two.value, 0x1p-17) << dim << "D fractal " << static_cast<int>(fractal);
            const Difference other =
                largest({.dim = dim, .octaves = 8, .lacunarity = 2.17f, .fractal = fractal}, 6000, 500);
            EXPECT_LE(other.value, 0x1p-12) << dim << "D fractal " << static_cast<int>(fractal);
            RecordProperty(get(Settings{.fractal = fractal}, "fractal") + std::to_string(dim),
                           std::to_string(two.value) + " " + std::to_string(other.value));
        }
    }
}
