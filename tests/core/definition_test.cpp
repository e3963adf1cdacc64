// The definition (core/isonoise/definition) and the faster implementations: equal bits for any settings.
#include "isonoise/definition/noise.hpp"  // first: it configures GLM

#include "batches.hpp"
#include "functions.hpp"
#include "isonoise/reference.hpp"

// Any coordinate: of every magnitude, lattice points, special values.
static std::vector<glm::vec4> any_points(Random& random, std::size_t count) {
    std::vector<glm::vec4> points(count);
    fill_points(random, points, random.next() % 8 == 0);
    return points;
}

// ISONOISE_TEST_POINTS: points of each algorithm (default 1000000)
TEST(Definition, HasTheBitsOfListsOfEveryAlgorithm) {
    const char* wanted = std::getenv("ISONOISE_TEST_POINTS");
    const std::size_t count = wanted ? std::stoull(wanted) : 1000000;
    Random random(45);
    for (int algorithm = 0; algorithm < 7; ++algorithm) {
        std::size_t points = 0;
        while (points < count) {
            Settings settings = random_settings(random, false);
            settings.algorithm = static_cast<Algorithm>(algorithm);
            settings = nearest(settings);
            const Noise noise(settings);
            const auto list = any_points(random, 1000);
            std::vector<float> values(list.size());
            std::vector<glm::vec4> slopes(list.size(), glm::vec4(0.0f));
            Points at;
            at.count = std::ssize(list);
            Channels to;
            to.value.data = values.data();
            for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
                at.coordinates[c] = &list[0].x + c;
                at.strides[c] = 4;
                if (has_slopes(settings)) to.gradient[c] = {&slopes[0].x + c, {4}};
            }
            evaluate(noise, at, to, {.threads = 0});
            for (std::size_t i = 0; i < list.size(); ++i) {
                glm::vec4 g;
                ASSERT_EQ(bits(reference(noise, list[i], g)), bits(values[i])) << text_of(settings);
                if (!has_slopes(settings)) continue;
                for (int c = 0; c < settings.dim; ++c)
                    ASSERT_EQ(bits(g[c]), bits(slopes[i][c])) << text_of(settings);
            }
            points += list.size();
        }
    }
}

TEST(Definition, HasTheBitsOfPointsAndCells) {
    Random random(46);
    for (int i = 0; i < 3000; ++i) {
        const Settings settings = random_settings(random, false);
        const Noise noise(settings);
        std::vector<glm::ivec4> cells(40);
        std::vector<glm::vec4> fractions(cells.size());
        fill_cells(random, cells, fractions);
        const auto points = any_points(random, cells.size());
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const glm::ivec4 cell = cells[k];
            const glm::vec4 fraction = fractions[k], p = points[k];
            glm::vec4 g, h;
            ASSERT_EQ(bits(reference(noise, p, g)), bits(noise(p))) << text_of(settings);
            ASSERT_EQ(bits(reference(noise, cell, fraction, g)), bits(noise(cell, fraction))) << text_of(settings);
            if (!has_slopes(settings)) continue;
            ASSERT_EQ(bits(reference(noise, cell, fraction, g)), bits(alone(noise, cell, fraction, &h)));
            ASSERT_TRUE(same_bits(g, h)) << text_of(settings);
            reference(noise, p, g);
            alone(noise, p, &h);
            ASSERT_TRUE(same_bits(g, h)) << text_of(settings);
        }
    }
}

TEST(Definition, HasTheBitsOfFbm) {
    Random random(47);
    for (int i = 0; i < 20000; ++i) {
        const auto octaves = static_cast<float>(random.between(0, 33));
        const auto persistence = static_cast<float>(random.between(0, 2));
        const double any = random.between(1, 9);
        const auto lacunarity = static_cast<float>(random.next() % 2 ? std::floor(any) : std::fmin(any, 8));
        const Fbm terms = fbm(octaves, persistence, lacunarity);
        const std::uint32_t seed = random.bits();
        const glm::vec4 p = any_points(random, 1)[0];
        const auto compare = [&](auto functions) {
            using F = decltype(functions);
            ASSERT_EQ(bits(reference_fbm(functions.dim, p, seed, terms)),
                      bits(functions.perlin_fbm(F::cut(p), seed, terms)))
                << functions.dim << "D, " << octaves << " octaves";
        };
        visit(1 + i % 4, compare);
    }
}

// The functions of isonoise.hpp, one by one: `f` is the library's version, `d` the definition's.
template <int n, class F, class D> static void compare_functions(const F& f, const D& d, Random& random) {
    const auto at = F::cut(any_points(random, 1)[0]);
    const auto period =
        F::cut(glm::uvec4(random.next() % 4, random.next() % 300, random.bits() >> 1, random.next() % 3));
    const definition::vec<n> p(at);
    const definition::uvec<n> turn(period);
    const std::uint32_t seed = random.bits();
    const Permutation table = permutation(seed % 3);
    const Fbm terms = fbm(static_cast<float>(random.between(0, 5)), 0.5f, static_cast<float>(random.between(1, 8)));
    auto g = F::cut(glm::vec4(0.0f));
    definition::vec<n> h;
    const auto same = [&](float value, float expected) { ASSERT_EQ(bits(value), bits(expected)) << n << "D"; };
    const auto slopes = [&](float value, float expected) {
        same(value, expected);
        for (int c = 0; c < n; ++c)
            ASSERT_EQ(bits(definition::vec<n>(g)[c]), bits(h[c])) << n << "D";
    };
    same(f.perlin(at, seed), d.perlin(p, seed));
    slopes(f.perlin_gradient(at, seed, g), d.perlin_gradient(p, seed, h));
    same(f.perlin_periodic(at, seed, period), d.perlin_periodic(p, seed, turn));
    slopes(f.perlin_periodic_gradient(at, seed, period, g), d.perlin_periodic_gradient(p, seed, turn, h));
    same(f.perlin_fbm(at, seed, terms), d.perlin_fbm(p, seed, terms));
    same(f.improved(at, table, period), d.improved(p, table, turn));
    slopes(f.improved_gradient(at, table, period, g), d.improved_gradient(p, table, turn, h));
    same(f.value(at, seed, period), d.value(p, seed, turn));
    slopes(f.value_gradient(at, seed, period, g), d.value_gradient(p, seed, turn, h));
}

// The definition's functions in n dimensions.
#define ISONOISE_DEFINED(n)                                                                                            \
    struct Defined##n {                                                                                                \
        static constexpr auto perlin = definition::perlin##n;                                                          \
        static constexpr auto perlin_gradient = definition::perlin##n##_gradient;                                      \
        static constexpr auto perlin_periodic = definition::perlin##n##_periodic;                                      \
        static constexpr auto perlin_periodic_gradient = definition::perlin##n##_periodic_gradient;                    \
        static constexpr auto perlin_fbm = definition::perlin##n##_fbm;                                                \
        static constexpr auto improved = definition::improved##n;                                                      \
        static constexpr auto improved_gradient = definition::improved##n##_gradient;                                  \
        static constexpr auto value = definition::value##n;                                                            \
        static constexpr auto value_gradient = definition::value##n##_gradient;                                        \
    };
ISONOISE_DEFINED(1)
ISONOISE_DEFINED(2)
ISONOISE_DEFINED(3)
ISONOISE_DEFINED(4)

TEST(Definition, HasTheBitsOfEveryFunction) {
    Random random(48);
    const auto compare = [&](auto f) {
        using V = decltype(f.cut(glm::vec4(0.0f)));
        if constexpr (std::is_same_v<V, float>) {
            compare_functions<1>(f, Defined1(), random);
        } else if constexpr (std::is_same_v<V, glm::vec2>) {
            compare_functions<2>(f, Defined2(), random);
        } else if constexpr (std::is_same_v<V, glm::vec3>) {
            compare_functions<3>(f, Defined3(), random);
        } else {
            compare_functions<4>(f, Defined4(), random);
        }
    };
    for (int i = 0; i < 20000 && !HasFailure(); ++i)
        visit(1 + i % 4, compare);
}
