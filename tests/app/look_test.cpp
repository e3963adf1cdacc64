// Looks, presets and colours.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cli/compare.hpp"
#include "error.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/preset.hpp"

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
    preset.look = {.scene = Scene::line,
                   .colormap = Colormap::diverging,
                   .center = {1.0 / 3, -2, 1e9, 4},
                   .span = 0.1,
                   .time = -7.7,
                   .speed = 3,
                   .range = std::array{-0.25, 0.75}};
    EXPECT_EQ(parse_preset(to_json(preset), "test"), preset);
    EXPECT_EQ(parse_preset(to_json(Preset()), "test"), Preset());
    EXPECT_EQ(parse_preset(R"({"schema": 1})", "test"), Preset());
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
        {"{\"schema\": 1, \"octaves\": [3]}", "octaves"},
        {"{\"schema\": 1, \"persistence\": 1e999}", "out_of_range"},
        {"{\"schema\": 1, \"algorithm\": 1}", "algorithm"},
        {"{\"schema\": 1, \"warp\": 1}", "not in this version"},
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
    for (Colormap map : {Colormap::viridis, Colormap::magma, Colormap::grey, Colormap::terrain, Colormap::diverging}) {
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

TEST(Look, TheShownRangeIsThreeSigma) {
    // 0.27 % of a normal distribution lies beyond three sigma; the noise has thinner tails, so count generously.
    Random random(40);
    for (Algorithm algorithm : {Algorithm::perlin, Algorithm::improved}) {
        for (int dim = 1; dim <= 4; ++dim) {
            for (float octaves : {1.0f, 3.0f, 8.0f}) {
                Preset preset;
                preset.settings = {.algorithm = algorithm, .dim = dim, .octaves = octaves};
                const Noise noise(preset.settings);
                const auto range = shown_range(preset);
                double squares = 0;
                constexpr int count = 40000;
                for (int i = 0; i < count; ++i) {
                    glm::vec4 p;
                    for (int c = 0; c < 4; ++c)
                        p[c] = static_cast<float>(random.between(-500, 500));
                    const auto v = static_cast<double>(noise(p));
                    squares += v * v;
                }
                const double sigma = std::sqrt(squares / count);
                EXPECT_NEAR(range[1] / 3, std::min(sigma, 1.0 / 3), 0.06 * sigma)
                    << dim << "D, " << octaves << " octaves, sigma " << sigma;
                EXPECT_EQ(range[0], -range[1]);
            }
        }
    }
}

TEST(Look, AxesAreExactAndCentred) {
    Preset preset;
    preset.settings.dim = 3;
    preset.look.span = 6;
    preset.look.center = {1, 2, 3, 4};
    preset.look.time = 0.5;
    const PictureAxes axes = picture_axes(preset, 3, 4);
    EXPECT_EQ(axes.x, (std::vector<float>{-0.5f, 1.0f, 2.5f}));
    EXPECT_EQ(axes.y, (std::vector<float>{-0.25f, 1.25f, 2.75f, 4.25f}));
    EXPECT_EQ(axes.zw, glm::vec2(3.5f, 4.0f));
    preset.look.scene = Scene::line;
    EXPECT_EQ(picture_axes(preset, 3, 4).y, (std::vector<float>{2.0f}));
}
