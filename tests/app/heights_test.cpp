// Terrain, sea and clouds find what rays meet in tables: it is the noise, by edited copies of the real shaders.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "gpu/context.hpp"
#include "scene/constants.hpp"
#include "scene/ground.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

class Heights : public testing::Test {
  protected:
    // A painter whose shader `file` has `with` in place of `text`.
    struct Edited {
        TemporaryDirectory directory;
        std::unique_ptr<Shaders> shaders;
        std::unique_ptr<Painter> painter;
        Edited(const HeadlessContext& context, const char* file, const std::string& text, const std::string& with) {
            const fs::path copy = directory.shaders(), path = copy / file;
            write_file(path, replaced(read_file(path), text, with));
            shaders = std::make_unique<Shaders>(context.info().glsl, ShaderFiles(copy));
            painter = std::make_unique<Painter>(*shaders, context.info());
        }
    };
    // Four floats per pixel, in linear light.
    static std::vector<float> pixels(Painter& painter, const Preset& preset, int width, int height, int samples) {
        std::vector<float> all;
        painter.picture(preset,
                        {.width = width, .height = height, .pixels = Painter::Pixels::linear, .samples = samples},
                        [&](int, std::span<const float> band) { all.insert(all.end(), band.begin(), band.end()); });
        return all;
    }

    HeadlessContext context;
    Random random{4};
};

// Counts of rays by where they end.
struct Tally {
    int met = 0;
    int off = 0;     // not on the ground, by more than a pixel
    int hidden = 0;  // behind nearer ground; the tables, with a texel of 2 or 2.5 pixels, may cut the tips of crests
};

// Counts the rays of a picture whose shader tells where they end: x and z from the eye, and the height. The eye is at
// `eye`, from the center.
void count(Tally& tally, const std::vector<float>& ends, const Frame& frame, const glm::dvec3& eye,
           const std::function<double(double x, double z)>& height) {
    const double pixel = 2 * frame.camera.half_fov_tangent / frame.height;
    for (std::size_t k = 0; k < ends.size(); k += 7 * std::size_t{4}) {
        if (ends[k + 1] > 1e8f) continue;
        const glm::dvec3 end(eye.x + static_cast<double>(ends[k]), ends[k + 1],
                             eye.z + static_cast<double>(ends[k + 2]));
        const double away = glm::distance(end, eye);
        // Farther octaves are left out.
        if (10 * pixel * away > 0.5 / static_cast<double>(frame.preset.settings.frequency)) continue;
        ++tally.met;
        tally.off += std::fabs(height(end.x, end.z) - end.y) > pixel * away;
        for (int j = 1; j < 200; ++j) {
            const double t = j / 200.0;
            const glm::dvec3 before = glm::mix(eye, end, t);
            if (height(before.x, before.z) - before.y < 5 * pixel * t * away) continue;
            ++tally.hidden;
            break;
        }
    }
}

}  // namespace

TEST_F(Heights, RaysMeetTheGroundWithinAPixel) {
    const Edited telling(context, "scenes/terrain.frag", "        int which;\n",
                         "        colour = vec4(end.found == LAND ? from + end.t * d : vec3(1e9), 1.0);\n"
                         "        return;\n        int which;\n");
    Tally tally;
    for (int i = 0; i < 16; ++i) {
        Preset preset = load_preset("terrain");
        preset.settings.fractal = static_cast<Fractal>(i % 5);
        preset.settings.octaves = 2;  // wide ones, which pictures do not leave out
        Look& look = preset.look;
        look.water = -1;
        look.relief = random.between(0.2, 1.2);
        look.center = {random.between(-50, 50), random.between(-50, 50), 0, 0};
        look.altitude = random.between(0.2, 1.5);
        look.span = random.between(0.5, 3);
        look.fov = random.between(15, 100);
        look.yaw = random.between(0, 360);
        look.pitch = i % 4 == 0 ? -89 : random.between(-60, 10);
        const Frame frame(preset, i % 3 == 0 ? 90 : 320, 180);
        const Ground ground(preset);
        count(tally, pixels(*telling.painter, preset, frame.width, frame.height, 1), frame,
              frame.camera.eye + glm::dvec3(0, ground.lift(frame.camera.eye), 0),
              [&](double x, double z) { return ground.height(x, z); });
    }
    EXPECT_GT(tally.met, 16 * 1000);
    EXPECT_LE(tally.off, tally.met / 1000);
    EXPECT_LE(tally.hidden, tally.met / 1000);
}

TEST_F(Heights, RaysMeetTheWaterWithinAPixel) {
    const std::string walk = "t = walk(d, height);\n";
    const Edited telling(context, "scenes/sea.frag", walk,
                         walk + "    colour = vec4(t > 0.0 ? vec3(0.0, height, 0.0) + t * d : vec3(1e9), 1.0);\n"
                                "    return;\n");
    Tally tally;
    for (int i = 0; i < 12; ++i) {
        Preset preset = load_preset("sea");
        preset.settings.octaves = 2;
        preset.settings.warp = i % 4 == 1 ? 0.3f : 0.0f;
        Look& look = preset.look;
        look.relief = random.between(0.1, 1.5);
        look.center = {random.between(-50, 50), random.between(-50, 50), random.between(-5, 5), 0};
        look.altitude = random.between(-0.5, 4);
        look.span = random.between(1, 6);
        look.fov = random.between(15, 100);
        look.yaw = random.between(0, 360);
        look.pitch = i % 4 == 0 ? -85 : random.between(-50, 10);
        const Frame frame(preset, i % 3 == 0 ? 90 : 320, 180);
        const Ground values(preset);
        const auto height = [&](double x, double z) {
            const double s =
                std::clamp((static_cast<double>(values.value(x, z)) - frame.mean) / frame.sigma, -3.0, 4.0);
            return look.relief * frame.sigma * (s + shared::SEA_SHARP * (s * s - 1));
        };
        glm::dvec3 eye = frame.camera.eye;
        eye.y = std::max(eye.y, height(eye.x, eye.z) + 0.1 + 0.3 * look.relief * frame.sigma);
        count(tally, pixels(*telling.painter, preset, frame.width, frame.height, 1), frame, eye, height);
    }
    EXPECT_GT(tally.met, 12 * 1000);
    EXPECT_LE(tally.off, tally.met / 1000);
    EXPECT_LE(tally.hidden, tally.met / 1000);
}

// Shadows by the tables are those of the noise.
TEST_F(Heights, ShadowsAreThoseOfTheNoise) {
    const std::string by_tables = "float h = seen_ground(spot.xz + to, width);";
    const Edited tables(context, "scenes/terrain.frag", by_tables, by_tables),
        noise(context, "scenes/terrain.frag", by_tables, "float h = ground(spot.xz + to, octaves_of(width));");
    for (const char* name : {"terrain", "terrain-alps", "terrain-canyon", "terrain-dusk", "terrain-islands"}) {
        Preset preset = load_preset(name);
        for (const int turn : {0, 120}) {
            preset.look.yaw += turn;
            const auto a = pixels(*tables.painter, preset, 240, 135, 4),
                       b = pixels(*noise.painter, preset, 240, 135, 4);
            double sum = 0;
            for (std::size_t k = 0; k < a.size(); ++k)
                sum += std::pow(static_cast<double>(a[k] - b[k]), 2.0);
            EXPECT_LT(sum / static_cast<double>(a.size()), 1e-3) << name << " " << turn;  // 30 dB
        }
    }
}

// Rays skip what the coarse volume shows to be empty, and take long steps: they lose no cloud. The layer's base is
// where long steps once passed small ones, and where the volume's columns once showed.
TEST_F(Heights, CloudsAreThoseOfAMarchInFineStepsEverywhere) {
    const std::string steps = "float fine = 0.012 + 0.004 * t, way",
                      marks = "if (s > -rest_of(coarse_octaves(t))) bits";
    const Edited real(context, "scenes/clouds.frag", steps, steps),
        fine(context, "scenes/clouds.frag", steps, "float fine = 0.004 + 0.0015 * t, way"),
        everywhere(context, "scenes/clouds-near.frag", marks, "bits");
    const auto decibels = [](const std::vector<float>& a, const std::vector<float>& b) {
        double sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k)
            sum += std::pow(static_cast<double>(a[k] - b[k]), 2.0);
        return -10 * std::log10(sum / static_cast<double>(a.size()) + 1e-12);
    };
    for (const char* name : {"clouds", "clouds-flight", "clouds-golden", "clouds-storm", "clouds-summer"}) {
        Preset preset = load_preset(name);
        if (name == std::string("clouds-golden")) {
            preset.settings.fractal = Fractal::fbm;
            preset.settings.octaves = 1;
        }
        for (const double pitch : {preset.look.pitch, 40.0}) {
            preset.look.pitch = pitch;
            const auto drawn = [&](const Edited& by, int samples) {
                return pixels(*by.painter, preset, 128, 72, samples);
            };
            EXPECT_GT(decibels(drawn(real, 1), drawn(fine, 4)), 27) << name << " " << pitch;
            Preset clear = preset;
            clear.look.density = 0;
            EXPECT_LT(decibels(drawn(real, 1), pixels(*real.painter, clear, 128, 72, 1)), 25) << name << " " << pitch;
            EXPECT_GT(decibels(drawn(real, 4), drawn(everywhere, 4)), 33) << name << " " << pitch;
        }
    }
}
