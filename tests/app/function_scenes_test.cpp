// Functions of the user in the scenes that are drawn sample by sample.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/painting.hpp"
#include "error.hpp"
#include "isonoise/function/function.hpp"
#include "scene/function_file.hpp"
#include "scene/function_reach.hpp"
#include "scene/function_values.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"

using namespace isonoise;

namespace {

class FunctionScenes : public Painting {
  protected:
    static constexpr int kWidth = 120, kHeight = 90;
    static Pixels drawn(const Preset& preset) {
        const Frame frame(preset, kWidth, kHeight);
        return presented(frame, {sums_of(frame, 4)});
    }
};

Preset in_scene(Scene scene, const std::string& text) {
    Preset preset;
    set_function(preset, Function(text));
    preset.look = default_look(preset, scene);
    return preset;
}

}  // namespace

// A function that is a noise draws that noise's picture, but for the octaves left out far away.
TEST_F(FunctionScenes, ShowTheFunction) {
    struct Case {
        const char* preset;
        int dim;
        float frequency;
        double quality;  // dB; somewhat less than when this was written
    };
    for (const auto& [name, dim, frequency, least] : {Case{"terrain", 2, 1, 40},
                                                      {"sea", 3, 0.25f, 25},
                                                      {"clouds", 4, 1, 60},
                                                      {"density", 3, 1, 29},
                                                      {"planet", 3, 1, 30},
                                                      {"line-dunes", 1, 1, 70}}) {
        Preset noise = load_preset(name);
        noise.settings = {.dim = dim, .seed = 5, .frequency = frequency};
        noise.look.water = std::min(noise.look.water, 0.0);
        Preset function = noise;
        set_function(function, Function(fmt::format("float noise({} p) {{ return perlin{}({:.2f} * p, 5u); }}",
                                                    dim == 1 ? "float" : fmt::format("vec{}", dim), dim, frequency)));
        // As the noise has them, so that thresholds and estimates are the same.
        function.settings.seed = 5;
        function.settings.frequency = frequency;
        function.function_values.spread = mean_and_sigma(noise.settings);
        function.look.range = noise.look.range = Pair{-1, 1};
        ASSERT_EQ(problem(function), "") << name;
        EXPECT_GT(quality(drawn(function), drawn(noise)), least) << name << " in " << dim << "D";
    }
}

TEST_F(FunctionScenes, ParametersAreUniforms) {
    const std::string text = "uniform uint seed = 1u;\nuniform int octaves = 2;\nuniform bool turned = false;\n"
                             "uniform vec2 size = vec2(1.0, 1.0);\nuniform float OCTAVE = 1.0;\n"
                             "float noise(vec2 p) {\n    vec2 q = (turned ? p.yx : p) * size;\n"
                             "    return OCTAVE * perlin2_fbm(q, seed, float(octaves), 0.5, 2.0);\n}\n";
    const Function function(text);
    Preset preset;
    set_function(preset, function);
    preset.look = default_look(preset, Scene::line);
    preset.look.style = LineStyle::silhouette;
    preset.look.range = Pair{-1, 1};
    const Pixels before = drawn(preset);
    for (const char* change : {"seed=9", "octaves=5", "turned=1", "size=0.7 1.9", "OCTAVE=0.4"}) {
        // Against a text without uniforms, whose constants are compiled.
        Function changed = function;
        set_parameters(changed, change);
        Preset by_uniform = preset;
        set_function(by_uniform, changed);
        std::string other = function.text();
        for (const Parameter& p : changed.parameters()) {
            if (p.value == p.standard) continue;
            const std::string value = p.name == "seed"      ? "9u"
                                      : p.name == "octaves" ? "5"
                                      : p.name == "turned"  ? "true"
                                      : p.name == "size"    ? "vec2(0.7, 1.9)"
                                                            : "0.4";
            const std::size_t at = other.find(" " + p.name + " = ") + p.name.size() + 4;
            other.replace(at, other.find(';', at) - at, value);
        }
        for (std::size_t at; (at = other.find("uniform")) != other.npos;)
            other.replace(at, 7, "const");
        Preset by_text = preset;
        set_function(by_text, Function(other));
        const Pixels pixels = drawn(by_uniform);
        EXPECT_NE(pixels, before) << change;
        EXPECT_EQ(pixels, drawn(by_text)) << change;
        EXPECT_EQ(drawn(preset), before) << "back again";
    }
}

// The painter keeps the last function's shader: another function may have fewer parameters, and no shader on the map.
TEST_F(FunctionScenes, ChangeWithTheFunction) {
    Preset three = in_scene(Scene::line, "uniform float a = 1.0;\nuniform float b = 2.0;\nuniform float c = 3.0;\n"
                                         "float noise(vec2 p) { return a * perlin2(b * p, 1u) / c; }");
    Preset none = in_scene(Scene::line, "float noise(vec2 p) { return perlin2(2.0 * p, 1u) / 3.0; }");
    three.look.style = none.look.style = LineStyle::silhouette;
    three.look.range = none.look.range = Pair{-1, 1};
    none.look.span = three.look.span;
    const Pixels pixels = drawn(three);
    Preset map = none;
    map.look = {};
    const Frame frame(map, kWidth, kHeight);
    Target field(GL_R32F, kWidth, kHeight);
    painter->field(frame, Region::whole(kWidth, kHeight), field, 0, kHeight);
    presented(frame, {field});
    EXPECT_EQ(drawn(none), pixels);
    EXPECT_EQ(drawn(three), pixels);
}

// The status line shows the function's own value at a point.
TEST_F(FunctionScenes, ThePointSeenHasTheFunctionsValue) {
    const Preset preset =
        in_scene(Scene::terrain, "float noise(vec2 p) { return 2.5 * perlin2(0.4 * p, 3u) + 0.5; }\n");
    int found = 0;
    for (int x = 5; x < kWidth; x += 10) {
        for (int y = kHeight / 2; y < kHeight; y += 10) {
            const auto seen = scene_info(Scene::terrain).point(preset, kWidth, kHeight, x, y);
            if (!seen) continue;
            float at[2], value = 0, height = 0;
            ASSERT_EQ(std::sscanf(seen->text.c_str(), "at (%f, %f) %f, height %f", &at[0], &at[1], &value, &height), 4)
                << seen->text;
            float own;
            preset.function->at(at, {&own, 1});
            EXPECT_EQ(value, own) << seen->text;
            EXPECT_FLOAT_EQ(height, static_cast<float>(preset.look.relief) * own) << seen->text;
            EXPECT_NEAR(seen->spot.y, static_cast<double>(height), 0.01 * preset.look.span) << seen->text;
            ++found;
        }
    }
    EXPECT_GT(found, 20);
}

// 2^26 units from the origin, where floats are 8 apart, a function of period 64 looks as it does near by.
TEST_F(FunctionScenes, StayExactFarOut) {
    constexpr double kAway = 0x1p26;
    for (const auto& [scene, dim] : {std::pair(Scene::terrain, 2), {Scene::sea, 3}}) {
        SCOPED_TRACE(static_cast<int>(scene));
        Preset near = in_scene(scene, fmt::format("float noise(vec{0} p) {{ vec{0} q = 0.5 * p; return "
                                                  "perlin{0}_periodic(q, 5u, uvec{0}(32u)) + 0.1 * fract(q.x); }}",
                                                  dim));
        near.look.center = {0.3125, 5.75};
        Preset far = near;
        far.look.center = {kAway + 0.3125, 5.75 - kAway};
        EXPECT_FALSE(function_for(near)->has_cells());
        EXPECT_TRUE(function_for(far)->has_cells());
        // Rocks and clouds have noises of their own.
        EXPECT_GT(quality(drawn(far), drawn(near)), scene == Scene::terrain ? 25 : 60);
    }
    Preset near =
        in_scene(Scene::map, "float noise(vec2 p) { return perlin2_periodic(p, 5u, uvec2(64u)) + fract(p.x); }");
    Preset far = near;
    far.look.center = {kAway + near.look.center[0], near.look.center[1] - kAway};
    Pixels here(kWidth * kHeight), there(kWidth * kHeight);
    function_values(near, Region::whole(kWidth, kHeight), {}, here);
    function_values(far, Region::whole(kWidth, kHeight), {}, there);
    for (std::size_t i = 0; i < here.size(); ++i)
        EXPECT_NEAR(here[i], there[i], 1e-5) << i;
    // In a cell that is finer or coarser than a unit.
    for (const float frequency : {0.25f, 8.0f}) {
        near = in_scene(Scene::terrain, "float noise(vec2 p) { return perlin2_periodic(p, 5u, uvec2(64u)); }");
        near.settings.frequency = frequency;
        near.look.huts = 0;
        far = near;
        far.look.center = {kAway + near.look.center[0], near.look.center[1] - kAway};
        EXPECT_GT(quality(drawn(far), drawn(near)), 18) << frequency;  // a wrong place: 14
        const auto seen = scene_info(Scene::terrain).point(near, kWidth, kHeight, kWidth / 2, kHeight - 9),
                   seen_far = scene_info(Scene::terrain).point(far, kWidth, kHeight, kWidth / 2, kHeight - 9);
        ASSERT_TRUE(seen && seen_far);
        EXPECT_NEAR(seen->spot.y, seen_far->spot.y, 1e-5 * near.look.span);
    }
}

// Scenes begin with heights, water and a span that suit the function, whatever its unit.
TEST_F(FunctionScenes, LooksFitTheFunction) {
    const auto terrain = [](const char* parameters) {
        Function function("uniform float a = 1.0;\nuniform float b = 0.0;\nuniform float c = 1.0;\n"
                          "uniform float fine = 1.0;\n"
                          "float noise(vec2 p) { return a * perlin2(fine * p, 1u) / c + b; }\n");
        set_parameters(function, parameters);
        Preset preset;
        set_function(preset, std::move(function));
        preset.look = default_look(preset, Scene::terrain);
        return preset;
    };
    const Preset one = terrain(""), high = terrain("a=8,b=0.25"), wide = terrain("fine=0.25");
    EXPECT_NEAR(high.look.relief, one.look.relief / 8, 0.01 * one.look.relief);
    EXPECT_EQ(wide.look.span, 4 * one.look.span);
    EXPECT_NEAR(wide.look.relief, 4 * one.look.relief, one.look.relief);
    EXPECT_NEAR(high.look.water, 0.25 + 8 * one.look.water, 0.05);
    EXPECT_GT(quality(drawn(high), drawn(one)), 15) << "the same ground in another unit";
    // Constants, and NaN and infinity everywhere.
    for (const char* parameters : {"a=0,b=0.5", "a=0", "a=0,b=1e30", "a=0,c=0", "c=0", "a=1e30,b=-1e30"}) {
        for (const float x : drawn(terrain(parameters)))
            ASSERT_TRUE(std::isfinite(x)) << parameters;
    }
}

TEST_F(FunctionScenes, RefuseWhatDoesNotFit) {
    EXPECT_EQ(problem(in_scene(Scene::clouds, "float noise(vec2 p) { return p.x; }")),
              "scene: clouds expects a function of 3 to 4 coordinates, this one takes 2");
    EXPECT_EQ(problem(in_scene(Scene::terrain, "vec3 noise(vec2 p) { return vec3(p, 0.0); }")),
              "scene: a function that returns colours is drawn as map, not as terrain");
    EXPECT_EQ(problem(in_scene(Scene::anatomy, "float noise(vec2 p) { return p.x; }")),
              "scene: anatomy takes the noise apart, it cannot show a function");
}

// On scene map a function's values are the CPU's or the GPU's, whichever is faster: they are equal.
TEST_F(FunctionScenes, TheMapIsEqualOnCpuAndGpu) {
    static constexpr const char* kUniforms = "uniform uint seed = 9u;\nuniform float much = 0.37;\n"
                                             "uniform ivec2 shift = ivec2(-3, 2);\nuniform bool odd = true;\n";
    static constexpr const char *kPoints[] = {"", "float", "vec2", "vec3", "vec4"},
                                *kFirst[] = {"", "p", "p.x", "p.x", "p.x"}, *kLast[] = {"", "p", "p.y", "p.z", "p.w"};
    struct Case {
        int dim, channels;
        double far;
    };
    for (const auto& [dim, channels, far] :
         {Case{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 0}, {1, 1, 1e9}, {2, 1, -1e9}, {3, 3, 1e9}}) {
        const std::string value = fmt::format("    float n = perlin{0}(1.7 * p, seed) * much, x = {1} + {2} * 0.7, "
                                              "y = odd ? sin(3.0 * x) / (n * n + 0.3) : 0.0;\n",
                                              dim, kFirst[dim], kLast[dim]);
        static constexpr const char* kResults[] = {"", "n + y * 0.1", "vec2(n, y)", "vec3(n, y, sqrt(x))",
                                                   "vec4(n, y, float(shift.x) * x, sqrt(x))"};
        Preset preset;
        set_function(preset, Function(fmt::format("{}{} noise({} p) {{\n{}    return {};\n}}\n", kUniforms,
                                                  kPoints[channels], kPoints[dim], value, kResults[channels])));
        preset.look = default_look(preset, Scene::map);
        preset.look.center = {far + 1.25, far - 70.5};
        EXPECT_EQ(function_for(preset)->has_cells(), far != 0);
        preset.look.time = 0.6875;
        const Frame frame(preset, 61, 47);
        // With a part whose first row is not the target's.
        const Region part{61, 47, 5, 7, 50, 40};
        const bool several = channels > 1;
        const auto values = [&](Painter::Computer by) {
            Target target(several ? GL_RGBA32F : GL_R32F, part.columns, part.rows);
            painter->field(frame, part, target, 0, 9, by);
            painter->field(frame, part, target, 9, part.rows - 9, by);
            Pixels all((several ? 4u : 1u) * 50u * 40u);
            target.read(0, part.rows, all);
            return all;
        };
        const Pixels cpu = values(Painter::Computer::cpu), gpu = values(Painter::Computer::gpu);
        std::size_t differing = 0, different_lengths = 0;
        for (std::size_t i = 0; i < cpu.size(); ++i) {
            if (channels == 2 && i % 4 == 0) {  // it only picks a colour
                different_lengths += std::fabs(cpu[i] - gpu[i]) > 1e-6f * cpu[i];
            } else if (!std::isnan(cpu[i])) {
                differing += cpu[i] != gpu[i];
            }
        }
        EXPECT_EQ(differing, 0u) << dim << "D, " << channels << " channels";
        EXPECT_EQ(different_lengths, 0u) << dim << "D";
        EXPECT_NE(*std::min_element(cpu.begin(), cpu.end()), *std::max_element(cpu.begin(), cpu.end()));
    }
}

// On hardware the CPU draws a text's first picture, and the GPU takes over once its program is compiled.
TEST_F(FunctionScenes, TheGpuTakesOverWhenItsProgramIsThere) {
    GlInfo hardware = context->info();
    hardware.software = false;
    Painter fast(*shaders, hardware);
    const auto of = [&](Painter& by, const std::string& text) {
        const Preset preset = in_scene(Scene::map, text);
        const Frame frame(preset, 8, 8);
        by.prepare(frame);
        const Painter::Computer first = by.computer_of(frame);
        by.compile_function(frame);
        return std::pair(first, by.computer_of(frame));
    };
    using enum Painter::Computer;
    EXPECT_EQ(of(fast, "float noise(vec2 p) { return p.x; }"), std::pair(cpu, gpu));
    EXPECT_EQ(of(fast, "float noise(vec2 p) { return p.y; }"), std::pair(cpu, gpu)) << "another text";
    if (context->info().software) {
        EXPECT_EQ(of(*painter, "float noise(vec2 p) { return p.x; }"), std::pair(cpu, cpu));
    }
    EXPECT_EQ(painter->computer_of(Frame(load_preset("map"), 8, 8)), gpu);
}
