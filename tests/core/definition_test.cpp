// The definition (core/isonoise/definition) and all that computes the same faster: equal bits in any settings.
#include "batches.hpp"
#include "functions.hpp"
#include "isonoise/reference.hpp"

// Any coordinate: of every magnitude, lattice points, special values.
static std::vector<glm::vec4> any_points(Random& random, std::size_t count) {
    std::vector<glm::vec4> points(count);
    fill_points(random, points, random.next() % 8 == 0);
    return points;
}

TEST(Definition, HasTheBitsOfListsAtAMillionPointsOfEveryAlgorithm) {
    Random random(45);
    for (int algorithm = 0; algorithm < 7; ++algorithm) {
        std::size_t points = 0;
        while (points < 1000000) {
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
