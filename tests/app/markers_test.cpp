// Huts on the terrain: on the ground that the core computes, where there is room for them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "scene/ground.hpp"
#include "scene/huts.hpp"
#include "scene/preset.hpp"

namespace isonoise {
namespace {

Preset changed(Preset preset, std::initializer_list<std::pair<const char*, const char*>> changes) {
    for (const auto& [name, text] : changes)
        EXPECT_EQ(set(preset, name, text), "");
    EXPECT_EQ(problem(preset), "");
    return preset;
}

// All landscapes with huts.
std::vector<Preset> lands() {
    const Preset terrain = changed(default_preset(Scene::terrain), {{"huts", "64"}});
    return {
        terrain,
        changed(terrain, {{"fractal", "fbm"}, {"relief", "0.3"}}),
        changed(terrain, {{"fractal", "fbm"}, {"relief", "0.3"}, {"dim", "3"}, {"center", "4,5,0.25"}, {"time", "7"}}),
        changed(terrain, {{"fractal", "fbm"}, {"relief", "0.3"}, {"dim", "4"}, {"center", "4,5,0.25,-3"}}),
        changed(terrain, {{"fractal", "ridged"}, {"relief", "0.1"}, {"water", "-1"}}),
        changed(terrain, {{"fractal", "fbm"}, {"warp", "0.5"}, {"relief", "0.2"}}),
        changed(terrain, {{"fractal", "fbm"}, {"output", "unit"}, {"relief", "0.3"}, {"water", "0.4"}}),
        changed(terrain, {{"fractal", "fbm"}, {"relief", "0.3"}, {"period", "8,8"}, {"center", "-1003,77"}}),
        changed(terrain, {{"fractal", "fbm"}, {"algorithm", "axis"}, {"relief", "0.3"}}),
        changed(terrain, {{"frequency", "0.125"}, {"relief", "3"}, {"center", "1999999999.5,-2000000000.25"}}),
        changed(terrain, {{"relief", "0"}, {"water", "-1"}}),
    };
}

Preset moved(const Preset& preset, double x, double z) {
    Preset at = preset;
    at.look.center[0] += x;
    at.look.center[1] += z;
    return at;
}

// Relief times the noise, at x and z from the center.
double height_at(const Preset& land, const Noise& noise, double x, double z) {
    const auto [cell, fraction] = place_of(center_point(moved(land, x, z)));
    return land.look.relief * static_cast<double>(noise(cell, fraction));
}

// The first keeps its distance from the second.
void expect_apart(const Marker& a, const Marker& b) {
    const glm::dvec3 d = a.position - b.position;
    EXPECT_GE(std::hypot(d.x, d.z), kHutsApart * a.size);
}

// A ray meets the ground at its first intersection.
TEST(Ground, ARayMeetsItWhereItComesDownToIt) {
    for (const Preset& land : lands()) {
        SCOPED_TRACE(to_json(land));
        const Ground ground(land);
        const Camera c = camera(land);
        const glm::dvec3 eye = c.eye + glm::dvec3(0, ground.lift(c.eye), 0);
        int met = 0;
        for (const double x : {-0.7, -0.2, 0.3, 0.9}) {
            for (const double y : {-0.6, -0.3, -0.1, 0.4}) {
                const glm::dvec3 ray = glm::normalize(c.forward + c.half_fov_tangent * (x * c.right + y * c.up));
                const auto at = ground.meet(eye, ray, 1000 * land.look.span);
                if (!at) continue;
                ++met;
                const double t = glm::distance(eye, *at);
                EXPECT_LT(glm::distance(eye + t * ray, *at), 1e-9 * t);
                EXPECT_NEAR(at->y, ground.height(at->x, at->z), 1e-5 * (t + land.look.relief));
                for (int i = 0; i < 300; ++i) {
                    const glm::dvec3 before = eye + t * (i / 300.0) * ray;
                    EXPECT_GT(before.y - ground.height(before.x, before.z), -2e-3 * t) << i;
                }
            }
        }
        EXPECT_GT(met, 4);
        EXPECT_FALSE(ground.meet({0, 2 * land.look.relief + 1, 0}, {0, 1, 0}, 1e6)) << "the sky";
    }
}

TEST(Markers, HutsStandOnTheGroundOffTheWaterAndOffWhatIsSteep) {
    for (const Preset& land : lands()) {
        SCOPED_TRACE(to_json(land));
        const Noise noise(land.settings);
        const auto all = markers(land);
        EXPECT_GE(all.size(), 5u);
        EXPECT_LE(all.size(), 64u);
        for (const Marker& hut : all) {
            EXPECT_GT(hut.size, 0.0);
            // The exact bits.
            EXPECT_EQ(std::bit_cast<std::uint64_t>(hut.position.y),
                      std::bit_cast<std::uint64_t>(height_at(land, noise, hut.position.x, hut.position.z)));
            if (land.look.water > -1) {
                EXPECT_GE(hut.position.y, land.look.relief * land.look.water + 0.5 * hut.size);
            }
            EXPECT_NEAR(glm::length(hut.normal), 1.0, 1e-12);
            const double steep = std::hypot(hut.normal.x, hut.normal.z) / hut.normal.y;
            EXPECT_LE(steep, kSteepestHut + 1e-9);
            // The normal is valid over the size of a hut.
            const double reach = 0.5 * hut.size;
            for (int side = 0; side < 4; ++side) {
                const double x = side & 1 ? reach : -reach, z = side & 2 ? reach : -reach;
                const double there = height_at(land, noise, hut.position.x + x, hut.position.z + z);
                EXPECT_LE(std::abs(there - hut.position.y), 0.45 * hut.size);
            }
        }
    }
}

TEST(Markers, HutsStandApart) {
    for (const Preset& land : lands()) {
        SCOPED_TRACE(to_json(land));
        const auto all = markers(land);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                expect_apart(all[i], all[j]);
        }
    }
}

TEST(Markers, HutsAreThoseOfTheirSettings) {
    const Preset land = default_preset(Scene::terrain);
    auto places = [](const Preset& preset) {
        std::vector<double> all;
        for (const Marker& hut : markers(preset))
            all.insert(all.end(), {hut.position.x, hut.position.y, hut.position.z, hut.size});
        return all;
    };
    EXPECT_FALSE(places(land).empty());
    EXPECT_EQ(places(land), places(land));
    EXPECT_NE(places(land), places(changed(land, {{"seed", "12345"}})));
    // The rest of the camera has no influence.
    EXPECT_EQ(places(land), places(changed(land, {{"yaw", "10"}, {"pitch", "-50"}, {"span", "20"}, {"sun", "0,50"}})));
}

TEST(Markers, HutsStayWhereTheyAreAsTheCenterMoves) {
    const Preset land = changed(default_preset(Scene::terrain), {{"huts", "24"}});
    const auto before = markers(land);
    ASSERT_GE(before.size(), 12u);
    for (double step : {1e-4, 1e-3, 0.01}) {
        const auto after = markers(moved(land, step, -step));
        EXPECT_EQ(after.size(), before.size());
        std::size_t same = 0;
        for (const Marker& hut : before) {
            same += static_cast<std::size_t>(std::any_of(after.begin(), after.end(), [&](const Marker& other) {
                return glm::length(other.position + glm::dvec3(step, 0, -step) - hut.position) < 1e-6;
            }));
        }
        EXPECT_GE(same + 2, before.size()) << step;  // one or two may enter or leave far away
    }
}

// Own huts are at any position, at the core's height, and the other huts keep away from them.
TEST(Markers, OwnHutsStandWhereTheUserWantsThem) {
    for (const Preset& land : lands()) {
        SCOPED_TRACE(to_json(land));
        const Noise noise(land.settings);
        const auto others = markers(land);
        ASSERT_GE(others.size(), 2u);
        const double size = hut_size(land);
        // On one of the others, and far away.
        const auto& [x, z] = std::pair{land.look.center[0], land.look.center[1]};
        Preset own = land;
        own.look.own_huts = {{x + others[0].position.x, z + others[0].position.z}, {x + 1000 * size, z - 700 * size}};
        const auto all = markers(own);
        ASSERT_GE(all.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_NEAR(all[i].position.x, own.look.own_huts[i][0] - x, 1e-6);
            EXPECT_NEAR(all[i].position.z, own.look.own_huts[i][1] - z, 1e-6);
            EXPECT_EQ(all[i].position.y, height_at(land, noise, all[i].position.x, all[i].position.z));
        }
        for (std::size_t i = 2; i < all.size(); ++i)
            expect_apart(all[i], all[0]);
        own.look.huts = 0;
        EXPECT_EQ(markers(own).size(), 2u);
    }
}

TEST(Markers, NoHutsWhereThereIsNoRoom) {
    const Preset land = changed(default_preset(Scene::terrain), {{"huts", "64"}});
    EXPECT_TRUE(markers(changed(land, {{"huts", "0"}})).empty());
    EXPECT_TRUE(markers(changed(land, {{"water", "1"}})).empty());
    EXPECT_TRUE(markers(changed(land, {{"relief", "0"}})).empty());  // all water, of zero depth
    EXPECT_TRUE(markers(changed(land, {{"relief", "64"}, {"fractal", "ridged"}})).size() <= 64);
    for (const char* name : {"span", "frequency"}) {
        for (const char* value : {"0.00000095367431640625", "1048576"}) {
            const auto all = markers(changed(land, {{name, value}}));
            EXPECT_LE(all.size(), 64u);
            for (const Marker& hut : all)
                EXPECT_TRUE(std::isfinite(hut.position.x + hut.position.y + hut.position.z + hut.size));
        }
    }
    EXPECT_LE(markers(changed(land, {{"center", "2147483648,-2147483648"}})).size(), 64u);
    EXPECT_TRUE(markers(Preset{}).empty());  // another scene
}

}  // namespace
}  // namespace isonoise
