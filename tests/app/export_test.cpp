// Exports, read back: the values, the colours and the normals in them.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/exports.hpp"
#include "app/read_image.hpp"
#include "conformance/points.hpp"
#include "session/copy_as.hpp"

namespace {

int level(float value, double low, double high, int most) {
    return static_cast<int>(
        std::lround(std::clamp((static_cast<double>(value) - low) / (high - low), 0.0, 1.0) * most));
}

}  // namespace

TEST_F(Exports, ValuesAreTheNoiseBitForBit) {
    std::vector<Preset> presets(4, some_preset());
    presets[1].settings = {.dim = 2, .frequency = 0.37f, .octaves = 5.5f, .fractal = Fractal::eroded, .warp = 0.7f};
    presets[2].settings = {.algorithm = Algorithm::improved, .dim = 4, .seed = 9, .octaves = 2, .output = Output::unit};
    presets[3].settings = {.dim = 2, .octaves = 3, .fractal = Fractal::ridged, .period = {4, 4}};
    presets[3].look.tiling = Tiling::three;
    presets[3].look.colormap = Colormap::magma;
    for (const Preset& preset : presets) {
        Export order{.what = What::values, .width = 61, .height = 43};
        const std::vector<float> expected = values_of(preset, 61, 43);
        order.format = Format::exr;
        const Floats exr = read_exr(write(preset, order, "a.exr"));
        EXPECT_EQ(exr.channels, std::vector<std::string>{"Y"});
        EXPECT_EQ(exr.width, 61);
        EXPECT_EQ(exr.height, 43);
        EXPECT_EQ(exr.values, expected);
        order.format = Format::npy;
        EXPECT_EQ(read_npy(write(preset, order, "a.npy"), "(43, 61)"), expected);
        order.format = Format::raw32f;
        EXPECT_EQ(numbers<float>(read_file(write(preset, order, "a.r32"))), expected);
    }
}

TEST_F(Exports, WholeNumbersAreTheValuesRounded) {
    Preset preset = some_preset();
    Export order{.what = What::values, .width = 61, .height = 43};
    const std::vector<float> values = values_of(preset, 61, 43);
    for (const bool clips : {false, true}) {
        double low = -1, high = 1;
        if (clips) {
            preset.look.range = {-0.1, 0.25};
            low = -0.1;
            high = 0.25;
        }
        std::vector<int> words, bytes;
        for (float value : values) {
            words.push_back(level(value, low, high, 65535));
            bytes.push_back(level(value, low, high, 255));
        }
        EXPECT_EQ(std::count(words.begin(), words.end(), 0) > 0, clips);
        EXPECT_EQ(std::count(words.begin(), words.end(), 65535) > 0, clips);
        order.format = Format::png;
        order.depth = 16;
        Image png = read_png(write(preset, order, "a.png"));
        EXPECT_EQ(png.width, 61);
        EXPECT_EQ(png.height, 43);
        EXPECT_EQ(png.channels, 1);
        EXPECT_EQ(png.depth, 16);
        EXPECT_EQ(png.samples, words);
        order.depth = 8;
        png = read_png(write(preset, order, "a.png"));
        EXPECT_EQ(png.channels, 1);
        EXPECT_EQ(png.depth, 8);
        EXPECT_EQ(png.samples, bytes);
        order.format = Format::raw16;
        EXPECT_EQ(as_ints(numbers<std::uint16_t>(read_file(write(preset, order, "a.r16")))), words);
    }
}

// Nothing is clamped unless the user sets a range that clips.
TEST_F(Exports, NoValueLeavesTheRangeOfValues) {
    Random random(70);
    std::vector<Settings> all = {{.dim = 1},
                                 {.dim = 2, .octaves = 4, .fractal = Fractal::turbulence},
                                 {.dim = 2, .octaves = 4, .fractal = Fractal::turbulence, .output = Output::unit},
                                 {.algorithm = Algorithm::improved, .dim = 3},
                                 {.algorithm = Algorithm::improved, .dim = 4, .output = Output::unit},
                                 {.algorithm = Algorithm::improved, .dim = 3, .fade = Fade::linear},
                                 {.algorithm = Algorithm::value, .dim = 3, .output = Output::unit},
                                 {.algorithm = Algorithm::slope, .dim = 1}};
    for (const Settings& settings : all) {
        Preset preset;
        preset.settings = settings;
        const auto range = value_range(preset);
        const Noise noise(settings);
        for (int i = 0; i < 20000; ++i) {
            glm::vec4 p;
            for (int c = 0; c < 4; ++c)
                p[c] = static_cast<float>(random.between(-500, 500));
            const auto v = static_cast<double>(noise(p));
            ASSERT_TRUE(v >= range[0] && v <= range[1]) << get(settings, "algorithm") << " " << v;
        }
    }
    Preset preset;
    preset.look.range = {0.25, 0.5};
    EXPECT_EQ(value_range(preset), (std::array{0.25, 0.5}));
}

// Levels cover all frames, and give the same file as that range.
TEST_F(Exports, AutoLevelsSpanTheValuesThereAre) {
    Preset flow = some_preset(), loop = flow;
    flow.look.speed = 1;
    loop.settings = {.dim = 3, .octaves = 2, .loop = 2, .output = Output::unit};
    loop.look.range = {0.4, 0.41};  // ignored
    const Preset terrain = default_preset(Scene::terrain);
    for (const Preset& preset : {flow, loop, terrain}) {
        for (const int depth : {8, 16}) {
            Export order{.what = preset.look.scene == Scene::terrain ? What::heights : What::values,
                         .width = 40,
                         .height = 30,
                         .depth = depth,
                         .auto_levels = true,
                         .frames = 3,
                         .time_step = 0.5,
                         .tile = 16};
            std::optional<std::array<double, 2>> levels;
            double last = 0;
            write(preset, order, "a{frame}.png", [&](const ExportState& state) {
                levels = state.levels;
                EXPECT_GE(state.done, last);
                last = state.done;
                return true;
            });
            EXPECT_NEAR(last, 1, 1e-9);
            ASSERT_TRUE(levels);
            std::vector<int> all;
            for (const char* name : {"a0.png", "a1.png", "a2.png"}) {
                const Image image = read_png(dir / name);
                all.insert(all.end(), image.samples.begin(), image.samples.end());
            }
            const auto [low, high] = std::minmax_element(all.begin(), all.end());
            EXPECT_EQ(*low, 0);
            EXPECT_EQ(*high, (1 << depth) - 1);
            order.auto_levels = false;
            Export exact = order;
            exact.format = Format::raw32f;
            exact.what = What::values;
            exact.depth = 8;
            write(preset, exact, "v{frame}.r32");
            std::vector<float> values;
            for (const char* name : {"v0.r32", "v1.r32", "v2.r32"}) {
                const auto frame = numbers<float>(read_file(dir / name));
                values.insert(values.end(), frame.begin(), frame.end());
            }
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            EXPECT_EQ(*levels, (std::array{double{*least}, double{*most}}));
            Preset same = preset;
            same.look.range = levels;
            write(same, order, "b{frame}.png");
            for (const char* frame : {"0.png", "1.png", "2.png"})
                EXPECT_TRUE(read_file(dir / ("a" + std::string(frame))) == read_file(dir / ("b" + std::string(frame))));
        }
    }
    for (const auto& [format, what] : {std::pair{Format::exr, What::values}, {Format::png, What::picture}}) {
        Export order{.format = format, .what = what};
        order.auto_levels = true;
        EXPECT_EQ(problem(flow, order).find("auto-levels: only for"), 0u);
    }
    Export point{.what = What::values, .width = 1, .height = 1};
    point.auto_levels = true;
    EXPECT_THROW(write(flow, point, "point.png"), Error);
    EXPECT_FALSE(fs::exists(dir / "point.png"));
}

TEST_F(Exports, OfALineThereIsOneRow) {
    Preset preset = default_preset(Scene::line);
    preset.settings = {.dim = 2, .octaves = 4};
    preset.look.center = {3, 0.5};
    preset.look.style = LineStyle::curve;
    const std::vector<float> expected = values_of(preset, 64, 36);
    ASSERT_EQ(expected.size(), 64u);
    Export order{.format = Format::npy, .what = What::values, .width = 64, .height = 36};
    EXPECT_EQ(read_npy(write(preset, order, "a.npy"), "(1, 64)"), expected);
    order.tile = 7;
    order.format = Format::exr;
    const Floats exr = read_exr(write(preset, order, "a.exr"));
    EXPECT_EQ(exr.height, 1);
    EXPECT_EQ(exr.values, expected);
}

TEST_F(Exports, ColoursAreThoseOfTheDisplayOrLinearLight) {
    Preset preset = some_preset();
    preset.look.colormap = Colormap::magma;
    Export order{.width = 33, .height = 17};
    const Image eight = read_png(write(preset, order, "a.png"));
    EXPECT_EQ(eight.channels, 3);
    EXPECT_EQ(eight.depth, 8);
    order.depth = 16;
    const Image sixteen = read_png(write(preset, order, "b.png"));
    EXPECT_EQ(sixteen.depth, 16);
    ASSERT_EQ(sixteen.samples.size(), 33u * 17 * 3);
    for (std::size_t i = 0; i < sixteen.samples.size(); ++i)
        ASSERT_NEAR(sixteen.samples[i] / 257.0, eight.samples[i], 0.51);
    order.depth = 8;
    order.format = Format::raw16;
    EXPECT_EQ(as_ints(numbers<std::uint16_t>(read_file(write(preset, order, "a.r16")))), sixteen.samples);
    order.format = Format::exr;
    const Floats exr = read_exr(write(preset, order, "a.exr"));
    EXPECT_EQ(exr.channels, (std::vector<std::string>{"R", "G", "B"}));
    for (std::size_t i = 0; i < exr.values.size(); ++i) {
        const auto light = static_cast<double>(exr.values[i]);
        const double srgb = light < 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
        ASSERT_NEAR(srgb * 65535, sixteen.samples[i], 8);
    }
    order.format = Format::npy;
    EXPECT_EQ(read_npy(write(preset, order, "a.npy"), "(17, 33, 3)"), exr.values);
    order.format = Format::raw32f;
    EXPECT_EQ(numbers<float>(read_file(write(preset, order, "a.r32"))), exr.values);
    preset.look.colormap = Colormap::grey;
    order.format = Format::png;
    EXPECT_EQ(read_png(write(preset, order, "g.png")).channels, 1);
}

// The ground's normal for these slopes, y up.
static std::array<float, 3> normal_of(double x, double y, double strength) {
    const double length = std::hypot(strength * x, strength * y, 1.0);
    return {static_cast<float>(-strength * x / length), static_cast<float>(strength * y / length),
            static_cast<float>(1 / length)};
}

TEST_F(Exports, NormalsAreThoseOfTheGradient) {
    std::vector<Preset> presets(3, some_preset());
    presets[1].settings = {
        .dim = 2, .frequency = 0.6f, .octaves = 4, .fractal = Fractal::ridged, .warp = 0.5f, .output = Output::unit};
    presets[2].settings = {.algorithm = Algorithm::value, .dim = 1, .seed = 3};
    for (const Preset& preset : presets) {
        const PictureAxes axes = picture_axes(preset, Region::whole(31, 23));
        const Noise noise(preset.settings);
        Export order{.format = Format::npy, .what = What::normals_gl, .width = 31, .height = 23, .strength = 0.7};
        const std::vector<float> gl = read_npy(write(preset, order, "gl.npy"), "(23, 31, 3)");
        ASSERT_EQ(gl.size(), 31u * 23 * 3);
        for (std::size_t y = 0; y < 23; ++y) {
            for (std::size_t x = 0; x < 31; ++x) {
                glm::vec4 g;
                noise.gradient(cell_of(axes, x, y), fraction_of(axes, x, y), g);
                const auto expected = normal_of(static_cast<double>(g.x), static_cast<double>(g.y), 0.7);
                const float* n = &gl[3 * (y * 31 + x)];
                double length = 0;
                for (std::size_t c = 0; c < 3; ++c) {
                    ASSERT_EQ(n[c], expected[c]) << x << " " << y << " " << c;
                    length += static_cast<double>(n[c]) * static_cast<double>(n[c]);
                }
                ASSERT_NEAR(length, 1, 2e-7);
            }
        }
        order.what = What::normals_dx;
        std::vector<float> dx = read_npy(write(preset, order, "dx.npy"), "(23, 31, 3)");
        for (std::size_t i = 1; i < dx.size(); i += 3)
            dx[i] = -dx[i];
        EXPECT_EQ(dx, gl);
        order.what = What::normals_gl;
        order.format = Format::exr;
        const Floats exr = read_exr(write(preset, order, "gl.exr"));
        EXPECT_EQ(exr.channels, (std::vector<std::string>{"R", "G", "B"}));
        EXPECT_EQ(exr.values, gl);
        order.format = Format::png;
        const Image eight = read_png(write(preset, order, "gl.png"));
        order.depth = 16;
        const Image sixteen = read_png(write(preset, order, "gl.png"));
        for (std::size_t i = 0; i < gl.size(); ++i) {
            ASSERT_EQ(eight.samples[i], level(gl[i], -1, 1, 255));
            ASSERT_EQ(sixteen.samples[i], level(gl[i], -1, 1, 65535));
        }
        order.strength = 0;
        EXPECT_EQ(read_png(write(preset, order, "flat.png")).samples[2], 65535);
    }
}

// Any scene has values: those of the plane through its center, as in scene map. The terrain also has heights, and that
// ground's normals.
TEST_F(Exports, TheGroundOfTheTerrain) {
    Preset preset = some_preset();
    preset.look.scene = Scene::terrain;
    preset.look.relief = 0.85;
    Preset map = preset;
    map.look.scene = Scene::map;
    const std::vector<float> expected = values_of(map, 31, 23);
    Export order{.format = Format::raw32f, .what = What::values, .width = 31, .height = 23};
    for (const Scene scene : {Scene::terrain, Scene::clouds, Scene::fire, Scene::planet, Scene::sea}) {
        preset.look.scene = scene;
        EXPECT_EQ(numbers<float>(read_file(write(preset, order, "v.r32"))), expected) << static_cast<int>(scene);
    }
    preset.look.scene = Scene::terrain;
    order.what = What::heights;
    const auto heights = numbers<float>(read_file(write(preset, order, "h.r32")));
    ASSERT_EQ(heights.size(), expected.size());
    for (std::size_t i = 0; i < heights.size(); ++i)
        ASSERT_EQ(heights[i], 0.85f * expected[i]);
    order.format = Format::png;
    order.depth = 16;
    const Image whole = read_png(write(preset, order, "h.png"));
    for (std::size_t i = 0; i < heights.size(); ++i)
        ASSERT_EQ(whole.samples[i], level(expected[i], -1, 1, 65535));

    preset.look.range = {-0.25, 0.5};
    const Image clipped = read_png(write(preset, order, "h.png"));
    for (std::size_t i = 0; i < heights.size(); ++i)
        ASSERT_EQ(clipped.samples[i], level(expected[i], -0.25, 0.5, 65535));
    preset.look.range.reset();

    order = {.format = Format::raw32f, .what = What::normals_gl, .width = 31, .height = 23};
    const std::string of_ground = read_file(write(preset, order, "n.r32"));
    order.strength = 0.85;
    EXPECT_EQ(read_file(write(map, order, "m.r32")), of_ground);
    order.strength = 0.5;
    EXPECT_EQ(read_file(write(map, order, "m.r32")), read_file(write(preset, order, "n.r32")));
    order.what = What::heights;
    EXPECT_NE(problem(map, order).find("heights"), std::string::npos) << problem(map, order);
}

// One tile is exactly one period, whatever the view shows: its last column adjoins its first.
TEST_F(Exports, OneTile) {
    Preset preset;
    preset.settings = {.dim = 3, .frequency = 2, .octaves = 4, .period = {6, 4, 0}, .warp = 0.3f};
    preset.look.center = {0.375, 1.6875, 0.25};
    preset.look.span = 0.77;
    preset.look.tiling = Tiling::three;
    Preset plain = preset;
    plain.look.tiling = Tiling::one;
    plain.look.span = 2;
    Export order{.format = Format::raw32f, .what = What::values, .width = 48, .height = 32, .one_tile = true};
    EXPECT_EQ(one_tile_width(preset, 32), 48);
    const auto tile = numbers<float>(read_file(write(preset, order, "t.r32")));
    EXPECT_EQ(tile, values_of(plain, 48, 32));
    // Moved by one period, it is the same.
    preset.look.center = {0.375 + 3, 1.6875 - 2, 0.25};
    EXPECT_EQ(numbers<float>(read_file(write(preset, order, "t.r32"))), tile);
    preset.look.scene = Scene::terrain;
    EXPECT_EQ(numbers<float>(read_file(write(preset, order, "t.r32"))), tile);

    order.what = What::picture;
    EXPECT_EQ(problem(preset, order),
              "one-tile: a picture of scene terrain is no tile; expected --what values, heights or normals");
    order.what = What::values;
    order.width = 49;
    EXPECT_EQ(problem(preset, order), "one-tile: a tile of 6 by 4 cells expects a size of 3 to 2, got '49x32'");
    preset.settings.period = {6, 0, 0};
    EXPECT_EQ(problem(preset, order), "one-tile: expected a period along x and y, such as --period 4,4");
    preset = default_preset(Scene::line);
    EXPECT_EQ(problem(preset, order), "one-tile: scene line has one row");
}

// Ground rising to the right leans left; ground rising to the top of the picture leans down it.
TEST_F(Exports, NormalsLeanAwayFromTheSlope) {
    Preset preset = some_preset();
    preset.settings.octaves = 1;
    preset.look.span = 1;
    Export order{.format = Format::raw32f, .what = What::values, .width = 31, .height = 23};
    const auto values = numbers<float>(read_file(write(preset, order, "v.r32")));
    order.what = What::normals_gl;
    const auto normals = numbers<float>(read_file(write(preset, order, "n.r32")));
    const double step = preset.look.span / 23;
    for (std::size_t y = 1; y < 22; ++y) {
        for (std::size_t x = 1; x < 30; ++x) {
            const auto v = [&](std::size_t i, std::size_t j) { return static_cast<double>(values[j * 31 + i]); };
            const double right = (v(x + 1, y) - v(x - 1, y)) / (2 * step),
                         up = (v(x, y - 1) - v(x, y + 1)) / (2 * step), length = std::hypot(right, up, 1.0);
            const float* n = &normals[3 * (y * 31 + x)];
            ASSERT_NEAR(static_cast<double>(n[0]), -right / length, 0.1);
            ASSERT_NEAR(static_cast<double>(n[1]), -up / length, 0.1);
            if (std::fabs(right) > 0.3) {
                ASSERT_LT(static_cast<double>(n[0]) * right, 0);
            }
            if (std::fabs(up) > 0.3) {
                ASSERT_LT(static_cast<double>(n[1]) * up, 0);
            }
        }
    }
}

// Without a gradient, normals are computed by differences, at any position and scale.
TEST_F(Exports, NormalsWithoutAGradientAreDifferences) {
    const std::vector<Settings> all = {{.algorithm = Algorithm::axis, .dim = 2},
                                       {.algorithm = Algorithm::diagonal, .dim = 2, .frequency = 3},
                                       {.algorithm = Algorithm::slope, .dim = 1},
                                       {.dim = 3, .octaves = 3, .fractal = Fractal::eroded}};
    for (const Settings& settings : all) {
        for (const double span : {0.05, 1e-5}) {
            for (const double center : {0.3, 1e9}) {
                Preset preset;
                preset.settings = settings;
                preset.look.span = span;
                preset.look.center = {center, center, 0.4};
                Export order{.format = Format::npy, .what = What::normals_gl, .width = 9, .height = 9};
                const std::vector<float> normals = read_npy(write(preset, order, "a.npy"), "(9, 9, 3)");
                // The same from much larger differences of the noise, in double.
                const Noise noise(settings);
                const double h = 1e-3;
                auto value = [&](double x, double y) {
                    const std::array at{x, y, 0.4, 0.0};
                    glm::ivec4 cell;
                    glm::vec4 fraction;
                    for (int c = 0; c < 4; ++c) {
                        const auto axis = static_cast<std::size_t>(c);
                        const AxisPoint p =
                            axis_point(at[axis] * static_cast<double>(settings.frequency), {}, periods(settings)[axis]);
                        cell[c] = p.cell;
                        fraction[c] = p.fraction;
                    }
                    return static_cast<double>(noise(cell, fraction));
                };
                for (int y = 0; y < 9; ++y) {
                    for (int x = 0; x < 9; ++x) {
                        const double px = center + (x - 4) * span / 9, py = center + (y - 4) * span / 9;
                        const auto expected = normal_of((value(px + h, py) - value(px - h, py)) / (2 * h),
                                                        (value(px, py + h) - value(px, py - h)) / (2 * h), 1);
                        for (std::size_t c = 0; c < 3; ++c) {
                            ASSERT_NEAR(static_cast<double>(normals[3 * static_cast<std::size_t>(y * 9 + x) + c]),
                                        static_cast<double>(expected[c]), 0.03)
                                << get(settings, "algorithm") << " span " << span << " center " << center << " at " << x
                                << " " << y;
                        }
                    }
                }
            }
        }
    }
}

// A sequence's zip is named after the common stem of its frames.
TEST_F(Exports, SequencesHaveAName) {
    for (const auto& [pattern, name] :
         std::vector<std::pair<std::string, std::string>>{{"isonoise-{frame:04}.png", "isonoise"},
                                                          {"a/b_{frame}.tar.npy", "b.tar"},
                                                          {"{frame:04}-sea.exr", "-sea"},
                                                          {"/tmp/{frame}.png", "frames"},
                                                          {"{frame}{frame}", "frames"},
                                                          {"x{frame:x}.png", "x{frame:x}"}})
        EXPECT_EQ(sequence_name(pattern), name) << pattern;
}

// The window draws guides: tile seams, and the direction to a marker out of view. Files have them only on request.
TEST_F(Exports, GuidesAreOnlyWhereTheyAreAskedFor) {
    const Preset tiles = load_builtin_preset("map-tiles");
    Preset plain = tiles;
    plain.look.tiling = Tiling::one;
    plain.look.span = 12;
    Preset planet = default_preset(Scene::planet);
    planet.look.marker = {-planet.look.pitch, planet.look.yaw > 0 ? planet.look.yaw - 180 : planet.look.yaw + 180};
    Preset unmarked = planet;
    unmarked.look.marker = {91, 0};
    for (const auto& [marked, without] : {std::pair{tiles, plain}, {planet, unmarked}}) {
        SCOPED_TRACE(get(marked, "scene"));
        Export order{.width = 96, .height = 96};
        EXPECT_TRUE(has_guides(marked, order));
        EXPECT_FALSE(has_guides(without, order));
        const auto file = [&](const Preset& preset, const char* name) {
            order.format = *format_of(name);
            order.what = What::picture;
            return read_file(write(preset, order, name));
        };
        for (const char* name : {"a.png", "a.npy", "a.exr", "a.webp"})
            EXPECT_TRUE(file(marked, name) == file(without, name)) << name;
        const auto clean = file(marked, "a.png");
        order.guides = true;
        EXPECT_FALSE(file(marked, "a.png") == clean);
        EXPECT_NE(to_command(marked, order).find(" --guides"), std::string::npos);
    }
    Export one{.width = 96, .height = 96, .one_tile = true};
    EXPECT_FALSE(has_guides(tiles, one));
    one.one_tile = false;
    one.what = What::values;
    EXPECT_FALSE(has_guides(tiles, one));
}

TEST_F(Exports, WhatNumbersMeanIsSaid) {
    Preset preset = default_preset(Scene::terrain);
    preset.look.center = {1000000.5, -3, 0, 0};
    preset.look.span = 2;
    preset.look.relief = 0.25;
    Export order{.what = What::heights, .width = 200, .height = 100, .depth = 16};
    EXPECT_EQ(text_of_extent(preset, order), "x 999998.5 to 1000002.5, y -4 to -2, 0.02 a pixel");
    EXPECT_EQ(text_of_ends(preset, order), "0 is the height -0.25, 65535 is 0.25");
    EXPECT_EQ(text_of_ends(preset, order, {{-0.5, 0.75}}), "0 is the height -0.125, 65535 is 0.1875");
    order.auto_levels = true;
    EXPECT_EQ(text_of_ends(preset, order), "") << "not known yet";
    order.auto_levels = false;
    order.format = Format::exr;
    EXPECT_EQ(text_of_ends(preset, order), "");
    preset.settings.output = Output::unit;
    EXPECT_EQ(text_of_ends(preset, {.what = What::values}), "0 is 0, 255 is 1");
    // One tile, whatever the view; a line has no y.
    const Preset tiles = load_builtin_preset("map-tiles");
    EXPECT_EQ(text_of_extent(tiles, {.width = 64, .height = 64, .one_tile = true}),
              "x -2 to 2, y -2 to 2, 0.0625 a pixel");
    EXPECT_EQ(text_of_extent(tiles, {.width = 96, .height = 96}), "x -6 to 6, y -6 to 6, 0.125 a pixel");
    const Preset line = default_preset(Scene::line);
    EXPECT_EQ(text_of_extent(line, {.what = What::values}).find("y "), std::string::npos);
    EXPECT_EQ(file_rows(line, {.what = What::values, .height = 300}), 1);
}

// The proposed strength gives normals of similar steepness for any frequency, height or algorithm.
TEST_F(Exports, AProposedStrengthMakesUsefulNormals) {
    for (const Algorithm algorithm : {Algorithm::perlin, Algorithm::value, Algorithm::axis}) {
        for (const float frequency : {0.25f, 1.0f, 16.0f}) {
            Preset preset;
            preset.settings = {.algorithm = algorithm, .dim = 2, .frequency = frequency, .octaves = 4};
            Export order{.what = What::normals_gl, .width = 128, .height = 128};
            order.strength = proposed_strength(preset, order);
            const Image image = read_png(write(preset, order, "n.png"));
            double sum = 0;
            for (std::size_t i = 2; i < image.samples.size(); i += 3)
                sum += image.samples[i];
            const double blue = 3 * sum / static_cast<double>(image.samples.size());
            EXPECT_GT(blue, 232) << frequency;
            EXPECT_LT(blue, 250) << frequency;
        }
    }
    Preset flat;
    flat.settings = {.dim = 2, .filter_width = 1048576};
    EXPECT_EQ(proposed_strength(flat, {.what = What::normals_gl}), 1);
    const Preset terrain = default_preset(Scene::terrain);
    EXPECT_EQ(proposed_strength(terrain, {.what = What::normals_gl}), terrain.look.relief);
}
