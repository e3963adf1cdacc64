// The versions of a function for different CPUs give the same bits.
#include <cmath>

#include <gtest/gtest.h>

#include "functions.hpp"
#include "isonoise/fast/targets.hpp"
#include "points.hpp"

using namespace isonoise;

#ifdef ISONOISE_CHOOSES

namespace {

// Any point: near, far, on the lattice, or rejected by the guard.
glm::vec4 any_point(Random& random) {
    static constexpr float odd[] = {0.0f,     -0.0f,    1e-45f,         0x1p-40f,        -0x1p-41f,
                                    0x1p31f,  -0x1p31f, 0x1.fffffep30f, -0x1.fffffep30f, 3e38f,
                                    INFINITY, NAN,      0x1.fffffep-1f, -0x1p-24f,       16777216.5f};
    const double reach = std::ldexp(1.0, static_cast<int>(random.next() % 34) - 2);
    glm::vec4 p = random_point(random, reach).f;
    for (int c = 0; c < 4; ++c) {
        if (random.next() % 8 == 0) p[c] = odd[random.next() % std::size(odd)];
        if (random.next() % 8 == 0) p[c] = std::floor(p[c]);
    }
    return p;
}

using detail::first, detail::of;  // boundary.hpp

// `target`'s functions in n dimensions, in the form of Functions.
#define FORMS(target, n, V, C, U)                                                                                      \
    [](V p, std::uint32_t s) { return target::perlin##n(of(p), s); },                                                  \
        [](C c, V f, std::uint32_t s) { return target::perlin##n(of(c), of(f), s); },                                  \
        [](V p, std::uint32_t s, V& g) { return target::perlin##n##_gradient(of(p), s, first(g)); },                   \
        [](C c, V f, std::uint32_t s, V& g) { return target::perlin##n##_gradient(of(c), of(f), s, first(g)); },       \
        [](V p, std::uint32_t s, U u) { return target::perlin##n##_periodic(of(p), s, of(u)); },                       \
        [](C c, V f, std::uint32_t s, U u) { return target::perlin##n##_periodic(of(c), of(f), s, of(u)); },           \
        [](V p, std::uint32_t s, U u, V& g) {                                                                          \
            return target::perlin##n##_periodic_gradient(of(p), s, of(u), first(g));                                   \
        },                                                                                                             \
        [](C c, V f, std::uint32_t s, U u, V& g) {                                                                     \
            return target::perlin##n##_periodic_gradient(of(c), of(f), s, of(u), first(g));                            \
        },                                                                                                             \
        [](V p, std::uint32_t s, const Fbm& fbm) { return target::perlin##n##_fbm(of(p), s, fbm); },                   \
        [](V p, const Permutation& t, U u) { return target::improved##n(of(p), t, of(u)); },                           \
        [](C c, V f, const Permutation& t, U u) { return target::improved##n(of(c), of(f), t, of(u)); },               \
        [](V p, const Permutation& t, U u, V& g) {                                                                     \
            return target::improved##n##_gradient(of(p), t, of(u), first(g));                                          \
        },                                                                                                             \
        [](C c, V f, const Permutation& t, U u, V& g) {                                                                \
            return target::improved##n##_gradient(of(c), of(f), t, of(u), first(g));                                   \
        },                                                                                                             \
        [](V p, std::uint32_t s, U u) { return target::value##n(of(p), s, of(u)); },                                   \
        [](C c, V f, std::uint32_t s, U u) { return target::value##n(of(c), of(f), s, of(u)); },                       \
        [](V p, std::uint32_t s, U u, V& g) { return target::value##n##_gradient(of(p), s, of(u), first(g)); },        \
        [](C c, V f, std::uint32_t s, U u, V& g) {                                                                     \
            return target::value##n##_gradient(of(c), of(f), s, of(u), first(g));                                      \
        }

template <class F> void compare(const F& a, const F& b, Random& random) {
    const glm::vec4 p = any_point(random);
    const auto v = F::cut(p), r = F::cut(random.next() % 8 == 0 ? p : random_fraction(random));
    const auto c = F::cut(random_cell(random));
    const auto u = F::cut(glm::uvec4(1u + random.next() % 9, random.next() % 3, random.bits(), random.next() % 300));
    const std::uint32_t seed = random.bits();
    const float lacunarity = static_cast<float>(random.next() % 2 ? 2.0 : random.between(1, 4));
    const Fbm terms = fbm(static_cast<float>(random.between(0, 9)), 0.5f, lacunarity);
    auto same = [&](auto call) {
        auto g = F::cut(glm::vec4(0.0f)), h = g;
        EXPECT_EQ(bits_of(call(a, g)), bits_of(call(b, h))) << a.dim << "D at " << testing::PrintToString(v);
        EXPECT_TRUE(same_bits(F::widened(g), F::widened(h))) << a.dim << "D at " << testing::PrintToString(v);
    };
    same([&](const F& f, auto&) { return f.perlin(v, seed); });
    same([&](const F& f, auto&) { return f.perlin_at(c, r, seed); });
    same([&](const F& f, auto& g) { return f.perlin_gradient(v, seed, g); });
    same([&](const F& f, auto& g) { return f.perlin_gradient_at(c, r, seed, g); });
    same([&](const F& f, auto&) { return f.perlin_periodic(v, seed, u); });
    same([&](const F& f, auto&) { return f.perlin_periodic_at(c, r, seed, u); });
    same([&](const F& f, auto& g) { return f.perlin_periodic_gradient(v, seed, u, g); });
    same([&](const F& f, auto& g) { return f.perlin_periodic_gradient_at(c, r, seed, u, g); });
    same([&](const F& f, auto&) { return f.perlin_fbm(v, seed, terms); });
    const Permutation table = permutation(seed % 3);
    same([&](const F& f, auto&) { return f.improved(v, table, u); });
    same([&](const F& f, auto&) { return f.improved_at(c, r, table, u); });
    same([&](const F& f, auto& g) { return f.improved_gradient(v, table, u, g); });
    same([&](const F& f, auto& g) { return f.improved_gradient_at(c, r, table, u, g); });
    same([&](const F& f, auto&) { return f.value(v, seed, u); });
    same([&](const F& f, auto&) { return f.value_at(c, r, seed, u); });
    same([&](const F& f, auto& g) { return f.value_gradient(v, seed, u, g); });
    same([&](const F& f, auto& g) { return f.value_gradient_at(c, r, seed, u, g); });
}

}  // namespace

class Targets : public testing::Test {
  protected:
    void SetUp() override {
        if (!cpu_has_avx2()) GTEST_SKIP() << "this CPU has no AVX2";
    }
};

TEST_F(Targets, FunctionsHaveTheSameBits) {
    Random random(4100);
#define COMPARE(n, V, C, U)                                                                                            \
    compare(Functions<V, C, U>{n, FORMS(any_cpu, n, V, C, U)}, Functions<V, C, U>{n, FORMS(avx2, n, V, C, U)}, random)
    for (int i = 0; i < 20000 && !HasFailure(); ++i) {
        COMPARE(1, float, int, std::uint32_t);
        COMPARE(2, glm::vec2, glm::ivec2, glm::uvec2);
        COMPARE(3, glm::vec3, glm::ivec3, glm::uvec3);
        COMPARE(4, glm::vec4, glm::ivec4, glm::uvec4);
    }
}

TEST_F(Targets, EveryKindOfNoiseHasTheSameBits) {
    Random random(4101);
    auto compare_noise = [&random](const Settings& settings) {
        const Noise noise(settings);
        for (int i = 0; i < 60; ++i) {
            const detail::vec4 p = detail::of(any_point(random)), rest = detail::of(random_fraction(random));
            const detail::ivec4 cell = detail::of(random_cell(random));
            EXPECT_EQ(bits_of(any_cpu::value(noise, p)), bits_of(avx2::value(noise, p))) << text_of(settings);
            EXPECT_EQ(bits_of(any_cpu::value(noise, cell, rest)), bits_of(avx2::value(noise, cell, rest)))
                << text_of(settings);
            if (!has_gradient(settings) && settings.fractal != Fractal::eroded) continue;
            glm::vec4 g, h;
            EXPECT_EQ(bits_of(any_cpu::gradient(noise, p, &g.x)), bits_of(avx2::gradient(noise, p, &h.x)));
            EXPECT_TRUE(same_bits(g, h)) << text_of(settings);
            EXPECT_EQ(bits_of(any_cpu::gradient(noise, cell, rest, &g.x)),
                      bits_of(avx2::gradient(noise, cell, rest, &h.x)));
            EXPECT_TRUE(same_bits(g, h)) << text_of(settings);
        }
    };
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Settings& settings : varied_settings(dim))
            compare_noise(settings);
    }
    for (int i = 0; i < 2000 && !HasFailure(); ++i)
        compare_noise(random_settings(random, false));
}

#endif

// The fast path for plain octaves matches the general one: a warp of 2^-100 moves no point but forces Noise onto the
// general path.
TEST(Plain, OctavesHaveTheBitsOfTheGeneralWay) {
    Random random(4102);
    for (int i = 0; i < 600; ++i) {
        Settings s{.dim = 1 + i % 4, .seed = random.bits()};
        s.octaves = i % 3 == 0 ? 1.0f : static_cast<float>(random.between(1, 12));
        s.lacunarity = static_cast<float>(1 + random.next() % 4);
        s.persistence = static_cast<float>(random.between(0.2, 1));
        s.frequency = static_cast<float>(random.between(0.1, 8));
        s.output = i % 2 ? Output::unit : Output::signed_;
        if (i % 5 == 0) s.filter_width = static_cast<float>(random.between(0, 0.4));
        const Noise noise(s);
        Settings other = s;
        other.warp = 0x1p-100f;
        const Noise general(other);
        ASSERT_EQ(general.plain_reach(), 0);
        for (int k = 0; k < 40; ++k) {
            const double reach = std::ldexp(1.0, static_cast<int>(random.next() % 33) - 2);
            const glm::vec4 p = random_point(random, reach).f;
            ASSERT_EQ(bits_of(noise(p)), bits_of(general(p))) << text_of(s);
            const glm::ivec4 cell = random_cell(random) >> glm::ivec4(static_cast<int>(random.next() % 32));
            const glm::vec4 rest = random_fraction(random);
            ASSERT_EQ(bits_of(noise(cell, rest)), bits_of(general(cell, rest))) << text_of(s);
        }
    }
}
