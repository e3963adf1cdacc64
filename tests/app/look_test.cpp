// Looks, presets and colours.
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/shader.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/frame.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "session/copy_as.hpp"
#include "session/session.hpp"

using namespace isonoise;

TEST(Preset, RoundTrip) {
    Preset preset;
    preset.settings = {.algorithm = Algorithm::improved,
                       .dim = 4,
                       .seed = 4294967295u,
                       .frequency = 0.1f,
                       .octaves = 7.25f,
                       .persistence = 1.0f / 3,
                       .lacunarity = 2.17f,
                       .output = Output::unit};
    preset.look = default_preset(Scene::line).look;
    preset.look.colormap = Colormap::diverging;
    preset.look.center = {1.0 / 3, -2, 1e9, 4};
    preset.look.span = 0.1;
    preset.look.time = -7.7;
    preset.look.speed = 3;
    preset.look.range = std::array{-0.25, 0.75};
    preset.look.contours = 7;
    preset.look.tiling = Tiling::three;
    preset.look.sun = {1.0 / 3, 2};
    EXPECT_EQ(parse_preset(to_json(preset), "test"), preset);
    EXPECT_EQ(parse_preset(to_json(Preset()), "test"), Preset());
    EXPECT_EQ(parse_preset(R"({"schema": 1})", "test"), Preset());
}

TEST(Preset, ASceneBeginsAsItsOwnPreset) {
    for (const char* name : detail::kScenes) {
        Preset preset;
        ASSERT_EQ(set(preset, "scene", name), "");
        const Preset standard = default_preset(preset.look.scene);
        EXPECT_EQ(standard.look.scene, preset.look.scene);
        EXPECT_EQ(load_preset(name), standard);
        // A minimal user file, whatever its name.
        const std::string json = R"({"schema": 1, "seed": 99, "scene": ")" + std::string(name) + "\"}";
        Preset other = standard;
        other.settings.seed = 99;
        EXPECT_EQ(parse_preset(json, name + std::string(".json")), other);
    }
}

// Both in a file, whatever the order of its keys, and when a preset's fractal is changed.
TEST(Preset, AFractalBringsItsOwnStartingValues) {
    const Preset eroded = default_preset(Scene::terrain), ridged = default_preset(Scene::terrain, Fractal::ridged);
    EXPECT_LT(ridged.look.relief, eroded.look.relief);
    EXPECT_LT(ridged.settings.persistence, eroded.settings.persistence);
    EXPECT_EQ(ridged.look.center, eroded.look.center);
    EXPECT_EQ(load_preset("terrain-ridged"), ridged);
    EXPECT_EQ(parse_preset(R"({"fractal": "ridged", "scene": "terrain", "schema": 1})", "test"), ridged);
    Preset own = ridged;
    own.look.relief = 0.85;
    EXPECT_EQ(parse_preset(R"({"schema": 1, "relief": 0.85, "fractal": "ridged", "scene": "terrain"})", "test"), own);
    own = eroded;
    own.settings.persistence = 0.6f;
    change_fractal(own, Fractal::ridged);
    EXPECT_EQ(own.settings.fractal, Fractal::ridged);
    EXPECT_EQ(own.look, ridged.look);
    EXPECT_EQ(own.settings.persistence, 0.6f);
    for (int scene = 0; scene < static_cast<int>(std::size(detail::kScenes)); ++scene) {
        const Preset begin = default_preset(static_cast<Scene>(scene));
        for (int fractal = 0; fractal < static_cast<int>(std::size(detail::kFractals)); ++fractal) {
            Preset there = begin;
            change_fractal(there, static_cast<Fractal>(fractal));
            EXPECT_EQ(there, default_preset(static_cast<Scene>(scene), static_cast<Fractal>(fractal)));
            change_fractal(there, begin.settings.fractal);
            EXPECT_EQ(there, begin);
        }
    }
}

// The mean slope of the land, over a fiftieth of the view: needles have more than 3.
TEST(Preset, TheTerrainOfNoFractalIsNeedles) {
    for (int fractal = 0; fractal < static_cast<int>(std::size(detail::kFractals)); ++fractal) {
        const Preset preset = default_preset(Scene::terrain, static_cast<Fractal>(fractal));
        const Noise noise(preset.settings);
        const double step = preset.look.span / 50;
        double sum = 0, land = 0;
        const int n = 100;
        for (int i = 0; i < n * n; ++i) {
            const double x = preset.look.center[0] + (i % n - n / 2) * step;
            const double y = preset.look.center[1] + (i / n - n / 2) * step;
            const auto at = [&](double px, double py) { return double(noise(glm::vec4(px, py, 0, 0))); };
            if (at(x, y) <= preset.look.water) continue;
            ++land;
            sum += std::hypot(at(x + step, y) - at(x, y), at(x, y + step) - at(x, y)) / step * preset.look.relief;
        }
        const double slope = sum / land;
        EXPECT_GT(slope, 0.1) << detail::kFractals[fractal];
        EXPECT_GT(land, n * n / 20) << detail::kFractals[fractal];
        EXPECT_LT(slope, 1.5) << detail::kFractals[fractal];
    }
}

// Decimals next to the midpoint of two floats: a double is exactly the midpoint, and its shortest digits lie beyond.
TEST(Preset, ANumberHasTheBitsOfTheSameDigitsAsAFlag) {
    for (const char* digits :
         {"0.50000002980232238769531249999", "0.50000002980232238769531250001", "0.5000000298023223876953125",
          "0.50000008940696716308593749999", "0.50000008940696716308593750001", "0.1000000052154064178466796874999",
          "0.10000000521540641784667968750001", "1.00000005960464477539062500001e0", "70064923216240853e-62",
          "70064923216240854e-62", "1e-400", "1", "-0", "-0.0"}) {
        for (const char* key : {"persistence", "filter-width", "flow", "speed"}) {
            SCOPED_TRACE(fmt::format("{} {}", key, digits));
            Preset flags;
            const std::string what = set(flags, key, digits);
            const std::string text = fmt::format("{{\"schema\": 1, \"{}\": {}}}", key, digits);
            const std::string config =
                fmt::format("{{\"{0}\": 7, \"a\": [[{{}}]], \"preset\": {1}, \"b\": {{}}}}", key, text);
            ASSERT_EQ(what, "");
            for (const Preset& preset : {parse_preset(text, "test"), parse_preset(config, "test", "preset")})
                EXPECT_EQ(get(preset, key), get(flags, key));
        }
    }
    const char* middle = "1.000000059604644775390624999";
    Preset flags;
    ASSERT_EQ(set(flags, "center", fmt::format("{0},{0}", middle)) + set(flags, "range", fmt::format("-1,{}", middle)),
              "");
    EXPECT_EQ(parse_preset(fmt::format(R"({{"schema": 1, "center": [{0}, {0}], "range": [-1, {0}]}})", middle), "test"),
              flags);
}

TEST(Preset, EveryRejectionNamesTheFileAndWhatIsWrong) {
    static const struct {
        const char *json, *word;
    } bad[] = {
        {"", "JSON"},
        {"{\"schema\": 1, \"dim\": 3", "JSON"},
        {"[1, 2]", "object"},
        {"{}", "schema"},
        {"{\"schema\": 0}", "schema"},
        {"{\"schema\": \"1\"}", "schema"},
        {"{\"schema\": 2}", "schema 2"},
        {"{\"schema\": 1, \"dimension\": 3}", "'dimension'"},
        {"{\"schema\": 1, \"dim\": 7}", "dim"},
        {"{\"schema\": 1, \"dim\": \"3\"}", "dim"},
        {"{\"schema\": 1, \"dim\": 3, \"dim\": 2}", "twice"},
        {"{\"schema\": 1, \"seed\": -1}", "seed"},
        {"{\"schema\": 1, \"octaves\": null}", "octaves"},
        {"{\"schema\": 1, \"octaves\": [3]}", "octaves: expected a number from 1 to 32, got '[3]'"},
        {"{\"schema\": 1, \"octaves\": {\"a\": 3}}", "octaves: expected a number from 1 to 32, got '{...}'"},
        {"{\"schema\": 1, \"octaves\": true}", "got 'true'"},
        {"{\"schema\": 1, \"octaves\": 0.10}", "got '0.10'"},
        {"{\"schema\": 1, \"seed\": 99999999999999999999}", "got '99999999999999999999'"},
        {"{\"schema\": 1.0}", "expected \"schema\": 1"},
        {"{\"schema\": 9999999999999999999}", "schema 9999999999999999999"},
        {"{\"schema\": 1} {", "JSON"},
        {"7", "object"},
        {"{\"schema\": 1, \"persistence\": 1e999}", "out_of_range"},
        {"{\"schema\": 1, \"algorithm\": 1}", "algorithm"},
        {"{\"schema\": 1, \"warp\": 17}", "warp"},
        {"{\"schema\": 1, \"flow\": 1, \"dim\": 3}", "flow: expected 2"},
        {"{\"schema\": 1, \"period\": [5, 5, 5]}", "period: expected 2 counts"},
        {"{\"schema\": 1, \"period\": [5, -1]}", "period"},
        {"{\"schema\": 1, \"algorithm\": \"slope\"}", "dim: slope has 1"},
        {"{\"schema\": 1, \"center\": [1, 2, 3, 4, 5]}", "center"},
        {"{\"schema\": 1, \"center\": [1, \"2\"]}", "center"},
        {"{\"schema\": 1, \"center\": \"1,2\"}", "center"},
        {"{\"schema\": 1, \"center\": [[1, 2]]}", "nested"},
        {"{\"schema\": 1, \"range\": [1, 1]}", "range"},
        {"{\"schema\": 1, \"span\": 0}", "span"},
        {"{\"schema\": 1, \"colormap\": \"jet\"}", "colormap"},
    };
    for (const auto& [json, word] : bad) {
        try {
            parse_preset(json, "the-file");
            ADD_FAILURE() << "taken: " << json;
        } catch (const Error& e) {
            const std::string what = e.what();
            EXPECT_EQ(what.find("the-file: "), 0u) << what;
            if (std::string_view(word) != "out_of_range") {
                EXPECT_NE(what.find(word), std::string::npos) << what;
            }
            EXPECT_EQ(what.find('\n'), std::string::npos) << what;
        }
    }
}

TEST(Look, ColoursStayInRangeAndAreSmooth) {
    for (Colormap map :
         {Colormap::viridis, Colormap::magma, Colormap::grey, Colormap::terrain, Colormap::diverging, Colormap::fire}) {
        glm::vec3 before = colour(map, 0.0f);
        for (int i = 0; i <= 4000; ++i) {
            const glm::vec3 c = colour(map, static_cast<float>(i) / 4000);
            for (int k = 0; k < 3; ++k) {
                ASSERT_GE(c[k], 0.0f);
                ASSERT_LE(c[k], 1.0f);
                ASSERT_LT(std::fabs(c[k] - before[k]), 0.004f) << "a jump is a band";
            }
            before = c;
        }
        EXPECT_EQ(colour(map, -3.0f), colour(map, 0.0f));
        EXPECT_EQ(colour(map, 3.0f), colour(map, 1.0f));
    }
}

// Every scene has a row, consistent with its other descriptions.
TEST(Look, TheTableOfScenes) {
    std::set<char> keys;
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        const auto scene = static_cast<Scene>(i);
        SCOPED_TRACE(detail::kScenes[i]);
        const SceneInfo& row = scene_info(scene);
        const Preset preset = default_preset(scene);
        EXPECT_EQ(problem(preset), "");
        if (row.key) {
            EXPECT_TRUE(keys.insert(row.key).second);
            EXPECT_EQ(scene_of_key(row.key), scene);
        }
        for_each_look(preset.look, [&](const LookInfo& info, const auto&) {
            if (std::string_view(info.name) == "yaw") {
                EXPECT_EQ(info.is_for(scene), has_camera(scene));
            }
        });
        // Each of its fields is one of Look's, with the scene's own description.
        const auto fields = look_rows(scene);
        for (const LookInfo& own : row.rows) {
            const auto field = std::find_if(fields.begin(), fields.end(),
                                            [&](const LookInfo& f) { return std::string_view(f.name) == own.name; });
            ASSERT_NE(field, fields.end()) << own.name;
            EXPECT_TRUE(field->is_for(scene)) << own.name;
            EXPECT_STREQ(field->about, own.about);
            EXPECT_STRNE(own.about, "") << own.name;
        }
        EXPECT_STRNE(row.about, "");
        EXPECT_EQ(parse_preset(to_json(preset), "test"), preset);
        EXPECT_FALSE(row.gallery.empty());
        for (const GalleryPicture& picture : row.gallery)
            EXPECT_EQ(load_builtin_preset(picture.preset).look.scene, scene);
        EXPECT_NO_THROW(ShaderFiles().resolve(shader_of(preset.look)));
    }
    EXPECT_EQ(scene_of_key('?'), std::nullopt);
    EXPECT_EQ(scene_keys().rfind("1 to 9, 0", 0), 0u) << scene_keys();
}

// A field's combined description: the most common one first, then those of other scenes.
TEST(Look, AFieldHasTheWordsOfItsScenes) {
    for_each_look([](const LookInfo& all, auto) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
            const auto scene = static_cast<Scene>(i);
            if (!all.is_for(scene)) continue;
            ++count;
            for_each_look(look_rows(scene), [&](const LookInfo& own, auto) {
                if (std::string_view(own.name) != all.name) return;
                EXPECT_NE(std::string(all.about).find(own.about), std::string::npos) << own.name << ": " << own.about;
                EXPECT_LE(all.min, own.min) << own.name;
                EXPECT_GE(all.max, own.max) << own.name;
            });
        }
        EXPECT_GT(count, 0u) << all.name;
    });
    EXPECT_STREQ(look_rows(Scene::marble)[24].name, "relief");
    EXPECT_STREQ(look_rows(Scene::marble)[24].about, "how far the noise bends the veins");
    EXPECT_STREQ(look_rows()[5].about, "colours from low to high; marble: the stone");
}

// The mean and sigma passed to shaders, in the output's range. They must not be derived from the shown range, which
// ends at the bounds of the noise.
TEST(Look, AFrameHasTheMeanAndSigmaOfTheNoise) {
    Random random(41);
    for (const Fractal fractal : {Fractal::fbm, Fractal::turbulence, Fractal::ridged, Fractal::billow}) {
        for (const float octaves : {1.0f, 5.0f}) {
            for (const Output output : {Output::signed_, Output::unit}) {
                Preset preset = default_preset(Scene::fire);
                preset.settings = {.dim = 3, .octaves = octaves, .fractal = fractal, .output = output};
                const Frame frame(preset, 16, 9);
                const Noise noise(preset.settings);
                double sum = 0, squares = 0;
                constexpr int count = 40000;
                for (int i = 0; i < count; ++i) {
                    const auto v = static_cast<double>(noise(
                        glm::vec4(random.between(-500, 500), random.between(-500, 500), random.between(-500, 500), 0)));
                    sum += v;
                    squares += v * v;
                }
                const double mean = sum / count, sigma = std::sqrt(squares / count - mean * mean);
                const std::string what = get(preset, "fractal") + " " + get(preset, "octaves");
                EXPECT_NEAR(frame.mean, mean, 0.1 * sigma) << what;
                EXPECT_NEAR(frame.sigma, sigma, 0.1 * sigma) << what;
            }
        }
    }
}

// Three standard deviations to either side of the mean, within the noise's range; tests/core/range_test.cpp measures
// both.
TEST(Look, TheShownRangeIsThreeSigma) {
    const Settings wide{.octaves = 4, .output = Output::unit}, clipped{.dim = 1, .fractal = Fractal::turbulence};
    Preset preset;
    preset.settings = wide;
    EXPECT_NEAR(shown_range(preset)[0], (mean(wide) - 3 * standard_deviation(wide) + 1) / 2, 1e-12);
    EXPECT_NEAR(shown_range(preset)[1], (mean(wide) + 3 * standard_deviation(wide) + 1) / 2, 1e-12);
    preset.settings = clipped;
    EXPECT_LT(mean(clipped) - 3 * standard_deviation(clipped), 0);
    EXPECT_EQ(shown_range(preset)[0], 0);
    preset.settings = {.algorithm = Algorithm::axis};
    EXPECT_EQ(shown_range(preset), value_range(preset.settings));
    preset.look.range = {-2, 3};
    EXPECT_EQ(shown_range(preset), (std::array<double, 2>{-2, 3}));
}

TEST(Look, AxesAreExactAndCentred) {
    Preset preset;
    preset.settings.dim = 3;
    preset.look.span = 6;
    preset.look.center = {1, 2, 3, 4};
    preset.look.time = 0.5;
    const PictureAxes axes = picture_axes(preset, Region::whole(3, 4));
    EXPECT_EQ(axes.x, (std::vector<AxisPoint>{{-1, 0.5f}, {1, 0.0f}, {2, 0.5f}}));
    EXPECT_EQ(axes.y, (std::vector<AxisPoint>{{-1, 0.75f}, {1, 0.25f}, {2, 0.75f}, {4, 0.25f}}));
    EXPECT_EQ(axes.zw, (std::array<AxisPoint, 2>{{{3, 0.5f}, {4, 0.0f}}}));
    // A frame's position in a loop is added to the last axis, and frequency counts.
    EXPECT_EQ(picture_axes(preset, Region::whole(3, 4), {7, 0.75}).zw[0], (AxisPoint{11, 0.25f}));
    preset.settings.frequency = 2.0f;
    EXPECT_EQ(picture_axes(preset, Region::whole(3, 4)).x, (std::vector<AxisPoint>{{-1, 0.0f}, {2, 0.0f}, {5, 0.0f}}));
    preset.look.scene = Scene::line;
    EXPECT_EQ(picture_axes(preset, Region::whole(3, 4)).y, (std::vector<AxisPoint>{{4, 0.0f}}));
    // To the limits of a double: cells wrap after 2^32.
    preset.look.center[0] = 0x1p31;
    EXPECT_EQ(picture_axes(preset, Region::whole(1, 4)).x, (std::vector<AxisPoint>{{0, 0.0f}}));
}

// At any zoom and distance from the origin, neighbouring pixels have distinct points as long as fractions can
// distinguish them.
TEST(Look, PicturesAreAsFineFarAwayAsNearTheOrigin) {
    for (const double center : {0.0, 0x1p20, 0x1p30, -0x1p31}) {
        Preset preset;
        preset.look.center = {center + 0.5, center + 0.5};
        preset.look.span = 600 * 0x1p-23;
        const PictureAxes axes = picture_axes(preset, Region::whole(800, 600));
        for (const auto& points : {axes.x, axes.y}) {
            for (std::size_t i = 1; i < points.size(); ++i)
                ASSERT_EQ(static_cast<double>(points[i].fraction) - static_cast<double>(points[i - 1].fraction),
                          0x1p-23)
                    << center;
        }
    }
}

TEST(Look, SlidersEndWithinTheRange) {
    const auto check = [](const FieldInfo& info, auto) {
        const double low = info.widget.usual_min, high = info.widget.usual_max;
        if (low == 0.0 && high == 0.0) return;
        EXPECT_LE(info.min, low) << info.name;
        EXPECT_LT(low, high) << info.name;
        EXPECT_LE(high, info.max) << info.name;
    };
    for_each_noise_field(check);
    for_each_look(check);
}

// ---- The look that a function's text asks for

TEST(AskedLookTest, AFunctionIsShownAsItsTextAsks) {
    const std::string body = "float noise(vec2 p) { return perlin2(p, 1u); }\n";
    const std::string text =
        "// hills\n// look: --span 3 --gradient '#102030 0%,#fff 80%'\n// look: --contours=7\n" + body;
    const Preset preset = preset_of(Function(text, "function"));
    Preset expected;
    for (const auto& [name, value] : {std::pair("span", "3"), {"gradient", "#102030,#fff 80%"}, {"contours", "7"}})
        EXPECT_EQ(set(expected, name, value), "");
    EXPECT_EQ(preset.look, expected.look);
    // Not in other scenes, but in its own again.
    const Preset plain = preset_of(Function(body, "function"));
    EXPECT_EQ(default_look(preset, Scene::terrain), default_look(plain, Scene::terrain));
    EXPECT_EQ(default_look(preset, Scene::map), preset.look);
    const Preset sea = preset_of(Function("// look: --scene terrain --relief 0.25\n" + body));
    EXPECT_EQ(sea.look.scene, Scene::terrain);
    EXPECT_EQ(sea.look.relief, 0.25);
    EXPECT_EQ(sea.look.span, default_look(plain, Scene::terrain).span);
    EXPECT_EQ(default_look(sea, Scene::map), plain.look);
    // Lines and presets say what differs from it.
    for (Preset look : {preset, sea}) {
        EXPECT_EQ(from_line(to_line(look)), look) << to_line(look);
        look.look.span = 40;
        EXPECT_EQ(from_line(to_line(look)), look) << to_line(look);
        look.look = default_look(look, look.look.scene == Scene::map ? Scene::terrain : Scene::map);
        EXPECT_EQ(from_line(to_line(look)), look) << to_line(look);
        EXPECT_EQ(parse_preset(to_json(look), "p"), look);
    }
    EXPECT_EQ(parse_preset(R"({"schema": 1, "function": "gullies"})", "p").look.scene, Scene::terrain);
    EXPECT_EQ(parse_preset(R"({"schema": 1, "function": "gullies", "scene": "map"})", "p").look.scene, Scene::map);
    for (const char* comment : {"// look: as it should", "// looks --span 3", "// see look: --span 3", "// look:"})
        EXPECT_EQ(preset_of(Function(comment + ("\n" + body))).look, plain.look) << comment;
    for (const char* comment : {"//look: --span 7", "// look --span 7", "\t//  look : --span=7"})
        EXPECT_EQ(preset_of(Function(comment + ("\n" + body))).look.span, 7) << comment;
}

TEST(AskedLookTest, FollowsAnEdit) {
    const std::string body = "float noise(vec2 p) { return perlin2(p, 1u); }\n";
    Session session = begin_session({Preset(), Preset(), "map"}, {}, {});
    execute(session, command::ChangeFunction{"// look: --span 3\n" + body});
    const Look& look = session.open.preset.look;
    EXPECT_EQ(look.span, 3);
    session.open.preset.look.span = 5;
    execute(session, command::ChangeFunction{"// look: --span 3\n// more\n" + body});
    EXPECT_EQ(look.span, 5) << "the user's";
    execute(session, command::ChangeFunction{"// look: --span 2\n" + body});
    EXPECT_EQ(look.span, 2);
    const Document before = session.open;
    EXPECT_THROW(execute(session, command::ChangeFunction{"// look: --scene clouds\n" + body}), Error);
    EXPECT_EQ(session.open, before) << "clouds take three coordinates";
}

TEST(AskedLookTest, AWrongOneIsRefused) {
    for (const auto& [line, message] : std::vector<std::pair<std::string, std::string>>{
             {"--spam 3", "scene map has no setting 'spam'"},
             {"--relief 3", "scene map has no setting 'relief'"},
             {"--octaves 3", "scene map has no setting 'octaves'"},
             {"--span", "'--span': a value is missing"},
             {"--span -1", "span: expected a number from 2^-20 to 2^20, got '-1'"},
             {"--span 3 x", "expected a flag, got 'x'"},
             {"--span '3", "a quote is not closed"},
             {"--span 3 --scene sea", "expected --scene before the other flags"},
             {"--scene none", "scene: expected one of "}}) {
        try {
            preset_of(Function("// f\n// look: " + line + "\r\nfloat noise(vec2 p) { return p.x; }\n", "f.glsl"));
            ADD_FAILURE() << line;
        } catch (const Error& e) {
            EXPECT_TRUE(std::string(e.what()).starts_with("f.glsl:2:1: look: " + message)) << e.what();
            EXPECT_TRUE(std::string(e.what()).ends_with("\n    // look: " + line + "\n    ^")) << e.what();
        }
    }
    EXPECT_THROW(preset_of(Function("// look: --scene clouds\nfloat noise(vec2 p) { return p.x; }\n")), Error);
}

TEST(AskedLookTest, TheShelfIsShownAsItAsks) {
    for (const BuiltinFunction& one : builtin_functions()) {
        const Preset preset = preset_of(named_function(std::string(one.name())));
        EXPECT_EQ(problem(preset), "") << one.name();
        EXPECT_EQ(from_line(to_line(preset)), preset) << to_line(preset);
        EXPECT_EQ(to_line(preset), fmt::format("isonoise view {}", one.name()));
    }
}
