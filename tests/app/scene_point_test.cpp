// The point that a picture shows under the mouse, and the value there.
#include "app/window.hpp"
#include "scene/planet.hpp"
#include "scene/scenes.hpp"

// In every scene whose surface comes from noise, the status line names a point of the visible surface, with the core's
// value at that point; in a terrain, its height is relief times the value.
TEST(ScenePoint, OfRockIsOnItsSurface) {
    for (const char* name : {"density", "density-caves", "density-islands", "density-skylands", "unit"}) {
        const bool unit = std::string(name) == "unit";
        Preset preset = load_preset(unit ? "density" : name);
        if (preset.settings.dim != 3) continue;
        if (unit) preset.settings.output = Output::unit;
        preset.look.blocks = 0;
        preset.look.center[1] += 0.1;
        const auto& look = preset.look;
        const Noise noise(preset.settings);
        int found = 0;
        for (int x = 20; x < 320; x += 40) {
            for (int y = 10; y < 180; y += 20) {
                const auto seen = scene_info(Scene::density).point(preset, 320, 180, x, y);
                if (!seen) continue;
                const std::string& line = seen->text;
                double at[3] = {};
                float value = 0;
                ASSERT_EQ(std::sscanf(line.c_str(), "at (%lf, %lf, %lf) %f", &at[0], &at[1], &at[2], &value), 4)
                    << line;
                const glm::vec4 p(at[0], at[1], at[2], 0);
                EXPECT_NEAR(noise(p), value, 0.03) << name << ": " << line;
                const double rise = look.relief > 0 ? at[1] / look.relief : 0;
                const double level = unit ? 2 * static_cast<double>(value) - 1 : static_cast<double>(value);
                EXPECT_NEAR((level - mean(preset.settings)) / (3 * standard_deviation(preset.settings)) -
                                look.threshold - rise,
                            0, 0.03)
                    << name << ": " << line;
                ++found;
            }
        }
        EXPECT_GT(found, 15) << name;
    }
}

TEST(ScenePoint, OfThePlanetIsOnItsGround) {
    for (const char* name : {"planet", "planet-orbit", "planet-ground"}) {
        const Preset preset = load_preset(name);
        const Camera c = camera(preset);
        const DrawnNoise noise(preset);
        int found = 0;
        for (int x = 0; x < 320; x += 20) {
            for (int y = 0; y < 180; y += 20) {
                const auto seen = scene_info(Scene::planet).point(preset, 320, 180, x, y);
                if (!seen) continue;
                const std::string& line = seen->text;
                double latitude = 0, longitude = 0, height = 0;
                float value = 0;
                ASSERT_EQ(std::sscanf(line.c_str(), "at latitude %lf, longitude %lf %f, height %lf", &latitude,
                                      &longitude, &value, &height),
                          4)
                    << line;
                const glm::dvec3 up = planet_direction(longitude, latitude);
                EXPECT_NEAR(planet_value(preset, noise, up), value, 0.05) << name << ": " << line;
                EXPECT_NEAR(height, planet_relief(preset.look) * static_cast<double>(value), 1e-8);
                EXPECT_EQ(line.ends_with("below the water"), static_cast<double>(value) < preset.look.water);
                // Seen from the eye, the point is at the same place of the picture.
                const glm::dvec3 way = planet_radius(preset, noise, up) * up - c.eye;
                const double depth = glm::dot(way, c.forward), pixel = 2 * c.half_fov_tangent / 180;
                EXPECT_NEAR(glm::dot(way, c.right) / depth / pixel + 160, x, 1.5) << name << ": " << line;
                EXPECT_NEAR(90 - glm::dot(way, c.up) / depth / pixel, y, 1.5) << name << ": " << line;
                ++found;
            }
        }
        EXPECT_GT(found, 15) << name;
        EXPECT_FALSE(scene_info(Scene::planet).point(load_preset("planet"), 320, 180, 1, 1)) << "space";
    }
}

// A line's coordinates, value and rest, with the place in the world.
struct Seen {
    glm::dvec3 p{};  // from the center
    float value = 0;
    std::string rest;
};
static std::optional<Seen> seen_at(const Preset& preset, int axes, double x, double y) {
    const auto seen = scene_info(preset.look.scene).point(preset, 320, 180, x, y);
    if (!seen) return {};
    Seen result;
    // The line has all of the noise's coordinates, which give the value.
    glm::vec4 at(0.0f);
    const char* text = seen->text.c_str();
    EXPECT_TRUE(seen->text.starts_with("at (")) << seen->text;
    for (int i = 0; i < preset.settings.dim; ++i)
        at[i] = std::strtof(text + (i == 0 ? 4 : 2), const_cast<char**>(&text));
    EXPECT_EQ(*text, ')') << seen->text;
    result.value = std::strtof(text + 2, const_cast<char**>(&text));
    EXPECT_EQ(Noise(preset.settings)(at), result.value) << seen->text;
    const auto used = text - seen->text.c_str();
    result.rest = seen->text.substr(static_cast<std::size_t>(used));
    EXPECT_EQ(value_at(preset, seen->point), result.value) << seen->text;
    for (int i = 0; i < axes; ++i)
        result.p[i] = static_cast<double>(at[i]) - preset.look.center[static_cast<std::size_t>(i)] -
                      (i == preset.settings.dim - 1 ? preset.look.time : 0.0);
    return result;
}
// Seen from the eye, the point is at the same place of the picture.
static void expect_seen_at(const Preset& preset, const glm::dvec3& p, double x, double y, double pixels) {
    const Camera c = camera(preset);
    const glm::dvec3 way = p - c.eye;
    const double depth = glm::dot(way, c.forward), pixel = 2 * c.half_fov_tangent / 180;
    EXPECT_NEAR(glm::dot(way, c.right) / depth / pixel + 160, x, pixels);
    EXPECT_NEAR(90 - glm::dot(way, c.up) / depth / pixel, y, pixels);
}
template <class Check> static int over_the_picture(Check check) {
    int found = 0;
    for (int x = 10; x < 320; x += 30) {
        for (int y = 5; y < 180; y += 17)
            found += check(x, y);
    }
    return found;
}

TEST(ScenePoint, OfTheSeaIsOnItsWaves) {
    for (const char* name : {"sea", "sea-calm", "sea-storm"}) {
        Preset preset = load_preset(name);
        preset.look.time = 0.75;
        const double mean = isonoise::mean(preset.settings), sigma = standard_deviation(preset.settings);
        EXPECT_GT(over_the_picture([&](double x, double y) {
                      const auto seen = seen_at(preset, 2, x, y);
                      if (!seen) return 0;
                      double height = 0;
                      EXPECT_EQ(std::sscanf(seen->rest.c_str(), ", height %lf", &height), 1) << seen->rest;
                      const double s = std::clamp((static_cast<double>(seen->value) - mean) / sigma, -3.0, 4.0);
                      EXPECT_NEAR(height, preset.look.relief * sigma * (s + 0.15 * (s * s - 1)), 1e-5) << name;
                      if (y > 120)
                          expect_seen_at(preset, {seen->p.x, height, seen->p.y}, x, y, 40);  // the eye may rise
                      return 1;
                  }),
                  30)
            << name;
        EXPECT_FALSE(seen_at(preset, 2, 160, 1)) << "the sky";
    }
}

TEST(ScenePoint, OfCloudsIsAtTheirEdge) {
    for (const char* name : {"clouds", "clouds-golden", "clouds-storm", "clouds-summer"}) {
        const Preset preset = load_preset(name);
        const double mean = isonoise::mean(preset.settings), sigma = standard_deviation(preset.settings);
        EXPECT_GT(over_the_picture([&](double x, double y) {
                      const auto seen = seen_at(preset, 3, x, y);
                      if (!seen) return 0;
                      expect_seen_at(preset, seen->p, x, y, 1);
                      const double h = seen->p.y / 3, up = std::clamp(h / 0.12, 0.0, 1.0);
                      EXPECT_GT(h, -0.01);
                      EXPECT_LT(h, 1.01);
                      const double need =
                          3 * preset.look.threshold + 4 * (1 - up * up * (3 - 2 * up)) + 3 * h * h + 3 * std::pow(h, 6);
                      EXPECT_GT((static_cast<double>(seen->value) - mean) / sigma, need - 0.15) << name;
                      return 1;
                  }),
                  8)
            << name;
    }
}

TEST(ScenePoint, OfMarbleIsOnTheBall) {
    Preset preset = load_preset("marble");
    for (const double pitch : {-35.0, -5.0, 20.0}) {
        preset.look.pitch = pitch;
        const int found = over_the_picture([&](double x, double y) {
            const auto seen = seen_at(preset, 3, x, y);
            if (!seen) return 0;
            EXPECT_NEAR(glm::length(seen->p - glm::dvec3(0, 0.235, 0)), 0.8, 0.01);
            expect_seen_at(preset, seen->p, x, y, 1);
            return 1;
        });
        EXPECT_GT(found, 8) << pitch;
        EXPECT_LT(found, 60) << pitch;
    }
}

TEST(ScenePoint, OfBlocksIsTheFirstOnTheWay) {
    Preset preset = load_preset("density-blocks");
    const double side = 1.0 / preset.look.blocks;
    const int found = over_the_picture([&](double x, double y) {
        const auto seen = seen_at(preset, 3, x, y);
        if (!seen) return 0;
        long block[3] = {};
        EXPECT_EQ(std::sscanf(seen->rest.c_str(), ", block (%ld, %ld, %ld)", &block[0], &block[1], &block[2]), 3)
            << seen->rest;
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR((static_cast<double>(block[i]) + 0.5) * side,
                        seen->p[i] + preset.look.center[static_cast<std::size_t>(i)] +
                            (i == preset.settings.dim - 1 ? preset.look.time : 0.0),
                        0.11 * side);
        // A block's size in the picture grows as its distance shrinks.
        const Camera c = camera(preset);
        const double depth = glm::dot(seen->p - c.eye, c.forward);
        expect_seen_at(preset, seen->p, x, y, side * 0.9 / (depth * 2 * c.half_fov_tangent / 180) + 1);
        return 1;
    });
    EXPECT_GT(found, 20);
}

// The window shows the GPU's value beside it.
TEST_F(Tool, TheProbeComparesWithTheGpu) {
    std::vector<std::string> names = {"map", "density-blocks"};
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        if (scene_info(static_cast<Scene>(i)).point) names.emplace_back(detail::kScenes[i]);
    }
    for (const std::string& name : names) {
        viewer.reset();
        open_without_settling(load_preset(name), 900, 700);
        settle_input();
        const std::string& line = viewer->panel().status.under_cursor;
        for (int y = 500; y > 100 && line.empty(); y -= 50)  // clouds have gaps
            move_to({600, y});
        ASSERT_NE(line, "") << name;
        EXPECT_TRUE(until([&] { return line.ends_with("GPU: the same bits"); })) << name << ": " << line;
    }
}

TEST_F(Tool, TheProbeOfTheTerrain) {
    Preset preset = default_preset(Scene::terrain);  // in 2D time is part of the second coordinate
    preset.look.time = 1.5;
    open_without_settling(preset, 900, 700);
    settle_input();
    move_to({700, 560});
    const std::string& line = viewer->panel().status.under_cursor;
    double x = 0, z = 0;
    float value = 0, height = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "at (%lf, %lf) %f, height %f", &x, &z, &value, &height), 4) << line;
    EXPECT_EQ(height, static_cast<float>(look().relief) * value);
    const Noise noise(settings());
    EXPECT_EQ(noise(glm::vec4(static_cast<float>(x), static_cast<float>(z), 0, 0)), value) << line;
    move_to({700, 20});
    EXPECT_EQ(line, "") << "the sky";
}
