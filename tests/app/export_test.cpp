// Exports, read back: their contents, how they end, the files they leave behind.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "app/read_image.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "scene/export.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

std::vector<int> as_ints(const std::vector<std::uint16_t>& words) { return {words.begin(), words.end()}; }

int level(float value, double low, double high, int most) {
    return static_cast<int>(
        std::lround(std::clamp((static_cast<double>(value) - low) / (high - low), 0.0, 1.0) * most));
}

class Exports : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        context = std::make_unique<HeadlessContext>();
        shaders = std::make_unique<Shaders>(context->info().glsl, ShaderFiles());
        painter = std::make_unique<Painter>(*shaders, context->info());
    }
    static void TearDownTestSuite() {
        painter.reset();
        shaders.reset();
        context.reset();
    }
    static std::unique_ptr<HeadlessContext> context;
    static std::unique_ptr<Shaders> shaders;
    static std::unique_ptr<Painter> painter;

    // Writes `order` to a file of that name and returns its path.
    fs::path write(const Preset& preset, Export order, const std::string& name, const ExportWatch& watch = {}) {
        order.path = (dir / name).string();
        export_files(*painter, preset, order, watch);
        return dir / name;
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(dir))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path();
};
std::unique_ptr<HeadlessContext> Exports::context;
std::unique_ptr<Shaders> Exports::shaders;
std::unique_ptr<Painter> Exports::painter;

Preset some_preset() {
    Preset preset;
    preset.settings = {.dim = 3, .seed = 4, .octaves = 3};
    preset.look.center = {1.5, -2, 0.25};
    preset.look.span = 5;
    preset.look.time = 0.5;
    return preset;
}

glm::ivec4 cell_of(const PictureAxes& axes, std::size_t x, std::size_t y) {
    return {axes.x[x].cell, axes.y[y].cell, axes.zw[0].cell, axes.zw[1].cell};
}
glm::vec4 fraction_of(const PictureAxes& axes, std::size_t x, std::size_t y) {
    return {axes.x[x].fraction, axes.y[y].fraction, axes.zw[0].fraction, axes.zw[1].fraction};
}

// The CPU's value for each pixel.
std::vector<float> values_of(const Preset& preset, int width, int height, const LoopPoint& along = {}) {
    const PictureAxes axes = picture_axes(preset, Part::whole(width, height), along);
    const Noise noise(preset.settings);
    std::vector<float> values;
    for (std::size_t y = 0; y < axes.y.size(); ++y) {
        for (std::size_t x = 0; x < axes.x.size(); ++x)
            values.push_back(noise(cell_of(axes, x, y), fraction_of(axes, x, y)));
    }
    return values;
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
        const PictureAxes axes = picture_axes(preset, Part::whole(31, 23));
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

// Without a gradient normals come from differences, which hold wherever the picture is and however little it covers.
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
                            axis_point(at[axis] * static_cast<double>(settings.frequency), {}, repeats(settings)[axis]);
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

// A picture does not depend on its tiles.
static void expect_tiles_do_not_show(const std::function<std::string(int tile)>& bytes, const std::string& name) {
    const std::string whole = bytes(2048);
    for (const int tile : {23, 64})
        EXPECT_TRUE(bytes(tile) == whole) << name << " in tiles of " << tile;
}

// Real GPUs render grids by compute shader; here that path is forced.
TEST_F(Exports, ComputeShadersGiveTheSamePictures) {
    if (!shaders->has_compute()) GTEST_SKIP();
    GlInfo info = context->info();
    info.software = true;
    Painter drawing(*shaders, info);
    info.software = false;
    Painter computing(*shaders, info);
    Preset eroded = some_preset(), line = default_preset(Scene::line);
    eroded.settings.fractal = Fractal::eroded;
    line.look.style = LineStyle::silhouette;
    for (const Preset& preset : {some_preset(), eroded, default_preset(Scene::map), line}) {
        for (const What what : {What::picture, What::values}) {
            Export order{.format = Format::exr, .what = what, .width = 203, .height = 151, .tile = 100};
            order.path = (dir / "a.exr").string();
            export_files(drawing, preset, order, {});
            const std::string drawn = read_file(order.path);
            order.path = (dir / "b.exr").string();
            export_files(computing, preset, order, {});
            EXPECT_TRUE(read_file(order.path) == drawn) << get(preset, "scene") << " " << static_cast<int>(what);
        }
    }
}

TEST_F(Exports, TilesDoNotShow) {
    std::vector<std::pair<Preset, What>> all;
    Preset preset = some_preset();
    preset.look.contours = 9;
    all.emplace_back(preset, What::picture);
    preset.settings = {.dim = 2, .octaves = 3, .period = {4, 4}};
    preset.look.tiling = Tiling::three;
    all.emplace_back(preset, What::picture);
    all.emplace_back(preset, What::values);
    all.emplace_back(preset, What::normals_gl);
    preset.settings.fractal = Fractal::eroded;
    all.emplace_back(preset, What::normals_dx);
    for (const LineStyle style : {LineStyle::curve, LineStyle::silhouette, LineStyle::strokes}) {
        Preset line = default_preset(Scene::line);
        line.settings.octaves = 4;
        line.look.style = style;
        all.emplace_back(line, What::picture);
    }
    for (const auto& [some, what] : all) {
        for (const Format format : {Format::png, Format::raw32f}) {
            expect_tiles_do_not_show(
                [&, preset_ = some, what_ = what](int tile) {
                    const Export order{.format = format, .what = what_, .width = 301, .height = 167, .tile = tile};
                    return read_file(write(preset_, order, "a"));
                },
                get(some, "scene") + " " + get(some, "style") + " " + get(some, "tiling") + " " +
                    kWhats[static_cast<int>(what)] + " " + kFormats[static_cast<int>(format)]);
        }
    }
}

TEST_F(Exports, TilesDoNotShowInAnyScene) {
    for (const char* scene : detail::kScenes) {
        Preset preset;
        set(preset, "scene", scene);
        preset = default_preset(preset.look.scene);
        preset.settings.dim = std::max(preset.settings.dim, dims(preset.look.scene)[0]);
        expect_tiles_do_not_show(
            [&](int tile) {
                return read_file(write(preset, {.width = 41, .height = 27, .samples = 2, .tile = tile}, "a.png"));
            },
            scene);
    }
}

TEST_F(Exports, AnySizeIsExact) {
    Preset preset = some_preset();
    preset.settings.dim = 2;
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 100000}, {100000, 1}, {12345, 7}, {2050, 301}}) {
        // Keep the noise at a visible scale at any picture size.
        preset.look.span = height * 0.01;
        Export order{.format = Format::raw32f, .what = What::values, .width = width, .height = height};
        const auto values = numbers<float>(read_file(write(preset, order, "a.r32"))),
                   expected = values_of(preset, width, height);
        const auto [at, other] = std::mismatch(values.begin(), values.end(), expected.begin(), expected.end());
        EXPECT_TRUE(at == values.end() && other == expected.end())
            << width << "x" << height << " differs at " << at - values.begin();
        order = {.width = width, .height = height};
        const Image png = read_png(write(preset, order, "a.png"));
        EXPECT_EQ(png.width, width);
        EXPECT_EQ(png.height, height);
        order = {.format = Format::exr, .width = width, .height = height};
        const Floats exr = read_exr(write(preset, order, "a.exr"));
        EXPECT_EQ(exr.width, width);
        EXPECT_EQ(exr.height, height);
    }
}

TEST_F(Exports, ALoopOfFramesCloses) {
    Preset preset = some_preset();
    preset.settings.loop = 3;
    preset.look.time = 0;
    Export order{.format = Format::raw32f, .what = What::values, .width = 16, .height = 9, .frames = 5};
    write(preset, order, "f{frame:02}.r32");
    EXPECT_EQ(files(), (std::vector<std::string>{"f00.r32", "f01.r32", "f02.r32", "f03.r32", "f04.r32"}));
    // Start two frames later: every frame matches an earlier one, and the last frames match the first.
    order.along = loop_point(2, 5, 3);
    write(preset, order, "g{frame:02}.r32");
    for (int i = 0; i < 5; ++i) {
        const std::string before = frame_name("f{frame:02}.r32", (i + 2) % 5), now = frame_name("g{frame:02}.r32", i);
        EXPECT_EQ(read_file(dir / before), read_file(dir / now)) << i;
        EXPECT_NE(read_file(dir / before), read_file(dir / frame_name("f{frame:02}.r32", i)));
        EXPECT_EQ(numbers<float>(read_file(dir / now)), values_of(preset, 16, 9, loop_point(i + 2, 5, 3)));
    }
    // Without a loop, time advances by steps.
    preset.settings.loop = 0;
    order = {.format = Format::raw32f, .what = What::values, .width = 16, .height = 9, .frames = 2, .time_step = 0.25};
    write(preset, order, "h{frame}.r32");
    preset.look.time = 0.25;
    EXPECT_EQ(numbers<float>(read_file(dir / "h1.r32")), values_of(preset, 16, 9));
}

// The end of a loop matches its beginning to the bit; its middle does not.
TEST_F(Exports, TheEndOfALoopIsItsBeginning) {
    for (const Scene scene : {Scene::line, Scene::map, Scene::terrain, Scene::density, Scene::sea, Scene::fire,
                              Scene::clouds, Scene::planet, Scene::marble}) {
        Preset preset = default_preset(scene);
        preset.settings.loop = 3;
        preset.settings.frequency = 1.3f;
        preset.settings = nearest(preset.settings);
        ASSERT_EQ(problem(preset), "") << get(preset, "scene");
        auto picture = [&](double loops) {
            preset.look.time = loops * loop_time(preset);
            const Export order{
                .format = Format::raw32f, .what = What::picture, .width = 32, .height = 18, .samples = 1};
            return read_file(write(preset, order, "loop.r32"));
        };
        const auto start = picture(0);
        EXPECT_EQ(picture(1), start) << get(preset, "scene");
        EXPECT_EQ(picture(-0x1p29), start) << get(preset, "scene");  // where rounding would show
        EXPECT_NE(picture(0.5), start) << get(preset, "scene");
    }
}

TEST_F(Exports, ProgressGoesFromStartToEnd) {
    Preset terrain = default_preset(Scene::terrain);
    Preset map = some_preset();
    map.look.contours = 3;
    for (const Preset& preset : {terrain, map, default_preset(Scene::line)}) {
        double last = 0;
        std::int64_t frame = 0;
        const Export order{.width = 60, .height = 40, .samples = 3, .frames = 2, .tile = 32};
        write(preset, order, "a{frame}.png", [&](const ExportState& state) {
            EXPECT_GE(state.share, last - 1e-9);
            EXPECT_LE(state.share, 1);
            EXPECT_EQ(state.frames, 2);
            EXPECT_GE(state.frame, frame);
            last = state.share;
            frame = state.frame;
            return true;
        });
        EXPECT_NEAR(last, 1, 1e-9) << get(preset, "scene");
        EXPECT_EQ(frame, 1);
    }
    EXPECT_EQ(text_of({.frame = 2, .frames = 90, .share = 0.129, .seconds_left = 64.2}),
              "frame 3 of 90, 12 %, 1 min 5 s left");
    EXPECT_EQ(text_of({.share = 0.5, .seconds_left = 7201}), "50 %, 2 h 0 min left");
    EXPECT_EQ(text_of({.share = 0.5}), "50 %");
}

TEST_F(Exports, AnEndedExportLeavesNothing) {
    write_file(dir / "old.png", "old");
    write_file(dir / "old.exr", "old");
    for (const char* name : {"old.png", "old.exr", "new.npy"}) {
        for (const int most : {0, 1, 5}) {
            int calls = 0;
            Export order{.format = *format_of(name), .width = 50, .height = 40, .tile = 16};
            order.path = (dir / name).string();
            EXPECT_FALSE(
                export_files(*painter, some_preset(), order, [&](const ExportState&) { return ++calls <= most; }));
            EXPECT_EQ(calls, most + 1) << "asked again after the end";
            EXPECT_EQ(files(), (std::vector<std::string>{"old.exr", "old.png"}));
        }
    }
    EXPECT_EQ(read_file(dir / "old.png"), "old");
    EXPECT_EQ(read_file(dir / "old.exr"), "old");
    // In a sequence, the completed frames stay.
    write_file(dir / "f1.png", "old");
    Export order{.path = (dir / "f{frame}.png").string(), .width = 50, .height = 40, .frames = 3};
    EXPECT_FALSE(
        export_files(*painter, some_preset(), order, [](const ExportState& state) { return state.share < 0.6; }));
    EXPECT_EQ(files(), (std::vector<std::string>{"f0.png", "f1.png", "old.exr", "old.png"}));
    EXPECT_EQ(read_png(dir / "f0.png").width, 50);
    EXPECT_EQ(read_file(dir / "f1.png"), "old");
}

TEST_F(Exports, WhatFailsIsSaidAndLeavesTheOldFile) {
    auto error_of = [&](const Preset& preset, const Export& order) -> std::string {
        try {
            export_files(*painter, preset, order);
        } catch (const Error& e) {
            return e.what();
        }
        return "no error";
    };
    fs::create_directories(dir / "folder.png");
    write_file(dir / "old.png", "old");
    auto at = [&](const char* name) {
        Export order;
        order.path = (dir / name).string();
        order.width = order.height = 8;
        return order;
    };
    const Preset preset = some_preset();
    EXPECT_EQ(error_of(preset, at("folder.png")),
              "cannot write '" + (dir / "folder.png").string() + "': it is a directory");
    EXPECT_NE(error_of(preset, at("none/a.png")).find("No such file"), std::string::npos);
    Export order = at("old.png");
    order.what = What::values;
    EXPECT_EQ(error_of(default_preset(Scene::terrain), order),
              "what: scene terrain has no values to write, only map and line do");
    order = at("old.png");
    order.width = 0;
    EXPECT_NE(error_of(preset, order).find("size: "), std::string::npos);
    order = at("old.png");
    order.frames = 2;
    EXPECT_NE(error_of(preset, order).find("{frame}"), std::string::npos);
    // A folder that appears in the way, or disappears, during drawing.
    order = at("late.png");
    try {
        export_files(*painter, preset, order, [&](const ExportState& state) {
            if (state.share > 0) fs::create_directories(dir / "late.png");
            return true;
        });
        ADD_FAILURE() << "no error";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("Is a directory"), std::string::npos) << e.what();
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"folder.png", "late.png", "old.png"}));
    EXPECT_TRUE(fs::is_empty(dir / "late.png"));
    EXPECT_EQ(read_file(dir / "old.png"), "old");
}

// As in the window: on its own thread, cancelled from another.
TEST_F(Exports, WorksOnAnotherThread) {
    const Preset preset = some_preset();
    const Export order{.path = (dir / "b.png").string(), .width = 40, .height = 30};
    write(preset, order, "a.png");
    std::atomic<bool> end = false, ended = false;
    std::thread thread([&] {
        const HeadlessContext own;
        Shaders own_shaders(own.info().glsl, ShaderFiles());
        Painter own_painter(own_shaders, own.info());
        export_files(own_painter, preset, order);
        Export large{.path = (dir / "c.png").string(), .width = 20000, .height = 20000};
        ended = !export_files(own_painter, preset, large, [&](const ExportState& state) {
            if (state.share > 0) end = true;
            return !end;
        });
    });
    thread.join();
    EXPECT_TRUE(ended);
    EXPECT_EQ(files(), (std::vector<std::string>{"a.png", "b.png"}));
    EXPECT_EQ(read_file(dir / "a.png"), read_file(dir / "b.png"));
}
