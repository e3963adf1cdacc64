// Pictures with one sample a pixel against those with many, at rest and in a slow pan.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "app/painting.hpp"
#include "cli/bench_scenes.hpp"
#include "scene/scenes.hpp"

using namespace isonoise;

namespace {

// At least this many dB against many samples, and at most this flicker; a flat scene has no pan. Each scene had about
// half a dB more and a tenth less flicker when this was written.
struct Limits {
    double quality;
    double flicker = 0;
};
const std::map<std::string, Limits> kLimits = {
    {"clouds", {34.3, 2.3}},
    {"density", {25.0, 1.9}},
    {"density-blocks", {31.6, 3.0}},
    {"density-polygons", {30.2, 2.15}},
    {"fire", {30.5}},
    {"line-dunes", {47.0}},
    {"line-strokes", {31.2}},
    {"marble", {30.1, 2.55}},
    {"planet", {33.6, 2.35}},
    {"sea", {28.4, 2.1}},
    {"terrain", {33.3, 1.7}},
};

class Quality : public Painting {
  protected:
    static constexpr int kWidth = 120, kHeight = 90, kMany = 16;

    // The picture with the eye turned by a number of pixels, about.
    static Pixels drawn(Preset preset, int samples, double turn = 0) {
        preset.look.yaw += turn * preset.look.fov / kHeight;
        const Frame frame(preset, kWidth, kHeight);
        return presented(frame, {sums_of(frame, samples)});
    }

    // How much the pixels' change changes from picture to picture, in a pan by a quarter of a pixel each time.
    static double restlessness(const Preset& preset, int samples) {
        const Pixels a = drawn(preset, samples), b = drawn(preset, samples, 0.25), c = drawn(preset, samples, 0.5);
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += static_cast<double>(std::abs(a[i] - 2 * b[i] + c[i]));
        return sum / static_cast<double>(a.size());
    }
};

}  // namespace

TEST_F(Quality, OneSampleIsNearToMany) {
    for (const SceneSubject& scene : scene_subjects()) {
        const auto limits = kLimits.find(scene.name);
        ASSERT_NE(limits, kLimits.end()) << scene.name;
        EXPECT_GT(quality(drawn(scene.preset, 1), drawn(scene.preset, kMany)), limits->second.quality) << scene.name;
    }
}

// Next to the same pan with many samples, whose pixels change smoothly.
TEST_F(Quality, HardlyFlickersInASlowPan) {
    for (const SceneSubject& scene : scene_subjects()) {
        if (scene_info(scene.preset.look.scene).view == View::flat) continue;
        const double flicker = restlessness(scene.preset, 1) / restlessness(scene.preset, kMany);
        EXPECT_LT(flicker, kLimits.at(scene.name).flicker) << scene.name;
    }
}
