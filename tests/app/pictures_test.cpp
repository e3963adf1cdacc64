// Pictures of every preset against references, and properties that hold for any picture.
//
// The references are tests/pictures/SCENE.png: the scene's presets from top to bottom, sorted by name, drawn by Mesa's
// llvmpipe 22.3 with LLVM 15.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/painting.hpp"
#include "app/read_image.hpp"
#include "conformance/points.hpp"
#include "io/image.hpp"
#include "io/output.hpp"
#include "scene/anatomy.hpp"
#include "scene/font.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

// RGB, 8 bits per channel, row by row.
struct Picture {
    int width = 0, height = 0;
    std::vector<int> levels;
    bool operator==(const Picture&) const = default;
};

// The difference between two pictures of equal size, in 8-bit steps.
struct Difference {
    double mean = 255;  // absolute difference
    int far = 1 << 30;  // pixels with a channel off by more than kFar
};

// The noise has the same bits everywhere, but lighting uses sin, pow and exp, which LLVM versions and CPUs may round
// differently; where a ray barely hits or misses an edge, that decides a sample of a pixel. Among llvmpipe, lavapipe
// and softpipe, which uses the C library for all of these, the mean is 0.0014 at most and no channel is off by 5. Real
// errors are far above that: see WhatIsWrongIsNoticed.
constexpr double kMostMean = 0.02;
constexpr int kFar = 8, kMostFar = 2;

bool matches(const Difference& d) { return d.mean <= kMostMean && d.far <= kMostFar; }

Difference difference(const Picture& a, const Picture& b) {
    if (a.width != b.width || a.height != b.height || a.levels.size() != b.levels.size()) return {};
    double sum = 0;
    int far = 0;
    for (std::size_t i = 0; i < a.levels.size(); i += 3) {
        int most = 0;
        for (std::size_t c = i; c < i + 3; ++c) {
            most = std::max(most, std::abs(a.levels[c] - b.levels[c]));
            sum += std::abs(a.levels[c] - b.levels[c]);
        }
        far += most > kFar;
    }
    return {sum / static_cast<double>(a.levels.size()), far};
}

void expect_light(const std::vector<float>& pixels, const std::string& what) {
    for (const float value : pixels)
        ASSERT_TRUE(value >= 0.0f && value <= 1.0f) << what << ": " << value;
}

// The differences, amplified 8 times.
Picture amplified(const Picture& a, const Picture& b) {
    Picture result = a;
    for (std::size_t i = 0; i < a.levels.size(); ++i)
        result.levels[i] = i < b.levels.size() ? std::min(255, 8 * std::abs(a.levels[i] - b.levels[i])) : 255;
    return result;
}

Picture read(const fs::path& path) {
    const Image image = read_png(path);
    return image.channels == 3 && image.depth == 8 ? Picture{image.width, image.height, image.samples} : Picture{};
}

void write(const fs::path& path, const Picture& picture) {
    fs::create_directories(path.parent_path());
    OutputFile file(path);
    const auto png = png_writer(file, picture.width, picture.height, 3, 8, {0, 255}, true);
    const std::vector<float> all(picture.levels.begin(), picture.levels.end());
    const auto row = static_cast<std::size_t>(picture.width) * 3;
    for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y)
        png->row(std::span(all).subspan(y * row, row));
    png->finish();
    file.commit();
}

// Replaces each level by at(x, y, index of the level), clamped, for a picture of the same size.
Picture changed(const Picture& picture, const std::function<double(int x, int y, std::size_t i)>& at) {
    Picture other = picture;
    std::size_t i = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            for (int c = 0; c < 3; ++c, ++i)
                other.levels[i] = std::clamp(static_cast<int>(std::lround(at(x, y, i))), 0, 255);
        }
    }
    return other;
}

// By whole pixels; the edges repeat.
Picture moved(const Picture& picture, int right, int down) {
    const auto back = static_cast<std::size_t>(3 * (right + down * picture.width));
    return changed(picture, [&](int x, int y, std::size_t i) {
        return static_cast<double>(picture.levels[x >= right && y >= down ? i - back : i]);
    });
}

Picture brighter(const Picture& picture, double times) {
    const auto light = [](double t) { return t <= 0.04045 ? t / 12.92 : std::pow((t + 0.055) / 1.055, 2.4); };
    const auto level = [](double linear) {
        return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
    };
    return changed(picture, [&](int, int, std::size_t i) { return level(times * light(picture.levels[i] / 255.0)); });
}

// With 2x2 pixels in the middle off by 10 levels.
Picture spotted(const Picture& picture) {
    return changed(picture, [&](int x, int y, std::size_t i) {
        const int level = picture.levels[i];
        const bool is_spot = x / 2 == picture.width / 4 && y / 2 == picture.height / 4;
        return static_cast<double>(is_spot ? level + (level > 128 ? -10 : 10) : level);
    });
}

// All built-in presets, and map, which has no file.
std::vector<std::string> all_presets() {
    std::vector<std::string> names{"map"};
    for (const BuiltinPreset& file : builtin_presets())
        names.emplace_back(file.name());
    return names;
}

// All presets by scene, sorted by name.
std::map<std::string, std::vector<std::string>> presets_by_scene() {
    std::map<std::string, std::vector<std::string>> scenes;
    for (const std::string& name : all_presets())
        scenes[name.substr(0, name.find('-'))].push_back(name);
    for (auto& [scene, names] : scenes)
        std::sort(names.begin(), names.end());
    return scenes;
}

fs::path sheet_path(const std::string& scene) { return fs::path(ISONOISE_REFERENCES) / (scene + ".png"); }

// The references of a scene's presets by name; empty if the sheet has a different number of pictures.
std::map<std::string, Picture> read_references(const std::string& scene, const std::vector<std::string>& names) {
    const Picture sheet = read(sheet_path(scene));
    const int count = static_cast<int>(names.size()), height = sheet.height / count;
    std::map<std::string, Picture> references;
    if (sheet.height % count != 0) return references;
    auto from = sheet.levels.begin();
    for (const std::string& name : names) {
        const auto to = from + std::ptrdiff_t{3} * height * sheet.width;
        references[name] = {sheet.width, height, {from, to}};
        from = to;
    }
    return references;
}

class Pictures : public Painting {
  protected:
    // Four floats per pixel, colours over grey.
    static std::vector<float> pixels(const Preset& preset, int width, int height, int samples,
                                     Painter::Pixels kind = Painter::Pixels::display, Painter& by = *painter) {
        std::vector<float> all;
        by.picture(preset,
                   {.width = width, .height = height, .pixels = kind, .samples = samples, .phase = {}, .guides = true},
                   [&](int rows, std::span<const float> band) {
                       all.insert(all.end(), band.begin(), band.begin() + std::ptrdiff_t{4} * rows * width);
                   });
        for (std::size_t i = 0; i < all.size(); ++i) {  // transparent parts over grey
            if (const float alpha = all[i / 4 * 4 + 3]; i % 4 < 3) all[i] = all[i] * alpha + 0.4f * (1 - alpha);
        }
        return all;
    }
    static Picture picture(const Preset& preset, int width, int height, int samples) {
        const auto all = pixels(preset, width, height, samples);
        Picture result{width, height, {}};
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i % 4 < 3) result.levels.push_back(Levels{}.at<std::uint8_t>(all[i]));
        }
        return result;
    }
    // The picture to compare with a reference, larger if it has captions.
    static Picture reference_picture(const Preset& preset) {
        return preset.look.scene == Scene::anatomy ? picture(preset, 240, 135, 1) : picture(preset, 128, 72, 4);
    }

    // Every pixel's value is the noise there, bit for bit.
    static void expect_values_of_cpu(const Preset& preset, int width, int height) {
        std::vector<float> gpu, cpu;
        painter->picture(preset, {.width = width, .height = height, .pixels = Painter::Pixels::values, .phase = {}},
                         [&](int rows, std::span<const float> band) {
                             gpu.insert(gpu.end(), band.begin(), band.begin() + std::ptrdiff_t{1} * rows * width);
                         });
        const Noise noise(preset.settings);
        const auto [x_axis, y_axis, zw] = picture_axes(preset, Region::whole(width, height));
        for (const AxisPoint& y : y_axis) {
            for (const AxisPoint& x : x_axis)
                cpu.push_back(noise(glm::ivec4(x.cell, y.cell, zw[0].cell, zw[1].cell),
                                    glm::vec4(x.fraction, y.fraction, zw[0].fraction, zw[1].fraction)));
        }
        ASSERT_EQ(gpu.size(), cpu.size());
        EXPECT_EQ(std::memcmp(gpu.data(), cpu.data(), 4 * gpu.size()), 0) << to_json(preset);
    }
};

}  // namespace

// One picture per preset, which covers all scenes, stages and styles.
TEST_F(Pictures, AreThoseOfTheReferences) {
    const std::string wanted = environment("ISONOISE_TEST_RENDERER", "llvmpipe"),
                      order = environment("ISONOISE_WRITE_REFERENCES", "");
    if (context->info().renderer.find(wanted) == std::string::npos)
        GTEST_SKIP() << "the references are for " << wanted << ", this is " << context->info().renderer;
    ASSERT_TRUE(order == "" || order == "1") << "ISONOISE_WRITE_REFERENCES=" << order;
    const fs::path failed = ISONOISE_FAILED_PICTURES;
    std::vector<std::string> files, expected;
    for (const auto& [scene, names] : presets_by_scene()) {
        expected.push_back(scene + ".png");
        if (scene == "anatomy" && embedded_font().empty()) continue;  // without captions
        auto references = read_references(scene, names);
        Picture sheet;
        bool is_new = false;
        for (const std::string& name : names) {
            const Picture is = reference_picture(load_preset(name)), &should = references[name];
            const Difference d = difference(is, should);
            const Picture& next = matches(d) ? should : is;
            sheet.width = next.width;
            sheet.height += next.height;
            sheet.levels.insert(sheet.levels.end(), next.levels.begin(), next.levels.end());
            if (matches(d)) continue;
            is_new = true;
            if (order == "1") continue;
            write(failed / (name + "-is.png"), is);
            write(failed / (name + "-difference.png"), amplified(is, should));
            ADD_FAILURE() << name << " is not its reference: a mean difference of " << d.mean << " of 255, " << d.far
                          << " pixels far off. See " << (failed / name).string()
                          << "-is.png and -difference.png (8 times). ISONOISE_WRITE_REFERENCES=1 replaces it.";
        }
        if (is_new && order == "1") write(sheet_path(scene), sheet);
    }
    for (const auto& entry : fs::directory_iterator(ISONOISE_REFERENCES))
        files.push_back(entry.path().filename().string());
    std::sort(files.begin(), files.end());
    EXPECT_EQ(files, expected);
}

// Errors that the test above must detect: small ones in a picture, and wrong settings or shaders.
TEST_F(Pictures, WhatIsWrongIsNoticed) {
    std::map<std::string, Picture> references;
    for (const auto& [scene, names] : presets_by_scene())
        references.merge(read_references(scene, names));
    for (const auto& reference : references) {
        const auto& name = reference.first;
        const Picture& picture = reference.second;
        ASSERT_FALSE(picture.levels.empty()) << name;
        EXPECT_TRUE(matches(difference(picture, picture)));
        const auto expect_noticed = [&](const char* what, const Picture& other) {
            const Difference d = difference(picture, other);
            EXPECT_FALSE(matches(d)) << name << ", " << what << ": " << d.mean << ", " << d.far;
        };
        expect_noticed("a pixel to the right", moved(picture, 1, 0));
        expect_noticed("a pixel down", moved(picture, 0, 1));
        expect_noticed("2 % brighter", brighter(picture, 1.02));
        expect_noticed("2 % darker", brighter(picture, 0.98));
        expect_noticed("a spot of 2x2 pixels", spotted(picture));
    }
    if (context->info().renderer.find("llvmpipe") == std::string::npos) return;
    const struct {
        const char *name, *field, *value;
    } errors[] = {
        {"terrain-islands", "huts", "22"},
        {"terrain", "huts", "0"},
        {"terrain", "octaves", "11"},
        {"terrain", "relief", "0.853"},
        {"clouds", "octaves", "6"},
        {"clouds", "time", "0.01"},
        {"density", "octaves", "7"},
        {"sea", "octaves", "8"},
        {"sea", "time", "0.01"},
        {"fire", "time", "0.01"},
        {"fire", "octaves", "4"},
        {"planet", "octaves", "7"},
        {"planet", "marker", "20,30.5"},
        {"marble", "octaves", "6"},
        {"map-contours", "contours", "15"},
        {"line-strokes", "octaves", "2"},
        {"line", "octaves", "5"},
        {"map", "range", "-0.8,0.81"},
        {"map-clouds", "gradient", "#8fa0bb00 50%,#c3cddca0 66%,#ffffff 91%"},
    };
    for (const auto& [name, field, value] : errors) {
        Preset preset = load_preset(name);
        ASSERT_EQ(set(preset, field, value), "");
        const Difference d = difference(reference_picture(preset), references[name]);
        EXPECT_FALSE(matches(d)) << name << " " << field << " " << value << ": " << d.mean << ", " << d.far;
    }
}

TEST_F(Pictures, FollowSeedAndTime) {
    for (const std::string& name : all_presets()) {
        const Preset preset = load_preset(name);
        const auto one = pixels(preset, 48, 27, 1);
        EXPECT_EQ(pixels(preset, 48, 27, 1), one) << name << " is not the same twice";
        expect_light(one, name);
        EXPECT_GT(colours_of(one), 30u) << name;
        Preset other = preset;
        other.settings.seed += 1;
        EXPECT_NE(pixels(other, 48, 27, 1), one) << name << ": seed";
        other = preset;
        other.look.time += 0.05;
        // Time moves the plane's y, which 1D noise lacks.
        const bool still = preset.look.scene == Scene::anatomy && preset.look.stage == Stage::line;
        EXPECT_EQ(pixels(other, 48, 27, 1) == one, still) << name << ": time";
    }
}

// Blocks and polygons read tables of the cells that rays may cross. Any cell that is missing there, or looks empty by
// mistake, differs from the noise itself.
TEST_F(Pictures, BlocksAndPolygonsAreThoseOfTheNoise) {
    TemporaryDirectory directory;
    const fs::path copy = directory.shaders(), cells = copy / "scenes/density-cells.glsl";
    std::string text = read_file(cells);
    for (const auto& [table, noise] :
         {std::pair{"is_baked(at, corner_count) ? texelFetch(corners, texel_of(at), 0).r : unbaked(at)",
                    "rock_at(local_of(vec3(cell * 4)))"},
          std::pair{"is_baked(at, corner_count - 1) ? texelFetch(highest, texel_of(at), 0).r : unbaked(at)", "8.0"}})
        text = replaced(text, table, noise);
    write_file(cells, text);
    Shaders bare(context->info().glsl, ShaderFiles(copy));
    Painter bare_painter(bare, context->info());
    Random random(47);
    std::size_t seen = 0;
    for (int i = 0; i < 24; ++i) {
        Preset preset = load_preset(i % 2 ? "density-blocks" : "density-polygons");
        Look& look = preset.look;
        (i % 2 ? look.blocks : look.polygons) = static_cast<int>(random.between(1, 9));
        look.relief = i % 4 < 2 ? 0.0 : random.between(0.5, 12.0);
        look.threshold = random.between(0.0, 0.6);
        for (double& at : look.center)
            at = random.between(-100, 100);
        look.center[1] = random.between(-3, 3);
        look.altitude = random.between(-2, 4);
        look.span = std::exp2(random.between(-1, 4));
        look.fov = i % 3 == 0 ? 15 : random.between(20, 110);
        look.yaw = random.between(0, 360);
        look.pitch = i % 3 == 0 ? 0 : random.between(-80, 80);
        look.sun = {i % 3 == 0 ? look.yaw + 180 : random.between(0, 360), random.between(2, i % 3 == 0 ? 10 : 80)};
        look.time = random.between(0, 50);
        const int width = static_cast<int>(random.between(24, 74)), height = static_cast<int>(random.between(24, 54));
        const auto tables = pixels(preset, width, height, 1),
                   noise = pixels(preset, width, height, 1, Painter::Pixels::display, bare_painter);
        std::size_t off = 0;
        for (std::size_t k = 0; k < noise.size(); ++k)
            off += std::fabs(tables[k] - noise[k]) > 2.5f / 255;
        EXPECT_LE(off, noise.size() / 500) << to_json(preset) << width << "x" << height;
        seen += colours_of(tables);
    }
    EXPECT_GT(seen, 24 * 100u);
}

// Polygons approximate the smooth surface, better at close range: rock covers the same pixels.
TEST_F(Pictures, PolygonsFollowTheSurface) {
    const auto picture = [&](int polygons, bool is_empty) {
        Preset preset = load_preset("density-islands");
        preset.settings.octaves = 1;
        preset.settings.warp = 0;
        preset.look.relief = 4;
        preset.look.threshold = 0.1;
        preset.look.altitude = 1.5;
        preset.look.span = 3;
        preset.look.fov = 50;
        preset.look.pitch = 26;  // above the horizon, where smooth ground extends beyond polygons
        preset.look.polygons = polygons;
        if (is_empty) preset.look.threshold = 1;
        return pixels(preset, 96, 54, 1);
    };
    const std::vector<float> sky = picture(0, true), smooth = picture(0, false);
    const auto is_rock = [&](const std::vector<float>& some, std::size_t i) {
        double off = 0;
        for (std::size_t c = 0; c < 3; ++c)
            off += std::fabs(static_cast<double>(some[i + c] - sky[i + c]));
        return off > 0.05;
    };
    const std::size_t channels = sky.size() / (96 * 54);
    std::size_t rock = 0, before = 96 * 54;
    for (std::size_t i = 0; i < sky.size(); i += channels)
        rock += is_rock(smooth, i);
    EXPECT_GT(rock, 96 * 54 / 5u);
    EXPECT_LT(rock, 96 * 54 * 4 / 5u);
    for (const int polygons : {2, 8}) {
        const std::vector<float> found = picture(polygons, false);
        EXPECT_NE(found, smooth);
        std::size_t differing = 0;
        for (std::size_t i = 0; i < sky.size(); i += channels)
            differing += is_rock(found, i) != is_rock(smooth, i);
        EXPECT_LT(differing, before);
        before = differing;
    }
    EXPECT_LT(before, 96 * 54 / 100u);
}

// Any allowed flags produce light, and values that the display can show.
TEST_F(Pictures, AnySettingsGiveLight) {
    static constexpr const char* wild[] = {
        "seed 4294967295 octaves 32 persistence 2",
        "octaves 32 lacunarity 8",
        "frequency 9.5367432e-7",
        "frequency 1048576",
        "span 9.5367432e-7",
        "span 1048576",
        "center 2147483648,-2147483648,2147483648,-2147483648 time 2147483648",
        "relief 64 octaves 12",
        "relief 0 fog 16 density 16",
        "fog 0 density 0 threshold 1 water 1",
        "threshold -1 water -1 warmth -1 exposure 8",
        "pitch 89 altitude 1024 sun 0,90 fov 120",
        "pitch -89 altitude -1024 sun 360,-90 fov 5 exposure -8",
        "pitch -89 yaw 360 tilt 90 heading -360 marker -90,360",
        "blocks 64 relief 64",
        "polygons 64 relief 64",
        "huts 64 relief 64 frequency 64",
        "range -16,16 contours 64",
        "range 0,1e-9 tiling 3x3",
    };
    // Each of these needs its own shader, which is slow to compile: one per scene.
    static constexpr const char* kinds[] = {
        "fractal eroded octaves 8",
        "octaves 1 persistence 0",
        "fractal turbulence octaves 8 output unit fade linear",
        "algorithm value octaves 5",
        "algorithm improved octaves 32",
        "octaves 32 lacunarity 1 persistence 1 warp 16",
    };
    std::size_t kind = 0;
    for (const char* scene : detail::kScenes) {
        std::vector<std::string> all(std::begin(wild), std::end(wild));
        all.emplace_back(kinds[kind++ % std::size(kinds)]);
        for (const std::string& words : all) {
            Preset preset = load_preset(scene);
            std::istringstream in(words);
            std::string field, value;
            while (in >> field >> value) {
                Preset next = preset;
                ASSERT_EQ(set(next, field, value), "");
                next.settings = nearest(next.settings);
                if (problem(next).empty()) preset = next;  // otherwise the scene does not accept it
            }
            const std::string what = scene + (" " + words);
            expect_light(pixels(preset, 48, 27, 1, Painter::Pixels::linear), what + ", linear");
            expect_light(pixels(preset, 48, 27, 1), what);
        }
    }
}

// The tone curve turns NaN into black and infinity into white, so this test bypasses it.
TEST_F(Pictures, NoLightIsInfiniteOrNotANumber) {
    TemporaryDirectory directory;
    const fs::path copy = directory.shaders(), world = copy / "scenes/world.glsl";
    write_file(world, replaced(read_file(world), "vec4(clamp(c, 0.0, 1.0), 1.0)", "vec4(light, 1.0)"));
    Shaders bare(context->info().glsl, ShaderFiles(copy));
    Painter bare_painter(bare, context->info());
    float brightest = 0;
    for (const std::string& name : all_presets()) {
        for (const float value : pixels(load_preset(name), 48, 27, 1, Painter::Pixels::linear, bare_painter)) {
            ASSERT_TRUE(std::isfinite(value)) << name << ": " << value;
            brightest = std::max(brightest, value);
        }
    }
    EXPECT_GT(brightest, 1.0f) << "the curve was there";
}

// The noise behind the map's colours is the CPU's, in every pixel.
TEST_F(Pictures, TheMapHoldsTheValuesOfTheCpu) {
    std::vector<Settings> all;
    auto add = [&](const Settings& settings) {
        if (problem(settings).empty()) all.push_back(settings);
    };
    for (int dim = 1; dim <= 4; ++dim) {
        for (const Algorithm algorithm :
             {Algorithm::perlin, Algorithm::improved, Algorithm::value, Algorithm::value_two_layer, Algorithm::axis,
              Algorithm::diagonal, Algorithm::slope}) {
            add({.algorithm = algorithm, .dim = dim, .octaves = 3.5f});
        }
        add({.dim = dim});
        for (const Fractal fractal : {Fractal::turbulence, Fractal::ridged, Fractal::billow, Fractal::eroded})
            add({.dim = dim, .seed = 5, .frequency = 1.7f, .octaves = 4, .fractal = fractal, .warp = 0.4f});
    }
    EXPECT_EQ(all.size(), 16u + 4 + 16);
    for (const Settings& settings : all) {
        for (const auto& [center, span] : {std::pair{-3.3, 5.0}, {1234567890.25, 5.0}, {7.7, 1048576.0}}) {
            Preset preset;
            preset.settings = settings;
            preset.look.center = {center, 0.5 * center, 0.25 - center, 0.75 * center};
            preset.look.span = span;
            preset.look.time = 0.3;
            expect_values_of_cpu(preset, 41, 29);
        }
    }
}
