// Custom gradients as text, as colours, and in files.
#include "app/exports.hpp"
#include "app/read_image.hpp"
#include "error.hpp"
#include "scene/colours.hpp"
#include "session/copy_as.hpp"

namespace {

Gradient gradient(const std::string& text) {
    Gradient stops;
    EXPECT_TRUE(parse_gradient(text, stops)) << text;
    return stops;
}

}  // namespace

TEST(Colours, GradientsAreWrittenAsInCss) {
    EXPECT_EQ(gradient("#000000 0%,#ff8000 40%,#ffffff 100%"),
              (Gradient{{0, 0x000000ff}, {40, 0xff8000ff}, {100, 0xffffffff}}));
    EXPECT_EQ(gradient("none"), Gradient());
    EXPECT_EQ(gradient("#Abc,#1234"), (Gradient{{0, 0xaabbccff}, {100, 0x11223344}}));
    // Missing positions are evenly spaced between their neighbours.
    EXPECT_EQ(gradient("#000, #111 , #222 20%,#333,#444,#555"), (Gradient{{0, 0x000000ff},
                                                                          {10, 0x111111ff},
                                                                          {20, 0x222222ff},
                                                                          {20 + 80.0 / 3, 0x333333ff},
                                                                          {20 + 160.0 / 3, 0x444444ff},
                                                                          {100, 0x555555ff}}));
    for (const std::string text :
         {"none", "#000000 0%,#ffffff 100%", "#12345678 12.25%,#ff0000 12.25%,#00ff0000 99.9%"})
        EXPECT_EQ(to_text(gradient(text)), text);
    const std::string one = ",#fff", seventeen = "#000" + std::string("") + [&] {
        std::string rest;
        for (int i = 0; i < 16; ++i)
            rest += one;
        return rest;
    }();
    for (const std::string& wrong :
         {std::string(), std::string("#000"), std::string("red,blue"), std::string("#000,#ff"),
          std::string("#000,#fffffff"), std::string("#000,#ggg"), std::string("#000 10,#fff"),
          std::string("#000 %,#fff"), std::string("#000 -1%,#fff"), std::string("#000,#fff 101%"),
          std::string("#000 50%,#fff 40%"), std::string("#000 nan%,#fff"), std::string("#000,,#fff"),
          std::string("#000,#fff,"), seventeen}) {
        Gradient before = gradient("#123,#456"), stops = before;
        EXPECT_FALSE(parse_gradient(wrong, stops)) << wrong;
        EXPECT_EQ(stops, before);
    }
}

TEST(Colours, BetweenStopsTheyChangeEvenly) {
    const Gradient stops = gradient("#000 20%,#ff0000 60%,#00f 60%,#fff 80%");
    const auto expect = [&](float t, glm::vec4 c) {
        const glm::vec4 is = colour(stops, t);
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(is[i], c[i], 1e-5f) << t << " " << i;
    };
    expect(-1, {0, 0, 0, 1});
    expect(0.2f, {0, 0, 0, 1});
    expect(0.3f, {0.25f, 0, 0, 1});
    expect(0.59999f, {0.99998f, 0, 0, 1});
    expect(0.6001f, {0.0005f, 0.0005f, 1, 1});  // a hard edge
    expect(0.7f, {0.5f, 0.5f, 1, 1});
    expect(2, {1, 1, 1, 1});
    const glm::vec4 at_edge = colour(gradient("#f00,#0f0 50%,#00f 50%,#fff"), 0.5f);  // the later one
    EXPECT_EQ(at_edge.y, 0);
    EXPECT_EQ(at_edge.z, 1);
    // A transparent end contributes no colour.
    const Gradient clear = gradient("#ff000000,#00ff00");
    EXPECT_TRUE(has_alpha(clear));
    EXPECT_FALSE(has_alpha(stops));
    const glm::vec4 half = colour(clear, 0.5f);
    EXPECT_NEAR(half.x, 0, 1e-6);
    EXPECT_NEAR(half.y, 1, 1e-6);
    EXPECT_NEAR(half.w, 0.5f, 1e-6);
    EXPECT_NEAR(colour(clear, 0).x, 1, 1e-6);
    // The gradient made from a colour map matches it at its stops.
    for (const Colormap map : {Colormap::viridis, Colormap::grey, Colormap::terrain}) {
        for (const Stop& stop : gradient_of(map)) {
            const auto t = static_cast<float>(stop.percent / 100);
            for (int i = 0; i < 3; ++i)
                EXPECT_NEAR(colour(gradient_of(map), t)[i], colour(map, t)[i], 0.5f / 255 + 1e-6f);
        }
    }
}

// Presets, lines and commands preserve the gradient.
TEST(Colours, PresetsKeepTheirGradient) {
    Preset preset = default_preset(Scene::map);
    preset.look.gradient = gradient("#12345678 12.25%,#ff0000 40%,#00ff0000 40%,#fff");
    EXPECT_EQ(parse_preset(to_json(preset), "gradient"), preset);
    EXPECT_EQ(from_line(to_line(preset)), preset);
    const Export volume{.format = Format::npy, .what = What::values, .slices = 7, .one_tile = true};
    EXPECT_EQ(from_line(to_command(preset, volume)), preset);
    EXPECT_NE(to_command(preset, volume).find(" --slices 7 "), std::string::npos);
    EXPECT_THROW(parse_preset(R"({"schema": 1, "gradient": ["#000", "#fff"]})", "list"), Error);
    EXPECT_THROW(parse_preset(R"({"schema": 1, "gradient": 1})", "number"), Error);
}

// A gradient with alpha makes files with alpha: the value's colour in each pixel.
TEST_F(Exports, AGradientsAlphaIsInTheFile) {
    Preset preset = some_preset();
    preset.look.gradient = gradient("#ff000000 30%,#00ff0080 60%,#ffffff");
    const auto range = shown_range(preset);
    std::vector<glm::vec4> expected;
    for (const float value : values_of(preset, 61, 43))
        expected.push_back(colour(preset.look.gradient,
                                  static_cast<float>((static_cast<double>(value) - range[0]) / (range[1] - range[0]))));
    Export order{.width = 61, .height = 43, .depth = 16};
    const Image png = read_png(write(preset, order, "a.png"));
    ASSERT_EQ(png.channels, 4);
    int transparent = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        transparent += expected[i].w == 0;
        for (int k = 0; k < 4; ++k)
            EXPECT_NEAR(png.samples[4 * i + static_cast<std::size_t>(k)] / 65535.0, expected[i][k],
                        k == 3 || expected[i].w > 0.05f ? 0.004 : 1);
    }
    EXPECT_GT(transparent, 10);
    // EXR holds light times alpha, NPY light and alpha.
    order.depth = 8;
    order.format = Format::exr;
    const Floats exr = read_exr(write(preset, order, "a.exr"));
    EXPECT_EQ(exr.channels, (std::vector<std::string>{"A", "B", "G", "R"}));
    order.format = Format::npy;
    const auto npy = read_npy(write(preset, order, "a.npy"), "(43, 61, 4)");
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(npy[4 * i + 3], expected[i].w, 0.002f);
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(exr.values[4 * i + 3 - k], npy[4 * i + k] * npy[4 * i + 3], 1e-6f);
    }
    order.format = Format::mp4;
    order.width = order.height = 64;
    order.path = "a.mp4";
    EXPECT_NE(problem(preset, order).find("transparency"), std::string::npos);
    // Other scenes ignore alpha.
    preset.look.scene = Scene::fire;
    preset.settings.dim = 3;
    order.format = Format::png;
    EXPECT_EQ(problem(preset, order), "");
    EXPECT_EQ(read_png(write(preset, order, "b.png")).channels, 3);
}

// A volume consists of the slices that pictures at each z show; one tile also repeats along z.
TEST_F(Exports, AVolumeIsItsSlices) {
    Preset preset = some_preset();
    preset.settings.period = {4, 2, 6};
    Export order{.format = Format::npy, .what = What::values, .width = 12, .height = 8, .slices = 5};
    const auto volume = read_npy(write(preset, order, "a.npy"), "(5, 8, 12)");
    const std::size_t slice = 12 * 8;
    const double step = preset.look.span / 8;
    for (int i = 0; i < 5; ++i) {
        Preset at = preset;
        at.look.center[2] += (i - 2) * step;
        const auto values = values_of(at, 12, 8);
        EXPECT_TRUE(std::equal(values.begin(), values.end(), volume.begin() + static_cast<std::ptrdiff_t>(slice) * i));
    }
    order.format = Format::raw32f;
    EXPECT_EQ(numbers<float>(read_file(write(preset, order, "a.r32"))), volume);
    order.format = Format::png;
    order.depth = 16;
    order.auto_levels = true;
    const Image png = read_png(write(preset, order, "a.png"));
    EXPECT_EQ(png.height, 40);
    const auto [low, high] = std::minmax_element(volume.begin(), volume.end());
    for (std::size_t i = 0; i < volume.size(); ++i)
        EXPECT_EQ(png.samples[i], std::lround((static_cast<double>(volume[i]) - static_cast<double>(*low)) /
                                              (static_cast<double>(*high) - static_cast<double>(*low)) * 65535));
    // One tile.
    order = {.format = Format::npy, .what = What::values, .width = 16, .height = 8, .slices = 24, .one_tile = true};
    EXPECT_EQ(one_tile_slices(preset, 8), 24);
    const auto tile = read_npy(write(preset, order, "t.npy"), "(24, 8, 16)");
    Preset next = preset;
    next.look.center[2] += 6;
    EXPECT_EQ(read_npy(write(next, order, "n.npy"), "(24, 8, 16)"), tile);
    order.slices = 12;
    EXPECT_NE(problem(preset, order).find("24 slices"), std::string::npos) << problem(preset, order);
    order.height = 7;
    order.width = 14;
    preset.settings.period = {4, 2, 5};
    EXPECT_NE(problem(preset, order).find("another height"), std::string::npos) << problem(preset, order);
    // Scenes without slices say so.
    const auto refused = [&](const Preset& of, Export with) { return problem(of, with).find("slices: ") == 0; };
    const Export two{.what = What::values, .width = 8, .height = 8, .slices = 2};
    Preset flat;
    EXPECT_TRUE(refused(flat, two));
    preset = some_preset();
    EXPECT_EQ(problem(preset, two), "");
    EXPECT_TRUE(refused(preset, {.format = Format::webp, .what = What::values, .width = 8, .height = 8, .slices = 2}));
    EXPECT_TRUE(refused(preset, {.what = What::normals_gl, .width = 8, .height = 8, .slices = 2}));
    EXPECT_TRUE(refused(preset, {.what = What::values, .width = 8, .height = 8, .slices = 0}));
    EXPECT_TRUE(refused(preset, {.what = What::values, .width = 8, .height = 1000, .slices = 1001}));
    EXPECT_FALSE(
        refused(preset, {.format = Format::npy, .what = What::values, .width = 8, .height = 1000, .slices = 1001}));
    EXPECT_TRUE(
        refused(preset, {.format = Format::npy, .what = What::values, .width = 1, .height = 1000000, .slices = 2148}));
    EXPECT_TRUE(
        refused(preset, {.format = Format::npy, .what = What::values, .width = 4096, .height = 4096, .slices = 1025}));
    preset.look.tiling = Tiling::three;
    EXPECT_TRUE(refused(preset, two));
    Preset clouds = default_preset(Scene::clouds);
    EXPECT_EQ(problem(clouds, two), "");
    EXPECT_TRUE(refused(clouds, {.what = What::picture, .width = 8, .height = 8, .slices = 2}));
}

// The export sheet's preview equals the file.
TEST_F(Exports, APreviewIsTheFile) {
    Preset terrain = default_preset(Scene::terrain), clouds = some_preset();
    clouds.look.gradient = gradient("#ff000000 30%,#00ff0080 60%,#ffffff");
    for (const auto& [preset, order] :
         {std::pair{terrain, Export{.what = What::normals_gl, .width = 40, .height = 30, .strength = 2.0}},
          {terrain, Export{.what = What::heights, .width = 40, .height = 30, .auto_levels = true}},
          {clouds, Export{.width = 40, .height = 30}},
          {default_preset(Scene::line), Export{.what = What::values, .width = 40, .height = 30}}}) {
        const auto pixels = pixels_of(*painter, preset, order);
        const Image png = read_png(write(preset, order, "a.png"));
        ASSERT_EQ(pixels.size(), static_cast<std::size_t>(4 * png.width * png.height));
        const auto channels = static_cast<std::size_t>(png.channels);
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const std::size_t channel = i % 4;
            const int expected =
                channel == 3 && channels != 4 ? 255 : png.samples[i / 4 * channels + (channels == 1 ? 0 : channel)];
            ASSERT_EQ(pixels[i], expected) << i;
        }
    }
}
