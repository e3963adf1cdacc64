// The parts of an octave must be exactly those that make up the noise.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "functions.hpp"
#include "isonoise/anatomy.hpp"
#include "isonoise/reference.hpp"
#include "points.hpp"

using namespace isonoise;

namespace {

std::vector<Settings> many_settings() {
    std::vector<Settings> all;
    all.push_back({.flow = 1.0f});
    for (std::uint32_t seed : {0u, 1u, 4294967295u}) {
        for (Fade fade : {Fade::standard, Fade::linear, Fade::cubic, Fade::quintic}) {
            all.push_back({.seed = seed, .fade = fade});
            all.push_back({.seed = seed, .fade = fade, .period = {5, 0}});
            all.push_back({.seed = seed, .fade = fade, .period = {1, 300}});
            all.push_back({.seed = seed, .fade = fade, .flow = 0.7f});
        }
    }
    return all;
}

}  // namespace

TEST(Anatomy, TheValueHasTheNoisesBits) {
    Random random(70);
    for (const Settings& settings : many_settings()) {
        const Noise noise(settings);
        for (int i = 0; i < 500; ++i) {
            const glm::ivec4 cell = random_cell(random);
            glm::vec4 f = random_fraction(random);
            if (i % 7 == 0) f.x = 0.0f;
            if (i % 11 == 0) f.y = 1.0f;
            if (i % 13 == 0) f.x = std::nanf("");
            const Anatomy a = anatomy(noise, glm::ivec2(cell), glm::vec2(f));
            EXPECT_EQ(bits_of(a.value), bits_of(noise(cell, f)));
        }
    }
}

TEST(Anatomy, ItsPartsFitTogether) {
    Random random(71);
    for (const Settings& settings : many_settings()) {
        const Noise noise(settings);
        for (int i = 0; i < 200; ++i) {
            const glm::ivec4 cell = random_cell(random);
            const glm::vec4 f = random_fraction(random);
            const Anatomy a = anatomy(noise, glm::ivec2(cell), glm::vec2(f));
            EXPECT_EQ(a.corners[0].offset, glm::vec2(f));
            EXPECT_EQ(a.corners[3].offset, glm::vec2(f) - 1.0f);
            double weights = 0, sum = 0;
            for (const Anatomy::Corner& c : a.corners) {
                weights += static_cast<double>(c.weight);
                sum += static_cast<double>(c.weight * c.dot);
                EXPECT_NEAR(std::hypot(c.gradient.x, c.gradient.y), 1.0823922, 1e-6);
                if (settings.flow == 0.0f) {
                    EXPECT_EQ(std::max(std::fabs(c.gradient.x), std::fabs(c.gradient.y)), 1.0f);
                }
                EXPECT_NEAR(c.gradient.x * c.offset.x + c.gradient.y * c.offset.y, c.dot, 1e-6);
            }
            EXPECT_NEAR(weights, 1, 1e-6);
            EXPECT_NEAR(sum * static_cast<double>(a.scale), a.value, 1e-6);
            const float mixed = a.mixes.x + a.weights.y * (a.mixes.y - a.mixes.x);
            EXPECT_NEAR(mixed * a.scale, a.value, 1e-6);
        }
    }
}

TEST(Anatomy, TheHashesAreThoseOfTheLattice) {
    Random random(72);
    for (const Settings& settings : many_settings()) {
        const Noise noise(settings);
        for (int i = 0; i < 200; ++i) {
            const glm::ivec2 cell(static_cast<int>(random.between(-9000, 9000)),
                                  static_cast<int>(random.between(-9000, 9000)));
            const Anatomy a = anatomy(noise, cell, {0.25f, 0.5f});
            const Integers at = integers(noise, glm::vec4(glm::vec2(cell) + glm::vec2(0.25f, 0.5f), 0.0f, 0.0f));
            EXPECT_EQ(a.cell, glm::uvec2(at.cell[0], at.cell[1]));
            EXPECT_EQ(a.corners[0].hash, at.hashes[0]);
            EXPECT_EQ(a.corners[3].hash, at.hashes[2]);
            // A corner is the same lattice point seen from any adjacent cell.
            const Anatomy next = anatomy(noise, cell + glm::ivec2(1, 1), {0.5f, 0.5f});
            EXPECT_EQ(a.corners[3].point, next.corners[0].point);
            EXPECT_EQ(a.corners[3].hash, next.corners[0].hash);
            EXPECT_EQ(a.corners[3].gradient, next.corners[0].gradient);
        }
    }
}

TEST(Anatomy, IsOfPerlinIn2DAndItsOctaves) {
    EXPECT_THROW(anatomy(Noise({.dim = 3}), {0, 0}, {0.5f, 0.5f}), std::invalid_argument);
    EXPECT_THROW(anatomy(Noise({.algorithm = Algorithm::value}), {0, 0}, {0.5f, 0.5f}), std::invalid_argument);
    const Noise three({.octaves = 3});
    EXPECT_NO_THROW(anatomy(three, {0, 0}, {0.5f, 0.5f}, 2));
    EXPECT_THROW(anatomy(three, {0, 0}, {0.5f, 0.5f}, 3), std::invalid_argument);
    // Even if the filter removes all octaves, the first one can be examined.
    const Noise none({.filter_width = 1});
    EXPECT_EQ(anatomy(none, {0, 0}, {0.5f, 0.25f}).value, anatomy(Noise({}), {0, 0}, {0.5f, 0.25f}).value);
    EXPECT_THROW(anatomy(none, {0, 0}, {0.5f, 0.5f}, 1), std::invalid_argument);
}
