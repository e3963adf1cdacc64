// The planet's camera and marker, from orbit to the ground, anywhere on the planet.
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "isonoise/isonoise.hpp"
#include "scene/planet.hpp"
#include "scene/preset.hpp"

using namespace isonoise;
using Visibility = MarkerView::Visibility;

namespace {

const double kFarthest = 2147483648.0;

Preset planet() {
    Preset preset = default_preset(Scene::planet);
    preset.settings = {.dim = 3, .seed = 5, .frequency = 2.3f, .octaves = 9};
    preset.look.relief = 0.05;
    preset.look.water = -0.05;
    preset.look.heading = preset.look.tilt = 0;
    return preset;
}

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

// Projects a point relative to the planet's centre into a picture, in pixels.
glm::dvec2 projected(const Camera& c, const glm::dvec3& p, double width, double height) {
    const glm::dvec3 d = p - c.eye;
    const double z = glm::dot(d, c.forward) * c.half_fov_tangent;
    return {width / 2 + height / 2 * glm::dot(d, c.right) / z, height / 2 - height / 2 * glm::dot(d, c.up) / z};
}

// A random camera and a marker.
struct RandomView {
    std::mt19937 bits{1};
    double operator()(double low, double high) { return std::uniform_real_distribution<>(low, high)(bits); }
    Preset preset() {
        Preset p = planet();
        p.look.yaw = (*this)(-180, 180);
        p.look.pitch = (*this)(-89, 89);
        p.look.heading = (*this)(-180, 180);
        p.look.tilt = (*this)(0, 90);
        p.look.span = std::exp((*this)(std::log(1e-6), std::log(20.0)));
        p.look.marker = {(*this)(-90, 90), (*this)(-180, 180)};
        if (bits() % 2) {  // near the point looked at
            const double reach = 60 * std::min(1.0, p.look.span);
            p.look.marker = {std::clamp(p.look.pitch + (*this)(-reach, reach), -90.0, 90.0),
                             p.look.yaw + (*this)(-reach, reach)};
        }
        if (bits() % 4 == 0) p.look.water = -1;
        return p;
    }
};

TEST(Planet, TheCameraLooksAtItsPlaceFromAboveTheGround) {
    RandomView random;
    for (int i = 0; i < 2000; ++i) {
        const Preset p = random.preset();
        const Camera c = camera(p);
        const DrawnNoise noise(p);
        const glm::dvec3 n = planet_direction(p.look.yaw, p.look.pitch);
        const glm::dvec2 at = projected(c, n * planet_radius(p, noise, n), 1280, 720);
        // The eye, a sum of doubles around 1, has a resolution of about 1e-16.
        const double exact = 1e-6 + 720 * 1e-15 / p.look.span;
        EXPECT_NEAR(at.x, 640, exact) << i;
        EXPECT_NEAR(at.y, 360, exact) << i;
        // A length rounds three squares, two sums and a root: less than 4 units in the last place.
        EXPECT_NEAR(glm::length(c.eye), c.radius + c.altitude, 4 * 0x1p-52 * (c.radius + c.altitude)) << i;
        EXPECT_GT(glm::length(c.eye), planet_radius(p, noise, glm::normalize(c.eye))) << i;
        EXPECT_NEAR(glm::dot(c.right, c.up), 0, 1e-9);
        EXPECT_NEAR(glm::dot(c.up, c.forward), 0, 1e-9);
        EXPECT_NEAR(glm::length(c.up), 1, 1e-9);
    }
}

TEST(Planet, HeadingIsUpInThePicture) {
    Preset p = planet();
    p.look.yaw = 30;
    p.look.pitch = 40;
    const DrawnNoise noise(p);
    auto seen = [&](double longitude, double latitude) {
        const glm::dvec3 n = planet_direction(longitude, latitude);
        return projected(camera(p), n * planet_radius(p, noise, n), 1000, 1000);
    };
    EXPECT_LT(seen(30, 45).y, 450);  // north is up
    EXPECT_GT(seen(35, 40).x, 550);  // and east is right
    p.look.heading = 90;
    EXPECT_LT(seen(35, 40).y, 450);
    EXPECT_LT(seen(30, 45).x, 450);
}

TEST(Planet, TheEyeIsExactInFarWorlds) {
    for (const double far : {0.0, 1e6, kFarthest - 1, -kFarthest + 3}) {
        Preset p = planet();
        p.look.center = {far, -far / 2, far / 4, 0};
        p.look.span = 1e-5;
        p.look.yaw = 33;
        p.look.pitch = -20;
        const double frequency = static_cast<double>(p.settings.frequency);
        const Camera c = camera(p);
        glm::dvec3 rest;
        const auto eye = eye_point(p, c, {}, &rest);
        const auto center = center_point(p);
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            // Cell numbers and fractions are compared separately, so nothing large is rounded. The centre's own
            // rounding affects both alike.
            const double cells = std::floor(c.eye[axis] * frequency);
            std::array<double, 4> off{};
            const auto again = center_point(p, {}, {}, &off);
            const double center_at = static_cast<double>(again[i].fraction) + off[i] * frequency;
            double whole = static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(eye[i].cell) -
                                                                         static_cast<std::uint32_t>(center[i].cell)));
            const double between = whole + static_cast<double>(eye[i].fraction) + rest[axis] * frequency - center_at;
            EXPECT_NEAR(between, c.eye[axis] * frequency, 1e-14 * std::max(1.0, std::fabs(cells))) << far;
        }
    }
}

TEST(Planet, TheMarkerStandsWhereTheCoresValuePutsIt) {
    RandomView random;
    for (int i = 0; i < 300; ++i) {
        Preset p = random.preset();
        p.look.center = {random(-1e9, 1e9), random(-1e9, 1e9), random(-1e9, 1e9), 0};
        p.settings.output = i % 3 == 0 ? Output::unit : Output::signed_;
        const auto all = markers(p);
        ASSERT_EQ(all.size(), 1u);
        const glm::dvec3 n = planet_direction(p.look.marker[1], p.look.marker[0]);
        const auto at = center_point(p, {}, {n.x, n.y, n.z, 0});
        float value = Noise(p.settings)(glm::ivec4(at[0].cell, at[1].cell, at[2].cell, at[3].cell),
                                        glm::vec4(at[0].fraction, at[1].fraction, at[2].fraction, at[3].fraction));
        if (p.settings.output == Output::unit) value = 2 * value - 1;
        EXPECT_EQ(planet_value(p, DrawnNoise(p), n), value);
        const double level = p.look.water <= -1 ? 0 : 1 + 0.05 * p.look.water;
        EXPECT_NEAR(glm::length(all[0].position), std::max(1 + 0.05 * static_cast<double>(value), level), 1e-15);
        EXPECT_EQ(all[0].normal, n);
    }
    Preset none = planet();
    none.look.marker = {91, 0};
    EXPECT_TRUE(markers(none).empty());
    EXPECT_FALSE(marker_view(none, camera(none), 100, 100));
    none.look.marker = {0, 0};
    none.look.scene = Scene::sea;
    EXPECT_TRUE(markers(none).empty());
}

// The radius of the sphere that hides the marker; restates occluder() in app/scene/planet.cpp.
double hiding_radius(const Preset& p, const Camera& c) {
    const double level = p.look.water > -1 ? p.look.water : mean(p.settings);
    return std::min({1 + p.look.relief * level, glm::length(markers(p)[0].position), glm::length(c.eye)});
}

TEST(Planet, TheMarkerIsHiddenWhereTheSphereIsBetween) {
    RandomView random;
    int hidden_ones = 0, seen_ones = 0, edges = 0;
    for (int i = 0; i < 3000; ++i) {
        Preset p = random.preset();
        if (i % 2 == 0) p.look.tilt = random(0, 20);
        const Camera c = camera(p);
        const glm::dvec3 position = markers(p)[0].position;
        const double radius = hiding_radius(p, c);
        // Checks the line of sight point by point; lines that graze the sphere are ambiguous.
        double lowest = 1e9;
        for (int k = 1; k < 4000; ++k)
            lowest = std::min(lowest, glm::length(glm::mix(c.eye, position, k / 4000.0)) - radius);
        if (std::fabs(lowest) < 1e-7) continue;
        const bool hidden = lowest < 0;
        // A picture that shows all directions ahead.
        const auto view = marker_view(p, c, 1e9, 1e9);
        ASSERT_TRUE(view);
        const bool ahead = glm::dot(position - c.eye, c.forward) > 0;
        if (view->visibility == Visibility::edge) {
            ++edges;
            continue;
        }
        EXPECT_EQ(view->visibility, hidden ? Visibility::horizon : Visibility::seen) << i << " " << lowest;
        EXPECT_TRUE(hidden || ahead) << i;
        (hidden ? hidden_ones : seen_ones)++;
        if (hidden) continue;
        const glm::dvec2 at = projected(c, position, 1e9, 1e9);
        EXPECT_NEAR(glm::length(at - view->at), 0, 1e-3 + 1e-6 * glm::length(at)) << i;
        EXPECT_NEAR(view->distance, glm::length(position - c.eye), 1e-12);
    }
    EXPECT_GT(hidden_ones, 100);
    EXPECT_GT(seen_ones, 100);
}

TEST(Planet, OutOfSightItIsOnTheHorizonAtItsBearing) {
    RandomView random;
    int tested = 0;
    for (int i = 0; i < 3000; ++i) {
        Preset p = random.preset();
        p.look.tilt = 0;
        p.look.span = random(0.5, 6);
        const Camera c = camera(p);
        const double width = 4000, height = 4000;
        const auto view = marker_view(p, c, width, height);
        if (view->visibility != Visibility::horizon) continue;
        ++tested;
        // The bearing from spherical trigonometry, clockwise from north; looking down, it equals the angle in the
        // picture.
        const double a = radians(p.look.pitch), b = radians(p.look.marker[0]);
        const double between = radians(p.look.marker[1] - p.look.yaw);
        const double bearing = std::atan2(std::sin(between) * std::cos(b),
                                          std::cos(a) * std::sin(b) - std::sin(a) * std::cos(b) * std::cos(between));
        const glm::dvec2 off = view->at - glm::dvec2(width / 2, height / 2);
        const double shown = std::atan2(off.x, -off.y) + radians(p.look.heading);
        EXPECT_NEAR(std::remainder(shown - bearing, 2 * std::numbers::pi), 0, 1e-9) << i;
        // On the sphere's rim: lines of sight that touch it.
        const double distance = glm::length(c.eye);
        const double rim = std::tan(std::asin(hiding_radius(p, c) / distance)) / c.half_fov_tangent * height / 2;
        EXPECT_NEAR(glm::length(off), rim, 1e-6 * rim) << i;
        EXPECT_NEAR(glm::length(view->towards - glm::normalize(off)), 0, 1e-6) << i;
    }
    EXPECT_GT(tested, 200);
}

TEST(Planet, OutsideOfThePictureItIsAtTheEdge) {
    Preset p = planet();
    p.look.yaw = 0;
    p.look.pitch = 0;
    p.look.span = 0.01;
    p.look.marker = {0, 5};  // to the east, close enough to be visible in a wider picture
    auto view = marker_view(p, camera(p), 1280, 720);
    EXPECT_EQ(view->visibility, Visibility::edge);
    EXPECT_NEAR(view->at.x, 1280 - 24, 1);
    EXPECT_NEAR(view->at.y, 360, 3);
    p.look.marker = {-89, 0};  // behind the planet
    view = marker_view(p, camera(p), 1280, 720);
    EXPECT_EQ(view->visibility, Visibility::edge);
    EXPECT_NEAR(view->at.x, 640, 1);
    EXPECT_NEAR(view->at.y, 720 - 24, 1);
    // The marker stays inside the picture, wherever it is and however small the picture.
    RandomView random;
    for (int i = 0; i < 2000; ++i) {
        p = random.preset();
        const auto any = marker_view(p, camera(p), 160, 90);
        ASSERT_TRUE(any);
        EXPECT_TRUE(any->at.x >= 0 && any->at.x <= 160 && any->at.y >= 0 && any->at.y <= 90) << i;
        EXPECT_NEAR(glm::length(any->towards), 1, 1e-9) << i;
    }
}

TEST(Planet, TheMarkerMovesSmoothlyWhileZooming) {
    // Descends to the ground with the marker a thousandth of a degree off centre, then circles the planet with the
    // marker crossing the horizon.
    Preset p = planet();
    p.look.yaw = 10;
    p.look.pitch = 20;
    p.look.tilt = 30;
    p.look.marker = {20.001, 10.001};
    glm::dvec2 last{};
    for (int i = 0; i <= 4000; ++i) {
        p.look.span = 10 * std::pow(1e-6, i / 4000.0);
        const auto view = marker_view(p, camera(p), 1280, 720);
        if (i > 0 && view->visibility == Visibility::seen) {
            EXPECT_LT(glm::length(view->at - last), 6) << p.look.span << " " << i;
        }
        last = view->at;
    }
    p.look.span = 2;
    p.look.tilt = 0;
    Visibility visibility = Visibility::seen;
    int changes = 0;
    for (int i = 0; i <= 4000; ++i) {
        p.look.marker = {5, 10 + i * 0.04};
        const auto view = marker_view(p, camera(p), 4000, 4000);
        if (i > 0) {
            EXPECT_LT(glm::length(view->at - last), 25) << i;
        }
        changes += view->visibility != visibility;
        visibility = view->visibility;
        last = view->at;
    }
    EXPECT_EQ(changes, 1);
    EXPECT_EQ(visibility, Visibility::horizon);
}

TEST(Planet, WildSettingsStayNumbers) {
    RandomView random;
    for (int i = 0; i < 400; ++i) {
        Preset p = random.preset();
        p.settings.frequency = static_cast<float>(std::exp2(random(-20, 20)));
        p.settings.octaves = static_cast<float>(random(1, 32));
        p.settings.persistence = static_cast<float>(random(0, 2));
        p.settings.lacunarity = static_cast<float>(random(1, 8));
        p.settings.warp = static_cast<float>(random(0, 16));
        p.look.relief = random(0, 64);
        p.look.water = random(-1, 1);
        p.look.fov = random(5, 120);
        p.look.span = std::exp2(random(-20, 20));
        ASSERT_EQ(problem(p), "");
        const Camera c = camera(p);
        EXPECT_TRUE(std::isfinite(c.altitude) && std::isfinite(glm::dot(c.eye, c.up))) << i;
        EXPECT_GT(glm::length(c.eye), 0.75);
        const auto view = marker_view(p, c, 1280, 720);
        EXPECT_TRUE(view->at.x >= 0 && view->at.x <= 1280 && view->at.y >= 0 && view->at.y <= 720) << i;
    }
}

}  // namespace
