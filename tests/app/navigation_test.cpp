// Undo and the camera, without a window.
#include <array>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "scene/camera.hpp"
#include "scene/preset.hpp"
#include "session/history.hpp"
#include "viewer/navigation.hpp"

using namespace isonoise;

TEST(History, Steps) {
    History::Step a, b, c;
    b.preset.settings.seed = 1;
    c.tools.rate = 2;
    History history(a);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.undo(), a);
    history.push(a);
    EXPECT_FALSE(history.can_undo());
    history.push(b);
    history.push(c);
    EXPECT_EQ(history.undo(), b);
    EXPECT_EQ(history.undo(), a);
    EXPECT_EQ(history.undo(), a);
    EXPECT_EQ(history.redo(), b);
    history.push(a);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo(), b);
    // Forgets everything after a mark, and no more.
    history.mark();
    history.push(a);
    history.push(c);
    history.forget_since_mark();
    history.forget_since_mark();
    history.push(a);
    EXPECT_EQ(history.undo(), b);
    history.mark();
    history.undo();
    history.forget_since_mark();
    EXPECT_EQ(history.redo(), b);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        a.preset.settings.seed = i;
        history.push(a);
        if (i == 4990) history.mark();
    }
    history.forget_since_mark();
    int steps = 0;
    for (; history.can_undo(); ++steps)
        history.undo();
    EXPECT_EQ(steps, 999 - 9);
}

// The probe's point at a pixel's center is the point that the picture draws there, tiles included.
TEST(Navigation, ThePointUnderThePointerIsThePicturesOwn) {
    for (const double center : {0.375, -1073741824.25}) {
        for (const Tiling tiling : {Tiling::one, Tiling::three}) {
            for (const std::vector<std::uint32_t>& period : {std::vector<std::uint32_t>{}, {5, 3, 0}}) {
                Preset preset;
                preset.settings = {.dim = 3, .frequency = 2, .period = period};
                preset.look.center = {center, 0.25, 7, 0};
                preset.look.span = 4;
                preset.look.tiling = tiling;
                preset.look.time = 0.5;
                const PictureAxes axes = picture_axes(preset, Region::whole(160, 90));
                for (std::size_t y = 0; y < 90; y += 7) {
                    for (std::size_t x = 0; x < 160; x += 11) {
                        const auto point =
                            point_at(preset, {static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, 160.0, 90.0});
                        ASSERT_EQ(point, (std::array{axes.x[x], axes.y[y], axes.zw[0], axes.zw[1]})) << x << " " << y;
                    }
                }
            }
        }
    }
}

TEST(Navigation, WhatIsUnderThePointerStaysThere) {
    Preset preset;
    preset.settings.dim = 3;
    const Pointer at{700, 200, 1280, 800};
    const auto coordinate_at = [&](const Pointer& p) {
        const Look& look = preset.look;
        return std::array{look.center[0] + (p.x - 0.5 * p.width) * look.span / p.height,
                          look.center[1] + (p.y - 0.5 * p.height) * look.span / p.height, look.center[2]};
    };
    const auto before = coordinate_at(at);
    zoom(preset, 3, at);
    EXPECT_LT(preset.look.span, 8.0);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(coordinate_at(at)[i], before[i], 1e-12);
    const Preset from = preset;
    pan(preset, from, 40, -30, at);
    Pointer moved = at;
    moved.x += 40;
    moved.y -= 30;
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(coordinate_at(moved)[i], before[i], 1e-12);
    pan(preset, from, 0, 0, at);
    EXPECT_EQ(preset, from);
}

TEST(Navigation, LookingAroundKeepsTheEye) {
    for (Scene scene : {Scene::terrain, Scene::density, Scene::clouds, Scene::sea}) {
        Preset preset = default_preset(scene);
        const Preset from = preset;
        auto eye = [](const Preset& p) {
            const Camera c = camera(p);
            const bool ground = has_ground(p.look.scene);
            return ground ? glm::dvec3(p.look.center[0] + c.eye.x, c.eye.y, p.look.center[1] + c.eye.z)
                          : glm::dvec3(p.look.center[0], p.look.center[1], p.look.center[2]) + c.eye;
        };
        look_around(preset, from, 120, -50, {});
        EXPECT_NE(preset.look.yaw, from.look.yaw);
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(eye(preset)[i], eye(from)[i], 1e-9) << static_cast<int>(scene);
    }
}

TEST(Navigation, NothingLeavesItsRange) {
    for (int scene = 0; scene < 10; ++scene) {
        Preset preset = default_preset(static_cast<Scene>(scene));
        Random random(7);
        for (int i = 0; i < 400; ++i) {
            const Preset from = preset;
            const double dx = random.between(-5000, 5000), dy = random.between(-5000, 5000);
            const Pointer at{random.between(0, 1280), random.between(0, 800), 1280, 800};
            switch (i % 5) {
            case 0: pan(preset, from, dx, dy, at); break;
            case 1: orbit(preset, from, dx, dy, at); break;
            case 2: look_around(preset, from, dx, dy, at); break;
            case 3: zoom(preset, random.between(-40, 40), at); break;
            default: fly(preset, {dx, dy, dx}); break;
            }
            ASSERT_EQ(parse_preset(to_json(preset), "moved"), preset) << scene << " " << i;
        }
    }
}
